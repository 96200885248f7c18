"""What lies on a table and from where it is seen: the kinds of scene that people photograph."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from datasets.synth.camera import Camera, look_at
from datasets.synth.ground import ROUND, THINGS, thing
from datasets.synth.style import BONUS, ORDINARY, SPECIAL, Colour
from datasets.synth.tiles import (
    Box,
    Surface,
    TileSet,
    flat,
    rests_at,
    standing,
    surface,
    tile,
    tile_set,
)


@dataclass(frozen=True)
class Cloth:
    """What covers a table: a material of `ground`, with its colour, its contrast, and how much of
    its texture fits into a unit."""

    kind: str
    colour: tuple[float, float, float]
    strength: float
    grain: float


@dataclass
class Table:
    """Boxes on a table and the camera over them. near, far, side: the table's edges in units.

    cloth: None for any.
    """

    boxes: list[Box]
    camera: Camera
    pixels: float  # a tile's width in the middle of interest
    near: float
    far: float
    side: float
    cloth: Cloth | None = None


Rng = np.random.Generator


class Wall:
    """Deals the tiles of a set at random, four of each ordinary tile and one of each flower."""

    def __init__(self, rng: Rng, without: Sequence[str] | None = None) -> None:
        """without: tiles that lie elsewhere already; given, the set is exactly a set of 144."""
        self._tiles = [c for c in ORDINARY for _ in range(4)] + list(BONUS)
        if without is not None:
            for code in without:
                self._tiles.remove(code)
            rng.shuffle(self._tiles)
            return
        if rng.random() < 0.3:  # more of what is rare
            self._tiles += list(BONUS) * 3
        if rng.random() < 0.08:
            self._tiles += list(SPECIAL) * 2
        rng.shuffle(self._tiles)

    def deal(self) -> str:
        return self._tiles.pop() if self._tiles else "5z"


_TRAYS: tuple[Colour, ...] = (
    (235, 235, 232),
    (190, 150, 100),
    (170, 120, 70),
    (60, 40, 30),
    (30, 90, 60),
    (30, 70, 130),
)


def _any_colour(rng: Rng) -> Colour:
    red, green, blue = (int(c) for c in rng.uniform(10, 235, 3))
    return red, green, blue


@lru_cache(maxsize=120)
def _thing_surface(kind: str, seed: int) -> Surface:
    return surface(thing(kind, seed), 0.5 if kind in ROUND else 0.0)


def an_object(rng: Rng, kind: str, x: float, y: float, angle: float, upright: bool = False) -> Box:
    """Something that is not a tile, lying or standing at (x, y)."""
    w, h, t = THINGS[kind]
    grow = float(rng.uniform(0.8, 1.2))
    size = (w * grow, h * grow, t * float(rng.uniform(0.6, 1.6)))
    axes = standing(angle, float(rng.normal(0, 4))) if upright else flat(angle)
    front = _thing_surface(kind, int(rng.integers(12)))
    side = _any_colour(rng)
    pages = (230, 225, 210) if kind == "book" else side
    centre = np.array([x, y, rests_at(axes, size)])
    return Box(centre, axes, size, front, front, (pages, side), 0.15, 0.03, None)


def clutter(rng: Rng, boxes: list[Box], count: int, reach: float, y0: float = -6) -> None:
    """Add objects where nothing lies yet."""
    taken = [(b.centre[0], b.centre[1], math.hypot(b.size[0], b.size[1]) / 2) for b in boxes]
    kinds = list(THINGS)
    p = np.array([0.13, 0.05, 0.12, 0.08, 0.09, 0.1, 0.08, 0.11, 0.1, 0.08, 0.06])
    for _ in range(count):
        kind = str(rng.choice(kinds, p=p))
        w, h, _ = THINGS[kind]
        radius = math.hypot(w, h) / 2 * 0.9
        for _ in range(6):
            x, y = rng.uniform(-reach, reach), rng.uniform(y0, reach)
            if all(math.hypot(x - a, y - b) > radius + r * 0.9 for a, b, r in taken):
                boxes.append(an_object(rng, kind, x, y, float(rng.uniform(0, 360))))
                taken.append((x, y, radius))
                break


def scatter(
    rng: Rng,
    owner: TileSet,
    wall: Wall,
    boxes: list[Box],
    count: int,
    area: tuple[float, float, float, float],
    down: float,
    crowded: float,
    sides: float = 0.04,
) -> None:
    """Discards thrown into area (x0, y0, x1, y1). They never overlap."""
    taken = np.array([(b.centre[0], b.centre[1]) for b in boxes]).reshape(-1, 2)
    x0, y0, x1, y1 = area
    mean, spread = float(rng.uniform(0, 360)), float(rng.choice([6, 25, 90, 360]))
    far = math.hypot(1, owner.height)
    for _ in range(count):
        for _ in range(12):
            x, y = rng.uniform(x0, x1), rng.uniform(y0, y1)
            near = np.hypot(taken[:, 0] - x, taken[:, 1] - y).min() if len(taken) else 9.0
            if near > far * (0.78 + 0.3 * (1 - crowded)):
                angle = float(mean + rng.normal(0, spread))
                if near < far:
                    angle = mean + float(rng.normal(0, 5))
                lot = rng.random()
                if lot < sides:
                    axes = standing(angle, 0, int(rng.integers(4)))
                else:
                    axes = flat(angle, bool(rng.random() < down))
                boxes.append(tile(owner, wall.deal(), x, y, axes))
                taken = np.vstack([taken, [x, y]])
                break


def row(
    rng: Rng,
    owner: TileSet,
    codes: list[str],
    x: float,
    y: float,
    angle: float,
    boxes: list[Box],
    lean: float | None = None,
    gap: float = 0.02,
    untidy: float = 0.02,
    down: tuple[int, ...] = (),
    turned: float = 0.0,
    lift: float = 0.0,
) -> float:
    """A row of tiles to the right of (x, y) along angle. lean: standing; else flat. Its length."""
    a = math.radians(angle)
    along, up = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    at = 0.0
    for i, code in enumerate(codes):
        aside = lean is None and rng.random() < turned
        wide = owner.height if aside else 1.0
        at += wide / 2
        place = np.array([x, y]) + along * at + up * rng.normal(0, untidy)
        turn = angle + float(rng.normal(0, untidy * 60))
        upside = 2 if rng.random() < 0.06 else 0
        if lean is None:
            axes = flat(turn + (90 if aside else 0) + 90 * upside, i in down)
        else:
            axes = standing(turn, lean + float(rng.normal(0, 1)), upside)
        boxes.append(tile(owner, code, place[0], place[1], axes, lift))
        at += wide / 2 + abs(float(rng.normal(0, gap)))
    return at


def wall_of_backs(
    rng: Rng,
    owner: TileSet,
    x: float,
    y: float,
    angle: float,
    length: int,
    boxes: list[Box],
    high: int = 2,
) -> None:
    for level in range(high):
        upper = level * owner.thickness
        codes = ["5z"] * (length if level == 0 else int(rng.integers(length // 2, length + 1)))
        row(rng, owner, codes, x, y, angle, boxes, None, 0.01, 0.025, tuple(range(99)), 0, upper)


def _hand_codes(rng: Rng, wall: Wall) -> list[list[str]]:
    """Sets of a finished hand (or nearly one), as lists of codes."""
    sets: list[list[str]] = []
    for _ in range(4):
        if rng.random() < 0.5:
            suit, n = str(rng.choice(list("mps"))), int(rng.integers(1, 8))
            sets.append([f"{n + k}{suit}" for k in range(3)])
        else:
            code = str(rng.choice(ORDINARY))
            sets.append([code] * (4 if rng.random() < 0.2 else 3))
    sets.append([str(rng.choice(ORDINARY))] * 2)
    if rng.random() < 0.3:
        sets = [[wall.deal() for _ in range(3)] for _ in range(4)] + [[wall.deal(), wall.deal()]]
    return sets


def _behind(rng: Rng, owner: TileSet, wall: Wall, boxes: list[Box], y: float) -> None:
    """Walls, discards and other players' tiles beyond the hand."""
    for _ in range(int(rng.integers(0, 4))):
        length = int(rng.integers(3, 14))
        x, angle = (
            rng.uniform(-11, 3),
            float(rng.choice([0, 0, 90, 90, 30, -30]) + rng.normal(0, 6)),
        )
        start = (x, y + rng.uniform(2.0, 13))
        if angle > 45:
            start = (float(rng.choice([-9, 9])) + rng.normal(0, 2), y + rng.uniform(1, 5))
        lot, before = rng.random(), len(boxes)
        if lot < 0.6:
            wall_of_backs(rng, owner, *start, angle, length, boxes, int(rng.integers(1, 3)))
        elif lot < 0.8:
            row(rng, owner, ["1z"] * length, *start, angle + 180, boxes, float(rng.uniform(0, 8)))
        else:
            row(rng, owner, [wall.deal() for _ in range(length)], *start, angle + 180, boxes)
        if _collides(boxes[before:], boxes[:before]):
            del boxes[before:]
    if rng.random() < 0.85:
        half = rng.uniform(2.5, 9)
        cx, cy = rng.uniform(-4, 4), y + rng.uniform(3, 10)
        scatter(
            rng,
            owner,
            wall,
            boxes,
            int(rng.integers(4, 50)),
            (cx - half, cy - half * 0.6, cx + half, cy + half * 0.6),
            float(rng.choice([0, 0.05, 0.3, 0.9])),
            float(rng.random()),
        )


