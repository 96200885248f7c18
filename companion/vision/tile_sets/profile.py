"""A table's own tile set: examples of its faces, and how they change the name of a face.

Three things are learned from the examples, and added for each face of a photograph:

- where the trained model is wrong about this set. What it should have said of an example carries
  over to faces that look like the example;
- how close the face is to each example in the classifier's features. What all faces of the set
  share (ground, light) is first taken away. What differs between views of one face (distance,
  sharpness, light) counts little;
- if doubt remains, how well the pictures match, laid over each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal, TypeVar

import numpy as np

from companion.base.forms import Form, from_form
from companion.base.resources import resource
from companion.game.tiles import BACK, BONUS, SPECIALS, in_order
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.classify import NOT_A_TILE, Classifier, Named
from companion.vision.recognition.engine import read_checked
from companion.vision.tile_sets.sketch import Sketches, Windows
from companion.vision.tile_sets.thumbnails import Looks, embed, name_of

G = TypeVar("G")
Source = Literal["enrolled", "corrected"]


@dataclass(frozen=True, eq=False)
class Example:
    """A face whose tile is known. face: its thumbnail, upright. source: where it came from."""

    code: str
    face: ByteArray
    source: Source = "enrolled"

    @cached_property
    def id(self) -> str:
        return name_of(self.face)


@dataclass(frozen=True, eq=False)
class Profile:
    """A tile set as it was enrolled, with later corrections. The oldest example comes first.

    back: the colour of its backs, RGB, if one lay face down. proportion: height of a face over its
    width, seen from above; None if it was not seen so.
    """

    name: str
    examples: tuple[Example, ...] = ()
    back: tuple[int, int, int] | None = None
    proportion: float | None = None

    @property
    def codes(self) -> tuple[str, ...]:
        """The tiles that it knows, each once, in the order of a sorted hand."""
        return in_order({example.code for example in self.examples})

    def with_example(self, face: ByteArray, code: str, source: Source = "corrected") -> Profile:
        """With one more example. If the picture is there already, its code changes. Of many
        corrected examples of a kind the oldest are left out.

        face: a thumbnail (`enrol.face_of`). code: what it shows.
        """
        new = Example(code, face, source)
        every = (*self.without(new.id).examples, new)
        corrected = [each.id for each in every if (each.code, each.source) == (code, "corrected")]
        left_out = set(corrected[:-_MOST_CORRECTED])
        return replace(self, examples=tuple(each for each in every if each.id not in left_out))

    def without(self, example_id: str) -> Profile:
        """Without an example: how `with_example` is undone."""
        kept = tuple(example for example in self.examples if example.id != example_id)
        return replace(self, examples=kept)


class Blend(Form, frozen=True):
    """How examples and the trained model are weighed (`calibration/profiles/generic.json`).

    trust: weight of the trained model's log p, corrected by its errors on the examples.
    trust_bonus: the part of it that counts for which flower or season a face shows. Every set draws
    flowers differently, so the model mainly knows that it is one. floor: the least p of the model
    that is believed. unknown: the p assumed for a tile that the model was never shown. scale:
    weight of the cosine. no_tile: the cosine assumed for all that the set has no example of, where
    it is asked whether a face is a tile at all. stranger: the least one of all other tiles
    together, where it is asked which tile it is. match: weight of the pictures' correlation.
    doubtful: probability below which pictures are compared. temperature: the sums are divided by
    it, so that a probability says how often it is right. sure_above: probability from which the
    name needs no check.
    """

    trust: float
    trust_bonus: float
    floor: float
    unknown: float
    scale: float
    no_tile: float
    stranger: float
    match: float
    doubtful: float
    temperature: float
    sure_above: float


def generic(part: str, as_type: type[G]) -> G:
    """A part of the numbers that come with the program.

    Raises ModelDamagedError, ResourceMissingError.
    """
    form = read_checked(resource("calibration", "generic.json"), [part])
    return from_form(as_type, form[part], part)


@cache
def generic_blend() -> Blend:
    """The weights that come with the program. Raises ResourceMissingError."""
    return generic("blend", Blend)


# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_DIRECTIONS = 16
"""Directions kept of how views of a face differ."""
_SHRINK = 2.0
"""How far these differences are drawn towards being equal in all directions: so many times their
mean is added to each."""
_REACH = 3.0
"""An example counts e^-_REACH of its weight for a face whose features are at a right angle to
it."""
_SLACK = 0.1
"""How far examples that look alike share what they teach."""
_TAUGHT_BY = 60
"""Examples from which the differences between views are learned."""
_NEWEST = 4
"""Examples that count for each kind, so that reading stays quick after many corrections. Set by
hand, not measured."""
_MOST_CORRECTED = 2 * _NEWEST
"""Corrected examples that are kept for each kind: those that count, and as many that take their
places where these are undone. Set by hand, not measured."""
_SURE = 0.9
"""Probability from which the trained model's name says what another tile of the set looks like.
In a first form, on eight drawn sets, 0.97 kept as much right, and 0.8 fewer enrolled tiles
(docs/decisions/0043)."""
_TAKEN_FOR = 0.05
"""The probability of a kind, by the trained model's look at the examples of another, from which it
may take that other one for it, so that its name says nothing. With 0.01 or 0.2 as much was right
(docs/decisions/0043)."""
_COMPARED = 80
"""Most probable names of each doubtful face whose pictures are compared."""
_WORTH_A_LOOK = 0.001
"""The least probability of such a name."""


class _Measure:
    """How close faces are to examples, where differences between views of one face count little.

    The measure is a cosine, after what all faces have in common is taken away.
    """

    def __init__(self, views: FloatArray) -> None:
        """views: (E, V, F), V views of each of E examples."""
        some = views[:: 1 + len(views) // _TAUGHT_BY]
        scatter = (some - some.mean(axis=1, keepdims=True)).reshape(-1, views.shape[2])
        values, vectors = np.linalg.eigh((scatter @ scatter.T).astype(np.float64))
        strongest = values.argsort()[::-1][:_DIRECTIONS]
        strongest = strongest[values[strongest] > 1e-9]
        along = (vectors[:, strongest] / np.sqrt(values[strongest])).T
        directions = along.astype(np.float32) @ scatter
        evenly = _SHRINK * values.sum() / len(values)
        self._lost = 1 - evenly / (values[strongest] + evenly + 1e-12)
        examples = views.mean(axis=1)
        lost = (examples @ directions.T) * self._lost
        shortened = examples - lost @ directions
        self._rows = np.concatenate([shortened, directions]).astype(np.float32)
        self._own = shortened @ examples.T

    def cosines(self, faces: FloatArray) -> FloatArray:
        """Closeness of faces (N, F) to the examples: (N, E).

        The mean of faces and examples together is taken away. The mean of a few examples alone
        would say more about those tiles than about the set.
        """
        faces = np.asarray(faces, np.float32)
        products, along = np.split(faces @ self._rows.T, [len(self._own)], axis=1)
        short = along * self._lost
        squares = np.einsum("nk,nk->n", faces, faces) - np.einsum("nk,nk->n", short, along)
        with_all = faces @ faces.sum(axis=0) - short @ along.sum(axis=0)
        count = sum(products.shape)
        with_mean = (products.sum(axis=1) + with_all) / count
        own_with_mean = (products.sum(axis=0) + self._own.sum(axis=0)) / count
        mean_square = (with_mean.sum() + own_with_mean.sum()) / count
        centred = products - with_mean[:, None] - own_with_mean + mean_square
        lengths = squares - 2 * with_mean + mean_square
        own_lengths = self._own.diagonal() - 2 * own_with_mean + mean_square
        return np.asarray(centred / np.sqrt(np.maximum(np.outer(lengths, own_lengths), 1e-12)))

    def own_cosines(self) -> FloatArray:
        """Closeness of the examples to each other, with their own mean taken away: (E, E)."""
        mean = self._own.mean(axis=0)
        centred = self._own - mean - mean[:, None] + mean.mean()
        lengths = np.maximum(centred.diagonal(), 1e-12)
        return np.asarray(centred / np.sqrt(np.outer(lengths, lengths)))


class EnrolledSet:
    """A profile that is ready to help with reading: a stage for
    `companion.vision.pipeline.Reader`."""

    def __init__(self, profile: Profile, looks: Looks, blend: Blend | None = None) -> None:
        """looks: `embed` of the profile's examples, by the classifier in use."""
        self.profile = profile
        self._blend = blend or generic_blend()
        self._known = set(profile.codes)
        self._kinds = (*looks.codes, *(c for c in profile.codes if c not in looks.codes))
        self._foreign = [
            place
            for place, code in enumerate(self._kinds)
            if code in SPECIALS and code not in self._known
        ]
        """Columns of special tiles that the set does not have."""
        self._nothing = self._kinds.index(NOT_A_TILE)
        self._bonus = np.array(
            [n for n, code in enumerate(self._kinds) if code in BONUS and code in self._known], int
        )
        if not profile.examples:
            return
        columns = np.array([self._kinds.index(example.code) for example in profile.examples])
        # Sorted by kind, so that the examples of a kind are one slice.
        newest = [np.flatnonzero(columns == kind)[-_NEWEST:] for kind in np.unique(columns)]
        order = np.concatenate(newest)
        self._columns = columns[order]
        self._of_kind, self._first = np.unique(self._columns, return_index=True)
        self._count = np.bincount(self._columns, minlength=len(self._kinds))
        self._backs = np.array([self._kinds[column] == BACK for column in self._columns])
        self.examples = tuple(profile.examples[place] for place in order)
        """The examples that count, and what the classifier makes of them, (E, F)."""
        self.features = looks.features[order].mean(axis=1)
        self._sketches = Sketches([example.face for example in self.examples])
        self._measure = _Measure(looks.features[order])
        odds = looks.odds[order].mean(axis=1)
        self._amends = self._what_to_amend(odds)
        self._taken_for = np.maximum.reduceat(odds, self._first) >= _TAKEN_FOR
        """What the model may take the enrolled kinds for: (kinds with examples, its kinds)."""

    @classmethod
    def of(
        cls, profile: Profile, classifier: Classifier, blend: Blend | None = None
    ) -> EnrolledSet:
        """Looks at every face first. `ProfileStore.ready` remembers what was seen."""
        faces = [example.face for example in profile.examples]
        return cls(profile, embed(classifier, faces), blend)

    def __call__(self, quads: FloatArray, named: Named) -> Named:
        """Name faces with the help of the enrolled set. Tiles that it does not know keep their
        names.

        quads: (N, 4, 2), the outlines of the faces. Only a stage that chooses a set needs them.
        """
        if not self.profile.examples or not len(named.features):
            return named
        blend = self._blend
        likeness = self._measure.cosines(named.features)
        # A back has no sign to compare: one that looks unlike the example lies in other light.
        likeness[:, self._backs] = np.maximum(likeness[:, self._backs], blend.no_tile)
        amended = self._thought(named.probabilities) + _reach(likeness) @ self._amends
        alike = np.maximum.reduceat(likeness, self._first, axis=1)
        which = blend.trust * amended[:, self._of_kind] + blend.scale * alike
        # Is it a tile at all? Then, which one, or one that the set has no example of?
        others = self._of_no_example(named.probabilities)
        nothing = others[:, self._nothing].copy()
        others[:, self._nothing] = 0.0
        rest = others.sum(axis=1) + nothing
        of_no_example = self._thought_of(rest) + blend.scale * blend.no_tile
        is_none = self._odds(np.column_stack([which, of_no_example]))[:, -1]
        is_none *= nothing / np.maximum(rest, 1e-12)
        another = self._thought_of(others.sum(axis=1))
        which -= blend.scale * self._likest_stranger(named, alike)
        odds = self._named(which, another, others)
        doubtful = np.flatnonzero((odds.max(axis=1) < blend.doubtful) & (is_none < 0.5))
        if len(doubtful):
            seen = named.faces[doubtful], named.ways[doubtful]
            matches = self._matches(*seen, odds[doubtful])[:, self._of_kind]
            which[doubtful] += blend.match * matches
            odds[doubtful] = self._named(which[doubtful], another[doubtful], others[doubtful])
        odds *= 1 - is_none[:, None]
        odds[:, self._nothing] = is_none
        return replace(
            named, codes=self._kinds, probabilities=odds, sure_above=blend.sure_above,
            profile=self.profile.name,
        )  # fmt: skip

    def _likest_stranger(self, named: Named, alike: FloatArray) -> FloatArray:
        """For each enrolled kind, how like its examples a face of another kind may look: as like as
        the likest face here that is surely another, and at least `stranger`.

        alike: (N, kinds with examples). Returns (kinds with examples,).
        """
        called, chance = named.probabilities.argmax(axis=1), named.probabilities.max(axis=1)
        surely = (chance >= _SURE) & (called != self._nothing)
        another = (called[:, None] != self._of_kind) & ~self._taken_for.T[called]
        seen = np.where(surely[:, None] & another, alike, self._blend.stranger)
        return np.asarray(np.maximum(seen.max(axis=0), self._blend.stranger))

    def _thought(self, probabilities: FloatArray) -> FloatArray:
        """Logs of the trained model's probabilities (N, its kinds) → (N, all kinds).

        They are made less decided about which of the enrolled flowers it is.
        """
        blend = self._blend
        odds = np.full((len(probabilities), len(self._kinds)), blend.unknown)
        trained = probabilities.shape[1]
        odds[:, :trained] = np.maximum(probabilities, blend.floor)
        bonus = self._bonus[self._bonus < trained]
        if len(bonus):
            together = odds[:, bonus].sum(axis=1, keepdims=True)
            flat = (odds[:, bonus] / together) ** blend.trust_bonus
            odds[:, bonus] = together * flat / flat.sum(axis=1, keepdims=True)
        return np.asarray(np.log(odds))

    def _what_to_amend(self, probabilities: FloatArray) -> FloatArray:
        """What to add to the logs for each example: (E, kinds).

        With what similar examples add, the sum is what the trained model should have said of the
        example. Only the set's own tiles get an addition; nothing is known about others.
        """
        thought = self._thought(probabilities)
        truth = np.full(thought.shape, np.log(self._blend.floor))
        truth[np.arange(len(truth)), self._columns] = 0.0
        missing = np.zeros(thought.shape)
        missing[:, self._of_kind] = (truth - thought)[:, self._of_kind]
        likeness = self._measure.own_cosines()
        np.fill_diagonal(likeness, 1.0)  # a lone example is its own mean
        shared = _reach(likeness) + _SLACK * np.eye(len(likeness))
        return np.asarray(np.linalg.solve(shared, missing))

    def _of_no_example(self, probabilities: FloatArray) -> FloatArray:
        """The trained model's probabilities of what the set has no example of: other tiles, and no
        tile at all. (N, its kinds) → (N, all kinds); 0 for all else."""
        odds = np.zeros((len(probabilities), len(self._kinds)))
        odds[:, : probabilities.shape[1]] = probabilities
        odds[:, self._foreign] = 0.0
        odds /= np.maximum(odds.sum(axis=1, keepdims=True), self._blend.floor)
        odds[:, self._of_kind] = 0.0
        return odds

    def _thought_of(self, chance: FloatArray) -> FloatArray:
        """What the trained model thinks of one thing, as it counts in the sums."""
        return self._blend.trust * np.log(np.maximum(chance, self._blend.floor))

    def _odds(self, sums: FloatArray) -> FloatArray:
        scores = sums / self._blend.temperature
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        out: FloatArray = odds / odds.sum(axis=1, keepdims=True)
        return out

    def _named(self, which: FloatArray, another: FloatArray, others: FloatArray) -> FloatArray:
        """The probability of each kind of tile: (N, K).

        which: (N, kinds with examples), and another: (N,), the sums by which they are weighed. The
        tiles without an example stay as probable among each other as `others` says.
        """
        odds = self._odds(np.column_stack([which, another]))
        out: FloatArray = others * (odds[:, -1:] / np.maximum(others.sum(1, keepdims=True), 1e-12))
        out[:, self._of_kind] = odds[:, :-1]
        return out

    def _matches(self, faces: ByteArray, ways: FloatArray, odds: FloatArray) -> FloatArray:
        """How much better the pictures of each probable kind match a face than the others do.

        faces, ways: see `Named`. odds: (N, K). Returns (N, K): the best correlation with an
        example, less the mean; 0 for kinds that are not compared.
        """
        face, kind = np.nonzero(odds > _WORTH_A_LOOK)
        likely = np.argsort(-odds[face, kind])[:_COMPARED]
        face, kind = face[likely], kind[likely]
        examples = self._count[kind]
        if not examples.any():
            return np.zeros(odds.shape)
        rows = np.repeat(face, examples)
        ends = np.cumsum(self._count)[kind]
        places = np.arange(len(rows)) + np.repeat(ends - np.cumsum(examples), examples)
        best = np.full(odds.shape, -np.inf)
        pairs = np.array([rows, places]).T
        match = self._sketches.correlations(Windows.of(faces), ways, pairs)
        np.maximum.at(best, (rows, self._columns[places]), match)
        compared = np.isfinite(best)
        best[~compared] = 0
        mean = best.sum(axis=1, keepdims=True) / np.maximum(compared.sum(axis=1, keepdims=True), 1)
        return np.where(compared, best - mean, 0.0)


def _reach(likeness: FloatArray) -> FloatArray:
    """Weight of what an example teaches, by its cosine: 1 for the example itself."""
    return np.asarray(np.exp(_REACH * (likeness - 1)))
