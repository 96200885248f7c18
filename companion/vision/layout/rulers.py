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

_SAME_WAY = 0.22
"""What a radian of turn counts against differences of size, as logarithms."""

_FRAMED = 0.86
"""A white dragon narrower or lower than this part of its neighbours is the frame printed on it."""

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
    middle = quads.mean(1)
    facing = np.array([0.0 if code in NO_UP else 1.0 for code in codes])
    measured = _measured(_right_way_round(_frames(quads), middle, codes), middle, facing)
    mended = _mended(measured)
    return measured if mended is None else _measured(mended, middle, facing)


def _mended(rulers: Rulers) -> FloatArray | None:
    """Frames of all tiles, those of outlines that fit nothing taken from the tile beside them;
    None where every outline fits.

    A tile beside another lies as it does or across it. One that does neither, or that would lie
    across and upon it, was outlined badly; where it lies is right even then. Of two such tiles
    the one is believed that lies as more others do.
    """
    upright = rulers.alike & rulers.near_size
    neighbours = upright & (np.abs(np.abs(rulers.offset[..., 0]) - 1) < 0.5)
    neighbours &= np.abs(rulers.offset[..., 1]) < 0.36
    lone = np.flatnonzero(~neighbours.any(0))
    if not len(lone):
        return None
    apart = rulers.middle[lone] - rulers.middle[:, None]
    seen = np.abs(apart @ np.swapaxes(np.linalg.inv(rulers.frame), 1, 2))  # (N, lone, 2)
    along = seen[..., 0]
    beside = (along > 0.6) & (along < 1.3) & (seen[..., 1] < 0.36)
    more = upright.sum(1)
    unfit = beside & ~upright[:, lone] & ~(rulers.across[:, lone] & (along > 1))
    unfit &= more[:, None] > more[lone]
    if not unfit.any():
        return None
    frame = rulers.frame.copy()
    for column in np.flatnonzero(unfit.any(0)):
        place = lone[column]
        model = int(np.where(unfit[:, column], along[:, column], np.inf).argmin())
        same_way = float(rulers.frame[place, :, 1] @ rulers.frame[model, :, 1]) >= 0
        frame[place] = rulers.frame[model] * (1 if same_way else -1)
    return frame


def _measured(frame: FloatArray, middle: FloatArray, facing: FloatArray) -> Rulers:
    area = frame[:, 0, 0] * frame[:, 1, 1] - frame[:, 0, 1] * frame[:, 1, 0]
    inverse = np.linalg.inv(frame)
    apart = middle[None] - middle[:, None]
    seen_from_i = apart @ np.swapaxes(inverse, 1, 2)
    width_of_j, height_of_j = (inverse @ frame[:, :, axis].T for axis in (0, 1))  # (N, 2, N)
    # How far j's face is turned, both faces taken as 3 by 4.
    cos = width_of_j[:, 0] + height_of_j[:, 1]
    sin = np.abs(width_of_j[:, 1] * FACE[1] / FACE[0] - height_of_j[:, 0] * FACE[0] / FACE[1])
    # Seen from j the same step has the other sign, and both signs where j is upside down to i.
    seen_from_j = np.swapaxes(seen_from_i, 0, 1) * np.where(cos < 0, 1.0, -1.0)[..., None]
    cos = np.abs(cos)
    quarter = sin > cos
    offset = np.where(quarter[..., None], seen_from_i, (seen_from_i + seen_from_j) / 2)
    scale = np.sqrt(np.abs(area[None] / area[:, None]))
    of_a_size = (scale > _SIZES[0]) & (scale < _SIZES[1])
    alike = of_a_size & (sin < np.tan(_LEAN) * cos)
    across = of_a_size & (cos < np.tan(_LEAN) * sin)
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
    """Quarter turns undone for faces that do not tell width from height, and white dragons whose
    frame was taken for their outline enlarged to the size of the tiles around them.

    Foreshortening can make a face look wider than high. A back or a white dragon is taken the way
    that makes it most like one of the nearest tiles that do know their width; none near, it keeps
    the frame it came with.
    """
    tells = np.array([code not in NO_QUARTER for code in codes], dtype=bool)
    doubtful, certain = np.flatnonzero(~tells), np.flatnonzero(tells)
    if not len(doubtful) or not len(certain):
        return frame
    apart = ((middle[doubtful, None] - middle[None, certain]) ** 2).sum(-1)
    nearest = certain[np.argsort(apart, axis=1)[:, :5]]
    inverse = np.linalg.inv(frame[nearest])  # (D, up to 5, 2, 2)
    quarter = np.stack([frame[:, :, 1], -frame[:, :, 0]], axis=2)
    as_given, as_turned = (
        _unlike(inverse @ way[doubtful, None]).min(1) for way in (frame, quarter)
    )
    lying = doubtful[as_turned < as_given]
    turned = frame.copy()
    turned[lying] = quarter[lying]
    seen = _lengths(inverse @ turned[doubtful, None])  # (D, up to 5, 2)
    part = np.median(seen, axis=1)
    framed = np.array([codes[int(place)] == "5z" for place in doubtful])[:, None]
    turned[doubtful] /= np.where(framed & (part < _FRAMED), part, 1.0)[:, None, :]
    return turned


def _lengths(measured: FloatArray) -> FloatArray:
    """Width and height of faces in those of the faces that they are measured with:
    (…, 2, 2) → (…, 2)."""
    metric = FACE[:, None] * measured / FACE
    return np.asarray(np.linalg.norm(metric, axis=-2) + 1e-9)


def _unlike(measured: FloatArray) -> FloatArray:
    """How unlike faces are to those they are measured with: (…, 2, 2) → (…).

    Their sizes count most; of two equal sizes the one that lies the same way.
    """
    metric = FACE[:, None] * measured / FACE
    sizes = np.abs(np.log(_lengths(measured))).sum(-1)
    sin = np.abs(metric[..., 1, 0] - metric[..., 0, 1])
    cos = np.abs(metric[..., 0, 0] + metric[..., 1, 1])
    return np.asarray(sizes + _SAME_WAY * np.arctan2(sin, cos))
