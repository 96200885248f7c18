"""Every pattern that a rule's `when` may name, and what is known about them beforehand.

There are four kinds of pattern. A set pattern asks about one set or pair. A bonus pattern asks
about one flower, season or special tile. A way pattern asks how the hand was won, and about its
suits. A hand pattern asks about one way to read the whole hand. `not NAME` is the opposite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.rules.patterns.bonus import BONUS_PATTERNS
from companion.rules.patterns.hands import HAND_PATTERNS, LAID_OUT
from companion.rules.patterns.sets import PART_PATTERNS
from companion.rules.patterns.special_hands import SHAPES
from companion.rules.patterns.ways import WAY_PATTERNS, WayPattern, one_suit_only

NEEDS: Final[dict[str, WayPattern]] = {
    "fourteen_of_nine_way_call": one_suit_only,
    "called_nine_ways": one_suit_only,
    "green_only": lambda way: set(way.suits) <= set("sz"),
    **dict.fromkeys(LAID_OUT, lambda way: way.bonus),
}
"""What must be true for a hand pattern to hold, however the hand is read."""
_NO_RUNS: Final = range(1)
RUNS: Final[dict[str, range]] = {
    "no_sequences": _NO_RUNS,
    "nothing_else_scored": range(4, 5),
    "four_kongs": _NO_RUNS,
    "heads_only": _NO_RUNS,
    "terminals_only": _NO_RUNS,
    "sets_of_all_winds": _NO_RUNS,
    "sets_of_three_winds": range(2),
    "sets_of_all_dragons": range(2),
    "fourth_of_exposed_three": range(1, 5),
    **dict.fromkeys(SHAPES, _NO_RUNS),
}
"""How many sets of the hand may be runs if the pattern holds. Without an entry, any number."""

PATTERNS: Final[dict[str, Mapping[str, Callable[..., bool]]]] = {
    "set": PART_PATTERNS,
    "bonus": BONUS_PATTERNS,
    "hand": {**WAY_PATTERNS, **HAND_PATTERNS},
}
"""The patterns, by what a rule looks at: its `per`."""

ASKS: Final[dict[str, str]] = {
    "original_hand": "original",
    "drew_winning_tile": "original",
    "first_discard": "first_discard",
    "last_tile_drawn": "last_tile",
    "standing": "standing",
    "kong_on_kong": "kong_on_kong",
    "loose_after_kong": "loose_after_flower",
    "robbed": "rob",
    "of_round_wind": "round",
    "of_own_wind_in_own_round": "round",
}
"""What makes a difference to a pattern: a circumstance, a way to win, or the wind of the round."""
