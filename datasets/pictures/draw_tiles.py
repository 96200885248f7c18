"""Draw the tile pictures of the pages: one SVG a tile code, in companion/web/static/tiles.

Run again after a change:  python -m datasets.pictures.draw_tiles FONT.ttc
FONT is Noto Serif CJK Bold (SIL Open Font License); its Chinese characters and figures are baked
in as outlines, so that a page needs no font. Everything else is drawn here, in units of a
72 x 96 face. Needs fontTools, which no other part of the program does.

Each file has two groups: `bone`, the blank face, and `art`, what is engraved on it.
"""

# ruff: noqa: E501 - a path is one word, however long

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

OUT = Path(__file__).resolve().parents[2] / "companion" / "web" / "static" / "tiles"
WIDTH, HEIGHT = 72, 96
BONE, EDGE = "#f7f0df", "#d8c9a6"
INK, GREEN, RED, BLUE = "#1b2733", "#14663f", "#b3241c", "#1d4a86"
GOLD, BROWN, PINK, VIOLET = "#c08a1e", "#6d4526", "#d4596b", "#6b4a95"
TRADITIONAL_CHINESE = 3  # place of the face for Taiwan in the collection


class Engraver:
    """Turns characters of one font into SVG paths."""

    def __init__(self, font_file: Path) -> None:
        font = TTCollection(font_file).fonts[TRADITIONAL_CHINESE]
        self.glyphs = font.getGlyphSet()
        self.cmap = font.getBestCmap()

    def glyph(
        self, char: str, cx: float, cy: float, size: float, fill: str, *, by_height: bool = False
    ) -> str:
        """A character centred on (cx, cy); its longer side, or its height, `size` units."""
        name = self.cmap[ord(char)]
        bounds = BoundsPen(self.glyphs)
        self.glyphs[name].draw(bounds)
        left, bottom, right, top = bounds.bounds
        scale = size / (top - bottom if by_height else max(right - left, top - bottom))
        move = Transform(scale, 0, 0, -scale, cx, cy).translate(
            -(left + right) / 2, -(bottom + top) / 2
        )
        pen = SVGPathPen(self.glyphs, ntos=lambda v: f"{v:.1f}".removesuffix(".0"))
        self.glyphs[name].draw(TransformPen(pen, move))
        return f'<path fill="{fill}" d="{pen.getCommands()}"/>'

    def index(self, char: str, fill: str = INK) -> str:
        """The small Western figure or letter in the corner, as on sets made for export."""
        return self.glyph(char, 12 if char == "W" else 9.5, 12, 12.5, fill, by_height=True)


# --- marks ----------------------------------------------------------------------------------


def disc(cx: float, cy: float, r: float, fill: str) -> str:
    return f'<circle cx="{cx:g}" cy="{cy:g}" r="{r:.2f}" fill="{fill}"/>'


def ring(cx: float, cy: float, r: float, stroke: str, width: float) -> str:
    return (
        f'<circle cx="{cx:g}" cy="{cy:g}" r="{r:.2f}" fill="none" '
        f'stroke="{stroke}" stroke-width="{width:.2f}"/>'
    )


