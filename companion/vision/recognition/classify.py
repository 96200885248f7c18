"""Faces → tile codes with calibrated confidence, and which way is up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from companion.game.tiles import BACK, WHITE
from companion.vision.arrays import BoolArray, ByteArray, FloatArray, IntArray
from companion.vision.geometry import sides
from companion.vision.recognition.engine import Model
from companion.vision.recognition.rectify import rectify
from companion.vision.recognition.upright import by_shape

NOT_A_TILE = "none"
# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_SQUARE_ENOUGH = 1.22
"""Ratio of the sides below which all four ways up are tried, since the short edge is not
certain."""
_NO_WAY_UP = (BACK, NOT_A_TILE)
"""Kinds that look no different after a turn."""

_CERTAIN = 0.97
"""Probability from which one look at a face is enough."""

_LARGER = (1.2, 1.35)
"""By how much the outlines are larger in which a face that is not sure is looked at, too. The
detector's may be too small, above all on dark tiles, where signs stand out more than edges. Backs
show nothing that a larger outline would add, and are named worse so (docs/decisions/0018)."""
_MOVED = (-0.07, 0.07)
"""How far such outlines are moved along the face, in its height. On 582 tiles of drawn hands that
were in doubt, of sets that no training has seen, the looks around named 0.68 right instead of 0.59,
and 15 instead of 40 wrong at 0.9 and more (docs/decisions/0018)."""

_PALE = 120
"""Contrast of a face, 0 to 255, below which its ink is pale, as in glare or on a worn tile."""
_RESTORED = 160
"""Contrast, 0 to 255, to which a pale face is raised before it is looked at again."""
_MOST_RAISED = 6
"""The most by which contrast is multiplied; raised more, the noise would show."""
_INK_AND_GROUND = (0.5, 99.0)
"""Percentiles of a face's brightness, per colour, that are its ink and its ground: a thin sign
covers little of a face, and a glint is no ground. By hand."""
_BORDER = 10
"""Pixels at a face's border that may show its neighbours and do not count for its contrast."""


@dataclass(frozen=True)
class Named:
    """What the faces of N outlines show.

    codes: names of the K kinds. probabilities: (N, K), calibrated; rows sum to 1. ways: (N, 4), how
    probable it is that the quad must start k corners later to begin at the face's own top left.
    features: (N, F), unit length, to compare with enrolled tiles. sure_above: probability from
    which a name needs no check. profile: the enrolled set that was used. nearest: if none was, the
    set that is closest to the faces. faces: (N, side, side, 3) uint8, RGB, as they were cut out.
    """

    codes: tuple[str, ...]
    probabilities: FloatArray
    ways: FloatArray
    features: FloatArray
    sure_above: float = 0.99
    profile: str | None = None
    nearest: str | None = None
    faces: ByteArray = field(default_factory=lambda: np.zeros((0, 1, 1, 3), np.uint8))

    @property
    def best(self) -> tuple[str, ...]:
        """The most probable kind of each of the N."""
        return tuple(self.codes[k] for k in self.probabilities.argmax(1)) if len(self.ways) else ()

    @property
    def tile_odds(self) -> FloatArray:
        """How probable it is that each is a tile: (N,). 1 where "no tile" is ruled out."""
        if NOT_A_TILE not in self.codes:
            return np.ones(len(self.probabilities))
        return np.asarray(1 - self.probabilities[:, self.codes.index(NOT_A_TILE)])

    def with_tile_odds(self, a_tile: FloatArray) -> Named:
        """The same, each face being a tile with these probabilities, (N,), 0 to 1."""
        nothing = self.codes.index(NOT_A_TILE)
        kinds = self.probabilities.copy()
        kinds[:, nothing] = 0
        told = kinds * (a_tile / np.maximum(kinds.sum(1), 1e-12))[:, None]
        told[:, nothing] = 1 - a_tile
        return replace(self, probabilities=told)

    def without(self, codes: Collection[str]) -> Named:
        """The same, if none of the faces is one of these kinds."""
        kept = np.array([code not in codes for code in self.codes])
        if kept.all() or not len(self.ways):
            return self
        odds = self.probabilities[:, kept]
        left = tuple(code for code in self.codes if code not in codes)
        whole = np.maximum(odds.sum(axis=1, keepdims=True), np.finfo(odds.dtype).tiny)
        return replace(self, codes=left, probabilities=odds / whole)


