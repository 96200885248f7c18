"""Tiles that lie side by side: chains of neighbours, at any angle, curved or crooked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import TypeAlias

import numpy as np

from companion.vision.arrays import BoolArray, FloatArray
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import FACE, Rulers

UPRIGHT_TO_SIDEWAYS = 0.5 + FACE[1] / FACE[0] / 2
"""From the middle of a tile to that of a sideways tile touching it, in tile widths."""

_NO_NEIGHBOUR = 9.0
"""How ill a tile fits into a row with one that is no neighbour of it, in tile sides: far more than
any that is. By hand."""

JOINED = math.inf
"""The gap of two neighbours in a chain that lie together, but not side by side."""


@dataclass(frozen=True)
class Chain:
    """A chain of tiles. tiles: places, from one end to the other. gaps: the clear space before
    each tile but the first, in tile widths; near 0 where tiles touch, or `JOINED`. votes: of each
    tile, 1 where its face stands upright when the chain is read from left to right, -1 where it
    stands on its head, 0 where it does not tell. A lone tile is read along its own width.
    sideways: the places among `tiles` that lie across the line or on top of two others.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...] = field(hash=False)
    votes: tuple[float, ...] = field(hash=False)
    sideways: frozenset[int] = field(default=frozenset(), hash=False)

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def out_of_row(self) -> list[int]:
        """Tiles that lie together with others, but side by side with none."""
        joined = [JOINED, *self.gaps, JOINED]
        beside = zip(self.tiles, joined, joined[1:], strict=False)
        lone = [tile for tile, before, after in beside if before == after == JOINED]
        return lone if len(self) > 1 else []

    def reversed(self) -> Chain:
        return replace(
            self,
            tiles=self.tiles[::-1],
            gaps=self.gaps[::-1],
            votes=tuple(-vote for vote in self.votes[::-1]),
        )

    def inserted(self, tile: int, at: int, before: float, after: float) -> Chain:
        """With a sideways tile at place `at`; before, after: its gaps where it has neighbours."""
        tiles = (*self.tiles[:at], tile, *self.tiles[at:])
        votes = (*self.votes[:at], 0.0, *self.votes[at:])
        gaps = list(self.gaps)
        new = [before] if at == len(self.tiles) else [after] if at == 0 else [before, after]
        gaps[max(at - 1, 0) : at] = new
        return replace(
            self,
            tiles=tiles,
            gaps=tuple(gaps),
            votes=votes,
            sideways=self.sideways | {tile},
        )


def doubled(rulers: Rulers, codes: Sequence[str], confidence: Sequence[float]) -> set[int]:
    """Places that show a tile a second time: the less certain of two finds in one place."""
    near = np.maximum(np.abs(rulers.along), np.abs(rulers.aside))
    near = np.minimum(near, near.T)
    any_name, same_name = NUMBERS["same_find"]
    out: set[int] = set()
    for i, j in np.argwhere(near < same_name).tolist():
        close = i < j and (near[i, j] < any_name or codes[i] == codes[j])
        if close and i not in out and j not in out:
            out.add(i if confidence[i] < confidence[j] else j)
    return out


def resting_on_others(rulers: Rulers, skip: set[int]) -> dict[int, int]:
    """Tiles that lie on top of others, each with one that it covers.

    Part II, p. 67, shows so which tile filled a run. Height moves such a tile aside in the
    picture, so it may hide either neighbour; of two that overlap, the one that fits the worse
    into a row is on top.
    """
    along, aside = np.abs(rulers.along), np.abs(rulers.aside)
    wide, high = NUMBERS["covers"]
    covers = rulers.alike & (along < wide) & (aside < high)
    covers[list(skip)] = covers[:, list(skip)] = False
    np.fill_diagonal(covers, False)
    if not covers.any():
        return {}
    # What a tile on top overlaps is no neighbour of it, and it has no other.
    unfit = np.where(rulers.alike & ~covers, np.abs(along - 1) + aside, _NO_NEIGHBOUR)
    unfit[:, list(skip)] = _NO_NEIGHBOUR
    unfit = np.partition(unfit, 1, axis=1)[:, :2]
    badness = unfit.sum(1)
    lone = unfit[:, 0] > NUMBERS["fits_a_row"]
    found: dict[int, int] = {}
    for one, other in np.argwhere(np.triu(covers | covers.T)).tolist():
        top, below = (one, other) if badness[one] > badness[other] else (other, one)
        if lone[top] and top not in found and below not in found:
            found[top] = below
    return found


