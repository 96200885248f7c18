"""A hand's score by a rule set: every reading of the tiles tried, the best one kept, line by line.

A reading is a division of the tiles held into sets and a pair, together with the place that the
winning tile filled. The rules are compiled once for each rule set with its options; whatever
depends on one set alone is worked out once and kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from companion import tiles as t
from companion.hand import Hand, HandNotAllowedError, Meld
from companion.jsonform import from_form, made
from companion.rules.divide import SUITS, Part, Parts, Ranks, by_suit, divide_suit, waits
from companion.rules.patterns import (
    BONUS_PATTERNS,
    CLAIMED_CLOSED,
    CLAIMED_OPEN,
    CONCEALED,
    DRAWN_CLOSED,
    DRAWN_OPEN,
    EXPOSED,
    FIXED,
    HAND_PATTERNS,
    PART_PATTERNS,
    BonusCase,
    HandCase,
    PartCase,
)
from companion.rules.ruleset import Rule, Ruleset, as_played
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
        return self._form.copy()

    @cached_property
    def _form(self) -> dict[str, Any]:
        # The same lines come again and again, so each is put into its form once.
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
    options = hand.options
    if not options:
        return _plain_scorer(ruleset or hand.ruleset).score(hand)
    return _scorer(ruleset or hand.ruleset, repr(options), _Options(options)).score(hand)


@lru_cache(maxsize=64)
def _plain_scorer(ruleset: Ruleset | str) -> Scorer:
    return Scorer(as_played(ruleset, {}))


class _Options:
    """Options beside a text that stands for them, so that scorers can be kept by that text."""

    __slots__ = ("given",)

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Options)


@lru_cache(maxsize=256)
def _scorer(ruleset: Ruleset | str, key: str, options: _Options) -> Scorer:
    return Scorer(as_played(ruleset, options.given), "flowers" in options.given)


_CLAIMED: Final = ("discard", "rob")
_Test = Callable[[HandCase], bool]


class Read(NamedTuple):
    """Sets of a reading and what they are worth: one suit's, or one set on the table.

    parts, states: what they are and how they came about; chows: how many are runs.
    """

    points: int
    doubles: int
    point_lines: tuple[Line, ...]
    double_lines: tuple[Line, ...]
    sets: tuple[ScoredSet, ...]
    parts: Parts
    states: tuple[int, ...]
    chows: int


NOTHING: Final = Read(0, 0, (), (), (), (), (), 0)
_EMPTY: Final = (NOTHING,)
_NONE: Final[frozenset[str]] = frozenset()


class Worths:
    """What sets and bonus tiles are worth to one player: asked for again and again, so kept.

    suited: the same for a player whose winds are others. Suit tiles are worth as much to all, so
    what is known of them there is known here.
    """

    def __init__(
        self,
        set_rules: list[Rule],
        bonus_rules: list[Rule],
        seat: Seat,
        round_wind: Seat,
        suited: Worths | None = None,
    ) -> None:
        self._set_rules = [(_tests(rule, PART_PATTERNS), rule) for rule in set_rules]
        self._bonus_rules = [(_tests(rule, BONUS_PATTERNS), rule) for rule in bonus_rules]
        self._seat, self._round = seat, round_wind
        self._suited = suited
        self.part = cache(self._part)
        self.bonus = cache(self._bonus)
        self.held = lru_cache(maxsize=50_000)(self._held)
        self.filled = lru_cache(maxsize=50_000)(self._filled)
        self.on_table = cache(self._on_table)

    def _part(self, part: Part, state: int) -> Read:
        """A set or pair that came about so."""
        if self._suited is not None and part.tile[1] != "z":
            return self._suited.part(part, state)
        case = PartCase(part.kind, part.tile, state, self._seat, self._round)
        lines = [_part_line(rule, case) for tests, rule in self._set_rules if _hold(tests, case)]
        scored = ScoredSet(part.kind, part.tiles, case.concealed)
        return _read(lines, (scored,), (part,), (state,))

    def _bonus(self, tile: t.Code) -> Read:
        case = BonusCase(tile, self._seat)
        lines = [
            _line(rule, rule.words.format(tile=t.words(tile)), tile)
            for tests, rule in self._bonus_rules
            if _hold(tests, case)
        ]
        return _read(lines)

    def _held(self, suit: str, ranks: str) -> tuple[Read, ...]:
        """Every reading of one suit's tiles in the hand, all concealed."""
        if self._suited is not None and suit != "z":
            return self._suited.held(suit, ranks)
        return tuple(
            _together([self.part(part, CONCEALED) for part in parts])
            for parts in divide_suit(suit, ranks)
        )

    def _filled(self, suit: str, ranks: str, tile: t.Code, claimed: bool) -> tuple[Read, ...]:
        """Every reading of one suit's tiles, and every place the winning tile may have filled."""
        if self._suited is not None and suit != "z":
            return self._suited.filled(suit, ranks, tile, claimed)
        return tuple(
            _together(
                [
                    self.part(part, filled(part, tile, claimed) if n == place else CONCEALED)
                    for n, part in enumerate(parts)
                ]
            )
            for parts in divide_suit(suit, ranks)
            for place, part in enumerate(parts)
            if part.holds(tile) and part not in parts[:place]
        )

    def _on_table(self, tiles: tuple[t.Code, ...], concealed: bool) -> Read:
        """A set on the table."""
        return self.part(part_of(tiles), CONCEALED if concealed else EXPOSED)


