"""Which enrolled set a photograph shows, if any.

The faces with a clear name decide. For each set, two things count: how close the faces are to the
set's examples of those names in the classifier's features, and how well the pictures match. Only
the better half of the pictures counts, because a face in a shadow or with a bad outline says
nothing about the set. The set with the highest sum is the nearest.

The nearest set may still be one that only looks like the real one. So the faces are also compared
with strangers: drawn sets that nobody owns. A soft, dark or slanting photograph looks like every
set or like none. The set is taken only if the faces are closer to it than to any stranger.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.base.forms import Form
from companion.base.resources import ResourceMissingError, resource
from companion.game.tiles import BACK, KINDS
from companion.vision.arrays import ByteArray, FloatArray, IntArray
from companion.vision.geometry import grow, mean_sides
from companion.vision.recognition.classify import NOT_A_TILE, Classifier, Named
from companion.vision.tile_sets.profile import EnrolledSet, generic
from companion.vision.tile_sets.sketch import FINE, HELD, Sketches, Windows

STRANGERS = "strangers.jpg"
"""Faces of drawn sets: one row for each set, one column for each of `KINDS`.

`python -m datasets.draw_strangers` draws it.
"""
STRANGERS_SIDE = 64
"""Pixels of a face in `STRANGERS`. The sheet is drawn so."""
_PLACES = {code: place for place, code in enumerate(KINDS)}
_CLEAR = 0.9
"""The least probability of a clear name. Only the examples of that name are compared. Set by hand,
not measured."""
_ENOUGH = 4
"""Faces with a clear name that are needed to recognise a set. Set by hand, not measured."""
_MANY = 10
"""The most faces that are looked at; more take time and decide nothing. Set by hand, not
measured."""
_COMPARED = 3
"""Sets whose pictures are compared: those nearest to the faces by features. Set by hand, not
measured."""


class Measure(Form, frozen=True):
    """What makes a set the nearest, and what makes it certain
    (`calibration/profiles/generic.json`).

    nearest: weight of the features beside the pictures, when sets are compared with each other.
    ahead: how far the nearest set must be ahead of the others. stranger: weight of being closer to
    the set than to any stranger, beside the pictures. belongs: the least sum at which the faces
    certainly belong to the set.
    """

    nearest: float
    ahead: float
    stranger: float
    belongs: float


@cache
def generic_measure() -> Measure:
    """The measure that comes with the program. Raises ResourceMissingError."""
    return generic("choice", Measure)


@dataclass(frozen=True, eq=False)
class ClearFaces:
    """Faces of a picture whose names are clear.

    codes: N names. features: (N, F), unit length. pictures: (N, side, side, 3) uint8, RGB. ways:
    (N, 4), see `Named`.
    """

    codes: tuple[str, ...]
    features: FloatArray
    pictures: ByteArray
    ways: FloatArray

    @cached_property
    def windows(self) -> Windows:
        return Windows.of(self.pictures, FINE)

    @classmethod
    def of(cls, quads: FloatArray, named: Named) -> ClearFaces:
        """The faces within `quads` (N, 4, 2) that say most: many kinds, large, certainly
        upright."""
        sure = np.flatnonzero(named.probabilities.max(axis=1, initial=0) > _CLEAR)
        kinds = named.probabilities[sure].argmax(axis=1).tolist() if len(sure) else []
        codes = {n: named.codes[kind] for n, kind in zip(sure.tolist(), kinds, strict=True)}
        clear = [n for n, code in codes.items() if code not in (BACK, NOT_A_TILE)]
        telling = (mean_sides(quads) * named.ways.max(axis=1, initial=0)).tolist()
        clear.sort(key=telling.__getitem__, reverse=True)
        alike: Counter[str] = Counter()
        turn = {}
        for face in clear:
            turn[face] = alike[codes[face]]
            alike[codes[face]] += 1
        shown = sorted(clear, key=turn.__getitem__)[:_MANY]
        return cls(
            tuple(codes[face] for face in shown),
            named.features[shown].astype(np.float32),
            named.faces[shown] if len(shown) else named.faces[:0],
            named.ways[shown],
        )


class Strangers:
    """Drawn sets that nobody owns, as the classifier sees their faces."""

    def __init__(self, features: FloatArray) -> None:
        """features: (sets, kinds in the order of `KINDS`, F)."""
        self.features = _unit(features)
        self._of_kind = np.ascontiguousarray(self.features.swapaxes(0, 1))

    @classmethod
    def of(cls, classifier: Classifier) -> Strangers:
        """Looks at each face once. Raises ResourceMissingError."""
        sheet = cv2.imread(str(resource("calibration", STRANGERS)), cv2.IMREAD_COLOR)
        if sheet is None:
            raise ResourceMissingError("calibration", STRANGERS)
        pixels = np.asarray(cv2.cvtColor(sheet, cv2.COLOR_BGR2RGB), np.uint8)
        side = STRANGERS_SIDE
        corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
        cells = [corners + [side * column, 0] for column in range(len(KINDS))]
        row = grow(np.asarray(cells, np.float32), 1 / HELD)
        rows = [classifier(pixels[top : top + side], row) for top in range(0, len(pixels), side)]
        return cls(np.stack([one.features for one in rows]))

    def likeness(self, faces: ClearFaces) -> FloatArray:
        """Cosine of each face with the face of the same name in every set: (N, sets). NaN for
        names that the sets lack."""
        cosines = np.full((len(faces.codes), len(self.features)), np.nan)
        for row, code in enumerate(faces.codes):
            if code in _PLACES:
                own = self._of_kind[_PLACES[code]]
                cosines[row] = own @ faces.features[row]
        return cosines


def sheet_sha256() -> str:
    """Which strangers these are. Raises ResourceMissingError."""
    return hashlib.sha256(resource("calibration", STRANGERS).read_bytes()).hexdigest()


class _Examples:
    """The examples of several enrolled sets, ready to be compared with faces."""

    def __init__(self, sets: Sequence[EnrolledSet]) -> None:
        owned = [
            (example, own, number)
            for number, one in enumerate(sets)
            for example, own in zip(one.examples, _unit(one.features), strict=True)
        ]
        # Sorted by kind, so that the examples of a kind are one slice.
        owned.sort(key=lambda each: each[0].code)
        self._codes = [example.code for example, _, _ in owned]
        self._faces = [example.face for example, _, _ in owned]
        self._features = np.stack([own for _, own, _ in owned])
        self._set = np.array([number for _, _, number in owned])
        self._count = len(sets)

    @cached_property
    def _sketches(self) -> Sketches:
        return Sketches(self._faces, FINE)

    def closest(self, faces: ClearFaces) -> tuple[FloatArray, IntArray]:
        """Cosine of each face with the closest example of its name in every set, and which
        example that is. Both (N, sets); NaN and −1 if a set has no such example."""
        alike = [
            (bisect_left(self._codes, code), bisect_right(self._codes, code))
            for code in faces.codes
        ]
        likeness = np.concatenate(
            [
                self._features[first:last] @ own
                for (first, last), own in zip(alike, faces.features, strict=True)
            ]
        )
        rows = np.repeat(np.arange(len(alike)), [last - first for first, last in alike])
        examples = np.concatenate([np.arange(*bounds) for bounds in alike])
        # The closest comes last, because of several values for one field the last one stays.
        order = np.argsort(likeness)
        fields = rows[order], self._set[examples[order]]
        cosines = np.full((len(alike), self._count), np.nan)
        places = np.full(cosines.shape, -1)
        cosines[fields], places[fields] = likeness[order], examples[order]
        return cosines, places

    def match(self, faces: ClearFaces, places: IntArray) -> list[float]:
        """How well the faces' pictures match those of the examples at these places.

        places: (N, sets), −1 for none. Returns (sets,): the mean correlation of the better half.
        """
        rows, columns = np.nonzero(places >= 0)
        pairs = np.array([rows, places[rows, columns]]).T
        found = np.full(places.shape, np.nan)
        found[rows, columns] = self._sketches.correlations(faces.windows, faces.ways, pairs)
        best = np.sort(found, axis=0)  # NaN last
        known = np.isfinite(best).sum(axis=0)
        place = np.arange(len(best))[:, None]
        better = (place >= known // 2) & (place < known)
        means: list[float] = (np.where(better, best, 0).sum(axis=0) / better.sum(axis=0)).tolist()
        return means


class ChosenAmong:
    """A stage that reads a picture with the enrolled set that it shows.

    If no set is certain, the stage names the nearest one, for a person to decide.
    """

    def __init__(
        self, sets: Sequence[EnrolledSet], strangers: Strangers, measure: Measure | None = None
    ) -> None:
        self._sets = [one for one in sets if one.profile.examples]
        self._examples = _Examples(self._sets) if self._sets else None
        self._strangers = strangers
        self._measure = measure or generic_measure()

    def __call__(self, quads: FloatArray, named: Named) -> Named:
        nearest, surely = self.nearest(quads, named)
        if nearest is None:
            return named
        if surely:
            return nearest(quads, named)
        return replace(named, nearest=nearest.profile.name)

    def nearest(self, quads: FloatArray, named: Named) -> tuple[EnrolledSet | None, bool]:
        """The set that is closest to the faces, and whether they certainly belong to it.

        None if no set knows enough of the faces.
        """
        fit, surely = choose(self.fits(quads, named), self._measure)
        return (fit.enrolled if fit else None), surely

    def fits(self, quads: FloatArray, named: Named) -> list[Fit]:
        """How the faces fit the sets that may still turn out to be the nearest.

        Only sets that know enough of the faces count. Sets that are too far off by features are not
        compared by pictures.
        """
        faces = ClearFaces.of(quads, named)
        if self._examples is None or len(faces.codes) < _ENOUGH:
            return []
        strange = self._strangers.likeness(faces)
        usual = strange.mean(axis=1, keepdims=True)
        cosines, places = self._examples.closest(faces)
        known = np.isfinite(cosines - usual)
        count = known.sum(axis=0)
        (enough,) = np.nonzero(count >= _ENOUGH)
        likeness = np.where(known, cosines - usual, 0).sum(axis=0) / np.maximum(count, 1)
        closest = enough[np.argsort(-likeness[enough])][:_COMPARED]
        if not len(closest):
            return []
        strangers = known.T @ np.where(np.isfinite(strange), strange - usual, 0)
        beyond = likeness - strangers.max(axis=1) / np.maximum(count, 1)
        match = self._examples.match(faces, places[:, closest[:1]])
        # A match of pictures is at most 1.
        behind = self._measure.nearest * (likeness[closest[0]] - likeness[closest[1:]])
        in_reach = closest[1:][behind < 1 - match[0] + self._measure.ahead]
        if len(in_reach):
            match += self._examples.match(faces, places[:, in_reach])
        return [
            Fit(self._sets[one], float(likeness[one]), float(beyond[one]), each)
            for one, each in zip([closest[0], *in_reach], match, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class Fit:
    """How faces fit a set.

    likeness: by features, compared with the mean of the strangers. beyond: compared with the
    closest stranger. match: by pictures.
    """

    enrolled: EnrolledSet
    likeness: float
    beyond: float
    match: float


def choose(fits: Sequence[Fit], measure: Measure) -> tuple[Fit | None, bool]:
    """The set that fits best, and whether it is certain. None if no set is given."""
    closest = sorted(fits, key=lambda fit: -fit.likeness)[:_COMPARED]
    near = [fit.match + measure.nearest * fit.likeness for fit in closest]
    order = np.argsort(near)[::-1].tolist()
    if not order:
        return None, False
    best = closest[order[0]]
    ahead = near[order[0]] - near[order[1]] if order[1:] else np.inf
    belongs = best.match + measure.stranger * best.beyond
    return best, bool(ahead >= measure.ahead and belongs >= measure.belongs)


def _unit(rows: FloatArray) -> NDArray[np.float32]:
    plain = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("...f,...f->...", plain, plain))
    return np.asarray(plain / (lengths[..., None] + np.float32(1e-9)))
