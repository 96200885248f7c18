"""Layout scenes: where tiles lie, and how a camera sees their outlines. There are no pixels.

`layout_scene(seed)` lays a hand out as one of `CASES`, puts walls, discards and other hands
around it, and projects every face through a pinhole camera; so the answer is known.
The same seed gives the same scene. Lengths are in tile widths, the table's plane is z = 0, its
middle the origin; the hand that the scene is about belongs to the player at negative y.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.game.melds import Meld
from companion.game.tiles import SAME_ANY_WAY_UP, SAME_UPSIDE_DOWN
from companion.seen.reading import Group, GroupKind, Quad, SeenHand, SeenTile, Side

FloatArray = NDArray[np.float64]
Random = np.random.Generator

HIGH = 4 / 3
"""Height of a tile, in its widths."""
DEEP = 0.8
"""Thickness of a tile, in its widths."""

BACK = "0z"
KINDS = tuple(f"{n}{s}" for s in "mps" for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
BONUS = tuple(f"{n}f" for n in range(1, 9))

LOOK_ALIKE = {
    "1m": "2m", "2m": "3m", "3m": "2m", "4m": "5m", "5m": "4m", "6m": "8m", "7m": "9m",
    "8m": "6m", "9m": "7m", "1p": "5p", "2p": "3p", "3p": "2p", "4p": "5p", "5p": "4p",
    "6p": "7p", "7p": "6p", "8p": "9p", "9p": "8p", "1s": "7s", "2s": "3s", "3s": "2s",
    "4s": "5s", "5s": "4s", "6s": "9s", "7s": "9s", "8s": "6s", "9s": "8s",
    "1z": "4z", "2z": "3z", "3z": "2z", "4z": "1z", "5z": "1p", "6z": "7z", "7z": "6z",
}  # fmt: skip


@dataclass(frozen=True)
class Placed:
    """A tile in space. middle: of its face. right, down: unit vectors along the face's edges, as
    its owner reads it. code: `0z` if its back shows. value: what the tile is."""

    code: str
    value: str
    middle: tuple[float, float, float]
    right: tuple[float, float, float]
    down: tuple[float, float, float]

    def solid(self) -> FloatArray:
        """(8, 3), corners of the face, then those below them."""
        inwards = np.cross(np.array(self.right), np.array(self.down)) * DEEP
        face = self.corners()
        return np.concatenate([face, face + inwards])

    def corners(self) -> FloatArray:
        """(4, 3), clockwise from the face's own top left."""
        middle, right, down = (np.array(v) for v in (self.middle, self.right, self.down))
        half_w, half_h = right / 2, down * HIGH / 2
        return np.array(
            [
                middle - half_w - half_h,
                middle + half_w - half_h,
                middle + half_w + half_h,
                middle - half_w + half_h,
            ]
        )


@dataclass(frozen=True)
class LaidHand:
    """A hand on the table and the answer to it.

    tiles: in space. groups: places in `tiles`; only those that the layout shows; tiles that are
    pushed together belong to none. hand: as a reader should give it.
    """

    tiles: tuple[Placed, ...]
    groups: tuple[Group, ...]
    hand: SeenHand


@dataclass(frozen=True)
class Camera:
    """A pinhole camera. eye, target: in space. roll: radians. focal: in picture widths."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    roll: float
    focal: float
    width: int
    height: int

    def axes(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Right and down of the picture, and straight ahead: unit vectors, (3,) each."""
        eye, target = np.array(self.eye), np.array(self.target)
        ahead = (target - eye) / np.linalg.norm(target - eye)
        right = np.cross(ahead, [0.0, 0.0, 1.0])
        if np.linalg.norm(right) < 1e-6:
            right = np.array([1.0, 0.0, 0.0])
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        return cos * right + sin * down, cos * down - sin * right, ahead

    def project(self, points: FloatArray) -> FloatArray:
        """(…, 3) in space → (…, 2) pixels, y down."""
        right, down, ahead = self.axes()
        seen = points - np.array(self.eye)
        depth = seen @ ahead
        scale = self.focal * self.width
        return np.stack(
            [
                self.width / 2 + scale * (seen @ right) / depth,
                self.height / 2 + scale * (seen @ down) / depth,
            ],
            axis=-1,
        )


@dataclass(frozen=True)
class LayoutScene:
    """tiles: what a detector would see. placed: tiles in space, those of the hands first. places:
    for each of `tiles` its place in `placed`, -1 for a thing that is not a tile. answer: places of
    the hand's tiles in `tiles`. groups, hand: of the hand. hands: of all four sides, for a whole
    table."""

    seed: int
    case: str
    width: int
    height: int
    tiles: tuple[SeenTile, ...]
    placed: tuple[Placed, ...]
    places: tuple[int, ...]
    answer: frozenset[int]
    groups: tuple[Group, ...]
    hand: SeenHand
    camera: Camera
    hands: dict[Side, SeenHand] | None = None


