"""Flowers, seasons, dragons and the special tiles: plants, people and beasts."""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator

from datasets.synth.canvas import Canvas, western, written
from datasets.synth.carved.plants import draw_carved_plant
from datasets.synth.icons import engraved, ink_of, picture, pictures_of, split
from datasets.synth.style import NUMERALS, WIDEST, Colour, Point, Style
from datasets.synth.suits import draw_bird

_FLOWERS, _FLOWERS_SIMPLE = "梅蘭菊竹", "梅兰菊竹"
_SEASONS = "春夏秋冬"
_OTHER_FLOWERS = ("琴棋書畫", "漁樵耕讀", "福祿壽喜", "富貴榮華")
_USUAL_ORDER = (0, 1, 2, 3)
_OTHER_ORDERS = ((0, 1, 3, 2), (0, 3, 2, 1))
"""In which the plants of `_FLOWERS` are numbered (docs/rules.md, A37). Every set numbers its
seasons in the order of the year, and other words in the order in which they are said."""
_OTHERWISE_ORDERED = 0.1
"""Part of the sets with plants and numbers that have one of the other orders. By hand."""


def draw_picture(
    c: Canvas,
    style: Style,
    subject: str,
    box: tuple[float, float, float, float],
    rng: Generator,
    ink: Colour | None = None,
) -> bool:
    """A picture of the subject, in one ink or in its colours. False if there is none.

    A set of one ink has all its pictures in one ink. All come from one collection if it has enough.
    """
    own = np.random.default_rng([style.seed, 13])
    ready = pictures_of(subject)
    if not style.pictured or not ready:
        return False
    of_one = tuple(one for one in ready if one[0] == own.integers(12))
    ready = of_one if len(of_one) > 2 else ready
    image = picture(*ready[int(rng.integers(len(ready)))])
    if image is None:
        return False
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
    if style.seed >= WIDEST and own.random() < 0.6:
        green = style.green if ink is None else ink
        inks = (ink or style.red, green, ink or (style.black, style.green)[own.integers(2)])
        if np.ptp(image[..., :3][image[..., 3] > 128]) > 40:
            c.paste(engraved(image, inks, int(own.integers(0, 4))), box)
        else:
            c.paste(split(ink_of(image), inks[0], inks[1], float(rng.uniform(0.3, 0.7))), box)
        return True
    if ink is None and own.random() < 0.5 and np.ptp(image[..., :3][image[..., 3] > 128]) > 40:
        c.paste(image, box)
        return True
    chosen = ink or (style.black, style.blue, style.red, style.green)[int(rng.integers(4))]
    c.write(ink_of(image), box, chosen, min(style.weight, 0))
    return True


def _blossom(
    c: Canvas, x: float, y: float, r: float, petal: Colour, heart: Colour, rng: Generator
) -> None:
    kind, turn = int(rng.integers(4)), float(rng.uniform(0, 360))
    n = int(rng.integers(5, 7)) if kind != 2 else 14
    for k in range(n):
        a = math.radians(turn + 360 * k / n)
        px, py = x + r * 0.55 * math.cos(a), y + r * 0.55 * math.sin(a)
        if kind == 0:
            c.disc(px, py, r * 0.42, petal)
        elif kind == 1:
            c.oval(px, py, r * 0.38, r * 0.3, math.degrees(a), petal, 0.045)
        else:
            c.leaf(x, y, r * 1.05, -math.degrees(a), petal, 0.3 if kind == 2 else 0.6)
    c.disc(x, y, r * 0.24, heart)
    if kind == 3:
        c.oval(x, y, r * 0.6, r * 0.5, turn, c.body, 0.03)


