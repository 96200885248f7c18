"""A hand's score by a rule set: every reading of the tiles tried, the best one kept, line by line.

A reading is a division of the tiles held into sets and a pair, together with the place that the
winning tile filled. The rules are compiled once for each rule set with its options; whatever
depends on one set alone is worked out once and kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from companion import tiles as t
from companion.hand import Hand, HandNotAllowedError, Meld
from companion.jsonform import from_form
from companion.rules.divide import Part, Parts, Ranks, by_suit, divide, waits
from companion.rules.patterns import (
    BONUS_PATTERNS,
    CLAIMED_CLOSED,
    CLAIMED_OPEN,
    CONCEALED,
    DRAWN_CLOSED,
    DRAWN_OPEN,
    EXPOSED,
    HAND_PATTERNS,
    PART_PATTERNS,
    BonusCase,
    HandCase,
    PartCase,
)
from companion.rules.ruleset import Rule, Ruleset, book
from companion.rules.special_hands import SHAPES
from companion.seats import Seat

INCOMPLETE: Final = (
    "These tiles do not make four sets and a pair, nor a special hand of this rule set; look for a"
    " tile that is wrong."
)


@dataclass(frozen=True)
class Line:
    """One thing the hand is scored for. added: points after doubling.

    status: whether the book states the value, implies it, or it is assumed.
    tile, concealed: of a set or pair, which and how.
    """

    id: str
    points: int
    doubles: int
    text: str
    source: str
    status: str = "stated"
    added: int = 0
    tile: t.Code | None = None
    concealed: bool | None = None

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "id": self.id,
            "points": self.points,
            "doubles": self.doubles,
            "text": self.text,
            "source": self.source,
        }
        if self.status != "stated":
            form["status"] = self.status
        if self.added:
            form["added"] = self.added
        if self.tile is not None:
            form["tile"] = self.tile
        if self.concealed is not None:
            form["concealed"] = self.concealed
        return form


@dataclass(frozen=True)
class ScoredSet:
    """A set or pair as the score reads it."""

    kind: str
    tiles: tuple[t.Code, ...]
    concealed: bool


@dataclass(frozen=True)
class Score:
    """What a hand is worth, and why.

    complete: it is a winning hand. shape: standard, or the name of a special hand. points: before
    doubling; doubles: how often it is doubled; uncapped: the score before the limit, total: after
    it. limit_hands: all that hold, in the book's order. notes: what the program assumed or left
    out. reason: why a winner's hand is none.
    """

    complete: bool
    shape: str | None
    sets: tuple[ScoredSet, ...] = ()
    lines: tuple[Line, ...] = ()
    points: int = 0
    doubles: int = 0
    uncapped: int = 0
    limit_hand: str | None = None
    limit_hands: tuple[str, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "complete": self.complete,
            "shape": self.shape,
            "sets": [
                {"kind": each.kind, "tiles": list(each.tiles), "concealed": each.concealed}
                for each in self.sets
            ],
            "lines": [line.to_json() for line in self.lines],
            "points": self.points,
            "doubles": self.doubles,
            "uncapped": self.uncapped,
            "limit_hand": self.limit_hand,
            "limit_hands": list(self.limit_hands),
            "total": self.total,
        }
        if self.notes:
            form["notes"] = list(self.notes)
        if self.reason is not None:
            form["reason"] = self.reason
        return form

    @staticmethod
    def from_json(data: Any) -> Score:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        score: Score = from_form(Score, data)
        return score


def score_hand(hand: Hand, ruleset: Ruleset | None = None) -> Score:
    """The hand's score by its own rule set, or by the one given, such as a house's.

    Raises HandNotAllowedError with all that is wrong with the tiles, OptionWrongError,
    RulesetUnknownError.
    """
    scorer = _scorer(ruleset or book(hand.ruleset), repr(hand.options), _Options(hand.options))
    return scorer.score(hand)


class _Options:
    """Options beside a text that stands for them, so that scorers can be kept by that text."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Options)


@lru_cache(maxsize=256)
def _scorer(ruleset: Ruleset, key: str, options: _Options) -> Scorer:
    return Scorer(ruleset.with_options(options.given), "flowers" in options.given)


