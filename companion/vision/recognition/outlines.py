"""Outlines drawn more exactly, each by the face within it."""

from __future__ import annotations

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import clockwise, grow, short_edge_first
from companion.vision.recognition.engine import Model
from companion.vision.recognition.rectify import rectify

_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


class Outlines:
    """Moves the corners of outlines to those of the face.

    The detector sees the whole picture coarsely. Within an outline, enlarged to the size in which
    faces are named, the edges of the face can be seen (docs/decisions/0020).
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._size: int = model.facts["size"]
        self._margin: float = model.facts["margin"]

    def __call__(self, pixels: ByteArray, quads: FloatArray) -> FloatArray:
        """The outlines `quads` ((N, 4, 2), pixels, clockwise) of a picture, more exactly, each with
        a short edge first."""
        if not len(quads):
            return quads
        (off,) = self._model.run(rectify(pixels, quads, self._size, self._margin))
        drawn = moved(quads, off.reshape(-1, 4, 2), self._margin)
        sound = np.isfinite(drawn).all((1, 2), keepdims=True)  # one without a surface leads nowhere
        return short_edge_first(clockwise(np.where(sound, drawn, quads).astype(np.float32)))


def moved(quads: FloatArray, off: FloatArray, margin: float) -> FloatArray:
    """The outlines with their corners moved by `off`, (N, 4, 2), in sides of the cut-out face."""
    views = _views(quads, margin)
    return _through(_through(quads, _back(views)) + off, views)


def in_face(points: FloatArray, quads: FloatArray, margin: float) -> FloatArray:
    """Points (N, M, 2) of the picture where they lie in the faces cut out along `quads`, which
    reach from 0 to 1. margin: how much of an outline is cut, 1.1 for a tenth more."""
    return _through(points, _back(_views(quads, margin)))


def _views(quads: FloatArray, margin: float) -> list[MatLike]:
    """What leads from each cut-out face to the picture."""
    cut = grow(quads, margin).astype(np.float32)
    return [cv2.getPerspectiveTransform(_CORNERS, each) for each in cut]


def _back(views: list[MatLike]) -> list[MatLike]:
    return [cv2.invert(view)[1] for view in views]


def _through(points: FloatArray, views: list[MatLike]) -> FloatArray:
    through = [
        cv2.perspectiveTransform(each[None].astype(np.float32), view)[0]
        for each, view in zip(points, views, strict=True)
    ]
    return np.array(through, np.float32).reshape(points.shape)
