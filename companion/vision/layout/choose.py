"""Which of the tiles are the hand: one row or a few near each other, of the right number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from companion.vision.layout.lines import Line
from companion.vision.layout.rulers import FloatArray, Rulers
from companion.vision.layout.sets import BACK, in_order, is_bonus

_CLEAR = 0.6
"""Where tiles lie further apart than this, in tile widths, they need not belong together."""

_TOUCHING = 0.35
_SAME_ROW = 0.6
"""How far aside, in tile heights, a tile may lie and still be of the row."""


@dataclass(frozen=True)
class Row:
    """Tiles of a hand from left to right, as its owner sees them. gaps, sideways: as in `Line`.

    ahead: clear space to the next row nearer to the owner, in tile heights; 0 for the nearest.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    sideways: frozenset[int] = frozenset()
    ahead: float = 0.0


@dataclass(frozen=True)
class FoundHand:
    """A hand's rows, the one farthest from its owner first.

    up: unit vector in the picture from the foot of the faces to their top. middle: pixels.
    votes: how many faces say that `up` is up, less those that say it is down. cost: how unlike a
    whole hand it is, 0 for thirteen or fourteen tiles near each other.
    """

    rows: tuple[Row, ...]
    up: FloatArray
    middle: FloatArray
    votes: float
    cost: float

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(place for row in self.rows for place in row.tiles)


@dataclass(frozen=True)
class _Piece:
    line: Line
    counts: int
    like_sets: bool
    bonus: bool


def find_hands(codes: Sequence[str], rulers: Rulers, lines: Sequence[Line]) -> list[FoundHand]:
    """The hands that the largest rows could belong to, each tile in one at most, best first.

    Walls, three and more backs in a row, belong to none. Which hand is whose, and which of them
    the photograph is about, is for the caller.
    """
    pieces = [piece for line in lines for piece in _pieces(line, codes)]
    if not pieces:
        return []
    clear, aside = _clear_space(rulers)
    free = list(range(len(pieces)))
    hands = []
    while free and len(hands) < 6:
        seeds = sorted(free, key=lambda k: -len(pieces[k].line))[:4]
        grown = [_grow(seed, free, pieces, clear, aside) for seed in seeds]
        cost, chosen = min(grown, key=lambda found: (found[0], -len(found[1])))
        hands.append(_as_hand([pieces[k].line for k in chosen], rulers, cost))
        free = [k for k in free if k not in chosen]
        if not any(len(pieces[k].line) > 1 for k in free):
            break
    return hands


def _pieces(line: Line, codes: Sequence[str]) -> list[_Piece]:
    """The line cut at its wide gaps, without its stretches of wall."""
    down = [codes[place] == BACK for place in line.tiles]
    wall = [False] * len(line)
    start = 0
    for stop in range(1, len(line) + 1):
        if stop == len(line) or down[stop] != down[start]:
            if down[start] and (stop - start > 2 or stop - start == len(line)):
                wall[start:stop] = [True] * (stop - start)
            start = stop
    pieces = []
    start = 0
    for stop in range(1, len(line) + 1):
        cut = stop == len(line) or wall[stop] != wall[stop - 1] or line.gaps[stop - 1] > _CLEAR
        if cut:
            if not wall[start]:
                pieces.append(_piece(line.part(start, stop), codes))
            start = stop
    return pieces


def _piece(line: Line, codes: Sequence[str]) -> _Piece:
    shown = [codes[place] for place in line.tiles]
    plain = [code for code in shown if not is_bonus(code)]
    sets = in_order(plain)
    kongs = sum(
        1 for piece in sets or () if piece.kind == "kong" and (piece.turned or len(plain) == 4)
    )
    return _Piece(line, len(plain) - kongs, bool(plain) and sets is not None, not plain)


def _clear_space(rulers: Rulers) -> tuple[FloatArray, FloatArray]:
    """(N, N): clear space between tiles lying the same way, in tile widths, infinite for others;
    and how far they lie aside of each other's row, in tile heights."""
    along = np.clip(np.abs(rulers.offset[..., 0]) - 1, 0, None)
    aside = np.abs(rulers.offset[..., 1])
    apart = np.hypot(along, np.clip(aside - 1, 0, None) * 4 / 3)
    return np.where(rulers.alike | rulers.across, apart, np.inf), aside


def _grow(
    seed: int,
    free: Sequence[int],
    pieces: Sequence[_Piece],
    clear: FloatArray,
    aside: FloatArray,
) -> tuple[float, list[int]]:
    """The seed with those pieces around it that make it a whole hand at the least cost."""
    reached = [seed]
    distance = {seed: 0.0}
    while True:
        best: tuple[float, int] | None = None
        for k in free:
            if k in distance:
                continue
            for known in reached:
                apart = _apart(pieces[known], pieces[k], clear, aside)
                if apart is not None and (best is None or apart < best[0]):
                    best = (apart, k)
        if best is None or len(reached) > 12:
            break
        distance[best[1]] = best[0]
        reached.append(best[1])

    # For every number of tiles that can be reached, the cheapest choice of pieces.
    choices: dict[int, tuple[float, list[int]]] = {pieces[seed].counts: (0.0, [seed])}
    for k in reached[1:]:
        without = max(0.0, 0.7 - 0.35 * distance[k])
        options: dict[int, tuple[float, list[int]]] = {}
        for count, (cost, chosen) in choices.items():
            for total, price, picked in (
                (count, cost + without, chosen),
                (count + pieces[k].counts, cost + 0.3 * distance[k], [*chosen, k]),
            ):
                if total not in options or price < options[total][0]:
                    options[total] = (price, picked)
        choices = options
    return min(
        ((cost + _misfit(count), chosen) for count, (cost, chosen) in choices.items()),
        key=lambda found: found[0],
    )


