"""Fits `familiar` of the layout's `numbers.toml`, and writes it there.

    python -m datasets.fit_familiar --kept DIR [--lodges 1600] [--pavilions 800] [--salons 400]
        [--teahouses 400] [--habits 400]

Pictures of sets that no model has seen are drawn and read by the shipped models. Most of their
hands are laid in ways that no layout was built on, so that the fit sees how a hand looks that it
cannot explain. A picture counts with how likely its reading is beside the others, and with the
signs of `familiar.py`; the numbers make what came out likeliest. Pictures of which a warning is
given do not count: somebody looks at these in any case.

It prints what the fit says of ways that it has not seen, a twentieth of them at a time.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from companion.cli.terminal import progress
from companion.seen.reading import Reading
from companion.vision.arrays import FloatArray
from companion.vision.layout import views
from companion.vision.layout.answer import answer
from companion.vision.layout.familiar import SIGNS, familiar, signs
from companion.vision.layout.numbers import FILE
from companion.vision.layout.picture import Picture
from companion.vision.pipeline import Reader
from datasets.evaluate_layout import UNKNOWN_SETS, MakeScene, same_hand, seen_in
from datasets.fit_layout import written
from datasets.synth.habits.cohorts import COHORTS
from datasets.synth.layout_pictures import drawn_set
from datasets.synth.tables import LayoutScene
from datasets.synth.tiles import TileSet

LOTS: Final[Mapping[str, tuple[MakeScene, int, int]]] = {
    "lodges": (COHORTS["lodges"].scene, 10_510_000, 1600),
    "pavilions": (COHORTS["pavilions"].scene, 10_700_000, 800),
    "salons": (COHORTS["salons"].scene, 10_600_000, 400),
    "teahouses": (COHORTS["teahouses"].scene, 10_610_000, 400),
    "habits": (COHORTS["habits"].scene, 10_800_000, 400),
}
"""What is fitted on: how a scene of each sort is made, the first seed, and how many."""

WORTH: Final = 0.5
"""Readings that are less likely than this beside the others are asked about in any case."""
KEPT: Final = 1.5
"""How closely the numbers keep to 0, in 1 / nats²: a sign that was never seen beside a hand read
rightly would count without end."""
FOLDS: Final = 20
"""In how many parts the ways are left out in turn."""


@dataclass(frozen=True)
class Read:
    """A picture. way: how its hand is laid. chance: of its reading beside the others. signs: see
    `familiar.SIGNS`. right: whether the hand is."""

    way: str
    chance: float
    signs: tuple[float, ...]
    right: bool


def read(scene: LayoutScene, seen: Reading) -> Read | None:
    """What the layout makes of a picture; None where there is no hand or something to ask."""
    picture = Picture(seen.tiles, seen.image.height)
    found = views.explained(picture)
    if not found:
        return None
    said = answer(picture, found)
    alike = sum(way.likelihood for way in said.read.readings if way.hand == said.read.hand)
    chance = alike / familiar(picture, said.of)
    if said.warnings or chance < WORTH:
        return None
    right = same_hand(scene.hand, said.read.hand)
    return Read(scene.case, min(chance, 0.9999), signs(picture, said.of), right)


def fitted(every: Sequence[Read]) -> FloatArray:
    """How much each of `SIGNS` counts: (S,), nats."""
    shown = np.array([each.signs for each in every])
    chance = np.array([each.chance for each in every])
    right = np.array([each.right for each in every])
    kept = np.diag(np.where(np.array(SIGNS) == "always", 0.0, KEPT))
    numbers: FloatArray = np.array([3.0] + [0.0] * (len(SIGNS) - 1))
    for _ in range(50):  # Fisher's scoring
        known = 1 / (1 + np.exp(-shown @ numbers))
        said = chance * known
        slope = said * (1 - known)  # of what is said, by the log odds of `known`
        spread = said * (1 - said)
        up = shown.T @ (slope * (right - said) / spread) - kept @ numbers
        step = np.linalg.solve((shown.T * (slope**2 / spread)) @ shown + kept, up)
        numbers = numbers + step / max(1.0, np.abs(step).max())  # a nat at a time, or it runs away
        if np.abs(step).max() < 1e-4:
            break
    return numbers


def said_of_others(every: Sequence[Read]) -> FloatArray:
    """What a fit says of each picture that has not seen its way: (N,), probabilities."""
    ways = sorted({each.way for each in every})
    said = np.zeros(len(every))
    for part in range(FOLDS):
        left_out = {*ways[part::FOLDS]}
        known = [each for each in every if each.way not in left_out]
        if not left_out or not known:
            continue
        numbers = fitted(known)
        for k, each in enumerate(every):
            if each.way in left_out:
                said[k] = each.chance / (1 + math.exp(-float(np.dot(numbers, each.signs))))
    return said


def pictures(given: argparse.Namespace) -> Iterator[tuple[LayoutScene, Reading]]:
    """The scenes that are fitted on, drawn and read."""
    reader = Reader()

    def owner(seed: int) -> TileSet:
        return drawn_set(UNKNOWN_SETS[seed % len(UNKNOWN_SETS)])

    for name, (make, *_) in LOTS.items():
        first, count = getattr(given, f"first_{name}"), getattr(given, name)
        for scene in map(make, range(first, first + count)):
            if scene.hands is None:
                yield scene, seen_in(scene, owner, reader, given.kept and given.kept / name)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, (_, first, count) in LOTS.items():
        options.add_argument(f"--{name}", type=int, default=count, help="how many of this sort")
        options.add_argument(f"--first-{name}", type=int, default=first, help="their first seed")
    options.add_argument("--kept", type=Path, help="folder where drawn pictures are kept")
    options.add_argument("--out", type=Path, default=FILE, help="where the numbers are written")
    given = options.parse_args()
    all_of = [read(*each) for each in progress(list(pictures(given)), "Explaining")]
    every = [each for each in all_of if each is not None]
    said, right = said_of_others(every), np.array([each.right for each in every])
    print(f"{len(every)} of {len(all_of)} pictures count, {right.mean():.4f} of them are right")
    for least in (0.90, 0.92, 0.94, 0.95, 0.96, 0.97):
        sure = said > least
        share = sure.sum() / len(all_of)
        print(f"over {least}: {right[sure].sum()} of {sure.sum()} right, {share:.3f} of all")
    numbers = zip(SIGNS, fitted(every).round(2).tolist(), strict=True)
    values = {f"familiar.{name}": number for name, number in numbers}
    given.out.write_text(written(FILE.read_text(encoding="utf-8"), values), encoding="utf-8")


if __name__ == "__main__":
    main()
