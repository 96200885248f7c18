"""Dots as turned on a lathe and cut: rings, and in them spokes, petals, crosses or beads."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.random import Generator

from datasets.synth.canvas import Canvas
from datasets.synth.carved.strokes import bent
from datasets.synth.style import Colour

_MOTIFS = ("none", "spokes", "petals", "loops", "cross", "beads", "swirl", "bars", "scallops")


@dataclass(frozen=True)
class Rosette:
    """rings: outer and inner radius of each ring of ink, in radii of the dot. motif: what lies
    between the radii low and high, count times around; pale: it is cut out of a ring of ink.
    heart: radius of the middle, 0: none; pale_heart: it is a hole in a disc."""

    rings: tuple[tuple[float, float], ...]
    motif: str
    low: float
    high: float
    count: int
    pale: bool
    heart: float
    pale_heart: bool


@lru_cache(maxsize=256)
def rosette_of(seed: int, large: bool) -> Rosette:
    rng = np.random.default_rng([seed, 51, large])
    plain = not large and rng.random() < 0.4
    rings = [(1.0, 1.0 - float(rng.uniform(0.07, 0.24)))]
    edge = rings[0][1]
    for _ in range(int(rng.integers(1, 4)) if plain or large else int(rng.integers(0, 2))):
        outer = edge - float(rng.uniform(0.06, 0.14))
        inner = outer - float(rng.uniform(0.05, 0.2))
        if inner < 0.25:
            break
        rings.append((outer, inner))
        edge = inner
    motif = "none" if plain else str(rng.choice(_MOTIFS[1:]))
    heart = float(rng.uniform(0.14, 0.4)) if rng.random() < 0.8 or plain else 0.0
    heart = min(heart, edge - 0.08)
    low = max(heart, 0.0) * float(rng.uniform(0.9, 1.1)) if motif != "cross" else 0.0
    return Rosette(
        rings=tuple(rings),
        motif=motif,
        low=low,
        high=edge * float(rng.uniform(0.86, 1.0)),
        count=int(rng.integers(8, 22)) if large else int(rng.integers(4, 14)),
        pale=bool(rng.random() < 0.45),
        heart=max(heart, 0.0),
        pale_heart=bool(rng.random() < 0.4),
    )


def rosette(
    c: Canvas,
    kind: Rosette,
    at: tuple[float, float, float],
    inks: tuple[Colour, Colour],
    rng: Generator,
) -> None:
    """at: centre and radius. inks: of the rings and the motif, and of the heart."""
    x, y, r = at
    ink, heart = inks
    turn = float(rng.uniform(0, 360)) if rng.random() < 0.4 else 0.0
    for outer, inner in kind.rings:
        c.disc(x, y, r * outer, ink)
        c.disc(x, y, r * inner, c.body)
    under, over = (ink, c.body) if kind.pale else (c.body, ink)
    if kind.motif != "none":
        c.disc(x, y, r * kind.high, under)
        _motif(c, kind, at, over, turn)
    if kind.heart and kind.motif != "cross":
        c.disc(x, y, r * (kind.heart + 0.07), c.body)
        c.disc(x, y, r * kind.heart, heart)
        if kind.pale_heart:
            c.disc(x, y, r * kind.heart * 0.55, c.body)
            c.disc(x, y, r * kind.heart * 0.25, heart)


def _motif(
    c: Canvas, kind: Rosette, at: tuple[float, float, float], ink: Colour, turn: float
) -> None:
    x, y, r = at
    low, high = r * kind.low, r * kind.high
    wide = high - low
    count = 4 if kind.motif == "cross" else kind.count
    for k in range(count):
        degrees = turn + 360 * (k + 0.5) / count
        a = math.radians(degrees)
        dx, dy = math.cos(a), math.sin(a)
        middle = (x + dx * (low + wide / 2), y + dy * (low + wide / 2))
        across = min(0.42 * wide, 2.6 * (low + wide / 2) / count)
        if kind.motif == "spokes":
            c.path([(x + dx * low, y + dy * low), (x + dx * high, y + dy * high)], ink, 0.09 * r)
        elif kind.motif == "petals":
            c.oval(*middle, wide * 0.48, across, degrees, ink)
        elif kind.motif == "loops":
            c.oval(*middle, wide * 0.46, across, degrees, ink, 0.07 * r)
        elif kind.motif == "cross":
            c.leaf(x, y, high * 0.97, -degrees, ink, 0.42)
        elif kind.motif == "beads":
            c.disc(*middle, min(across, 0.3 * wide), ink)
        elif kind.motif == "swirl":
            end = (x + dx * high * 0.98, y + dy * high * 0.98)
            c.path(bent((x + dx * low, y + dy * low), end, 0.3 * wide), ink, 0.1 * r)
        elif kind.motif == "bars":
            side = (-dy * across * 0.5, dx * across * 0.5)
            for s in (-1, 1):
                ends = [
                    (x + dx * low + s * side[0], y + dy * low + s * side[1]),
                    (x + dx * high + s * side[0], y + dy * high + s * side[1]),
                ]
                c.path(ends, ink, 0.06 * r)
        else:
            c.oval(x + dx * high, y + dy * high, wide * 0.4, across * 1.1, degrees, ink, 0.06 * r)


def large_dot(
    c: Canvas, x: float, y: float, r: float, inks: tuple[Colour, Colour, Colour], seed: int
) -> None:
    """The one of dots: a rosette with a smaller one in its middle. inks: outer, inner, heart."""
    rng = np.random.default_rng([seed, 53])
    kind = rosette_of(seed, True)
    rosette(c, kind, (x, y, r), (inks[0], inks[2]), rng)
    if rng.random() < 0.35:  # petals around instead of a rim
        count = int(rng.integers(10, 20))
        for k in range(count):
            a = 2 * math.pi * k / count
            at = (x + 0.93 * r * math.cos(a), y + 0.93 * r * math.sin(a))
            c.oval(*at, 0.16 * r, 2.4 * r / count, math.degrees(a), inks[0])
            c.oval(*at, 0.08 * r, 1.4 * r / count, math.degrees(a), c.body)
    small = float(rng.uniform(0.36, 0.52)) * r
    c.disc(x, y, small * 1.12, c.body)
    inner = rosette_of(seed + 1, rng.random() < 0.3)
    rosette(c, inner, (x, y, small), (inks[2], inks[1] if rng.random() < 0.4 else inks[2]), rng)
