"""What else comes in the box of a set: discs, dice and plates that say whose wind it is, and
counters of bone."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.synth.canvas import Canvas, western, written
from datasets.synth.style import Colour, Image8, Style
from datasets.synth.tiles import TileSet, flat
from datasets.traced.solids import Solid, Turned
from datasets.traced.things import IVORY, Maker, Makers, Rng, Thing, block, coloured, lying

_WINDS, _LETTERS = "東南西北", "ESWN"
WIND = 192
"""Pixels of the side of a picture with a wind on it."""
_STICK = (300, 30)
"""Pixels of a counter's picture, along and across."""
_BAKELITE: tuple[Colour, ...] = (
    (150, 30, 28), (20, 90, 55), (25, 25, 28), (40, 60, 130), (110, 60, 30), (225, 160, 60),
)  # fmt: skip
"""What such pieces are made of where they are not of the tiles' own stuff. By eye."""
_LETTER_ALONE, _LETTER = 0.12, 0.4
"""How many pieces have a letter in place of the sign; and how many have one at all. By eye."""


def _stuff(rng: Rng, style: Style) -> tuple[Colour, Colour]:
    """A body and its ink: as the tiles have them, or of another colour."""
    ink = style.ink(str(rng.choice(["red", "green", "blue", "black"])))
    chance = rng.random()
    if chance < 0.55:
        return style.body, ink
    if chance < 0.75:
        return coloured(rng, IVORY), ink
    body = coloured(rng, np.array(_BAKELITE[int(rng.integers(len(_BAKELITE)))], float))
    return body, coloured(rng, np.array([240.0, 236, 222]))


