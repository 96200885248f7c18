"""What may lie in a chain of neighbours: sets, stretches of tiles held, flowers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.game.tiles import BACK, BONUS_SET
from companion.vision.layout.drawn import drawn_runs
from companion.vision.layout.lines import Chain
from companion.vision.layout.links import is_room, link, link_with_room
from companion.vision.layout.names import Names
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.order import order
from companion.vision.layout.pieces import Piece, fours, kongs_of_three, pairs, threes, with_unseen


class Unit(Struct, frozen=True):
    """Tiles of a hand that lie together.

    region: see `HELD` and `OUT`. piece: the set that they are, None for loose tiles and flowers.
    score: log odds of the tiles being there and being this, and of the gaps between them; order:
    which part of it is that they lie in order. count: towards the fourteen. hope: what they may
    bring yet when the whole hand is known. drawn: the tile that lies on the others. room: how many
    of its tiles lie before the room for one that was not found; None where there is none.
    """

    region: str
    tiles: tuple[int, ...]
    piece: Piece | None
    score: float
    count: int
    order: float = 0.0
    hope: float = 0.0
    drawn: int | None = None
    room: int | None = None

    @property
    def alone(self) -> bool:
        """It is one tile held."""
        return self.region == "l" and len(self.tiles) == 1

    @property
    def turned(self) -> bool:
        """Tiles lie face down in it, which shows that it was held."""
        return self.piece is not None and self.piece.turned

    @property
    def called(self) -> bool:
        """A chow or a pung on the table, which only where it lies tells from those held; four alike
        are a kong wherever they lie."""
        return self.region == "x" and self.piece is not None and self.piece.kind != "kong"

    @property
    def melded(self) -> bool:
        """Sets on the table and all kongs laid down are melds."""
        return self.region in "xkK"


def units_of(
    line: Chain, gaps: Sequence[float], names: Names, odds: Sequence[float]
) -> list[list[Unit]]:
    """What may lie in a chain, by the place in it at which it begins."""
    logs = [math.log(odds[place]) for place in line.tiles]
    found: list[list[Unit]] = [[] for _ in line.tiles]
    for start, unit in _sets(line, gaps, names, logs):
        found[start].append(unit)
    for start, stop, piece, drawn in drawn_runs(line.tiles, gaps, names):
        touching = NUMBERS["drawn_link"] * (stop - start - 1)
        score = piece.score + sum(logs[start:stop]) + touching
        found[start].append(Unit("x", line.tiles[start:stop], piece, score, 3, drawn=drawn))
    for start, unit in _loose(line, gaps, names, logs):
        found[start].append(unit)
    for start, unit in _sets_with_room(line, gaps, names, logs):
        found[start].append(unit)
    return found


def _sets(
    line: Chain, gaps: Sequence[float], names: Names, logs: Sequence[float]
) -> Iterator[tuple[int, Unit]]:
    inner = [link("set", gap) for gap in gaps]
    for size, make in (
        (3, threes),
        (3, kongs_of_three),
        (4, fours),
        (2, pairs),
    ):
        starts = [
            at
            for at in range(len(line) - size + 1)
            if min(inner[at : at + size - 1]) > NUMBERS["least_link"]
        ]
        windows = [line.tiles[at : at + size] for at in starts]
        for at, window, pieces in zip(
            starts, windows, make(names.chances(windows, size)), strict=True
        ):
            own = sum(logs[at : at + size]) + sum(inner[at : at + size - 1])
            across = NUMBERS["across_held"] * sum(place in line.sideways for place in window)
            for piece in pieces:
                for region in _regions(piece):
                    count = 2 if piece.kind == "pair" else 3
                    score = own + piece.score + (across if region == "s" else 0.0)
                    yield at, Unit(region, window, piece, score, count)


def _sets_with_room(
    line: Chain, gaps: Sequence[float], names: Names, logs: Sequence[float]
) -> Iterator[tuple[int, Unit]]:
    """Sets among whose tiles there is room for one that was not found."""
    for at, gap in enumerate(gaps):  # between the tiles `at` and `at + 1`
        if not is_room(gap):
            continue
        for start, stop in ((at, at + 2), (at, at + 3), (at - 1, at + 2)):
            if start < 0 or stop > len(line):
                continue
            inner = [
                link_with_room("set", gap) if k == at else link("set", gaps[k])
                for k in range(start, stop - 1)
            ]
            window, room = line.tiles[start:stop], at - start + 1
            score = sum(logs[start:stop]) + sum(inner)
            for piece in with_unseen(names.chance[list(window)], room):
                for region in _regions(piece):
                    yield start, Unit(region, window, piece, score + piece.score, 3, room=room)


def _regions(piece: Piece) -> str:
    """In which regions a set may lie."""
    if piece.kind == "kong":
        return "kK" if piece.turned else "x"
    return "s" if piece.turned or piece.kind == "pair" else "sx"


def _loose(
    line: Chain, gaps: Sequence[float], names: Names, logs: Sequence[float]
) -> Iterator[tuple[int, Unit]]:
    """Flowers, and stretches of tiles held; of tiles face down one at most."""
    shown = [names.loose[place] for place in line.tiles]
    codes = [code for code, _ in shown]
    down = [code == BACK and odds <= NUMBERS["back_held"] for code, odds in shown]
    touching = [link("loose", gap) for gap in gaps]
    for start, place in enumerate(line.tiles):
        seen = names.flower[place]
        if seen is not None:
            yield start, Unit("f", (place,), None, logs[start] + NUMBERS["flower"] + seen, 0)
        own, room = 0.0, None
        with_room = -math.inf
        for stop in range(start, min(len(line), start + NUMBERS["most_held"])):
            if codes[stop] in BONUS_SET or sum(down[start : stop + 1]) > 1:
                break
            here = logs[stop] + shown[stop][1]
            here += NUMBERS["across_held"] if line.tiles[stop] in line.sideways else 0.0
            if stop > start:
                with_room += touching[stop - 1]
                gap = gaps[stop - 1]
                if is_room(gap) and own + link_with_room("loose", gap) > with_room:
                    with_room, room = own + link_with_room("loose", gap), stop - start
                own += touching[stop - 1]
                if touching[stop - 1] < NUMBERS["least_link"]:
                    own = -math.inf
            own += here
            with_room += here
            if own == with_room == -math.inf:
                break
            tiles = line.tiles[start : stop + 1]
            sorted_ = order(codes[start : stop + 1])
            hope = NUMBERS["hope"] * len(tiles)
            if own > -math.inf:
                if len(tiles) == 2 and codes[start] == codes[stop]:
                    yield start, Unit("p", tiles, None, own, 2, 0.0, hope)
                yield start, Unit("l", tiles, None, own + sorted_, len(tiles), sorted_, hope)
            if with_room > -math.inf:
                more = len(tiles) + 1
                yield (
                    start,
                    Unit("l", tiles, None, with_room + sorted_, more, sorted_, hope, room=room),
                )
