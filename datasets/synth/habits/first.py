"""The first habits of laying a hand out after `tables.py`: usual, unusual, and for judging.

The usual and the unusual ones may be looked at while a layout is built. The others are held out: no
number may be fitted to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from datasets.synth.habits.chances import normal, uniform
from datasets.synth.habits.codes import HEADS, by_suit
from datasets.synth.habits.pieces import carried
from datasets.synth.habits.scenes import Habits, habit_of, on_table
from datasets.synth.tables import (
    DEEP,
    HIGH,
    KINDS,
    VIEWS,
    Block,
    Dealt,
    FloatArray,
    Laid,
    LayoutScene,
    Placed,
    Random,
    Spot,
    a_set,
    as_laid,
    camera_on,
    deal,
    discards,
    full_set,
    hidden,
    melds_of,
    row_of,
    seen_by,
    sets_of,
    surroundings,
    together,
    wall,
)

Rows = list[tuple[Sequence[Block], Sequence[Sequence[Spot]]]]
Spots = list[list[Spot]]

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)
held_out = habit_of(HABITS.held_out)


# ---------------------------------------------------------------------------------------------
# Parts of a layout


def _dealt(random: Random, left: Counter[str], fewest: int = 1, bonus: int = 0) -> Dealt:
    """A hand with sets on the table. About a quarter of them are kongs."""
    out = int(random.integers(fewest, 4))
    kongs = sum(random.random() < 0.2 for _ in range(out))
    held = 1 if kongs and random.random() < 0.4 else 0
    return deal(
        random, left, out - kongs, kongs - held, held, bonus, winner=random.random() < 0.75
    )  # fmt: skip


def _held(random: Random, dealt: Dealt, style: str | None = None) -> list[Block]:
    """The tiles held: sorted, set by set without gaps, by suit with gaps, or in any order."""
    style = style or str(random.choice(["sorted", "sorted", "sets", "suits", "anyhow"]))
    block = together(dealt, sort=style in ("sorted", "suits"))
    codes = block.values
    if style == "anyhow":
        codes = tuple(codes[k] for k in random.permutation(len(codes)))
    if style != "suits":
        return [Block(codes, codes, 0.0)]
    gap = uniform(random, 0.25, 0.7)
    suits = by_suit(codes)
    return [Block(suit, suit, gap) for suit in suits]


def _out(random: Random, dealt: Dealt, pushed: bool | None = None) -> list[Block]:
    """The sets on the table, with gaps between them or pushed together."""
    pushed = random.random() < 0.4 if pushed is None else pushed
    return melds_of(random, dealt, 0.0, 0.0 if pushed else uniform(random, 0.25, 0.6), False)


def _extent(spots: Spots) -> tuple[float, float, float, float]:
    """Least x, greatest x, least y and greatest y of the tiles' edges, as if all were upright."""
    xs = [spot.x for block in spots for spot in block]
    ys = [spot.y for block in spots for spot in block]
    return min(xs) - 0.5, max(xs) + 0.5, min(ys) - HIGH / 2, max(ys) + HIGH / 2


def _wide(spots: Spots) -> float:
    """How wide they lie, nought if there are none."""
    return _extent(spots)[1] - _extent(spots)[0] if spots else 0.0


def _moved(spots: Spots, x: float, y: float, turn: float = 0.0) -> Spots:
    """Turned about the origin, then moved."""
    return [carried(block, x, y, turn) for block in spots]


def _beside(random: Random, dealt: Dealt, where: str, pushed: bool | None = None) -> Laid:
    """The hand, and the sets on the table beside it in one row or column.

    where: right, left, behind, front, column, quarter (a row turned a quarter at the end), corner
    (far to the right and behind).
    """
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    out = _out(random, dealt, pushed)
    laid = row_of(random, out, 0.0)
    low, high = _extent(near)[:2]
    wide = _wide(laid)
    clear = uniform(random, 0.5, 1.8)
    if where == "right":
        laid = _moved(laid, high + clear + wide / 2, normal(random, 0.05))
    elif where == "left":
        laid = _moved(laid, low - clear - wide / 2, normal(random, 0.05))
    elif where in ("behind", "front"):
        away = HIGH + uniform(random, 0.1, 1.0)
        aside = float(random.choice([low + wide / 2, 0.0, high - wide / 2]))
        laid = _moved(laid, aside, away if where == "behind" else -away)
    elif where == "column":
        column: Spots = []
        for k, block in enumerate(out):
            own = row_of(random, [block], 0.0)
            away = high + clear + len(block.values) / 2
            column += _moved(own, away, k * (HIGH + uniform(random, 0.02, 0.25)))
        laid = column
    elif where == "quarter":
        turn = float(random.choice([-1, 1])) * np.pi / 2
        aside = high + clear + HIGH / 2
        laid = _moved(laid, aside, wide / 2 - HIGH / 2, turn)
    else:
        aside, away = high + uniform(random, 1, 4), uniform(random, 3, 6)
        laid = _moved(laid, aside + wide / 2, away)
    return as_laid([(held, near), (out, laid)], *_flowers(random, dealt, [*near, *laid]))


