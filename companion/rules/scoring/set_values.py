"""What a set, a pair or a bonus tile is worth to one player, each worked out once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from msgspec import Struct

from companion.game import tiles as t
from companion.game.melds import Meld, checked
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
from companion.rules.scoring.divide import HONOURS, PART_OF, SUITS, Part, Suit
from companion.rules.scoring.memo import Kept
from companion.rules.scoring.score import Line, ScoredSet


class Worth(Struct, frozen=True, eq=False):
    """The points and doubles of a set, a pair or bonus tiles.

    lines: those that bring points, or nothing. double_lines: those that double.
    """

    points: int
    doubles: int
    lines: tuple[Line, ...]
    double_lines: tuple[Line, ...]


class SetWorth(Worth, frozen=True, eq=False):
    """A set or pair, how it came about, and what it is worth.

    runs: 1 for a run, else 0. scored: as the score shows it. completed: what it becomes if the last
    tile is one of its own, by this tile: drawn, and claimed.
    """

    part: Part
    state: int
    runs: int
    scored: ScoredSet
    completed: Mapping[t.Code, Sequence[SetWorth]]

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


_, _DOTS, _BAMBOO, _HONOURS = t.SHIFTS
PARTS: Final = 5
"""Four sets and a pair."""

SetsByState = tuple[Kept[int, SetWorth], ...]
"""Every set or pair by its tally, by how it came about."""
Divisions = Kept[int, tuple[tuple[SetWorth, ...], ...]]
"""Every way to divide the tiles of a suit in the hand, by the suit's own tally."""


def _by_state(work_out: Callable[[int, int], SetWorth]) -> SetsByState:
    return tuple([Kept(partial(work_out, state)) for state in range(STATES)])


def _divisions(suit: Suit, shift: int, sets: SetsByState) -> Divisions:
    held = sets[CONCEALED]

    def divide(tally: int) -> tuple[tuple[SetWorth, ...], ...]:
        return tuple(
            [tuple([held[part << shift] for part in parts]) for parts in suit.divisions[tally]]
        )

    return Kept(divide)


class SetRules:
    """The rules for sets and pairs, and what these are worth by them.

    The player matters only for sets of the player's wind, or of the wind of the round. plain: by
    state, all other sets and pairs. numbers: divisions of characters, of dots, and of bamboo.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = [(_condition(rule, PART_PATTERNS), rule) for rule in rules]
        self.worth = cache(self._worth)
        self.plain = _by_state(self.worth)
        self.numbers = [_divisions(SUITS, shift, self.plain) for shift in (0, _DOTS, _BAMBOO)]

    def _worth(
        self, state: int, tally: int, own_wind: bool = False, round_wind: bool = False
    ) -> SetWorth:
        part = PART_OF[tally]
        case = PartCase(part.kind, part.tile, state, own_wind, round_wind)
        holding = [rule for holds, rule in self._rules if holds(case)]
        worth = _worth(holding, part.tile, _shown(part), case.concealed)
        may_be_last = part.kind != "kong" and not case.completed
        completed = {
            tile: [
                self.worth(last, tally, own_wind, round_wind)
                for last in _states_completed(part, state, tile)
            ]
            for tile in (part.tiles if may_be_last else ())
        }
        scored = ScoredSet(part.kind, part.tiles, case.concealed)
        return SetWorth(*worth, part, state, int(part.kind == "chow"), scored, completed)


class Worths:
    """What sets and bonus tiles are worth to one player, each worked out once and kept.

    round_wind: None if no rounds are counted. sets: every set or pair by its tally, by how it came
    about. laid: those on the table. bonus: what tiles laid out bring together.
    """

    def __init__(
        self, set_rules: SetRules, bonus_rules: Iterable[Rule], seat: Seat, round_wind: Seat | None
    ) -> None:
        self._set_rules = set_rules
        self._bonus_rules = [(_condition(rule, BONUS_PATTERNS), rule) for rule in bonus_rules]
        self._seat = seat
        self._own = WIND_TILE[seat]
        self._round = None if round_wind is None else WIND_TILE[round_wind]
        self.sets = _by_state(self._set)
        self.laid = Kept(self._laid)
        self.bonus = Kept(self._bonus)
        self._suits = (*set_rules.numbers, _divisions(HONOURS, _HONOURS, self.sets))

    def readings(self, held: int, laid: Sequence[SetWorth]) -> list[list[SetWorth]]:
        """Every way to read the tiles in the hand that makes four sets and a pair with those laid
        down."""
        characters, dots, bamboo, honours = self._suits
        room = t.SUIT_ROOM
        in_dots, in_bamboo = dots[held >> _DOTS & room], bamboo[held >> _BAMBOO & room]
        in_honours = honours[held >> _HONOURS]
        found = []
        for a in characters[held & room]:
            for b in in_dots:
                for c in in_bamboo:
                    for d in in_honours:
                        sets = [*a, *b, *c, *d, *laid]
                        # A pair in each of two suits would be six.
                        if len(sets) == PARTS:
                            found.append(sets)
        return found

    def _laid(self, meld: Meld) -> SetWorth:
        return self.sets[CONCEALED if meld.concealed else EXPOSED][checked(meld).tally]

    def _set(self, state: int, tally: int) -> SetWorth:
        tile = PART_OF[tally].tile
        own_wind, round_wind = tile == self._own, tile == self._round
        if own_wind or round_wind:
            return self._set_rules.worth(state, tally, own_wind, round_wind)
        return self._set_rules.plain[state][tally]

    def _bonus(self, tiles: tuple[t.Code, ...]) -> Worth:
        each = [self._bonus_tile(tile) for tile in t.in_order(tiles)]
        return Worth(
            sum(one.points for one in each),
            sum(one.doubles for one in each),
            tuple([line for one in each for line in one.lines]),
            tuple([line for one in each for line in one.double_lines]),
        )

    def _bonus_tile(self, tile: t.Code) -> Worth:
        case = BonusCase(tile, self._seat)
        holding = [rule for holds, rule in self._bonus_rules if holds(case)]
        return Worth(*_worth(holding, tile, t.words(tile)))


def _condition(rule: Rule, known: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    return all_of([pattern(name, known) for name in rule.when])


def _states_completed(part: Part, state: int, tile: t.Code) -> tuple[int, int]:
    """How a set or pair came about that this tile completed: drawn, and claimed."""
    closed = part.kind == "chow" and (
        tile == part.tiles[1]
        or (part.tile[0] == "1" and tile == part.tiles[2])
        or (part.tile[0] == "7" and tile == part.tile)
    )
    drawn, claimed = (DRAWN_CLOSED, CLAIMED_CLOSED) if closed else (DRAWN_OPEN, CLAIMED_OPEN)
    # Three of a kind that lie exposed were claimed, whatever the table says of the last tile.
    return (claimed if part.kind == "pung" and state == EXPOSED else drawn), claimed
