"""Draw tile faces as the rectifier cuts them out of photographs, for the classifier.

    python -m datasets.synth.crops --count 60000 --out DIR --seed 0
    python -m datasets.synth.crops --count 60000 --out DIR --seed 0 --large

Writes DIR/shardNNN.npz: `images` (N, 72, 72, 3) uint8 RGB, with `--large` (N, 126, 126, 3);
`labels` (N,) int64 into `codes`; `rotations` (N,) int64, all 0: the face is upright.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import share_of
from datasets.synth.arrange import ARRANGEMENTS, Wall
from datasets.synth.scene import Scene, SceneTile, render
from datasets.synth.style import (
    AMERICAN,
    BONUS,
    CARVED,
    JOKER,
    ORDINARY,
    SPECIAL,
    WIDEST,
    WORDED,
    Image8,
    random_style,
)
from datasets.synth.tiles import TileSet, tile_set

CODES: tuple[str, ...] = (*ORDINARY, *BONUS, *SPECIAL, JOKER, "0z", "none")


@dataclass(frozen=True)
class CropSize:
    """side: pixels of a crop's side. least: pixels of the shortest edge of a tile that is cut out.
    scene: pixels of the side of a drawn scene."""

    side: int
    least: int
    scene: int


USUAL = CropSize(72, 12, 448)
LARGE = CropSize(126, 64, 1120)
"""Of tiles that have more to show than the usual crop has pixels."""
CONTEXT = 1.10
"""Side of a crop in sides of its tile: a little of what lies around it is in the picture."""
UNMARKED = ("0z", "5z")
"""Tiles of which one half looks like the whole."""
_HALVES = 0.15
"""How many of the patches that are no tile are half a tile."""
_KINDS = ("hand", "rack", "standing", "scattered", "scattered", "grid", "strip", "walls")


def rectified(image: Image8, quad: NDArray[np.float32], side: int = USUAL.side) -> Image8:
    """The inside of a quad, with CONTEXT around it, stretched to a square."""
    inset = side * (1 - 1 / CONTEXT) / 2 - 0.5
    edge = side - 1 - inset
    to = np.array([(inset, inset), (edge, inset), (edge, edge), (inset, edge)], np.float32)
    long = float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max())
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), to)
    if long > side * 1.6:  # a warp does not average: cut larger, then shrink
        matrix = np.diag([2.0, 2.0, 1.0]) @ matrix
        large = cv2.warpPerspective(
            image, matrix, (2 * side, 2 * side), borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(
        cv2.warpPerspective(image, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def shaken(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The corners a little off, as a detector gives them."""
    edge = float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).min())
    middle = quad.mean(0)
    grown = middle + (quad - middle) * rng.normal(1.0, 0.03)
    off = rng.normal(0, 0.02 * edge, (4, 2)) + rng.normal(0, 0.03 * edge, 2)
    return np.asarray(grown + off, np.float32)


def half(quad: NDArray[np.float32], edge: int, part: float) -> NDArray[np.float32]:
    """What lies along one edge of a face (0 to 3), as deep as this part of the face.

    A four of dots has two halves that look like twos.
    """
    cut = np.roll(quad, -edge, axis=0)
    return np.stack(
        [cut[0], cut[1], cut[1] + part * (cut[2] - cut[1]), cut[0] + part * (cut[3] - cut[0])]
    )


