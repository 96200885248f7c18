"""Twenty-four habits of laying a hand out, first written to judge by.

Somebody wrote them who had not seen how hands are read, from thinking of tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.synth.habits.around import (
    backs,
    face_down,
    heap,
    now_and_then_thrown,
    other_sets,
    stacks,
    taken,
)
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import HEADS, flat_codes
from datasets.synth.habits.dealt import held_row, sets_out
from datasets.synth.habits.flowers import bloom_at, flowered
from datasets.synth.habits.hands import all_held, any_hand, hand, open_hand, twins, winner
from datasets.synth.habits.parts import Parts, in_parts, parted, redealt
from datasets.synth.habits.pieces import QUARTER, Box, Piece, centred, edges, moved, spots_in
from datasets.synth.habits.places import level_at, one_by_one, put, raised, stood_up
from datasets.synth.habits.rows import (
    Lie,
    Place,
    at_places,
    block_of,
    fan,
    figure,
    pushed_up,
    row,
    tile,
)
from datasets.synth.habits.scenes import Habits, Others, Scenes, habit_of, on_table
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, sets_at, with_kong
from datasets.synth.tables import BACK, BONUS, DEEP, HIGH, Block, Dealt, Laid, Placed, Random, Spot

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Parts


def spokes(random: Random, count: int, inner: float, start: float) -> list[Place]:
    """Tiles about the origin that point away from it. inner: from there to their near edges."""
    angles = [start - 2 * np.pi * k / count for k in range(count)]
    far = inner + HIGH / 2
    return [
        (far * float(np.cos(at)), far * float(np.sin(at)), at - QUARTER + random.normal(0, 0.01))
        for at in angles
    ]


def narrowest(count: int) -> float:
    """How near to one middle so many tiles about it can lie."""
    return 0.5 / float(np.tan(np.pi / count))


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def sorted_by_number(random: Random, left: Counter[str]) -> Laid:
    """In the row the ones of all suits come first, then the twos and so on; honours at an end."""
    dealt = any_hand(random, left, 0, 2)
    codes = sorted(flat_codes(dealt.held), key=lambda code: (code[1] == "z", code))
    if random.random() < 0.3:
        codes = sorted(codes, key=lambda code: code[1] != "z")
    near = row(random, [block_of(codes)])
    return beside(random, dealt, near, "right", "right", "left", "behind")


@usual
def held_kong_on_one_side_called_sets_on_the_other(random: Random, left: Counter[str]) -> Laid:
    """A kong never called lies at one end of the row, what was called at the other or behind."""
    dealt = hand(random, left, 2, 3, kongs=0.25, held_kongs=0, down=1, bonus=some(random))
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    side, other = ("left", "right") if random.random() < 0.6 else ("right", "left")
    kong = row(random, [block for block in blocks if block.concealed])
    kong = put(random, kong, near, side, 0.6, 1.2, y=uniform(random, -0.15, 0.3))
    called = row(
        random, [block for block in blocks if not block.concealed], gap=uniform(random, 0.3, 0.6)
    )
    where = one_of(random, other, other, "behind")
    called = put(random, called, [*near, *kong], where, 0.7, 1.4, x=uniform(random, -1, 1))
    return finish(random, dealt, near, kong, called)


@usual
def sets_drifting_apart(random: Random, left: Counter[str]) -> Laid:
    """At the end of the row each called set was pushed farther from the one before it."""
    dealt = open_hand(random, left, 2, 3)
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    first, more = uniform(random, 0.5, 0.7), uniform(random, 0.35, 0.7)
    gaps = [first + more * k for k in range(1, len(blocks))]
    where = one_of(random, "right", "right", "left")
    gaps = gaps if where == "right" else gaps[::-1]
    before = [0.0] * len(blocks[0].values)
    for gap, block in zip(gaps, blocks[1:], strict=True):
        before += [gap, *[0.0] * (len(block.values) - 1)]
    out = row(random, blocks, gaps=before, lie=Lie(0.02, 0.03))
    out = put(random, out, near, where, first, first, y=uniform(random, -0.1, 0.1))
    return finish(random, dealt, near, out, ways=("behind", "front"))


@usual
def row_and_sets_as_open_arms(random: Random, left: Counter[str]) -> Laid:
    """The row slants one way, the line of the sets at its end the other, like open arms."""
    dealt = any_hand(random, left, 1, 3)
    side, way = (1 if random.random() < 0.7 else -1), sign(random)
    one, two = (side * way * uniform(random, 0.08, 0.22) for _ in range(2))
    near = moved(held_row(random, dealt), 0, 0, -one)
    out = row(random, sets_out(random, dealt), gap=uniform(random, 0.3, 0.6))
    out = moved(out, 0, 0, two)
    ends = (-1, 0) if side > 0 else (0, -1)
    y = spots_in(near)[ends[0]].y - spots_in(out)[ends[1]].y
    out = put(random, out, near, "right" if side > 0 else "left", 0.7, 1.2, y=y)
    return finish(random, dealt, near, out, ways=("behind", "front"))


@usual
def standing_each_by_itself(random: Random, left: Counter[str]) -> Laid:
    """Without a rack the tiles held stand one by one, a little apart and turned as they came."""
    dealt = any_hand(random, left, 0, 3)
    lie = Lie(0.12, 0.1, uniform(random, 0.05, 0.25))
    near = stood_up(held_row(random, dealt, lie=lie))
    return beside(
        random, dealt, near, "right", "left", "front", low=1.1, high=1.7, around_it=NOT_BEHIND
    )


@usual
def two_waiting_pairs_pushed_up(random: Random, left: Counter[str]) -> Laid:
    """Waiting for a third tile of either of two pairs: both are pushed out of the row."""

    def parts_of(dealt: Dealt) -> Parts:
        like = [k for k, codes in enumerate(dealt.held) if len({*codes}) == 1]
        if len(like) < 2:
            return []
        pair = next(k for k in like if len(dealt.held[k]) == 2)
        pung = next(k for k in like if k != pair)
        one, two = sorted((pair, pung))
        held = dealt.held
        between = [flat_codes(part) for part in (held[:one], held[one + 1 : two], held[two + 1 :])]
        return [between[0], held[one][:2], between[1], held[two][:2], between[2]]

    def won() -> Dealt:
        return winner(random, left, 0, 2)

    dealt, parts = redealt(random, left, won, parts_of)
    up = [bool(k % 2) for k, part in enumerate(parts) for _ in part]
    near = pushed_up(random, flat_codes(parts), up, 0.18)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


@usual
def twins_by_turns_up_and_down(random: Random, left: Counter[str]) -> Laid:
    """Seven pairs in one row that touch; to tell them apart every other one is pushed up."""
    dealt = twins(random, left)
    codes, start = flat_codes(dealt.held), int(random.integers(2))
    up = [bool((k // 2 + start) % 2) for k in range(len(codes))]
    return finish(random, dealt, pushed_up(random, codes, up, 0.15))


@usual
def thirteen_heads_and_a_twin_by_its_like(random: Random, left: Counter[str]) -> Laid:
    """Thirteen different ones, nines and honours in a row; the twin of one lies behind or before
    it."""
    last = int(random.integers(13))
    dealt = all_held(random, left, [(*HEADS, HEADS[last])])
    near = row(random, [block_of(HEADS)])
    x = spots_in(near)[last].x + normal(random, 0.08)
    won = tile(random, HEADS[last])
    won = put(random, won, near, one_of(random, "behind", "front"), 0.02, 0.3, x=x)
    return finish(random, dealt, near, won, ways=("left", "right"))


@usual
def photographed_over_the_shoulder(random: Random, left: Counter[str]) -> Laid:
    """Somebody behind the owner's shoulder took the picture, from low down and aslant."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "right", "left", "behind")


