"""Winning hands that are not four sets and a pair, each a function of the tally of the fourteen.

A rule set knows such a hand by a limit hand whose `when` names it. Without one it does not win.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.game import tiles as t
from companion.game.tiles import Code

Shape = Callable[[int], bool]

_ONE_OF_EACH_HEAD: Final = t.tally(t.HEADS)
_SECONDS: Final = frozenset(_ONE_OF_EACH_HEAD + t.WEIGHT[code] for code in t.HEADS)
_TWO_OF_EACH_HONOUR: Final = 2 * t.tally(t.HONOURS)
_TWOS: Final = tuple(2 * t.tally(suit) for suit in (t.CHARACTERS, t.DOTS, t.BAMBOO))


def thirteen_heads(tally: int) -> bool:
    """One of each of the thirteen heads, and a second of one of them (Harr p. 62)."""
    return tally in _SECONDS


def seven_twins(tally: int) -> bool:
    """A pair of each honour, or seven different pairs of one suit (American page, no. 16)."""
    return tally.bit_count() == 7 and (
        tally == _TWO_OF_EACH_HONOUR or any(not tally & ~twos for twos in _TWOS)
    )


SHAPES: Final[dict[str, Shape]] = {
    "thirteen_heads": thirteen_heads,
    "seven_twins": seven_twins,
}
"""The hands, by the name that a rule's `when` uses and that a score gives as its shape."""


def _nine_ways(suit: tuple[Code, ...]) -> int:
    return t.tally(suit) + 2 * t.tally((suit[0], suit[-1]))


NINE_WAY_CALLS: Final = frozenset(map(_nine_ways, (t.CHARACTERS, t.DOTS, t.BAMBOO)))
"""Three ones, three nines and 2 to 8 of one suit, which call every tile of the suit."""
COMPLETED_NINE_WAY_CALLS: Final = frozenset(
    _nine_ways(suit) + t.WEIGHT[code] for suit in (t.CHARACTERS, t.DOTS, t.BAMBOO) for code in suit
)
