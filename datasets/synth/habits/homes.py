"""More habits of laying a hand out, most of them by somebody who had not seen how these are read.

Nearly half of them are usual: rows with gaps here and there, bowed or aslant. The others are rarer:
sets as columns, grids, the pair far off, tiles nudged out of line, a windmill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.around import other_sets
from datasets.synth.habits.chances import normal, sign, uniform
from datasets.synth.habits.codes import by_suit, codes_of, is_set, pair_and_sets, sorted_codes
from datasets.synth.habits.dealt import held_row, out_row, sets_out, won_apart
from datasets.synth.habits.flowers import done, flowered, flowers_by
from datasets.synth.habits.hands import hand
from datasets.synth.habits.pieces import QUARTER, Piece, box_of, edges, moved, spots_in
from datasets.synth.habits.places import slid
from datasets.synth.habits.rows import Lie, block_of, column, fan, row
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
from datasets.synth.tables import (
    BACK,
    DEEP,
    HIGH,
    VIEWS,
    Block,
    Laid,
    LayoutScene,
    Placed,
    Random,
    Spot,
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
def two_clumps_and_sets_right(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 1, 2)
    codes = codes_of(random, dealt)
    while True:
        cut = int(random.integers(2, len(codes) - 1))
        parts = codes[:cut], codes[cut:]
        if not any(is_set(part) for part in parts):
            break
    near = row(random, [block_of(part) for part in parts], gap=uniform(random, 0.35, 0.7))
    out = slid(out_row(random, dealt, 0.2, 0.4), near, (1, 0), uniform(random, 1.5, 2.4))
    return done(near, out)


@usual
def gently_bowed_row(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    near = fan(random, [block_of(codes_of(random, dealt))], uniform(random, 22, 45), sign(random))
    out = slid(
        out_row(random, dealt),
        near,
        (1, 0),
        uniform(random, 0.7, 1.5),
        y=uniform(random, -0.4, 0.4),
    )
    return done(near, out)


@usual
def hand_aslant_sets_straight(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    near = moved(held_row(random, dealt), 0, 0, sign(random) * uniform(random, 0.06, 0.16))
    out = slid(
        out_row(random, dealt), near, (0, 1), uniform(random, 0.3, 0.8), x=uniform(random, -2, 2)
    )
    return done(near, out)


def _slanting(random: Random, left: Counter[str], side: int, least: float, most: float) -> Laid:
    """Exposed sets in a row at an end, slanting away from the owner. side: 1 at the right, -1 at
    the left. least, most: radians."""
    dealt = hand(random, left)
    near = held_row(random, dealt)
    out = out_row(random, dealt)
    turn = uniform(random, least, most)
    wide = edges(out)[1]
    out = moved(out, 0, wide * np.sin(turn), side * turn)
    return done(near, slid(out, near, (side, 0), uniform(random, 0.5, 1.2)))


@usual
def sets_right_slanting_away(random: Random, left: Counter[str]) -> Laid:
    return _slanting(random, left, 1, 0.25, 0.6)


@usual
def sets_far_to_the_right(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 1, 2)
    near = held_row(random, dealt)
    out = slid(
        out_row(random, dealt), near, (1, 0), uniform(random, 3, 5), y=uniform(random, -0.5, 1.5)
    )
    return done(near, out)


@usual
def sets_left_slanting(random: Random, left: Counter[str]) -> Laid:
    return _slanting(random, left, -1, 0.2, 0.55)


@usual
def sets_behind_jutting_out(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    near = held_row(random, dealt)
    out = out_row(random, dealt)
    x = sign(random) * (edges(near)[1] + uniform(random, -1.0, 1.0))
    return done(near, slid(out, near, (0, 1), uniform(random, 0.15, 0.7), x=x))


@usual
def sets_behind_in_an_arc(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 2, 3)
    near = held_row(random, dealt)
    out = fan(
        random, sets_out(random, dealt), uniform(random, 10, 18), 1, gap=uniform(random, 0.6, 1.6)
    )
    return done(near, slid(out, near, (0, 1), uniform(random, 0.4, 1.0), x=uniform(random, -1, 1)))


@usual
def sets_before_the_row_wide_apart(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    near = held_row(random, dealt)
    out = out_row(random, dealt, 0.9, 2.0)
    return done(near, slid(out, near, (0, -1), uniform(random, 0.3, 1.0), x=uniform(random, -2, 2)))


@usual
def one_set_right_the_rest_behind(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 2, 3)
    near = held_row(random, dealt)
    first, *rest = sets_out(random, dealt)
    one = slid(
        row(random, [first]), near, (1, 0), uniform(random, 0.6, 1.3), y=uniform(random, -0.1, 0.3)
    )
    others = row(random, rest, gap=uniform(random, 0.25, 0.6))
    others = slid(others, near, (0, 1), uniform(random, 0.3, 0.9), x=uniform(random, -2.5, 0))
    return done(near, one, others)


@usual
def drawn_tile_tilted_sets_left(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, win=1)
    near, won = won_apart(random, dealt)
    won = moved(won, 0, uniform(random, -0.15, 0.15), sign(random) * uniform(random, 0.12, 0.4))
    won = slid(won, near, (1, 0), uniform(random, 0.25, 0.7))
    out = slid(out_row(random, dealt), near, (-1, 0), uniform(random, 0.8, 1.6))
    return done(near, won, out)


@usual
def winning_tile_at_the_left(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 0, 3, win=1)
    near, won = won_apart(random, dealt)
    won = slid(won, near, (-1, 0), uniform(random, 0.4, 1.1), y=uniform(random, -0.1, 0.1))
    pieces = [near, won]
    if sets_out(random, dealt):
        pieces.append(slid(out_row(random, dealt), near, (1, 0), uniform(random, 0.8, 1.6)))
    return done(*pieces)


@usual
def winning_tile_off_the_corner(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 0, 3, win=1)
    near, won = won_apart(random, dealt)
    side = sign(random)
    won = moved(won, 0, 0, normal(random, 0.12))
    won = slid(won, near, (side, 0), uniform(random, 0.05, 0.3), y=uniform(random, 0.6, 1.1))
    pieces = [near, won]
    if sets_out(random, dealt):
        pieces.append(slid(out_row(random, dealt), near, (0, -1), uniform(random, 0.3, 0.9)))
    return done(*pieces)


@usual
def flowers_behind_sets_right(random: Random, left: Counter[str]) -> Laid:
    dealt, near = flowered(random, left, 1, 4, out=1)
    out = slid(out_row(random, dealt), near, (1, 0), uniform(random, 0.7, 1.5))
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(spread=uniform(random, 0, 0.15)))
    bloom = moved(bloom, 0, 0, normal(random, 0.08))
    bloom = slid(bloom, [*near, *out], (0, 1), uniform(random, 0.3, 1.0), x=uniform(random, -4, 4))
    bonus, at = flowers_by(bloom)
    return done(near, out, bonus=bonus, at=at)


@usual
def flowers_between_hand_and_sets(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 1, 2, bonus=int(random.integers(1, 4)))
    near = held_row(random, dealt)
    bloom = row(random, [block_of(dealt.bonus)])
    bloom = slid(bloom, near, (1, 0), uniform(random, 0.5, 0.9))
    out = slid(out_row(random, dealt), bloom, (1, 0), uniform(random, 0.5, 0.9))
    bonus, at = flowers_by(bloom)
    return done(near, out, bonus=bonus, at=at)


@usual
def flowers_in_a_column_sets_behind(random: Random, left: Counter[str]) -> Laid:
    dealt, near = flowered(random, left, 2, 4, out=1)
    out = slid(
        out_row(random, dealt), near, (0, 1), uniform(random, 0.3, 0.8), x=uniform(random, -1, 1)
    )
    bloom = column(random, block_of(dealt.bonus), gap=uniform(random, 0.02, 0.15))
    side = sign(random)
    bloom = slid(bloom, [*near, *out], (side, 0), uniform(random, 0.6, 1.4))
    bonus, at = flowers_by(bloom)
    return done(near, out, bonus=bonus, at=at)


@usual
def won_on_the_tile_after_a_kong(random: Random, left: Counter[str]) -> Laid:
    """The loose tile lies a little apart; the kong and what else is out, far right or behind."""
    dealt = hand(random, left, 1, 3, win=1, shown=1)
    near, won = won_apart(random, dealt)
    won = slid(won, near, (1, 0), uniform(random, 0.35, 0.6))
    out = out_row(random, dealt)
    if random.random() < 0.5:
        out = slid(out, won, (1, 0), uniform(random, 1.4, 2.2))
    else:
        out = slid(out, near, (0, 1), uniform(random, 0.4, 1.0), x=uniform(random, -2, 2))
    return done(near, won, out)


def _held_kong(block: Block) -> bool:
    return block.kind == "kong" and block.concealed


def _others_at(
    random: Random,
    blocks: Sequence[Block],
    near: Piece,
    way: tuple[int, int],
    gap: float,
    low: float,
    high: float,
) -> Piece:
    """The sets that are no held kongs, if there are any, at that side of the row."""
    others = [block for block in blocks if not _held_kong(block)]
    if not others:
        return []
    return slid(row(random, others, gap=gap), near, way, uniform(random, low, high))


@usual
def held_kong_aslant_at_the_left(random: Random, left: Counter[str]) -> Laid:
    """A kong with its end tiles face down, at a slant, left of the row; other sets right."""
    dealt = hand(random, left, 1, 2, down=1, held_kongs=0)
    blocks = sets_out(random, dealt)
    near = held_row(random, dealt)
    kong = row(random, [block for block in blocks if _held_kong(block)])
    turn = sign(random) * uniform(random, 0.15, 0.5)
    kong = slid(
        moved(kong, 0, uniform(random, 0, 1.0), turn), near, (-1, 0), uniform(random, 0.4, 1.0)
    )
    return done(near, kong, _others_at(random, blocks, near, (1, 0), 0.3, 0.6, 1.4))


@usual
def loose_and_crooked(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    crooked, rise = uniform(random, 0.04, 0.08), uniform(random, 0.05, 0.1)
    lie = Lie(crooked, rise, uniform(random, 0.02, 0.12))
    near = held_row(random, dealt, lie=lie)
    out = out_row(random, dealt, 0.5, 0.8, lie)
    if random.random() < 0.5:
        return done(near, slid(out, near, (1, 0), uniform(random, 1.2, 2.0)))
    return done(near, slid(out, near, (0, 1), uniform(random, 0.4, 0.9), x=uniform(random, -2, 2)))


@usual
def uneven_small_gaps(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    codes = codes_of(random, dealt)
    gaps = [min(float(random.exponential(0.1)), 0.45) for _ in codes]
    near = row(random, [block_of(codes)], gaps=gaps)
    out = slid(out_row(random, dealt), near, (1, 0), uniform(random, 1.5, 2.5))
    return done(near, out)


@usual
def suits_in_steps_sets_behind(random: Random, left: Counter[str]) -> Laid:
    start = left.copy()
    while True:  # the tiles held must not fall into nothing but sets and pairs
        left.clear()
        left.update(start)
        dealt = hand(random, left, 1, 2)
        codes = codes_of(random, dealt, "sorted")
        suits = by_suit(codes)
        if any(len(suit) > 3 and not is_set(suit) for suit in suits):
            break
    rise = sign(random) * uniform(random, 0.15, 0.4)
    ys = [k * rise for k, suit in enumerate(suits) for _ in suit]
    near = row(random, [block_of(suit) for suit in suits], gap=uniform(random, 0.1, 0.4), ys=ys)
    out = slid(
        out_row(random, dealt), near, (0, 1), uniform(random, 0.6, 1.2), x=uniform(random, -2, 2)
    )
    return done(near, out)


@usual
def sets_right_half_a_tile_up(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    near = held_row(random, dealt)
    up = sign(random) * HIGH * uniform(random, 0.35, 0.7)
    return done(near, slid(out_row(random, dealt), near, (1, 0), uniform(random, 0.35, 0.9), y=up))


@usual
def all_held_pair_split_off(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 0, 0, win=1)
    sets = [codes for codes in dealt.held if len(codes) == 3]
    pair = next(codes for codes in dealt.held if len(codes) == 2)
    codes = tuple(code for each in sets for code in each)
    near = row(random, [block_of(sorted_codes(codes) if random.random() < 0.5 else codes)])
    eyes = moved(row(random, [block_of(pair)]), 0, uniform(random, -0.2, 0.2), normal(random, 0.06))
    side = sign(random) if random.random() < 0.4 else 1
    return done(near, slid(eyes, near, (side, 0), uniform(random, 0.6, 1.6)))


@usual
def waiting_sets_behind_to_the_left(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 0, 3, win=0)
    near = held_row(random, dealt)
    if not sets_out(random, dealt):
        return done(near)
    pieces, x = [near], edges(near)[0] + uniform(random, -1.5, 1.0)
    for block in sets_out(random, dealt):
        wide = len(block.values)
        piece = moved(row(random, [block]), 0, 0, normal(random, 0.05))
        piece = slid(piece, near, (0, 1), uniform(random, 0.3, 0.7), x=x + wide / 2)
        lift = max(0.0, HIGH + uniform(random, 0.3, 0.7) - edges(piece)[2] - HIGH / 2)
        pieces.append(moved(piece, 0, lift))
        x += wide + uniform(random, 0.5, 1.2)
    return done(*pieces)


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def each_set_a_column_right(random: Random, left: Counter[str]) -> Laid:
    """Each exposed set is a column of upright tiles; the columns stand right of the row."""
    dealt = hand(random, left)
    all_of = held_row(random, dealt)
    clear, gap = uniform(random, 0.6, 1.2), uniform(random, 0.25, 0.6)
    for k, block in enumerate(sets_out(random, dealt)):
        piece = column(random, block, gap=uniform(random, 0.02, 0.1))
        all_of = [*all_of, *slid(piece, all_of, (1, 0), gap if k else clear)]
    return done(all_of)


@unusual
def columns_at_both_ends(random: Random, left: Counter[str]) -> Laid:
    """Each exposed set is a column; they stand in turn left and right, its middle at the row's."""
    dealt = hand(random, left, 2, 3)
    all_of = held_row(random, dealt)
    side = sign(random)
    for block in sets_out(random, dealt):
        piece = column(random, block, gap=uniform(random, 0.02, 0.1))
        low, high = edges(piece)[2:]
        y = -(low + high) / 2 + uniform(random, -0.3, 0.3)
        all_of = [*all_of, *slid(piece, all_of, (side, 0), uniform(random, 0.4, 0.9), y=y)]
        side = -side
    return done(all_of)


