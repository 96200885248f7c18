"""What a hand has, as pieces: the row held and the sets that are out."""

from __future__ import annotations

from collections.abc import Callable

from datasets.synth.habits.chances import uniform
from datasets.synth.habits.codes import codes_of, without_one
from datasets.synth.habits.pieces import Piece
from datasets.synth.habits.places import one_by_one
from datasets.synth.habits.rows import STRAIGHT, Lie, block_of, row
from datasets.synth.tables import Block, Dealt, Random, melds_of


def held_row(random: Random, dealt: Dealt, style: str | None = None, lie: Lie = STRAIGHT) -> Piece:
    return row(random, [block_of(codes_of(random, dealt, style))], lie=lie)


def sets_out(random: Random, dealt: Dealt) -> list[Block]:
    return melds_of(random, dealt, 0.0, 0.0, False)


def out_row(
    random: Random, dealt: Dealt, low: float = 0.2, high: float = 0.5, lie: Lie = STRAIGHT
) -> Piece:
    return row(random, sets_out(random, dealt), gap=uniform(random, low, high), lie=lie)


def won_apart(random: Random, dealt: Dealt, style: str | None = None) -> tuple[Piece, Piece]:
    """The row held, and the tile that won, at the origin."""
    codes, won = without_one(random, codes_of(random, dealt, style))
    return row(random, [block_of(codes)]), row(random, [block_of([won])])


def each_set(
    random: Random, dealt: Dealt, lay: Callable[[Block], Piece], low: float, high: float
) -> Piece:
    """The exposed sets, each laid so, one beside the other."""
    return one_by_one(random, [lay(block) for block in sets_out(random, dealt)], low, high)
