"""Flowers and seasons: plants in cut lines, with leaves, blossoms and fruit; pots; landscapes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from datasets.synth.canvas import Canvas
from datasets.synth.carved.strokes import (
    HATCHED,
    OUTLINE,
    SOLID,
    Graver,
    Points,
    bent,
    blade,
    blob,
    shape,
    smooth,
    towards,
)
from datasets.synth.style import Colour, Point, Style


@dataclass
class _Plant(Graver):
    """What a plant is drawn with. solid: the share of leaves that are filled."""

    leaf: Colour
    stem: Colour
    petal: Colour
    heart: Colour
    solid: float


def draw_carved_plant(c: Canvas, style: Style, kind: int, flower: bool, rng: Generator) -> None:
    """kind: 0 plum, 1 orchid, 2 chrysanthemum, 3 bamboo for flowers; anything for seasons.

    What stays the same in a set comes from its seed, the rest from rng. It leaves the upper corners
    free for a number and a word.
    """
    own = np.random.default_rng([style.seed, 71])
    dark = style.black if own.random() < 0.4 else style.green
    leaf, petal = dark, style.red if own.random() < 0.9 else style.blue
    stem = (leaf, leaf, style.black, style.blue)[int(own.integers(4))]
    if own.random() < 0.08:
        petal = leaf
    heart = (petal, petal, leaf, style.blue, style.black)[int(own.integers(5))]
    line, solid = float(own.uniform(0.06, 0.12)), float(own.choice([0.0, 0.3, 1.0]))
    plant = _Plant(c, rng, line, leaf, stem, petal, heart, solid)
    _growing(plant, kind, flower, own)
    c.shrink(float(own.uniform(0.98, 1.22)), 1.5)  # mostly larger


def _growing(plant: _Plant, kind: int, flower: bool, own: Generator) -> None:
    """What grows or stands on a face; own says what stays the same in a set."""
    rng = plant.rng
    whole = own.random()
    if whole < 0.12:  # a set of landscapes, or one of its two series
        if flower or own.random() < 0.5:
            _landscape(plant)
            return
    elif whole < 0.24:
        _pot(plant)
    if flower and own.random() < 0.85:
        (_plum, _orchid, _aster, _bamboo)[kind](plant)
    else:
        (_plum, _orchid, _aster, _rose, _lotus, _fruit)[int(rng.integers(6))](plant)
    if rng.random() < 0.15:  # grass or water below
        for _ in range(int(rng.integers(1, 4))):
            y = plant.any(3.4, 3.7)
            x = plant.any(0.6, 1.6)
            plant.stroke(
                bent((x, y), (x + plant.any(0.4, 1.2), y), plant.any(-0.1, 0.1)), plant.leaf
            )


def _leaf(p: _Plant, at: Point, length: float, angle: float, fat: float = 0.42) -> None:
    tip = towards(at, length, angle)
    edge = blade(at, tip, fat * p.any(0.8, 1.25), p.any(-0.15, 0.15) * length, p.any(0.35, 0.6))
    if p.rng.random() < p.solid:
        p.c.area(edge, p.leaf)
        return
    shape(p.c, edge, p.leaf, HATCHED if p.rng.random() < 0.12 else OUTLINE, p.line * 0.8, p.rng)
    if p.rng.random() < 0.5:
        p.c.path([at, towards(at, length * 0.7, angle)], p.leaf, p.line * 0.6)


def _petals(p: _Plant, x: float, y: float, r: float, count: int, fill: int) -> None:
    turn, fat = p.any(0, 360), p.any(0.75, 1.25)
    for k in range(count):
        a = turn + 360 * k / count
        middle = towards((x, y), r * 0.6, a)
        edge = blob(*middle, r * 0.42, r * 0.42 * fat * 5 / count, -a, p.rng, 0.05)
        shape(p.c, edge, p.petal, fill, p.line * 0.85, p.rng)
    p.c.disc(x, y, r * 0.22, p.c.body if fill == SOLID else p.heart)
    if p.rng.random() < 0.4:
        p.c.oval(x, y, r * 0.3, r * 0.3, 0, p.heart, p.line * 0.7)


def _scalloped(p: _Plant, x: float, y: float, r: float) -> None:
    """A full blossom: an outline of scallops, with more of them inside."""
    count = int(p.rng.integers(5, 10))
    for scale in (1.0, p.any(0.5, 0.7), p.any(0.2, 0.32))[: int(p.rng.integers(2, 4))]:
        t = np.linspace(0, 2 * math.pi, 60, endpoint=False)
        wave = 1 - 0.22 * np.abs(np.sin(t * count / 2 + scale * 3))
        edge = np.stack([x + r * scale * wave * np.cos(t), y + r * scale * wave * np.sin(t)], 1)
        fill = SOLID if p.rng.random() < 0.15 else OUTLINE
        shape(p.c, edge, p.petal, fill, p.line * 0.9, p.rng)
    for k in range(count):
        if p.rng.random() < 0.5:
            a = 360 * k / count
            ends = [towards((x, y), r * 0.4, a), towards((x, y), r * 0.8, a)]
            p.c.path(ends, p.petal, p.line * 0.7)


def _spiral(p: _Plant, x: float, y: float, r: float) -> None:
    """A rose: a spiral within petals."""
    t = np.linspace(0, p.any(2, 3.2) * 2 * math.pi, 60)
    radius = r * (0.1 + 0.9 * t / t[-1])
    squeeze = p.any(0.7, 1.0)
    points = np.stack([x + radius * np.cos(t), y + radius * squeeze * np.sin(t)], 1)
    shape(p.c, points[-22:], p.petal, OUTLINE, p.line * 0.8, p.rng)
    p.stroke(points, p.petal)


def _blossom(p: _Plant, x: float, y: float, r: float) -> None:
    x, y = min(max(x, 0.45 + r * 0.6), 2.55 - r * 0.6), min(max(y, 1.25 + r * 0.5), 3.5 - r * 0.4)
    draw = p.rng.random()
    if draw < 0.42:
        fill = SOLID if p.rng.random() < 0.3 else OUTLINE
        _petals(p, x, y, r, int(p.rng.choice([4, 5, 5, 5, 6, 8])), fill)
    elif draw < 0.72:
        _scalloped(p, x, y, r)
    elif draw < 0.86:
        _spiral(p, x, y, r)
    else:
        _bud(p, x, y + r * 0.6, r * 1.4, p.any(60, 120))


def _bud(p: _Plant, x: float, y: float, r: float, angle: float) -> None:
    """A bud of three petals that points along the angle."""
    for off in (-24.0, 24.0, 0.0):
        edge = blade((x, y), towards((x, y), r, angle + off), 0.55, 0, 0.5)
        shape(p.c, edge, p.petal, OUTLINE if p.rng.random() < 0.8 else SOLID, p.line * 0.85, p.rng)


def _stalk(p: _Plant, a: Point, b: Point, ink: Colour, width: float = 1.1) -> Points:
    points = bent(a, b, p.any(-0.35, 0.35))
    p.stroke(points, ink, width)
    return points


def _leaves_along(p: _Plant, spine: Points, pairs: int, length: float) -> None:
    for k in np.linspace(1, len(spine) - 3, pairs).astype(int):
        at = (float(spine[k][0]), float(spine[k][1]))
        for side in (-1, 1):
            if p.rng.random() < 0.75:
                _leaf(p, at, length * p.any(0.7, 1.2), 90 + side * p.any(25, 85))


def _plum(p: _Plant) -> None:
    """A branch with small leaves and a few blossoms."""
    foot = (p.any(0.8, 2.2), p.any(3.3, 3.6))
    top = (3 - foot[0] + p.any(-0.5, 0.4), p.any(0.9, 1.5))
    middle = ((foot[0] + top[0]) / 2 + p.any(-0.35, 0.35), (foot[1] + top[1]) / 2)
    spine = smooth([foot, middle, top], 8)
    p.stroke(spine, p.stem, p.any(1.0, 2.0))
    _leaves_along(p, spine, int(p.rng.integers(3, 7)), p.any(0.3, 0.55))
    for _ in range(int(p.rng.integers(0, 3))):
        at = spine[int(p.rng.integers(3, len(spine) - 2))]
        end = towards((at[0], at[1]), p.any(0.35, 0.7), p.any(10, 170))
        _stalk(p, (at[0], at[1]), end, p.stem, 0.9)
        p.c.disc(*end, p.any(0.06, 0.13), p.petal)
    for _ in range(int(p.rng.choice([1, 2, 2, 3, 4, 5]))):
        at = spine[int(p.rng.integers(0, len(spine)))]
        _blossom(p, at[0] + p.any(-0.3, 0.3), at[1] + p.any(-0.2, 0.2), p.any(0.28, 0.66))


def _orchid(p: _Plant) -> None:
    """Long blades from one root."""
    x = p.any(1.2, 1.8)
    for _ in range(int(p.rng.integers(4, 9))):
        end = (min(max(x + p.any(-1.2, 1.2), 0.35), 2.65), p.any(1.0, 3.0))
        bow = p.any(-0.5, 0.5)
        if p.rng.random() < 0.5:
            p.c.area(blade((x, 3.6), end, p.any(0.05, 0.13), bow, 0.4), p.leaf)
        else:
            p.stroke(bent((x, 3.6), end, bow), p.leaf, 1.3)
    for _ in range(int(p.rng.integers(1, 4))):
        at = (x + p.any(-0.7, 0.7), p.any(1.6, 2.9))
        _stalk(p, (x, 3.5), at, p.leaf, 0.9)
        if p.rng.random() < 0.5:
            _blossom(p, *at, p.any(0.28, 0.5))
        else:
            for a in (p.any(20, 60), p.any(70, 110), p.any(120, 170), p.any(200, 250)):
                edge = blade(at, towards(at, p.any(0.2, 0.38), a), 0.45, 0)
                shape(
                    p.c,
                    edge,
                    p.petal,
                    SOLID if p.rng.random() < 0.5 else OUTLINE,
                    p.line * 0.8,
                    p.rng,
                )


def _aster(p: _Plant) -> None:
    """A stem with lobed leaves and one large head, or a few."""
    head = (p.any(1.1, 1.9), p.any(1.7, 2.9))
    foot = (p.any(1.1, 1.9), p.any(3.4, 3.7))
    spine = _stalk(p, foot, (p.any(1.0, 2.0), p.any(1.0, 1.6)), p.stem)
    _leaves_along(p, spine, int(p.rng.integers(2, 5)), p.any(0.4, 0.75))
    for k in range(int(p.rng.choice([1, 1, 2]))):
        r = p.any(0.5, 0.85) * (1 - 0.35 * k)
        x, y = (head[0], head[1]) if k == 0 else (3 - head[0], p.any(1.6, 2.3))
        if p.rng.random() < 0.4:  # rays
            _petals(p, x, y, r, int(p.rng.integers(8, 15)), OUTLINE)
        else:
            _scalloped(p, x, y, r)


def _bamboo(p: _Plant) -> None:
    """Jointed canes with clusters of pointed leaves."""
    cane = p.stem
    for _ in range(int(p.rng.integers(1, 4))):
        low = (p.any(0.8, 2.2), p.any(3.3, 3.7))
        top = (low[0] + p.any(-0.9, 0.9), p.any(0.9, 1.7))
        top = (min(max(top[0], 0.6), 2.4), top[1])
        parts = int(p.rng.integers(3, 6))
        wide = p.any(0.1, 0.24)
        hollow = p.rng.random() < 0.6
        for k in range(parts):
            t0, t1 = k / parts + 0.02, (k + 1) / parts - 0.02
            a = (low[0] + (top[0] - low[0]) * t0, low[1] + (top[1] - low[1]) * t0)
            b = (low[0] + (top[0] - low[0]) * t1, low[1] + (top[1] - low[1]) * t1)
            side = np.array([(b[1] - a[1]), -(b[0] - a[0])])
            side = side / (np.linalg.norm(side) + 1e-9) * wide / 2
            edge = np.array([a + side, b + side, b - side, a - side])
            shape(p.c, edge, cane, OUTLINE if hollow else SOLID, p.line * 0.8, p.rng)
            if p.rng.random() < 0.7:
                way = p.any(-60, 30) if p.rng.random() < 0.5 else p.any(150, 240)
                for off in (-28, 0, 28)[: int(p.rng.integers(1, 4))]:
                    _leaf(p, b, p.any(0.35, 0.7), way + off, p.any(0.25, 0.4))
    if p.rng.random() < 0.3:
        x = p.any(0.7, 2.3)
        for _ in range(3):
            shape(
                p.c, blade((x, 3.6), (x + p.any(-0.3, 0.3), 3.2), 0.4, 0), p.petal, SOLID, 0, p.rng
            )
    for _ in range(int(p.rng.choice([0, 0, 1, 2, 3]))):  # small flowers or a mark in red
        _petals(p, p.any(0.7, 2.3), p.any(1.5, 3.3), p.any(0.12, 0.25), 5, OUTLINE)


def _rose(p: _Plant) -> None:
    """One flower on a stem with two or three large leaves."""
    x, y = p.any(1.1, 1.9), p.any(1.7, 2.3)
    spine = _stalk(p, (p.any(1.0, 2.2), 3.6), (x, y), p.stem)
    for _ in range(int(p.rng.integers(2, 5))):
        at = spine[int(p.rng.integers(1, len(spine) - 3))]
        _leaf(p, (at[0], at[1]), p.any(0.6, 1.15), p.any(-20, 200), 0.5)
    _blossom(p, x, y, p.any(0.5, 0.8))


def _lotus(p: _Plant) -> None:
    """Layers of pointed petals above leaves or water."""
    x, y, r = p.any(1.3, 1.7), p.any(2.6, 3.1), p.any(0.6, 0.95)
    for side in (-1, 1):
        for _ in range(int(p.rng.integers(1, 4))):
            _leaf(p, (x, y), p.any(0.6, 1.0), 90 + side * p.any(50, 110), 0.35)
    if p.rng.random() < 0.5:
        tip = (x + p.any(-0.5, 0.5), p.any(1.4, 1.9))
        _stalk(p, (x, y), tip, p.stem, 0.9)
        _bud(p, *tip, p.any(0.3, 0.5), 90)
    for a in (30, 150, 58, 122, 90):
        edge = blade((x, y), towards((x, y), r, a + p.any(-6, 6)), p.any(0.4, 0.6), 0, 0.5)
        shape(p.c, edge, p.petal, OUTLINE, p.line * 0.9, p.rng)
    bowl = p.rng.random()
    if bowl < 0.5:
        p.c.oval(x, y + 0.25, r, 0.28, 0, p.c.body)
        p.c.oval(x, y + 0.25, r, 0.28, 0, p.petal if bowl < 0.25 else p.leaf, p.line)
        p.c.oval(x, y + 0.25, r * 0.5, 0.12, 0, p.petal, p.line * 0.8)


def _fruit(p: _Plant) -> None:
    """A spray with round fruit."""
    spine = _stalk(p, (p.any(1.0, 2.0), 3.6), (p.any(0.9, 2.1), p.any(1.1, 1.6)), p.stem)
    _leaves_along(p, spine, int(p.rng.integers(2, 6)), p.any(0.3, 0.6))
    for _ in range(int(p.rng.integers(2, 6))):
        at = spine[int(p.rng.integers(1, len(spine) - 1))]
        end = (min(max(at[0] + p.any(-0.6, 0.6), 0.6), 2.4), at[1] + p.any(-0.1, 0.4))
        p.stroke(bent((at[0], at[1]), end, 0.1), p.stem, 0.8)
        r = p.any(0.2, 0.42)
        shape(p.c, blob(*end, r, r, 0, p.rng, 0.05), p.petal, OUTLINE, p.line * 0.9, p.rng)
        mark = p.rng.random()
        if mark < 0.4:
            p.c.path([towards(end, r * 0.5, k) for k in (45, 225)], p.petal, p.line * 0.7)
            p.c.path([towards(end, r * 0.5, k) for k in (135, 315)], p.petal, p.line * 0.7)
        elif mark < 0.7:
            p.c.disc(*end, r * 0.35, p.petal)


def _pot(p: _Plant) -> None:
    """A pot or basket at the foot."""
    wide, foot, high = p.any(0.5, 0.85), p.any(0.3, 0.6), p.any(0.4, 0.7)
    y = 3.7
    ink = p.heart if p.rng.random() < 0.5 else p.petal
    edge = np.array(
        [(1.5 - wide, y - high), (1.5 + wide, y - high), (1.5 + foot, y), (1.5 - foot, y)]
    )
    fill = (OUTLINE, OUTLINE, HATCHED, SOLID)[int(p.rng.integers(4))]
    shape(p.c, edge, ink, fill, p.line, p.rng)
    p.stroke(bent((1.5 - wide - 0.1, y - high), (1.5 + wide + 0.1, y - high), 0), ink, 1.5)


def _landscape(p: _Plant) -> None:
    """Roofs, hills, water, a tree, a boat or a person in a few lines."""
    inks = (p.petal, p.leaf, p.stem)
    for _ in range(int(p.rng.integers(1, 4))):  # water or ground
        y, x = p.any(3.1, 3.7), p.any(0.4, 1.2)
        p.stroke(bent((x, y), (x + p.any(0.8, 1.6), y), p.any(-0.08, 0.08)), p.leaf)
    for _ in range(int(p.rng.integers(2, 6))):
        ink = inks[int(p.rng.integers(3))]
        x, y, s = p.any(0.8, 2.2), p.any(2.3, 3.4), p.any(0.5, 1.0)
        what = int(p.rng.integers(5))
        if what == 0:  # a house or pavilion, of one storey or more
            for k in range(int(p.rng.integers(1, 4))):
                w, top = s * (0.65 - 0.13 * k), y - 0.5 * s * k
                roof = smooth(
                    [(x - w, top - 0.25 * s), (x, top - 0.55 * s), (x + w, top - 0.25 * s)]
                )
                p.stroke(roof, ink, 1.4)
                for dx in (-0.6, 0.6):
                    p.c.path([(x + dx * w, top - 0.3 * s), (x + dx * w, top)], ink, p.line)
                p.c.path([(x - w * 0.7, top), (x + w * 0.7, top)], ink, p.line)
        elif what == 1:  # hills
            points = [
                (x + dx * s, y - (k % 2) * s * p.any(0.4, 0.9))
                for k, dx in enumerate((-1, -0.5, 0, 0.5, 1))
            ]
            p.stroke(smooth(points, 5), ink, 1.2)
        elif what == 2:  # a tree
            p.stroke(bent((x, y), (x + p.any(-0.3, 0.3), y - s), 0.1), ink, 1.6)
            for _ in range(4):
                at = (x + p.any(-0.4, 0.4), y - s * p.any(0.7, 1.3))
                shape(
                    p.c,
                    blob(*at, 0.25 * s, 0.17 * s, 0, p.rng, 0.12),
                    p.leaf,
                    OUTLINE,
                    p.line,
                    p.rng,
                )
        elif what == 3:  # a person
            robe = np.array(
                [
                    (x - 0.1, y - 0.7 * s),
                    (x + 0.1, y - 0.7 * s),
                    (x + 0.35 * s, y),
                    (x - 0.35 * s, y),
                ]
            )
            shape(p.c, robe, ink, (OUTLINE, HATCHED, SOLID)[int(p.rng.integers(3))], p.line, p.rng)
            shape(
                p.c,
                blob(x, y - 0.85 * s, 0.17 * s, 0.19 * s, 0, p.rng),
                ink,
                OUTLINE,
                p.line,
                p.rng,
            )
            p.stroke(
                bent((x, y - 0.5 * s), towards((x, y - 0.5 * s), 0.6 * s, p.any(-30, 210)), 0.1),
                ink,
            )
        else:  # a boat
            hull = np.concatenate(
                [bent((x - s, y), (x + s, y), -0.3 * s), bent((x + s, y), (x - s, y), 0.12)]
            )
            shape(p.c, hull, ink, OUTLINE, p.line, p.rng)
            p.c.path([(x, y), (x, y - s)], ink, p.line)
            shape(
                p.c,
                np.array([(x, y - s), (x + 0.5 * s, y - 0.3 * s), (x, y - 0.3 * s)]),
                ink,
                OUTLINE,
                p.line,
                p.rng,
            )