def _plant(c: Canvas, style: Style, kind: int, rng: Generator) -> None:
    """0 plum branch, 1 orchid, 2 chrysanthemum, 3 bamboo, 4 anything growing."""
    green, stem = style.green, style.green if rng.random() < 0.7 else style.black
    petal = style.red if rng.random() < 0.8 else style.blue
    heart = style.green if rng.random() < 0.5 else c.body
    x0, y0 = float(rng.uniform(1.2, 1.9)), 3.6
    if kind == 1:
        for _ in range(int(rng.integers(6, 11))):
            c.leaf(
                x0,
                y0,
                float(rng.uniform(1.2, 2.2)),
                float(rng.uniform(50, 130)),
                green,
                0.09,
                float(rng.uniform(-0.5, 0.5)),
            )
        for _ in range(int(rng.integers(1, 4))):
            x, y = float(rng.uniform(0.7, 2.3)), float(rng.uniform(1.4, 2.3))
            c.path([(x0, y0), ((x + x0) / 2 + 0.1, 2.8), (x, y)], green, 0.05)
            _blossom(c, x, y, 0.3, petal, heart, rng)
    elif kind == 3:
        cane = green if rng.random() < 0.6 else style.blue
        for _ in range(int(rng.integers(1, 4))):
            x, lean = float(rng.uniform(1.0, 2.0)), float(rng.uniform(-0.35, 0.35))
            top = float(rng.uniform(0.7, 1.5))
            c.path([(x, y0), (x + lean, top)], cane, 0.12)
            for k in range(4):
                y = y0 + (top - y0) * (k + 0.5) / 4
                xx = x + lean * (k + 0.5) / 4
                c.path([(xx - 0.12, y), (xx + 0.12, y)], c.body, 0.05)
                for _ in range(int(rng.integers(1, 4))):
                    c.leaf(
                        xx,
                        y,
                        float(rng.uniform(0.4, 0.8)),
                        float(rng.uniform(-70, 250)),
                        green,
                        0.24,
                    )
    else:
        points = [(x0, y0)]
        for _ in range(3):
            x, y = points[-1]
            points.append((float(np.clip(x + rng.uniform(-0.6, 0.6), 0.6, 2.4)), y - 0.62))
        c.path(points, stem, 0.11 if kind == 0 else 0.07)
        heads = [points[-1]] if kind == 2 else points[1:]
        for x, y in points[:-1]:
            for _ in range(int(rng.integers(1, 5))):
                c.leaf(
                    x,
                    y - 0.2,
                    float(rng.uniform(0.4, 0.9)),
                    float(rng.uniform(-40, 220)),
                    green,
                    0.34,
                )
        for x, y in heads:
            size = float(rng.uniform(0.5, 0.72)) if kind == 2 else float(rng.uniform(0.26, 0.42))
            dx = float(rng.uniform(-0.35, 0.35))
            c.path([(x, y), (x + dx, y - 0.1)], stem, 0.06)
            _blossom(
                c, float(np.clip(x + dx, 0.55, 2.45)), max(y - 0.1, 1.15), size, petal, heart, rng
            )


