"""What is measured of a picture once, before anything is explained."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from companion.game.tiles import BACK, KIND_SET, STRANGER
from companion.seen.reading import SeenTile
from companion.vision.arrays import BoolArray, FloatArray
from companion.vision.geometry import hanging_together
from companion.vision.layout.added import with_added
from companion.vision.layout.chains import Parses, tile_odds
from companion.vision.layout.lines import (
    JOINED,
    Chain,
    before_room,
    doubled,
    find_lines,
    parted,
    resting_on_others,
    together,
    usual_gap,
)
from companion.vision.layout.names import EVERY_SPECIAL_HAND, Names
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.off_rows import off_rows
from companion.vision.layout.parse import Parse
from companion.vision.layout.rulers import Rulers, measure


class Picture:
    """The finds of a picture, and how they lie to each other.

    tiles: as given. height: of the picture, in pixels. odds: of each find, how likely it is a tile.
    faces: of the finds that seem to show one, flowers among them, how likely it is a face.
    lines: chains of neighbours, each read from left to right by those who see its faces upright.
    gaps: of each chain, the clear space between its tiles beyond the usual one, in tile widths.
    asides: of each chain, how far its tiles lie aside of those before them, in tile heights; 0
    where they do not lie side by side.
    apart: (C, C), the least clear space between two chains, in tile widths. heaps: how many of the
    chains, the first, are tiles that lie together.
    """

    def __init__(
        self,
        tiles: Sequence[SeenTile],
        height: int,
        special_hands: AbstractSet[str] = EVERY_SPECIAL_HAND,
        taken_for: Sequence[SeenTile] | None = None,
    ) -> None:
        """special_hands: those of `SHAPES` that win. taken_for: what the finds are taken for, if
        not for what they look like."""
        self.tiles = tuple(tiles)
        self.height = height
        self.rulers = measure(self.tiles)
        ours = [_of_our_games(tile) for tile in taken_for or self.tiles]
        codes = [tile.code for tile in ours]
        skip = doubled(self.rulers, codes, [tile.confidence for tile in ours])
        skip |= {k for k, code in enumerate(codes) if code == STRANGER}
        self.special_hands = special_hands
        self.names = Names(ours, special_hands)
        self.odds = tile_odds(ours)
        self.faces = {
            k: self.odds[k] - dict(tile.alternatives).get(BACK, 0.0)
            for k, tile in enumerate(ours)
            if tile.code != BACK and k not in skip
        }
        self._skip = skip
        self._for_themselves: tuple[Chain, ...] = ()
        self._parses: dict[Chain, Parses] = {}
        self._likeliest: dict[tuple[Chain, int], list[Parse]] = {}
        self._lie_across: dict[Chain, frozenset[int]] = {}
        self.heaps = 0
        self._part()
        self._sure = [
            tile.code if tile.sure and tile.code in KIND_SET else "" for tile in self.tiles
        ]
        self._all_sure = Counter(filter(None, self._sure))

    def _part(self) -> None:
        """Find the rows beside what lies for itself, and measure how they lie."""
        skip = self._skip | {place for line in self._for_themselves for place in line.tiles}
        lines = find_lines(self.rulers, skip, self.names.clear_flowers)
        lines = with_added(lines, self.rulers, self.names.looks)
        self._measured(_upright([*lines, *self._for_themselves], self.rulers))

    def _measured(self, lines: list[Chain]) -> None:
        """Measure how these chains lie."""
        self.lines = lines
        self.gaps = [_beyond_usual(line) for line in lines]
        self.asides = [_asides(line, self.rulers) for line in lines]
        self.apart = _between(lines, self.rulers)

    def without_false_on_top(self) -> tuple[Picture, float] | None:
        """The same picture without the finds that lie on others and rather are no tiles, and the
        log odds of that; None where there are none such. Else a word of a printed cloth that was
        found on a set would part it: a set is of tiles that follow each other in a row."""
        on_top = resting_on_others(self.rulers, self._skip)
        false = {place for place in on_top if self.odds[place] < NUMBERS["rather_none"]}
        if not false:
            return None
        view = copy(self)
        view._skip = self._skip | false
        view.faces = {place: chance for place, chance in self.faces.items() if place not in false}
        view._part()
        return view, sum(math.log1p(-self.odds[place]) for place in false)

    def off_rows(self) -> Iterator[Picture]:
        """The same picture, in which sets lie in no row, and in which tall columns stand beside
        such sets; none where none may, as where all tiles lie in one row."""
        if len(self.lines) == 1:
            return
        for found in off_rows(self.lines, self.rulers, self.names, self._skip):
            if 0 < len(found) <= NUMBERS["most_off_rows"]:
                view = copy(self)
                view._for_themselves = tuple(found)
                view._part()
                yield view

    def heaped(self, hand: AbstractSet[int] | None, apart: float) -> Picture | None:
        """The same picture, in which tiles that lie together are one chain, however they lie; None
        where all lie in rows. hand: places of its tiles, to look only at what lies with them.
        apart: the clear space between them, at most."""
        widest = NUMBERS["room_for_one"][0]
        rows = [parted(line, widest) for line in self.lines]
        pieces = [piece for row in rows for piece in row]
        heaps = []
        for heap in hanging_together(_lie_together(rows, pieces, self.rulers, apart)):
            parts = [pieces[k] for k in sorted(heap)]
            tiles = {place for part in parts for place in part.tiles}
            ours = hand is None or not hand.isdisjoint(tiles)
            if ours and _is_heap(parts) and len(tiles) <= NUMBERS["most_heaped"]:
                heaps.append(together(parts, self.rulers))
        if not heaps:
            return None
        heaped = {place for heap in heaps for place in heap.tiles}
        left: list[Chain] = []
        for line, row in zip(self.lines, rows, strict=True):
            rest = [line] if heaped.isdisjoint(line.tiles) else row
            left += [part for part in rest if heaped.isdisjoint(part.tiles)]
        view = copy(self)
        view._measured([*heaps, *left])
        view.heaps = len(heaps)
        return view

    def parses(self, chain: int, most: int) -> list[Parse]:
        """So many ways to part a chain that have some tile of a hand, likeliest first."""
        line = self.lines[chain]
        if line not in self._parses:
            gaps, asides = self.gaps[chain], self.asides[chain]
            self._parses[line] = Parses(line, gaps, asides, self.names, self.odds)
        if (line, most) not in self._likeliest:
            self._likeliest[line, most] = self._parses[line].likeliest(most)
        return self._likeliest[line, most]

    def lies_across(self, chain: int) -> frozenset[int]:
        """The tiles of a chain that lie across it, those on top of others not among them."""
        line = self.lines[chain]
        if not line.sideways:
            return frozenset()
        if line not in self._lie_across:
            upright = [place for place in line.tiles if place not in line.sideways]
            across = np.any(self.rulers.across[upright], axis=0).tolist()
            self._lie_across[line] = frozenset(place for place in line.sideways if across[place])
        return self._lie_across[line]

    def surely(self, code: str, but: Container[int]) -> list[int]:
        """The places of sure tiles of a kind, without some."""
        return [k for k, own in enumerate(self._sure) if own == code and k not in but]

    def sure_elsewhere(self, own: Iterable[int]) -> defaultdict[str, int]:
        """How many tiles of each kind are surely seen in the picture and not among these."""
        rest = defaultdict(int, self._all_sure)  # a Counter takes many times as long to copy
        for place in own:
            if code := self._sure[place]:
                rest[code] -= 1
        return rest


def _lie_together(
    rows: Sequence[Sequence[Chain]], pieces: Sequence[Chain], rulers: Rulers, apart: float
) -> BoolArray:
    """(P, P): which pieces of rows lie no farther apart than that; and each lone tile that lies
    before a room of a row, with what is beside that room. rows: each parted into its pieces."""
    near = np.asarray(_between(pieces, rulers) < apart)
    number = {place: k for k, piece in enumerate(pieces) for place in piece.tiles}
    alone = [piece.tiles[0] for piece in pieces if len(piece) == 1]
    for before, after in [both for row in rows for both in pairwise(row)]:
        ends = before.tiles[-1], after.tiles[0]
        beside = [number[end] for end in ends]
        for tile in before_room(alone, ends, rulers):
            near[number[tile], beside] = near[beside, number[tile]] = True
    return near


def _is_heap(parts: Sequence[Chain]) -> bool:
    """Whether these lie as no one row, and no two."""
    rows = [part for part in parts if len(part) >= NUMBERS["heap_row"]]
    return len(parts) > 1 and not len(rows) == len(parts) == 2


def _of_our_games(tile: SeenTile) -> SeenTile:
    """A find as it may be at a table where jokers stay in their box; a likely one as it is."""
    ours = {code: chance for code, chance in tile.alternatives if code != STRANGER}
    strange = sum(chance for _, chance in tile.alternatives) - sum(ours.values())
    rarer = strange * NUMBERS["of_no_game"]
    if not strange or sum(ours.values()) <= rarer:
        return tile
    every = 1 - strange + rarer
    named = tuple((code, chance / every) for code, chance in ours.items())
    return replace(tile, code=named[0][0], confidence=named[0][1], alternatives=named)


def _upright(lines: Sequence[Chain], rulers: Rulers) -> list[Chain]:
    """Read so that faces stand upright; where they do not tell, as the nearest chain does that lies
    the same way, else from the picture's left."""
    votes = [sum(line.votes) for line in lines]
    found = [line.reversed() if own < 0 else line for line, own in zip(lines, votes, strict=True)]
    tell = [line for line, own in zip(found, votes, strict=True) if own and len(line) > 1]
    for k, line in enumerate(found):
        if votes[k] or len(line) == 1:
            continue
        here = line.tiles[0]
        beside = [other for other in tell if rulers.alike[here, other.tiles[0]]]
        nearest = min(beside, key=lambda other: _apart(rulers, here, other), default=None)
        along = _step(nearest, rulers) if nearest is not None else 1
        if (_step(line, rulers) * along.conjugate()).real < 0:
            found[k] = line.reversed()
    return found


