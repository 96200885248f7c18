"""What tiles lie on (cloth, wood, mats) and among (books, keys, cards, cups)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.canvas import FontsMissing, written
from datasets.synth.style import Image8, random_style

Grey = NDArray[np.uint8]
_SIDE = 512
"""Pixels of a texture's side. It repeats after that."""
KINDS = (
    "felt",
    "weave",
    "wood",
    "planks",
    "marble",
    "leather",
    "plain",
    "dotted",
    "checks",
    "stripes",
    "slats",
    "print",
    "brocade",
)
_TEXT = [
    "the",
    "game",
    "of",
    "mah",
    "jongg",
    "wind",
    "east",
    "south",
    "west",
    "north",
    "pung",
    "chow",
    "kong",
    "bamboo",
    "dots",
    "book",
    "rules",
    "page",
    "score",
    "winner",
    "hand",
    "wall",
    "discard",
    "1923",
    "144",
    "tea",
    "house",
    "lamp",
    "notes",
    "draft",
    "model",
    "2025",
    "serial",
    "AC",
    "220V",
]


def _filtered(rng: np.random.Generator, sx: float, sy: float) -> NDArray[np.float32]:
    """Noise that tiles, blurred by sx and sy pixels, mean 0 and deviation 1."""
    noise = np.fft.rfft2(rng.standard_normal((_SIDE, _SIDE)))
    fy, fx = np.fft.fftfreq(_SIDE)[:, None], np.fft.rfftfreq(_SIDE)[None]
    noise *= np.exp(-2 * (math.pi**2) * ((sx * fx) ** 2 + (sy * fy) ** 2))
    out = np.fft.irfft2(noise, (_SIDE, _SIDE)).astype(np.float32)
    return np.asarray(out / (out.std() + 1e-9), np.float32)


