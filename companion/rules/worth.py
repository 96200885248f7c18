"""What a set, a pair or a bonus tile is worth to one player: each worked out once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from companion import tiles as t
from companion.hand import Meld
from companion.rules.divide import AS_READ, HONOURS, NUMBERS, PART_OF, Part, Suit
from companion.rules.kept import Kept
from companion.rules.lines import Line, ScoredSet, Told, summed
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
from companion.seats import WIND_TILE, Seat


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Lines that bring points, and lines that double, and the sets that they are for.

    sum: of all lines (see `summed`). scored: none for a bonus tile.
    """

    sum: int
    point_lines: Told[Line]
    double_lines: Told[Line]
    scored: Told[ScoredSet]


@dataclass(frozen=True, slots=True, eq=False)
class SetWorth(Worth):
    """A set or pair, how it came about, and what it is worth."""

    part: Part
    state: int


@dataclass(slots=True, eq=False)
class Read:
    """The sets of one suit in one reading, and the sum of their worths. has_pair: one is a pair.

    Dots and bamboo are read as characters, which are worth the same.
    """

    sum: int
    has_pair: bool
    sets: tuple[SetWorth, ...]


_, _DOTS, _BAMBOO, _HONOURS = t.SHIFTS
Reads = tuple[Read, ...]
"""Every way to read one suit's tiles."""


SetsByState = tuple[Kept[int, SetWorth], ...]
"""By how it came about, every set or pair by its tally."""


def _by_state(work_out: Callable[[int, int], SetWorth]) -> SetsByState:
    return tuple([Kept(partial(work_out, state)) for state in range(STATES)])


class SuitReads:
    """What the tiles of a suit that stand in a hand are read as, and what each reading is worth.

    reads: every way to read the suit's own tally. completed: what a reading becomes with each set
    or pair in turn that a tile, as it is read, may have completed, by a claim (true) or a draw.
    """

    def __init__(self, suit: Suit, sets: SetsByState) -> None:
        self._suit, self._sets = suit, sets
        self.reads = Kept(self._reads)
        self.completed = Kept(self._completed)

    def _reads(self, tally: int) -> Reads:
        concealed = self._sets[CONCEALED]
        return tuple(
            [
                _together([concealed[part.tally] for part in parts])
                for parts in self._suit.divisions[tally]
            ]
        )

    def _completed(self, asked: tuple[Read, t.Code, bool]) -> Reads:
        read, tile, claimed = asked
        found = []
        last = None
        for place, old in enumerate(read.sets):
            if old is not last and tile in old.part.tiles:
                new = self._sets[state_completed(old.part, tile, claimed)][old.part.tally]
                sets = (*read.sets[:place], new, *read.sets[place + 1 :])
                found.append(Read(read.sum - old.sum + new.sum, read.has_pair, sets))
                last = old
        return tuple(found)


def _together(sets: Sequence[SetWorth]) -> Read:
    return Read(
        sum([each.sum for each in sets]),
        "pair" in [each.part.kind for each in sets],
        tuple(sets),
    )


