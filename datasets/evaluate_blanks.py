"""What becomes of white dragons without a frame, which look like nothing at all.

    python -m datasets.evaluate_blanks FOLDER [FOLDER...] [--models FOLDER] [--show]

FOLDER holds `images/` and `labels/`, or drawn scenes. A white dragon is plain if hardly a spot of
its face is inked. Also counted are those with a frame, and other tiles called white dragons.
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
from companion.vision.recognition.blank import grounds
from datasets.images import read_image
from datasets.labels import read_folder
from datasets.metrics import match

_PLAIN = 0.03
"""Part of a face that is inked, up to which it is plain. In labelled photographs 220 white dragons
have at most 0.02 and 145 more than 0.2."""


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folders", type=Path, nargs="+")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--show", action="store_true", help="name every picture with a mistake")
    said = ask.parse_args()
    photos = [photo for folder in said.folders for photo in read_folder(folder)]
    if not any(WHITE in photo.codes for photo in photos):
        raise SystemExit("No white dragon is labelled there; give a folder that has some.")
    print(f"$ python -m datasets.evaluate_blanks {shlex.join(sys.argv[1:])}")
    reader = Reader(models=said.models)
    fate = {"plain": Counter[str](), "framed": Counter[str]()}
    taken = 0
    for photo in progress(photos, "Reading"):
        tiles = reader.read(photo.path).tiles
        pairs = match(photo.quads, np.array([t.quad for t in tiles], np.float32).reshape(-1, 4, 2))
        _, inked = grounds(read_image(photo.path), photo.quads)
        mistakes = []
        for place, code in enumerate(photo.codes):
            seen = tiles[pairs[place]].code if place in pairs else "not found"
            if code == WHITE:
                kind = "plain" if inked[place] <= _PLAIN else "framed"
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