@unusual
def grid_of_two_by_seven(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 0, 0)
    codes = codes_of(random, dealt, str(random.choice(["sorted", "sets"])))
    across, down = uniform(random, 0.0, 0.12), uniform(random, 0.0, 0.2)
    far = row(random, [block_of(codes[:7])], lie=Lie(rise=0.01, spread=across))
    near = row(random, [block_of(codes[7:])], lie=Lie(rise=0.01, spread=across))
    near = moved(near, edges(far)[0] - edges(near)[0], 0)
    return done(slid(far, near, (0, 1), down), near)


@unusual
def grid_of_six_with_the_pair_below(random: Random, left: Counter[str]) -> Laid:
    """Two rows of six, sorted, and the pair before them."""
    dealt = hand(random, left, 0, 0, win=1)
    pair = next(codes for codes in dealt.held if len(codes) == 2)
    rest = sorted_codes([c for codes in dealt.held if len(codes) == 3 for c in codes])
    lie = Lie(spread=uniform(random, 0.0, 0.1))
    far, near = (row(random, [block_of(half)], lie=lie) for half in (rest[:6], rest[6:]))
    far = slid(far, near, (0, 1), uniform(random, 0.02, 0.15), x=normal(random, 0.1))
    eyes = row(random, [block_of(pair)], lie=lie)
    x = float(random.choice([-2.0, 0.0, 2.0])) + normal(random, 0.1)
    return done(far, near, slid(eyes, near, (0, -1), uniform(random, 0.05, 0.5), x=x))


