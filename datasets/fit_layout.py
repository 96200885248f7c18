"""Measures what the layout's `numbers.toml` says of gaps, on drawn pictures as the shipped models
read them. Prints the table for it.

    python -m datasets.fit_layout --scenes 448 --first 1000000 --kept DIR

Habits that are held out are not looked at. The numbers before this table are set, not measured.
Curves that were drawn through few gaps are to be smoothed by hand.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from companion.seen.reading import Reading
from companion.vision.layout.chains import BETWEEN
from companion.vision.layout.picture import Picture
from companion.vision.pipeline import Reader
from datasets.evaluate_layout import UNKNOWN_SETS, seen_in
from datasets.metrics import match
from datasets.synth.habits import HELD_OUT, habit_scene
from datasets.synth.layout_pictures import drawn_set
from datasets.synth.tables import LayoutScene, layout_scene

EDGES = np.array(
    [-0.7, -0.45, -0.25, -0.15, -0.09, -0.03, 0.03, 0.09, 0.15, 0.22, 0.32, 0.45]
    + [0.6, 0.8, 1.0, 1.3, 1.7, 2.4]
)
"""Between which gaps, in tile widths, one density is measured."""


def regions(scene: LayoutScene) -> tuple[dict[int, str], dict[int, int]]:
    """By tile of the scene's hand, in which region it lies, and of which group it is."""
    region = dict.fromkeys(scene.answer, "l")
    group: dict[int, int] = {}
    for number, each in enumerate(scene.groups):
        own = "f" if each.kind == "bonus" else "s" if each.concealed else "x"
        own = "k" if each.kind == "kong" and each.concealed else own
        region |= dict.fromkeys(each.tiles, own)
        group |= dict.fromkeys(each.tiles, number)
    return region, group


def links(scene: LayoutScene, seen: Reading, true: dict[int, int]) -> Iterator[tuple[str, float]]:
    """Kind and gap of neighbours in a picture. true: the scene's tile for each find."""
    region, group = regions(scene)
    picture = Picture(seen.tiles, seen.image.height)
    for line, gaps in zip(picture.lines, picture.gaps, strict=True):
        for (one, other), gap in zip(pairwise(line.tiles), gaps, strict=True):
            a, b = true.get(one, -1), true.get(other, -1)
            kinds = region.get(a, "g") + region.get(b, "g")
            if kinds == "gg" or "g" in kinds:
                kind = "gg" if kinds == "gg" else "gh"
            elif a in group and group.get(a) == group.get(b):
                kind = "ff" if kinds == "ff" else "set"
            else:
                kind = "loose" if kinds == "ll" else BETWEEN.get(kinds, "fh")
            yield kind, gap


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scenes", type=int, default=448)
    options.add_argument("--first", type=int, default=1_000_000)
    options.add_argument("--kept", type=Path, help="folder where drawn pictures are kept")
    given = options.parse_args()
    reader = Reader()
    gaps: dict[str, list[float]] = defaultdict(list)
    for seed in range(given.first, given.first + given.scenes):
        scene = (habit_scene if seed % 2 else layout_scene)(seed)
        if scene.hands is not None or scene.case in HELD_OUT:
            continue
        seen = seen_in(scene, lambda at: drawn_set(UNKNOWN_SETS[at % 1000]), reader, given.kept)
        quads = np.array([tile.quad for tile in scene.tiles]) * seen.image.width / scene.width
        found = np.array([tile.quad for tile in seen.tiles]).reshape(-1, 4, 2)
        true = {find: tile for tile, find in match(quads, found).items()}
        for kind, gap in links(scene, seen, true):
            gaps[kind].append(gap)
    print("[links]")
    for kind, values in gaps.items():
        print(f"{kind} = {densities(values)}  # {len(values)} gaps")


def densities(gaps: list[float]) -> list[list[float]]:
    """Log density of gaps in the middle of each bin, a third of a gap added to each."""
    counts, _ = np.histogram(np.clip(gaps, EDGES[0] + 0.01, EDGES[-1] - 0.01), EDGES)
    wide = np.diff(EDGES)
    density = (counts + 0.3) / (counts.sum() + 0.3 * len(wide)) / wide
    middles = (EDGES[1:] + EDGES[:-1]) / 2
    return [
        [round(float(x), 2), round(float(y), 1)]
        for x, y in zip(middles, np.log(density), strict=True)
    ]


if __name__ == "__main__":
    main()
