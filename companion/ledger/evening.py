"""An evening: what was played and paid, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec import structs

from companion.base.errors import NotAllowedError, NotFoundError
from companion.base.forms import Form
from companion.game.seats import Place, Seat
from companion.ledger.events import Entry, Recorded, Started
from companion.ledger.locked_rules import Outcome
from companion.rules.table.counters import Counters, Move, Transfer
from companion.rules.table.rotation import Turn


class HandMissingError(NotFoundError):
    def __init__(self, n: int, count: int, field: str = "n") -> None:
        have = f"it has hands 1 to {count}" if count else "no hand has been played yet"
        super().__init__(f"This evening has no hand {n}; {have}.", field=field)


class NobodyInPlaceError(NotAllowedError):
    def __init__(self, players: int) -> None:
        super().__init__(
            f"The players of this evening are 0 to {players - 1}; name one of them.",
            field="instead_of",
        )


# What lies on the evening's line, after corrections, in the order of play.


@dataclass(frozen=True)
class PlayedHand:
    """version, key, at: of the event that settled it. corrected: it was entered again since."""

    entry: Entry
    version: int
    key: str | None
    at: str
    corrected: bool = False


@dataclass(frozen=True)
class Penalty:
    version: int
    payments: tuple[Transfer, ...]
    why: str


@dataclass(frozen=True)
class NewSeats:
    seats: Mapping[Seat, Place]


@dataclass(frozen=True)
class NewPlayer:
    """comes sits from here on where `leaves` sat."""

    leaves: Place
    comes: Place


@dataclass(frozen=True)
class NewRound:
    round: Seat


@dataclass(frozen=True)
class NewCounters:
    """By player; None for who was not counted and holds what is worked out."""

    counters: tuple[Counters | None, ...]


Item = PlayedHand | Penalty | NewSeats | NewPlayer | NewRound | NewCounters


# What follows from it.


class Figures(Form, frozen=True):
    """One player's evening so far. scored, score_sum: of the hands with a score; highest: of those
    that the player won."""

    hands: int = 0
    won: int = 0
    scored: int = 0
    score_sum: int = 0
    highest: int = 0
    limit_hands: int = 0

    def after(self, won: bool, score: int | None, limit_hand: bool) -> Figures:
        return Figures(
            hands=self.hands + 1,
            won=self.won + won,
            scored=self.scored + (score is not None),
            score_sum=self.score_sum + (score or 0),
            highest=max(self.highest, score or 0) if won else self.highest,
            limit_hands=self.limit_hands + limit_hand,
        )


@dataclass(frozen=True)
class Position:
    """The table between two hands. totals, counters, figures: by player."""

    turn: Turn
    totals: tuple[int, ...]
    counters: tuple[Counters, ...]
    figures: tuple[Figures, ...]


@dataclass(frozen=True)
class SettledHand:
    """A hand as it counts. n: from 1. totals: after the hand. moves: counters handed over."""

    n: int
    played: PlayedHand
    turn: Turn
    entry: Entry
    outcome: Outcome
    net: tuple[int, ...]
    totals: tuple[int, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class PaidPenalty:
    """after_hand: the number of the hand before it; 0 at the start."""

    penalty: Penalty
    after_hand: int
    net: tuple[int, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Evening:
    """The state of an evening after `version` events.

    origin: the event that started it. setup: the same, with today's names and settings, and with
    everyone who has sat down since, behind those who began. standing: the events that count,
    without the first, oldest first. undone: what redo would bring back, the next one last.
    """

    origin: Recorded
    setup: Started
    version: int
    items: tuple[Item, ...]
    hands: tuple[SettledHand, ...]
    penalties: tuple[PaidPenalty, ...]
    position: Position
    ended: bool
    standing: tuple[Recorded, ...]
    undone: tuple[Recorded, ...]

    @property
    def next_hand(self) -> int:
        return len(self.hands) + 1

    def seats_taken(self) -> Iterator[tuple[int, NewPlayer]]:
        """Who played on for whom, the earliest first, each with the hand from which on."""
        n = 1
        for item in self.items:
            if isinstance(item, NewPlayer):
                yield n, item
            n += isinstance(item, PlayedHand)

    def hand(self, n: int, field: str = "n") -> SettledHand:
        """field: where that number was given. Raises HandMissingError."""
        if not 1 <= n <= len(self.hands):
            raise HandMissingError(n, len(self.hands), field)
        return self.hands[n - 1]


def changes_nothing(before: Evening, after: Evening) -> bool:
    """Whether an event leaves all that people see as it was, so that nobody would know what its
    undo takes back.

    To undo and to bring back always count: they take one event off those that stand, or put it
    there again.
    """
    return (
        any(each.version == after.version for each in after.standing[-1:])
        and before.ended == after.ended
        and before.setup == after.setup
        and before.position == after.position
        and before.penalties == after.penalties
        and len(before.hands) == len(after.hands)
        and all(map(_counts_alike, before.hands, after.hands))
    )


def _counts_alike(one: SettledHand, other: SettledHand) -> bool:
    """Whether two hands are the same for people, whenever they were entered."""
    return one is other or (
        _plain(one.entry) == _plain(other.entry)
        and (one.turn, one.outcome, one.net, one.totals, one.moves)
        == (other.turn, other.outcome, other.net, other.totals, other.moves)
    )


def _plain(entry: Entry) -> Entry:
    return structs.replace(entry, seated=None)