@usual
def wall_looked_through(random: Random, left: Counter[str]) -> Laid:
    """To see what would have come, somebody took a stretch of the wall down, face up."""
    dealt = any_hand(random, left, 0, 3)
    return beside(
        random, dealt, held_row(random, dealt), "right", "left", "front", around_it=NOT_BEHIND
    )


@usual
def others_building_their_walls(random: Random, left: Counter[str]) -> Laid:
    """The others build already: before each of them two lines of backs, or one upon the other."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


@usual
def neighbours_sets_and_flowers(random: Random, left: Counter[str]) -> Laid:
    """Both neighbours have called: their sets and flowers lie at their sides, turned to them."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind")


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def twins_as_little_tents(random: Random, left: Counter[str]) -> Laid:
    """Of each of seven pairs the two tiles lean against each other at their heads, or feet."""
    dealt = twins(random, left)
    lean = sign(random) * uniform(random, 0.14, 0.28)
    turns = [-lean if k % 2 == 0 else lean for k in range(14)]
    blocks = [block_of(pair) for pair in dealt.held]
    near = row(random, blocks, gap=uniform(random, 0.12, 0.4), turns=turns)
    return finish(random, dealt, near)


@unusual
def twins_head_to_head(random: Random, left: Counter[str]) -> Laid:
    """Seven pairs: of each one tile is upright, its twin beyond it upside down, heads touching."""
    dealt = twins(random, left)
    columns = []
    for codes in dealt.held:
        column = tile(random, codes[0])
        for code in codes[1:]:
            turned = moved(tile(random, code), 0, 0, np.pi)
            x = normal(random, 0.03)
            column = [*column, *put(random, turned, column, "behind", 0.01, 0.06, x=x)]
        columns.append(column)
    wide = uniform(random, 0.15, 0.5)
    return finish(random, dealt, level_at(one_by_one(random, columns, wide - 0.08, wide), 0.0))


