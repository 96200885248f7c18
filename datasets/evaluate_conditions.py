"""How well labelled photographs are read when light, lens, hand and file are worse.

    python -m datasets.evaluate_conditions FOLDER [FOLDER...] [--only CONDITION ...] [--every N]
        [--looked-at DIR] [--out FIGURES.csv]

Each photograph is spoilt in every way of `CONDITIONS`, always alike, and read. What was spoilt and
is read wrongly is wrong in any case, but a sure name must be right.
"""

from __future__ import annotations

import argparse
import csv
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.terminal import progress
from companion.vision.arrays import FloatArray
from companion.vision.pipeline import Reader
from companion.vision.recognition.sharpness import SOFT
from datasets.given import NO_PHOTOGRAPH, each_nth, existing_folder, file_to_write
from datasets.images import read_image
from datasets.labels import Labelled, read_folder
from datasets.metrics import TileMetrics, found_in

Pixels: TypeAlias = NDArray[np.uint8]
"""(H, W, 3), RGB."""
Spoilt: TypeAlias = tuple[Pixels, FloatArray]
"""A photograph, and the 3 × 3 matrix that takes its points to those of the spoilt one."""
Condition: TypeAlias = Callable[[Pixels, np.random.Generator], Spoilt]

_AS_IT_WAS: Final = np.eye(3)
_GAMMA: Final = 2.2
"""Of a photograph's values, near enough to that of sRGB."""


def _light(red: float, green: float, blue: float, noise: float = 0.0) -> Condition:
    """Each colour gets so many times its light. noise: of the sensor where all is white, in parts
    of white; it falls with the root of the light, and a little is left in the dark."""

    def spoil(pixels: Pixels, random: np.random.Generator) -> Spoilt:
        light = (pixels / 255.0) ** _GAMMA * [red, green, blue]
        light += random.normal(0, 1, pixels.shape) * noise * np.sqrt(light + 0.02)
        return _as_pixels(np.clip(light, 0, 1) ** (1 / _GAMMA)), _AS_IT_WAS

    return spoil


def _as_pixels(values: FloatArray) -> Pixels:
    """Values from 0 to 1 as pixels."""
    return np.asarray(np.round(values * 255), np.uint8)


def _blurred(part: float) -> Condition:
    """Out of focus. part: the blur's spread, in parts of the longer side."""

    def spoil(pixels: Pixels, _: np.random.Generator) -> Spoilt:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), part * max(pixels.shape))), _AS_IT_WAS

    return spoil


def _moved(part: float) -> Condition:
    """The hand moved while the picture was taken, in some direction. part: how far, in parts of
    the longer side."""

    def spoil(pixels: Pixels, random: np.random.Generator) -> Spoilt:
        size = max(3, round(part * max(pixels.shape)))
        line = np.zeros((size, size), np.float32)
        line[size // 2] = 1
        turn = cv2.getRotationMatrix2D((size / 2 - 0.5,) * 2, float(random.uniform(0, 180)), 1)
        line = np.asarray(cv2.warpAffine(line, turn, (size, size)))
        return np.asarray(cv2.filter2D(pixels, -1, line / line.sum())), _AS_IT_WAS

    return spoil


def _glare(pixels: Pixels, random: np.random.Generator) -> Spoilt:
    """The image of a lamp on the tiles: a soft white spot, a fifth of the picture wide."""
    height, width = pixels.shape[:2]
    x, y = random.uniform(0.25, 0.75) * width, random.uniform(0.25, 0.75) * height
    down, along = np.mgrid[:height, :width]
    near = np.exp(-((along - x) ** 2 + (down - y) ** 2) / (2 * (0.1 * max(height, width)) ** 2))
    return _as_pixels(np.clip(pixels / 255.0 + 0.75 * near[..., None], 0, 1)), _AS_IT_WAS


def _shadow(pixels: Pixels, random: np.random.Generator) -> Spoilt:
    """Somebody leans over the table: beyond a slanting edge there is a fifth of the light."""
    height, width = pixels.shape[:2]
    angle = random.uniform(0, 2 * np.pi)
    down, along = np.mgrid[:height, :width]
    away = (along - width / 2) * np.cos(angle) + (down - height / 2) * np.sin(angle)
    dark = 1 / (1 + np.exp(-away / (0.01 * max(height, width))))
    light = (pixels / 255.0) ** _GAMMA * (1 - 0.8 * dark[..., None])
    return _as_pixels(light ** (1 / _GAMMA)), _AS_IT_WAS


def _sized(longer: int) -> Condition:
    """longer: pixels of the longer side, at most."""

    def spoil(pixels: Pixels, _: np.random.Generator) -> Spoilt:
        scale = min(1.0, longer / max(pixels.shape))
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(small), np.diag([scale, scale, 1.0])

    return spoil


def _pressed(quality: int) -> Condition:
    """As a messenger sends it: a JPEG file of 1,600 pixels. quality: of the file, 1 to 100."""

    def spoil(pixels: Pixels, random: np.random.Generator) -> Spoilt:
        small, how = _sized(1600)(pixels, random)
        data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR)), how

    return spoil


