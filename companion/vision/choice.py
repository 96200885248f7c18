"""Which of the enrolled sets a photograph shows, if any.

Told by the faces that have a clear name: how like they are to each set's examples of that name by
the classifier's features, and how well the pictures match, the better half of them: a face that
lies in a shadow or is badly outlined says nothing against a set. The set for which both together
are highest is the nearest.

Whether the faces are of that set, or of one that nobody enrolled and that merely is like it, is
told against strangers: drawn sets that nobody owns. Soft, dark or slanting photographs are like
every set or like none; what counts is how much liker they are to this one than to any stranger.
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

from companion.resources import ResourceMissingError, resource
from companion.tiles import BACK, KINDS
from companion.vision.classify import NOT_A_TILE, ByteArray, Classifier, Named
from companion.vision.geometry import FloatArray, grow, mean_sides
from companion.vision.profile import EnrolledSet, generic
from companion.vision.sketch import FINE, HELD, Sketches, Windows

STRANGERS = "strangers.jpg"
"""A row a set, a column a kind of `KINDS`; `datasets/draw_strangers.py` draws it."""
STRANGERS_SIDE = 64
"""Pixels of a face in it."""
_PLACES = {code: place for place, code in enumerate(KINDS)}
_CLEAR = 0.9
"""Probability from which a face's name tells which examples show what it may belong to."""
_FEW, _MANY = 4, 10
"""From how many such faces on a set is recognised, and how many are looked at."""
_COMPARED = 3
"""Of how many sets the pictures are compared: those that the faces are likest to by features."""


@dataclass(frozen=True)
class Measure:
    """What makes a set the nearest, and surely the one (`calibration/profiles/generic.json`).

    nearest: weight of the likeness by features beside the match of the pictures, where sets are
    compared with each other. ahead: how much nearer than any other it has to be. stranger: weight
    of how much liker the faces are to it than to any stranger, beside the match of the pictures.
    belongs: the sum from which they surely belong to it.
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
        """Of those within `quads` (N, 4, 2) the ones that tell most: of many kinds, large, and
        surely the right way up."""
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
        """Cosines of faces with the face of that name in every set: (N, sets); NaN for the names
        that they lack."""
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
        # In the order of their kinds: a kind's examples are then one slice.
        owned.sort(key=lambda each: each[0].code)
        self._codes = [example.code for example, _, _ in owned]
        self._faces = [example.face for example, _, _ in owned]
        self._features = np.stack([own for _, own, _ in owned])
        self._set = np.array([number for _, _, number in owned])
        self._count = len(sets)

    @cached_property
    def _sketches(self) -> Sketches:
        return Sketches(self._faces, FINE)

    def likest(self, faces: ClearFaces) -> tuple[FloatArray, NDArray[np.intp]]:
        """Cosine of each face with the likest example of that name in every set, and which it is:
        both (N, sets), NaN and −1 where a set has none."""
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
        # The likest last: of those put into the same field the last stays.
        order = np.argsort(likeness)
        fields = rows[order], self._set[examples[order]]
        cosines = np.full((len(alike), self._count), np.nan)
        places = np.full(cosines.shape, -1)
        cosines[fields], places[fields] = likeness[order], examples[order]
        return cosines, places

    def match(self, faces: ClearFaces, places: NDArray[np.intp]) -> list[float]:
        """Correlation of the faces' pictures with those of the examples in these places
        ((N, sets), −1 for none), mean of the better half, for each set."""
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
    """A stage that lets the enrolled set that a picture shows, if any, help to read it.

    Where none surely is the one it names the nearest, for a person to decide.
    """

    def __init__(
        self, sets: Sequence[EnrolledSet], strangers: Strangers, measure: Measure | None = None
    ) -> None:
        self._sets = [one for one in sets if one.profile.examples]
        self._examples = _Examples(self._sets) if self._sets else None
        self._strangers = strangers
        self._measure = measure or generic_measure()

    def __call__(self, pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
        nearest, surely = self.nearest(quads, named)
        if nearest is None:
            return named
        if surely:
            return nearest(pixels, quads, named)
        return replace(named, nearest=nearest.profile.name)

    def nearest(self, quads: FloatArray, named: Named) -> tuple[EnrolledSet | None, bool]:
        """The enrolled set that the faces are likest to, and whether they surely belong to it.

        None where no set knows enough of them to tell.
        """
        fit, surely = choose(self.fits(quads, named), self._measure)
        return (fit.enrolled if fit else None), surely

    def fits(self, quads: FloatArray, named: Named) -> list[Fit]:
        """How the faces fit the sets that they are likest to, of those that know enough of them and
        can still be the nearest, or be as near, by their pictures."""
        faces = ClearFaces.of(quads, named)
        if self._examples is None or len(faces.codes) < _FEW:
            return []
        strange = self._strangers.likeness(faces)
        usual = strange.mean(axis=1, keepdims=True)
        cosines, places = self._examples.likest(faces)
        known = np.isfinite(cosines - usual)
        count = known.sum(axis=0)
        (enough,) = np.nonzero(count >= _FEW)
        likeness = np.where(known, cosines - usual, 0).sum(axis=0) / np.maximum(count, 1)
        likest = enough[np.argsort(-likeness[enough])][:_COMPARED]
        if not len(likest):
            return []
        strangers = known.T @ np.where(np.isfinite(strange), strange - usual, 0)
        beyond = likeness - strangers.max(axis=1) / np.maximum(count, 1)
        match = self._examples.match(faces, places[:, likest[:1]])
        # No pictures match better than wholly.
        behind = self._measure.nearest * (likeness[likest[0]] - likeness[likest[1:]])
        in_reach = likest[1:][behind < 1 - match[0] + self._measure.ahead]
        if len(in_reach):
            match += self._examples.match(faces, places[:, in_reach])
        return [
            Fit(self._sets[one], float(likeness[one]), float(beyond[one]), each)
            for one, each in zip([likest[0], *in_reach], match, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class Fit:
    """How faces fit a set. likeness: by features, beside what strangers come to on the mean;
    beyond: beside the stranger that they are likest to; match: of the pictures."""

    enrolled: EnrolledSet
    likeness: float
    beyond: float
    match: float


def choose(fits: Sequence[Fit], measure: Measure) -> tuple[Fit | None, bool]:
    """The set that fits best, and whether it surely is the one; None where none is given."""
    likest = sorted(fits, key=lambda fit: -fit.likeness)[:_COMPARED]
    near = [fit.match + measure.nearest * fit.likeness for fit in likest]
    order = np.argsort(near)[::-1].tolist()
    if not order:
        return None, False
    best = likest[order[0]]
    ahead = near[order[0]] - near[order[1]] if order[1:] else np.inf
    belongs = best.match + measure.stranger * best.beyond
    return best, bool(ahead >= measure.ahead and belongs >= measure.belongs)


def _unit(rows: FloatArray) -> NDArray[np.float32]:
    plain = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("...f,...f->...", plain, plain))
    return np.asarray(plain / (lengths[..., None] + np.float32(1e-9)))
