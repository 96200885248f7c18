"""Draw the strangers: faces of sets that nobody owns.

`companion.vision.tile_sets.choice` compares photographs with them, to find out whether a table
shows an enrolled set or only a similar one.

    python -m datasets.draw_strangers [--sets 16] [--first 900100] [--out calibration/profiles]

Writes `strangers.jpg`: one row for each set, one column for each kind, in the order of
`companion.game.tiles.KINDS`. Each face is 64 × 64 pixels and upright, as the classifier is shown
it. Sets with a hidden face are skipped.
"""

from __future__ import annotations

import argparse
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.tiles import KINDS
from companion.vision.recognition.rectify import rectify
from companion.vision.tile_sets.choice import STRANGERS, STRANGERS_SIDE
from companion.vision.tile_sets.order import STANDARD
from companion.vision.tile_sets.sketch import HELD
from datasets.evaluate_enrolment import drawn_set

QUALITY = 75
"""JPEG quality of the sheet."""


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--sets", type=int, default=16)
    ask.add_argument("--first", type=int, default=900_100, help="seed of the first set")
    ask.add_argument("--out", type=Path, default=Path("calibration/profiles"))
    said = ask.parse_args()
    side = STRANGERS_SIDE
    rows: list[NDArray[np.uint8]] = []
    for seed in count(said.first):
        layout = next(drawn_set(seed, 0, STANDARD))
        faces = rectify(layout.pixels, layout.quads, side, HELD)
        of = dict(zip(layout.codes, faces, strict=True))
        if of.keys() >= set(KINDS):
            rows.append(np.concatenate([of[code] for code in KINDS], axis=1))
        if len(rows) == said.sets:
            break
    sheet = np.concatenate(rows)
    picture = cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(said.out / STRANGERS), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
