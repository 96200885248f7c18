"""The tile drawn lies on the run that it completed (Harr p. 67) and hides part of the other two.

What is half seen is named by what is seen of it: the left half of a 4 of dots is a 2. So the name
of a tile under another one counts for little, and the run has to say what it is. A tile that
nothing covers keeps its name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations
from statistics import median

from companion.reading import SeenTile
from companion.vision.layout.choose import Row
from companion.vision.layout.legal import Allowed, is_whole, seen_elsewhere
from companion.vision.layout.lines import ALONE, lies_apart
from companion.vision.layout.sets import is_run, run_with_one_unseen

_COVERED = 0.9
"""Which part of its width a covered tile shows, at most."""

_HALF_SEEN = 0.1
"""How likely a tile of which part is seen is any other of its suit, whatever the eye says."""

_OUT_OF_ORDER = 0.2
"""How much less likely it gets that a run lies so with every two tiles of it, the drawn one among
them, of which the higher lies on the left."""


@dataclass(frozen=True)
class _Covered:
    """Tiles that may lie under a drawn one. number: of their row. places: of the tiles and the
    drawn one, from left to right; one of them may not have been found."""

    number: int
    places: tuple[int, ...]
    drawn: int

    @property
    def below(self) -> tuple[int, ...]:
        return tuple(place for place in self.places if place != self.drawn)


def with_drawn_on_run(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[tuple[Row, ...], tuple[SeenTile, ...]]:
    """The rows with the run in them that lies under its drawn tile, and all tiles with the covered
    ones called what they have to be; both as given where the hand is whole so or not even then.

    One of the covered tiles may not have been found. Those renamed are `by_rule`, and not sure.
    """
    laid = tuple(rows)
    found = [each for k, row in enumerate(rows) for each in _covered(k, row, tiles)]
    if not found:
        return laid, tuple(tiles)
    codes = [tile.code for tile in tiles]
    others = seen_elsewhere([place for row in rows for place in row.tiles], tiles, options)
    if is_whole(laid, codes, others):  # as a doubtful half may have been named
        found = [each for each in found if not all(tiles[place].sure for place in each.below)]
    for each in found:
        row = laid[each.number]
        run = replace(
            row,
            gaps=_closed(row, set(each.places)),
            drawn_run=(*each.below, each.drawn),
            sideways=row.sideways | {each.drawn},
        )
        so = (*laid[: each.number], run, *laid[each.number + 1 :])
        for names in _names(each, tiles):
            named = list(codes)
            for place, code in zip(each.below, names, strict=True):
                named[place] = code
            if is_whole(so, named, others):
                return so, tuple(map(_renamed, tiles, named))
    return laid, tuple(tiles)


def _closed(row: Row, run: Set[int]) -> tuple[float, ...]:
    """The row's gaps, none within the run: one seen there is where its third tile lies unseen."""
    return tuple(
        min(gap, 0.0) if run >= {*pair} else gap
        for pair, gap in zip(pairwise(row.tiles), row.gaps, strict=True)
    )


def _renamed(tile: SeenTile, code: str) -> SeenTile:
    if code == tile.code:
        return tile
    chance = dict(tile.alternatives).get(code, 0.0)
    return replace(tile, code=code, confidence=chance, by_rule=True, sure=False)


def _covered(number: int, row: Row, tiles: Sequence[SeenTile]) -> Iterator[_Covered]:
    """Two or three tiles apart from the others of a row, all but one seen in part; first those of
    which that one is the widest. What is surely the same face twice is a pair."""
    ends = [0, *(k for k, gap in enumerate(row.gaps, 1) if gap > ALONE), len(row.tiles)]
    windows = [
        (start, stop)
        for length in (3, 2)
        for start, stop in combinations(ends, 2)
        if stop - start == length and lies_apart(row.gaps, start, stop)
    ]
    if not windows:
        return
    middles = {place: sum(complex(*at) for at in tiles[place].quad) / 4 for place in row.tiles}
    along = (middles[row.tiles[-1]] - middles[row.tiles[0]]).conjugate()
    widths = {place: _width(tiles[place], along) for place in row.tiles}
    usual = median(widths.values())

    def seen(below: int, top: int) -> float:
        """Which part of its width a tile shows beside or under another."""
        apart = abs(middles[below] - middles[top]) - (widths[below] + widths[top]) / 2
        return (widths[below] + min(0.0, apart)) / usual

    for window in windows:
        # One on top may have been put beside both others.
        places = sorted(row.tiles[slice(*window)], key=lambda place: (middles[place] * along).real)
        for top in sorted(places, key=widths.__getitem__, reverse=True):
            below = [place for place in places if place != top]
            pair = any(tiles[k].sure and tiles[k].code == tiles[top].code for k in below)
            if pair or tiles[top].code[1] not in "mps":
                continue
            if max(seen(k, top) for k in below) < _COVERED:
                yield _Covered(number, tuple(places), top)


def _width(tile: SeenTile, along: complex) -> float:
    """Of the tile's outline in the row's direction, in pixels: what is half seen may have been
    taken to lie sideways. along: the conjugate of that direction."""
    one, two, three, four = (complex(*corner) for corner in tile.quad)
    across, down = (two - one + three - four) / 2, (three - two + four - one) / 2
    lies = abs((down * along).real) > abs((across * along).real)
    return abs(down if lies else across)


def _names(run: _Covered, tiles: Sequence[SeenTile]) -> list[tuple[str, ...]]:
    """What the covered tiles may be with the drawn one, the likeliest names first."""
    drawn = tiles[run.drawn].code
    rank, suit = int(drawn[0]), drawn[1]
    near = [f"{k}{suit}" for k in range(max(1, rank - 2), min(9, rank + 2) + 1) if k != rank]
    weighed: list[tuple[float, tuple[str, ...]]] = []
    for names in permutations(near, len(run.below)):
        laid = _as_laid(run, dict(zip(run.below, names, strict=True)), drawn)
        below = [tiles[place] for place in run.below]
        if not is_run(laid) or not all(map(_may_hide, below, names)):
            continue
        eye = math.prod(map(_by_eye, below, names))
        wrong = sum(one > other for one, other in combinations(laid, 2))
        weighed.append((eye * _OUT_OF_ORDER**wrong, names))
    return [names for _, names in sorted(weighed, reverse=True)]


def _as_laid(run: _Covered, names: dict[int, str], drawn: str) -> tuple[str, ...]:
    """The run's codes from left to right, with the tile of it that was not found."""
    codes = tuple(names.get(place, drawn) for place in run.places)
    if len(codes) == 3:
        return codes
    whole = run_with_one_unseen(codes[0], codes[1], drawn)
    unseen = tuple(code for code in whole.codes if code not in codes) if whole else ()
    return (*codes, *unseen) if codes[1] == drawn else (*unseen, *codes)


def _may_hide(tile: SeenTile, code: str) -> bool:
    """Whether what is seen of a tile may be part of this one: of dots and bamboo a part shows no
    more than the whole."""
    return not (code[1] == tile.code[1] in "ps" and code[0] < tile.code[0])


def _by_eye(tile: SeenTile, code: str) -> float:
    return _HALF_SEEN + (dict(tile.alternatives) or {tile.code: tile.confidence}).get(code, 0.0)
