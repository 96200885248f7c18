"""Twenty-four habits of laying a hand out that no layout was built on, to judge by.

Somebody wrote them who had not seen how hands are read. On 2026-11-26 figures of 400 scenes from
seed 10900000 were read; no hand was looked at, and nothing was mended by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.around import backs, now_and_then_thrown, taken
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import codes_of, flat_codes, pair_and_sets, sorted_codes
from datasets.synth.habits.dealt import each_set, held_row, sets_out, won_apart
from datasets.synth.habits.flowers import bloom_at, flowered, with_bloom
from datasets.synth.habits.hands import any_hand, hand, open_hand, wait_in, winner
from datasets.synth.habits.parts import Parts, in_parts, parted, redealt
from datasets.synth.habits.pieces import QUARTER, Box, Piece, centred, edges, moved, spots_in
from datasets.synth.habits.places import level_at, on_top, put, raised, stood_up
from datasets.synth.habits.rows import Lie, at_places, block_of, row
from datasets.synth.habits.scenes import Habits, Others, Scenes, habit_of, on_table
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, set_down, sets_at, with_kong
from datasets.synth.tables import BACK, DEEP, HIGH, Block, Dealt, Laid, Random, Spot

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Parts


def partly_across(random: Random, codes: Sequence[str], across: Sequence[bool]) -> Piece:
    """A row in which some tiles lie across, their near edge or their middle in line with it."""
    turn, down = sign(random) * QUARTER, -(HIGH - 1) / 2 * int(random.integers(2))
    turns, ys = [turn * each for each in across], [down * each for each in across]
    return row(random, [block_of(codes)], turns=turns, ys=ys)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def own_flower_pushed_out(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie in a line; that of its owner's seat, which counts, is pushed half out."""
    dealt, near = flowered(random, left, 3, 5)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    count, up = len(dealt.bonus), sign(random) * HIGH * uniform(random, 0.3, 0.6)
    own = int(random.integers(count))
    bloom = row(random, [block_of(dealt.bonus)], ys=[up * (k == own) for k in range(count)])
    return bloom_at(random, bloom, near, out, "behind", "left", "right")


@usual
def flowers_like_a_little_stair(random: Random, left: Counter[str]) -> Laid:
    """Each flower was set down touching the last, but a step farther or nearer."""
    dealt, near = flowered(random, left, 3, 5)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    step = sign(random) * HIGH * uniform(random, 0.25, 0.5)
    ys = [step * k for k in range(len(dealt.bonus))]
    bloom = level_at(row(random, [block_of(dealt.bonus)], ys=ys), 0.0)
    return bloom_at(random, bloom, near, out, "behind", "left", "right")


