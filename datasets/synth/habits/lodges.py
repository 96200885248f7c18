"""Forty more habits of laying a hand out, by somebody who had not seen how they are read.

They were written to judge the layout by; then some were looked at, and how surely hands in them
are misread was fitted (decision 16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from datasets.synth.habits.around import face_down, heap, now_and_then_thrown, stacks, taken
from datasets.synth.habits.chances import an_end, normal, one_of, sign, uniform
from datasets.synth.habits.codes import codes_of, flat_codes, sorted_codes
from datasets.synth.habits.dealt import held_row, out_row, sets_out
from datasets.synth.habits.flowers import flowered, with_bloom
from datasets.synth.habits.hands import any_hand, hand, open_hand, wait_in, winner
from datasets.synth.habits.parts import Parts, cut_up, in_parts, parted, redealt
from datasets.synth.habits.pieces import (
    QUARTER,
    Box,
    Piece,
    box_of,
    centred,
    clash,
    edges,
    moved,
    rect,
    spots_in,
)
from datasets.synth.habits.places import (
    level_at,
    levelled,
    on_top,
    one_by_one,
    put,
    raised,
    stood_up,
)
from datasets.synth.habits.rows import Lie, at_places, block_of, fan, row, tile
from datasets.synth.habits.scenes import (
    Habits,
    as_spot,
    covered,
    drawn_until_seen,
    habit_of,
    laid_by,
    not_too_near,
    on_table,
    stood,
    turned,
)
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, set_down, sets_at, with_kong
from datasets.synth.tables import (
    BACK,
    DEEP,
    HIGH,
    VIEWS,
    Block,
    Camera,
    Dealt,
    FloatArray,
    Laid,
    LayoutScene,
    Placed,
    Random,
    Spot,
    camera_on,
    seen_by,
    surroundings,
)

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Parts


def with_flowers(random: Random, left: Counter[str], fewest: int, most: int) -> Dealt:
    """A hand with so many flowers, in their order."""
    dealt = hand(random, left, 0, 3, bonus=int(random.integers(fewest, most + 1)))
    dealt.bonus.sort()
    return dealt


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def flowers_in_a_little_fan(random: Random, left: Counter[str]) -> Laid:
    """Three to five flowers are spread in a small fan at an end of the hand or behind it."""
    dealt = with_flowers(random, left, 3, 5)
    near = held_row(random, dealt)
    out = sets_at(random, dealt, near, *NOT_BEHIND)
    bloom = fan(random, [block_of(dealt.bonus)], uniform(random, 1.9, 3.6), 1)
    bloom = moved(level_at(bloom, 0.0), 0, 0.2, normal(random, 0.2))
    where, x = one_of(random, "left", "right", "behind"), uniform(random, -4, 4)
    bloom = put(random, bloom, [*near, *out], where, 0.6, 1.2, x=x * (where == "behind"))
    return with_bloom(bloom, near, out)


@usual
def flowers_in_their_numbered_places(random: Random, left: Counter[str]) -> Laid:
    """Each flower lies where its number belongs, with room left for those that never came."""
    dealt = with_flowers(random, left, 2, 5)
    near = held_row(random, dealt)
    out = sets_at(random, dealt, near, "right", "right", "left", "front")
    wide, lines = uniform(random, 1.08, 1.25), random.random() < 0.4
    places = []
    for code in dealt.bonus:
        over, number = divmod(int(code[0]) - 1, 4)
        x = wide * (number + (0 if lines else 4.4 * over))
        places.append((x, -over * lines * (HIGH + 0.1)))
    bloom = at_places(random, block_of(dealt.bonus), places, 0.03)
    bloom = put(random, bloom, [*near, *out], "behind", 0.4, 1.0, x=uniform(random, -3, 3))
    return with_bloom(bloom, near, out)


@usual
def flowers_over_seasons(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie in one line, the seasons in another just before it, both from one edge."""

    def parts_of(dealt: Dealt) -> Parts:
        both = {code > "5" for code in dealt.bonus}
        return [codes_of(random, dealt)] if len(both) == 2 else []

    dealt, (codes,) = redealt(random, left, lambda: with_flowers(random, left, 3, 6), parts_of)
    near = row(random, [block_of(codes)])
    out = sets_at(random, dealt, near, *NOT_BEHIND)
    far, low = (
        row(random, [block_of([code for code in dealt.bonus if (code > "5") == season])])
        for season in (False, True)
    )
    edge = int(random.integers(2))
    x = edges(far)[edge] - edges(low)[edge] + normal(random, 0.04)
    bloom = level_at([*far, *put(random, low, far, "front", 0.0, 0.12, x=x)], HIGH / 2)
    where, x = one_of(random, "left", "right", "behind"), uniform(random, -4, 4)
    bloom = put(random, bloom, [*near, *out], where, 0.6, 1.2, x=x * (where == "behind"))
    return with_bloom(bloom, near, out)


