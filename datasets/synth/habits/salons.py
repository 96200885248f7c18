"""Forty more habits of laying a hand out, by somebody who had not seen how they are read.

They were written to judge the layout by; then about twenty were looked at, and what some showed was
mended (decision 16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.around import backs, heap, now_and_then_thrown, other_hand, taken
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import codes_of, flat_codes, pair_and_sets, without_one
from datasets.synth.habits.dealt import each_set, held_row, out_row, sets_out, won_apart
from datasets.synth.habits.flowers import flowered, with_bloom
from datasets.synth.habits.hands import any_hand, hand, open_hand, winner
from datasets.synth.habits.parts import Parts, cut_by, cut_up, in_parts, parted, redealt
from datasets.synth.habits.pieces import QUARTER, Box, Piece, centred, edges, moved, spots_in
from datasets.synth.habits.places import (
    lapped,
    level_at,
    levelled,
    on_top,
    one_by_one,
    put,
    raised,
    slid,
    stood_up,
)
from datasets.synth.habits.rows import Lie, at_places, block_of, column, piled, row
from datasets.synth.habits.scenes import (
    Habits,
    Others,
    Scenes,
    as_spot,
    habit_of,
    not_too_near,
    on_table,
)
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, set_down, sets_at, with_kong
from datasets.synth.tables import BACK, DEEP, HIGH, Block, Dealt, Laid, Placed, Random, Spot

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def called_tiles_across_and_sets_touching(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets touch each other in one line; in each the tile that was called is across."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    for block in blocks:
        block.sideways = int(random.integers(len(block.values)))
    out = row(random, blocks, gap=uniform(random, 0.0, 0.05))
    return set_down(random, dealt, near, out, "right", "right", "left", "behind")


@usual
def sets_behind_at_both_ends(random: Random, left: Counter[str]) -> Laid:
    """Behind the row the exposed sets lie over its two ends, with nothing over the middle."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    blocks, gap, clear = sets_out(random, dealt), uniform(random, 0.2, 0.4), uniform(random, 0.3, 1)
    cut = int(random.integers(1, len(blocks)))
    one, two = row(random, blocks[:cut], gap=gap), row(random, blocks[cut:], gap=gap)
    low, high = edges(near)[:2]
    middle = uniform(random, 0.6, 1.0)
    x = min(low - edges(one)[0], -middle - edges(one)[1]) + normal(random, 0.1)
    one = put(random, one, near, "behind", clear, clear + 0.1, x=x)
    x = max(high - edges(two)[1], middle - edges(two)[0]) + normal(random, 0.1)
    two = put(random, two, near, "behind", clear, clear + 0.1, x=x)
    return finish(random, dealt, near, one, two, ways=NOT_BEHIND)


@usual
def sets_one_on_each_side(random: Random, left: Counter[str]) -> Laid:
    """One called set lies at the left of the row, one at its right, the third behind it."""
    dealt = any_hand(random, left, 3, 3)
    near = held_row(random, dealt)
    pieces, sides = [near], random.permutation(["left", "right", "behind"])
    for block, where in zip(sets_out(random, dealt), sides, strict=True):
        line = moved(row(random, [block]), 0, 0, normal(random, 0.04))
        x = uniform(random, -2, 2) * (where == "behind")
        y = uniform(random, -0.2, 0.2) * (where != "behind")
        pieces.append(put(random, line, near, str(where), 0.5, 1.2, x=x, y=y))
    return finish(random, dealt, *pieces, ways=("front",))


@usual
def sets_in_steps_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """Beyond the end of the row each called set lies a step farther, or nearer, than the last."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    step, where = sign(random) * HIGH * uniform(random, 0.3, 0.6), one_of(random, "right", "left")
    out: Piece = []
    for k, block in enumerate(sets_out(random, dealt)):
        line, y = row(random, [block]), step * k
        if out:
            line = put(random, line, out, where, 0.15, 0.4, y=y)
        out = [*out, *line]
    out = put(random, out, near, where, 0.7, 1.3, y=uniform(random, -0.1, 0.1))
    return finish(random, dealt, near, out, ways=("front", "behind"))


@usual
def sets_behind_on_a_slant(random: Random, left: Counter[str]) -> Laid:
    """Behind the row the line of the exposed sets slants away to the right or to the left."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    out = moved(out_row(random, dealt, 0.25, 0.5), 0, 0, sign(random) * uniform(random, 0.14, 0.4))
    out = put(random, out, near, "behind", 0.4, 1.0, x=uniform(random, -2, 2))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@usual
