"""Fits what the layout's `numbers.toml` says of gaps, distances and order, and writes it there.

    python -m datasets.fit_layout --kept DIR [--photos FOLDER...] [--habits 1120] [--homes 848]
        [--clubs 400] [--parlours 400] [--teahouses 400] [--tables 448] [--share 0.7]

The pictures are drawn and read by the shipped models. For each, the search weighs explanations;
those that are right should have all the odds. The numbers that are fitted make that likeliest, and
stay near those that stand in the file, which count as much as `SPREAD` says. Habits that are held
out are not looked at. What is no matter of how people lay tiles, as the chances of sets, is not
fitted.

Each number in the file carries along which numbers it came from, so that the log odds of an
explanation say by how much every one of them counts (`Tracked`).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from companion.cli.terminal import progress
from companion.seen.reading import Reading
from companion.vision.arrays import FloatArray
from companion.vision.layout import links, order, search, views
from companion.vision.layout.answer import ways_to_part
from companion.vision.layout.numbers import FILE, NUMBERS, Curve
from companion.vision.layout.picture import Picture
from companion.vision.pipeline import Reader
from datasets.evaluate_layout import (
    UNKNOWN_SETS,
    MakeScene,
    faces_of_photographs,
    same_hand,
    seen_in,
)
from datasets.synth.habits.cohorts import COHORTS, kind_of
from datasets.synth.layout_pictures import drawn_set, photographed_set
from datasets.synth.tables import CASE_COUNT, LayoutScene, layout_scene
from datasets.synth.tiles import TileSet

FITTED: Final = (
    "sorted", "displaced", "anyhow", "set_by_set", "set_by_set_with_gaps", "parted_suit",
    "unparted_suits", "more_stretches", "across_held", "held_beside_out", "held_beside_sets",
    "not_whole", "few_sets", "sets_of_no_hand",
)  # fmt: skip
"""Numbers that are fitted, beside the curves of `CURVES`. How often people expose sets, win, or lay
sets to the left is not: the drawn scenes have a share of each that someone chose."""

JOINED: Final = ("loose", "ss", "sx", "xx", "gg")
"""Links whose numbers for tiles that lie together, but not beside each other, are fitted."""

CURVES: Final = {"links": ("set", "loose", "ss", "sx", "xx"), "apart": ("x", "s", "l", "w")}

SPREAD: Final = 0.7
"""Nats: how far a number may lie from what stands in the file, one standard deviation."""
STEP: Final = 0.4
"""Nats: how much more one point of a curve may move than the next."""
STEP_OF_CURVES: Final = 0.02
"""In which steps a curve is looked up, in widths of a tile."""
MASS: Final = 0.05
"""Nats: how much more or less likely all gaps of a kind may become together. A link's curve is a
density; how often people lay such links is no matter of it."""
ROUNDS: Final = 3
"""How often explanations are searched again with the numbers fitted."""
STRAY: Final = 0.02
"""Share of pictures that no fit need explain: what decides there is no matter of these numbers."""
WIDER: Final = {
    "explanations": 100, "weighed": 120, "hopeless": 20.0, "beam": 120, "beam_of_a_kind": 10,
}  # fmt: skip
"""How far the search looks in a fit, so that it finds what it now thinks unlikely."""

LOTS: Final[Mapping[str, tuple[MakeScene, int, int]]] = {
    "habits": (COHORTS["habits"].scene, 2_110_000, 1120),
    "homes": (COHORTS["homes"].scene, 2_400_000, 848),
    "clubs": (COHORTS["clubs"].scene, 2_500_000, 400),
    "parlours": (COHORTS["parlours"].scene, 2_600_000, 400),
    "teahouses": (COHORTS["teahouses"].scene, 2_700_000, 400),
    "tables": (layout_scene, 2_300_000, 448),
}
"""What is fitted on: how a scene of each sort is made, the first seed, and how many."""

Gradient: TypeAlias = dict[str, float]


class Tracked(float):
    """A number that knows how much it changes with each fitted number.

    Sums and products keep that, and so do `max` and `min`. What else is made of it is a plain
    number again.
    """

    by: Gradient

    @classmethod
    def of(cls, value: float, by: Gradient) -> Tracked:
        made = cls(value)
        made.by = by
        return made

    __array_ufunc__ = None  # numpy's own numbers leave sums with it to it

    def _plus(self, other: float, sign: float, own: float = 1.0) -> Tracked:
        if not isinstance(other, (int, float)):
            return NotImplemented
        by = {name: own * share for name, share in self.by.items()}
        if isinstance(other, Tracked):
            for name, share in other.by.items():
                by[name] = by.get(name, 0.0) + sign * share
        return Tracked.of(own * float(self) + sign * float(other), by)

    def __add__(self, other: float) -> Tracked:
        return self._plus(other, 1.0)

    __radd__ = __add__

    def __sub__(self, other: float) -> Tracked:
        return self._plus(other, -1.0)

    def __rsub__(self, other: float) -> Tracked:
        return self._plus(other, 1.0, -1.0)

    def __mul__(self, other: float) -> Tracked:
        if not isinstance(other, (int, float)):
            return NotImplemented
        by = {name: share * float(other) for name, share in self.by.items()}
        return Tracked.of(float(self) * float(other), by)

    __rmul__ = __mul__

    def __neg__(self) -> Tracked:
        return self * -1.0


class TrackedCurve(Curve):
    """A curve whose values know which of its points they lie between."""

    def __init__(self, name: str, points: Sequence[Sequence[float]]) -> None:
        super().__init__(points, STEP_OF_CURVES)
        self._name = name
        self._at = np.array([x for x, _ in points])

    def __call__(self, x: float) -> Tracked:
        steps = round((x - self._at[0]) / STEP_OF_CURVES)  # curves are looked up in steps
        x = float(np.clip(self._at[0] + steps * STEP_OF_CURVES, self._at[0], self._at[-1]))
        after = int(np.clip(np.searchsorted(self._at, x), 1, len(self._at) - 1))
        share = (x - self._at[after - 1]) / (self._at[after] - self._at[after - 1])
        by = {f"{self._name}.{after - 1}": 1 - share, f"{self._name}.{after}": share}
        return Tracked.of(super().__call__(x), {name: part for name, part in by.items() if part})


def points_of(curve: str) -> list[str]:
    """The names of a curve's values."""
    group, kind = curve.split(".")
    return [f"{curve}.{k}" for k in range(len(NUMBERS[group][kind]))]


