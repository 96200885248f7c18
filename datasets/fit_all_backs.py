"""Fits `all_backs` of the layout's `numbers.toml`, and writes it there.

    python -m datasets.fit_all_backs --kept DIR [--scenes 8000]

Pictures of sets that no model has seen are drawn and read by the shipped models. Those count in
which the layout asks whether all white dragons are backs: several were found, none surely. What
they are is known; the fit says how much more than each one's own looks tells it. Needs the extra
`train`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from sklearn.linear_model import LogisticRegression

from companion.cli.terminal import progress
from companion.game.tiles import BACK, WHITE
from companion.seen.reading import Reading
from companion.vision.layout.blanks import mean_odds
from companion.vision.layout.numbers import FILE, NUMBERS
from companion.vision.pipeline import Reader
from datasets.evaluate_layout import UNKNOWN_SETS, seen_in
from datasets.fit_layout import written
from datasets.metrics import match
from datasets.synth.habits.cohorts import COHORTS, kind_of
from datasets.synth.layout_pictures import drawn_set
from datasets.synth.tables import LayoutScene, layout_scene
from datasets.synth.tiles import TileSet

ENOUGH: Final = 2
"""White dragons and backs on the table, without which the question does not come up."""


def owner(seed: int) -> TileSet:
    """The set of tiles for a scene's seed."""
    return drawn_set(UNKNOWN_SETS[seed % len(UNKNOWN_SETS)])


def scenes(first: int, count: int) -> Iterator[LayoutScene]:
    """Scenes of one hand with some white dragons or backs, of habits and of tables in turn."""
    habits = COHORTS["habits"].scene
    for seed in progress(range(first, first + count), "Reading drawn scenes"):
        scene = habits(seed) if seed % 2 else layout_scene(seed)
        blank = sum(tile.code in (WHITE, BACK) for tile in scene.placed)
        if blank >= ENOUGH and scene.hands is None and kind_of(scene.case) != "held out":
            yield scene


def are_backs(scene: LayoutScene, seen: Reading) -> list[bool]:
    """Of the finds that are called white dragons, which are backs; of those that are tiles."""
    quads = np.array([tile.quad for tile in scene.tiles]) * (seen.image.width / scene.width)
    pairs = match(quads, np.array([tile.quad for tile in seen.tiles]).reshape(-1, 4, 2))
    return [
        scene.placed[scene.places[own]].code == BACK
        for own, found in pairs.items()
        if seen.tiles[found].code == WHITE and scene.places[own] >= 0
    ]


def fitted(asked: Mapping[float, bool]) -> list[float]:
    """`all_backs`. asked: by the mean log odds of a picture's white dragons being backs, whether
    they are."""
    fit = LogisticRegression(C=np.inf).fit(np.array([[odds] for odds in asked]), [*asked.values()])
    return [round(float(fit.intercept_[0]), 1), round(float(fit.coef_[0, 0]), 2)]


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--scenes", type=int, default=8000, help="how many seeds are tried")
    options.add_argument("--first", type=int, default=2_500_000, help="the first of them")
    options.add_argument("--kept", type=Path, help="folder where drawn pictures are kept")
    options.add_argument("--out", type=Path, default=FILE, help="where the numbers are written")
    given = options.parse_args()
    reader = Reader()
    asked: dict[float, bool] = {}
    mixed = 0
    for scene in scenes(given.first, given.scenes):
        seen = seen_in(scene, owner, reader, given.kept)
        odds, backs = mean_odds(seen.tiles), are_backs(scene, seen)
        if odds is None or not backs:
            continue
        if all(backs) or not any(backs):
            asked[odds] = backs[0]
        else:
            mixed += 1
    print(f"{len(asked) + mixed} pictures: {sum(asked.values())} of backs, {mixed} of both")
    numbers = fitted(asked)
    print(f"all_backs {NUMBERS['all_backs']} → {numbers}")
    text = written(FILE.read_text(encoding="utf-8"), {"all_backs": numbers})
    given.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