@unusual
def suits_in_lines(random: Random, left: Counter[str]) -> Laid:
    """All held, each suit in a line of its own. No line is a lone set, and none a lone tile."""
    start = left.copy()
    while True:
        left.clear()
        left.update(start)
        dealt = hand(random, left, 0, 0)
        codes = codes_of(random, dealt, "sorted")
        suits = by_suit(codes)
        if len(suits) > 1 and not any(is_set(s) or len(s) < 2 for s in suits):
            break
    all_of: Piece = []
    gap = uniform(random, 0.05, 0.35)
    for suit in suits:
        piece = row(random, [block_of(suit)])
        x = -edges(piece)[0] + normal(random, 0.1)
        piece = moved(piece, x, 0)
        all_of = [*all_of, *(slid(piece, all_of, (0, -1), gap) if all_of else piece)]
    return done(all_of)


@unusual
def pair_across_within_the_row(random: Random, left: Counter[str]) -> Laid:
    """Set by set in one row; both tiles of the pair are turned across. Exposed sets behind."""
    dealt = hand(random, left, 0, 2, win=1)
    turn = sign(random) * QUARTER
    turns = [turn if len(codes) == 2 else 0.0 for codes in dealt.held for _ in codes]
    near = row(random, [block_of(codes_of(random, dealt, "sets"))], turns=turns)
    if not sets_out(random, dealt):
        return done(near)
    return done(near, slid(out_row(random, dealt), near, (0, 1), uniform(random, 0.4, 1.0)))