def lines_of_text(image: Image8, rng: np.random.Generator, height: int, colour: Any) -> None:
    """Fill a picture with words."""
    y = height + int(rng.integers(0, height))
    while y < image.shape[0]:
        words = " ".join(rng.choice(_TEXT, 14))
        cv2.putText(
            image,
            words,
            (-int(rng.integers(0, 30)), y),
            int(rng.integers(0, 4)),
            height / 26,
            colour,
            max(1, height // 14),
            cv2.LINE_AA,
        )
        y += int(height * rng.uniform(1.2, 1.8))


@lru_cache(maxsize=80)
def texture(kind: str, seed: int) -> tuple[Grey, ...]:
    """Lightness of a material, (512, 512) uint8 around 128, repeating; then smaller and smaller."""
    rng = np.random.default_rng([31, seed, KINDS.index(kind)])
    y, x = np.mgrid[0:_SIDE, 0:_SIDE].astype(np.float32)
    turn = 2 * math.pi / _SIDE
    if kind == "felt":
        v = 9 * _filtered(rng, 0.8, 0.8) + 6 * _filtered(rng, 20, 20)
    elif kind == "weave":
        n = int(rng.choice([64, 96, 128]))
        v = 14 * np.sin(x * turn * n) * np.sin(y * turn * n) + 6 * _filtered(rng, 1, 1)
    elif kind in ("wood", "planks"):
        rings = _filtered(rng, 90, 6)
        v = 18 * np.sin(rings * rng.uniform(2, 9)) + 12 * _filtered(rng, 50, 0.9)
        v += 6 * _filtered(rng, 8, 0.7)
        if kind == "planks":
            n = int(rng.choice([2, 4, 8]))
            row = (y * n // _SIDE).astype(int)
            v = v + rng.normal(0, 14, n)[row] - 60 * ((y * n) % _SIDE < n * 2)
    elif kind == "marble":
        v = 25 * np.abs(_filtered(rng, 25, 25)) ** 0.5 * np.sign(
            _filtered(rng, 30, 18)
        ) + 4 * _filtered(rng, 1, 1)
    elif kind == "leather":
        v = 16 * _filtered(rng, 2.2, 2.2) * (1 + 0.3 * _filtered(rng, 9, 9))
    elif kind == "plain":
        v = 2 * _filtered(rng, 1, 1) + 3 * _filtered(rng, 40, 40)
    elif kind == "dotted":
        n = int(rng.choice([64, 86, 102]))
        v = 22 * np.cos(x * turn * n) * np.cos(y * turn * n * (1 if n % 2 else 2)) + 5 * _filtered(
            rng, 12, 12
        )
    elif kind == "checks":
        n = int(rng.choice([4, 8, 16]))
        v = (
            30 * np.sign(np.sin(x * turn * n))
            + 30 * np.sign(np.sin(y * turn * n))
            + 7 * _filtered(rng, 1, 1)
        )
    elif kind == "stripes":
        n = int(rng.choice([8, 16, 32]))
        v = 35 * np.sign(np.sin(x * turn * n) + rng.uniform(-0.6, 0.6)) + 7 * _filtered(rng, 1, 1)
    elif kind == "slats":
        n = int(rng.choice([16, 32, 48]))
        v = 40 * np.abs(np.sin(x * turn * n)) ** 0.5 - 20 + 8 * _filtered(rng, 0.8, 20)
        v -= 50 * ((y * 4) % _SIDE < 18)
    else:
        page = np.full((_SIDE, _SIDE, 3), 150, np.uint8)
        if kind == "print":
            lines_of_text(page, rng, int(rng.integers(9, 40)), (25, 25, 25))
        else:
            sign = str(rng.choice(list("福壽囍龍蘭")))
            try:
                ink = written(random_style(seed), sign)
                small = cv2.resize(ink, (80, 80)).astype(np.float32) / 255 * rng.uniform(25, 80)
            except FontsMissing:
                small = np.zeros((80, 80), np.float32)
            for i in range(4):
                for j in range(4):
                    top, left = i * 128 + 24, (j * 128 + 64 * (i % 2)) % 384 + 24
                    part = page[top : top + 80, left : left + 80]
                    part[:] = np.clip(part - small[..., None], 0, 255).astype(np.uint8)
        v = page[..., 0].astype(np.float32) - 128 + 3 * _filtered(rng, 1, 1)
    sizes = [np.clip(128 + v, 0, 255).astype(np.uint8)]
    while sizes[-1].shape[0] > 16:
        half = sizes[-1].shape[0] // 2
        sizes.append(
            np.asarray(cv2.resize(sizes[-1], (half, half), interpolation=cv2.INTER_AREA), np.uint8)
        )
    return tuple(sizes)


def muted(rng: np.random.Generator) -> NDArray[np.float64]:
    """A colour as rooms have them, seldom loud."""
    grey, loud = rng.uniform(15, 235), rng.uniform(0, 1) ** 2
    return np.clip(grey + loud * (rng.uniform(0, 255, 3) - grey), 5, 250)


def stuff_colour(kind: str, rng: np.random.Generator) -> NDArray[np.float64]:
    """A likely colour of a material, RGB."""
    woods = (
        (150, 105, 60),
        (190, 150, 105),
        (95, 58, 32),
        (205, 180, 150),
        (60, 40, 30),
        (150, 140, 128),
    )
    cloths = (
        (20, 95, 50),
        (15, 70, 45),
        (45, 150, 55),
        (10, 45, 35),
        (150, 30, 35),
        (200, 90, 85),
        (30, 55, 120),
        (80, 170, 185),
        (60, 60, 65),
        (225, 220, 210),
        (180, 160, 130),
        (90, 60, 110),
        (25, 25, 30),
    )
    pool: tuple[tuple[int, int, int], ...] = (
        woods if kind in ("wood", "planks", "slats") else cloths
    )
    if kind in ("marble", "print"):
        pool = ((220, 216, 208), (235, 230, 215), (70, 80, 85), (200, 205, 210))
    if rng.random() < 0.15:
        return muted(rng)
    return np.clip(
        np.array(pool[int(rng.integers(len(pool)))]) * rng.uniform(0.75, 1.25)
        + rng.normal(0, 8, 3),
        5,
        250,
    )


def lay(
    plane: NDArray[Any],
    size: tuple[int, int],
    kind: str,
    seed: int,
    colour: NDArray[Any],
    strength: float,
    grain: float,
    pixels: float,
) -> Image8:
    """A material spread over a plane, as the camera sees it: (H, W, 3) uint8.

    plane: matrix from the plane to the picture. size: width, height of the picture. grain: texture
    pixels to a unit of the plane. pixels: picture pixels to a unit, which chooses the sharpness.
    """
    sizes = texture(kind, seed)
    level = int(np.clip(round(math.log2(max(grain / max(pixels, 1e-3), 1))), 0, len(sizes) - 1))
    scale = grain / 2**level
    matrix = plane @ np.diag([1 / scale, -1 / scale, 1.0])  # a picture's y runs down
    grey = cv2.warpPerspective(
        sizes[level], matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    ramp = (np.arange(256, dtype=np.float64)[:, None] - 128) / 128 * strength
    table = np.clip(colour[None] * (1 + ramp), 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(cv2.merge([grey, grey, grey]), table), np.uint8)


def _disc(kind: str, rng: np.random.Generator) -> Image8:
    """The dial in the middle of an automatic table, a counter, a coaster, a cup from above."""
    dark = kind == "dial" or rng.random() < 0.3
    image = np.empty((320, 320, 3), np.uint8)
    image[:] = rng.uniform(8, 60) if dark else rng.uniform(60, 250, 3)
    if kind == "dial" and rng.random() < 0.5:  # woven carbon
        image[::4] = np.clip(image[::4].astype(int) + 25, 0, 255)

    def ring(x: float, y: float, radius: float, colour: Any, thick: int) -> None:
        cv2.circle(image, (int(x), int(y)), int(radius), colour, thick, cv2.LINE_AA)

    def lens(x: float, y: float, radius: float) -> None:
        """A button or a window over a die: rings around a bright middle."""
        for part in np.sort(rng.uniform(0.25, 1, int(rng.integers(2, 6))))[::-1]:
            ring(x, y, radius * part, rng.uniform(0, 255, 3).tolist(), -1)
        if rng.random() < 0.5:
            for a in np.arange(0, 2 * np.pi, np.pi / rng.integers(6, 20)):
                out, into = (np.array([np.cos(a), np.sin(a)]) * radius * k for k in (0.95, 0.7))
                ends = [(int(x + p[0]), int(y + p[1])) for p in (out, into)]
                cv2.line(image, ends[0], ends[1], (225, 225, 225), 2, cv2.LINE_AA)
        if rng.random() < 0.5:
            ring(x, y, radius * 0.35, (250, 250, 250), -1)

    if kind == "dial":
        lens(160, 160, rng.uniform(25, 70))
        count = int(rng.integers(3, 9))
        for a in np.arange(count) * 2 * np.pi / count + rng.uniform(0, 6):
            x, y = 160 + 105 * np.cos(a), 160 + 105 * np.sin(a)
            if rng.random() < 0.6:
                lens(x, y, rng.uniform(10, 34))
            else:  # a lit figure, a wind, a window
                corner, opposite = (int(x - 14), int(y - 12)), (int(x + 14), int(y + 12))
                cv2.rectangle(image, corner, opposite, rng.uniform(0, 120, 3).tolist(), -1)
                word = str(rng.choice(list("0123456789ESWN")))
                ink = ((255, 60, 60), (90, 255, 120), (240, 240, 240))[int(rng.integers(3))]
                cv2.putText(image, word, (int(x - 9), int(y + 9)), 0, 0.8, ink, 2, cv2.LINE_AA)
    elif kind == "chip":
        edge = rng.uniform(0, 255, 3).tolist()
        for a in np.arange(0, 360, 360 / rng.integers(4, 9)):
            cv2.ellipse(image, (160, 160), (140, 140), 0, a, a + 18, edge, 30, cv2.LINE_AA)
        ring(160, 160, rng.uniform(70, 110), rng.uniform(0, 255, 3).tolist(), 5)
        word = str(rng.choice(["2", "10", "25", "100", "500", "*"]))
        cv2.putText(image, word, (105, 185), 0, 2.2, edge, 6, cv2.LINE_AA)
    else:
        for radius in np.sort(rng.uniform(20, 160, int(rng.integers(1, 8))))[::-1]:
            ring(160, 160, radius, rng.uniform(0, 255, 3).tolist(), int(rng.choice([-1, 3, 9])))
    return image


@lru_cache(maxsize=120)
def thing(kind: str, seed: int) -> Image8:
    """The upper side of an object that is not a tile, (H, W, 3) uint8 RGB."""
    rng = np.random.default_rng([37, seed])
    colour = rng.uniform(10, 245, 3)
    if kind == "keyboard":
        image = np.full((120, 320, 3), rng.uniform(20, 220), np.uint8)
        key = rng.uniform(10, 250)
        for row in range(5):
            for column in range(15):
                x, y = 6 + column * 21, 6 + row * 22
                cv2.rectangle(image, (x, y), (x + 16, y + 17), (key,) * 3, -1, cv2.LINE_AA)
                ink = (255 - key,) * 3
                cv2.putText(
                    image,
                    chr(65 + int(rng.integers(26))),
                    (x + 4, y + 12),
                    0,
                    0.35,
                    ink,
                    1,
                    cv2.LINE_AA,
                )
        return image
    if kind == "card":
        image = np.full((180, 126, 3), 245, np.uint8)
        ink = (200, 20, 30) if rng.random() < 0.5 else (15, 15, 20)
        word = str(rng.choice(list("A23456789JQK")))
        cv2.putText(image, word, (8, 28), 0, 0.8, ink, 2, cv2.LINE_AA)
        for y in np.linspace(45, 140, int(rng.integers(1, 5))):
            for x in (40, 86):
                if rng.random() < 0.5:
                    cv2.circle(image, (x, int(y)), 11, ink, -1, cv2.LINE_AA)
                else:
                    cv2.fillPoly(
                        image,
                        [np.array([[x, y - 14], [x + 11, y], [x, y + 14], [x - 11, y]], np.int32)],
                        ink,
                        cv2.LINE_AA,
                    )
        if rng.random() < 0.25:
            image[10:-10, 10:-10] = colour
            image[10:-10:6] = 235
        return image
    if kind == "phone":
        image = np.full((220, 110, 3), 18, np.uint8)
        image[8:-8, 6:-6] = colour * rng.uniform(0.1, 1)
        if rng.random() < 0.6:
            for row in range(5):
                for column in range(4):
                    x, y = 14 + column * 22, 30 + row * 34
                    cv2.rectangle(
                        image, (x, y), (x + 16, y + 18), rng.uniform(40, 255, 3).tolist(), -1
                    )
        return image
    if kind == "paper":
        image = np.full((256, 190, 3), rng.uniform(215, 250), np.uint8)
        lines_of_text(image, rng, int(rng.integers(7, 22)), (40, 40, 60))
        return image
    if kind == "stick":  # a counter of bone
        image = np.full((40, 300, 3), (238, 230, 205), np.uint8)
        for x in np.linspace(120, 180, int(rng.integers(1, 6))):
            ink = (180, 20, 30) if rng.random() < 0.5 else (20, 30, 30)
            cv2.circle(image, (int(x), 20), 5, ink, -1, cv2.LINE_AA)
        return image
    if kind == "die":
        image = np.full((60, 60, 3), 245, np.uint8)
        for x, y in rng.choice([15, 30, 45], (int(rng.integers(1, 7)), 2)):
            cv2.circle(
                image,
                (int(x), int(y)),
                6,
                (190, 20, 20) if rng.random() < 0.4 else (20, 20, 20),
                -1,
                cv2.LINE_AA,
            )
        return image
    if kind in ROUND:
        return _disc(kind, rng)
    if kind == "sign":  # a seal, a label, a domino, a big letter
        image = np.empty((192, 144, 3), np.uint8)
        image[:] = rng.uniform(120, 250, 3)
        ink = rng.uniform(0, 130, 3).tolist()
        cv2.rectangle(image, (8, 8), (136, 184), ink, int(rng.integers(1, 6)), cv2.LINE_AA)
        word = str(rng.choice(["A", "B7", "No 5", "OK", "X", "9", "UNO", "&", "%", "TEA"]))
        cv2.putText(
            image,
            word,
            (18, 110),
            int(rng.integers(0, 5)),
            rng.uniform(1, 2.4),
            ink,
            4,
            cv2.LINE_AA,
        )
        return image
    image = np.empty((256, 180, 3), np.uint8)  # a book
    image[:] = colour
    band = int(rng.integers(20, 200))
    image[band : band + int(rng.integers(8, 90))] = rng.uniform(10, 245, 3)
    ink = (255 - colour).tolist()
    for _ in range(int(rng.integers(1, 4))):
        y = int(rng.integers(25, 240))
        cv2.putText(
            image,
            str(rng.choice(_TEXT)).upper(),
            (int(rng.integers(4, 50)), y),
            int(rng.integers(0, 5)),
            rng.uniform(0.5, 1.6),
            ink,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    if rng.random() < 0.5:
        cv2.circle(
            image,
            (90, 150),
            int(rng.integers(15, 60)),
            rng.uniform(0, 255, 3).tolist(),
            -1,
            cv2.LINE_AA,
        )
    return image


#: Width, height and thickness of things in tile widths (a tile is about 26 mm wide).
THINGS: dict[str, tuple[float, float, float]] = {
    "book": (5.5, 7.8, 0.8),
    "keyboard": (14, 5.2, 0.5),
    "card": (2.4, 3.4, 0.02),
    "phone": (2.8, 5.6, 0.3),
    "paper": (8, 11, 0.01),
    "stick": (2.6, 0.34, 0.1),
    "die": (0.6, 0.6, 0.6),
    "sign": (1.6, 2.2, 0.3),
    "dial": (7.5, 7.5, 0.05),
    "chip": (1.5, 1.5, 0.12),
    "coaster": (3.4, 3.4, 0.1),
}
ROUND = ("dial", "chip", "coaster")
