"""Which of the tiles are the hand: one row or a few near each other, of the right number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise, product

import numpy as np

from companion.tiles import BACK, WHITE
from companion.vision.layout.lines import UPRIGHT_TO_SIDEWAYS, Line
from companion.vision.layout.rulers import BoolArray, FloatArray, Rulers
from companion.vision.layout.sets import (
    as_set,
    divisions,
    in_order,
    is_bonus,
    kong_with_end_unseen,
)

_CLEAR = 0.6
"""Where tiles lie further apart than this, in tile widths, they need not belong together."""

_LOOKED_AT = 12
"""How many of the nearest pieces may be of a hand."""

_SEEDS = 4
"""From how many of the largest pieces hands are grown."""

_NOWHERE = (np.inf, -1)

_Sum = tuple[int, int, int]
"""What some pieces come to: tiles towards the fourteen, fours among them that may be kongs, and
lone tiles out of the row."""

_UPON, _PARTLY = 1.25, 0.85
"""How near, in tile widths, the middle of a tile lies that is seen in part under another one; which
part of that one's width is seen, at most."""

_TOUCHING = 0.35
_SAME_ROW = 0.6
"""How far aside, in tile heights, a tile may lie and still be of the row."""


@dataclass(frozen=True)
class Row:
    """Tiles of a hand from left to right, as its owner sees them. gaps, sideways: as in `Line`.

    ahead: clear space to the next row nearer to the owner, in tile heights; 0 for the nearest.
    drawn_run: tiles of a run of which the last one named here, drawn, lies on the others; where
    there are but two, on a third that was not found. Else empty.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    sideways: frozenset[int] = frozenset()
    ahead: float = 0.0
    drawn_run: tuple[int, ...] = ()

    def without(self, *away: int) -> Row:
        """The row as if these tiles were not there; itself where none of them is."""
        left = self
        for tile in away:
            left = left._without(tile) if tile in left.tiles else left
        return left

    def _without(self, tile: int) -> Row:
        at = self.tiles.index(tile)
        gaps = (*self.gaps[:at], *self.gaps[at + 1 :])
        if 0 < at < len(self.gaps):
            clear = self.gaps[at - 1] + 1 + self.gaps[at]
            gaps = (*self.gaps[: at - 1], clear, *self.gaps[at + 1 :])
        elif at == len(self.gaps):
            gaps = self.gaps[:-1]
        tiles = (*self.tiles[:at], *self.tiles[at + 1 :])
        return replace(self, tiles=tiles, gaps=gaps, sideways=self.sideways - {tile})


@dataclass(frozen=True)
class FoundHand:
    """Lines that are a hand, each from left to right as its owner sees them.

    right, up: of length 1 in the picture, along the rows and from the foot of the faces to their
    top. middle: pixels. All three are numbers x + yj. votes: how many faces say that `up` is up,
    less those that say it is down. cost: how unlike a whole hand it is, 0 for thirteen or fourteen
    tiles near each other.
    """

    lines: tuple[Line, ...]
    right: complex
    up: complex
    middle: complex
    votes: float
    cost: float

    @property
    def size(self) -> int:
        return sum(map(len, self.lines))

    def turned(self) -> FoundHand:
        """The same tiles read from the other side."""
        lines = tuple(line.reversed() for line in self.lines)
        return replace(self, lines=lines, right=-self.right, up=-self.up, votes=-self.votes)


@dataclass(frozen=True)
class _Piece:
    """counts: tiles towards the fourteen, a kong with tiles turned being three. fours: other
    fours in it, which may be kongs. like_sets: nothing but sets and a pair. lone: one tile, no
    bonus tile."""

    line: Line
    counts: int
    fours: int
    like_sets: bool
    bonus: bool
    lone: bool


class Finder:
    """Finds hands among the lines of a picture. Walls, three backs and more in a row, are none."""

    def __init__(
        self, codes: Sequence[Sequence[str]], rulers: Rulers, lines: Sequence[Line]
    ) -> None:
        """codes: of each tile, what it may be, the likeliest first."""
        self._rulers = rulers
        self._shown = [each[0] for each in codes]
        self._pieces = [piece for line in lines for piece in _pieces(line, codes)]
        apart, in_row = _space_between(self._pieces, rulers)
        self._by_size = sorted(range(len(self._pieces)), key=lambda k: -len(self._pieces[k].line))
        self._apart: list[list[float]] = apart.tolist()
        self._in_row: list[list[bool]] = in_row.tolist()

    def candidates(self) -> list[FoundHand]:
        """What each of the largest and of the nearest pieces grows to; a tile may be in several."""
        every = range(len(self._pieces))
        several = [k for k in every if len(self._pieces[k].line) > 1]
        nearest = sorted(several, key=lambda k: -self._lowest(k))[:3]
        seeds = dict.fromkeys([*self._by_size[:_SEEDS], *nearest])
        grown = [
            self._completed(_grow(seed, every, self._pieces, self._apart, self._in_row))
            for seed in seeds
        ]
        least = {frozenset(f.chosen): f for f in sorted(grown, key=lambda f: -f.cost)}
        return [self._hand(found) for found in least.values()]

    def all_hands(self, fewest: int, most: int = 8) -> list[FoundHand]:
        """Hands of so many tiles that share none, the likeliest taken first."""
        free = list(range(len(self._pieces)))
        grown: dict[int, _Grown] = {}
        hands: list[FoundHand] = []
        for _ in range(most):
            seeds = [k for k in self._by_size if k in free][:_SEEDS]
            seeds = [k for k in seeds if len(self._pieces[k].line) > 1]
            if not seeds:
                break
            for seed in seeds:
                if seed not in grown:
                    grown[seed] = _grow(seed, free, self._pieces, self._apart, self._in_row)
            best = min((grown[seed] for seed in seeds), key=lambda found: found.cost)
            if sum(len(self._pieces[k].line) for k in best.chosen) >= fewest:
                hands.append(self._hand(best))
            taken = set(best.chosen)
            free = [k for k in free if k not in taken]
            grown = {k: found for k, found in grown.items() if not taken & found.reached}
        return hands

    def rows(self, hand: FoundHand) -> tuple[Row, ...]:
        """The hand's rows, the one farthest from its owner first."""
        return _rows(hand, self._rulers)

    def _completed(self, found: _Grown) -> _Grown:
        """With the tile that wins it where one lies apart in its row: thirteen and that one are
        nothing but sets and a pair."""
        if sum(self._pieces[k].counts for k in found.chosen) != 13:
            return found
        undivided = [k for k in found.chosen if len(self._pieces[k].line) > 4]
        others = [k for k in found.chosen if k not in undivided]
        if len(undivided) != 1 or not all(
            self._pieces[k].like_sets or self._pieces[k].bonus for k in others
        ):
            return found
        held = self._plain(undivided[0])
        for k in sorted(found.reached.difference(found.chosen), key=self._away(found.chosen)):
            beside = any(self._in_row[j][k] for j in found.chosen)
            if not (self._pieces[k].lone and beside):
                continue
            codes = [*held, *self._plain(k)]
            if BACK not in codes and next(divisions(codes), None) is not None:
                return replace(found, chosen=(*found.chosen, k))
        return found

    def _plain(self, piece: int) -> list[str]:
        codes = [self._shown[place] for place in self._pieces[piece].line.tiles]
        return [code for code in codes if not is_bonus(code)]

    def _away(self, chosen: Sequence[int]) -> Callable[[int], float]:
        return lambda k: min(self._apart[j][k] for j in chosen)

    def _lowest(self, piece: int) -> float:
        """How far down the picture a piece reaches, in pixels."""
        return max(self._rulers.points[place].imag for place in self._pieces[piece].line.tiles)

    def _hand(self, found: _Grown) -> FoundHand:
        return _as_hand([self._pieces[k].line for k in found.chosen], self._rulers, found.cost)


