"""Which finds are surely the tiles that they are called."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game.tiles import KINDS
from companion.vision.layout.numbers import NUMBERS
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.fuse import Look
from companion.vision.recognition.photo import Photo
from companion.vision.recognition.which_are_tiles import LIKELY, as_tiles

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


def test_a_bird_that_may_be_any_flower_stays_a_bird_that_it_may_be() -> None:
    """The layout sees all names that may fit a hand, also the ninth."""
    codes = ("1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f", "1s", "9s", NOT_A_TILE)
    odds = np.array([[0.13, 0.125, 0.12, 0.115, 0.11, 0.105, 0.1, 0.095, 0.05, 0.0005, 0.0495]])
    quad = np.array([[[10, 10], [50, 10], [50, 64], [10, 64]]], np.float32)
    named = Named(codes, odds, np.array([[0.97, 0.01, 0.01, 0.01]]), np.zeros((1, 1)))
    (tile,) = as_tiles(Look(quad, np.ones(1), named), np.arange(1), PHOTO)
    assert [code for code, _ in tile.alternatives] == [*codes[:9]]
    assert NUMBERS["name_allowed"] == LIKELY


def test_a_face_that_light_hides_may_be_any_of_all() -> None:
    codes = (*KINDS, "0z", NOT_A_TILE)
    odds = np.array([[*[0.15 / 34] * 34, 0.84, 0.01]])
    quad = np.array([[[10, 10], [50, 10], [50, 64], [10, 64]]], np.float32)
    named = Named(codes, odds, np.full((1, 4), 0.25), np.zeros((1, 1)))
    (tile,) = as_tiles(Look(quad, np.ones(1), named), np.arange(1), PHOTO)
    assert {code for code, _ in tile.alternatives} == {*KINDS, "0z"}
