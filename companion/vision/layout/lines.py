"""Tiles that lie side by side: chains of neighbours, at any angle, curved or crooked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from operator import mul

import numpy as np

from companion.tiles import BACK
from companion.vision.layout.rulers import FACE, BoolArray, Rulers
from companion.vision.layout.sets import WHITE

REACH = 2.3
"""The widest gap inside a line, in tile widths."""

_UPRIGHT_TO_SIDEWAYS = 0.5 + FACE[1] / FACE[0] / 2
"""From the middle of a tile to that of a sideways tile touching it, in tile widths."""


_SIDE, _DOUBTED = 0.9, 0.99
"""Middles of two tiles that touch, one above the other, lie a tile's height apart; the middle of
a tile's side lies nearer to that of its face. What is more certain than this is a tile."""

_ENOUGH, _ROUNDS, _EVEN = 4, 4, 0.02
"""Tiles that show how widths change along a row; how often the line through them is drawn anew, a
tile counting the less the farther off it was; by how much (a logarithm) it may be off and count
fully."""


@dataclass(frozen=True)
class Line:
    """A chain of tiles. tiles: places, from one end to the other. gaps: the clear space before
    each tile but the first, in tile widths; near 0 where tiles touch. votes: of each tile, 1 where
    its face stands upright when the chain is read from left to right, -1 where it stands on its
    head, 0 where it does not tell.
    sideways: the places among `tiles` that lie across the line or on top of two others.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    votes: tuple[float, ...]
    sideways: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.tiles)

    def reversed(self) -> Line:
        return replace(
            self,
            tiles=self.tiles[::-1],
            gaps=self.gaps[::-1],
            votes=tuple(-vote for vote in self.votes[::-1]),
        )

    def part(self, start: int, stop: int) -> Line:
        return Line(
            self.tiles[start:stop],
            self.gaps[start : stop - 1],
            self.votes[start:stop],
            self.sideways.intersection(self.tiles[start:stop]),
        )

    def without(self, at: int) -> Line:
        """The line as if the tile at place `at` were not there; never the last one."""
        left = [*self.gaps[:at], *self.gaps[at + 1 :]]
        if 0 < at < len(self) - 1:
            left[at - 1] = self.gaps[at - 1] + 1 + self.gaps[at]
        elif at:
            left.pop()
        return replace(
            self,
            tiles=(*self.tiles[:at], *self.tiles[at + 1 :]),
            gaps=tuple(left),
            votes=(*self.votes[:at], *self.votes[at + 1 :]),
            sideways=self.sideways - {self.tiles[at]},
        )

    def inserted(self, tile: int, at: int, before: float, after: float) -> Line:
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
    """Places that show a tile a second time: the less certain of two finds in one place, and a
    blank find that lies where the side of a tile is seen above or below its face."""
    near = np.abs(rulers.offset).max(-1)
    named = np.asarray(codes)
    same = (near < 0.12) | (near < 0.33) & (named[:, None] == named[None])
    np.fill_diagonal(same, False)
    out: set[int] = set()
    for i, j in np.argwhere(np.triu(same | same.T)):
        if i not in out and j not in out:
            out.add(int(i if confidence[i] < confidence[j] else j))
    blank = np.isin(named, (BACK, WHITE)) & (np.asarray(confidence) < _DOUBTED)
    doubted = np.flatnonzero(blank)
    away = np.abs(rulers.offset[doubted])
    side = ~blank & (away[..., 0] < 0.4) & (away[..., 1] > 0.4) & (away[..., 1] < _SIDE)
    return out.union(doubted[(side & rulers.alike[doubted]).any(1)].tolist())


def resting_on_others(rulers: Rulers, skip: set[int]) -> dict[int, int]:
    """Tiles that lie on top of others, each with one that it covers.

    Part II, p. 67, shows so which tile filled a run. Height moves such a tile aside in the
    picture, so it may hide either neighbour; of two that overlap, the one that fits the worse
    into a row is on top.
    """
    along, aside = np.abs(rulers.offset[..., 0]), np.abs(rulers.offset[..., 1])
    covers = rulers.alike & (along < 0.7) & (aside < 0.93)
    covers[list(skip)] = covers[:, list(skip)] = False
    np.fill_diagonal(covers, False)
    if not covers.any():
        return {}
    # What a tile on top overlaps is no neighbour of it, and it has no other.
    unfit = np.where(rulers.alike & ~covers, np.abs(along - 1) + aside, 9.0)
    unfit[:, list(skip)] = 9.0
    unfit = np.sort(unfit, axis=1)[:, :2]
    badness = unfit.sum(1)
    lone = unfit[:, 0] > 0.25
    found: dict[int, int] = {}
    for one, other in np.argwhere(np.triu(covers | covers.T)):
        top, below = (one, other) if badness[one] > badness[other] else (other, one)
        if lone[top] and top not in found and below not in found:
            found[int(top)] = int(below)
    return found


def find_lines(rulers: Rulers, skip: set[int]) -> list[Line]:
    """Chains of mutual neighbours; every tile not skipped is in exactly one, alone if need be."""
    count = len(rulers)
    if not count:
        return []
    on_top = resting_on_others(rulers, skip)
    out = skip | set(on_top)
    along, aside = rulers.offset[..., 0], rulers.offset[..., 1]
    gap = np.abs(along) - 1
    fits = rulers.alike & rulers.near_size & (np.abs(aside) < 0.34 + 0.1 * np.clip(gap, 0, None))
    fits &= (gap > -0.45) & (gap < REACH)
    np.fill_diagonal(fits, False)
    for place in out:
        fits[place, :] = fits[:, place] = False

    nearest: dict[tuple[int, int], int] = {}
    for end in (-1, 1):
        distance = np.where(fits & (np.sign(along) == end), gap, np.inf)
        best = distance.argmin(1)
        for i in np.flatnonzero(np.isfinite(distance.min(1))):
            nearest[int(i), end] = int(best[i])
    joined = {
        (i, end): j
        for (i, end), j in nearest.items()
        if nearest.get((j, int(np.sign(along[j, i])))) == i
    }
    lines = _chains(joined, rulers, [i for i in range(count) if i not in out])
    lines = _with_sideways(lines, rulers)
    return _with_on_top(lines, on_top)


def _chains(joined: dict[tuple[int, int], int], rulers: Rulers, places: list[int]) -> list[Line]:
    """Walk the links from end to end."""
    lines = []
    middle: list[list[float]] = rulers.middle.tolist()
    widths: list[float] = np.log(np.linalg.norm(rulers.frame[..., 0], axis=1)).tolist()
    left = set(places)
    ends = sorted(places, key=lambda i: ((i, -1) in joined) + ((i, 1) in joined))
    for start in ends:
        if start not in left:
            continue
        leave = 1 if (start, 1) in joined else -1
        tiles, votes = [start], [float(rulers.facing[start] * leave)]
        left.discard(start)
        here = start
        while (here, leave) in joined and (there := joined[here, leave]) in left:
            arrive = int(np.sign(rulers.offset[there, here, 0]))
            here, leave = there, -arrive
            tiles.append(here)
            votes.append(float(rulers.facing[here] * leave))
            left.discard(here)
        lines.append(Line(tuple(tiles), _gaps(tiles, middle, widths), tuple(votes)))
    return lines


def _gaps(
    tiles: Sequence[int], middle: Sequence[Sequence[float]], widths: Sequence[float]
) -> tuple[float, ...]:
    """Clear space between tiles that follow each other, in tile widths.

    A single outline may come out too wide or too narrow, but along a row the width of the tiles
    changes evenly, as the perspective has it; so one straight line through all of them, which a
    few bad outlines do not bend, says how wide each is. widths: of all outlines, as logarithms.
    """
    steps = [math.dist(middle[one], middle[other]) for one, other in pairwise(tiles)]
    wide = [widths[place] for place in tiles]
    if len(tiles) >= _ENOUGH:
        wide = _evened([0.0, *accumulate(steps)], wide)
    means = (math.exp((one + other) / 2) for one, other in pairwise(wide))
    return tuple(step / mean - 1 for step, mean in zip(steps, means, strict=True))


def _evened(along: Sequence[float], values: Sequence[float]) -> list[float]:
    """The values on one straight line through them, which the farthest off hardly bend."""
    weights = [1.0] * len(values)
    line = list(values)
    for _ in range(_ROUNDS):
        whole = sum(weights)
        x = sum(map(mul, weights, along)) / whole
        y = sum(map(mul, weights, values)) / whole
        off = [weight * (at - x) for weight, at in zip(weights, along, strict=True)]
        slope = sum(map(mul, off, values)) / sum(map(mul, off, along))
        line = [y + slope * (at - x) for at in along]
        weights = [1 / max(abs(a - b), _EVEN) for a, b in zip(values, line, strict=True)]
    return line


def _with_sideways(lines: list[Line], rulers: Rulers) -> list[Line]:
    """Lone tiles that lie across the end of a line, or in a gap of it, become part of it."""
    rows = [line for line in lines if len(line) > 1]
    beside = rulers.across & (np.abs(rulers.offset[..., 1]) < 0.42)
    gap = np.abs(rulers.offset[..., 0]) - _UPRIGHT_TO_SIDEWAYS
    beside &= (gap > -0.4) & (gap < 1.0)
    rest = []
    for line in lines:
        if len(line) > 1:
            continue
        tile = line.tiles[0]
        upright = np.flatnonzero(beside[:, tile])
        nearest = upright[np.argsort(gap[upright, tile])]
        number = next(
            (n for place in nearest for n, row in enumerate(rows) if place in row.tiles), None
        )
        placed = None
        if number is not None:
            placed = _place_across(rows[number], tile, rulers, beside[:, tile])
        if number is None or placed is None:
            rest.append(line)
        else:
            rows[number] = placed
    return rows + rest


def _place_across(row: Line, tile: int, rulers: Rulers, fits: BoolArray) -> Line | None:
    """The row with a sideways tile in it, or None where it does not lie in the row.

    fits: (N,), the tiles beside which it lies.
    """
    upright = [place for place in row.tiles if place not in row.sideways and fits[place]]
    if not upright:
        return None
    gaps = np.abs(rulers.offset[upright, tile, 0]) - _UPRIGHT_TO_SIDEWAYS
    gap, beside = float(gaps.min()), upright[int(gaps.argmin())]
    at = row.tiles.index(beside)
    other = row.tiles[at + 1] if at + 1 < len(row) else row.tiles[at - 1]
    forward = rulers.offset[beside, other, 0] * (1 if at + 1 < len(row) else -1) > 0
    after = (rulers.offset[beside, tile, 0] > 0) == forward
    at += after
    if 0 < at < len(row):
        beyond = row.tiles[at] if after else row.tiles[at - 1]
        far = abs(rulers.offset[beyond, tile, 0]) - _UPRIGHT_TO_SIDEWAYS
        before_after = (gap, far) if after else (far, gap)
        return row.inserted(tile, at, *before_after)
    return row.inserted(tile, at, gap, gap)


def _with_on_top(lines: list[Line], on_top: dict[int, int]) -> list[Line]:
    """Each tile on top joins the line of the one it covers, where that one has a neighbour."""
    for top, below in on_top.items():
        for number, line in enumerate(lines):
            if below in line.tiles:
                at = line.tiles.index(below)
                before = line.gaps[at - 1] if at else np.inf
                after = line.gaps[at] if at < len(line.gaps) else np.inf
                lines[number] = line.inserted(top, at + (after < before), 0.0, 0.0)
                break
        else:
            lines.append(Line((top,), (), (0.0,)))
    return lines
