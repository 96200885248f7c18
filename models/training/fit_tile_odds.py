"""Fit how probable it is that a find is a tile (`companion.vision.recognition.tile_odds`).

    python -m models.training.fit_tile_odds --data DATASETS --scenes SCENES [...] [--models FOLDER]

Finds of the detector in the training photographs, in `no-tiles` of the places that
training may see, as they are and enlarged, and in drawn scenes of sets that no training has seen:
real sets alone would teach that every face looks familiar. A find on a labelled tile is a tile, a
find elsewhere in a picture that is labelled throughout is none, any other is left out. Writes
`tile_odds` and `tile_odds_again`, `.json` and `.onnx`, beside the models. Prints how well odds that
were fitted without its source judge each find, and how many of those that the program would call
sure are wrong. A source is a table, a place, or a drawn scene with its own set.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from companion.game.tiles import SPECIALS
from companion.vision.arrays import FloatArray
from companion.vision.geometry import box_overlap, share_of
from companion.vision.recognition import tile_odds
from companion.vision.recognition.blank import shows_no_face
from companion.vision.recognition.blank_odds import load_blank_odds
from companion.vision.recognition.bright_signs import in_both_lights, shows_bright_signs
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.company import lying
from companion.vision.recognition.models import load_sight
from companion.vision.recognition.which_are_tiles import SURELY_A_TILE
from datasets.images import read_image
from datasets.labels import Labelled
from datasets.metrics import match
from models.training import trees
from models.training.labelled import labelled_pictures
from models.training.photos import no_tile_places

_WEIGHTS = Path(__file__).parents[1] / "weights"
_ENLARGED = (1.0, 1.8)
"""Sizes in which a photograph without a tile is looked at: enlarged, more looks like a tile."""
_WHOLE = 0.6
"""Overlap with a label from which a find is a tile; with less it may be half of one."""
_WITHIN = 0.8
"""Part of a find that must lie on a tile for it to outline a part of that tile. By hand."""
_ENOUGH = 10_000
"""Finds by which the main directions are told."""
_DIRECTIONS = 160
"""Main directions of the features that the regression looks along: of 1,280 the rest is noise."""
_RIDGE = 3.0
"""Strength of the penalty on the squares of a regression's weights."""
_TREES: Final[Mapping[str, float]] = {
    "max_iter": 200,
    "learning_rate": 0.06,
    "max_leaf_nodes": 24,
    "min_samples_leaf": 40,
    "l2_regularization": 5.0,
}
"""How the trees grow. With 12 leaves each, the log loss of blanks without their source was 3
percent larger; half the rate with twice the trees, and 100 finds in a leaf, did as well."""


@dataclass(frozen=True, eq=False)
class Sample:
    """The finds of a picture.

    is_tile: (N,), 1, 0, or -1 where nobody knows. codes: what each is, "" where it is no tile or
    nobody knows. source: what would be left out together. kind: what is reported together.
    """

    source: str
    kind: str
    pixels: NDArray[np.uint8]
    quads: NDArray[np.float32]
    scores: NDArray[np.float32]
    named: Named
    is_tile: NDArray[np.int8]
    codes: tuple[str, ...]


def samples(said: argparse.Namespace) -> Iterator[Sample]:
    sight = load_sight(said.models)
    blank_odds = load_blank_odds(said.models)

    def seen(source: str, kind: str, pixels: NDArray[np.uint8], truth: Labelled | None) -> Sample:
        finds = sight.detector(pixels)
        name: Callable[[FloatArray], Named] = partial(sight.classifier, pixels)
        if shows_bright_signs(pixels, finds.quads, finds.scores):
            finds, name = (
                sight.detector(pixels, negative=True),
                in_both_lights(sight.classifier, pixels),
            )
        finds, named = sight.faces(pixels, finds, name)
        told = blank_odds(pixels, finds.quads, named)
        is_tile, codes = np.zeros(len(finds.quads), np.int8), [""] * len(finds.quads)
        if truth is not None:
            if not truth.complete:
                is_tile[:] = -1
            is_tile[_on_any(truth.others, finds.quads)] = -1
            pairs = match(truth.quads, finds.quads)
            labels, on_tile = np.array([*pairs], int), np.array([*pairs.values()], int)
            overlap = box_overlap(truth.quads, finds.quads)[labels, on_tile]
            is_tile[on_tile] = np.where(overlap > _WHOLE, 1, -1)
            for label, find in pairs.items():
                codes[find] = truth.codes[label]
        return Sample(source, kind, pixels, finds.quads, finds.scores, told, is_tile, tuple(codes))

    for source, kind, truth in labelled_pictures(said.data, said.scenes):
        yield seen(source, kind, read_image(truth.path), truth)
    for place, path in no_tile_places(said.data / "no-tiles", held_out=False):
        for scale in _ENLARGED:
            larger = cv2.resize(read_image(path), None, fx=scale, fy=scale)
            yield seen(place, "no-tiles", np.asarray(larger, np.uint8), None)


