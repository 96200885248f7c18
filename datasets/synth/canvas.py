"""A face being drawn: strokes, areas and writing."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.synth import fonts
from datasets.synth.carved.hand import hand_written
from datasets.synth.style import FONTS, LATIN, Colour, Image8, Point, Style

_ROOT = Path("/usr/share/fonts")


@lru_cache(maxsize=64)
def _font(path: str, index: int) -> ImageFont.FreeTypeFont | None:
    whole = _ROOT / path
    return ImageFont.truetype(str(whole), 150, index=index) if whole.exists() else None


@lru_cache(maxsize=4000)
def glyph(path: str, index: int, text: str) -> Image8 | None:
    """The ink of a text cut to its edges, (H, W) uint8. None if the font does not have it."""
    font = _font(path, index)
    if font is None:
        return None
    missing = font.getmask("\U000fffff")
    for letter in text:
        mask = font.getmask(letter)
        if mask.size == missing.size and bytes(mask) == bytes(missing):
            return None
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top:
        return None
    image = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=font, fill=255)
    ink = np.asarray(image, np.uint8)
    rows, columns = np.nonzero(ink.max(1) > 40)[0], np.nonzero(ink.max(0) > 40)[0]
    if len(rows) == 0:
        return None
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def written(style: Style, text: str) -> Image8:
    """The text as the set writes it, in its font, or in the first font that has it."""
    ink = _printed(style, text)
    return hand_written(ink, style.seed, text) if style.carved else ink


def _printed(style: Style, text: str) -> Image8:
    if style.hand and (file := fonts.file_of(style.hand, text)) is not None:
        ink = glyph(file, 0, text)
        if ink is not None:
            return ink
    own = (style.font, *range(len(FONTS)))
    for number in own:
        path, index, _ = FONTS[number]
        ink = glyph(path, index, text)
        if ink is not None:
            return ink
    raise FontsMissing(text)


def western(style: Style, sign: str) -> Image8 | None:
    """A number, letter or word as the set writes them in its corners. None if the font is missing.
    All Latin letters of a family are in one file."""
    if style.numbers:
        file = fonts.file_of(style.numbers, sign[0], bold=style.seed % 3 > 0)
        if file is not None:
            return glyph(file, 0, sign)
    return glyph(LATIN[style.latin], 0, sign)


class FontsMissing(RuntimeError):  # noqa: N818 - named for what is wrong, as our errors are
    """No installed font has a sign that a face needs."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"No installed font writes “{text}”. Install the fonts of datasets/synth/README.md."
        )


class Canvas:
    """A face that is being drawn: 3 units wide and 4 high, y down. It is kept at twice its size."""

    def __init__(self, width: int, height: int, body: Colour) -> None:
        self.image: Image8 = np.empty((height * 2, width * 2, 3), np.uint8)
        cv2.rectangle(self.image, (0, 0), (width * 2, height * 2), body, -1)
        self.body = body
        self.sx, self.sy = width * 2 / 3, height * 2 / 4

    def _at(self, points: list[Point] | NDArray[Any]) -> NDArray[np.int32]:
        return np.round(np.array(points, float) * [self.sx, self.sy] * 16).astype(np.int32)

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        self.oval(x, y, r, r, 0, colour)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        angle: float,
        colour: Colour,
        line: float = 0,
    ) -> None:
        """Filled, or an outline `line` units wide."""
        t = np.linspace(0, 2 * math.pi, 33)[:-1]
        a = math.radians(angle)
        px, py = rx * np.cos(t), ry * np.sin(t)
        points = np.stack(
            [x + px * math.cos(a) - py * math.sin(a), y + px * math.sin(a) + py * math.cos(a)], 1
        )
        if line:
            self.path(points, colour, line, closed=True)
        else:
            self.area(points, colour)

    def area(self, points: list[Point] | NDArray[Any], colour: Colour) -> None:
        cv2.fillPoly(self.image, [self._at(points)], colour, cv2.LINE_AA, 4)

    def path(
        self, points: list[Point] | NDArray[Any], colour: Colour, width: float, closed: bool = False
    ) -> None:
        thick = max(1, round(width * self.sx))
        cv2.polylines(self.image, [self._at(points)], closed, colour, thick, cv2.LINE_AA, 4)

    def leaf(
        self,
        x: float,
        y: float,
        length: float,
        angle: float,
        colour: Colour,
        fat: float = 0.22,
        bend: float = 0.0,
    ) -> None:
        """A pointed blade from (x, y); angle in degrees, 0 to the right, 90 up."""
        t = np.linspace(0, 1, 9)
        a = math.radians(angle)
        along, across = t * length, bend * length * np.sin(t * math.pi / 2) ** 2
        half = fat * length * np.sin(t * math.pi) * 0.5
        dx, dy = math.cos(a), -math.sin(a)
        spine = np.stack([x + along * dx - across * dy, y + along * dy + across * dx], 1)
        off = np.stack([-dy * half, dx * half], 1)
        self.area(np.concatenate([spine + off, (spine - off)[::-1]]), colour)

    def write(
        self,
        ink: Image8,
        box: tuple[float, float, float, float],
        colour: Colour,
        weight: int = 0,
        keep: bool = True,
    ) -> None:
        """Put ink into a box (centre x, centre y, width, height) and keep its proportions."""
        cx, cy, w, h = box
        wide, high = w * self.sx, h * self.sy
        if keep:
            ratio = min(wide / ink.shape[1], high / ink.shape[0])
            wide, high = ink.shape[1] * ratio, ink.shape[0] * ratio
        size = (max(2, round(wide)), max(2, round(high)))
        mask = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
        pad = 3
        mask = cv2.copyMakeBorder(mask, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
        if weight:
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) + 1,) * 2)
            change = cv2.dilate if weight > 0 else cv2.erode
            mask = change(mask, kernel)
        self._lay(np.asarray(mask, np.uint8), (cx, cy), np.array(colour, np.float32))

    def paste(self, picture: Image8, box: tuple[float, float, float, float]) -> None:
        """Put a picture with alpha, (H, W, 4), into box as `write` does."""
        cx, cy, w, h = box
        ratio = min(w * self.sx / picture.shape[1], h * self.sy / picture.shape[0])
        size = (max(2, round(picture.shape[1] * ratio)), max(2, round(picture.shape[0] * ratio)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        self._lay(np.ascontiguousarray(small[..., 3]), (cx, cy), small[..., :3])

    def shrink(self, scale: float, x: float) -> None:
        """Make what is drawn so far smaller, towards the bottom and towards x."""
        height, width = self.image.shape[:2]
        view = np.array(
            [[scale, 0, (1 - scale) * x * self.sx], [0, scale, (1 - scale) * height]], np.float32
        )
        self.image = np.asarray(
            cv2.warpAffine(
                self.image, view, (width, height), flags=cv2.INTER_AREA, borderValue=self.body
            ),
            np.uint8,
        )

    def _lay(self, mask: Image8, centre: Point, colour: NDArray[Any]) -> None:
        """Lay one colour, or a colour for every pixel, on the mask."""
        left = round(centre[0] * self.sx - mask.shape[1] / 2)
        top = round(centre[1] * self.sy - mask.shape[0] / 2)
        height, width = self.image.shape[:2]
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
        if x1 <= x0 or y1 <= y0:
            return
        inside = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        part = mask[inside][..., None].astype(np.float32) / 255
        laid = colour[inside] if colour.ndim == 3 else colour
        under = self.image[y0:y1, x0:x1]
        under[:] = (under * (1 - part) + laid * part).astype(np.uint8)