def part_of(tiles: tuple[t.Code, ...]) -> Part:
    """The set that these tiles are."""
    if len(set(tiles)) == 3:
        return Part("chow", min(tiles))
    return Part("pung" if len(tiles) == 3 else "kong", tiles[0])


def filled(part: Part, tile: t.Code, claimed: bool) -> int:
    """The state of a set or pair that the winning tile completed."""
    closed = part.kind == "chow" and (
        int(tile[0]) == int(part.tile[0]) + 1  # the middle
        or (part.tile[0] == "1" and tile[0] == "3")
        or (part.tile[0] == "7" and tile[0] == "7")
    )
    if claimed:
        return CLAIMED_CLOSED if closed else CLAIMED_OPEN
    return DRAWN_CLOSED if closed else DRAWN_OPEN


def _read(
    lines: list[Line],
    sets: tuple[ScoredSet, ...] = (),
    parts: Parts = (),
    states: tuple[int, ...] = (),
) -> Read:
    return Read(
        sum(line.points for line in lines),
        sum(line.doubles for line in lines),
        tuple(line for line in lines if not line.doubles),
        tuple(line for line in lines if line.doubles),
        sets,
        parts,
        states,
        sum(part.kind == "chow" for part in parts),
    )


def _together(reads: Sequence[Read]) -> Read:
    if len(reads) == 1:
        return reads[0]
    points = doubles = chows = 0
    point_lines: tuple[Line, ...] = ()
    double_lines: tuple[Line, ...] = ()
    sets: tuple[ScoredSet, ...] = ()
    parts: Parts = ()
    states: tuple[int, ...] = ()
    for more, doubling, lines, doubling_lines, more_sets, more_parts, more_states, runs in reads:
        if more:
            points += more
            point_lines += lines
        if doubling:
            doubles += doubling
            double_lines += doubling_lines
        sets += more_sets
        parts += more_parts
        states += more_states
        chows += runs
    return Read(points, doubles, point_lines, double_lines, sets, parts, states, chows)


def _tests(
    rule: Rule, patterns: Mapping[str, Callable[[Any], bool]]
) -> tuple[Callable[[Any], bool], ...]:
    return tuple(_pattern(name, patterns) for name in rule.when)


def _hold(tests: tuple[Callable[[Any], bool], ...], case: Any) -> bool:
    for test in tests:  # noqa: SIM110 - twice as fast as all()
        if not test(case):
            return False
    return True