_CLAIMED: Final = ("discard", "rob")
_Test = Callable[[HandCase], bool]
_Worth = tuple[int, int, tuple[Line, ...], tuple[Line, ...]]
"""Points, doubles, and the lines that give each."""


class PartWorths(dict[tuple[str, t.Code, int], _Worth]):
    """What each set or pair is worth to one player, by kind, tile and state; filled as asked."""

    def __init__(self, rules: list[Rule], seat: Seat, round_wind: Seat) -> None:
        super().__init__()
        self._rules, self._seat, self._round = rules, seat, round_wind

    def __missing__(self, key: tuple[str, t.Code, int]) -> _Worth:
        kind, tile, state = key
        case = PartCase(kind, tile, state, self._seat, self._round)
        points: list[Line] = []
        doubles: list[Line] = []
        for rule in self._rules:
            if _holds(rule, PART_PATTERNS, case):
                (doubles if rule.doubles else points).append(_part_line(rule, case))
        worth = self[key] = _worth(points, doubles)
        return worth


def _worth(points: list[Line], doubles: list[Line]) -> _Worth:
    return (
        sum(line.points for line in points),
        sum(line.doubles for line in doubles),
        tuple(points),
        tuple(doubles),
    )


def _holds(rule: Rule, patterns: Mapping[str, Callable[[Any], bool]], case: Any) -> bool:
    for name in rule.when:
        if name.startswith("not "):
            if patterns[name[4:]](case):
                return False
        elif not patterns[name](case):
            return False
    return True


def _part_line(rule: Rule, case: PartCase) -> Line:
    part = Part(case.kind, case.tile)
    if case.kind == "chow":
        ranks = "-".join(code[0] for code in part.tiles)
        shown = f"{ranks} of {t.suit(case.tile)}"
    else:
        shown = t.words_of_several(case.tile)
    return Line(
        rule.id, rule.points, rule.doubles, rule.words.format(tiles=shown), rule.cited,
        rule.status, tile=case.tile, concealed=case.concealed,
    )  # fmt: skip


def _test(rule: Rule) -> _Test:
    """All the patterns of a rule for whole hands as one function."""
    if len(rule.when) == 1 and rule.when[0] in HAND_PATTERNS:
        return HAND_PATTERNS[rule.when[0]]
    return lambda case: _holds(rule, HAND_PATTERNS, case)


@lru_cache(maxsize=8192)
def _laid(meld: Meld) -> tuple[Part, int]:
    """A set on the table as a part (a run by its lowest tile), and how it came about."""
    return Part(meld.kind, min(meld.tiles)), CONCEALED if meld.concealed else EXPOSED


@dataclass(frozen=True, slots=True)
class _Outcome:
    case: HandCase
    parts: Parts
    states: tuple[int, ...]
    points: int
    doubles: int
    added: int
    lines: tuple[Line, ...]
    limit_hands: tuple[Line, ...]
    total: int
    uncapped: int


