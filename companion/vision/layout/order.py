"""In what order tiles are held: sorted, set by set, or anyhow."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from companion.game.tiles import BACK, KINDS
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.pieces import COLUMN
from companion.vision.layout.sets import in_order

_SUIT = [min(column // 9, 3) for column in range(len(KINDS))]
"""Of each kind, honours being one suit."""


def order(codes: Sequence[str], in_sets: bool = True) -> float:
    """How much likelier tiles lie so in a hand than in any order: sorted by suit and rank, with a
    few out of their place, or anyhow. in_sets: or set by set."""
    return _order(tuple(codes), in_sets)


def sorted_as(codes: Sequence[str], others: Sequence[str]) -> float:
    """How much more the order of tiles says if they are really these others, and sorted. Only their
    places count. How likely a hand holds such tiles, above all a pair of them, is left aside."""
    return _ways(tuple(codes)) + _sorted(tuple(others)) - order(codes)


@lru_cache(maxsize=50_000)
def _order(codes: tuple[str, ...], in_sets: bool) -> float:
    if len(_columns(codes)) < 2:
        return 0.0
    ways = _ways(codes)
    best = ways + _sorted(codes)
    by_sets = NUMBERS["set_by_set"] + ways - math.lgamma(len(codes) // 3 + 2)
    if in_sets and by_sets > best and _set_by_set(codes):
        best = by_sets
    likeliest: float = max(NUMBERS["anyhow"], best)
    return likeliest


def _columns(codes: Sequence[str]) -> list[int]:
    """The kinds of tiles, without one face down."""
    return [COLUMN[code] for code in codes if code in COLUMN and code != BACK]


@lru_cache(maxsize=50_000)
def _ways(codes: tuple[str, ...]) -> float:
    """In how many orders tiles may lie, as a logarithm."""
    places = _columns(codes)
    alike = [math.lgamma(number + 1) for number in Counter(places).values() if number > 1]
    return math.lgamma(len(places) + 1) - sum(alike)


@lru_cache(maxsize=50_000)
def _sorted(codes: tuple[str, ...]) -> float:
    """Log share of hands that lie in this very order where they are sorted."""
    places = _columns(codes)
    if not places:
        return 0.0
    kinds = len({_SUIT[place] for place in places})
    changes = rising = falling = 0
    for one, other in pairwise(places):
        if _SUIT[one] != _SUIT[other]:
            changes += 1
        elif one < other:
            rising += 1
        elif one > other:
            falling += 1
    wrong = (changes - (kinds - 1) + 1) // 2  # a tile within another suit parts it in two
    wrong += min(rising, falling)
    # it may be any tile, and lie anywhere
    displaced = NUMBERS["displaced"] + 2 * math.log(len(places))
    share: float = NUMBERS["sorted"] - math.lgamma(kinds + 1) - displaced * wrong
    return share


def forget() -> None:
    """Weigh every order anew, with other numbers."""
    _order.cache_clear()
    _sorted.cache_clear()


def _set_by_set(codes: tuple[str, ...]) -> bool:
    """Whether tiles lie set by set. The pair, or a tile of it, may lie beside the sets or among
    them."""
    if len(codes) % 3 == 1:
        without = (codes[:k] + codes[k + 1 :] for k in range(len(codes)))
        return any(in_order(rest, kongs=False) for rest in without)
    return in_order(codes, kongs=False) is not None
