"""One chain of neighbours: the ways to part it into what is of a hand and what is not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import Struct

from companion.game.tiles import BACK, BONUS_SET
from companion.seen.reading import SeenTile
from companion.vision.layout.drawn import drawn_runs
from companion.vision.layout.lines import JOINED, Chain
from companion.vision.layout.names import Names, Piece, order
from companion.vision.layout.numbers import NUMBERS, Curve, mixture
from companion.vision.layout.sets import WINNING_TILES

HELD, OUT = "lpsk", "xK"
"""Regions of a hand: l tiles held, p a pair of them that lies apart, s sets held that lie as sets,
k kongs held that lie among those; x sets on the table, K kongs held that lie among those. Flowers
are f."""
LOOSE = "lp"
"""Those of tiles held that lie as no sets."""

LINKS = {kind: Curve(points, step=0.02) for kind, points in NUMBERS["links"].items()}
"""Log density of a gap by kind of link, see `link`."""
ASIDE = {kind: Curve(points, step=0.005) for kind, points in NUMBERS["aside"].items()}
"""What a tile that lies aside of its neighbour says of a kind of link, see `out_of_line`."""
BETWEEN = (
    {a + b: "ss" for a in HELD for b in HELD}
    | {a + b: "xx" for a in OUT for b in OUT}
    | {both: "sp" for a in HELD for both in (a + "p", "p" + a)}
    | {both: "sx" for a in HELD for b in OUT for both in (a + b, b + a)}
    | {"ff": "ff"}
)
"""The kind of link between units of two regions that follow each other; else fh."""


_PEAK = math.log(NUMBERS["even_gap"] * math.pi * 0.75)
"""Of the density of a gap about the usual one between this player's sets, which has no thin
tail."""


def link(kind: str, gap: float) -> float:
    """Log density of a gap, in tile widths beyond the usual one, between neighbours of a kind."""
    if gap == JOINED:
        joined: float = NUMBERS["joined"][kind]
        return joined
    return LINKS[kind](gap)


def out_of_line(kind: str, aside: float) -> float:
    """Log odds of a tile lying so far aside of its neighbour, in heights of a tile, where a link of
    a kind is between them: over tiles that were laid together, which lie more exactly in line."""
    return ASIDE[kind](aside) if kind in ASIDE else 0.0


def _with_room(kind: str, gap: float) -> float:
    """Log density of a gap between neighbours of a kind between which a tile was not found."""
    unseen: float = NUMBERS["unseen"]
    return unseen + link(kind, gap - 1)


def _is_room(gap: float) -> bool:
    """Whether a tile that was not found may lie in a gap."""
    least, most = NUMBERS["room_for_one"]
    return bool(least < gap < most)


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


class Parse(Struct, frozen=True, dict=True):
    """A way to part a chain. links: kind and gap between units. score: log odds against no tile of
    the chain being of a hand, without what is hoped for. count: towards the fourteen. order: which
    part of the score is that its loose tiles lie in order."""

    units: tuple[Unit, ...]
    links: tuple[tuple[str, float], ...]
    score: float
    count: int
    hope: float
    order: float = 0.0

    @cached_property
    def out(self) -> bool:
        """Whether all of it lies on the table."""
        return all(unit.melded for unit in self.units)

    @cached_property
    def holds(self) -> bool:
        """Whether tiles held lie in it, more than one, which may be the winning tile."""
        return any(unit.region in HELD and len(unit.tiles) > 1 for unit in self.units)

    @cached_property
    def lone(self) -> bool:
        """Whether it is one tile held, which may be the winning one."""
        return len(self.units) == 1 and self.units[0].alone

    @cached_property
    def lays_down(self) -> bool:
        """Whether a meld lies in it, too."""
        return any(unit.melded for unit in self.units)

    @cached_property
    def loose(self) -> list[Unit]:
        """Its loose tiles held."""
        return [unit for unit in self.units if unit.region in LOOSE]

    @cached_property
    def stretches(self) -> list[Unit]:
        """These, but for a pair that lies apart from them."""
        return [unit for unit in self.units if unit.region == "l"]

    @cached_property
    def sets_held(self) -> list[Unit]:
        """Sets held that lie as sets and show no tile face down."""
        return [unit for unit in self.units if unit.region == "s" and not unit.turned]

    @cached_property
    def laid_down(self) -> list[Unit]:
        """Sets on the table, kongs laid down, and sets that show a tile face down."""
        return [unit for unit in self.units if unit.region in OUT or unit.turned]

    @cached_property
    def exposed(self) -> int:
        """How many sets lie on the table."""
        return sum(unit.region == "x" for unit in self.units)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What it is of a hand, for how far off it may lie: w is a lone tile held, x any meld."""
        kinds = {"x" if unit.melded else unit.region for unit in self.units if not unit.alone}
        return frozenset(kinds | {"w" for unit in self.units if unit.alone})

    @cached_property
    def evenness(self) -> float:
        """What its gaps between sets say beyond each by itself: most people lay sets evenly, and
        those on the table as far from the tiles held on the left as on the right. Who parts the
        tiles held into sets, too, may lay those on the table no farther off."""
        share = NUMBERS["even_gaps"]
        parted = any(kind == "ss" for kind, _ in self.links)
        alike = 0.0
        if parted:
            called = any(unit.called for unit in self.units)
            alike = NUMBERS["gaps_all_even" if called else "kongs_all_even"]
        both_sides = mixture((1 - share, 0.0), (share, self._even("sx")))
        return mixture(
            (1 - share, 0.0),
            (share * (1 - alike), self._even("ss", "xx") + both_sides),
            (share * alike, self._even("ss", "xx", "sx")),
        )

    def _even(self, *kinds: str) -> float:
        """How much likelier its gaps of some kinds are if they are about one gap."""
        own = [(gap, kind) for kind, gap in self.links if kind in kinds]
        gaps = sorted([each for each in own if each[0] != JOINED])
        if len(gaps) < 2:
            return 0.0
        middle, kind = gaps[len(gaps) // 2]
        even = link(kind, middle) + _PEAK
        for gap, kind in gaps:
            off = (gap - middle) / NUMBERS["even_gap"]
            even -= _PEAK + 1.5 * math.log1p(off * off / 2) + link(kind, gap)
        return even


def tile_odds(tiles: Sequence[SeenTile]) -> list[float]:
    """How likely each find is a tile at all: the chances of its names add up to that. A find whose
    names are not told is as likely a tile as it has its code."""
    most = 1 - NUMBERS["tile_doubt"]
    told = (sum(chance for _, chance in tile.alternatives) or tile.confidence for tile in tiles)
    return [min(max(chance, 1 - most), most) for chance in told]


def _units(
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
        (3, names.threes),
        (3, names.kongs_of_three),
        (4, names.fours),
        (2, names.pairs),
    ):
        starts = [
            at
            for at in range(len(line) - size + 1)
            if min(inner[at : at + size - 1]) > NUMBERS["least_link"]
        ]
        windows = [line.tiles[at : at + size] for at in starts]
        for at, window, pieces in zip(starts, windows, make(windows), strict=True):
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
        if not _is_room(gap):
            continue
        for start, stop in ((at, at + 2), (at, at + 3), (at - 1, at + 2)):
            if start < 0 or stop > len(line):
                continue
            inner = [
                _with_room("set", gap) if k == at else link("set", gaps[k])
                for k in range(start, stop - 1)
            ]
            window, room = line.tiles[start:stop], at - start + 1
            score = sum(logs[start:stop]) + sum(inner)
            for piece in names.with_unseen(window, room):
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
    touching = [link("loose", gap) for gap in gaps]
    for start, place in enumerate(line.tiles):
        seen = names.flower[place]
        if seen is not None:
            yield start, Unit("f", (place,), None, logs[start] + NUMBERS["flower"] + seen, 0)
        own, room = 0.0, None
        with_room = -math.inf
        for stop in range(start, min(len(line), start + NUMBERS["most_held"])):
            if codes[stop] in BONUS_SET or codes[start : stop + 1].count(BACK) > 1:
                break
            here = logs[stop] + shown[stop][1]
            here += NUMBERS["across_held"] if line.tiles[stop] in line.sideways else 0.0
            if stop > start:
                with_room += touching[stop - 1]
                gap = gaps[stop - 1]
                if _is_room(gap) and own + _with_room("loose", gap) > with_room:
                    with_room, room = own + _with_room("loose", gap), stop - start
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


class _State(NamedTuple):
    """A chain parted up to some place. score: with what is hoped for. region: of the last unit.
    passed: how many finds after it are of no hand, two for more. size: tiles towards the fourteen.
    held: stretches of loose tiles, and ten for sets held. before: the state before the last unit,
    the unit, and the link between."""

    score: float
    region: str
    passed: int
    size: int
    held: int
    before: Any


class Parses:
    """The ways to part a chain that have some tile of a hand."""

    def __init__(
        self,
        line: Chain,
        gaps: Sequence[float],
        asides: Sequence[float],
        names: Names,
        odds: Sequence[float],
    ) -> None:
        states = _parted(line, gaps, asides, names, odds)
        states.sort(reverse=True, key=itemgetter(0))
        nothing = sum(link("gg", gap) for gap in gaps)
        self._found: list[Parse] = []
        self._more = (_as_parse(state, nothing, names) for state in _of_each_kind(states))

    def likeliest(self, most: int) -> list[Parse]:
        """So many of them, the likeliest first, some of each number of tiles."""
        self._found += islice(self._more, max(0, most - len(self._found)))
        return sorted(self._found[:most], reverse=True, key=lambda parse: parse.score + parse.hope)


def _of_each_kind(states: Iterable[_State]) -> Iterator[_State]:
    """Those that have some tile of a hand, of each number of tiles a few. states: likeliest
    first."""
    per: Counter[tuple[int, int]] = Counter()
    for state in states:
        kind = state.size, state.held
        if state.before is not None and per[kind] < NUMBERS["parses_of_a_kind"]:
            per[kind] += 1
            yield state


def _parted(
    line: Chain,
    gaps: Sequence[float],
    asides: Sequence[float],
    names: Names,
    odds: Sequence[float],
) -> list[_State]:
    """A chain parted up to its end."""
    units = _units(line, gaps, names, odds)
    if not any(units):
        return []
    end = len(line)
    states: list[list[_State]] = [[] for _ in range(end + 1)]
    states[0].append(_State(0.0, "", 0, 0, 0, None))
    least = [-math.inf] * (end + 1)
    own = [odds[place] for place in line.tiles]
    for at, starting in enumerate(units):
        step = _Step(at, line, gaps, asides, own, names)
        sized: dict[tuple[str, bool], list[tuple[Unit, float, int]]] = {}
        for unit in starting:
            worth = unit.score + unit.hope
            sized.setdefault((unit.region, unit.alone), []).append(
                (unit, worth, at + len(unit.tiles))
            )
        for state in _kept(states[at]):
            states[at + 1].append(step.passed(state))
            room = NUMBERS["most_tiles"] - state.size
            for sort, own_units in sized.items():
                way = step.entered(state, *sort)
                if way is None:
                    continue
                by, kind, held = way
                before = state.score + by
                for unit, worth, stop in own_units:
                    score = before + worth
                    if unit.count > room or score < least[stop]:
                        continue
                    link_ = (state, unit, kind, step.gap)
                    size = state.size + unit.count
                    states[stop].append(_State(score, unit.region, 0, size, held, link_))
                    if stop < end and score - NUMBERS["worth_keeping"] > least[stop]:
                        least[stop] = score - NUMBERS["worth_keeping"]
    return states[-1]


class _Step:
    """What lies at one place of a chain, after all that may lie before it.

    gaps, asides, odds: of the whole chain; odds: of each find being a tile.
    """

    def __init__(
        self,
        at: int,
        line: Chain,
        gaps: Sequence[float],
        asides: Sequence[float],
        odds: Sequence[float],
        names: Names,
    ) -> None:
        self.gap = gaps[at - 1] if at else None
        self._aside = asides[at - 1] if at else 0.0
        self._none = _after_none(at, gaps, odds)
        self._lengthens = self.gap is not None and self.gap < NUMBERS["one_stretch"]
        here, last = line.tiles[at], line.tiles[max(at - 1, 0)]
        self._flower = names.codes[here] in BONUS_SET
        # no tile of a wall shows its face: a clear flower among backs was laid on them by a player
        self._on_wall = here in names.clear_flowers and names.codes[last] == BACK
        self._wall_after = last in names.clear_flowers and names.codes[here] == BACK
        self._links: dict[str, float] = {}
        self._more = self._last = self._second = 0.0
        if self.gap is not None:
            self._more = link("gg", self.gap)
            self._last = _beside_none(self.gap, odds[at])
            # another's flower may lie beside tiles of the hand, but not beside its flowers
            a_tile = min(self._more, link("gh", self.gap))
            self._second = mixture((1 - odds[at], self._more), (odds[at], a_tile))

    def passed(self, state: _State) -> _State:
        """With the find here as none of the hand."""
        _, region, passed, size, held, before = state
        by = self._last
        if region == "f" and self._wall_after:
            return _State(state.score + self._more, region, 2, size, held, before)
        if passed or not region:
            by = self._more
        elif self._flower:
            by = self._second if region == "f" else self._more
        return _State(state.score + by, region, min(passed + 1, 2), size, held, before)

    def entered(self, state: _State, new: str, alone: bool) -> tuple[float, str, int] | None:
        """With a unit of the region `new` here: the log odds of what lies between, the kind of the
        link, and what is then held; None where the unit would but lengthen the one before.

        alone: whether it is a lone tile held.
        """
        _, region, passed, _, held, before = state
        by, kind = 0.0, ""
        if self.gap is not None:
            if new == "f" and self._on_wall and (passed or not region):
                by = self._more
            elif passed or not region:
                by = self._none[passed if region else 0]
            else:
                kind = BETWEEN.get(region + new, "fh")
                known = self._links.get(kind)
                if known is None:
                    known = link(kind, self.gap) + out_of_line(kind, self._aside)
                by = self._links[kind] = known
        if new in HELD and region and region in OUT:
            # a lone tile may be the winning one; a kong face up may lie among sets held
            left = not held or alone or _is_kong(before[1])
            by += NUMBERS["out_left" if left else "out_between"]
        if new == "l":
            if region == "l" and not passed and self._lengthens:
                return None
            if not (held % 10 and self._lengthens and _among_held(before[1])):
                by += NUMBERS["more_stretches"] if held % 10 == 1 else 0.0
                held += 1
        elif new == "s" and held < 10:
            held += 10
        return by, kind, held


def _beside_none(gap: float, odds: float) -> float:
    """Log density of a gap between a tile of a hand and a find that is none of it, which may be no
    tile at all."""
    false: float = NUMBERS["false_gap"]
    return false + mixture((1 - odds, 0.0), (odds, min(0.0, link("gh", gap) - false)))


def _after_none(at: int, gaps: Sequence[float], odds: Sequence[float]) -> tuple[float, ...]:
    """Log odds of a hand that begins at this place, or goes on there after one find that is none of
    it, or after more. odds: of each find of the chain being a tile."""
    if at == 0:
        return (0.0,) * 3
    last, gap = odds[at - 1], gaps[at - 1]
    begins = _beside_none(gap, last)
    goes_on = begins + math.log(1 - last + last * NUMBERS["left_between"])
    if at == 1:
        return begins, goes_on, goes_on
    # one find lies between two tiles: either it is a tile to both or to neither
    false = 2 * NUMBERS["false_gap"]
    a_tile = min(0.0, link("gh", gap) + link("gh", gaps[at - 2]) - false)
    both = math.log(1 - last + last * NUMBERS["left_between"] * math.exp(a_tile)) + false
    return begins, both - _beside_none(gaps[at - 2], last), goes_on


def _among_held(unit: Unit) -> bool:
    """Whether it may lie within a stretch of tiles held and parts nothing: a flower, or a set that
    shows a tile face down."""
    return unit.region == "f" or (unit.turned and unit.region == "s")


def _is_kong(unit: Unit) -> bool:
    return unit.piece is not None and unit.piece.kind == "kong"


def _kept(states: list[_State]) -> list[_State]:
    """The likeliest, some of each kind."""
    if len(states) < 2:
        return states
    states.sort(reverse=True, key=itemgetter(0))
    least = states[0].score - NUMBERS["worth_keeping"]
    per: dict[tuple[Any, ...], int] = {}
    kept: list[_State] = []
    for state in states:
        if state.score < least or len(kept) >= NUMBERS["states"]:
            break
        kind = state[1:5]
        number = per.get(kind, 0)
        if number < NUMBERS["states_of_a_kind"]:
            per[kind] = number + 1
            kept.append(state)
    return kept


def _as_parse(state: _State, nothing: float, names: Names) -> Parse:
    units: list[Unit] = []
    links: list[tuple[str, float]] = []
    near: list[bool] = []
    step: _State | None = state
    while step is not None and step.before is not None:
        step, unit, kind, gap = step.before
        units.insert(0, unit)
        near.insert(0, gap is not None and gap < NUMBERS["one_stretch"])
        if kind:
            links.insert(0, (kind, gap))
    hoped = sum([unit.hope for unit in units])
    loose = _loose_tiles(units, near, names)
    by_parts = sum([unit.order for unit in units])
    as_one, parted = _stretches(loose) if loose else (by_parts, 0.0)
    order_ = max(as_one, by_parts)
    score = state.score - hoped - nothing + order_ - by_parts + parted
    hope = hoped if state.size <= WINNING_TILES else 0.0  # more tiles are no hand
    return Parse(tuple(units), tuple(links), score, state.size, hope, order_)


def _loose_tiles(units: Sequence[Unit], near: Sequence[bool], names: Names) -> list[list[str]]:
    """The stretches of loose tiles of a row, if there are several. A flower or a set with a tile
    face down among them parts none, nor does a kong held, with any gaps. near: whether each unit
    touches the one before."""
    if sum([unit.region == "l" for unit in units]) < 2:
        return []
    found: list[list[str]] = []
    goes_on = after_kong = False
    for unit, touches in zip(units, near, strict=True):
        if unit.region == "k":
            after_kong = True
            continue
        goes_on = goes_on and (touches or after_kong)
        after_kong = False
        if unit.region == "l":
            codes = [names.loose[place][0] for place in unit.tiles]
            if goes_on:
                found[-1] += codes
            else:
                found.append(codes)
            goes_on = True
        else:
            goes_on = goes_on and _among_held(unit)
    return found


def _stretches(loose: Sequence[Sequence[str]]) -> tuple[float, float]:
    """What the order of tiles in several stretches of a row says, taken as one; and what the gaps
    between them say, which mostly part suits. A lone tile, which may be the winning one, parts
    nothing."""
    longer = [codes for codes in loose if len(codes) > 1]
    within = unparted = 0
    sides: list[tuple[Sequence[str], Sequence[str]]] = []
    if len(longer) > 1:
        sides = [(a, b) for a, b in pairwise(loose) if min(len(a), len(b)) > 1]
        within = sum(a[-1][1] == b[0][1] for a, b in sides)
        unparted = sum(a[1] != b[1] for codes in longer for a, b in pairwise(codes))
    parted = NUMBERS["parted_suit"] * within + NUMBERS["unparted_suits"] * unparted
    parted = max(parted, NUMBERS["parted_anyhow"] * len(sides))
    as_one = order([code for codes in loose for code in codes], in_sets=len(loose) == 1)
    return as_one, parted
