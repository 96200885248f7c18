"""Small outlines across a tile become those of the tiles beside it; all others stay."""

from __future__ import annotations

import math

import numpy as np

from companion.vision.geometry import FloatArray
from companion.vision.recognition.detect import mended

WIDE, HIGH = 60.0, 80.0


def outline(x: float, y: float, degrees: float, part: float = 1.0) -> FloatArray:
    """Of a tile with its middle there, turned so, and of this part of its size."""
    a = math.radians(degrees)
    turn = np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
    corners = np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) / 2
    return np.asarray(part * corners @ turn + [x, y])


def row(degrees: float, *tiles: tuple[float, float]) -> FloatArray:
    """Tiles side by side; of each, how far it is turned against the row, and its part of size."""
    a = math.radians(degrees)
    return np.array(
        [
            outline(300 + WIDE * n * math.cos(a), 300 + WIDE * n * math.sin(a), degrees + by, part)
            for n, (by, part) in enumerate(tiles)
        ]
    )


def test_a_small_outline_across_its_tile_becomes_that_of_the_next() -> None:
    seen = row(45, (0, 1), (0, 1), (45, 0.7), (0, 1))
    assert np.allclose(mended(seen), row(45, *[(0, 1)] * 4), atol=0.1)


def test_a_tile_that_lies_askew_in_its_full_size_stays() -> None:
    seen = row(10, (0, 1), (30, 1), (0, 1))
    assert np.array_equal(mended(seen), seen)


def test_a_small_outline_that_lies_as_its_neighbours_do_stays() -> None:
    seen = row(45, (0, 1), (0, 0.7), (0, 1))
    assert np.array_equal(mended(seen), seen)


def test_where_the_neighbours_lie_all_ways_nothing_is_known() -> None:
    seen = row(0, (0, 1), (40, 0.7), (35, 1))
    assert np.array_equal(mended(seen), seen)


def test_something_much_larger_is_no_measure() -> None:
    seen = row(0, (0, 2.2), (45, 0.7))
    assert np.array_equal(mended(seen), seen)


def test_no_tile_and_one_tile_stay() -> None:
    for count in (0, 1):
        seen = row(45, (0, 1))[:count]
        assert np.array_equal(mended(seen), seen)
