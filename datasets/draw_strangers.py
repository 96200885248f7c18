"""Draw the strangers: faces of sets that nobody owns, by which `companion.vision.choice` tells
whether photographs of a table show an enrolled set or merely one that is like it.

    python datasets/draw_strangers.py [--sets 16] [--first 900100] [--out calibration/profiles]

Writes `strangers.jpg`: a row a set, a column a kind in the order of `companion.tiles.KINDS`, each
face 64 × 64 pixels and upright, as the classifier is shown it. Sets of which a hand or the camera's
slant hides a face are passed over.
"""

from __future__ import annotations

import argparse
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from evaluate_enrolment import drawn_set
from numpy.typing import NDArray

from companion.tiles import KINDS
from companion.vision.choice import STRANGERS, STRANGERS_SIDE
from companion.vision.order import STANDARD
from companion.vision.rectify import rectify
from companion.vision.sketch import HELD

QUALITY = 75


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
