"""How well several poor photographs of the same tiles are read together.

    python -m datasets.evaluate_fusing FOLDER [--photos 45] [--seed 3] [--models FOLDER]

FOLDER holds labelled photographs. Out of some of them, chosen by the seed, three poor photographs
are made: small, turned, slanting, blurred and noisy. The command prints how many of the labelled
tiles are named right in the first alone, in the second alone, in the better of the two, in both
together, and in all three. If photographs are refused as showing other tiles, none of their tiles
counts.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.cli.terminal import progress
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.classify import NOT_A_TILE
from companion.vision.recognition.fuse import Look, OtherTilesError, fuse
from companion.vision.recognition.models import load_models
from companion.vision.recognition.photo import load_photo
from datasets.given import NO_PHOTOGRAPH, existing_folder
from datasets.labels import read_folder
from datasets.metrics import match

LONG_SIDE = 1600
"""Pixels of the longer side to which a photograph is made smaller before its views are drawn."""
FEWEST = 13
"""The least number of labelled tiles in a photograph that is used."""


def poor(
    pixels: ByteArray, quads: FloatArray, rng: np.random.Generator
) -> tuple[ByteArray, FloatArray]:
    """A poor photograph of the same table, and where its tiles then are."""
    height, width = pixels.shape[:2]
    long = max(height, width)
    turn = cv2.getRotationMatrix2D(
        (width / 2, height / 2), rng.uniform(-8, 8), rng.uniform(0.45, 0.8)
    )
    aslant = np.eye(3)
    aslant[2, :2] = rng.uniform(-0.12, 0.12, 2) / long
    view = aslant @ np.vstack([turn, [0, 0, 1]])
    seen = cv2.warpPerspective(pixels, view, (width, height), borderValue=(90, 90, 90))
    blurred = cv2.GaussianBlur(seen, (0, 0), rng.uniform(4, 8) * long / LONG_SIDE)
    noisy = blurred + rng.normal(0, 14, blurred.shape)
    moved = cv2.perspectiveTransform(quads.reshape(1, -1, 2).astype(np.float64), view)
    return np.clip(noisy, 0, 255).astype(np.uint8), np.asarray(moved, float).reshape(-1, 4, 2)


def named_right(look: Look, codes: tuple[str, ...], quads: FloatArray) -> int:
    best = np.array(look.named.best)
    tiles = np.flatnonzero(best != NOT_A_TILE)
    pairs = match(quads.astype(np.float32), look.quads[tiles])
    return sum(best[tiles[find]] == codes[label] for label, find in pairs.items())


def together(looks: list[Look], places: list[FloatArray], codes: tuple[str, ...]) -> int:
    """Tiles named right in all these looks together; none if the looks are refused.

    places: where the tiles are in each look.
    """
    try:
        base, fused = fuse(looks)
    except OtherTilesError:
        return 0
    return named_right(fused, codes, places[base])


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folder", type=existing_folder)
    ask.add_argument("--photos", type=int, default=45)
    ask.add_argument("--seed", type=int, default=3)
    ask.add_argument("--models", type=Path, help="other models than the shipped ones")
    said = ask.parse_args()
    rng = np.random.default_rng(said.seed)
    photos = [photo for photo in read_folder(said.folder) if len(photo.codes) >= FEWEST]
    if not photos:
        ask.error(NO_PHOTOGRAPH)
    models = load_models(said.models)
    totals: dict[str, int] = {}
    chosen = rng.permutation(len(photos))[: said.photos]
    for place in progress(chosen, "Reading"):
        photo = photos[place]
        pixels = load_photo(photo.path).pixels
        scale = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
        small = np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale), np.uint8)
        quads = photo.quads * (small.shape[1] / photo.width)
        looks, places = [], []
        for _ in range(3):
            seen, moved = poor(small, quads, rng)
            finds = models.detector(seen)
            named = models.blank_odds(seen, finds.quads, models.classifier(seen, finds.quads))
            looks.append(Look(finds.quads, finds.scores, named))
            places.append(moved)
        right = partial(named_right, codes=photo.codes)
        alone = [right(look, quads=moved) for look, moved in zip(looks, places, strict=True)]
        for what, count in (
            ("labelled tiles", len(photo.codes)),
            ("right in the first", alone[0]),
            ("right in the second", alone[1]),
            ("right in the better of the two", max(alone[:2])),
            ("right in both together", together(looks[:2], places, photo.codes)),
            ("right in all three together", together(looks, places, photo.codes)),
        ):
            totals[what] = totals.get(what, 0) + count
    for what, count in totals.items():
        print(f"{what:32} {count:6}")


if __name__ == "__main__":
    main()