@usual
def flowers_far_up_the_table(random: Random, left: Counter[str]) -> Laid:
    """The flowers were pushed far up the table, to be out of the way of all else."""
    dealt, near = flowered(random, left, 1, 4)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    lie = Lie(0.05, 0.05, uniform(random, 0.0, 0.2))
    bloom = moved(row(random, [block_of(dealt.bonus)], lie=lie), 0, 0, normal(random, 0.2))
    bloom = put(random, bloom, [*near, *out], "behind", 2.2, 3.6, x=uniform(random, -4, 4))
    return with_bloom(bloom, near, out)


@usual
def sets_and_flowers_at_the_two_ends_behind(random: Random, left: Counter[str]) -> Laid:
    """Behind the row the exposed sets begin at one end, the flowers at the other."""
    dealt = hand(random, left, 1, 2, bonus=int(random.integers(1, 5)))
    near, out = held_row(random, dealt), out_row(random, dealt, 0.25, 0.5)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.02, 0.02, uniform(random, 0.0, 0.1)))
    clear, side = uniform(random, 0.25, 0.8), sign(random)
    half = max(edges(near)[1], edges(out)[1] + edges(bloom)[1] + uniform(random, 0.6, 1.2))
    x = [side * (edges(piece)[1] - half) + normal(random, 0.1) for piece in (out, bloom)]
    out = put(random, out, near, "behind", clear, clear, x=x[0])
    bloom = put(random, bloom, near, "behind", clear, clear + 0.1, x=-x[1])
    return with_bloom(bloom, near, out)


@usual
def winning_set_pushed_up_with_its_tile_highest(random: Random, left: Counter[str]) -> Laid:
    """The set that won is pushed up a little in the row, the tile that won some more."""
    dealt = winner(random, left, 0, 2)
    own = int(random.integers(len(dealt.held)))
    up, more = HIGH * uniform(random, 0.12, 0.25), HIGH * uniform(random, 0.2, 0.4)
    last = int(random.integers(len(dealt.held[own])))
    ys = [
        (up + more * (k == last)) * (m == own)
        for m, codes in enumerate(dealt.held)
        for k, _ in enumerate(codes)
    ]
    near = row(random, [block_of(codes_of(random, dealt, "sets"))], ys=ys)
    return beside(random, dealt, near, "right", "right", "left", "behind", low=0.9, high=1.6)