class SetRules:
    """The rules for sets and pairs, and what these are worth by them.

    Who holds a set matters only where it is of the player's wind or of the wind of the round.
    plain: by state, sets and pairs that are of neither. numbers: readings of characters, and so of
    dots and bamboo, which are the same for every player.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = [(_patterns(rule, PART_PATTERNS), rule) for rule in rules]
        self._holding = Kept(self._rules_that_hold)
        self.worth = cache(self._worth)
        self.plain = _by_state(self.worth)
        self.numbers = SuitReads(NUMBERS, self.plain)

    def _rules_that_hold(self, case: PartCase) -> tuple[Rule, ...]:
        return tuple(
            [rule for patterns, rule in self._rules if all(pattern(case) for pattern in patterns)]
        )

    def _worth(
        self, state: int, tally: int, own_wind: bool = False, round_wind: bool = False
    ) -> SetWorth:
        part = PART_OF[tally]
        case = PartCase(part.kind, AS_READ[part.tile], state, own_wind, round_wind)
        concealed = case.concealed
        points, doubles = _sorted(
            [_part_line(rule, part, concealed) for rule in self._holding[case]]
        )
        worth = sum(each.sum for each in (*points, *doubles)) + summed(0, 0, part.kind == "chow")
        scored = Told((ScoredSet(part.kind, part.tiles, concealed),))
        return SetWorth(worth, points, doubles, scored, part, state)


class Worths:
    """What sets and bonus tiles are worth to one player, each worked out once and kept.

    sets: by how it came about, every set or pair by its tally. suits: for each of the four suits
    what its tiles are read as.
    """

    def __init__(
        self, set_rules: SetRules, bonus_rules: Iterable[Rule], seat: Seat, round_wind: Seat
    ) -> None:
        self._set_rules = set_rules
        self._bonus_rules = [(_patterns(rule, BONUS_PATTERNS), rule) for rule in bonus_rules]
        self._seat, self._round = seat, round_wind
        self.sets = _by_state(self._set)
        self.bonus = cache(self._bonus)
        numbers, honours = set_rules.numbers, SuitReads(HONOURS, self.sets)
        self.suits = (numbers, numbers, numbers, honours)

    def reads(self, held: int) -> tuple[Reads, Reads, Reads, Reads]:
        """Every way to read the tiles that stand in the hand, suit by suit."""
        numbers, room = self._set_rules.numbers.reads, t.SUIT_ROOM
        return (
            numbers[held & room],
            numbers[held >> _DOTS & room],
            numbers[held >> _BAMBOO & room],
            self.suits[3].reads[held >> _HONOURS],
        )

    def as_they_are(self, held: Sequence[Read]) -> list[SetWorth]:
        """The sets of each suit, of dots and bamboo what was read as characters."""
        characters, dots, bamboo, honours = held
        sets = self._set_rules.plain
        return [
            *characters.sets,
            *[sets[each.state][each.part.tally << _DOTS] for each in dots.sets],
            *[sets[each.state][each.part.tally << _BAMBOO] for each in bamboo.sets],
            *honours.sets,
        ]

    def laid(self, melds: Iterable[Meld]) -> list[SetWorth]:
        """The sets that lie on the table."""
        sets = self.sets
        return [sets[CONCEALED if meld.concealed else EXPOSED][meld.tally] for meld in melds]

    def filled(self, part: Part, tile: t.Code, claimed: bool) -> SetWorth:
        """A set or pair that this tile completed."""
        return self.sets[state_completed(part, tile, claimed)][part.tally]

    def _set(self, state: int, tally: int) -> SetWorth:
        tile = PART_OF[tally].tile
        own_wind, round_wind = tile == WIND_TILE[self._seat], tile == WIND_TILE[self._round]
        if own_wind or round_wind:
            return self._set_rules.worth(state, tally, own_wind, round_wind)
        return self._set_rules.plain[state][tally]

    def _bonus(self, tile: t.Code) -> Worth:
        case = BonusCase(tile, self._seat)
        lines = [
            line(rule, rule.words.format(tile=t.words(tile)), tile)
            for patterns, rule in self._bonus_rules
            if all(pattern(case) for pattern in patterns)
        ]
        return Worth(sum(each.sum for each in lines), *_sorted(lines), Told())


def _sorted(lines: Sequence[Line]) -> tuple[Told[Line], Told[Line]]:
    """Those that bring points, and those that double."""
    return (
        Told([each for each in lines if not each.doubles]),
        Told([each for each in lines if each.doubles]),
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


def state_completed(part: Part, tile: t.Code, claimed: bool) -> int:
    """How a set or pair came about that this tile completed."""
    closed = part.kind == "chow" and (
        tile == part.tiles[1]
        or (part.tile[0] == "1" and tile == part.tiles[2])
        or (part.tile[0] == "7" and tile == part.tile)
    )
    if claimed:
        return CLAIMED_CLOSED if closed else CLAIMED_OPEN
    return DRAWN_CLOSED if closed else DRAWN_OPEN
