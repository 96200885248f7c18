"""Forty more habits of laying a hand out, by somebody who had not seen how they are read.

They were written to judge the layout by; then it was made better with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.around import backs, now_and_then_thrown, other_sets
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import HEADS, codes_of, is_set, sorted_codes
from datasets.synth.habits.dealt import held_row, out_row, sets_out, won_apart
from datasets.synth.habits.flowers import done, flowered, flowers_by
from datasets.synth.habits.hands import any_hand, hand, open_hand, wait_in, winner
from datasets.synth.habits.parts import Parts, cut_by, in_parts, parted, redealt
from datasets.synth.habits.pieces import (
    QUARTER,
    Piece,
    box_of,
    centred,
    clash,
    edges,
    flat,
    moved,
    spots_in,
)
from datasets.synth.habits.places import level_at, levelled, one_by_one, put, raised, slid, stood_up
from datasets.synth.habits.rows import Lie, block_of, chain, column, row
from datasets.synth.habits.scenes import (
    Habits,
    as_spot,
    drawn_until_seen,
    habit_of,
    laid_by,
    not_too_near,
    on_table,
    stood,
)
from datasets.synth.habits.sides import beside, finish, with_kong
from datasets.synth.tables import (
    BACK,
    DEEP,
    HIGH,
    VIEWS,
    Block,
    Dealt,
    Laid,
    LayoutScene,
    Placed,
    Random,
    Spot,
    bonus_tiles,
    discards,
    hidden,
    seen_by,
    surroundings,
)

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def hole_left_for_the_missing_tile(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the row has a hole where the tile that did not come would have stood."""
    start = left.copy()
    while True:
        left.clear()
        left.update(start)
        dealt = winner(random, left, 0, 3)
        codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
        hole = int(random.integers(2, len(codes) - 2))
        parts = codes[:hole], codes[hole + 1 :]
        if not any(is_set(part) for part in parts):
            break
    left.update([codes[hole]])
    near = row(random, [block_of(part) for part in parts], gap=uniform(random, 0.7, 1.1))
    return beside(random, dealt, near, "right", "right", "left", "behind", low=1.4, high=2.2)


