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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.resources import ResourceMissingError, resource
from companion.tiles import BACK, KINDS
from companion.vision.classify import NOT_A_TILE, ByteArray, Classifier, Named
from companion.vision.geometry import FloatArray, grow
from companion.vision.profile import EnrolledSet, generic
from companion.vision.sketch import FINE, HELD, Sketches, windows

STRANGERS = "strangers.jpg"
"""A row a set, a column a kind of `KINDS`; `datasets/draw_strangers.py` draws it."""
STRANGERS_SIDE = 64
"""Pixels of a face in it."""
_CLEAR = 0.9
"""Probability from which a face's name tells which examples show what it may belong to."""
_FEW, _MANY = 4, 24
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
    def windows(self) -> NDArray[np.float32]:
        """See `sketch.windows`; worked out once for all sets."""
        return windows(self.pictures, FINE)

    @classmethod
    def of(cls, named: Named) -> ClearFaces:
        best = np.array(named.best)
        clear = named.probabilities.max(axis=1, initial=0) > _CLEAR
        shown = np.flatnonzero(clear & ~np.isin(best, (BACK, NOT_A_TILE)))[:_MANY]
        return cls(
            tuple(str(code) for code in best[shown]),
            _unit(named.features[shown]),
            named.faces[shown] if len(shown) else named.faces[:0],
            named.ways[shown],
        )


class Strangers:
    """Drawn sets that nobody owns, as the classifier sees their faces."""

    def __init__(self, features: FloatArray) -> None:
        """features: (sets, kinds in the order of `KINDS`, F)."""
        self.features = _unit(features)

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
            if code in KINDS:
                own = self.features[:, KINDS.index(code)]
                cosines[row] = np.einsum("sf,f->s", own, faces.features[row])
        return cosines


def sheet_sha256() -> str:
    """Which strangers these are. Raises ResourceMissingError."""
    return hashlib.sha256(resource("calibration", STRANGERS).read_bytes()).hexdigest()


class _Candidate:
    """An enrolled set, ready to be compared with faces."""

    def __init__(self, enrolled: EnrolledSet) -> None:
        self.enrolled = enrolled
        self._codes = np.array([example.code for example in enrolled.examples])
        self._features = _unit(enrolled.features)

    @cached_property
    def _sketches(self) -> Sketches:
        return Sketches([example.face for example in self.enrolled.examples], FINE)

    def likeness(self, faces: ClearFaces) -> FloatArray:
        """Cosines of faces with the likest example of that name: (N,), NaN where it has none."""
        rows, places = pairs = self._of_that_name(faces)
        own = np.einsum("pf,pf->p", faces.features[rows], self._features[places])
        return _best(own, pairs, len(faces.codes))

    def match(self, faces: ClearFaces) -> float:
        """Correlation of the faces' pictures with those of the best examples of that name, mean
        of the better half."""
        pairs = self._of_that_name(faces)
        own = self._sketches.correlations(faces.windows, faces.ways, np.stack(pairs, axis=1))
        best = np.sort(_best(own, pairs, len(faces.codes)))
        known = best[np.isfinite(best)]
        return float(known[len(known) // 2 :].mean())

    def _of_that_name(self, faces: ClearFaces) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Places of faces and of examples that have the same name."""
        rows, places = np.nonzero(np.array(faces.codes)[:, None] == self._codes)
        return rows, places


class ChosenAmong:
    """A stage that lets the enrolled set that a picture shows, if any, help to read it.

    Where none surely is the one it names the nearest, for a person to decide.
    """

    def __init__(
        self, sets: Sequence[EnrolledSet], strangers: Strangers, measure: Measure | None = None
    ) -> None:
        self._candidates = [_Candidate(one) for one in sets if one.profile.examples]
        self._strangers = strangers
        self._measure = measure or generic_measure()

    def __call__(self, pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
        nearest, surely = self.nearest(named)
        if nearest is None:
            return named
        if surely:
            return nearest(pixels, quads, named)
        return replace(named, nearest=nearest.profile.name)

    def nearest(self, named: Named) -> tuple[EnrolledSet | None, bool]:
        """The enrolled set that the faces are likest to, and whether they surely belong to it.

        None where no set knows enough of them to tell.
        """
        fit, surely = choose(self.fits(named), self._measure)
        return (fit.enrolled if fit else None), surely

    def fits(self, named: Named) -> list[Fit]:
        """How the faces fit each set that knows enough of them."""
        faces = ClearFaces.of(named)
        if len(faces.codes) < _FEW:
            return []
        strange = self._strangers.likeness(faces)
        usual = strange.mean(axis=1, keepdims=True)
        fits = []
        for one in self._candidates:
            own = one.likeness(faces) - usual[:, 0]
            known = np.isfinite(own)
            if known.sum() >= _FEW:
                likeness = float(own[known].mean())
                stranger = float((strange - usual)[known].mean(axis=0).max())
                fits.append(Fit(one, faces, likeness, likeness - stranger))
        return fits


@dataclass(frozen=True, eq=False)
class Fit:
    """How faces fit a set. likeness: by features, beside what strangers come to on the mean;
    beyond: beside the stranger that they are likest to."""

    candidate: _Candidate
    faces: ClearFaces
    likeness: float
    beyond: float

    @property
    def enrolled(self) -> EnrolledSet:
        return self.candidate.enrolled

    @cached_property
    def match(self) -> float:
        """Of the pictures; compared when first asked for."""
        return self.candidate.match(self.faces)


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


def _best(values: FloatArray, pairs: tuple[NDArray[np.intp], ...], rows: int) -> FloatArray:
    """The largest of the values of pairs for each row: (rows,), NaN where it is in no pair."""
    best = np.full(rows, -np.inf)
    np.maximum.at(best, pairs[0], values)
    return np.where(np.isfinite(best), best, np.nan)


def _unit(rows: FloatArray) -> FloatArray:
    return np.asarray(rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-9))
