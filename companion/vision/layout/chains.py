"""One chain of neighbours: the ways to part it into what is of a hand and what is not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from companion.game.tiles import BACK, BONUS_SET, WINNING_TILES
from companion.seen.reading import SeenTile, is_no_tile
from companion.vision.layout.lines import Chain
from companion.vision.layout.links import BETWEEN, HELD, OUT, link, out_of_line
from companion.vision.layout.names import Names
from companion.vision.layout.numbers import NUMBERS, mixture
from companion.vision.layout.order import order
from companion.vision.layout.parse import Parse, evenness
from companion.vision.layout.units import Unit, units_of


def tile_odds(tiles: Sequence[SeenTile]) -> list[float]:
    """How likely each find is a tile at all: the chances of its names add up to that. A find whose
    names are not told is as likely a tile as it has its code. What a person says is no tile keeps
    its place in its row, where no overlooked tile is looked for."""
    most = 1 - NUMBERS["tile_doubt"]

    def odds(tile: SeenTile) -> float:
        if is_no_tile(tile):
            return float(NUMBERS["wrongly_said"])
        chance = sum(chance for _, chance in tile.alternatives) or tile.confidence
        return float(min(max(chance, 1 - most), most))

    return [odds(tile) for tile in tiles]


class _State(NamedTuple):
    """A chain parted up to some place. score: with what is hoped for. region: of the last unit.
    passed: how many finds after it are of no hand, two for more. size: tiles towards the fourteen.
    stretches: of loose tiles held. sets_held: whether there are sets, too. before: the state before
    the last unit, the unit, and the link between."""

    score: float
    region: str
    passed: int
    size: int
    stretches: int
    sets_held: bool
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
    per: Counter[tuple[int, int, bool]] = Counter()
    for state in states:
        kind = state.size, state.stretches, state.sets_held
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
    units = units_of(line, gaps, names, odds)
    if not any(units):
        return []
    end = len(line)
    states: list[list[_State]] = [[] for _ in range(end + 1)]
    states[0].append(_State(0.0, "", 0, 0, 0, False, None))
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
                by, kind, stretches, sets_held = way
                before = state.score + by
                for unit, worth, stop in own_units:
                    score = before + worth
                    if unit.count > room or score < least[stop]:
                        continue
                    link_ = (state, unit, kind, step.gap)
                    size = state.size + unit.count
                    states[stop].append(
                        _State(score, unit.region, 0, size, stretches, sets_held, link_)
                    )
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
        score, region, passed, *rest = state
        by = self._last
        if region == "f" and self._wall_after:
            return _State(score + self._more, region, 2, *rest)
        if passed or not region:
            by = self._more
        elif self._flower:
            by = self._second if region == "f" else self._more
        return _State(score + by, region, min(passed + 1, 2), *rest)

    def entered(self, state: _State, new: str, alone: bool) -> tuple[float, str, int, bool] | None:
        """With a unit of the region `new` here: the log odds of what lies between, the kind of the
        link, and the stretches and sets that are then held; None where the unit would but lengthen
        the one before.

        alone: whether it is a lone tile held.
        """
        _, region, passed, _, stretches, sets_held, before = state
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
            left = not (stretches or sets_held) or alone or _is_kong(before[1])
            by += NUMBERS["out_left" if left else "out_between"]
        if new == "l":
            if region == "l" and not passed and self._lengthens:
                return None
            if not (stretches and self._lengthens and _among_held(before[1])):
                # the second stretch is charged, and no more of them: with each charged, 2,141 and
                # not 2,147 of 2,200 drawn hands were read right (seeds 848200000, 848300000,
                # 848400000 of `datasets.evaluate_layout`, 2026-11-28)
                by += NUMBERS["more_stretches"] if stretches == 1 else 0.0
                stretches += 1
        return by, kind, stretches, sets_held or new == "s"


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
        kind = state[1:6]
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
    score = state.score - hoped - nothing + order_ - by_parts + parted + evenness(units, links)
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