@usual
def waiting_tiles_pushed_forward(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the one or two tiles that wait are pushed out of the row, to show for what."""
    dealt, codes, first, last = wait_in(random, left, 0, 2)
    up = HIGH * uniform(random, 0.35, 1.15) * (1 if random.random() < 0.75 else -1)
    ys = [up * (first <= k < last) for k in range(len(codes))]
    near = row(random, [block_of(codes)], ys=ys)
    where = ("right", "right", "left", "front" if up > 0 else "behind")
    return beside(random, dealt, near, *where, low=1.0, high=1.8)


@usual
def stretch_shoved_by_the_score_book(random: Random, left: Counter[str]) -> Laid:
    """The score book came down against the row: some tiles beside each other are shoved out of
    line together, as one stiff piece."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt)
        count = int(random.integers(2, min(6, len(codes) - 3) + 1))
        first = int(random.integers(len(codes) - count + 1))
        return [codes[:first], codes[first : first + count], codes[first + count :]]

    dealt, parts = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    codes = [code for part in parts for code in part]
    first, count = len(parts[0]), len(parts[1])
    by, turn = sign(random) * uniform(random, 0.2, 0.55), uniform(random, -0.12, 0.12)
    inside = [first <= k < first + count for k in range(len(codes))]
    ys = [
        (by + turn * (k - first - (count - 1) / 2)) * moved_out
        for k, moved_out in enumerate(inside)
    ]
    near = row(random, [block_of(codes)], ys=ys, turns=[turn * each for each in inside])
    return beside(random, dealt, near, "right", "left", "behind", low=1.0, high=1.7)


@usual
def row_leaning_like_books(random: Random, left: Counter[str]) -> Laid:
    """The line is straight, but its tiles lean all one way like books on a shelf; those at one end
    may stand straight."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    lean = sign(random) * uniform(random, 0.15, 0.45)
    straight = int(random.integers(0, len(codes) // 2 + 1)) if random.random() < 0.5 else 0
    turns = [lean * (k >= straight) for k in range(len(codes))]
    if random.random() < 0.5:
        turns = turns[::-1]
    near = row(random, [block_of(codes)], turns=turns, lie=Lie(0.03, 0.03))
    return beside(random, dealt, near, "right", "left", "behind", "behind")


@usual
def sets_like_parked_cars(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets stand aslant beside each other, all turned alike, as cars by a kerb."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    turn = sign(random) * uniform(random, 0.3, 0.75)
    cars = [
        levelled(moved(row(random, [block]), 0, 0, turn + normal(random, 0.04)))
        for block in sets_out(random, dealt)
    ]
    out = one_by_one(random, cars, 0.25, 0.6)
    where = one_of(random, "right", "behind", "behind", "left")
    x = uniform(random, -2, 2) * (where == "behind")
    return finish(random, dealt, near, put(random, out, near, where, 0.5, 1.1, x=x))


@usual
def called_tile_not_quite_joined(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set the tile that was called was set down last, a slit away and a little
    crooked."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    pieces = []
    for block in sets_out(random, dealt):
        count = len(block.values)
        called = int(random.choice([0, count - 1, count - 1]))
        slit = uniform(random, 0.1, 0.28)
        at = 1 if called == 0 else called
        pieces.append(
            row(
                random,
                [block],
                gaps=[slit * (k == at) for k in range(count)],
                ys=[uniform(random, -0.15, 0.15) * (k == called) for k in range(count)],
                turns=[normal(random, 0.1) * (k == called) for k in range(count)],
            )
        )
    out = one_by_one(random, pieces, 0.75, 1.15)
    where = one_of(random, "right", "behind", "behind", "left")
    return finish(random, dealt, near, put(random, out, near, where, 0.9, 1.6))


@usual
def one_set_knocked_about(random: Random, left: Counter[str]) -> Laid:
    """A sleeve caught one of the exposed sets: its tiles lie loosely, each as it stopped."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    caught = int(random.integers(len(blocks)))
    pieces = []
    for k, block in enumerate(blocks):
        if k != caught:
            pieces.append(row(random, [block]))
            continue
        lie = Lie(uniform(random, 0.15, 0.35), uniform(random, 0.1, 0.3), uniform(random, 0, 0.15))
        pieces.append(moved(row(random, [block], lie=lie), 0, 0, uniform(random, -0.4, 0.4)))
    out = one_by_one(random, pieces, 0.7, 1.1)
    where = one_of(random, "right", "behind", "behind", "left")
    return finish(random, dealt, near, put(random, out, near, where, 0.7, 1.4))


@usual
def some_tiles_slipped_out(random: Random, left: Counter[str]) -> Laid:
    """Laying the row down, two or three tiles slipped out of it and lie crooked before or behind
    their empty place."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt)
        count = int(random.integers(2, 4))
        first = int(random.integers(1, len(codes) - count))
        return [codes[:first], codes[first : first + count], codes[first + count :]]

    dealt, parts = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    near = row(random, [block_of([code for part in parts for code in part])])
    spots = spots_in(near)
    first, count, way = len(parts[0]), len(parts[1]), -1 if random.random() < 0.7 else 1
    out = spots[first : first + count]
    rest = [spot for spot in spots if not any(spot is each for each in out)]
    home = [(spot.x, spot.y) for spot in out]
    while True:
        for spot, (x, y) in zip(out, home, strict=True):
            spot.x = x + normal(random, 0.2)
            spot.y = y + way * HIGH * uniform(random, 0.7, 1.35)
            spot.turn = uniform(random, -0.55, 0.55)
        if not any(
            clash(spot, each, 0.02) for k, spot in enumerate(out) for each in [*rest, *out[:k]]
        ):
            break
    return beside(
        random, dealt, near, "right", "left", "behind" if way < 0 else "front", low=0.9, high=1.6
    )


@usual
def winning_tile_wedged_in_askew(random: Random, left: Counter[str]) -> Laid:
    """The tile that won was pushed into its place in the row in a hurry and is stuck there askew,
    its neighbours forced apart."""
    dealt = winner(random, left, 0, 3)
    codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
    won = int(random.integers(1, len(codes) - 1))
    turn, up = sign(random) * uniform(random, 0.25, 0.65), uniform(random, -0.1, 0.4)
    turns = [turn * (k == won) for k in range(len(codes))]
    for k in (won - 1, won + 1):
        turns[k] = turn * uniform(random, 0.0, 0.25)
    ys = [up * (k == won) for k in range(len(codes))]
    near = row(random, [block_of(codes)], turns=turns, ys=ys)
    return beside(random, dealt, near, "right", "left", "behind")


@usual
def glass_between_the_halves(random: Random, left: Counter[str]) -> Laid:
    """A glass was set down in the middle: the hand's halves lie left and right of it, not quite in
    line; the sets behind or before."""
    dealt, parts = parted(random, left, 3)
    halves = [moved(row(random, [block_of(part)]), 0, 0, normal(random, 0.06)) for part in parts]
    halves[1] = moved(halves[1], 0, uniform(random, -0.4, 0.4))
    near = one_by_one(random, halves, 1.8, 3.2)
    return beside(
        random, dealt, near, "behind", "behind", "front", low=0.8, high=1.6,
        around_it=("left", "right", "front"),
    )  # fmt: skip


@usual
def sorted_from_the_right(random: Random, left: Counter[str]) -> Laid:
    """Somebody who reads from right to left: the tiles run from the right, runs too (3, 2, 1);
    the sets at the left or behind."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt, one_of(random, "sorted", "sorted", "sets"))[::-1]
    near = row(random, [block_of(codes)], lie=Lie(0.015, 0.02))
    blocks = sets_out(random, dealt)
    if not blocks:
        return finish(random, dealt, near)
    values = [block.values for block in blocks]
    for block in blocks:
        block.values, block.shown = block.values[::-1], block.shown[::-1]
    out = row(random, blocks, gap=uniform(random, 0.25, 0.5))
    for block, own in zip(blocks, values, strict=True):
        block.values = own
    where = one_of(random, "left", "left", "behind")
    return finish(random, dealt, near, put(random, out, near, where, 0.6, 1.3))


@usual
def three_lines_flush(random: Random, left: Counter[str]) -> Laid:
    """A tidy player: the hand, behind it the sets, behind them the flowers, three lines that all
    begin (or end) at the same edge."""
    dealt, near = flowered(random, left, 1, 4, out=1)
    out = out_row(random, dealt, 0.25, 0.5)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(spread=uniform(random, 0.0, 0.1)))
    side = 0 if random.random() < 0.7 else 1
    lines: Piece = near
    placed = []
    for line in (out, bloom):
        x = edges(near)[side] - edges(line)[side] + normal(random, 0.08)
        line = put(random, line, lines, "behind", 0.2, 0.5, x=x)
        lines = [*lines, *line]
        placed.append(line)
    bonus, at = flowers_by(placed[1])
    return done(near, placed[0], bonus=bonus, at=at)