def _sketch(c: Canvas, style: Style, kind: int, rng: Generator) -> None:
    """The plants of `_plant` as most factories draw them: thin lines, loops for petals."""
    thin = float(rng.uniform(0.045, 0.09))
    green = style.green if rng.random() < 0.75 else style.black
    petal = style.red if rng.random() < 0.85 else green
    x0, lean = 1.5 + float(rng.uniform(-0.25, 0.25)), float(rng.uniform(-0.5, 0.5))

    def curve(a: Point, b: Point, bow: float, colour: Colour, width: float) -> None:
        t = np.linspace(0, 1, 12)
        x = a[0] + (b[0] - a[0]) * t + bow * np.sin(np.pi * t)
        c.path(list(zip(x, a[1] + (b[1] - a[1]) * t, strict=True)), colour, width)

    def leaves(x: float, y: float, count: int, size: float) -> None:
        for _ in range(count):
            a = float(rng.uniform(0, 360))
            if rng.random() < 0.5:
                c.leaf(x, y, size, a, green, 0.35)
            else:
                mx = x + size / 2 * math.cos(math.radians(a))
                my = y - size / 2 * math.sin(math.radians(a))
                c.oval(mx, my, size * 0.5, size * 0.2, -a, green, thin * 0.8)

    def bloom(x: float, y: float, r: float) -> None:
        for a in np.arange(5) * 1.2566 + rng.uniform(0, 1):
            px, py = x + r * 0.6 * math.cos(a), y + r * 0.5 * math.sin(a)
            c.oval(px, py, r * 0.42, r * 0.36, math.degrees(a), petal, thin)
        c.disc(x, y, r * 0.2, petal if rng.random() < 0.5 else green)

    if kind == 3:
        cane = style.blue if rng.random() < 0.6 else green
        curve((x0 + lean * 0.4, 3.6), (x0 + lean, 0.5), 0.05, cane, 2.2 * thin)
        for _ in range(int(rng.integers(4, 8))):
            x, y = x0 + float(rng.uniform(-0.9, 0.9)), float(rng.uniform(1.6, 3.5))
            for a in (-60, -100, -130):
                c.leaf(x, y, float(rng.uniform(0.4, 0.7)), a + float(rng.normal(0, 15)), green, 0.2)
    elif kind == 1:
        for _ in range(int(rng.integers(4, 8))):
            end = (x0 + float(rng.uniform(-1.1, 1.1)), float(rng.uniform(0.9, 2.9)))
            curve((x0, 3.5), end, float(rng.uniform(-0.5, 0.5)), green, 1.5 * thin)
        x, y = x0 + float(rng.uniform(-0.6, 0.6)), float(rng.uniform(2.0, 2.7))
        if rng.random() < 0.6:
            bloom(x, y, float(rng.uniform(0.2, 0.35)))
        else:
            c.disc(x, y, 0.14, petal)
    else:
        top = (x0 + lean, float(rng.uniform(0.6, 1.2)))
        curve((x0, 3.6), top, float(rng.uniform(-0.5, 0.5)), green, 1.3 * thin)
        for y in np.linspace(1.2, 3.4, int(rng.integers(3, 7))):
            x = x0 + lean * (3.6 - y) / 3
            leaves(float(x), float(y), int(rng.integers(1, 4)), float(rng.uniform(0.3, 0.6)))
        for _ in range(1 if rng.random() < 0.7 else 3):
            x = x0 + float(rng.uniform(-0.5, 0.5))
            bloom(x, float(rng.uniform(1.7, 2.7)), float(rng.uniform(0.35, 0.75)))


def _figure(c: Canvas, style: Style, rng: Generator, rod: bool = False, sack: bool = False) -> None:
    """A person in a robe who carries something."""
    robe, trim = (style.blue, style.red) if rng.random() < 0.5 else (style.green, style.red)
    x, s = 1.5 + float(rng.uniform(-0.2, 0.2)), float(rng.uniform(0.9, 1.1))
    wide = float(rng.uniform(0.5, 0.75)) * s
    c.area([(x - 0.22, 1.7), (x + 0.22, 1.7), (x + wide, 3.4), (x - wide, 3.4)], robe)
    c.path([(x, 1.8), (x + 0.1, 3.35)], c.body, 0.05)
    c.path([(x - wide * 0.8, 3.0), (x + wide * 0.8, 3.0)], trim, 0.07)
    hand = (x + float(rng.choice([-1, 1])) * 0.8, float(rng.uniform(1.9, 2.5)))
    c.path([(x, 1.95), hand], robe, 0.2)
    c.disc(*hand, 0.1, trim)
    c.disc(x, 1.4, 0.27, style.black)
    c.disc(x, 1.42, 0.2, c.body)
    if rng.random() < 0.6:
        c.area([(x - 0.45, 1.3), (x, 0.95), (x + 0.45, 1.3)], trim)
    for dx in (-0.2, 0.2):
        c.path([(x + dx, 3.4), (x + dx, 3.62)], style.black, 0.1)
    if rod:
        tip = (hand[0] + 0.5 * np.sign(hand[0] - x), 1.0)
        c.path([hand, tip], style.black, 0.06)
        c.path([tip, (tip[0], 3.2)], style.black, 0.03)
        c.oval(tip[0], 3.3, 0.12, 0.25, 0, style.red)
    elif sack:
        c.disc(hand[0], hand[1] + 0.35, 0.35, style.red)
    elif rng.random() < 0.5:
        c.path([(hand[0], 1.0), (hand[0], 3.5)], style.green, 0.07)


