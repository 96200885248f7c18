"""Sets that stand as columns: tiles above each other, each reading the way its owner reads it.

Tiles above each other also lie beside those of the next column, in rows that mean nothing. So this
is another view of the picture, and the explanations of both are weighed together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion.vision.layout.lines import Chain, above_each_other
from companion.vision.layout.names import Names
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import Rulers


def sets_in_columns(rulers: Rulers, names: Names, skip: set[int]) -> list[Chain]:
    """Threes and fours that stand above each other and make a set."""
    columns = [column for column in above_each_other(rulers, skip) if len(column) >= 3]
    worth: list[dict[tuple[int, int], float]] = [{} for _ in columns]
    for size, make in ((3, names.threes), (4, names.fours)):
        windows = [
            (k, start)
            for k, column in enumerate(columns)
            for start in range(len(column) - size + 1)
        ]
        pieces = make([columns[k].tiles[start : start + size] for k, start in windows])
        for (k, start), found in zip(windows, pieces, strict=True):
            score = max([piece.score for piece in found], default=-math.inf)
            if score > NUMBERS["column_set"]:
                worth[k][start, start + size] = score
    return [
        part
        for column, sets in zip(columns, worth, strict=True)
        for part in _likeliest_sets(column, sets)
    ]


def _likeliest_sets(column: Chain, worth: Mapping[tuple[int, int], float]) -> list[Chain]:
    """The sets of a column, which other tiles may stand above and below. worth: log odds of each
    that may be one, by where it begins and ends."""
    best: list[tuple[float, list[tuple[int, int]]]] = [(0.0, [])]  # of the first tiles
    for stop in range(1, len(column) + 1):
        ways = [best[-1]]
        for start in (stop - 3, stop - 4):
            if (start, stop) in worth:
                score, before = best[start]
                ways.append((score + worth[start, stop], [*before, (start, stop)]))
        best.append(max(ways))
    return [_part(column, start, stop) for start, stop in best[-1][1]]


def _part(column: Chain, start: int, stop: int) -> Chain:
    inner = column.gaps[start : stop - 1]
    return Chain(column.tiles[start:stop], inner, column.votes[start:stop])
