"""Photograph → outlines of tiles."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.askew import mended
from companion.vision.engine import Model
from companion.vision.geometry import (
    FloatArray,
    clockwise,
    mean_sides,
    quarter_turns,
    short_edge_first,
    sides,
)

ByteArray = NDArray[np.uint8]

_NOTHING = 114
"""Grey around a picture."""
_FAINT = 0.4
"""Score, in the threshold's, from which a find is a faint one."""
_TURN, _BETWEEN = 45.0, 0.25
"""By how many degrees a picture is turned to be looked at again; and how much nearer than to the
picture's edges the tiles have to lie to the lines between them: 1 where all lie exactly so."""


@dataclass(frozen=True)
class Finds:
    """quads: (N, 4, 2) float32, pixels, clockwise, edge 0 a short one; scores: (N,), 0 to 1.

    faint, faint_scores: the same of what is too faint to be called a tile without another reason.
    """

    quads: FloatArray
    scores: FloatArray
    faint: FloatArray = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))
    faint_scores: FloatArray = field(default_factory=lambda: np.zeros(0, np.float32))


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
        it shows a whole table, whose tiles are small and touch each other: the first look is then
        in the largest size. Where the tiles lie nearly at 45 degrees to the picture's edges it is
        turned by so much and looked at again.
        """
        finds, size = self._in_size(pixels, table)
        if not _lie_between(finds.quads):
            return finds
        turned = self._look(pixels, size, turn=_TURN)
        return turned if turned.scores.sum() > 0.9 * finds.scores.sum() else finds

    def _in_size(self, pixels: ByteArray, table: bool) -> tuple[Finds, int]:
        """What is found in the fitting size, and that size: pixels of the longer side."""
        if table:
            return self._look(pixels, self._sizes[-1]), self._sizes[-1]
        first = self._first
        finds = self._look(pixels, first)
        low, high = self._comfortable
        if not len(finds.scores):  # enormous or tiny tiles, or none
            smallest, largest = self._sizes[0], self._sizes[-1]
            finds = self._look(pixels, smallest)
            if len(finds.scores) or max(pixels.shape[:2]) <= first:
                return finds, smallest
            return self._look(pixels, largest), largest
        shrink = min(1.0, first / max(pixels.shape[:2]))
        side = float(np.median(mean_sides(finds.quads))) * shrink
        if low <= side <= high:
            return finds, first
        wanted = first * (low if side < low else high) / side
        again = min(self._sizes, key=lambda size: abs(np.log(size / wanted)))
        larger_than_picture = again > first and shrink == 1.0 and max(pixels.shape[:2]) < first
        if again == first or larger_than_picture:
            return finds, first
        second = self._look(pixels, again)
        if second.scores.sum() > 0.8 * finds.scores.sum():
            return second, again
        return finds, first

    def _look(self, pixels: ByteArray, long_side: int, turn: float = 0.0) -> Finds:
        """What is found in the picture, made so small and turned by so many degrees."""
        height, width = pixels.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        small = pixels
        if scale < 1:
            small = _shrunk(pixels, max(1, round(width * scale)), max(1, round(height * scale)))
        seen, back = _turned(small, turn)
        h, w = seen.shape[:2]
        padded = np.full((-(-h // 32) * 32, -(-w // 32) * 32, 3), _NOTHING, np.uint8)
        padded[:h, :w] = seen
        heat, corners = self._model.run(padded[None])
        quads, scores = self._decode(heat[0, 0], corners[0])
        quads = quads @ back[:, :2].T + back[:, 2]
        quads = quads * np.array([width / small.shape[1], height / small.shape[0]], np.float32)
        quads, clear = clockwise(quads), scores > self._threshold
        return Finds(
            short_edge_first(mended(quads[clear])),
            scores[clear],
            short_edge_first(quads[~clear]),
            scores[~clear],
        )

    def _decode(self, heat: FloatArray, corners: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Peaks of the heat map (h, w), faint ones too, with their corners (8, h, w), as quads and
        scores."""
        score = 1 / (1 + np.exp(-heat))
        peak = cv2.dilate(score, np.ones((3, 3), np.uint8)) == score
        rows, columns = np.nonzero(peak & (score > _FAINT * self._threshold))
        found = score[rows, columns]
        middle = (np.stack([columns, rows], 1) + 0.5) * self._stride
        quads = corners[:, rows, columns].T.reshape(-1, 4, 2) * self._corner_scale
        quads = (quads + middle[:, None]).astype(np.float32)
        keep = _strongest(quads, found)
        return quads[keep], found[keep].astype(np.float32)


def _lie_between(quads: FloatArray) -> bool:
    """Whether most tiles lie nearly at 45 degrees to the picture's edges.

    Nobody can say there which corner of a tile comes first, so that outlines come out askew.
    """
    if not len(quads):
        return False
    return bool(quarter_turns(quads).real.mean() < -_BETWEEN)


def _shrunk(pixels: ByteArray, width: int, height: int) -> ByteArray:
    """The picture in a smaller size: halved while it can be, which costs a tenth of any other
    shrinking by area, and the rest between neighbours."""
    while min(pixels.shape[1] / width, pixels.shape[0] / height) >= 2:
        half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
        even = pixels[: 2 * half[1], : 2 * half[0]]
        pixels = np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(small, np.uint8)


def _turned(pixels: ByteArray, degrees: float) -> tuple[ByteArray, NDArray[np.float32]]:
    """The picture turned anticlockwise, nothing cut off, and what turns places back: (2, 3)."""
    if not degrees:
        return pixels, np.eye(2, 3, dtype=np.float32)
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    cosine, sine = abs(turn[0, 0]), abs(turn[0, 1])
    wide, high = int(height * sine + width * cosine), int(height * cosine + width * sine)
    turn[:, 2] += (wide - width) / 2, (high - height) / 2
    seen = cv2.warpAffine(pixels, turn, (wide, high), borderValue=(_NOTHING,) * 3)
    return np.asarray(seen, np.uint8), np.asarray(cv2.invertAffineTransform(turn), np.float32)


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
