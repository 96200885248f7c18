"""Quads → faces, cut out of the photograph and straightened."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import grow, mean_sides


def rectify(pixels: ByteArray, quads: FloatArray, size: int, margin: float) -> ByteArray:
    """Cut each face out of the picture as a square, its first edge on top.

    pixels: H × W × 3 uint8. quads: (N, 4, 2), pixels, clockwise. margin: how much of the outline
    is cut, 1.1 for a tenth more. Returns (N, size, size, 3) uint8, same colours; N may be 0.
    What lies outside the picture repeats its edge.
    """
    faces = np.empty((len(quads), size, size, 3), np.uint8)
    if not len(quads):
        return faces
    shrink = np.clip(mean_sides(quads) * margin / size, 1, None)
    level = np.floor(np.log2(shrink)).astype(int)
    grown = grow(quads, margin)
    part, corner = _around(pixels, grown, 2 ** int(level.max()))
    levels = [part]
    while len(levels) <= level.max():
        height, width = (max(1, side // 2) for side in levels[-1].shape[:2])
        even = levels[-1][: 2 * height, : 2 * width]
        halved = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(halved, np.uint8))
    target = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    for place, (quad, step) in enumerate(zip(grown - corner, level, strict=True)):
        # Pixel centres: a point p of the picture lies at (p + 0.5) / 2 - 0.5 one level up.
        source = (quad + 0.5) / 2**step - 0.5
        view = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        cv2.warpPerspective(
            levels[step],
            view,
            (size, size),
            dst=faces[place],
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return faces


def spread(along: FloatArray) -> FloatArray:
    """Places in rows and columns of a face, for `at_places`: (2, P). along: (S,), P is S × S."""
    return np.stack([axis.ravel() for axis in np.meshgrid(along, along)])


def at_places(pixels: ByteArray, quads: FloatArray, places: FloatArray) -> ByteArray:
    """The picture's colours in places of each quad: (N, P, 3).

    pixels: H × W × 3 uint8. quads: (N, 4, 2), pixels, clockwise. places: (2, P), in parts of the
    first edge and of the last. What lies outside the picture repeats its edge.
    """
    u, v = places
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v])
    points = np.rint(np.einsum("nkd,kp->npd", quads, weights)).astype(int)
    height, width = pixels.shape[:2]
    rows, columns = np.clip(points[..., 1], 0, height - 1), np.clip(points[..., 0], 0, width - 1)
    return np.asarray(pixels[rows, columns])


def _around(pixels: ByteArray, quads: FloatArray, step: int) -> tuple[ByteArray, FloatArray]:
    """The part of the picture around quads, and where it begins, a multiple of `step` pixels: what
    is halved need not be larger."""
    low = (np.floor((quads.min((0, 1)) - step) / step).astype(int) * step).clip(0)
    high = np.ceil((quads.max((0, 1)) + 1 + step) / step).astype(int) * step
    if (low >= [pixels.shape[1], pixels.shape[0]]).any() or (high <= low).any():
        return pixels, np.zeros(2)  # all of them lie outside
    return pixels[low[1] : high[1], low[0] : high[0]], low.astype(float)
