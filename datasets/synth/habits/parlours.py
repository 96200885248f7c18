"""Forty more habits of laying a hand out, by somebody who had not seen how they are read.

They were written to judge the layout by; then it was made better with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.synth.habits.around import backs, now_and_then_thrown, other_hand, other_sets, thrown
from datasets.synth.habits.chances import normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import codes_of, sorted_codes
from datasets.synth.habits.dealt import each_set, held_row, out_row, sets_out, won_apart
from datasets.synth.habits.flowers import done, flowered, flowers_by
from datasets.synth.habits.hands import any_hand, hand, open_hand, winner
from datasets.synth.habits.parts import Parts, cut_up, in_parts, parted, parted_where_won, redealt
from datasets.synth.habits.pieces import (
    QUARTER,
    Box,
    Piece,
    box_of,
    centred,
    clash,
    edges,
    moved,
    spots_in,
)
from datasets.synth.habits.places import level_at, levelled, one_by_one, put, raised, slid, stood_up
from datasets.synth.habits.rows import Lie, block_of, chain, fan, row
from datasets.synth.habits.scenes import Habits, Others, Scenes, habit_of, on_table, turned
from datasets.synth.habits.sides import beside, finish, set_down, with_kong
from datasets.synth.tables import (
    BACK,
    DEEP,
    HIGH,
    KINDS,
    Block,
    Dealt,
    Laid,
    Placed,
    Random,
    Spot,
    bonus_tiles,
)

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def winning_tile_free_in_its_place(random: Random, left: Counter[str]) -> Laid:
    """The tile that won stands in the row where it belongs, with a gap on each side of it."""
    dealt, parts = parted_where_won(random, left, 1)
    near = row(random, [block_of(part) for part in parts], gap=uniform(random, 0.3, 0.6))
    return beside(random, dealt, near, "right", "right", "left", "behind", low=1.2, high=2.0)


@usual
def winning_tile_across_in_its_place(random: Random, left: Counter[str]) -> Laid:
    """The tile that won stands in the row where it belongs, but lies across."""
    dealt = winner(random, left, 0, 3)
    codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
    won = int(random.integers(1, len(codes) - 1))
    down = (HIGH - 1) / 2 * int(random.integers(-1, 2))
    turn = sign(random) * QUARTER
    near = row(
        random,
        [block_of(codes)],
        turns=[turn * (k == won) for k in range(len(codes))],
        ys=[down * (k == won) for k in range(len(codes))],
    )
    return beside(random, dealt, near, "right", "right", "left", "behind")


@usual
def winning_tile_beyond_the_sets(random: Random, left: Counter[str]) -> Laid:
    """The tile that won was put down where there was room: beyond the outer end of the sets."""
    dealt = winner(random, left, 1, 3)
    near, won = won_apart(random, dealt)
    out = out_row(random, dealt, 0.25, 0.45)
    where = one_of(random, "right", "right", "left", "behind")
    out = put(
        random, out, near, where, 0.7, 1.4, x=uniform(random, -1.5, 1.5) * (where == "behind")
    )
    side = one_of(random, "left", "right") if where == "behind" else where
    low, high = edges(out)[2:]
    won = moved(won, 0, 0, normal(random, 0.12))
    y = (low + high) / 2 + uniform(random, -0.2, 0.2)
    won = put(random, won, out, side, 0.6, 1.1, y=y)
    return finish(random, dealt, near, out, won, ways=("front",))


@usual
def row_in_two_slants(random: Random, left: Counter[str]) -> Laid:
    """Laid down in two handfuls that meet in the middle at an angle, like a wide V."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    slant, cut = (
        sign(random) * uniform(random, 0.1, 0.28),
        len(codes) // 2 + int(random.integers(-1, 2)),
    )
    other = slant * uniform(random, 0.5, 1.0)
    near = chain(random, codes, [slant if k < cut else -other for k in range(len(codes))])
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@usual
def row_climbing_tile_by_tile(random: Random, left: Counter[str]) -> Laid:
    """The row drifts off: every tile is upright, but lies a little farther than the one before."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    rise = sign(random) * uniform(random, 0.06, 0.18)
    near = row(random, [block_of(codes)], ys=[rise * k for k in range(len(codes))])
    near = level_at(near, 0.0)
    return beside(random, dealt, near, "right", "left", "behind", low=0.8, high=1.5)


@usual
def wavy_row(random: Random, left: Counter[str]) -> Laid:
    """Nobody squared the row up: it winds to and fro like a snake."""
    dealt = any_hand(random, left, 0, 2)
    codes = codes_of(random, dealt)
    much, start = uniform(random, 0.15, 0.33), uniform(random, 0, 2 * np.pi)
    waves = uniform(random, 1.0, 1.7) * len(codes) / 14
    turn = [start + 2 * np.pi * waves * k / len(codes) for k in range(len(codes))]
    near = chain(random, codes, [much * float(np.sin(each)) for each in turn])
    return beside(random, dealt, near, "right", "left", "behind", low=0.8, high=1.5)


@usual
def row_thinning_out(random: Random, left: Counter[str]) -> Laid:
    """Drawn out by one hand: at one end the tiles touch, towards the other they lie wider apart."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    wide, bend = uniform(random, 0.3, 0.55), uniform(random, 1.0, 2.0)
    gaps = [wide * float((k / (len(codes) - 1)) ** bend) for k in range(len(codes))]
    if random.random() < 0.5:
        gaps = [0.0, *gaps[:0:-1]]
    near = row(random, [block_of(codes)], gaps=gaps, lie=Lie(0.02, 0.03))
    return beside(random, dealt, near, "right", "left", "behind", low=1.4, high=2.1)