@usual
def on_a_narrow_tray(random: Random, left: Counter[str]) -> Laid:
    """A tea tray for a table: the hand in short lines close to each other, each exposed set in a
    line of its own beyond."""
    sizes = {14: (5, 5, 4), 13: (5, 4, 4), 11: (6, 5), 10: (5, 5), 8: (4, 4), 7: (4, 3)}

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt)
        return cut_by(codes, random.permutation(sizes[len(codes)]).tolist())

    dealt, parts = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    near: Piece = []
    gap, flush = uniform(random, 0.02, 0.15), random.random() < 0.5
    for part in parts:  # the first on top
        line = row(random, [block_of(part)])
        x = normal(random, 0.08) + (-edges(line)[0] - 2.5 if flush else 0.0)
        near = [*near, *slid(line, near, (0, -1), gap, x=x)] if near else moved(line, x, 0)
    all_of = near
    clear = uniform(random, 0.5, 1.0)
    pieces = [near]
    for block in sets_out(random, dealt):
        line = row(random, [block])
        x = normal(random, 0.15) + (-edges(line)[0] - 2.5 if flush else 0.0)
        line = slid(line, all_of, (0, 1), clear, x=x)
        pieces.append(line)
        all_of = [*all_of, *line]
        clear = uniform(random, 0.15, 0.4)
    return finish(random, dealt, *pieces)


@usual
def sets_before_and_behind(random: Random, left: Counter[str]) -> Laid:
    """Sets went down wherever there was room: in turn behind the row and before it."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    where, all_of, pieces = one_of(random, "behind", "front"), near, [near]
    for block in sets_out(random, dealt):
        line = moved(row(random, [block]), 0, 0, normal(random, 0.08))
        low, high = edges(near)[:2]
        while True:
            low, high = low - 0.1, high + 0.1
            x = uniform(random, low, high)
            there = put(random, line, near, where, 0.35, 0.9, x=x)
            if not any(clash(a, b, 0.4) for a in spots_in(there) for b in spots_in(*pieces[1:])):
                break
        pieces.append(there)
        all_of = [*all_of, *there]
        where = "front" if where == "behind" else "behind"
    return finish(random, dealt, *pieces, ways=("left", "right"))


@usual
def flowers_across_in_a_little_pile(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie across, one beyond the other, at one end of the row."""
    dealt, near = flowered(random, left, 2, 4)
    side, other = an_end(random)
    pieces = [near]
    if sets_out(random, dealt):
        where = one_of(random, other, "behind", "front")
        pieces.append(put(random, out_row(random, dealt), near, where, 0.6, 1.3))
    turn, gap = sign(random) * QUARTER, uniform(random, 1.01, 1.15)
    spots = [
        Spot(c, c, normal(random, 0.06), k * gap, turn + normal(random, 0.05))
        for k, c in enumerate(dealt.bonus)
    ]
    bloom = levelled([(block_of(dealt.bonus), spots)])
    bloom = put(random, bloom, near, side, 0.4, 1.1, y=uniform(random, -0.3, 0.3))
    if any(clash(a, b, 0.3) for a in spots_in(bloom) for b in spots_in(*pieces[1:])):
        bloom = put(random, bloom, flat(*pieces), side, 0.4, 1.1, y=0.0)
    bonus, at = flowers_by(bloom)
    return done(*pieces, bonus=bonus, at=at)


@usual
def others_folded_face_down(random: Random, left: Counter[str]) -> Laid:
    """The losers turned their rows face down before they left; the winner's hand lies open."""
    dealt = any_hand(random, left, 0, 3)
    near = held_row(random, dealt, lie=Lie(0.02, 0.03))
    return beside(random, dealt, near, "right", "left", "behind", "front")


