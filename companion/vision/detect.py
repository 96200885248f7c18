"""Photograph → outlines of tiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.askew import mended
from companion.vision.engine import Model
from companion.vision.geometry import FloatArray, clockwise, mean_sides, short_edge_first, sides

ByteArray = NDArray[np.uint8]


@dataclass(frozen=True)
class Finds:
    """quads: (N, 4, 2) float32, pixels, clockwise, edge 0 a short one; scores: (N,), 0 to 1."""

    quads: FloatArray
    scores: FloatArray


class Detector:
    """Finds every tile, whichever side it shows, without naming it."""

    def __init__(self, model: Model) -> None:
        facts = model.facts
        self._model = model
        self._stride: int = facts["stride"]
        self._corner_scale: float = facts["corner_scale"]
        self._threshold: float = facts["threshold"]
        self._sizes: list[int] = facts["long_sides"]
        self._first: int = facts["first_look"]
        self._comfortable: tuple[float, float] = tuple(facts["comfortable_tile"])

    def __call__(self, pixels: ByteArray, table: bool = False) -> Finds:
        """Tiles of a picture (H × W × 3 uint8, RGB).

        The picture is looked at in the size that suits a hand filling it first; where the tiles
        come out larger or smaller than the model knows them, once more in a fitting size. table:
        it shows a whole table, whose tiles are small and touch each other: it is looked at once,
        in the largest size.
        """
        if table:
            return self._look(pixels, self._sizes[-1])
        first = self._first
        finds = self._look(pixels, first)
        low, high = self._comfortable
        if not len(finds.scores):  # enormous or tiny tiles, or none
            finds = self._look(pixels, self._sizes[0])
            if not len(finds.scores) and max(pixels.shape[:2]) > first:
                finds = self._look(pixels, self._sizes[-1])
            return finds
        shrink = min(1.0, first / max(pixels.shape[:2]))
        side = float(np.median(mean_sides(finds.quads))) * shrink
        if low <= side <= high:
            return finds
        wanted = first * (low if side < low else high) / side
        again = min(self._sizes, key=lambda size: abs(np.log(size / wanted)))
        larger_than_picture = again > first and shrink == 1.0 and max(pixels.shape[:2]) < first
        if again == first or larger_than_picture:
            return finds
        second = self._look(pixels, again)
        return second if second.scores.sum() > 0.8 * finds.scores.sum() else finds

    def _look(self, pixels: ByteArray, long_side: int) -> Finds:
        height, width = pixels.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        small = pixels
        if scale < 1:
            shape = (max(1, round(width * scale)), max(1, round(height * scale)))
            shrunk = cv2.resize(pixels, shape, interpolation=cv2.INTER_AREA)
            small = np.asarray(shrunk, np.uint8)
        h, w = small.shape[:2]
        padded = np.full((-(-h // 32) * 32, -(-w // 32) * 32, 3), 114, np.uint8)
        padded[:h, :w] = small
        heat, corners = self._model.run(padded[None])
        quads, scores = self._decode(heat[0, 0], corners[0])
        quads = quads * np.array([width / w, height / h], np.float32)
        return Finds(short_edge_first(mended(clockwise(quads))), scores)

    def _decode(self, heat: FloatArray, corners: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Peaks of the heat map (h, w), with their corners (8, h, w), as quads and scores."""
        score = 1 / (1 + np.exp(-heat))
        peak = cv2.dilate(score, np.ones((3, 3), np.uint8)) == score
        rows, columns = np.nonzero(peak & (score > self._threshold))
        found = score[rows, columns]
        middle = (np.stack([columns, rows], 1) + 0.5) * self._stride
        quads = corners[:, rows, columns].T.reshape(-1, 4, 2) * self._corner_scale
        quads = (quads + middle[:, None]).astype(np.float32)
        keep = _strongest(quads, found)
        return quads[keep], found[keep].astype(np.float32)


def _strongest(quads: FloatArray, scores: FloatArray) -> NDArray[np.intp]:
    """Places of the finds that stay when of two on one tile only the stronger does.

    Tiles do not overlap, so two middles closer than half a short side are one tile.
    """
    order = np.argsort(-scores, kind="stable")
    if not len(order):
        return order
    middle = quads.mean(1)
    across, along = sides(quads)
    short = np.minimum(across, along)
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    near = apart < 0.5 * np.maximum(short[:, None], short[None])
    kept: list[int] = []
    gone = np.zeros(len(order), bool)
    for place in order:
        if not gone[place]:
            kept.append(int(place))
            gone |= near[place]
    return np.array(kept, np.intp)