@usual
def waiting_tiles_drawn_aside(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the one or two tiles that wait were drawn aside, beyond an end of the row."""
    dealt, codes, first, last = wait_in(random, left, 0, 2)
    rest = [*codes[:first], *codes[last:]]
    near = row(random, [block_of(sorted_codes(rest) if random.random() < 0.6 else rest)])
    waits = moved(row(random, [block_of(codes[first:last])]), 0, 0, normal(random, 0.06))
    side, other = an_end(random, 0.7)
    waits = put(random, waits, near, side, 0.4, 1.0, y=uniform(random, -0.25, 0.25))
    return beside(random, dealt, [*near, *waits], other, "behind", "front", low=0.9, high=1.6)


@usual
def some_standing_tiles_fell_over(random: Random, left: Counter[str]) -> Laid:
    """The tiles held still stand, but here and there one fell over backwards."""
    dealt = any_hand(random, left, 0, 2)
    codes = codes_of(random, dealt)
    fell = random.permutation(len(codes))[: int(random.integers(2, 5))]
    down = [k in fell for k in range(len(codes))]
    near = row(
        random, [block_of(codes)],
        turns=[normal(random, 0.08) * each for each in down],
        ys=[uniform(random, 0.35, 0.6) * each for each in down],
    )  # fmt: skip
    for spot, each in zip(spots_in(near), down, strict=True):
        spot.standing = not each
    free = ("front", "left", "right")
    return beside(random, dealt, near, *free, low=0.8, high=1.5, around_it=free)


@usual
def second_line_aslant_behind_the_first(random: Random, left: Counter[str]) -> Laid:
    """The hand lies in two lines; the farther one slants away, as the jaws of a beak open."""
    dealt, (one, two) = parted(random, left, 3)
    near, slant = row(random, [block_of(two)]), sign(random) * uniform(random, 0.12, 0.32)
    far = moved(row(random, [block_of(one)]), 0, 0, slant)
    edge = 0 if slant > 0 else 1
    x = edges(near)[edge] - edges(far)[edge] + uniform(random, -0.3, 0.3)
    both = [*put(random, far, near, "behind", 0.02, 0.2, x=x), *near]
    return beside(random, dealt, both, *NOT_BEHIND, low=0.9, high=1.5, around_it=NOT_BEHIND)


@usual
def sets_in_two_lines_behind(random: Random, left: Counter[str]) -> Laid:
    """Behind the row the exposed sets lie in two lines, one beyond the other."""
    dealt = any_hand(random, left, 3, 4)
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    first = 2 if len(blocks) == 4 or random.random() < 0.6 else 1
    gap, clear = uniform(random, 0.3, 0.6), uniform(random, 0.4, 0.9)
    low, far = row(random, blocks[:first], gap=gap), row(random, blocks[first:], gap=gap)
    far = put(random, far, low, "behind", 0.1, 0.4, x=uniform(random, -1.5, 1.5))
    out = moved([*low, *far], 0, 0, normal(random, 0.02))
    out = put(random, out, near, "behind", clear, clear + 0.1, x=uniform(random, -2, 2))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@usual
def sets_in_a_herringbone(random: Random, left: Counter[str]) -> Laid:
    """Carelessly put down, the exposed sets slant by turns one way and the other."""
    dealt = any_hand(random, left, 2, 3)
    near, slant = held_row(random, dealt), sign(random) * uniform(random, 0.2, 0.5)
    lines = [
        moved(row(random, [block]), 0, 0, slant * (-1) ** k + normal(random, 0.04))
        for k, block in enumerate(sets_out(random, dealt))
    ]
    out = one_by_one(random, lines, 0.2, 0.5)
    return set_down(random, dealt, near, out, "right", "left", "behind", "behind", "front")


@usual
def held_kong_turned_a_quarter(random: Random, left: Counter[str]) -> Laid:
    """A kong never called runs away from its owner, its ends face down; other sets lie straight."""

    def lay(block: Block) -> Piece:
        return levelled(moved(row(random, [block]), 0, 0, sign(random) * QUARTER))

    return with_kong(random, left, True, lay, "right", "left", "behind")


@usual
def held_kong_with_its_backs_out_of_line(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called the end tiles lie face down, pushed up or down out of the line."""

    def lay(block: Block) -> Piece:
        code, by = block.values[0], sign(random) * HIGH * uniform(random, 0.22, 0.5)
        block.shown = (BACK, code, code, BACK)
        other = by if random.random() < 0.7 else -by
        return row(random, [block], ys=[by, 0.0, 0.0, other])

    return with_kong(random, left, True, lay, "right", "left", "behind")


@usual
def held_kong_with_its_backs_leaning(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called the end tiles lie face down, leaning on the two faces between them."""

    def lay(block: Block) -> Piece:
        code, lean = block.values[0], sign(random) * uniform(random, 0.18, 0.5)
        block.shown = (BACK, code, code, BACK)
        other = -lean if random.random() < 0.7 else lean
        return row(random, [block], turns=[lean, 0.0, 0.0, other])

    return with_kong(random, left, True, lay, "right", "left", "behind", "front")


@usual
def wall_fallen_over_behind(random: Random, left: Counter[str]) -> Laid:
    """Somebody knocked the wall behind the hand: a stretch of it fell, faces and backs."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "front", "behind")


@usual
def discards_piled_on_each_other(random: Random, left: Counter[str]) -> Laid:
    """Beyond the hand the discards lie in a pile, some on top of others."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "right", "left", "behind")


@usual
def all_the_rest_turned_down(random: Random, left: Counter[str]) -> Laid:
    """About the winner's hand the others turned all else face down, to wash it for the next."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


@usual
def hand_beyond_the_discards(random: Random, left: Counter[str]) -> Laid:
    """The hand was pushed to the middle of the table; the discards lie nearer than it."""
    dealt = any_hand(random, left, 0, 3)
    ways = ("right", "left", "behind")
    return beside(random, dealt, held_row(random, dealt), *ways, around_it=ways)


@usual
def photographed_close_with_a_wide_lens(random: Random, left: Counter[str]) -> Laid:
    """The telephone was held close, its lens wide: near tiles look large, far ones small."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt, lie=Lie(0.015, 0.02))
    return beside(random, dealt, near, "right", "left", "behind", "behind", gaps=(0.3, 0.6))


@usual
def hand_at_the_edge_of_the_picture(random: Random, left: Counter[str]) -> Laid:
    """The picture takes in much of the table; the hand lies near a side or a corner of it."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def flowers_on_the_wall(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie in a line on top of what is left of the wall behind the hand."""
    dealt = hand(random, left, 0, 3, held_kongs=0, bonus=int(random.integers(1, 5)))
    near = held_row(random, dealt)
    out = sets_at(random, dealt, near, *NOT_BEHIND)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.02, 0.02))
    bloom = put(random, bloom, [*near, *out], "behind", 0.9, 1.6, x=uniform(random, -4, 4))
    return with_bloom(raised(bloom, 2 * DEEP), near, out)