@usual
def standing_hand_and_the_winning_tile_flat(random: Random, left: Counter[str]) -> Laid:
    """The hand still stands in its rack; only the tile that won lies open before it or at its
    end."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    near = stood_up(near)
    won = moved(won, 0, 0, normal(random, 0.12))
    low, high = edges(near)[:2]
    side = one_of(random, "front", "right", "left")
    if side == "front":
        won = put(random, won, near, side, 0.1, 0.8, x=uniform(random, low + 0.5, high - 0.5))
    else:
        won = put(random, won, near, side, 0.25, 0.6, y=uniform(random, -0.4, 0.4))
    if not sets_out(random, dealt):
        return finish(random, dealt, near, won, ways=("left", "right"))
    where = {"front": one_of(random, "left", "right"), "right": "left", "left": "right"}[side]
    out = moved(out_row(random, dealt), 0, 0, normal(random, 0.04))
    out = put(random, out, near, where, 0.8, 1.4, y=uniform(random, -0.3, 0.6))
    return finish(random, dealt, near, won, out, ways=("front",))


@usual
def sets_shoved_against_the_row(random: Random, left: Counter[str]) -> Laid:
    """The sets at the end were shoved against the row, but out of its line: they touch it, half a
    tile farther or nearer and a little aslant."""
    dealt = open_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    where = one_of(random, "right", "right", "left")
    up = sign(random) * HIGH * uniform(random, 0.45, 0.75)
    out = moved(out_row(random, dealt, 0.3, 0.6), 0, 0, uniform(random, -0.1, 0.1))
    out = put(random, out, near, where, 0.0, 0.06, y=up)
    return finish(random, dealt, near, out, ways=("front", "behind"))


@usual
def hand_turned_to_the_others(random: Random, left: Counter[str]) -> Laid:
    """The winner turned the hand round for the others to read; the sets face the owner."""
    dealt = hand(random, left, 0, 3, win=0.85, bonus=some(random))
    near = moved(held_row(random, dealt), 0, 0, np.pi + normal(random, 0.05))
    return beside(random, dealt, near, "front", "front", "right", "left", "behind")


@usual
def sets_bending_round_the_elbow(random: Random, left: Counter[str]) -> Laid:
    """At the end of the row the line of the sets bends away, each set a little more, about the
    owner's elbow."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    side, step = sign(random), uniform(random, 0.18, 0.42)
    way = 1 if random.random() < 0.75 else -1
    angle, x, y = uniform(random, 0.05, 0.25), 0.0, 0.0
    out: Piece = []
    for block in sets_out(random, dealt):
        half = len(block.values) / 2
        ahead = np.array([side * np.cos(angle), way * np.sin(angle)])
        x, y = np.array([x, y]) + half * ahead
        turn = side * way * angle + normal(random, 0.02)
        out = [*out, *moved(row(random, [block]), float(x), float(y), turn)]
        gap = uniform(random, 0.3, 0.5) + HIGH * float(np.tan(step / 2))
        x, y = np.array([x, y]) + (half + gap) * ahead
        angle += step
    where = "right" if side > 0 else "left"
    out = put(random, out, near, where, 0.6, 1.2)
    return finish(random, dealt, near, out, ways=("front", "left" if side > 0 else "right"))


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def sets_turned_to_their_giver(random: Random, left: Counter[str]) -> Laid:
    """Each exposed set is turned as a whole towards the player who gave its last tile."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    while True:
        turns = [float(random.choice([-QUARTER, QUARTER, np.pi])) for _ in blocks]
        if len(set(turns)) > 1:
            break
    turned = [
        levelled(moved(row(random, [block]), 0, 0, turn + normal(random, 0.04)))
        for block, turn in zip(blocks, turns, strict=True)
    ]
    out = one_by_one(random, turned, 0.4, 0.8)
    where = one_of(random, "right", "behind", "left")
    x = uniform(random, -2, 2) * (where == "behind")
    return finish(random, dealt, near, put(random, out, near, where, 0.6, 1.3, x=x))


@unusual
def sets_back_to_back(random: Random, left: Counter[str]) -> Laid:
    """To save room exposed sets lie head to head: the farther ones upside down, touching."""
    dealt = any_hand(random, left, 2, 4)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    half, gap = (len(blocks) + 1) // 2, uniform(random, 0.35, 0.7)
    line = row(random, blocks[:half], gap=gap)
    over = moved(row(random, blocks[half:], gap=gap), 0, 0, np.pi + normal(random, 0.02))
    over = put(random, over, line, "behind", 0.0, 0.08, x=uniform(random, -0.4, 0.4))
    where = one_of(random, "right", "right", "left", "behind")
    clear = 0.6 if where == "behind" else 0.7
    out = put(random, [*line, *over], near, where, clear, clear + 0.7)
    return finish(random, dealt, near, out)


@unusual
def row_bulging_round_a_cup(random: Random, left: Counter[str]) -> Laid:
    """A cup was pushed against the row: there it bulges, and goes on straight."""
    dealt = any_hand(random, left, 0, 2)
    codes = codes_of(random, dealt)
    wide = int(random.integers(5, max(6, min(8, len(codes) - 2))))
    first = int(random.integers(0, len(codes) - wide + 1))
    much = sign(random) * uniform(random, 0.4, 0.75)
    ways = [0.0] * len(codes)
    for k in range(wide):
        ways[first + k] = much * float(np.cos(np.pi * k / (wide - 1)))
    near = chain(random, codes, ways)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.8, high=1.5)


@unusual
def hand_running_away_from_its_owner(random: Random, left: Counter[str]) -> Laid:
    """A narrow place: the row is turned a quarter and runs away from the owner; the sets lie
    upright beside it."""
    dealt = any_hand(random, left, 0, 3)
    turn = sign(random) * QUARTER + normal(random, 0.03)
    near = moved(held_row(random, dealt), 0, 0, turn)
    if not sets_out(random, dealt):
        return finish(random, dealt, near, ways=("left", "right"))
    low, high = edges(near)[2:]
    where, y = one_of(random, "right", "left"), uniform(random, low + 0.7, high - 0.7)
    if random.random() < 0.5:
        out = out_row(random, dealt, 0.3, 0.6)
    else:
        lines = [row(random, [block]) for block in sets_out(random, dealt)]
        out = one_by_one(random, lines, 0.15, 0.5, (0, 1))
        y = level_at(out, (low + high) / 2)[0][1][0].y
    out = put(random, out, near, where, 0.7, 1.5, y=y)
    return finish(random, dealt, near, out, ways=("left", "right"))


@unusual
def hand_as_a_horseshoe_sets_inside(random: Random, left: Counter[str]) -> Laid:
    """The hand makes three sides of a square; the exposed sets lie in its bay."""
    several = random.random() < 0.4

    def make() -> Dealt:
        bonus = some(random)
        if several:
            return hand(random, left, 2, 2, bonus=bonus, kongs=0, held_kongs=0)
        return hand(random, left, 1, 1, bonus=bonus)

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt)
        base = 4 if several else 5
        arm = (len(codes) - base) // 2 + int(random.integers(2)) * ((len(codes) - base) % 2)
        return [codes[:arm], codes[arm : arm + base], codes[arm + base :]]

    dealt, (one, base, two) = redealt(random, left, make, parts_of)
    near = row(random, [block_of(base)])
    arms: Piece = []
    for part, side, turn in ((one, -1, -1), (two, 1, 1)):
        arm = levelled(moved(row(random, [block_of(part)]), 0, 0, turn * QUARTER))
        arms = [*arms, *slid(arm, near, (side, 0), uniform(random, 0.01, 0.1))]
    lines = [row(random, [block]) for block in sets_out(random, dealt)]
    out = one_by_one(random, lines, 0.12, 0.3, (0, 1))
    out = slid(out, near, (0, 1), uniform(random, 0.3, 0.5), x=uniform(random, -0.1, 0.1))
    pieces = [[*arms[:1], *near, *arms[1:]], out]
    if random.random() < 0.35:  # open towards the owner
        pieces = [
            [
                (block, [
                    Spot(s.shown, s.value, s.x, -s.y, np.pi - s.turn if k == 0 and b != 1 else 0.0)
                    for s in spots
                ])
                for b, (block, spots) in enumerate(piece)
            ]
            for k, piece in enumerate(pieces)
        ]  # fmt: skip
        return finish(random, dealt, *pieces, ways=("left", "right", "behind"))
    return finish(random, dealt, *pieces, ways=("left", "right", "front"))


@unusual
def every_other_tile_across(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie upright and across by turns."""
    dealt = any_hand(random, left, 0, 3)
    codes = codes_of(random, dealt)
    odd, turn = int(random.integers(2)), sign(random) * QUARTER
    down = (HIGH - 1) / 2 * int(random.integers(-1, 2))
    across = [k % 2 == odd for k in range(len(codes))]
    near = row(
        random,
        [block_of(codes)],
        turns=[turn * each for each in across],
        ys=[down * each for each in across],
    )
    return beside(random, dealt, near, "right", "left", "behind", "behind")


