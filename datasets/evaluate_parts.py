"""What the parts of faces look like: the tables of `companion.vision.recognition.halves`.

    python -m datasets.evaluate_parts [--scenes 220] [--first 2100000] [--models FOLDER]

Cuts the left, right, upper and lower part out of every tile of the hands in drawn pictures, of sets
that no model has seen, and prints which face the classifier clearly takes them for, if any.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from companion.cli.terminal import progress
from companion.game.tiles import KINDS
from companion.vision.arrays import FloatArray
from companion.vision.geometry import short_edge_first
from companion.vision.recognition.classify import NOT_A_TILE
from companion.vision.recognition.models import load_models
from datasets.evaluate_layout import UNKNOWN_SETS
from datasets.synth.habits.cohorts import COHORTS
from datasets.synth.layout_pictures import drawn_set, photograph

PARTS: Final[Mapping[str, Mapping[str, tuple[float, float, float, float]]]] = {
    "across": {"left": (0, 0.58, 0, 1), "right": (0.42, 1, 0, 1)},
    "along": {"top": (0, 1, 0, 0.62), "foot": (0, 1, 0.38, 1)},
}
"""Which part of a face is seen: from and to, in its width and in its height."""

CLEARLY: Final = 0.7
"""Probability from which a part looks like a face."""

OFTEN: Final = 0.1
"""Share of a face's parts from which it is printed."""


def cut(quads: FloatArray, left: float, right: float, top: float, foot: float) -> FloatArray:
    """That part of each outline: (N, 4, 2) → (N, 4, 2)."""
    origin, across, down = quads[:, 0], quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    corners = [(left, top), (right, top), (right, foot), (left, foot)]
    return np.stack([origin + across * x + down * y for x, y in corners], axis=1)


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--scenes", type=int, default=220)
    ask.add_argument("--first", type=int, default=2_100_000, help="the first seed")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    said = ask.parse_args()
    classifier = load_models(said.models).classifier
    taken: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    count: Counter[tuple[str, str]] = Counter()
    for seed in progress(range(said.first, said.first + said.scenes), "Cutting"):
        scene = COHORTS["habits"].scene(seed)
        picture = photograph(scene, drawn_set(UNKNOWN_SETS[seed % len(UNKNOWN_SETS)]))
        tiles = [scene.tiles[place] for place in scene.answer if scene.tiles[place].code in KINDS]
        quads = np.array([tile.quad for tile in tiles]) * picture.shape[1] / scene.width
        for axis, parts in PARTS.items():
            for part in parts.values():
                outlines = short_edge_first(cut(quads, *part)).astype(np.float32)
                named = classifier(picture, outlines).without([NOT_A_TILE])
                clear = named.probabilities.max(1) > CLEARLY
                for tile, seen, clearly in zip(tiles, named.best, clear, strict=True):
                    count[axis, tile.code] += 1
                    taken[axis, seen][tile.code] += bool(clearly and seen != tile.code)
    for (axis, seen), wholes in sorted(taken.items()):
        often = {code: n / count[axis, code] for code, n in wholes.items()}
        shown = [f"{code} {share:.2f}" for code, share in sorted(often.items()) if share >= OFTEN]
        if shown and seen in KINDS:
            print(f"{axis:6} {seen}: {', '.join(shown)}")


if __name__ == "__main__":
    main()