def _no_tile(scene: Scene, rng: np.random.Generator) -> NDArray[np.float32] | None:
    """A quad that holds no tile, or about half of one."""
    height, width = scene.image.shape[:2]
    faces = [tile for tile in scene.tiles if tile.code not in UNMARKED and tile.visible > 0.9]
    if faces and rng.random() < _HALVES:
        tile = faces[int(rng.integers(len(faces)))]
        return half(shaken(tile.quad, rng), int(rng.integers(4)), float(rng.uniform(0.42, 0.58)))
    if scene.tiles and rng.random() < 0.7:  # beside a tile: sides, gaps, halves of two
        base = scene.tiles[int(rng.integers(len(scene.tiles)))].quad
        edges = base[1] - base[0], base[3] - base[0]
        a, d = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.1)
        quad = base + d * (np.cos(a) * edges[0] + np.sin(a) * edges[1])
        quad = quad.mean(0) + (quad - quad.mean(0)) * rng.uniform(0.5, 1.4)
        if rng.random() < 0.25:  # one dot or one stroke of a large face
            a, b = rng.uniform(0.15, 0.85, 2)
            middle = base[0] + a * edges[0] + b * edges[1]
            quad = middle + (base - base.mean(0)) * rng.uniform(0.15, 0.42)
    else:
        side = np.exp(rng.uniform(np.log(14), np.log(150)))
        shape = np.array([(-0.5, -0.66), (0.5, -0.66), (0.5, 0.66), (-0.5, 0.66)]) * side
        a = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.3)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        quad = shape * rng.uniform(0.7, 1.2, 2) @ turn + rng.uniform(0, (width, height))
    quad = np.asarray(quad, np.float32)
    middle = quad.mean(0)
    if not (0 < middle[0] < width and 0 < middle[1] < height):
        return None
    area = abs(float(cv2.contourArea(quad)))
    for tile in scene.tiles:
        whole = abs(float(cv2.contourArea(tile.quad)))
        on_it, of_it = share_of(quad, tile.quad), share_of(tile.quad, quad)
        if area > 0.2 * whole and (on_it > 0.42 or of_it > 0.5):
            return None
    return np.asarray(quad, np.float32)


class EvenWall(Wall):
    """A wall of some kinds of tile, each as likely as the others."""

    def __init__(self, rng: np.random.Generator, kinds: tuple[str, ...]) -> None:
        self._rng = rng
        self._kinds = kinds

    def deal(self) -> str:
        return self._kinds[int(self._rng.integers(len(self._kinds)))]


def cut_scene(
    scene: Scene,
    rng: np.random.Generator,
    no_tiles: int = 4,
    visible: float = 0.6,
    size: CropSize = USUAL,
) -> Iterator[tuple[Image8, str]]:
    """Crops and codes of a drawn scene: the tiles that can be read, and patches without a tile.

    visible: the smallest visible part of a tile that still counts.
    """
    for tile in scene.tiles:
        edges = np.linalg.norm(tile.quad - np.roll(tile.quad, -1, 0), axis=1)
        if tile.visible > visible and edges.min() > size.least and edges.max() > 1.4 * size.least:
            yield rectified(scene.image, shaken(tile.quad, rng), size.side), tile.code
    for _ in range(no_tiles):
        quad = _no_tile(scene, rng)
        if quad is not None:
            yield rectified(scene.image, quad, size.side), "none"


def a_new_set(rng: np.random.Generator, newest: int = WIDEST, white_words: bool = False) -> TileSet:
    """Any set.

    newest: most are among the million seeds from here on (`style.py`). white_words: only sets with
    a word on their white dragons, all of which are among the seeds from WORDED on.
    """
    seed = int(rng.integers(10**6)) + (newest if rng.random() < 0.8 else 0)
    while white_words and not random_style(seed).white_word:
        seed = int(rng.integers(10**6)) + WORDED
    return tile_set(seed)


def draw_crops(
    rng: np.random.Generator,
    kinds: tuple[str, ...] = CODES[:-2],
    size: CropSize = USUAL,
    newest: int = WIDEST,
    white_words: bool = False,
) -> Iterator[tuple[Image8, str]]:
    """Crops and codes of three scenes with one new set, seen close enough to be read.

    newest, white_words: as in `a_new_set`.
    """
    owner = a_new_set(rng, newest, white_words)
    for kind in rng.choice(_KINDS, 3):
        table = ARRANGEMENTS[str(kind)][1](rng, owner, size.scene, EvenWall(rng, kinds))
        scene = render(table, size.scene, size.scene, rng, float(rng.uniform(0.2, 1.0)))
        yield from cut_scene(scene, rng, size=size)
    if rng.random() < 0.6:
        bare = ARRANGEMENTS["nothing"][1](rng, owner, size.scene, EvenWall(rng, kinds))
        yield from cut_scene(render(bare, size.scene, size.scene, rng), rng, 8, size=size)