@unusual
def thirteen_heads_round_their_twin(random: Random, left: Counter[str]) -> Laid:
    """Thirteen different ones, nines and honours in a ring, the twin of one in the middle."""
    twin = str(random.choice(HEADS))
    dealt = all_held(random, left, [(*HEADS, twin)])
    inwards = np.pi * (random.random() < 0.35)
    inner = narrowest(13) + uniform(random, 0.03, 0.2)
    ring = [
        (x, y, turn + inwards)
        for x, y, turn in spokes(random, 13, inner, uniform(random, -np.pi, np.pi))
    ]
    middle = uniform(random, -0.15, 0.15), uniform(random, -0.15, 0.15), uniform(random, -0.2, 0.2)
    return finish(random, dealt, figure([*HEADS, twin], [*ring, middle]))


@unusual
def nine_gates_as_a_gate(random: Random, left: Counter[str]) -> Laid:
    """The limit hand of nine gates: its ones and nines are the posts, what lies between is the
    beam, and in the gateway lies the tile that won."""
    suit = one_of(random, "m", "p", "s")
    beam = [f"{n}{suit}" for n in range(2, 9)]
    won = f"{random.integers(1, 10)}{suit}"
    codes = [*beam, *[f"1{suit}"] * 3, *[f"9{suit}"] * 3, won]
    dealt = all_held(random, left, [tuple(codes)])
    wide, tall = uniform(random, 1.01, 1.05), HIGH + uniform(random, 0.02, 0.08)
    places = [(wide * (k - 3), 0.0) for k in range(7)]
    places += [(side * 3 * wide, -tall * k) for side in (-1, 1) for k in (1, 2, 3)]
    places.append((normal(random, 0.2), -tall * uniform(random, 1.7, 3.0)))
    return finish(random, dealt, at_places(random, block_of(codes), places))