def _pieces(line: Line, codes: Sequence[Sequence[str]]) -> list[_Piece]:
    """The line cut at its wide gaps, without its stretches of wall: three and more face down, or
    two with nothing beside them."""
    down = _face_down([codes[place] for place in line.tiles])
    if len(down) == 1:
        return [] if down[0] else [_piece(line, codes)]
    wall = [False] * len(down)
    for start, stop in _stretches(down):
        wall[start:stop] = [stop - start > 2 or stop - start == len(down)] * (stop - start)
    cuts = [
        at for at in range(1, len(down)) if wall[at] != wall[at - 1] or line.gaps[at - 1] > _CLEAR
    ]
    ends = pairwise([0, *cuts, len(down)])
    parts = [at for at in ends if at[1] - at[0] == 1 or not all(down[slice(*at)])]
    return [_piece(line.part(*at), codes) for at in parts if not wall[at[0]]]


def _face_down(codes: Sequence[Sequence[str]]) -> list[bool]:
    """Which tiles of a line lie face down: backs, and since there are but four white dragons, what
    may be backs where more than four such tiles follow each other, or where more than four look
    like white dragons."""
    down = [each[0] == BACK for each in codes]
    for start, stop in _stretches([BACK in each for each in codes]):
        if stop - start > 4:
            down[start:stop] = [True] * (stop - start)
    white = [each[0] == WHITE for each in codes]
    for start, stop in _stretches([a or b for a, b in zip(down, white, strict=True)]):
        if sum(white[start:stop]) > 4:
            down[start:stop] = [True] * (stop - start)
    return down


