"""Faces of Mah-Jongg tiles, drawn in the many ways in which sets were made.

A `Style` is one set: its writing, its inks, its dots, sticks and birds. `draw_face` draws one face
of it. Needs Pillow and Chinese fonts (see README.md); both are used for training only.
"""

from __future__ import annotations

import importlib.util
import math
import re
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from datasets.synth.canvas import Canvas, glyph, western, written
from datasets.synth.carved.hand import hand_cut
from datasets.synth.jokers import draw_joker
from datasets.synth.pictures import draw_bonus, draw_dragon, draw_picture, draw_special
from datasets.synth.style import GLYPHS, JOKER, NUMERALS, Colour, Image8, Style
from datasets.synth.suits import draw_bird, draw_dots, draw_sticks

_OWN_ART = Path(__file__).parents[2] / "companion" / "web" / "static" / "tiles"
_WINDS = "東南西北"
_WINDS_SIMPLE = "东南西北"
_ART_NAMES = {
    **{
        f"{n}{s}": f"{word}{n}"
        for s, word in zip("mps", ("Man", "Pin", "Sou"), strict=True)
        for n in range(1, 10)
    },
    **dict(
        zip(
            (f"{n}z" for n in range(1, 8)),
            ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"),
            strict=True,
        )
    ),
}
_GLYPH_ORDER = (
    "1z 2z 3z 4z 7z 6z 5z "
    + " ".join(f"{n}{s}" for s in "msp" for n in range(1, 10))
    + " 1f 2f 4f 3f 5f 6f 7f 8f"
).split()


