"""Forty more habits of laying a hand out, by somebody who had not seen how they are read.

They were written to judge the layout by; then they were looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from datasets.synth.habits.around import heap, taken
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import codes_of, flat_codes, pair_and_sets
from datasets.synth.habits.dealt import each_set, held_row, out_row, sets_out, won_apart
from datasets.synth.habits.flowers import done, flowered, with_bloom
from datasets.synth.habits.hands import any_hand, hand, open_hand, winner
from datasets.synth.habits.parts import Parts, cut_up, in_parts, parted, parted_where_won, redealt
from datasets.synth.habits.pieces import QUARTER, Box, Piece, centred, clash, edges, moved, spots_in
from datasets.synth.habits.places import lapped, level_at, levelled, one_by_one, put, raised
from datasets.synth.habits.rows import Lie, at_places, block_of, column, fan, row
from datasets.synth.habits.scenes import Habits, Others, Scenes, habit_of, on_table
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, set_down, sets_at, with_kong
from datasets.synth.tables import BACK, DEEP, HIGH, KINDS, Block, Dealt, Laid, Random, Spot

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Parts


def one_turned(
    random: Random, left: Counter[str], turn: Callable[[], float], low: float, high: float
) -> Laid:
    """A hand in whose exposed sets one tile each is turned so. low, high: between the sets."""
    dealt = open_hand(random, left, 1, 3)

    def lay(block: Block) -> Piece:
        count = len(block.values)
        called = int(random.integers(count))
        return row(random, [block], turns=[turn() * (k == called) for k in range(count)])

    out = each_set(random, dealt, lay, low, high)
    near = held_row(random, dealt)
    return set_down(random, dealt, near, out, "right", "right", "behind", "left", low=0.9, high=1.6)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def across_the_joint_of_two_tables(random: Random, left: Counter[str]) -> Laid:
    """Two card tables side by side were pushed: what lies right of their joint moved as a whole."""
    dealt, parts = parted(random, left, 4)
    near = row(random, [block_of(flat_codes(parts))])
    joint = spots_in(near)[len(parts[0])].x - 0.5
    ways = ("right", "left", "behind", "behind")
    laid = beside(random, dealt, near, *ways, low=1.2, high=1.8, gaps=(0.8, 1.1))
    spots, groups, _ = laid
    wide, by = uniform(random, 0.15, 0.35), sign(random) * uniform(random, 0.2, 0.6)
    askew, whole = normal(random, 0.015), {k: g.tiles for g in groups for k in g.tiles}
    middles = [float(np.mean([spots[m].x for m in whole.get(k, (k,))])) for k in range(len(spots))]
    for spot, middle in zip(spots, middles, strict=True):  # no set was laid across the joint
        if middle > joint:
            spot.y += by + askew * (spot.x - joint)
            spot.x += wide - askew * spot.y
            spot.turn += askew
    return laid


@usual
def cloth_pulled_askew(random: Random, left: Counter[str]) -> Laid:
    """Somebody's elbow pulled the cloth: the row and the sets behind it bulge together."""
    dealt = any_hand(random, left, 1, 2)
    near, ways = held_row(random, dealt), ("behind", "behind", "right", "left")
    laid = beside(random, dealt, near, *ways, low=0.5, high=1.1, gaps=(0.5, 0.8))
    much, wide = sign(random) * uniform(random, 0.5, 0.95), uniform(random, 4.5, 6.0)
    at = uniform(random, -3, 3)
    for spot in laid[0]:
        off = (spot.x - at) / wide
        bulge = much * float(np.exp(-(off**2)))
        spot.y += bulge
        spot.turn += float(np.arctan(-2 * off / wide * bulge))
        spot.x *= 1.07
    return laid


