"""Every tile is a ruler: its own edges measure how its neighbours lie.

A face is 3 wide and 4 high, whatever the camera does to it. Measured in a tile's own edges, the
tile that touches it on the right lies at (1, 0), in any picture: perspective, a stretched
picture or a turned table change the ruler together with what it measures. So rows can be found
without knowing the camera, and tiles standing on a rack do not disturb those lying before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from companion.game.tiles import SAME_ANY_WAY_UP, SAME_UPSIDE_DOWN
from companion.seen.reading import SeenTile
from companion.vision.arrays import BoolArray, FloatArray
from companion.vision.geometry import mean_edges
from companion.vision.layout.numbers import NUMBERS

FACE = np.array([3.0, 4.0])
"""Width and height of a face, in any unit."""
_NEAREST = 5
"""Tiles near by that say how a back or a white dragon lies; one of them may lie across. By hand."""
_FLAT = 1e-3
"""Area of an outline, square pixels, below which it has none. By hand."""


@dataclass(frozen=True)
class Rulers:
    """How N tiles lie to each other.

    middle: (N, 2) pixels. frame: (N, 2, 2), columns are the tile's width and height in pixels,
    pointing right and down on the face. along, aside: (N, N), the middle of tile j from the middle
    of tile i in widths and in heights of both (their mean); signs are those of tile i.
    of_a_size: (N, N), which look about as large. alike: (N, N), of a size and lying the same way or
    upside down. across: (N, N), of a size and j lies sideways to i. near_size: (N, N), of a size as
    neighbours in a row are. near_height: (N, N), as high as neighbours in a row are, where one may
    hide part of the other's width. facing: (N,), 1 where the face says which way is up, else 0.
    """

    middle: FloatArray
    frame: FloatArray
    along: FloatArray
    aside: FloatArray
    of_a_size: BoolArray
    alike: BoolArray
    across: BoolArray
    near_size: BoolArray
    near_height: BoolArray
    facing: FloatArray

    def __len__(self) -> int:
        return len(self.middle)

    @cached_property
    def clear(self) -> FloatArray:
        """(N, N), the clear space between tiles in their widths, whichever way they lie."""
        along, aside = np.abs(self.along), np.abs(self.aside)
        alike = np.hypot(np.maximum(along - 1, 0), np.maximum(aside - 1, 0) * 4 / 3)
        # a tile turned a quarter is, on the mean, 7/6 of a width from side to side
        turned = np.hypot(np.maximum(along - 7 / 6, 0), np.maximum(aside * 4 / 3 - 7 / 6, 0))
        clear = np.where(self.alike, alike, turned)
        return np.minimum(clear, clear.T)

    @cached_property
    def points(self) -> list[complex]:
        """`middle` as numbers x + yj, which are added up and turned faster than arrays."""
        return _as_numbers(self.middle)

    @cached_property
    def rights(self) -> list[complex]:
        """The tiles' widths, likewise."""
        return _as_numbers(self.frame[..., 0])

    @cached_property
    def downs(self) -> list[complex]:
        """The tiles' heights, likewise."""
        return _as_numbers(self.frame[..., 1])


def _as_numbers(vectors: FloatArray) -> list[complex]:
    """(N, 2) → N numbers x + yj."""
    numbers: list[complex] = (vectors @ np.array([1, 1j])).tolist()
    return numbers


def measure(tiles: Sequence[SeenTile]) -> Rulers:
    """Measure tiles with each other. O(N²) memory; N of a few hundred is nothing."""
    corners = chain.from_iterable(tile.quad for tile in tiles)
    quads = np.array(list(chain.from_iterable(corners)), dtype=np.float64).reshape(-1, 4, 2)
    codes = [tile.code for tile in tiles]
    middle = quads.mean(1)
    facing = np.array([0.0 if code in SAME_UPSIDE_DOWN else 1.0 for code in codes])
    return _measured(_right_way_round(_frames(quads), middle, codes), middle, facing)


