"""Things on and around a game table that a tile reader may take for tiles.

Keys of keyboards and calculators, lit displays, dominoes, dice, playing cards, letter tiles, coins,
remote controls, score sheets, mosaics: each is drawn from above, from a seed, in many manners. They
teach the models what is no tile, so none of them may be mistaken for a tile by a person.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image8 = NDArray[np.uint8]
Rng = np.random.Generator
Ink = tuple[int, int, int]

_LETTERS = "QWERTYUIOPASDFGHJKLZXCVBNM"
_SIGNS = "1234567890-=[];',./*+%#@"
_FONTS = tuple(range(5))
_LIT: tuple[Ink, ...] = (
    (255, 50, 40), (60, 255, 110), (80, 170, 255), (255, 190, 40), (240, 250, 255),
)  # fmt: skip
_CARD_INKS: tuple[Ink, ...] = ((200, 25, 35), (20, 20, 26))


def _filled(height: int, width: int, colour: Any) -> Image8:
    image = np.empty((height, width, 3), np.uint8)
    image[:] = np.clip(colour, 0, 255)
    return image


def _grey(rng: Rng, low: float, high: float) -> NDArray[np.float64]:
    return np.asarray(rng.uniform(low, high) + rng.normal(0, 6, 3))


def _box(image: Image8, x: float, y: float, w: float, h: float, colour: Any) -> None:
    """A filled box with slightly rounded corners."""
    r = max(1, int(min(w, h) * 0.12))
    ink = [float(c) for c in np.clip(colour, 0, 255)]
    x0, y0, x1, y1 = int(x), int(y), int(x + w), int(y + h)
    cv2.rectangle(image, (x0 + r, y0), (x1 - r, y1), ink, -1)
    cv2.rectangle(image, (x0, y0 + r), (x1, y1 - r), ink, -1)
    for cx in (x0 + r, x1 - r):
        for cy in (y0 + r, y1 - r):
            cv2.circle(image, (cx, cy), r, ink, -1, cv2.LINE_AA)


def _word(image: Image8, text: str, x: float, y: float, height: float, ink: Any, rng: Rng) -> None:
    """Text whose lower left corner is (x, y), `height` pixels high."""
    font = int(rng.choice(_FONTS))
    thick = max(1, round(height * rng.uniform(0.06, 0.16)))
    scale = cv2.getFontScaleFromHeight(font, max(3, round(height)), thick)
    colour = [float(c) for c in np.clip(ink, 0, 255)]
    cv2.putText(image, text, (int(x), int(y)), font, scale, colour, thick, cv2.LINE_AA)


def _keys(
    image: Image8,
    rng: Rng,
    rows: list[list[tuple[float, str]]],
    frame: tuple[float, float, float, float],
) -> None:
    """Rows of keys, each with its width (1 is a usual key) and its sign, into (x, y, w, h)."""
    x0, y0, width, height = frame
    high = height / len(rows)
    top = _grey(rng, 10, 250)
    rim, ink = np.clip(top + rng.uniform(-50, 50), 0, 255), np.full(3, 255.0 * (top.mean() < 128))
    if rng.random() < 0.25:  # lit from below, or printed in colour
        ink = np.array(_LIT[int(rng.integers(len(_LIT)))])
    gap, inset = rng.uniform(0.04, 0.22), rng.uniform(0, 0.14)
    size, left = rng.uniform(0.22, 0.5), rng.uniform(0.1, 0.4)
    shift = rng.uniform(0, 0.5) if rng.random() < 0.7 else 0.0
    for number, row in enumerate(rows):
        across = sum(each for each, _ in row) + shift * (number % 3) / 2
        x, y = x0 + width / across * shift * (number % 3) / 2, y0 + number * high
        for wide, sign in row:
            w = width / across * wide
            key = (x + w * gap / 2, y + high * gap / 2, w * (1 - gap), high * (1 - gap))
            _box(image, *key, rim)
            dx, dy = high * inset, high * inset
            _box(image, key[0] + dx, key[1] + dy / 2, key[2] - 2 * dx, key[3] - 2 * dy, top)
            if sign:
                _word(image, sign, x + w * left, y + high * 0.68, high * size, ink, rng)
            x += w


def _keyboard(rng: Rng) -> Image8:
    image = _filled(260, 640, _grey(rng, 8, 235))
    letters = rng.permutation(list(_LETTERS))
    signs = rng.permutation(list(_SIGNS))
    rows = [
        [(1.0, str(s)) for s in signs[:13]] + [(2.0, "")],
        [(1.5, "")] + [(1.0, str(s)) for s in letters[:12]] + [(1.5, "")],
        [(1.8, "")] + [(1.0, str(s)) for s in letters[12:23]] + [(2.2, "")],
        [(2.3, "")] + [(1.0, str(s)) for s in signs[13:23]] + [(2.7, "")],
        [(1.3, "")] * 3 + [(6.0, "")] + [(1.3, "")] * 4,
    ]
    _keys(image, rng, rows, (14, 12, 612, 236))
    return image


def _calculator(rng: Rng) -> Image8:
    image = _filled(420, 280, _grey(rng, 15, 235))
    glass = _filled(80, 240, (150, 165, 140) if rng.random() < 0.6 else (15, 18, 15))
    lit = (30, 36, 30) if glass[0, 0, 0] > 90 else _LIT[int(rng.integers(len(_LIT)))]
    _word(glass, str(rng.integers(10**7)), 20, 64, 46, lit, rng)
    image[20:100, 20:260] = glass
    columns = int(rng.integers(4, 6))
    signs = [str(s) for s in rng.permutation(list("0123456789+-*/=.%C√M"))]
    rows = [
        [(1.0, signs[(r * columns + c) % len(signs)]) for c in range(columns)] for r in range(5)
    ]
    _keys(image, rng, rows, (18, 120, 244, 285))
    return image


def _remote(rng: Rng) -> Image8:
    image = _filled(560, 150, _grey(rng, 8, 70) if rng.random() < 0.7 else _grey(rng, 150, 240))
    ink = 255 - image[0, 0].astype(float)
    button = _grey(rng, 30, 220)
    for row in range(11):
        for column in range(3):
            x, y = 32 + column * 43, 40 + row * 46
            kind = rng.random()
            colour = rng.uniform(20, 255, 3) if kind < 0.1 else button
            if kind < 0.55:
                cv2.circle(image, (x, y), 15, [float(c) for c in colour], -1, cv2.LINE_AA)
            else:
                _box(image, x - 16, y - 12, 32, 24, colour)
            if rng.random() < 0.7:
                _word(image, str(rng.choice(list(_SIGNS + _LETTERS))), x - 6, y + 7, 13, ink, rng)
    return image


_SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd",
    "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip
_PLACES = {
    "a": (0.1, 0.0, 0.9, 0.0), "b": (1.0, 0.05, 1.0, 0.45), "c": (1.0, 0.55, 1.0, 0.95),
    "d": (0.1, 1.0, 0.9, 1.0), "e": (0.0, 0.55, 0.0, 0.95), "f": (0.0, 0.05, 0.0, 0.45),
    "g": (0.1, 0.5, 0.9, 0.5),
}  # fmt: skip


def _display(rng: Rng) -> Image8:
    """Lit figures of seven segments, as clocks and automatic tables show them."""
    count = int(rng.integers(1, 7))
    width = 60 + 90 * count
    image = _filled(190, width, _grey(rng, 0, 45))
    if rng.random() < 0.4:
        cv2.rectangle(image, (6, 6), (width - 7, 183), [float(c) for c in _grey(rng, 60, 220)], 6)
    lit = np.array(_LIT[int(rng.integers(len(_LIT)))], float)
    dark = image[95, 12] + (lit - image[95, 12]) * rng.uniform(0, 0.14)
    thick = int(rng.integers(7, 17))
    for place in range(count):
        on = _SEGMENTS[str(rng.integers(10))]
        x, y, w, h = 40 + 90 * place, 30, 52, 130
        for name, (x0, y0, x1, y1) in _PLACES.items():
            ends = (int(x + x0 * w), int(y + y0 * h)), (int(x + x1 * w), int(y + y1 * h))
            ink = [float(c) for c in (lit if name in on else dark)]
            cv2.line(image, *ends, ink, thick, cv2.LINE_AA)
    glow = cv2.GaussianBlur(image, (0, 0), 9)
    return np.asarray(cv2.addWeighted(image, 1.0, glow, 0.5, 0), np.uint8)


_PIPS = {
    0: (), 1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}  # fmt: skip


def _pips(image: Image8, number: int, corner: tuple[int, int], side: int, ink: Any, r: int) -> None:
    for place in _PIPS[number]:
        x = corner[0] + int(side * (0.24 + 0.26 * (place % 3)))
        y = corner[1] + int(side * (0.24 + 0.26 * (place // 3)))
        cv2.circle(image, (x, y), r, ink, -1, cv2.LINE_AA)


def _domino(rng: Rng) -> Image8:
    dark = rng.random() < 0.4
    image = _filled(300, 150, _grey(rng, 10, 60) if dark else _grey(rng, 205, 250))
    ink = [235.0] * 3 if dark else [float(c) for c in rng.uniform(0, 70, 3)]
    colours = [ink, *([float(c) for c in rng.uniform(0, 220, 3)] for _ in range(3))]
    cv2.line(image, (14, 150), (136, 150), ink, int(rng.integers(3, 8)), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(image, (75, 150), 9, (190, 160, 90), -1, cv2.LINE_AA)
    for half in (0, 150):
        chosen = ink if rng.random() < 0.5 else colours[int(rng.integers(4))]
        _pips(image, int(rng.integers(7)), (0, half), 150, chosen, int(rng.integers(10, 18)))
    return image


def _die_face(rng: Rng) -> Image8:
    body = _grey(rng, 220, 252) if rng.random() < 0.6 else rng.uniform(20, 230, 3)
    image = _filled(120, 120, body)
    light = float(np.mean(body)) < 140
    ink: Any = [245.0] * 3 if light else [15.0] * 3
    number = int(rng.integers(1, 7))
    if number in (1, 4) and not light and rng.random() < 0.6:
        ink = [200.0, 20.0, 25.0]
    r = int(rng.integers(9, 14)) + (8 if number == 1 and rng.random() < 0.5 else 0)
    _pips(image, number, (0, 0), 120, ink, r)
    return image


def _suit(image: Image8, x: float, y: float, size: float, suit: int, ink: Any) -> None:
    """A diamond, a heart, a spade or a club."""
    colour = [float(c) for c in ink]

    def disc(dx: float, dy: float, r: float) -> None:
        place = (int(x + dx * size), int(y + dy * size))
        cv2.circle(image, place, max(1, int(r * size)), colour, -1, cv2.LINE_AA)

    def area(points: list[tuple[float, float]]) -> None:
        shape = np.array([(x + a * size, y + b * size) for a, b in points])
        cv2.fillPoly(image, [np.round(shape).astype(np.int32)], colour, cv2.LINE_AA)

    if suit == 0:
        area([(0, -0.6), (0.42, 0), (0, 0.6), (-0.42, 0)])
    elif suit == 1:
        disc(-0.22, -0.2, 0.26)
        disc(0.22, -0.2, 0.26)
        area([(-0.46, -0.08), (0.46, -0.08), (0, 0.58)])
    elif suit == 2:
        disc(-0.22, 0.12, 0.26)
        disc(0.22, 0.12, 0.26)
        area([(-0.46, 0.02), (0, -0.58), (0.46, 0.02)])
        area([(0, 0.1), (0.2, 0.58), (-0.2, 0.58)])
    else:
        for dx, dy in ((-0.26, 0.1), (0.26, 0.1), (0, -0.28)):
            disc(dx, dy, 0.25)
        area([(0, 0), (0.18, 0.58), (-0.18, 0.58)])


_ROWS_OF_PIPS = {
    "A": [(0.5, 0.5)], "2": [(0.5, 0.2), (0.5, 0.8)], "3": [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)],
    "4": [(0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)],
    "5": [(0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8), (0.5, 0.5)],
    "6": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)],
    "7": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)] + [(0.5, 0.35)],
    "8": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)] + [(0.5, 0.35), (0.5, 0.65)],
    "9": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.5)],
    "10": [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.3), (0.5, 0.7)],
}  # fmt: skip


def _playing_card(rng: Rng) -> Image8:
    image = _filled(350, 250, _grey(rng, 232, 252))
    if rng.random() < 0.18:  # its back
        back = rng.uniform(10, 200, 3)
        image[14:-14, 14:-14] = back
        step = int(rng.integers(8, 22))
        for a in range(-350, 600, step):
            for ends in (((a, 0), (a + 350, 350)), ((a, 350), (a + 350, 0))):
                cv2.line(image, *ends, [float(c) for c in np.clip(back + 90, 0, 255)], 2)
        image[:14], image[-14:], image[:, :14], image[:, -14:] = (245,) * 4
        return image
    suit, big = int(rng.integers(4)), rng.random() < 0.3
    ink = _CARD_INKS[suit > 1]
    rank = str(rng.choice([*_ROWS_OF_PIPS, "J", "Q", "K"]))
    if rank in _ROWS_OF_PIPS:
        for x, y in _ROWS_OF_PIPS[rank]:
            _suit(image, 250 * x, 350 * y, 110 if rank == "A" else 52, suit, ink)
    else:  # a court card: coloured robes, the same from both ends
        robe = _filled(130, 150, rng.uniform(60, 255, 3))
        for _ in range(14):
            start, end = rng.integers((0, 0), (150, 130), (2, 2)).tolist()
            cv2.line(
                robe,
                start,
                end,
                [float(c) for c in rng.uniform(0, 255, 3)],
                int(rng.integers(3, 20)),
            )
        cv2.circle(robe, (75, 36), 24, (235, 205, 175), -1, cv2.LINE_AA)
        image[45:175, 50:200], image[175:305, 50:200] = robe, robe[::-1, ::-1]
    high = 60 if big else 34
    for _ in range(2):
        _word(image, rank, 8, 12 + high, high, ink, rng)
        _suit(image, 26, 30 + high + 14, high * 0.8, suit, ink)
        image = np.ascontiguousarray(image[::-1, ::-1])
    return image


def _letter_tile(rng: Rng) -> Image8:
    """A letter with its small value, as word games have it."""
    image = _filled(160, 150, np.array([225, 190, 140]) + rng.normal(0, 14, 3))
    for y in rng.uniform(0, 160, 12):
        cv2.line(image, (0, int(y)), (150, int(y + rng.normal(0, 5))), (205, 165, 115), 1)
    _word(image, str(rng.choice(list(_LETTERS))), 38, 112, 78, (30, 22, 16), rng)
    _word(image, str(rng.integers(1, 11)), 112, 142, 24, (30, 22, 16), rng)
    return image


def _coin(rng: Rng) -> Image8:
    metal = np.array(((196, 164, 92), (186, 188, 192), (176, 110, 70))[int(rng.integers(3))], float)
    image = _filled(200, 200, metal)
    for r, gain in ((98, 0.75), (90, 1.05), (70, float(rng.uniform(0.8, 1.1)))):
        cv2.circle(image, (100, 100), r, [float(c) for c in np.clip(metal * gain, 0, 255)], -1)
    _word(image, str(rng.choice(["1", "2", "5", "10", "50", "20"])), 60, 130, 60, metal * 0.6, rng)
    return image


def _score_sheet(rng: Rng) -> Image8:
    image = _filled(520, 380, _grey(rng, 225, 252))
    ink = [float(c) for c in _grey(rng, 60, 190)]
    across, down = int(rng.integers(4, 8)), int(rng.integers(8, 20))
    for n in range(across + 1):
        x = 20 + 340 * n // across
        cv2.line(image, (x, 20), (x, 500), ink, 1 + (n % across == 0), cv2.LINE_AA)
    for n in range(down + 1):
        y = 20 + 480 * n // down
        cv2.line(image, (20, y), (360, y), ink, 1 + (n < 2), cv2.LINE_AA)
    pen = rng.uniform(0, 120, 3)
    for row in range(int(rng.integers(1, down))):
        for column in range(across):
            text = str(rng.integers(0, 500)) if row else str(rng.choice(["Ann", "Bo", "Cy", "Di"]))
            place = (24 + 340 * column / across, 20 + 480 * (row + 0.75) / down)
            _word(image, text, *place, 300 / down * 0.7, pen, rng)
    return image


PIXELS_A_TILE = 60
"""Pixels of a ruled paper for the width of a tile."""


def _entry(rng: Rng, kind: str) -> str:
    """What stands in a box of ruled paper."""
    return {
        "number": str(int(rng.integers(0, 600))),
        "day": str(int(rng.integers(1, 32))),
        "letter": str(rng.choice(list(_LETTERS + _SIGNS))),
        "name": str(rng.choice(["Ann", "Bo", "Cy", "Di", "East", "16"])),
    }[kind]


def ruled_paper(rng: Rng) -> Image8:
    """A score sheet, a calendar, a bingo card, a crossword: paper ruled into boxes about as large
    as tiles, `PIXELS_A_TILE` pixels to the width of a tile. Some boxes are empty."""
    w, h = (int(v) for v in PIXELS_A_TILE * rng.uniform((0.6, 0.5), (1.7, 1.9)))
    across, down = int(rng.integers(2, 9)), int(rng.integers(2, 10))
    edge = int(rng.integers(4, 40))
    paper = _grey(rng, 215, 252) if rng.random() < 0.75 else rng.uniform(90, 250, 3)
    image = _filled(h * down + 2 * edge, w * across + 2 * edge, paper)
    line = [float(c) for c in _grey(rng, 10, 190)]
    pen = rng.uniform(0, 130, 3)
    second = np.clip(paper + rng.uniform(-60, 20, 3), 0, 255)
    shaded, dark = rng.random() < 0.3, rng.random() < 0.15
    written, big = rng.uniform(0, 1), rng.uniform(0.18, 0.7)
    inset = int(rng.integers(2, 6)) if rng.random() < 0.25 else 0
    word = str(rng.choice(["number", "number", "day", "letter", "name"]))
    for row in range(down):
        for column in range(across):
            x, y = edge + column * w, edge + row * h
            if (shaded and (row + column) % 2) or (row == 0 and word == "name"):
                _box(image, x, y, w, h, second)
            if dark and rng.random() < 0.2:
                _box(image, x, y, w, h, line)
            if inset:
                corner = (x + inset, y + inset), (x + w - inset, y + h - inset)
                cv2.rectangle(image, *corner, line, 1, cv2.LINE_AA)
            if rng.random() > written:
                continue
            text = _entry(rng, word)
            corner_only = word == "day" and big < 0.4
            high = min(h, 1.6 * w / len(text)) * (0.25 if corner_only else big)
            bottom = y + (high * 1.3 if corner_only else h * 0.5 + high / 2)
            _word(image, text, x + w * 0.1, bottom, high, pen, rng)
    thick = int(rng.integers(1, 4))
    for n in range(across + 1):
        x = edge + n * w
        cv2.line(image, (x, edge), (x, edge + h * down), line, thick, cv2.LINE_AA)
    for n in range(down + 1):
        y = edge + n * h
        cv2.line(image, (edge, y), (edge + w * across, y), line, thick, cv2.LINE_AA)
    return image


def _mosaic(rng: Rng) -> Image8:
    """A floor, a wall of bricks or a printed cloth of squares; some have a device in each."""
    image = _filled(600, 600, _grey(rng, 60, 220))
    w = int(rng.integers(36, 110))
    h = int(w * rng.choice([1.0, 1.0, 0.5, 1.35]))
    bricks, gap = rng.random() < 0.4, int(rng.integers(2, 8))
    colours = [rng.uniform(30, 250, 3) for _ in range(int(rng.integers(1, 4)))]
    device = int(rng.integers(5))
    ink = [float(c) for c in rng.uniform(0, 255, 3)]
    for row, y in enumerate(range(0, 600, h)):
        for column, x in enumerate(range(-w, 600, w)):
            left = x + (w // 2 if bricks and row % 2 else 0)
            colour = colours[(row + column) % len(colours)] + rng.normal(0, 9)
            _box(image, left + gap, y + gap, w - 2 * gap, h - 2 * gap, colour)
            middle = (left + w // 2, y + h // 2)
            if device == 1:
                cv2.circle(image, middle, min(w, h) // 4, ink, 3, cv2.LINE_AA)
            elif device == 2:
                cv2.drawMarker(image, middle, ink, cv2.MARKER_TILTED_CROSS, min(w, h) // 2, 3)
    return image


def _box_lid(rng: Rng) -> Image8:
    """A box, a tissue packet, a bar of chocolate: one colour, a band, a word."""
    image = _filled(260, 360, rng.uniform(10, 250, 3))
    if rng.random() < 0.6:
        top = int(rng.integers(20, 200))
        image[top : top + int(rng.integers(10, 60))] = np.clip(rng.uniform(0, 255, 3), 0, 255)
    if rng.random() < 0.7:
        text = str(rng.choice(["TEA", "GAMES", "SOFT", "1923", "EXTRA", "No. 7", "MINT"]))
        _word(image, text, 40, 170, float(rng.uniform(30, 90)), rng.uniform(0, 255, 3), rng)
    return image


THINGS: dict[str, tuple[tuple[float, float, float], Callable[[Rng], Image8]]] = {
    "keys": ((14, 5.6, 0.5), _keyboard),
    "calculator": ((3.4, 5.1, 0.4), _calculator),
    "remote": ((1.9, 7.0, 0.7), _remote),
    "display": ((4.5, 1.7, 0.3), _display),
    "domino": ((1.0, 2.0, 0.35), _domino),
    "die": ((0.62, 0.62, 0.62), _die_face),
    "playing card": ((2.4, 3.4, 0.02), _playing_card),
    "letter": ((0.75, 0.8, 0.2), _letter_tile),
    "coin": ((0.9, 0.9, 0.08), _coin),
    "score sheet": ((6.0, 8.2, 0.01), _score_sheet),
    "mosaic": ((16.0, 16.0, 0.01), _mosaic),
    "box": ((3.6, 2.6, 1.2), _box_lid),
}
"""Width, height and thickness in widths of a tile (about 26 mm), and who draws the upper side."""

MANY = ("domino", "die", "playing card", "letter", "coin")
"""Things that lie about in numbers."""


@lru_cache(maxsize=400)
def look(kind: str, seed: int) -> Image8:
    """The upper side of a thing, (H, W, 3) uint8 RGB."""
    return THINGS[kind][1](np.random.default_rng([53, seed]))
