"""A table's own tile set: examples of its faces, and how they change what a face is named.

The features of a face are compared with those of the enrolled ones after two steps: what all the
set's faces share (its ground, its light) is taken away, and what differs between views of one
face (distance, sharpness, light) counts less than what differs between faces. The comparison is
added to what the trained model thinks: log p + scale · cosine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Literal

import cv2
import numpy as np

from companion.jsonform import from_form
from companion.resources import resource
from companion.tiles import BONUS, in_order
from companion.vision.classify import NOT_A_TILE, ByteArray, Classifier, Named
from companion.vision.geometry import FloatArray
from companion.vision.thumbnails import embed, name_of

Source = Literal["enrolled", "corrected"]


@dataclass(frozen=True, eq=False)
class Example:
    """A face whose tile is known. face: its thumbnail, upright. source: how it came here."""

    code: str
    face: ByteArray
    source: Source = "enrolled"

    @cached_property
    def id(self) -> str:
        return name_of(self.face)


@dataclass(frozen=True, eq=False)
class Profile:
    """A tile set as it was enrolled, with what corrections added since; oldest example first.

    back: the colour of its backs, RGB, where one lay face down. proportion: height of a face over
    its width, as seen from above; None where it was not seen so.
    """

    name: str
    examples: tuple[Example, ...] = ()
    back: tuple[int, int, int] | None = None
    proportion: float | None = None

    @property
    def codes(self) -> tuple[str, ...]:
        """The tiles it knows, each once, in the order of a sorted hand."""
        return in_order({example.code for example in self.examples})

    def with_example(self, face: ByteArray, code: str, source: Source = "corrected") -> Profile:
        """With one more example; the same picture again replaces what it was said to be."""
        new = Example(code, face, source)
        return replace(self, examples=(*self.without(new.id).examples, new))

    def without(self, example_id: str) -> Profile:
        """Without an example: the way to undo `with_example`."""
        kept = tuple(example for example in self.examples if example.id != example_id)
        return replace(self, examples=kept)


def add_example(profile: Profile, face: ByteArray, code: str) -> Profile:
    """Learn from a correction: `face` is a thumbnail (`enrol.face_of`), `code` what it shows.

    The page keeps `profile.examples[-1].id` and undoes with `profile.without(id)`.
    """
    return profile.with_example(face, code)


@dataclass(frozen=True)
class Blend:
    """How a comparison and the trained model are weighed (`calibration/profiles/generic.json`).

    trust: weight of the trained model's log p. trust_bonus: how much of it is left for which
    flower or season a face shows: every set draws them differently, and only that it is one shows.
    floor: the least p it is taken to give. unknown: the p it is taken to give to a tile it was
    never shown. scale: of the cosine. no_tile, stranger: the cosine taken for what is no tile, and
    for a tile that is not enrolled. temperature: the sums are divided by it, so that the result
    says how often it is right. sure_above: probability from which it needs no second look.
    belongs: mean cosine from which faces are taken to belong to a set; ahead: by how much it
    has to be greater than that of any other set.
    """

    trust: float
    trust_bonus: float
    floor: float
    unknown: float
    scale: float
    no_tile: float
    stranger: float
    temperature: float
    sure_above: float
    belongs: float
    ahead: float


@cache
def generic_blend() -> Blend:
    """The weights that come with the program. Raises ResourceMissingError."""
    form: Any = json.loads(resource("calibration", "generic.json").read_text(encoding="utf-8"))
    blend: Blend = from_form(Blend, form["blend"], "blend")
    return blend


_DIRECTIONS = 64
"""Main directions kept of the scatter between views; further ones carry next to nothing."""
_SHRINK = 2.0
"""How far the scatter is drawn towards being the same in all directions, in its own mean."""


class _Measure:
    """How views of one face differ, learned from views (N, V, F) of several faces."""

    def __init__(self, views: FloatArray) -> None:
        scatter = (views - views.mean(axis=1, keepdims=True)).reshape(-1, views.shape[2])
        values, vectors = np.linalg.eigh(scatter.astype(np.float64) @ scatter.T)
        strongest = values.argsort()[::-1][:_DIRECTIONS]
        strongest = strongest[values[strongest] > 1e-9]
        self._directions = (scatter.T @ vectors[:, strongest]) / np.sqrt(values[strongest])
        evenly = _SHRINK * values.sum() / len(values)
        self._gain = np.sqrt(evenly / (values[strongest] + evenly + 1e-12)) - 1

    def __call__(self, features: FloatArray) -> FloatArray:
        """(N, F) → (N, F), the directions in which views differ made short."""
        along = _product(features, self._directions) * self._gain
        out: FloatArray = features + _product(along, self._directions.T)
        return out


def _product(one: FloatArray, other: FloatArray) -> FloatArray:
    """The product of two matrices, on one thread.

    NumPy's threads would wait for those of the models, sixty milliseconds for one of work.
    """
    left, right = np.ascontiguousarray(one, np.float32), np.ascontiguousarray(other, np.float32)
    unused = left  # by the weight 0
    return np.asarray(cv2.gemm(left, right, 1.0, unused, 0.0), np.float32)


def _unit(features: FloatArray) -> FloatArray:
    out: FloatArray = features / (np.linalg.norm(features, axis=1, keepdims=True) + 1e-9)
    return out


class EnrolledSet:
    """A profile ready to help reading: a stage for `companion.vision.pipeline.Reader`."""

    def __init__(self, profile: Profile, views: FloatArray, blend: Blend | None = None) -> None:
        """views: (N, V, F), `embed` of the profile's examples by the classifier in use: first each
        face as it is."""
        self.profile = profile
        self._blend = blend or generic_blend()
        self._codes = np.array([example.code for example in profile.examples])
        self._measure = _Measure(views) if len(views) else None
        self._examples = self._measure(views[:, 0]) if self._measure else views[:, 0]

    @classmethod
    def of(
        cls, profile: Profile, classifier: Classifier, blend: Blend | None = None
    ) -> EnrolledSet:
        """Looks at every face first; `ProfileStore.ready` remembers what was seen."""
        faces = [example.face for example in profile.examples]
        return cls(profile, embed(classifier, faces), blend)

    def __call__(self, pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
        """What the faces are, the enrolled set considered. Tiles it does not know stay as named."""
        if self._measure is None or not len(named.features):
            return named
        blend = self._blend
        codes = (*named.codes, *(c for c in self.profile.codes if c not in named.codes))
        trained = np.full((len(named.features), len(codes)), blend.unknown)
        trained[:, : len(named.codes)] = self._tempered(named)
        trusted = blend.trust * np.log(trained)
        likeness = self._likeness(named.features)
        closest = np.full(trained.shape, np.nan)
        for place, code in enumerate(codes):
            of_code = self._codes == code
            if of_code.any():
                closest[:, place] = likeness[:, of_code].max(axis=1)
        nothing = codes.index(NOT_A_TILE)
        # First whether it is a tile at all, then which: a tile that is not enrolled has to be
        # likelier by far than those that are, and needs no likeness to be a tile.
        whether = self._odds(trusted, np.where(np.isnan(closest), blend.no_tile, closest))
        no_tile = whether[:, nothing : nothing + 1]
        trusted[:, nothing] = -np.inf
        which = self._odds(trusted, np.where(np.isnan(closest), blend.stranger, closest))
        odds = (1 - no_tile) * which
        odds[:, nothing] = no_tile[:, 0]
        return replace(
            named, codes=codes, probabilities=odds, sure_above=blend.sure_above,
            profile=self.profile.name,
        )  # fmt: skip

    def _tempered(self, named: Named) -> FloatArray:
        """What the trained model thinks, less decided about which of the enrolled flowers it is."""
        odds = np.maximum(named.probabilities, self._blend.floor).astype(np.float64)
        bonus = [
            place for place, code in enumerate(named.codes)
            if code in BONUS and code in self.profile.codes
        ]  # fmt: skip
        if bonus:
            together = odds[:, bonus].sum(axis=1, keepdims=True)
            flat = (odds[:, bonus] / together) ** self._blend.trust_bonus
            odds[:, bonus] = together * flat / flat.sum(axis=1, keepdims=True)
        out: FloatArray = odds
        return out

    def _odds(self, trusted: FloatArray, likeness: FloatArray) -> FloatArray:
        """Probabilities from what the trained model thinks and how alike the faces are."""
        scores = (trusted + self._blend.scale * likeness) / self._blend.temperature
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        out: FloatArray = odds / odds.sum(axis=1, keepdims=True)
        return out

    def fits(self, named: Named) -> float:
        """Mean cosine of the faces to what is most like them in the set, −1 to 1; no tile: −1."""
        tiles = named.probabilities[:, named.codes.index(NOT_A_TILE)] < 0.5
        if self._measure is None or not tiles.any():
            return -1.0
        return float(self._likeness(named.features)[tiles].max(axis=1).mean())

    def _likeness(self, features: FloatArray) -> FloatArray:
        """Cosines of N faces to the examples: (N, F) → (N, E).

        What all have in common is taken from the examples and the picture together: where only a
        few tiles are enrolled, their mean would say more about those tiles than about the set.
        """
        assert self._measure is not None
        faces = self._measure(features)
        shared = np.concatenate([self._examples, faces]).mean(axis=0)
        return _product(_unit(faces - shared), _unit(self._examples - shared).T)


def choose_profile(sets: Sequence[EnrolledSet], named: Named) -> EnrolledSet | None:
    """The enrolled set that the faces belong to; None where none fits, or two fit alike."""
    if not sets:
        return None
    blend = generic_blend()
    ranked = sorted(((one.fits(named), place) for place, one in enumerate(sets)), reverse=True)
    best, place = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else -1.0
    clear = best >= blend.belongs and best - second >= blend.ahead
    return sets[place] if clear else None


class ChosenAmong:
    """A stage that lets the enrolled set that fits a picture, if any, help to read it."""

    def __init__(self, sets: Sequence[EnrolledSet]) -> None:
        self._sets = tuple(sets)

    def __call__(self, pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
        chosen = choose_profile(self._sets, named)
        return chosen(pixels, quads, named) if chosen else named