# ---------------------------------------------------------------------------------------------
# Hands of the game


@dataclass
class Dealt:
    """A hand before it is laid out: its sets, and what each of them shows."""

    held: list[tuple[str, ...]] = field(default_factory=list)
    exposed: list[tuple[GroupKind, tuple[str, ...]]] = field(default_factory=list)
    kongs_held: list[tuple[str, ...]] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)


def a_set(random: Random, left: Counter[str], kind: str) -> tuple[str, ...]:
    size = {"single": 1, "pair": 2, "pung": 3, "kong": 4}.get(kind, 0)
    codes: tuple[str, ...]
    while True:
        first = str(random.choice(KINDS))
        if kind == "chow":
            rank, suit = int(first[0]), first[1]
            if suit == "z" or rank > 7:
                continue
            codes = (first, f"{rank + 1}{suit}", f"{rank + 2}{suit}")
        else:
            codes = (first,) * size
        if not Counter(codes) - left:
            left.subtract(codes)
            return codes


def bonus_tiles(random: Random, left: Counter[str], count: int) -> list[str]:
    """So many flowers and seasons of those left. Takes them from `left`."""
    codes: list[str] = []
    for _ in range(count):
        codes.append(str(random.choice([code for code in BONUS if left[code] > 0])))
        left.subtract(codes[-1:])
    return codes


def _three(random: Random) -> GroupKind:
    return "chow" if random.random() < 0.5 else "pung"


def deal(
    random: Random,
    left: Counter[str],
    exposed: int = 0,
    kongs_exposed: int = 0,
    kongs_held: int = 0,
    bonus: int = 0,
    winner: bool = True,
) -> Dealt:
    """A hand of four sets and a pair, or a loser's, from the tiles left. Takes them from `left`."""
    dealt = Dealt()
    for _ in range(kongs_held):
        dealt.kongs_held.append(a_set(random, left, "kong"))
    for _ in range(kongs_exposed):
        dealt.exposed.append(("kong", a_set(random, left, "kong")))
    for _ in range(exposed):
        kind = _three(random)
        dealt.exposed.append((kind, a_set(random, left, kind)))
    sets = 4 - exposed - kongs_exposed - kongs_held
    if winner:
        dealt.held = [a_set(random, left, _three(random)) for _ in range(sets)]
        dealt.held.append(a_set(random, left, "pair"))
    else:
        pool = [code for code, count in left.items() if code in KINDS for _ in range(count)]
        loose = [str(code) for code in random.permutation(pool)[: 3 * sets + 1]]
        left.subtract(loose)
        dealt.held = [tuple(sorted(loose, key=KINDS.index))]
    dealt.bonus = bonus_tiles(random, left, bonus)
    order = random.permutation(len(dealt.exposed))
    dealt.exposed = [dealt.exposed[k] for k in order]
    if winner:
        dealt.held = [dealt.held[k] for k in random.permutation(len(dealt.held))]
    return dealt


def full_set() -> Counter[str]:
    return Counter(dict.fromkeys(KINDS, 4)) + Counter(dict.fromkeys(BONUS, 1))


# ---------------------------------------------------------------------------------------------
# Laying out. A row is a list of blocks; a block is tiles that touch, with the gap before it.


@dataclass
class Block:
    """Tiles that touch. shown: codes as they lie; values: what they are. kind None: undivided."""

    shown: tuple[str, ...]
    values: tuple[str, ...]
    before: float
    kind: GroupKind | None = None
    concealed: bool = True
    sideways: int | None = None
    on_top: bool = False


@dataclass
class Spot:
    """A tile's place on its owner's side of the table: x to the right, y away from the owner."""

    shown: str
    value: str
    x: float
    y: float
    turn: float = 0.0
    standing: bool = False
    lifted: float = 0.0


def row_of(
    random: Random,
    blocks: Sequence[Block],
    y: float,
    crooked: float = 0.01,
    bend: float = 0.0,
    standing: bool = False,
    spread: float = 0.0,
) -> list[list[Spot]]:
    """Blocks beside each other, middle at x = 0; bend: radians of turn from tile to tile."""
    spots: list[list[Spot]] = []
    x = 0.0
    flat: list[Spot] = []
    for k, block in enumerate(blocks):
        x += block.before if k else 0.0
        places = []
        for n, (shown, value) in enumerate(zip(block.shown, block.values, strict=True)):
            wide = HIGH if block.sideways == n else 1.0
            if block.on_top and n == 1:
                places.append(Spot(shown, value, x, y, lifted=DEEP))
                continue
            spot = Spot(shown, value, x + wide / 2, y, standing=standing)
            if block.sideways == n:
                spot.turn = float(random.choice([-1, 1])) * np.pi / 2
                spot.y -= (HIGH - 1) / 2
            places.append(spot)
            x += wide + spread + abs(float(random.normal(0, crooked)))
        spots.append(places)
        flat += places
    for spot in flat:
        spot.x -= x / 2
        if bend:
            angle = spot.x * bend
            radius = 1 / bend
            spot.x, spot.y = radius * np.sin(angle), spot.y - radius * (1 - np.cos(angle))
            spot.turn -= angle
        spot.turn += float(random.normal(0, crooked * 1.2))
        spot.y += float(random.normal(0, crooked * 2))
    return spots


