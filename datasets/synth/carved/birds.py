"""The bird on the one of bamboo: sparrows on a perch, peacocks with fans, pheasants, phoenixes.

A bird is put together from a body, a head, wings, a tail and legs, each in an ink and a filling
of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from datasets.synth.canvas import Canvas
from datasets.synth.carved.strokes import (
    OUTLINE,
    SCALED,
    SOLID,
    Graver,
    band,
    bent,
    blade,
    blob,
    shape,
    smooth,
    towards,
)
from datasets.synth.style import Colour, Point, Style


@dataclass
class _Bird(Graver):
    """What the parts of a bird are drawn with."""

    body: Colour
    wing: Colour
    tail: Colour
    legs: Colour

    def fill(self, chances: tuple[float, float, float, float] = (0.25, 0.2, 0.35, 0.2)) -> int:
        """A way of filling: solid, outline, hatched, scaled, with these chances."""
        return int(self.rng.choice(4, p=chances))

    def bow(self, a: Point, b: Point, bow: float, ink: Colour, width: float = 1.0) -> None:
        self.stroke(bent(a, b, bow), ink, width)


def draw_carved_bird(c: Canvas, style: Style) -> None:
    """The bird of a set."""
    rng = np.random.default_rng([style.seed, 61])
    inks = [style.green, style.blue, style.red, style.green, style.black]
    many = rng.random() < 0.72
    if many:
        body, wing, tail, legs = (inks[int(k)] for k in rng.integers(0, 4, 4))
    else:
        body = inks[int(rng.integers(5))]
        wing = tail = legs = body
        if rng.random() < 0.4:
            legs = style.red
    bird = _Bird(c, rng, float(rng.uniform(0.05, 0.1)), body, wing, tail, legs)
    kinds = (_sparrow, _peacock, _pheasant, _phoenix)
    kinds[int(rng.choice(4, p=[0.36, 0.26, 0.22, 0.16]))](bird)
    if rng.random() < 0.5:  # it looks the other way
        c.image = np.ascontiguousarray(c.image[:, ::-1])


def _head(b: _Bird, x: float, y: float, r: float, way: float) -> None:
    """A head with an eye, a beak and a crest. way: where it looks, degrees."""
    tip = towards((x, y), r * b.any(1.7, 2.6), way)
    left, right = towards((x, y), r * 0.95, way + 32), towards((x, y), r * 0.95, way - 32)
    beak = b.tail if b.rng.random() < 0.5 else b.body
    edge = np.array([left, tip, right])
    shape(b.c, edge, beak, SOLID if b.rng.random() < 0.6 else OUTLINE, b.line * 0.8, b.rng)
    if b.rng.random() < 0.3:  # open
        b.c.path([towards((x, y), r, way), tip], b.c.body, b.line * 0.6)
    b_fill = b.fill((0.4, 0.45, 0.1, 0.05))
    shape(b.c, blob(x, y, r, r * 0.92, 0, b.rng, 0.04), b.body, b_fill, b.line, b.rng)
    eye = towards((x, y), r * 0.25, way + 20)
    size = r * b.any(0.28, 0.5)
    b.c.disc(*eye, size, b.c.body)
    b.c.oval(*eye, size * 0.85, size * 0.85, 0, b.tail if b.rng.random() < 0.3 else b.body, 0.04)
    b.c.disc(*eye, size * 0.4, b.tail if b.rng.random() < 0.3 else b.body)
    crest = b.rng.random()
    top = towards((x, y), r * 0.9, 90 + (90 - way) * 0.1)
    ink = b.tail if b.rng.random() < 0.6 else b.body
    if crest < 0.45:  # plumes swept back
        for _ in range(int(b.rng.integers(1, 4))):
            end = towards(top, b.any(0.25, 0.6), b.any(60, 170) if way < 90 else b.any(10, 120))
            b.bow(top, end, b.any(-0.2, 0.2), ink, 1.2)
    elif crest < 0.7:  # a crown of stems with beads
        for k in range(3):
            end = towards(top, b.any(0.2, 0.35), 90 + 28 * (k - 1))
            b.bow(top, end, 0, ink, 0.8)
            b.c.disc(*end, b.any(0.04, 0.08), ink)
    elif crest < 0.9:  # a cap
        left, right = (x - r * 1.1, y - r * 0.5), (x + r * 1.2, y - r * 0.7)
        shape(
            b.c, band(bent(left, right, -r * 0.6), np.linspace(0.05, 0.2, 16)), ink, SOLID, 0, b.rng
        )


def _wing(b: _Bird, root: Point, length: float, way: float, folded: bool) -> None:
    """A wing of several feathers from its root. way: degrees."""
    count = int(b.rng.integers(3, 7))
    spread = b.any(6, 14) if folded else b.any(14, 26)
    fill = b.fill((0.3, 0.3, 0.35, 0.05))
    for k in range(count):
        angle = way + (k - count / 2) * spread
        end = towards(root, length * (1 - 0.09 * abs(k - count / 2)), angle)
        edge = blade(root, end, b.any(0.16, 0.3), b.any(-0.12, 0.12), b.any(0.45, 0.7))
        shape(b.c, edge, b.wing, fill, b.line * 0.8, b.rng)
    if b.rng.random() < 0.5:
        shoulder = blob(*root, length * b.any(0.2, 0.32), length * b.any(0.15, 0.22), -way, b.rng)
        shape(b.c, shoulder, b.wing, b.fill(), b.line * 0.8, b.rng)


def _legs(b: _Bird, x: float, y: float, length: float) -> None:
    apart = b.any(0.12, 0.26)
    for dx in (-apart, apart):
        foot = (x + dx + b.any(-0.08, 0.08), y + length)
        b.bow((x + dx * 0.7, y), foot, 0, b.legs)
        for toe in (-0.16, 0.02, 0.18):
            b.bow(foot, (foot[0] + toe, foot[1] + b.any(0.03, 0.1)), 0, b.legs, 0.8)


def _perch(b: _Bird, y: float) -> None:
    """A twig, or a ring with curled ends, under a bird."""
    ink = b.legs
    left, right = (b.any(0.45, 0.8), y + b.any(-0.1, 0.2)), (b.any(2.2, 2.55), y + b.any(-0.2, 0.1))
    b.bow(left, right, b.any(-0.15, 0.15), ink, 1.2)
    for end, way in ((left, 180.0), (right, 0.0)):
        if b.rng.random() < 0.45:
            b.c.oval(*end, b.any(0.08, 0.16), b.any(0.07, 0.13), 0, ink, b.line)
        else:
            for _ in range(int(b.rng.integers(0, 3))):
                tip = towards(end, b.any(0.2, 0.4), way + b.any(-70, 70))
                shape(b.c, blade(end, tip, 0.4, 0.05), ink, b.fill(), b.line * 0.7, b.rng)


def _sparrow(b: _Bird) -> None:
    """It sits upright, its tail of long feathers hangs below."""
    lean = b.any(-0.5, 0.5)
    x, y = 1.5 - lean * 0.4, b.any(1.25, 1.6)
    seat = (1.5 + lean * 0.35, b.any(2.1, 2.45))
    low = (seat[0] + lean * b.any(0.5, 1.3), b.any(3.2, 3.65))
    if b.rng.random() < 0.8:
        _perch(b, seat[1] + b.any(-0.15, 0.15))
    fill = b.fill((0.25, 0.3, 0.3, 0.15))
    for _ in range(int(b.rng.integers(1, 4))):
        start = (seat[0] + b.any(-0.18, 0.18), seat[1] - 0.1)
        tip = (low[0] + b.any(-0.28, 0.28), low[1] + b.any(-0.3, 0.1))
        edge = blade(start, tip, b.any(0.14, 0.3), b.any(-0.15, 0.15), b.any(0.3, 0.7))
        ink = b.tail if b.rng.random() < 0.75 else b.wing
        shape(b.c, edge, ink, fill, b.line, b.rng)
    wide = b.any(0.32, 0.55)
    turn = math.degrees(math.atan2(seat[1] - y, seat[0] - x))
    middle = ((x + seat[0]) / 2, (y + seat[1]) / 2 + 0.1)
    long = math.hypot(seat[0] - x, seat[1] - y) / 2 + 0.28
    shape(b.c, blob(*middle, long, wide, turn, b.rng), b.body, b.fill(), b.line, b.rng)
    sides = (-1, 1) if b.rng.random() < 0.5 else (int(b.rng.choice([-1, 1])),)
    for side in sides:
        root = (middle[0] + side * wide * 0.6, middle[1] - b.any(0.1, 0.3))
        way = -90 + side * b.any(5, 50)
        _wing(b, root, b.any(0.6, 1.0), way, True)
    _head(b, x, y - b.any(0.0, 0.15), b.any(0.24, 0.4), b.any(-35, 45))


def _peacock(b: _Bird) -> None:
    """From the front, before its open fan."""
    x, y = 1.5 + b.any(-0.15, 0.15), b.any(2.2, 2.6)
    wide, high = b.any(0.6, 1.1), b.any(0.8, 1.25)
    top = b.any(0.55, 0.85)
    centre = (x + b.any(-0.1, 0.1), top + high)
    fan = b.tail
    if b.rng.random() < 0.5:  # a round field with eyes in it
        fringe = b.rng.random() < 0.6
        for a in np.linspace(-30, 210, int(b.rng.integers(16, 34))):
            if fringe:
                start = (
                    centre[0] + wide * math.cos(math.radians(a)),
                    centre[1] - high * math.sin(math.radians(a)),
                )
                b.bow(start, towards(start, b.any(0.1, 0.22), a), 0, fan)
        edge = blob(*centre, wide, high, 0, b.rng, 0.03)
        shape(b.c, edge, fan, SOLID if b.rng.random() < 0.4 else OUTLINE, b.line, b.rng)
        eyes = b.any(0.1, 0.19)
        ink = b.c.body if b.rng.random() < 0.4 else b.wing
        for row, ey in enumerate(np.arange(-high + eyes, high * 0.8, eyes * 2.3)):
            for ex in np.arange(-wide + eyes * (1 + row % 2), wide, eyes * 2.4):
                if (ex / wide) ** 2 + (ey / high) ** 2 < 0.82:
                    at = (centre[0] + float(ex), centre[1] + float(ey))
                    b.c.disc(*at, eyes, b.c.body)
                    b.c.oval(*at, eyes * 0.9, eyes * 0.9, 0, ink if ink != b.c.body else fan, 0.05)
                    if b.rng.random() < 0.8:
                        b.c.disc(*at, eyes * 0.35, fan)
    else:  # feathers that end in eyes
        count = int(b.rng.integers(7, 14))
        rows = int(b.rng.integers(1, 3))
        half_open = b.any(60, 105)
        for row in range(rows):
            for a in np.linspace(90 - half_open, 90 + half_open, count):
                tip = towards((x, y), (wide * 1.35 if rows == 1 else wide * (1.4 - 0.5 * row)), a)
                b.bow((x, y), tip, b.any(-0.05, 0.05), fan)
                b.c.oval(*tip, 0.15, 0.2, 90 - a, b.wing)
                b.c.oval(*tip, 0.08, 0.11, 90 - a, b.c.body)
                b.c.disc(*tip, 0.05, fan)
    _legs(b, x, y + 0.55, b.any(0.3, 0.6))
    if b.rng.random() < 0.75:
        for wing in (-1, 1):
            way = b.any(-40, 45) if wing > 0 else b.any(135, 220)
            _wing(b, (x + wing * 0.2, y + 0.15), b.any(0.5, 0.9), way, True)
    body = blob(x, y + 0.25, b.any(0.28, 0.48), b.any(0.35, 0.5), 0, b.rng)
    shape(b.c, body, b.body, b.fill(), b.line, b.rng)
    side = float(b.rng.choice([-1.0, 1.0]))
    head = (x + side * b.any(0.1, 0.5), y - b.any(0.15, 0.5))
    neck = bent((x, y + 0.15), head, b.any(-0.15, 0.15))
    shape(b.c, band(neck, np.linspace(0.4, 0.2, 16)), b.body, b.fill(), b.line, b.rng)
    _head(b, *head, b.any(0.15, 0.22), 0 if side > 0 else 180)


def _pheasant(b: _Bird) -> None:
    """From the side, on its legs, with a long neck and a long or spotted tail."""
    x, y = b.any(1.3, 1.7), b.any(2.0, 2.4)
    head = (x - b.any(0.4, 0.75), b.any(0.9, 1.3))
    chest = (x - 0.3, y - 0.15)
    rump = (x + 0.4, y + b.any(0.0, 0.35))
    spotted = b.rng.random() < 0.5
    if spotted:
        end = (min(2.25, rump[0] + b.any(0.2, 0.5)), rump[1] + b.any(0.25, 0.7))
        rx, ry = b.any(0.5, 0.75), b.any(0.32, 0.5)
        edge = blob(*end, rx, ry, b.any(20, 70), b.rng, 0.05)
        shape(b.c, edge, b.tail, SCALED, b.line, b.rng)
        for _ in range(int(b.rng.integers(3, 8))):
            at = (end[0] + b.any(-0.5, 0.5) * rx, end[1] + b.any(-0.6, 0.6) * ry)
            b.c.disc(*at, 0.11, b.c.body)
            b.c.oval(*at, 0.1, 0.1, 0, b.tail, 0.05)
    else:
        for _ in range(int(b.rng.integers(2, 6))):
            tip = (rump[0] + b.any(0.4, 1.0), rump[1] + b.any(-0.9, 1.1))
            edge = blade(rump, tip, b.any(0.12, 0.25), b.any(-0.3, 0.3), 0.55)
            shape(b.c, edge, b.tail, b.fill((0.35, 0.3, 0.35, 0.0)), b.line * 0.8, b.rng)
    _legs(b, x, y + 0.35, b.any(0.5, 0.8))
    if b.rng.random() < 0.5:
        ground = y + 1.3
        b.bow((0.6, ground), (2.4, ground + b.any(-0.1, 0.1)), b.any(-0.1, 0.1), b.legs)
        for _ in range(int(b.rng.integers(3, 9))):
            at = (b.any(0.6, 2.4), ground)
            b.bow(at, towards(at, b.any(0.1, 0.3), b.any(40, 140)), 0, b.legs, 0.8)
    body = blob((chest[0] + rump[0]) / 2, y, 0.6, b.any(0.3, 0.45), b.any(5, 30), b.rng)
    shape(b.c, body, b.body, b.fill(), b.line, b.rng)
    neck = smooth([chest, (chest[0] - b.any(0.1, 0.3), (chest[1] + head[1]) / 2), head])
    shape(b.c, band(neck, np.linspace(0.5, 0.17, len(neck))), b.body, b.fill(), b.line, b.rng)
    up = b.rng.random() < 0.5
    _wing(b, (x - 0.1, y - 0.15), b.any(0.6, 1.05), b.any(10, 60) if up else b.any(-40, 0), not up)
    _head(b, *head, b.any(0.14, 0.22), b.any(155, 200))


def _phoenix(b: _Bird) -> None:
    """In flight or dancing, wings up, with streaming tail feathers."""
    x, y = b.any(1.3, 1.7), b.any(1.7, 2.2)
    low = b.any(-150, -50)
    for _ in range(int(b.rng.integers(2, 6))):
        tip = towards((x, y), b.any(1.0, 1.7), low + b.any(-35, 35))
        tip = (min(max(tip[0], 0.35), 2.65), min(tip[1], 3.7))
        if b.rng.random() < 0.5:
            b.bow((x, y + 0.2), tip, b.any(-0.4, 0.4), b.tail, 1.6)
            if b.rng.random() < 0.5:
                b.c.oval(*tip, 0.12, 0.16, 0, b.tail, b.line)
        else:
            edge = blade((x, y + 0.2), tip, b.any(0.12, 0.25), b.any(-0.4, 0.4), 0.6)
            shape(b.c, edge, b.tail, b.fill(), b.line * 0.8, b.rng)
    _wing(b, (x + 0.15, y), b.any(0.9, 1.4), b.any(20, 100), False)
    if b.rng.random() < 0.7:
        _wing(b, (x - 0.15, y), b.any(0.6, 1.2), b.any(80, 170), False)
    turn = b.any(20, 80)
    shape(
        b.c,
        blob(x, y, b.any(0.42, 0.6), b.any(0.22, 0.34), turn, b.rng),
        b.body,
        b.fill(),
        b.line,
        b.rng,
    )
    side = float(b.rng.choice([-1.0, 1.0]))
    head = (x + side * b.any(0.3, 0.7), y - b.any(0.3, 0.75))
    neck = bent((x, y - 0.1), head, b.any(-0.3, 0.3))
    shape(b.c, band(neck, np.linspace(0.34, 0.18, 16)), b.body, b.fill(), b.line, b.rng)
    _head(b, *head, b.any(0.16, 0.27), b.any(-30, 40) if side > 0 else b.any(140, 210))
    if b.rng.random() < 0.4:
        _legs(b, x, y + 0.25, b.any(0.3, 0.5))
