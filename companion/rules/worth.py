"""What a set, a pair or a bonus tile is worth to one player: each worked out once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple

from companion import tiles as t
from companion.hand import Meld
from companion.rules.divide import PART_OF, SUITS, Part
from companion.rules.lines import Line, ScoredSet
from companion.rules.patterns import (
    BONUS_PATTERNS,
    CLAIMED_CLOSED,
    CLAIMED_OPEN,
    CONCEALED,
    DRAWN_CLOSED,
    DRAWN_OPEN,
    EXPOSED,
    PART_PATTERNS,
    STATES,
    BonusCase,
    PartCase,
)
from companion.rules.ruleset import Rule
from companion.seats import Seat

_DOUBLES, _RUNS = 40, 60
"""The bits of a sum from which doubles and runs are counted; points lie below."""


def summed(points: int, doubles: int, runs: int = 0) -> int:
    """Points, doubles and runs in one number, so that one addition adds up all three."""
    return points + (doubles << _DOUBLES) + (runs << _RUNS)


def parted(sum_: int) -> tuple[int, int, int]:
    """Points, doubles and runs of a sum."""
    return sum_ & (1 << _DOUBLES) - 1, sum_ >> _DOUBLES & (1 << _RUNS - _DOUBLES) - 1, sum_ >> _RUNS


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Lines that bring points, and lines that double. sum: of both (see `summed`)."""

    sum: int
    point_lines: tuple[Line, ...]
    double_lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SetWorth(Worth):
    """A set or pair, how it came about, and what it is worth."""

    part: Part
    state: int
    scored: ScoredSet


class Read(NamedTuple):
    """The sets of one suit in one reading, and the sum of their worths. has_pair: one is a pair."""

    sum: int
    has_pair: bool
    sets: tuple[SetWorth, ...]


Reads = tuple[Read, ...]
"""Every way to read one suit's tiles."""


