"""A hand as it lies on the table at the end: tiles held, sets laid down, how it was won.

The types are the JSON of `companion score`. `Hand.from_json` refuses what cannot be understood.
`legality.problems` lists everything at once that the game does not allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, Literal

from companion.base.forms import Form, always
from companion.base.frozen import EMPTY, freeze
from companion.game import tiles as t
from companion.game.melds import Meld, Win
from companion.game.seats import Seat

__all__ = ["Count", "Flag", "Hand", "Meld", "in_codes"]

Flag = Literal["dead", "part", "unexposed_special"]
Count = Literal["many", "few"]


class Hand(Form, frozen=True):
    """A hand to score.

    seat, round: the player's wind and the wind of the round. concealed: the tiles in the hand, with
    the winning tile. bonus: flowers, seasons and special tiles laid out. flags, count: a loser's
    hand that is dead, with too many or too few tiles, of which only a part is entered, or that kept
    back a special tile.
    """

    ruleset: str
    seat: Seat
    round: Seat
    winner: bool
    concealed: t.Tiles
    melds: tuple[Meld, ...] = always(())
    bonus: t.Tiles = always(())
    win: Win | None = None
    options: Mapping[str, Any] = always(EMPTY)
    flags: tuple[Flag, ...] = ()
    count: Count | None = None

    def __post_init__(self) -> None:
        if self.options is not EMPTY:  # hands are made by the thousand, and few have options
            freeze(self, "options")

    @property
    def all_tiles(self) -> tuple[t.Code, ...]:
        """The tiles in the hand and on the table, without bonus tiles."""
        return tuple(chain(self.concealed, *(meld.tiles for meld in self.melds)))


def in_codes(hand: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of a hand, or of the beginning of one, with lists of codes for its tiles, whichever
    notation they came in."""
    found = {**hand}
    for name in ("concealed", "bonus"):
        if found.get(name):
            found[name] = list(t.parse(found[name]))
    if found.get("melds"):
        found["melds"] = [
            {**meld, "tiles": list(t.parse(meld["tiles"]))} for meld in found["melds"]
        ]
    if found.get("win") and found["win"].get("tile"):
        found["win"] = {**found["win"], "tile": t.parse(found["win"]["tile"])[0]}
    return found