def _on_any(tiles: FloatArray, finds: FloatArray) -> NDArray[np.bool_]:
    """Which finds lie on one of these tiles, or outline a part of one: (N,)."""
    parts = [any(share_of(find, tile) > _WITHIN for tile in tiles) for find in finds]
    on = np.array(parts, bool)
    on[[*match(tiles, finds).values()]] = True
    return on


def logistic(x: FloatArray, y: FloatArray, ridge: float) -> FloatArray:
    """Weights (K,) of a regression of y (N,), 0 or 1, on x (N, K), by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (p - y) + ridge * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-3:
            break
    return weights


@dataclass(frozen=True, eq=False)
class Fitted:
    """features, measures: as in `TileOdds`. trees, again: what those of `TileOdds` are made of.
    once, unseen: the probability of each find of each picture, when it is first asked and in the
    end, by odds that were fitted without its source."""

    features: FloatArray
    measures: FloatArray
    trees: HistGradientBoostingClassifier
    again: HistGradientBoostingClassifier
    once: list[FloatArray]
    unseen: list[FloatArray]


def fit(every: list[Sample]) -> Fitted:
    """The regressions and the trees."""
    blank = [shows_no_face(each.named) for each in every]
    known = [each.is_tile >= 0 for each in every]
    directions = _main_directions(np.concatenate([each.named.features for each in every]))
    measured = [tile_odds.measures(each.quads, each.scores, each.named) for each in every]
    alone_x = [
        np.column_stack([each.named.features @ directions, of])
        for each, of in zip(every, measured, strict=True)
    ]

    def truth(chosen: list[int], rows: list[NDArray[np.bool_]]) -> FloatArray:
        return np.concatenate([every[i].is_tile[rows[i]] for i in chosen]).astype(float)

    def regressions(chosen: list[int]) -> FloatArray:
        """For faces and for blanks: (2, K)."""
        weights = []
        for kind in (False, True):
            rows = [of & (no_face == kind) for of, no_face in zip(known, blank, strict=True)]
            x = np.concatenate([alone_x[i][rows[i]] for i in chosen])
            weights.append(logistic(x, truth(chosen, rows), _RIDGE))
        return np.stack(weights)

    def weighed(x: list[FloatArray], chosen: list[int]) -> HistGradientBoostingClassifier:
        seen = np.concatenate([x[i][known[i]] for i in chosen])
        return trees.grown(seen, truth(chosen, known), _TREES)

    def evidence_of(i: int, told: FloatArray) -> FloatArray:
        each = every[i]
        finds = lying(each.pixels, each.quads, blank[i])
        return tile_odds.evidence(finds, measured[i], told)

    fold = trees.parts_of([each.source for each in every])
    everywhere = list(range(len(every)))

    def without_source(x: list[FloatArray]) -> list[FloatArray]:
        """What trees say of each find that were grown without its source."""
        said: list[FloatArray] = [np.zeros(0)] * len(every)
        for part in range(trees.FOLDS):
            without = weighed(x, [i for i in everywhere if fold[i] != part])
            for i in np.flatnonzero(fold == part):
                said[i] = trees.chance(without, x[i])
        return said

    first: list[FloatArray] = [np.zeros(0)] * len(every)
    for part in range(trees.FOLDS):
        weights = regressions([i for i in everywhere if fold[i] != part])
        for i in np.flatnonzero(fold == part).tolist():
            first[i] = evidence_of(i, (alone_x[i] * weights[blank[i].astype(int)]).sum(1))
    once = without_source(first)
    then = [evidence_of(i, tile_odds.log_odds(once[i])) for i in everywhere]
    weights = regressions(everywhere)
    count = len(tile_odds.MEASURES)
    return Fitted(
        weights[:, :-count] @ directions.T,
        weights[:, -count:],
        weighed(first, everywhere),
        weighed(then, everywhere),
        once,
        without_source(then),
    )


def judged(every: list[Sample], unseen: list[FloatArray]) -> Iterator[str]:
    """A line each for faces and blanks: log loss, tiles thought none, others thought tiles."""
    is_tile = np.concatenate([each.is_tile for each in every])
    blank = np.concatenate([shows_no_face(each.named) for each in every])
    chance = np.clip(np.concatenate(unseen), 1e-6, 1 - 1e-6)
    for name, kind in (("faces", False), ("blanks", True)):
        tiles, none = ((blank == kind) & (is_tile == each) for each in (1, 0))
        loss = -np.log(chance[tiles]).sum() - np.log(1 - chance[none]).sum()
        yield (
            f"{name:12} log loss {loss:.0f}; {(chance[tiles] < 0.5).sum()} of {tiles.sum()} tiles"
            f" thought none, {(chance[none] > 0.5).sum()} of {none.sum()} others thought tiles"
        )


def sure_and_wrong(every: list[Sample], unseen: list[FloatArray]) -> Iterator[str]:
    """A line for each kind of picture: finds that would be sure, and how many of them are wrong."""
    counts: dict[str, list[int]] = {}
    for each, a_tile in zip(every, unseen, strict=True):
        kinds = each.named.without([NOT_A_TILE, *SPECIALS])
        by_name = kinds.probabilities.max(1) >= kinds.sure_above
        sure = by_name & (a_tile >= SURELY_A_TILE) & (each.is_tile >= 0)
        wrong = sure & (np.array(kinds.best, dtype=object) != np.array(each.codes, dtype=object))
        count = counts.setdefault(each.kind, [0, 0, 0])
        count[0] += int(sure.sum())
        count[1] += int((wrong & (each.is_tile == 1)).sum())
        count[2] += int((wrong & (each.is_tile == 0)).sum())
    for kind, (sure, misnamed, none) in sorted(counts.items()):
        yield f"{kind:12} {sure:6} sure, of them {misnamed} misnamed, {none} no tile"


def _main_directions(features: FloatArray) -> FloatArray:
    """The directions along which the features vary most, each scaled to a variance of 1: (F, D)."""
    some = features[:: 1 + len(features) // _ENOUGH].astype(float)
    variance, directions = np.linalg.eigh(np.cov(some.T))
    main = slice(-_DIRECTIONS, None)
    return np.asarray(directions[:, main] / np.sqrt(variance[main] + 1e-9))


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--data", type=Path, required=True, help="folder with the photograph sets")
    ask.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of drawn scenes")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--out", type=Path, default=_WEIGHTS, help="folder to write to")
    said = ask.parse_args()
    cv2.setNumThreads(1)
    every = [each for each in samples(said) if len(each.quads)]
    tiles = sum(int((each.is_tile == 1).sum()) for each in every)
    others = sum(int((each.is_tile == 0).sum()) for each in every)
    print(f"{len(every)} pictures, {tiles} tiles, {others} finds that are none")
    fitted = fit(every)
    print("first asked:", *judged(every, fitted.once), sep="\n")
    print("in the end:", *judged(every, fitted.unseen), sep="\n")
    print(*sure_and_wrong(every, fitted.unseen), sep="\n")
    facts: dict[str, object] = {}
    for features, measures, kind in zip(
        fitted.features, fitted.measures, ("faces", "blanks"), strict=True
    ):
        numbers = _named(tile_odds.MEASURES, measures)
        facts[kind] = {"features": [round(float(w), 4) for w in features], "measures": numbers}
        print(kind, json.dumps(numbers))
    for name, grown, also in (
        ("tile_odds", fitted.trees, facts),
        ("tile_odds_again", fitted.again, {}),
    ):
        trees.write(grown, name, tile_odds.EVIDENCE, said.out, "fit_tile_odds", also)


def _named(names: tuple[str, ...], numbers: FloatArray) -> dict[str, float]:
    return {name: round(float(each), 4) for name, each in zip(names, numbers, strict=True)}


if __name__ == "__main__":
    main()
