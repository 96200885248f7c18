"""Faces compared as small pictures.

The pictures are so small that they hold only what a poor photograph still shows. They are laid over
each other at every place and turn, and the best match counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from companion.vision.arrays import ByteArray, FloatArray, IntArray
from companion.vision.tile_sets.thumbnails import AROUND, SIDE


@dataclass(frozen=True)
class Grain:
    """How small pictures are made.

    side: side of a face's picture, pixels. inner: side of an example's picture, which may lie
    anywhere within the face's. laid: how examples are laid over faces, because outlines are not
    exact: degrees of turn, and enlargement. balanced: whether each picture is changed so that the
    tile's body is one light grey. The colour of the ink then does not depend on the lamp.
    """

    side: int
    inner: int
    laid: tuple[tuple[float, float], ...]
    balanced: bool


COARSE = Grain(11, 8, ((-20, 1), (0, 1), (20, 1)), balanced=False)
"""What a poor photograph still shows. It tells one tile from another. Set by hand, not measured."""
FINE = Grain(20, 16, ((0, 1), (-8, 1), (8, 1), (0, 0.94), (0, 1.06)), balanced=True)
"""It tells the same tile of two sets apart. Set by hand, not measured."""
# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
HELD = 1.1
"""How much of the outline a face's picture holds. It follows from `margin` in the classifier's
facts: the classifier is shown as much."""
_LIKELY = 0.1
"""The least probability of a way up that is tried."""
_BRIGHT = (0.6, 0.9)
"""The part of the pixels that are the body, sorted by brightness. Ink is darker, glare lighter. Set
by hand, not measured."""
_WHITE = np.float32(200)
"""The grey, 0 to 255, that the colours of the body are changed to. Set by hand, not measured."""
_GREY = np.float32(128)
"""The grey, 0 to 255, that counts as zero in small pictures. It keeps sums of squares exact. It
follows from the greys: half of 256."""
_FLAT = 1000.0
"""A picture whose sum of squares is below this shows nothing."""


@dataclass(frozen=True, eq=False)
class Windows:
    """The places in N faces' pictures at which an example's picture may lie.

    rows: (N, places, values). contrast: (N, places), the length of a place's pixels as a row, less
    their mean colour.
    """

    rows: NDArray[np.float32]
    contrast: NDArray[np.float32]

    @classmethod
    def of(cls, faces: ByteArray, grain: Grain = COARSE) -> Windows:
        """faces: (N, side, side, 3), as the classifier was shown them."""
        inner = grain.inner
        lit = _small(faces, grain)
        across = grain.side - inner + 1
        count, line, value = lit.strides
        places = as_strided(  # like sliding_window_view, which takes longer than copying
            lit,
            (len(lit), across, across, inner, 3 * inner),
            (count, line, 3 * value, line, value),
            writeable=False,
        )
        rows = places.reshape(len(faces), -1, 3 * inner**2)
        return cls(rows, _contrast(lit, inner).reshape(len(faces), -1))


class Sketches:
    """The small pictures of examples, in all four ways up and every way they are laid."""

    def __init__(self, faces: Sequence[ByteArray], grain: Grain = COARSE) -> None:
        """faces: thumbnails."""
        inner = grain.inner
        small = np.stack([_inner(face, *how, grain) for face in faces for how in grain.laid])
        lit = _lit(small, grain)
        colours = lit.reshape(len(small), -1, 3)
        colours -= colours.mean(axis=1, keepdims=True)
        lit /= _contrast(lit, inner)
        upright = lit.reshape(len(faces), len(grain.laid), inner, inner, 3)
        # A quad that starts k corners later shows its face k quarters anticlockwise.
        turned = np.stack([np.rot90(upright, -way, (2, 3)) for way in range(4)], axis=1)
        self._pictures = turned.reshape(len(faces), 4, len(grain.laid), -1)

    def correlations(self, seen: Windows, ways: FloatArray, pairs: IntArray) -> FloatArray:
        """How well faces match examples, −1 to 1.

        seen: N faces with the same grain. ways: (N, 4), how probable it is that each is upright
        after so many quarter turns. pairs: (P, 2), places of a face and of an example. Returns
        (P,).
        """
        tried, up = np.nonzero(ways[pairs[:, 0]] > _LIKELY)
        # Everything that a face is compared with lies together, so its places are looked up once.
        order = np.argsort(pairs[tried, 0], kind="stable")
        tried, up = tried[order], up[order]
        shown, examples = pairs[tried].T
        pictures = self._pictures[examples, up]  # T, laid, values
        (_, laid, values), places = pictures.shape, seen.rows.shape[1]
        products = np.empty((len(tried), laid, places), np.float32)
        for part in _stretches(shown):
            face = seen.rows[shown[part.start]]
            flat = pictures[part].reshape(-1, values)
            np.matmul(flat, face.T, out=products[part].reshape(-1, places))
        products /= seen.contrast[shown, None]
        best = np.full(len(pairs), -1.0)
        np.maximum.at(best, tried, products.max(axis=(1, 2)))
        return best


def _stretches(of: IntArray) -> Iterator[slice]:
    """Runs of equal numbers."""
    bounds = [0, *(np.flatnonzero(of[1:] != of[:-1]) + 1).tolist(), len(of)]
    return (slice(*each) for each in pairwise(bounds) if each[0] < each[1])


# Small pictures as numbers have all colours of a line in a row, (N, side, 3 × side): NumPy is slow
# where the last axis is short.


def _small(faces: ByteArray, grain: Grain) -> NDArray[np.float32]:
    """Faces (N, side, side, 3) as small pictures, as `_lit`."""
    tall, side = faces.reshape(-1, *faces.shape[2:]), grain.side
    half = cv2.resize(tall, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = cv2.resize(half, (side, side * len(faces)), interpolation=cv2.INTER_AREA)
    return _lit(np.asarray(small, np.uint8).reshape(-1, side, side, 3), grain)


def _lit(pictures: ByteArray, grain: Grain) -> NDArray[np.float32]:
    """Small pictures (N, side, side, 3) as numbers, with the body's grey at zero if balanced."""
    count, side = pictures.shape[:2]
    lines = pictures.reshape(count, side, -1).astype(np.float32)
    if not grain.balanced:
        return lines - _GREY
    inner = grain.inner
    inset = (side - inner) // 2
    middle = pictures[:, inset : inset + inner, inset : inset + inner].reshape(-1, inner**2, 3)
    light = cv2.cvtColor(middle, cv2.COLOR_RGB2GRAY)
    first, last = (int(part * inner**2) for part in _BRIGHT)
    order = np.argsort(light, axis=1, kind="stable")[:, first:last]
    order += np.arange(0, light.size, inner**2)[:, None]
    bright = middle.reshape(-1, 3).take(order, axis=0).astype(np.float32)
    body = np.full(last - first, 1 / (last - first), np.float32) @ bright
    times = np.empty((count, side, 3), np.float32)
    times[:] = (_WHITE / (body + 1))[:, None]
    lines *= times.reshape(count, 1, -1)
    np.minimum(lines, 255, out=lines)
    lines -= _GREY
    return lines