def _building(c: Canvas, style: Style, rng: Generator) -> None:
    wall = style.blue if rng.random() < 0.5 else style.green
    for k in range(int(rng.integers(1, 4))):
        y, w = 3.4 - 0.75 * k, 0.95 - 0.22 * k
        c.path(
            [
                (1.5 - w * 0.7, y),
                (1.5 - w * 0.7, y - 0.5),
                (1.5 + w * 0.7, y - 0.5),
                (1.5 + w * 0.7, y),
            ],
            wall,
            0.09,
        )
        c.area([(1.5 - w, y - 0.42), (1.5, y - 0.85), (1.5 + w, y - 0.42)], style.red)
    c.path([(0.5, 3.45), (2.5, 3.45)], style.green, 0.1)


def _draw_plant(
    c: Canvas, style: Style, n: int, which: int, order: Generator, rng: Generator
) -> None:
    """What a flower or season shows.

    which: the plant that goes with its number, 0 to 3. order: random numbers that stay the same
    within a set.
    """
    flower = n <= 4
    if style.carved:
        shown = int(rng.integers(4)) if style.any_plant else which
        draw_carved_plant(c, style, shown, flower, rng)
        return
    seasons_as_plants = order.random() < 0.75
    own_pictures = style.pictured and style.seed % 3 == 0
    plant = _sketch if order.random() < 0.55 else _plant
    if style.any_plant:
        which = int(rng.integers(4))
        own_pictures = style.pictured and order.random() < 0.6
        seasons_as_plants = order.random() < 0.9
    subject = "flower" if flower or rng.random() < 0.5 else "scene"
    box = (1.5, 2.3, float(rng.uniform(1.8, 2.5)), float(rng.uniform(2.2, 2.9)))
    if own_pictures and draw_picture(c, style, subject, box, rng):
        return
    if flower and style.flower_words < 3:
        plant(c, style, which if rng.random() < 0.9 else 4, rng)
    elif not flower and seasons_as_plants:
        plant(c, style, int(rng.choice([0, 2, 4, 1])), rng)
    else:
        draw = int(rng.integers(3))
        if draw < 2:
            _figure(c, style, rng, rod=rng.random() < 0.2)
        else:
            _building(c, style, rng)
        if rng.random() < 0.5:
            x, y = float(rng.uniform(0.6, 2.4)), float(rng.uniform(1.3, 3.2))
            _blossom(c, x, y, 0.3, style.red, style.green, rng)