def find_lines(rulers: Rulers, skip: set[int], flowers: AbstractSet[int]) -> list[Chain]:
    """Chains of mutual neighbours; every tile not skipped is in exactly one, alone if need be.

    flowers: those of the tiles that clearly are one; on top of others they are of no row.
    """
    count = len(rulers)
    if count <= len(skip):
        return []
    on_top = resting_on_others(rulers, skip)
    out = skip | set(on_top)
    left = list(out)
    gap = np.abs(rulers.along) - 1
    least, widest = NUMBERS["row_gap"]
    aside, more = NUMBERS["row_aside"]
    fits = rulers.alike & (rulers.near_size | rulers.near_height)
    fits &= (gap > least) & (gap < widest)
    fits &= np.abs(rulers.aside) < aside + more * np.maximum(gap, 0)
    np.fill_diagonal(fits, False)
    fits[left] = fits[:, left] = False
    joined = _mutual(np.where(fits, gap, np.inf), rulers.along > 0)
    lines = _chains(joined, rulers, [i for i in range(count) if i not in out])
    lines = _with_sideways(lines, rulers)
    return _with_on_top(lines, on_top, flowers)


def usual_gap(line: Chain) -> float:
    """What this player leaves between any two tiles of a chain, in tile widths."""
    close = sorted([gap for gap in line.gaps if gap != JOINED])
    usual = 0.0
    if len(close) >= NUMBERS["gaps_to_tell_usual"]:
        usual = close[int(NUMBERS["usual_gap_share"] * (len(close) - 1))]
    low, high = NUMBERS["usual_gap"]
    return float(min(max(usual, low), high))


def parted(line: Chain, gap: float) -> list[Chain]:
    """A chain as several, parted where its gaps are wider."""
    wide = [at for at, own in enumerate(line.gaps, 1) if own > gap]
    return [
        replace(
            line,
            tiles=line.tiles[start:stop],
            gaps=line.gaps[start : stop - 1],
            votes=line.votes[start:stop],
            sideways=line.sideways.intersection(line.tiles[start:stop]),
        )
        for start, stop in pairwise([0, *wide, len(line)])
    ]


def before_room(alone: Sequence[int], ends: tuple[int, int], rulers: Rulers) -> list[int]:
    """Which of these tiles lie before the room for one between two tiles of a row, or behind it, as
    one does that was pulled out to be shown."""
    one, other = ends
    along, aside = rulers.along[list(ends)], rulers.aside[list(ends)]
    if not alone or abs(along[0, other]) - 1 > NUMBERS["room_for_one"][1]:
        return []
    # where they lie on the way from one end, 0, to the other, 1, by the rulers of both
    way = (along[0, alone] / along[0, other] + 1 - along[1, alone] / along[1, one]) / 2
    off, far = NUMBERS["before_room"]
    lies = (np.abs(way - 0.5) < off) & (np.abs(aside[:, alone]).mean(0) < far)
    return [tile for tile, fits in zip(alone, lies.tolist(), strict=True) if fits]


def together(lines: Sequence[Chain], rulers: Rulers) -> Chain:
    """Rows and lone tiles as one chain, in the order in which they lie along the longest."""
    longest = max(lines, key=len)
    along = rulers.points[longest.tiles[-1]] - rulers.points[longest.tiles[0]]
    along = along or rulers.rights[longest.tiles[0]]

    def place(line: Chain) -> float:
        middle = sum(rulers.points[tile] for tile in line.tiles) / len(line)
        return (middle * along.conjugate()).real

    first, *rest = sorted(lines, key=place)
    return Chain(
        (*first.tiles, *[tile for line in rest for tile in line.tiles]),
        (*first.gaps, *[gap for line in rest for gap in (JOINED, *line.gaps)]),
        (*first.votes, *[vote for line in rest for vote in line.votes]),
        first.sideways.union(*[line.sideways for line in rest]),
    )


