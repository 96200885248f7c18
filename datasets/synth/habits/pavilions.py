"""Forty more habits of laying a hand out, by somebody who had not seen how they are read.

They were written to judge the layout by; then many were looked at, and what some showed was mended
(decision 16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.around import backs, heap, now_and_then_thrown, taken
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import HEADS, by_suit, codes_of, flat_codes, is_set, sorted_codes
from datasets.synth.habits.dealt import each_set, held_row, out_row, sets_out
from datasets.synth.habits.flowers import with_bloom
from datasets.synth.habits.hands import hand, open_hand, wait_in, winner
from datasets.synth.habits.parts import Parts, cut_up, in_parts, parted, parted_where_won, redealt
from datasets.synth.habits.pieces import QUARTER, Box, Piece, clash, edges, moved, spots_in
from datasets.synth.habits.places import lapped, level_at, one_by_one, put, raised, stood_up
from datasets.synth.habits.rows import Lie, at_places, block_of, fan, piled, pushed_up, row
from datasets.synth.habits.scenes import Habits, Others, Scenes, habit_of, on_table
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, set_down, sets_at, with_kong
from datasets.synth.tables import BACK, DEEP, HIGH, KINDS, Block, Dealt, Laid, Random, Spot

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Parts


def askew(random: Random, piece: Piece, much: float) -> Piece:
    return moved(piece, 0, 0, normal(random, much))


def anyone(
    random: Random, left: Counter[str], fewest: int, most: int, bonus: int | None = None
) -> Dealt:
    """A hand that won or waits. bonus: how many flowers; mostly none if it is None."""
    flowers = some(random) if bonus is None else bonus
    return hand(random, left, fewest, most, bonus=flowers, win=0.6)


def flowered(random: Random, left: Counter[str], fewest: int, most: int) -> tuple[Dealt, Piece]:
    """A hand with so many flowers, and its row."""
    dealt = anyone(random, left, 0, 3, int(random.integers(fewest, most + 1)))
    return dealt, held_row(random, dealt)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def pungs_pushed_up_to_be_counted(random: Random, left: Counter[str]) -> Laid:
    """In the sorted row three alike, which count, are pushed out; what counts nothing is not."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, "sorted")
        pungs = [count for count in Counter(codes).values() if count > 2]
        return [codes] if 0 < 3 * len(pungs) < len(codes) - 1 else []

    dealt, (codes,) = redealt(random, left, lambda: anyone(random, left, 0, 2), parts_of)
    many = Counter(codes)
    up = [many[code] > 2 and codes[:k].count(code) < 3 for k, code in enumerate(codes)]
    near = pushed_up(random, codes, up, 0.22)
    return beside(random, dealt, near, "right", "right", "left", "behind", low=0.9, high=1.6)


@usual
def eyes_pushed_half_out(random: Random, left: Counter[str]) -> Laid:
    """To show that the hand is complete, its pair is pushed half out of the row."""
    dealt = winner(random, left, 0, 2)
    eyes = [len(codes) == 2 for codes in dealt.held for _ in codes]
    near = pushed_up(random, codes_of(random, dealt, "sets"), eyes, 0.3)
    return beside(random, dealt, near, "right", "right", "left", "behind", low=0.9, high=1.6)