class Classifier:
    """Names straightened faces."""

    def __init__(self, model: Model) -> None:
        facts = model.facts
        self._model = model
        self.codes: tuple[str, ...] = tuple(facts["codes"])
        self._size: int = facts["size"]
        self._margin: float = facts["margin"]
        self._temperature: float = facts["temperature"]
        self.sure_above: float = facts["sure_above"]
        self.sha256: str = facts["sha256"]
        self._white, self._back = self.codes.index(WHITE), self.codes.index(BACK)

    def __call__(self, pixels: ByteArray, quads: FloatArray) -> Named:
        """Name the faces within `quads` ((N, 4, 2), short edge first) of a picture."""
        count = len(quads)
        if not count:
            nothing = np.zeros((0, 1), np.float32)
            return Named(
                self.codes,
                np.zeros((0, len(self.codes)), np.float32),
                np.zeros((0, 4), np.float32),
                nothing,
                self.sure_above,
            )
        faces = rectify(pixels, quads, self._size, self._margin)
        across, along = sides(quads)
        longer = np.maximum(across, along) / np.maximum(np.minimum(across, along), 1e-9)
        squarish = longer < _SQUARE_ENOUGH
        # Every face is looked at once. An uncertain face is looked at upside down, too. If it is
        # nearly square, also on its sides; if it is pale, also with more ink. More looks help most
        # with sets that training has not seen.
        seen = _Seen(count)
        seen.add(self._model, faces, {0: np.arange(count)})
        once = np.exp(_log_softmax(seen.kinds / self._temperature))
        turns_help = ~np.isin(once.argmax(1), [self.codes.index(code) for code in _NO_WAY_UP])
        doubtful = (once.max(1) < _CERTAIN) & turns_help
        if doubtful.any():
            lying = np.flatnonzero(doubtful & squarish)
            more = {2: np.flatnonzero(doubtful), 1: lying, 3: lying}
            seen.add(self._model, faces, more)
            pale, inked = _inked(faces, np.flatnonzero(doubtful & (once.argmax(1) != self._white)))
            if len(pale):
                seen.add(self._model, inked, {0: pale, 2: pale})
        probabilities = self._probabilities(seen)
        best = probabilities.argmax(1)
        uncertain = np.flatnonzero((probabilities.max(1) < self.sure_above) & (best != self._back))
        if len(uncertain):
            own = probabilities[uncertain]
            standing = seen.ways[uncertain].argmax(1)
            other = self._around(pixels, quads[uncertain], standing, own.argmax(1) != self._white)
            every = np.concatenate([own[None], other])
            probabilities[uncertain] = every.mean(0)
        ways = np.exp(_log_softmax(seen.ways / seen.looks))
        # A back shows its way up only by its shape, so its neighbours decide.
        blank = np.isin(probabilities.argmax(1), [self.codes.index(code) for code in _NO_WAY_UP])
        ways[blank] = by_shape(longer[blank])
        return Named(
            self.codes,
            probabilities,
            ways,
            seen.features / (np.linalg.norm(seen.features, axis=1, keepdims=True) + 1e-9),
            self.sure_above,
            faces=faces,
        )

    def _probabilities(self, seen: _Seen) -> FloatArray:
        """(N, K), of each kind after all looks."""
        return np.exp(_log_softmax(seen.kinds / seen.looks / self._temperature))

    def _around(
        self,
        pixels: ByteArray,
        quads: FloatArray,
        standing: IntArray,
        inked: BoolArray,
    ) -> FloatArray:
        """(L, N, K), what each kind's probability is in other outlines than these. standing: (N,),
        which way up the faces most likely are. inked: (N,), which of them show ink, if any."""
        upright = quads[np.arange(len(quads))[:, None], (np.arange(4) + standing[:, None]) % 4]
        middle, high = upright.mean(1, keepdims=True), (upright[:, 3] - upright[:, 0])[:, None]
        outlines = [middle + (upright - middle) * larger for larger in _LARGER]
        outlines += [upright + high * moved for moved in _MOVED]
        every = rectify(pixels, np.concatenate(outlines), self._size, self._margin)
        _, every = _inked(every, np.flatnonzero(np.tile(inked, len(outlines))))
        kinds, _, _ = self._model.run(every)
        probabilities = np.exp(_log_softmax(kinds / self._temperature))
        return probabilities.reshape(len(outlines), len(quads), -1)


class _Seen:
    """The sum of what the looks at `count` faces have shown so far. looks: (count, 1)."""

    def __init__(self, count: int) -> None:
        self.looks = np.zeros((count, 1))
        self.kinds: FloatArray = np.zeros((count, 1))
        self.ways: FloatArray = np.zeros((count, 4))
        self.features: FloatArray = np.zeros((count, 1), np.float32)

    def add(self, model: Model, faces: ByteArray, looks: dict[int, IntArray]) -> None:
        """Look at the faces at some places, turned anticlockwise by so many quarter turns."""
        # Starting the quad k corners later turns the cut face k quarters anticlockwise.
        turned = [np.rot90(faces[places], turn, (1, 2)) for turn, places in looks.items()]
        kinds, ways, features = model.run(np.ascontiguousarray(np.concatenate(turned)))
        ways = _log_softmax(ways)
        if not self.looks.any():
            self.kinds = np.zeros((len(faces), kinds.shape[1]))
            self.features = np.zeros((len(faces), features.shape[1]), np.float32)
        end = 0
        for turn, places in looks.items():
            start, end = end, end + len(places)
            rows = slice(start, end)
            self.looks[places] += 1
            self.kinds[places] += kinds[rows]
            self.ways[places] += np.roll(ways[rows], turn, axis=1)
            self.features[places] += features[rows]


def _inked(faces: ByteArray, places: IntArray) -> tuple[IntArray, ByteArray]:
    """The pale ones among the faces at these places, and all faces with more ink on the pale
    ones."""
    if not len(places):
        return places, faces
    inner = faces[places, _BORDER:-_BORDER, _BORDER:-_BORDER].reshape(len(places), -1, 3)
    ink, ground = np.percentile(inner, _INK_AND_GROUND, axis=1).astype(np.float32)
    contrast = (ground - ink).max(axis=1)
    pale = contrast < _PALE
    times = np.clip(_RESTORED / np.maximum(contrast[pale], 1), 1, _MOST_RAISED)[:, None, None, None]
    light = ground[pale, None, None]
    darker = light - (light - faces[places[pale]]) * times
    inked = faces.copy()
    inked[places[pale]] = np.clip(darker, 0, 255).astype(np.uint8)
    return places[pale], inked


def _log_softmax(x: FloatArray) -> FloatArray:
    shifted = x - x.max(axis=-1, keepdims=True)
    out: FloatArray = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return out
