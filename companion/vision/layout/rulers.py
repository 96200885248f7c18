"""Every tile is a ruler: its own edges measure how its neighbours lie.

A face is 3 wide and 4 high, whatever the camera does to it. Measured in a tile's own edges, the
tile that touches it on the right lies at (1, 0), in any picture: perspective, a stretched
picture or a turned table change the ruler together with what it measures. So rows can be found
without knowing the camera, and tiles standing on a rack do not disturb those lying before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.reading import SeenTile

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

FACE = np.array([3.0, 4.0])
"""Width and height of a face, in any unit."""

_LEAN = np.radians(28)
"""How far a tile may be turned and still lie the way its neighbour does; a fan's turn by 10."""

_SIZES = (0.62, 1.6)
"""How small and how large a neighbour may look: it may stand where the other lies."""

_NEIGHBOURS = (0.74, 1.35)
"""The same for neighbours in a row."""

NO_QUARTER = frozenset({"0z", "1p", "5z"})
"""Look the same at every quarter turn, so that nobody can tell which edge is the top."""

NO_UP = NO_QUARTER | frozenset(
    ["2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s"]
)
"""Look the same, or nearly so, upside down."""


@dataclass(frozen=True)
class Rulers:
    """How N tiles lie to each other.

    middle: (N, 2) pixels. frame: (N, 2, 2), columns are the tile's width and height in pixels,
    pointing right and down on the face. offset: (N, N, 2), the middle of tile j from the middle
    of tile i in widths and heights of both (their mean); signs are those of tile i.
    alike: (N, N), of a size and lying the same way or upside down. across: (N, N), of a size and
    j lies sideways to i. near_size: (N, N), of a size as neighbours in a row are. facing: (N,),
    1 where the face says which way is up, else 0.
    """

    middle: FloatArray
    frame: FloatArray
    offset: FloatArray
    alike: BoolArray
    across: BoolArray
    near_size: BoolArray
    facing: FloatArray

    def __len__(self) -> int:
        return len(self.middle)


def measure(tiles: Sequence[SeenTile]) -> Rulers:
    """Measure tiles with each other. O(N²) memory; N of a few hundred is nothing."""
    quads = np.array([tile.quad for tile in tiles], dtype=np.float64).reshape(-1, 4, 2)
    codes = [tile.code for tile in tiles]
    frame = _right_way_round(_frames(quads), quads.mean(1), codes)
    middle = quads.mean(1)
    inverse = np.linalg.inv(frame)
    apart = middle[None] - middle[:, None]
    seen_from_i = np.einsum("iab,ijb->ija", inverse, apart)
    relative = np.einsum("iab,jbc->ijac", inverse, frame)
    metric = FACE[:, None] * relative / FACE[None, :]
    turn = np.arctan2(metric[..., 1, 0] - metric[..., 0, 1], metric[..., 0, 0] + metric[..., 1, 1])
    scale = np.sqrt(np.abs(np.linalg.det(relative)))
    # Seen from j the same step has the other sign, and both signs where j is upside down to i.
    same_way = np.where(np.abs(turn) > np.pi / 2, -1.0, 1.0)[..., None]
    seen_from_j = -np.swapaxes(seen_from_i, 0, 1) * same_way
    quarter = np.abs(np.abs(turn) - np.pi / 2) < np.pi / 4
    offset = np.where(quarter[..., None], seen_from_i, (seen_from_i + seen_from_j) / 2)
    facing = np.array([0.0 if code in NO_UP else 1.0 for code in codes])
    lean = np.abs((turn + np.pi / 2) % np.pi - np.pi / 2)  # 0 upright or upside down, pi/2 across
    of_a_size = (scale > _SIZES[0]) & (scale < _SIZES[1])
    alike = of_a_size & (lean < _LEAN)
    across = of_a_size & (lean > np.pi / 2 - _LEAN)
    near_size = (scale > _NEIGHBOURS[0]) & (scale < _NEIGHBOURS[1])
    return Rulers(middle, frame, offset, alike, across, near_size, facing)


def _frames(quads: FloatArray) -> FloatArray:
    """(N, 4, 2) → (N, 2, 2): width and height of each quad as columns.

    A quad without area gets a frame of one pixel, so that it can be measured and fits nothing.
    """
    width = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    height = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    frame = np.stack([width, height], axis=2)
    flat = np.abs(np.linalg.det(frame)) < 1e-3
    frame[flat] = np.eye(2)
    return frame


def _right_way_round(frame: FloatArray, middle: FloatArray, codes: Sequence[str]) -> FloatArray:
    """Quarter turns undone for faces that do not tell width from height.

    Foreshortening can make a face look wider than high. A back or a white dragon is measured
    with the nearest tiles that do know their width; none near, it keeps the frame it came with.
    """
    doubtful = [i for i, code in enumerate(codes) if code in NO_QUARTER]
    certain = np.array([i for i, code in enumerate(codes) if code not in NO_QUARTER])
    if not doubtful or not len(certain):
        return frame
    frame = frame.copy()
    for i in doubtful:
        apart = np.linalg.norm(middle[certain] - middle[i], axis=1)
        nearest = certain[np.argsort(apart)[:3]]
        measured = np.linalg.solve(frame[nearest], np.broadcast_to(frame[i], (len(nearest), 2, 2)))
        lengths = np.linalg.norm(FACE[:, None] * measured, axis=1)
        if np.median(np.log(lengths[:, 0] / lengths[:, 1])) > 0:
            width, height = frame[i, :, 0].copy(), frame[i, :, 1].copy()
            frame[i, :, 0], frame[i, :, 1] = height, -width
    return frame