@usual
def flowers_by_the_sets_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets lie at an end of the row, the flowers just beyond or before those sets."""
    dealt, near = flowered(random, left, 1, 4, out=1)
    out = sets_at(random, dealt, near, "right", "right", "left")
    low, high = edges(out)[:2]
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.02, 0.03, uniform(random, 0.0, 0.12)))
    x = (low + high) / 2 + normal(random, 0.3)
    bloom = put(random, bloom, [*near, *out], one_of(random, "behind", "front"), 0.35, 0.8, x=x)
    return with_bloom(bloom, near, out)


@usual
def won_on_the_tile_after_a_flower(random: Random, left: Counter[str]) -> Laid:
    """The loose tile drawn for the last flower won: it still lies by the flowers, a slit away."""
    dealt = hand(random, left, 0, 3, win=1, bonus=int(random.integers(1, 5)))
    near, won = won_apart(random, dealt)
    slit = uniform(random, 0.12, 0.35)
    (_, at), last = row(random, [block_of(dealt.bonus), won[0][0]], gap=slit)
    both: Piece = [(block_of(dealt.bonus), at), last]
    side, other = an_end(random)
    where = one_of(random, side, "behind", "behind", "front")
    x = uniform(random, -2.5, 2.5) * (where in ("behind", "front"))
    both = put(random, both, near, where, 0.6, 1.2, x=x, y=0.0 if x else uniform(random, -0.2, 0.2))
    out = sets_at(random, dealt, [*near, *both], other)
    return with_bloom(both[:1], near, both[1:], out)


@usual
def last_set_still_up_the_table(random: Random, left: Counter[str]) -> Laid:
    """The set called last lies far up the table, where its tile was taken; the others are home."""
    dealt = open_hand(random, left, 2, 3)
    near, (*rest, last) = held_row(random, dealt), sets_out(random, dealt)
    home = row(random, rest, gap=uniform(random, 0.3, 0.6))
    home = put(random, home, near, one_of(random, "right", "right", "left"), 0.8, 1.4)
    away = moved(row(random, [last]), 0, 0, normal(random, 0.15))
    x = uniform(random, *edges(near)[:2])
    away = put(random, away, [*near, *home], "behind", 2.6, 4.2, x=x)
    return finish(random, dealt, near, home, away, ways=NOT_BEHIND)


@usual
def rack_swung_round(random: Random, left: Counter[str]) -> Laid:
    """The rack was swung round for a neighbour, its tiles standing; the sets lie straight."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    near = stood_up(near)
    near = moved(near, 0, 0, sign(random) * uniform(random, 0.15, 0.4))
    return beside(random, dealt, near, "front", "front", "right", "left", low=0.6, high=1.2)


@usual
def honours_across_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """In the row the suits lie upright and, touching them at one end, the honours lie across."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = sorted_codes(codes_of(random, dealt))
        suits = tuple(code for code in codes if code[1] != "z")
        honours = codes[len(suits) :]
        return [suits, honours] if len(honours) > 1 and len(suits) > 3 else []

    dealt, parts = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    codes = flat_codes(parts if random.random() < 0.7 else parts[::-1])
    near = partly_across(random, codes, [code[1] == "z" for code in codes])
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


@usual
def row_over_the_edge_of_a_book(random: Random, left: Counter[str]) -> Laid:
    """A thin book lies in the way: one end of the row lies on it, the rest on the table."""
    dealt, (one, two) = parted(random, left, 2)
    cut, thick, slit = len(one), uniform(random, 0.12, 0.3), uniform(random, 0.03, 0.1)
    near = row(random, [block_of(one), block_of(two)], gap=slit)
    on_it, first = uniform(random, -0.12, 0.12), random.random() < 0.5
    for spot in spots_in(near)[:cut] if first else spots_in(near)[cut:]:
        spot.lifted, spot.y = thick, spot.y + on_it
    ways = ("behind", "front", "right" if first else "left")
    return beside(random, dealt, near, *ways, low=0.9, high=1.5)


@usual
def called_tile_lapping_its_neighbour(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set the tile that was called came down with its edge on its neighbour."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)

    def lay(block: Block) -> Piece:
        piece, side = row(random, [block]), sign(random)
        spots = spots_in(piece)
        top = spots[-1] if side > 0 else spots[0]
        top.x -= side * uniform(random, 0.15, 0.32)
        top.y += normal(random, 0.1)
        top.turn += normal(random, 0.08)
        top.lifted = DEEP
        return centred(piece)

    out = each_set(random, dealt, lay, 0.45, 0.85)
    return set_down(random, dealt, near, out, "right", "right", "left", "behind", low=0.9)


@usual
def waiting_tiles_across(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the one or two tiles that wait lie across in the row, to show for what."""
    dealt, codes, first, last = wait_in(random, left, 0, 3)
    near = partly_across(random, codes, [first <= k < last for k in range(len(codes))])
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@usual
def hands_at_the_sides_still_stand(random: Random, left: Counter[str]) -> Laid:
    """The players at the right and left have not laid down: the backs of their tiles stand."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind")


@usual
def wall_swung_out_aslant(random: Random, left: Counter[str]) -> Laid:
    """As is the custom, the wall was swung out aslant to the middle; it lies behind the hand."""
    dealt = open_hand(random, left, 0, 3)
    near = held_row(random, dealt)
    return beside(random, dealt, near, "right", "left", "front", around_it=NOT_BEHIND)


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def winning_tile_head_to_foot(random: Random, left: Counter[str]) -> Laid:
    """In the row the tile that won lies upside down, pushed a little out, to mark it."""
    dealt = winner(random, left, 0, 3)
    codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
    won, up = int(random.integers(len(codes))), sign(random) * HIGH * uniform(random, 0.1, 0.3)
    near = row(
        random, [block_of(codes)], turns=[np.pi * (k == won) for k in range(14)],
        ys=[up * (k == won) for k in range(14)],
    )  # fmt: skip
    return beside(random, dealt, near, "right", "left", "behind")


@unusual
def pair_stood_up_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The row lies flat; the pair stands on edge by itself at its end."""
    dealt = winner(random, left, 0, 2)
    pair, rest = pair_and_sets(random, dealt)
    near = row(random, [block_of(rest)])
    side, other = an_end(random, 0.6)
    eyes = moved(row(random, [block_of(pair)]), 0, 0, normal(random, 0.08))
    eyes = stood_up(eyes)
    eyes = put(random, eyes, near, side, 0.15, 0.6, y=uniform(random, -0.5, 0.1))
    return beside(random, dealt, [*near, *eyes], other, "front", low=0.9, high=1.5)