def draw_bonus(c: Canvas, style: Style, n: int, rng: Generator) -> None:
    """n from 1 to 8; 1 to 4 the flowers, 5 to 8 the seasons."""
    flower, number = n <= 4, (n - 1) % 4 + 1
    order = np.random.default_rng([style.seed, 11])
    plants = _USUAL_ORDER
    otherwise = style.bonus_digits and order.random() < _OTHERWISE_ORDERED
    if otherwise and not style.flower_words:
        plants = _OTHER_ORDERS[int(order.integers(2))]
    which = plants[number - 1] if flower else number - 1
    _draw_plant(c, style, n, which, order, rng)
    words = _SEASONS
    if flower:
        words = _FLOWERS_SIMPLE if style.simplified else _FLOWERS
        if style.flower_words:
            words = _OTHER_FLOWERS[style.flower_words - 1]
    ink = (
        style.red if not flower else (style.green, style.blue, style.black)[int(order.integers(3))]
    )
    same = order.random() < 0.7
    digit_ink = ink if same else (style.green if flower else style.red)
    left = order.random() < 0.5
    if order.random() < 0.6:  # most sets mirror the seasons
        left ^= flower
    high = float(order.uniform(0.55, 0.85))
    if style.bonus_sign:
        c.shrink(float(order.uniform(0.7, 0.9)) + (0.12 if style.carved else 0.0), 1.5)
        high = style.bonus_sign
    edge = max(0.62, 0.15 + high / 2)
    xs = (edge, 3 - edge) if left else (3 - edge, edge)
    digits, text = style.bonus_digits, style.bonus_text
    if not flower:
        digits = digits if style.season_digits is None else style.season_digits
        text = text if style.season_text is None else style.season_text
    y = max(0.62, 0.15 + high / 2)
    ys = (y, y)
    if style.any_ink:
        any_of = np.random.default_rng([style.seed, 19, flower])
        inks = (style.red, style.red, style.black, style.blue, style.green)
        ink, digit_ink = inks[any_of.integers(5)], inks[any_of.integers(5)]
        if any_of.random() < 0.2:  # one below the other
            xs, ys = (xs[0], xs[0]), ((y, y + high) if any_of.random() < 0.5 else (y + high, y))
    own = style.flower_names if flower else style.season_words
    word = own[number - 1] if own else words[which]
    if word.isascii():
        _english_word(c, style, word, xs[0], ys[0], high, ink)
    elif text or not digits:
        c.write(written(style, word), (xs[0], ys[0], high, high), ink, max(style.weight, 0))
    wide = max(0.6, 0.8 * high)
    if digits == 1:
        digit = western(style, str(number))
        if digit is not None:
            c.write(digit, (xs[1], ys[1] - 0.02, wide, high * 0.85), digit_ink)
    elif digits == 2:
        box = (xs[1], ys[1] - 0.02, wide, high * 0.9)
        c.write(written(style, NUMERALS[number - 1]), box, digit_ink)


def _english_word(
    c: Canvas, style: Style, word: str, x: float, y: float, high: float, ink: Colour
) -> None:
    """A word beside the edge nearest to x, as wide as there is room beside a number."""
    sign = western(style, word)
    if sign is None:
        return
    wide = min(1.75, 0.5 * high * len(word))
    middle = 0.2 + wide / 2 if x < 1.5 else 2.8 - wide / 2
    c.write(sign, (middle, y, wide, 0.75 * high), ink, max(style.weight, 0))


