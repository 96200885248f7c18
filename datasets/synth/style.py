"""Styles: the inks, writing and pictures that all faces of one set share."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.synth import fonts

Image8 = NDArray[np.uint8]
Colour = tuple[int, int, int]
Point = tuple[float, float]

ORDINARY: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
)
BONUS: tuple[str, ...] = tuple(f"{n}f" for n in range(1, 9))
SPECIAL: tuple[str, ...] = tuple(f"{n}x" for n in range(1, 9))
JOKER = "9x"
"""A tile of no game of ours: jokers of many kinds, advertising tiles, spare ones."""
FACES: tuple[str, ...] = ORDINARY + BONUS + SPECIAL

# Folder and file under /usr/share/fonts, number in a collection, simplified writing.
FONTS: tuple[tuple[str, int, bool], ...] = (
    ("truetype/arphic/ukai.ttc", 0, False),
    ("truetype/arphic/uming.ttc", 0, False),
    ("truetype/arphic-bkai00mp/bkai00mp.ttf", 0, False),
    ("truetype/arphic-bsmi00lp/bsmi00lp.ttf", 0, False),
    ("truetype/arphic-gkai00mp/gkai00mp.ttf", 0, True),
    ("truetype/arphic-gbsn00lp/gbsn00lp.ttf", 0, True),
    ("truetype/cns11643/TW-Kai-98_1.ttf", 0, False),
    ("truetype/cns11643/TW-Sung-98_1.ttf", 0, False),
    ("truetype/cwtex/cwfs.ttf", 0, False),
    ("truetype/cwtex/cwheib.ttf", 0, False),
    ("truetype/cwtex/cwkai.ttf", 0, False),
    ("truetype/cwtex/cwming.ttf", 0, False),
    ("truetype/cwtex/cwyen.ttf", 0, False),
    ("truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", 0, False),
    ("truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf", 0, False),
    ("truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", 0, False),
    ("truetype/lxgw-wenkai/LXGWWenKai-Regular.ttf", 0, True),
    ("truetype/wqy/wqy-zenhei.ttc", 0, False),
    ("opentype/noto/NotoSerifCJK-Bold.ttc", 0, False),
    ("opentype/noto/NotoSansCJK-Bold.ttc", 0, False),
    ("truetype/hanazono/HanaMinA.ttf", 0, False),
)
LATIN: tuple[str, ...] = (
    "truetype/dejavu/DejaVuSans-Bold.ttf",
    "truetype/dejavu/DejaVuSerif-Bold.ttf",
    "truetype/dejavu/DejaVuSans.ttf",
    "truetype/liberation/LiberationSans-Bold.ttf",
    "truetype/liberation/LiberationSerif-Bold.ttf",
    "truetype/liberation/LiberationSerif-Regular.ttf",
)
GLYPHS: tuple[str, ...] = (
    "truetype/ancient-scripts/Symbola_hint.ttf",
    "truetype/dejavu/DejaVuSans.ttf",
    "truetype/noto/NotoSansSymbols2-Regular.ttf",
)

NUMERALS = "一二三四五六七八九"


@dataclass(frozen=True)
class Style:
    """One tile set: everything that its faces share. Colours are RGB."""

    seed: int
    font: int
    latin: int
    simplified: bool
    five: str
    body: Colour
    red: Colour
    green: Colour
    blue: Colour
    black: Colour
    numeral: str  # ink of the number on characters
    wind: str
    dot: int
    dot_scheme: int
    stick: int
    stick_scheme: int
    bird: int
    white: int
    dragons: int  # 0 written; 1 drawn
    corner: int  # 0 none, 1 red, 2 black or blue, 3 the suit's ink
    corner_right: bool
    bonus_digits: int  # 0 none, 1 Arabic, 2 Chinese
    bonus_text: bool
    flower_words: int  # 0 the four plants, else another series
    scale: float
    weight: int  # strokes thicker (> 0) or thinner (< 0), in pixels of the double size
    engraved: float
    art: int  # 0 drawn here, 1 FluffyStuff (CC0), 2 this project's own, 3.. glyphs of a font
    sign: float = 0.0  # height of a large sign in the corner, beside which all else is smaller
    pictured: bool = False  # beasts, plants and people out of icon collections
    bonus_sign: float = 0.0  # height of a large number and word on flowers; 0: a usual one
    season_digits: int | None = None  # as bonus_digits; None: as on the flowers
    season_text: bool | None = None
    hand: str | None = None  # family of fonts.CHINESE, before `font`
    numbers: str | None = None  # family of fonts.WESTERN, before `latin`
    any_plant: bool = False  # a flower's picture does not tell which it is
    any_ink: bool = False  # a flower's number and word are in any ink
    white_word: tuple[str, ...] = ()  # lines written on white dragons, within their frame if any
    season_words: tuple[str, ...] = ()  # words on the four seasons; (): the usual ones, in Chinese
    flower_names: tuple[str, ...] = ()  # likewise on the four flowers
    carved: bool = False  # drawn and written by the modules in `carved`

    def ink(self, name: str) -> Colour:
        colour: Colour = getattr(self, name)
        return colour


def _near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    r, g, b = (int(np.clip(c + rng.normal(0, spread), 0, 255)) for c in colour)
    return r, g, b


WIDER = 1_000_000
"""Sets of seeds from here on also vary in what was added later; those before stay as they were, so
that figures measured on them can be compared."""

WIDEST = 3_000_000
"""Sets of seeds from here on are also written in the hands of `fonts.py`, and show flowers that
only their number and word tell apart."""

WORDED = 1_000_000_000
"""Of sets of seeds from here on, half have a word and no number on their flowers and seasons, and a
third have a word on their white dragons."""

AMERICAN = 2_000_000_000
"""Sets of seeds from here on have English words on their seasons, as American sets do, and some on
their flowers; a number beside them, letters in most corners, and dragons that are drawn."""

CARVED = 3_000_000_000
"""Sets of seeds from here on look cut by hand, as most real ones do: written with a brush, with
jointed sticks, engraved birds, and plants in lines."""

_BRUSHES = (0, 2, 6, 8, 10, 13, 13, 14, 14, 15)
"""Fonts of `FONTS` that look written with a brush; the more running ones twice."""
_RUNNING = ("ma-shan-zheng", "zhi-mang-xing", "long-cang", "liu-jian-mao-cao")
"""Families of `fonts.CHINESE` in running hands."""

_SEASON_WORDS = (
    ("SPR", "SUM", "AUT", "WIN"),
    ("SPRING", "SUMMER", "AUTUMN", "WINTER"),
    ("Spring", "Summer", "Autumn", "Winter"),
    ("SPR", "SUM", "FALL", "WIN"),
    ("Spr", "Sum", "Aut", "Win"),
    ("SP", "SU", "AU", "WI"),
)
_FLOWER_WORDS = (
    ("PLUM", "ORCHID", "MUM", "BAMBOO"),
    ("Plum", "Orchid", "Mum", "Bamboo"),
    ("PLM", "ORC", "CHR", "BAM"),
    ("FLOWER",) * 4,
    ("FLW",) * 4,
    ("福", "祿", "壽", "貴"),
)

_WHITE_WORDS = (
    *(("WHITE",), ("White",), ("WHITE", "DRAGON"), ("White", "Dragon"), ("白", "板"), ("白",)),
    *(("P",), ("B",), ("W",), ("WD",), ("Wh",), ("PO",), ("BAI",), ("PAI",), ("S",), ("O",)),
)
"""The lines that sets write on their white dragons: its name in English and Chinese, or letters."""


def random_style(seed: int) -> Style:
    """The set of a seed. The same seed always gives the same set."""
    style = _style(seed)
    if seed < WIDER:
        return style
    rng = np.random.default_rng([23, seed])
    wider = _wider(style, rng)
    if seed < WIDEST:
        return wider
    widest = _widest(wider, rng)
    if seed < WORDED:
        return widest
    if seed < AMERICAN:
        return _worded(widest, rng)
    return _american(widest, rng) if seed < CARVED else _carved(widest, rng)


def _wider(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        dragons=int(rng.random() < 0.4),
        sign=float(rng.uniform(0.7, 1.3)) if rng.random() < 0.45 else 0.0,
        pictured=bool(rng.random() < 0.7),
        bonus_sign=float(rng.uniform(0.7, 1.15)) if rng.random() < 0.7 else 0.0,
        season_digits=int(rng.choice(3, p=[0.05, 0.55, 0.4])) if rng.random() < 0.5 else None,
        season_text=bool(rng.random() < 0.6) if rng.random() < 0.4 else None,
    )


def _widest(style: Style, rng: np.random.Generator) -> Style:
    return replace(
        style,
        art=0,
        hand=str(rng.choice(fonts.CHINESE)) if rng.random() < 0.6 else None,
        numbers=str(rng.choice(fonts.WESTERN)) if rng.random() < 0.7 else None,
        any_plant=bool(rng.random() < 0.75),
        any_ink=bool(rng.random() < 0.6),
        bonus_sign=float(rng.uniform(0.7, 1.15)) if rng.random() < 0.85 else 0.0,
        season_digits=1 if rng.random() < 0.6 else style.season_digits,
        season_text=bool(rng.random() < 0.85),
    )


def _worded(style: Style, rng: np.random.Generator) -> Style:
    if rng.random() < 0.5:
        style = replace(style, bonus_digits=0, bonus_text=True, season_digits=0, season_text=True)
    if rng.random() < 0.65:
        return style
    words = _WHITE_WORDS[int(rng.integers(len(_WHITE_WORDS)))]
    return replace(style, white_word=words, white=int(rng.choice([0, 0, 0, 1, 2, 3, 4, 7])))


def _american(style: Style, rng: np.random.Generator) -> Style:
    seasons = _SEASON_WORDS[int(rng.choice(6, p=[0.5, 0.2, 0.1, 0.08, 0.08, 0.04]))]
    flowers = _FLOWER_WORDS[int(rng.integers(6))] if rng.random() < 0.45 else ()
    return replace(
        style,
        season_words=seasons,
        flower_names=flowers,
        bonus_digits=1,
        season_digits=1,
        bonus_text=bool(rng.random() < 0.8),
        season_text=True,
        flower_words=int(rng.choice(5, p=[0.4, 0.15, 0.15, 0.15, 0.15])),
        corner=int(rng.choice(4, p=[0.1, 0.5, 0.3, 0.1])),
        dragons=int(rng.random() < 0.7),
    )


def _carved(style: Style, rng: np.random.Generator) -> Style:
    draw = rng.random()
    if draw < 0.24:
        style = _worded(style, rng) if draw < 0.12 else _american(style, rng)
    else:
        style = replace(
            style,
            bonus_digits=int(rng.choice(3, p=[0.04, 0.78, 0.18])),
            bonus_text=bool(rng.random() < 0.92),
            season_digits=None,
            season_text=None,
            flower_words=int(rng.choice(5, p=[0.8, 0.05, 0.05, 0.05, 0.05])),
        )
    if rng.random() < 0.88:
        style = _light(style, rng)
    return replace(
        style,
        carved=True,
        art=0,
        pictured=False,
        font=int(rng.choice(_BRUSHES)) if rng.random() < 0.85 else style.font,
        hand=str(rng.choice(_RUNNING)) if rng.random() < 0.32 else None,
        simplified=bool(rng.random() < 0.07),
        five="伍" if rng.random() < 0.8 else "五",
        numeral=str(rng.choice(["blue", "black", "green", "red"], p=[0.42, 0.5, 0.05, 0.03])),
        wind=str(rng.choice(["blue", "black", "green", "red"], p=[0.42, 0.52, 0.04, 0.02])),
        dragons=int(rng.random() < 0.16),
        white=int(rng.choice(9, p=[0.2, 0.08, 0.08, 0.05, 0.1, 0.02, 0.02, 0.03, 0.42])),
        corner=int(rng.choice(4, p=[0.58, 0.22, 0.14, 0.06])),
        sign=float(rng.uniform(0.7, 1.3)) if rng.random() < 0.14 else 0.0,
        bonus_sign=float(rng.uniform(0.65, 1.1)) if rng.random() < 0.75 else 0.0,
        any_plant=bool(rng.random() < 0.2),
        any_ink=bool(rng.random() < 0.5),
        weight=int(rng.choice([-1, 0, 0, 1, 2])),
        engraved=float(rng.uniform(0, 1)),
    )


def _light(style: Style, rng: np.random.Generator) -> Style:
    """The set with a light body, and with inks from bright to nearly black."""
    bodies: tuple[Colour, ...] = (
        (243, 243, 240),
        (238, 233, 220),
        (232, 222, 205),
        (236, 224, 184),
    )
    reds: tuple[Colour, ...] = ((224, 44, 44), (190, 30, 40), (160, 30, 40), (112, 36, 44))
    greens: tuple[Colour, ...] = ((20, 164, 84), (26, 112, 52), (22, 80, 58), (24, 46, 44))
    blues: tuple[Colour, ...] = ((24, 66, 190), (40, 50, 150), (60, 120, 170), (26, 34, 70))
    dark = rng.random() < 0.25  # green and blue are nearly black
    black = _near(rng, (26, 28, 34), 9)

    def of(inks: tuple[Colour, ...], chances: list[float]) -> Colour:
        return _near(rng, inks[int(rng.choice(4, p=chances))], 12)

    blue = of(blues, [0.35, 0.35, 0.12, 0.18])
    return replace(
        style,
        body=_near(rng, bodies[int(rng.choice(4, p=[0.5, 0.28, 0.14, 0.08]))], 6),
        red=of(reds, [0.3, 0.35, 0.2, 0.15]),
        green=_near(rng, (24, 36, 42), 9) if dark else of(greens, [0.25, 0.35, 0.25, 0.15]),
        blue=black if dark or rng.random() < 0.2 else blue,
        black=black,
    )


def _style(seed: int) -> Style:
    rng = np.random.default_rng([17, seed])
    bodies: list[tuple[float, Colour, float]] = [
        (0.42, (244, 244, 240), 5),
        (0.16, (240, 234, 218), 6),
        (0.16, (233, 218, 182), 8),
        (0.08, (222, 188, 120), 10),
        (0.06, (214, 226, 214), 8),
        (0.05, (110, 180, 130), 20),
        (0.04, (90, 140, 200), 20),
        (0.03, (40, 42, 44), 6),
    ]
    p = np.array([b[0] for b in bodies])
    _, body, spread = bodies[int(rng.choice(len(bodies), p=p / p.sum()))]
    body = _near(rng, body, spread)
    dark = sum(body) < 240
    coloured = not dark and max(body) - min(body) > 55 and body[0] < 190
    red, green = _near(rng, (196, 30, 34), 18), _near(rng, (22, 104, 52), 18)
    blue, black = _near(rng, (30, 58, 150), 20), _near(rng, (24, 28, 34), 8)
    if rng.random() < 0.25:
        blue = black
    if rng.random() < 0.15:
        green = _near(rng, (14, 70, 60), 8)
    if dark:
        red, green, blue, black = (235, 80, 70), (90, 220, 120), (120, 170, 250), (240, 235, 220)
    elif coloured:
        red, blue, black = _near(rng, (150, 10, 20), 8), _near(rng, (16, 26, 90), 8), (16, 18, 20)
        green = (235, 240, 230) if rng.random() < 0.3 else _near(rng, (8, 60, 30), 6)
    art = 0 if rng.random() < 0.88 else int(rng.integers(1, 3 + len(GLYPHS)))
    simplified = bool(rng.random() < 0.18)
    return Style(
        seed=seed,
        font=int(rng.integers(len(FONTS))),
        latin=int(rng.integers(len(LATIN))),
        simplified=simplified,
        five="伍" if rng.random() < 0.5 else "五",
        body=body,
        red=red,
        green=green,
        blue=blue,
        black=black,
        numeral=str(rng.choice(["blue", "black", "green", "red"], p=[0.5, 0.36, 0.08, 0.06])),
        wind=str(rng.choice(["blue", "black", "green", "red"], p=[0.5, 0.38, 0.08, 0.04])),
        dot=int(rng.integers(8)),
        dot_scheme=int(rng.integers(5)),
        stick=int(rng.integers(7)),
        stick_scheme=int(rng.integers(4)),
        bird=int(rng.integers(8)),
        white=int(rng.choice(8, p=[0.24, 0.2, 0.2, 0.1, 0.1, 0.06, 0.05, 0.05])),
        dragons=int(rng.random() < 0.12),
        corner=int(rng.choice(4, p=[0.56, 0.2, 0.16, 0.08])),
        corner_right=bool(rng.random() < 0.35),
        bonus_digits=int(rng.choice(3, p=[0.08, 0.77, 0.15])),
        bonus_text=bool(rng.random() < 0.85),
        flower_words=int(rng.choice(5, p=[0.84, 0.04, 0.04, 0.04, 0.04])),
        scale=float(rng.uniform(0.86, 1.1)),
        weight=int(rng.choice([-1, 0, 1, 2, 3, 5])),
        engraved=float(rng.uniform(0, 1) if rng.random() < 0.75 else 0),
        art=art,
    )
