"""Blank finds of a picture are white dragons or backs: one question, and not one for each.

They lie in one light and are of one set, so an eye that takes one of them for the other does so of
all. In 186 of 193 drawn pictures with several that look like white dragons, none of them surely,
all of these were the same: backs in 72 (`datasets/fit_all_backs.py`). So what each seems says less
than if it were told apart by itself.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence

from msgspec.structs import replace

from companion.game.tiles import BACK, WHITE
from companion.seen.reading import SeenTile
from companion.vision.layout.numbers import NUMBERS

OF_A_KIND = 4
"""Tiles of a kind in a set."""


def as_backs(tiles: Sequence[SeenTile]) -> tuple[float, tuple[SeenTile, ...]] | None:
    """The log odds that all white dragons are backs, and the finds as that; None where there are
    not several, one of them surely is a white dragon, or the eye hardly allows it."""
    mean = mean_odds(tiles)
    if mean is None:
        return None
    more, times = NUMBERS["all_backs"]
    odds = more + times * mean
    if odds < -NUMBERS["hopeless"]:
        return None
    return odds, tuple(_exchanged(tile) if tile.code == WHITE else tile for tile in tiles)


def as_whites(
    tiles: Sequence[SeenTile], among_faces: Container[int]
) -> tuple[float, tuple[SeenTile, ...]] | None:
    """The log odds that all backs in rows of faces are white dragons, and the finds as that; None
    where there are no or too many such backs. among_faces: the places of finds in such rows.

    In some sets a plain white dragon looks just like a back, and the backs of the wall say so.
    """
    places = [k for k, tile in enumerate(tiles) if tile.code == BACK and k in among_faces]
    if not 0 < len(places) <= OF_A_KIND:
        return None
    mean = sum(_odds(tiles[place]) for place in places) / len(places)
    more, times = NUMBERS["all_backs"]
    return -more - times * mean, tuple(
        _exchanged(tile) if place in places else tile for place, tile in enumerate(tiles)
    )


def mean_odds(tiles: Sequence[SeenTile]) -> float | None:
    """The log odds of white dragons being backs, each by its own looks, on the mean; None where
    there are not several, or one of them surely is a white dragon."""
    white = [tile for tile in tiles if tile.code == WHITE]
    if len(white) < 2 or any(tile.sure for tile in white):
        return None
    return sum(map(_odds, white)) / len(white)


def _odds(tile: SeenTile) -> float:
    """The log odds of a blank find being a back and no white dragon, by its own looks."""
    chances, least = _chances(tile), NUMBERS["name_floor"]
    return math.log(max(chances[BACK], least) / max(chances[WHITE], least))


def _exchanged(tile: SeenTile) -> SeenTile:
    """The find with the chances of these two names exchanged."""
    chances = _chances(tile)
    chances[WHITE], chances[BACK] = chances[BACK], chances[WHITE]
    named = tuple(sorted(chances.items(), key=lambda each: -each[1]))
    code = BACK if tile.code == WHITE else WHITE
    return replace(tile, code=code, confidence=chances[code], alternatives=named, sure=False)


def _chances(tile: SeenTile) -> dict[str, float]:
    """How likely a blank find is each code; one that is told without its own chance is as likely as
    it has its code."""
    return {WHITE: 0.0, BACK: 0.0, tile.code: tile.confidence} | dict(tile.alternatives)
