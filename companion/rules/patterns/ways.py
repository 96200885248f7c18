"""Patterns about how the hand was won and about its suits, by the name used in `when`.

They do not depend on how the tiles are read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.patterns.cases import Way
from companion.rules.patterns.conditions import registered_in

WayPattern = Callable[[Way], bool]

WAY_PATTERNS: Final[dict[str, WayPattern]] = {}
_way = registered_in(WAY_PATTERNS)


@_way
def won(way: Way) -> bool:
    return way.winner


@_way
def kong_in_hand(way: Way) -> bool:
    """Of a loser; a winner has laid down every kong, or there would be a tile too few."""
    return not way.winner


@_way
def drew_winning_tile(way: Way) -> bool:
    """From the wall or from the loose tiles, but not as dealt (Example 16)."""
    return way.by in ("draw", "loose") and not original_hand(way)


@_way
def loose_tile(way: Way) -> bool:
    return way.by == "loose"


@_way
def loose_after_kong(way: Way) -> bool:
    return way.by == "loose" and "loose_after_flower" not in way.circumstances


@_way
def robbed(way: Way) -> bool:
    return way.by == "rob"


@_way
def original_hand(way: Way) -> bool:
    """East's tiles as dealt; only East then holds fourteen."""
    return "original" in way.circumstances


@_way
def first_discard(way: Way) -> bool:
    return "first_discard" in way.circumstances


@_way
def last_tile_drawn(way: Way) -> bool:
    return "last_tile" in way.circumstances


@_way
def kong_on_kong(way: Way) -> bool:
    return "kong_on_kong" in way.circumstances


@_way
def standing(way: Way) -> bool:
    return "standing" in way.circumstances


@_way
def standing_before_doubling(way: Way) -> bool:
    return bool(way.settings["standing_before_doubling"])


@_way
def one_suit_only(way: Way) -> bool:
    return len(way.suits) == 1 and way.suits != "z"


@_way
def one_suit_and_honours(way: Way) -> bool:
    return len(way.suits) == 2 and "z" in way.suits


@_way
def honours_only(way: Way) -> bool:
    return way.suits == "z"


@_way
def doubles_for_whole_hand(way: Way) -> bool:
    """Always true for the winner; for a loser, if the rules let losers double in this way."""
    return way.winner or bool(way.settings["losers_double_whole_hand"])
