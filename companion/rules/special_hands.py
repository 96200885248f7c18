"""Winning hands that are not four sets and a pair: each a function over the fourteen tiles.

A rule set knows such a hand by a limit hand whose `when` names it; without one it does not win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from companion.tiles import HEADS, HONOURS, Code

Shape = Callable[[Sequence[Code]], bool]


def thirteen_heads(tiles: Sequence[Code]) -> bool:
    """One of each of the thirteen heads, and a second of one of them (Harr p. 62)."""
    return len(tiles) == 14 and set(tiles) == HEADS


def seven_twins(tiles: Sequence[Code]) -> bool:
    """A pair of each honour, or seven different pairs of one suit (American page, no. 16)."""
    counts = Counter(tiles)
    if len(tiles) != 14 or len(counts) != 7 or set(counts.values()) != {2}:
        return False
    return set(tiles) == set(HONOURS) or (
        len({code[1] for code in tiles}) == 1 and tiles[0][1] != "z"
    )


SHAPES: Final[dict[str, Shape]] = {
    "thirteen_heads": thirteen_heads,
    "seven_twins": seven_twins,
}
"""By the name that a rule's `when` uses and that a score gives as its shape."""


def nine_way_call(thirteen: Sequence[Code]) -> bool:
    """Three ones, three nines and 2 to 8 of one suit, which calls every tile of the suit."""
    ranks = "".join(sorted(code[0] for code in thirteen))
    return ranks == "1112345678999" and len({code[1] for code in thirteen}) == 1