@usual
def sets_pushed_far_up_the_table(random: Random, left: Counter[str]) -> Laid:
    """Called sets were pushed well up the table, two or three heights beyond the row."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt, lie=Lie(0.02, 0.03))
    out = moved(out_row(random, dealt, 0.3, 0.8), 0, 0, normal(random, 0.05))
    out = put(random, out, near, "behind", 2.4, 4.2, x=uniform(random, -2, 2))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@usual
def sets_two_by_two_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """Two called sets go on at the end of the row, the third and the fourth above those."""
    dealt = any_hand(random, left, 3, 4)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    gap, edge = uniform(random, 0.3, 0.55), int(random.integers(2))
    line, over = row(random, blocks[:2], gap=gap), row(random, blocks[2:], gap=gap)
    x = edges(line)[edge] - edges(over)[edge] + normal(random, 0.1)
    both = [*line, *put(random, over, line, "behind", 0.1, 0.4, x=x)]
    out = put(random, both, near, one_of(random, "right", "right", "left"), 0.9, 1.6)
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@usual
def sets_dropped_as_they_came(random: Random, left: Counter[str]) -> Laid:
    """Each called set was dropped at the owner's right, a little askew, nothing in line there."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt, lie=Lie(0.02, 0.03))
    pieces, right = [near], edges(near)[1]
    for block in sets_out(random, dealt):
        line = moved(row(random, [block], lie=Lie(0.03, 0.03)), 0, 0, uniform(random, -0.4, 0.4))
        reach = 6.0
        while True:
            reach += 0.05
            x, y = right + uniform(random, 2.6, reach), uniform(random, -1.0, 4.5)
            there = spots_in(moved(line, x, y))
            others = [(each, 0.45 if k else 1.0) for k, p in enumerate(pieces) for each in p]
            if not any(clash(a, b, far) for (_, lain), far in others for b in lain for a in there):
                break
        pieces.append(moved(line, x, y))
    return finish(random, dealt, *pieces, ways=("left", "front"))


@usual
def sets_turned_to_the_others(random: Random, left: Counter[str]) -> Laid:
    """The called sets all lie upside down, for the others to read; the row faces its owner."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    out = moved(out_row(random, dealt, 0.3, 0.6), 0, 0, np.pi + normal(random, 0.03))
    return set_down(random, dealt, near, out, "behind", "behind", "right", "left")


@usual
def called_tile_half_turned(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set the tile that was called was put down carelessly, half across."""
    return one_turned(random, left, lambda: sign(random) * uniform(random, 0.35, 0.95), 0.7, 1.1)


@usual
def called_tile_first_in_its_run(random: Random, left: Counter[str]) -> Laid:
    """In an exposed run the tile that was called lies first, whatever its number: 5, 4, 6."""

    def parts_of(dealt: Dealt) -> Parts:
        run = any(kind == "chow" for kind, _ in dealt.exposed)
        return [codes_of(random, dealt)] if run else []

    dealt, (codes,) = redealt(random, left, lambda: open_hand(random, left, 1, 3), parts_of)
    near = row(random, [block_of(codes)])
    blocks = sets_out(random, dealt)
    values = [block.values for block in blocks]
    for block in blocks:
        if block.kind == "chow":
            one, two, three = block.values
            block.values = (two, one, three) if random.random() < 0.5 else (three, one, two)
            block.shown = block.values
    out = row(random, blocks, gap=uniform(random, 0.3, 0.6))
    for block, own in zip(blocks, values, strict=True):
        block.values = own
    return set_down(random, dealt, near, out, "right", "right", "behind", "left")


@usual
def fourth_added_askew_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of an exposed kong, added later, lies askew and a slit away at an end."""

    def lay(block: Block) -> Piece:
        turn, last = sign(random) * uniform(random, 0.15, 0.6), int(random.choice([0, 3, 3]))
        own = [k == last for k in range(4)]
        off, slit = uniform(random, -0.3, 0.3), uniform(random, 0.02, 0.2)
        return row(
            random, [block], turns=[turn * k for k in own], ys=[off * k for k in own],
            gaps=[slit * (k == max(last, 1)) for k in range(4)],
        )  # fmt: skip

    return with_kong(random, left, False, lay, "right", "right", "left", "behind")


@usual
def held_kong_within_the_row(random: Random, left: Counter[str]) -> Laid:
    """A kong never called lies amid the tiles held, touching them, its end tiles face down."""
    dealt, (one, two) = redealt(
        random,
        left,
        lambda: hand(random, left, 1, 3, down=1, held_kongs=0, bonus=some(random)),
        lambda dealt: cut_up(random, codes_of(random, dealt), 2, 2),
    )
    blocks = sets_out(random, dealt)
    kongs = [block for block in blocks if block.concealed]
    near = row(random, [block_of(one), *kongs, block_of(two)])
    others = [block for block in blocks if not block.concealed]
    if not others:
        return finish(random, dealt, near)
    out = row(random, others, gap=uniform(random, 0.3, 0.6))
    return set_down(random, dealt, near, out, "right", "right", "left", "behind")


@usual
def held_kong_one_half_down(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two tiles beside each other lie face up, the next two face down."""

    def lay(block: Block) -> Piece:
        faces = block.values[:2]
        backs = (BACK, BACK)
        block.shown = (*faces, *backs) if random.random() < 0.6 else (*backs, *faces)
        return row(random, [block])

    return with_kong(random, left, True, lay, "right", "left", "behind", "front")


