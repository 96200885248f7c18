"""Sets that stand as columns: tiles above each other, each reading the way its owner reads it.

Tiles above each other also lie beside those of the next column, in rows that mean nothing. So this
is another view of the picture, and the explanations of both are weighed together.
"""

from __future__ import annotations

import numpy as np

from companion.vision.layout.lines import Chain, above_each_other
from companion.vision.layout.names import Names
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import Rulers


def sets_in_columns(rulers: Rulers, names: Names, skip: set[int]) -> list[Chain]:
    """Threes and fours that stand above each other and make a set."""
    return [
        part for column in above_each_other(rulers, skip) for part in _likeliest_sets(column, names)
    ]


def _likeliest_sets(column: Chain, names: Names) -> list[Chain]:
    """The sets of a column, which other tiles may stand above and below."""
    worth = [(0.0, list[tuple[int, int]]())]  # of the first tiles of the column
    for stop in range(1, len(column) + 1):
        best = worth[stop - 1]
        for size, make in ((3, names.threes), (4, names.fours)):
            start = stop - size
            if start < 0:
                continue
            pieces = make([column.tiles[start:stop]])[0]
            score = max([piece.score for piece in pieces], default=-np.inf)
            if score > NUMBERS["column_set"] and worth[start][0] + score > best[0]:
                best = worth[start][0] + score, [*worth[start][1], (start, stop)]
        worth.append(best)
    return [_part(column, start, stop) for start, stop in worth[-1][1]]


def _part(column: Chain, start: int, stop: int) -> Chain:
    return Chain(column.tiles[start:stop], column.gaps[start : stop - 1], column.votes[start:stop])
