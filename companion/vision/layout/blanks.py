"""Blank finds of a picture are white dragons or backs: one question, and not one for each.

They lie in one light and are of one set, so an eye that takes one of them for the other does so of
all. In 186 of 193 drawn pictures with several that look like white dragons, none of them surely,
all of these were the same: backs in 72 (`datasets/fit_all_backs.py`). So what each seems says less
than if it were told apart by itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from companion.game.tiles import BACK, WHITE
from companion.seen.reading import SeenTile
from companion.vision.layout.numbers import NUMBERS


def as_backs(tiles: Sequence[SeenTile]) -> tuple[float, tuple[SeenTile, ...]] | None:
    """The log odds that all white dragons are backs, and the finds as that; None where there are
    not several, one of them surely is a white dragon, or the eye hardly allows it.

    Backs that are all white dragons need no such look: in a hand that is whole with them, the price
    of each by itself is paid.
    """
    mean = mean_odds(tiles)
    if mean is None:
        return None
    more, times = NUMBERS["all_backs"]
    odds = more + times * mean
    if odds < -NUMBERS["hopeless"]:
        return None
    return odds, tuple(_as_back(tile) if tile.code == WHITE else tile for tile in tiles)


def mean_odds(tiles: Sequence[SeenTile]) -> float | None:
    """The log odds of white dragons being backs, each by its own looks, on the mean; None where
    there are not several, or one of them surely is a white dragon."""
    white = [tile for tile in tiles if tile.code == WHITE]
    if len(white) < 2 or any(tile.sure for tile in white):
        return None
    return sum(map(_odds, white)) / len(white)


def _odds(tile: SeenTile) -> float:
    """The log odds of a white dragon being a back, by its own looks."""
    chances, least = _chances(tile), NUMBERS["name_floor"]
    return math.log(max(chances[BACK], least) / max(chances[WHITE], least))


def _as_back(tile: SeenTile) -> SeenTile:
    """The find with the chances of these two names exchanged."""
    chances = _chances(tile)
    chances[WHITE], chances[BACK] = chances[BACK], chances[WHITE]
    named = tuple(sorted(chances.items(), key=lambda each: -each[1]))
    return replace(tile, code=BACK, confidence=chances[BACK], alternatives=named, sure=False)


def _chances(tile: SeenTile) -> dict[str, float]:
    """How likely a white dragon is each code; one that is told without its own chance is as likely
    as it has its code."""
    return {WHITE: tile.confidence, BACK: 0.0} | dict(tile.alternatives)
