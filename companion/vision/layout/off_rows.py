"""Sets that lie in no row: as tall columns, a tile above the next, as heaps that touch anyhow, or
two by two.

Tiles above each other also lie beside those of the next column, in rows that mean nothing; and the
tiles of a heap are torn into pieces of rows. So this is another view of the picture, and the
explanations of both are weighed together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np

from companion.game.tiles import BACK
from companion.vision.geometry import hanging_together
from companion.vision.layout.lines import Chain, above_each_other, parted
from companion.vision.layout.names import Names
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.pieces import fours, threes
from companion.vision.layout.rulers import Rulers

SIZES = (3, 4)
"""Tiles of a set that lies for itself."""


def off_rows(
    lines: Sequence[Chain], rulers: Rulers, names: Names, skip: set[int]
) -> Iterator[list[Chain]]:
    """Ways to see the tiles that lie in no row. First sets alone; then, where columns are tall,
    these with the sets beside them. lines: the rows. In each way a tile is in one chain at most."""
    tall = [*_tall(above_each_other(rulers, skip), lines)]
    for standing in ([], tall) if tall else ([],):
        taken = {place for column in standing for place in column.tiles}
        found = [*standing]
        heaps = _heaps(lines, rulers, names, skip | taken)
        for heap, _ in sorted(heaps, key=lambda each: -each[1]):
            if taken.isdisjoint(heap.tiles):
                found.append(heap)
                taken.update(heap.tiles)
        yield found


def _tall(columns: Sequence[Chain], lines: Sequence[Chain]) -> Iterator[Chain]:
    """Columns of more tiles than touch each other in any row through them, enough for a set."""
    size: dict[int, int] = {}
    for line in lines:
        begins = [k for k, gap in enumerate(line.gaps, 1) if gap > NUMBERS["heap_reach"][-1]]
        for start, stop in pairwise([0, *begins, len(line)]):
            size |= dict.fromkeys(line.tiles[start:stop], stop - start)
    for column in columns:
        in_rows = max(size.get(place, 1) for place in column.tiles)
        if len(column) > in_rows and len(column) >= min(SIZES):
            yield column


def _heaps(
    lines: Sequence[Chain], rulers: Rulers, names: Names, skip: set[int]
) -> Iterator[tuple[Chain, float]]:
    """Threes and fours that make a set, but for those of a row, each with its log odds of being
    one: such as touch each other and nothing else, and such as lie two by two. Their gaps are not
    told apart."""
    line_of = {place: k for k, line in enumerate(lines) for place in line.tiles}
    kept = np.isin(np.arange(len(rulers)), list(skip), invert=True)
    near = kept & kept[:, None]
    touching = [hanging_together(near & (rulers.clear < each)) for each in NUMBERS["heap_reach"]]
    for found in (*touching, _two_by_two(lines, rulers, skip)):
        heaps = [
            tuple(sorted(heap, key=lambda place: _in_order(names.codes[place])))
            for heap in found
            if len(heap) in SIZES and len({line_of.get(place) for place in heap}) > 1
        ]
        for size in SIZES:
            tiles = [_ends_down(heap, names) for heap in heaps if len(heap) == size]
            for heap, score in zip(tiles, _as_sets(tiles, names), strict=True):
                if score > NUMBERS["off_rows_set"]:
                    across = _lie_across(heap, rulers)
                    yield Chain(heap, (0.0,) * (size - 1), (0.0,) * size, across), score


def _two_by_two(lines: Sequence[Chain], rulers: Rulers, skip: set[int]) -> list[set[int]]:
    """Two tiles of a row and two of another near them, such as the faces of a kong held and its
    backs that lie on them."""
    apart, near = NUMBERS["off_rows_pairs"]
    pieces = [set(part.tiles) for line in lines for part in parted(line, apart)]
    pairs = [piece for piece in pieces if len(piece) == 2 and skip.isdisjoint(piece)]
    return [
        one | other
        for one, other in combinations(pairs, 2)
        if rulers.clear[np.ix_([*one], [*other])].min() < near
    ]


def _lie_across(heap: tuple[int, ...], rulers: Rulers) -> frozenset[int]:
    """The tiles of a heap that lie across most of the others."""
    count = rulers.across[np.ix_(heap, heap)].sum(1).tolist()
    return frozenset(
        place for place, other in zip(heap, count, strict=True) if 2 * other > len(heap) - 1
    )


def _in_order(code: str) -> tuple[str, str]:
    return code[1], code[0]


def _ends_down(heap: tuple[int, ...], names: Names) -> tuple[int, ...]:
    """The tiles of a heap in order, of a kong held with its backs at the ends."""
    down = [place for place in heap if names.codes[place] == BACK]
    up = [place for place in heap if names.codes[place] != BACK]
    return (*down[:1], *up, *down[1:])


def _as_sets(tiles: Sequence[tuple[int, ...]], names: Names) -> list[float]:
    """The log odds of threes or of fours being a set. tiles: all of one number."""
    if not tiles:
        return []
    size = len(tiles[0])
    found = (threes if size == 3 else fours)(names.chances(tiles, size))
    return [max([piece.score for piece in each], default=-math.inf) for each in found]
