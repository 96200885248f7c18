"""Faces compared picture with picture, made so small that what is left is what a poor photograph
still shows, and laid over each other wherever and however turned they match best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from companion.vision.classify import ByteArray
from companion.vision.geometry import FloatArray
from companion.vision.thumbnails import AROUND, SIDE


@dataclass(frozen=True)
class Grain:
    """How small pictures are made. side, inner: sides of a face's small picture and of an
    example's, which may lie anywhere in it. balanced: whether they are made as if every tile's
    body were of one light grey: what colour its ink is does then not depend on the lamp."""

    side: int
    inner: int
    balanced: bool


COARSE = Grain(11, 8, balanced=False)
"""What a poor photograph still shows of a tile: tells tiles apart."""
FINE = Grain(20, 16, balanced=True)
"""What tells the same tile of two sets apart."""
HELD = 1.1
"""How much of the outline a face's picture holds: as much as the classifier is shown."""
_ASKEW = (-20.0, 0.0, 20.0)
"""Degrees by which examples are turned: outlines of tiles seen obliquely lie askew."""
_LIKELY = 0.01
"""Probability from which a way up is tried."""
_BRIGHT = (0.6, 0.9)
"""Between which parts of the pixels, by brightness, the body lies: ink is darker, glare lighter."""
_WHITE = np.float32(200)
"""What the body's colours are brought to."""
_FLAT = 1.0
"""Contrast under which a picture shows nothing."""
ALONE = 1 << 18
"""Up to how many multiplications NumPy (OpenBLAS, which it comes with) does a product without
waking threads: they would wait for those of the models, sixty milliseconds for one of work."""


def windows(faces: ByteArray, grain: Grain = COARSE) -> NDArray[np.float32]:
    """The places of faces' small pictures in which an example's may lie, ready to be compared:
    (N, places, values).

    faces: (N, side, side, 3), as the classifier was shown them.
    """
    side, inner = grain.side, grain.inner
    small = np.stack([cv2.resize(f, (side, side), interpolation=cv2.INTER_AREA) for f in faces])
    lit = _balanced(small, inner) if grain.balanced else small.astype(np.float32)
    lit -= np.einsum("nyxc->nc", lit)[:, None, None] / side**2
    scale = 1 / np.maximum(_contrast(lit, inner), _FLAT)
    lines = lit.reshape(len(faces), side, -1)
    steps = side - inner + 1
    rows = np.empty((len(faces), steps, steps, inner, 3 * inner), np.float32)
    for down, right in np.ndindex(steps, steps):
        place = lines[:, down : down + inner, 3 * right : 3 * (right + inner)]
        np.multiply(place, scale[:, down, right, None, None], out=rows[:, down, right])
    return rows.reshape(len(faces), steps**2, -1)


class Sketches:
    """The small pictures of a set's examples, upright and askew, in all four ways up."""

    def __init__(self, faces: Sequence[ByteArray], grain: Grain = COARSE) -> None:
        """faces: thumbnails."""
        inner = grain.inner
        small = np.stack([_inner(f, askew, grain) for f in faces for askew in _ASKEW])
        lit = _balanced(small, inner) if grain.balanced else small.astype(np.float32)
        lit -= lit.mean(axis=(1, 2), keepdims=True)
        lit /= np.maximum(_contrast(lit, inner)[..., None], _FLAT)
        upright = lit.reshape(len(faces), len(_ASKEW), inner, inner, 3)
        # A quad that starts k corners later shows its face k quarters anticlockwise.
        turned = np.stack([np.rot90(upright, -way, (2, 3)) for way in range(4)], axis=1)
        self._pictures = turned.reshape(len(faces), 4, len(_ASKEW), -1)

    def correlations(
        self, seen: NDArray[np.float32], ways: FloatArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """How well faces match examples, −1 to 1.

        seen: `windows` of N faces, of the same grain. ways: (N, 4), how probable it is that each
        is upright after so many quarters. pairs: (P, 2), places of a face and of an example.
        Returns (P,).
        """
        tried = np.argwhere(ways[pairs[:, 0]] > _LIKELY)
        tried = tried[np.argsort(pairs[tried[:, 0], 0], kind="stable")]
        shown, examples = pairs[tried[:, 0]].T
        pictures = self._pictures[examples, tried[:, 1]]
        places, values = seen.shape[1:]
        at_once = max(1, ALONE // (pictures.shape[1] * places * values))
        each = np.empty(len(tried), np.float32)
        # All that one face is compared with lies together: its places are read once.
        for face in np.unique(shown):
            first, last = np.searchsorted(shown, (face, face + 1))
            for start in range(first, last, at_once):
                part = slice(start, min(start + at_once, last))
                products = pictures[part].reshape(-1, values) @ seen[face].T
                each[part] = products.reshape(part.stop - start, -1).max(axis=1)
        best = np.full(len(pairs), -1.0)
        np.maximum.at(best, tried[:, 0], each)
        return best


def _balanced(pictures: ByteArray, inner: int) -> NDArray[np.float32]:
    """Small pictures (N, side, side, 3) with the body in their middle, `inner` wide, brought to
    one light grey."""
    inset = (pictures.shape[1] - inner) // 2
    middle = pictures[:, inset : inset + inner, inset : inset + inner].reshape(-1, 3)
    middle = middle.astype(np.float32)
    light = np.einsum("pc->p", middle).reshape(len(pictures), -1)
    first, last = (int(part * inner**2) for part in _BRIGHT)
    order = np.argsort(light, axis=1)[:, first:last]
    order += np.arange(0, len(middle), inner**2)[:, None]
    body = np.einsum("npc->nc", middle[order]) / (last - first)
    return np.minimum(pictures * (_WHITE / (body + 1))[:, None, None], 255)


def _contrast(pictures: NDArray[np.float32], inner: int) -> NDArray[np.float32]:
    """How far the pixels of every place, `inner` wide, of pictures (N, side, side, 3) lie from
    their mean colour, as the length of a row: (N, places down, places across)."""

    def sums(values: NDArray[np.float32]) -> NDArray[np.float32]:
        down = sliding_window_view(values, inner, axis=1).sum(axis=-1)
        return sliding_window_view(down, inner, axis=2).sum(axis=-1)

    squares = sums(np.einsum("nyxc,nyxc->nyx", pictures, pictures))
    common = sums(pictures)
    common = np.einsum("nyxc,nyxc->nyx", common, common) / inner**2
    return np.sqrt(np.maximum(squares - common, 0))


def _inner(face: ByteArray, askew: float, grain: Grain) -> ByteArray:
    """The middle of a thumbnail turned by so many degrees, (inner, inner, 3)."""
    cut = SIDE / AROUND * HELD * grain.inner / grain.side
    whole = round(cut)
    middle = (SIDE - 1) / 2
    view = cv2.getRotationMatrix2D((middle, middle), askew, 1.0)
    to_middle = np.array([[0, 0, 1], [0, 0, 1]]) * ((whole - 1) / 2 - middle)
    turned = cv2.warpAffine(face, view + to_middle, (whole, whole), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(turned, (grain.inner, grain.inner), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
