"""Which finds are surely the tiles that they are called."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.fuse import Look
from companion.vision.recognition.photo import Photo
from companion.vision.recognition.which_are_tiles import as_tiles

CODES = ("1m", "1f", "0z", "9x", NOT_A_TILE)
PHOTO = Photo(np.zeros((200, 600, 3), np.uint8), 600, 200)


def surely(code: str, count: int) -> list[bool]:
    """Which of so many clear tiles of a kind are sure."""
    corners = np.array([[10, 10], [50, 10], [50, 64], [10, 64]], np.float32)
    quads = np.array([corners + [60 * place, 0] for place in range(count)], np.float32)
    odds = np.full((count, len(CODES)), 1e-6)
    odds[:, CODES.index(code)] = 1 - 4e-6
    ways = np.tile([0.97, 0.01, 0.01, 0.01], (count, 1))
    look = Look(quads, np.ones(count), Named(CODES, odds, ways, np.zeros((count, 1))))
    return [tile.sure for tile in as_tiles(look, np.arange(count), PHOTO)]


@pytest.mark.parametrize(("code", "most"), [("1m", 4), ("1f", 1)])
def test_more_of_a_tile_than_the_game_has_are_not_sure(code: str, most: int) -> None:
    assert surely(code, most) == [True] * most
    assert surely(code, most + 1) == [False] * (most + 1)


@pytest.mark.parametrize("code", ["0z", "9x"])
def test_backs_and_jokers_may_be_any_number(code: str) -> None:
    assert surely(code, 6) == [True] * 6