def _wind(rng: Rng, style: Style, body: Colour, ink: Colour, round_: bool) -> Image8:
    """A wind's sign, its letter, or both, often within a line; turned any way where it is round."""
    face = Canvas(WIND // 2, WIND // 2, body)  # 3 wide and 4 high, in units of its own
    which = int(rng.integers(4))
    middle = WIND // 2
    for part in rng.choice([0.93, 0.86, 0.8], int(rng.integers(0, 3)), replace=False):
        line = int(rng.integers(2, 7))
        if round_:
            cv2.circle(face.image, (middle, middle), round(part * middle), ink, line, cv2.LINE_AA)
        else:
            near, far = round((1 - part) * middle), round((1 + part) * middle)
            cv2.rectangle(face.image, (near, near), (far, far), ink, line, cv2.LINE_AA)
    letter = western(style, _LETTERS[which])
    chance, size = rng.random(), float(rng.uniform(0.45, 0.66))
    sign = letter if chance < _LETTER_ALONE else None
    if sign is None:
        sign = written(style, _WINDS[which])
    face.write(sign, (1.5, 2, 3 * size, 4 * size), ink)
    if letter is not None and _LETTER_ALONE <= chance < _LETTER:
        face.write(letter, (1.5, 0.56, 0.42, 0.56), ink)
    if not round_:
        return face.image
    turn = cv2.getRotationMatrix2D((middle, middle), float(rng.uniform(0, 360)), 1)
    turned = cv2.warpAffine(face.image, turn, (WIND, WIND), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def _discs(style: Style) -> Maker:
    """One to four round discs, some turned over, or one on the small round box that holds them."""

    def make(rng: Rng, x: float, y: float, angle: float) -> Thing:
        place = lying(angle, x, y)
        body, ink = _stuff(rng, style)
        radius, high = float(rng.uniform(0.42, 0.8)), float(rng.uniform(0.1, 0.4))
        made, lift = [], 0.0
        count = int(rng.integers(1, 5)) if rng.random() < 0.5 else 1
        if count == 1 and rng.random() < 0.3:
            lift = float(rng.uniform(0.5, 1.1))
            box = ((0.0, 0.0), (radius * 1.1, 0.0), (radius * 1.1, lift), (0.0, lift))
            made.append(Turned(box, (x, y, 0), _stuff(rng, style)[0], float(rng.uniform(0.3, 0.8))))
        edge = ((radius, 0.0), (radius, high * 0.85), (radius * 0.95, high))
        profile = ((0.0, 0.0), *edge, (0.0, high))
        for k in range(count):
            at = (*place((k - (count - 1) / 2) * radius * 2.2, float(rng.normal(0, 0.1))), lift)
            front = _wind(rng, style, body, ink, True)
            over = count > 1 and rng.random() < 0.4
            made.append(Turned(profile, at, body, 0.6, None if over else front))
        return [], made

    return make


def _die(style: Style) -> Maker:
    """A die with a wind on each side."""

    def make(rng: Rng, x: float, y: float, angle: float) -> Thing:
        body, ink = _stuff(rng, style)
        side = float(rng.uniform(0.55, 0.95))
        front = _wind(rng, style, body, ink, False)
        box = block((x, y, 0), flat(angle), (side, side, side), (body, body), front, 0.08)
        return [Solid(box, 0.6, wrapped=True)], []

    return make


def _plate(style: Style) -> Maker:
    """A square plate with a wind, larger than a tile is wide."""

    def make(rng: Rng, x: float, y: float, angle: float) -> Thing:
        body, ink = _stuff(rng, style)
        side = float(rng.uniform(1.3, 2.2))
        size = (side, side, float(rng.uniform(0.12, 0.4)))
        front = _wind(rng, style, body, ink, False)
        return [Solid(block((x, y, 0), flat(angle), size, (body, body), front, 0.06), 0.6)], []

    return make


def _counter(rng: Rng) -> Image8:
    """A counter from above: dots, rings or bars in its middle or at both ends."""
    long, wide = _STICK
    picture: Image8 = np.full(
        (wide, long, 3), coloured(rng, np.array([236.0, 227, 203]), 6), np.uint8
    )
    inks = ((176, 28, 34), (24, 28, 30), (30, 96, 60), (34, 60, 130))
    ink, other = (inks[int(k)] for k in rng.integers(len(inks), size=2))
    count, step, radius = (
        int(rng.integers(1, 7)),
        float(rng.uniform(11, 20)),
        int(rng.integers(2, 6)),
    )
    row = (np.arange(count) - (count - 1) / 2) * step
    ends = [long / 2] if rng.random() < 0.5 else [long * 0.17, long * 0.83]
    kind = int(rng.integers(3))
    for end in ends:
        for place in (row if len(ends) == 1 else row[:4]) + end:
            at = (int(np.clip(place, 6, long - 6)), wide // 2)
            if kind == 2:
                cv2.line(picture, (at[0], 5), (at[0], wide - 5), ink, 3, cv2.LINE_AA)
            else:
                cv2.circle(picture, at, radius, ink, -1 if kind else 1, cv2.LINE_AA)
    if len(ends) == 2 and rng.random() < 0.5:
        cv2.circle(picture, (long // 2, wide // 2), int(rng.integers(4, 11)), other, 2, cv2.LINE_AA)
    return picture


def _counters(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """Counters of one worth: side by side as somebody counted them, or in a heap."""
    place = lying(angle, x, y)
    size = tuple(float(v) for v in rng.uniform((2.5, 0.24, 0.07), (4.2, 0.42, 0.15)))
    front, heaped = _counter(rng), rng.random() < 0.35
    body: Colour = tuple(int(v) for v in front[0, 0])  # type: ignore[assignment]
    count, pitch = int(rng.integers(2, 15)), size[1] * float(rng.uniform(1.02, 1.5))
    made = []
    for k in range(count):
        if heaped:
            at = (*place(*rng.normal(0, 0.5, 2)), k * size[2] * 0.6)
            turn = angle + float(rng.normal(0, 35))
        else:
            at = (*place(float(rng.normal(0, 0.08)), (k - (count - 1) / 2) * pitch), 0.0)
            turn = angle + float(rng.normal(0, 1.5))
        box = block(at, flat(turn), size[:3], (body, body), front, 0.02)  # type: ignore[arg-type]
        made.append(Solid(box, 0.5))
    return made, []


def pieces_of(owner: TileSet) -> Makers:
    """The pieces of one set, in the form of `things.MAKERS`. Discs come twice as often."""
    discs = _discs(owner.style)
    return {
        "discs": (discs, 1.8), "more discs": (discs, 1.8), "die": (_die(owner.style), 0.7),
        "plate": (_plate(owner.style), 1.6), "counters": (_counters, 2.4),
    }  # fmt: skip