def fitted_names() -> list[str]:
    """The names of all numbers that are fitted, in the order of vectors."""
    curves = [f"{group}.{kind}" for group, kinds in CURVES.items() for kind in kinds]
    joined = [f"joined.{kind}" for kind in JOINED]
    return [*FITTED, *joined, *chain.from_iterable(map(points_of, curves))]


def value_of(name: str) -> float:
    """What `NUMBERS` says of a fitted number."""
    value: Any = NUMBERS
    for part in name.split("."):
        value = value[int(part)][1] if part.isdigit() else value[part]
    return float(value)


@contextmanager
def tracked(values: Mapping[str, float]) -> Iterator[None]:
    """The layout weighs with these numbers, which know what they count."""
    before = dict(NUMBERS)
    gaps, apart = dict(links.LINKS), dict(search.APART)

    def number(name: str) -> Tracked:
        return Tracked.of(values[name], {name: 1.0})

    def curve(group: str, kind: str) -> TrackedCurve:
        name = f"{group}.{kind}"
        at = [x for x, _ in before[group][kind]]
        own = [[x, values[point]] for x, point in zip(at, points_of(name), strict=True)]
        return TrackedCurve(name, own)

    NUMBERS.update({name: number(name) for name in FITTED} | WIDER)
    joined = {kind: number(f"joined.{kind}") for kind in JOINED}
    NUMBERS["joined"] = before["joined"] | joined
    links.LINKS.update({kind: curve("links", kind) for kind in CURVES["links"]})
    search.APART.update({kind: curve("apart", kind) for kind in CURVES["apart"]})
    order.forget()
    try:
        yield
    finally:
        NUMBERS.update(before)
        links.LINKS.update(gaps)
        search.APART.update(apart)
        order.forget()


@dataclass(frozen=True)
class Choice:
    """The explanations of one picture. scores: (K,), log odds. counts: (K, P), by how much each
    fitted number counts in them. right: (K,), which of them are right."""

    scores: FloatArray
    counts: FloatArray
    right: FloatArray


def choice(scene: LayoutScene, seen: Reading, columns: Mapping[str, int]) -> Choice | None:
    """The explanations that the search finds; None where none is right or all are."""
    picture = Picture(seen.tiles, seen.image.height)
    found = views.explained(picture)
    hands = [next(ways_to_part(each))[2] for each in found]
    right = np.array([same_hand(scene.hand, hand) for hand in hands])
    if not right.any() or right.all():
        return None
    counts = np.zeros((len(found), len(columns)))
    for row, each in zip(counts, found, strict=True):
        for name, share in getattr(each.score, "by", {}).items():
            row[columns[name]] = share
    return Choice(np.array([float(each.score) for each in found]), counts, right)


def precision(columns: Mapping[str, int]) -> FloatArray:
    """How closely the numbers keep to what stands in the file: (P, P), in 1 / nats²."""
    kept = np.eye(len(columns)) / SPREAD**2
    for name, at in columns.items():
        curve, _, point = name.rpartition(".")
        after = columns.get(f"{curve}.{int(point) + 1}") if point.isdigit() else None
        if after is not None:
            both = np.ix_([at, after], [at, after])
            kept[both] += np.array([[1, -1], [-1, 1]]) / STEP**2
    for kind in CURVES["links"]:
        places = [columns[name] for name in points_of(f"links.{kind}") if name in columns]
        if places:
            at, log_density = np.array(NUMBERS["links"][kind]).T
            share = np.exp(log_density) * np.gradient(at)
            share /= share.sum()
            kept[np.ix_(places, places)] += np.outer(share, share) / MASS**2
    return kept