def _pattern(name: str, patterns: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    if not name.startswith("not "):
        return patterns[name]
    turned = patterns[name.removeprefix("not ")]
    return lambda case: not turned(case)


def _line(rule: Rule, text: str, tile: t.Code | None = None, concealed: bool | None = None) -> Line:
    return Line(
        rule.id, rule.points, rule.doubles, text, rule.cited, rule.status,
        tile=tile, concealed=concealed,
    )  # fmt: skip


def _part_line(rule: Rule, case: PartCase) -> Line:
    if case.kind == "chow":
        ranks = "-".join(code[0] for code in Part(case.kind, case.tile).tiles)
        shown = f"{ranks} of {t.suit(case.tile)}"
    else:
        shown = t.words_of_several(case.tile)
    return _line(rule, rule.words.format(tiles=shown), case.tile, case.concealed)


class Plan(NamedTuple):
    """The rules for whole hands, as far as they are settled before the tiles are read.

    sure, sure_doubles: the lines of those that hold, and in all their points, doubles and points
    after doubling.
    open, open_limits: those that still depend on the reading, each with the patterns left.
    limits: the limit hands that hold however the tiles are read. mah_jongg: the points for
    winning itself, which are among those that are sure.
    """

    sure: tuple[Line, ...]
    sure_doubles: tuple[Line, ...]
    points: int
    doubles: int
    added: int
    open: tuple[tuple[_Test, Line], ...]
    open_limits: tuple[tuple[_Test, Line], ...]
    limits: tuple[Line, ...]
    mah_jongg: int


class Outcome(NamedTuple):
    """One reading with its value. limit_hands: the lines of those that hold."""

    total: int
    uncapped: int
    points: int
    doubles: int
    lines: tuple[Line, ...]
    limit_hands: tuple[Line, ...]
    sets: tuple[ScoredSet, ...]
    shape: str | None


class Scorer:
    """A rule set with its options, ready to score any number of hands."""

    def __init__(self, ruleset: Ruleset, flowers_said: bool = False) -> None:
        self.ruleset = ruleset
        self.settings = {name: each.value for name, each in ruleset.settings.items()}
        self.limit: int | None = self.settings["limit"]
        self.limit_hand_points: int | None = self.limit or self.settings["limit_hand_points"]
        flowers = ruleset.settings["flowers"]
        self.bonus_counts = flowers.value or not (flowers_said or flowers.status == "house")
        self._rules = [rule for rule in ruleset.rules.values() if rule.on]
        named = {name for rule in self._rules for name in rule.when}
        self._shapes = {name: is_shape for name, is_shape in SHAPES.items() if name in named}
        self._asks_only_place = "only_place" in named
        self._limit_order = [rule.id for rule in self._rules if rule.limit]
        self._worths: dict[tuple[bool, Seat, Seat], Worths] = {}
        self._plans: dict[tuple[Any, ...], Plan] = {}

    # --- what is worked out once ---

    def _worth_for(self, winner: bool, seat: Seat, round_wind: Seat) -> Worths:
        key = (winner, seat, round_wind)
        if key not in self._worths:
            set_rules = self._rules_for(winner, "set")
            bonus_rules = self._rules_for(winner, "bonus")
            suited = next((w for known, w in self._worths.items() if known[0] is winner), None)
            self._worths[key] = Worths(set_rules, bonus_rules, seat, round_wind, suited)
        return self._worths[key]

    def _rules_for(self, winner: bool, per: str) -> list[Rule]:
        who = ("all", "winner" if winner else "loser")
        return [rule for rule in self._rules if rule.per == per and rule.who in who]

    def _plan(self, case: HandCase) -> Plan:
        sure: list[Line] = []
        sure_doubles: list[Line] = []
        limits: list[Line] = []
        still_open: list[tuple[_Test, Line]] = []
        open_limits: list[tuple[_Test, Line]] = []
        # What forfeits a rule has to be counted before it, so such a rule comes last.
        rules = sorted(
            self._rules_for(case.winner, "hand"),
            key=lambda rule: "nothing_else_scored" in rule.when,
        )
        for rule in rules:
            if rule.limit and self.limit_hand_points is None:
                continue
            tests: list[_Test] = []
            for name in rule.when:
                test = _pattern(name, HAND_PATTERNS)
                if name.removeprefix("not ") not in FIXED:
                    tests.append(test)
                elif not test(case):
                    break
            else:
                line = self._hand_line(rule)
                if tests:
                    (open_limits if rule.limit else still_open).append((_all_of(tests), line))
                elif rule.points or rule.doubles or line.added or rule.limit:
                    (limits if rule.limit else sure_doubles if rule.doubles else sure).append(line)
        return Plan(
            tuple(sure),
            tuple(sure_doubles),
            sum(line.points for line in sure),
            sum(line.doubles for line in sure_doubles),
            sum(line.added for line in sure),
            tuple(still_open),
            tuple(open_limits),
            tuple(limits),
            sum(line.points for line in sure if line.id == "mah_jongg"),
        )

    def _hand_line(self, rule: Rule) -> Line:
        points = (self.limit_hand_points or 0) if rule.limit else rule.points
        added = rule.added
        if added == "half the limit":
            added = (self.limit or 0) // 2
        assert isinstance(added, int)
        return Line(rule.id, points, rule.doubles, rule.words, rule.cited, rule.status, added)

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

    def _winner(self, hand: Hand) -> Score:
        win = hand.win
        assert win is not None
        circumstances = frozenset(win.circumstances) if win.circumstances else _NONE
        by = win.by
        melds, seat = hand.melds, hand.seat
        original = bool(circumstances) and (
            "original" in circumstances and seat == "E" and by not in _CLAIMED
        )
        ranks = by_suit(hand.concealed)
        suits = _suits(ranks, melds)
        case = HandCase(True, seat, by, circumstances, original, suits, self.settings, win.tile)
        key = (seat, by, circumstances, original, suits)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(case)
        worths = self._worth_for(True, seat, hand.round)
        bonus = self._bonus(hand, worths)
        case.held, case.melds = hand.concealed, len(melds)
        if plan.open_limits:
            case.kinds = hand.all_tiles
        if hand.bonus and self.bonus_counts:
            case.bonus = frozenset(hand.bonus)
        outcomes = [
            self._outcome(case, plan, reads, bonus, only, "standard")
            for reads, only in self._readings(hand, ranks, worths, original)
        ]
        if not melds and self._shapes:
            outcomes += [
                self._outcome(case, plan, (), bonus, False, name)
                for name, is_shape in self._shapes.items()
                if is_shape(hand.concealed)
            ]
        if not outcomes:
            return Score(False, None, reason=INCOMPLETE)
        return self._as_score(hand, outcomes, original)

    def _bonus(self, hand: Hand, worths: Worths) -> Read:
        if not hand.bonus or not self.bonus_counts:
            return NOTHING
        return _together([worths.bonus(tile) for tile in t.in_order(hand.bonus)])

    def _readings(
        self, hand: Hand, ranks: Ranks, worths: Worths, original: bool
    ) -> Iterator[tuple[Sequence[Read], bool]]:
        """All sets and the pair, and whether only one kind would have completed them.

        The winning tile may have filled any set that holds it; each such place is a reading.
        """
        m, p, s, z = ranks
        if (len(m) % 3 == 2) + (len(p) % 3 == 2) + (len(s) % 3 == 2) + (len(z) % 3 == 2) != 1:
            return
        win = hand.win
        assert win is not None
        tile = win.tile
        laid = [worths.on_table(meld.tiles, meld.concealed) for meld in hand.melds]
        held = [
            worths.held("m", m) if m else _EMPTY,
            worths.held("p", p) if p else _EMPTY,
            worths.held("s", s) if s else _EMPTY,
            worths.held("z", z) if z else _EMPTY,
        ]
        if not all(held):
            return
        if original:
            for reads in product(*held):
                yield (*laid, *reads), False
            return
        claimed = win.by in _CLAIMED
        in_hand = win.meld is None and tile in hand.concealed
        if in_hand:
            number = SUITS.index(tile[1])
            only = self._asks_only_place and self._only(hand, ranks, number)
            with_win = held.copy()
            with_win[number] = worths.filled(tile[1], ranks[number], tile, claimed)
            for reads in product(*with_win):
                yield (*laid, *reads), only
        if win.meld is None and not any(tile in meld.tiles for meld in hand.melds):
            return
        for place in _places_on_table(hand, in_hand, claimed):
            meld = hand.melds[place]
            with_meld = by_suit(hand.concealed + meld.tiles)
            only = self._asks_only_place and self._only(hand, with_meld, SUITS.index(tile[1]))
            part = part_of(meld.tiles)
            changed = laid.copy()
            # Three alike that lie exposed were claimed, whatever is said of the last tile.
            how = claimed or part.kind == "pung"
            changed[place] = worths.part(part, filled(part, tile, how))
            for reads in product(*held):
                yield (*changed, *reads), only

    def _only(self, hand: Hand, ranks: Ranks, number: int) -> bool:
        """Exactly one kind would have completed the tiles without the winning one.

        ranks: of the tiles in the hand, with the set that the winning tile completed. A kind of
        which the player holds all four does not count.
        """
        assert hand.win is not None
        tile = hand.win.tile
        found = waits(ranks, number, tile[0])
        if self._shapes and not hand.melds:
            thirteen = list(hand.concealed)
            thirteen.remove(tile)
            if len(set(thirteen)) == 7:
                found = tuple(set(self._special_waits(thirteen)).union(found))
        if len(found) < 2:
            return len(found) == 1
        every = hand.all_tiles
        free = 0
        for kind in found:
            free += every.count(kind) - (kind == tile) < 4
            if free > 1:
                return False
        return free == 1

    def _special_waits(self, thirteen: list[t.Code]) -> Iterator[t.Code]:
        for kind in t.KINDS:
            if any(is_shape([*thirteen, kind]) for is_shape in self._shapes.values()):
                yield kind

    def _outcome(
        self,
        case: HandCase,
        plan: Plan,
        reads: Sequence[Read],
        bonus: Read,
        only: bool,
        shape: str | None,
    ) -> Outcome:
        """The value of one reading; the case is filled in and used again for the next."""
        points, doubles, point_lines, double_lines, sets, parts, states, chows = _together(reads)
        if bonus is not NOTHING:
            points += bonus.points
            doubles += bonus.doubles
            point_lines += bonus.point_lines
            double_lines += bonus.double_lines
        case.parts, case.states, case.chows = parts, states, chows
        case.shape, case.only_place = shape, only
        sure, doubling, sure_points, sure_doubles, added, still_open, open_limits, limits, _ = plan
        # Mah-Jongg itself is no other score.
        case.points = points + sure_points
        case.points -= plan.mah_jongg
        points += sure_points
        doubles += sure_doubles
        for test, line in still_open:
            if test(case):
                if line.doubles:
                    doubling += (line,)
                else:
                    sure += (line,)
                points += line.points
                case.points += line.points
                doubles += line.doubles
                added += line.added
        if open_limits:
            limits += tuple([line for test, line in open_limits if test(case)])
        uncapped = (points << doubles) + added
        lines = sure + point_lines + double_lines + doubling
        if limits:
            points = uncapped = limits[0].points
            doubles = 0
            lines = limits
        total = uncapped if self.limit is None or uncapped <= self.limit else self.limit
        return Outcome(total, uncapped, points, doubles, lines, limits, sets, shape)

    def _loser(self, hand: Hand) -> Score:
        ranks = by_suit(hand.concealed)
        suits = _suits(ranks, hand.melds)
        case = HandCase(False, hand.seat, "", (), False, suits, self.settings)
        key = (False, hand.seat, suits)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(case)
        worths = self._worth_for(False, hand.seat, hand.round)
        if self.bonus_counts:
            case.bonus = frozenset(hand.bonus)
        reads = [worths.on_table(meld.tiles, meld.concealed) for meld in hand.melds]
        counts = Counter(hand.concealed)
        for tile in t.in_order(counts):
            if counts[tile] >= 2:
                kind = "pung" if counts[tile] >= 3 else "pair"
                reads.append(worths.part(Part(kind, tile), CONCEALED))
        outcome = self._outcome(case, plan, reads, self._bonus(hand, worths), False, None)
        return self._as_score(hand, [outcome], original=False)

    def _as_score(self, hand: Hand, outcomes: list[Outcome], original: bool) -> Score:
        best = outcomes[0] if len(outcomes) == 1 else max(outcomes, key=_rank)
        limit_hands: tuple[str, ...] = ()
        lines = best.lines
        if best.limit_hands:
            # The tiles may be a limit hand in one reading and another in the next.
            holding = {line.id: line for outcome in outcomes for line in outcome.limit_hands}
            limit_hands = tuple([name for name in self._limit_order if name in holding])
            lines = (holding[limit_hands[0]],)
        return made(
            Score,
            complete=hand.winner,
            shape=best.shape,
            sets=best.sets,
            lines=lines,
            points=best.points,
            doubles=best.doubles,
            uncapped=best.uncapped,
            limit_hand=limit_hands[0] if limit_hands else None,
            limit_hands=limit_hands,
            total=best.total,
            notes=self._notes(hand, bool(best.limit_hands), original),
            reason=None,
        )

    def _notes(self, hand: Hand, is_limit_hand: bool, original: bool) -> tuple[str, ...]:
        notes: tuple[str, ...] = ()
        if is_limit_hand and self.limit is None:
            notes += (
                "The table plays without a limit; a limit hand then scores"
                f" {self.limit_hand_points}, the rule set's own limit.",
            )
        if hand.bonus and not self.bonus_counts:
            notes += ("Flowers are not in play, so the tiles laid out do not count.",)
        if hand.win and not original and "original" in hand.win.circumstances:
            notes += ("Only East can win on the hand as dealt; it was scored as any other.",)
        return notes


def _places_on_table(hand: Hand, in_hand: bool, claimed: bool) -> list[int]:
    """The melds that the winning tile may have completed.

    A drawn tile may complete a run that is laid out to show it (Harr p. 67); an exposed three was
    completed by a claim, so a drawn tile is looked for there only where it is nowhere else.
    """
    assert hand.win is not None
    if hand.win.meld is not None:
        return [hand.win.meld]
    tile = hand.win.tile
    holding = [n for n, meld in enumerate(hand.melds) if meld.kind != "kong" and tile in meld.tiles]
    if claimed:
        return holding
    runs = [place for place in holding if hand.melds[place].kind == "chow"]
    return runs if runs or in_hand else holding


def _suits(ranks: Ranks, melds: tuple[Meld, ...]) -> str:
    """The letters of the suits in a hand, in the order of SUITS."""
    on_table = "".join([meld.tiles[0][1] for meld in melds])
    m, p, s, z = ranks
    return (
        ("m" if m or "m" in on_table else "")
        + ("p" if p or "p" in on_table else "")
        + ("s" if s or "s" in on_table else "")
        + ("z" if z or "z" in on_table else "")
    )


def _all_of(tests: Sequence[_Test]) -> _Test:
    if len(tests) == 1:
        return tests[0]
    return lambda case: all(test(case) for test in tests)


def _rank(outcome: Outcome) -> tuple[int, bool, int]:
    return outcome.total, bool(outcome.limit_hands), outcome.uncapped