def _contrast(lines: NDArray[np.float32], inner: int) -> NDArray[np.float32]:
    """Contrast of every place, `inner` wide, in small pictures: (N, places down, places across).

    It is the length of the place's pixels as a row, less their mean colour.
    """
    count, side = lines.shape[:2]
    within = _within(side, inner)

    def sums(values: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(within @ (within @ values).reshape(count, -1, side, 3))

    around = (sums(lines**2) - sums(lines) ** 2 / np.float32(inner**2)).sum(axis=3)
    return np.asarray(np.sqrt(np.maximum(around, _FLAT)))


@cache
def _within(side: int, inner: int) -> NDArray[np.float32]:
    """Which pixels of a line lie in each place, `inner` wide: (places, side), 0 or 1."""
    places = np.arange(side - inner + 1)[:, None]
    return np.asarray((np.arange(side) - places) // inner == 0, np.float32)


def _inner(face: ByteArray, degrees: float, times: float, grain: Grain) -> ByteArray:
    """The middle of a thumbnail, turned and enlarged: (inner, inner, 3)."""
    cut = SIDE / AROUND * HELD * grain.inner / grain.side
    whole = round(cut)
    middle = (SIDE - 1) / 2
    view = cv2.getRotationMatrix2D((middle, middle), degrees, times)
    to_middle = np.array([[0, 0, 1], [0, 0, 1]]) * ((whole - 1) / 2 - middle)
    turned = cv2.warpAffine(face, view + to_middle, (whole, whole), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(turned, (grain.inner, grain.inner), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