@unusual
def thrown_down_in_a_heap(random: Random, left: Counter[str]) -> Laid:
    """Thrown down in triumph or disgust: the tiles held lie in a dense heap, any way round; the
    sets called before lie in order beside it."""
    dealt = any_hand(random, left, 0, 2)
    codes = codes_of(random, dealt, "anyhow")
    spots: list[Spot] = []
    size = 0.8
    while len(spots) < len(codes):
        code = codes[len(spots)]
        spot = Spot(
            code,
            code,
            normal(random, size * 1.3),
            normal(random, size * 0.8),
            uniform(random, -np.pi, np.pi),
        )
        size += 0.004
        if not any(clash(spot, each, 0.03) for each in spots):
            spots.append(spot)
    # pushed together: nobody lies far from all others
    for _ in range(200):
        for spot in spots:
            others = [each for each in spots if each is not spot]
            x, y = spot.x * 0.99, spot.y * 0.99
            there = Spot(spot.shown, spot.value, x, y, spot.turn)
            if not any(clash(there, each, 0.03) for each in others):
                spot.x, spot.y = x, y
    near: Piece = [(block_of(codes), spots)]
    return beside(random, dealt, near, "right", "left", "front", low=1.0, high=1.7)


@unusual
def hand_shown_on_a_book(random: Random, left: Counter[str]) -> Laid:
    """The row lies on a book or a box, higher than the sets beside it on the table."""
    dealt = any_hand(random, left, 0, 3)
    near = moved(held_row(random, dealt), 0, 0, uniform(random, -0.15, 0.15))
    near = raised(near, uniform(random, 0.4, 1.5))
    return beside(
        random, dealt, near, "right", "left", "front", low=1.0, high=1.8,
        around_it=("front", "left", "right"),
    )  # fmt: skip