@unusual
def row_on_top_of_the_wall(random: Random, left: Counter[str]) -> Laid:
    """For lack of room the row lies on top of what is left of the wall, its sets on the table."""
    dealt = open_hand(random, left, 0, 3)
    near = raised(held_row(random, dealt), 2 * DEEP)
    return beside(random, dealt, near, "front", low=1.2, high=1.8, around_it=("front",))


@unusual
def flowers_as_a_garland(random: Random, left: Counter[str]) -> Laid:
    """The flowers make a wide arc over the row, each by itself, as a garland over a door."""
    dealt = with_flowers(random, left, 3, 6)
    near = held_row(random, dealt)
    out = sets_at(random, dealt, near, *NOT_BEHIND)
    blocks, gap = [block_of([code]) for code in dealt.bonus], uniform(random, 0.5, 1.3)
    bloom = fan(random, blocks, uniform(random, 5.5, 9.0), 1, gap=gap)
    bloom = put(random, bloom, near, "behind", 0.3, 0.8, x=uniform(random, -1, 1))
    return with_bloom(bloom, near, out)


@unusual
def sets_round_the_flowers(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets make three sides of a square, or two, about the flowers."""
    dealt = hand(random, left, 2, 3, held_kongs=0, bonus=int(random.integers(1, 4)))
    near = held_row(random, dealt)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.03, 0.03, uniform(random, 0.0, 0.1)))
    sides = ["behind", *(str(side) for side in random.permutation(["left", "right"]))]
    turns = {"behind": 0.0, "left": QUARTER, "right": -QUARTER}
    out: Piece = []
    for block, side in zip(sets_out(random, dealt), sides, strict=False):
        line = moved(row(random, [block]), 0, 0, turns[side] + normal(random, 0.02))
        y = uniform(random, -0.2, 0.5) * (side != "behind")
        out = [*out, *put(random, line, [*bloom, *out], side, 0.3, 0.6, y=y)]
    where = one_of(random, "right", "left", "behind")
    *out, bloom_part = put(random, [*out, *bloom], near, where, 0.8, 1.5, y=uniform(random, 0, 1))
    return with_bloom([bloom_part], near, out)


@unusual
def sets_in_the_middle_of_the_row(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets lie amid the tiles held, in the same line, with a gap at either side."""

    def parts_of(dealt: Dealt) -> Parts:
        parts = cut_up(random, codes_of(random, dealt), 2, 2)
        return [] if any(len(part) % 3 == 0 for part in parts) else parts

    dealt, (one, two) = redealt(random, left, lambda: open_hand(random, left, 1, 2), parts_of)
    out, gap = out_row(random, dealt, 0.3, 0.6), uniform(random, 0.6, 1.1)
    first = put(random, row(random, [block_of(one)]), out, "left", gap, gap + 0.2)
    last = put(random, row(random, [block_of(two)]), out, "right", gap, gap + 0.2)
    return finish(random, dealt, [*first, *last], out, ways=("front", "behind"))


@unusual
def sets_stood_up_behind_the_row(random: Random, left: Counter[str]) -> Laid:
    """The row lies flat; behind it the exposed sets were stood up on edge, to be seen by all."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    out = moved(out_row(random, dealt, 0.4, 0.8), 0, 0, normal(random, 0.03))
    out = stood_up(out)
    out = put(random, out, near, "behind", 0.1, 0.9, x=uniform(random, -2, 2))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@unusual
def every_other_set_turned_a_quarter(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets lie by turns along the table's edge and away from it."""
    dealt = any_hand(random, left, 2, 3)
    near, odd = held_row(random, dealt), int(random.integers(2))
    lines = []
    for k, block in enumerate(sets_out(random, dealt)):
        turn = sign(random) * QUARTER * (k % 2 == odd) + normal(random, 0.02)
        lines.append(levelled(moved(row(random, [block]), 0, 0, turn)))
    out = one_by_one(random, lines, 0.3, 0.6)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def held_kong_faces_on_its_backs(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two tiles lie face down, two face up on the near halves of those."""

    def lay(block: Block) -> Piece:
        code, wide = block.values[0], uniform(random, 1.01, 1.05)
        block.shown = (BACK, BACK, code, code)
        x, y = uniform(random, -0.15, 0.15), -HIGH * uniform(random, 0.45, 0.55)
        places = [(0, 0), (wide, 0), (x, y), (x + wide, y + uniform(random, -0.05, 0.05))]
        return on_top(at_places(random, block, places), 2, 3)

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def kong_two_on_two(random: Random, left: Counter[str]) -> Laid:
    """Of an exposed kong two tiles lie on the near halves of the other two."""

    def lay(block: Block) -> Piece:
        wide, y = uniform(random, 1.01, 1.06), -HIGH * uniform(random, 0.48, 0.6)
        x = uniform(random, -0.2, 0.2)
        return on_top(
            at_places(random, block, [(0, 0), (wide, 0), (x, y), (x + wide, y)], 0.03), 2, 3
        )

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def kong_with_both_ends_across(random: Random, left: Counter[str]) -> Laid:
    """Of an exposed kong the first and the last tile lie across, like two bookends."""

    def lay(block: Block) -> Piece:
        down = -(HIGH - 1) / 2 * int(random.integers(-1, 2))
        turn = QUARTER * sign(random)
        other = turn if random.random() < 0.5 else -turn
        return row(random, [block], turns=[turn, 0.0, 0.0, other], ys=[down, 0.0, 0.0, down])

    return with_kong(random, left, False, lay, "right", "left", "behind", "front")


@unusual
def kong_as_a_clover(random: Random, left: Counter[str]) -> Laid:
    """The four tiles of an exposed kong point away from one middle like the leaves of a clover."""

    def lay(block: Block) -> Piece:
        far, start = (HIGH + 1) / 2 + uniform(random, 0.02, 0.08), uniform(random, -0.2, 0.2)
        start += np.pi / 4 * (random.random() < 0.4)
        turns = [start + QUARTER * k + normal(random, 0.03) for k in range(4)]
        spots = [
            Spot(code, code, -far * float(np.sin(turn)), far * float(np.cos(turn)), turn)
            for code, turn in zip(block.values, turns, strict=True)
        ]
        return level_at(centred([(block, spots)]), uniform(random, 0.0, 1.2))

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def winning_tile_on_its_twin(random: Random, left: Counter[str]) -> Laid:
    """Won on the pair: its first tile ends the row, the tile that won lies half on top of it."""
    dealt = winner(random, left, 0, 3)
    eye, won = next(codes for codes in dealt.held if len(codes) == 2)
    rest = flat_codes([codes for codes in dealt.held if len(codes) == 3])
    rest = sorted_codes(rest) if random.random() < 0.6 else rest
    side = sign(random)
    near = row(random, [block_of((*rest, eye) if side > 0 else (eye, *rest))])
    twin = spots_in(near)[-1 if side > 0 else 0]
    x = twin.x + side * uniform(random, 0.5, 0.65)
    y = twin.y + uniform(random, -0.3, 0.3)
    top = raised(moved(tile(random, won, 0.15), x, y), DEEP)
    ways = ("behind", "left" if side > 0 else "right", "front")
    return beside(random, dealt, [*near, *top], *ways, low=0.9, high=1.5, around_it=ways)


@unusual
def row_opened_like_a_gate(random: Random, left: Counter[str]) -> Laid:
    """The row was opened in the middle like the wings of a gate; the winning tile lies there."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
        cut = len(codes) // 2 - int(random.integers(2))
        return [codes[:cut], codes[cut : cut + 1], codes[cut + 1 :]]

    dealt, (one, won, two) = redealt(random, left, lambda: winner(random, left, 0, 2), parts_of)
    slant, clear = sign(random) * uniform(random, 0.12, 0.3), uniform(random, 0.2, 0.5)
    last = tile(random, won[0])
    near: Piece = []
    for codes, where, turn in ((one, "left", slant), (two, "right", -slant)):
        wing = moved(row(random, [block_of(codes)]), 0, 0, turn)
        y = -float(np.sin(slant)) * len(codes) / 2
        near = [*near, *put(random, wing, last, where, clear, clear + 0.05, y=y)]
    last = moved(last, 0, uniform(random, -0.3, 0.5))
    near = level_at([*near, *last], 0.0)
    return beside(random, dealt, near, *NOT_BEHIND, "behind", low=1.0, high=1.6)


@unusual
def like_tiles_in_one_column(random: Random, left: Counter[str]) -> Laid:
    """Of each kind held one tile lies in the row; others alike lie in a column below it."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, "sorted")
        return [codes] if 4 <= len(set(codes)) < len(codes) - 1 else []

    dealt, (codes,) = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    wide, tall = uniform(random, 1.01, 1.08), HIGH * uniform(random, 1.01, 1.05)
    kinds, seen = [*dict.fromkeys(codes)], Counter[str]()
    places = []
    for code in codes:
        places.append((wide * kinds.index(code), -tall * seen[code]))
        seen[code] += 1
    near = at_places(random, block_of(codes), places)
    return beside(random, dealt, near, "right", "left", "behind", low=1.0, high=1.6)


_BLOCKS = {
    14: (4, 4, 3, 3), 13: (4, 3, 3, 3), 11: (3, 3, 3, 2), 10: (3, 3, 2, 2), 8: (2, 2, 2, 2),
    7: (2, 2, 2, 1),
}  # fmt: skip


@unusual
def hand_in_two_blocks(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie in two blocks beside each other, each of two lines that touch."""
    dealt, parts = in_parts(random, left, _BLOCKS, 2)
    blocks = []
    for far, low in (parts[:2], parts[2:]):
        line = row(random, [block_of(far)])
        x = edges(line)[0]
        under = row(random, [block_of(low)])
        under = put(random, under, line, "front", 0.0, 0.06, x=x - edges(under)[0])
        blocks.append(moved([*line, *under], 0, 0, normal(random, 0.03)))
    near = one_by_one(random, blocks, 0.4, 0.9)
    return beside(random, dealt, level_at(near, 0.0), *NOT_BEHIND, "behind", low=1.3, high=1.9)


_LADDERS = {14: (5, 4, 5), 13: (5, 3, 5), 11: (4, 3, 4), 10: (4, 2, 4), 8: (3, 2, 3), 7: (3, 1, 3)}
"""By the number of tiles held: how many make the one post, the rungs and the other post."""


@unusual
def hand_as_a_ladder(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a ladder: two posts, and rungs that lie across."""
    dealt, parts = in_parts(random, left, _LADDERS, 2)
    tall, apart = HIGH * uniform(random, 1.01, 1.04), (HIGH + 1) / 2 + uniform(random, 0.02, 0.06)
    count, rungs = len(parts[0]), len(parts[1])
    step = (count - 1) / max(rungs - 1, 1) if rungs > 1 else 1
    places = [(-apart, -tall * k) for k in range(count)]
    places += [(0.0, -tall * (step * k if rungs > 1 else 1)) for k in range(rungs)]
    places += [(apart, -tall * k) for k in range(count)]
    near = at_places(random, block_of(flat_codes(parts)), places)
    turn = sign(random) * QUARTER
    for spot in spots_in(near)[count : count + rungs]:
        spot.turn += turn
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


_FLAGS = {
    14: (5, 3, 3, 3), 13: (4, 3, 3, 3), 11: (5, 3, 3), 10: (4, 3, 3), 8: (4, 2, 2), 7: (3, 2, 2),
}  # fmt: skip
"""By the number of tiles held: how many make the pole, and each line of the cloth."""


@unusual
def hand_as_a_flag(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a flag: a pole, and at its top the cloth in lines."""
    dealt, (pole, *cloth) = in_parts(random, left, _FLAGS, 2)
    wide, tall = uniform(random, 1.01, 1.06), HIGH * uniform(random, 1.01, 1.05)
    places = [(0.0, -tall * k) for k in range(len(pole))]
    places += [
        (wide * (m + 1), -tall * k) for k, line in enumerate(cloth) for m in range(len(line))
    ]
    side = sign(random)
    if side < 0:  # the cloth is read from the left all the same
        places = [(x - wide * (len(cloth[0]) + 1) if x else x, y) for x, y in places]
    near = at_places(random, block_of(flat_codes([pole, *cloth])), places)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


@unusual
def hand_as_a_windmill(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held in four lines that go round one middle as sails."""
    dealt, parts = in_parts(random, left, _BLOCKS, 2)
    gap, start = uniform(random, 0.02, 0.06), normal(random, 0.05)
    near: Piece = []
    for k, part in enumerate(parts):
        line = row(random, [block_of(part)], lie=Lie(0.005, 0.008))
        line = moved(line, gap - edges(line)[0], gap - edges(line)[2])
        near = [*near, *moved(line, 0, 0, start + QUARTER * k)]
    near = level_at(centred(near), 0.0)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


@unusual
def hand_as_an_eye(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie in two bows, one over the other, that nearly meet at their ends."""
    halves = {count: ((count + 1) // 2, count // 2) for count in (10, 11, 13, 14)}
    dealt, (one, two) = in_parts(random, left, halves, 1)
    radius = uniform(random, 5.0, 7.5)
    over, under = fan(random, [block_of(one)], radius, 1), fan(random, [block_of(two)], radius, -1)
    under = put(random, under, over, "front", 0.05, 0.25, x=normal(random, 0.1))
    near = level_at([*over, *under], 0.0)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


@unusual
def hand_in_the_middle_of_the_walls(random: Random, left: Counter[str]) -> Laid:
    """Pushed to the middle for all to see, the hand lies open within four walls."""
    dealt = open_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "wall_fallen_over_behind": 0.7, "all_the_rest_turned_down": 0.6,
    "discards_piled_on_each_other": 0.7, "hand_beyond_the_discards": 1.0,
    "hand_in_the_middle_of_the_walls": 0.8, "flowers_on_the_wall": 0.5,
    "row_on_top_of_the_wall": 0.5,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""

SLANTS = {
    "hand_in_the_middle_of_the_walls": (52.0, 84.0), "hand_beyond_the_discards": (38.0, 75.0),
    "photographed_close_with_a_wide_lens": (42.0, 70.0), "flowers_on_the_wall": (40.0, 68.0),
    "row_on_top_of_the_wall": (40.0, 68.0),
}  # fmt: skip
"""Least and greatest elevation of the camera, where a habit is seen its own way."""

ALONE = (
    "flowers_far_up_the_table", "flowers_in_their_numbered_places", "flowers_as_a_garland",
    "sets_in_a_herringbone", "hand_in_two_blocks",
)  # fmt: skip
"""Habits with such gaps that other tiles must keep farther off."""


def _beneath(random: Random, spots: Sequence[Spot]) -> tuple[list[Spot], list[Spot]]:
    """What of a wall is seen beyond the tiles that lie on it, and what they hide."""
    top = [spot for spot in spots if spot.lifted > DEEP * 1.5]
    low, high = box_of(top)[:2]
    y, count = float(np.mean([spot.y for spot in top])), round(high - low)
    under = stacks(random, count, (low + high) / 2, y)
    seen = []
    for way, edge in ((-1, min(box_of(under)[0], low)), (1, max(box_of(under)[1], high))):
        end = stacks(random, int(random.integers(2, 7)), 0.0, y)
        by = edge + way * (0.05 + box_of(end)[1])
        seen += [replace(spot, x=spot.x + by) for spot in end]
    return seen, under


def _fallen_wall(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """A wall of which a stretch in the middle lies one high, the rest before it as it fell."""
    low, high, _, back = box
    count, start = int(random.integers(12, 19)), int(random.integers(2, 6))
    fell, way = int(random.integers(4, 8)), sign(random)
    reach = uniform(random, 1.2, 2.0)
    y = back + uniform(random, 1.8, 2.4) + HIGH / 2 + (2 * reach + 0.6) * (way < 0)
    wall = stacks(random, count, (low + high) / 2 + uniform(random, -3, 3), y)
    gone = wall[start : start + fell]
    for spot, code in zip(gone, taken(random, left, fell), strict=True):
        spot.lifted, spot.value = 0.0, code
    middle = gone[fell // 2].x, y + way * (HIGH / 2 + reach + 0.3)
    lain = heap(random, taken(random, left, fell), middle, (fell / 2 + 1.0, reach))
    return [*wall, *(spot if random.random() < 0.55 else face_down(spot) for spot in lain)]


def _piled(random: Random, left: Counter[str], box: Box) -> tuple[list[Spot], list[Spot]]:
    """A dense heap, and tiles on top, each where two of the heap lie close to each other."""
    low, high, _, back = box
    reach = uniform(random, 2.8, 4.2), uniform(random, 2.0, 3.0)
    middle = (low + high) / 2 + uniform(random, -3, 3), back + 2.7 + reach[1]
    lain = heap(random, taken(random, left, int(random.integers(25, 45))), middle, reach)
    tops: list[Spot] = []
    for code in taken(random, left, int(random.integers(4, 10))):
        one = lain[int(random.integers(len(lain)))]
        other = min((each for each in lain if each is not one), key=partial(_away, one))
        x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
        spot = Spot(code, code, x, y, uniform(random, -np.pi, np.pi), lifted=DEEP)
        if _away(one, other) < 1.7 and not any(clash(spot, each) for each in tops):
            tops.append(spot)
        else:
            left[code] += 1
    return lain, tops


def _away(one: Spot, other: Spot) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))


def buried(spot: Spot, tops: Sequence[Spot], most: float = 0.45) -> bool:
    """Whether those on top of a tile cover more than so much of it."""
    under = rect(spot).astype(np.float32)
    lain = sum(cv2.intersectConvexConvex(under, rect(top).astype(np.float32))[0] for top in tops)
    return bool(lain > most * HIGH)


def _four_walls(random: Random, box: Box) -> list[Spot]:
    """Walls that leave a square about the hand, no two of the same length."""
    low, high, front, back = box
    away = HIGH / 2 + uniform(random, 1.2, 1.9)
    x0, x1, y0, y1 = low - away, high + away, front - away, back + away
    wide, deep = x1 - x0 - HIGH - 0.4, y1 - y0 + HIGH
    spots: list[Spot] = []
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    sides = ((middle[0], y0), (x1, middle[1]), (middle[0], y1), (x0, middle[1]))
    for k, (x, y) in enumerate(sides):
        aside = k % 2
        most = deep if aside else wide
        count = max(2, int(most * uniform(random, 0.45, 0.95)))
        along, turn = uniform(random, -0.5, 0.5) * (most - count), normal(random, 0.02)
        x, y = x + along * (1 - aside), y + along * aside
        spots += stacks(random, count, x, y, QUARTER * aside + turn)
    return spots


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot]
) -> tuple[list[Placed], list[Placed], float]:
    """What else is seen on the table, what else lies there unseen, and how far it keeps from the
    hand."""
    box = box_of(own)
    low, high, front, back = box
    if habit in ("flowers_on_the_wall", "row_on_top_of_the_wall"):
        wall, under = _beneath(random, own)
        placed = on_table(wall)
        placed += now_and_then_thrown(random, left, 0.6, back + 7.0)
        return placed, on_table(under), 0.01
    if habit == "wall_fallen_over_behind":
        return on_table(_fallen_wall(random, left, box)), [], 1.5
    if habit == "all_the_rest_turned_down":
        middle = (low + high) / 2 + uniform(random, -3, 3), back + uniform(random, 0.5, 3.0)
        reach = (high - low) / 2 + uniform(random, 2.5, 5.0), uniform(random, 5.0, 7.0)
        spots = heap(random, taken(random, left, int(random.integers(45, 80))), middle, reach)
        return on_table([face_down(spot) for spot in spots]), [], 1.8
    if habit == "hand_beyond_the_discards":
        deep = uniform(random, 1.8, 3.0)
        middle = (low + high) / 2 + uniform(random, -3, 3), front - 2.2 - deep
        codes = taken(random, left, int(random.integers(12, 36)))
        return on_table(heap(random, codes, middle, (uniform(random, 4, 7), deep))), [], 1.9
    if habit == "hand_in_the_middle_of_the_walls":
        return on_table(_four_walls(random, box)), [], 0.8
    return surroundings(random, left, back), [], 2.3 if habit in ALONE else 1.7


def _stood(
    random: Random, habit: str, points: FloatArray, standing: bool, hides: Callable[[Camera], bool]
) -> tuple[Camera, bool]:
    """A camera for a habit, and whether it sees all tiles of the hand."""
    view = VIEWS["oblique" if standing or random.random() < 0.5 else "above"]
    if habit == "photographed_close_with_a_wide_lens":
        zoom, roll = uniform(random, 0.5, 0.65), uniform(random, -0.1, 0.1)
        camera = camera_on(random, points, SLANTS[habit], roll, zoom)
        return camera, not hides(camera)
    again: tuple[float, float] = (45, 62) if standing else (76, 89.5)
    if habit in SLANTS:
        view, again = (SLANTS[habit], view[1]), SLANTS[habit]
    return stood(random, points, view, again, hides)


def scene(seed: int, habit: str | None = None) -> LayoutScene:
    """The scene of this seed. habit: one of `HABITS`; the seed decides if it is None."""
    return drawn_until_seen(seed, 86028121, HABITS.of(seed, habit), _drawn)


def _drawn(seed: int, habit: str, random: Random, noise: float) -> LayoutScene | None:
    """A scene; None if a tile of the hand is hidden however the camera stands."""
    left, laid = laid_by(habit, HABITS.every()[habit], random)
    placed = on_table(laid[0])
    count = len(placed)
    own = [as_spot(each) for each in placed]
    unseen: list[Placed] = []
    if habit == "discards_piled_on_each_other":
        lain, tops = _piled(random, left, box_of(own))
        unseen = on_table([spot for spot in lain if buried(spot, tops)])
        placed += on_table([*(spot for spot in lain if not buried(spot, tops)), *tops])
    else:
        others, unseen, clear = _around(random, left, habit, laid[0])
        placed += not_too_near(others, own, clear)
    facing = normal(random, 0.06)
    placed, unseen = ([turned(each, facing) for each in some_of] for some_of in (placed, unseen))
    shown = placed if random.random() < FRAMED.get(habit, 0.0) else placed[:count]
    points = np.concatenate([each.corners() for each in shown])
    if habit == "hand_at_the_edge_of_the_picture":
        points = np.concatenate([points, _bare(random, points)])
    standing = any(spot.standing for spot in laid[0])
    hides = partial(covered, placed, count)
    camera, seen = _stood(random, habit, points, standing, hides)
    return seen_by(camera, seed, habit, random, noise, placed, laid, unseen) if seen else None


def _bare(random: Random, points: FloatArray) -> FloatArray:
    """(1, 3), where beside or beyond the hand the picture ends."""
    low, high = points.min(0), points.max(0)
    side, aside = sign(random), random.random() < 0.75
    x = (high[0] if side > 0 else low[0]) + side * uniform(random, 7, 14) * aside
    y = high[1] + uniform(random, 5, 11) if not aside or random.random() < 0.6 else low[1]
    return np.array([[x, y, 0.0]])
