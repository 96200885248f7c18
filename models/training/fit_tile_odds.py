"""Fit how probable it is that a find is a tile (`companion.vision.recognition.tile_odds`).

    python -m models.training.fit_tile_odds --data DATASETS --scenes SCENES [...] [--models FOLDER]

Finds of the detector, faint ones too, in the training photographs, in `no-tiles` of the places that
training may see, as they are and enlarged, and in drawn scenes of sets that no training has seen:
real sets alone would teach that every face looks familiar. A find on a labelled tile is a tile, a
find elsewhere in a picture that is labelled throughout is none, any other is left out. Writes
`tile_odds.json` beside the models, and prints how many of the finds that the program would call
sure are wrong, each judged by odds that were fitted without its source: a table, a place, or a
drawn scene with its own set.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.tiles import SPECIALS
from companion.vision.geometry import FloatArray, box_overlap
from companion.vision.recognition import tile_odds
from companion.vision.recognition.blank import blanks_by_colour
from companion.vision.recognition.bright_signs import in_both_lights, shows_bright_signs
from companion.vision.recognition.classify import NOT_A_TILE, Classifier, Named
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.outlines import Outlines
from companion.vision.recognition.which_are_tiles import SURELY_A_TILE
from datasets.images import read_image
from datasets.labels import Labelled, read_folder, read_sets
from datasets.metrics import match
from models.training.photos import no_tile_places

_WEIGHTS = Path(__file__).parents[1] / "weights"
_LOW = 0.2
"""Detector's score from which finds are taken."""
_ENLARGED = (1.0, 1.8)
"""Sizes in which a photograph without a tile is looked at: enlarged, more looks like a tile."""
_WHOLE = 0.6
"""Overlap with a label from which a find is a tile; with less it may be half of one."""
_FOLDS = 8
"""Parts of the sources; the company is fitted on what the face alone says of a part not seen."""
_ENOUGH = 10_000
"""Finds by which the main directions are told."""
_DIRECTIONS = 160
"""Main directions of the features that the regression looks along: of 1,280 the rest is noise."""
_RIDGE = {"alone": 3.0, "company": 1.0}
"""Strength of the penalty on the squares of the weights."""


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
    detector_model = load_model("detector", said.models)
    low = replace(detector_model, facts={**detector_model.facts, "threshold": _LOW})
    outlines = Outlines(load_model("outlines", said.models))
    detector, classifier = (
        Detector(low, outlines),
        Classifier(load_model("classifier", said.models)),
    )

    def seen(source: str, kind: str, pixels: NDArray[np.uint8], truth: Labelled | None) -> Sample:
        finds = detector(pixels)
        name: Callable[[FloatArray], Named] = partial(classifier, pixels)
        if shows_bright_signs(pixels, finds.quads, finds.scores):
            finds, name = detector(pixels, negative=True), in_both_lights(classifier, pixels)
        named = name(finds.quads)
        told = blanks_by_colour(pixels, finds.quads, named)
        is_tile, codes = np.zeros(len(finds.quads), np.int8), [""] * len(finds.quads)
        if truth is not None:
            if not truth.complete:
                is_tile[:] = -1
            is_tile[[*match(truth.others, finds.quads).values()]] = -1
            pairs = match(truth.quads, finds.quads)
            labels, on_tile = np.array([*pairs], int), np.array([*pairs.values()], int)
            overlap = box_overlap(truth.quads, finds.quads)[labels, on_tile]
            is_tile[on_tile] = np.where(overlap > _WHOLE, 1, -1)
            for label, find in pairs.items():
                codes[find] = truth.codes[label]
        return Sample(source, kind, pixels, finds.quads, finds.scores, told, is_tile, tuple(codes))

    tables = read_sets()
    for truth in read_folder(said.data / "chinese-mahjong-detection" / "train"):
        table = tables[truth.path.name]
        yield seen(table, table, read_image(truth.path), truth)
    for truth in read_folder(said.data / "standing-tiles" / "train"):
        yield seen("standing", "standing", read_image(truth.path), truth)
    for folder in said.scenes:
        for truth in read_folder(folder):
            yield seen(str(truth.path), folder.name, read_image(truth.path), truth)
    for place, path in no_tile_places(said.data / "no-tiles", held_out=False):
        for scale in _ENLARGED:
            larger = cv2.resize(read_image(path), None, fx=scale, fy=scale)
            yield seen(place, "no-tiles", np.asarray(larger, np.uint8), None)


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