@unusual
def every_other_tile_ridden_up(random: Random, left: Counter[str]) -> Laid:
    """The row was squeezed from its ends: every other tile rode up on the edges of two."""
    dealt = any_hand(random, left, 0, 3)
    block, step = block_of(codes_of(random, dealt)), uniform(random, 0.83, 0.9)
    places = [(step * k, normal(random, 0.04)) for k in range(len(block.values))]
    near = at_places(random, block, places, 0.03)
    for spot in spots_in(near)[1::2]:
        spot.lifted = DEEP
    return beside(random, dealt, near, "right", "left", "behind", low=1.0, high=1.6)


@unusual
def sets_as_three_pointed_stars(random: Random, left: Counter[str]) -> Laid:
    """The three tiles of an exposed set point away from one middle, as the spokes of a wheel."""
    dealt = hand(random, left, 1, 3, kongs=0, held_kongs=0, bonus=some(random))
    near, inwards = held_row(random, dealt), np.pi * (random.random() < 0.3)
    far = HIGH / 2 + 0.5 / float(np.tan(np.pi / 3)) + uniform(random, 0.02, 0.1)
    up = 1 if random.random() < 0.7 else -1

    def lay(block: Block) -> Piece:
        start, spots = QUARTER * up + normal(random, 0.1), []
        for k, code in enumerate(block.values):
            at = start - 2 * np.pi * k / 3
            x, y = far * float(np.cos(at)), far * float(np.sin(at))
            spots.append(Spot(code, code, x, y, at - QUARTER + inwards))
        return level_at(centred([(block, spots)]), 0.0)

    out = each_set(random, dealt, lay, 0.6, 1.0)
    return set_down(random, dealt, near, out, "right", "left", "behind", "behind", low=0.9)


@unusual
def three_sets_as_a_triangle(random: Random, left: Counter[str]) -> Laid:
    """Three exposed sets make a triangle about an empty middle, their heads all out or all in."""
    dealt = any_hand(random, left, 3, 3)
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    long, inwards = max(len(block.values) for block in blocks), np.pi * (random.random() < 0.4)
    away = (long + uniform(random, 0.2, 0.6)) / 2 / float(np.sqrt(3)) + HIGH / 2
    start = (0.0 if random.random() < 0.6 else np.pi) + normal(random, 0.06)
    out: Piece = []
    for k, block in enumerate(blocks):
        side = moved(moved(row(random, [block]), 0, 0, inwards), 0, away)
        out = [*out, *moved(side, 0, 0, start + 2 * np.pi * k / 3)]
    out = level_at(centred(out), uniform(random, 0.0, 1.5))
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.9, high=1.5)


