"""The fourth tile of a kong, added to a pung on the table: it lies on the far side of one of them.

People lay it beside the tile that was called, which often lies across, so it is in no row itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.game.tiles import BACK
from companion.vision.layout.lines import Chain, beside_across, place_across
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import FACE, Rulers


def with_added(lines: Sequence[Chain], rulers: Rulers, codes: Sequence[str]) -> list[Chain]:
    """The chains, with added tiles in those of their pungs, beside the tile that they touch.

    A called tile and the one added to it, both across, lie like a chain of two.
    """
    found = list(lines)
    for line in lines:
        kinds = {codes[place] for place in line.tiles}
        if len(line) > 2 or len(kinds) > 1 or kinds == {BACK}:
            continue
        if line not in found:  # it has grown itself, and so is none of its tiles added
            continue
        rows = [row for row in found if len(row) > 1 and row is not line]
        for row, whole in _grown(line, rows, rulers, codes):
            found[found.index(row)] = whole
            found.remove(line)
            break
    return found


def _grown(
    line: Chain, rows: Sequence[Chain], rulers: Rulers, codes: Sequence[str]
) -> Iterator[tuple[Chain, Chain]]:
    """Rows that a lone tile or two may belong to, each with what it then is."""
    code = codes[line.tiles[0]]
    across = beside_across(rulers)
    for row in rows:
        if sum(codes[place] == code for place in row.tiles) + len(line) < 4:
            continue
        for added in line.tiles:
            called = [place for place in line.tiles if place != added]
            below: Chain | None = row
            for place in called:
                below = place_across(row, place, rulers, across[:, place])
            if below is None:
                continue
            for at in _touched(below, added, rulers, codes):
                after = below.gaps[at] if at < len(below.gaps) else 0.0
                yield row, below.inserted(added, at + 1, 0.0, after)


def _touched(row: Chain, added: int, rulers: Rulers, codes: Sequence[str]) -> Iterator[int]:
    """Where in a row tiles of the same kind lie, three together, of which the added one touches
    one on its far or its near side."""
    near, far = NUMBERS["added_near"]
    for at, place in enumerate(row.tiles):
        if codes[place] != codes[added] or not _of_three(row, at, codes):
            continue
        other = row.tiles[at + 1] if at + 1 < len(row) else row.tiles[at - 1]
        along = _step(rulers, place, other)
        to = _step(rulers, place, added)
        along /= np.hypot(*along)
        aside = abs(float(to @ along))
        away = abs(float(to[0] * along[1] - to[1] * along[0]))
        if aside < NUMBERS["added_aside"] and near < away < far:
            yield at


def _step(rulers: Rulers, place: int, other: int) -> np.ndarray:
    """From one tile to another, in widths of a face."""
    step = np.array([rulers.along[place, other], rulers.aside[place, other]])
    return np.asarray(step * FACE / FACE[0])


def _of_three(row: Chain, at: int, codes: Sequence[str]) -> bool:
    """Whether the tile at a place of a row is one of three alike that lie together."""
    starts = range(max(0, at - 2), min(at, len(row) - 3) + 1)
    return any(len({codes[p] for p in row.tiles[start : start + 3]}) == 1 for start in starts)
