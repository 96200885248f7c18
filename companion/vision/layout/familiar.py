"""How likely a hand lies in one of the ways that the layout knows.

Odds compare explanations with each other. A hand that lies as nobody foresaw gets the best of
those, often by far, and it is wrong. What shows it is what the best explanation leaves over, and
how unusual it is itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

import numpy as np

from companion.game.tiles import BACK, BONUS_SET, STRANGER
from companion.seen.reading import is_no_tile
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.weigh import Explanation

SIGNS: Final = (
    "always", "left_surely", "left_doubtful", "as_named", "waiting", "on_each_other", "pair_apart",
)  # fmt: skip
"""What tells, in the order of `signs`; how much each counts stands under these names."""


def familiar(
    picture: Picture, chosen: Explanation, others: AbstractSet[int] = frozenset()
) -> float:
    """The probability, 0 to 1, that a hand lies in a way that the layout knows. chosen: the
    likeliest explanation of it. others: the tiles of other hands."""
    shown = zip(SIGNS, signs(picture, chosen, others), strict=True)
    log_odds = sum(NUMBERS["familiar"][name] * sign for name, sign in shown)
    return 1 / (1 + math.exp(-log_odds))


def signs(
    picture: Picture, chosen: Explanation, others: AbstractSet[int] = frozenset()
) -> tuple[float, ...]:
    """What an explanation leaves over, and how unusual it is: a number for each of `SIGNS`."""
    own = sorted(chosen.names)
    sure, doubtful = _left_over(picture, own, others)
    most = NUMBERS["most_signs"]
    return (
        1.0,
        float(sure > 0),
        float(min(doubtful, most)),
        max(NUMBERS["least_named"], _log_named(picture, chosen)),
        float(not chosen.finished),
        float(min(_on_each_other(picture, own), most)),
        float(any(unit.region == "p" for unit in chosen.units)),
    )


def _left_over(picture: Picture, own: Sequence[int], others: AbstractSet[int]) -> tuple[int, int]:
    """How many faces near the hand, and flowers anywhere, are of no hand: sure ones and others."""
    of_hands = others | {*own}
    rest = [
        place
        for place, tile in enumerate(picture.tiles)
        if place not in of_hands and tile.code not in (BACK, STRANGER) and not is_no_tile(tile)
    ]
    if not rest:
        return 0, 0
    away = picture.rulers.clear[np.ix_(rest, own)].min(1).tolist()
    sure = doubtful = 0
    for place, clear in zip(rest, away, strict=True):
        tile = picture.tiles[place]
        near = NUMBERS["near_surely" if tile.sure else "near_doubtful"]
        if tile.code in BONUS_SET or clear < near:
            sure += tile.sure
            doubtful += not tile.sure
    return sure, doubtful


def _log_named(picture: Picture, chosen: Explanation) -> float:
    """Log of the probability that all tiles of the hand are what they are called."""
    total = 0.0
    for place, code in chosen.names.items():
        tile = picture.tiles[place]
        given = dict(tile.alternatives) or {tile.code: tile.confidence}
        total += math.log(max(NUMBERS["name_floor"], given.get(code, 0.0)))
    return total


def _on_each_other(picture: Picture, own: Sequence[int]) -> int:
    """How many two tiles of the hand lie on each other."""
    rulers, both = picture.rulers, np.ix_(own, own)
    within = NUMBERS["overlap"]
    on = (np.abs(rulers.along[both]) < within) & (np.abs(rulers.aside[both]) < within)
    return int(np.triu(on, 1).sum())
