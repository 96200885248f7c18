"""Labels in one form: photographs with boxes, and drawn scenes with outlines."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.game.tiles import BACK
from companion.vision.arrays import FloatArray
from datasets.images import read_image

HERE = Path(__file__).parent
_HALF = 0.5
"""Part of a drawn tile that must be seen for the tile to count, as in `traced/evaluate.py`."""


@dataclass(frozen=True)
class Labelled:
    """A labelled photograph.

    quads: (N, 4, 2) in pixels of the picture; upright boxes if only those are known. others: (M, 4,
    2), tiles without a label, or of which less than half is seen: finding one is neither right nor
    wrong. complete: every tile in the picture is among quads or others, so any other find is no
    tile.
    """

    path: Path
    width: int
    height: int
    quads: FloatArray
    codes: tuple[str, ...]
    others: FloatArray
    complete: bool


def read_folder(folder: Path) -> list[Labelled]:
    """Labelled photographs of a folder, in order of name.

    The folder holds `images/` beside `labels/*.txt` (`CODE x y w h`, fractions of the picture), or
    pictures beside `*.json` (drawn scenes). Photographs and labels that are known to be wrong are
    left out or corrected (`corrections.csv`).
    """
    if (folder / "labels").is_dir() and (folder / "images").is_dir():
        pairs = [
            (path, folder / "labels" / f"{path.stem}.txt")
            for path in sorted((folder / "images").iterdir())
        ]
    else:
        pairs = [(path.with_suffix(".jpg"), path) for path in sorted(folder.glob("*.json"))]
    corrections, others = read_corrections(), read_others()
    found = []
    for path, label in pairs:
        if not label.exists() or not path.exists():
            continue
        one = _read_one(path, label, others)
        mended = _mend(one, corrections.get(path.name, []))
        if mended is not None:
            found.append(mended)
    return found


def _read_one(path: Path, label: Path, others: dict[str, FloatArray]) -> Labelled:
    height, width = read_image(path).shape[:2]
    quads: list[Any] = []
    codes: list[str] = []
    rest = others.get(path.name, np.zeros((0, 4, 2), np.float32))
    if label.suffix == ".json":
        hidden: list[Any] = []
        for tile in json.loads(label.read_text())["tiles"]:
            if tile.get("visible", 1) > _HALF:
                quads.append(tile["quad"])
                codes.append(tile["code"])
            else:
                hidden.append(tile["quad"])
        rest = np.array(hidden, np.float32).reshape(-1, 4, 2)
        complete = True
    else:
        for line in filter(None, label.read_text().splitlines()):
            code, *numbers = line.split()
            x, y, w, h = (float(n) for n in numbers)
            left, right = (x - w / 2) * width, (x + w / 2) * width
            top, foot = (y - h / 2) * height, (y + h / 2) * height
            quads.append([[left, top], [right, top], [right, foot], [left, foot]])
            codes.append(code)
        complete = path.name.startswith("IMG_") or path.name in others
    array = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Labelled(path, width, height, array, tuple(codes), rest, complete)


def read_corrections() -> dict[str, list[dict[str, str]]]:
    """Rows of `corrections.csv` by file name: photo, label (its place, or *), action, reason.

    action: `leave out`, or the code that the label should have.
    """
    table: dict[str, list[dict[str, str]]] = {}
    path = HERE / "corrections.csv"
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                table.setdefault(row["photo"], []).append(row)
    return table


def photographs_of(data: Path, name: str, tile_sets: bool = False) -> list[Labelled]:
    """All labelled photographs of a table, or of a set of tiles. `standing` is a folder of its own,
    and so is `whole`: thirteen sets, each laid out whole in rows.

    data: the folder with all the photographs.
    """
    parts = ("train", "validation")
    if name == "whole":
        return read_whole_sets(data / "single-tiles" / "whole-sets")
    if name == "standing":
        return [photo for part in parts for photo in read_folder(data / "standing-tiles" / part)]
    shown = read_tile_sets() if tile_sets else read_sets()
    folders = [data / "chinese-mahjong-detection" / part for part in parts]
    return [p for folder in folders for p in read_folder(folder) if shown.get(p.path.name) == name]


def read_whole_sets(folder: Path) -> list[Labelled]:
    """The pictures of whole sets, labelled by `whole_sets.csv`."""
    quads: dict[str, list[list[list[float]]]] = {}
    codes: dict[str, list[str]] = {}
    with (HERE / "whole_sets.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            quad = [[float(row[f"x{k}"]), float(row[f"y{k}"])] for k in range(4)]
            quads.setdefault(row["photo"], []).append(quad)
            codes.setdefault(row["photo"], []).append(row["code"])
    none = np.zeros((0, 4, 2), np.float32)
    found = []
    for name, outlines in quads.items():
        height, width = read_image(folder / name).shape[:2]
        array = np.array(outlines, np.float32)
        found.append(
            Labelled(folder / name, width, height, array, tuple(codes[name]), none, complete=True)
        )
    return found


def read_tile_sets() -> dict[str, str]:
    """Photograph → the set of tiles that it shows, from `tile_sets.csv`, told apart by eye."""
    with (HERE / "tile_sets.csv").open(newline="", encoding="utf-8") as file:
        return {row["photo"]: row["tile_set"] for row in csv.DictReader(file)}


def read_sets() -> dict[str, str]:
    """Photograph → the set or table that it shows, from `sets.csv`, told apart by eye."""
    with (HERE / "sets.csv").open(newline="", encoding="utf-8") as file:
        return {row["photo"]: row["set"] for row in csv.DictReader(file)}


def read_backs() -> dict[str, FloatArray]:
    """Photograph → (M, 4, 2) outlines of tiles that lie face down, from `own_labels.csv` and
    `backs.csv`."""
    table: dict[str, list[list[list[float]]]] = {}
    for name in ("own_labels.csv", "backs.csv"):
        with (HERE / name).open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row.get("code", BACK) == BACK:
                    corners = [[float(row[f"x{k}"]), float(row[f"y{k}"])] for k in range(4)]
                    table.setdefault(row["photo"], []).append(corners)
    return {name: np.array(quads, np.float32) for name, quads in table.items()}


def read_others() -> dict[str, FloatArray]:
    """Photograph → (M, 4, 2) outlines of its tiles without a label, from `complete.csv`.

    A person went through every photograph in it; M may be 0.
    """
    table: dict[str, list[list[list[float]]]] = {}
    with (HERE / "complete.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            quads = table.setdefault(row["photo"], [])
            if row["code"]:
                quads.append([[float(row[f"x{k}"]), float(row[f"y{k}"])] for k in range(4)])
    return {name: np.array(quads, np.float32).reshape(-1, 4, 2) for name, quads in table.items()}


def read_single_tiles(folder: Path) -> list[tuple[Path, str]]:
    """The pictures of `single-tiles`, each one loose face, with what it shows, corrected."""
    corrections = read_corrections()
    faces = []
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            for code in corrected([row["code"]], corrections.get(row["image"], [])) or []:
                if code is not None:
                    faces.append((folder / "images" / row["image"], code))
    return faces


def corrected(codes: Sequence[str], rows: list[dict[str, str]]) -> list[str | None] | None:
    """The labels of a photograph after its corrections.

    None for a label that is left out; None for all of them if the photograph is left out.
    """
    mended: list[str | None] = list(codes)
    for row in rows:
        if row["label"] == "*":
            return None
        mended[int(row["label"])] = None if row["action"] == "leave out" else row["action"]
    return mended


def _mend(one: Labelled, rows: list[dict[str, str]]) -> Labelled | None:
    codes = corrected(one.codes, rows)
    if codes is None:
        return None
    keep = [i for i, code in enumerate(codes) if code is not None]
    return Labelled(
        one.path,
        one.width,
        one.height,
        one.quads[keep],
        tuple(str(codes[i]) for i in keep),
        one.others,
        one.complete and len(keep) == len(codes),
    )