def _misfit(count: int) -> float:
    """How far a number of tiles is from a hand's thirteen or fourteen."""
    if count > 14:
        return 0.6 * (count - 14)
    return min(0.5 * max(13 - count, 0), 2.5) + (2.0 if count < 4 else 0.0)


def _apart(one: _Piece, other: _Piece, clear: FloatArray, aside: FloatArray) -> float | None:
    """Clear space between two pieces if the second may belong to the hand of the first."""
    block = np.ix_(one.line.tiles, other.line.tiles)
    space = clear[block]
    row, column = np.unravel_index(int(space.argmin()), space.shape)
    apart = float(space[row, column])
    if not np.isfinite(apart):
        return None
    size = len(other.line)
    if aside[block][row, column] < _SAME_ROW:
        reach = 4.0 if other.like_sets and size > 1 else 1.7
    elif apart < _TOUCHING and size > 1:
        reach = _TOUCHING
    elif other.bonus:
        reach = 2.5
    elif size >= 5:
        reach = 3.0 if other.like_sets else 1.5
    else:
        reach = 3.0 if other.like_sets and size >= 3 else 0.0
    return apart if apart < reach else None


def _as_hand(lines: Sequence[Line], rulers: Rulers, cost: float) -> FoundHand:
    """Pieces put into rows and the rows into order, read from the owner's side."""
    longest = max(lines, key=len)
    right = _direction(longest, rulers)
    turned = [line if _direction(line, rulers) @ right >= 0 else line.reversed() for line in lines]
    votes = sum(line.votes for line in turned)
    places = [place for line in turned for place in line.tiles]
    heights = rulers.frame[list(longest.tiles), :, 1]
    down = heights[np.argmax(np.abs(heights @ heights.mean(0)))]
    downs = np.where((heights @ down)[:, None] < 0, -heights, heights).mean(0)
    # Read from left to right, the foot of a face lies clockwise of its right edge.
    if right[0] * downs[1] - right[1] * downs[0] < 0:
        downs = -downs
    if votes < 0 or (votes == 0 and downs[1] < 0):
        turned = [line.reversed() for line in turned]
        right, downs, votes = -right, -downs, -votes
    up = -downs / np.linalg.norm(downs)
    rows = _rows(turned, rulers, right, up)
    return FoundHand(rows, up, rulers.middle[places].mean(0), votes, cost)


def _direction(line: Line, rulers: Rulers) -> FloatArray:
    """From the first tile to the last, of length 1; a lone tile's own width."""
    first, last = line.tiles[0], line.tiles[-1]
    step = rulers.middle[last] - rulers.middle[first]
    if first == last:
        step = rulers.frame[first, :, 0]
    return np.asarray(step / (np.linalg.norm(step) + 1e-9))


def _rows(
    lines: Sequence[Line], rulers: Rulers, right: FloatArray, up: FloatArray
) -> tuple[Row, ...]:
    """Lines that continue each other are one row; rows from far to near."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: -len(line)):
        for row in rows:
            if any(_continues(known, line, rulers) for known in row):
                row.append(line)
                break
        else:
            rows.append([line])
    joined = []
    for row in rows:
        row.sort(key=lambda line: float(rulers.middle[list(line.tiles)].mean(0) @ right))
        tiles = list(row[0].tiles)
        gaps = list(row[0].gaps)
        for line in row[1:]:
            step = abs(float(rulers.offset[tiles[-1], line.tiles[0], 0]))
            gaps += [step - 1, *line.gaps]
            tiles += line.tiles
        sideways = frozenset().union(*(line.sideways for line in row))
        height = float((rulers.middle[tiles] @ up).mean())
        joined.append((height, Row(tuple(tiles), tuple(gaps), sideways)))
    joined.sort(key=lambda pair: -pair[0])
    ordered = [row for _, row in joined]
    for k, (row, nearer) in enumerate(pairwise(ordered)):
        aside = np.abs(rulers.offset[np.ix_(row.tiles, nearer.tiles)])
        beside = aside[..., 1][aside[..., 0] < 1.5]
        ordered[k] = replace(row, ahead=float((beside if len(beside) else aside[..., 1]).min()) - 1)
    return tuple(ordered)


def _continues(one: Line, other: Line, rulers: Rulers) -> bool:
    block = rulers.offset[np.ix_(one.tiles, other.tiles)]
    row, column = np.unravel_index(int(np.abs(block[..., 0]).argmin()), block.shape[:2])
    return bool(abs(block[row, column, 1]) < _SAME_ROW)
