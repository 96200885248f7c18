"""What a pattern may ask about: a set or pair, a bonus tile, a way to win, or a whole hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.game import tiles as t
from companion.game.melds import Meld
from companion.game.seats import Seat

STATES: Final = 6
"""The ways in which a set can have come about. Those that the winning tile completed come last."""
EXPOSED, CONCEALED, CLAIMED_OPEN, CLAIMED_CLOSED, DRAWN_OPEN, DRAWN_CLOSED = range(STATES)
"""On the table; in the hand, or a kong with tiles turned over; completed last, by a claim or by a
draw.

A run is closed if only one tile could fill it: its middle, or the end beside 1-2 or 8-9.
"""


@dataclass(frozen=True, slots=True)
class PartCase:
    """A set or pair, and how it came about: all that a rule may ask about it.

    tile: its tile; the lowest of a run. own_wind, round_wind: it is of the player's wind, or of the
    wind of the round.
    """

    kind: str
    tile: t.Code
    state: int
    own_wind: bool = False
    round_wind: bool = False

    @property
    def completed(self) -> bool:
        return self.state >= CLAIMED_OPEN

    @property
    def concealed(self) -> bool:
        return self.state in (CONCEALED, DRAWN_OPEN, DRAWN_CLOSED)


@dataclass(frozen=True, slots=True)
class BonusCase:
    tile: t.Code
    seat: Seat


@dataclass(frozen=True, slots=True)
class Way:
    """How the hand was won, without what depends on how it is read.

    circumstances: those that can be true (see `game.circumstances`). bonus: there are bonus tiles
    that count. suits: the letters of the hand's suits.
    """

    winner: bool
    by: str
    circumstances: Collection[str]
    bonus: bool
    suits: str
    settings: Mapping[str, Any]


class ReadSet(Protocol):
    """A set or pair of a hand, as it is read. state: how it came about."""

    @property
    def kind(self) -> str: ...
    @property
    def tile(self) -> t.Code: ...
    @property
    def state(self) -> int: ...


class WholeHand(Protocol):
    """One way to read a whole hand: all that a rule may ask about it.

    shape: standard, the name of a special hand, or None for a loser's. tile: the winning tile.
    points: so far, from its sets, its bonus tiles and the rules before. sets: those in the hand and
    on the table. runs: how many of them are runs. melds: what lies on the table. bonus: the tiles
    laid out that count. tallies: of the tiles in the hand, and of all tiles. only_place: exactly
    one kind would have completed the hand there.
    """

    @property
    def way(self) -> Way: ...
    @property
    def shape(self) -> str | None: ...
    @property
    def tile(self) -> t.Code | None: ...
    @property
    def points(self) -> int: ...
    @property
    def sets(self) -> Sequence[ReadSet]: ...
    @property
    def runs(self) -> int: ...
    @property
    def melds(self) -> Sequence[Meld]: ...
    @property
    def bonus(self) -> Collection[t.Code]: ...
    @property
    def tallies(self) -> tuple[int, int]: ...
    @property
    def only_place(self) -> bool: ...
