"""What the detector finds where there is no tile: the classifier is taught to call it "none".

    python -m models.training.hard_negatives PICTURES [...] --out NEGATIVES [--part 0 --parts 1]

PICTURES are folders of pictures whose tiles are known, photographs or scenes that
`datasets.synth.scene` has drawn, or `no-tiles`, of which the places that training may see are
taken. Plain places are left out: they would teach that a blank white dragon or a back is no tile.
`--plain` takes them, too, for a training whose teacher can tell them. Writes shards as
`datasets.synth.crops` does.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.terminal import progress
from companion.vision.geometry import share_of
from companion.vision.recognition.blank import inkless
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.outlines import Outlines
from datasets.given import existing_folder
from datasets.labels import read_folder
from datasets.synth.crops import rectified, shaken, write_shard
from models.training.photos import no_tile_paths

_LOW = 0.12
"""Score from which a find counts here: far below the program's own threshold, so that the next
detector's false finds are among them."""
_ON_A_TILE = 0.15
"""Part of a find that may lie on a known tile."""
_SCALES = (0.6, 1.0, 1.6)
"""Sizes in which a picture is looked at, in its own."""
_MOST = 30
"""Finds taken of one picture, at random: a keyboard has a hundred keys."""
_LEAST_CONTRAST = 20.0
"""Standard deviation of a place's grey, 0 to 255, from which it is taught. Of 1,255 backs in drawn
scenes 98 in 100 have less: plainer cloth, wood or shadow would teach that backs are no tiles."""


def no_tile_finds(
    detector: Detector, image: NDArray[np.uint8], tiles: NDArray[np.float32], plain: bool
) -> Iterator[NDArray[np.float32]]:
    """Outlines, (4, 2), of places that the detector finds beside the tiles, (N, 4, 2): of inked
    ones, and of others if plain."""
    for scale in _SCALES:
        seen = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        quads = detector(np.asarray(seen, np.uint8)).quads / scale
        for quad in quads if plain else quads[~inkless(image, quads)]:
            whole = abs(float(cv2.contourArea(quad)))
            covered = sum(share_of(quad, tile) for tile in tiles)
            if whole > 100 and covered < _ON_A_TILE:
                yield quad


def _contrast(crop: NDArray[np.uint8]) -> float:
    """Of the inside of a crop, whose border may show what is beside."""
    edge = len(crop) // 8
    return float(crop[edge:-edge, edge:-edge].mean(-1).std())


def _pictures(folder: Path) -> Iterator[tuple[Path, NDArray[np.float32]]]:
    """Each picture with the outlines of its tiles, if all of them are known."""
    if folder.name == "no-tiles":
        for path in no_tile_paths(folder, held_out=False):
            yield path, np.zeros((0, 4, 2), np.float32)
        return
    for truth in read_folder(folder):
        if truth.complete:
            yield truth.path, np.concatenate([truth.quads, truth.others]).astype(np.float32)


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("pictures", type=existing_folder, nargs="+")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--plain", action="store_true", help="plain places, too")
    ask.add_argument("--part", type=int, default=0, help="which part of the pictures, from 0")
    ask.add_argument("--parts", type=int, default=1, help="how many processes share the pictures")
    said = ask.parse_args()
    cv2.setNumThreads(1)
    said.out.mkdir(parents=True, exist_ok=True)
    model = load_model("detector")
    low = replace(model, facts={**model.facts, "threshold": _LOW})
    detector = Detector(low, Outlines(load_model("outlines")))
    rng = np.random.default_rng([47, said.part])
    every = [each for folder in said.pictures for each in _pictures(folder)]
    crops = []
    for path, tiles in progress(every[said.part :: said.parts], "Looking for what is no tile"):
        picture = cv2.imread(str(path))
        if picture is None:
            continue
        image = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
        quads = list(no_tile_finds(detector, image, tiles, said.plain))
        rng.shuffle(quads)
        cut = [rectified(image, shaken(quad, rng)) for quad in quads[:_MOST]]
        crops += [crop for crop in cut if said.plain or _contrast(crop) >= _LEAST_CONTRAST]
    if crops:
        write_shard(said.out / f"none{said.part:03d}.npz", crops, ["none"] * len(crops), rng)
    print(f"{len(crops)} crops of {len(every[said.part :: said.parts])} pictures")


if __name__ == "__main__":
    main()
