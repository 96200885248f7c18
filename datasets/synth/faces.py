"""Faces of Mah-Jongg tiles, drawn in as many manners as sets have been made in.

A `Style` is one set: its writing, its inks, its dots, sticks and birds. `draw_face` draws one face
of it. Needs Pillow and Chinese fonts (see README.md); both are used for training only.
"""

from __future__ import annotations

import importlib.util
import math
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Image8 = NDArray[np.uint8]
Colour = tuple[int, int, int]
Point = tuple[float, float]

ORDINARY: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
)
BONUS: tuple[str, ...] = tuple(f"{n}f" for n in range(1, 9))
SPECIAL: tuple[str, ...] = tuple(f"{n}x" for n in range(1, 9))
FACES: tuple[str, ...] = ORDINARY + BONUS + SPECIAL

# Folder and file under /usr/share/fonts, number in a collection, simplified writing.
_FONTS: tuple[tuple[str, int, bool], ...] = (
    ("truetype/arphic/ukai.ttc", 0, False),
    ("truetype/arphic/uming.ttc", 0, False),
    ("truetype/arphic-bkai00mp/bkai00mp.ttf", 0, False),
    ("truetype/arphic-bsmi00lp/bsmi00lp.ttf", 0, False),
    ("truetype/arphic-gkai00mp/gkai00mp.ttf", 0, True),
    ("truetype/arphic-gbsn00lp/gbsn00lp.ttf", 0, True),
    ("truetype/cns11643/TW-Kai-98_1.ttf", 0, False),
    ("truetype/cns11643/TW-Sung-98_1.ttf", 0, False),
    ("truetype/cwtex/cwfs.ttf", 0, False),
    ("truetype/cwtex/cwheib.ttf", 0, False),
    ("truetype/cwtex/cwkai.ttf", 0, False),
    ("truetype/cwtex/cwming.ttf", 0, False),
    ("truetype/cwtex/cwyen.ttf", 0, False),
    ("truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", 0, False),
    ("truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf", 0, False),
    ("truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", 0, False),
    ("truetype/lxgw-wenkai/LXGWWenKai-Regular.ttf", 0, True),
    ("truetype/wqy/wqy-zenhei.ttc", 0, False),
    ("opentype/noto/NotoSerifCJK-Bold.ttc", 0, False),
    ("opentype/noto/NotoSansCJK-Bold.ttc", 0, False),
    ("truetype/hanazono/HanaMinA.ttf", 0, False),
)
_LATIN: tuple[str, ...] = (
    "truetype/dejavu/DejaVuSans-Bold.ttf",
    "truetype/dejavu/DejaVuSerif-Bold.ttf",
    "truetype/dejavu/DejaVuSans.ttf",
    "truetype/liberation/LiberationSans-Bold.ttf",
    "truetype/liberation/LiberationSerif-Bold.ttf",
    "truetype/liberation/LiberationSerif-Regular.ttf",
)
_GLYPHS: tuple[str, ...] = (
    "truetype/ancient-scripts/Symbola_hint.ttf",
    "truetype/dejavu/DejaVuSans.ttf",
    "truetype/noto/NotoSansSymbols2-Regular.ttf",
)
_ROOT = Path("/usr/share/fonts")
_OWN_ART = Path(__file__).parents[2] / "companion" / "web" / "static" / "tiles"

