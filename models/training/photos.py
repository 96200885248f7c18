"""Labelled pictures for training: the real photographs and the drawn scenes, in one form."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import corrected, read_corrections

DATASETS = Path(__file__).parents[2] / "datasets"
SETS = DATASETS / "sets.csv"
NO_TILES = DATASETS / "no_tiles.csv"
OWN_LABELS = DATASETS / "own_labels.csv"
_MOST_STRETCHED = 2.6
"""Height by width of the tiles' boxes, or the reverse, beyond which a picture is stretched beyond
use. By hand."""
_APART = 0.06
"""Mean overlap of each box with the one it overlaps most, below which boxes are outlines: those
around turned tiles overlap. By hand."""
Outline = Literal["exact", "hull", "centre"]


@dataclass(frozen=True)
class LabelledPhoto:
    """A picture with its tiles.

    image: H × W × 3 uint8, RGB.
    quads: (N, 4, 2) float32, pixels, clockwise from the top left of the picture or the face.
    codes: N tile codes.
    visible: (N,) float32, the part of each tile that nothing covers, 0 to 1.
    outline: what the quads are worth. `exact`: the tile's own outline; `hull`: only the upright
        box around the tile; `centre`: only the middle (boxes of turned boxes).
    complete: every tile in the picture is labelled, so the rest of it is certainly no tile.
    name: file name, for reports and for splitting by session.
    nothing: (M, 4, 2) float32, places known to be no tile, where not every tile is labelled.
    """

    image: NDArray[np.uint8]
    quads: NDArray[np.float32]
    codes: tuple[str, ...]
    visible: NDArray[np.float32]
    outline: Outline
    complete: bool
    name: str
    nothing: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))


def read_boxes(path: Path, width: int, height: int) -> tuple[NDArray[np.float32], tuple[str, ...]]:
    """Boxes of a label file (`CODE x y w h`, fractions) as (N, 4, 2) quads in pixels, and codes."""
    codes: list[str] = []
    quads: list[list[list[float]]] = []
    for line in path.read_text().splitlines():
        if not line.strip():
            continue
        code, *numbers = line.split()
        x, y, w, h = (float(n) for n in numbers)
        x0, x1 = (x - w / 2) * width, (x + w / 2) * width
        y0, y1 = (y - h / 2) * height, (y + h / 2) * height
        codes.append(code)
        quads.append([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    return np.array(quads, np.float32).reshape(-1, 4, 2), tuple(codes)


def boxes_overlap(quads: NDArray[np.float32]) -> float:
    """Mean over the boxes of the largest intersection over union with another box.

    Tiles do not overlap, so upright boxes that do belong to tiles lying askew.
    """
    if len(quads) < 2:
        return 0.0
    low, high = quads.min(1), quads.max(1)
    inter = np.clip(
        np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None]), 0, None
    ).prod(-1)
    area = (high - low).prod(-1)
    iou = inter / (area[:, None] + area[None] - inter)
    np.fill_diagonal(iou, 0)
    return float(iou.max(1).mean())


def _stretched_too_far(quads: NDArray[np.float32]) -> bool:
    size = quads.max(1) - quads.min(1)
    ratio = float(np.median(size[:, 1] / np.maximum(size[:, 0], 1)))
    return ratio > _MOST_STRETCHED or ratio < 1 / _MOST_STRETCHED


def load_folder(folder: Path, loose: bool = False) -> list[LabelledPhoto]:
    """Read `folder/images` with `folder/labels`, as `datasets/corrections.csv` mends them; pictures
    stretched beyond use are left out.

    loose: the boxes say where a tile is and not what its outline is: boxes of turned boxes, or
    of a standing tile's face and top together.
    """
    photos = []
    corrections = read_corrections()
    for path in sorted((folder / "images").iterdir()):
        label = folder / "labels" / f"{path.stem}.txt"
        image = cv2.imread(str(path))
        if image is None or not label.exists():
            continue
        height, width = image.shape[:2]
        quads, codes = read_boxes(label, width, height)
        mended = corrected(codes, corrections.get(path.name, []))
        if not len(quads) or _stretched_too_far(quads) or mended is None:
            continue
        keep = [k for k, code in enumerate(mended) if code is not None]
        quads, codes = quads[keep], tuple(str(mended[k]) for k in keep)
        overlap = boxes_overlap(quads)
        outline: Outline = "centre" if loose else "exact" if overlap < _APART else "hull"
        photos.append(
            LabelledPhoto(
                np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8),
                quads,
                codes,
                np.ones(len(quads), np.float32),
                outline,
                path.name.startswith("IMG_"),
                path.name,
            )
        )
    return photos


def with_own_labels(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """The photographs with our own labels added: backs, and places that are no tile."""
    own: dict[str, dict[str, list[list[float]]]] = {}
    with OWN_LABELS.open(newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            quad = [float(row[f"{axis}{k}"]) for k in range(4) for axis in "xy"]
            own.setdefault(row["photo"], {}).setdefault(row["code"], []).append(quad)
    added = []
    for photo in photos:
        quads = {
            code: np.array(quads, np.float32).reshape(-1, 4, 2)
            for code, quads in own.get(photo.name, {}).items()
        }
        nothing = quads.pop("none", photo.nothing)
        codes = tuple(code for code, some in quads.items() for _ in some)
        added.append(
            replace(
                photo,
                quads=np.concatenate([photo.quads, *quads.values()]),
                codes=photo.codes + codes,
                visible=np.concatenate([photo.visible, np.ones(len(codes), np.float32)]),
                nothing=nothing,
            )
        )
    return added


def load_scenes(folder: Path, limit: int, seed: int = 0) -> list[LabelledPhoto]:
    """Read up to `limit` scenes that `datasets/synth/scene.py` has drawn."""
    paths = sorted(folder.glob("*.json"))
    random.Random(seed).shuffle(paths)
    scenes = []
    with ThreadPoolExecutor() as pool:  # unpacking a picture takes most of the time
        images = pool.map(cv2.imread, [str(path.with_suffix(".jpg")) for path in paths[:limit]])
    for path, image in zip(paths, images, strict=False):
        if image is None:  # still being written
            continue
        label = json.loads(path.read_text())
        tiles = label["tiles"]
        scenes.append(
            LabelledPhoto(
                np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8),
                np.array([t["quad"] for t in tiles], np.float32).reshape(-1, 4, 2),
                tuple(t["code"] for t in tiles),
                np.array([t["visible"] for t in tiles], np.float32),
                "exact",
                True,
                path.name,
            )
        )
    return scenes


def load_no_tiles(folder: Path, held_out: bool = False) -> list[LabelledPhoto]:
    """Photographs in which there is no tile, of the places that training may see.

    held_out: those of the other places instead (`datasets/no_tiles.csv`), to judge by.
    """
    photos = []
    for path in no_tile_paths(folder, held_out):
        image = cv2.imread(str(path))
        if image is not None:
            photos.append(
                LabelledPhoto(
                    np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8),
                    np.zeros((0, 4, 2), np.float32),
                    (),
                    np.zeros(0, np.float32),
                    "exact",
                    True,
                    path.name,
                )
            )
    return photos


def no_tile_places(folder: Path, held_out: bool) -> list[tuple[str, Path]]:
    """The pictures of `no-tiles` taken at places that are held out, or at the others, with the
    place."""
    with NO_TILES.open(newline="", encoding="utf-8") as table:
        places = [
            (row["place"], range(int(row["first"]), int(row["last"]) + 1))
            for row in csv.DictReader(table)
            if (row["held_out"] == "yes") == held_out
        ]
    return [
        (place, path)
        for path in sorted(folder.glob("*.jpg"))
        for place, numbers in places
        if int(path.stem) in numbers
    ]


def no_tile_paths(folder: Path, held_out: bool) -> list[Path]:
    """The same pictures without their places."""
    return [path for _, path in no_tile_places(folder, held_out)]


def clockwise(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same quads, each with its corners running clockwise on the picture (y down)."""
    x, y = quads[..., 0], quads[..., 1]
    area = (x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y).sum(-1)
    flipped = quads[:, [1, 0, 3, 2]]
    return np.where((area < 0)[:, None, None], flipped, quads)


def without(photos: Sequence[LabelledPhoto], sets: Sequence[str]) -> list[LabelledPhoto]:
    """The photographs less those of the sets that are held out (`datasets/sets.csv`)."""
    with SETS.open(newline="", encoding="utf-8") as table:
        of_set = {row["photo"]: row["set"] for row in csv.DictReader(table)}
    return [photo for photo in photos if of_set.get(photo.name) not in sets]


def of_each(photos: Sequence[LabelledPhoto], rng: random.Random) -> LabelledPhoto:
    return photos[rng.randrange(len(photos))]