def _kong_shown(random: Random, codes: tuple[str, ...], middle: bool) -> tuple[str, ...]:
    """Face-down ends as the books lay a held kong; middle: as the booklet's Rule 8 shows it."""
    kind = codes[0]
    if not middle:
        return (BACK, kind, kind, BACK)
    ways = ((kind, BACK, BACK, kind), (kind, BACK, kind, kind), (kind, kind, BACK, kind))
    return ways[int(random.integers(3))]


def sets_of(random: Random, dealt: Dealt, gap: float) -> list[Block]:
    """The sets held, each a block."""
    return [Block(codes, codes, gap, _kind(codes), True) for codes in dealt.held]


def _kind(codes: tuple[str, ...]) -> GroupKind:
    if len(set(codes)) > 1:
        return "chow"
    return {2: "pair", 3: "pung", 4: "kong"}[len(codes)]  # type: ignore[return-value]


def together(dealt: Dealt, sort: bool) -> Block:
    """The tiles held in one block: set by set, or sorted by suit and rank."""
    codes = tuple(code for held in dealt.held for code in held)
    if sort:
        codes = tuple(sorted(codes, key=KINDS.index))
    return Block(codes, codes, 0.0)


def melds_of(random: Random, dealt: Dealt, first: float, gap: float, middle: bool) -> list[Block]:
    """Exposed sets and held kongs, as they lie on the table."""
    blocks = [Block(codes, codes, gap, kind, False) for kind, codes in dealt.exposed]
    for codes in dealt.kongs_held:
        blocks.insert(
            int(random.integers(len(blocks) + 1)),
            Block(_kong_shown(random, codes, middle), codes, gap, "kong", True),
        )
    if blocks:
        blocks[0].before = first
    return blocks


def as_laid(
    rows: Sequence[tuple[Sequence[Block], Sequence[Sequence[Spot]]]],
    bonus: Sequence[str],
    bonus_spots: Sequence[Spot],
) -> tuple[list[Spot], list[Group], SeenHand]:
    spots: list[Spot] = []
    groups: list[Group] = []
    concealed: list[str] = []
    melds: list[Meld] = []
    for blocks, places in rows:
        for block, block_spots in zip(blocks, places, strict=True):
            numbers = tuple(range(len(spots), len(spots) + len(block_spots)))
            spots += block_spots
            if block.kind is not None:
                groups.append(Group(numbers, block.kind, block.concealed))
            if block.kind == "kong" or not block.concealed:
                assert block.kind in ("chow", "pung", "kong")
                melds.append(Meld(kind=block.kind, tiles=block.values, concealed=block.concealed))
            else:
                concealed += block.values
    if bonus:
        groups.append(Group(tuple(range(len(spots), len(spots) + len(bonus))), "bonus", False))
        spots += bonus_spots
    return spots, groups, SeenHand(tuple(concealed), tuple(melds), tuple(bonus))


Laid = tuple[list[Spot], list[Group], SeenHand]
Case = Callable[[Random, Counter[str]], Laid]
CASES: dict[str, Case] = {}


def _case(make: Case) -> Case:
    CASES[make.__name__.strip("_")] = make
    return make


def _one_row(
    random: Random, blocks: Sequence[Block], bonus: Sequence[str] = (), **how: Any
) -> Laid:
    places = row_of(random, blocks, 0.0, **how)
    return as_laid([(blocks, places)], bonus, _bonus_spots(random, bonus, places))


def _bonus_spots(
    random: Random, bonus: Sequence[str], places: Sequence[Sequence[Spot]]
) -> list[Spot]:
    """Bonus tiles lie apart: before the hand, or at its left or right end."""
    if not bonus:
        return []
    xs = [spot.x for block in places for spot in block]
    where = int(random.integers(3))
    apart = float(random.uniform(0.5, 1.2))
    start, y = {
        0: (float(random.uniform(min(xs), max(xs) - len(bonus))), HIGH + apart),
        1: (min(xs) - apart - len(bonus), 0.0),
        2: (max(xs) + apart + 1, 0.0),
    }[where]
    return [Spot(code, code, start + k * 1.01, y) for k, code in enumerate(bonus)]


@_case
def pushed_together(random: Random, left: Counter[str]) -> Laid:
    return _one_row(random, [together(deal(random, left), sort=random.random() < 0.6)])


