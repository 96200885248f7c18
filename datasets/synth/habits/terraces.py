"""Twenty-four habits of laying a hand out that no layout was built on, to judge by.

Somebody wrote them who had not seen how hands are read, from thinking of tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.around import now_and_then_thrown, other_hand, stacks, taken
from datasets.synth.habits.chances import an_end, normal, one_of, sign, some, uniform
from datasets.synth.habits.codes import codes_of, flat_codes, pair_and_sets, sorted_codes
from datasets.synth.habits.dealt import each_set, held_row, sets_out, won_apart
from datasets.synth.habits.flowers import bloom_at, flowered
from datasets.synth.habits.hands import any_hand, hand, open_hand, twins, winner
from datasets.synth.habits.parts import Parts, cut_up, in_parts, parted, redealt
from datasets.synth.habits.pieces import QUARTER, Box, Piece, edges, moved, spots_in
from datasets.synth.habits.places import level_at, levelled, one_by_one, put, raised, stood_up
from datasets.synth.habits.rows import Lie, at_places, block_of, column, row, tile
from datasets.synth.habits.scenes import Habits, Others, Scenes, habit_of, on_table
from datasets.synth.habits.sides import NOT_BEHIND, beside, finish, set_down, sets_at, with_kong
from datasets.synth.tables import BACK, DEEP, HIGH, Block, Dealt, Laid, Random, Spot, deal

HABITS = Habits()
usual, unusual = habit_of(HABITS.usual), habit_of(HABITS.unusual)


# ---------------------------------------------------------------------------------------------
# Parts


def one_beyond_the_other(random: Random, pieces: Sequence[Piece], low: float, high: float) -> Piece:
    """The pieces in lines from the owner away, the first nearest; low, high: between them."""
    all_of: Piece = []
    for piece in pieces:
        x = normal(random, 0.1)
        all_of += put(random, piece, all_of, "behind", low, high, x=x) if all_of else piece
    return all_of


def pictured(random: Random, codes: Sequence[str], picture: Sequence[str]) -> Piece:
    """Tiles that touch where the picture has an x. picture: its lines, the far one first."""
    wide, tall = uniform(random, 1.01, 1.05), HIGH * uniform(random, 1.01, 1.05)
    places = [
        (wide * m, -tall * k)
        for k, line in enumerate(picture)
        for m, mark in enumerate(line)
        if mark == "x"
    ]
    return at_places(random, block_of(codes), places, 0.02)


# ---------------------------------------------------------------------------------------------
# Usual habits


@usual
def suits_parted_by_gaps(random: Random, left: Counter[str]) -> Laid:
    """The tiles held lie in one line, sorted, with a gap between one suit and the next and before
    the honours."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = sorted_codes(codes_of(random, dealt))
        suits = [tuple(code for code in codes if code[1] == suit) for suit in "mpsz"]
        suits = [suit for suit in suits if suit]
        return suits if len(suits) > 1 else []

    dealt, parts = redealt(random, left, lambda: any_hand(random, left, 0, 2), parts_of)
    near = row(random, [block_of(codes) for codes in parts], gap=uniform(random, 0.3, 0.75))
    return beside(random, dealt, near, "behind", "front", low=0.8, high=1.6)


@usual
def sets_leaning_like_books(random: Random, left: Counter[str]) -> Laid:
    """In the exposed sets the tiles lean all one way, like books; the last may stand straight."""
    dealt = open_hand(random, left, 1, 3)
    near, lean = held_row(random, dealt), sign(random) * uniform(random, 0.12, 0.3)

    def lay(block: Block) -> Piece:
        turns = [lean + normal(random, 0.02) for _ in block.values]
        if random.random() < 0.5:  # the one that the others lean on
            turns[0 if lean > 0 else -1] = 0.0
        return row(random, [block], turns=turns)

    out = each_set(random, dealt, lay, 0.45, 0.8)
    return set_down(random, dealt, near, out, "right", "right", "left", "behind", low=0.9)


