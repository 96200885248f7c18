"""The tile drawn lies on the run that it completed (Harr p. 67) and hides part of the other two.

What is half seen is named by what is seen of it: the left half of a 4 of dots is a 2. So the name
of a tile under another one counts for little, and the run has to say what it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from statistics import median

from companion.vision.layout.lines import JOINED
from companion.vision.layout.names import Names
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.pieces import COLUMN, Piece


class _Row:
    """Tiles of a chain in its direction, lengths in their usual width.

    at: where their middles lie. widths: of their outlines.
    """

    def __init__(self, row: Sequence[int], names: Names) -> None:
        quads = [[complex(*corner) for corner in names.quads[place]] for place in row]
        middles = [sum(quad) / 4 for quad in quads]
        along = (middles[-1] - middles[0]).conjugate()
        along /= abs(along) or 1.0
        widths = [_width(quad, along) for quad in quads]
        enough = len(row) >= NUMBERS["tiles_to_tell_usual"]
        usual = (median(widths) if enough else max(widths)) or 1.0
        self.at = [(middle * along).real / usual for middle in middles]
        self.widths = [width / usual for width in widths]

    def clear(self, one: int, other: int) -> float:
        """The space between two tiles, less than 0 where they overlap."""
        return abs(self.at[one] - self.at[other]) - (self.widths[one] + self.widths[other]) / 2

    def seen(self, below: int, top: int) -> float:
        """Which part of a tile's width another one leaves."""
        return self.widths[below] + min(0.0, self.clear(below, top))


def drawn_runs(
    row: Sequence[int], gaps: Sequence[float], names: Names
) -> Iterator[tuple[int, int, Piece, int]]:
    """Runs that may lie under their drawn tile: where in the chain they begin and end, and which
    find is that tile. One of the covered tiles may not have been found. gaps: of the chain."""
    if len(row) < 2:
        return
    lies = _Row(row, names)
    for start in range(len(row) - 1):
        for stop in (start + 3, start + 2):
            if stop > len(row):
                continue
            window = range(start, stop)
            if any(NUMBERS["drawn_gap"] < gap < JOINED for gap in gaps[start : stop - 1]):
                continue
            found = [
                (piece, row[top])
                for top in window
                if names.codes[row[top]][1] in "mps"
                and all(lies.seen(k, top) < NUMBERS["covered"] for k in window if k != top)
                and not _pair(row, window, top, names)
                for piece in _runs(
                    [row[k] for k in sorted(window, key=lies.at.__getitem__)],
                    row[top],
                    row[start:stop],
                    names,
                )
            ]
            found.sort(key=lambda each: -each[0].score)
            for piece, top_place in found[: NUMBERS["drawn_runs"]]:
                yield start, stop, piece, top_place


def _pair(row: Sequence[int], window: Sequence[int], top: int, names: Names) -> bool:
    """Whether another of these tiles clearly shows the same face as one that may lie on it."""
    own = names.codes[row[top]]
    return any(
        names.codes[row[k]] == own and names.shown[row[k]] > NUMBERS["clearly"]
        for k in window
        if k != top
    )


def _runs(places: Sequence[int], top: int, laid: Sequence[int], names: Names) -> Iterator[Piece]:
    """What run tiles may be of which one lies on the others. places: from left to right; laid: as
    they follow each other in their chain."""
    drawn = names.codes[top]
    rank, suit = int(drawn[0]), drawn[1]
    below = [place for place in places if place != top]
    for ranks, unseen in _ranks(rank, len(below)):
        own = dict(zip(below, ranks, strict=True)) | {top: rank}
        score = NUMBERS["drawn_run"] + float(names.chance[top, COLUMN[drawn]])
        score += NUMBERS["drawn_unseen"] * len(unseen)
        score += sum(_half_seen(names, place, f"{own[place]}{suit}") for place in below)
        in_order = [own[place] for place in places]
        # The drawn tile lies on two that touch, so one that is not seen lies on its other side.
        in_order = [*unseen, *in_order] if places[0] == top else [*in_order, *unseen]
        wrong = sum(one > other for one, other in combinations(in_order, 2))
        score += NUMBERS["drawn_out_of_order"] * wrong
        codes = [f"{own[place]}{suit}" for place in laid] + [f"{k}{suit}" for k in unseen]
        yield Piece("chow", tuple(codes), score, unseen=len(unseen))


@cache
def _ranks(top: int, below: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """What one or two tiles below a drawn one of this rank may be in a run, and what of the run is
    then not seen."""
    found = []
    near = [k for k in range(max(1, top - 2), min(9, top + 2) + 1) if k != top]
    for ranks in permutations(near, below):
        unseen = _unseen(top, ranks[0]) if below == 1 else ()
        every = sorted((top, *ranks, *unseen))
        if [k - every[0] for k in every] == [0, 1, 2]:
            found.append((ranks, unseen))
    return tuple(found)


def _unseen(top: int, seen: int) -> tuple[int]:
    """The rank of the third tile of a run of which the drawn one lies between the others, or at
    their end where the ranks go no further."""
    if abs(top - seen) == 2:
        return ((top + seen) // 2,)
    beyond = 2 * top - seen
    return (beyond if 1 <= beyond <= 9 else 2 * seen - top,)


def _half_seen(names: Names, place: int, code: str) -> float:
    """Log chance of a tile of which part is seen being this one: any of the suit that it shows, and
    seldom of another. One that a person named is what they say."""
    if names.told[place]:
        return float(names.chance[place, COLUMN[code]])
    any_of_suit = NUMBERS["half_seen_surely" if names.sure[place] else "half_seen"]
    of_suit = names.of_suit(place, code[1]) + NUMBERS["half_seen_of_other_suit"]
    return math.log(any_of_suit * of_suit + math.exp(float(names.chance[place, COLUMN[code]])))


def _width(quad: Sequence[complex], along: complex) -> float:
    """Of an outline in the chain's direction, in pixels: what is half seen may have been taken to
    lie sideways. along: the conjugate of that direction."""
    one, two, three, four = quad
    across, down = (two - one + three - four) / 2, (three - two + four - one) / 2
    lies = abs((down * along).real) > abs((across * along).real)
    return abs(((down if lies else across) * along).real)