@unusual
def held_kong_as_a_little_fan(random: Random, left: Counter[str]) -> Laid:
    """A kong never called is spread in a small fan, its outer tiles face down."""
    radius = uniform(random, 1.9, 3.2)

    def lay(block: Block) -> Piece:
        block.shown = (BACK, block.values[0], block.values[0], BACK)
        return level_at(centred(fan(random, [block], radius, 1)), 0.0)

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def kongs_as_one_block(random: Random, left: Counter[str]) -> Laid:
    """Two to four exposed kongs lie one beyond the other as one block, each a line of it."""
    count = int(random.choice([2, 2, 3, 3, 4]))

    def lucky() -> Dealt:
        most = max(count, 3)
        return hand(
            random, left, count, most, bonus=some(random), kongs=0, held_kongs=0, shown=count
        )

    def columns(dealt: Dealt) -> Parts:
        codes = [codes[0] for kind, codes in dealt.exposed if kind == "kong"]
        return [tuple(codes[k : k + 3]) for k in range(max(1, count - 2))]

    dealt, _ = redealt(random, left, lucky, columns)
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    kongs: Piece = []
    for block in (block for block in blocks if block.kind == "kong"):
        line, x = row(random, [block]), normal(random, 0.04)
        kongs = [*kongs, *(put(random, line, kongs, "behind", 0.03, 0.15, x=x) if kongs else line)]
    where, other = an_end(random, 0.6)
    up = uniform(random, 0.0, HIGH * (count - 1) / 2)
    kongs = put(random, level_at(kongs, up), near, where, 0.8, 1.4)
    rest = [block for block in blocks if block.kind != "kong"]
    if not rest:
        return finish(random, dealt, near, kongs, ways=("front", other))
    out = put(random, row(random, rest), [*near, *kongs], other, 0.8, 1.4)
    return finish(random, dealt, near, kongs, out, ways=("front",))


@unusual
def kong_as_two_courses_of_bricks(random: Random, left: Counter[str]) -> Laid:
    """Of an exposed kong two tiles lie below the other two, half a tile farther to one side."""

    def lay(block: Block) -> Piece:
        wide, tall = uniform(random, 1.01, 1.05), HIGH + uniform(random, 0.02, 0.08)
        aside = sign(random) * uniform(random, 0.4, 0.6)
        places = [(aside, tall), (aside + wide, tall), (0.0, 0.0), (wide, 0.0)]
        return at_places(random, block, places, 0.02)

    return with_kong(random, left, False, lay, "right", "left", "behind")


_PYRAMIDS = {3: (1, 2), 4: (1, 3), 5: (2, 3), 6: (1, 2, 3)}
"""By the number of flowers: how many lie in each line, the far one first."""


@unusual
def flowers_as_a_little_pyramid(random: Random, left: Counter[str]) -> Laid:
    """Three to six flowers lie as a small pyramid of lines that touch, its tip away."""
    dealt, near = flowered(random, left, 3, 6)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    wide, tall = uniform(random, 1.01, 1.06), HIGH + uniform(random, 0.02, 0.08)
    places = [
        (wide * (m - (count - 1) / 2), -tall * k)
        for k, count in enumerate(_PYRAMIDS[len(dealt.bonus)])
        for m in range(count)
    ]
    bloom = at_places(random, block_of(dealt.bonus), places, 0.03)
    return bloom_at(random, bloom, near, out, "behind", "left", "right")


_BOWS = {14: (9, 5), 13: (8, 5), 11: (7, 4), 10: (6, 4)}
"""By the number of tiles held: how many lie in the outer bow, and how many in the inner one."""