def _white(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    ink = style.blue if rng.random() < 0.7 else style.black
    s = style.scale
    w, h = 1.05 * s, 1.5 * s

    def frame(scale: float, line: float, colour: Colour, cut: float = 0.0) -> None:
        a, b = w * scale, h - w * (1 - scale)
        if cut:
            points = [
                (-a + cut, -b),
                (a - cut, -b),
                (a, -b + cut),
                (a, b - cut),
                (a - cut, b),
                (-a + cut, b),
                (-a, b - cut),
                (-a, -b + cut),
            ]
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
                c.path(
                    [(1.5 + x * w, 2 + y * h - 0.06), (1.5 + x * w + 0.1, 2 + y * h + 0.1)],
                    ink,
                    0.06,
                )
        for k in range(14):
            y = -0.9 + 1.8 * k / 13
            for x in (-0.85, 0.85):
                c.path(
                    [(1.5 + x * w - 0.06, 2 + y * h), (1.5 + x * w + 0.08, 2 + y * h + 0.08)],
                    ink,
                    0.06,
                )
    elif kind == 5:
        frame(1, 0.12, ink)
        letter = western(style, str(rng.choice(["P", "B", "W"])))
        if letter is not None:
            c.write(letter, (1.5, 2, 1.1, 1.2), ink)
    elif kind == 6:
        c.write(written(style, "白"), (1.5, 2, 2.0 * s, 2.6 * s), ink, style.weight)
    elif kind == 7:
        frame(1, 0.16, style.green)
        frame(0.62, 0.1, style.red, 0.1)
    elif kind == 8:  # a frame around another with cut corners
        line, inner = float(rng.uniform(0.05, 0.16)), float(rng.uniform(0.76, 0.9))
        frame(1, line, ink, float(rng.choice([0.0, 0.08, 0.2])))
        other = style.red if rng.random() < 0.15 else ink
        cut = float(rng.choice([0.0, 0.12, 0.25]))
        frame(inner, float(rng.uniform(0.03, 0.08)), other, cut)
        if rng.random() < 0.6:  # lines between the corners of both
            a, b, d = w * inner, h - w * (1 - inner), cut / 2
            for sx in (-1, 1):
                for sy in (-1, 1):
                    ends = [(sx * (a - d), sy * (b - d)), (sx * w * 0.98, sy * h * 0.98)]
                    c.path([(1.5 + x, 2 + y) for x, y in ends], other, 0.06)
    _white_word(c, style, ink, rng)


def _white_word(c: Canvas, style: Style, ink: Colour, rng: np.random.Generator) -> None:
    """The word on a white dragon: in the middle, or to one end where there is no frame."""
    lines = style.white_word
    if not lines:
        return
    within = 0.72 if style.white else 1.0
    high = min(2.6 / len(lines), 2.4 if len(lines[0]) == 1 else 0.9) * within
    spare = 1.7 * within - high * len(lines) / 2
    end = 0 if style.white else int(rng.integers(-1, 2))
    for row, line in enumerate(lines):
        y = 2 + end * spare + (row - (len(lines) - 1) / 2) * high
        wide = min(2.5 * within, 0.8 * high * len(line)) / len(line)
        for place, letter in enumerate(line):
            sign = western(style, letter) if letter.isascii() else written(style, letter)
            if sign is not None:
                x = 1.5 + (place - (len(line) - 1) / 2) * wide
                c.write(sign, (x, y, wide * 0.95, high * 0.85), ink)


def _draw_honour(c: Canvas, style: Style, n: int, rng: np.random.Generator) -> None:
    s = style.scale
    cy = 2.1 if style.corner else 2.0
    if n <= 4:
        words = _WINDS_SIMPLE if style.simplified else _WINDS
        c.write(
            written(style, words[n - 1]),
            (1.5, cy, 2.1 * s, 2.5 * s),
            style.ink(style.wind),
            style.weight,
        )
    elif n == 5:
        _white(c, style, rng)
    else:
        ink = style.green if n == 6 else style.red
        if style.dragons:
            draw_dragon(c, style, ink, rng)
            return
        if n == 6:
            word = "发" if style.simplified else "發"
            if style.seed % 29 == 0:
                word = "鳳"
        else:
            word = "龍" if style.seed % 31 == 0 else "中"
        c.write(written(style, word), (1.5, cy, 2.1 * s, 2.6 * s), ink, style.weight)


def _draw_character(c: Canvas, style: Style, n: int) -> None:
    s = style.scale
    numeral = style.five if n == 5 else NUMERALS[n - 1]
    wan = "万" if style.simplified else "萬"
    ink = style.ink(style.numeral)
    lift = 0.12 if style.corner else 0.0
    if style.carved:
        own = np.random.default_rng([style.seed, 39])
        s *= float(own.uniform(0.9, 1.12))
    top = written(style, numeral)
    low = style.seed % 7
    if n == 1:
        c.write(top, (1.5, 1.15 + lift, 1.5 * s, 0.8 * s), ink, style.weight)
    else:
        c.write(top, (1.5, 1.15 + lift, 1.75 * s, (1.15 + 0.04 * low) * s), ink, style.weight)
    wide = float(1.6 + 0.06 * low) * s
    c.write(written(style, wan), (1.5, 2.72, wide, 1.55 * s), style.red, style.weight)


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
    """Draw the face from ready art. False if there is none for it."""
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
        ink = glyph(GLYPHS[number], 0, sign)
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
    if suit in "fx" or (code == "5z" and style.seed % 2):
        return
    sign = str(n) if suit in "mps" else "ESWNBFC"[n - 1]
    digit = western(style, sign)
    if digit is None:
        return
    suits = {"m": style.red, "p": style.green, "s": style.green, "z": style.ink(style.wind)}
    ink = {1: style.red, 2: style.black, 3: suits[suit]}[style.corner]
    size = 0.42 + 0.05 * (style.seed % 6)
    x = 2.6 if style.corner_right else 0.4
    c.write(digit, (x, 0.5, size, size * 1.2), ink)


def _large_sign(c: Canvas, style: Style, code: str) -> None:
    """A number or letter as large as a quarter of the tile, with the rest beside it."""
    n, suit = int(code[0]), code[1]
    own = np.random.default_rng([style.seed, 17])
    ink = (style.red, style.red, style.blue, style.black, style.green)[int(own.integers(5))]
    if own.random() < 0.3:
        ink = {"m": style.red, "p": style.blue, "s": style.green, "z": ink}[suit]
    scale, right = float(own.uniform(0.66, 0.88)), own.random() < 0.6
    c.shrink(scale, float(own.uniform(0.6, 1.5)) if right else float(own.uniform(1.5, 2.4)))
    digit = western(style, str(n) if suit in "mps" else "ESWNBFC"[n - 1])
    if digit is not None:
        edge = float(own.uniform(0.42, 0.62))
        box = (3 - edge if right else edge, 0.3 + style.sign / 2, 0.9, style.sign)
        c.write(digit, box, ink, int(own.integers(0, 4)))


def _relief(image: Image8, body: Colour, depth: float, rng: np.random.Generator) -> Image8:
    """Ink that lies in cut grooves: edges lit from one side, ink uneven and slightly run."""
    bare = np.empty_like(image)
    cv2.rectangle(bare, (0, 0), (image.shape[1], image.shape[0]), body, -1)
    apart = cv2.split(cv2.absdiff(image, bare))
    ink = cv2.max(cv2.max(apart[0], apart[1]), apart[2]).astype(np.float32) / 255
    ink = np.clip(ink * 2.2, 0, 1)
    soft = cv2.GaussianBlur(ink, (0, 0), 0.9)
    a = float(rng.uniform(0, 2 * math.pi))
    shift = np.array([[1, 0, 1.1 * math.cos(a)], [0, 1, 1.1 * math.sin(a)]], np.float32)
    moved = cv2.warpAffine(
        soft, shift, (ink.shape[1], ink.shape[0]), borderMode=cv2.BORDER_REPLICATE
    )
    light = (soft - moved) * 75 * depth
    small = rng.normal(0, 1, (10, 8)).astype(np.float32)
    wear = cv2.resize(small, (ink.shape[1], ink.shape[0]), interpolation=cv2.INTER_CUBIC)
    fade = np.clip(wear * 0.10 * depth, 0, 0.4) * ink
    inks = [
        channel * (1 - fade) + under * fade + light
        for channel, under in zip(cv2.split(image), body, strict=True)
    ]
    return np.asarray(np.clip(cv2.merge(inks), 0, 255), np.uint8)


def draw_face(
    code: str, style: Style, rng: np.random.Generator, size: tuple[int, int] = (144, 192)
) -> Image8:
    """One face, upright, to its edges. size: width, height. Returns (height, width, 3) uint8 RGB.

    `rng` gives what differs between two tiles of one set (wear, ink); the drawing itself depends
    on code and style alone. Raises FontsMissing if no font is installed for its writing.
    """
    n, suit = int(code[0]), code[1]
    own = np.random.default_rng([style.seed, 5, n, ord(suit)])
    c = Canvas(size[0], size[1], style.body)
    if not _ready_made(c, style, code):
        if code == "1s":
            if not draw_picture(c, style, "bird", (1.5, 2.1, 2.3, 2.9), own):
                draw_bird(c, style, own)
        elif suit == "m":
            _draw_character(c, style, n)
        elif suit == "p":
            draw_dots(c, style, n, own)
        elif suit == "s":
            draw_sticks(c, style, n)
        elif suit == "z":
            _draw_honour(c, style, n, own)
        elif code == JOKER:
            draw_joker(c, style, own)
        elif suit == "f":
            draw_bonus(c, style, n, own)
        else:
            draw_special(c, style, n, own)
        if style.sign and suit in "mpsz" and code != "5z":
            _large_sign(c, style, code)
        elif style.corner and style.art == 0:
            _corner(c, style, code)
    if style.carved:
        c.image = hand_cut(c.image, style.body, style.seed, 10 * ord(suit) + n)
    image = np.asarray(cv2.resize(c.image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _relief(image, style.body, style.engraved, rng) if style.engraved else image
