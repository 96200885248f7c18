"""Fit which flowers are drawn alike (`companion.vision.recognition.series`).

    python -m models.training.fit_series [--data DATASETS] [--models FOLDER]

Pairs of flowers in drawn scenes of sets that no training has seen: two flowers, or two seasons, are
of one series, a flower and a season are not. Writes `series.onnx` and `series.json` beside the
models. Prints the log loss of pairs of sets that the fit had not seen, without it, with as much of
it as the program takes, and with all of it; with --data, of those in photographs, by set.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from companion.cli.terminal import progress
from companion.game.tiles import SEASONS
from companion.vision.arrays import FloatArray
from companion.vision.recognition import series
from companion.vision.recognition.models import Sight, load_sight
from datasets.flowers import KINDS, drawn_flowers
from datasets.images import read_image
from datasets.labels import Labelled, read_folder, read_sets, read_whole_sets
from datasets.metrics import match
from models.training.facts import write_facts

_WEIGHTS = Path(__file__).parents[1] / "weights"
_FIRST: Final = (5_000_000, 2_100_000)
"""The sets that are drawn begin here; no training of the other models has seen them."""
_SETS: Final = 1000
"""So many from each of these to fit, and then `_JUDGED` to judge."""
_JUDGED: Final = 400
_POINTS: Final = 16
"""Directions in which faces are compared. 8 told as much (docs/decisions/0039)."""
_ROUNDS: Final = 10
"""How often the fit sees each pair. Set by hand before the fit, like the next three."""
_BATCH: Final = 512
"""Pairs of a step."""
_RATE: Final = 3e-3
"""Of learning in the first round; it falls evenly to nothing."""
_DECAY: Final = 0.1
"""Of the weights, as AdamW takes it."""

Flowers = tuple[FloatArray, list[str]]
"""What `series.places` says of the flowers of a picture, and which they are."""


def _drawn(sight: Sight, first: int, count: int) -> Iterator[Flowers]:
    for pixels, quads, codes in drawn_flowers(first, count):
        named = sight.classifier(pixels, quads)
        yield series.places(named.faces, named.ways), codes


def _photographed(sight: Sight, photo: Labelled) -> Flowers:
    """Those that the detector finds in a photograph."""
    pixels = read_image(photo.path)
    finds = sight.detector(pixels)
    pairs = match(photo.quads, finds.quads)
    flowers = [k for k, code in enumerate(photo.codes) if code in KINDS and k in pairs]
    named = sight.classifier(pixels, finds.quads[[pairs[k] for k in flowers]])
    return series.places(named.faces, named.ways), [photo.codes[k] for k in flowers]


def _pairs(pictures: Sequence[Flowers]) -> tuple[torch.Tensor, torch.Tensor]:
    """(N, P), in what each two different flowers of a picture differ; (N,), 1 for one series."""
    off, one = [], []
    for places, codes in pictures:
        number = np.array([int(code[0]) for code in codes])
        first, second = np.triu_indices(len(codes), 1)
        differ = number[first] != number[second]
        first, second = first[differ], second[differ]
        off.append(places[first] - places[second])
        season = np.array([code in SEASONS for code in codes])
        one.append(season[first] == season[second])
    return torch.from_numpy(np.concatenate(off)), torch.from_numpy(np.concatenate(one)).float()


def _log_loss(odds: torch.Tensor, one: torch.Tensor, usual: float) -> str:
    shares = (0.0, series.SHARE, 1.0)
    every = [usual + share * (odds - usual).clamp(-series.MOST, series.MOST) for share in shares]
    loss = [nn.functional.binary_cross_entropy_with_logits(each, one).item() for each in every]
    return f"{len(one):6} pairs  log loss " + " → ".join(f"{each:.3f}" for each in loss)


def main(argv: Sequence[str] | None = None) -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--data", type=Path, help="folder with the photographs, to judge by them, too")
    ask.add_argument("--models", type=Path, default=_WEIGHTS, help="where it is written")
    said = ask.parse_args(argv)
    torch.manual_seed(0)
    sight = load_sight()
    off, one = _pairs([each for first in _FIRST for each in _drawn(sight, first, _SETS)])
    usual = math.log(float(one.mean()) / (1 - float(one.mean())))
    points = nn.Linear(off.shape[1], _POINTS, bias=False)
    nn.init.normal_(points.weight, std=off.shape[1] ** -0.5)
    same = nn.Parameter(torch.tensor(1.0))
    solver = torch.optim.AdamW([*points.parameters(), same], lr=_RATE, weight_decay=_DECAY)

    def odds(off: torch.Tensor) -> torch.Tensor:
        return same - points(off).square().sum(1)

    for number in range(_ROUNDS):
        for group in solver.param_groups:
            group["lr"] = _RATE * (1 - number / _ROUNDS)
        for some in torch.randperm(len(one)).split(_BATCH):
            loss = nn.functional.binary_cross_entropy_with_logits(odds(off[some]), one[some])
            solver.zero_grad()
            loss.backward()
            solver.step()
    _write(points, same.item(), usual, said.models)
    judged = {f"sets from {k + _SETS}": [*_drawn(sight, k + _SETS, _JUDGED)] for k in _FIRST}
    if said.data:
        judged |= _by_set(sight, said.data)
    for name, pictures in judged.items():
        with torch.no_grad():
            off, one = _pairs(pictures)
            print(f"{name:22}{_log_loss(odds(off), one, usual)}")


def _by_set(sight: Sight, data: Path) -> dict[str, list[Flowers]]:
    """The photographs that show flowers, by the set of tiles they show."""
    found: dict[str, list[Flowers]] = defaultdict(list)
    sets = read_sets()
    for part in ("train", "validation"):
        for photo in progress(read_folder(data / "chinese-mahjong-detection" / part), part):
            if len({*KINDS}.intersection(photo.codes)) > 1:
                found[sets.get(photo.path.name, "others")].append(_photographed(sight, photo))
    for photo in read_whole_sets(data / "single-tiles" / "whole-sets"):
        if len({*KINDS}.intersection(photo.codes)) > 1:
            found[f"whole set {photo.path.stem}"].append(_photographed(sight, photo))
    return dict(sorted(found.items()))


def _write(points: nn.Linear, same: float, usual: float, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "series.onnx"
    torch.onnx.export(
        points,
        (torch.zeros(1, points.in_features),),
        str(path),
        input_names=["places"],
        output_names=["points"],
        dynamic_axes={"places": {0: "faces"}},
        opset_version=17,
        dynamo=False,
    )
    facts = {
        "name": "series",
        "fitted_by": "python -m models.training.fit_series",
        "input": f"float32 (N, {points.in_features})",
        "same": round(same, 4),
        "usual": round(usual, 4),
    }
    write_facts(path, facts)


if __name__ == "__main__":
    main()