@usual
def flowers_still_among_the_held_tiles(random: Random, left: Counter[str]) -> Laid:
    """A beginner never took the flowers out: they stand somewhere in the row."""
    dealt = hand(random, left, 0, 3, bonus=int(random.integers(1, 4)))
    codes = list(codes_of(random, dealt))
    for flower in dealt.bonus:
        codes.insert(int(random.integers(1, len(codes))), flower)
    whole = row(random, [block_of(codes)], lie=Lie(0.02, 0.02))
    held = [spot for spot in spots_in(whole) if spot.value in KINDS]
    at = [spot for spot in spots_in(whole) if spot.value not in KINDS]
    out = sets_at(random, dealt, whole, "right", "right", "left", "behind")
    near: Piece = [(block_of([spot.value for spot in held]), held)]
    return done(near, out, bonus=[spot.value for spot in at], at=at)


@usual
def flowers_in_the_lane_before_the_sets(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie in the lane between the row and the exposed sets behind it."""
    dealt = hand(random, left, 1, 3, bonus=int(random.integers(1, 4)))
    near, out = held_row(random, dealt), out_row(random, dealt, 0.3, 0.6)
    out = moved(out, uniform(random, -1, 1), 0)
    low, high = (max(edges(near)[0], edges(out)[0]), min(edges(near)[1], edges(out)[1]))
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.03, 0.04, uniform(random, 0, 0.15)))
    bloom = moved(bloom, uniform(random, low + 0.5, high - 0.5), HIGH + uniform(random, 0.3, 0.6))
    out = moved(out, 0, edges(bloom)[3] + uniform(random, 0.3, 0.6) - edges(out)[2])
    return with_bloom(bloom, near, out)


@usual
def flowers_as_a_square(random: Random, left: Counter[str]) -> Laid:
    """Three or four flowers were set down as a small square at one end of the hand or behind."""
    dealt, near = flowered(random, left, 3, 4)
    out = sets_at(random, dealt, near, *NOT_BEHIND)
    wide, tall = uniform(random, 1.02, 1.12), HIGH * uniform(random, 1.02, 1.1)
    places = [(wide * (k % 2), -tall * (k // 2)) for k in range(len(dealt.bonus))]
    bloom = levelled(at_places(random, block_of(dealt.bonus), places, 0.04))
    where, x = one_of(random, "left", "right", "behind"), uniform(random, -5, 5)
    bloom = put(random, bloom, [*near, *out], where, 0.6, 1.2, x=x * (where == "behind"))
    return with_bloom(bloom, near, out)


@usual
def winning_tile_stood_up_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The row lies flat; the tile that won stands on edge at its end for all to see."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    side, other = an_end(random, 0.7)
    won = moved(won, 0, 0, normal(random, 0.1))
    won = put(random, won, near, side, 0.2, 0.6, y=uniform(random, -0.5, 0.2))
    spots_in(won)[0].standing = True
    return beside(random, dealt, [*near, *won], other, "front", "behind", low=0.9, high=1.5)


@usual
def winning_tile_across_beyond_the_row(random: Random, left: Counter[str]) -> Laid:
    """The tile that won lies across just beyond the row."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    low, high = edges(near)[:2]
    won = moved(won, 0, 0, sign(random) * QUARTER + normal(random, 0.06))
    won = put(random, won, near, "behind", 0.02, 0.2, x=uniform(random, low + 0.5, high - 0.5))
    return beside(random, dealt, [*near, *won], *NOT_BEHIND, low=0.9, around_it=NOT_BEHIND)


@usual
def pair_crowning_the_row(random: Random, left: Counter[str]) -> Laid:
    """The sets held lie in a row, the pair by itself just beyond their middle or an end of them."""
    dealt = winner(random, left, 0, 2)
    pair, rest = pair_and_sets(random, dealt)
    near = row(random, [block_of(rest)])
    x = (edges(near)[1] - 1.0) * float(random.choice([0, 0, -1, 1])) + normal(random, 0.2)
    eyes = put(random, row(random, [block_of(pair)]), near, "behind", 0.02, 0.25, x=x)
    return beside(random, dealt, [*near, *eyes], *NOT_BEHIND, low=0.9, around_it=NOT_BEHIND)


@usual
def by_the_kong_box(random: Random, left: Counter[str]) -> Laid:
    """What is left of the wall stands at the side or behind, one or two tiles lifted on top."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "behind", *NOT_BEHIND)


@usual
def discards_swept_to_the_side(random: Random, left: Counter[str]) -> Laid:
    """Somebody swept the discards into a heap at the hand's right or left."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "behind", *NOT_BEHIND)


@usual
def others_already_washing(random: Random, left: Counter[str]) -> Laid:
    """The others wash already: behind the winner's hand lie faces and backs pell-mell."""
    dealt = hand(random, left, 0, 3, win=0.9, bonus=some(random))
    return beside(random, dealt, held_row(random, dealt), "behind", *NOT_BEHIND)


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def held_tiles_lying_end_to_end(random: Random, left: Counter[str]) -> Laid:
    """Along a shelf the tiles held lie on their sides, one after the other as dominoes."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    near = row(random, [block_of(codes)], turns=[sign(random) * QUARTER] * len(codes))
    return beside(random, dealt, near, "behind", "front", "right", low=0.8, high=1.5)


_COURSES = {
    14: (5, 4, 5), 13: (4, 5, 4), 11: (4, 3, 4), 10: (3, 4, 3), 8: (3, 2, 3), 7: (2, 3, 2),
}  # fmt: skip


@unusual
def hand_as_a_brick_wall(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as bricks, on their sides, in three courses."""
    dealt, parts = in_parts(random, left, _COURSES, 2)
    turn, near = sign(random) * QUARTER, Piece()
    for part in parts:
        course = row(random, [block_of(part)], turns=[turn] * len(part))
        course = moved(course, normal(random, 0.05), 0)
        near = [*near, *(put(random, course, near, "front", 0.01, 0.08) if near else course)]
    near = level_at(near, 0.0)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.9, high=1.6)