@usual
def kong_as_a_column_by_plain_sets(random: Random, left: Counter[str]) -> Laid:
    """To save room an exposed kong is a column of upright tiles; the other sets lie plain."""
    gap = uniform(random, 0.02, 0.1)

    def lay(block: Block) -> Piece:
        return column(random, block, gap)

    return with_kong(random, left, False, lay, "right", "right", "left", "behind")


@usual
def flowers_up_and_down(random: Random, left: Counter[str]) -> Laid:
    """The flowers touch in one line, but every other of them was pushed up."""
    dealt, near = flowered(random, left, 3, 6)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    up = sign(random) * HIGH * uniform(random, 0.2, 0.45)
    ys = [up * (k % 2) for k in range(len(dealt.bonus))]
    bloom = level_at(row(random, [block_of(dealt.bonus)], ys=ys), 0.0)
    return bloom_at(random, bloom, near, out, "behind", "left", "right")


@usual
def all_four_sets_called_and_the_rest_stands(random: Random, left: Counter[str]) -> Laid:
    """All four sets are out, in one line or two; the pair, or the last tile, stands by itself."""
    dealt = hand(random, left, 4, 4, kongs=0.15, held_kongs=0.05, bonus=some(random))
    near, blocks = stood_up(held_row(random, dealt)), sets_out(random, dealt)
    gap = uniform(random, 0.35, 0.65)
    if random.random() < 0.5:
        out, where = row(random, blocks, gap=gap), "behind"
    else:
        lines = [row(random, part, gap=gap) for part in (blocks[:2], blocks[2:])]
        out = level_at(one_beyond_the_other(random, lines, 0.15, 0.5), 0.6)
        where = one_of(random, "behind", "right", "left")
    x = uniform(random, -3, 3) * (where == "behind")
    out = put(random, out, near, where, 1.0, 1.7, x=x)
    return finish(random, dealt, near, out, ways=("right", "left"))


@usual
def both_neighbours_show_after_a_draw(random: Random, left: Counter[str]) -> Laid:
    """Nobody won; those at the right and left have laid their hands open too, along their edges."""
    dealt = hand(random, left, 0, 3, win=0, bonus=some(random))
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind", "front")


@usual
def others_pushed_their_hands_in(random: Random, left: Counter[str]) -> Laid:
    """The others laid their hands open and pushed them to the middle in crooked lengths."""
    dealt = any_hand(random, left, 0, 3)
    return beside(
        random, dealt, held_row(random, dealt), "right", "left", "front", around_it=NOT_BEHIND
    )


@usual
def photographed_from_the_far_corner(random: Random, left: Counter[str]) -> Laid:
    """Somebody who stood at the far corner of the table took the picture."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "right", "left", "behind")


@usual
def row_in_two_lengths_side_by_side(random: Random, left: Counter[str]) -> Laid:
    """The second length of the row came down behind the end of the first: for some tiles the two
    lie one behind the other."""
    dealt, (one, two) = parted(random, left, 4)
    near, far = (row(random, [block_of(codes)]) for codes in (one, two))
    far = moved(far, 0, 0, normal(random, 0.02))
    both = uniform(random, 1.0, min(len(one), len(two), 5) - 1.0)
    x = sign(random) * ((len(one) + len(two)) / 2 - both)
    near = [*near, *put(random, far, near, "behind", 0.02, 0.2, x=x)]
    return beside(random, dealt, near, "right", "left", "front", low=0.9, high=1.6)


@usual
def photographed_along_the_row(random: Random, left: Counter[str]) -> Laid:
    """The one at the owner's left took the picture, from low down: the row runs away from it."""
    dealt = any_hand(random, left, 0, 3)
    return beside(random, dealt, held_row(random, dealt), "behind", "behind", "front")


@usual
def sets_up_the_table_beside_the_rack(random: Random, left: Counter[str]) -> Laid:
    """The hand still stands; at its end the called sets lie one beyond the other up the table."""
    dealt = any_hand(random, left, 1, 3)
    near = stood_up(held_row(random, dealt))
    lines = [row(random, [block]) for block in sets_out(random, dealt)]
    out = levelled(one_beyond_the_other(random, lines, 0.1, 0.5))
    out = put(random, out, near, one_of(random, "right", "right", "left"), 0.9, 1.6)
    return finish(random, dealt, near, out, ways=NOT_BEHIND)


