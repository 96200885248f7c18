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
_WHITE = 200.0
"""What the body's colours are brought to."""


def windows(faces: ByteArray, grain: Grain = COARSE) -> NDArray[np.float32]:
    """The places of faces' small pictures in which an example's may lie, ready to be compared:
    (N, places, values).

    faces: (N, side, side, 3), as the classifier was shown them.
    """
    side, inner = grain.side, grain.inner
    small = np.stack([cv2.resize(f, (side, side), interpolation=cv2.INTER_AREA) for f in faces])
    if grain.balanced:
        small = _balanced(small, inner)
    squares = sliding_window_view(small, (inner, inner), axis=(1, 2))
    return _normal(squares.reshape(len(faces), -1, 3, inner * inner))


class Sketches:
    """The small pictures of a set's examples, upright and askew, in all four ways up."""

    def __init__(self, faces: Sequence[ByteArray], grain: Grain = COARSE) -> None:
        """faces: thumbnails."""
        upright = np.stack([[_inner(f, askew, grain) for askew in _ASKEW] for f in faces])
        if grain.balanced:
            plain = upright.reshape(-1, *upright.shape[2:])
            upright = _balanced(plain, grain.inner).reshape(upright.shape)
        # A quad that starts k corners later shows its face k quarters anticlockwise.
        turned = np.stack([np.rot90(upright, -way, (2, 3)) for way in range(4)], axis=1)
        by_colour = np.moveaxis(turned, -1, 3).reshape(*turned.shape[:3], 3, -1)
        self._pictures = _normal(by_colour)  # E, ways, askew, values

    def correlations(
        self, seen: NDArray[np.float32], ways: FloatArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """How well faces match examples, −1 to 1.

        seen: `windows` of N faces, of the same grain. ways: (N, 4), how probable it is that each
        is upright after so many quarters. pairs: (P, 2), places of a face and of an example.
        Returns (P,).
        """
        tried = np.argwhere(ways[pairs[:, 0]] > _LIKELY)
        shown, examples = pairs[tried[:, 0]].T
        # A product for each, so small that NumPy wakes no threads for it: they would wait for
        # those of the models.
        pictures = self._pictures[examples, tried[:, 1]].transpose(0, 2, 1)
        each = (seen[shown] @ pictures).max(axis=(1, 2))
        best = np.full(len(pairs), -1.0)
        np.maximum.at(best, tried[:, 0], each)
        return best


def _balanced(pictures: ByteArray, inner: int) -> ByteArray:
    """Small pictures (N, side, side, 3) with the body in their middle, `inner` wide, brought to
    one light grey."""
    inset = (pictures.shape[1] - inner) // 2
    middle = pictures[:, inset : inset + inner, inset : inset + inner].reshape(-1, inner**2, 3)
    first, last = (int(part * inner**2) for part in _BRIGHT)
    order = np.argsort(middle.sum(axis=2, dtype=np.int32), axis=1)[:, first:last, None]
    body = np.take_along_axis(middle, order, axis=1).mean(axis=1, dtype=np.float32)
    lit = pictures * (np.float32(_WHITE) / (body[:, None, None] + 1))
    return np.asarray(np.minimum(lit, 255), np.uint8)


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


def _normal(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures (…, colours, pixels) as rows (…, values), less their mean colour and of unit length:
    their products are correlations."""
    plain = pictures.astype(np.float32)
    plain -= np.einsum("...k->...", plain)[..., None] / plain.shape[-1]
    rows = plain.reshape(*plain.shape[:-2], -1)
    rows /= np.sqrt(np.einsum("...k,...k->...", rows, rows))[..., None] + 1e-6
    return rows