def _measured(frame: FloatArray, middle: FloatArray, facing: FloatArray) -> Rulers:
    inverse = _inverse(frame)
    seen_from_i = _seen_from(inverse, middle, middle)
    # How far j's face is turned, both faces taken as 3 by 4.
    edges = np.swapaxes(frame, 1, 2).reshape(-1, 4).T
    cos = inverse.reshape(-1, 4) @ edges
    aslant = inverse[:, ::-1] * np.array([[FACE[1] / FACE[0]], [-FACE[0] / FACE[1]]])
    sin = np.abs(aslant.reshape(-1, 4) @ edges)
    # Seen from j the same step has the other sign, and both signs where j is upside down to i.
    sign = -np.sign(cos)
    cos = np.abs(cos)
    share = (sin <= cos) / 2
    along, aside = (seen + share * (sign * seen.T - seen) for seen in seen_from_i)
    area = np.sqrt(np.abs(_areas(frame)))
    wide, high = np.linalg.norm(frame, axis=1).T
    scale, width, height = (size / size[:, None] for size in (area, wide, high))
    lean = np.tan(np.radians(NUMBERS["lean"]))
    of_a_size = _within(scale, NUMBERS["sizes"])
    alike = of_a_size & (sin < lean * cos)
    across = of_a_size & (cos < lean * sin)
    near_size = _within(scale, NUMBERS["neighbour_sizes"])
    near_height = _within(height, NUMBERS["neighbour_sizes"])
    near_height &= _within(width, NUMBERS["covered_sizes"])
    return Rulers(
        middle, frame, along, aside, of_a_size, alike, across, near_size, near_height, facing
    )


def _within(values: FloatArray, bounds: Sequence[float]) -> BoolArray:
    low, high = bounds
    return np.asarray((values > low) & (values < high))


def _inverse(frame: FloatArray) -> FloatArray:
    """Of 2 × 2 matrices: (…, 2, 2) → (…, 2, 2). Many times as fast as numpy's own."""
    area = _areas(frame)
    turned = np.swapaxes(frame, -2, -1)[..., ::-1, ::-1]
    return np.asarray(turned * np.array([[1, -1], [-1, 1]]) / area[..., None, None])


def _areas(frame: FloatArray) -> FloatArray:
    """Determinants: (…, 2, 2) → (…), negative where a frame shows a tile's mirror image."""
    return frame[..., 0, 0] * frame[..., 1, 1] - frame[..., 0, 1] * frame[..., 1, 0]


def _seen_from(
    inverse: FloatArray, middle: FloatArray, points: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Points (M, 2) from the middles of N tiles, in their widths and in their heights: (N, M).

    inverse: of the tiles' frames.
    """
    right, down = points.T[:, None] - middle.T[..., None]  # pixels
    of_right, of_down = inverse[:, :, :1], inverse[:, :, 1:]
    along, aside = (of_right[:, k] * right + of_down[:, k] * down for k in (0, 1))
    return along, aside


def _frames(quads: FloatArray) -> FloatArray:
    """(N, 4, 2) → (N, 2, 2): width and height of each quad as columns.

    A quad without area gets a frame of one pixel, so that it can be measured and fits nothing.
    """
    frame = np.stack(mean_edges(quads), axis=2)
    flat = np.abs(_areas(frame)) < _FLAT
    frame[flat] = np.eye(2)
    return frame


def _right_way_round(frame: FloatArray, middle: FloatArray, codes: Sequence[str]) -> FloatArray:
    """Quarter turns undone for faces that do not tell width from height.

    Foreshortening can make a face look wider than high. A back or a white dragon is taken the way
    that makes it most like one of the nearest tiles that do know their width; none near, it keeps
    the frame it came with.
    """
    tells = np.array([code not in SAME_ANY_WAY_UP for code in codes], dtype=bool)
    doubtful, certain = np.flatnonzero(~tells), np.flatnonzero(tells)
    if not len(doubtful) or not len(certain):
        return frame
    to = middle[doubtful, None] - middle[certain]
    apart = to[..., 0] ** 2 + to[..., 1] ** 2
    nearest = certain[np.argsort(apart, axis=1)[:, :_NEAREST]]
    inverse = _inverse(frame[nearest])  # (D, N, 2, 2), of N nearest
    given = frame[doubtful]
    ways = np.stack([given, np.stack([given[..., 1], -given[..., 0]], axis=-1)])
    unlike = _unlike(_metric(inverse @ ways[:, :, None])).min(-1)
    mended = frame.copy()
    mended[doubtful] = ways[unlike.argmin(0), np.arange(len(doubtful))]
    return mended


def _metric(measured: FloatArray) -> FloatArray:
    """Widths and heights of faces, measured with other faces, in the unit of `FACE`."""
    return np.asarray(FACE[:, None] * measured / FACE)


def _lengths(metric: FloatArray) -> FloatArray:
    """Width and height of faces in those of the faces that they are measured with:
    (…, 2, 2) → (…, 2)."""
    return np.asarray(np.hypot(metric[..., 0, :], metric[..., 1, :]) + 1e-9)


def _unlike(metric: FloatArray) -> FloatArray:
    """How unlike in size faces are to those they are measured with: (…, 2, 2) → (…)."""
    return np.asarray(np.abs(np.log(_lengths(metric))).sum(-1))
