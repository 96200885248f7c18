"""Bamboo sticks with joints, in many shapes, and how they lie on a face."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from datasets.synth.canvas import Canvas
from datasets.synth.carved.strokes import Points
from datasets.synth.style import Colour, Point, Style


@dataclass(frozen=True)
class Sticks:
    """How a set draws its sticks. Widths are in half widths of a stick, places from -1 to 1.

    joints: places of the joints between the ends. bulge: how far it swells between joints (or
    narrows, below 0). flare: how far the ends swell. knot: how far joints swell. bars: how far a
    bar across each joint and end sticks out, 0: no bars. round: rounded ends. groove: width of a
    pale line along the middle; whole: one for the whole stick and not for every part. line: width
    of the outline, if the stick is no more than that; double: with a second line within.
    """

    fat: float
    long: float
    joints: tuple[float, ...]
    bulge: float
    flare: float
    knot: float
    bars: float
    round: bool
    groove: float
    whole: bool
    line: float
    double: bool


@lru_cache(maxsize=64)
def sticks_of(seed: int) -> Sticks:
    rng = np.random.default_rng([seed, 41])
    parts = int(rng.choice([1, 2, 3, 4], p=[0.15, 0.45, 0.28, 0.12]))
    places = tuple(float(p) for p in np.linspace(-1, 1, parts + 1)[1:-1])
    look = rng.random()
    hollow = look < 0.3
    return Sticks(
        fat=float(rng.uniform(0.12, 0.26)),
        long=float(rng.uniform(0.82, 1.04)),
        joints=places,
        bulge=float(rng.uniform(-0.35, 0.35)),
        flare=float(rng.choice([0.0, 0.25, 0.45])) if rng.random() < 0.7 else 0.0,
        knot=float(rng.uniform(-0.4, 0.45)),
        bars=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.4 else 0.0,
        round=bool(rng.random() < 0.6),
        groove=float(rng.uniform(0.25, 0.6)) if 0.3 < look < 0.8 else 0.0,
        whole=bool(rng.random() < 0.35),
        line=float(rng.uniform(0.04, 0.075)) if hollow else 0.0,
        double=bool(rng.random() < 0.25),
    )


def _half_widths(kind: Sticks, t: Points) -> Points:
    """Half the width along the stick, t from -1 to 1."""
    nodes = np.array([-1.0, *kind.joints, 1.0])
    part = np.clip(np.searchsorted(nodes, t, side="right") - 1, 0, len(nodes) - 2)
    within = (t - nodes[part]) / (nodes[part + 1] - nodes[part])
    wide = 0.8 + kind.bulge * np.sin(np.pi * within)
    wide += kind.flare * np.exp(-(((1 - np.abs(t)) / 0.14) ** 2))
    for joint in kind.joints:
        wide += kind.knot * np.exp(-(((t - joint) / 0.12) ** 2))
    if kind.round:
        wide *= np.clip((1.02 - np.abs(t)) * 7, 0, 1) ** 0.5
    return np.asarray(np.clip(wide, 0.12, 1.6), np.float64)


def stick(c: Canvas, kind: Sticks, a: Point, b: Point, colour: Colour, fat: float = 1.0) -> None:
    """A stick from a to b. fat: its width in those that the set usually gives it."""
    (x0, y0), (x1, y1) = a, b
    long = math.hypot(x1 - x0, y1 - y0)
    along = np.array([x1 - x0, y1 - y0]) / long
    across = np.array([-along[1], along[0]])
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    w = kind.fat * fat

    def at(u: Points, v: Points) -> Points:
        return middle + u[:, None] * w * across + v[:, None] * long / 2 * along

    t = np.linspace(-1, 1, 49)
    wide = _half_widths(kind, t)
    edge = np.concatenate([at(wide, t), at(-wide, t)[::-1]])
    if kind.line:
        c.area(edge, c.body)
        c.path(edge, colour, kind.line, closed=True)
        if kind.double:
            c.path(at(np.zeros(2), np.array([-0.7, 0.7])), colour, kind.line * 0.8)
    else:
        c.area(edge, colour)
    nodes = [-1.0, *kind.joints, 1.0]
    if kind.groove:
        spans = [(-1.0, 1.0)] if kind.whole else list(pairwise(nodes))
        for low, high in spans:
            v = np.linspace(low + 0.16, high - 0.16, 9)
            u = kind.groove * _half_widths(kind, v) * np.sin(np.linspace(0.35, np.pi - 0.35, 9))
            c.area(np.concatenate([at(u, v), at(-u, v)[::-1]]), c.body)
    if kind.bars:
        for place in (-0.97, *kind.joints, 0.97):
            reach = float(_half_widths(kind, np.array([place * 0.9]))[0]) + kind.bars
            ends = at(np.array([-reach, reach]), np.array([place, place]))
            c.path(ends, colour, max(0.05, kind.line or 0.3 * w))
    elif kind.line:
        for joint in kind.joints:
            reach = float(_half_widths(kind, np.array([joint]))[0])
            c.path(at(np.array([-reach, reach]), np.array([joint] * 2)), colour, kind.line * 0.8)


def draw_bamboo(c: Canvas, style: Style, n: int) -> None:
    """The n of bamboo, from 2 to 9."""
    own = np.random.default_rng([style.seed, 43])
    kind = sticks_of(style.seed)
    tall = float(own.uniform(2.7, 3.35)) * min(style.scale, 1.02)
    apart = float(own.uniform(0.62, 0.84))
    gap = float(own.uniform(0.03, 0.3))
    first, second, red = _inks(style, own)
    y0 = 2.05
    if n == 8:
        _eight(c, kind, own, (first, second), (tall, gap, apart))
        return
    rows: list[tuple[tuple[float, ...], tuple[Colour, ...]]]
    side = (-apart, apart)
    three = (-apart, 0.0, apart)
    middle = second if own.random() < 0.5 else first
    seven = red if own.random() < 0.85 else first
    if n == 2:
        rows = [((0.0,), (first,)), ((0.0,), (second,))]
    elif n == 3:
        rows = [((0.0,), (red if own.random() < 0.2 else second,)), (side, (first,) * 2)]
    elif n in (4, 5):
        crossed = own.random() < 0.5
        low = (second, first) if crossed else (first, second)
        rows = [(side, (first, second)), (side, low)]
    elif n == 6:
        rows = [(three, (first,) * 3), (three, (second,) * 3)]
    elif n == 7:
        inner = (first, middle, first)
        rows = [((0.0,), (seven,)), (three, inner), (three, inner)]
    else:
        across = own.random() < 0.15
        column = (first, red if own.random() < 0.85 else second, first)
        rows = [(three, (ink,) * 3 if across else column) for ink in (first, red, second)]
    length = (tall - gap * (len(rows) - 1)) / len(rows)
    fat = (1.12, 0.95)[len(rows) - 2]
    for k, (places, inks) in enumerate(rows):
        y = y0 - tall / 2 + length / 2 + k * (length + gap)
        half = length / 2 * kind.long
        for x, ink in zip(places, inks, strict=True):
            stick(c, kind, (1.5 + x, y - half), (1.5 + x, y + half), ink, fat)
    if n == 5:
        half = length / 2 * kind.long
        stick(c, kind, (1.5, y0 - half), (1.5, y0 + half), red, fat)


def _inks(style: Style, own: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    first = style.green
    second = (style.green, style.green, style.blue, style.black)[int(own.integers(4))]
    return first, second, style.red


def _eight(
    c: Canvas,
    kind: Sticks,
    own: np.random.Generator,
    inks: tuple[Colour, Colour],
    places: tuple[float, float, float],
) -> None:
    """A W over an M, seldom the other way: two posts in each half, and two sticks between them
    that meet in the middle."""
    tall, gap, apart = places
    gap = float(own.uniform(0.1, 0.75))
    length = (tall - gap) / 2
    wide = apart + float(own.uniform(0.02, 0.2))
    outward = 1.0 if own.random() < 0.82 else -1.0  # the peaks lie away from the middle
    peak, foot = float(own.uniform(-0.25, 0.85)), float(own.uniform(0.75, 0.98))
    lean, thin = float(own.uniform(-0.05, 0.1)), float(own.uniform(0.75, 1.0))
    inner = wide - float(own.uniform(0.0, 0.7)) * kind.fat
    narrow = float(own.uniform(0.0, 0.12))
    same = own.random() < 0.75
    for half, ink in ((-1.0, inks[0]), (1.0, inks[0] if same else inks[1])):
        y = 2.05 + half * (length + gap) / 2
        out = half * outward  # +1: the peak is below
        for side in (-1.0, 1.0):
            x = 1.5 + side * wide
            end = length / 2
            stick(c, kind, (x + side * lean, y - end), (x, y + end), ink, 0.95)
            begin = (1.5 + side * inner, y - out * foot * end)
            stick(c, kind, begin, (1.5 + side * narrow, y + out * peak * end), ink, 0.95 * thin)
