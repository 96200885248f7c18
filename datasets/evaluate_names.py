"""What the classifier alone calls tiles of each sort, and what is no tile.

    python -m datasets.evaluate_names FOLDER [FOLDER...] [--models FOLDER]

FOLDER holds `images/` and `labels/`, drawn scenes, crops of `datasets.synth.crops`, or is
`no-tiles`, of which the places are judged that training does not see. In pictures the detector's
finds are named: one on a labelled tile is that tile, one elsewhere in a picture whose every tile is
labelled is no tile. The rules that follow in the program have no say.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.cli.terminal import progress
from companion.game.tiles import BACK, KIND_SET, SPECIALS, STRANGER, WHITE
from companion.vision.recognition.blank import inkless
from companion.vision.recognition.classify import NOT_A_TILE
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.models import load_models
from datasets.given import existing_folder
from datasets.images import read_image
from datasets.labels import Labelled, read_folder
from datasets.metrics import match
from datasets.synth.crops import CONTEXT
from models.training.photos import no_tile_paths

SORTS: Final = ("ordinary", "plain 5z", "framed 5z", "flower", "back", "joker", "no tile")
FATES: Final = ("right", "no tile", "joker", "back", "other", "sure, wrong")

Shown = tuple[NDArray[np.uint8], NDArray[np.float32], list[str]]
"""A picture, (N, 4, 2) outlines in it, and what each of them is."""


def shown(folder: Path, detector: Detector) -> Iterator[Shown]:
    """Every picture of a folder with what is named in it."""
    shards = sorted(folder.glob("*.npz"))
    for shard in shards:
        with np.load(shard) as drawn:
            codes = drawn["codes"][drawn["labels"]].tolist()
            for crop, code in zip(drawn["images"], codes, strict=True):
                yield crop, _inside(len(crop)), [code]
    if folder.name == "no-tiles":
        for path in progress(no_tile_paths(folder, held_out=True), folder.name):
            pixels = read_image(path)
            quads = detector(pixels).quads
            yield pixels, quads, [NOT_A_TILE] * len(quads)
    elif not shards:
        for photo in progress(read_folder(folder), folder.name):
            yield _finds(photo, detector)


def _inside(side: int) -> NDArray[np.float32]:
    """Where the tile lies in a crop of this side, which shows a little more."""
    edge = side * (1 - 1 / CONTEXT) / 2 - 0.5
    far = side - 1 - edge
    return np.array([[[edge, edge], [far, edge], [far, far], [edge, far]]], np.float32)


def _finds(photo: Labelled, detector: Detector) -> Shown:
    pixels = read_image(photo.path)
    quads = detector(pixels).quads
    truths = [NOT_A_TILE if photo.complete else ""] * len(quads)
    for find in match(photo.others, quads).values():
        truths[find] = ""
    for label, find in match(photo.quads, quads).items():
        truths[find] = photo.codes[label]
    known = [place for place, truth in enumerate(truths) if truth]
    return pixels, quads[known], [truths[place] for place in known]


def _sort(code: str, blank: bool) -> str:
    plain = {BACK: "back", STRANGER: "joker", NOT_A_TILE: "no tile"}
    if code == WHITE:
        return "plain 5z" if blank else "framed 5z"
    return plain.get(code, "ordinary" if code in KIND_SET else "flower")


def _fate(truth: str, said: str) -> str:
    named = {NOT_A_TILE: "no tile", STRANGER: "joker", BACK: "back"}
    return "right" if said == truth else named.get(said, "other")


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folders", type=existing_folder, nargs="+")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    said = ask.parse_args()
    print(f"$ python -m datasets.evaluate_names {shlex.join(sys.argv[1:])}")
    print(f"{'':30}{'count':>7}" + "".join(f"{fate:>13}" for fate in FATES))
    models = load_models(said.models)
    for folder in said.folders:
        fates: dict[str, Counter[str]] = defaultdict(Counter)
        for pixels, quads, truths in shown(folder, models.detector):
            named = models.large_faces(pixels, quads, models.classifier(pixels, quads))
            named = named.without(SPECIALS)
            sure = named.probabilities.max(1) >= named.sure_above
            for truth, best, blank, certain in zip(
                truths, named.best, inkless(pixels, quads), sure, strict=True
            ):
                if truth in SPECIALS:
                    continue
                sort, fate = _sort(truth, bool(blank)), _fate(truth, best)
                fates[sort]["count"] += 1
                fates[sort][fate] += 1
                fates[sort]["sure, wrong"] += bool(certain) and best not in (truth, NOT_A_TILE)
        for sort in SORTS:
            if sort in fates:
                counts = "".join(f"{fates[sort][fate]:>13}" for fate in FATES)
                print(f"{folder.name:18}  {sort:10}{fates[sort]['count']:>7}{counts}")


if __name__ == "__main__":
    main()
