"""Things that are no tiles: what stands beside a game, and what a reader takes for tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from datasets.synth.ground import ROUND, THINGS, texture, thing
from datasets.synth.style import Colour, Image8
from datasets.synth.tiles import Box, Float, flat, rests_at, standing, surface
from datasets.traced.solids import Solid, Turned

Rng = np.random.Generator
Thing = tuple[list[Solid], list[Turned]]
Maker = Callable[[Rng, float, float, float], Thing]
Makers = Mapping[str, tuple[Maker, float]]
"""How to make things, and how far each reaches from its middle."""

IVORY = np.array([238.0, 230, 208])
_DARK = np.array([28.0, 28, 32])


def block(
    at: tuple[float, float, float],
    axes: Float,
    size: tuple[float, float, float],
    colours: tuple[Colour, Colour],
    front: Image8 | None = None,
    bevel: float = 0.04,
) -> Box:
    """A box that is no tile, its lowest point `at[2]` above the table. colours: of the half next
    to the front and of the other."""
    centre = np.array([at[0], at[1], at[2] + rests_at(axes, size)])
    picture = surface(front) if front is not None else None
    return Box(centre, axes, size, picture, None, colours, 0.5, bevel, None)


def tinted(kind: str, variant: int, strength: float, colour: Float) -> Image8:
    """A texture of `synth/ground.py` in a colour. strength: of its pattern, 0 to 1."""
    grey = texture(kind, variant)[0].astype(np.float64)
    lightness = 1 + (grey - 128) / 128 * strength
    return np.asarray(np.clip(lightness[..., None] * colour, 0, 255), np.uint8)


def mean_colour(picture: Image8) -> Colour:
    red, green, blue = (int(c) for c in picture.reshape(-1, 3).mean(0))
    return red, green, blue


def coloured(rng: Rng, near: Float | None = None, spread: float = 12) -> Colour:
    """Any colour, or one like `near`."""
    rgb = rng.uniform(10, 240, 3) if near is None else near + rng.normal(0, spread, 3)
    red, green, blue = (int(c) for c in np.clip(rgb, 4, 250))
    return red, green, blue


def _plain(colour: Colour, width: int, height: int) -> Image8:
    return np.full((height, width, 3), colour, np.uint8)


def _write(picture: Image8, text: str, size: float, ink: Colour, thick: int = 2) -> None:
    """Text in the middle of a picture."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    (w, h), _ = cv2.getTextSize(text, font, size, thick)
    at = ((picture.shape[1] - w) // 2, (picture.shape[0] + h) // 2)
    cv2.putText(picture, text, at, font, size, ink, thick, cv2.LINE_AA)


def lying(angle: float, x: float, y: float) -> Callable[[float, float], tuple[float, float]]:
    """From places on a thing to places on the table. angle: degrees."""
    axes = flat(angle)
    return lambda u, v: (
        float(x + axes[0, 0] * u + axes[1, 0] * v),
        float(y + axes[0, 1] * u + axes[1, 1] * v),
    )


def flat_thing(kind: str) -> Maker:
    """A thing of `synth/ground.py`: cards, books, papers, telephones, counters, signs."""

    def make(rng: Rng, x: float, y: float, angle: float) -> Thing:
        size = THINGS[kind]
        box = block(
            (x, y, 0), flat(angle), size, (coloured(rng, IVORY), coloured(rng)),
            thing(kind, int(rng.integers(400))), min(0.05, size[2] * 0.4),
        )  # fmt: skip
        lit = kind == "phone" and rng.random() < 0.5
        return [Solid(box, float(rng.uniform(0.1, 0.8)), glow=0.8 if lit else 0.0)], []

    return make


def disc(kind: str) -> Maker:
    """Chips, coasters, dials: round things of `synth/ground.py`, chips also in piles."""

    def make(rng: Rng, x: float, y: float, angle: float) -> Thing:
        width, _, high = THINGS[kind]
        radius, picture = width / 2, thing(kind, int(rng.integers(400)))
        colour = coloured(rng, picture[::9, ::9].reshape(-1, 3).mean(0))
        piled = int(rng.integers(1, 9)) if kind == "chip" and rng.random() < 0.5 else 1
        edge = ((radius, 0.0), (radius, high * 0.9), (radius * 0.97, high))
        profile = ((0.0, 0.0), *edge, (0.0, high))
        return [], [
            Turned(profile, (x + rng.normal(0, 0.03), y, k * high), colour, 0.5, picture)
            for k in range(piled)
        ]

    return make


def cup(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """A cup, a mug, a bowl or a glass, with something in it."""
    radius, high = float(rng.uniform(1.0, 1.9)), float(rng.uniform(1.6, 4.0))
    foot, wall = radius * float(rng.uniform(0.55, 1.0)), 0.12
    full = high * float(rng.uniform(0.5, 0.9))
    inside = foot + (radius - foot) * full / high - wall
    profile = (
        (0.0, 0.0), (foot, 0.0), ((foot + radius) / 2 * 1.04, high * 0.5), (radius, high),
        (radius - wall, high), (inside, full), (0.0, full),
    )  # fmt: skip
    colour = coloured(rng, np.array([235.0, 232, 225]) if rng.random() < 0.6 else None)
    return [], [Turned(profile, (x, y, 0), colour, float(rng.uniform(0.3, 0.9)))]


def keyboard(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """Keys on a plate, of a computer or a piano's few."""
    place = lying(angle, x, y)
    dark = rng.random() < 0.6
    key = coloured(rng, _DARK if dark else np.array([225.0, 224, 220]), 10)
    ink = (230, 230, 230) if dark else (40, 40, 44)
    columns, rows = int(rng.integers(8, 16)), int(rng.integers(4, 6))
    pitch, side = 0.73, float(rng.uniform(0.6, 0.68))
    size = (columns * pitch + 0.5, rows * pitch + 0.5, 0.4)
    plate = coloured(rng, _DARK if rng.random() < 0.5 else np.array([170.0, 172, 175]))
    made = [Solid(block((x, y, 0), flat(angle), size, (plate, plate)), 0.3)]
    for row in range(rows):
        for column in range(columns):
            front = _plain(key, 48, 48)
            _write(front, chr(int(rng.integers(48, 91))), 0.8, ink)
            u, v = (column - (columns - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch
            box = block(
                (*place(u, v), 0.36), flat(angle), (side, side, 0.22), (key, key), front, 0.06
            )
            made.append(Solid(box, 0.3))
    return made, []


def remote(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """A remote control or a pocket calculator: buttons on a slab, often with a display."""
    place = lying(angle, x, y)
    colour = coloured(rng, _DARK if rng.random() < 0.7 else np.array([200.0, 198, 190]))
    columns, rows = int(rng.integers(3, 6)), int(rng.integers(5, 10))
    pitch = float(rng.uniform(0.5, 0.75))
    size = (columns * pitch + 0.4, rows * pitch + 2.2, 0.6)
    made = [Solid(block((x, y, 0), flat(angle), size, (colour, colour), bevel=0.15), 0.5)]
    made.append(_display(rng, (*place(0, size[1] / 2 - 0.9), 0.55), angle, (size[0] - 0.5, 1.1)))
    for row in range(rows):
        for column in range(columns):
            button = coloured(rng, None if rng.random() < 0.15 else np.array([90.0, 90, 95]), 25)
            front = _plain(button, 48, 48)
            _write(front, str(rng.choice(list("0123456789+-x=OKM"))), 0.9, (240, 240, 240))
            at = place((column - (columns - 1) / 2) * pitch, row * pitch - size[1] / 2 + 0.6)
            side = (pitch * 0.75, pitch * float(rng.choice([0.55, 0.75])), 0.15)
            made.append(
                Solid(block((*at, 0.55), flat(angle), side, (button, button), front, 0.05), 0.4)
            )
    return made, []


def _display(
    rng: Rng, at: tuple[float, float, float], angle: float, size: tuple[float, float]
) -> Solid:
    """Lit digits behind glass."""
    back = coloured(rng, _DARK if rng.random() < 0.6 else np.array([150.0, 165, 140]), 15)
    lit = ((255, 60, 50), (80, 255, 120), (90, 180, 255), (30, 34, 30))[int(rng.integers(4))]
    front = _plain(back, 240, round(240 * size[1] / size[0]))
    digits = "".join(str(d) for d in rng.integers(0, 10, int(rng.integers(1, 6))))
    _write(front, digits, front.shape[0] / 45, lit, 3)
    box = block(at, flat(angle), (*size, 0.1), (back, back), front, 0.02)
    return Solid(box, 0.9, glow=float(rng.uniform(0.3, 1.5)) if sum(back) < 200 else 0.0)


def display(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """A clock or a scoring machine."""
    colour = coloured(rng, _DARK)
    size = (float(rng.uniform(2, 6)), float(rng.uniform(1.4, 3)), float(rng.uniform(0.3, 1.2)))
    made = [Solid(block((x, y, 0), flat(angle), size, (colour, colour), bevel=0.1), 0.5)]
    made.append(_display(rng, (x, y, size[2] - 0.05), angle, (size[0] * 0.8, size[1] * 0.7)))
    return made, []


def _pips(count: int, body: Colour, ink: Colour) -> Image8:
    """One half of a domino, or a side of a die: 0 to 6 pips, 64 pixels square."""
    picture = _plain(body, 64, 64)
    near, middle, far = 16, 32, 48
    places = {
        0: [], 1: [(middle, middle)], 2: [(near, near), (far, far)],
        3: [(near, near), (middle, middle), (far, far)],
        4: [(near, near), (near, far), (far, near), (far, far)],
        5: [(near, near), (near, far), (far, near), (far, far), (middle, middle)],
        6: [(x, y) for x in (near, far) for y in (near, middle, far)],
    }  # fmt: skip
    for place in places[count]:
        cv2.circle(picture, place, 7, ink, -1, cv2.LINE_AA)
    return picture


def dominoes(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """A row of dominoes, or some in a chain."""
    place = lying(angle, x, y)
    body, ink = coloured(rng, IVORY), (24, 24, 28)
    if rng.random() < 0.3:
        body, ink = coloured(rng, _DARK), (240, 236, 225)
    made = []
    for k in range(int(rng.integers(2, 8))):
        halves = [_pips(int(rng.integers(7)), body, ink) for _ in range(2)]
        front = np.ascontiguousarray(np.concatenate(halves))
        cv2.line(front, (6, 64), (58, 64), ink, 2)
        turn = angle + (90.0 if rng.random() < 0.2 else 0.0) + float(rng.normal(0, 3))
        at = (*place(k * float(rng.uniform(1.2, 1.4)), float(rng.normal(0, 0.15))), 0.0)
        made.append(Solid(block(at, flat(turn), (1, 2, 0.4), (body, body), front, 0.06), 0.6))
    return made, []


def dice(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """Two to five dice."""
    place = lying(angle, x, y)
    made = []
    body = coloured(rng, IVORY if rng.random() < 0.7 else None)
    ink = (24, 24, 28) if sum(body) > 300 else (240, 240, 240)
    side = float(rng.uniform(0.5, 0.8))
    for k in range(int(rng.integers(2, 6))):
        at = (*place(k * float(rng.uniform(1.15, 1.3)) - 2, float(rng.normal(0, 0.3))), 0.0)
        front = _pips(int(rng.integers(1, 7)), body, ink)
        axes = flat(float(rng.uniform(0, 360)))
        box = block(at, axes, (side, side, side), (body, body), front, 0.08)
        made.append(Solid(box, 0.7, wrapped=True))
    return made, []


def cards(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """A hand of playing cards in a fan, or a few that lie about."""
    place = lying(angle, x, y)
    made, spread = [], float(rng.uniform(0.3, 2.7))
    for k in range(int(rng.integers(3, 9))):
        at = (*place(k * spread, float(rng.normal(0, 0.1))), 0.021 * k)
        turn = angle - 4 * k * (spread < 1) + float(rng.normal(0, 2))
        paper = (244, 243, 238)
        box = block(
            at, flat(turn), (2.4, 3.4, 0.02), (paper, paper),
            thing("card", int(rng.integers(400))), 0.005,
        )  # fmt: skip
        made.append(Solid(box, 0.35))
    return made, []


def score_sheet(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """Ruled paper with names and numbers, and a pencil on it."""
    front = _plain(coloured(rng, np.array([240.0, 238, 228]), 5), 300, 400)
    ink = (30, 40, 120) if rng.random() < 0.5 else (50, 50, 54)
    columns, step = int(rng.integers(3, 6)), int(rng.integers(24, 44))
    for u in np.linspace(10, 290, columns + 1).astype(int):
        cv2.line(front, (int(u), 20), (int(u), 390), (150, 150, 160), 1)
    for v in range(20, 400, step):
        cv2.line(front, (10, v), (290, v), (150, 150, 160), 1)
        for column in range(columns if rng.random() < 0.8 else 0):
            at = (16 + column * 280 // columns, v + step - 7)
            number = str(int(rng.integers(-64, 512)))
            cv2.putText(front, number, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, step / 44, ink, 1, 16)
    paper = block((x, y, 0), flat(angle), (7.5, 10, 0.012), ((240,) * 3, (240,) * 3), front, 0.003)
    pencil = coloured(rng)
    lying = flat(angle + float(rng.uniform(20, 70)))
    stick = block((x + 0.5, y, 0.012), lying, (6.5, 0.28, 0.28), (pencil, pencil), None, 0.1)
    return [Solid(paper, 0.05), Solid(stick, 0.6)], []


def bricks(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """Toy blocks, erasers, boxes of matches: boxes of one colour about as large as tiles."""
    place = lying(angle, x, y)
    made = []
    size = tuple(float(v) for v in rng.uniform((0.8, 1.0, 0.4), (1.6, 2.4, 1.2)))
    alike = rng.random() < 0.5
    colour = coloured(rng, IVORY if rng.random() < 0.4 else None)
    for k in range(int(rng.integers(2, 9))):
        at = (*place(k * (size[0] + 0.05), float(rng.normal(0, 0.05 if alike else 1))), 0.0)
        own = colour if alike else coloured(rng)
        turn = angle if alike else float(rng.uniform(0, 360))
        made.append(Solid(block(at, flat(turn), size[:3], (own, own)), float(rng.uniform(0, 0.9))))  # type: ignore[arg-type]
    return made, []


def carton(rng: Rng, x: float, y: float, angle: float) -> Thing:
    """A box with a label, lying or standing."""
    size = tuple(float(v) for v in rng.uniform((2, 2.5, 1), (6, 7, 3.5)))
    axes = standing(angle) if rng.random() < 0.3 else flat(angle)
    front = thing("book" if rng.random() < 0.6 else "sign", int(rng.integers(400)))
    own = coloured(rng)
    return [Solid(block((x, y, 0), axes, size[:3], (own, own), front), 0.3)], []  # type: ignore[arg-type]


MAKERS: Makers = {
    "keyboard": (keyboard, 5.5), "remote": (remote, 3.5), "display": (display, 3.0),
    "dominoes": (dominoes, 5.0), "dice": (dice, 3.5), "cards": (cards, 5.0),
    "score sheet": (score_sheet, 6.0), "bricks": (bricks, 5.0), "carton": (carton, 4.0),
    "cup": (cup, 2.0),
    **{kind: (disc(kind), THINGS[kind][0] / 2) for kind in ROUND},
    **{
        kind: (flat_thing(kind), max(THINGS[kind][:2]) / 2)
        for kind in ("book", "phone", "stick", "sign")
    },
}  # fmt: skip
"""Each kind of thing with how to make one and how far it reaches from its middle."""


def strew(
    rng: Rng,
    count: int,
    area: tuple[float, float, float, float],
    taken: list[Float],
    makers: Makers = MAKERS,
) -> Thing:
    """Things at free places. area: least x and y, greatest x and y of their middles. taken: (x, y,
    radius) of what lies there already; what is added comes to it. makers: of what."""
    solids: list[Solid] = []
    turned: list[Turned] = []
    for _ in range(count):
        make, radius = makers[str(rng.choice(list(makers)))]
        for _ in range(12):
            x, y = (float(v) for v in rng.uniform(area[:2], area[2:]))
            if all(np.hypot(x - u, y - v) > radius + r for u, v, r in taken):
                boxes, rounds = make(rng, x, y, float(rng.uniform(0, 360)))
                solids += boxes
                turned += rounds
                taken.append(np.array([x, y, radius]))
                break
    return solids, turned
