"""Measures what the layout's `numbers.toml` says of gaps, on drawn pictures as the shipped models
read them, and writes it there.

    python -m datasets.fit_layout --kept DIR

Habits that are held out are not looked at. What stands in the file counts as much as a few gaps
more, so a curve through few gaps stays as it was. The numbers before these curves are set, not
measured.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path

import numpy as np

from companion.seen.reading import Reading
from companion.vision.layout.chains import BETWEEN
from companion.vision.layout.numbers import FILE, NUMBERS, Curve
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

STRENGTH = 20.0
"""As how many gaps what was thought of a density counts."""


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
            if one not in true or other not in true:
                continue
            a, b = true[one], true[other]
            kinds = region.get(a, "g") + region.get(b, "g")
            if kinds == "gg" or "g" in kinds:
                kind = "gg" if kinds == "gg" else "gh"
            elif a in group and group.get(a) == group.get(b):
                kind = "ff" if kinds == "ff" else "set"
            else:
                kind = "loose" if kinds == "ll" else BETWEEN.get(kinds, "fh")
            yield kind, gap


def measured(scenes: Iterable[LayoutScene], kept: Path | None) -> dict[str, list[float]]:
    """The gaps of each kind in these scenes, drawn and read. kept: a folder for the pictures."""
    reader = Reader()
    gaps: dict[str, list[float]] = defaultdict(list)
    for scene in scenes:
        if scene.hands is not None or scene.case in HELD_OUT:
            continue
        seen = seen_in(scene, lambda at: drawn_set(UNKNOWN_SETS[at % 1000]), reader, kept)
        quads = np.array([tile.quad for tile in scene.tiles]) * seen.image.width / scene.width
        found = np.array([tile.quad for tile in seen.tiles]).reshape(-1, 4, 2)
        true = {find: tile for tile, find in match(quads, found).items()}
        for kind, gap in links(scene, seen, true):
            gaps[kind].append(gap)
    return gaps


def density(gaps: Sequence[float], before: Curve) -> list[list[float]]:
    """Log density of gaps in the middle of each bin. before: what was thought of it."""
    wide, middles = np.diff(EDGES), (EDGES[1:] + EDGES[:-1]) / 2
    thought = np.exp([before(x) for x in middles]) * wide
    counts, _ = np.histogram(np.clip(gaps, EDGES[0] + 0.01, EDGES[-1] - 0.01), EDGES)
    share = (counts + STRENGTH * thought / thought.sum()) / (counts.sum() + STRENGTH)
    return [
        [round(float(x), 2), round(float(y), 1)]
        for x, y in zip(middles, np.log(share / wide), strict=True)
    ]


def written(text: str, gaps: Mapping[str, Sequence[float]]) -> str:
    """The file's text with the measured densities of its `[links]`."""
    head, links = text.split("[links]\n")
    for kind, points in NUMBERS["links"].items():
        if kind in gaps:
            new = f"{kind} = {density(gaps[kind], Curve(points, 0.02))}"
            links = re.sub(rf"^{kind} = .*$", new, links, flags=re.MULTILINE)
    return f"{head}[links]\n{links}"


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--scenes", type=int, default=168, help="how many of `tables.py`")
    options.add_argument("--first", type=int, default=500_000, help="their first seed")
    options.add_argument("--habits", type=int, default=336, help="how many of `habits.py`")
    options.add_argument("--first-habit", type=int, default=60_000, help="their first seed")
    options.add_argument("--kept", type=Path, help="folder where drawn pictures are kept")
    given = options.parse_args()
    scenes = chain(
        map(layout_scene, range(given.first, given.first + given.scenes)),
        map(habit_scene, range(given.first_habit, given.first_habit + given.habits)),
    )
    FILE.write_text(written(FILE.read_text(), measured(scenes, given.kept)))


if __name__ == "__main__":
    main()
