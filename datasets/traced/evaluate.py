"""How well traced scenes are read: tiles of hands, whole hands, and what is taken for a tile.

    python -m datasets.traced.evaluate FOLDER [--models DIR] [--show] [--out FIGURES.csv]

A tile counts from half of it to be seen, a hand where each of its tiles counts.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.seen.reading import Reading, SeenHand
from companion.vision.arrays import FloatArray
from companion.vision.pipeline import Reader
from datasets.evaluate_layout import same_hand
from datasets.metrics import match
from datasets.traced.solids import BACK

_COUNTS = 0.5
"""The part of a tile that must be seen for it to count."""


@dataclass
class Tally:
    """Of one kind of scene. tiles: those of hands, all tiles where nobody's hand is shown. doubled:
    tiles that hold two finds or more. false_faces, false_backs: finds where no tile is. sure: of
    the misnamed and the false, those that the reader called sure."""

    scenes: int = 0
    tiles: int = 0
    right: int = 0
    misnamed: int = 0
    missed: int = 0
    doubled: int = 0
    hands: int = 0
    hands_right: int = 0
    false_faces: int = 0
    false_backs: int = 0
    sure: int = 0


def judge(truth: dict[str, Any], reading: Reading, tally: Tally) -> list[str]:
    """Count one scene; returns what is wrong with it, a few words each."""
    tiles = truth["tiles"]
    quads = _quads([tile["quad"] for tile in tiles])
    finds = _quads([tile.quad for tile in reading.tiles])
    pairs = match(quads, finds)
    tally.scenes += 1
    wrong = []
    for place, tile in enumerate(tiles):
        if tile["visible"] < _COUNTS or (truth["hand"] and "side" not in tile):
            continue
        tally.tiles += 1
        tally.doubled += len(_within(quads[place], finds)) > 1
        seen = reading.tiles[pairs[place]] if place in pairs else None
        if seen is None:
            tally.missed += 1
            wrong.append(f"{tile['code']} missed")
        elif seen.code != tile["code"]:
            tally.misnamed += 1
            tally.sure += seen.sure
            wrong.append(f"{tile['code']} read {seen.code}" + (", surely" if seen.sure else ""))
        else:
            tally.right += 1
    covered = {find for quad in quads for find in _within(quad, finds)} | set(pairs.values())
    for find, seen in enumerate(reading.tiles):
        if find not in covered:
            tally.false_backs += seen.code == BACK
            tally.false_faces += seen.code != BACK
            tally.sure += seen.sure
            wrong.append(f"{seen.code} is no tile" + (", surely" if seen.sure else ""))
    for side, hand in _hands(truth).items():
        own = [tile for tile in tiles if tile.get("side") == side]
        if all(tile["visible"] >= _COUNTS for tile in own):
            tally.hands += 1
            read = reading.hand if truth["hands"] is None else (reading.hands or {}).get(side)  # type: ignore[call-overload]
            right = same_hand(hand, read)
            tally.hands_right += right
            if not right:
                wrong.append(f"{side} hand")
    return wrong


def _hands(truth: dict[str, Any]) -> dict[str, SeenHand]:
    hands = truth["hands"] or ({"near": truth["hand"]} if truth["hand"] else {})
    return {side: SeenHand.from_json(hand) for side, hand in hands.items()}


def _quads(quads: Sequence[Any]) -> FloatArray:
    return np.array(quads, np.float32).reshape(-1, 4, 2)


def _within(quad: FloatArray, finds: FloatArray) -> list[int]:
    """Finds whose middle lies inside an outline."""
    outline = quad.astype(np.float32)
    return [
        k
        for k, (x, y) in enumerate(finds.mean(1).tolist())
        if cv2.pointPolygonTest(outline, (x, y), False) >= 0
    ]


def main(argv: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    options.add_argument("--show", action="store_true", help="name what went wrong")
    options.add_argument("--out", type=Path, help="write the figures to this CSV file")
    given = options.parse_args(argv)
    labels = sorted(given.folder.glob("*.json"))
    if not labels:
        raise SystemExit(f"No traced scene in {given.folder}; datasets.traced.render draws some.")
    reader = Reader(models=given.models)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for label in labels:
        truth = json.loads(label.read_text())
        reading = reader.read(label.with_suffix(".jpg"), table=truth["hands"] is not None)
        wrong = judge(truth, reading, tallies[truth["kind"]])
        if given.show and wrong:
            print(f"{label.stem}: {'; '.join(wrong)}")
    for kind, tally in sorted(tallies.items()):
        each = "  ".join(f"{name} {count}" for name, count in vars(tally).items())
        share = f"  {tally.right / tally.tiles:.3f} of tiles right" if tally.tiles else ""
        print(f"{kind:8}{each}{share}")
    if given.out:
        with given.out.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["kind", *vars(Tally())])
            table.writerows(
                [kind, *vars(tally).values()] for kind, tally in sorted(tallies.items())
            )


if __name__ == "__main__":
    main()