def _step(line: Chain, rulers: Rulers) -> complex:
    """From the first tile of a chain to its last, in pixels."""
    return rulers.points[line.tiles[-1]] - rulers.points[line.tiles[0]]


def _apart(rulers: Rulers, place: int, line: Chain) -> float:
    """From a tile to the nearest of a chain, in pixels."""
    return min(abs(rulers.points[place] - rulers.points[other]) for other in line.tiles)


def _beyond_usual(line: Chain) -> tuple[float, ...]:
    """The gaps of a chain, less that which this player leaves between any two tiles."""
    usual = usual_gap(line)
    return tuple(gap - usual for gap in line.gaps)


def _asides(line: Chain, rulers: Rulers) -> list[float]:
    """`Picture.asides` of a chain."""
    sideways = line.sideways
    return [
        0.0
        if gap == JOINED or one in sideways or other in sideways
        else abs(float(rulers.aside[one, other]))
        for (one, other), gap in zip(pairwise(line.tiles), line.gaps, strict=True)
    ]


def _between(lines: Sequence[Chain], rulers: Rulers) -> FloatArray:
    """`Picture.apart`."""
    if not lines:
        return np.zeros((0, 0))
    tiles = [place for line in lines for place in line.tiles]
    starts = np.cumsum([0, *(len(line) for line in lines[:-1])])
    clear = rulers.clear[np.ix_(tiles, tiles)]
    return np.asarray(np.minimum.reduceat(np.minimum.reduceat(clear, starts), starts, axis=1))