@_case
def loser_in_a_row(random: Random, left: Counter[str]) -> Laid:
    return _one_row(random, [together(deal(random, left, winner=False), sort=True)])


@_case
def set_by_set(random: Random, left: Counter[str]) -> Laid:
    return _one_row(random, sets_of(random, deal(random, left), float(random.uniform(0.3, 0.8))))


@_case
def sets_to_the_right(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(1, 4)), winner=random.random() < 0.7)
    first, gap = float(random.uniform(0.7, 2.0)), float(random.uniform(0.3, 0.7))
    blocks = [
        together(dealt, sort=random.random() < 0.6),
        *melds_of(random, dealt, first, gap, False),
    ]
    return _one_row(random, blocks)


@_case
def gaps_within_and_sets_to_the_right(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(1, 4)))
    gap = float(random.uniform(0.28, 0.5))
    first = gap * 1.7 + float(random.uniform(0.25, 1.2))
    melds = melds_of(random, dealt, first, float(random.uniform(0.28, 0.5)), False)
    return _one_row(random, [*sets_of(random, dealt, gap), *melds])


@_case
def four_sets_out_and_a_pair(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=4)
    gap = float(random.uniform(0.25, 0.5))
    first = gap * 1.7 + float(random.uniform(0.3, 0.8))
    return _one_row(
        random, [*sets_of(random, dealt, gap), *melds_of(random, dealt, first, gap, False)]
    )


@_case
def one_tile_and_four_sets(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=4, winner=False)
    melds = melds_of(random, dealt, float(random.uniform(0.5, 1.4)), 0.4, False)
    return _one_row(random, [together(dealt, sort=True), *melds])


@_case
def exposed_kong(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(
        random, left, exposed=int(random.integers(0, 3)), kongs_exposed=int(random.integers(1, 3))
    )
    blocks = [together(dealt, sort=random.random() < 0.6)]
    return _one_row(
        random, [*blocks, *melds_of(random, dealt, float(random.uniform(0.6, 1.8)), 0.45, False)]
    )


@_case
def concealed_kong(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(
        random, left, exposed=int(random.integers(0, 3)), kongs_held=int(random.integers(1, 3))
    )
    blocks = [together(dealt, sort=random.random() < 0.6)]
    return _one_row(
        random, [*blocks, *melds_of(random, dealt, float(random.uniform(0.6, 1.8)), 0.45, False)]
    )


@_case
def both_kinds_of_kong(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, kongs_exposed=1, kongs_held=int(random.integers(1, 3)))
    gap = float(random.uniform(0.28, 0.5))
    first = gap * 1.7 + float(random.uniform(0.25, 1.0))
    middle = random.random() < 0.4
    return _one_row(
        random, [*sets_of(random, dealt, gap), *melds_of(random, dealt, first, gap, middle)]
    )


@_case
def kongs_among_equal_gaps(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, kongs_exposed=int(random.integers(0, 2)), kongs_held=1)
    gap = float(random.uniform(0.35, 0.7))
    return _one_row(
        random, [*sets_of(random, dealt, gap), *melds_of(random, dealt, gap, gap, False)]
    )


@_case
def middle_turned(random: Random, left: Counter[str]) -> Laid:
    """Booklet, Rule 8: pungs and kongs in the hand have their middle tile turned over."""
    dealt = deal(
        random, left, exposed=int(random.integers(0, 3)), kongs_held=int(random.integers(0, 2))
    )
    gap = float(random.uniform(0.28, 0.5))
    first = gap * 1.7 + float(random.uniform(0.25, 1.0))
    sets = sets_of(random, dealt, gap)
    for block in sets:
        if block.kind == "pung":
            block.shown = (block.values[0], BACK, block.values[0])
    return _one_row(random, [*sets, *melds_of(random, dealt, first, gap, True)])


@_case
def middle_turned_pushed_together(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left)
    shown: tuple[str, ...] = ()
    for codes in dealt.held:
        shown += (codes[0], BACK, codes[0]) if _kind(codes) == "pung" else codes
    values = tuple(code for codes in dealt.held for code in codes)
    return _one_row(random, [Block(shown, values, 0.0)])


@_case
def four_never_laid_down(random: Random, left: Counter[str]) -> Laid:
    """A loser holds four alike: they count as a pung (booklet, Rule 6A)."""
    four = a_set(random, left, "kong")
    dealt = deal(random, left, exposed=int(random.integers(0, 3)), winner=False)
    loose = dealt.held[0][4:]
    held = tuple(sorted((*four, *loose), key=KINDS.index))
    blocks = [Block(held, held, 0.0)]
    return _one_row(
        random, [*blocks, *melds_of(random, dealt, float(random.uniform(0.7, 1.6)), 0.4, False)]
    )


@_case
def two_rows(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left)
    codes = together(dealt, sort=True).values
    cut = int(random.integers(6, 9))
    near = [Block(codes[cut:], codes[cut:], 0.0)]
    far = [Block(codes[:cut], codes[:cut], 0.0)]
    apart = HIGH + float(random.uniform(0.0, 0.2))
    return as_laid([(far, row_of(random, far, apart)), (near, row_of(random, near, 0.0))], (), ())


@_case
def rows_of_sets(random: Random, left: Counter[str]) -> Laid:
    """The sets one above the other, each in its own row, as on a tray."""
    dealt = deal(random, left)
    sets = sorted(sets_of(random, dealt, 0.0), key=lambda block: -len(block.values))
    rows = []
    for k, block in enumerate(sets):
        places = row_of(random, [block], (len(sets) - k) * (HIGH + 0.02))
        for spot in places[0]:
            spot.x += len(block.values) / 2
        rows.append(([block], places))
    return as_laid(rows, (), ())


@_case
def rack_and_sets_before_it(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(
        random, left, exposed=int(random.integers(1, 4)), kongs_held=int(random.integers(0, 2)),
        winner=random.random() < 0.7,
    )  # fmt: skip
    held = [together(dealt, sort=random.random() < 0.6)]
    out = melds_of(random, dealt, 0.0, float(random.uniform(0.3, 0.6)), False)
    rows = [
        (out, row_of(random, out, float(random.uniform(2.3, 3.2)))),
        (held, row_of(random, held, 0.0, standing=True)),
    ]
    return as_laid(rows, (), ())


@_case
def sets_before_the_hand(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(1, 4)), winner=random.random() < 0.7)
    held = [together(dealt, sort=random.random() < 0.6)]
    out = melds_of(random, dealt, 0.0, float(random.uniform(0.3, 0.6)), False)
    rows = [
        (out, row_of(random, out, HIGH + float(random.uniform(0.5, 1.2)))),
        (held, row_of(random, held, 0.0)),
    ]
    return as_laid(rows, (), ())


@_case
def fanned(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, winner=random.random() < 0.7)
    blocks = [together(dealt, sort=True)]
    return _one_row(random, blocks, bend=float(random.uniform(0.05, 0.11)))


@_case
def curved_with_sets(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(1, 3)))
    blocks = [
        together(dealt, sort=False),
        *melds_of(random, dealt, float(random.uniform(0.8, 1.5)), 0.45, False),
    ]
    return _one_row(random, blocks, bend=float(random.uniform(-0.035, 0.035)))


@_case
def crooked(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(0, 3)), winner=random.random() < 0.7)
    blocks = [
        together(dealt, sort=True),
        *melds_of(random, dealt, float(random.uniform(0.9, 1.8)), 0.55, False),
    ]
    return _one_row(random, blocks, crooked=float(random.uniform(0.02, 0.04)))