@unusual
def hand_as_a_rainbow(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a rainbow: two bows, one within the other."""
    dealt, (outer, inner) = in_parts(random, left, _BOWS, 1)
    radius, slit = uniform(random, 4.2, 5.2), uniform(random, 0.06, 0.2)
    bow = fan(random, [block_of(outer)], radius, 1)
    within = fan(random, [block_of(inner)], radius - HIGH - slit, 1)
    near = level_at([*bow, *moved(within, 0, -HIGH - slit)], 0.0)
    return beside(random, dealt, near, "right", "left", "front", low=0.9, high=1.5)


@unusual
def hand_as_a_daisy(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a daisy: six petals about one tile, a stalk, and if tiles
    are left two leaves."""
    dealt = any_hand(random, left, 0, 1)
    codes = [str(code) for code in random.permutation(flat_codes(dealt.held))]
    leaves = 2 if len(codes) > 11 else 0
    inner, tall = uniform(random, 0.95, 1.02), HIGH + uniform(random, 0.02, 0.06)
    places = [(0.0, 0.0, uniform(random, -0.1, 0.1)), *spokes(random, 6, inner, QUARTER)]
    top = -inner - HIGH - HIGH / 2 - 0.04
    for k in range(len(codes) - 7 - leaves):
        x, turn = (float(v) for v in random.normal(0, 0.02, 2))
        places.append((x, top - tall * k, turn))
    low, lean = top - tall * uniform(random, 0.7, 1.5), uniform(random, 0.6, 0.9)
    places += [(side * 1.42, low, -side * lean) for side in (-1, 1)[:leaves]]
    return beside(random, dealt, figure(codes, places), "right", "left", low=0.9, high=1.6)


@unusual
def standing_in_two_lines(random: Random, left: Counter[str]) -> Laid:
    """Without a rack the tiles held stand in two lines, one behind the other."""
    dealt, (one, two) = parted(random, left, 4)
    near, far = (stood_up(row(random, [block_of(codes)])) for codes in (one, two))
    x = uniform(random, -0.8, 0.8)
    both = [*near, *put(random, far, near, "behind", 0.7, 1.1, x=x)]
    return beside(
        random, dealt, both, "right", "left", "front", low=1.0, high=1.6, around_it=NOT_BEHIND
    )


@unusual
def discards_sorted_like_with_like(random: Random, left: Counter[str]) -> Laid:
    """Well beyond the hand somebody has sorted all discards: those alike lie side by side."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "front")


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "wall_looked_through": 1.0, "others_building_their_walls": 0.6,
    "neighbours_sets_and_flowers": 0.7, "discards_sorted_like_with_like": 1.0,
    "photographed_over_the_shoulder": 0.3,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""

FACING = {
    "photographed_over_the_shoulder": -0.45, "kongs_as_one_block": 0.7,
    "twins_by_turns_up_and_down": QUARTER,
}  # fmt: skip
"""Radians by which the hand is turned to the picture: some are seen aslant, one from the side."""

ALONE = ("sets_drifting_apart",)
"""Habits with such gaps that other tiles must keep farther off."""

SLANTS = {"photographed_over_the_shoulder": ((32.0, 44.0), (40.0, 56.0))}
"""From where the camera looks, and looks again, where a habit is seen its own way."""


def _looked_through(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """A wall behind the hand; at or near one of its ends a stretch lies one high, face up."""
    x, y = (box[0] + box[1]) / 2 + uniform(random, -3, 3), box[3] + uniform(random, 2.4, 4.0)
    spots = stacks(random, int(random.integers(12, 19)), x, y, normal(random, 0.06))
    spots = spots if random.random() < 0.5 else spots[::-1]
    first = int(random.integers(3))
    for k, code in enumerate(taken(random, left, int(random.integers(3, 8))), first):
        turn = spots[k].turn + np.pi * int(random.integers(2))
        spots[k] = replace(spots[k], shown=code, value=code, turn=turn, lifted=0.0)
    return spots


def _builders(random: Random, box: Box) -> list[Spot]:
    """Before each of the others two lines of backs that touch, or one upon the other; between them
    tiles face down that nobody has taken yet."""
    low, high, front, back = box
    x, y = (low + high) / 2, max(back, (front + back) / 2 + 4)
    spots: list[Spot] = []
    for turn, far in (
        (QUARTER, high - x + uniform(random, 4, 6)), (np.pi, back - y + uniform(random, 9, 11)),
        (-QUARTER, x - low + uniform(random, 4, 6)),
    ):  # fmt: skip
        line = backs(random, int(random.integers(9, 18)))
        if random.random() < 0.4:
            lines = raised(line, DEEP)
        else:
            short = backs(random, int(random.integers(5, 10)))
            aside = uniform(random, -3, 3)
            lines = [*line, *put(random, short, line, "behind", 0.0, 0.15, x=aside)]
        lines = moved(lines, uniform(random, -1, 1), -far)
        spots += spots_in(moved(moved(lines, 0, 0, turn), x, y))
    loose = heap(random, [BACK] * int(random.integers(6, 22)), (x, back + 4.8), (5.5, 2.2))
    return [*spots, *map(face_down, loose)]


def _neighbours(random: Random, left: Counter[str], box: Box) -> list[Placed]:
    """At both sides some sets, and flowers beyond an end of them, turned to those who sit there."""
    low, high, front, back = box
    placed: list[Placed] = []
    for side in (1, -1):
        x = (high if side > 0 else -low) + uniform(random, 3.2, 4.5)
        y = (front + back) / 2 + uniform(random, 2.0, 5.0)
        turn = side * QUARTER
        sets = other_sets(random, left, side * x, y, turn)
        placed += sets
        free = [code for code in BONUS if left[code] > 0]
        count = min(len(free), int(random.integers(1, 4)))
        codes = [str(code) for code in random.choice(free, count, replace=False)] if free else []
        left.subtract(codes)
        if codes:
            end = max(tile.middle[1] for tile in sets) + uniform(random, 1.2, 2.2) + count / 2
            bloom = row(random, [block_of(codes)], lie=Lie(0.03, 0.04, 0.05))
            placed += on_table(spots_in(moved(moved(bloom, 0, 0, turn), side * x, end)))
    return placed


def _like_with_like(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """Many small groups of like tiles in lines, each a little askew."""
    kinds = [*Counter(taken(random, left, int(random.integers(30, 50)))).items()]
    wide = uniform(random, 13, 18)
    lines: list[list[Piece]] = [[]]
    room = wide
    for k in random.permutation(len(kinds)):
        code, count = kinds[k]
        if room < count:
            lines, room = [*lines, []], wide
        room -= count + 0.7
        group = row(random, [block_of([code] * count)], lie=Lie(0.03, 0.04, 0.02))
        lines[-1].append(moved(group, 0, 0, normal(random, 0.05)))
    x, y = (box[0] + box[1]) / 2 + uniform(random, -2, 2), box[3] + uniform(random, 3.2, 4.5)
    spots: list[Spot] = []
    for k, groups in enumerate(lines):
        line = one_by_one(random, groups, 0.45, 0.8)
        spots += spots_in(moved(line, x - wide / 2 - edges(line)[0], y + (HIGH + 0.65) * k))
    return spots


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    if habit == "wall_looked_through":
        placed = on_table(_looked_through(random, left, box))
        placed += now_and_then_thrown(random, left, 0.6, box[3] + 9.5)
        return placed, 1.2
    if habit == "others_building_their_walls":
        return on_table(_builders(random, box)), 1.7
    if habit == "neighbours_sets_and_flowers":
        placed = _neighbours(random, left, box)
        placed += now_and_then_thrown(random, left, 0.6, box[3] + 6.5)
        return placed, 1.7
    if habit == "discards_sorted_like_with_like":
        return on_table(_like_with_like(random, left, box)), 2.0
    return None


scene = Scenes(
    HABITS, key=122949823, around=_around, alone=ALONE, framed=FRAMED, facing=FACING, slants=SLANTS
).scene