@unusual
def pair_across_heaped_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The pair lies across at the row's end, one tile above the other; exposed sets in front."""
    dealt = hand(random, left, 0, 2, win=1)
    pair, rest = pair_and_sets(random, dealt)
    near = row(random, [block_of(rest)])
    turn, side = sign(random) * QUARTER, sign(random)
    eyes: Piece = [
        (
            block_of(pair),
            [Spot(c, c, normal(random, 0.03), (k - 0.5) * 1.03, turn) for k, c in enumerate(pair)],
        )
    ]
    eyes = slid(eyes, near, (side, 0), uniform(random, 0.02, 0.4))
    if not sets_out(random, dealt):
        return done(near, eyes)
    out = out_row(random, dealt)
    if random.random() < 0.5:
        return done(near, eyes, slid(out, [*near, *eyes], (0, -1), uniform(random, 0.4, 0.9)))
    return done(near, eyes, slid(out, near, (-side, 0), uniform(random, 0.8, 1.5)))


@unusual
def nudged_by_a_finger(random: Random, left: Counter[str]) -> Laid:
    """A few tiles of the row were pushed out of line and turned by pointing at them."""
    dealt = hand(random, left)
    codes = codes_of(random, dealt)
    some = set(random.permutation(len(codes))[: int(random.integers(2, 6))].tolist())
    turns = [uniform(random, -0.4, 0.4) if k in some else 0.0 for k in range(len(codes))]
    ys = [
        sign(random) * uniform(random, 0.15, 0.6) if k in some else 0.0 for k in range(len(codes))
    ]
    near = row(random, [block_of(codes)], turns=turns, ys=ys)
    out = out_row(random, dealt)
    if random.random() < 0.5:
        return done(near, slid(out, near, (1, 0), uniform(random, 1.0, 1.8)))
    return done(near, slid(out, near, (0, 1), uniform(random, 0.5, 1.0), x=uniform(random, -2, 2)))