def draw_special(c: Canvas, style: Style, n: int, rng: Generator) -> None:
    """The special tiles: cat, mouse, cock, worm, man, bag of gold, fisherman, fish."""
    if draw_picture(c, style, f"{n}x", (1.5, 2.1, 2.3, 2.9), rng):
        return
    ink = (style.black, style.blue, style.red, style.green)[int(rng.integers(4))]
    side = -1.0 if rng.random() < 0.5 else 1.0

    def at(x: float, y: float) -> Point:
        return 1.5 + side * x, 2.1 + y

    if n == 1:
        c.oval(*at(-0.1, 0.6), 0.6, 0.75, 0, ink)
        c.disc(*at(0.15, -0.55), 0.45, ink)
        for dx in (-0.2, 0.42):
            c.area([at(dx - 0.12, -0.75), at(dx + 0.05, -1.25), at(dx + 0.24, -0.8)], ink)
        c.path([at(-0.5, 1.1), at(-1.0, 0.9), at(-0.95, 0.2), at(-0.7, 0.0)], ink, 0.14)
        for dx in (0.0, 0.32):
            c.disc(*at(dx, -0.6), 0.08, c.body)
        for dy in (-0.05, 0.05):
            c.path([at(-0.4, -0.4 + dy * 3), at(0.7, -0.4 - dy * 2)], c.body, 0.03)
    elif n == 2:
        c.oval(*at(-0.15, 0.5), 0.75, 0.45, side * -12, ink)
        c.area([at(0.3, 0.15), at(1.1, 0.65), at(0.35, 0.85)], ink)
        c.disc(*at(0.3, 0.0), 0.2, ink)
        c.disc(*at(0.62, 0.45), 0.06, c.body)
        c.path([at(-0.8, 0.6), at(-1.05, 0.1), at(-0.7, -0.5), at(-0.9, -1.1)], ink, 0.07)
        for dx in (-0.3, 0.2):
            c.path([at(dx, 0.8), at(dx + 0.1, 1.1)], ink, 0.08)
    elif n == 3:
        draw_bird(c, style, rng)
        for k in range(3):
            c.disc(*at(0.35 + 0.14 * k, -1.25), 0.14, style.red)
    elif n == 4:
        t = np.linspace(-1, 1, 24)
        wave = float(rng.uniform(2, 4))
        c.path([at(0.35 * math.sin(v * wave), v * 1.2) for v in t], ink, 0.28)
        for v in t[::3]:
            x = 0.35 * math.sin(v * wave)
            c.path([at(x - 0.14, v * 1.2), at(x + 0.14, v * 1.2)], c.body, 0.04)
        c.disc(*at(0.35 * math.sin(-wave), -1.2), 0.22, ink)
    elif n == 5:
        _figure(c, style, rng)
    elif n == 6:
        c.oval(*at(0, 0.45), 0.85, 0.8, 0, ink)
        c.area(
            [
                at(-0.4, -0.2),
                at(0.4, -0.2),
                at(0.6, -0.95),
                at(0.15, -0.7),
                at(-0.1, -1.0),
                at(-0.3, -0.7),
                at(-0.6, -0.9),
            ],
            ink,
        )
        c.path([at(-0.5, -0.28), at(0.5, -0.28)], style.red, 0.12)
        c.write(written(style, str(rng.choice(list("金財福")))), (*at(0, 0.45), 0.9, 0.9), c.body)
    elif n == 7:
        _figure(c, style, rng, rod=True)
    else:
        c.oval(*at(0.1, 0.2), 0.85, 0.42, 0, ink)
        c.area([at(-0.55, 0.2), at(-1.15, -0.3), at(-1.0, 0.2), at(-1.15, 0.7)], ink)
        c.area([at(0.0, -0.15), at(0.3, -0.6), at(0.5, -0.1)], ink)
        c.disc(*at(0.6, 0.1), 0.09, c.body)
        for k in range(3):
            c.oval(*at(-0.2 + 0.25 * k, 0.2), 0.08, 0.22, 0, c.body, 0.035)
        for k in range(3):
            c.path(
                [at(-0.9, 0.9 + 0.2 * k), at(0.0, 1.0 + 0.2 * k), at(0.9, 0.9 + 0.2 * k)],
                style.blue,
                0.05,
            )