def fitted(choices: Sequence[Choice], moved: FloatArray, kept: FloatArray) -> FloatArray:
    """By how much the numbers differ from those of the file where the right explanations are
    likeliest: (P,). moved: by how much they differ in the choices' scores. kept: see `precision`.
    """
    more: FloatArray = moved.copy()
    for _ in range(20):
        slope, bend = -kept @ more, kept.copy()
        for each in choices:
            odds = each.scores + each.counts @ (more - moved)
            every = np.exp(odds - odds.max())
            own = every * each.right
            right = float(own.sum() / every.sum())
            weight = (1 - STRAY) * right / ((1 - STRAY) * right + STRAY)
            every /= every.sum()
            own /= max(own.sum(), 1e-300)
            mean = every @ each.counts
            slope += weight * (own @ each.counts - mean)
            spread = (each.counts * every[:, None]).T @ each.counts - np.outer(mean, mean)
            bend += weight * spread
        step = np.linalg.solve(bend, slope)
        more += step
        if np.abs(step).max() < 0.005:
            break
    return more


Scenes: TypeAlias = Sequence[tuple[LayoutScene, Reading]]


def fit(scenes: Scenes) -> dict[str, float]:
    """The fitted numbers by name. Prints how many pictures are read rightly on the way."""
    columns = {name: at for at, name in enumerate(fitted_names())}
    start = np.array([value_of(name) for name in columns])
    kept = precision(columns)
    moved: FloatArray = np.zeros(len(columns))
    for number in range(ROUNDS):
        with tracked(dict(zip(columns, (start + moved).tolist(), strict=True))):
            found = [choice(*each, columns) for each in progress(scenes, "Explaining")]
        choices = [each for each in found if each is not None]
        best = sum(bool(each.right[each.scores.argmax()]) for each in choices)
        print(f"round {number}: {best} of {len(choices)} pictures with a choice are right")
        moved = fitted(choices, moved, kept)
    return dict(zip(columns, (start + moved).round(2).tolist(), strict=True))


def pictures(given: argparse.Namespace) -> Iterator[tuple[LayoutScene, Reading]]:
    """The scenes that are fitted on, drawn and read."""
    reader = Reader()
    faces = faces_of_photographs(given.photos, given.readings) if given.photos else []

    def strangers(seed: int) -> TileSet:
        return drawn_set(UNKNOWN_SETS[seed % len(UNKNOWN_SETS)])

    def real(seed: int) -> TileSet:
        return photographed_set(faces[seed // CASE_COUNT % len(faces)], seed)

    for name, (make, *_) in LOTS.items():
        first, count = getattr(given, f"first_{name}"), getattr(given, name)
        owner = real if faces and name == "tables" else strangers
        kept = given.kept and given.kept / name
        for scene in map(make, range(first, first + count)):
            if scene.hands is None and kind_of(scene.case) != "held out":
                yield scene, seen_in(scene, owner, reader, kept)


def towards(
    values: Mapping[str, float], share: float, left: Sequence[str] = ()
) -> dict[str, float]:
    """Numbers on the way from those that stand in the file, 0, to these, 1.

    left: names of numbers, or of groups of them, that stay as they stand.
    """
    start = {name: value_of(name) for name in values}
    return {
        name: round(start[name] + share * (to - start[name]), 2)
        for name, to in values.items()
        if not {name, name.partition(".")[0]} & {*left}
    }


def written(text: str, values: Mapping[str, object]) -> str:
    """The file's text with these numbers in place of its own."""
    lines = []
    table = ""
    for line in text.splitlines():
        if section := re.match(r"\[(\w+)\]", line):
            table = section[1]
        name, _, said = line.partition(" = ")
        curve = f"{table}.{name}"
        name_in_file = f"{table}.{name}" if table else name
        if name_in_file in values:
            _, *comment = said.split("  #", 1)
            line = "  #".join([f"{name} = {values[name_in_file]}", *comment])
        elif f"{curve}.0" in values:
            own = [[x, values[f"{curve}.{k}"]] for k, (x, _) in enumerate(NUMBERS[table][name])]
            line = f"{name} = {own}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, (_, first, count) in LOTS.items():
        options.add_argument(f"--{name}", type=int, default=count, help="how many of this sort")
        options.add_argument(f"--first-{name}", type=int, default=first, help="their first seed")
    options.add_argument("--photos", type=Path, nargs="+", help="draw those with these faces")
    options.add_argument("--readings", type=Path, help="folder where readings of photos are kept")
    options.add_argument("--kept", type=Path, help="folder where drawn pictures are kept")
    options.add_argument(
        "--share", type=float, default=1.0, help="how far to go from the file's numbers to these"
    )
    options.add_argument("--leave", nargs="*", default=[], help="numbers that stay as they are")
    options.add_argument("--out", type=Path, default=FILE, help="where the numbers are written")
    given = options.parse_args()
    values = towards(fit(list(pictures(given))), given.share, given.leave)
    given.out.write_text(written(FILE.read_text(encoding="utf-8"), values), encoding="utf-8")


if __name__ == "__main__":
    main()