class _Kept(dict[int, SetWorth]):
    """Sets and pairs by their tally, each worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[int], SetWorth]) -> None:
        self._work_out = work_out

    def __missing__(self, tally: int) -> SetWorth:
        worth = self[tally] = self._work_out(tally)
        return worth


_CHARACTERS, _DOTS, _BAMBOO, _HONOURS = [suit.room for suit in SUITS]
_FIRST_HONOUR: Final = t.WEIGHT[t.HONOURS[0]]
"""Only a tally that holds winds or dragons is as large."""
_NOTHING: Final[Reads] = (Read(0, False, ()),)


class Worths:
    """What sets and bonus tiles are worth to one player, each worked out once and kept.

    one: by how it came about, every set or pair by its tally. suits: where to ask for each suit's
    tiles, since characters, dots and bamboo are worth as much to a player of any wind. reads: every
    way to read one suit's tiles that stand in the hand, by their tally. filled: a set or pair that
    this tile completed, by a claim or by a draw.
    """

    def __init__(
        self,
        set_rules: Iterable[Rule],
        bonus_rules: Iterable[Rule],
        seat: Seat,
        round_wind: Seat,
        suited: Worths | None = None,
    ) -> None:
        self._set_rules = [(_patterns(rule, PART_PATTERNS), rule) for rule in set_rules]
        self._bonus_rules = [(_patterns(rule, BONUS_PATTERNS), rule) for rule in bonus_rules]
        self._seat, self._round = seat, round_wind
        suited = suited or self
        self.suits = (suited, suited, suited, self)
        self.one = tuple(_Kept(partial(self._one, state)) for state in range(STATES))
        self.bonus = cache(self._bonus)
        self.reads = lru_cache(maxsize=50_000)(self._reads)
        self.filled = cache(self._filled)

    def held(self, tally: int) -> tuple[Reads, Reads, Reads, Reads]:
        """Every way to read the tiles that stand in the hand, suit by suit."""
        suited = self.suits[0].reads
        return (
            suited(tiles) if (tiles := tally & _CHARACTERS) else _NOTHING,
            suited(tiles) if (tiles := tally & _DOTS) else _NOTHING,
            suited(tiles) if (tiles := tally & _BAMBOO) else _NOTHING,
            self.reads(tiles) if (tiles := tally & _HONOURS) else _NOTHING,
        )

    def laid(self, melds: Iterable[Meld]) -> list[SetWorth]:
        """The sets that lie on the table."""
        own, suited = self.one, self.suits[0].one
        return [
            (own if (tally := meld.tally) >= _FIRST_HONOUR else suited)[
                CONCEALED if meld.concealed else EXPOSED
            ][tally]
            for meld in melds
        ]

    def _one(self, state: int, tally: int) -> SetWorth:
        part = PART_OF[tally]
        case = PartCase(part.kind, part.tile, state, self._seat, self._round)
        worth = worth_of(
            _part_line(rule, part, case.concealed)
            for patterns, rule in self._set_rules
            if all(pattern(case) for pattern in patterns)
        )
        scored = ScoredSet(part.kind, part.tiles, case.concealed)
        lines = worth.point_lines, worth.double_lines
        runs = summed(0, 0, int(part.kind == "chow"))
        return SetWorth(worth.sum + runs, *lines, part, state, scored)

    def _filled(self, part: Part, tile: t.Code, claimed: bool) -> SetWorth:
        return self.one[_state(part, tile, claimed)][part.tally]

    def _reads(self, tally: int) -> Reads:
        concealed = self.one[CONCEALED]
        suit = next(suit for suit in SUITS if tally & suit.room)
        return tuple(
            [
                _together([concealed[part.tally] for part in parts])
                for parts in suit.divisions(tally)
            ]
        )

    def _bonus(self, tile: t.Code) -> Worth:
        case = BonusCase(tile, self._seat)
        return worth_of(
            line(rule, rule.words.format(tile=t.words(tile)), tile)
            for patterns, rule in self._bonus_rules
            if all(pattern(case) for pattern in patterns)
        )


def _together(sets: Sequence[SetWorth]) -> Read:
    return Read(
        sum([each.sum for each in sets]),
        "pair" in [each.part.kind for each in sets],
        tuple(sets),
    )


def worth_of(lines: Iterable[Line]) -> Worth:
    lines = tuple(lines)
    return Worth(
        sum(summed(each.points, each.doubles) for each in lines),
        tuple(each for each in lines if not each.doubles),
        tuple(each for each in lines if each.doubles),
    )


def line(rule: Rule, text: str, tile: t.Code | None = None, concealed: bool | None = None) -> Line:
    return Line(
        rule.id, rule.points, rule.doubles, text, rule.cited, rule.status,
        tile=tile, concealed=concealed,
    )  # fmt: skip


def _part_line(rule: Rule, part: Part, concealed: bool) -> Line:
    shown = t.words_of_several(part.tile)
    if part.kind == "chow":
        shown = f"{'-'.join(code[0] for code in part.tiles)} of {t.suit(part.tile)}"
    return line(rule, rule.words.format(tiles=shown), part.tile, concealed)


def _patterns(
    rule: Rule, known: Mapping[str, Callable[[Any], bool]]
) -> tuple[Callable[[Any], bool], ...]:
    return tuple(pattern(name, known) for name in rule.when)


def pattern(name: str, known: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    """The pattern of that name, turned round where `not` stands before it."""
    if not name.startswith("not "):
        return known[name]
    turned = known[name.removeprefix("not ")]
    return lambda case: not turned(case)


def _state(part: Part, tile: t.Code, claimed: bool) -> int:
    """How a set or pair came about that this tile completed."""
    closed = part.kind == "chow" and (
        tile == part.tiles[1]
        or (part.tile[0] == "1" and tile == part.tiles[2])
        or (part.tile[0] == "7" and tile == part.tile)
    )
    if claimed:
        return CLAIMED_CLOSED if closed else CLAIMED_OPEN
    return DRAWN_CLOSED if closed else DRAWN_OPEN