@usual
def row_with_a_drooping_end(random: Random, left: Counter[str]) -> Laid:
    """The row is straight, but its last three to five tiles bend away, one more than the other."""
    dealt = any_hand(random, left, 0, 2)
    codes = codes_of(random, dealt)
    count, step = int(random.integers(3, 6)), sign(random) * uniform(random, 0.12, 0.26)
    ways = [step * max(0, k - (len(codes) - count) + 1) for k in range(len(codes))]
    side = "right"
    if random.random() < 0.5:
        ways, side = [-way for way in ways[::-1]], "left"
    near = chain(random, codes, ways)
    other = "left" if side == "right" else "right"
    return beside(random, dealt, near, other, other, "behind", side, low=0.9, high=1.6)


@usual
def last_tiles_on_a_short_line(random: Random, left: Counter[str]) -> Laid:
    """There was no room for the whole row: its last two to four tiles lie on a line before it."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt)
        count = int(random.integers(2, min(4, len(codes) - 4) + 1))
        return [codes[:-count], codes[-count:]]

    dealt, parts = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    first, last = (row(random, [block_of(part)]) for part in parts)
    where = int(random.integers(3))
    x = normal(random, 0.1)
    if where < 2:
        x += edges(first)[where] - edges(last)[where]
    last = put(random, last, first, "front", 0.02, 0.25, x=x)
    near = [*first, *last]
    return beside(
        random,
        dealt,
        near,
        "behind",
        "behind",
        "right",
        "left",
        around_it=("left", "right", "behind"),
    )


@usual
def two_rows_and_sets_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The hand lies in two rows that touch; the exposed sets go on from one of them, or between."""
    dealt, parts = redealt(
        random,
        left,
        lambda: any_hand(random, left, 1, 2),
        lambda dealt: cut_up(random, codes_of(random, dealt), 2, 3),
    )
    near = row(random, [block_of(parts[1])])
    far = row(random, [block_of(parts[0])])
    edge = int(random.integers(2))
    x = edges(near)[edge] - edges(far)[edge] + normal(random, 0.2)
    both = [*put(random, far, near, "behind", 0.0, 0.2, x=x), *near]
    y = uniform(random, -0.1, 0.1) + HIGH * float(random.choice([0, 0.5, 1]))
    out = moved(out_row(random, dealt, 0.25, 0.5), 0, 0, normal(random, 0.03))
    out = put(random, out, both, one_of(random, "right", "right", "left"), 0.8, 1.5, y=y)
    return finish(random, dealt, both, out, ways=("front", "behind"))


@usual
def alternate_sets_raised(random: Random, left: Counter[str]) -> Laid:
    """To show how the hand is made up, every other of its sets is pushed up a little; all touch."""
    dealt = winner(random, left, 0, 2)
    up, odd = HIGH * uniform(random, 0.22, 0.5), int(random.integers(2))
    ys = [up * (k % 2 == odd) for k, codes in enumerate(dealt.held) for _ in codes]
    near = row(random, [block_of(codes_of(random, dealt, "sets"))], ys=ys)
    return beside(random, dealt, near, "right", "right", "left", "behind", low=0.9, high=1.6)