_NUMERALS = "一二三四五六七八九"
_WINDS = "東南西北"
_WINDS_SIMPLE = "东南西北"
_FLOWERS, _FLOWERS_SIMPLE = "梅蘭菊竹", "梅兰菊竹"
_SEASONS = "春夏秋冬"
_OTHER_FLOWERS = ("琴棋書畫", "漁樵耕讀", "福祿壽喜", "富貴榮華")
_ART_NAMES = {
    **{f"{n}{s}": f"{word}{n}" for s, word in zip("mps", ("Man", "Pin", "Sou"), strict=True)
       for n in range(1, 10)},
    **dict(zip((f"{n}z" for n in range(1, 8)),
               ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"), strict=True)),
}  # fmt: skip
_GLYPH_ORDER = (
    "1z 2z 3z 4z 7z 6z 5z "
    + " ".join(f"{n}{s}" for s in "msp" for n in range(1, 10))
    + " 1f 2f 4f 3f 5f 6f 7f 8f"
).split()


@dataclass(frozen=True)
class Style:
    """One tile set: everything that its faces have in common. Colours are RGB."""

    seed: int
    font: int
    latin: int
    simplified: bool
    five: str
    body: Colour
    red: Colour
    green: Colour
    blue: Colour
    black: Colour
    numeral: str  # ink of the number on characters
    wind: str
    dot: int
    dot_scheme: int
    stick: int
    stick_scheme: int
    bird: int
    white: int
    dragons: int  # 0 written; 1 drawn
    corner: int  # 0 none, 1 red, 2 black or blue, 3 the suit's ink
    corner_right: bool
    bonus_digits: int  # 0 none, 1 Arabic, 2 Chinese
    bonus_text: bool
    flower_words: int  # 0 the four plants, else another series
    scale: float
    weight: int  # strokes thicker (> 0) or thinner (< 0), in pixels of the double size
    engraved: float
    art: int  # 0 drawn here, 1 FluffyStuff (CC0), 2 this project's own, 3.. glyphs of a font

    def ink(self, name: str) -> Colour:
        colour: Colour = getattr(self, name)
        return colour


def _near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    r, g, b = (int(np.clip(c + rng.normal(0, spread), 0, 255)) for c in colour)
    return r, g, b


def random_style(seed: int) -> Style:
    """The set that a seed stands for; the same seed is always the same set."""
    rng = np.random.default_rng([17, seed])
    bodies: list[tuple[float, Colour, float]] = [
        (0.42, (244, 244, 240), 5),
        (0.16, (240, 234, 218), 6),
        (0.16, (233, 218, 182), 8),
        (0.08, (222, 188, 120), 10),
        (0.06, (214, 226, 214), 8),
        (0.05, (110, 180, 130), 20),
        (0.04, (90, 140, 200), 20),
        (0.03, (40, 42, 44), 6),
    ]
    p = np.array([b[0] for b in bodies])
    _, body, spread = bodies[int(rng.choice(len(bodies), p=p / p.sum()))]
    body = _near(rng, body, spread)
    dark = sum(body) < 240
    coloured = not dark and max(body) - min(body) > 55 and body[0] < 190
    red, green = _near(rng, (196, 30, 34), 18), _near(rng, (22, 104, 52), 18)
    blue, black = _near(rng, (30, 58, 150), 20), _near(rng, (24, 28, 34), 8)
    if rng.random() < 0.25:
        blue = black
    if rng.random() < 0.15:
        green = _near(rng, (14, 70, 60), 8)
    if dark:
        red, green, blue, black = (235, 80, 70), (90, 220, 120), (120, 170, 250), (240, 235, 220)
    elif coloured:
        red, blue, black = _near(rng, (150, 10, 20), 8), _near(rng, (16, 26, 90), 8), (16, 18, 20)
        green = (235, 240, 230) if rng.random() < 0.3 else _near(rng, (8, 60, 30), 6)
    art = 0 if rng.random() < 0.88 else int(rng.integers(1, 3 + len(_GLYPHS)))
    simplified = bool(rng.random() < 0.18)
    return Style(
        seed=seed,
        font=int(rng.integers(len(_FONTS))),
        latin=int(rng.integers(len(_LATIN))),
        simplified=simplified,
        five="伍" if rng.random() < 0.5 else "五",
        body=body,
        red=red,
        green=green,
        blue=blue,
        black=black,
        numeral=str(rng.choice(["blue", "black", "green", "red"], p=[0.5, 0.36, 0.08, 0.06])),
        wind=str(rng.choice(["blue", "black", "green", "red"], p=[0.5, 0.38, 0.08, 0.04])),
        dot=int(rng.integers(8)),
        dot_scheme=int(rng.integers(5)),
        stick=int(rng.integers(7)),
        stick_scheme=int(rng.integers(4)),
        bird=int(rng.integers(8)),
        white=int(rng.choice(8, p=[0.24, 0.2, 0.2, 0.1, 0.1, 0.06, 0.05, 0.05])),
        dragons=int(rng.random() < 0.12),
        corner=int(rng.choice(4, p=[0.56, 0.2, 0.16, 0.08])),
        corner_right=bool(rng.random() < 0.35),
        bonus_digits=int(rng.choice(3, p=[0.08, 0.77, 0.15])),
        bonus_text=bool(rng.random() < 0.85),
        flower_words=int(rng.choice(5, p=[0.84, 0.04, 0.04, 0.04, 0.04])),
        scale=float(rng.uniform(0.86, 1.1)),
        weight=int(rng.choice([-1, 0, 1, 2, 3, 5])),
        engraved=float(rng.uniform(0, 1) if rng.random() < 0.75 else 0),
        art=art,
    )


@lru_cache(maxsize=64)
def _font(path: str, index: int) -> ImageFont.FreeTypeFont | None:
    whole = _ROOT / path
    return ImageFont.truetype(str(whole), 150, index=index) if whole.exists() else None


@lru_cache(maxsize=4000)
def _glyph(path: str, index: int, text: str) -> Image8 | None:
    """The ink of a text cut to its edges, (H, W) uint8; None where the font lacks it."""
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


def _written(style: Style, text: str) -> Image8:
    """The text in the set's font, or in the first font that has it."""
    own = (style.font, *range(len(_FONTS)))
    for number in own:
        path, index, _ = _FONTS[number]
        ink = _glyph(path, index, text)
        if ink is not None:
            return ink
    raise FontsMissing(text)


class FontsMissing(RuntimeError):
    """No installed font has a sign that a face needs."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"No installed font writes “{text}”. Install the fonts named in datasets/synth/README.md."
        )


class Canvas:
    """A face being drawn: 3 units wide and 4 high, y down; kept at twice the size asked for."""

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
        self, x: float, y: float, rx: float, ry: float, angle: float, colour: Colour,
        line: float = 0,
    ) -> None:  # fmt: skip
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
        self, x: float, y: float, length: float, angle: float, colour: Colour,
        fat: float = 0.22, bend: float = 0.0,
    ) -> None:  # fmt: skip
        """A pointed blade from (x, y); angle in degrees, 0 to the right, 90 up."""
        t = np.linspace(0, 1, 9)
        a = math.radians(angle)
        along, across = t * length, bend * length * np.sin(t * math.pi / 2) ** 2
        half = fat * length * np.sin(t * math.pi) * 0.5
        dx, dy = math.cos(a), -math.sin(a)
        spine = np.stack([x + along * dx - across * dy, y + along * dy + across * dx], 1)
        off = np.stack([-dy * half, dx * half], 1)
        self.area(np.concatenate([spine + off, (spine - off)[::-1]]), colour)

    def write(self, ink: Image8, box: tuple[float, float, float, float], colour: Colour,
              weight: int = 0, keep: bool = True) -> None:  # fmt: skip
        """Put ink into box (centre x, centre y, width, height), its own proportions kept."""
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
            mask = cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel)
        left, top = round(cx * self.sx - mask.shape[1] / 2), round(cy * self.sy - mask.shape[0] / 2)
        height, width = self.image.shape[:2]
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
        if x1 <= x0 or y1 <= y0:
            return
        part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        under = self.image[y0:y1, x0:x1]
        under[:] = (under * (1 - part) + np.array(colour, np.float32) * part).astype(np.uint8)


# --- dots -------------------------------------------------------------------------------------


def _dot(c: Canvas, style: Style, x: float, y: float, r: float, colour: Colour) -> None:
    body = c.body
    kind = style.dot
    c.disc(x, y, r, colour)
    if kind == 0:  # rings
        c.disc(x, y, r * 0.76, body)
        c.disc(x, y, r * 0.58, colour)
        c.disc(x, y, r * 0.28, body)
        c.disc(x, y, r * 0.16, colour)
    elif kind == 1:  # wheel
        c.disc(x, y, r * 0.82, body)
        c.disc(x, y, r * 0.7, colour)
        for k in range(4):
            a = k * math.pi / 2 + math.pi / 4
            c.path([(x, y), (x + r * 0.7 * math.cos(a), y + r * 0.7 * math.sin(a))], body, r * 0.16)
    elif kind == 2:  # petals
        for k in range(6):
            a = k * math.pi / 3
            c.oval(
                x + r * 0.5 * math.cos(a), y + r * 0.5 * math.sin(a), r * 0.3, r * 0.15,
                math.degrees(a), body,
            )  # fmt: skip
        c.disc(x, y, r * 0.16, body)
    elif kind == 3:
        c.disc(x, y, r * 0.72, body)
        c.disc(x, y, r * 0.36, colour)
    elif kind == 4:  # rays
        c.disc(x, y, r * 0.8, body)
        for k in range(12):
            a = k * math.pi / 6
            c.path([(x, y), (x + r * 0.7 * math.cos(a), y + r * 0.7 * math.sin(a))], colour, r * 0.1)
        c.disc(x, y, r * 0.34, colour)
    elif kind == 6:  # cross of four lenses
        for k in range(4):
            c.leaf(x, y, r * 0.85, 45 + 90 * k, body, 0.4)
    elif kind == 7:
        c.disc(x, y, r * 0.84, body)
        c.disc(x, y, r * 0.68, colour)
        c.disc(x, y, r * 0.46, body)
        c.disc(x, y, r * 0.32, colour)


def _dot_places(n: int) -> list[tuple[float, float, str]]:
    """x, y, and the dot's part in the colour scheme, in a field 2 × 3 around the middle."""
    if n == 2:
        return [(0, -0.8, "a"), (0, 0.8, "b")]
    if n == 3:
        return [(-0.68, -1.0, "a"), (0, 0, "r"), (0.68, 1.0, "b")]
    if n in (4, 5):
        four = [(-0.6, -0.85, "b"), (0.6, -0.85, "a"), (-0.6, 0.85, "a"), (0.6, 0.85, "b")]
        return four + [(0, 0, "r")] * (n - 4)
    if n == 6:
        return [(x, y, "a" if y < -0.5 else "r") for y in (-1.0, 0.15, 1.05) for x in (-0.52, 0.52)]
    if n == 7:
        top = [(-0.78, -1.28, "a"), (0.0, -0.95, "a"), (0.78, -0.62, "a")]
        return top + [(x, y, "r") for y in (0.3, 1.15) for x in (-0.5, 0.5)]
    if n == 8:
        return [(x, y, "b") for y in (-1.2, -0.4, 0.4, 1.2) for x in (-0.45, 0.45)]
    return [(x, y, k) for y, k in ((-1.05, "a"), (0, "r"), (1.05, "b")) for x in (-0.72, 0, 0.72)]


def _draw_dots(c: Canvas, style: Style, n: int, rng: np.random.Generator) -> None:
    schemes = (
        {"a": style.green, "b": style.blue, "r": style.red},
        {"a": style.blue, "b": style.green, "r": style.red},
        {"a": style.green, "b": style.black, "r": style.red},
        {"a": style.green, "b": style.green, "r": style.red},
        {"a": style.black, "b": style.black, "r": style.red},
    )
    inks = schemes[style.dot_scheme]
    s = style.scale
    if n == 1:
        _big_dot(c, style, rng)
        return
    radius = {2: 0.58, 3: 0.42, 4: 0.48, 5: 0.42, 6: 0.41, 7: 0.37, 8: 0.37, 9: 0.36}[n]
    radius *= float(np.random.default_rng([style.seed, 3]).uniform(0.88, 1.12))
    spread = 0.9 if style.corner else 1.0
    for x, y, part in _dot_places(n):
        cy = 2 + (0.1 if style.corner else 0) + y * 1.12 * s * (0.95 if style.corner else 1)
        _dot(c, style, 1.5 + x * 1.12 * s * spread, cy, radius * s * spread, inks[part])


def _big_dot(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    x, y, r = 1.5, 2.05, 1.12 * style.scale
    kind = int(rng.integers(5))
    outer, inner = (style.green, style.red) if rng.random() < 0.6 else (style.blue, style.red)
    middle = style.blue if rng.random() < 0.5 else style.green
    count = int(rng.integers(8, 20))
    if kind == 0:
        for k, ink in enumerate((outer, c.body, middle, c.body, inner, c.body, inner)):
            c.disc(x, y, r * (1 - k * 0.145), ink)
    elif kind in (1, 2):
        c.disc(x, y, r, outer)
        c.disc(x, y, r * 0.93, c.body)
        for k in range(count):
            a = 2 * math.pi * k / count
            at = (x + r * 0.72 * math.cos(a), y + r * 0.72 * math.sin(a))
            c.oval(*at, r * 0.19, r * 1.9 / count, math.degrees(a), outer if kind == 1 else middle)
            if kind == 1:
                c.oval(*at, r * 0.1, r * 0.9 / count, math.degrees(a), c.body)
        c.disc(x, y, r * 0.44, inner)
        c.disc(x, y, r * 0.34, c.body)
        for k in range(5):
            a = 2 * math.pi * k / 5
            c.disc(x + r * 0.18 * math.cos(a), y + r * 0.18 * math.sin(a), r * 0.1, inner)
    elif kind == 3:
        for k in range(count):
            a = 2 * math.pi * k / count
            c.disc(x + r * 0.84 * math.cos(a), y + r * 0.84 * math.sin(a), r * 2.4 / count, outer)
        c.disc(x, y, r * 0.8, outer)
        c.disc(x, y, r * 0.7, c.body)
        c.disc(x, y, r * 0.58, middle)
        c.disc(x, y, r * 0.48, c.body)
        for k in range(6):
            c.leaf(x, y, r * 0.42, 60 * k, inner, 0.45)
    else:
        c.disc(x, y, r, outer)
        c.disc(x, y, r * 0.86, c.body)
        for k in range(count):
            c.leaf(x, y, r * 0.82, 360 * k / count, outer, 1.4 / count)
        c.disc(x, y, r * 0.4, c.body)
        c.disc(x, y, r * 0.33, inner)
        c.disc(x, y, r * 0.2, c.body)
        c.disc(x, y, r * 0.1, inner)


# --- bamboos ----------------------------------------------------------------------------------


def _stick(c: Canvas, style: Style, x: float, y: float, length: float, angle: float,
           colour: Colour, fat: float = 1.0) -> None:  # fmt: skip
    """One stick around (x, y), upright at angle 0, degrees."""
    a = math.radians(angle)
    fat *= 0.85 + 0.09 * (style.seed % 7)
    w = 0.15 * fat * style.scale

    def at(u: float, v: float) -> Point:
        """u across in half widths, v along from -1 to 1."""
        px, py = u * w, v * length / 2
        return x + px * math.cos(a) - py * math.sin(a), y + px * math.sin(a) + py * math.cos(a)

    kind = style.stick
    if kind in (0, 1, 2):  # bulges: width along the stick
        t = np.linspace(-1, 1, 41)
        waves = {0: 2, 1: 3, 2: 2}[kind]
        width = 0.62 + 0.38 * np.abs(np.cos((t + 1) * math.pi * waves / 2 + (kind == 2) * math.pi / 2))
        width *= np.clip((1 - np.abs(t)) * 9, 0, 1) ** 0.5
        side = [at(u, v) for u, v in zip(width, t, strict=True)]
        c.area(side + [at(-u, v) for u, v in zip(width[::-1], t[::-1], strict=True)], colour)
        if kind != 1:
            for v in (-0.5, 0.5):
                c.path([at(0, v - 0.28), at(0, v + 0.28)], c.body, 0.05 * fat)
        else:
            for v in (-0.62, 0.0, 0.62):
                c.oval(*at(0, v), 0.05 * fat, 0.09, angle, c.body)
    elif kind == 3:  # tube with knots
        c.area([at(-0.7, -1), at(0.7, -1), at(0.7, 1), at(-0.7, 1)], colour)
        for v in (-0.96, 0, 0.96):
            c.path([at(-1.1, v), at(1.1, v)], colour, 0.11 * fat)
        c.path([at(0, -0.75), at(0, -0.22)], c.body, 0.06 * fat)
        c.path([at(0, 0.22), at(0, 0.75)], c.body, 0.06 * fat)
    elif kind == 4:  # two lozenges
        for v in (-0.5, 0.5):
            c.oval(*at(0, v), w, length * 0.25, angle, colour)
            c.oval(*at(0, v), w * 0.4, length * 0.15, angle, c.body)
        for v in (-0.95, 0, 0.95):
            c.disc(*at(0, v), w * 0.7, colour)
    elif kind == 5:  # outline
        ring = [at(-0.85, -0.95), at(0.85, -0.95), at(0.85, 0.95), at(-0.85, 0.95)]
        c.path(ring, colour, 0.07 * fat, closed=True)
        c.path([at(-0.85, 0), at(0.85, 0)], colour, 0.07 * fat)
    else:  # plain rod
        c.path([at(0, -0.85), at(0, 0.85)], colour, 0.2 * fat)
        c.path([at(-0.9, 0), at(0.9, 0)], c.body, 0.05)


def _draw_sticks(c: Canvas, style: Style, n: int) -> None:
    g, r = style.green, style.red
    b = (style.green, style.blue, style.green, style.black)[style.stick_scheme]
    if style.stick_scheme == 3:
        g = style.black
    s = style.scale
    rows: list[tuple[float, float, Colour]]
    length, fat = 1.35, 1.15
    if n == 2:
        rows = [(0, -0.8, b), (0, 0.8, g)]
    elif n == 3:
        rows = [(0, -0.8, b), (-0.6, 0.8, g), (0.6, 0.8, g)]
    elif n == 4:
        rows = [(-0.6, -0.8, b), (0.6, -0.8, g), (-0.6, 0.8, g), (0.6, 0.8, b)]
    elif n == 5:
        rows = [(-0.75, -0.8, g), (0.75, -0.8, b), (-0.75, 0.8, b), (0.75, 0.8, g), (0, 0, r)]
    elif n == 6:
        rows = [(x, y, g if y < 0 else b) for y in (-0.8, 0.8) for x in (-0.75, 0, 0.75)]
    elif n == 7:
        length, fat = 0.92, 1.05
        rows = [(0, -1.12, r)]
        rows += [(x, y, b if x == 0 else g) for y in (0.02, 1.1) for x in (-0.75, 0, 0.75)]
    elif n == 9:
        length, fat = 0.92, 1.05
        across = style.stick_scheme == 2 and style.seed % 3 == 0
        tints = {-1: g, 0: r, 1: b} if across else {-1: g, 0: r, 1: g}
        rows = [
            (x * 0.75, y * 1.08, tints[y] if across else tints[x]) for y in (-1, 0, 1) for x in (-1, 0, 1)
        ]
    else:
        _eight_sticks(c, style, g, b)
        return
    for x, y, ink in rows:
        _stick(c, style, 1.5 + x * s, 2.05 + y * s, length * s, 0, ink, fat)


def _eight_sticks(c: Canvas, style: Style, g: Colour, b: Colour) -> None:
    """M over W, seldom W over M."""
    s = style.scale
    flip = -1.0 if style.seed % 4 == 0 else 1.0
    for half, ink in ((-1.0, g), (1.0, b)):
        y = 2.05 + half * 0.82 * s
        for side in (-1.0, 1.0):
            _stick(c, style, 1.5 + side * 0.88 * s, y, 1.4 * s, 0, ink, 0.9)
            lean = side * half * flip * 30
            _stick(c, style, 1.5 + side * 0.38 * s, y, 1.45 * s, -lean, ink, 0.9)


def _draw_bird(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    """Sparrow, peacock, crane, cock, parrot, phoenix, swallow or owl-like; any seed another."""
    inks = [style.green, style.blue, style.red]
    rng.shuffle(inks)
    body, wing, extra = inks
    kind, s = style.bird, style.scale
    side = -1.0 if rng.random() < 0.6 else 1.0
    lean = float(rng.uniform(20, 70))

    def at(x: float, y: float) -> Point:
        return 1.5 + side * x * s, 2.05 + y * s

    def leaf(x: float, y: float, length: float, angle: float, ink: Colour, fat: float = 0.25,
             bend: float = 0.0) -> None:  # fmt: skip
        turned = angle if side > 0 else 180 - angle
        c.leaf(*at(x, y), length * s, turned, ink, fat, bend * side)

    long_neck = kind == 2
    head = (float(rng.uniform(0.3, 0.7)), float(rng.uniform(-1.25, -0.75)) - 0.2 * long_neck)
    # Tail first, so that the body lies over it.
    feathers = int(rng.integers(3, 7)) if kind != 1 else 9
    spread = 16 if kind != 1 else 20
    base = {1: 200, 5: 240, 6: 225}.get(kind, 235) + float(rng.uniform(-15, 15))
    length = {0: 1.0, 1: 1.35, 2: 0.7, 5: 1.7, 6: 1.3}.get(kind, 1.2)
    for k in range(feathers):
        angle = base + (k - feathers / 2) * spread
        ink = (wing, extra, body)[k % 3] if kind in (1, 3, 5) else wing
        leaf(-0.3, 0.35, length * float(rng.uniform(0.8, 1.05)), angle, ink, 0.2, 0.1)
        if kind == 1:
            a = math.radians(angle)
            tip = at(-0.3 + 1.15 * math.cos(a), 0.35 - 1.15 * math.sin(a))
            c.disc(*tip, 0.13 * s, extra)
            c.disc(*tip, 0.06 * s, c.body)
    if kind in (2, 3, 0):
        for x in (0.0, 0.2):
            c.path([at(x, 0.5), at(x + 0.05, 1.35)], extra, 0.06)
            c.path([at(x - 0.1, 1.4), at(x + 0.05, 1.32), at(x + 0.22, 1.4)], extra, 0.05)
    if rng.random() < 0.5:
        c.path([at(-1.0, 1.35), at(0, 1.25), at(1.0, 1.45)], style.green, 0.1)
        for k in range(int(rng.integers(0, 4))):
            leaf(-0.8 + 0.5 * k, 1.35, 0.4, float(rng.uniform(-60, 60)), style.green)
    c.path([at(*head), at(0.4, -0.5), at(0.15, -0.05)], body, 0.22 if not long_neck else 0.14)
    turned = -lean if side > 0 else lean
    c.oval(*at(0, 0.15), 0.68 * s, 0.38 * s, turned, body)
    if rng.random() < 0.6:
        c.oval(*at(0.08, 0.2), 0.5 * s, 0.22 * s, turned, c.body)
        for k in range(4):
            leaf(0.05, 0.1, 0.5, 200 + 22 * k, body, 0.18)
    for k in range(int(rng.integers(2, 6))):
        leaf(0.15, -0.05, float(rng.uniform(0.6, 0.95)), 170 + 20 * k + lean / 3, wing, 0.28)
    c.disc(*at(*head), 0.22 * s, extra if rng.random() < 0.5 else body)
    c.disc(*at(head[0] + 0.06, head[1] - 0.03), 0.075 * s, c.body)
    c.disc(*at(head[0] + 0.06, head[1] - 0.03), 0.04 * s, style.black)
    beak = 0.4 if not long_neck else 0.6
    leaf(head[0] + 0.15, head[1], beak, float(rng.uniform(-25, 10)), extra, 0.35)
    if kind in (1, 3, 5) or rng.random() < 0.3:
        for k in range(3):
            leaf(head[0], head[1] - 0.12, 0.4, 70 + 28 * k, extra, 0.25)


# --- plants, people and beasts ----------------------------------------------------------------


def _blossom(c: Canvas, x: float, y: float, r: float, petal: Colour, heart: Colour,
             rng: np.random.Generator) -> None:  # fmt: skip
    kind, turn = int(rng.integers(4)), float(rng.uniform(0, 360))
    n = int(rng.integers(5, 7)) if kind != 2 else 14
    for k in range(n):
        a = math.radians(turn + 360 * k / n)
        px, py = x + r * 0.55 * math.cos(a), y + r * 0.55 * math.sin(a)
        if kind == 0:
            c.disc(px, py, r * 0.42, petal)
        elif kind == 1:
            c.oval(px, py, r * 0.38, r * 0.3, math.degrees(a), petal, 0.045)
        else:
            c.leaf(x, y, r * 1.05, -math.degrees(a), petal, 0.3 if kind == 2 else 0.6)
    c.disc(x, y, r * 0.24, heart)
    if kind == 3:
        c.oval(x, y, r * 0.6, r * 0.5, turn, c.body, 0.03)


def _plant(c: Canvas, style: Style, kind: int, rng: np.random.Generator) -> None:
    """0 plum branch, 1 orchid, 2 chrysanthemum, 3 bamboo, 4 anything growing."""
    green, stem = style.green, style.green if rng.random() < 0.7 else style.black
    petal = style.red if rng.random() < 0.8 else style.blue
    heart = style.green if rng.random() < 0.5 else c.body
    x0, y0 = float(rng.uniform(1.2, 1.9)), 3.6
    if kind == 1:
        for _ in range(int(rng.integers(6, 11))):
            c.leaf(x0, y0, float(rng.uniform(1.2, 2.2)), float(rng.uniform(50, 130)), green, 0.09,
                   float(rng.uniform(-0.5, 0.5)))  # fmt: skip
        for _ in range(int(rng.integers(1, 4))):
            x, y = float(rng.uniform(0.7, 2.3)), float(rng.uniform(1.4, 2.3))
            c.path([(x0, y0), ((x + x0) / 2 + 0.1, 2.8), (x, y)], green, 0.05)
            _blossom(c, x, y, 0.3, petal, heart, rng)
    elif kind == 3:
        cane = green if rng.random() < 0.6 else style.blue
        for _ in range(int(rng.integers(1, 4))):
            x, lean = float(rng.uniform(1.0, 2.0)), float(rng.uniform(-0.35, 0.35))
            top = float(rng.uniform(0.7, 1.5))
            c.path([(x, y0), (x + lean, top)], cane, 0.12)
            for k in range(4):
                y = y0 + (top - y0) * (k + 0.5) / 4
                xx = x + lean * (k + 0.5) / 4
                c.path([(xx - 0.12, y), (xx + 0.12, y)], c.body, 0.05)
                for _ in range(int(rng.integers(1, 4))):
                    c.leaf(xx, y, float(rng.uniform(0.4, 0.8)), float(rng.uniform(-70, 250)), green, 0.24)
    else:
        points = [(x0, y0)]
        for _ in range(3):
            x, y = points[-1]
            points.append((float(np.clip(x + rng.uniform(-0.6, 0.6), 0.6, 2.4)), y - 0.62))
        c.path(points, stem, 0.11 if kind == 0 else 0.07)
        heads = [points[-1]] if kind == 2 else points[1:]
        for x, y in points[:-1]:
            for _ in range(int(rng.integers(1, 5))):
                c.leaf(x, y - 0.2, float(rng.uniform(0.4, 0.9)), float(rng.uniform(-40, 220)), green, 0.34)
        for x, y in heads:
            size = float(rng.uniform(0.5, 0.72)) if kind == 2 else float(rng.uniform(0.26, 0.42))
            dx = float(rng.uniform(-0.35, 0.35))
            c.path([(x, y), (x + dx, y - 0.1)], stem, 0.06)
            _blossom(c, float(np.clip(x + dx, 0.55, 2.45)), max(y - 0.1, 1.15), size, petal, heart, rng)


def _figure(c: Canvas, style: Style, rng: np.random.Generator, rod: bool = False,
            sack: bool = False) -> None:  # fmt: skip
    """A person in a robe, with what they carry."""
    robe, trim = (style.blue, style.red) if rng.random() < 0.5 else (style.green, style.red)
    x, s = 1.5 + float(rng.uniform(-0.2, 0.2)), float(rng.uniform(0.9, 1.1))
    wide = float(rng.uniform(0.5, 0.75)) * s
    c.area([(x - 0.22, 1.7), (x + 0.22, 1.7), (x + wide, 3.4), (x - wide, 3.4)], robe)
    c.path([(x, 1.8), (x + 0.1, 3.35)], c.body, 0.05)
    c.path([(x - wide * 0.8, 3.0), (x + wide * 0.8, 3.0)], trim, 0.07)
    hand = (x + float(rng.choice([-1, 1])) * 0.8, float(rng.uniform(1.9, 2.5)))
    c.path([(x, 1.95), hand], robe, 0.2)
    c.disc(*hand, 0.1, trim)
    c.disc(x, 1.4, 0.27, style.black)
    c.disc(x, 1.42, 0.2, c.body)
    if rng.random() < 0.6:
        c.area([(x - 0.45, 1.3), (x, 0.95), (x + 0.45, 1.3)], trim)
    for dx in (-0.2, 0.2):
        c.path([(x + dx, 3.4), (x + dx, 3.62)], style.black, 0.1)
    if rod:
        tip = (hand[0] + 0.5 * np.sign(hand[0] - x), 1.0)
        c.path([hand, tip], style.black, 0.06)
        c.path([tip, (tip[0], 3.2)], style.black, 0.03)
        c.oval(tip[0], 3.3, 0.12, 0.25, 0, style.red)
    elif sack:
        c.disc(hand[0], hand[1] + 0.35, 0.35, style.red)
    elif rng.random() < 0.5:
        c.path([(hand[0], 1.0), (hand[0], 3.5)], style.green, 0.07)


def _building(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    wall = style.blue if rng.random() < 0.5 else style.green
    for k in range(int(rng.integers(1, 4))):
        y, w = 3.4 - 0.75 * k, 0.95 - 0.22 * k
        c.path([(1.5 - w * 0.7, y), (1.5 - w * 0.7, y - 0.5), (1.5 + w * 0.7, y - 0.5),
                (1.5 + w * 0.7, y)], wall, 0.09)  # fmt: skip
        c.area([(1.5 - w, y - 0.42), (1.5, y - 0.85), (1.5 + w, y - 0.42)], style.red)
    c.path([(0.5, 3.45), (2.5, 3.45)], style.green, 0.1)


def _draw_bonus(c: Canvas, style: Style, n: int, rng: np.random.Generator) -> None:
    """n from 1 to 8; 1 to 4 the flowers, 5 to 8 the seasons."""
    flower, number = n <= 4, (n - 1) % 4 + 1
    order = np.random.default_rng([style.seed, 11])
    pictures = list(range(4))
    if style.bonus_digits and order.random() < 0.2:
        order.shuffle(pictures)
    which = pictures[number - 1]
    seasons_as_plants = order.random() < 0.65
    if flower and style.flower_words < 3:
        _plant(c, style, which if rng.random() < 0.9 else 4, rng)
    elif not flower and seasons_as_plants:
        _plant(c, style, int(rng.choice([0, 2, 4, 1])), rng)
    else:
        draw = int(rng.integers(3))
        if draw < 2:
            _figure(c, style, rng, rod=rng.random() < 0.2)
        else:
            _building(c, style, rng)
        if rng.random() < 0.5:
            _blossom(c, float(rng.uniform(0.6, 2.4)), float(rng.uniform(1.3, 3.2)), 0.3, style.red,
                     style.green, rng)  # fmt: skip
    words = _SEASONS
    if flower:
        words = _FLOWERS_SIMPLE if style.simplified else _FLOWERS
        if style.flower_words:
            words = _OTHER_FLOWERS[style.flower_words - 1]
    ink = style.red if not flower else (style.green, style.blue, style.black)[int(order.integers(3))]
    same = order.random() < 0.7
    digit_ink = ink if same else (style.green if flower else style.red)
    left = order.random() < 0.5
    high = float(order.uniform(0.55, 0.85))
    xs = (0.62, 2.38) if left else (2.38, 0.62)
    if style.bonus_text or not style.bonus_digits:
        c.write(_written(style, words[which]), (xs[0], 0.62, high, high), ink, max(style.weight, 0))
    if style.bonus_digits == 1:
        digit = _glyph(_LATIN[style.latin], 0, str(number))
        if digit is not None:
            c.write(digit, (xs[1], 0.6, 0.6, high * 0.85), digit_ink)
    elif style.bonus_digits == 2:
        c.write(_written(style, _NUMERALS[number - 1]), (xs[1], 0.6, 0.6, high * 0.9), digit_ink)


def _beast(c: Canvas, style: Style, n: int, rng: np.random.Generator) -> None:
    """The special tiles: cat, mouse, cock, worm, man, bag of gold, fisherman, fish."""
    ink = (style.black, style.blue, style.red, style.green)[int(rng.integers(4))]
    side = -1.0 if rng.random() < 0.5 else 1.0

    def at(x: float, y: float) -> Point:
        return 1.5 + side * x, 2.1 + y

    if n == 1:
        c.oval(*at(-0.1, 0.6), 0.6, 0.75, 0, ink)
        c.disc(*at(0.15, -0.55), 0.45, ink)
        for dx in (-0.2, 0.42):
            c.area([at(dx - 0.12, -0.75), at(dx + 0.05, -1.25), at(dx + 0.24, -0.8)], ink)
        c.path([at(-0.5, 1.1), at(-1.0, 0.9), at(-0.95, 0.2), at(-0.7, 0.0)], ink, 0.14)
        for dx in (0.0, 0.32):
            c.disc(*at(dx, -0.6), 0.08, c.body)
        for dy in (-0.05, 0.05):
            c.path([at(-0.4, -0.4 + dy * 3), at(0.7, -0.4 - dy * 2)], c.body, 0.03)
    elif n == 2:
        c.oval(*at(-0.15, 0.5), 0.75, 0.45, side * -12, ink)
        c.area([at(0.3, 0.15), at(1.1, 0.65), at(0.35, 0.85)], ink)
        c.disc(*at(0.3, 0.0), 0.2, ink)
        c.disc(*at(0.62, 0.45), 0.06, c.body)
        c.path([at(-0.8, 0.6), at(-1.05, 0.1), at(-0.7, -0.5), at(-0.9, -1.1)], ink, 0.07)
        for dx in (-0.3, 0.2):
            c.path([at(dx, 0.8), at(dx + 0.1, 1.1)], ink, 0.08)
    elif n == 3:
        _draw_bird(c, style, rng)
        for k in range(3):
            c.disc(*at(0.35 + 0.14 * k, -1.25), 0.14, style.red)
    elif n == 4:
        t = np.linspace(-1, 1, 24)
        wave = float(rng.uniform(2, 4))
        c.path([at(0.35 * math.sin(v * wave), v * 1.2) for v in t], ink, 0.28)
        for v in t[::3]:
            x = 0.35 * math.sin(v * wave)
            c.path([at(x - 0.14, v * 1.2), at(x + 0.14, v * 1.2)], c.body, 0.04)
        c.disc(*at(0.35 * math.sin(-wave), -1.2), 0.22, ink)
    elif n == 5:
        _figure(c, style, rng)
    elif n == 6:
        c.oval(*at(0, 0.45), 0.85, 0.8, 0, ink)
        c.area([at(-0.4, -0.2), at(0.4, -0.2), at(0.6, -0.95), at(0.15, -0.7), at(-0.1, -1.0),
                at(-0.3, -0.7), at(-0.6, -0.9)], ink)  # fmt: skip
        c.path([at(-0.5, -0.28), at(0.5, -0.28)], style.red, 0.12)
        c.write(_written(style, str(rng.choice(list("金財福")))), (*at(0, 0.45), 0.9, 0.9), c.body)
    elif n == 7:
        _figure(c, style, rng, rod=True)
    else:
        c.oval(*at(0.1, 0.2), 0.85, 0.42, 0, ink)
        c.area([at(-0.55, 0.2), at(-1.15, -0.3), at(-1.0, 0.2), at(-1.15, 0.7)], ink)
        c.area([at(0.0, -0.15), at(0.3, -0.6), at(0.5, -0.1)], ink)
        c.disc(*at(0.6, 0.1), 0.09, c.body)
        for k in range(3):
            c.oval(*at(-0.2 + 0.25 * k, 0.2), 0.08, 0.22, 0, c.body, 0.035)
        for k in range(3):
            c.path([at(-0.9, 0.9 + 0.2 * k), at(0.0, 1.0 + 0.2 * k), at(0.9, 0.9 + 0.2 * k)],
                   style.blue, 0.05)  # fmt: skip


def _dragon(c: Canvas, style: Style, ink: Colour, rng: np.random.Generator) -> None:
    """A dragon: a winding body with a comb, claws and a horned head."""
    t = np.linspace(0, 1, 40)
    turns, phase = float(rng.uniform(1.0, 1.7)), float(rng.uniform(0, 6.3))
    x = 1.5 + 0.85 * np.sin(t * 2 * math.pi * turns + phase) * (1 - 0.25 * t)
    y = 0.95 + 2.5 * t
    points = np.stack([x, y], 1)
    for k in range(2, 39, 2):
        (px, py), (qx, qy) = points[k - 1], points[k + 1]
        angle = math.degrees(math.atan2(-(qy - py), qx - px))
        c.leaf(points[k][0], points[k][1], 0.34, angle + 90, ink, 0.5)
        if k % 8 == 0:
            for d in (-40, 0, 40):
                c.leaf(points[k][0], points[k][1], 0.55, angle - 90 + d, ink, 0.18)
    for k in range(39):
        width = 0.3 * (1 - 0.75 * k / 39)
        c.path(points[k : k + 2], ink, width)
    c.path(points[3:34], c.body, 0.05)
    hx, hy = points[0]
    c.oval(hx, hy, 0.4, 0.28, 20, ink)
    c.disc(hx + 0.05, hy - 0.05, 0.07, c.body)
    for a in (60, 110, 150, 200, -20):
        c.leaf(hx, hy, 0.6, a, ink, 0.15)


def _white(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    ink = style.blue if rng.random() < 0.7 else style.black
    s = style.scale
    w, h = 1.05 * s, 1.5 * s

    def frame(scale: float, line: float, colour: Colour, cut: float = 0.0) -> None:
        a, b = w * scale, h - w * (1 - scale)
        if cut:
            points = [(-a + cut, -b), (a - cut, -b), (a, -b + cut), (a, b - cut), (a - cut, b),
                      (-a + cut, b), (-a, b - cut), (-a, -b + cut)]  # fmt: skip
        else:
            points = [(-a, -b), (a, -b), (a, b), (-a, b)]
        c.path([(1.5 + x, 2 + y) for x, y in points], colour, line, closed=True)

    kind = style.white
    if kind == 1:
        frame(1, 0.12, ink, 0.2)
        frame(0.74, 0.07, ink, 0.14)
    elif kind == 2:
        frame(1, 0.2, ink)
        frame(0.72, 0.05, ink)
    elif kind == 3:
        frame(1, 0.09, ink, 0.25)
    elif kind == 4:
        frame(1, 0.1, ink)
        frame(0.7, 0.1, ink)
        for k in range(12):
            x = -0.85 + 1.7 * k / 11
            for y in (-0.86, 0.86):
                c.path([(1.5 + x * w, 2 + y * h - 0.06), (1.5 + x * w + 0.1, 2 + y * h + 0.1)], ink, 0.06)
        for k in range(14):
            y = -0.9 + 1.8 * k / 13
            for x in (-0.85, 0.85):
                c.path([(1.5 + x * w - 0.06, 2 + y * h), (1.5 + x * w + 0.08, 2 + y * h + 0.08)], ink, 0.06)
    elif kind == 5:
        frame(1, 0.12, ink)
        letter = _glyph(_LATIN[style.latin], 0, str(rng.choice(["P", "B", "W"])))
        if letter is not None:
            c.write(letter, (1.5, 2, 1.1, 1.2), ink)
    elif kind == 6:
        c.write(_written(style, "白"), (1.5, 2, 2.0 * s, 2.6 * s), ink, style.weight)
    elif kind == 7:
        frame(1, 0.16, style.green)
        frame(0.62, 0.1, style.red, 0.1)


def _draw_honour(c: Canvas, style: Style, n: int, rng: np.random.Generator) -> None:
    s = style.scale
    cy = 2.1 if style.corner else 2.0
    if n <= 4:
        words = _WINDS_SIMPLE if style.simplified else _WINDS
        c.write(_written(style, words[n - 1]), (1.5, cy, 2.1 * s, 2.5 * s), style.ink(style.wind),
                style.weight)  # fmt: skip
    elif n == 5:
        _white(c, style, rng)
    else:
        ink = style.green if n == 6 else style.red
        if style.dragons:
            _dragon(c, style, ink, rng)
            return
        if n == 6:
            word = "发" if style.simplified else "發"
            if style.seed % 29 == 0:
                word = "鳳"
        else:
            word = "龍" if style.seed % 31 == 0 else "中"
        c.write(_written(style, word), (1.5, cy, 2.1 * s, 2.6 * s), ink, style.weight)


def _draw_character(c: Canvas, style: Style, n: int) -> None:
    s = style.scale
    numeral = style.five if n == 5 else _NUMERALS[n - 1]
    wan = "万" if style.simplified else "萬"
    ink = style.ink(style.numeral)
    lift = 0.12 if style.corner else 0.0
    top = _written(style, numeral)
    low = style.seed % 7
    if n == 1:
        c.write(top, (1.5, 1.15 + lift, 1.5 * s, 0.8 * s), ink, style.weight)
    else:
        c.write(top, (1.5, 1.15 + lift, 1.75 * s, (1.15 + 0.04 * low) * s), ink, style.weight)
    wide = float(1.6 + 0.06 * low) * s
    c.write(_written(style, wan), (1.5, 2.72, wide, 1.55 * s), style.red, style.weight)


# --- the whole face ---------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _art_folder() -> Path | None:
    """FluffyStuff's riichi tiles (CC0), where the package that carries them is installed."""
    found = importlib.util.find_spec("mahjong_learner")
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(next(iter(found.submodule_search_locations))) / "tiles_img"
    return folder if folder.is_dir() else None


@lru_cache(maxsize=128)
def _art(code: str, origin: int) -> Image8 | None:
    """Ready art with alpha, (H, W, 4): 1 FluffyStuff's, 2 that of our own pages."""
    if origin == 1:
        folder = _art_folder()
        if folder is None or code not in _ART_NAMES:
            return None
        picture = cv2.imread(str(folder / f"{_ART_NAMES[code]}.png"), cv2.IMREAD_UNCHANGED)
    else:
        drawing = _OWN_ART / f"{code}.svg"
        if importlib.util.find_spec("resvg_py") is None or not drawing.exists():
            return None
        import resvg_py

        bare = re.sub(r'<g id="bone">.*?</g>', "", drawing.read_text(), flags=re.S)
        packed = bytes(resvg_py.svg_to_bytes(svg_string=bare, width=288))
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        return None
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA), np.uint8)


def _ready_made(c: Canvas, style: Style, code: str) -> bool:
    """Draw the face from ready art; False where there is none for it."""
    if style.art in (1, 2):
        art = _art(code, style.art)
        if art is None:
            return False
        size = (c.image.shape[1], c.image.shape[0])
        art = np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_AREA), np.uint8)
        part = art[..., 3:].astype(np.float32) / 255
        c.image[:] = (c.image * (1 - part) + art[..., :3] * part).astype(np.uint8)
        return True
    if style.art >= 3 and code in _GLYPH_ORDER:
        number = style.art - 3
        sign = chr(0x1F000 + _GLYPH_ORDER.index(code))
        ink = _glyph(_GLYPHS[number], 0, sign)
        if ink is None:
            return False
        inset = max(4, ink.shape[1] // 14)  # the fonts draw the tile's own edge: leave it out
        ink = np.ascontiguousarray(ink[inset:-inset, inset:-inset])
        colour = style.red if code in ("7z", "1p") else style.ink(style.wind)
        c.write(ink, (1.5, 2, 2.6, 3.5), colour, 0, keep=False)
        return True
    return False


def _corner(c: Canvas, style: Style, code: str) -> None:
    n, suit = int(code[0]), code[1]
    if suit in "fx" or code == "5z" and style.seed % 2:
        return
    sign = str(n) if suit in "mps" else "ESWNBFC"[n - 1]
    digit = _glyph(_LATIN[style.latin], 0, sign)
    if digit is None:
        return
    suits = {"m": style.red, "p": style.green, "s": style.green, "z": style.ink(style.wind)}
    ink = {1: style.red, 2: style.black, 3: suits[suit]}[style.corner]
    size = 0.42 + 0.05 * (style.seed % 6)
    x = 2.6 if style.corner_right else 0.4
    c.write(digit, (x, 0.5, size, size * 1.2), ink)


def _relief(image: Image8, body: Colour, depth: float, rng: np.random.Generator) -> Image8:
    """Ink that lies in cut grooves: edges lit from one side, ink uneven and slightly run."""
    apart = cv2.split(cv2.absdiff(image, (*body, 0)))
    ink = cv2.max(cv2.max(apart[0], apart[1]), apart[2]).astype(np.float32) / 255
    ink = np.clip(ink * 2.2, 0, 1)
    soft = cv2.GaussianBlur(ink, (0, 0), 0.9)
    a = float(rng.uniform(0, 2 * math.pi))
    shift = np.array([[1, 0, 1.1 * math.cos(a)], [0, 1, 1.1 * math.sin(a)]], np.float32)
    moved = cv2.warpAffine(soft, shift, (ink.shape[1], ink.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    light = (soft - moved) * 75 * depth
    small = rng.normal(0, 1, (10, 8)).astype(np.float32)
    wear = cv2.resize(small, (ink.shape[1], ink.shape[0]), interpolation=cv2.INTER_CUBIC)
    fade = np.clip(wear * 0.10 * depth, 0, 0.4) * ink
    inks = [
        channel * (1 - fade) + bare * fade + light
        for channel, bare in zip(cv2.split(image), body, strict=True)
    ]
    return np.asarray(np.clip(cv2.merge(inks), 0, 255), np.uint8)


def draw_face(
    code: str, style: Style, rng: np.random.Generator, size: tuple[int, int] = (144, 192)
) -> Image8:
    """One face, upright, to its edges. size: width, height. Returns (height, width, 3) uint8 RGB.

    `rng` gives what differs between two tiles of one set (wear, ink); the drawing itself depends
    on code and style alone. Raises FontsMissing where no font is installed for its writing.
    """
    n, suit = int(code[0]), code[1]
    own = np.random.default_rng([style.seed, 5, n, ord(suit)])
    c = Canvas(size[0], size[1], style.body)
    if not _ready_made(c, style, code):
        if code == "1s":
            _draw_bird(c, style, own)
        elif suit == "m":
            _draw_character(c, style, n)
        elif suit == "p":
            _draw_dots(c, style, n, own)
        elif suit == "s":
            _draw_sticks(c, style, n)
        elif suit == "z":
            _draw_honour(c, style, n, own)
        elif suit == "f":
            _draw_bonus(c, style, n, own)
        else:
            _beast(c, style, n, own)
        if style.corner and style.art == 0:
            _corner(c, style, code)
    image = np.asarray(cv2.resize(c.image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _relief(image, style.body, style.engraved, rng) if style.engraved else image