@_case
def spread_out(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(0, 3)))
    spread = float(random.uniform(0.1, 0.3))
    melds = melds_of(random, dealt, float(random.uniform(1.2, 1.8)), 0.8, False)
    return _one_row(random, [together(dealt, sort=True), *melds], spread=spread)


@_case
def winning_tile_sideways(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(0, 3)))
    block = together(dealt, sort=True)
    block.sideways = len(block.values) - 1
    return _one_row(
        random, [block, *melds_of(random, dealt, float(random.uniform(0.9, 1.6)), 0.45, False)]
    )


@_case
def drawn_tile_on_top(random: Random, left: Counter[str]) -> Laid:
    """Part II, p. 67: a run filled by the draw lies to the right, the drawn tile on the others."""
    dealt = deal(random, left, exposed=int(random.integers(0, 3)))
    run = a_set(random, left, "chow")
    dealt.held = [codes for codes in dealt.held if len(codes) == 3][1:] + [
        codes for codes in dealt.held if len(codes) == 2
    ]
    gap, first = 0.45, float(random.uniform(0.8, 1.5))
    melds = melds_of(random, dealt, gap, gap, False)
    top = Block(run, run, gap, "chow", False, on_top=True)
    blocks = [*melds, top]
    blocks[0].before = first
    return _one_row(random, [together(dealt, sort=True), *blocks])


@_case
def bonus_apart(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(0, 3)), bonus=int(random.integers(1, 5)))
    blocks = [
        together(dealt, sort=True),
        *melds_of(random, dealt, float(random.uniform(0.8, 1.4)), 0.4, False),
    ]
    return _one_row(random, blocks, dealt.bonus)


@_case
def bonus_in_the_row(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, bonus=int(random.integers(1, 4)))
    places = row_of(random, [together(dealt, sort=True)], 0.0)
    start = min(spot.x for spot in places[0])
    spots = [Spot(code, code, start - 1.01 * (k + 1), 0.0) for k, code in enumerate(dealt.bonus)]
    return as_laid([([together(dealt, sort=True)], places)], dealt.bonus, spots)


@_case
def a_few_tiles(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left)
    codes = together(dealt, sort=True).values[: int(random.integers(4, 9))]
    return _one_row(random, [Block(codes, codes, 0.0)])


