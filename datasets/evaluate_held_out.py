"""How well sets are read that the models have never seen: one line for each set.

    python -m datasets.evaluate_held_out DATASETS --models FOLDER --set riichi [--set …] [--row CSV]

DATASETS holds the photographs (README.md). FOLDER holds models that were trained without these sets
(`--without SET` or `--drawn-only` of the trainings, then `python -m models.training.export … --to
FOLDER`). Training and validation photographs of a set then count alike. Only labelled tiles of 24
pixels and more count. The faces of `single` have no surroundings, so only their names are measured;
`whole` are the pictures from which they were cut. Whoever holds out one holds out both.
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from companion.cli.terminal import progress
from companion.game.tiles import SPECIALS, STRANGER
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import NOT_A_TILE
from datasets.given import existing_folder, file_to_write
from datasets.images import read_image
from datasets.labels import Labelled, photographs_of, read_single_tiles
from datasets.metrics import match

SMALLEST = 24
"""Least mean side of a labelled tile's box, pixels."""
_STRANGE = {*SPECIALS, STRANGER}


@dataclass
class Count:
    """Labelled tiles of a set. ordinary: suits, winds and dragons; bonus: flowers and seasons;
    stranger: jokers, which belong to no game of ours, and special tiles, which nobody enrolled:
    right where they are called strangers."""

    set: str
    labelled: int = 0
    found: int = 0
    ordinary_found: int = 0
    ordinary_right: int = 0
    bonus_found: int = 0
    bonus_right: int = 0
    stranger_found: int = 0
    stranger_right: int = 0
    sure: int = 0
    sure_wrong: int = 0

    def add(self, truth: str, said: str | None, sure: bool) -> None:
        """said: None if the tile was not found."""
        self.labelled += 1
        if said is None:
            return
        self.found += 1
        if truth.endswith("f"):
            self.bonus_found += 1
            self.bonus_right += truth == said
        elif truth in _STRANGE:
            self.stranger_found += 1
            self.stranger_right += said == STRANGER
        else:
            self.ordinary_found += 1
            self.ordinary_right += truth == said
        self.sure += sure
        self.sure_wrong += sure and truth != said

    def line(self) -> str:
        def share(part: int, whole: int) -> str:
            return f"{part / whole:.3f}" if whole else "–"

        return (
            f"{self.set:10} {self.labelled:5} tiles: found {share(self.found, self.labelled)},"
            f" ordinary right {share(self.ordinary_right, self.ordinary_found)},"
            f" flowers and seasons right {share(self.bonus_right, self.bonus_found)}"
            f" of {self.bonus_found},"
            f" strangers right {share(self.stranger_right, self.stranger_found)}"
            f" of {self.stranger_found};"
            f" sure {share(self.sure, self.found)}, of these wrong {self.sure_wrong}"
        )


def judge_photographs(reader: Reader, photos: list[Labelled], count: Count) -> None:
    for photo in progress(photos, "Reading"):
        tiles = reader.read(photo.path).tiles
        quads = np.array([t.quad for t in tiles], np.float32).reshape(-1, 4, 2)
        pairs = match(photo.quads, quads)
        sides = (photo.quads.max(1) - photo.quads.min(1)).mean(1)
        for label, code in enumerate(photo.codes):
            if sides[label] < SMALLEST or code == "0z":
                continue
            tile = tiles[pairs[label]] if label in pairs else None
            count.add(code, tile.code if tile else None, bool(tile and tile.sure))


def judge_singles(reader: Reader, folder: Path, count: Count) -> None:
    classifier = reader.models().classifier
    for path, code in read_single_tiles(folder):
        image = read_image(path)
        h, w = image.shape[:2]
        pad = max(h, w) // 6
        image = np.pad(image, ((pad, pad), (pad, pad), (0, 0)), mode="edge")
        quad = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32) + pad
        named = classifier(image, quad)
        said = named.without({*SPECIALS, NOT_A_TILE})  # it is a tile, of no enrolled set
        count.add(code, said.best[0], bool(said.probabilities.max() >= classifier.sure_above))


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("data", type=existing_folder)
    ask.add_argument("--models", type=existing_folder, required=True)
    ask.add_argument("--set", action="append", required=True, dest="sets")
    ask.add_argument("--row", type=file_to_write, help="append a row a set to this table")
    said = ask.parse_args()
    reader = Reader(models=said.models)
    for name in said.sets:
        count = Count(name)
        if name == "single":
            judge_singles(reader, said.data / "single-tiles", count)
        else:
            judge_photographs(reader, photographs_of(said.data, name), count)
        print(count.line(), flush=True)
        if said.row:
            new = not said.row.exists()
            with said.row.open("a", newline="", encoding="utf-8") as file:
                table = csv.DictWriter(file, [f.name for f in fields(Count)], lineterminator="\n")
                if new:
                    table.writeheader()
                table.writerow(asdict(count))


if __name__ == "__main__":
    main()