@unusual
def hand_as_a_chequered_field(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie as the white squares of a chessboard, three deep, with holes between."""
    dealt = any_hand(random, left, 0, 2)
    block = block_of(codes_of(random, dealt))
    wide, tall = uniform(random, 1.02, 1.15), HIGH * uniform(random, 1.02, 1.1)
    odd = int(random.integers(2))
    field = [(x, y) for x in range(12) for y in range(3) if (x + y) % 2 == odd]
    places = [(wide * x, -tall * y) for x, y in field[: len(block.values)]]
    near = at_places(random, block, places)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=1.2, high=1.9)


@unusual
def hand_on_two_steps(random: Random, left: Counter[str]) -> Laid:
    """The hand lies in two lines, the farther one on a thin book or a rack's foot, as on stairs."""
    dealt, parts = parted(random, left, 3)
    far, near = (row(random, [block_of(part)]) for part in parts)
    far = put(random, far, near, "behind", 0.1, 0.4, x=uniform(random, -1, 1))
    far = raised(far, uniform(random, 0.4, 1.1))
    return beside(random, dealt, [*near, *far], *NOT_BEHIND, low=1.0, around_it=NOT_BEHIND)


@unusual
def row_on_the_diagonal(random: Random, left: Counter[str]) -> Laid:
    """On a small table the row lies along the diagonal, the sets straight in a corner beside it."""
    dealt = any_hand(random, left, 0, 3)
    side = sign(random)
    near = moved(held_row(random, dealt), 0, 0, side * uniform(random, 0.5, 0.85))
    if not sets_out(random, dealt):
        return finish(random, dealt, near)
    out, back = out_row(random, dealt, 0.3, 0.6), random.random() < 0.6
    x = (-side if back else side) * uniform(random, 1.5, 4.0)
    out = put(random, out, near, "behind" if back else "front", 0.8, 1.4, x=x)
    return finish(random, dealt, near, out)


@unusual
def along_a_round_table(random: Random, left: Counter[str]) -> Laid:
    """At a round table the row and, at one end or both, the sets follow the edge in one bow."""
    dealt = any_hand(random, left, 1, 3)
    blocks = sets_out(random, dealt)
    room = Block((BACK,), (BACK,), 0.0)
    cut = int(random.choice([0, 0, len(blocks), len(blocks) // 2]))
    line = [block_of(codes_of(random, dealt))]
    line = [*blocks[:cut], room, *line, room, *blocks[cut:]]
    bow = fan(random, line, uniform(random, 11, 16), -1, uniform(random, 0.25, 0.5))
    pieces: list[Piece] = [[part] for part in bow if part[0] is not room]
    return finish(random, dealt, *pieces, ways=("behind", "front"))


@unusual
def sets_in_one_long_column(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets go away from the owner as one column of upright tiles, with gaps."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    gap = uniform(random, 0.02, 0.08)
    posts = [column(random, block, gap) for block in sets_out(random, dealt)]
    out = levelled(one_by_one(random, posts, 0.45, 0.75, (0, 1)))
    out = moved(out, 0, 0, normal(random, 0.02))
    out = put(random, out, near, one_of(random, "left", "right"), 0.8, 1.5)
    return finish(random, dealt, near, out, ways=("front", "behind"))


@unusual
def sets_as_sunrays(random: Random, left: Counter[str]) -> Laid:
    """Behind the row the exposed sets spread out as rays, each a column or a line."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    blocks, lines = sets_out(random, dealt), random.random() < 0.5
    step, turn = uniform(random, 0.45, 0.7), sign(random) * QUARTER
    inner = (HIGH if lines else 1.0) / 2 / float(np.tan(step / 2)) + uniform(random, 0.3, 0.6)
    out: Piece = []
    for k, block in enumerate(blocks):
        ray = moved(row(random, [block]), 0, 0, turn) if lines else column(random, block)
        ray = moved(ray, 0, inner - edges(ray)[2])
        out = [*out, *moved(ray, 0, 0, (k - (len(blocks) - 1) / 2) * step)]
    out = put(random, centred(out), near, "behind", 0.6, 1.2, x=uniform(random, -2, 2))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@unusual
def sets_as_a_gable(random: Random, left: Counter[str]) -> Laid:
    """Behind the row the exposed sets lie as a gable over it, slanting up from both sides."""
    dealt = any_hand(random, left, 2, 4)
    near = held_row(random, dealt)
    blocks, turn = sets_out(random, dealt), uniform(random, 0.25, 0.5)
    half, gap = len(blocks) // 2, uniform(random, 0.3, 0.5)
    roof: Piece = []
    for part, way in ((blocks[:half], 1), (blocks[half:], -1)):
        line = moved(row(random, part, gap=gap), 0, 0, way * turn)
        line = moved(line, 0, -edges(line)[3])
        roof = [*roof, *(put(random, line, roof, "right", 0.35, 0.6) if roof else line)]
    x = uniform(random, -1, 1)
    out = put(random, centred(roof), near, "behind", 0.5, 1.0, x=x)
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@unusual
def whole_hand_stood_up(random: Random, left: Counter[str]) -> Laid:
    """All was stood up on edge in one line, the exposed sets well away from the tiles held."""
    dealt = open_hand(random, left, 0, 3)
    near = held_row(random, dealt)
    pieces = [near]
    if sets_out(random, dealt):
        out = out_row(random, dealt, 0.5, 0.8)
        where = one_of(random, "right", "right", "left")
        pieces.append(put(random, out, near, where, 1.4, 2.2, y=uniform(random, -0.2, 0.2)))
    for spot in spots_in(*pieces):
        spot.standing = True
    return finish(random, dealt, *pieces, ways=("front",))


@unusual
def called_tile_upside_down(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set the tile that was called lies head to foot."""
    return one_turned(random, left, lambda: np.pi, 0.3, 0.6)


@unusual
def winning_tile_shown_before_its_hole(random: Random, left: Counter[str]) -> Laid:
    """The tile that won was taken out of the row to be shown: it lies well before its hole."""
    dealt, (one, won, two) = parted_where_won(random, left, 2)
    near = row(random, [block_of(one), block_of(two)], gap=uniform(random, 1.0, 1.15))
    hole, down = spots_in(near)[len(one)].x - 1.05, HIGH + uniform(random, 0.25, 0.9)
    single = moved(row(random, [block_of(won)], lie=Lie(0.06, 0.0)), hole, -down)
    ways = ("behind", "right", "left")
    return beside(random, dealt, [*near, *single], *ways, low=1.6, high=2.3, around_it=ways)


@unusual
def held_kong_as_a_post(random: Random, left: Counter[str]) -> Laid:
    """A kong never called lies as a column of upright tiles, the first and the last face down."""

    def lay(block: Block) -> Piece:
        return levelled(column(random, block, uniform(random, 0.01, 0.07)))

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def held_kong_with_its_backs_across(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called the two tiles that lie face down lie across, the others upright."""
    ends, down = random.random() < 0.6, (HIGH - 1) / 2 * int(random.integers(-1, 1))

    def lay(block: Block) -> Piece:
        code = block.values[0]
        block.shown = (BACK, code, code, BACK) if ends else (code, BACK, BACK, code)
        across = [shown == BACK for shown in block.shown]
        turn = sign(random) * QUARTER
        return row(
            random, [block], turns=[turn * each for each in across],
            ys=[down * each for each in across],
        )  # fmt: skip

    return with_kong(random, left, True, lay, "right", "left", "behind", "front")


@unusual
def kong_as_a_lozenge(random: Random, left: Counter[str]) -> Laid:
    """Of an exposed kong two tiles lie one above the other, one at each side of where they meet."""

    def lay(block: Block) -> Piece:
        wide, tall = uniform(random, 1.01, 1.06), HIGH / 2 * uniform(random, 1.01, 1.06)
        return at_places(random, block, [(0, tall), (-wide, 0), (wide, 0), (0, -tall)])

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def flower_crowning_each_set(random: Random, left: Counter[str]) -> Laid:
    """Just beyond the middle of each exposed set lies a flower, as long as there are flowers."""
    dealt, near = flowered(random, left, 1, 3, out=1)
    out = out_row(random, dealt, 0.4, 0.7)
    del dealt.bonus[len(out) :]
    where = one_of(random, "right", "left", "behind", "behind")
    out = put(random, out, near, where, 0.7, 1.3, x=uniform(random, -2, 2) * (where == "behind"))
    bloom: Piece = []
    for part, flower in zip(out, dealt.bonus, strict=False):
        low, high, _, back = edges([part])
        crown = row(random, [block_of([flower])], lie=Lie(0.05, 0.0))
        y = back + HIGH / 2 + uniform(random, 0.05, 0.2)
        bloom = [*bloom, *moved(crown, (low + high) / 2 + normal(random, 0.08), y)]
    return with_bloom(bloom, near, out)


@unusual
def flowers_overlapping_like_cards(random: Random, left: Counter[str]) -> Laid:
    """Two or three flowers lie like cards, each half on the one before it."""
    dealt, near = flowered(random, left, 2, 3)
    out = sets_at(random, dealt, near, "right", "left", "behind")
    step, rise = uniform(random, 0.55, 0.75), uniform(random, -0.15, 0.15)
    places = [(step * k, rise * k) for k in range(len(dealt.bonus))]
    bloom = lapped(at_places(random, block_of(dealt.bonus), places, 0.08))
    bloom = put(random, bloom, [*near, *out], one_of(random, *NOT_BEHIND), 0.7, 1.3)
    return with_bloom(bloom, near, out)


@unusual
def hand_as_a_snail(random: Random, left: Counter[str]) -> Laid:
    """A child coils the tiles held up like a snail's shell, their heads outwards or inwards."""
    dealt = any_hand(random, left, 0, 1)
    block = block_of(codes_of(random, dealt))
    angle, way, start = 0.0, sign(random), uniform(random, -np.pi, np.pi)
    inwards, wind = np.pi * (random.random() < 0.4), HIGH + uniform(random, 0.2, 0.35)
    least, spots = uniform(random, 1.3, 1.5), []
    for code in block.values:
        far, at = least + wind * angle / (2 * np.pi), start + way * angle
        x, y = far * float(np.cos(at)), far * float(np.sin(at))
        spots.append(Spot(code, code, x, y, at - QUARTER + inwards))
        angle += 2 * float(np.arctan(0.5 / (far - HIGH / 2))) + 0.05 / far
    near = level_at(centred([(block, spots)]), 0.0)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@unusual
def sets_as_bridges(random: Random, left: Counter[str]) -> Laid:
    """An exposed set is two tiles a little apart and a third across on top of their far halves."""
    dealt = hand(random, left, 1, 3, kongs=0, held_kongs=0, bonus=some(random))
    near = held_row(random, dealt)

    def lay(block: Block) -> Piece:
        apart = uniform(random, 0.1, 0.4)
        y = HIGH / 2 - uniform(random, 0.1, 0.25)
        piece = at_places(random, block, [(-0.5 - apart / 2, 0), (0.5 + apart / 2, 0), (0, y)])
        top = spots_in(piece)[2]
        top.turn, top.lifted = sign(random) * QUARTER + normal(random, 0.05), DEEP
        return piece

    out = each_set(random, dealt, lay, 0.5, 0.9)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.9, high=1.5)


@unusual
def wide_grid_for_weak_eyes(random: Random, left: Counter[str]) -> Laid:
    """Every tile held lies by itself in a loose grid of two lines; those of a set touch."""
    dealt = any_hand(random, left, 0, 2)
    block = block_of(codes_of(random, dealt))
    half = (len(block.values) + 1) // 2
    wide, tall = uniform(random, 1.3, 1.5), HIGH + uniform(random, 0.3, 0.5)
    places = [(wide * (k % half), -tall * (k // half)) for k in range(len(block.values))]
    near = at_places(random, block, places, 0.03)
    return beside(random, dealt, near, "right", "left", "behind", low=1.3, high=1.9)


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {"by_the_kong_box": 0.7, "discards_swept_to_the_side": 0.7, "others_already_washing": 0.5}
"""Chance that the picture takes in what lies about the hand too."""

ALONE = (
    "across_the_joint_of_two_tables", "sets_dropped_as_they_came", "sets_pushed_far_up_the_table",
    "hand_as_a_chequered_field", "winning_tile_shown_before_its_hole", "wide_grid_for_weak_eyes",
)  # fmt: skip
"""Habits with such gaps that other tiles must keep farther off."""


def _kong_box(random: Random, box: Box) -> list[Spot]:
    """Seven stacks of two; near an end one or two are a tile higher."""
    low, high, front, back = box
    side, turn = sign(random), normal(random, 0.04)
    x, y = uniform(random, -4, 4), back + HIGH / 2 + uniform(random, 1.3, 2.2)
    if random.random() < 0.65:
        away = HIGH / 2 + uniform(random, 1.4, 2.4)
        x, y = (high + away if side > 0 else low - away), front + uniform(random, 3.0, 5.0)
        turn += QUARTER
    stacks = raised(moved(row(random, [block_of([BACK] * 7)]), x, y, turn), DEEP)
    for spot in spots_in(stacks)[1 : 2 + int(random.integers(2))]:
        spot.lifted = 2 * DEEP
    return spots_in(stacks)


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    low, high, front, back = box
    if habit == "by_the_kong_box":
        spots = _kong_box(random, box)
        if random.random() < 0.5:
            codes = taken(random, left, int(random.integers(8, 30)))
            spots += heap(random, codes, (0.0, back + 8.5), (8.0, 4.0))
        return on_table(spots), 1.0
    if habit == "discards_swept_to_the_side":
        codes = taken(random, left, int(random.integers(12, 40)))
        wide, side = uniform(random, 2.5, 3.5), sign(random)
        x = high + wide + 2.4 if side > 0 else low - wide - 2.4
        middle = x, front + uniform(random, 1.0, 4.0)
        return on_table(heap(random, codes, middle, (wide, uniform(random, 2.5, 4.0)))), 1.6
    if habit == "others_already_washing":
        codes = taken(random, left, int(random.integers(24, 56)))
        codes = [BACK if random.random() < 0.5 else code for code in codes]
        tall = uniform(random, 2.5, 4.0)
        middle = uniform(random, -3, 3), back + tall + 2.5
        return on_table(heap(random, codes, middle, (uniform(random, 6, 10), tall))), 1.8
    return None


scene = Scenes(
    HABITS, key=49979687, around=_around, alone=ALONE, clear=(1.7, 2.2), framed=FRAMED
).scene