def _collides(new: list[Box], old: list[Box]) -> bool:
    if not new or not old:
        return False
    a = np.array([b.centre[:2] for b in new])
    b = np.array([b.centre[:2] for b in old])
    return bool(np.hypot(*(a[:, None] - b[None]).transpose(2, 0, 1)).min() < 1.25)


def _focal(rng: Rng) -> float:
    return float(rng.uniform(0.75, 1.7))


def _squeeze(rng: Rng) -> float:
    """Most photographs of the training sets were squeezed to a square."""
    return float(rng.choice([1.0, 0.75, 0.5625, 1.333])) if rng.random() < 0.6 else 1.0


def _tile_pixels(rng: Rng, size: int, low: float, high: float) -> float:
    """Log-uniform tile width for pictures 640 wide, scaled to size."""
    return math.exp(rng.uniform(math.log(low), math.log(high))) * size / 640


def hand_on_table(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """A hand laid out near the camera, sets to its right, walls and discards behind."""
    boxes: list[Box] = []
    sets = _hand_codes(rng, wall)
    exposed = int(rng.integers(0, 5))
    gap, untidy = float(rng.choice([0, 0.01, 0.04])), float(rng.choice([0.003, 0.015, 0.05]))
    inside = [c for s in sets[exposed:] for c in s]
    lean: float | None = None
    if rng.random() < 0.25:
        lean = float(rng.uniform(0, 14))
    y2 = 0.0
    at = -7.0 + row(rng, owner, inside, -7, y2, 0, boxes, lean, gap, untidy)
    two_rows = rng.random() < 0.3
    if two_rows:
        at, y2 = -7.0 + float(rng.uniform(0, 4)), owner.height + float(rng.uniform(0.1, 0.9))
        if lean is not None:
            y2 += 0.8
    for group in sets[:exposed]:
        at += float(rng.choice([0.0, 0.15, 0.4, 0.9]))
        down: tuple[int, ...] = ()
        if len(group) == 4 and rng.random() < 0.6:
            down = (0, 3)
        elif rng.random() < 0.15:
            down = (1,)
        at += row(
            rng, owner, group, at, y2, float(rng.normal(0, 1)), boxes, None, gap, untidy, down, 0.05
        )
    _behind(rng, owner, wall, boxes, max(y2, 0) + 1.5)
    clutter(rng, boxes, int(rng.integers(0, 4)), 14, -3)
    if rng.random() < 0.5:
        _tray(rng, owner, boxes)
    middle = (at - 7) / 2 if not two_rows else 0
    pixels = _tile_pixels(rng, size, 22, 60)
    camera = look_at(
        (float(middle + rng.normal(0, 1)), float(rng.uniform(0, 4)), 0),
        size,
        pixels,
        float(rng.uniform(32, 80)),
        float(rng.normal(0, 9)),
        float(rng.normal(0, 4)),
        _focal(rng),
        _squeeze(rng),
        (0.5, float(rng.uniform(0.5, 0.75))),
    )
    return Table(
        boxes, camera, pixels, float(rng.uniform(-6, -1.2)), float(rng.uniform(14, 40)), 40
    )


def block(x: float, y: float, size: tuple[float, float, float], colour: Colour) -> Box:
    """A plain piece of a rack or of a box, standing at (x, y)."""
    centre = np.array([x, y, size[2] / 2])
    return Box(centre, flat(0), size, None, None, (colour, colour), 0.0, 0.0, None)


def _tray(rng: Rng, owner: TileSet, boxes: list[Box]) -> None:
    """A rack or the table's rim along the near side, in pieces as wide as a tile."""
    colour = _TRAYS[int(rng.integers(len(_TRAYS)))]
    deep, high = float(rng.uniform(0.6, 3)), float(rng.uniform(0.1, 0.6))
    y = -owner.height / 2 - 0.35 - deep / 2
    for x in np.arange(-12, 12, 2.0):
        box = block(x, y, (2.02, deep, high), colour)
        boxes.append(box)


def rack(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """A player's own view: tiles standing in a rack, seen obliquely from above."""
    boxes: list[Box] = []
    codes = [wall.deal() for _ in range(int(rng.integers(5, 15)))]
    if rng.random() < 0.6:
        codes.sort(key=lambda c: (c[1], c[0]))
    lean = float(rng.uniform(0, 28))
    x0 = -len(codes) / 2
    lift = 0.0
    if rng.random() < 0.7:
        lift = float(rng.uniform(0, 0.3))
        colour = _TRAYS[int(rng.integers(len(_TRAYS)))]
        for x in np.arange(x0 - 1, x0 + len(codes) + 1, 1.5):
            for y, deep, high in (
                (0.3, 2.2, lift),
                (-0.95, 0.3, lift + 0.25),
                (1.25, 0.25, lift + 0.7),
            ):
                if high > 0:
                    boxes.append(block(x, y, (1.52, deep, high), colour))
    row(
        rng, owner, codes, x0, 0, 0, boxes, lean, float(rng.choice([0, 0.02, 0.1])), 0.01, lift=lift
    )
    y = 2.5
    if rng.random() < 0.5:
        at = -6.0
        for group in _hand_codes(rng, wall)[: int(rng.integers(1, 4))]:
            at += 0.4 + row(rng, owner, group, at, y + 0.5, 0, boxes)
        y += 1.5
    _behind(rng, owner, wall, boxes, y + 1)
    clutter(rng, boxes, int(rng.integers(0, 4)), 15, 3)
    pixels = _tile_pixels(rng, size, 24, 75)
    camera = look_at(
        (float(rng.normal(0, 1)), float(rng.uniform(0, 2)), 0.6),
        size,
        pixels,
        float(rng.uniform(15, 55)),
        float(rng.normal(0, 14)),
        float(rng.normal(0, 4)),
        _focal(rng),
        _squeeze(rng),
        (0.5, float(rng.uniform(0.5, 0.75))),
    )
    return Table(boxes, camera, pixels, -5, float(rng.uniform(9, 30)), 40)


def standing_rows(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """Tiles standing on a cloth in rows or singly, among books and boxes."""
    boxes: list[Box] = []
    for k in range(int(rng.integers(1, 4))):
        y = k * float(rng.uniform(1.6, 3.0))
        if rng.random() < 0.6:
            codes = [wall.deal() for _ in range(int(rng.integers(1, 12)))]
            row(
                rng,
                owner,
                codes,
                float(rng.uniform(-7, 0)),
                y,
                float(rng.normal(0, 6)),
                boxes,
                float(rng.choice([0, 0, 6])),
                float(rng.choice([0.02, 0.3, 0.8])),
                0.02,
            )
        else:
            for x in np.arange(-6, 6, float(rng.uniform(1.6, 2.6))):
                boxes.append(
                    tile(
                        owner,
                        wall.deal(),
                        x,
                        y + float(rng.normal(0, 0.25)),
                        standing(float(rng.normal(0, 14)), 0, int(rng.choice([0, 0, 0, 2]))),
                    )
                )
    at = -12.0
    if rng.random() < 0.7:  # a shelf of books behind
        while at < 12:
            if rng.random() < 0.8:
                boxes.append(
                    an_object(
                        rng,
                        "book",
                        at,
                        float(rng.uniform(8, 13)),
                        float(rng.choice([0, 90, 80, 95])),
                        upright=True,
                    )
                )
            at += float(rng.uniform(1.2, 5.5))
    clutter(rng, boxes, int(rng.integers(0, 4)), 9, -4)
    pixels = _tile_pixels(rng, size, 20, 90)
    camera = look_at(
        (float(rng.normal(0, 1.5)), 1.5, 0.6),
        size,
        pixels,
        float(rng.uniform(12, 50)),
        float(rng.normal(0, 22)),
        float(rng.normal(0, 4)),
        _focal(rng),
        _squeeze(rng),
        (0.5, float(rng.uniform(0.4, 0.65))),
    )
    return Table(boxes, camera, pixels, -9, float(rng.uniform(6, 20)), 30)


def scattered(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """Tiles at every angle, some face down, seen from anywhere above."""
    boxes: list[Box] = []
    pixels = _tile_pixels(rng, size, 19, 120)
    reach = size / pixels * 0.62
    room = (2 * reach) ** 2 / 2.2
    count = int(np.clip(room * rng.uniform(0.15, 0.8), 3, 90))
    scatter(
        rng,
        owner,
        wall,
        boxes,
        count,
        (-reach, -reach, reach, reach),
        float(rng.choice([0, 0.1, 0.5, 0.95], p=[0.3, 0.35, 0.25, 0.1])),
        float(rng.random()),
        0.07,
    )
    clutter(rng, boxes, int(rng.integers(0, 5)), reach * 1.4, -reach)
    if rng.random() < 0.25:  # one tile on top of others
        for base in boxes[:4]:
            if base.code is not None:
                axes = flat(float(rng.uniform(0, 360)), bool(rng.random() < 0.3))
                top = base.centre[2] + rests_at(base.axes, base.size)
                boxes.append(
                    tile(
                        owner,
                        wall.deal(),
                        base.centre[0] + rng.normal(0, 0.4),
                        base.centre[1] + rng.normal(0, 0.4),
                        axes,
                        top,
                    )
                )
    camera = look_at(
        (0, 0, 0),
        size,
        pixels,
        float(rng.uniform(38, 90)),
        float(rng.uniform(-180, 180)),
        float(rng.normal(0, 8)),
        _focal(rng),
        _squeeze(rng),
    )
    return Table(boxes, camera, pixels, -float(rng.uniform(8, 40)), float(rng.uniform(8, 40)), 40)


def grid(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """A whole set, or a part of it, laid out in touching rows, often in its box."""
    boxes: list[Box] = []
    columns, rows = int(rng.integers(2, 13)), int(rng.integers(1, 11))
    gap = float(rng.choice([0, 0.01, 0.05, 0.3]))
    aside = bool(rng.random() < 0.25)
    tall = rng.random() < 0.5
    for r in range(rows):
        codes = [wall.deal() for _ in range(columns)]
        down = tuple(i for i in range(columns) if rng.random() < (0.02 if tall else 0.15))
        row(
            rng,
            owner,
            codes,
            -columns / 2,
            (rows / 2 - r) * (owner.height + gap),
            0,
            boxes,
            None,
            gap / 3,
            0.008,
            down,
        )
    wide, high = columns + 0.3, rows * (owner.height + gap) + 0.3
    if rng.random() < 0.4:
        colour = _any_colour(rng)
        for x, y, w, h in (
            (0, high / 2 + 0.35, wide + 0.6, 0.4),
            (0, -high / 2 + 0.4, wide + 0.6, 0.4),
            (-wide / 2 - 0.2, 0.4, 0.4, high),
            (wide / 2 + 0.2, 0.4, 0.4, high),
        ):
            boxes.append(block(x, y + owner.height / 4, (w, h, 0.6), colour))
    fit = size / max(wide, high)
    pixels = float(np.clip(fit * rng.uniform(0.5, 1.3), 17 * size / 640, 135 * size / 640))
    clutter(rng, boxes, int(rng.integers(0, 3)), 14)
    camera = look_at(
        (float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)), 0),
        size,
        pixels,
        float(rng.uniform(60, 90)),
        90.0 * aside + float(rng.normal(0, 8)) + 180 * (rng.random() < 0.15),
        float(rng.normal(0, 4)),
        _focal(rng) * 1.3,
        _squeeze(rng),
    )
    return Table(boxes, camera, pixels, -40, 40, 40)


def strip(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """One row of tiles across the picture at any angle."""
    boxes: list[Box] = []
    codes = [wall.deal() for _ in range(int(rng.integers(2, 18)))]
    angle = float(rng.choice([0, 0, 90, 45, 180])) + float(rng.normal(0, 15))
    a = math.radians(angle)
    half = len(codes) / 2
    down = tuple(i for i in range(len(codes)) if rng.random() < 0.08)
    row(
        rng,
        owner,
        codes,
        -half * math.cos(a),
        -half * math.sin(a),
        angle,
        boxes,
        None,
        float(rng.choice([0, 0.02, 0.1])),
        float(rng.choice([0.005, 0.03])),
        down,
        0.02,
    )
    clutter(rng, boxes, int(rng.integers(0, 4)), 12)
    pixels = float(np.clip(size * rng.uniform(0.5, 1.15) / len(codes), 17, 130 * size / 640))
    camera = look_at(
        (0, 0, 0),
        size,
        pixels,
        float(rng.uniform(50, 90)),
        float(rng.normal(0, 10)),
        float(rng.normal(0, 4)),
        _focal(rng),
        _squeeze(rng),
    )
    return Table(boxes, camera, pixels, -float(rng.uniform(3, 30)), float(rng.uniform(8, 30)), 40)


def walls(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """Tiles face down: walls being built, heaps being washed."""
    boxes: list[Box] = []
    for _ in range(int(rng.integers(1, 5))):
        before = len(boxes)
        wall_of_backs(
            rng,
            owner,
            float(rng.uniform(-7, 0)),
            float(rng.uniform(-5, 6)),
            float(rng.choice([0, 90]) + rng.normal(0, 8)),
            int(rng.integers(3, 12)),
            boxes,
            int(rng.integers(1, 3)),
        )
        if _collides(boxes[before:], boxes[:before]):
            del boxes[before:]
    scatter(
        rng,
        owner,
        wall,
        boxes,
        int(rng.integers(0, 40)),
        (-7, -5, 7, 7),
        float(rng.choice([0.2, 0.7, 0.95])),
        float(rng.random()),
    )
    clutter(rng, boxes, int(rng.integers(0, 3)), 11)
    pixels = _tile_pixels(rng, size, 22, 80)
    camera = look_at(
        (0, 0, 0),
        size,
        pixels,
        float(rng.uniform(30, 88)),
        float(rng.uniform(-40, 40)),
        float(rng.normal(0, 4)),
        _focal(rng),
        _squeeze(rng),
    )
    return Table(boxes, camera, pixels, -float(rng.uniform(6, 30)), float(rng.uniform(8, 30)), 40)


def nothing(rng: Rng, owner: TileSet, size: int, wall: Wall) -> Table:
    """No tile at all. A detector must find nothing here."""
    boxes: list[Box] = []
    pixels = _tile_pixels(rng, size, 20, 120)
    clutter(rng, boxes, int(rng.integers(4, 40)), size / pixels * 0.7, -size / pixels * 0.6)
    camera = look_at(
        (0, 0, 0),
        size,
        pixels,
        float(rng.uniform(30, 90)),
        float(rng.uniform(-180, 180)),
        float(rng.normal(0, 8)),
        _focal(rng),
    )
    return Table(boxes, camera, pixels, -float(rng.uniform(6, 40)), float(rng.uniform(8, 40)), 40)


ARRANGEMENTS: dict[str, tuple[float, Callable[[Rng, TileSet, int, Wall], Table]]] = {
    "hand": (0.26, hand_on_table),
    "rack": (0.15, rack),
    "standing": (0.13, standing_rows),
    "scattered": (0.18, scattered),
    "grid": (0.09, grid),
    "strip": (0.07, strip),
    "walls": (0.07, walls),
    "nothing": (0.05, nothing),
}


def set_of(seed: int) -> int:
    """The number of the set that the scene of a seed shows: six scenes show one set."""
    return seed // 6


def arrange(kind: str | None, rng: Rng, seed: int, size: int) -> Table:
    """A table of one kind, or of any kind. Six seeds in a row share a set of tiles."""
    names = list(ARRANGEMENTS)
    if kind is None:
        kind = names[int(rng.choice(len(names), p=[ARRANGEMENTS[n][0] for n in names]))]
    return ARRANGEMENTS[kind][1](rng, tile_set(set_of(seed)), size, Wall(rng))