@unusual
def held_kong_backs_lapping_its_faces(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called the end tiles lie face down, resting on the edges of the two faces."""

    def lay(block: Block) -> Piece:
        code, lap = block.values[0], uniform(random, 0.2, 0.34)
        block.shown = (BACK, code, code, BACK)
        y = [normal(random, 0.06) for _ in range(2)]
        places = [(lap - 1, y[0]), (0, 0), (1.02, 0), (2.02 - lap, y[1])]
        return on_top(at_places(random, block, places, 0.03), 0, 3)

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def held_kong_capped_above_and_below(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two tiles lie side by side, one face down across at each long end."""

    def lay(block: Block) -> Piece:
        code, far = block.values[0], HIGH / 2 + 0.5 + uniform(random, 0.02, 0.08)
        block.shown = (BACK, code, code, BACK)
        places = [(0.0, far), (-0.51, 0.0), (0.51, 0.0), (0.0, -far)]
        piece = at_places(random, block, places, 0.02)
        for spot in spots_in(piece)[::3]:
            spot.turn += QUARTER
        return piece

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def two_held_kongs_in_two_lines(random: Random, left: Counter[str]) -> Laid:
    """Two kongs never called lie one beyond the other, their ends face down; the rest elsewhere."""
    dealt = hand(random, left, 2, 3, held_kongs=0, down=2, bonus=some(random))
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    one, two = (row(random, [block]) for block in blocks if block.concealed)
    x = normal(random, 0.3)
    kongs = level_at([*one, *put(random, two, one, "behind", 0.05, 0.35, x=x)], 0.0)
    where, other = an_end(random, 0.6)
    kongs = put(random, kongs, near, where, 0.7, 1.3, y=uniform(random, 0.0, HIGH / 2))
    called = [block for block in blocks if not block.concealed]
    if not called:
        return finish(random, dealt, near, kongs)
    out = put(random, row(random, called, gap=0.4), [*near, *kongs], other, 0.8, 1.4)
    return finish(random, dealt, near, kongs, out, ways=("behind", "front"))


@unusual
def flowers_lying_end_to_end(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie on their sides, one after the other as dominoes; all else is upright."""
    dealt, near = flowered(random, left, 2, 5)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    turn = sign(random) * QUARTER
    lie = Lie(0.02, 0.03, uniform(random, 0.0, 0.15))
    bloom = row(random, [block_of(dealt.bonus)], lie=lie, turns=[turn] * len(dealt.bonus))
    return bloom_at(random, bloom, near, out, "behind", "front", "left", "right")


_ZIGZAGS = {14: (5, 4, 5), 13: (5, 3, 5), 11: (4, 3, 4), 10: (4, 2, 4)}
"""By the number of tiles held: how many lie in the far line, between, and in the near line."""


@unusual
def hand_as_a_letter_z(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a Z: two lines, and between them a slanting stroke."""
    dealt = any_hand(random, left, 0, 1)
    codes = codes_of(random, dealt)
    far, between, near = _ZIGZAGS[len(codes)]
    wide, tall = uniform(random, 1.01, 1.05), HIGH * uniform(random, 1.01, 1.06)
    places = [(wide * k, tall * (between + 1)) for k in range(far)]
    for k in range(between):
        places.append((wide * (far - 1) * (1 - (k + 1) / (between + 1)), tall * (between - k)))
    places += [(wide * k, 0.0) for k in range(near)]
    letter = at_places(random, block_of(codes), places, 0.02)
    return beside(random, dealt, letter, "right", "left", "behind", "front", low=0.9, high=1.6)


@unusual
def hand_as_an_arrow(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as an arrow: a row, and at its end two barbs slanting back."""
    sizes = {count: (count - 6, 3, 3) for count in (10, 11, 13, 14)}
    dealt, (shaft, one, two) = in_parts(random, left, sizes, 1)
    near, slant = row(random, [block_of(shaft)]), uniform(random, 0.5, 0.8)
    end = edges(near)[1]
    for codes, way in ((one, 1), (two, -1)):
        barb = moved(row(random, [block_of(codes)]), 0, 0, -way * slant)
        barb = moved(barb, end - edges(barb)[1] + 1.2, 0)
        near = [*near, *put(random, barb, near, "behind" if way > 0 else "front", 0.02, 0.06)]
    near = level_at(centred(near), 0.0)
    return beside(random, dealt, near, "left", "behind", "front", low=0.9, high=1.6)


@unusual
def discards_in_a_ring(random: Random, left: Counter[str]) -> Laid:
    """Beyond the hand the discards lie face up as a ring or two about the middle of the table."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "hands_at_the_sides_still_stand": 0.7, "wall_swung_out_aslant": 0.7, "discards_in_a_ring": 0.7,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""

SLANTS = {"hands_at_the_sides_still_stand": ((34.0, 62.0), (34.0, 62.0))}
"""From where the camera looks, and looks again, where a habit is seen its own way."""

ALONE = ("last_set_still_up_the_table", "won_on_the_tile_after_a_flower")
"""Habits with such gaps that other tiles must keep farther off."""


def _standing_at_the_sides(random: Random, box: Box) -> list[Spot]:
    """Rows of standing backs at the right and the left, each along its owner's edge."""
    low, high, front, back = box
    spots: list[Spot] = []
    for side in (1, -1):
        there = moved(backs(random, int(random.choice([7, 10, 13, 13]))), 0, 0, -side * QUARTER)
        x = (high if side > 0 else -low) + uniform(random, 3.0, 5.5)
        y = (front + back) / 2 + uniform(random, 2.0, 6.0)
        spots += spots_in(moved(there, side * x, y))
    for spot in spots:
        spot.standing = True
    return spots


def _ring(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """One ring of tiles face up, or two, one inside the other."""
    outer, rings = uniform(random, 4.0, 5.5), int(random.integers(1, 3))
    x, y = (box[0] + box[1]) / 2 + uniform(random, -2, 2), box[3] + outer + uniform(random, 2.8, 4)
    spots: list[Spot] = []
    for k in range(rings):
        radius, start = outer - k * (HIGH + 0.25), uniform(random, -np.pi, np.pi)
        inner = radius - HIGH / 2
        room = int(2 * np.pi * inner / uniform(random, 1.05, 1.25))
        for m, code in enumerate(taken(random, left, room)):
            at = start + 2 * np.pi * m / room
            far, turn = radius + normal(random, 0.05), at - QUARTER
            where = x + far * float(np.cos(at)), y + far * float(np.sin(at))
            spots.append(Spot(code, code, *where, turn + normal(random, 0.06)))
    return spots


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    low, high, _, back = box
    if habit == "hands_at_the_sides_still_stand":
        placed = on_table(_standing_at_the_sides(random, box))
        placed += now_and_then_thrown(random, left, 0.6, back + 6.5)
        return placed, 1.7
    if habit == "wall_swung_out_aslant":
        wall = raised(backs(random, int(random.integers(10, 18))), DEEP)
        wall = moved(wall, 0, 0, sign(random) * uniform(random, 0.15, 0.45))
        x = (low + high) / 2 + uniform(random, -3, 3)
        wall = put(random, wall, [(block_of(()), list(own))], "behind", 0.8, 1.6, x=x)
        placed = on_table(spots_in(wall))
        placed += now_and_then_thrown(random, left, 0.6, back + 9.0)
        return placed, 0.7
    if habit == "discards_in_a_ring":
        return on_table(_ring(random, left, box)), 1.9
    return None


scene = Scenes(
    HABITS, key=104395301, around=_around, alone=ALONE, framed=FRAMED, slants=SLANTS
).scene