def held_kong_faces_and_backs_by_turns(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called every other tile lies face down."""

    def lay(block: Block) -> Piece:
        code = block.values[0]
        block.shown = (code, BACK) * 2 if random.random() < 0.5 else (BACK, code) * 2
        return row(random, [block])

    return with_kong(random, left, True, lay, "right", "left", "behind", "front")


@usual
def held_kong_with_its_backs_standing_off(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called the two end tiles lie face down, a slit away from the two faces."""

    def lay(block: Block) -> Piece:
        code, slit = block.values[0], uniform(random, 0.1, 0.25)
        block.shown = (BACK, code, code, BACK)
        turns = [normal(random, 0.1) * (k in (0, 3)) for k in range(4)]
        return row(random, [block], turns=turns, gaps=[0.0, slit, 0.0, slit])

    return with_kong(random, left, True, lay, "right", "left", "behind")


@usual
def kong_out_of_the_line_of_sets(random: Random, left: Counter[str]) -> Laid:
    """To show it off, an exposed kong is pushed half out of the line of the other sets."""
    dealt = hand(random, left, 2, 3, shown=1, kongs=0, held_kongs=0, bonus=some(random))
    near = held_row(random, dealt)
    by = sign(random) * HIGH * uniform(random, 0.3, 0.6)

    def lay(block: Block) -> Piece:
        return moved(row(random, [block]), 0, by * (block.kind == "kong"))

    out = each_set(random, dealt, lay, 0.3, 0.6)
    return set_down(random, dealt, near, out, "right", "right", "left", "behind")


@usual
def flowers_turned_to_the_others(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie head to foot, for the others to admire; all else faces its owner."""
    dealt, near = flowered(random, left, 1, 4)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    lie = Lie(0.03, 0.03, uniform(random, 0.0, 0.15))
    bloom = moved(row(random, [block_of(dealt.bonus)], lie=lie), 0, 0, np.pi)
    where, x = one_of(random, "behind", "behind", "left", "right"), uniform(random, -3, 3)
    bloom = put(random, bloom, [*near, *out], where, 0.5, 1.1, x=x * (where == "behind"))
    return with_bloom(bloom, near, out)


@usual
def many_flowers_in_a_long_line(random: Random, left: Counter[str]) -> Laid:
    """A lucky hand: five to eight flowers lie in a line as long as the row, behind or before it."""
    dealt, near = flowered(random, left, 5, 8)
    out = sets_at(random, dealt, near, "right", "right", "left")
    lie = Lie(0.02, 0.03, uniform(random, 0.0, 0.2))
    bloom = row(random, [block_of(dealt.bonus)], lie=lie)
    where, x = one_of(random, "behind", "front"), uniform(random, -2, 2)
    bloom = put(random, bloom, [*near, *out], where, 0.3, 0.9, x=x)
    return with_bloom(bloom, near, out)


@usual
def flowers_slanting_off_the_end(random: Random, left: Counter[str]) -> Laid:
    """At one end of the row the flowers lie in a line that slants away from it."""
    dealt, near = flowered(random, left, 2, 4)
    side, other = an_end(random)
    out = sets_at(random, dealt, near, other, "behind", "front")
    turn = sign(random) * uniform(random, 0.35, 0.9)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.03, 0.03, uniform(random, 0, 0.1)))
    bloom = moved(bloom, 0, 0, turn)
    bloom = put(random, bloom, [*near, *out], side, 0.5, 1.0, y=uniform(random, -0.5, 1.0))
    return with_bloom(bloom, near, out)


@usual
def winning_tile_in_the_lane(random: Random, left: Counter[str]) -> Laid:
    """The tile that won lies by itself in the lane between the row and the sets behind it."""
    dealt = winner(random, left, 1, 3)
    near, won = won_apart(random, dealt)
    low, high = edges(near)[:2]
    won = moved(won, 0, 0, normal(random, 0.08))
    won = put(random, won, near, "behind", 0.15, 0.35, x=uniform(random, low + 0.5, high - 0.5))
    out = moved(out_row(random, dealt, 0.3, 0.6), uniform(random, -1.5, 1.5), 0)
    out = moved(out, 0, edges(won)[3] + uniform(random, 0.35, 0.7) - edges(out)[2])
    return finish(random, dealt, near, won, out, ways=NOT_BEHIND)


@usual
def pair_won_last_with_its_tile_across(random: Random, left: Counter[str]) -> Laid:
    """Won on the pair: it lies apart at an end of the row, the tile that won across in it."""
    dealt = winner(random, left, 0, 2)
    pair, rest = pair_and_sets(random, dealt)
    near = row(random, [block_of(rest)])
    side, other = an_end(random, 0.7)
    turn, across = sign(random) * QUARTER, int(random.integers(2))
    down = -(HIGH - 1) / 2 * int(random.integers(2))
    eyes = row(
        random, [block_of(pair)], turns=[turn * (k == across) for k in range(2)],
        ys=[down * (k == across) for k in range(2)],
    )  # fmt: skip
    eyes = put(random, eyes, near, side, 0.35, 0.9)
    return beside(random, dealt, [*near, *eyes], other, "behind", "front", low=0.9, high=1.5)


@usual
def two_lines_and_the_winning_tile_beside(random: Random, left: Counter[str]) -> Laid:
    """The hand lies in two lines that touch, the tile that won at their end, halfway up."""

    def parts_of(dealt: Dealt) -> Parts:
        rest, won = without_one(random, codes_of(random, dealt))
        parts = cut_up(random, rest, 2, 3)
        return [*parts, (won,)] if parts else []

    dealt, (one, two, last) = redealt(random, left, lambda: winner(random, left, 0, 2), parts_of)
    near, far = row(random, [block_of(two)]), row(random, [block_of(one)])
    side = int(random.integers(2))
    x = edges(near)[side] - edges(far)[side] + normal(random, 0.1)
    both = [*put(random, far, near, "behind", 0.0, 0.15, x=x), *near]
    won = moved(row(random, [block_of(last)]), 0, 0, normal(random, 0.08))
    where, other = ("right", "left") if side else ("left", "right")
    y = HIGH / 2 + uniform(random, -0.2, 0.2)
    both = [*both, *put(random, won, both, where, 0.3, 0.7, y=y)]
    return beside(random, dealt, both, other, "front", "behind", low=0.9, high=1.5)


@usual
def row_in_three_handfuls(random: Random, left: Counter[str]) -> Laid:
    """The row was laid down in three handfuls, each straight, none quite in line with the next."""
    dealt, parts = parted(random, left, 2, count=3)
    lines = [
        moved(
            row(random, [block_of(part)]), 0, uniform(random, -0.3, 0.3),
            normal(random, 0.06),
        )
        for part in parts
    ]  # fmt: skip
    near = one_by_one(random, lines, 0.12, 0.45)
    return beside(random, dealt, near, "right", "left", "behind", low=1.2, high=1.9)


@usual
def row_in_twos(random: Random, left: Counter[str]) -> Laid:
    """Picked up two at a time, the tiles held lie in twos with slits between them."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    twos = cut_by(codes, [2] * ((len(codes) + 1) // 2))
    lie = Lie(0.02, 0.04)
    near = row(random, [block_of(two) for two in twos], gap=uniform(random, 0.12, 0.35), lie=lie)
    return beside(random, dealt, near, "right", "left", "behind", low=1.2, high=1.9)


@usual
def half_the_row_squared_up(random: Random, left: Counter[str]) -> Laid:
    """Trembling hands squared up one half of the row; the other half lies loosely as it fell."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    cut = len(codes) // 2 + int(random.integers(-1, 2))
    loose = [k >= cut for k in range(len(codes))]
    if random.random() < 0.5:
        loose = loose[::-1]
    near = row(
        random, [block_of(codes)], lie=Lie(0.005, 0.008),
        turns=[normal(random, 0.13) * each for each in loose],
        ys=[normal(random, 0.15) * each for each in loose],
        gaps=[min(float(random.exponential(0.12)), 0.4) * each for each in loose],
    )  # fmt: skip
    return beside(random, dealt, near, "right", "left", "behind", low=1.3, high=2.0)


@usual
def packing_up_already(random: Random, left: Counter[str]) -> Laid:
    """Somebody packs up: beside or behind the hand many tiles lie in order, as in their box."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "behind", *NOT_BEHIND)


@usual
def opposite_hand_shown_too(random: Random, left: Counter[str]) -> Laid:
    """The player opposite has laid an open hand down as well, which faces them."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", high=1.2)


@usual
def photographed_from_the_chair(random: Random, left: Counter[str]) -> Laid:
    """Nobody stood up for the picture: it looks at the hand from low down."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt, lie=Lie(0.015, 0.02))
    return beside(random, dealt, near, "right", "left", "behind", "behind", gaps=(0.35, 0.6))


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def sets_on_the_ledge_of_the_rack(random: Random, left: Counter[str]) -> Laid:
    """The tiles held stand in a rack; the exposed sets lie on its ledge, just behind their tops."""
    dealt = any_hand(random, left, 1, 3)
    near, out = held_row(random, dealt), out_row(random, dealt, 0.3, 0.7)
    near = stood_up(near)
    side = int(random.integers(3))
    x = edges(near)[side] - edges(out)[side] if side < 2 else uniform(random, -1, 1)
    y = DEEP + HIGH / 2 + uniform(random, 0.4, 0.7)
    out = raised(moved(out, x, y), uniform(random, 0.8, 1.15))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@unusual
def sets_lapped_like_cards(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set every tile lies half on the one before it, as cards on a table."""
    dealt = hand(random, left, 1, 3, kongs=0, held_kongs=0, bonus=some(random))
    near = held_row(random, dealt)
    step, rise = uniform(random, 0.6, 0.75), uniform(random, -0.15, 0.15)

    def lay(block: Block) -> Piece:
        return lapped(at_places(random, block, [(step * k, rise * k) for k in range(3)], 0.05))

    out = each_set(random, dealt, lay, 0.5, 0.9)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def sets_between_two_lines_held(random: Random, left: Counter[str]) -> Laid:
    """The hand lies in two lines; the exposed sets, a tile across in each, lie between them."""

    def parts_of(dealt: Dealt) -> Parts:
        parts = cut_up(random, codes_of(random, dealt), 2, 3)
        return [] if any(len(part) % 3 == 0 for part in parts) else parts  # no line of mere sets

    dealt, (one, two) = redealt(random, left, lambda: open_hand(random, left, 1, 2), parts_of)
    near, far = row(random, [block_of(two)]), row(random, [block_of(one)])
    blocks = sets_out(random, dealt)
    for block in blocks:
        block.sideways = int(random.integers(len(block.values)))
    out = row(random, blocks, gap=uniform(random, 0.4, 0.7))
    clear = uniform(random, 0.5, 0.9)
    out = put(random, out, near, "behind", clear, clear + 0.1, x=uniform(random, -0.6, 0.6))
    up = edges(out)[3] + clear + HIGH / 2
    far = moved(far, uniform(random, -0.6, 0.6), up)
    return finish(random, dealt, [*far, *near], out, ways=NOT_BEHIND)


@unusual
def sets_at_the_corners_of_the_row(random: Random, left: Counter[str]) -> Laid:
    """Each exposed set lies off another corner of the row, outside it and before or behind it."""
    dealt = any_hand(random, left, 2, 4)
    near = held_row(random, dealt)
    pieces, half = [near], edges(near)[1]
    corners = [(x, y) for x in (-1, 1) for y in (-1, 1)]
    for block, k in zip(sets_out(random, dealt), random.permutation(4), strict=False):
        line = moved(row(random, [block]), 0, 0, normal(random, 0.05))
        x = corners[k][0] * (half + edges(line)[1] + uniform(random, 0.1, 0.5))
        y = corners[k][1] * (HIGH + uniform(random, 0.1, 0.4))
        pieces.append(moved(line, x, y))
    return finish(random, dealt, *pieces, ways=("front", "behind"))


@unusual
def runs_as_posts_and_pungs_as_lines(random: Random, left: Counter[str]) -> Laid:
    """An exposed run lies as a column of upright tiles, a pung or kong as a line."""

    def parts_of(dealt: Dealt) -> Parts:
        kinds = {kind == "chow" for kind, _ in dealt.exposed}
        return [codes_of(random, dealt)] if len(kinds) == 2 else []

    dealt, (codes,) = redealt(random, left, lambda: open_hand(random, left, 2, 3), parts_of)
    near, gap = row(random, [block_of(codes)]), uniform(random, 0.02, 0.08)

    def lay(block: Block) -> Piece:
        if block.kind == "chow":
            return levelled(column(random, block, gap))
        return row(random, [block])

    out = each_set(random, dealt, lay, 0.4, 0.7)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def held_kong_backs_on_its_faces(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two tiles lie face up, two face down on the far halves of those."""

    def lay(block: Block) -> Piece:
        code, wide = block.values[0], uniform(random, 1.01, 1.05)
        block.shown = (code, code, BACK, BACK)
        x, y = uniform(random, -0.15, 0.15), HIGH * uniform(random, 0.5, 0.62)
        places = [(0, 0), (wide, 0), (x, y), (x + wide, y + uniform(random, -0.05, 0.05))]
        return on_top(at_places(random, block, places), 2, 3)

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def fourth_off_the_corner_of_its_pung(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of an exposed kong lies aslant against a corner of the other three."""

    def lay(block: Block) -> Piece:
        code, side, way = block.values[0], sign(random), sign(random)
        three = row(random, [block_of([code] * 3)])
        fourth = moved(row(random, [block_of([code])]), 0, 0, uniform(random, 0.5, 1.1))
        fourth = slid(fourth, three, (side * 0.75, way * 0.65), 0.05, x=side, y=way * HIGH / 2)
        return centred([(block, spots_in(three, fourth))])

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def kong_as_two_and_two(random: Random, left: Counter[str]) -> Laid:
    """The tiles of an exposed kong lie two and two, a slit between, not quite in one line."""

    def lay(block: Block) -> Piece:
        slit, up = uniform(random, 0.12, 0.25), uniform(random, -0.2, 0.2)
        return row(random, [block], gaps=[0.0, 0.0, slit, 0.0], ys=[0.0, 0.0, up, up])

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def flower_resting_on_a_set(random: Random, left: Counter[str]) -> Laid:
    """On the far halves of the tiles of an exposed set rests a flower, on another set the next."""
    bonus = int(random.integers(1, 4))
    dealt = hand(random, left, 1, 3, kongs=0, held_kongs=0, bonus=bonus)
    near = held_row(random, dealt)
    out = out_row(random, dealt, 0.4, 0.7)
    del dealt.bonus[len(out) :]
    out = put(random, out, near, one_of(random, "right", "left", "behind"), 0.7, 1.3)
    bloom: Piece = []
    for (_, spots), flower in zip(out, dealt.bonus, strict=False):
        across = random.random() < 0.5
        top = row(random, [block_of([flower])], lie=Lie(0.06, 0.0))
        top = moved(top, 0, 0, sign(random) * QUARTER * across)
        x = spots[1].x + (0.0 if across else 0.5 * sign(random)) + normal(random, 0.06)
        y = spots[1].y + HIGH * (
            uniform(random, 0.42, 0.55) if across else uniform(random, 0.5, 0.6)
        )
        bloom = [*bloom, *raised(moved(top, x, y), DEEP)]
    return with_bloom(bloom, near, out)


@unusual
def flowers_on_an_upturned_saucer(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie round on an upturned saucer beside the hand, heads all out or all in."""
    dealt, near = flowered(random, left, 2, 4)
    out = sets_at(random, dealt, near, "right", "left", "behind")
    count, start = len(dealt.bonus), uniform(random, -np.pi, np.pi)
    far = HIGH / 2 + 0.5 / float(np.tan(np.pi / count)) + uniform(random, 0.08, 0.25)
    inwards = np.pi * (random.random() < 0.4)
    spots = []
    for k, code in enumerate(dealt.bonus):
        at = start + 2 * np.pi * k / count
        x, y = far * float(np.cos(at)), far * float(np.sin(at))
        spots.append(Spot(code, code, x, y, at - QUARTER + inwards))
    bloom = level_at(centred([(block_of(dealt.bonus), spots)]), uniform(random, -0.3, 0.8))
    where, x = one_of(random, *NOT_BEHIND, "behind"), uniform(random, -3, 3)
    bloom = put(random, bloom, [*near, *out], where, 0.7, 1.3, x=x * (where in ("front", "behind")))
    return with_bloom(raised(bloom, uniform(random, 0.25, 0.6)), near, out)


@unusual
def flowers_at_the_corners_of_the_hand(random: Random, left: Counter[str]) -> Laid:
    """A flower lies off each of two to four corners of all that belongs to the hand."""
    dealt, near = flowered(random, left, 2, 4)
    out = sets_at(random, dealt, near, "right", "behind", "behind", "left")
    low, high, front, back = edges(near, out)
    corners = [(x, y) for x in (low - 0.5, high + 0.5) for y in (front, back)]
    bloom: Piece = []
    for flower, k in zip(dealt.bonus, random.permutation(4), strict=False):
        x, y = corners[k]
        x += (1 if x > 0 else -1) * uniform(random, 0.2, 0.6)
        y += (1 if y == back else -1) * uniform(random, 0.0, 0.6)
        tile = row(random, [block_of([flower])], lie=Lie(0.15, 0.0))
        bloom = [*bloom, *moved(tile, x, y)]
    return with_bloom(bloom, near, out)


@unusual
def winning_tile_on_a_matchbox(random: Random, left: Counter[str]) -> Laid:
    """The tile that won is shown on a matchbox or a purse before the row or at an end of it."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    low, high = edges(near)[:2]
    side = one_of(random, "front", "right", "left")
    x = uniform(random, low + 0.5, high - 0.5) * (side == "front")
    won = moved(won, 0, 0, normal(random, 0.15))
    won = raised(put(random, won, near, side, 0.4, 0.9, x=x), uniform(random, 0.4, 0.9))
    free = [where for where in ("right", "left") if where != side]
    return beside(
        random, dealt, [*near, *won], "behind", *free, low=1.0, high=1.6,
        around_it=("behind", *free),
    )  # fmt: skip


@unusual
def winning_tile_standing_in_its_place(random: Random, left: Counter[str]) -> Laid:
    """The row lies flat; the tile that won stands on edge amid it, in its place."""
    dealt = winner(random, left, 0, 3)
    codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
    won = int(random.integers(1, len(codes) - 1))
    slit = uniform(random, 0.02, 0.15)
    near = row(random, [block_of(codes)], gaps=[slit * (won <= k <= won + 1) for k in range(14)])
    stands = spots_in(near)[won]
    stands.standing, stands.y = True, uniform(random, -0.6, -0.1)
    return beside(random, dealt, near, "right", "left", "front", low=0.8, high=1.5)


@unusual
def winning_tile_slammed_down(random: Random, left: Counter[str]) -> Laid:
    """The tile that won was slammed down before or behind the row and lies there any way round."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    low, high = edges(near)[:2]
    side = one_of(random, "front", "front", "behind")
    won = moved(won, 0, 0, uniform(random, -np.pi, np.pi))
    won = put(random, won, near, side, 0.3, 1.3, x=uniform(random, low + 0.5, high - 0.5))
    free = ("right", "left", "behind" if side == "front" else "front")
    return beside(random, dealt, [*near, *won], *free, low=1.0, high=1.6, around_it=free)


_FRAMES = {
    14: (5, 2, 2, 5), 13: (5, 2, 2, 4), 11: (4, 2, 2, 3), 10: (4, 1, 1, 4), 8: (3, 1, 1, 3),
    7: (3, 1, 1, 2),
}  # fmt: skip
"""By the number of tiles held: how many lie at the far side, at each end and at the near side."""


@unusual
def hand_as_a_frame(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie upright as a frame about an empty middle, as round a score card."""
    dealt, parts = in_parts(random, left, _FRAMES, 2)
    far, end, near = len(parts[0]), len(parts[1]), len(parts[3])
    wide, tall = uniform(random, 1.02, 1.1), HIGH * uniform(random, 1.02, 1.08)
    aside = (far - near) * one_half(random)
    places = [(wide * k, tall * (end + 1)) for k in range(far)]
    places += [(wide * x, tall * (end - k)) for x in (0, far - 1) for k in range(end)]
    places += [(wide * (k + aside), 0.0) for k in range(near)]
    frame = at_places(random, block_of(flat_codes(parts)), places, 0.02)
    return beside(random, dealt, frame, "right", "left", "behind", "front", low=0.9, high=1.6)


def one_half(random: Random) -> float:
    """Nought, a half or one."""
    return int(random.integers(3)) / 2


@unusual
def half_the_row_head_to_foot(random: Random, left: Counter[str]) -> Laid:
    """Two people laid the row down from both sides of the table: one half of it is upside down."""
    dealt, parts = parted(random, left, 2, most=3)
    cut, first = len(parts[0]), random.random() < 0.5
    turns = [np.pi * ((k < cut) == first) for k in range(14)]
    near = row(random, [block_of(flat_codes(parts))], turns=turns)
    return beside(random, dealt, near, "right", "left", "behind", "front")


_DIAMONDS = {
    14: (2, 3, 4, 3, 2), 13: (1, 3, 5, 3, 1), 11: (3, 5, 3), 10: (1, 2, 4, 2, 1), 8: (2, 4, 2),
    7: (2, 3, 2),
}  # fmt: skip


@unusual
def hand_as_a_diamond(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held in lines that touch, longest in the middle, as a diamond."""
    dealt, parts = in_parts(random, left, _DIAMONDS, 2)
    near = piled(random, parts, 0.05)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.9, high=1.6)


@unusual
def hand_laid_beyond_its_wall(random: Random, left: Counter[str]) -> Laid:
    """The hand was laid open beyond what is left of its owner's wall, which lies before it."""
    dealt = open_hand(random, left, 0, 3)
    near = held_row(random, dealt)
    ways = ("right", "left", "behind")
    return beside(random, dealt, near, *ways, around_it=ways)


@unusual
def hand_in_a_clearing(random: Random, left: Counter[str]) -> Laid:
    """The discards were pushed back on all sides: the hand lies in a clearing amid them."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.5, high=0.9)


@unusual
def next_deal_already_taken(random: Random, left: Counter[str]) -> Laid:
    """The others have begun the next deal: their blocks of four, face down, lie about the hand."""
    dealt = open_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "behind", *NOT_BEHIND)


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "packing_up_already": 0.7, "opposite_hand_shown_too": 0.8, "hand_laid_beyond_its_wall": 0.7,
    "hand_in_a_clearing": 0.7, "next_deal_already_taken": 0.7,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""

SLANTS = {
    "photographed_from_the_chair": ((24.0, 34.0), (24.0, 34.0)),
    "hand_laid_beyond_its_wall": ((50.0, 84.0), (50.0, 84.0)),
}
"""From where the camera looks, and looks again, where a habit is seen its own way."""

ALONE = (
    "flowers_at_the_corners_of_the_hand", "half_the_row_squared_up",
    "sets_at_the_corners_of_the_row", "winning_tile_slammed_down",
)  # fmt: skip
"""Habits with such gaps that other tiles must keep farther off."""


def _packed(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """Lines of tiles that touch on all sides, each line face up or face down."""
    low, high, front, back = box
    lines, wide = int(random.integers(3, 6)), int(random.integers(5, 10))
    packed: Piece = []
    for k in range(lines):
        codes = [BACK] * wide if random.random() < 0.35 else taken(random, left, wide)
        line = row(random, [block_of(codes)], lie=Lie(0.004, 0.006))
        packed = [*packed, *moved(line, 0, k * (HIGH + 0.02))]
    packed = level_at(packed, 0.0)
    turn = QUARTER * int(random.integers(4)) + normal(random, 0.06)
    packed = moved(packed, 0, 0, turn)
    x0, x1, y0, _ = edges(packed)
    if random.random() < 0.4:
        x, y = uniform(random, -4, 4), back + uniform(random, 1.9, 3.0) - y0
    else:
        away = uniform(random, 1.9, 3.0)
        x = high + away - x0 if random.random() < 0.5 else low - away - x1
        y = front + uniform(random, 1.5, 5.0)
    return spots_in(moved(packed, x, y))


def _opposite(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """An open hand across the table, turned to its owner there."""
    other = other_hand(random, left)
    theirs = held_row(random, other, "sorted")
    theirs = [*theirs, *sets_at(random, other, theirs, "right", "left", "behind")]
    theirs = moved(theirs, 0, 0, np.pi + normal(random, 0.05))
    y = box[3] + uniform(random, 3.5, 8.0) - edges(theirs)[2]
    return spots_in(moved(theirs, uniform(random, -4, 4), y))


def _blocks_of_four(random: Random, box: Box) -> list[Spot]:
    """Two beside each other on two others, here and there about the hand."""
    low, high, front, back = box
    spots = []
    for _ in range(int(random.integers(10, 19))):
        x, y = uniform(random, low - 5, high + 5), uniform(random, front, back + 6)
        turn = QUARTER * int(random.integers(2)) + normal(random, 0.15)
        spots += spots_in(raised(moved(backs(random, 2), x, y, turn), DEEP))
    return spots


def whole_pieces(
    spots: Sequence[Spot], own: Sequence[Spot], clear: float, size: int
) -> list[Placed]:
    """Tiles that lie in pieces of so many, without the pieces that lie too near to the hand."""
    kept: list[Placed] = []
    for k in range(0, len(spots), size):
        piece = on_table(spots[k : k + size])
        there = [*own, *(as_spot(tile) for tile in kept)]
        kept += piece if len(not_too_near(piece, there, clear)) == size else []
    return kept


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    low, high, front, back = box
    if habit == "packing_up_already":
        return on_table(_packed(random, left, box)), 1.5
    if habit == "opposite_hand_shown_too":
        spots = _opposite(random, left, box)
        if random.random() < 0.5:
            side = sign(random)
            middle = (high + 5.0 if side > 0 else low - 5.0), back + 4.0
            codes = taken(random, left, int(random.integers(8, 25)))
            spots += heap(random, codes, middle, (3.0, 4.0))
        return on_table(spots), 1.9
    if habit == "hand_laid_beyond_its_wall":
        wall = raised(backs(random, int(random.integers(6, 16))), DEEP)
        y = front - HIGH / 2 - uniform(random, 0.9, 1.8)
        placed = on_table(spots_in(moved(wall, uniform(random, -2, 2), y)))
        placed += now_and_then_thrown(random, left, 0.7, back + 6.0)
        return placed, 0.7
    if habit == "hand_in_a_clearing":
        codes = taken(random, left, int(random.integers(50, 80)))
        middle, reach = ((low + high) / 2, (front + back) / 2 + 1.0), (high - low, back - front)
        spots = heap(random, codes, middle, (reach[0] / 2 + 5.5, reach[1] / 2 + 5.0))
        return on_table(spots), 2.0
    if habit == "next_deal_already_taken":
        return whole_pieces(_blocks_of_four(random, box), own, 1.3, 2), 1.2
    return None


scene = Scenes(
    HABITS,
    key=67867967,
    around=_around,
    alone=ALONE,
    clear=(1.7, 2.3),
    framed=FRAMED,
    slants=SLANTS,
).scene
