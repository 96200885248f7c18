"""Photograph → outlines of tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import ByteArray, FloatArray, IntArray
from companion.vision.geometry import (
    clockwise,
    hanging_together,
    mean_sides,
    quarter_turns,
    short_edge_first,
    sides,
)
from companion.vision.recognition.engine import Model
from companion.vision.recognition.outlines import Outlines

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
NOTHING = 114
"""The grey, 0 to 255, that fills the space around a picture."""
_TURN = 45.0
"""Degrees by which a picture whose tiles lie askew is turned for a second look: half of a quarter
turn, which leads farthest away from the edges."""
_MEAN_ASKEW = 0.25
"""How askew tiles lie on the mean for that look: -1 along the picture's edges, 1 at 45 degrees."""
_AS_WELL_TURNED: Final = 0.9
"""What the scores of all finds must come to in the turned picture, in parts of those in the
straight one, for the turned one to count."""
_AS_WELL_RESIZED: Final = 0.8
"""The same of a second look in another size, for its outlines to come before those of the first."""
_MULTIPLE: Final = 32
"""Pixels of which the model's input must be a multiple on both sides: its coarsest stride."""

_SMALL_SHOWN: Final = 22.0
"""Mean side, in pixels as the model sees them, below which tiles are looked at again, enlarged.

On 40 drawn `far` scenes of 1,600 pixels 0.831 of the tiles were right with 24 and 0.821 with 20.
With 24 the sample, a near hand before a wall, takes a second look of 35 ms (`datasets.evaluate`,
`tests.benchmarks.read_speed`)."""
_DOUBTFUL: Final = 0.65
"""Score below which a find is looked at again, enlarged, too: half of a tile is often outlined as a
whole one, and hardly ever surely. Of 400 looked-at drawn pictures .011 of the well outlined tiles
of hands score less than .6 and .054 less than .7, of the badly outlined ones .89 and .94. With .6
and with .7 about as many are outlined well after that look (docs/decisions/0008)."""
_ENLARGED: Final = 65.0
"""Mean side, in pixels, that the tiles of a group get for that look. Of 56, 65 and 75 the best on
30 drawn `far` scenes; for doubtful large tiles 75 is a little better and takes a quarter longer."""
_MOST_ENLARGED: Final = 2.0
"""How many times larger than in the photograph they are shown at most."""
_WORTH_IT: Final = 1.3
"""How many times larger than before they must be shown for the look to be worth it."""
_TOGETHER: Final = 3.0
"""How far apart, in mean sides, the tiles of one group lie at most."""
_AROUND: Final = 1.5
"""How much of the picture around a group is looked at, in mean sides of its tiles."""
_MOST_GROUPS: Final = 4
"""Groups that are looked at, the largest first; more would take too long."""


@dataclass(frozen=True)
class Finds:
    """quads: (N, 4, 2) float32, pixels, clockwise, edge 0 a short one. scores: (N,), 0 to 1."""

    quads: FloatArray
    scores: FloatArray


@dataclass(frozen=True)
class Whole:
    """What was found in the whole picture. shown: pixels of its longer side as the model saw it."""

    finds: Finds
    shown: int