def _stretches(places: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Start and stop of every stretch of true ones."""
    start = 0
    for true, stretch in groupby(places):
        stop = start + len(list(stretch))
        if true:
            yield start, stop
        start = stop


def _piece(line: Line, codes: Sequence[Sequence[str]]) -> _Piece:
    plain = [codes[place] for place in line.tiles if not is_bonus(codes[place][0])]
    shown = [each[0] for each in plain]
    sets = in_order(shown) if len(shown) > 1 else None
    kongs = [piece for piece in sets or () if piece.kind == "kong"]
    turned = sum(piece.turned for piece in kongs)
    like_sets = bool(plain) and sets is not None
    if sets is None and len(plain) in (3, 4):
        like_sets = any(
            as_set(choice) or kong_with_end_unseen(choice) for choice in product(*plain)
        )
    bonus, lone = not plain, len(line) == 1 and bool(plain)
    return _Piece(line, len(plain) - turned, len(kongs) - turned, like_sets, bonus, lone)


@dataclass(frozen=True)
class _Grown:
    """The pieces chosen for a hand, what they cost, and all that were looked at on the way."""

    cost: float
    chosen: tuple[int, ...]
    reached: frozenset[int]


def _grow(
    seed: int,
    free: Sequence[int],
    pieces: Sequence[_Piece],
    apart: Sequence[Sequence[float]],
    in_row: Sequence[Sequence[bool]],
) -> _Grown:
    """The seed with those pieces around it that make it a whole hand at the least cost."""
    edges = {seed: 0.0}
    widest = {seed: 0.0}  # the widest step on the way from the seed
    same_row = {seed}
    nearest = {k: (apart[seed][k], seed) for k in free if k != seed and apart[seed][k] < np.inf}
    while nearest and len(edges) < _LOOKED_AT:
        (edge, known), k = min((way, k) for k, way in nearest.items())
        del nearest[k]
        edges[k] = edge
        widest[k] = max(widest[known], edge)
        if any(in_row[j][k] for j in same_row):
            same_row.add(k)
        if not pieces[k].lone:  # a stray tile leads nowhere
            for j in free:
                if apart[k][j] < nearest.get(j, _NOWHERE)[0] and j not in edges:
                    nearest[j] = (apart[k][j], k)

    # For every number of tiles that can be reached, the cheapest choice of pieces.
    first = (pieces[seed].counts, pieces[seed].fours, 0)
    choices: dict[_Sum, tuple[float, tuple[int, ...]]] = {first: (0.0, (seed,))}
    for k, away in list(edges.items())[1:]:
        piece, beside = pieces[k], k in same_row
        options: dict[_Sum, tuple[float, tuple[int, ...]]] = {}
        for total, (cost, chosen) in choices.items():
            tiles, fours, strays = total
            with_it, without = _price(piece, away, widest[k], beside, strays)
            grown = tiles + piece.counts, fours + piece.fours, strays + (piece.lone and not beside)
            if total not in options or cost + without < options[total][0]:
                options[total] = cost + without, chosen
            if grown not in options or cost + with_it < options[grown][0]:
                options[grown] = cost + with_it, (*chosen, k)
        choices = options
    cost, chosen = min(
        (cost + min(_misfit(tiles - kongs) for kongs in range(fours + 1)), chosen)
        for (tiles, fours, _), (cost, chosen) in choices.items()
    )
    return _Grown(cost, chosen, frozenset(edges))


def _price(
    piece: _Piece, away: float, apart: float, in_row: bool, strays: int
) -> tuple[float, float]:
    """What it costs to count a piece to the hand, and not to.

    away: clear space to the nearest piece; apart: the widest space between it and the seed; both
    in tile widths. strays: lone tiles counted already; a hand has one at most.
    """
    if piece.lone and in_row:
        return 0.1 * away, max(0.0, 0.3 - 0.2 * away)
    if piece.lone:
        return 0.4 + strays + 0.2 * away, 0.0
    if piece.bonus:
        return 0.1 * away, 1.0
    if in_row:
        return 0.1 * away, max(0.0, (1.2 if piece.like_sets else 0.6) - 0.3 * apart)
    return 0.3 * away, max(0.0, 0.7 - 0.6 * apart)


def _misfit(count: int) -> float:
    """How far a number of tiles is from a hand's thirteen or fourteen."""
    if count > 14:
        return 0.6 * (count - 14)
    if count > 12:
        return 0.0
    return min(1 + 0.4 * (12 - count), 3.0) + (2.0 if count < 4 else 0.0)


def _space_between(pieces: Sequence[_Piece], rulers: Rulers) -> tuple[FloatArray, BoolArray]:
    """(P, P): clear space from piece to piece, in tile widths, infinite where the second cannot
    belong to the hand of the first; and whether they lie in one row."""
    if not pieces:
        return np.empty((0, 0)), np.empty((0, 0), dtype=bool)
    tiles = [place for piece in pieces for place in piece.line.tiles]
    starts = list(accumulate((len(piece.line) for piece in pieces[:-1]), initial=0))
    aside = np.abs(rulers.aside)
    beyond, before = np.maximum(np.abs(rulers.along) - 1, 0), np.maximum(aside - 1, 0) * 4 / 3
    clear = np.where(rulers.alike, np.sqrt(beyond**2 + before**2), np.inf)
    in_row = np.where(aside < _SAME_ROW, clear, np.inf)
    shortest, shortest_in_row = (
        np.minimum.reduceat(
            np.minimum.reduceat(space[tiles], starts, axis=0)[:, tiles], starts, axis=1
        )
        for space in (clear, in_row)
    )
    beside = shortest_in_row <= shortest + 1e-9
    stacked = _stacked(rulers)
    reach_beside = np.array([_reach_beside(piece, stacked) for piece in pieces])
    reach_before = np.array([_reach_before(piece) for piece in pieces])
    reach = np.where(beside, reach_beside, reach_before)
    return np.where(shortest < reach, shortest, np.inf), beside & np.isfinite(shortest)


def _reach_beside(piece: _Piece, stacked: Set[int]) -> float:
    """From how far off a piece of the same row may belong to a hand, in tile widths. stacked: the
    tiles that lie on others or under them, where some of the piece may not be seen."""
    if piece.like_sets or piece.bonus:
        return 5.5
    return 2.6 if not stacked.isdisjoint(piece.line.tiles) else 1.7


def _stacked(rulers: Rulers) -> Set[int]:
    """Tiles of which another one covers a part, and those that cover them."""
    wide = np.hypot(rulers.frame[:, 0, 0], rulers.frame[:, 1, 0])
    beside = rulers.alike & (np.abs(rulers.along) < _UPON) & (np.abs(rulers.aside) < _SAME_ROW)
    covered = beside & (wide[:, None] < _PARTLY * wide)
    return frozenset(np.concatenate(np.nonzero(covered)).tolist())


def _reach_before(piece: _Piece) -> float:
    """The same for a piece in another row: sets, bonus tiles, half of a hand in two rows."""
    if piece.bonus:
        return 2.5
    if piece.like_sets:
        return 3.8
    if piece.lone:
        return 3.0
    return 0.8 if len(piece.line) >= 5 else _TOUCHING


def _as_hand(lines: Sequence[Line], rulers: Rulers, cost: float) -> FoundHand:
    """Pieces read from the owner's side."""
    longest = max(lines, key=len)
    right = _direction(longest, rulers)
    turned = [
        line if _dot(_direction(line, rulers), right) >= 0 else line.reversed() for line in lines
    ]
    votes = sum(sum(line.votes) for line in turned)
    heights = [rulers.downs[place] for place in longest.tiles]
    mean = _mean(heights)
    down = max(heights, key=lambda height: abs(_dot(height, mean)))
    downs = _mean([-height if _dot(height, down) < 0 else height for height in heights])
    # Read from left to right, the foot of a face lies clockwise of its right edge.
    if (right.conjugate() * downs).imag < 0:
        downs = -downs
    if votes < 0 or (votes == 0 and downs.imag < 0):
        turned = [line.reversed() for line in turned]
        right, downs, votes = -right, -downs, -votes
    middle = _mean([rulers.points[place] for line in lines for place in line.tiles])
    return FoundHand(tuple(turned), right, -downs / abs(downs), middle, votes, cost)


def _mean(vectors: Sequence[complex]) -> complex:
    return sum(vectors) / len(vectors)


def _dot(one: complex, other: complex) -> float:
    return (one.conjugate() * other).real


def _direction(line: Line, rulers: Rulers) -> complex:
    """From the first tile to the last, of length 1; a lone tile's own width."""
    first, last = line.tiles[0], line.tiles[-1]
    step = rulers.points[last] - rulers.points[first] if first != last else rulers.rights[first]
    return step / (abs(step) + 1e-9)


def _rows(hand: FoundHand, rulers: Rulers) -> tuple[Row, ...]:
    """Lines that continue each other are one row; rows from far to near."""
    chains: list[list[Line]] = []
    for line in sorted(hand.lines, key=lambda line: -len(line)):
        for chain in chains:
            if any(_continues(known, line, rulers) for known in chain):
                chain.append(line)
                break
        else:
            chains.append([line])

    def place(tiles: Sequence[int], along: complex) -> float:
        return _dot(_mean([rulers.points[tile] for tile in tiles]), along)

    rows = []
    for chain in chains:
        chain.sort(key=lambda line: place(line.tiles, hand.right))
        rows.append(_joined(chain, rulers))
    rows.sort(key=lambda row: -place(row.tiles, hand.up))
    for k, (row, nearer) in enumerate(pairwise(rows)):
        block = np.ix_(row.tiles, nearer.tiles)
        along, aside = np.abs(rulers.along[block]), np.abs(rulers.aside[block])
        beside = aside[along < 1.5]
        rows[k] = replace(row, ahead=float((beside if len(beside) else aside).min()) - 1)
    return tuple(rows)


def _joined(chain: Sequence[Line], rulers: Rulers) -> Row:
    """Lines that continue each other, from left to right, as one row."""
    tiles = list(chain[0].tiles)
    gaps = list(chain[0].gaps)
    sideways = frozenset().union(*(line.sideways for line in chain))
    for line in chain[1:]:
        last, first = tiles[-1], line.tiles[0]
        upright, other = (first, last) if last in sideways else (last, first)
        touching = UPRIGHT_TO_SIDEWAYS if other in sideways else 1.0
        gaps += [abs(float(rulers.along[upright, other])) - touching, *line.gaps]
        tiles += line.tiles
    return Row(tuple(tiles), tuple(gaps), sideways)


def _continues(one: Line, other: Line, rulers: Rulers) -> bool:
    block = np.ix_(one.tiles, other.tiles)
    # A tile that lies sideways measures with its height what the others do with their width, so
    # others are asked where there are any.
    alike = rulers.alike[block]
    along = np.where(alike | ~alike.any(), np.abs(rulers.along[block]), np.inf)
    return bool(abs(rulers.aside[block].flat[along.argmin()]) < _SAME_ROW)