def _winding_dragon(c: Canvas, style: Style, ink: Colour, rng: Generator) -> None:
    """A dragon as an engraver cuts it: two lines for the body, scales, comb, legs with claws."""
    thin, side = float(rng.uniform(0.045, 0.085)), float(rng.choice([-1.0, 1.0]))
    t = np.linspace(0, 1, 44)
    swing = float(rng.uniform(0.3, 0.6)) * np.sin(
        t * 2 * math.pi * float(rng.uniform(0.8, 1.6)) + float(rng.uniform(-0.8, 0.8))
    )
    spine = np.stack([1.5 + side * swing, 1.15 + 2.35 * t], 1)
    along = np.gradient(spine, axis=0)
    off = np.stack([-along[:, 1], along[:, 0]], 1)
    off /= np.linalg.norm(off, axis=1, keepdims=True)
    fat = float(rng.uniform(0.16, 0.3))
    half = (fat * np.sqrt(np.clip(1.05 - t, 0, 1)) * (0.75 + 0.5 * np.sin(t * 3.1)))[:, None]
    if rng.random() < 0.3:
        c.area(np.concatenate([spine + off * half, (spine - off * half)[::-1]]), ink)
        scales = c.body
    else:
        c.path(spine + off * half, ink, thin)
        c.path(spine - off * half, ink, thin)
        scales = ink
    comb = float(rng.choice([-1.0, 1.0]))
    for k in range(2, 42, int(rng.integers(2, 5))):
        x, y = spine[k] + off[k] * half[k] * comb
        angle = math.degrees(math.atan2(-off[k][1] * comb, off[k][0] * comb))
        c.leaf(x, y, float(rng.uniform(0.2, 0.34)), angle, ink, 0.6)
        a, b = spine[k] + off[k] * half[k], spine[k] - off[k] * half[k]
        c.path([a, (a + b) / 2 + along[k] * 1.5, b], scales, thin * 0.7)
    for k in (11, 24, 17, 30)[: int(rng.integers(2, 5))]:
        way = 1.0 if k in (11, 30) else -1.0
        knee = spine[k] + off[k] * way * float(rng.uniform(0.35, 0.55))
        foot = knee + [float(rng.uniform(-0.15, 0.15)), float(rng.uniform(-0.35, 0.4))]
        c.path([spine[k], knee, foot], ink, thin * 1.8)
        for d in (-50, 0, 50):
            c.leaf(foot[0], foot[1], 0.26, d + (0 if off[k][0] * way > 0 else 180), ink, 0.25)
    x, y = spine[0] + [0.05 * side, -0.12]
    wide = float(rng.uniform(0.26, 0.4))
    if rng.random() < 0.5:
        c.oval(x, y, wide, wide * 0.75, 0, ink)
        c.disc(x + 0.1 * side, y - 0.03, 0.07, c.body)
    else:
        c.oval(x, y, wide, wide * 0.75, 0, ink, thin)
        c.disc(x + 0.1 * side, y - 0.03, 0.06, ink)
    for a in (-10, 10, -30)[: int(rng.integers(2, 4))]:
        c.leaf(x + wide * 0.6 * side, y + 0.05, 0.42, a if side > 0 else 180 - a, ink, 0.3)
    for a in (70, 110, 140, 40)[: int(rng.integers(2, 5))]:
        c.leaf(x, y - wide * 0.5, float(rng.uniform(0.3, 0.6)), a, ink, 0.16, 0.3 * side)
    for k in (-1, 1):
        end = (x + 0.75 * side, y + 0.25 * k)
        c.path([(x + wide * side, y), (x + 0.6 * side, y + 0.05 * k), end], ink, thin * 0.7)


def draw_dragon(c: Canvas, style: Style, ink: Colour, rng: Generator) -> None:
    """A dragon: a winding body with a comb, claws and a horned head. A set has one design."""
    same = np.random.default_rng([style.seed, 15])
    if draw_picture(c, style, "dragon", (1.5, 2.1, 2.4, 3.2), same, ink):
        return
    if style.seed >= WIDEST and same.random() < 0.65:
        _winding_dragon(c, style, ink, same)
        return
    t = np.linspace(0, 1, 40)
    turns, phase = float(rng.uniform(1.0, 1.7)), float(rng.uniform(0, 6.3))
    x = 1.5 + 0.85 * np.sin(t * 2 * math.pi * turns + phase) * (1 - 0.25 * t)
    y = 0.95 + 2.5 * t
    points = np.stack([x, y], 1)
    for k in range(2, 39, 2):
        (px, py), (qx, qy) = points[k - 1], points[k + 1]
        angle = math.degrees(math.atan2(-(qy - py), qx - px))
        c.leaf(points[k][0], points[k][1], 0.34, angle + 90, ink, 0.5)
        if k % 8 == 0:
            for d in (-40, 0, 40):
                c.leaf(points[k][0], points[k][1], 0.55, angle - 90 + d, ink, 0.18)
    for k in range(39):
        width = 0.3 * (1 - 0.75 * k / 39)
        c.path(points[k : k + 2], ink, width)
    c.path(points[3:34], c.body, 0.05)
    hx, hy = points[0]
    c.oval(hx, hy, 0.4, 0.28, 20, ink)
    c.disc(hx + 0.05, hy - 0.05, 0.07, c.body)
    for a in (60, 110, 150, 200, -20):
        c.leaf(hx, hy, 0.6, a, ink, 0.15)
