"""Dots and bamboos as sets draw them, with the bird of the one of bamboo."""

from __future__ import annotations

import math

import numpy as np

from datasets.synth.canvas import Canvas
from datasets.synth.carved.bamboo import draw_bamboo
from datasets.synth.carved.birds import draw_carved_bird
from datasets.synth.carved.dots import large_dot, rosette, rosette_of
from datasets.synth.style import Colour, Point, Style


def _dot(c: Canvas, style: Style, x: float, y: float, r: float, colour: Colour) -> None:
    body = c.body
    if style.carved:
        rng = np.random.default_rng([style.seed, 55, round(100 * x), round(100 * y)])
        shape = rosette_of(style.seed, False)
        heart = style.red if style.seed % 5 == 0 else colour
        rosette(c, shape, (x, y, r), (colour, heart), rng)
        return
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
                x + r * 0.5 * math.cos(a),
                y + r * 0.5 * math.sin(a),
                r * 0.3,
                r * 0.15,
                math.degrees(a),
                body,
            )
        c.disc(x, y, r * 0.16, body)
    elif kind == 3:
        c.disc(x, y, r * 0.72, body)
        c.disc(x, y, r * 0.36, colour)
    elif kind == 4:  # rays
        c.disc(x, y, r * 0.8, body)
        for k in range(12):
            a = k * math.pi / 6
            c.path(
                [(x, y), (x + r * 0.7 * math.cos(a), y + r * 0.7 * math.sin(a))], colour, r * 0.1
            )
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


def draw_dots(c: Canvas, style: Style, n: int, rng: np.random.Generator) -> None:
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
    if style.carved:
        radius *= 1.1
    for x, y, part in _dot_places(n):
        cy = 2 + (0.1 if style.corner else 0) + y * 1.12 * s * (0.95 if style.corner else 1)
        _dot(c, style, 1.5 + x * 1.12 * s * spread, cy, radius * s * spread, inks[part])


def _big_dot(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    x, y, r = 1.5, 2.05, 1.12 * style.scale
    if style.carved:
        inks = (style.green, style.blue, style.black)
        large_dot(
            c, x, y, r, (inks[style.seed % 3], inks[style.seed // 3 % 3], style.red), style.seed
        )
        return
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


def _stick(
    c: Canvas,
    style: Style,
    x: float,
    y: float,
    length: float,
    angle: float,
    colour: Colour,
    fat: float = 1.0,
) -> None:
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
        width = 0.62 + 0.38 * np.abs(
            np.cos((t + 1) * math.pi * waves / 2 + (kind == 2) * math.pi / 2)
        )
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


def draw_sticks(c: Canvas, style: Style, n: int) -> None:
    if style.carved:
        draw_bamboo(c, style, n)
        return
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
            (x * 0.75, y * 1.08, tints[y] if across else tints[x])
            for y in (-1, 0, 1)
            for x in (-1, 0, 1)
        ]
    else:
        _eight_sticks(c, style, g, b)
        return
    for x, y, ink in rows:
        _stick(c, style, 1.5 + x * s, 2.05 + y * s, length * s, 0, ink, fat)


def _eight_sticks(c: Canvas, style: Style, g: Colour, b: Colour) -> None:
    """The sticks form an M over a W, or seldom a W over an M."""
    s = style.scale
    flip = -1.0 if style.seed % 4 == 0 else 1.0
    for half, ink in ((-1.0, g), (1.0, b)):
        y = 2.05 + half * 0.82 * s
        for side in (-1.0, 1.0):
            _stick(c, style, 1.5 + side * 0.88 * s, y, 1.4 * s, 0, ink, 0.9)
            lean = side * half * flip * 30
            _stick(c, style, 1.5 + side * 0.38 * s, y, 1.45 * s, -lean, ink, 0.9)


def draw_bird(c: Canvas, style: Style, rng: np.random.Generator) -> None:
    """A sparrow, peacock, crane, cock, parrot, phoenix, swallow or owl; the seed decides."""
    if style.carved:
        draw_carved_bird(c, style)
        return
    inks = [style.green, style.blue, style.red]
    rng.shuffle(inks)
    body, wing, extra = inks
    kind, s = style.bird, style.scale
    side = -1.0 if rng.random() < 0.6 else 1.0
    lean = float(rng.uniform(20, 70))

    def at(x: float, y: float) -> Point:
        return 1.5 + side * x * s, 2.05 + y * s

    def leaf(
        x: float,
        y: float,
        length: float,
        angle: float,
        ink: Colour,
        fat: float = 0.25,
        bend: float = 0.0,
    ) -> None:
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