@usual
def winning_tile_lapping_the_end_of_the_row(random: Random, left: Counter[str]) -> Laid:
    """The tile that won was set down in a hurry, its edge on the first or last tile of the row."""
    dealt = winner(random, left, 0, 3)
    near, won = won_apart(random, dealt)
    side, away = sign(random), 0.5 - uniform(random, 0.15, 0.35)
    low, high = edges(near)[:2]
    x = high + away if side > 0 else low - away
    y, turn = normal(random, 0.1), normal(random, 0.08)
    near = [*near, *moved(raised(won, DEEP), x, y, turn)]
    other = "left" if side > 0 else "right"
    return beside(random, dealt, near, other, "behind", "front", low=0.9, high=1.5)


# ---------------------------------------------------------------------------------------------
# Unusual habits


@unusual
def won_by_robbing_a_kong(random: Random, left: Counter[str]) -> Laid:
    """The tile that won was taken from a neighbour's kong: it lies off that end of the row, turned
    as the neighbour had it. The three that are left lie with the neighbour's sets."""

    def parts_of(dealt: Dealt) -> Parts:
        runs = [codes for codes in dealt.held if len({*codes}) == 3]
        able = [code for code in flat_codes(runs) if left[code] == 3]
        if not able:
            return []
        won, codes = str(random.choice(able)), [*codes_of(random, dealt)]
        codes.remove(won)
        return [tuple(codes), (won,)]

    dealt, (codes, robbed) = redealt(random, left, lambda: winner(random, left, 0, 2), parts_of)
    near, side = row(random, [block_of(codes)]), sign(random)
    won = moved(tile(random, robbed[0], 0.12), 0, 0, side * QUARTER)
    where, other = ("right", "left") if side > 0 else ("left", "right")
    won = put(random, won, near, where, 0.25, 0.8, y=uniform(random, -0.4, 0.7))
    return beside(random, dealt, [*near, *won], other, "behind", "front", low=0.9, high=1.6)


@unusual
def all_kongs_about_the_eyes(random: Random, left: Counter[str]) -> Laid:
    """The limit hand of four kongs, some called and some not: two of them lie on each side of the
    pair, or of the one tile of it that is there."""
    shown = int(random.integers(1, 4))
    dealt = deal(random, left, 0, shown, 4 - shown, some(random))
    if random.random() < 0.3:
        left.update(dealt.held[0][:1])
        dealt.held = [dealt.held[0][1:]]
    near, blocks, in_line = held_row(random, dealt), sets_out(random, dealt), random.random() < 0.5
    order = [blocks[k] for k in random.permutation(4)]
    laid = [near]
    for where, two in (("left", order[:2]), ("right", order[2:])):
        if in_line:
            kongs = row(random, two, gap=uniform(random, 0.3, 0.55))
        else:
            lines = [row(random, [block]) for block in two]
            kongs = level_at(one_beyond_the_other(random, lines, 0.04, 0.3), 0.0)
        laid.append(put(random, kongs, near, where, 0.8, 1.3, y=uniform(random, -0.15, 0.15)))
    return finish(random, dealt, *laid, ways=("behind", "front"))


@unusual
def twins_as_tees(random: Random, left: Counter[str]) -> Laid:
    """Of each of seven pairs one tile is upright, the other lies across at its head, or foot."""
    dealt = twins(random, left)
    where, turn = one_of(random, "behind", "front"), sign(random) * QUARTER
    tees = []
    for codes in dealt.held:
        tee = tile(random, codes[0])
        for code in codes[1:]:
            bar, x = moved(tile(random, code), 0, 0, turn), normal(random, 0.05)
            tee = [*tee, *put(random, bar, tee, where, 0.01, 0.06, x=x)]
        tees.append(tee)
    wide = uniform(random, 0.15, 0.5)
    return finish(random, dealt, level_at(one_by_one(random, tees, wide - 0.08, wide), 0.0))