@unusual
def half_the_row_still_stands(random: Random, left: Counter[str]) -> Laid:
    """One end of the row has fallen over backwards, the other still stands."""
    dealt, (one, two) = parted(random, left, 2)
    side = sign(random)
    up = row(random, [block_of(one if side > 0 else two)])
    fallen = row(random, [block_of(two if side > 0 else one)], lie=Lie(0.05, 0.05))
    up = stood_up(up)
    fallen = slid(
        fallen, up, (side, 0), uniform(random, 0.0, 0.12), y=HIGH / 2 + uniform(random, -0.2, 0.15)
    )
    near = [*up, *fallen] if side > 0 else [*fallen, *up]
    return beside(
        random, dealt, near, "right", "left", "front", low=0.8, high=1.5,
        around_it=("front", "left", "right"),
    )  # fmt: skip


@unusual
def sets_round_a_saucer(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets lie round a saucer or an ashtray, each along its rim."""
    dealt = any_hand(random, left, 2, 3)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    radius, start = uniform(random, 2.4, 3.2), uniform(random, -np.pi, np.pi)
    apart = 2 * np.pi / 3 if len(blocks) == 3 else uniform(random, 1.9, np.pi)
    heads = 0.0 if random.random() < 0.6 else np.pi
    out: Piece = []
    for k, block in enumerate(blocks):
        turn = start + k * apart + normal(random, 0.05)
        line = moved(moved(row(random, [block]), 0, 0, heads), 0, radius)
        out = [*out, *moved(line, 0, 0, turn)]
    where = one_of(random, "right", "left", "behind")
    x = uniform(random, -2, 2) * (where == "behind")
    y = 0.0 if where == "behind" else uniform(random, -0.5, 1.5)
    out = put(random, out, near, where, 0.6, 1.2, x=x, y=y)
    return finish(random, dealt, near, out)


@unusual
def sets_lying_end_to_end(random: Random, left: Counter[str]) -> Laid:
    """In the exposed sets every tile lies on its side, one after the other as dominoes."""
    dealt = any_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    turn = sign(random) * QUARTER
    lines = [row(random, [block], turns=[turn] * len(block.values)) for block in blocks]
    out = one_by_one(random, lines, 0.4, 0.8)
    where = one_of(random, "behind", "behind", "front", "right" if len(blocks) < 3 else "behind")
    return finish(random, dealt, near, put(random, out, near, where, 0.5, 1.2))


@unusual
def sets_on_top_of_the_wall(random: Random, left: Counter[str]) -> Laid:
    """No room on the table: the exposed sets lie on what is left of the wall, behind the row."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    out = moved(out_row(random, dealt, 0.3, 0.7), 0, 0, normal(random, 0.015))
    out = put(random, out, near, "behind", 0.8, 1.6, x=uniform(random, -2, 2))
    out = raised(out, 2 * DEEP)
    return finish(random, dealt, near, out, ways=("front", "left", "right"))


@unusual
def held_kong_with_its_face_on_its_backs(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called three tiles lie face down; the fourth rests face up, a little askew,
    on their far halves."""

    def lay(block: Block) -> Piece:
        block.shown = (BACK, BACK, BACK, block.values[0])
        piece = row(random, [block])
        _, on, _, top = spots_in(piece)
        top.x, top.y = on.x + uniform(random, -0.6, 0.6), on.y + HIGH * uniform(random, 0.5, 0.68)
        top.turn = uniform(random, -0.4, 0.4) + QUARTER * (random.random() < 0.3)
        top.lifted = DEEP
        return centred(piece)

    return with_kong(random, left, True, lay, "right", "left", "behind", gaps=(0.4, 0.8))


@unusual
def held_kong_as_a_chequerboard(random: Random, left: Counter[str]) -> Laid:
    """A kong never called makes a square, two of its tiles face down: across from each other, or
    both of one line."""

    def lay(block: Block) -> Piece:
        piece = row(random, [block])
        downs = [(0, 3), (1, 2), (0, 1), (2, 3)][int(random.integers(4))]
        block.shown = tuple(BACK if k in downs else code for k, code in enumerate(block.values))
        wide, high = uniform(random, 1.01, 1.06), uniform(random, 1.01, 1.06) * HIGH
        for k, (spot, shown) in enumerate(zip(spots_in(piece), block.shown, strict=True)):
            spot.shown = shown
            spot.x, spot.y = wide * (k % 2), high * (1 - k // 2) + normal(random, 0.01)
        return centred(piece)

    return with_kong(random, left, True, lay, "right", "left", "behind", gaps=(0.4, 0.8))


@unusual
def fourth_as_the_stem_of_its_pung(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of an exposed kong lies upright before or behind one of the three, touching
    it: a T, or a hook."""

    def lay(block: Block) -> Piece:
        piece = row(random, [block])
        *three, stem = spots_in(piece)
        way, on = sign(random), three[int(random.choice([1, 1, 0, 2]))]
        stem.x = on.x + normal(random, 0.05)
        stem.y = on.y + way * (HIGH + uniform(random, 0.03, 0.12))
        stem.turn = normal(random, 0.04)
        return centred(piece)

    return with_kong(random, left, False, lay, "right", "left", "behind", gaps=(0.4, 0.8))


@unusual
def flowers_as_dividers(random: Random, left: Counter[str]) -> Laid:
    """The flowers stand between the exposed sets to part them, upright or across."""
    dealt = hand(random, left, 2, 3, bonus=int(random.integers(1, 4)))
    near = held_row(random, dealt)
    blocks = sets_out(random, dealt)
    turn = sign(random) * QUARTER if random.random() < 0.4 else 0.0
    pieces: list[Piece] = []
    bloom: list[bool] = []
    flowers = list(dealt.bonus)
    for k, block in enumerate(blocks):
        pieces.append(row(random, [block]))
        bloom.append(False)
        last = k == len(blocks) - 1
        for _ in range(len(flowers) if last else min(1, len(flowers))):
            pieces.append(moved(row(random, [block_of(flowers[:1])]), 0, 0, turn))
            flowers.pop(0)
            bloom.append(True)
    both = one_by_one(random, pieces, 0.2, 0.45)
    where = one_of(random, "right", "behind", "behind", "front")
    both = put(random, both, near, where, 0.6, 1.3)
    out = [part for part, flower in zip(both, bloom, strict=True) if not flower]
    bonus, at = flowers_by([part for part, flower in zip(both, bloom, strict=True) if flower])
    return done(near, out, bonus=bonus, at=at)


@unusual
def flowers_propped_up(random: Random, left: Counter[str]) -> Laid:
    """Proud of the flowers: they stand on edge behind the row or beside it; all else lies flat."""
    dealt, near = flowered(random, left, 1, 4)
    side = one_of(random, "behind", "behind", "left", "right")
    pieces = [near]
    if sets_out(random, dealt):
        free = {"behind": one_of(random, "left", "right"), "left": "right", "right": "left"}[side]
        where = one_of(random, free, "front")
        pieces.append(put(random, out_row(random, dealt), near, where, 0.6, 1.3))
    spread = uniform(random, 0.0, 0.3)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.08, 0.05, spread))
    low, high = edges(near)[:2]
    if side == "behind":
        bloom = put(random, bloom, near, side, 0.1, 0.8, x=uniform(random, low + 1, high - 1))
    else:
        bloom = put(random, bloom, near, side, 0.5, 1.1, y=uniform(random, 0.0, 0.5))
    bloom = stood_up(bloom)
    bonus, at = flowers_by(bloom)
    return done(*pieces, bonus=bonus, at=at)


