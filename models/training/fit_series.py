"""Fit which flowers are drawn alike (`companion.vision.recognition.series`).

    python -m models.training.fit_series [--data DATASETS] [--models FOLDER]

Pairs of flowers in drawn scenes of sets that no training has seen: two flowers, or two seasons, are
of one series, a flower and a season are not. Writes `series.onnx` and `series.json` beside the
models. Prints the log loss of pairs of sets that the fit had not seen, without it, with as much of
it as the program takes, and with all of it; with --data, of those in photographs, by set.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from companion.cli.terminal import progress
from companion.game.tiles import FLOWERS, SEASONS
from companion.vision.arrays import FloatArray
from companion.vision.recognition import series
from companion.vision.recognition.models import Sight, load_sight
from datasets.images import read_image
from datasets.labels import Labelled, read_folder, read_sets, read_whole_sets
from datasets.metrics import match
from datasets.synth.arrange import ARRANGEMENTS
from datasets.synth.crops import EvenWall, shaken
from datasets.synth.scene import render
from datasets.synth.tiles import tile_set

_WEIGHTS = Path(__file__).parents[1] / "weights"
_FIRST: Final = (5_000_000, 2_100_000)
"""The sets that are drawn begin here; no training has seen them."""
_SETS: Final = 1000
"""So many from each of these to fit, and then `_JUDGED` to judge."""
_JUDGED: Final = 400
_KINDS: Final = FLOWERS + SEASONS
_SCENE: Final = 448
"""Pixels of a scene's side."""
_LEAST: Final = 22
"""Pixels of the shortest edge of a face that is looked at. By hand."""
_OF_A_KIND: Final = 2
"""So many faces of one flower in a scene count."""
_POINTS: Final = 16
"""Directions in which faces are compared."""
_ROUNDS, _BATCH, _RATE, _DECAY = 10, 512, 3e-3, 0.1

Drawn = tuple[FloatArray, list[str]]
"""What `series.places` says of the flowers of a picture, and which they are."""


def _scenes(sight: Sight, first: int, count: int) -> Iterator[Drawn]:
    for seed in progress(range(first, first + count), f"Sets from {first}"):
        rng, own = np.random.default_rng([77, seed]), tile_set(seed)
        for _ in range(2):
            kind = str(rng.choice(["hand", "strip", "grid", "scattered"]))
            wall = EvenWall(rng, _KINDS)
            table = ARRANGEMENTS[kind][1](rng, own, _SCENE, wall)
            scene = render(table, _SCENE, _SCENE, rng, float(rng.uniform(0.2, 1.0)))
            taken: dict[str, int] = defaultdict(int)
            quads, codes = [], []
            for tile in scene.tiles:
                edges = np.linalg.norm(tile.quad - np.roll(tile.quad, -1, axis=0), axis=1)
                if tile.code in _KINDS and tile.visible > 0.95 and edges.min() > _LEAST:
                    taken[tile.code] += 1
                    if taken[tile.code] <= _OF_A_KIND:
                        quads.append(shaken(tile.quad, rng))
                        codes.append(tile.code)
            if len(codes) > 1:
                named = sight.classifier(scene.image, np.array(quads, np.float32))
                yield series.places(named.faces, named.ways), codes


def _photographed(sight: Sight, photo: Labelled) -> Drawn:
    """Those that the detector finds in a photograph."""
    pixels = read_image(photo.path)
    finds = sight.detector(pixels)
    pairs = match(photo.quads, finds.quads)
    flowers = [k for k, code in enumerate(photo.codes) if code in _KINDS and k in pairs]
    named = sight.classifier(pixels, finds.quads[[pairs[k] for k in flowers]])
    return series.places(named.faces, named.ways), [photo.codes[k] for k in flowers]


def _pairs(pictures: Sequence[Drawn]) -> tuple[torch.Tensor, torch.Tensor]:
    """(N, P), in what each two different flowers of a picture differ; (N,), 1 for one series."""
    off, one = [np.zeros((0, series.places(*_NONE).shape[1]), np.float32)], [np.zeros(0, bool)]
    for places, codes in pictures:
        number = np.array([int(code[0]) for code in codes])
        first, second = np.triu_indices(len(codes), 1)
        differ = number[first] != number[second]
        first, second = first[differ], second[differ]
        off.append(places[first] - places[second])
        season = np.array([code in SEASONS for code in codes])
        one.append(season[first] == season[second])
    return torch.from_numpy(np.concatenate(off)), torch.from_numpy(np.concatenate(one)).float()


_NONE = np.zeros((0, 64, 64, 3), np.uint8), np.zeros((0, 4))


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
    off, one = _pairs([each for first in _FIRST for each in _scenes(sight, first, _SETS)])
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
    judged = {f"sets from {k + _SETS}": [*_scenes(sight, k + _SETS, _JUDGED)] for k in _FIRST}
    if said.data:
        judged |= _by_set(sight, said.data)
    for name, pictures in judged.items():
        with torch.no_grad():
            off, one = _pairs(pictures)
            print(f"{name:22}{_log_loss(odds(off), one, usual)}")


def _by_set(sight: Sight, data: Path) -> dict[str, list[Drawn]]:
    """The photographs that show flowers, by the set of tiles they show."""
    found: dict[str, list[Drawn]] = defaultdict(list)
    sets = read_sets()
    for part in ("train", "validation"):
        for photo in progress(read_folder(data / "chinese-mahjong-detection" / part), part):
            if len({*_KINDS}.intersection(photo.codes)) > 1:
                found[sets.get(photo.path.name, "others")].append(_photographed(sight, photo))
    for photo in read_whole_sets(data / "single-tiles" / "whole-sets"):
        if len({*_KINDS}.intersection(photo.codes)) > 1:
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
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    (folder / "series.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