def fit(every: list[Sample]) -> tuple[tile_odds.TileOdds, list[FloatArray]]:
    """The regressions, and the probability of each find of each picture without its source."""
    blank = [tile_odds.blank(each.named) for each in every]
    rows = [
        [
            (each.is_tile >= 0) & (has_none == kind)
            for each, has_none in zip(every, blank, strict=True)
        ]
        for kind in (False, True)
    ]
    directions = _main_directions(np.concatenate([each.named.features for each in every]))
    alone_x = [
        np.column_stack(
            [
                each.named.features @ directions,
                tile_odds.measures(each.quads, each.scores, each.named),
            ]
        )
        for each in every
    ]

    def fitted(x: list[FloatArray], kind: int, chosen: list[int], ridge: float) -> FloatArray:
        seen = np.concatenate([x[i][rows[kind][i]] for i in chosen])
        truth = np.concatenate([every[i].is_tile[rows[kind][i]] for i in chosen]).astype(float)
        return logistic(seen, truth, ridge)

    def for_both(x: list[FloatArray], chosen: list[int], ridge: float) -> FloatArray:
        return np.stack([fitted(x, kind, chosen, ridge) for kind in (0, 1)])

    sources = sorted({each.source for each in every})
    part_of = np.random.default_rng(0).permutation(len(sources)) % _FOLDS
    fold = part_of[[sources.index(each.source) for each in every]]
    everywhere = list(range(len(every)))
    beside: list[FloatArray] = [np.zeros(0)] * len(every)
    for part in range(_FOLDS):
        weights = for_both(alone_x, [i for i in everywhere if fold[i] != part], _RIDGE["alone"])
        for i in np.flatnonzero(fold == part):
            alone = (alone_x[i] * weights[blank[i].astype(int)]).sum(1)
            beside[i] = tile_odds.company(every[i].pixels, every[i].quads, every[i].named, alone)
    company = for_both(beside, everywhere, _RIDGE["company"])
    unseen = [
        1 / (1 + np.exp(-(x * company[has_none.astype(int)]).sum(1)))
        for x, has_none in zip(beside, blank, strict=True)
    ]
    weights = for_both(alone_x, everywhere, _RIDGE["alone"])
    count = len(tile_odds.MEASURES)
    of_features = weights[:, :-count] @ directions.T
    return tile_odds.TileOdds(of_features, weights[:, -count:], company), unseen


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
    fitted, unseen = fit(every)
    print(*sure_and_wrong(every, unseen), sep="\n")
    kinds = {
        kind: {
            "measures": _named(tile_odds.MEASURES, fitted.measures[place]),
            "company": _named(tile_odds.COMPANY, fitted.company[place]),
        }
        for place, kind in enumerate(("faces", "blanks"))
    }
    print(json.dumps(kinds, indent=1))
    facts: dict[str, object] = {"fitted_by": "python -m models.training.fit_tile_odds"}
    for features, (kind, numbers) in zip(fitted.features, kinds.items(), strict=True):
        facts[kind] = {"features": [round(float(each), 4) for each in features], **numbers}
    said.out.mkdir(parents=True, exist_ok=True)
    (said.out / "tile_odds.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")


def _named(names: tuple[str, ...], numbers: FloatArray) -> dict[str, float]:
    return {name: round(float(each), 4) for name, each in zip(names, numbers, strict=True)}


if __name__ == "__main__":
    main()