@unusual
def thirteen_heads_family_by_family(random: Random, left: Counter[str]) -> Laid:
    """The limit hand of thirteen different ones, nines and honours: the suits, the winds and the
    dragons apart, in one row with gaps or in lines."""
    if random.random() < 0.7:
        codes = [*HEADS, str(random.choice(HEADS))]
    else:  # waiting
        codes = list(HEADS)
        if random.random() < 0.5:
            lost, twice = (str(c) for c in random.choice(HEADS, 2, replace=False))
            codes.remove(lost)
            codes.append(twice)
    left.subtract(codes)
    dealt = Dealt(held=[sorted_codes(codes)])
    dealt.bonus = bonus_tiles(random, left, some(random))
    winds, dragons = ("1z", "2z", "3z", "4z"), ("5z", "6z", "7z")
    families = [tuple(c for c in codes if c[1] == suit) for suit in "mps"]
    families += [tuple(c for c in codes if c in kin) for kin in (winds, dragons)]
    families = [sorted_codes(family) for family in families]
    gap = uniform(random, 0.2, 0.6)
    if random.random() < 0.5:
        near = row(random, [block_of(family) for family in families], gap=gap)
        return finish(random, dealt, near)
    far = row(random, [block_of(family) for family in families[:3]], gap=gap)
    line = row(random, [block_of(family) for family in families[3:]], gap=gap)
    line = put(random, line, far, "front", 0.05, 0.4, x=uniform(random, -0.4, 0.4))
    return finish(random, dealt, far, line)


@unusual
def held_sets_as_columns(random: Random, left: Counter[str]) -> Laid:
    """The tiles held stand in columns that touch, one for each set; the exposed sets are plain
    rows."""
    dealt = any_hand(random, left, 0, 2)
    parts = list(dealt.held)
    if len(parts) == 1:  # a loser's tiles: three by three
        codes = parts[0]
        parts = [codes[k : k + 3] for k in range(0, len(codes), 3)]
    gap = uniform(random, 0.02, 0.1)
    posts = [levelled(column(random, block_of(part), gap)) for part in parts]
    if random.random() < 0.4:  # level at the far edge
        posts = [moved(post, 0, -edges(post)[3]) for post in posts]
    near = one_by_one(random, posts, gap, gap + 0.08)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.9, high=1.7)


_CROSSES = {14: (8, 3, 3), 13: (7, 3, 3), 11: (7, 2, 2), 10: (6, 2, 2), 8: (4, 2, 2), 7: (4, 2, 1)}