@unusual
def open_fan_sets_inside(random: Random, left: Counter[str]) -> Laid:
    """The held tiles as a fan of cards, the exposed sets in a straight row under it."""
    dealt = hand(random, left, 1, 2)
    near = fan(random, [block_of(codes_of(random, dealt))], uniform(random, 6.0, 9.0), 1)
    out = out_row(random, dealt)
    below = edges(near)[2] - HIGH / 2
    return done(near, moved(out, uniform(random, -0.5, 0.5), below - uniform(random, 0.3, 0.8)))


@unusual
def sets_as_an_l(random: Random, left: Counter[str]) -> Laid:
    """At the right end one set goes away from the owner, turned a quarter; the next turns off."""
    dealt = hand(random, left, 2, 3)
    near = held_row(random, dealt)
    first, *rest = sets_out(random, dealt)
    side = sign(random)
    post = moved(row(random, [first]), 0, 0, sign(random) * QUARTER)
    post = moved(post, 0, -HIGH / 2 - edges(post)[2])
    post = slid(post, near, (side, 0), uniform(random, 0.5, 1.1))
    low, high, _, _ = edges(post)
    beam = row(random, rest, gap=uniform(random, 0.2, 0.4))
    wide = edges(beam)[1]
    out = side if random.random() < 0.5 else -side
    x = low + wide if out > 0 else high - wide
    return done(near, post, slid(beam, post, (0, 1), uniform(random, 0.15, 0.4), x=x))


@unusual
def sets_as_a_u_round_the_hand(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 3, 3)
    near = held_row(random, dealt)
    one, two, three = sets_out(random, dealt)
    pieces = [near]
    for block, side in ((one, -1), (two, 1)):
        post = moved(row(random, [block]), 0, 0, sign(random) * QUARTER)
        post = moved(post, 0, -HIGH / 2 - edges(post)[2] + uniform(random, -0.3, 0.3))
        pieces.append(slid(post, near, (side, 0), uniform(random, 0.5, 1.0)))
    pieces.append(
        slid(
            row(random, [three]),
            near,
            (0, 1),
            uniform(random, 0.7, 1.5),
            x=uniform(random, -0.4, 0.4),
        )
    )
    return done(*pieces)


@unusual
def held_kong_askew_behind(random: Random, left: Counter[str]) -> Laid:
    """A kong, its end tiles face down, lies at a wide angle behind the row; other sets right."""
    dealt = hand(random, left, 1, 3, down=1, held_kongs=0)
    blocks = sets_out(random, dealt)
    near = held_row(random, dealt)
    kong = row(random, [block for block in blocks if _held_kong(block)])
    kong = moved(kong, 0, 0, sign(random) * uniform(random, 0.5, 1.1))
    kong = slid(kong, near, (0, 1), uniform(random, 0.3, 0.9), x=uniform(random, -4, 2))
    return done(near, kong, _others_at(random, blocks, near, (1, 0), 0.35, 0.7, 1.4))


@unusual
def held_kong_middle_down_in_front(random: Random, left: Counter[str]) -> Laid:
    """A kong with its two middle tiles face down before the row; other sets behind it."""
    dealt = hand(random, left, 1, 3, down=1, held_kongs=0)
    blocks = sets_out(random, dealt)
    for block in blocks:
        if _held_kong(block):
            block.shown = (block.values[0], BACK, BACK, block.values[0])
    near = held_row(random, dealt)
    kong = row(random, [block for block in blocks if _held_kong(block)])
    kong = moved(kong, 0, 0, normal(random, 0.06))
    kong = slid(kong, near, (0, -1), uniform(random, 0.3, 0.8), x=uniform(random, -4, 4))
    return done(near, kong, _others_at(random, blocks, near, (0, 1), 0.35, 0.4, 1.0))