def line(d: str, stroke: str, width: float, fill: str = "none") -> str:
    return (
        f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def area(d: str, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}"/>'


def oval(
    cx: float, cy: float, rx: float, ry: float, fill: str, turn: float = 0, extra: str = ""
) -> str:
    turned = f' transform="rotate({turn:g} {cx:g} {cy:g})"' if turn else ""
    return (
        f'<ellipse cx="{cx:g}" cy="{cy:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{extra}{turned}/>'
    )


def around(
    n: int, cx: float, cy: float, r: float, start: float = -90
) -> Iterable[tuple[float, float, float]]:
    """n points on a circle with the direction of each, in degrees."""
    for i in range(n):
        angle = start + 360 * i / n
        yield cx + r * cos(angle * pi / 180), cy + r * sin(angle * pi / 180), angle


def circle_mark(cx: float, cy: float, r: float, colour: str) -> str:
    """One circle of the dots suit: a disc, a ring cut out, a small flower in the middle."""
    petals = "".join(
        disc(round(x, 2), round(y, 2), r * 0.17, BONE) for x, y, _ in around(6, cx, cy, r * 0.32)
    )
    return (
        disc(cx, cy, r, colour)
        + ring(cx, cy, r * 0.74, BONE, r * 0.13)
        + petals
        + disc(cx, cy, r * 0.13, BONE)
    )


def great_circle() -> str:
    cx, cy = 36, 51
    beads = "".join(
        disc(round(x, 2), round(y, 2), 1.9, BONE) for x, y, _ in around(24, cx, cy, 25.5)
    )
    petals = "".join(
        oval(round(x, 2), round(y, 2), 6.6, 3.4, RED, turn) for x, y, turn in around(8, cx, cy, 9.8)
    )
    leaves = "".join(
        oval(round(x, 2), round(y, 2), 2.4, 1.1, GREEN, turn)
        for x, y, turn in around(8, cx, cy, 16.6, -67.5)
    )
    return (
        disc(cx, cy, 29.5, GREEN)
        + beads
        + disc(cx, cy, 21.4, BONE)
        + ring(cx, cy, 20, BLUE, 1.6)
        + leaves
        + petals
        + disc(cx, cy, 5, BONE)
        + disc(cx, cy, 3.3, BLUE)
    )


def stick(cx: float, cy: float, length: float, width: float, colour: str, turn: float = 0) -> str:
    """One bamboo stick: a shaft with three nodes and a line of light."""
    top = cy - length / 2
    knob = length * 0.17

    def bar(y: float, w: float, h: float) -> str:
        return (
            f'<rect x="{cx - w / 2:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" '
            f'rx="{min(w, h) * 0.42:.2f}" fill="{colour}"/>'
        )

    body = (
        bar(top, width * 0.68, length)
        + bar(top, width, knob)
        + bar(cy - knob / 2, width, knob)
        + bar(top + length - knob, width, knob)
    )
    shine = "".join(
        f'<rect x="{cx - width * 0.08:.2f}" y="{y:.2f}" width="{width * 0.16:.2f}" '
        f'height="{length * 0.24:.2f}" fill="{BONE}"/>'
        for y in (top + length * 0.215, cy + length * 0.125)
    )
    turned = f' transform="rotate({turn:g} {cx:g} {cy:g})"' if turn else ""
    return f"<g{turned}>{body}{shine}</g>"


# --- suits ----------------------------------------------------------------------------------

DOTS: dict[int, Sequence[tuple[float, float, float, str]]] = {
    2: [(36, 33, 15.5, GREEN), (36, 73, 15.5, BLUE)],
    3: [(19, 30, 11.5, BLUE), (36, 54, 11.5, RED), (53, 78, 11.5, GREEN)],
    4: [(20, 34, 12.5, BLUE), (52, 34, 12.5, GREEN), (20, 74, 12.5, GREEN), (52, 74, 12.5, BLUE)],
    5: [
        (18, 32, 11, BLUE), (54, 32, 11, GREEN), (36, 54, 11, RED),
        (18, 76, 11, GREEN), (54, 76, 11, BLUE),
    ],
    6: [(22, 29, 10, GREEN), (50, 29, 10, GREEN)]
    + [(x, y, 10, RED) for y in (57, 80) for x in (22, 50)],
    7: [(17, 26, 8.6, GREEN), (36, 33, 8.6, GREEN), (55, 40, 8.6, GREEN)]
    + [(x, y, 9.4, RED) for y in (60, 82) for x in (24, 48)],
    8: [(x, y, 8.8, BLUE) for y in (25, 44, 63, 82) for x in (24, 50)],
    9: [
        (x, y, 8.6, colour)
        for y, colour in ((28, GREEN), (54, RED), (80, BLUE))
        for x in (15, 36, 57)
    ],
}  # fmt: skip

BAMBOO: dict[int, Sequence[tuple[float, float, float, float, str, float]]] = {
    2: [(36, 33, 35, 12, BLUE, 0), (36, 73, 35, 12, GREEN, 0)],
    3: [(36, 32, 35, 11, BLUE, 0), (20, 73, 35, 11, GREEN, 0), (52, 73, 35, 11, GREEN, 0)],
    4: [
        (x, y, 34, 11, colour, 0)
        for x, y, colour in ((21, 36, BLUE), (51, 36, GREEN), (21, 74, GREEN), (51, 74, BLUE))
    ],
    5: [
        (x, y, 32, 10.5, colour, 0)
        for x, y, colour in (
            (16, 36, GREEN), (56, 36, BLUE), (36, 55, RED), (16, 74, BLUE), (56, 74, GREEN),
        )
    ],
    6: [(x, y, 34, 10, colour, 0) for y, colour in ((36, GREEN), (74, BLUE)) for x in (15, 36, 57)],
    7: [(36, 21, 22, 10, RED, 0)]
    + [(x, y, 26, 10, colour, 0) for y in (49, 78) for x, colour in
       ((15, GREEN), (36, BLUE), (57, GREEN))],
    # The upper four stand as an M, the lower four as a W.
    8: [
        (12, 37, 34, 8, GREEN, 0), (28, 38, 34, 8, GREEN, -19),
        (44, 38, 34, 8, GREEN, 19), (60, 37, 34, 8, GREEN, 0),
        (12, 75, 34, 8, BLUE, 0), (28, 74, 34, 8, BLUE, 19),
        (44, 74, 34, 8, BLUE, -19), (60, 75, 34, 8, BLUE, 0),
    ],
    9: [
        (x, y, 22.5, 9, colour, 0)
        for y in (31, 56, 81)
        for x, colour in ((15, GREEN), (36, RED), (57, BLUE))
    ],
}  # fmt: skip


def bird() -> str:
    """The one of bamboo: a peacock on a twig."""
    tail = ""
    for i, angle in enumerate((-64, -42, -20, 2, 24)):
        length = (30, 33, 35, 33, 29)[i]
        tip_x = 36 + length * cos(angle * pi / 180)
        tip_y = 56 + length * sin(angle * pi / 180) * 1.05
        tip_x = min(tip_x, 61)
        eye_x, eye_y = round(tip_x, 1), round(tip_y, 1)
        tail += line(f"M35 57Q{(35 + eye_x) / 2:.1f} {eye_y + 7:.1f} {eye_x} {eye_y}", GREEN, 3.6)
        tail += oval(eye_x, eye_y, 6.4, 4.6, GREEN, angle)
        tail += oval(eye_x, eye_y, 3.9, 2.8, BONE, angle)
        tail += oval(eye_x + 0.4, eye_y, 2.4, 1.8, (BLUE, RED)[i % 2], angle)
    body = area(
        "M24 33C19 31 14 35 15 40C16 45 21 46 20 52C18 61 22 71 32 73"
        "C42 74 48 66 46 58C44 52 36 53 32 49C28 45 29 36 24 33Z",
        BLUE,
    )
    wing = area("M27 56C33 53 43 55 45 61C40 69 31 68 27 56Z", RED) + line(
        "M31 58Q36 62 41 61M32 62Q36 65 39 64", BONE, 1.2
    )
    head = (
        disc(21, 37.5, 1.9, BONE)
        + disc(21, 37.5, 1, INK)
        + area("M15.2 37L8 41L15.5 43Z", GOLD)
        + line("M23 33L21 24M24.5 33L26 25M26 34L30 28", GREEN, 1.5)
        + disc(21, 24, 1.7, RED)
        + disc(26, 24.6, 1.7, RED)
        + disc(30, 27.6, 1.7, RED)
    )
    legs = line("M30 72L28 84M36 72L37 84", GOLD, 2.2)
    twig = line("M10 86Q34 81 62 87", GREEN, 4.4) + line("M24 83.4v4M46 83v4", BONE, 1.2)
    return tail + legs + twig + body + wing + head


# --- flowers, seasons, specials ---------------------------------------------------------------


def blossom(cx: float, cy: float, r: float, colour: str, heart: str = GOLD, n: int = 5) -> str:
    petals = "".join(
        disc(round(x, 2), round(y, 2), r * 0.52, colour) for x, y, _ in around(n, cx, cy, r * 0.55)
    )
    return petals + disc(cx, cy, r * 0.34, BONE) + disc(cx, cy, r * 0.2, heart)


def leaf(x: float, y: float, length: float, width: float, turn: float, colour: str = GREEN) -> str:
    """A pointed leaf growing from (x, y); turn 0 points right."""
    d = (
        f"M{x:g} {y:g}q{length / 2:g} {-width:g} {length:g} 0"
        f"q{-length / 2:g} {width:g} {-length:g} 0Z"
    )
    return f'<path d="{d}" fill="{colour}" transform="rotate({turn:g} {x:g} {y:g})"/>'


def plum() -> str:
    branch = line("M14 90C22 76 20 66 32 58C44 50 50 44 54 30", BROWN, 4.4) + line(
        "M31 59C24 52 22 46 22 40M44 50C52 52 58 52 62 49", BROWN, 2.8
    )
    buds = disc(56, 27, 3.4, PINK) + disc(22, 37, 3.4, PINK) + disc(63, 47.5, 3.2, PINK)
    return (
        branch
        + buds
        + blossom(38, 46, 11, RED)
        + blossom(24, 68, 11, RED)
        + blossom(52, 66, 9, PINK)
    )


def orchid() -> str:
    leaves = line("M34 90C30 66 20 52 8 48", GREEN, 4) + line("M36 90C40 64 52 52 65 54", GREEN, 4)
    leaves += line("M35 90C34 70 28 58 24 40", GREEN, 3.2) + line(
        "M37 90C46 76 56 74 64 78", GREEN, 3
    )
    stem = line("M36 88C38 68 40 58 40 46", GREEN, 2)

    def flower(cx: float, cy: float, size: float) -> str:
        petals = "".join(
            leaf(cx, cy, size, size * 0.55, turn, VIOLET) for turn in (-90, -160, -20, 140, 40)
        )
        return petals + disc(cx, cy, size * 0.24, GOLD)

    return leaves + stem + flower(40, 42, 17) + flower(50, 68, 11)


def chrysanthemum() -> str:
    cx, cy = 36, 50
    outer = "".join(leaf(cx, cy, 25, 7, 360 / 16 * i, GOLD) for i in range(16))
    inner = "".join(leaf(cx, cy, 16, 5, 360 / 12 * i + 9, "#e0ab3a") for i in range(12))
    stem = line("M36 60Q35 80 37 91", GREEN, 3.4)
    return (
        stem
        + leaf(36, 86, 24, 12, -28)
        + leaf(36, 88, 24, 12, 206)
        + outer
        + inner
        + disc(cx, cy, 4.6, RED)
        + disc(cx, cy, 2, BONE)
    )


def bamboo_plant() -> str:
    def stalk(x: float, tops: tuple[int, ...], width: float) -> str:
        return "".join(
            f'<rect x="{x - width / 2:g}" y="{y}" width="{width:g}" height="{h}" rx="2" fill="{GREEN}"/>'
            for y, h in ((a, b - a - 1) for a, b in pairwise(tops))
        )

    leaves = "".join(
        leaf(x, y, length, 7, turn)
        for x, y, length, turn in (
            (29, 44, 20, 200), (29, 44, 19, 160), (29, 66, 19, 165), (29, 66, 18, 205),
            (47, 54, 19, -25), (47, 54, 18, 20), (47, 76, 17, -20), (47, 36, 17, -40),
            (47, 36, 18, 5),
        )
    )  # fmt: skip
    return stalk(29, (26, 44, 66, 92), 6) + stalk(46, (34, 54, 76, 92), 5) + leaves


def butterfly() -> str:
    """Spring."""
    wings = (
        area("M35 54C22 26 6 30 9 44C11 54 24 58 35 56Z", RED)
        + area("M37 54C50 26 66 30 63 44C61 54 48 58 37 56Z", RED)
        + area("M35 57C22 56 12 64 17 74C22 84 34 76 35 60Z", GOLD)
        + area("M37 57C50 56 60 64 55 74C50 84 38 76 37 60Z", GOLD)
    )
    marks = "".join(
        disc(x, y, r, BONE) for x, y, r in ((18, 43, 4), (54, 43, 4), (23, 69, 3), (49, 69, 3))
    )
    marks += "".join(disc(x, y, r, BLUE) for x, y, r in ((18, 43, 2), (54, 43, 2)))
    body = oval(36, 60, 2.6, 15, INK) + line("M35 46Q30 36 25 34M37 46Q42 36 47 34", INK, 1.5)
    return wings + marks + body


def lotus() -> str:
    """Summer."""
    petals = "".join(
        leaf(36, 66, length, width, turn, colour)
        for length, width, turn, colour in (
            (29, 15, -158, PINK), (29, 15, -22, PINK), (33, 17, -132, RED), (33, 17, -48, RED),
            (34, 17, -112, PINK), (34, 17, -68, PINK), (35, 18, -90, RED),
        )
    )  # fmt: skip
    water = line("M8 80q7-5 14 0t14 0t14 0t14 0", BLUE, 2.6) + line(
        "M15 88q7-5 14 0t14 0t14 0", BLUE, 2.2
    )
    pad = oval(36, 70, 25, 5.5, GREEN)
    return pad + petals + water


def moon() -> str:
    """Autumn."""
    leaves = ""
    for cx, cy, size, turn, colour in (
        (22, 72, 13, 20, RED),
        (48, 80, 11, -30, GOLD),
        (40, 62, 8, 70, RED),
    ):
        leaves += "".join(
            leaf(cx, cy, size * (1, 0.9, 0.9, 0.6, 0.6)[i], size * 0.5, turn + a, colour)
            for i, a in enumerate((-90, -40, -140, 5, 175))
        ) + line(f"M{cx} {cy}l{-size * 0.3:.1f} {size * 0.7:.1f}", BROWN, 1.4)
    return (
        disc(44, 42, 17, GOLD)
        + disc(44, 42, 14.6, "#e9c063")
        + leaves
        + line("M11 44l5 3l5-3M18 53l4 2.4l4-2.4M10 33l4 2.4l4-2.4", INK, 1.5)
    )


def winter() -> str:
    ground = area("M6 86Q36 74 66 86V91H6Z", BLUE)
    mountain = area("M6 86L30 40L44 64L50 56L66 86Q36 74 6 86Z", BLUE) + area(
        "M30 40L39 55.5L34 53L30.5 58L26 52.5L22 55.5ZM50 56L55.5 66.5L50 64L46.6 68L44.6 63.4Z",
        BONE,
    )
    flakes = ""
    for cx, cy, r in ((54, 36, 7), (16, 38, 5), (42, 27, 4.5)):
        for turn in (0, 60, 120):
            flakes += (
                f'<path d="M{cx - r:g} {cy}h{2 * r:g}" stroke="{RED}" stroke-width="1.6" '
                f'stroke-linecap="round" transform="rotate({turn} {cx} {cy})"/>'
            )
    return mountain + ground + flakes


def cat() -> str:
    tail = line("M52 80C68 80 66 58 58 54", INK, 5)
    body = area("M36 44C50 46 56 66 54 86H18C16 66 22 46 36 44Z", INK)
    head = area("M18 22L27 27Q36 24 45 27L54 22Q58 44 48 50Q36 57 24 50Q14 44 18 22Z", INK)
    face = "".join(oval(x, 39, 3.6, 4.4, "#e9c063") + oval(x, 39, 1.3, 4, INK) for x in (28, 44))
    face += area("M33.6 45h4.8L36 48Z", PINK) + line(
        "M36 48v2M30 50L16 48M30 52L17 54M42 50L56 48M42 52L55 54", BONE, 1
    )
    return (
        tail
        + body
        + head
        + face
        + line("M30 86V70M42 86V70", BONE, 1.2)
        + area("M24 53Q36 60 48 53V57Q36 64 24 57Z", RED)
        + disc(36, 61, 2.8, GOLD)
    )


def mouse() -> str:
    return (
        line("M56 74C70 70 62 48 66 40", PINK, 2.4)
        + area(
            "M10 68C14 52 26 50 32 48C50 42 64 58 60 78C58 84 24 84 20 80C14 78 8 76 10 68Z",
            "#7b736b",
        )
        + disc(33, 46, 9, "#7b736b")
        + disc(33, 46, 5.6, PINK)
        + disc(22, 50, 7, "#7b736b")
        + disc(22, 50, 4.2, PINK)
        + disc(20, 64, 2.4, INK)
        + disc(19.3, 63.3, 0.8, BONE)
        + disc(10, 69, 2.4, INK)
        + line("M14 72L4 76M15 74L8 81", INK, 1)
        + line("M26 83v4M34 84v4M50 84v4", PINK, 2.6)
    )


def cock() -> str:
    tail = line("M48 58C60 50 64 40 60 26", GREEN, 6) + line("M50 62C64 58 68 48 67 38", BLUE, 5)
    tail += line("M46 54C52 44 54 36 50 28", BLUE, 5)
    body = area(
        "M22 40C20 54 24 74 40 74C54 74 58 62 52 54C44 56 36 54 32 38C30 30 20 30 22 40Z", RED
    )
    neck = area("M22 40C20 34 24 29 29 32C34 38 33 50 38 54C30 58 22 54 22 40Z", GOLD)
    head = (
        disc(25, 32, 6.6, RED)
        + area("M19 31L11 34.5L19 37Z", GOLD)
        + disc(24, 31, 1.8, BONE)
        + disc(24, 31, 0.9, INK)
    )
    comb = area("M19 27C17 20 22 20 23 23C23 17 28 17 28 22C31 18 34 22 31 28Z", RED) + oval(
        21, 41, 2.4, 4, RED
    )
    wing = area("M32 58C38 54 48 56 50 60C48 68 38 70 32 58Z", GREEN) + line(
        "M37 60q4 3 8 2", BONE, 1.2
    )
    legs = line("M35 73V86M35 86L29 88M35 86L40 88M43 73V84M43 84L38 87M43 84L49 87", GOLD, 2.2)
    return tail + legs + body + neck + head + comb + wing


def worm() -> str:
    """A silkworm on a mulberry leaf: five round segments, so that it reads when small."""
    leaf_shape = area(
        "M36 92C10 84 4 62 12 44C24 46 28 52 36 62C44 50 56 46 64 40C70 64 60 84 36 92Z", GREEN
    )
    veins = line("M36 90V66M36 84L20 64M36 84L54 62", BONE, 1.2)
    body = "".join(
        disc(x, y, r, "#b9c36a") + ring(x, y, r, "#6f7a2c", 1.4)
        for x, y, r in ((58, 60, 6), (51, 51, 7), (41, 46, 7.6), (31, 42, 8), (24, 33, 8.6))
    )
    face = (
        disc(20, 31, 1.5, INK) + disc(26, 29.5, 1.5, INK) + line("M20 36Q24 38 27 34.6", INK, 1.4)
    )
    return leaf_shape + veins + body + face + line("M20 25L17 20M26 24L28 19", INK, 1.3)


def man() -> str:
    """The god of wealth in hat and robe."""
    robe = area("M36 48C52 48 58 64 62 90H10C14 64 20 48 36 48Z", RED)
    trim = (
        area("M31 49L36 62L41 49Z", BONE)
        + line("M36 62V90", GOLD, 2.4)
        + line("M14 90H58", GOLD, 3)
    )
    sleeves = area("M22 62C24 70 32 72 36 72C40 72 48 70 50 62L54 72C48 80 24 80 18 72Z", BLUE)
    head = (
        disc(36, 38, 11.5, "#eec9a0")
        + line("M30 36h3M39 36h3", INK, 1.7)
        + line("M31 44Q36 47 41 44", INK, 1.5)
    )
    beard = line("M29 44C28 52 32 56 36 60C40 56 44 52 43 44", INK, 1.6)
    hat = (
        area("M23 32C24 18 48 18 49 32Z", INK)
        + line("M20 32H52", INK, 3.4)
        + area("M10 28h12v5H12ZM62 28H50v5h10Z", INK)
        + disc(36, 25, 3, RED)
    )
    return robe + trim + sleeves + head + beard + hat


def bag() -> str:
    """The pot of gold: a boat-shaped ingot over coins in a bowl."""
    coin = "".join(
        disc(x, y, 7, GOLD)
        + ring(x, y, 7, "#8a5f0f", 1.4)
        + f'<rect x="{x - 2}" y="{y - 2}" width="4" height="4" fill="#8a5f0f"/>'
        for x, y in ((22, 52), (50, 52), (36, 48))
    )
    ingot = (
        area(
            "M14 30C18 38 22 40 24 36C26 26 46 26 48 36C50 40 54 38 58 30C60 46 52 50 36 50C20 50 12 46 14 30Z",
            "#e0ab3a",
        )
        + oval(36, 35, 11.5, 5.5, "#f0cf74")
        + line("M14 30C18 38 22 40 24 36C26 26 46 26 48 36C50 40 54 38 58 30", "#8a5f0f", 1.3)
    )
    bowl = (
        area("M8 58H64C64 78 52 88 36 88C20 88 8 78 8 58Z", BLUE)
        + line("M8 58H64", INK, 3)
        + line("M15 68q5.25 6 10.5 0t10.5 0t10.5 0t10.5 0", BONE, 1.8)
        + line("M26 90H46", INK, 3)
    )
    return coin + ingot + bowl


def fisherman() -> str:
    rod = line("M34 58L64 24", BROWN, 2.4) + line("M64 24V70", INK, 1) + disc(64, 72, 2.2, RED)
    hat = area("M4 40L25 24L46 40Q25 46 4 40Z", GOLD) + line(
        "M25 24L14 42M25 24L36 42", "#8a5f0f", 1.1
    )
    head = disc(25, 44, 8, "#eec9a0") + area("M10 39.5L40 39.5L46 40Q25 46 4 40Z", GOLD)
    beard = area("M19 48Q25 62 31 48Q25 52 19 48Z", "#9a948a")
    body = area("M25 51C38 52 42 64 44 80H8C8 64 12 52 25 51Z", BLUE) + line(
        "M28 58L37 60", "#eec9a0", 4
    )
    boat = area("M2 76H58C56 86 48 90 42 90H14C8 90 4 84 2 76Z", BROWN) + line(
        "M3 78H57", BONE, 1.3
    )
    return rod + body + head + beard + hat + boat


def fish() -> str:
    body = area("M8 54C18 36 40 34 52 52L66 40C63 50 63 58 66 68L52 58C40 74 18 72 8 54Z", RED)
    gill = line("M24 44Q30 54 24 65", BONE, 1.8)
    scales = line(
        "M31 47q4 3.4 0 7M31 56q4 3.4 0 7M38 45q4 3.4 0 7M38 54q4 3.4 0 7M45 50q4 3.4 0 7",
        BONE,
        1.4,
    )
    fins = area("M28 40C30 30 42 28 48 34C44 36 42 40 42 43Z", GOLD) + area(
        "M28 68C30 76 38 80 42 77C38 74 38 70 38 67Z", GOLD
    )
    eye = disc(17, 51, 3.2, BONE) + disc(17, 51, 1.6, INK)
    water = line("M8 86q7-5 14 0t14 0t14 0t14 0", BLUE, 2.4) + line("M14 26q5-4 10 0t10 0", BLUE, 2)
    return fins + body + gill + scales + eye + water


def back() -> str:
    """The bamboo back, its grain and two pegs."""
    grain = "".join(
        line(f"M{x} 3C{x + bend} 30 {x - bend} 66 {x} 93", "#a8823f", 0.9)
        for x, bend in (
            (8, 1),
            (15, -2),
            (22, 2),
            (30, 1),
            (38, -2),
            (45, 1),
            (52, 2),
            (59, -1),
            (65, 1),
        )
    )
    dashes = line("M12 20v8M26 52v10M42 30v7M56 64v9M34 78v7M62 36v6M18 72v6", "#8d6a2e", 1.2)
    return grain + dashes + line("M3 34Q36 31.6 69 34M3 66Q36 68.4 69 66", "#8d6a2e", 1.4)


# --- all ------------------------------------------------------------------------------------


def white_dragon() -> str:
    corners = "".join(
        line(f"M{x} {y + 13 * dy}Q{x + 1.5 * dx} {y + 1.5 * dy} {x + 13 * dx} {y}", BLUE, 1.8)
        + disc(x + 5.4 * dx, y + 5.4 * dy, 2.3, BLUE)
        for x, y, dx, dy in ((19, 22, 1, 1), (53, 22, -1, 1), (19, 74, 1, -1), (53, 74, -1, -1))
    )
    return (
        f'<rect x="11" y="13" width="50" height="70" rx="3" fill="none" stroke="{BLUE}" stroke-width="4.4"/>'
        f'<rect x="17" y="19" width="38" height="58" rx="1.5" fill="none" stroke="{BLUE}" stroke-width="1.3"/>'
        + corners
    )


def pictures(cut: Engraver) -> dict[str, str]:
    """The art of every tile code."""
    art: dict[str, str] = {}
    for n, numeral in enumerate("一二三四五六七八九", start=1):
        art[f"{n}m"] = (
            cut.glyph(numeral, 39, 31, 34 if n > 1 else 36, INK)
            + cut.glyph("萬", 37, 70, 39, RED)
            + cut.index(str(n))
        )
        dots = great_circle() if n == 1 else "".join(circle_mark(*mark) for mark in DOTS[n])
        art[f"{n}p"] = dots + cut.index(str(n))
        sticks = bird() if n == 1 else "".join(stick(*mark) for mark in BAMBOO[n])
        art[f"{n}s"] = sticks + cut.index(str(n))
    for n, (char, letter) in enumerate(zip("東南西北", "ESWN", strict=True), start=1):
        art[f"{n}z"] = cut.glyph(char, 37, 54, 54, BLUE) + cut.index(letter)
    art["5z"] = white_dragon()
    art["6z"] = cut.glyph("發", 36, 49, 60, GREEN)
    art["7z"] = cut.glyph("中", 36, 49, 66, RED)
    flowers = (("梅", plum), ("蘭", orchid), ("菊", chrysanthemum), ("竹", bamboo_plant))
    seasons = (("春", butterfly), ("夏", lotus), ("秋", moon), ("冬", winter))
    for place, (char, draw) in enumerate(flowers + seasons):
        number, colour = place % 4 + 1, GREEN if place < 4 else RED
        art[f"{place + 1}f"] = (
            draw() + cut.index(str(number), colour) + cut.glyph(char, 60, 13, 15, colour)
        )
    specials = (cat, mouse, cock, worm, man, bag, fisherman, fish)
    for n, draw in enumerate(specials, start=1):
        art[f"{n}x"] = draw()
    return art


def svg(art: str, fill: str = BONE, edge: str = EDGE) -> str:
    blank = (
        f'<g id="bone"><rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="7" '
        f'fill="{fill}" stroke="{edge}"/></g>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">{blank}<g id="art">{art}</g></svg>\n'
    )


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("Give the font file: python -m datasets.pictures.draw_tiles NotoSerifCJK-Bold.ttc")
    OUT.mkdir(parents=True, exist_ok=True)
    art = pictures(Engraver(Path(sys.argv[1])))
    for code, marks in art.items():
        (OUT / f"{code}.svg").write_text(svg(marks), encoding="utf-8")
    (OUT / "0z.svg").write_text(svg(back(), "#c9a35c", "#8d6a2e"), encoding="utf-8")
    print(f"{len(art) + 1} pictures in {OUT}")


if __name__ == "__main__":
    main()
