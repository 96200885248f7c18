"""Faces of tiles that none of our rule sets knows: jokers, advertising and spare tiles."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from datasets.synth.canvas import Canvas, FontsMissing, western, written
from datasets.synth.pictures import draw_picture
from datasets.synth.style import Colour, Style

_WORDS = ("JOKER", "JOKER", "JOKER", "BIG", "WILD", "Joker", "SPARE", "LUCKY", "STAR")
_CHINESE = ("百搭", "聽用", "財神", "飛", "寶", "總", "喜", "福", "百", "搭")
_MIDDLE = (1.5, 2.1)
"""Middle of a face, which is 3 wide and 4.2 high."""


def draw_joker(c: Canvas, style: Style, rng: Generator) -> None:
    """A word, a picture or both. Each set has its own, in its own place."""
    inks: tuple[Colour, ...] = (style.red, style.green, style.blue, style.black)
    ink = inks[int(rng.integers(4))]
    manner = float(rng.random())
    if manner < 0.2:
        _chinese(c, style, rng, ink)
        return
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    if manner < 0.35:
        _emblem(c, rng, inks)
        _across(c, style, word, float(rng.choice([0.5, 2.1, 3.7])), ink, rng)
        return
    if manner < 0.5:
        _downwards(c, style, word, float(rng.choice([0.5, 1.5, 2.5])), ink)
        if rng.random() < 0.5:
            return
    else:
        for y in ((0.5,), (3.7,), (0.5, 3.7), (2.1,))[int(rng.integers(4))]:
            _across(c, style, word, y, ink, rng)
    pictured = Style(**{**vars(style), "pictured": True})
    size = float(rng.uniform(1.4, 2.6))
    if not draw_picture(c, pictured, "joker", (*_MIDDLE, size, size), rng):
        _emblem(c, rng, inks)


def _across(c: Canvas, style: Style, word: str, y: float, ink: Colour, rng: Generator) -> None:
    high = float(rng.uniform(0.35, 0.8))
    wide = min(2.7, high * 0.75 * len(word)) / len(word)
    for place, letter in enumerate(word):
        x = 1.5 + (place - (len(word) - 1) / 2) * wide
        _letter(c, style, letter, (x, y, wide * 0.95, high), ink)


def _downwards(c: Canvas, style: Style, word: str, x: float, ink: Colour) -> None:
    high = 3.8 / len(word)
    for place, letter in enumerate(word):
        _letter(c, style, letter, (x, 0.2 + (place + 0.5) * high, 0.8, high * 0.85), ink)


def _letter(
    c: Canvas, style: Style, letter: str, box: tuple[float, float, float, float], ink: Colour
) -> None:
    sign = western(style, letter)
    if sign is None:
        raise FontsMissing(letter)
    c.write(sign, box, ink)


def _chinese(c: Canvas, style: Style, rng: Generator, ink: Colour) -> None:
    word = _CHINESE[int(rng.integers(len(_CHINESE)))]
    high = 3.6 / len(word)
    for place, sign in enumerate(word):
        y = 2.1 + (place - (len(word) - 1) / 2) * high
        c.write(written(style, sign), (1.5, y, 2.5, high * 0.95), ink)


def _emblem(c: Canvas, rng: Generator, inks: tuple[Colour, ...]) -> None:
    """Rays, rings or a star around the middle, in several inks."""
    points = int(rng.integers(4, 13))
    deep = float(rng.uniform(0.35, 0.9))
    radius = float(rng.uniform(0.8, 1.3))
    angles = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2, deep, 1.0) * radius
    star = [(1.5 + r * np.sin(a), 2.1 - r * np.cos(a)) for r, a in zip(reach, angles, strict=True)]
    c.area(star, inks[int(rng.integers(4))])
    for part in rng.uniform(0.15, 0.6, int(rng.integers(0, 4))):
        c.disc(*_MIDDLE, radius * float(part), inks[int(rng.integers(4))])
