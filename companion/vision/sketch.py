"""Faces compared picture with picture, made so small that what is left is what a poor photograph
still shows, and laid over each other wherever and however turned they match best."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from companion.vision.classify import ByteArray
from companion.vision.geometry import FloatArray
from companion.vision.thumbnails import AROUND, SIDE

_SIDE, _INNER = 11, 8
"""Sides of a face's small picture and of an example's, which may lie anywhere in it."""
_HELD = 1.1
"""How much of the outline a face's picture holds: as much as the classifier is shown."""
_ASKEW = (-20.0, 0.0, 20.0)
"""Degrees by which examples are turned: outlines of tiles seen obliquely lie askew."""
_LIKELY = 0.01
"""Probability from which a way up is tried."""


class Sketches:
    """The small pictures of a set's examples, upright and askew, in all four ways up."""

    def __init__(self, faces: Sequence[ByteArray]) -> None:
        """faces: thumbnails."""
        upright = np.stack([[_inner(face, askew) for askew in _ASKEW] for face in faces])
        # A quad that starts k corners later shows its face k quarters anticlockwise.
        turned = np.stack([np.rot90(upright, -way, (2, 3)) for way in range(4)], axis=1)
        by_colour = np.moveaxis(turned, -1, 3).reshape(*turned.shape[:3], 3, -1)
        self._pictures = _normal(by_colour)  # E, ways, askew, values

    def correlations(
        self, faces: ByteArray, ways: FloatArray, pairs: NDArray[np.intp]
    ) -> FloatArray:
        """How well faces match examples, −1 to 1.

        faces: (N, side, side, 3), as the classifier was shown them. ways: (N, 4), how probable it
        is that each is upright after so many quarters. pairs: (P, 2), places of a face and of an
        example. Returns (P,).
        """
        small = [cv2.resize(face, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA) for face in faces]
        squares = sliding_window_view(np.stack(small), (_INNER, _INNER), axis=(1, 2))
        windows = _normal(squares.reshape(len(faces), -1, 3, _INNER * _INNER))
        tried = np.argwhere(ways[pairs[:, 0]] > _LIKELY)
        shown, examples = pairs[tried[:, 0]].T
        # A product for each, so small that NumPy wakes no threads for it: they would wait for
        # those of the models.
        pictures = self._pictures[examples, tried[:, 1]].transpose(0, 2, 1)
        each = (windows[shown] @ pictures).max(axis=(1, 2))
        best = np.full(len(pairs), -1.0)
        np.maximum.at(best, tried[:, 0], each)
        return best


def _inner(face: ByteArray, askew: float) -> ByteArray:
    """The middle of a thumbnail turned by so many degrees, (_INNER, _INNER, 3)."""
    cut = SIDE / AROUND * _HELD * _INNER / _SIDE
    whole = round(cut)
    middle = (SIDE - 1) / 2
    view = cv2.getRotationMatrix2D((middle, middle), askew, 1.0)
    to_middle = np.array([[0, 0, 1], [0, 0, 1]]) * ((whole - 1) / 2 - middle)
    turned = cv2.warpAffine(face, view + to_middle, (whole, whole), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(turned, (_INNER, _INNER), interpolation=cv2.INTER_AREA), np.uint8)


def _normal(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures (…, colours, pixels) as rows (…, values), less their mean colour and of unit length:
    their products are correlations."""
    plain = pictures.astype(np.float32)
    plain -= np.einsum("...k->...", plain)[..., None] / plain.shape[-1]
    rows = plain.reshape(*plain.shape[:-2], -1)
    rows /= np.sqrt(np.einsum("...k,...k->...", rows, rows))[..., None] + 1e-6
    return rows
