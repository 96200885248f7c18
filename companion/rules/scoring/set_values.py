"""What a set, a pair or a bonus tile is worth to one player, each worked out once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

from msgspec import Struct

from companion.game import tiles as t
from companion.game.hand import Meld
from companion.game.seats import WIND_TILE, Seat
from companion.rules.books.entries import Rule
from companion.rules.patterns.bonus import BONUS_PATTERNS
from companion.rules.patterns.cases import (
    CLAIMED_CLOSED,
    CLAIMED_OPEN,
    CONCEALED,
    DRAWN_CLOSED,
    DRAWN_OPEN,
    EXPOSED,
    STATES,
    BonusCase,
    PartCase,
)
from companion.rules.patterns.conditions import all_of, pattern
from companion.rules.patterns.sets import PART_PATTERNS
from companion.rules.scoring.divide import HONOURS, NUMBERS, PART_OF, Part, Suit
from companion.rules.scoring.lines import Line, ScoredSet
from companion.rules.scoring.memo import Kept


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """The points and doubles of a set, a pair or a bonus tile.

    lines: those that bring points, or nothing. double_lines: those that double.
    """

    points: int
    doubles: int
    lines: tuple[Line, ...]
    double_lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SetWorth(Worth):
    """A set or pair, how it came about, and what it is worth.

    runs: 1 for a run, else 0. scored: as the score shows it. drawn, claimed: what it becomes if
    this tile completed it.
    """

    part: Part
    state: int
    runs: int
    scored: ScoredSet
    drawn: Kept[t.Code, SetWorth]
    claimed: Kept[t.Code, SetWorth]

    @property
    def kind(self) -> str:
        return self.part.kind

    @property
    def tile(self) -> t.Code:
        return self.part.tile


def _worth(
    rules: Iterable[Rule], tile: t.Code, shown: str, concealed: bool | None = None
) -> tuple[int, int, tuple[Line, ...], tuple[Line, ...]]:
    """What these rules bring for a tile, or for a set or pair of it; the fields of `Worth`."""
    lines = [
        Line(
            rule.id, rule.points, rule.doubles, rule.words.format(tile=shown, tiles=shown),
            rule.cited, rule.status, tile=tile, concealed=concealed,
        )
        for rule in rules
    ]  # fmt: skip
    return (
        sum(line.points for line in lines),
        sum(line.doubles for line in lines),
        tuple(line for line in lines if not line.doubles),
        tuple(line for line in lines if line.doubles),
    )


def _shown(part: Part) -> str:
    if part.kind == "chow":
        return f"{'-'.join(code[0] for code in part.tiles)} of {t.suit(part.tile)}"
    return t.words_of_several(part.tile)


class Read(Struct, frozen=True, eq=False):
    """Sets of one suit in one reading, and what they bring together.

    runs: how many of them are runs.
    """

    points: int
    doubles: int
    runs: int
    has_pair: bool
    sets: Sequence[SetWorth]


_, _DOTS, _BAMBOO, _HONOURS = t.SHIFTS
Reads = tuple[Read, ...]
"""Every way to read one suit's tiles."""


SetsByState = tuple[Kept[int, SetWorth], ...]
"""Every set or pair by its tally, by how it came about."""


def _by_state(work_out: Callable[[int, int], SetWorth]) -> SetsByState:
    return tuple([Kept(partial(work_out, state)) for state in range(STATES)])


def _reads_of(suit: Suit, shift: int, sets: SetsByState) -> Kept[int, Reads]:
    """Every way to read the tiles of a suit in the hand, by the suit's own tally."""
    concealed = sets[CONCEALED]

    def read(tally: int) -> Reads:
        return tuple(
            [
                _together([concealed[part << shift] for part in division])
                for division in suit.divisions[tally]
            ]
        )

    return Kept(read)


def _together(sets: Sequence[SetWorth]) -> Read:
    """What these sets bring."""
    return Read(
        sum([each.points for each in sets]),
        sum([each.doubles for each in sets]),
        sum([each.runs for each in sets]),
        any(each.kind == "pair" for each in sets),
        sets,
    )


class SetRules:
    """The rules for sets and pairs, and what these are worth by them.

    The player matters only for sets of the player's wind, or of the wind of the round. plain: by
    state, all other sets and pairs. numbers: readings of characters, of dots, and of bamboo.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = [(_condition(rule, PART_PATTERNS), rule) for rule in rules]
        self._holding = Kept(self._rules_that_hold)
        self.worth = cache(self._worth)
        self.plain = _by_state(self.worth)
        self.numbers = [_reads_of(NUMBERS, shift, self.plain) for shift in (0, _DOTS, _BAMBOO)]

    def _rules_that_hold(self, case: PartCase) -> tuple[Rule, ...]:
        return tuple([rule for holds, rule in self._rules if holds(case)])

    def _worth(
        self, state: int, tally: int, own_wind: bool = False, round_wind: bool = False
    ) -> SetWorth:
        part = PART_OF[tally]
        case = PartCase(part.kind, part.tile, state, own_wind, round_wind)
        worth = _worth(self._holding[case], part.tile, _shown(part), case.concealed)

        def completed(claimed: bool) -> Kept[t.Code, SetWorth]:
            def by(tile: t.Code) -> SetWorth:
                state = state_completed(part, tile, claimed)
                return self.worth(state, tally, own_wind, round_wind)

            return Kept(by)

        scored = ScoredSet(part.kind, part.tiles, case.concealed)
        runs = int(part.kind == "chow")
        return SetWorth(*worth, part, state, runs, scored, completed(False), completed(True))


class Worths:
    """What sets and bonus tiles are worth to one player, each worked out once and kept.

    sets: every set or pair by its tally, by how it came about.
    """

    def __init__(
        self, set_rules: SetRules, bonus_rules: Iterable[Rule], seat: Seat, round_wind: Seat
    ) -> None:
        self._set_rules = set_rules
        self._bonus_rules = [(_condition(rule, BONUS_PATTERNS), rule) for rule in bonus_rules]
        self._seat, self._round = seat, round_wind
        self.sets = _by_state(self._set)
        self.bonus = cache(self._bonus)
        self._suits = (*set_rules.numbers, _reads_of(HONOURS, _HONOURS, self.sets))

    def reads(self, held: int) -> Iterable[tuple[Read, Read, Read, Read]]:
        """Every way to read the tiles in the hand as sets and one pair, by suits."""
        room = t.SUIT_ROOM
        of_characters, of_dots, of_bamboo, of_honours = self._suits
        characters, dots = of_characters[held & room], of_dots[held >> _DOTS & room]
        if dots and dots[0].has_pair and characters and characters[0].has_pair:
            # Two pairs are then four, one in each suit; with two sets these are fourteen tiles.
            return ()
        bamboo, honours = of_bamboo[held >> _BAMBOO & room], of_honours[held >> _HONOURS]
        return product(characters, dots, bamboo, honours)

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
        holding = [rule for holds, rule in self._bonus_rules if holds(case)]
        return Worth(*_worth(holding, tile, t.words(tile)))


def _condition(rule: Rule, known: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    return all_of([pattern(name, known) for name in rule.when])


def state_completed(part: Part, tile: t.Code, claimed: bool) -> int:
    """How a set or pair that this tile completed came about."""
    closed = part.kind == "chow" and (
        tile == part.tiles[1]
        or (part.tile[0] == "1" and tile == part.tiles[2])
        or (part.tile[0] == "7" and tile == part.tile)
    )
    if claimed:
        return CLAIMED_CLOSED if closed else CLAIMED_OPEN
    return DRAWN_CLOSED if closed else DRAWN_OPEN