@unusual
def hand_as_a_cross(random: Random, left: Counter[str]) -> Laid:
    """A child lays the hand as a cross: a row, and arms away from its middle and towards the
    owner."""
    dealt, (beam, up, down) = in_parts(random, left, _CROSSES, 2)
    line = row(random, [block_of(beam)])
    x = uniform(random, -1.0, 1.0)
    gap = uniform(random, 0.01, 0.08)
    above = slid(column(random, block_of(up), gap), line, (0, 1), gap, x=x)
    below = slid(column(random, block_of(down), gap), line, (0, -1), gap, x=x)
    near = [*above, *line, *below]
    if not sets_out(random, dealt):
        return finish(random, dealt, near)
    out, where = out_row(random, dealt, 0.3, 0.6), one_of(random, "right", "left")
    y = uniform(random, -0.3, 0.3)
    return finish(random, dealt, near, put(random, out, near, where, 0.9, 1.6, y=y))


# ---------------------------------------------------------------------------------------------
# Scenes


def _folded(random: Random, x: float, y: float, turn: float) -> list[Placed]:
    """A loser's row, face down."""
    count = int(random.choice([4, 7, 10, 13, 13, 13]))
    return on_table(spots_in(moved(backs(random, count, Lie(0.03, 0.05)), x, y, turn)))


def _around(
    random: Random,
    left: Counter[str],
    habit: str,
    tiles: Sequence[Placed],
    spots: Sequence[Spot],
    facing: float,
) -> tuple[list[Placed], float]:
    """What else lies on the table, and how far it keeps from the hand."""
    low, high, _, back = box_of(spots)
    if habit == "others_folded_face_down":
        ways = ["across", "right", "left"]
        placed: list[Placed] = []
        for way in random.permutation(ways)[: int(random.integers(1, 4))]:
            away = uniform(random, 3.0, 6.0)
            aside = {"across": (uniform(random, -3, 3), back + away + 3.5, np.pi)}
            aside["right"] = high + away, uniform(random, 3, 9), QUARTER
            aside["left"] = low - away, uniform(random, 3, 9), -QUARTER
            x, y, turn = aside[str(way)]
            placed += _folded(random, x, y, turn + normal(random, 0.06))
            if way == "across" and random.random() < 0.4:
                placed += other_sets(random, left, x, y + 2.2, np.pi)
        placed += now_and_then_thrown(random, left, 0.6, back + 5.5)
        return placed, 1.8
    if habit == "sets_on_top_of_the_wall":
        on_top = [as_spot(tile) for tile in tiles if tile.middle[2] > 2 * DEEP]
        x0, x1 = min(s.x for s in on_top), max(s.x for s in on_top)
        x, y = (x0 + x1) / 2, float(np.mean([s.y for s in on_top]))
        more = [int(random.integers(1, 7)) for _ in range(2)]
        count = int((x1 - x0 + 1.0) / 1.005) + sum(more)
        shift = (more[1] - more[0]) / 2
        cos, sin = float(np.cos(facing)), float(np.sin(facing))
        wall = [
            Spot(
                BACK,
                BACK,
                x + cos * (k - (count - 1) / 2 + shift) * 1.005,
                y + sin * (k - (count - 1) / 2 + shift) * 1.005,
                facing,
                lifted=DEEP,
            )
            for k in range(count)
        ]
        placed = on_table(wall)
        placed += now_and_then_thrown(random, left, 0.6, back + 7.0)
        return placed, 0.04
    if habit == "thrown_down_in_a_heap":
        if random.random() < 0.35:
            return [], 3.0
        neat = random.random() < 0.4
        middle = np.array([uniform(random, -2, 2), back + uniform(random, 6.5, 8.0), 0.0])
        return discards(random, left, middle, neat=neat), 3.0
    # what is raised must not hide or seem to touch what lies behind it
    return surroundings(random, left, back), 3.2 if habit == "hand_shown_on_a_book" else 1.5


def scene(seed: int, habit: str | None = None) -> LayoutScene:
    """The scene of this seed. habit: one of `HABITS`; the seed decides if it is None."""
    return drawn_until_seen(seed, 15485863, HABITS.of(seed, habit), _drawn)


def _drawn(seed: int, habit: str, random: Random, noise: float) -> LayoutScene | None:
    """A scene; None if a tile of the hand is hidden however the camera stands."""
    left, laid = laid_by(habit, HABITS.every()[habit], random)
    facing = normal(random, 0.06)
    placed = on_table(laid[0], facing)
    count = len(placed)
    own = [as_spot(tile) for tile in placed]
    others, clear = _around(random, left, habit, placed, own, facing)
    placed += not_too_near(others, own, clear)
    standing = any(spot.standing for spot in laid[0])
    view = VIEWS["oblique" if random.random() < 0.5 or standing else "above"]
    again = (45, 62) if standing else (76, 89.5)
    points = np.concatenate([tile.corners() for tile in placed[:count]])
    camera, seen = stood(random, points, view, again, lambda at: hidden(placed[:count], at))
    return seen_by(camera, seed, habit, random, noise, placed, laid) if seen else None