def above_each_other(rulers: Rulers, skip: set[int]) -> list[Chain]:
    """Chains of tiles each of which stands right above the next. Their gaps are in tile widths,
    too; which way up they are read their faces do not say."""
    gap = np.abs(rulers.aside) - 1
    least, widest = NUMBERS["column_gap"]
    fits = rulers.alike & rulers.near_size & (gap > least) & (gap < widest)
    fits &= np.abs(rulers.along) < NUMBERS["column_along"]
    left = list(skip)
    fits[left] = fits[:, left] = False
    np.fill_diagonal(fits, False)
    joined = _mutual(np.where(fits, gap, np.inf), rulers.aside > 0) if len(rulers) else {}
    if not joined:
        return []
    places = sorted({place for place, _ in joined})
    return [
        replace(
            chain,
            gaps=tuple(_clear_above(rulers, *pair) for pair in pairwise(chain.tiles)),
            votes=(0.0,) * len(chain),
        )
        for chain in _chains(joined, rulers, places)
    ]


def _clear_above(rulers: Rulers, one: int, other: int) -> float:
    """Clear space between two tiles of a column, in tile widths."""
    return float((abs(rulers.aside[one, other]) - 1) * FACE[1] / FACE[0])


_Joined: TypeAlias = dict[tuple[int, int], tuple[int, int]]
"""From a tile's left (-1) or right (1) end to the neighbour there, and which end of it that is."""


def _mutual(distance: FloatArray, to_the_right: BoolArray) -> _Joined:
    """Neighbours that are each other's nearest. distance: (N, N), infinite where tiles are none."""
    every = np.arange(len(distance))
    nearest = np.empty((2, len(distance)), dtype=int)
    for end, towards in enumerate((~to_the_right, to_the_right)):
        there = np.where(towards, distance, np.inf)
        best = there.argmin(1)
        nearest[end] = np.where(np.isfinite(there[every, best]), best, -1)
    joined: _Joined = {}
    for end, there in enumerate(nearest):
        arrive = to_the_right[there, every].astype(int)
        mutual = np.flatnonzero((there >= 0) & (nearest[arrive, there] == every))
        for i, j, side in np.stack([mutual, there[mutual], arrive[mutual]], 1).tolist():
            joined[i, 2 * end - 1] = j, 2 * side - 1
    return joined


def _chains(joined: _Joined, rulers: Rulers, places: list[int]) -> list[Chain]:
    """Walk the links from end to end."""
    facing: list[float] = rulers.facing.tolist()
    left = set(places)
    chains, votes = [], []
    for start in sorted(places, key=lambda i: ((i, -1) in joined) + ((i, 1) in joined)):
        if start not in left:
            continue
        here, leave = start, -1 if (start, -1) in joined and (start, 1) not in joined else 1
        chain, vote = [start], [facing[start] * leave]
        left.discard(start)
        while (here, leave) in joined and joined[here, leave][0] in left:
            here, arrive = joined[here, leave]
            leave = -arrive
            chain.append(here)
            vote.append(facing[here] * leave)
            left.discard(here)
        chains.append(tuple(chain))
        votes.append(tuple(vote))
    return [Chain(*of) for of in zip(chains, _gaps(chains, rulers), votes, strict=True)]


def _gaps(chains: Sequence[tuple[int, ...]], rulers: Rulers) -> list[tuple[float, ...]]:
    """Clear space between the tiles of each chain that follow each other, in tile widths. Of two
    neighbours the wider outline says how wide they are: of the other one part may be hidden."""
    tiles = [place for chain in chains for place in chain]
    steps = _lengths(np.diff(rulers.middle[tiles], axis=0))
    wide = _lengths(rulers.frame[tiles, :, 0])
    clear: list[float] = (steps / np.maximum(wide[1:], wide[:-1]) - 1).tolist()
    ends = pairwise(accumulate(map(len, chains), initial=0))
    return [tuple(clear[start : stop - 1]) for start, stop in ends]


def _lengths(vectors: FloatArray) -> FloatArray:
    """(N, 2) → (N,)."""
    return np.asarray(np.sqrt(vectors[:, 0] ** 2 + vectors[:, 1] ** 2))