def _flowers(random: Random, dealt: Dealt, spots: Spots) -> tuple[list[str], list[Spot]]:
    """Flowers at one of the ends, before or behind all, or in the player's corner."""
    if not dealt.bonus:
        return [], []
    low, high, front, back = _extent(spots)
    clear, wide = uniform(random, 0.4, 1.2), 1.01 * len(dealt.bonus)
    at = str(random.choice(["left", "right", "front", "behind", "corner"]))
    middle = (front + HIGH / 2) if at in ("left", "right") else 0.0
    x, y = {
        "left": (low - clear - wide + 0.5, middle),
        "right": (high + clear + 0.5, middle),
        "front": (uniform(random, low, high - wide), front - clear - HIGH / 2),
        "behind": (uniform(random, low, high - wide), back + clear + HIGH / 2),
        "corner": (high + clear + 1.0, back + clear + HIGH / 2),
    }[at]
    return dealt.bonus, [Spot(code, code, x + 1.01 * k, y) for k, code in enumerate(dealt.bonus)]


def _winning_apart(random: Random, left: Counter[str], at: str) -> Laid:
    """A finished hand of which one tile of a set lies apart: to the right, across, or above."""
    dealt = deal(random, left, exposed=int(random.integers(0, 3)))
    block = together(dealt, sort=random.random() < 0.6)
    codes = list(block.values)
    won = codes.pop(int(random.integers(len(codes))))
    held = [Block(tuple(codes), tuple(codes), 0.0)]
    near = row_of(random, held, 0.0)
    low, high, _, back = _extent(near)
    out = _out(random, dealt)
    single = Block((won,), (won,), 0.0)
    if at == "above":
        x, y, turn = uniform(random, low + 1, high - 1), back + HIGH / 2 + 0.1, 0.0
    else:
        x, y = high + uniform(random, 0.5, 1.0) + 0.5, 0.0
        turn = np.pi / 2 if at == "across" else 0.0
    spot = Spot(won, won, x, y, turn)
    laid = row_of(random, out, 0.0)
    wide = _wide(laid)
    behind = at == "above" or random.random() < 0.5
    if behind:
        laid = _moved(laid, 0.0, y + HIGH + uniform(random, 0.4, 1.0))
    else:
        laid = _moved(laid, x + 1.0 + uniform(random, 0.6, 1.2) + wide / 2, 0.0)
    return as_laid([(held, near), ([single], [[spot]]), (out, laid)], (), ())


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def sets_right(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "right", pushed=False)


@usual
def sets_right_pushed_together(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "right", pushed=True)


@usual
def second_row(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "behind", pushed=False)


@usual
def second_row_pushed_together(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "behind", pushed=True)


@usual
def all_held(random: Random, left: Counter[str]) -> Laid:
    held = _held(random, deal(random, left, winner=random.random() < 0.75))
    return as_laid([(held, row_of(random, held, 0.0))], (), ())


@usual
def with_flowers(random: Random, left: Counter[str]) -> Laid:
    dealt = _dealt(random, left, fewest=0, bonus=int(random.integers(1, 4)))
    return _beside(random, dealt, str(random.choice(["right", "behind"])))


@usual
def winning_tile_apart(random: Random, left: Counter[str]) -> Laid:
    return _winning_apart(random, left, "right")


@usual
def two_rows_held(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, winner=random.random() < 0.8)
    codes = together(dealt, sort=True).values
    cut = int(random.integers(5, 9))
    far, near = (Block(part, part, 0.0) for part in (codes[:cut], codes[cut:]))
    behind = HIGH + uniform(random, 0.0, 0.3)
    aside = uniform(random, -1, 1)
    rows: Rows = [
        ([far], _moved(row_of(random, [far], 0.0), aside, behind)),
        ([near], row_of(random, [near], 0.0)),
    ]
    return as_laid(rows, (), ())


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def sets_left(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "left")


@unusual
def sets_in_front(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "front")


@unusual
def sets_in_a_column(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "column")


@unusual
def sets_turned_a_quarter(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "quarter")