_BOATS = {
    14: ("--x---", "--xx--", "--x---", "xxxxxx", "-xxxx-"),
    13: ("--x---", "--xx--", "xxxxxx", "-xxxx-"),
    11: ("--x--", "--xx-", "xxxxx", "-xxx-"),
    10: ("--x--", "--x--", "xxxxx", "-xxx-"),
}
"""By the number of tiles held: the mast with its sail, the deck and the keel."""


@unusual
def hand_as_a_sailing_boat(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held as a boat: a hull of two lines and a mast with a small sail."""
    dealt = any_hand(random, left, 0, 1)
    codes = codes_of(random, dealt)
    way = sign(random)
    boat = pictured(random, codes, [line[::way] for line in _BOATS[len(codes)]])
    return beside(random, dealt, boat, "right", "left", "front", low=0.9, high=1.6)


_INITIALS = {
    14: (("x----x", "x----x", "xxxxxx", "x----x", "x----x"), ("xxxx", "x", "xxxx", "x", "xxxx")),
    13: (("x---x", "x---x", "xxxxx", "x---x", "x---x"), ("xxxx", "x", "xxx", "x", "xxxx")),
    11: (("x---x", "xxxxx", "x---x", "x---x"), ("xxx", "x", "xxx", "x", "xxx")),
    10: (("x--x", "xxxx", "x--x", "x--x"), ("xxx", "x", "xx", "x", "xxx")),
}
"""By the number of tiles held: the letters H and E."""


@unusual
def hand_as_an_initial(random: Random, left: Counter[str]) -> Laid:
    """A child lays the tiles held, all upright, as the first letter of its name: an H or an E."""
    dealt = any_hand(random, left, 0, 1)
    codes = codes_of(random, dealt)
    letter = pictured(random, codes, _INITIALS[len(codes)][int(random.integers(2))])
    return beside(random, dealt, letter, "right", "left", "front", low=0.9, high=1.6)


_PILES = {14: (5, 5, 4), 13: (5, 4, 4), 11: (4, 4, 3), 10: (4, 3, 3)}
"""By the number of tiles held: how many lie in each pile."""


@unusual
def held_tiles_across_in_three_piles(random: Random, left: Counter[str]) -> Laid:
    """A narrow place: the tiles held lie across, one beyond the other, in three lines that nearly
    touch, like piles of books."""
    dealt, parts = in_parts(random, left, _PILES, 1)
    turn = sign(random) * QUARTER
    piles = [levelled(moved(row(random, [block_of(codes)]), 0, 0, turn)) for codes in parts]
    near = level_at(one_by_one(random, piles, 0.03, 0.15), 0.0)
    return beside(random, dealt, near, "right", "left", "behind", "front", low=0.9, high=1.6)


@unusual
def held_kong_as_a_little_stair(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called each tile lies a step farther, or nearer, the end ones face down."""
    step, wide = sign(random) * HIGH * uniform(random, 0.2, 0.4), uniform(random, 1.01, 1.06)

    def lay(block: Block) -> Piece:
        block.shown = (BACK, block.values[0], block.values[0], BACK)
        return at_places(random, block, [(wide * k, step * k) for k in range(4)], 0.02)

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def held_kong_with_its_faces_stood_up(random: Random, left: Counter[str]) -> Laid:
    """Of a kong never called two tiles lie face down; between them the other two stand on edge."""
    up = uniform(random, 0.0, 0.5)

    def lay(block: Block) -> Piece:
        block.shown = (BACK, block.values[0], block.values[0], BACK)
        piece = row(random, [block], ys=[0.0, up, up, 0.0])
        for spot in spots_in(piece)[1:3]:
            spot.standing = True
        return piece

    return with_kong(random, left, True, lay, "right", "left", "behind")


@unusual
def kong_leaning_two_and_two(random: Random, left: Counter[str]) -> Laid:
    """Two tiles of an exposed kong lean one way and two the other, as a roof or a funnel."""
    lean = sign(random) * uniform(random, 0.12, 0.28)

    def lay(block: Block) -> Piece:
        return row(random, [block], turns=[-lean, -lean, lean, lean])

    return with_kong(random, left, False, lay, "right", "left", "behind")


@unusual
def flowers_and_seasons_head_to_head(random: Random, left: Counter[str]) -> Laid:
    """A lucky hand: flowers lie in one line, the seasons upside down beyond it, their heads
    touching."""
    dealt, near = flowered(random, left, 5, 7)
    out = sets_at(random, dealt, near, "right", "right", "left", "behind")
    flowers = sorted(code for code in dealt.bonus if code < "5f")
    seasons = sorted(code for code in dealt.bonus if code >= "5f")
    line, other = (row(random, [block_of(codes)]) for codes in (flowers, seasons))
    edge = int(random.integers(-1, 2))  # at which edge the lines are flush; nought: at neither
    x = edge * (len(flowers) - len(seasons)) / 2 + normal(random, 0.08)
    turned = moved(other, 0, 0, np.pi)
    bloom = level_at([*line, *put(random, turned, line, "behind", 0.01, 0.08, x=x)], 0.0)
    return bloom_at(random, bloom, near, out, "behind", "left", "right")


@unusual
def eyes_as_a_little_tent_at_the_end(random: Random, left: Counter[str]) -> Laid:
    """The two tiles of the pair lean on each other just beyond an end of the row."""
    dealt = winner(random, left, 0, 2)
    pair, rest = pair_and_sets(random, dealt)
    near = row(random, [block_of(rest)])
    side, other = an_end(random, 0.6)
    lean = sign(random) * uniform(random, 0.14, 0.3)
    eyes = row(random, [block_of(pair)], turns=[-lean, lean])
    eyes = put(random, eyes, near, side, 0.12, 0.45, y=uniform(random, -0.2, 0.2))
    return beside(random, dealt, [*near, *eyes], other, "behind", "front", low=0.9, high=1.6)


@unusual
def row_leaning_by_turns(random: Random, left: Counter[str]) -> Laid:
    """In the row every tile leans, by turns to the right and to the left, like a saw's teeth."""
    dealt = any_hand(random, left, 0, 3)
    block, lean = block_of(codes_of(random, dealt)), sign(random) * uniform(random, 0.08, 0.2)
    turns = [lean * (-1) ** k for k in range(len(block.values))]
    near = row(random, [block], turns=turns)
    return beside(random, dealt, near, "right", "left", "behind", low=0.9, high=1.6)


# ---------------------------------------------------------------------------------------------
# Scenes


FRAMED = {
    "both_neighbours_show_after_a_draw": 0.7, "others_pushed_their_hands_in": 0.6,
    "photographed_from_the_far_corner": 0.3, "photographed_along_the_row": 0.2,
    "won_by_robbing_a_kong": 0.8,
}  # fmt: skip
"""Chance that the picture takes in what lies about the hand too."""

FACING = {
    "photographed_from_the_far_corner": 2.4, "photographed_along_the_row": 1.4,
}  # fmt: skip
"""Radians by which the hand is turned to the picture: nearly round, and nearly a quarter."""

ALONE = ("suits_parted_by_gaps", "all_kongs_about_the_eyes")
"""Habits with such gaps that other tiles must keep farther off."""

SLANTS = {"photographed_along_the_row": ((40.0, 52.0), (50.0, 64.0))}
"""From where the camera looks, and looks again, where a habit is seen its own way."""


def _shown_at(random: Random, left: Counter[str], x: float, y: float, turn: float) -> list[Spot]:
    """The open hand of another player, sets after it if there are any, turned to them."""
    dealt = other_hand(random, left)
    blocks = [block_of(codes_of(random, dealt, "sorted")), *sets_out(random, dealt)]
    lain = row(random, blocks, gap=uniform(random, 0.5, 0.9), lie=Lie(0.02, 0.03))
    return spots_in(moved(lain, x, y, turn + normal(random, 0.05)))


def _neighbours(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """Open hands at the right and the left."""
    low, high, front, back = box
    spots: list[Spot] = []
    for side in (1, -1):
        x = (high if side > 0 else -low) + uniform(random, 3.2, 5.0)
        y = (front + back) / 2 + uniform(random, 6.5, 9.0)
        spots += _shown_at(random, left, side * x, y, side * QUARTER)
    return spots


def _pushed_in(random: Random, left: Counter[str], box: Box) -> list[Spot]:
    """Open tiles in crooked lengths well beyond the hand, as two or three players pushed them."""
    low, high, _, back = box
    x, spots = (low + high) / 2, list[Spot]()
    sides = ((QUARTER, 7.0, 8.5), (np.pi, 0.0, 15.0), (-QUARTER, -7.0, 8.5))
    for k in random.permutation(3)[: int(random.integers(2, 4))]:
        turn, aside, beyond = sides[k]
        codes = sorted_codes(taken(random, left, int(random.choice([7, 8, 10, 11]))))
        lengths = [
            moved(
                row(random, [block_of(part)], lie=Lie(0.05, 0.06, 0.04)),
                0, 0, normal(random, 0.15),
            )
            for part in cut_up(random, codes, 2, 3)
        ]  # fmt: skip
        line = one_by_one(random, lengths, 0.1, 0.6)
        line = moved(line, 0, 0, turn + normal(random, 0.2))
        where = x + aside + uniform(random, -1, 1), back + beyond + uniform(random, -1, 1)
        spots += spots_in(moved(line, *where))
    return spots


def _robbed(random: Random, left: Counter[str], box: Box, own: Sequence[Spot]) -> list[Spot]:
    """The sets of the neighbour on the side of the tile that lies across; among them the three
    tiles like that one."""
    won = next(spot for spot in own if abs(np.sin(spot.turn)) > 0.7)
    low, high, front, back = box
    side = 1 if won.x > (low + high) / 2 else -1
    pung = (won.value,) * 3
    left.subtract(pung)
    other = deal(random, left, exposed=int(random.integers(1, 3)), winner=False)
    left.update(flat_codes(other.held))
    other.exposed.insert(int(random.integers(len(other.exposed) + 1)), ("pung", pung))
    lain = row(random, sets_out(random, other), gap=uniform(random, 0.3, 0.6), lie=Lie(0.02, 0.03))
    x = (high if side > 0 else -low) + uniform(random, 3.2, 4.6)
    y = (front + back) / 2 + uniform(random, 1.5, 5.0)
    return spots_in(moved(lain, side * x, y, side * QUARTER))


def _around(
    random: Random, left: Counter[str], habit: str, own: Sequence[Spot], box: Box
) -> Others | None:
    """What lies about the hands of some habits."""
    x, back = (box[0] + box[1]) / 2 + uniform(random, -2, 2), box[3]
    if habit == "both_neighbours_show_after_a_draw":
        placed = on_table(_neighbours(random, left, box))
        placed += now_and_then_thrown(random, left, 0.7, back + 6.5, x=x)
        return placed, 2.0
    if habit == "others_pushed_their_hands_in":
        return on_table(_pushed_in(random, left, box)), 2.4
    if habit == "won_by_robbing_a_kong":
        placed = on_table(_robbed(random, left, box, own))
        placed += now_and_then_thrown(random, left, 0.6, back + 6.5, x=x)
        return placed, 2.0
    if habit in FACING:  # no other open hand, which would lie nearer to who took the picture
        placed = []
        if random.random() < 0.4:
            placed += on_table(stacks(random, int(random.integers(8, 17)), x, back + 3.0))
        placed += now_and_then_thrown(random, left, 0.7, back + 8.5, x=x)
        return placed, 1.7
    return None


scene = Scenes(
    HABITS, key=141650939, around=_around, alone=ALONE, framed=FRAMED, facing=FACING, slants=SLANTS
).scene
