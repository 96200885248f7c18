"""Draw hands laid out with faces cut from photographs, to train the detector.

    python -m datasets.compose TRAIN [--scenes 700] [--first 5000000] [--case CASE] --out DIR
    python -m datasets.compose TRAIN --habits [--scenes 700] [--first 5000000] --out DIR

TRAIN holds the training photographs (README.md). Every fourth scene shows a drawn set. --case draws
only one case of `tables.py`. --habits draws usual and unusual habits of `habits.py`, none of those
that are held out, all with drawn sets. Seeds from 5,000,000 on are only for training; nothing is
measured with them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from datasets.evaluate_layout import faces_of_photographs
from datasets.synth.habits import UNUSUAL, USUAL, habit_scene
from datasets.synth.layout_pictures import drawn_set, photographed_set, taken
from datasets.synth.scene import save
from datasets.synth.tables import CASE_COUNT, CASES, layout_scene

_WIDTH = 1536
"""Pixels: the width of a composed picture."""
_HABITS = [*USUAL, *UNUSUAL]


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("photos", type=Path, help="the training photographs")
    ask.add_argument("--scenes", type=int, default=700)
    ask.add_argument("--first", type=int, default=5_000_000, help="the first seed")
    ask.add_argument("--case", choices=[*CASES, "whole_table"], help="this case alone")
    ask.add_argument("--habits", action="store_true", help="habits of laying a hand, drawn sets")
    ask.add_argument("--out", type=Path, required=True)
    said = ask.parse_args()
    said.out.mkdir(parents=True, exist_ok=True)
    sets = [] if said.habits else faces_of_photographs([said.photos], readings=None)
    for seed in range(said.first, said.first + said.scenes):
        if said.habits:
            scene = habit_scene(seed, _HABITS[seed % len(_HABITS)])
        else:
            scene = layout_scene(seed, said.case)
        owner = drawn_set(seed)
        if sets and seed % 4:
            owner = photographed_set(sets[seed // CASE_COUNT % len(sets)], seed)
        rough = float(np.random.default_rng([seed, 77]).uniform(0.2, 1.0))
        save(taken(scene, owner, _WIDTH, rough), said.out, seed, quality=92)


if __name__ == "__main__":
    main()