def _with_sideways(lines: list[Chain], rulers: Rulers) -> list[Chain]:
    """Lone tiles that lie across the end of a line, or in a gap of it, become part of it."""
    lines = _parted_across(lines, rulers)
    rows = [line for line in lines if len(line) > 1]
    gap = np.abs(rulers.along) - UPRIGHT_TO_SIDEWAYS
    beside = beside_across(rulers)
    lies_beside = np.asarray(beside.any(axis=0))
    rest = []
    for line in lines:
        if len(line) > 1:
            continue
        tile = line.tiles[0]
        if not lies_beside[tile]:
            rest.append(line)
            continue
        upright = np.flatnonzero(beside[:, tile])
        nearest = upright[np.argsort(gap[upright, tile])]
        number = next(
            (n for place in nearest for n, row in enumerate(rows) if place in row.tiles), None
        )
        placed = None
        if number is not None:
            placed = place_across(rows[number], tile, rulers, beside[:, tile])
        if number is None or placed is None:
            rest.append(line)
        else:
            rows[number] = placed
    return rows + rest


def _parted_across(lines: list[Chain], rulers: Rulers) -> list[Chain]:
    """The lines, some parted. Where rows lie one above the other, the tiles across at their ends
    lie beside each other, too, and look like a line of their own."""
    near = np.abs(rulers.along) - UPRIGHT_TO_SIDEWAYS < NUMBERS["across_near"]
    beside = beside_across(rulers) & near
    line_of = {place: k for k, line in enumerate(lines) if len(line) > 1 for place in line.tiles}
    found = []
    for line in lines:
        rows: list[set[int]] = [
            {
                line_of[place]
                for place in np.flatnonzero(beside[:, tile]).tolist()
                if place in line_of
            }
            for tile in line.tiles
        ]
        if len(line) > 1 and all(rows) and len(set.union(*rows)) >= len(line):
            found += [Chain((t,), (), (v,)) for t, v in zip(line.tiles, line.votes, strict=True)]
        else:
            found.append(line)
    return found


def beside_across(rulers: Rulers) -> BoolArray:
    """(N, N): tile j lies across at the end of tile i, or nearly so."""
    gap = np.abs(rulers.along) - UPRIGHT_TO_SIDEWAYS
    least, widest = NUMBERS["across_gap"]
    near = np.abs(rulers.aside) < NUMBERS["across_aside"]
    return np.asarray(rulers.across & near & (gap > least) & (gap < widest))


def place_across(row: Chain, tile: int, rulers: Rulers, fits: BoolArray) -> Chain | None:
    """The row with a sideways tile in it, or None where it does not lie in the row.

    fits: (N,), the tiles beside which it lies.
    """
    upright = [place for place in row.tiles if place not in row.sideways and fits[place]]
    if not upright:
        return None
    gaps = np.abs(rulers.along[upright, tile]) - UPRIGHT_TO_SIDEWAYS
    gap, beside = float(gaps.min()), upright[int(gaps.argmin())]
    at = row.tiles.index(beside)
    other = row.tiles[at + 1] if at + 1 < len(row) else row.tiles[at - 1]
    forward = rulers.along[beside, other] * (1 if at + 1 < len(row) else -1) > 0
    after = (rulers.along[beside, tile] > 0) == forward
    at += after
    if 0 < at < len(row):
        beyond = row.tiles[at] if after else row.tiles[at - 1]
        far = abs(rulers.along[beyond, tile]) - UPRIGHT_TO_SIDEWAYS
        before_after = (gap, far) if after else (far, gap)
        return row.inserted(tile, at, *before_after)
    return row.inserted(tile, at, gap, gap)


def _with_on_top(
    lines: list[Chain], on_top: dict[int, int], flowers: AbstractSet[int]
) -> list[Chain]:
    """Each tile on top joins the line of the one it covers, where that one has a neighbour."""
    for top, below in on_top.items():
        for number, line in enumerate(lines):
            if below in line.tiles and top not in flowers:
                at = line.tiles.index(below)
                before = line.gaps[at - 1] if at else np.inf
                after = line.gaps[at] if at < len(line.gaps) else np.inf
                # Beside the covered tile there is half a width less table than without it.
                beyond = max(0.0, min(before, after) - 0.5)
                gaps = (0.0, beyond) if after < before else (beyond, 0.0)
                lines[number] = line.inserted(top, at + (after < before), *gaps)
                break
        else:
            lines.append(Chain((top,), (), (0.0,)))
    return lines