@unusual
def sets_in_the_far_corner(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "corner")


@unusual
def sets_on_both_sides(random: Random, left: Counter[str]) -> Laid:
    dealt = _dealt(random, left, fewest=2)
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    low, high = _extent(near)[:2]
    rows: Rows = [(held, near)]
    edges = {False: low, True: high}
    for k, block in enumerate(_out(random, dealt)):
        right = k % 2 == 1
        clear = uniform(random, 0.5, 1.2)
        away = clear + len(block.values) / 2
        laid = _moved(row_of(random, [block], 0.0), edges[right] + (away if right else -away), 0.0)
        edges[right] += (clear + len(block.values)) * (1 if right else -1)
        rows.append(([block], laid))
    return as_laid(rows, (), ())


@unusual
def called_tile_across(random: Random, left: Counter[str]) -> Laid:
    """One tile of each called set lies across, a fourth added to it on its far side."""
    dealt = _dealt(random, left)
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    out = _out(random, dealt)
    added = []
    for block in out:
        if block.concealed:
            continue
        block.sideways = int(random.integers(len(block.values)))
        if block.kind == "kong" and random.random() < 0.5:
            added.append(block)
            block.sideways = int(random.integers(3))
    for block in added:
        block.shown, block.values = block.shown[:3], block.values[:3]
    laid = row_of(random, out, 0.0)
    for block, spots in zip(out, laid, strict=True):
        if block in added:
            across = spots[block.sideways or 0]
            spots.append(replace(across, y=across.y + 1.01))
            block.values = (*block.values, block.values[0])
    high = _extent(near)[1]
    wide = _wide(laid)
    if random.random() < 0.6:
        laid = _moved(laid, high + uniform(random, 0.6, 1.6) + wide / 2, 0.0)
    else:
        laid = _moved(laid, 0.0, HIGH + uniform(random, 0.3, 1.0))
    return as_laid([(held, near), (out, laid)], (), ())


@unusual
def winning_tile_across(random: Random, left: Counter[str]) -> Laid:
    return _winning_apart(random, left, "across")


@unusual
def winning_tile_above(random: Random, left: Counter[str]) -> Laid:
    return _winning_apart(random, left, "above")


@unusual
def three_rows_held(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, winner=random.random() < 0.8)
    codes = together(dealt, sort=True).values
    one, two = int(random.integers(4, 6)), int(random.integers(8, 11))
    rows: Rows = []
    for k, part in enumerate((codes[:one], codes[one:two], codes[two:])):
        block = Block(part, part, 0.0)
        places = row_of(random, [block], (2 - k) * (HIGH + uniform(random, 0.02, 0.15)))
        rows.append(([block], _moved(places, len(part) / 2, 0.0)))
    return as_laid(rows, (), ())


@unusual
def walls_with_tiles_turned_up(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), str(random.choice(["right", "behind"])))


@unusual
def beside_neat_discards(random: Random, left: Counter[str]) -> Laid:
    return _beside(random, _dealt(random, left), "right")


def _kong_beside(random: Random, left: Counter[str], lay: Callable[[list[Spot]], None]) -> Laid:
    """A hand with an exposed kong to its right, the tiles of which are moved, and other sets."""
    dealt = deal(random, left, int(random.integers(0, 2)), 1, winner=random.random() < 0.75)
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    out = _out(random, dealt)
    laid = row_of(random, out, 0.0)
    edge = _extent(near)[1] + uniform(random, 0.6, 1.6)
    for block, spots in zip(out, laid, strict=True):
        if block.kind == "kong":
            lay(spots)
        edge -= min(spot.x for spot in spots) - 0.5
        for spot in spots:
            spot.x += edge
        edge = max(spot.x for spot in spots) + 0.5 + max(block.before, 0.0)
    return as_laid([(held, near), (out, laid)], (), ())


