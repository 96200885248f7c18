"""The fourth tile of a kong that lies in no row: added to a pung, heaped on it, or two by two.

People lay it beside the tile that was called, which often lies across, or on the pung, or anyhow so
that it touches; or they lay a kong as a square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from companion.game.tiles import BACK
from companion.vision.arrays import BoolArray
from companion.vision.layout.lines import Chain, beside_across, place_across
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import Rulers

Looks = Sequence[Sequence[str]]
"""What each find may well be, the likeliest first."""


def with_added(lines: Sequence[Chain], rulers: Rulers, looks: Looks) -> list[Chain]:
    """The chains, with added tiles in those of their kongs, beside the tile that they touch.

    A called tile and the one added to it, both across, lie like a chain of two.
    """
    found = list(lines)
    across = beside_across(rulers)
    touch = across | (rulers.clear < NUMBERS["added_clear"])
    for line in lines:
        if len(line) > 2 or any(looks[place][0] == BACK for place in line.tiles):
            continue
        if line not in found:  # a tile was put into it meanwhile, so it is no lone one
            continue
        beside = {*np.flatnonzero(touch[:, line.tiles].any(1)).tolist()}
        rows = [r for r in found if len(r) > 1 and r is not line and not beside.isdisjoint(r.tiles)]
        for row, whole in _grown(line, rows, rulers, across, looks):
            found[found.index(row)] = whole
            found.remove(line)
            break
    return found


def _grown(
    line: Chain, rows: Sequence[Chain], rulers: Rulers, across: BoolArray, looks: Looks
) -> Iterator[tuple[Chain, Chain]]:
    """Rows that a lone tile or two may belong to, each with what it then is. across: as
    `beside_across` says."""
    for row in rows:
        if _in_common(row, line, looks) < 4:
            continue
        for added in line.tiles:
            called = [place for place in line.tiles if place != added]
            below: Chain | None = row
            for place in called:
                below = place_across(row, place, rulers, across[:, place])
            if below is None:
                continue
            for at in _touched(below, [added], rulers, looks):
                yield row, _heaped(below, [added], at, rulers)
        for both in permutations(line.tiles, 2):
            for at in _touched(row, both, rulers, looks):
                yield row, _heaped(row, both, at, rulers)


def _in_common(row: Chain, line: Chain, looks: Looks) -> int:
    """How many tiles of both may be of one kind with all those of the line."""
    kinds = set.intersection(*(set(looks[place]) for place in line.tiles))
    in_row = [looks[place] for place in row.tiles]
    most = max([sum([kind in each for each in in_row]) for kind in kinds], default=-len(line))
    return most + len(line)


def _heaped(row: Chain, added: Sequence[int], at: int, rulers: Rulers) -> Chain:
    """The row with added tiles after its tile at a place. One that lies in the gap there leaves
    less of it."""
    for tile in added:
        after = 0.0
        if at < len(row.gaps):
            after = min(row.gaps[at], float(rulers.clear[tile, row.tiles[at + 1]]))
        row = row.inserted(tile, at + 1, 0.0, after)
    return row


def _touched(row: Chain, added: Sequence[int], rulers: Rulers, looks: Looks) -> Iterator[int]:
    """Where in a row tiles lie together that are of a kind with the added ones, four in all, each
    of which touches one of them; the last of those that they touch. A tile that looks much smaller
    lies behind a standing row, and not on it."""
    both = np.ix_(row.tiles, added)
    near = (rulers.clear[both] < NUMBERS["added_clear"]) & rulers.of_a_size[both]
    if not near.any():
        return
    for at in range(len(added) - 1, len(row)):
        beside = range(at - len(added) + 1, at + 1)
        if near[beside, range(len(added))].all() and _of_four(row, at, added, looks):
            yield at


def _of_four(row: Chain, at: int, added: Sequence[int], looks: Looks) -> bool:
    """Whether added tiles and some that lie together in a row, the one at a place among them, may
    be four of a kind: three look like it, and the fourth may be it."""
    size = 4 - len(added)
    for start in range(max(0, at - size + 1), min(at, len(row) - size) + 1):
        four = [looks[place] for place in (*row.tiles[start : start + size], *added)]
        firsts = [each[0] for each in four]
        kind = max(firsts, key=firsts.count)
        if firsts.count(kind) >= 3 and all(kind in each for each in four):
            return True
    return False
