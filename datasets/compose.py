"""Draw hands laid out with faces cut from photographs, to train the detector.

    python -m datasets.compose TRAIN [--scenes 700] [--first 5000000] [--case CASE] --out DIR
    python -m datasets.compose TRAIN --ways habits [--alike] [--width 1536] --out DIR

TRAIN holds the training photographs (README.md). Every fourth scene shows a drawn set. --case draws
only one case of `tables.py`. --ways draws habits of one cohort (`synth/habits/cohorts.py`) with
drawn sets, but none that is held out; verandas, courtyards and terraces only judge. --alike gives
most tiles faces of which a part looks like a tile, in runs of one face, so that only the tiles'
edges show where each ends. Seeds from 5,000,000 on are only for training; nothing is measured with
them.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from datasets.evaluate_layout import faces_of_photographs
from datasets.synth.habits.cohorts import COHORTS
from datasets.synth.layout_pictures import drawn_set, photographed_set, taken
from datasets.synth.scene import save
from datasets.synth.tables import BACK, CASE_COUNT, CASES, Placed, layout_scene

_WAYS: Final = [name for name, cohort in COHORTS.items() if not cohort.judges]
_IN_PARTS: Final = [f"{rank}{suit}" for suit in "ps" for rank in range(2, 10)]
"""Faces of which a part may look like a tile: dots and bamboos in rows."""
_GOES_ON: Final = 0.75
"""Chance that a tile has the face of the one before, where most are alike. Set by hand."""


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("photos", type=Path, help="the training photographs")
    ask.add_argument("--scenes", type=int, default=700)
    ask.add_argument("--first", type=int, default=5_000_000, help="the first seed")
    ask.add_argument("--case", choices=[*CASES, "whole_table"], help="this case alone")
    ask.add_argument("--ways", choices=_WAYS, help="ways of laying a hand, drawn sets")
    ask.add_argument("--alike", action="store_true", help="most tiles alike, of dots or bamboos")
    ask.add_argument("--width", type=int, default=1536, help="of a picture, in pixels")
    ask.add_argument("--out", type=Path, required=True)
    said = ask.parse_args()
    said.out.mkdir(parents=True, exist_ok=True)
    sets = [] if said.ways else faces_of_photographs([said.photos], readings=None)
    for seed in range(said.first, said.first + said.scenes):
        if said.ways:
            cohort = COHORTS[said.ways]
            ways = [*cohort.habits.usual, *cohort.habits.unusual]
            scene = cohort.scene(seed, ways[seed % len(ways)])
        else:
            scene = layout_scene(seed, said.case)
        if said.alike:
            scene = replace(scene, placed=_mostly_alike(scene.placed, seed))
        owner = drawn_set(seed)
        if sets and seed % 4:
            owner = photographed_set(sets[seed // CASE_COUNT % len(sets)], seed)
        rough = float(np.random.default_rng([seed, 77]).uniform(0.2, 1.0))
        save(taken(scene, owner, said.width, rough), said.out, seed, quality=92)


def _mostly_alike(placed: tuple[Placed, ...], seed: int) -> tuple[Placed, ...]:
    """The tiles with faces of `_IN_PARTS` in runs of one face, however many a set has of it."""
    rng = np.random.default_rng([seed, 78])
    code, found = str(rng.choice(_IN_PARTS)), []
    for tile in placed:
        if rng.random() > _GOES_ON:
            code = str(rng.choice(_IN_PARTS))
        shown = tile.code if tile.code == BACK else code
        found.append(replace(tile, code=shown, value=code))
    return tuple(found)


if __name__ == "__main__":
    main()
