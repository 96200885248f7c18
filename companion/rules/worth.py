"""What a set, a pair or a bonus tile is worth to one player: each worked out once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from typing import Any

from companion import tiles as t
from companion.hand import Meld
from companion.rules.conditions import all_of, pattern
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


@dataclass(frozen=True, eq=False)
class Why:
    """The rules that hold for a set, a pair or a bonus tile.

    Their lines are only put together when somebody wants to see them.
    tile: the bonus tile, or the tile of the set or pair. part, concealed: only of the latter.
    """

    rules: tuple[Rule, ...]
    tile: t.Code
    part: Part | None = None
    concealed: bool | None = None

    @property
    def sum(self) -> int:
        """Of all lines (see `summed`)."""
        return sum([summed(rule.points, rule.doubles) for rule in self.rules])

    @cached_property
    def point_lines(self) -> Told[Line]:
        return Told([self._line(rule) for rule in self.rules if not rule.doubles])

    @cached_property
    def double_lines(self) -> Told[Line]:
        return Told([self._line(rule) for rule in self.rules if rule.doubles])

    @cached_property
    def scored(self) -> Told[ScoredSet]:
        """The set that the lines are for; none for a bonus tile."""
        if self.part is None:
            return Told()
        return Told((ScoredSet(self.part.kind, self.part.tiles, bool(self.concealed)),))

    def _line(self, rule: Rule) -> Line:
        shown = t.words(self.tile) if self.part is None else _shown(self.part)
        return Line(
            rule.id, rule.points, rule.doubles, rule.words.format(tile=shown, tiles=shown),
            rule.cited, rule.status, tile=self.tile, concealed=self.concealed,
        )  # fmt: skip


def _shown(part: Part) -> str:
    if part.kind == "chow":
        return f"{'-'.join(code[0] for code in part.tiles)} of {t.suit(part.tile)}"
    return t.words_of_several(part.tile)


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """sum: of all lines (see `summed`)."""

    sum: int
    why: Why


@dataclass(frozen=True, slots=True, eq=False)
class SetWorth(Worth):
    """A set or pair, how it came about, and what it is worth.

    drawn, claimed: what it is by the tile that completed it.
    """

    part: Part
    state: int
    drawn: Kept[t.Code, SetWorth]
    claimed: Kept[t.Code, SetWorth]


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


def _reads_of(suit: Suit, sets: SetsByState) -> Kept[int, Reads]:
    """Every way to read the tiles of a suit that stand in a hand, by the suit's own tally."""
    concealed = sets[CONCEALED]

    def read(tally: int) -> Reads:
        if not tally:
            return (Read(0, False, ()),)
        has_pair = t.number_of_tiles(tally) % 3 == 2
        found = [
            Read(first.sum + rest.sum, has_pair, (first, *rest.sets))
            for part, left in suit.begun(tally, has_pair)
            for first in [concealed[part.tally]]
            for rest in reads[left]
        ]
        return tuple(found) if len(found) < 2 else _without_repeats(found)

    reads = Kept(read)  # which `read` looks into for what a first set leaves
    return reads


def _without_repeats(found: Iterable[Read]) -> Reads:
    """A pair and a run that begin alike are found in either order."""
    by_sets: dict[tuple[SetWorth, ...], Read] = {}
    for read in found:
        sets = tuple(sorted(read.sets, key=lambda each: each.part.tally))
        by_sets[sets] = Read(read.sum, read.has_pair, sets)
    return tuple(by_sets.values())


class SetRules:
    """The rules for sets and pairs, and what these are worth by them.

    Who holds a set matters only where it is of the player's wind or of the wind of the round.
    plain: by state, sets and pairs that are of neither. numbers: readings of characters, and so of
    dots and bamboo, which are the same for every player.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = [(_condition(rule, PART_PATTERNS), rule) for rule in rules]
        self._holding = Kept(self._rules_that_hold)
        self.worth = cache(self._worth)
        self.plain = _by_state(self.worth)
        self.numbers = _reads_of(NUMBERS, self.plain)

    def _rules_that_hold(self, case: PartCase) -> tuple[Rule, ...]:
        return tuple([rule for holds, rule in self._rules if holds(case)])

    def _worth(
        self, state: int, tally: int, own_wind: bool = False, round_wind: bool = False
    ) -> SetWorth:
        part = PART_OF[tally]
        case = PartCase(part.kind, AS_READ[part.tile], state, own_wind, round_wind)
        why = Why(self._holding[case], part.tile, part, case.concealed)

        def completed(claimed: bool) -> Kept[t.Code, SetWorth]:
            def by(tile: t.Code) -> SetWorth:
                state = state_completed(part, tile, claimed)
                return self.worth(state, tally, own_wind, round_wind)

            return Kept(by)

        worth = why.sum + summed(0, 0, part.kind == "chow")
        return SetWorth(worth, why, part, state, completed(False), completed(True))


class Worths:
    """What sets and bonus tiles are worth to one player, each worked out once and kept.

    sets: by how it came about, every set or pair by its tally.
    """

    def __init__(
        self, set_rules: SetRules, bonus_rules: Iterable[Rule], seat: Seat, round_wind: Seat
    ) -> None:
        self._set_rules = set_rules
        self._bonus_rules = [(_condition(rule, BONUS_PATTERNS), rule) for rule in bonus_rules]
        self._seat, self._round = seat, round_wind
        self.sets = _by_state(self._set)
        self.bonus = cache(self._bonus)
        self._numbers, self._honours = set_rules.numbers, _reads_of(HONOURS, self.sets)

    def reads(self, held: int) -> Iterable[tuple[Read, Read, Read, Read]]:
        """Every way to read the tiles that stand in a hand as sets and one pair, by suits."""
        numbers, room = self._numbers, t.SUIT_ROOM
        characters, dots = numbers[held & room], numbers[held >> _DOTS & room]
        if dots and dots[0].has_pair and characters and characters[0].has_pair:
            # Two pairs are four then, one in each suit; with two sets these are fourteen tiles.
            return ()
        bamboo, honours = numbers[held >> _BAMBOO & room], self._honours[held >> _HONOURS]
        return product(characters, dots, bamboo, honours)

    def as_they_are(self, held: Sequence[Sequence[SetWorth]]) -> list[SetWorth]:
        """The sets of each suit, of dots and bamboo what was read as characters."""
        characters, dots, bamboo, honours = held
        sets = self._set_rules.plain
        return [
            *characters,
            *[sets[each.state][each.part.tally << _DOTS] for each in dots],
            *[sets[each.state][each.part.tally << _BAMBOO] for each in bamboo],
            *honours,
        ]

    def laid(self, melds: Iterable[Meld]) -> list[SetWorth]:
        """The sets that lie on the table."""
        sets = self.sets
        return [sets[CONCEALED if meld.concealed else EXPOSED][meld.tally] for meld in melds]

    def _set(self, state: int, tally: int) -> SetWorth:
        tile = PART_OF[tally].tile
        own_wind, round_wind = tile == WIND_TILE[self._seat], tile == WIND_TILE[self._round]
        if own_wind or round_wind:
            return self._set_rules.worth(state, tally, own_wind, round_wind)
        return self._set_rules.plain[state][tally]

    def _bonus(self, tile: t.Code) -> Worth:
        case = BonusCase(tile, self._seat)
        why = Why(tuple([rule for holds, rule in self._bonus_rules if holds(case)]), tile)
        return Worth(why.sum, why)


def _condition(rule: Rule, known: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    return all_of([pattern(name, known) for name in rule.when])


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