@unusual
def fourth_heaped_on_its_pung(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of a kong lies half over one of the others, mostly the middle one."""

    def heap(spots: list[Spot]) -> None:
        *three, top = spots
        below = three[1 if random.random() < 0.7 else int(random.choice([0, 2]))]
        top.x, top.turn = below.x + normal(random, 0.04), below.turn
        top.y, top.lifted = below.y + HIGH * uniform(random, 0.45, 0.7), DEEP

    return _kong_beside(random, left, heap)


@unusual
def kong_two_by_two(random: Random, left: Counter[str]) -> Laid:
    def square(spots: list[Spot]) -> None:
        for below, above in zip(spots[:2], spots[2:], strict=True):
            above.x = below.x + normal(random, 0.02)
            above.y = below.y + HIGH + abs(normal(random, 0.02))

    return _kong_beside(random, left, square)


@unusual
def winning_tile_pushed_out(random: Random, left: Counter[str]) -> Laid:
    """The winning tile is pushed forward out of the row that it completes, and leaves its room."""
    dealt = deal(random, left, exposed=int(random.integers(0, 4)))
    held = [together(dealt, sort=True)]
    near = row_of(random, held, 0.0)
    pushed = near[0][int(random.integers(len(near[0])))]
    pushed.y += HIGH * uniform(random, 0.3, 1.1)
    out = _out(random, dealt)
    laid = row_of(random, out, 0.0)
    wide = _wide(laid)
    laid = _moved(laid, _extent(near)[1] + uniform(random, 0.6, 1.6) + wide / 2, 0.0)
    return as_laid([(held, near), (out, laid)], (), ())


@unusual
def called_tiles_across_in_one_row(random: Random, left: Counter[str]) -> Laid:
    """Set by set with equal gaps: only a tile across shows which sets were called."""
    dealt = deal(random, left, exposed=int(random.integers(2, 4)))
    gap = uniform(random, 0.2, 0.6)
    held = sets_of(random, dealt, gap)
    out = melds_of(random, dealt, gap, gap, False)
    for block in out:
        block.sideways = int(random.integers(3))
    return as_laid([([*held, *out], row_of(random, [*held, *out], 0.0))], (), ())


# ---------------------------------------------------------------------------------------------
# Habits for judging


@held_out
def sets_staggered(random: Random, left: Counter[str]) -> Laid:
    """Each set a step to the right of and behind the one before it."""
    dealt = _dealt(random, left, fewest=2)
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    x, y = uniform(random, -4, 0), HIGH + uniform(random, 0.3, 0.8)
    rows: Rows = [(held, near)]
    for block in _out(random, dealt):
        rows.append(([block], _moved(row_of(random, [block], 0.0), x, y)))
        x, y = x + len(block.values) * 0.7, y + HIGH + uniform(random, 0.05, 0.3)
    return as_laid(rows, (), ())


@held_out
def kongs_in_the_corner_and_sets_right(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, int(random.integers(1, 3)), 1, int(random.integers(0, 2)))
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    blocks = _out(random, dealt, pushed=False)
    out = [block for block in blocks if block.kind != "kong"]
    kongs = [block for block in blocks if block.kind == "kong"]
    laid, far = row_of(random, out, 0.0), row_of(random, kongs, 0.0)
    high = _extent(near)[1]
    wide = _wide(laid)
    laid = _moved(laid, high + uniform(random, 0.6, 1.5) + wide / 2, 0.0)
    far = _moved(far, high + uniform(random, 0, 3), uniform(random, 3, 5))
    return as_laid([(held, near), (out, laid), (kongs, far)], (), ())


@held_out
def sets_behind_askew(random: Random, left: Counter[str]) -> Laid:
    """Every set lies by itself behind the hand, a little turned."""
    dealt = _dealt(random, left)
    held = _held(random, dealt)
    rows: Rows = [(held, row_of(random, held, 0.0))]
    x = uniform(random, -5, -2)
    for block in _out(random, dealt):
        away = HIGH + uniform(random, 0.4, 1.2)
        turn = normal(random, 0.12)
        rows.append(([block], _moved(row_of(random, [block], 0.0), x, away, turn)))
        x += len(block.values) + uniform(random, 0.4, 1.5)
    return as_laid(rows, (), ())


@held_out
def sets_left_and_behind(random: Random, left: Counter[str]) -> Laid:
    dealt = _dealt(random, left, fewest=2)
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    low = _extent(near)[0]
    first, *rest = _out(random, dealt)
    one = _moved(row_of(random, [first], 0.0), low - 1.0 - len(first.values) / 2, 0.0)
    others = _moved(row_of(random, rest, 0.0), 0.0, HIGH + uniform(random, 0.2, 0.9))
    return as_laid([(held, near), ([first], one), (rest, others)], (), ())


@held_out
def held_in_pairs_and_threes(random: Random, left: Counter[str]) -> Laid:
    """Gaps anywhere among the tiles held, and sets on the table to the right."""
    dealt = _dealt(random, left)
    codes = together(dealt, sort=True).values
    cuts = sorted({0, len(codes), *(int(k) for k in random.integers(1, len(codes), 3))})
    gap = uniform(random, 0.2, 0.5)
    held = [Block(codes[a:b], codes[a:b], gap) for a, b in pairwise(cuts)]
    near = row_of(random, held, 0.0)
    out = _out(random, dealt, pushed=False)
    laid = row_of(random, out, 0.0)
    wide = _wide(laid)
    laid = _moved(laid, _extent(near)[1] + uniform(random, 0.9, 1.8) + wide / 2, 0.0)
    return as_laid([(held, near), (out, laid)], (), ())


@held_out
def column_turned_a_quarter_left(random: Random, left: Counter[str]) -> Laid:
    """Sets across at the left end, each turned a quarter, one beside the other."""
    dealt = _dealt(random, left)
    held = _held(random, dealt)
    near = row_of(random, held, 0.0)
    x = _extent(near)[0] - uniform(random, 0.6, 1.4) - HIGH / 2
    rows: Rows = [(held, near)]
    for block in _out(random, dealt):
        spots = row_of(random, [block], 0.0)
        rows.append(([block], _moved(spots, x, len(block.values) / 2 - HIGH / 2, np.pi / 2)))
        x -= HIGH + uniform(random, 0.03, 0.4)
    return as_laid(rows, (), ())


@held_out
def thirteen_heads(random: Random, left: Counter[str]) -> Laid:
    """The limit hand of thirteen different ones, nines and honours, and a second of one of them."""
    codes = (*HEADS, str(random.choice(HEADS)))
    left.subtract(codes)
    block = Block(tuple(sorted(codes, key=KINDS.index)), codes, 0.0)
    block.values = block.shown
    return as_laid([([block], row_of(random, [block], 0.0))], (), ())


@held_out
def winning_tile_before_the_hand(random: Random, left: Counter[str]) -> Laid:
    dealt = deal(random, left, exposed=int(random.integers(0, 3)))
    codes = list(together(dealt, sort=True).values)
    won = codes.pop(int(random.integers(len(codes))))
    held, single = [Block(tuple(codes), tuple(codes), 0.0)], [Block((won,), (won,), 0.0)]
    near = row_of(random, held, 0.0)
    spot = Spot(won, won, uniform(random, -3, 3), -HIGH - uniform(random, 0.1, 0.5))
    out = _out(random, dealt)
    laid = row_of(random, out, 0.0)
    wide = _wide(laid)
    laid = _moved(laid, _extent(near)[1] + 1.0 + wide / 2, 0.0)
    return as_laid([(held, near), (single, [[spot]]), (out, laid)], (), ())


# ---------------------------------------------------------------------------------------------
# Scenes


def scene(seed: int, habit: str | None = None) -> LayoutScene:
    """The scene of this seed. habit: one of `HABITS`; the seed decides if it is None."""
    habit = HABITS.of(seed, habit)
    random = np.random.default_rng([seed, 17])
    noise = uniform(random, 0.008, 0.03)
    left = full_set()
    laid = HABITS.every()[habit](random, left)
    placed = on_table(laid[0], normal(random, 0.08))
    own = tuple(placed)
    placed += _around(random, left, habit, max(spot.y for spot in laid[0]) + HIGH)
    steepness, roll = VIEWS["oblique" if random.random() < 0.5 else "above"]
    points = np.concatenate([tile.corners() for tile in own])
    camera = camera_on(random, points, steepness, uniform(random, -roll, roll))
    if hidden(own, camera):
        camera = camera_on(random, points, (78, 89.5), 0.0, zoom=2)
    return seen_by(camera, seed, habit, random, noise, placed, laid)


def _around(random: Random, left: Counter[str], habit: str, reach: float) -> list[Placed]:
    """What else lies on the table beyond the hand. The hand's far edge is at y = reach."""
    if habit == "walls_with_tiles_turned_up":
        return _wall_turned_up(random, left, reach + uniform(random, 0.8, 2.5))
    if habit == "beside_neat_discards":
        away = uniform(random, 0.3, 1.2) + 4 * HIGH
        aside = uniform(random, -6, 6)
        return discards(random, left, _at(aside, reach + away - 3 + 3 * HIGH / 2), neat=True)
    return surroundings(random, left, reach)


def _wall_turned_up(random: Random, left: Counter[str], y: float) -> list[Placed]:
    """A wall with one to three tiles turned up."""
    tiles = wall(random, _at(uniform(random, -4, 4), y), 0.0, int(random.integers(8, 18)))
    for place in random.choice(len(tiles), int(random.integers(1, 4)), replace=False):
        code = a_set(random, left, "single")[0]
        tiles[place] = replace(tiles[place], code=code, value=code)
    return tiles


def _at(x: float, y: float) -> FloatArray:
    return np.array([x, y, 0.0])
