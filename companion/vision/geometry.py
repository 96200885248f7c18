"""Quads and points: order of corners, sizes, overlap. In pixels; y points down."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import BoolArray, FloatArray

_NEXT = [1, 2, 3, 0]
"""The corner after each corner."""


def edge_lengths(quads: FloatArray) -> FloatArray:
    """Lengths of the four edges of each quad: (N, 4, 2) → (N, 4); edge k runs from corner k."""
    along = quads[:, _NEXT] - quads
    return np.asarray(np.hypot(along[..., 0], along[..., 1]))


def sides(quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean length of edges 0 and 2, and of edges 1 and 3, of each quad: (N,), (N,)."""
    edges = edge_lengths(quads)
    return (edges[:, 0] + edges[:, 2]) / 2, (edges[:, 1] + edges[:, 3]) / 2


def mean_edges(quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The mean of edge 0 and edge 2, and of edge 3 and edge 1, of each quad, from its first corner
    to its second and to its last: (N, 2), (N, 2)."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return right, down


def mean_sides(quads: FloatArray) -> FloatArray:
    """The side of a square with the area of each quad: (N,)."""
    across, along = sides(quads)
    return np.asarray(np.sqrt(across * along))


def quarter_turns(quads: FloatArray) -> NDArray[np.complexfloating[Any, Any]]:
    """How quads are turned, where a quarter turn counts as none.

    Returns (N,) complex numbers of length 1 whose angle is four times the angle of the quad.
    """
    along = quads[:, _NEXT] - quads
    # The fourth power of an edge x + yj is the same for all four edges of a rectangle.
    turn = ((along[..., 0] + 1j * along[..., 1]) ** 4).sum(1)
    return np.asarray(turn / (np.abs(turn) + 1e-9))


def clockwise(quads: FloatArray) -> FloatArray:
    """The same quads with their corners clockwise in the picture."""
    return np.where((_areas(quads) < 0)[:, None, None], quads[:, [0, 3, 2, 1]], quads)


def areas(quads: FloatArray) -> FloatArray:
    """The area of each quad, square pixels: (N, 4, 2) → (N,)."""
    return np.abs(_areas(quads))


def _areas(quads: FloatArray) -> FloatArray:
    """The same, less than 0 where the corners run anticlockwise."""
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray((x * y[:, _NEXT] - x[:, _NEXT] * y).sum(-1) / 2)


def short_edge_first(quads: FloatArray) -> FloatArray:
    """Turn each quad's corners so that edge 0 is a short edge, the upper of the two.

    A face is taller than wide, so edge 0 is its top or its foot, unless the camera looks at it very
    obliquely. (N, 4, 2) → (N, 4, 2).
    """
    across, along = sides(quads)
    turned = np.where((across > along)[:, None, None], np.roll(quads, -1, axis=1), quads)
    upside_down = turned[:, :2, 1].mean(1) > turned[:, 2:, 1].mean(1)
    return np.where(upside_down[:, None, None], np.roll(turned, -2, axis=1), turned)


def turn_corners(quads: FloatArray, quarters: NDArray[np.integer[Any]]) -> FloatArray:
    """Start each quad `quarters` corners later. (N, 4, 2), (N,) → (N, 4, 2)."""
    order = (np.arange(4)[None] + quarters[:, None]) % 4
    return np.take_along_axis(quads, order[..., None], axis=1)


def grow(quads: FloatArray, factor: float) -> FloatArray:
    """Each quad enlarged about its middle by `factor`."""
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + (quads - middle) * factor)


def in_edges(quads: FloatArray, points: FloatArray) -> FloatArray:
    """Where points lie from the middle of each quad, in lengths of its first and its last edge:
    (N, 4, 2) and (M, 2) → (N, M, 2). A quad without a surface is taken as one of a pixel."""
    right, down = (each[:, None] for each in mean_edges(quads))
    to = points - quads.mean(1)[:, None]
    area = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
    area = np.where(np.abs(area) < 1.0, 1.0, area)
    across = (to[..., 0] * down[..., 1] - to[..., 1] * down[..., 0]) / area
    along = (to[..., 1] * right[..., 0] - to[..., 0] * right[..., 1]) / area
    return np.stack([across, along], axis=-1)


def share_of(shape: FloatArray, other: FloatArray) -> float:
    """The part of a shape's area that another one covers, 0 to 1. Both are (N, 2), the corners of a
    convex shape in any order. A shape without a surface is taken as one of a pixel."""
    own, cover = (cv2.convexHull(each.astype(np.float32)) for each in (shape, other))
    common, _ = cv2.intersectConvexConvex(own, cover)
    return min(float(common) / max(cv2.contourArea(own), 1.0), 1.0)


def share_within(quads: FloatArray, width: float, height: float) -> FloatArray:
    """How much of each quad's area lies in a picture of this size: (N, 4, 2) → (N,), 0 to 1."""
    share = np.ones(len(quads))
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    beyond = ((quads < 0) | (quads > [width, height])).any((1, 2))
    for place in np.flatnonzero(beyond).tolist():
        share[place] = share_of(quads[place], picture)
    return share


def box_overlap(one: FloatArray, other: FloatArray) -> FloatArray:
    """Overlap of the upright boxes around quads, as intersection over union: (N, 4, 2), (M, 4,
    2) → (N, M)."""
    low = np.maximum(one.min(1)[:, None], other.min(1)[None])
    high = np.minimum(one.max(1)[:, None], other.max(1)[None])
    shared = np.clip(high - low, 0, None).prod(-1)
    area_one = (one.max(1) - one.min(1)).prod(-1)
    area_other = (other.max(1) - other.min(1)).prod(-1)
    union = area_one[:, None] + area_other[None] - shared
    return np.asarray(shared / np.maximum(union, 1e-9))


def hanging_together(near: BoolArray) -> list[set[int]]:
    """Groups in which each is near another, and nobody is near one of another group. near: (N, N),
    symmetric."""
    heap_of = [{k} for k in range(len(near))]
    for one, other in np.argwhere(np.triu(near, 1)).tolist():
        if heap_of[one] is not heap_of[other]:
            heap_of[one] |= heap_of[other]
            for k in heap_of[other]:
                heap_of[k] = heap_of[one]
    return [heap for k, heap in enumerate(heap_of) if k == min(heap)]