@unusual
def called_across_one_above_the_other(random: Random, left: Counter[str]) -> Laid:
    """Exposed sets in lines one above the other at an end, in each the called tile across."""
    dealt = hand(random, left, 1, 3, held_kongs=0)
    near = held_row(random, dealt)
    side = sign(random)
    stack: Piece = []
    inner = 0.0
    for block in sets_out(random, dealt):
        block.sideways = int(random.integers(len(block.values)))
        line = row(random, [block])
        low, high, _, _ = edges(line)
        if not stack:
            stack = slid(line, near, (side, 0), uniform(random, 0.6, 1.4))
            inner = edges(stack)[0 if side > 0 else 1]
        else:
            x = inner - (low if side > 0 else high)
            stack = [*stack, *slid(line, stack, (0, 1), uniform(random, 0.08, 0.3), x=x)]
    return done(near, stack)


@unusual
def fourth_across_above_its_pung(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of an exposed kong lies across, flat, beyond one of the three."""
    dealt = hand(random, left, 1, 3, shown=1, kongs=0.1)
    near = held_row(random, dealt)
    pieces, edge = [near], near
    for k, block in enumerate(sets_out(random, dealt)):
        piece = row(random, [block])
        if block.kind == "kong" and not block.concealed:
            spots = piece[0][1]
            top, on = spots[3], spots[int(random.integers(3))]
            top.x, top.turn = on.x + normal(random, 0.06), sign(random) * QUARTER
            top.y = on.y + (HIGH + 1) / 2 + uniform(random, 0.03, 0.12)
            piece = moved(piece, 0.5, 0)
        edge = slid(
            piece, edge, (1, 0), uniform(random, 0.35, 0.6) if k else uniform(random, 0.7, 1.4)
        )
        pieces.append(edge)
    return done(*pieces)


@unusual
def fourth_across_on_top_of_its_pung(random: Random, left: Counter[str]) -> Laid:
    """The fourth tile of an exposed kong rests, turned a quarter, on the far half of the middle
    one; the sets lie behind the row."""
    dealt = hand(random, left, 1, 3, shown=1, kongs=0.1)
    near = held_row(random, dealt)
    out = out_row(random, dealt, 0.4, 0.8)
    for block, spots in out:
        if block.kind == "kong" and not block.concealed:
            for spot in spots:
                spot.x += 0.5
            top, on = spots[3], spots[1]
            top.x, top.turn = on.x + normal(random, 0.05), sign(random) * QUARTER
            top.y, top.lifted = on.y + HIGH * uniform(random, 0.45, 0.6), DEEP
    return done(near, slid(out, near, (0, 1), uniform(random, 0.4, 1.0), x=uniform(random, -2, 2)))


@unusual
def close_before_its_wall(random: Random, left: Counter[str]) -> Laid:
    """A wall stands just behind the row; exposed sets left or in front."""
    dealt = hand(random, left, held_kongs=0)
    near = held_row(random, dealt)
    out = out_row(random, dealt)
    if random.random() < 0.5:
        return done(near, slid(out, near, (-1, 0), uniform(random, 0.6, 1.3)))
    return done(near, slid(out, near, (0, -1), uniform(random, 0.3, 0.9), x=uniform(random, -2, 2)))


@unusual
def close_to_thrown_discards(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left, 0, 3)
    near = held_row(random, dealt)
    if not sets_out(random, dealt):
        return done(near)
    return done(near, slid(out_row(random, dealt), near, (1, 0), uniform(random, 0.5, 1.0)))


@unusual
def near_another_players_sets(random: Random, left: Counter[str]) -> Laid:
    """The sets of the player at the right or opposite lie not far off, turned towards them."""
    dealt = hand(random, left)
    near = held_row(random, dealt)
    out = out_row(random, dealt)
    if random.random() < 0.5:
        return done(near, slid(out, near, (-1, 0), uniform(random, 0.5, 1.0)))
    return done(near, slid(out, near, (0, -1), uniform(random, 0.3, 0.8), x=uniform(random, -2, 2)))


@unusual
def some_upside_down(random: Random, left: Counter[str]) -> Laid:
    dealt = hand(random, left)
    near, out = held_row(random, dealt), out_row(random, dealt)
    way = [(1.0, 0.0), (0.0, 1.0)][int(random.integers(2))]
    out = slid(out, near, way, uniform(random, 0.6, 1.2))
    for spot in spots_in(near, out):
        spot.turn += np.pi if random.random() < 0.45 else 0.0
    return done(near, out)


@unusual
def all_turned_on_the_table(random: Random, left: Counter[str]) -> Laid:
    """Hand and sets lie at thirty to sixty degrees."""
    dealt = hand(random, left)
    near, out = held_row(random, dealt), out_row(random, dealt, 0.35, 0.6)
    way = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][int(random.integers(3))]
    out = slid(out, near, way, uniform(random, 0.9, 1.6))
    turn = sign(random) * uniform(random, np.pi / 6, np.pi / 3)
    return done(*(moved(piece, 0, 0, turn) for piece in (near, out)))


@unusual
def seen_from_the_side(random: Random, left: Counter[str]) -> Laid:
    """Hand and sets lie at a quarter turn: the camera stands beside the player."""
    dealt = hand(random, left)
    near, out = held_row(random, dealt), out_row(random, dealt, 0.35, 0.6)
    way = [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0)][int(random.integers(3))]
    out = slid(out, near, way, uniform(random, 0.9, 1.6))
    turn = sign(random) * QUARTER + normal(random, 0.08)
    return done(*(moved(piece, 0, 0, turn) for piece in (near, out)))


@unusual
def pair_far_off(random: Random, left: Counter[str]) -> Laid:
    """The pair lies by itself, far from the sets that are held; exposed sets left or in front."""
    dealt = hand(random, left, 0, 2, win=1)
    pair, rest = pair_and_sets(random, dealt)
    near = row(random, [block_of(rest)])
    eyes = moved(row(random, [block_of(pair)]), 0, 0, normal(random, 0.2))
    if random.random() < 0.5:
        eyes = slid(eyes, near, (1, 0), uniform(random, 2.5, 4.0), y=uniform(random, -0.5, 2.0))
    else:
        eyes = slid(eyes, near, (0, 1), uniform(random, 1.5, 2.5), x=uniform(random, -3, 3))
    if not sets_out(random, dealt):
        return done(near, eyes)
    out = out_row(random, dealt, 0.5, 0.9)
    if random.random() < 0.5:
        return done(near, eyes, slid(out, near, (-1, 0), uniform(random, 0.8, 1.4)))
    return done(near, eyes, slid(out, near, (0, -1), uniform(random, 0.5, 1.0)))


@unusual
def rummaged(random: Random, left: Counter[str]) -> Laid:
    """In no order, no straight line; the tiles of the exposed sets too lie in any order."""
    dealt = hand(random, left)
    lie = Lie(uniform(random, 0.08, 0.16), uniform(random, 0.08, 0.18))
    codes = codes_of(random, dealt, "anyhow")
    gaps = [min(float(random.exponential(0.06)), 0.25) for _ in codes]
    near = row(random, [block_of(codes)], gaps=gaps, lie=lie)
    out = sets_out(random, dealt)
    values = [block.values for block in out]
    for block in out:
        if block.kind == "chow":
            block.values = tuple(block.values[k] for k in random.permutation(3))
            block.shown = block.values
    piece = row(random, out, gap=uniform(random, 0.5, 0.9), lie=lie)
    for block, own in zip(out, values, strict=True):
        block.values = own
    return done(
        near, slid(piece, near, (0, 1), uniform(random, 0.6, 1.2), x=uniform(random, -2, 2))
    )


@unusual
def sets_as_triangles(random: Random, left: Counter[str]) -> Laid:
    """An exposed set is two tiles and the third beyond them in the middle; of a kong the fourth
    lies on their near side."""
    dealt = hand(random, left, held_kongs=0)
    all_of = held_row(random, dealt)
    clear = uniform(random, 0.6, 1.2)
    for block in sets_out(random, dealt):
        at = [(-0.51, 0.0), (0.51, 0.0), (0.0, HIGH * 1.02), (0.0, -HIGH * 1.02)]
        spots = [
            Spot(shown, value, x, y, normal(random, 0.02))
            for shown, value, (x, y) in zip(block.shown, block.values, at, strict=False)
        ]
        all_of = [*all_of, *slid([(block, spots)], all_of, (1, 0), clear)]
        clear = uniform(random, 0.25, 0.6)
    return done(all_of)


@unusual
def kong_as_a_windmill(random: Random, left: Counter[str]) -> Laid:
    """The four tiles of an exposed kong go round an empty middle; sets to the right."""
    dealt = hand(random, left, 1, 3, shown=1, kongs=0.05, held_kongs=0)
    all_of = held_row(random, dealt)
    clear = uniform(random, 0.6, 1.2)
    for block in sets_out(random, dealt):
        piece = row(random, [block])
        if block.kind == "kong":
            at = [(0.5, HIGH / 2), (1 + HIGH / 2, 0.5), (HIGH + 0.5, 1 + HIGH / 2)]
            at.append((HIGH / 2, HIGH + 0.5))
            wide = uniform(random, 1.01, 1.06)
            for k, (spot, (x, y)) in enumerate(zip(piece[0][1], at, strict=True)):
                spot.x, spot.y, spot.turn = wide * x, wide * y, k * QUARTER
            piece = moved(piece, 0, -HIGH / 2)
        all_of = [*all_of, *slid(piece, all_of, (1, 0), clear)]
        clear = uniform(random, 0.3, 0.6)
    return done(all_of)


@unusual
def two_tall_columns(random: Random, left: Counter[str]) -> Laid:
    """The tiles held stand in two columns that touch; exposed sets in rows to the right."""
    dealt = hand(random, left, 0, 2)
    codes = codes_of(random, dealt, str(random.choice(["sorted", "sets"])))
    half = (len(codes) + 1) // 2
    gap = uniform(random, 0.02, 0.08)
    first, second = (column(random, block_of(part), gap) for part in (codes[:half], codes[half:]))
    top = edges(first)[3] - edges(second)[3]
    near = [*first, *moved(second, 1 + gap, top)]
    if not sets_out(random, dealt):
        return done(near)
    out = out_row(random, dealt)
    return done(near, slid(out, near, (1, 0), uniform(random, 0.7, 1.5), y=HIGH))


@unusual
def zigzag(random: Random, left: Counter[str]) -> Laid:
    """Every other tile held lies about half a height farther; exposed sets in a row behind."""
    dealt = hand(random, left, 1, 2)
    codes = codes_of(random, dealt)
    up = HIGH * uniform(random, 0.35, 0.55)
    ys = [up * (k % 2) for k in range(len(codes))]
    near = row(random, [block_of(codes)], ys=ys)
    out = out_row(random, dealt, 0.4, 0.8)
    return done(near, slid(out, near, (0, 1), uniform(random, 0.4, 1.0), x=uniform(random, -2, 2)))


@unusual
def stairs_of_twos(random: Random, left: Counter[str]) -> Laid:
    """The tiles held go up by twos; exposed sets in front."""
    dealt = hand(random, left, 1, 2)
    codes = codes_of(random, dealt)
    up = sign(random) * HIGH * uniform(random, 0.3, 0.5)
    near = row(random, [block_of(codes)], ys=[up * (k // 2) for k in range(len(codes))])
    out = out_row(random, dealt, 0.4, 0.8)
    return done(near, slid(out, near, (0, -1), uniform(random, 0.4, 1.0), x=uniform(random, -2, 2)))


# ---------------------------------------------------------------------------------------------
# Scenes


def _around(
    random: Random, left: Counter[str], habit: str, spots: Sequence[Spot], facing: float
) -> tuple[list[Placed], float]:
    """What else lies on the table, and how far it keeps from the hand."""
    _, high, _, back = box_of(spots)
    if habit == "close_before_its_wall":
        held = [spot.y for spot in spots]
        y = max(held) + HIGH + uniform(random, 0.25, 0.9)
        piece = [
            Spot(BACK, BACK, (k - 8.5) * 1.005 + uniform(random, 0, 0.001), y, lifted=DEEP)
            for k in range(int(random.integers(14, 19)))
        ]
        return on_table(piece, facing), 0.15
    if habit == "close_to_thrown_discards":
        middle = np.array([uniform(random, -3, 3), back + 3.5 + uniform(random, 0.9, 1.6), 0.0])
        return discards(random, left, middle, neat=False), 0.9
    if habit == "near_another_players_sets":
        if random.random() < 0.5:
            return other_sets(
                random, left, high + uniform(random, 3.2, 4.5), uniform(random, 3, 5), QUARTER
            ), 2.0
        return other_sets(
            random, left, uniform(random, -4, 4), back + uniform(random, 3.5, 5.0), np.pi
        ), 2.0
    if habit in ("all_turned_on_the_table", "seen_from_the_side"):
        if random.random() < 0.5:
            return [], 2.0
        return discards(random, left, np.array([0.0, back + 5.5, 0.0]), neat=False), 1.8
    return surroundings(random, left, back), 3.0 if habit == "pair_far_off" else 1.5


def scene(seed: int, habit: str | None = None) -> LayoutScene:
    """The scene of this seed. habit: one of `HABITS`; the seed decides if it is None."""
    return drawn_until_seen(seed, 7919, HABITS.of(seed, habit), _drawn)


def _drawn(seed: int, habit: str, random: Random, noise: float) -> LayoutScene:
    """A scene; from the last camera that was tried, if each hides a tile of the hand."""
    left, laid = laid_by(habit, HABITS.every()[habit], random)
    facing = normal(random, 0.06)
    placed = on_table(laid[0], facing)
    count = len(placed)
    own = [as_spot(tile) for tile in placed]
    others, clear = _around(random, left, habit, own, facing)
    placed += not_too_near(others, own, clear)
    steepness, roll = VIEWS["oblique" if random.random() < 0.5 else "above"]
    if habit == "seen_from_the_side":  # from low down the gaps between sets could not be seen
        steepness = max(steepness[0], 52), max(steepness[1], 70)
    seen_too = habit == "near_another_players_sets" and random.random() < 0.7
    points = np.concatenate([tile.corners() for tile in (placed if seen_too else placed[:count])])
    camera, _ = stood(
        random, points, (steepness, roll), (76, 89.5), lambda at: hidden(placed[:count], at)
    )
    return seen_by(camera, seed, habit, random, noise, placed, laid)