class Detector:
    """Finds every tile, whichever side it shows, without naming it.

    A picture (H × W × 3 uint8, RGB) is looked at as a whole, in its negative too where its tiles
    are dark, and then closer where tiles are small or doubtful. outlines: what draws the outlines
    more exactly; None leaves them as the model gives them.
    """

    def __init__(self, model: Model, outlines: Outlines | None = None) -> None:
        facts = model.facts
        self._model = model
        self._outlines = outlines
        self._stride: int = facts["stride"]
        self._corner_scale: float = facts["corner_scale"]
        self._threshold: float = facts["threshold"]
        self._sizes: list[int] = facts["long_sides"]
        self._first: int = facts["first_look"]
        self._comfortable: tuple[float, float] = tuple(facts["comfortable_tile"])

    def __call__(self, pixels: ByteArray, table: bool = False, negative: bool = False) -> Finds:
        """Tiles of a picture. negative: look at its negative, too. table: see `whole`."""
        whole = self.whole(pixels, table)
        return self.closer(pixels, self.with_negative(pixels, whole) if negative else whole)

    def whole(self, pixels: ByteArray, table: bool = False) -> Whole:
        """Tiles of a picture that is looked at as a whole.

        It is first looked at in the size that suits a hand that fills it. If the tiles come out
        larger or smaller than the model knows, it is looked at once more in a size that fits; what
        the first look found where this one shows nothing counts, too. If the tiles lie nearly at
        45 degrees to the picture's edges, the picture is turned and looked at again.

        table: the picture shows a whole table, whose tiles are small and touch each other. The
        first look is then in the largest size.
        """
        finds, size = self._in_size(pixels, table)
        if _lie_between(finds.quads):
            turned = self._look(pixels, size, turn=_TURN)
            finds = turned if turned.scores.sum() > _AS_WELL_TURNED * finds.scores.sum() else finds
        return Whole(finds, size)

    def with_negative(self, pixels: ByteArray, whole: Whole) -> Whole:
        """The same, with what the picture's negative shows, where dark tiles are seen better."""
        negative = self._look(pixels, whole.shown, negative=True)
        return replace(whole, finds=_merged([whole.finds, negative]))

    def closer(self, pixels: ByteArray, whole: Whole) -> Finds:
        """The tiles of that look, their outlines drawn exactly.

        Groups of small tiles, and doubtful finds, are looked at once more, enlarged out of the
        picture itself.
        """
        return self._drawn_exactly(pixels, self._looked_closer(pixels, whole))

    def _in_size(self, pixels: ByteArray, table: bool) -> tuple[Finds, int]:
        """What is found in the size that fits, and that size: pixels of the longer side."""
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
        if second.scores.sum() > _AS_WELL_RESIZED * finds.scores.sum():
            return _merged([second, finds], earlier_first=True), again
        return _merged([finds, second], earlier_first=True), first

    def _looked_closer(self, pixels: ByteArray, whole: Whole) -> Finds:
        """The finds, with those of a closer look at each group of small or doubtful ones.

        A single small one is not worth it. Of two finds on one tile the stronger counts.
        """
        finds = whole.finds
        shrink = min(1.0, whole.shown / max(pixels.shape[:2]))
        size = mean_sides(finds.quads)
        small = size * shrink < _SMALL_SHOWN
        again = np.flatnonzero(small | (finds.scores < _DOUBTFUL))
        groups = [again[group] for group in _groups(finds.quads[again].mean(1), size[again])]
        looked_at = [group for group in groups if len(group) > 1 or not small[group[0]]]
        every = [finds]
        for members in looked_at[:_MOST_GROUPS]:
            tile = float(np.median(size[members]))
            points = finds.quads[members].reshape(-1, 2)
            low = np.maximum(np.floor(points.min(0) - _AROUND * tile), 0).astype(int)
            high = np.ceil(points.max(0) + _AROUND * tile).astype(int)
            part = pixels[low[1] : high[1], low[0] : high[0]]
            zoom = min(_ENLARGED / tile, _MOST_ENLARGED, self._sizes[-1] / max(part.shape[:2]))
            if zoom < _WORTH_IT * shrink:
                continue
            if zoom > 1:
                part = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom), np.uint8)
            closer = self._look(part, round(zoom * (high - low).max()))
            back = zoom if zoom > 1 else 1.0
            every.append(Finds(closer.quads / back + low.astype(np.float32), closer.scores))
        return _merged(every) if len(every) > 1 else finds

    def _drawn_exactly(self, pixels: ByteArray, finds: Finds) -> Finds:
        if self._outlines is None:
            return finds
        return replace(finds, quads=self._outlines(pixels, finds.quads))

    def _look(
        self, pixels: ByteArray, long_side: int, turn: float = 0.0, negative: bool = False
    ) -> Finds:
        """What is found in the picture, reduced to this size and turned by so many degrees, or in
        its negative."""
        height, width = pixels.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        small = pixels
        if scale < 1:
            small = _shrunk(pixels, max(1, round(width * scale)), max(1, round(height * scale)))
        seen, back = _turned(small, turn)
        h, w = seen.shape[:2]
        whole = [-(-side // _MULTIPLE) * _MULTIPLE for side in (h, w)]
        padded = np.full((*whole, 3), NOTHING, np.uint8)
        padded[:h, :w] = 255 - seen if negative else seen
        heat, corners = self._model.run(padded[None])
        quads, scores = self._decode(heat[0, 0], corners[0])
        quads = quads @ back[:, :2].T + back[:, 2]
        quads = quads * np.array([width / small.shape[1], height / small.shape[0]], np.float32)
        return Finds(short_edge_first(clockwise(quads)), scores)

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


def _groups(middles: FloatArray, sizes: FloatArray) -> list[IntArray]:
    """Places of finds that lie together, the largest group first."""
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    joined = apart < _TOGETHER * np.maximum(sizes[:, None], sizes)
    found = [np.array(sorted(each), np.intp) for each in hanging_together(joined)]
    return sorted(found, key=len, reverse=True)


def _merged(every: list[Finds], earlier_first: bool = False) -> Finds:
    """The finds of several looks at one picture. Of two finds on one tile the stronger stays, or
    the one of the earlier look."""
    quads = np.concatenate([each.quads for each in every])
    scores = np.concatenate([each.scores for each in every])
    look = np.repeat(np.arange(len(every)), [len(each.scores) for each in every])
    kept = _strongest(quads, scores - look if earlier_first else scores)
    return Finds(quads[kept], scores[kept])


def _lie_between(quads: FloatArray) -> bool:
    """Whether most tiles lie nearly at 45 degrees to the picture's edges.

    Nobody can say there which corner of a tile comes first, so their outlines come out askew.
    """
    if not len(quads):
        return False
    return bool(quarter_turns(quads).real.mean() < -_MEAN_ASKEW)


def _shrunk(pixels: ByteArray, width: int, height: int) -> ByteArray:
    """The picture in a smaller size: halved while possible, then interpolated.

    Halving takes a tenth of the time of any other shrinking by area.
    """
    while min(pixels.shape[1] / width, pixels.shape[0] / height) >= 2:
        half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
        even = pixels[: 2 * half[1], : 2 * half[0]]
        pixels = np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(small, np.uint8)


def _turned(pixels: ByteArray, degrees: float) -> tuple[ByteArray, NDArray[np.float32]]:
    """The picture turned anticlockwise with nothing cut off, and what turns places back: (2, 3)."""
    if not degrees:
        return pixels, np.eye(2, 3, dtype=np.float32)
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    cosine, sine = abs(turn[0, 0]), abs(turn[0, 1])
    wide, high = int(height * sine + width * cosine), int(height * cosine + width * sine)
    turn[:, 2] += (wide - width) / 2, (high - height) / 2
    seen = cv2.warpAffine(pixels, turn, (wide, high), borderValue=(NOTHING,) * 3)
    return np.asarray(seen, np.uint8), np.asarray(cv2.invertAffineTransform(turn), np.float32)


def _strongest(quads: FloatArray, scores: FloatArray) -> IntArray:
    """Places of the finds that stay when, of two finds on one tile, only the stronger does.

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
