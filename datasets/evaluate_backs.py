"""How many face-down tiles are found, and called face down.

    python -m datasets.evaluate_backs FOLDER [--models FOLDER]

The truth is `backs.csv`: every free-lying back of the walls in six photographs, found by eye.
FOLDER holds the photographs.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from pathlib import Path

import numpy as np

from companion.cli.terminal import progress
from companion.vision.geometry import box_overlap
from companion.vision.pipeline import Reader
from datasets.given import NO_PHOTOGRAPH, existing_folder

BACKS = Path(__file__).with_name("backs.csv")
OVERLAP = 0.4
"""Overlap of boxes from which a find counts as the labelled tile."""


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("folder", type=existing_folder, help="the validation photographs")
    ask.add_argument("--models", type=Path, help="other models than the shipped ones")
    said = ask.parse_args()
    if not (said.folder / "images").is_dir():
        ask.error(NO_PHOTOGRAPH)
    backs = defaultdict(list)
    with BACKS.open(newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            backs[row["photo"]].append(
                [float(row[f"{axis}{k}"]) for k in range(4) for axis in "xy"]
            )
    reader = Reader(models=said.models)
    labelled = found = named = 0
    for photo, quads in progress(backs.items(), "Reading", len(backs)):
        tiles = reader.read(said.folder / "images" / photo).tiles
        outlines = np.array([tile.quad for tile in tiles]).reshape(-1, 4, 2)
        overlap = box_overlap(np.array(quads).reshape(-1, 4, 2), outlines)
        best = overlap.argmax(1)
        is_found = overlap.max(1) >= OVERLAP
        labelled += len(quads)
        found += int(is_found.sum())
        named += sum(tiles[k].code == "0z" for k in best[is_found])
    print(f"backs {labelled}, found {found / labelled:.3f}, called backs {named / labelled:.3f}")


if __name__ == "__main__":
    main()
