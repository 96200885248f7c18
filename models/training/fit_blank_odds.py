"""Fit how probable it is that a blank face is a white dragon, and not a back
(`companion.vision.recognition.blank_odds`).

    python -m models.training.fit_blank_odds --data DATASETS --scenes SCENES [...] [--models FOLDER]

White dragons and backs that the models find in the training photographs, with our own labels of
backs, and in drawn scenes of sets that no training has seen. Writes `blank_odds.json` and
`blank_odds.onnx` beside the models. Prints how well trees that were fitted without its source
judge each: log loss, and how many of both are told right. A source is a table, or a drawn scene
with its own set.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from companion.game.tiles import BACK, WHITE
from companion.vision.arrays import FloatArray
from companion.vision.recognition.blank_odds import EVIDENCE, blanks, evidence
from companion.vision.recognition.classify import Named
from companion.vision.recognition.models import load_sight
from companion.vision.recognition.tile_odds import load_tile_odds
from datasets.images import read_image
from datasets.labels import Labelled, read_backs
from datasets.metrics import match
from models.training import trees
from models.training.labelled import labelled_pictures

_WEIGHTS = Path(__file__).parents[1] / "weights"
_ONE_WAY: Final = {"look": 1, "hue": -1, "nearest": -1, "in_row": -1}
"""What makes a white dragon only likelier, or only less likely, the more there is of it: its own
look, and how far its ground is from that of faces. Of what they had not seen, trees without these
told as many right, with a log loss of .0334 in place of .0324 (docs/decisions/0042)."""
_TREES: Final[Mapping[str, Any]] = {
    "max_iter": 300,
    "learning_rate": 0.1,
    "max_leaf_nodes": 6,
    "min_samples_leaf": 80,  # each find is judged twice
    "l2_regularization": 1.0,
    "early_stopping": False,
    "monotonic_cst": [_ONE_WAY.get(each, 0) for each in EVIDENCE],
}
"""How the trees grow. By the log loss of what they had not seen, trees of four leaves told as much
and were less often sure, those of eight told a twentieth less (docs/decisions/0032)."""
_PHOTOGRAPHED: Final = 10.0
"""How much a blank face in a photograph counts against a drawn one. There are few, and they are
what is judged in the end. With 1 a first form of these trees told as much, but was surer than 0.99
of 157 of 185 white dragons in the validation photographs, with 10 of 179."""


@dataclass(frozen=True, eq=False)
class Sample:
    """The blank faces of a picture whose label is known.

    evidence: (B, E), before or after it is known which finds are tiles. dragon: (B,), 1 for a white
    dragon, 0 for a back. source: what would be left out together. kind: what is reported together.
    weight: how much each of them counts.
    """

    source: str
    kind: str
    weight: float
    evidence: FloatArray
    dragon: NDArray[np.int8]


def samples(said: argparse.Namespace) -> Iterator[Sample]:
    sight = load_sight(said.models)
    tile_odds, backs = load_tile_odds(said.models), read_backs()
    for source, kind, truth in labelled_pictures(said.data, said.scenes):
        pixels = read_image(truth.path)
        name: Callable[[FloatArray], Named] = partial(sight.classifier, pixels)
        finds = sight.detector(pixels)
        if not len(finds.quads):
            continue
        finds, named = sight.faces(pixels, finds, name)
        codes = _labels(with_backs(truth, backs.get(truth.path.name)), finds.quads)
        counts = 1.0 if truth.path.parent in said.scenes else _PHOTOGRAPHED
        odds = tile_odds(pixels, finds.quads, finds.scores, named)
        # As the program asks: before it knows which finds are tiles, and then.
        for asked_of in (named, named.with_tile_odds(odds)):
            asked, weighed = evidence(pixels, finds.quads, asked_of, blanks(asked_of))
            known = np.isin(codes[asked], [BACK, WHITE])
            dragon = (codes[asked] == WHITE).astype(np.int8)
            yield Sample(source, kind, counts, weighed[known], dragon[known])


def with_backs(truth: Labelled, backs: FloatArray | None) -> Labelled:
    """The labels and these backs, (M, 4, 2)."""
    if backs is None:
        return truth
    quads = np.concatenate([truth.quads, backs])
    return replace(truth, quads=quads, codes=truth.codes + (BACK,) * len(backs))


def _labels(truth: Labelled, quads: FloatArray) -> NDArray[np.object_]:
    """What each find is by its label, "" where it has none: (N,)."""
    codes = np.full(len(quads), "", dtype=object)
    for label, find in match(truth.quads, quads).items():
        codes[find] = truth.codes[label]
    return codes


def judged(kind: str, every: list[tuple[Sample, FloatArray]]) -> str:
    """A line: log loss, and how many are told right. every: with the chance of each dragon."""
    dragon = np.concatenate([sample.dragon for sample, _ in every])
    chance = np.clip(np.concatenate([unseen for _, unseen in every]), 1e-4, 1 - 1e-4)
    loss = -np.log(np.where(dragon, chance, 1 - chance)).mean()
    told = (chance > 0.5) == dragon
    return (
        f"{kind:12} log loss {loss:.4f}; right: {told[dragon == 1].sum()} of {dragon.sum()} white"
        f" dragons, {told[dragon == 0].sum()} of {(dragon == 0).sum()} backs"
    )


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--data", type=Path, required=True, help="folder with the photograph sets")
    ask.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of drawn scenes")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--out", type=Path, default=_WEIGHTS, help="folder to write to")
    said = ask.parse_args()
    cv2.setNumThreads(1)
    every = [each for each in samples(said) if len(each.dragon)]
    part = trees.parts_of([each.source for each in every])

    def fitted(chosen: NDArray[np.bool_]) -> HistGradientBoostingClassifier:
        some = [each for each, of in zip(every, chosen, strict=True) if of]
        dragon = np.concatenate([each.dragon for each in some]).astype(float)
        weighed = np.concatenate([each.evidence for each in some])
        weights = np.concatenate([np.full(len(each.dragon), each.weight) for each in some])
        return trees.grown(weighed, dragon, _TREES, weights)

    without = [fitted(part != number) for number in range(trees.FOLDS)]
    unseen = [
        (each, trees.chance(without[of], each.evidence))
        for each, of in zip(every, part, strict=True)
    ]
    print(judged("all", unseen))
    for kind in sorted({each.kind for each in every}):
        print(judged(kind, [pair for pair in unseen if pair[0].kind == kind]))
    trees.write(fitted(part >= 0), "blank_odds", EVIDENCE, said.out, "fit_blank_odds", {})


if __name__ == "__main__":
    main()
