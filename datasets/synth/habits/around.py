"""What lies about a hand on the table: backs, discards, and what other players have laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.synth.habits.chances import uniform
from datasets.synth.habits.dealt import out_row
from datasets.synth.habits.pieces import Piece, clash, moved, spots_in
from datasets.synth.habits.places import raised
from datasets.synth.habits.rows import Lie, block_of, row
from datasets.synth.habits.scenes import on_table
from datasets.synth.tables import BACK, DEEP, KINDS, Dealt, Placed, Random, Spot, deal, discards

LOOSE = Lie(0.02, 0.03)


def backs(random: Random, count: int, lie: Lie = LOOSE) -> Piece:
    """A row of so many tiles, face down."""
    return row(random, [block_of([BACK] * count)], lie=lie)


def stacks(random: Random, count: int, x: float, y: float, turn: float = 0.0) -> list[Spot]:
    """A wall two high, its middle there."""
    lain = backs(random, count, Lie(0.008, 0.01))
    return spots_in(raised(moved(lain, x, y, turn), DEEP))


def face_down(spot: Spot) -> Spot:
    return replace(spot, shown=BACK)


def heap(
    random: Random, codes: Sequence[str], middle: tuple[float, float], reach: tuple[float, float]
) -> list[Spot]:
    """Tiles thrown about a middle as far as reach in x and y, any way round, if there is room."""
    spots: list[Spot] = []
    for code in codes:
        for _ in range(12):
            x, y = (float(v) for v in np.array(middle) + reach * random.uniform(-1, 1, 2))
            spot = Spot(code, code, x, y, uniform(random, -np.pi, np.pi))
            if not any(clash(spot, each, 0.03) for each in spots):
                spots.append(spot)
                break
    return spots


def taken(random: Random, left: Counter[str], count: int) -> list[str]:
    """So many tiles of those left, if there are as many."""
    pool = [code for code, more in left.items() if code in KINDS for _ in range(more)]
    codes = [str(code) for code in random.permutation(pool)[:count]]
    left.subtract(codes)
    return codes


def thrown(random: Random, left: Counter[str], x: float, y: float) -> list[Placed]:
    return discards(random, left, np.array([x, y, 0.0]), neat=False)


def now_and_then_thrown(
    random: Random, left: Counter[str], chance: float, y: float, x: float | None = None
) -> list[Placed]:
    """Discards about (x, y), by chance, or none. x: by chance, too, if it is None."""
    if random.random() >= chance:
        return []
    return thrown(random, left, uniform(random, -2, 2) if x is None else x, y)


def other_hand(random: Random, left: Counter[str], fewest: int = 0, most: int = 2) -> Dealt:
    """Another player's hand, which did not win. fewest, most: exposed sets."""
    return deal(random, left, exposed=int(random.integers(fewest, most + 1)), winner=False)


def other_sets(random: Random, left: Counter[str], x: float, y: float, turn: float) -> list[Placed]:
    """Two or three exposed sets of another player, in a row about (x, y)."""
    dealt = other_hand(random, left, 2, 3)
    for codes in dealt.held:
        left.update(codes)
    piece = moved(out_row(random, dealt), x, y, turn)
    return on_table(spots_in(piece))