CASE_COUNT = len(CASES) + 1
"""The cases of one hand, and the whole table; so many seeds in a row show each once."""


# ---------------------------------------------------------------------------------------------
# The table around the hand, in space


def in_space(spot: Spot, at: FloatArray, facing: float) -> Placed:
    """A spot on its owner's side as a tile in space. at: where that side's middle is on the
    table; facing: angle by which the owner's right is turned from +x, radians."""
    right, up = _axes(facing)
    middle = at + spot.x * right + spot.y * up
    tile_right, tile_up = _axes(facing + spot.turn)
    if spot.standing:
        lean = np.radians(12)
        down = -np.cos(lean) * np.array([0.0, 0.0, 1.0]) - np.sin(lean) * tile_up
        middle = middle + np.array([0.0, 0.0, HIGH / 2])
    else:
        down = -tile_up
        middle = middle + np.array([0.0, 0.0, DEEP + spot.lifted])
    return Placed(spot.shown, spot.value, _xyz(middle), _xyz(tile_right), _xyz(down))


def _axes(angle: float) -> tuple[FloatArray, FloatArray]:
    """Right and away-from-the-owner, (3,) each."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([cos, sin, 0.0]), np.array([-sin, cos, 0.0])


def _xyz(vector: FloatArray) -> tuple[float, float, float]:
    return float(vector[0]), float(vector[1]), float(vector[2])


def discards(random: Random, left: Counter[str], middle: FloatArray, neat: bool) -> list[Placed]:
    """Face up in the middle of the table, thrown down or in rows of six."""
    pool = [code for code, count in left.items() if code in KINDS for _ in range(count)]
    codes = [str(code) for code in random.permutation(pool)[: int(random.integers(6, 40))]]
    left.subtract(codes)
    spots: list[Spot] = []
    for k, code in enumerate(codes):
        if neat:
            x, y, turn = (k % 6) - 2.5, -(k // 6) * (HIGH + 0.03), 0.0
            spots.append(Spot(code, code, x * 1.02, y + 3, turn))
            continue
        for _ in range(20):
            x, y = (float(v) for v in random.uniform((-8, -3.5), (8, 5)))
            if all(np.hypot(x - other.x, y - other.y) > 1.4 for other in spots):
                spots.append(Spot(code, code, x, y, float(random.uniform(-np.pi, np.pi))))
                break
    return [in_space(spot, middle, 0.0) for spot in spots]


def wall(random: Random, at: FloatArray, facing: float, length: int) -> list[Placed]:
    """A wall, two high: the backs on top are seen."""
    spots = [
        Spot(BACK, BACK, (k - length / 2) * 1.005, 0.0, float(random.normal(0, 0.015)), lifted=DEEP)
        for k in range(length)
    ]
    return [in_space(spot, at, facing) for spot in spots]


def surroundings(random: Random, left: Counter[str], reach: float) -> list[Placed]:
    """Discards, walls and other hands beyond the hand, whose front lies at y = reach."""
    placed: list[Placed] = []
    what = random.random(3)
    start = reach + float(random.uniform(1.8, 3.0))
    if what[0] < 0.4:
        length = int(random.integers(5, 18))
        shift, slant = float(random.uniform(-6, 6)), float(random.normal(0, 0.15))
        placed += wall(random, np.array([shift, start + 1.5, 0.0]), slant, length)
        start += 4.5
    if what[1] < 0.65:
        neat = random.random() < 0.2
        placed += discards(random, left, np.array([0.0, start + (5 if neat else 4), 0.0]), neat)
    if what[2] < 0.35:
        other = deal(random, left, exposed=int(random.integers(0, 2)), winner=False)
        blocks = [together(other, sort=True), *melds_of(random, other, 1.0, 0.4, False)]
        spots = [spot for block in row_of(random, blocks, 0.0) for spot in block]
        side = int(random.integers(1, 4))
        middle = np.array([0.0, start + 8, 0.0])
        out = {1: [17.0, 0, 0], 2: [0.0, 9, 0], 3: [-17.0, 0, 0]}[side]
        placed += [in_space(spot, middle + np.array(out), side * np.pi / 2) for spot in spots]
    return placed


# ---------------------------------------------------------------------------------------------
# The camera and what a detector makes of the picture


def camera_on(
    random: Random,
    points: FloatArray,
    steepness: tuple[float, float],
    turn: float,
    zoom: float = 1.0,
) -> Camera:
    """A camera that has all points in its picture, most of it filled by them.

    points: (K, 3). steepness: least and greatest elevation of the eye in degrees, 90 is straight
    above. turn: roll of the picture, radians. zoom: how many times the usual focal length.
    """
    middle = (points.min(0) + points.max(0)) / 2
    elevation = np.radians(random.uniform(*steepness))
    sideways = float(random.normal(0, 0.12))
    width, height = (4032, 3024) if random.random() < 0.7 else (3024, 4032)
    focal = zoom * float(random.uniform(0.7, 1.1)) * (1.0 if width > height else 1.33)
    towards = np.array(
        [
            np.sin(sideways) * np.cos(elevation),
            -np.cos(sideways) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    target = middle + np.append(random.normal(0, 0.6, 2), 0)
    for distance in np.geomspace(12, 150, 60):
        eye = target + distance * towards
        camera = Camera(_xyz(eye), _xyz(target), turn, focal, width, height)
        seen = camera.project(points)
        inside = (seen > 40) & (seen < np.array([width, height]) - 40)
        if inside.all():
            return camera
    return camera


_READABLE = 0.3
"""Of a face this much is to be seen; under a tile that lies on two others no more may be."""


def hidden(placed: Sequence[Placed], camera: Camera) -> bool:
    """Whether a tile in front covers so much of a face that nobody could read it."""
    faces = camera.project(np.array([tile.corners() for tile in placed])).astype(np.float32)
    eye = np.array(camera.eye)
    away = [float(np.linalg.norm(np.array(tile.middle) - eye)) for tile in placed]
    for before, tile in enumerate(placed):
        outline = cv2.convexHull(camera.project(tile.solid()).astype(np.float32))
        for behind, face in enumerate(faces):
            if away[before] >= away[behind]:
                continue
            covered = cv2.intersectConvexConvex(outline, face)[0]
            if covered > (1 - _READABLE) * abs(_area(face)):
                return True
    return False


def detected(
    random: Random, placed: Sequence[Placed], camera: Camera, noise: float, hand: set[int]
) -> tuple[list[SeenTile], list[int]]:
    """What a detector and a classifier would find in the picture.

    noise: deviation of a corner, in tile sides. hand: these are all found. Returns the tiles and
    the place in `placed` of each.
    """
    tiles: list[SeenTile] = []
    places: list[int] = []
    for k, tile in enumerate(placed):
        quad = camera.project(tile.corners())
        middle = quad.mean(0)
        outside = (middle < 0).any() or (middle > (camera.width, camera.height)).any()
        if k not in hand and (outside or random.random() < 0.04):
            continue
        side = float(np.sqrt(np.abs(_area(quad))))
        quad = quad + random.normal(0, noise * side, (4, 2))
        tiles.append(_seen(random, tile.code, quad))
        places.append(k)
    return tiles, places


def _area(quad: FloatArray) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _seen(random: Random, code: str, quad: FloatArray) -> SeenTile:
    """One find. For a face without an upright, the first corner is where a detector would start."""
    if code in SAME_ANY_WAY_UP:
        edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        if edges[0] + edges[2] > edges[1] + edges[3]:
            quad = np.roll(quad, -1, axis=0)
    if random.random() < (0.5 if code in SAME_UPSIDE_DOWN else 0.01):
        quad = np.roll(quad, -2, axis=0)
    confidence = float(random.uniform(0.95, 0.999))
    other = LOOK_ALIKE.get(code)
    alternatives = ((code, confidence),) + (((other, 0.999 - confidence),) if other else ())
    corners: list[tuple[float, float]] = [(float(x), float(y)) for x, y in quad]
    return SeenTile(code, confidence, _quad(corners), alternatives)


def _quad(corners: Sequence[tuple[float, float]]) -> Quad:
    return corners[0], corners[1], corners[2], corners[3]


def false_finds(random: Random, tiles: Sequence[SeenTile], camera: Camera) -> list[SeenTile]:
    """Things that pass for tiles, such as a letter in a book or a card, away from every tile."""
    middles = np.array([np.mean(tile.quad, axis=0) for tile in tiles])
    side = float(np.median([np.sqrt(abs(_area(np.array(tile.quad)))) for tile in tiles]))
    found = []
    for _ in range(int(random.integers(0, 4))):
        middle = random.uniform((0, 0), (camera.width, camera.height))
        if np.linalg.norm(middles - middle, axis=1).min() < 4 * side:
            continue
        angle = float(random.uniform(-np.pi, np.pi))
        cos, sin = np.cos(angle), np.sin(angle)
        box = np.array([[-0.45, -0.6], [0.45, -0.6], [0.45, 0.6], [-0.45, 0.6]])
        quad = box @ np.array([[cos, sin], [-sin, cos]]) * side * random.uniform(0.6, 1.5) + middle
        found.append(_seen(random, str(random.choice(KINDS)), quad))
    return found


# ---------------------------------------------------------------------------------------------
# Scenes

VIEWS: dict[str, tuple[tuple[float, float], float]] = {
    "above": ((70, 89.5), 0.15),
    "oblique": ((35, 60), 0.08),
    "turned": ((65, 89.5), np.pi),
}
"""How the camera looks: least and greatest elevation in degrees, greatest roll in radians."""


def layout_scene(seed: int, case: str | None = None) -> LayoutScene:
    """The scene of this seed. case: one of `CASES` or `whole_table`; the seed decides if it is
    None."""
    case = case or [*CASES, "whole_table"][seed % CASE_COUNT]
    random = np.random.default_rng([seed, 5])
    noise = float(random.uniform(0.008, 0.03))
    if case == "whole_table":
        return _whole_table(seed, random, noise)
    left = full_set()
    spots, groups, hand = CASES[case](random, left)
    turned = random.random() < 0.15
    view = "turned" if turned else "oblique" if random.random() < 0.5 else "above"
    if any(spot.standing for spot in spots):
        view = "oblique"
    facing = float(random.normal(0, 0.08))
    placed = [in_space(spot, np.zeros(3), facing) for spot in spots]
    of_hand = set(range(len(placed)))
    # A picture turned anyhow has no near side; it shows the hand and what is thrown before it.
    if not turned:
        placed += surroundings(random, left, max(spot.y for spot in spots) + HIGH)
    steepness, roll = VIEWS[view]
    points = np.concatenate([placed[k].corners() for k in of_hand])
    camera = camera_on(random, points, steepness, float(random.uniform(-roll, roll)))
    while hidden(placed[: len(of_hand)], camera):
        # from farther off and higher up, a tile on top stands less before what it rests on
        camera = camera_on(random, points, (78, 89.5), float(random.uniform(-roll, roll)), zoom=2)
    return seen_by(camera, seed, case, random, noise, placed, (spots, groups, hand))


def seen_by(
    camera: Camera,
    seed: int,
    case: str,
    random: Random,
    noise: float,
    placed: Sequence[Placed],
    laid: Laid,
    unseen: Sequence[Placed] = (),
) -> LayoutScene:
    """What a detector finds in the picture, and some things that are no tiles. laid: the hand, the
    first of what is placed. unseen: what lies there besides, wholly covered."""
    spots, groups, hand = laid
    tiles, places = detected(random, placed, camera, noise, set(range(len(spots))))
    tiles += false_finds(random, tiles, camera)
    placed = [*placed, *unseen]
    return scene_of(seed, case, random, camera, tiles, places, placed, groups, hand, None)


def scene_of(
    seed: int,
    case: str,
    random: Random,
    camera: Camera,
    tiles: list[SeenTile],
    places: list[int],
    placed: Sequence[Placed],
    groups: Sequence[Group],
    hand: SeenHand,
    hands: dict[Side, SeenHand] | None,
) -> LayoutScene:
    """Tiles in no particular order, as a detector gives them, and the answer in their places."""
    order = random.permutation(len(tiles))
    at = {places[old]: new for new, old in enumerate(order) if old < len(places)}
    size = len(hand.bonus) + sum(len(meld.tiles) for meld in hand.melds) + len(hand.concealed)
    return LayoutScene(
        seed,
        case,
        camera.width,
        camera.height,
        tuple(tiles[old] for old in order),
        tuple(placed),
        tuple(places[old] if old < len(places) else -1 for old in order),
        frozenset(at[k] for k in range(size)),
        tuple(replace(g, tiles=tuple(at[k] for k in g.tiles)) for g in groups),
        hand,
        camera,
        hands,
    )


_TABLE_CASES = (
    "pushed_together",
    "loser_in_a_row",
    "sets_to_the_right",
    "gaps_within_and_sets_to_the_right",
    "exposed_kong",
    "concealed_kong",
    "sets_before_the_hand",
)


def _whole_table(seed: int, random: Random, noise: float) -> LayoutScene:
    """Four hands laid down at their sides, as in Harr's four layouts, seen from above."""
    left = full_set()
    sides: tuple[Side, ...] = ("near", "right", "far", "left")
    placed: list[Placed] = []
    hands: dict[Side, SeenHand] = {}
    first: list[Group] = []
    for k, side in enumerate(sides):
        case = str(random.choice(_TABLE_CASES))
        spots, groups, hand = CASES[case](random, left)
        facing = k * np.pi / 2 + float(random.normal(0, 0.04))
        right, up = _axes(facing)
        at = -up * float(random.uniform(13.5, 15)) + right * float(random.normal(0, 0.5))
        placed += [in_space(spot, at, facing) for spot in spots]
        hands[side] = hand
        if k == 0:
            first = groups
    of_hands = set(range(len(placed)))
    if random.random() < 0.7:
        placed += discards(random, left, np.zeros(3), False)
    points = np.concatenate([placed[k].corners() for k in of_hands])
    camera = camera_on(random, points, (60, 89.5), float(random.uniform(-0.25, 0.25)))
    tiles, places = detected(random, placed, camera, noise, of_hands)
    return scene_of(
        seed, "whole_table", random, camera, tiles, places, placed, first, hands["near"], hands
    )
