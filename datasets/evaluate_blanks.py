"""What becomes of white dragons without a frame, which look like nothing at all.

    python -m datasets.evaluate_blanks FOLDER [FOLDER...] [--models FOLDER] [--show]
    python -m datasets.evaluate_blanks FOLDER [FOLDER...] --looks

FOLDER holds `images/` and `labels/`, or drawn scenes. A white dragon is plain if hardly a spot of
its face is inked. Also counted are those with a frame, and other tiles called white dragons.

The second form reads nothing. It prints how white dragons and backs look beside the other labelled
faces of their pictures; the numbers of `companion.vision.recognition.blank` are taken from it.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from companion.cli.terminal import progress
from companion.game.tiles import BACK, WHITE
from companion.vision.pipeline import Reader
from companion.vision.recognition.blank import grounds, inkless
from datasets.images import read_image
from datasets.labels import Labelled, read_backs, read_folder
from datasets.metrics import match

_ENOUGH = 3
"""Faces whose ground shows what white is in a picture."""
_TOLD = (0, 1, 2, 50, 98, 99, 100)
"""Of how many in a hundred it is told how they look at most."""


def looks(photos: list[Labelled]) -> None:
    """Print colour, lightness and ink of white dragons and backs."""
    backs = read_backs()
    found: dict[str, list[tuple[float, float, float]]] = {"white dragons": [], "backs": []}
    for photo in progress(photos, "Looking"):
        white = np.array(photo.codes) == WHITE
        kinds = {"white dragons": photo.quads[white], "backs": backs.get(photo.path.name, [])}
        if (~white).sum() < _ENOUGH or not any(map(len, kinds.values())):
            continue
        picture = read_image(photo.path)
        usual = np.median(grounds(picture, photo.quads[~white])[0], axis=0)
        for kind, quads in kinds.items():
            if len(quads):
                colours, inked = grounds(picture, np.asarray(quads))
                away = np.linalg.norm(colours[:, 1:] - usual[1:], axis=1)
                found[kind] += zip(away, colours[:, 0] / max(usual[0], 1.0), inked, strict=True)
    print(f"  {'in a hundred, at most':46}" + "".join(f"{part:7}" for part in _TOLD))
    for kind, rows in found.items():
        for place, name in enumerate(("distance in a and b", "lightness", "part inked")):
            parts = np.percentile([row[place] for row in rows], _TOLD)
            told = "".join(f"{part:7.2f}" for part in parts)
            print(f"  {f'{len(rows)} {kind}: {name}':46}{told}")


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folders", type=Path, nargs="+")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--show", action="store_true", help="name every picture with a mistake")
    ask.add_argument("--looks", action="store_true", help="how they look; nothing is read")
    said = ask.parse_args()
    photos = [photo for folder in said.folders for photo in read_folder(folder)]
    if not any(WHITE in photo.codes for photo in photos):
        raise SystemExit("No white dragon is labelled there; give a folder that has some.")
    print(f"$ python -m datasets.evaluate_blanks {shlex.join(sys.argv[1:])}")
    if said.looks:
        looks(photos)
        return
    reader = Reader(models=said.models)
    fate = {"plain": Counter[str](), "framed": Counter[str]()}
    taken = 0
    for photo in progress(photos, "Reading"):
        tiles = reader.read(photo.path).tiles
        pairs = match(photo.quads, np.array([t.quad for t in tiles], np.float32).reshape(-1, 4, 2))
        blank = inkless(read_image(photo.path), photo.quads)
        mistakes = []
        for place, code in enumerate(photo.codes):
            seen = tiles[pairs[place]].code if place in pairs else "not found"
            if code == WHITE:
                kind = "plain" if blank[place] else "framed"
                fate[kind][seen] += 1
                mistakes += [f"{kind} {seen}"] * (seen != WHITE)
            else:
                taken += seen == WHITE
                mistakes += [f"{code} {seen}"] * (seen == WHITE)
        if mistakes and said.show:
            print(f"  {photo.path.name}: {', '.join(mistakes)}")
    for kind, seen_as in fate.items():
        count, right, back = seen_as.total(), seen_as[WHITE], seen_as[BACK]
        missed = seen_as["not found"]
        print(
            f"  {kind:7} {count:4}: right {right}, called a back {back},"
            f" something else {count - right - back - missed}, not found {missed}"
        )
    print(f"  other tiles called a white dragon: {taken}")


if __name__ == "__main__":
    main()