class Scorer:
    """A rule set with its options, ready to score any number of hands."""

    def __init__(self, ruleset: Ruleset, flowers_said: bool = False) -> None:
        self.ruleset = ruleset
        self.settings = {name: each.value for name, each in ruleset.settings.items()}
        self.limit: int | None = self.settings["limit"]
        self.limit_hand_points: int | None = self.limit or self.settings["limit_hand_points"]
        flowers = ruleset.settings["flowers"]
        self.bonus_counts = flowers.value or not (flowers_said or flowers.status == "house")
        rules = [rule for rule in ruleset.rules.values() if rule.on]
        self._rules = {
            (winner, per): [
                rule
                for rule in rules
                if rule.per == per and rule.who in ("all", "winner" if winner else "loser")
            ]
            for winner in (True, False)
            for per in ("set", "bonus", "hand")
        }
        self._hand_tests = {
            winner: [
                (_test(rule), rule, self._hand_line(rule))
                # What forfeits a rule has to be counted before it.
                for rule in sorted(
                    self._rules[winner, "hand"], key=lambda rule: "nothing_else_scored" in rule.when
                )
                if not rule.limit
            ]
            for winner in (True, False)
        }
        self._limit_tests = [
            (_test(rule), rule, self._hand_line(rule))
            for rule in self._rules[True, "hand"]
            if rule.limit
        ]
        named = {name for rule in self._rules[True, "hand"] for name in rule.when}
        self._shapes = {name: SHAPES[name] for name in SHAPES if name in named}
        self._asks_only_place = "only_place" in named
        self._part_worths: dict[tuple[bool, Seat, Seat], PartWorths] = {}
        self._bonus_worth = cache(self._worth_of_bonus)

    # --- from rules to lines ---

    def _hand_line(self, rule: Rule) -> Line:
        points = self.limit_hand_points or 0 if rule.limit else rule.points
        added = rule.added
        if added == "half the limit":
            added = (self.limit or 0) // 2
        assert isinstance(added, int)
        return Line(rule.id, points, rule.doubles, rule.words, rule.cited, rule.status, added)

    def _worths(self, winner: bool, seat: Seat, round_wind: Seat) -> PartWorths:
        key = (winner, seat, round_wind)
        if key not in self._part_worths:
            self._part_worths[key] = PartWorths(self._rules[winner, "set"], seat, round_wind)
        return self._part_worths[key]

    def _worth_of_bonus(self, winner: bool, seat: Seat, tile: t.Code) -> _Worth:
        case = BonusCase(tile, seat)
        points: list[Line] = []
        doubles: list[Line] = []
        for rule in self._rules[winner, "bonus"]:
            if _holds(rule, BONUS_PATTERNS, case):
                text = rule.words.format(tile=t.words(tile))
                line = Line(
                    rule.id, rule.points, rule.doubles, text, rule.cited, rule.status, tile=tile
                )
                (doubles if rule.doubles else points).append(line)
        return _worth(points, doubles)

    # --- one hand ---

    def score(self, hand: Hand) -> Score:
        """Raises HandNotAllowedError."""
        if not hand.is_plainly_sound():
            problems = hand.check()
            if problems:
                raise HandNotAllowedError(problems)
        if hand.winner:
            return self._winner(hand)
        nothing = self._scores_nothing(hand)
        return Score(False, None, notes=(nothing,)) if nothing else self._loser(hand)

    def _scores_nothing(self, hand: Hand) -> str | None:
        if "unexposed_special" in hand.flags:
            return "A special tile was kept back, so the hand scores 0."
        if "dead" not in hand.flags:
            return None
        count = hand.count or ("few" if len(hand.concealed) < 13 - 3 * len(hand.melds) else "many")
        counts = count == "few" and (
            self.settings["dead_too_few_deducts"] or self.settings["dead_too_few_collects"]
        )
        return None if counts else "The hand is dead, so it scores 0 and pays the others in full."

    def _case(self, hand: Hand) -> HandCase:
        win = hand.win
        kinds = frozenset(hand.concealed).union(*[meld.tiles for meld in hand.melds])
        circumstances = win.circumstances if win else ()
        return HandCase(
            hand.winner,
            hand.seat,
            hand.round,
            win.by if win else "",
            win.tile if win else "",
            circumstances,
            self.settings,
            frozenset(hand.bonus) if self.bonus_counts else frozenset(),
            kinds,
            frozenset([code[1] for code in kinds]),
            hand.concealed,
            len(hand.melds),
            "original" in circumstances
            and hand.seat == "E"
            and win is not None
            and win.by in ("draw", "loose"),
        )

    def _winner(self, hand: Hand) -> Score:
        case = self._case(hand)
        ranks = by_suit(hand.concealed)
        laid = [_laid(meld) for meld in hand.melds]
        outcomes = [
            self._outcome(case, parts, states, only, "standard")
            for parts, states, only in self._readings(hand, case, ranks, laid)
        ]
        if not laid:
            outcomes += [
                self._outcome(case, (), (), False, name)
                for name, is_shape in self._shapes.items()
                if is_shape(hand.concealed)
            ]
        if not outcomes:
            return Score(False, None, reason=INCOMPLETE)
        best = outcomes[0]
        if len(outcomes) > 1:
            best = max(outcomes, key=_rank)
        return self._as_score(hand, best, outcomes)

    def _readings(
        self, hand: Hand, case: HandCase, ranks: Ranks, laid: list[tuple[Part, int]]
    ) -> Iterator[tuple[Parts, tuple[int, ...], bool]]:
        """Sets and pair, how each came about, and whether only one kind would have done.

        The winning tile may have filled any set that holds it; each such place is a reading.
        """
        divisions = divide(ranks)
        if not divisions:
            return
        win = hand.win
        assert win is not None
        tile, on_table = win.tile, len(laid)
        laid_parts = tuple([part for part, _ in laid])
        laid_states = [state for _, state in laid]
        claimed = win.by in _CLAIMED
        in_hand = win.meld is None and tile in hand.concealed
        only = in_hand and self._asks_only_place and self._only(hand, None)
        for parts in divisions:
            every = laid_parts + parts
            states = laid_states + [CONCEALED] * len(parts)
            if case.original:
                yield every, tuple(states), False
                continue
            if in_hand:
                tried = None
                for place in range(on_table, len(every)):
                    part = every[place]
                    if part != tried and part.holds(tile):
                        tried = part
                        filled = states.copy()
                        filled[place] = _filled(part, tile, claimed)
                        yield every, tuple(filled), only
            for place in self._places_on_table(hand, in_hand, claimed):
                part = every[place]
                filled = states.copy()
                # Three alike that lie exposed were claimed, whatever the hand says of the last tile.
                filled[place] = _filled(part, tile, claimed or part.kind == "pung")
                alone = self._asks_only_place and self._only(hand, place)
                yield every, tuple(filled), alone

    @staticmethod
    def _places_on_table(hand: Hand, in_hand: bool, claimed: bool) -> list[int]:
        """The melds that the winning tile may have completed.

        A drawn tile may complete a run that is laid out to show it (Harr p. 67); an exposed three
        was completed by a claim, so a drawn tile is looked for there only where it is nowhere
        else.
        """
        assert hand.win is not None
        if hand.win.meld is not None:
            return [hand.win.meld]
        tile = hand.win.tile
        holding = [
            place
            for place, meld in enumerate(hand.melds)
            if meld.kind != "kong" and tile in meld.tiles
        ]
        if claimed or not holding:
            return holding
        runs = [place for place in holding if hand.melds[place].kind == "chow"]
        return runs if runs or in_hand else holding

    def _only(self, hand: Hand, place: int | None) -> bool:
        """Exactly one kind would have completed the tiles without the winning one.

        place: the meld that it completed, which then was two tiles in the hand. A kind of which
        the player holds all four does not count.
        """
        assert hand.win is not None
        thirteen = list(hand.concealed)
        if place is not None:
            thirteen += hand.melds[place].tiles
        thirteen.remove(hand.win.tile)
        found = set(waits(by_suit(thirteen)))
        if self._shapes and len(thirteen) == 13 and len(set(thirteen)) in (7, 12, 13):
            found |= {
                kind
                for kind in t.KINDS
                if any(is_shape([*thirteen, kind]) for is_shape in self._shapes.values())
            }
        if len(found) > 1:
            held = list(hand.all_tiles)
            held.remove(hand.win.tile)
            found = {kind for kind in found if held.count(kind) < 4}
        return len(found) == 1

    def _outcome(
        self, case: HandCase, parts: Parts, states: tuple[int, ...], only: bool, shape: str | None
    ) -> _Outcome:
        """The value of one reading; the case is filled in and used again for the next."""
        worths = self._worths(case.winner, case.seat, case.round)
        points = doubles = 0
        point_lines: list[Line] = []
        double_lines: list[Line] = []
        triplets = []
        for (kind, tile), state in zip(parts, states, strict=True):
            more_points, more_doubles, lines, doubling = worths[kind, tile, state]
            if lines:
                points += more_points
                point_lines += lines
            if doubling:
                doubles += more_doubles
                double_lines += doubling
            if kind in ("pung", "kong"):
                triplets.append(tile)
        if case.bonus:
            for tile in t.in_order(case.bonus):
                worth = self._bonus_worth(case.winner, case.seat, tile)
                points += worth[0]
                doubles += worth[1]
                point_lines += worth[2]
                double_lines += worth[3]
        case.parts, case.states, case.shape, case.only_place = parts, states, shape, only
        case.triplets = frozenset(triplets)
        case.points = points
        added = mah_jongg = 0
        first: list[Line] = []
        after: list[Line] = []
        for test, rule, line in self._hand_tests[case.winner]:
            if test(case):
                if line.doubles:
                    doubles += line.doubles
                    double_lines.append(line)
                elif line.added or rule.added:
                    added += line.added
                    if line.added:
                        after.append(line)
                else:
                    first.append(line)
                    if rule.key == "mah_jongg":
                        mah_jongg = line.points
                    else:
                        case.points += line.points
        points = case.points + mah_jongg
        limit_hands = (
            tuple([line for test, _, line in self._limit_tests if test(case)])
            if (case.winner)
            else ()
        )
        uncapped = (points << doubles) + added
        all_lines = (*first, *point_lines, *double_lines, *after)
        if limit_hands and self.limit_hand_points is not None:
            points = uncapped = self.limit_hand_points
            doubles = added = 0
            all_lines = limit_hands[:1]
        total = uncapped if self.limit is None else min(uncapped, self.limit)
        return _Outcome(
            case, parts, states, points, doubles, added, all_lines, limit_hands, total, uncapped
        )

    def _loser(self, hand: Hand) -> Score:
        case = self._case(hand)
        parts: list[Part] = []
        states: list[int] = []
        for meld in hand.melds:
            part, state = _laid(meld)
            parts.append(part)
            states.append(state)
        counts = Counter(hand.concealed)
        for tile in t.in_order(counts):
            if counts[tile] >= 2:
                parts.append(Part("pung" if counts[tile] >= 3 else "pair", tile))
                states.append(CONCEALED)
        outcome = self._outcome(case, tuple(parts), tuple(states), False, None)
        return self._as_score(hand, outcome, [outcome])

    def _as_score(self, hand: Hand, best: _Outcome, outcomes: list[_Outcome]) -> Score:
        limit_hands: tuple[str, ...] = ()
        if best.limit_hands:
            holding = {line.id for outcome in outcomes for line in outcome.limit_hands}
            limit_hands = tuple([rule.id for _, rule, _ in self._limit_tests if rule.id in holding])
        complete = hand.winner
        shape = None
        if complete:
            shape = "standard" if best.parts else best.case.shape
        return Score(
            complete,
            shape,
            tuple([_scored_set(*each) for each in zip(best.parts, best.states, strict=True)]),
            best.lines,
            best.points,
            best.doubles,
            best.uncapped,
            limit_hands[0] if limit_hands else None,
            limit_hands,
            best.total,
            self._notes(hand, best),
        )

    def _notes(self, hand: Hand, best: _Outcome) -> tuple[str, ...]:
        notes = []
        if best.limit_hands and self.limit is None and self.limit_hand_points is not None:
            notes.append(
                f"The table plays without a limit; a limit hand then scores"
                f" {self.limit_hand_points}, the rule set's own limit."
            )
        if hand.bonus and not self.bonus_counts:
            notes.append("Flowers are not in play, so the tiles laid out do not count.")
        if hand.win and "original" in hand.win.circumstances and not best.case.original:
            notes.append("Only East can win on the hand as dealt; it was scored as any other.")
        return tuple(notes)


def _rank(outcome: _Outcome) -> tuple[int, bool, int]:
    return outcome.total, bool(outcome.limit_hands), outcome.uncapped


@lru_cache(maxsize=8192)
def _scored_set(part: Part, state: int) -> ScoredSet:
    concealed = state in (CONCEALED, DRAWN_OPEN, DRAWN_CLOSED)
    return ScoredSet(part.kind, part.tiles, concealed)


@lru_cache(maxsize=8192)
def _filled(part: Part, tile: t.Code, claimed: bool) -> int:
    """The state of a set or pair that the winning tile completed."""
    closed = part.kind == "chow" and (
        int(tile[0]) == int(part.tile[0]) + 1  # the middle
        or (part.tile[0] == "1" and tile[0] == "3")
        or (part.tile[0] == "7" and tile[0] == "7")
    )
    if claimed:
        return CLAIMED_CLOSED if closed else CLAIMED_OPEN
    return DRAWN_CLOSED if closed else DRAWN_OPEN