def _turned(degrees: float) -> Condition:
    """The phone was held so, and the file does not say it."""

    def spoil(pixels: Pixels, _: np.random.Generator) -> Spoilt:
        height, width = pixels.shape[:2]
        turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1), [0, 0, 1]])
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]])
        at = (corners @ turn.T)[:, :2]
        shift = np.array([[1, 0, -at[:, 0].min()], [0, 1, -at[:, 1].min()], [0, 0, 1]])
        wide, high = (float(at[:, k].max() - at[:, k].min()) for k in (0, 1))
        return _seen(pixels, np.asarray(shift @ turn, np.float64), wide, high)

    return spoil


def _slanting(pixels: Pixels, _: np.random.Generator) -> Spoilt:
    """From a seat: the far edge of the picture is but six tenths as wide, all is lower."""
    height, width = pixels.shape[:2]
    low = 0.7 * height
    before = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    after = np.array([[0.2 * width, 0], [0.8 * width, 0], [width, low], [0, low]], np.float32)
    how = np.asarray(cv2.getPerspectiveTransform(before, after), np.float64)
    return _seen(pixels, how, width, low)


def _seen(pixels: Pixels, how: FloatArray, wide: float, high: float) -> Spoilt:
    size = round(wide), round(high)
    seen = cv2.warpPerspective(
        pixels, how, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen), how


CONDITIONS: Final[Mapping[str, Condition]] = {
    "as it was": lambda pixels, _: (pixels, _AS_IT_WAS),
    "yellow lamplight": _light(1.0, 0.68, 0.3),
    "candlelight, no white balance": _light(0.7, 0.33, 0.06, 0.03),
    "dim": _light(0.12, 0.11, 0.09, 0.03),
    "nearly dark": _light(0.03, 0.025, 0.02, 0.03),
    "overexposed": _light(1.9, 1.9, 1.9),
    "blue daylight": _light(0.6, 0.8, 1.15),
    "grainy": _light(0.6, 0.55, 0.5, 0.12),
    "glare": _glare,
    "shadow": _shadow,
    "a little out of focus": _blurred(0.0015),
    "out of focus": _blurred(0.003),
    "far out of focus": _blurred(0.006),
    "moved a little": _moved(0.004),
    "moved": _moved(0.009),
    "moved far": _moved(0.02),
    "400 pixels": _sized(400),
    "640 pixels": _sized(640),
    "1,000 pixels": _sized(1000),
    "sent by a messenger": _pressed(45),
    "sent twice, badly": _pressed(15),
    "on its side": _turned(90),
    "upside down": _turned(180),
    "turned by 25 degrees": _turned(25),
    "from a seat": _slanting,
}
"""What happens to photographs at a table. How much of it was set by hand, from a little to more
than anybody would send."""


def spoilt(photo: Labelled, name: str) -> Spoilt:
    """The photograph under a condition, always alike."""
    pixels = np.asarray(read_image(photo.path), np.uint8)
    random = np.random.default_rng([*name.encode(), *photo.path.name.encode()])
    return CONDITIONS[name](pixels, random)


def _taken_back(quads: FloatArray, how: FloatArray) -> FloatArray:
    """Outlines in the spoilt photograph as they lie in the one that has the labels."""
    if not len(quads):
        return quads
    points = quads.reshape(-1, 1, 2).astype(np.float64)
    back = cv2.perspectiveTransform(points, np.linalg.inv(how))
    return np.asarray(back.reshape(-1, 4, 2), np.float32)


def judged(
    photos: Sequence[Labelled], name: str, reader: Reader, looked_at: Path | None
) -> dict[str, float]:
    """How the photographs are read under a condition: `TileMetrics.summary`, and of how many
    people are told that they are soft. looked_at: where to write each sixth."""
    metrics, soft = TileMetrics(), 0
    for number, photo in enumerate(progress(photos, name)):
        image, how = spoilt(photo, name)
        reading = reader.read(image)
        soft += SOFT in reading.warnings
        found = found_in(reading)
        found = replace(found, quads=_taken_back(found.quads, how))
        metrics.update(photo, found)
        if looked_at is not None and number % 6 == 0:
            looked_at.mkdir(parents=True, exist_ok=True)
            where = looked_at / f"{photo.path.stem}-{name.replace(' ', '_')}.jpg"
            cv2.imwrite(str(where), cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
    return {**metrics.summary(), "said to be soft": soft / len(photos)}


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folders", type=existing_folder, nargs="+")
    ask.add_argument("--only", nargs="+", choices=[*CONDITIONS], default=[*CONDITIONS])
    ask.add_argument("--every", type=each_nth, default=1, help="only each Nth photograph")
    ask.add_argument("--looked-at", type=Path, help="folder for some of the spoilt photographs")
    ask.add_argument("--out", type=file_to_write, help="write the figures to this CSV file")
    said = ask.parse_args()
    photos = [photo for folder in said.folders for photo in read_folder(folder)][:: said.every]
    if not photos:
        ask.error(NO_PHOTOGRAPH)
    print(f"$ python -m datasets.evaluate_conditions {shlex.join(sys.argv[1:])}")
    reader = Reader()
    rows: list[dict[str, object]] = []
    for name in said.only:
        figures = judged(photos, name, reader, said.looked_at)
        rows.append({"condition": name, **{what: round(n, 4) for what, n in figures.items()}})
        told = "  ".join(
            f"{what} {value:.4f}" if isinstance(value, float) else f"{what} {value}"
            for what, value in figures.items()
        )
        print(f"{name:30} {told}", flush=True)
    if said.out:
        with said.out.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, rows[0].keys())
            table.writeheader()
            table.writerows(rows)


if __name__ == "__main__":
    main()