@usual
def called_tile_pushed_half_out(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set the tile that was called juts out by a third or a half of its height."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    alike, up = random.random() < 0.7, sign(random)

    def lay(block: Block) -> Piece:
        count = len(block.values)
        called = int(random.integers(count))
        by = (up if alike else sign(random)) * HIGH * uniform(random, 0.28, 0.52)
        return row(random, [block], ys=[by * (k == called) for k in range(count)])

    out = each_set(random, dealt, lay, 0.5, 0.9)
    return set_down(random, dealt, near, out, "right", "right", "behind", "left", low=0.9, high=1.6)


@usual
def sets_loose_and_the_row_tight(random: Random, left: Counter[str]) -> Laid:
    """The row was squared up; the tiles of each exposed set lie a little apart from each other."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    spread = uniform(random, 0.1, 0.26)

    def lay(block: Block) -> Piece:
        return row(random, [block], lie=Lie(0.03, 0.04, spread))

    out = each_set(random, dealt, lay, spread + 0.5, spread + 0.9)
    return set_down(
        random, dealt, near, out, "right", "behind", "behind", "left", low=1.0, high=1.7
    )


@usual
def flowers_at_both_ends(random: Random, left: Counter[str]) -> Laid:
    """Some flowers lie at the left end of the row, the others at its right end."""
    dealt, near = flowered(random, left, 2, 4)
    pieces = [near]
    if sets_out(random, dealt):
        where, x = one_of(random, "behind", "behind", "front"), uniform(random, -1, 1)
        pieces.append(put(random, out_row(random, dealt, 0.3, 0.6), near, where, 0.4, 1.1, x=x))
    cut = int(random.integers(1, len(dealt.bonus)))
    lie = Lie(0.03, 0.03, uniform(random, 0.0, 0.1))
    both: Piece = []
    for side, codes in (("left", dealt.bonus[:cut]), ("right", dealt.bonus[cut:])):
        bloom = row(random, [block_of(codes)], lie=lie)
        both = [*both, *put(random, bloom, near, side, 0.4, 1.0, y=uniform(random, -0.2, 0.2))]
    bonus, at = flowers_by(both)
    return done(*pieces, bonus=bonus, at=at)


@usual
def flowers_strewn_about(random: Random, left: Counter[str]) -> Laid:
    """Each flower was dropped by itself somewhere close about the hand, turned as it fell."""
    dealt, near = flowered(random, left, 2, 5)
    pieces = [near]
    if sets_out(random, dealt):
        where = one_of(random, "right", "left", "behind", "front")
        pieces.append(put(random, out_row(random, dealt), near, where, 0.6, 1.3))
    lain = spots_in(*pieces)
    x0, x1, y0, y1 = edges(*pieces)
    much = 0.5 if random.random() < 0.7 else np.pi
    at: list[Spot] = []
    while len(at) < len(dealt.bonus):
        code = dealt.bonus[len(at)]
        x, y = uniform(random, x0 - 1.6, x1 + 1.6), uniform(random, y0 - 1.7, y1 + 1.7)
        spot = Spot(code, code, x, y, uniform(random, -much, much))
        if not any(clash(spot, each, 0.35) for each in [*lain, *at]):
            at.append(spot)
    return done(*pieces, bonus=dealt.bonus, at=at)


@usual
def flowers_at_the_end_of_the_sets(random: Random, left: Counter[str]) -> Laid:
    """The flowers go on from the outer end of the exposed sets, in the same line."""
    dealt, near = flowered(random, left, 1, 4, out=1)
    out = out_row(random, dealt, 0.25, 0.5)
    where = one_of(random, "right", "left", "behind", "front")
    out = put(
        random,
        out,
        near,
        where,
        0.6,
        1.2,
        x=uniform(random, -2, 2) * (where in ("behind", "front")),
    )
    side = where if where in ("right", "left") else one_of(random, "right", "left")
    low, high = edges(out)[2:]
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.02, 0.02, uniform(random, 0.0, 0.1)))
    bloom = put(random, bloom, out, side, 0.35, 0.7, y=(low + high) / 2)
    bonus, at = flowers_by(bloom)
    return done(near, out, bonus=bonus, at=at)


@usual
def four_ponds_of_six(random: Random, left: Counter[str]) -> Laid:
    """A modern club: behind the row lie everybody's discards, in lines of six towards each player,
    with a tile across here and there; the called sets at the right."""
    dealt = hand(random, left, 0, 3)
    near = held_row(random, dealt)
    if not sets_out(random, dealt):
        return done(near)
    for_all = out_row(random, dealt, 0.2, 0.4)
    return done(
        near, put(random, for_all, near, one_of(random, "right", "right", "left"), 0.8, 1.8)
    )


@usual
def opposite_hand_still_stands(random: Random, left: Counter[str]) -> Laid:
    """The player opposite has not laid down: across the table the backs of their tiles stand."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt, lie=Lie(0.02, 0.03))
    return beside(random, dealt, near, "right", "right", "left", "behind", "front")


@usual
def in_a_corner_of_walls(random: Random, left: Counter[str]) -> Laid:
    """What is left of two walls makes a corner about the hand: one behind it, one at its side."""
    dealt = hand(random, left, 0, 2, held_kongs=0, bonus=some(random, 0.2))
    near = held_row(random, dealt)
    return beside(
        random, dealt, near, "right", "left", "front", around_it=("front", "left", "right")
    )


@usual
def whole_table_in_the_picture(random: Random, left: Counter[str]) -> Laid:
    """Taken from well back: the open hand lies nearest; the others' rows lie face down at their
    sides, their called sets before them, the discards in the middle."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt, lie=Lie(0.02, 0.02))
    return beside(random, dealt, near, "right", "left", "behind", "behind", low=0.7, high=1.3)


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def held_kong_with_only_one_face(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called three tiles lie face down and one, mostly an end one, face up, all in
    one line."""

    def lay(block: Block) -> Piece:
        up = int(random.choice([0, 3, 3, 1, 2]))
        block.shown = tuple(code if k == up else BACK for k, code in enumerate(block.values))
        return row(random, [block])

    return with_kong(random, left, True, lay, "right", "left", "behind", "front", gaps=(0.4, 0.8))


@unusual
def held_kong_with_one_end_down(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called the tile at one end lies face down, the other three face up."""

    def lay(block: Block) -> Piece:
        down = int(random.choice([0, 3, 3]))
        block.shown = tuple(BACK if k == down else code for k, code in enumerate(block.values))
        return row(random, [block])

    return with_kong(random, left, True, lay, "right", "left", "behind", "front", gaps=(0.4, 0.8))


@unusual
def fourth_standing_by_its_pung(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of an exposed kong stands on edge: at an end of the three, or behind them."""
    behind = random.random() < 0.4

    def lay(block: Block) -> Piece:
        piece = row(random, [block])
        spots = piece[0][1]
        if behind:
            on = spots[int(random.integers(3))]
            spots[3].x = on.x + normal(random, 0.1)
            spots[3].y = on.y + HIGH / 2 + uniform(random, 0.5, 0.75)
            spots[3].lifted = DEEP
        else:
            spots[3].x += uniform(random, 0.02, 0.1)
            spots[3].y = uniform(random, -0.6, 0.1)
        spots[3].standing = True
        spots[3].turn = normal(random, 0.06)
        return centred(piece)

    return with_kong(random, left, False, lay, "right", "left", "behind", gaps=(0.4, 0.8))


@unusual
def winning_tile_resting_on_the_row(random: Random, left: Counter[str]) -> Laid:
    """The tile that won lies on top of the row, on the far halves of two neighbours."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    spots, top = spots_in(near), spots_in(won)[0]
    k = int(random.integers(len(spots) - 1))
    top.x = spots[k].x + uniform(random, 0.3, 0.7)
    across = random.random() < 0.4
    top.y = HIGH * (uniform(random, 0.34, 0.5) if across else uniform(random, 0.46, 0.64))
    top.turn = normal(random, 0.08) + sign(random) * QUARTER * across
    top.lifted = DEEP
    return beside(random, dealt, [*near, *won], "right", "left", "front", low=0.8, high=1.5)


@unusual
def sets_as_little_fans(random: Random, left: Counter[str]) -> Laid:
    """Each exposed set is spread in a small fan, like cards held up."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    radius, away = uniform(random, 2.0, 3.6), 1 if random.random() < 0.75 else -1

    def lay(block: Block) -> Piece:
        return level_at(fan(random, [block], radius, away), 0.0)

    out = each_set(random, dealt, lay, 0.35, 0.7)
    return set_down(random, dealt, near, out, "right", "left", "behind", "front")


@unusual
def sets_as_little_stairs(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set every tile lies a step farther than the one before it."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    step = sign(random) * HIGH * uniform(random, 0.18, 0.4)

    def lay(block: Block) -> Piece:
        ys = [step * k for k in range(len(block.values))]
        return level_at(row(random, [block], ys=ys), 0.0)

    out = each_set(random, dealt, lay, 0.45, 0.8)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.9, high=1.6)


@unusual
def sets_with_a_roof(random: Random, left: Counter[str]) -> Laid:
    """An exposed set is two upright tiles and the third across beyond them, as a roof; of a kong
    the fourth lies across on their near side."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)

    def lay(block: Block) -> Piece:
        piece = row(random, [block])
        one, two, *across = piece[0][1]
        for k, spot in enumerate(across):
            spot.x = (one.x + two.x) / 2 + normal(random, 0.06)
            spot.y = (1 - 2 * k) * (HIGH / 2 + 0.5 + uniform(random, 0.05, 0.12))
            spot.turn = sign(random) * QUARTER + normal(random, 0.03)
        return centred(piece)

    out = each_set(random, dealt, lay, 0.5, 0.9)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def sets_as_corners(random: Random, left: Counter[str]) -> Laid:
    """An exposed set makes a corner: two tiles beside each other, the third before or behind one of
    them; a kong makes a square."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    corner, side = int(random.integers(2)), sign(random)

    def lay(block: Block) -> Piece:
        at = [(0, 0), (1, 0), (corner, side), (1 - corner, side)]
        wide, tall = uniform(random, 1.02, 1.07), uniform(random, 1.02, 1.07) * HIGH
        spots = [
            Spot(shown, value, wide * x, tall * y, normal(random, 0.015))
            for shown, value, (x, y) in zip(block.shown, block.values, at, strict=False)
        ]
        return level_at(centred([(block, spots)]), 0.0)

    out = each_set(random, dealt, lay, 0.5, 0.9)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def sets_heaped_like_roof_tiles(random: Random, left: Counter[str]) -> Laid:
    """A small table: each further exposed set lies on the far half of the one before it."""
    dealt = open_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    up = HIGH * uniform(random, 0.6, 0.72)
    out: Piece = []
    for k, block in enumerate(sets_out(random, dealt)):
        line = row(random, [block])
        turn = normal(random, 0.03)
        line = moved(line, uniform(random, -0.25, 0.25), k * up, turn)
        out = [*out, *raised(line, k * DEEP)]
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def four_sets_framing_the_pair(random: Random, left: Counter[str]) -> Laid:
    """All four sets were called: they lie as a frame, a called tile across in each, the pair
    (or the last tile) in the middle."""
    dealt = hand(random, left, 4, 4, kongs=0.1, held_kongs=0, bonus=some(random))
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    for block in blocks:
        block.sideways = int(random.integers(len(block.values)))
    frame: Piece = near
    gap = uniform(random, 0.55, 0.9)
    sides = (((-1, 0), -QUARTER), ((1, 0), QUARTER), ((0, 1), np.pi), ((0, -1), 0.0))
    outwards = 0.0 if random.random() < 0.6 else np.pi
    for block, (way, turn) in zip(blocks, sides, strict=True):
        line = moved(row(random, [block]), 0, 0, turn + outwards + normal(random, 0.02))
        line = level_at(line, 0.0)
        frame = [*frame, *slid(centred(line), frame, way, gap)]
    return finish(random, dealt, frame[:1], frame[1:])


@unusual
def hand_as_a_ring(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held in a ring, heads all outwards or inwards; the sets beside it."""
    dealt = any_hand(random, left, 0, 2)
    codes = codes_of(random, dealt)
    many = len(codes) + uniform(random, 0.25, 1.2)
    radius = HIGH / 2 + 0.5 / float(np.tan(np.pi / many))
    ring = fan(random, [block_of(codes)], radius, sign(random))
    ring = moved(ring, 0, 0, uniform(random, -np.pi, np.pi))
    near = level_at(centred(ring), 0.0)
    return beside(random, dealt, near, "right", "left", "behind", low=0.8, high=1.5)


_PYRAMIDS = {
    14: (2, 3, 4, 5), 13: (1, 3, 4, 5), 11: (2, 4, 5), 10: (1, 2, 3, 4), 8: (1, 3, 4), 7: (1, 2, 4),
}  # fmt: skip


@unusual
def hand_as_a_pyramid(random: Random, left: Counter[str]) -> Laid:
    """A child piles the tiles held up as a pyramid of lines that touch, its tip far or near."""
    tip_far = random.random() < 0.75
    sizes = {count: each if tip_far else each[::-1] for count, each in _PYRAMIDS.items()}
    dealt, parts = in_parts(random, left, sizes, 2)
    lines = [moved(row(random, [block_of(part)]), normal(random, 0.05), 0) for part in parts]
    near: Piece = []
    for line in lines:
        x = (edges(line)[0] + edges(line)[1]) / 2
        line = slid(line, near, (0, -1), uniform(random, 0.02, 0.1), x=x) if near else line
        near = [*near, *line]
    near = level_at(near, 0.0)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.9, high=1.6)


@unusual
def hand_round_the_table_corner(random: Random, left: Counter[str]) -> Laid:
    """At a corner seat the row turns with the table's edge: its end runs away from the owner."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt)
        cut = int(random.integers(3, len(codes) // 2 + 1))
        return [codes[:cut], codes[cut:]]

    dealt, (post, beam) = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    side = sign(random)
    if side > 0:  # read on round the corner
        post, beam = beam[len(beam) - len(post) :], (*post, *beam[: len(beam) - len(post)])
    near = row(random, [block_of(beam)])
    arm = levelled(moved(row(random, [block_of(post)]), 0, 0, side * QUARTER))
    near = [*near, *slid(arm, near, (side, 0), uniform(random, 0.01, 0.1))]
    free = "left" if side > 0 else "right"
    return beside(
        random, dealt, near, free, free, "front", low=0.8, high=1.5, around_it=(free, "front")
    )


@unusual
def two_rows_head_to_head(random: Random, left: Counter[str]) -> Laid:
    """The hand lies in two rows that touch, the farther one turned round for those opposite."""
    dealt, parts = parted(random, left, 3)
    near = row(random, [block_of(parts[0])])
    far = moved(row(random, [block_of(parts[1])]), 0, 0, np.pi + normal(random, 0.01))
    far = put(random, far, near, "behind", 0.0, 0.12, x=uniform(random, -0.6, 0.6))
    return beside(random, dealt, [*near, *far], "right", "left", "front", low=0.8, high=1.5)


@unusual
def heavenly_twins_two_by_two(random: Random, left: Counter[str]) -> Laid:
    """The limit hand of seven pairs: a row of pairs with gaps, the pairs as posts of two, or in two
    lines."""
    honours = random.random() < 0.3
    suit = one_of(random, "m", "p", "s")
    kinds = [code for code in KINDS if code[1] == ("z" if honours else suit)]
    chosen = sorted_codes([str(code) for code in random.choice(kinds, 7, replace=False)])
    dealt = Dealt(held=[(code, code) for code in chosen])
    for codes in dealt.held:
        left.subtract(codes)
    dealt.bonus = bonus_tiles(random, left, some(random))
    gap, way = uniform(random, 0.2, 0.55), int(random.integers(3))
    blocks = [block_of(pair) for pair in dealt.held]
    if way == 0:
        return finish(random, dealt, row(random, blocks, gap=gap))
    if way == 1:
        posts = []
        for block in blocks:
            lower, upper = (row(random, [block_of(block.values[:1])]) for _ in range(2))
            upper = put(random, upper, lower, "behind", 0.01, 0.1, x=normal(random, 0.03))
            posts.append([(block, spots_in(upper, lower))])
        near = one_by_one(random, posts, gap - 0.1, gap)
        return finish(random, dealt, level_at(near, 0.0))
    far, near = row(random, blocks[:4], gap=gap), row(random, blocks[4:], gap=gap)
    near = put(random, near, far, "front", 0.15, 0.5, x=uniform(random, -1.2, 1.2))
    return finish(random, dealt, far, near)


@unusual
def standing_row_in_an_arc(random: Random, left: Counter[str]) -> Laid:
    """There is no rack: the tiles held stand on the table in an arc; the sets lie flat."""
    dealt = any_hand(random, left, 0, 3)
    near = fan(random, [block_of(codes_of(random, dealt))], uniform(random, 8, 15), sign(random))
    near = level_at(near, 0.0)
    near = stood_up(near)
    return beside(
        random, dealt, near, "right", "left", "front", low=0.8, high=1.5,
        around_it=("front", "left", "right"),
    )  # fmt: skip


@unusual
def wide_row_and_tight_sets(random: Random, left: Counter[str]) -> Laid:
    """Every tile held lies by itself, well apart from the next; those of an exposed set touch."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt, lie=Lie(0.03, 0.04, uniform(random, 0.3, 0.6)))
    out = out_row(random, dealt, 0.5, 0.8)
    return set_down(
        random, dealt, near, out, "right", "behind", "behind", "left", low=1.3, high=2.0
    )


@unusual
def sets_beyond_the_wall(random: Random, left: Counter[str]) -> Laid:
    """What is left of the owner's wall lies between the row and the exposed sets."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    out = out_row(random, dealt, 0.3, 0.6)
    out = put(random, out, near, "behind", HIGH + 1.3, HIGH + 1.9, x=uniform(random, -1.5, 1.5))
    return finish(random, dealt, near, out, ways=("front",))


@unusual
def photographed_from_across(random: Random, left: Counter[str]) -> Laid:
    """The player opposite took the picture: the hand is upside down, and its far side nearest."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt)
    return beside(random, dealt, near, "right", "right", "left", "behind", "front")


@unusual
def next_players_hand_shown_too(random: Random, left: Counter[str]) -> Laid:
    """The player at the right or left has laid an open hand down as well, along their own edge."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.6, high=1.2)


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "four_ponds_of_six": 0.6, "opposite_hand_still_stands": 0.9, "in_a_corner_of_walls": 0.5,
    "whole_table_in_the_picture": 1.0, "next_players_hand_shown_too": 0.75,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""


def pond(random: Random, codes: Sequence[str], across: int, inner: float) -> list[Spot]:
    """Discards of the near player in lines of six, the first line next to the table's middle."""
    spots, x = [], 0.0
    for k, code in enumerate(codes):
        x = 0.0 if k % 6 == 0 else x
        wide = HIGH if k == across else 1.0
        turn = QUARTER * (k == across) + normal(random, 0.02)
        y = -inner - (k // 6 + 0.5) * (HIGH + 0.04) + normal(random, 0.02)
        spots.append(Spot(code, code, x + wide / 2 - 3.0, y, turn))
        x += wide + 0.02
    return spots


def _ponds(random: Random, left: Counter[str], back: float) -> list[Placed]:
    inner, lines = 3.4, int(random.integers(2, 4))
    x, y = uniform(random, -2, 2), back + uniform(random, 2.0, 2.9) + inner + lines * (HIGH + 0.04)
    placed = []
    most = 6 * lines - int(random.integers(0, 5))
    pool = [code for code, count in left.items() if code in KINDS for _ in range(count)]
    codes = [str(code) for code in random.permutation(pool)]
    left.subtract(codes[: 4 * most])
    for k in range(4):
        count = most - int(random.integers(2))
        across = int(random.integers(count)) if random.random() < 0.5 else -1
        own, codes = codes[:count], codes[count:]
        for tile in on_table(pond(random, own, across, inner)):
            tile = turned(tile, k * QUARTER)
            middle = tile.middle[0] + x, tile.middle[1] + y, tile.middle[2]
            placed.append(replace(tile, middle=middle))
    return placed


def _standing_opposite(random: Random, left: Counter[str], back: float) -> list[Placed]:
    y, x = back + uniform(random, 7.0, 9.5), uniform(random, -3, 3)
    far = moved(backs(random, int(random.choice([7, 10, 13, 13]))), x, y)
    far = stood_up(far)
    placed = on_table(spots_in(far))
    if random.random() < 0.5:
        placed += other_sets(random, left, x, y - 2.2, np.pi)
    if random.random() < 0.7:
        placed += thrown(random, left, uniform(random, -1, 1), back + 5.0)
    return placed


def _wall_corner(random: Random, left: Counter[str], box: Box) -> list[Placed]:
    """A wall behind and one at a side; the last few tiles at an open end lie one high."""
    low, high, front, back = box
    side = sign(random)
    y = back + HIGH / 2 + uniform(random, 1.2, 2.2)
    edge = (high if side > 0 else low) + side * (HIGH / 2 + uniform(random, 1.3, 2.3))
    count = int(random.integers(8, 17))
    one_high = int(random.integers(0, 4))
    spots = []
    for k in range(count):
        lifted = DEEP * (k < count - one_high)
        turn = normal(random, 0.012)
        spots.append(Spot(BACK, BACK, edge - side * (k + 1.3) * 1.006, y, turn, lifted=lifted))
    for k in range(int(random.integers(3, 6 + int(back - front)))):
        turn = QUARTER + normal(random, 0.012)
        spots.append(Spot(BACK, BACK, edge, y + 0.1 - k * 1.006, turn, lifted=DEEP))
    placed = on_table(spots)
    return placed + now_and_then_thrown(random, left, 0.6, y + 5.5)


def _whole(random: Random, left: Counter[str], box: Box) -> list[Placed]:
    low, high, _, back = box
    x, y = (low + high) / 2, back + uniform(random, 7.5, 9.0)
    wide = max(12.0, (high - low) / 2 + 3.6)
    placed: list[Placed] = []
    for turn, away in ((QUARTER, wide), (np.pi, 11.0), (-QUARTER, wide)):
        askew = turn + normal(random, 0.04)
        right, up = (float(np.sin(turn)) * away, -float(np.cos(turn)) * away)
        lain = moved(backs(random, int(random.choice([7, 10, 13]))), x + right, y + up, askew)
        placed += on_table(spots_in(lain))
        if random.random() < 0.7:
            part = (away - 2.1) / away
            placed += other_sets(random, left, x + right * part, y + up * part, askew)
    if random.random() < 0.6:
        slope = raised(backs(random, int(random.integers(5, 13))), DEEP)
        placed += on_table(spots_in(moved(slope, x, y + 6.2, normal(random, 0.05))))
    return placed + thrown(random, left, x, y - 0.5)


def _next_hand(random: Random, left: Counter[str], box: Box) -> list[Placed]:
    low, high, front, back = box
    side = sign(random)
    dealt = other_hand(random, left)
    near = held_row(random, dealt, "sorted")
    if sets_out(random, dealt):
        near = [
            *near,
            *put(random, out_row(random, dealt), near, one_of(random, "right", "left"), 0.7, 1.3),
        ]
    near = centred(near)
    half = edges(near)[1]
    edge = (high if side > 0 else low) + side * (HIGH / 2 + uniform(random, 2.3, 3.4))
    y = front + half + uniform(random, 0.5, 3.5)
    placed = on_table(spots_in(moved(near, edge, y, side * QUARTER + normal(random, 0.04))))
    return placed + now_and_then_thrown(random, left, 0.6, back + 6.5, x=(low + high) / 2)


def _between(random: Random, left: Counter[str], own: Sequence[Spot]) -> list[Placed]:
    """The wall between the row and the sets beyond it, and discards still farther off."""
    out = [spot for spot in own if spot.y > 2.2]
    rest = [spot for spot in own if spot.y <= 2.2]
    near, far = box_of(rest)[3], box_of(out)[2]
    y = near + 0.45 + HIGH / 2 + uniform(random, 0, max(0.0, far - near - HIGH - 1.3))
    lain = moved(backs(random, int(random.integers(5, 13))), uniform(random, -3, 3), y)
    for spot in spots_in(lain):
        spot.lifted, spot.turn, spot.y = DEEP, spot.turn * 0.5, y + (spot.y - y) * 0.5
    placed = on_table(spots_in(lain))
    return placed + now_and_then_thrown(random, left, 0.5, box_of(out)[3] + 6.5)


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    back = box[3]
    if habit == "four_ponds_of_six":
        return _ponds(random, left, back), 1.4
    if habit == "opposite_hand_still_stands":
        return _standing_opposite(random, left, back), 1.6
    if habit == "in_a_corner_of_walls":
        return _wall_corner(random, left, box), 1.0
    if habit == "whole_table_in_the_picture":
        return _whole(random, left, box), 2.0
    if habit == "next_players_hand_shown_too":
        return _next_hand(random, left, box), 1.9
    if habit == "sets_beyond_the_wall":
        return _between(random, left, own), 0.3
    return None


scene = Scenes(
    HABITS,
    key=32452843,
    around=_around,
    alone=("winning_tile_beyond_the_sets", "flowers_strewn_about", "row_thinning_out"),
    clear=(1.7, 2.2),
    framed=FRAMED,
    facing={"photographed_from_across": np.pi},
    slants={"sets_beyond_the_wall": ((52, 80), (76, 89.5))},
).scene
