"""Lines and shapes as a graver cuts them: of uneven width, outlined, hatched or scaled."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.synth.canvas import Canvas
from datasets.synth.style import Colour, Point

Points = NDArray[np.float64]
SOLID, OUTLINE, HATCHED, SCALED = range(4)
"""How a shape is filled."""
_TAPER = 0.6
"""What part of its width a line loses towards its ends, by hand."""


def smooth(points: list[Point] | Points, steps: int = 12, closed: bool = False) -> Points:
    """A curve through all the points (Catmull and Rom's)."""
    p = np.array(points, float)
    ends = (p[-1:], p[:2]) if closed else (2 * p[:1] - p[1:2], 2 * p[-1:] - p[-2:-1])
    q = np.concatenate([ends[0], p, ends[1]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = [
        0.5
        * (
            2 * b
            + (c - a) * t
            + (2 * a - 5 * b + 4 * c - d) * t**2
            + (3 * b - a - 3 * c + d) * t**3
        )
        for a, b, c, d in zip(q[:-3], q[1:-2], q[2:-1], q[3:], strict=True)
    ]
    return np.concatenate(parts if closed else [*parts, p[-1:]])


def bent(a: Point, b: Point, bow: float) -> Points:
    """A curve from a to b that leaves the straight line by bow, to its right."""
    (x0, y0), (x1, y1) = a, b
    long = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / long, (y1 - y0) / long
    t = np.linspace(0, 1, 16)
    off = bow * np.sin(np.pi * t)
    return np.stack([x0 + (x1 - x0) * t - dy * off, y0 + (y1 - y0) * t + dx * off], 1)


def normals(points: Points) -> Points:
    along = np.gradient(points, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
    return np.stack([-along[:, 1], along[:, 0]], 1)


def band(points: Points, widths: NDArray[Any]) -> Points:
    """The edge of a line along the points that is so wide at each of them."""
    off = normals(points) * widths[:, None] / 2
    return np.concatenate([points + off, (points - off)[::-1]])


@dataclass
class Graver:
    """What cuts a picture. line: width of its lines."""

    c: Canvas
    rng: Generator
    line: float

    def any(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def stroke(self, points: Points, ink: Colour, width: float = 1.0) -> None:
        """A line that swells and thins as a graver is pressed, and loses much of its width towards
        its ends. width: in those of its usual lines."""
        t = np.linspace(0, 1, len(points))
        ends = 1 - _TAPER * np.abs(2 * t - 1 + self.rng.uniform(-0.5, 0.5)).clip(0, 1) ** 2
        waves = t * self.rng.uniform(0.5, 2.5) + self.rng.random()
        pressed = 1 + 0.18 * np.sin(2 * math.pi * waves)
        self.c.area(band(points, self.line * width * ends * pressed), ink)


def inside(c: Canvas, edge: Points) -> NDArray[np.float32]:
    """What part of each pixel lies inside an edge, (H, W)."""
    mask = np.zeros(c.image.shape[:2], np.uint8)
    at = np.round(edge * [c.sx, c.sy] * 16).astype(np.int32)
    cv2.fillPoly(mask, [at], 255, cv2.LINE_AA, 4)
    return np.asarray(mask, np.float32) / np.float32(255)


def shape(c: Canvas, edge: Points, colour: Colour, fill: int, line: float, rng: Generator) -> None:
    """A shape, filled in one of the ways above. What lay under it is gone."""
    if fill == SOLID:
        c.area(edge, colour)
        return
    c.area(edge, c.body)
    if fill != OUTLINE:
        before = c.image.copy()
        (x0, y0), (x1, y1) = edge.min(0), edge.max(0)
        if fill == HATCHED:
            _hatch(c, (x0, y0, x1, y1), colour, line, rng)
        else:
            _scales(c, (x0, y0, x1, y1), colour, line, rng)
        part = inside(c, edge)[..., None]
        c.image = np.asarray(c.image * part + before * (1 - part), np.uint8)
    c.path(edge, colour, line, closed=True)


def _hatch(
    c: Canvas, box: tuple[float, float, float, float], ink: Colour, line: float, rng: Generator
) -> None:
    x0, y0, x1, y1 = box
    middle, reach = np.array([(x0 + x1) / 2, (y0 + y1) / 2]), math.hypot(x1 - x0, y1 - y0) / 2
    a, gap = rng.uniform(0, math.pi), line * rng.uniform(1.7, 3.2)
    along, across = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    bow = float(rng.uniform(-0.3, 0.3)) * reach
    for k in np.arange(-reach, reach, gap):
        begin, end = middle + across * k - along * reach, middle + across * k + along * reach
        c.path(bent((begin[0], begin[1]), (end[0], end[1]), bow), ink, line * 0.75)


def _scales(
    c: Canvas, box: tuple[float, float, float, float], ink: Colour, line: float, rng: Generator
) -> None:
    x0, y0, x1, y1 = box
    r = line * float(rng.uniform(1.6, 2.6))
    dots = rng.random() < 0.3
    for row, y in enumerate(np.arange(y0, y1 + r, r * 1.5)):
        for x in np.arange(x0 - r * (row % 2), x1 + r, r * 2):
            if dots:
                c.disc(float(x), float(y), r * 0.5, ink)
            else:
                c.oval(float(x), float(y), r, r, 0, ink, line * 0.6)


def blob(
    x: float, y: float, rx: float, ry: float, turn: float, rng: Generator, uneven: float = 0.08
) -> Points:
    """An oval that is a little out of shape. turn: degrees, clockwise."""
    n = 10
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    r = 1 + rng.normal(0, uneven, n)
    a = math.radians(turn)
    px, py = rx * r * np.cos(t), ry * r * np.sin(t)
    points = np.stack(
        [x + px * math.cos(a) - py * math.sin(a), y + px * math.sin(a) + py * math.cos(a)], 1
    )
    return smooth(points, 6, closed=True)


def blade(a: Point, b: Point, fat: float, bow: float, peak: float = 0.4) -> Points:
    """The edge of a leaf or feather from a to b. fat: its width in its lengths; peak: where it is
    widest, from 0 to 1."""
    spine = bent(a, b, bow)
    t = np.linspace(0, 1, len(spine))
    power = math.log(0.5) / math.log(peak)
    long = math.hypot(b[0] - a[0], b[1] - a[1])
    return band(spine, fat * long * np.sin(np.pi * t**power))


def towards(at: Point, length: float, angle: float) -> Point:
    """The point so far from another; angle in degrees, 0 to the right, 90 up."""
    a = math.radians(angle)
    return at[0] + length * math.cos(a), at[1] - length * math.sin(a)
