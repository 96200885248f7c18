"""What the outlines learn from stays true when it is turned, mirrored or partly hidden."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from companion.vision.arrays import ByteArray, FloatArray  # noqa: E402
from models.training.fit_outlines import mirrored, paired, turned  # noqa: E402

SIDE = 64
SQUARE = np.array([[16, 16], [48, 16], [48, 48], [16, 48]], np.float32)
"""An outline in a view, pixels; the face it belongs to has its corners elsewhere."""


def view(off: FloatArray) -> ByteArray:
    """A view whose face is white, its corners `off` from those of SQUARE, in sides of the view."""
    cut = np.zeros((SIDE, SIDE, 3), np.uint8)
    cv2.fillConvexPoly(cut, np.round(SQUARE + off * SIDE).astype(np.int32), (255, 255, 255))
    return cut


OFF = np.array([[-0.1, 0.05], [0.1, 0.0], [0.15, 0.2], [-0.05, 0.1]], np.float32)


def drawn_again(cut: ByteArray, off: FloatArray) -> float:
    """The part of a view in which it differs from one that is drawn with these corners."""
    return float((view(off) != cut).mean())


@pytest.mark.parametrize("quarters", range(4))
def test_corners_turn_with_the_view(quarters: int) -> None:
    cut, off = turned(view(OFF)[None], OFF[None], quarters)
    assert drawn_again(cut[0], off[0]) < 0.05


def test_corners_are_mirrored_with_the_view() -> None:
    cut, off = mirrored(view(OFF)[None], OFF[None])
    assert drawn_again(cut[0], off[0]) < 0.05


def tile(left: float, top: float, high: float = 40) -> FloatArray:
    corners = [[left, top], [left + 30, top], [left + 30, top + high], [left, top + high]]
    return np.array(corners, np.float32)


def test_a_find_of_the_upper_part_belongs_to_the_tile_that_is_covered() -> None:
    tiles, finds = np.stack([tile(0, 0), tile(60, 0)]), np.stack([tile(0, 0), tile(60, 0, 14)])
    assert paired(tiles, np.array([1.0, 0.45]), finds) == {0: 0, 1: 1}


def test_a_part_of_a_tile_that_nothing_covers_is_no_outline_of_it() -> None:
    tiles, finds = np.stack([tile(0, 0), tile(60, 0)]), np.stack([tile(0, 0), tile(60, 0, 14)])
    assert paired(tiles, np.array([1.0, 1.0]), finds) == {0: 0}