def saved_crops(
    folders: list[Path], rng: np.random.Generator, visible: float, size: CropSize = USUAL
) -> Iterator[tuple[Image8, str]]:
    """Crops and codes of scenes that scene.py or compose.py has written, each scene once."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    rng.shuffle(paths)
    for path in paths:
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        if picture is None:
            continue
        tiles = [
            SceneTile(t["code"], np.array(t["quad"], np.float32), t["visible"], t["face_down"])
            for t in json.loads(path.read_text())["tiles"]
        ]
        scene = Scene(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8), tiles)
        yield from cut_scene(scene, rng, visible=visible, size=size)


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--count", type=int, default=60000)
    ask.add_argument("--shard", type=int, default=4000, help="crops in a file")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--first", type=int, default=0, help="number of the first shard")
    ask.add_argument(
        "--scenes", type=Path, nargs="*", default=[], help="cut these scenes instead of drawing"
    )
    ask.add_argument(
        "--visible", type=float, default=0.6, help="with --scenes: least part of a tile to be seen"
    )
    ask.add_argument("--kinds", nargs="*", default=list(CODES[:-2]), help="draw only these")
    ask.add_argument(
        "--worded", action="store_true", help="flowers and seasons often have no number"
    )
    ask.add_argument(
        "--white-words", action="store_true", help="every set has a word on its white dragons"
    )
    ask.add_argument(
        "--american", action="store_true", help="sets with English words on their seasons"
    )
    ask.add_argument(
        "--carved", action="store_true", help="sets cut by hand, with signs of the brush"
    )
    ask.add_argument("--large", action="store_true", help="only large tiles, in larger crops")
    said = ask.parse_args()
    said.shard = min(said.shard, said.count)
    cv2.setNumThreads(1)
    said.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([43, said.seed])
    size = LARGE if said.large else USUAL
    kept = (*said.kinds, "0z", "none")
    share = {code: said.shard / (len(kept) + 2) * (3 if code == "none" else 1) for code in kept}

    newest = CARVED if said.carved else AMERICAN if said.american else WIDEST
    newest = WORDED if said.worded and newest == WIDEST else newest

    def source() -> Iterator[tuple[Image8, str]]:
        if said.scenes:
            yield from saved_crops(said.scenes, rng, said.visible, size)
            return
        while True:
            yield from draw_crops(rng, tuple(said.kinds), size, newest, said.white_words)

    images: list[Image8] = []
    labels: list[str] = []
    had = dict.fromkeys(CODES, 0)
    number, last = said.first, said.first + -(-said.count // said.shard)
    for image, code in source():
        if had[code] >= share.get(code, 0) * 1.15:
            continue
        had[code] += 1
        images.append(image)
        labels.append(code)
        if len(images) == said.shard:
            write_shard(said.out / f"shard{number:03d}.npz", images, labels, rng)
            images, labels, had, number = [], [], dict.fromkeys(CODES, 0), number + 1
            if number == last:
                return
    if images:
        write_shard(said.out / f"shard{number:03d}.npz", images, labels, rng)


def write_shard(
    path: Path, images: list[Image8], codes: list[str], rng: np.random.Generator
) -> None:
    """One file with crops, in any order, and what is on each."""
    order = rng.permutation(len(images))
    part = path.with_suffix(".part")  # so that a reader never meets half a shard
    with part.open("wb") as file:
        np.savez(
            file,
            images=np.stack(images)[order],
            labels=np.array([CODES.index(code) for code in codes])[order],
            rotations=np.zeros(len(images), np.int64),
            codes=np.array(CODES),
        )
    part.rename(path)


if __name__ == "__main__":
    main()