@usual
def waiting_tiles_free_in_their_place(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the one or two tiles that wait stand free amid the row, a gap at each side."""
    dealt, codes, first, last = wait_in(random, left, 0, 2)
    waits, rest = codes[first:last], sorted_codes([*codes[:first], *codes[last:]])
    home = sum(KINDS.index(code) < KINDS.index(waits[0]) for code in rest)

    def plain(part: Sequence[str]) -> bool:
        return not is_set(part) and (len(part) == 3 or len(part) % 3 > 0)  # no line of mere sets

    cuts = [k for k in range(2, len(rest) - 1) if plain(rest[:k]) and plain(rest[k:])]
    cut = min(cuts, key=lambda k: abs(k - home), default=2)
    blocks = [block_of(part) for part in (rest[:cut], waits, rest[cut:])]
    near = row(random, blocks, gap=uniform(random, 0.25, 0.55))
    return beside(random, dealt, near, "right", "right", "left", "behind", low=1.3, high=2.0)


@usual
def standing_but_for_the_waiting_tiles(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the hand still stands; the one or two tiles that wait were laid down before it."""
    dealt, codes, first, last = wait_in(random, left, 0, 3)
    near = stood_up(row(random, [block_of(sorted_codes([*codes[:first], *codes[last:]]))]))
    waits = askew(random, row(random, [block_of(codes[first:last])]), 0.08)
    low, high = edges(near)[:2]
    waits = put(random, waits, near, "front", 0.1, 0.7, x=uniform(random, low + 1, high - 1))
    free = ("right", "left")
    return beside(random, dealt, [*near, *waits], *free, low=0.9, high=1.5, around_it=free)


@usual
def half_laid_down_before_the_rack(random: Random, left: Counter[str]) -> Laid:
    """Some of the tiles held lie in a line already, before those that still stand."""

    def parts_of(dealt: Dealt) -> Parts:
        parts = cut_up(random, codes_of(random, dealt), 2, 2)
        return [] if len(parts[1]) % 3 == 0 else parts  # no line of mere sets

    dealt, (up, down) = redealt(random, left, lambda: anyone(random, left, 0, 2), parts_of)
    near, line = stood_up(row(random, [block_of(up)])), row(random, [block_of(down)])
    line = put(random, askew(random, line, 0.03), near, "front", 0.1, 0.5, x=uniform(random, -1, 1))
    free = ("right", "left")
    return beside(random, dealt, [*near, *line], *free, low=0.9, high=1.5, around_it=free)


@usual
def two_racks_at_an_angle(random: Random, left: Counter[str]) -> Laid:
    """The tiles held stand in two short racks, put down so that they meet at a wide angle."""
    dealt, parts = parted(random, left, 3, deal_hand=anyone)
    slant = sign(random) * uniform(random, 0.12, 0.38)
    racks = [
        moved(stood_up(row(random, [block_of(part)])), 0, 0, way * slant)
        for part, way in zip(parts, (1, -1), strict=True)
    ]
    near = level_at(one_by_one(random, racks, 0.2, 0.7), 0.0)
    return beside(random, dealt, near, *NOT_BEHIND, low=0.9, high=1.5, around_it=NOT_BEHIND)


@usual
def flowers_stand_at_the_end_of_the_rack(random: Random, left: Counter[str]) -> Laid:
    """The hand still stands, and at an end of it, a little apart, so do the flowers."""
    dealt, near = flowered(random, left, 1, 4)
    side, other = an_end(random)
    bloom = row(random, [block_of(dealt.bonus)])
    bloom = put(random, bloom, near, side, 0.4, 1.0, y=normal(random, 0.05))
    out = sets_at(random, dealt, [*near, *bloom], other, "front", "front")
    return with_bloom(stood_up(bloom), stood_up(near), out)


@usual
def standing_in_crooked_handfuls(random: Random, left: Counter[str]) -> Laid:
    """Without a rack the tiles held stand in three handfuls, each turned its own way."""
    dealt, parts = parted(random, left, 2, count=3, deal_hand=anyone)
    lines = [
        moved(
            askew(random, stood_up(row(random, [block_of(part)])), 0.16), 0,
            normal(random, 0.25),
        )
        for part in parts
    ]  # fmt: skip
    near = one_by_one(random, lines, 0.12, 0.4)
    return beside(random, dealt, near, *NOT_BEHIND, low=1.0, high=1.6, around_it=NOT_BEHIND)


@usual
def flowers_pushed_against_the_row(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie in a line that touches the row, behind it or before it."""
    dealt, near = flowered(random, left, 1, 5)
    low, high = edges(near)[:2]
    bloom = row(random, [block_of(dealt.bonus)])
    half = edges(bloom)[1]
    x = uniform(random, min(0, low + half), max(0, high - half))
    bloom = put(random, bloom, near, one_of(random, "behind", "front"), 0.0, 0.06, x=x)
    return with_bloom(bloom, near, sets_at(random, dealt, [*near, *bloom], "right", "left"))


@usual
def flowers_lapped_up_the_table(random: Random, left: Counter[str]) -> Laid:
    """Two or three flowers lie as at patience, each on the far half of the one before it."""
    dealt, near = flowered(random, left, 2, 3)
    out = sets_at(random, dealt, near, "right", "left", "behind")
    up = HIGH * uniform(random, 0.52, 0.68)
    places = [(normal(random, 0.06), up * k) for k in range(len(dealt.bonus))]
    bloom = lapped(at_places(random, block_of(dealt.bonus), places, 0.06))
    where = one_of(random, "right", "left", "behind")
    bloom = put(random, bloom, [*near, *out], where, 0.6, 1.2)
    return with_bloom(bloom, near, out)


@usual
def flowers_at_both_ends_of_the_sets(random: Random, left: Counter[str]) -> Laid:
    """The line of the exposed sets has a flower or two at its left and at its right end."""
    dealt = anyone(random, left, 1, 3, int(random.integers(2, 5)))
    near, out = held_row(random, dealt), out_row(random, dealt, 0.3, 0.6)
    cut = len(dealt.bonus) // 2
    one, two = (row(random, [block_of(part)]) for part in (dealt.bonus[:cut], dealt.bonus[cut:]))
    one = put(random, askew(random, one, 0.05), out, "left", 0.3, 0.7)
    two = put(random, askew(random, two, 0.05), out, "right", 0.3, 0.7)
    where = one_of(random, "behind", "behind", "front", "right")
    x = uniform(random, -1.5, 1.5) * (where != "right")
    first, *out, last = put(random, [*one, *out, *two], near, where, 0.5, 1.1, x=x)
    return with_bloom([first, last], near, out)


@usual
def sets_by_turns_up_and_down(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets touch in one line; to part them every other one is pushed up a little."""
    dealt = anyone(random, left, 2, 3)
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    up = sign(random) * HIGH * uniform(random, 0.2, 0.45)
    ys = [up * (k % 2) for k, block in enumerate(blocks) for _ in block.values]
    out = level_at(row(random, blocks, ys=ys), 0.0)
    return set_down(random, dealt, near, out, "right", "right", "left", "behind", low=0.8)


@usual
def sets_on_the_rule_book(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets lie on the rule book, a little higher than the row on the table."""
    dealt = anyone(random, left, 1, 3)
    near, out = held_row(random, dealt), askew(random, out_row(random, dealt, 0.2, 0.5), 0.1)
    out = raised(out, uniform(random, 0.15, 0.6))
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.9, high=1.6)


@usual
def counted_sets_pushed_up_the_table(random: Random, left: Counter[str]) -> Laid:
    """Some exposed sets were counted and pushed up the table; the next is still at home."""
    dealt = anyone(random, left, 3, 4)
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    cut = int(random.integers(2, len(blocks)))
    gap = uniform(random, 0.2, 0.5)
    home = row(random, blocks[cut:], gap=gap)
    home = put(random, home, near, one_of(random, "right", "right", "left"), 0.8, 1.4)
    away = askew(random, row(random, blocks[:cut], gap=gap, lie=Lie(0.03, 0.05)), 0.08)
    x = uniform(random, *edges(near)[:2]) / 2
    away = put(random, away, [*near, *home], "behind", 1.3, 2.6, x=x)
    return finish(random, dealt, near, home, away, ways=NOT_BEHIND)


@usual
def row_turned_round_aslant_to_who_pays(random: Random, left: Counter[str]) -> Laid:
    """The row was turned round, aslant, to the neighbour who pays; the sets face their owner."""
    dealt = anyone(random, left, 0, 3)
    turn = np.pi + sign(random) * uniform(random, 0.3, 0.8)
    near = level_at(moved(held_row(random, dealt), 0, 0, turn), 0.0)
    return beside(random, dealt, near, "front", "right", "left", low=0.5, high=1.1)


@usual
def handfuls_run_into_each_other(random: Random, left: Counter[str]) -> Laid:
    """Two handfuls were pushed together too hard: where they meet one tile came on the other."""
    dealt, (one, two) = parted(random, left, 2, most=3, deal_hand=anyone)
    cut, lap = len(one), uniform(random, 0.18, 0.34)
    ys = [uniform(random, -0.12, 0.12)] * len(two)
    near = row(random, [block_of(one), block_of(two)], gap=-lap, ys=[0.0] * cut + ys)
    spots_in(near)[cut - int(random.integers(2))].lifted = DEEP
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@usual
def held_kong_with_its_backs_set_aside(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two faces lie together, the two backs a slit away, out of line."""

    def lay(block: Block) -> Piece:
        slit, up = uniform(random, 0.1, 0.25), sign(random) * uniform(random, 0.15, 0.55)
        faces, hidden = block.values[:2], (BACK, BACK)
        block.shown = (*faces, *hidden) if random.random() < 0.6 else (*hidden, *faces)
        return row(random, [block], gaps=[0.0, 0.0, slit, 0.0], ys=[0.0, 0.0, up, up])

    return with_kong(random, left, True, lay, "right", "left", "behind")


@usual
def discards_in_long_lines(random: Random, left: Counter[str]) -> Laid:
    """Beyond the hand all discards lie face up in long lines, as they came."""
    dealt = anyone(random, left, 0, 3)
    near = held_row(random, dealt)
    return beside(random, dealt, near, *NOT_BEHIND, around_it=NOT_BEHIND)


@usual
def between_two_walls(random: Random, left: Counter[str]) -> Laid:
    """What is left of two walls runs away from the owner at the left and the right of the hand."""
    dealt = anyone(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "behind")


@usual
def neighbours_rack_fell_over(random: Random, left: Counter[str]) -> Laid:
    """At one side the neighbour's tiles fell over here and there; the others still stand."""
    dealt = anyone(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def winning_tile_as_a_bridge(random: Random, left: Counter[str]) -> Laid:
    """The row has a gap where the tile that won belongs; that tile lies across on top of it."""
    dealt, (one, won, two) = parted_where_won(random, left, 2)
    gap = uniform(random, 0.55, 0.85)
    near = row(random, [block_of(one), block_of(two)], gap=gap)
    x, y = spots_in(near)[len(one)].x - 0.5 - gap / 2, normal(random, 0.12)
    top = moved(row(random, [block_of(won)]), 0, 0, sign(random) * QUARTER)
    near = [*near, *raised(moved(askew(random, top, 0.06), x, y), DEEP)]
    return beside(random, dealt, near, "right", "left", "behind", low=1.1, high=1.8)


@unusual
def pair_as_bookends(random: Random, left: Counter[str]) -> Laid:
    """The twins of the pair lie across at the two ends of the row and hold it together."""
    dealt = winner(random, left, 0, 2)
    eye = next(codes for codes in dealt.held if len(codes) == 2)[0]
    codes = flat_codes([codes for codes in dealt.held if len(codes) == 3])
    codes = (eye, *(sorted_codes(codes) if random.random() < 0.6 else codes), eye)
    ends = [k in (0, len(codes) - 1) for k in range(len(codes))]
    turn, down = sign(random) * QUARTER, -(HIGH - 1) / 2 * int(random.integers(2))
    turns, ys = [turn * each for each in ends], [down * each for each in ends]
    near = row(random, [block_of(codes)], turns=turns, ys=ys)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@unusual
def waiting_tiles_on_top_of_the_row(random: Random, left: Counter[str]) -> Laid:
    """Waiting: the one or two tiles that wait were put on top of the row, on its far halves."""
    dealt, codes, first, last = wait_in(random, left, 0, 2)
    near = row(random, [block_of(sorted_codes([*codes[:first], *codes[last:]]))])
    waits = askew(random, row(random, [block_of(codes[first:last])]), 0.06)
    x = uniform(random, edges(near)[0] + 1.2, edges(near)[1] - 1.2)
    waits = raised(moved(waits, x, HIGH * uniform(random, 0.5, 0.62)), DEEP)
    return beside(random, dealt, [*near, *waits], *NOT_BEHIND, low=0.9, around_it=NOT_BEHIND)


@unusual
def twins_lapped_in_the_row(random: Random, left: Counter[str]) -> Laid:
    """In the sorted row the second of two alike lies half on the first, to show the pairs."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, "sorted")
        return [codes] if len(set(codes)) < len(codes) else []

    dealt, (codes,) = redealt(random, left, lambda: anyone(random, left, 0, 2), parts_of)
    step, x, places = uniform(random, 0.5, 0.7), 0.0, []
    seconds = [codes[:k].count(code) % 2 == 1 for k, code in enumerate(codes)]
    for each in seconds:
        x += step if each else 1.02
        places.append((x, normal(random, 0.03)))
    near = at_places(random, block_of(codes), places)
    for spot, each in zip(spots_in(near), seconds, strict=True):
        spot.lifted = DEEP * each
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@unusual
def ones_nines_and_honours_pushed_up(random: Random, left: Counter[str]) -> Laid:
    """In the row all ones, nines and honours, which count double, are pushed out of the line."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, one_of(random, "sorted", "sorted", "sets"))
        return [codes] if 1 < sum(code in HEADS for code in codes) < len(codes) - 1 else []

    dealt, (codes,) = redealt(random, left, lambda: anyone(random, left, 0, 3), parts_of)
    near = pushed_up(random, codes, [code in HEADS for code in codes], 0.22)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


@unusual
def suits_in_little_fans(random: Random, left: Counter[str]) -> Laid:
    """Each suit held, and the honours, are spread in a fan of their own beside the others."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, "sorted")
        parts = by_suit(codes)
        return parts if len(parts) > 1 and min(map(len, parts)) > 1 else []

    dealt, parts = redealt(random, left, lambda: anyone(random, left, 0, 2), parts_of)
    wide = uniform(random, 0.55, 0.8)
    fans = [fan(random, [block_of(part)], max(2.2, wide * len(part)), 1) for part in parts]
    near = one_by_one(random, [level_at(each, 0.0) for each in fans], 0.25, 0.5)
    return beside(random, dealt, near, "right", "left", "behind", low=1.2, high=1.9)


_SQUARES = {14: (4, 4, 4, 2), 13: (4, 4, 4, 1), 11: (4, 4, 3), 10: (4, 4, 2), 8: (4, 4), 7: (4, 3)}
"""By the number of tiles held: how many lie in each square."""


@unusual
def hand_in_little_squares(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie as they were taken, in squares of four, the last few at the end."""
    dealt, parts = in_parts(random, left, _SQUARES, 2, anyone)
    wide, tall = uniform(random, 1.01, 1.04), HIGH * uniform(random, 1.01, 1.04)
    squares = [
        askew(
            random,
            at_places(
                random,
                block_of(part),
                [(wide * (k % 2), -tall * (k // 2)) for k in range(len(part))],
            ),
            0.03,
        )
        for part in parts
    ]
    near = one_by_one(random, squares, 0.2, 0.45)
    return beside(random, dealt, near, "right", "left", "behind", low=1.2, high=1.9)


_HOURGLASSES = {
    14: (4, 2, 2, 2, 4), 13: (4, 2, 1, 2, 4), 11: (3, 2, 1, 2, 3), 10: (4, 2, 4), 8: (3, 2, 3),
    7: (3, 1, 3),
}  # fmt: skip
"""By the number of tiles held: how many lie in each line."""


@unusual
def hand_as_an_hourglass(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held in lines that touch, shortest in the middle."""
    dealt, parts = in_parts(random, left, _HOURGLASSES, 2, anyone)
    near = piled(random, parts, 0.04)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.5)


@unusual
def hand_as_a_heart(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held, all upright, round an empty middle as a heart."""
    dealt = anyone(random, left, 0, 1)
    codes, turn = codes_of(random, dealt), np.linspace(0, 2 * np.pi, 721)
    x = 16 * np.sin(turn) ** 3
    y = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
    along = np.append(0.0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    at = np.linspace(0, along[-1], len(codes), endpoint=False)
    xs, ys = np.interp(at, along, x), np.interp(at, along, y)
    size = 0.12
    while True:
        places = [(size * float(a), size * float(b)) for a, b in zip(xs, ys, strict=True)]
        near = at_places(random, block_of(codes), places, 0.02)
        spots = spots_in(near)
        if not any(clash(a, b, 0.03) for k, a in enumerate(spots) for b in spots[:k]):
            return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)
        size *= 1.02


@unusual
def hand_as_a_face(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a face: two eyes, a nose, and the others as a smile."""
    dealt = anyone(random, left, 0, 1)
    *eyes, nose = (codes := codes_of(random, dealt))[:3]
    smile = fan(random, [block_of(codes[3:])], uniform(random, 0.45, 0.52) * (len(codes) - 3), -1)
    apart, up = uniform(random, 1.2, 1.7), HIGH + uniform(random, 0.3, 0.5)
    places = [(-apart, up + HIGH), (apart, up + HIGH), (0.0, up)]
    features = at_places(random, block_of((*eyes, nose)), places, 0.05)
    features = moved(features, 0, up - spots_in(features)[2].y)
    near = level_at([*features, *smile], 0.0)
    return beside(random, dealt, near, "right", "left", "front", low=1.0, high=1.6)


@unusual
def sets_lapping_the_row(random: Random, left: Counter[str]) -> Laid:
    """A cramped table: the exposed sets behind the row rest with their near edges on it."""
    dealt = anyone(random, left, 1, 3)
    near, out = held_row(random, dealt), out_row(random, dealt, 0.35, 0.7)
    out = put(random, out, near, "behind", 0.0, 0.02, x=uniform(random, -2, 2))
    out = raised(moved(out, 0, -uniform(random, 0.2, 0.42)), DEEP)
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@unusual
def sets_lapping_at_their_ends(random: Random, left: Counter[str]) -> Laid:
    """The first tile of each exposed set rests with its edge on the last of the set before."""
    dealt = anyone(random, left, 2, 3)
    near = held_row(random, dealt)
    out = row(random, sets_out(random, dealt), gap=-uniform(random, 0.15, 0.3))
    for _, spots in out[1:]:
        spots[0].lifted = DEEP
        spots[0].turn += normal(random, 0.04)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def sets_head_to_head_with_the_row(random: Random, left: Counter[str]) -> Laid:
    """The exposed sets lie upside down behind the row, their heads against its heads."""
    dealt = anyone(random, left, 1, 3)
    near = held_row(random, dealt)
    out = moved(out_row(random, dealt, 0.35, 0.7), 0, 0, np.pi)
    out = put(random, out, near, "behind", 0.0, 0.06, x=uniform(random, -2, 2))
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@unusual
def all_but_the_called_tile_across(random: Random, left: Counter[str]) -> Laid:
    """In each exposed set the tile that was called is upright, the others lie across."""
    dealt = open_hand(random, left, 1, 3)
    near = held_row(random, dealt)
    turn, down = sign(random) * QUARTER, -(HIGH - 1) / 2 * int(random.integers(2))

    def lay(block: Block) -> Piece:
        called = int(random.integers(len(block.values)))
        across = [k != called for k in range(len(block.values))]
        turns, ys = [turn * each for each in across], [down * each for each in across]
        return row(random, [block], turns=turns, ys=ys)

    out = each_set(random, dealt, lay, 0.4, 0.7)
    return set_down(random, dealt, near, out, "right", "left", "behind", low=0.8)


@unusual
def kong_as_a_zigzag(random: Random, left: Counter[str]) -> Laid:
    """Of an exposed kong every other tile lies half a height farther."""

    def lay(block: Block) -> Piece:
        up = sign(random) * HIGH * uniform(random, 0.3, 0.6)
        return level_at(row(random, [block], ys=[0.0, up, 0.0, up]), 0.0)

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def called_kong_and_held_kong_in_two_lines(random: Random, left: Counter[str]) -> Laid:
    """An exposed kong and one never called, its ends face down, lie one beyond the other."""
    dealt = hand(random, left, 2, 3, kongs=0, held_kongs=0, shown=1, down=1, bonus=some(random))
    near, blocks = held_row(random, dealt), sets_out(random, dealt)
    one, two = (row(random, [block]) for block in blocks if block.kind == "kong")
    x = normal(random, 0.15)
    both = level_at([*one, *put(random, two, one, "behind", 0.02, 0.2, x=x)], uniform(random, 0, 1))
    where, other = an_end(random, 0.6)
    both = put(random, both, near, where, 0.7, 1.3)
    rest = [block for block in blocks if block.kind != "kong"]
    if not rest:
        return finish(random, dealt, near, both)
    out = put(random, row(random, rest, gap=0.4), near, other, 0.8, 1.4)
    return finish(random, dealt, near, both, out, ways=("front", "behind"))


@unusual
def held_kong_with_its_backs_stood_up(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two faces lie flat; at each end a tile stands, its back to us."""

    def lay(block: Block) -> Piece:
        code = block.values[0]
        block.shown = (BACK, code, code, BACK)
        piece = row(random, [block], gaps=[0.0, *(uniform(random, 0, 0.12) for _ in range(3))])
        for spot in spots_in(piece)[::3]:
            spot.standing, spot.y = True, uniform(random, -0.4, 0.2)
        return piece

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def one_flower_across_on_the_others(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie in a line; that of its owner's seat lies across on their far halves."""
    dealt, near = flowered(random, left, 3, 5)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    *rest, own = dealt.bonus
    line, top = row(random, [block_of(rest)]), row(random, [block_of([own])])
    top = moved(askew(random, top, 0.06), 0, 0, sign(random) * QUARTER)
    x, y = uniform(random, -0.3, 0.3), HIGH * uniform(random, 0.4, 0.55)
    bloom = [*line, *raised(moved(top, x, y), DEEP)]
    where = one_of(random, "behind", "left", "right")
    x = uniform(random, -3, 3) * (where == "behind")
    return with_bloom(put(random, bloom, [*near, *out], where, 0.6, 1.1, x=x), near, out)


@unusual
def flowers_in_the_middle_of_the_row(random: Random, left: Counter[str]) -> Laid:
    """The flowers lie amid the tiles held, in the same line, with a gap at either side."""

    def parts_of(dealt: Dealt) -> Parts:
        parts = cut_up(random, codes_of(random, dealt), 2, 2)
        return [] if any(len(part) % 3 == 0 for part in parts) else parts

    bonus = int(random.integers(1, 5))
    dealt, (one, two) = redealt(random, left, lambda: anyone(random, left, 0, 2, bonus), parts_of)
    bloom, gap = row(random, [block_of(dealt.bonus)]), uniform(random, 0.35, 0.7)
    first = put(random, row(random, [block_of(one)]), bloom, "left", gap, gap + 0.1)
    last = put(random, row(random, [block_of(two)]), bloom, "right", gap, gap + 0.1)
    out = sets_at(random, dealt, [*first, *bloom, *last], "behind", "front")
    return with_bloom(bloom, [*first, *last], out)


@unusual
def discards_in_heaps_by_suit(random: Random, left: Counter[str]) -> Laid:
    """A tidy child has sorted the discards: each suit lies in a heap beyond the hand."""
    dealt = anyone(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "discards_in_long_lines": 0.7, "between_two_walls": 0.7, "neighbours_rack_fell_over": 0.8,
    "discards_in_heaps_by_suit": 0.7,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""

SLANTS = {"neighbours_rack_fell_over": ((38.0, 66.0), (38.0, 66.0))}
"""From where the camera looks, and looks again, where a habit is seen its own way."""

ALONE = (
    "counted_sets_pushed_up_the_table", "hand_as_a_face", "hand_as_a_heart",
    "hand_in_little_squares",
    "suits_in_little_fans", "waiting_tiles_free_in_their_place",
)  # fmt: skip
"""Habits with such gaps that other tiles must keep farther off."""


def _long_lines(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """Two to four lines of discards, all but the last of one length."""
    wide, tall = int(random.integers(10, 17)), HIGH + uniform(random, 0.02, 0.4)
    codes = taken(random, left, int(random.integers(wide + 2, 3 * wide)))
    lie = Lie(0.04, 0.04, uniform(random, 0.0, 0.2))
    lines: Piece = []
    for k in range(0, len(codes), wide):
        line = row(random, [block_of(codes[k : k + wide])], lie=lie)
        lines = [*lines, *moved(line, -edges(line)[0], -tall * k / wide)]
    x = (box[0] + box[1]) / 2 - edges(lines)[1] / 2 + uniform(random, -3, 3)
    return spots_in(moved(lines, x, box[3] + uniform(random, 2.8, 3.8) - edges(lines)[2]))


def _walls_beside(random: Random, box: Box) -> list[Spot]:
    """Two walls, two high, that run away from the owner at the sides of the hand."""
    low, high, front, _ = box
    spots: list[Spot] = []
    for side, edge in ((-1, low), (1, high)):
        wall = raised(backs(random, int(random.integers(5, 15))), DEEP)
        half = edges(wall)[1]
        wall = moved(wall, 0, 0, QUARTER + normal(random, 0.04))
        x = edge + side * (HIGH / 2 + uniform(random, 1.1, 2.2))
        spots += spots_in(moved(wall, x, front + half + uniform(random, -0.8, 2.0)))
    return spots


def _fallen_rack(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """A row at one side, its backs towards the table's middle; some fell over backwards."""
    low, high, front, back = box
    codes = taken(random, left, int(random.choice([7, 10, 13, 13])))
    line = row(random, [Block((BACK,) * len(codes), tuple(codes), 0.0)])
    share = uniform(random, 0.25, 0.75)
    for spot in spots_in(line):
        if random.random() < share:
            spot.shown, spot.y = spot.value, uniform(random, 0.5, 0.9)
            spot.turn += normal(random, 0.12)
        else:
            spot.standing = True
    side = sign(random)
    x = (high if side > 0 else low) + side * uniform(random, 3.2, 4.6)
    line = moved(line, x, (front + back) / 2 + uniform(random, 3.0, 6.0), side * QUARTER)
    return spots_in(line)


def _heaps(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """A heap of tiles of each suit, one beside the other beyond the hand."""
    groups: dict[str, list[str]] = {}
    for code in taken(random, left, int(random.integers(24, 56))):
        groups.setdefault(code[1], []).append(code)
    sizes = [0.62 * float(np.sqrt(len(codes))) + 0.5 for codes in groups.values()]
    x = (box[0] + box[1]) / 2 - sum(sizes) - len(sizes) + uniform(random, -2, 2)
    spots: list[Spot] = []
    for codes, size in zip(groups.values(), sizes, strict=True):
        middle = x + size, box[3] + 2.8 + size + uniform(random, 0, 2.5)
        spots += heap(random, codes, middle, (size, size))
        x += 2 * size + uniform(random, 1.6, 2.4)
    return spots


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    low, high, _, back = box
    if habit == "discards_in_long_lines":
        return on_table(_long_lines(random, left, box)), 1.9
    if habit == "between_two_walls":
        placed = on_table(_walls_beside(random, box))
        placed += now_and_then_thrown(random, left, 0.7, back + 6.5, x=(low + high) / 2)
        return placed, 0.8
    if habit == "neighbours_rack_fell_over":
        placed = on_table(_fallen_rack(random, left, box))
        placed += now_and_then_thrown(random, left, 0.7, back + 6.5, x=(low + high) / 2)
        return placed, 1.9
    if habit == "discards_in_heaps_by_suit":
        return on_table(_heaps(random, left, box)), 1.9
    return None


scene = Scenes(
    HABITS, key=86171251, around=_around, alone=ALONE, framed=FRAMED, slants=SLANTS
).scene
