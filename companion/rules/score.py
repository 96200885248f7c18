"""A hand's score by a rule set: every reading of the tiles tried, the best one kept, line by line.

A reading is a division of the tiles held into sets and a pair, together with the place that the
winning tile filled. The rules are compiled once for each rule set with its options, and once more
for each way to win; what a set is worth to a player is worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion import tiles as t
from companion.hand import Hand, HandNotAllowedError, Win
from companion.jsonform import from_form, made
from companion.rules.divide import SUITS, Part, waits
from companion.rules.lines import Line, ScoredSet, json_text
from companion.rules.patterns import CONCEALED, EXPOSED, HandCase, Way
from companion.rules.plan import Plan, plan
from companion.rules.ruleset import Rule, Ruleset, as_played
from companion.rules.special_hands import SHAPES
from companion.rules.worth import Read, Reads, SetWorth, Worth, Worths, filling, worth_of
from companion.seats import Seat

INCOMPLETE: Final = (
    "These tiles do not make four sets and a pair, nor a special hand of this rule set; look for a"
    " tile that is wrong."
)


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
    sets: tuple[ScoredSet, ...]
    lines: tuple[Line, ...]
    points: int = 0
    doubles: int = 0
    uncapped: int = 0
    limit_hand: str | None = None
    limit_hands: tuple[str, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    reason: str | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # What a score is made of is only put together when somebody wants to see it.
            if name not in ("sets", "lines") or "_why" not in self.__dict__:
                raise AttributeError(name)
            values = self.__dict__
            values["sets"], values["lines"] = values["_why"].explained()
            return values[name]

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "complete": self.complete,
            "shape": self.shape,
            "sets": [
                {"kind": each.kind, "tiles": [*each.tiles], "concealed": each.concealed}
                for each in self.sets
            ],
            "lines": [line.form.copy() for line in self.lines],
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

    def json_text(self) -> str:
        """`to_json` as JSON text, put together from the texts of its sets and lines."""
        lines = ", ".join([line.json_text for line in self.lines])
        sets = ", ".join([each.json_text for each in self.sets])
        shape = "null" if self.shape is None else f'"{self.shape}"'
        text = (
            f'{{"complete": {"true" if self.complete else "false"}, "shape": {shape}, '
            f'"sets": [{sets}], "lines": [{lines}], "points": {self.points}, '
            f'"doubles": {self.doubles}, "uncapped": {self.uncapped}, '
            f'"limit_hand": {json_text(self.limit_hand) if self.limit_hand else "null"}, '
            f'"limit_hands": {json_text(self.limit_hands) if self.limit_hands else "[]"}, '
            f'"total": {self.total}'
        )
        if self.notes:
            text += f', "notes": {json_text(self.notes)}'
        if self.reason is not None:
            text += f', "reason": {json_text(self.reason)}'
        return text + "}"

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
    return scorer_for(hand, ruleset).score(hand)


def scorer_for(hand: Hand, ruleset: Ruleset | None = None) -> Scorer:
    """What scores such hands, kept for the next. Raises OptionWrongError, RulesetUnknownError."""
    options = hand.options
    key = (ruleset or hand.ruleset, repr(options) if options else "")
    scorer = _SCORERS.get(key)
    if scorer is None:
        if len(_SCORERS) >= _MOST_SCORERS:
            _SCORERS.clear()
        scorer = Scorer(as_played(key[0], options), "flowers" in options)
        _SCORERS[key] = scorer
    return scorer


_MOST_SCORERS: Final = 256
_SCORERS: Final[dict[tuple[Ruleset | str, str], Scorer]] = {}
"""By the rule set and a text that stands for the options."""

_CLAIMED: Final = ("discard", "rob")
_M, _P, _S, _Z = [suit.room for suit in SUITS]
_NOTHING: Final = (Read(0, 0, 0, ()),)
_LETTERS: Final = tuple(
    "".join(letter for place, letter in enumerate("mpsz") if suits & 1 << place)
    for suits in range(16)
)
"""The suits of a hand by a number that has a bit for each."""


class _Won:
    """A way to win, or to lose, for one player: what his sets are worth, and the rules compiled.

    plans: by the suits of the hand, as they are first asked for.
    """

    __slots__ = ("claimed", "plans", "way", "worths")

    def __init__(self, way: Way, worths: Worths) -> None:
        self.way, self.worths = way, worths
        self.claimed = way.by in _CLAIMED
        self.plans: dict[int, Plan] = {}


class _Reading:
    """One way to read a hand, and its value once it is known.

    held: the sets of each suit in the hand; laid: those on the table. old, new: the set that the
    winning tile completed, as it would be worth if it had been there before, and as it is.
    lines: of whole-hand rules that hold in this reading; limit_hands: of those that do.
    """

    __slots__ = (
        "chows", "doubles", "held", "laid", "limit_hands", "lines", "new", "old", "points",
        "shape", "total", "uncapped",
    )  # fmt: skip

    def __init__(
        self,
        shape: str | None,
        held: Sequence[Read] = (),
        laid: Sequence[SetWorth] = (),
        old: SetWorth | None = None,
        new: SetWorth | None = None,
    ) -> None:
        self.shape, self.held, self.laid, self.old, self.new = shape, held, laid, old, new
        self.chows = self.points = self.doubles = self.uncapped = self.total = 0
        self.lines: list[Line] = []
        self.limit_hands: Sequence[Line] = ()

    @property
    def sets(self) -> list[SetWorth]:
        sets = [each for read in self.held for each in read.sets]
        sets += self.laid
        if self.old is not None and self.new is not None:
            sets[sets.index(self.old)] = self.new
        return sets


class _Why(NamedTuple):
    """What the best reading of a hand is made of. limit_hand: the line of the first there is."""

    rules: Plan
    best: _Reading
    bonus: Worth | None
    limit_hand: Line | None

    def explained(self) -> tuple[tuple[ScoredSet, ...], tuple[Line, ...]]:
        """The sets, and the lines: those that bring points first, and then those that double."""
        rules, best = self.rules, self.best
        sets = best.sets
        scored = tuple([each.scored for each in sets])
        if self.limit_hand is not None:
            return scored, (self.limit_hand,)
        worths: list[Worth] = [*sets]
        if self.bonus is not None:
            worths.append(self.bonus)
        lines = [*rules.sure]
        doubling = [*rules.sure_doubles]
        for line in best.lines:
            (doubling if line.doubles else lines).append(line)
        if best.points:
            for each in worths:
                lines += each.point_lines
        if best.doubles:
            for each in worths:
                lines += each.double_lines
        return scored, (*lines, *doubling)


_Place = tuple[int, Mapping[Part, int], bool]
"""Where the winning tile may have gone: a suit held (0 to 3), or a set on the table (from 4);
how each set came about, if that tile completed it; and whether no other kind would have."""

_NO_READING: Final = _Reading(None)


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
        self._limit_order = [rule.id for rule in self._rules if rule.limit]
        self._worths: dict[tuple[bool, Seat, Seat], Worths] = {}
        self._won: dict[tuple[Any, ...], _Won] = {}

    # --- what is worked out once ---

    def _worths_for(self, winner: bool, seat: Seat, round_wind: Seat) -> Worths:
        key = (winner, seat, round_wind)
        if key not in self._worths:
            set_rules, bonus_rules = (
                self._rules_for(winner, "set"),
                self._rules_for(winner, "bonus"),
            )
            suited = next(
                (w.suited for known, w in self._worths.items() if known[0] is winner), None
            )
            self._worths[key] = Worths(set_rules, bonus_rules, seat, round_wind, suited)
        return self._worths[key]

    def _rules_for(self, winner: bool, per: str) -> list[Rule]:
        who = ("all", "winner" if winner else "loser")
        return [rule for rule in self._rules if rule.per == per and rule.who in who]

    def _won_by(self, hand: Hand) -> _Won:
        win, seat, round_wind = hand.win, hand.seat, hand.round
        by, circumstances = ("", ()) if win is None else (win.by, win.circumstances)
        key = (seat, round_wind, by, circumstances)
        won = self._won.get(key)
        if won is None:
            original = seat == "E" and "original" in circumstances and by not in _CLAIMED
            way = Way(hand.winner, seat, by, circumstances, original, "", self.settings)
            worths = self._worths_for(hand.winner, seat, round_wind)
            won = self._won[key] = _Won(way, worths)
        return won

    def _plan(self, won: _Won, every: int) -> Plan:
        """The rules for a hand of these tiles, won in this way."""
        suits = (
            (1 if every & _M else 0)
            + (2 if every & _P else 0)
            + (4 if every & _S else 0)
            + (8 if every & _Z else 0)
        )
        known = won.plans.get(suits)
        if known is None:
            way = replace(won.way, suits=_LETTERS[suits])
            rules = self._rules_for(way.winner, "hand")
            known = plan(rules, way, self.limit, self.limit_hand_points)
            won.plans[suits] = known
        return known

    # --- one hand ---

    def score(self, hand: Hand) -> Score:
        """Raises HandNotAllowedError."""
        problems = hand.check()
        if problems:
            raise HandNotAllowedError(problems)
        if hand.winner:
            return self._winner(hand)
        nothing = self._scores_nothing(hand) if hand.flags else None
        return Score(False, None, (), (), notes=(nothing,)) if nothing else self._loser(hand)

    def _scores_nothing(self, hand: Hand) -> str | None:
        if "unexposed_special" in hand.flags:
            return "A special tile was kept back, so the hand scores 0."
        count = hand.count or ("few" if len(hand.concealed) < 13 - 3 * len(hand.melds) else "many")
        counts = count == "few" and (
            self.settings["dead_too_few_deducts"] or self.settings["dead_too_few_collects"]
        )
        return None if counts else "The hand is dead, so it scores 0 and pays the others in full."

    def _winner(self, hand: Hand) -> Score:
        win = hand.win
        assert win is not None
        if win.tile is None:
            return self._least_of_all_tiles(hand, win)
        won = self._won_by(hand)
        held, every = hand.tallies
        rules = self._plan(won, every)
        case = HandCase(
            won.way, win.tile, held, every, hand.melds, self._laid_out(hand), _NO_READING
        )
        bonus = self._bonus(hand, won.worths) if hand.bonus else None
        value = self._value
        readings = []
        choices, laid = _choices(hand, won.worths)
        places = () if won.way.original else self._places(hand, win, win.tile, rules, won.claimed)
        one = won.worths.of(t.WEIGHT[win.tile]).one
        for reads in product(*choices):
            if won.way.original:
                readings.append(value(case, rules, bonus, _Reading("standard", reads, laid), False))
            for number, states, only in places:
                last = None
                for old in reads[number].sets if number < 4 else (laid[number - 4],):
                    part = old.part
                    if part in states and part is not last:
                        last = part
                        new = one[states[part]][part.tally]
                        reading = _Reading("standard", reads, laid, old, new)
                        readings.append(value(case, rules, bonus, reading, only))
        if self._shapes and not hand.melds:
            for name, is_shape in self._shapes.items():
                if is_shape(held):
                    readings.append(value(case, rules, bonus, _Reading(name), False))
        if not readings:
            return Score(False, None, (), (), reason=INCOMPLETE)
        return self._as_score(hand, rules, bonus, readings, won.way.original)

    def _least_of_all_tiles(self, hand: Hand, win: Win) -> Score:
        """Nobody knows which tile won: the lowest score that any of them would give."""
        may_be = set(hand.concealed)
        if win.by in _CLAIMED:
            may_be.update(code for m in hand.melds if m.kind != "kong" for code in m.tiles)
        scores = {
            tile: self._winner(replace(hand, win=replace(win, tile=tile)))
            for tile in t.in_order(may_be)
        }
        complete = {tile: score for tile, score in scores.items() if score.complete}
        if not complete:
            return next(iter(scores.values()))
        tile, least = min(complete.items(), key=lambda each: (each[1].total, each[1].uncapped))
        most = max(score.total for score in complete.values())
        note = "Which tile completed the hand is not known, and makes no difference."
        if most > least.total:
            note = (
                "Which tile completed the hand is not known, so the least that it can be counts, as"
                f" with {t.words(tile)}; it can be up to {most:,}."
            )
        return replace(least, notes=(*least.notes, note))

    def _laid_out(self, hand: Hand) -> tuple[t.Code, ...]:
        return hand.bonus if self.bonus_counts else ()

    def _bonus(self, hand: Hand, worths: Worths) -> Worth | None:
        if not hand.bonus or not self.bonus_counts:
            return None
        each = [worths.bonus(tile) for tile in t.in_order(hand.bonus)]
        return worth_of(chain.from_iterable((*one.point_lines, *one.double_lines) for one in each))

    def _places(
        self, hand: Hand, win: Win, tile: t.Code, rules: Plan, claimed: bool
    ) -> list[_Place]:
        melds, (held, every) = hand.melds, hand.tallies
        asks = rules.asks_only_place
        found: list[_Place] = []
        in_hand = win.meld is None and bool(held & t.ROOM[tile])
        if in_hand:
            only = asks and self._is_only_place(tile, held, every, not melds)
            found.append(("mpsz".index(tile[1]), filling(tile, claimed), only))
        if (every - held) & t.ROOM[tile]:
            for place in _places_on_table(hand, win.meld, tile, in_hand, claimed):
                tally = melds[place].tally
                only = asks and self._is_only_place(tile, held + tally, every, False)
                # Three alike that lie exposed were claimed, whatever is said of the last tile.
                states = filling(tile, claimed or melds[place].kind == "pung")
                found.append((4 + place, states, only))
        return found

    def _is_only_place(self, tile: t.Code, whole: int, every: int, concealed: bool) -> bool:
        """Exactly one kind would have completed the tiles without the winning one.

        whole: the tiles in the hand, with the set that the winning tile completed. concealed:
        nothing lies on the table. A kind of which the player holds all four does not count.
        """
        found = waits(whole, tile)
        if len(found) > 1 and any(t.count(every, kind) < 4 for kind in found if kind != tile):
            return False
        # Of tiles that are four sets and a pair, only seven kinds can have called a special hand.
        thirteen = whole - t.WEIGHT[tile]
        if concealed and self._shapes and t.number_of_kinds(thirteen) == 7:
            for kind, weight in t.WEIGHT.items():
                if kind != tile and any(
                    is_shape(thirteen + weight) for is_shape in self._shapes.values()
                ):
                    return False
        return True

    def _value(
        self, case: HandCase, rules: Plan, bonus: Worth | None, reading: _Reading, only: bool
    ) -> _Reading:
        """The reading with its value; the case is used again for the next."""
        points, doubles, added, chows = rules.points, rules.doubles, rules.added, 0
        for more, doubling, runs, _ in reading.held:
            points += more
            doubles += doubling
            chows += runs
        for each in reading.laid:
            points += each.points
            doubles += each.doubles
            chows += each.chow
        old, new = reading.old, reading.new
        if old is not None and new is not None:
            points += new.points - old.points
            doubles += new.doubles - old.doubles
        if bonus is not None:
            points += bonus.points
            doubles += bonus.doubles
        reading.chows = chows
        case.reading, case.only_place = reading, only
        for test, line in rules.open:
            # Mah-Jongg itself is no other score.
            case.points = points - rules.mah_jongg
            if test(case):
                reading.lines.append(line)
                points += line.points
                doubles += line.doubles
                added += line.added
        reading.limit_hands = rules.limits
        if rules.open_limits:
            reading.limit_hands += tuple([line for test, line in rules.open_limits if test(case)])
        if reading.limit_hands:
            points, doubles, added = reading.limit_hands[0].points, 0, 0
        reading.points, reading.doubles = points, doubles
        uncapped = reading.uncapped = (points << doubles) + added
        reading.total = uncapped if self.limit is None or uncapped <= self.limit else self.limit
        return reading

    def _loser(self, hand: Hand) -> Score:
        won = self._won_by(hand)
        held, every = hand.tallies
        rules = self._plan(won, every)
        laid = _laid(hand, won.worths)
        for tile in t.in_order(set(hand.concealed)):
            alike = min(t.count(held, tile), 3)
            if alike >= 2:
                tally = alike * t.WEIGHT[tile]
                laid.append(won.worths.of(tally).one[CONCEALED][tally])
        bonus = self._bonus(hand, won.worths)
        case = HandCase(won.way, "", held, every, hand.melds, self._laid_out(hand), _NO_READING)
        reading = self._value(case, rules, bonus, _Reading(None, laid=laid), False)
        return self._as_score(hand, rules, bonus, [reading], original=False)

    def _as_score(
        self,
        hand: Hand,
        rules: Plan,
        bonus: Worth | None,
        readings: list[_Reading],
        original: bool,
    ) -> Score:
        best = readings[0] if len(readings) == 1 else max(readings, key=_rank)
        limit_hands: tuple[str, ...] = ()
        limit_line = None
        if best.limit_hands:
            # The tiles may be a limit hand in one reading and another in the next.
            holding = {line.id: line for each in readings for line in each.limit_hands}
            limit_hands = tuple([name for name in self._limit_order if name in holding])
            limit_line = holding[limit_hands[0]]
        return made(
            Score,
            {
                "complete": hand.winner,
                "shape": best.shape,
                "points": best.points,
                "doubles": best.doubles,
                "uncapped": best.uncapped,
                "limit_hand": limit_hands[0] if limit_hands else None,
                "limit_hands": limit_hands,
                "total": best.total,
                "notes": self._notes(hand, bool(limit_hands), original),
                "reason": None,
                "_why": _Why(rules, best, bonus, limit_line),
            },
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
            notes += (
                "Only East can win on the hand as dealt, with no tile claimed; it was scored as any"
                " other.",
            )
        return notes


def _choices(hand: Hand, worths: Worths) -> tuple[list[Reads], list[SetWorth]]:
    """The ways to read each of the four suits held, and the sets on the table."""
    held = hand.tallies[0]
    read = worths.suited.held
    choices = [
        read(m) if (m := held & _M) else _NOTHING,
        read(p) if (p := held & _P) else _NOTHING,
        read(s) if (s := held & _S) else _NOTHING,
        worths.held(z) if (z := held & _Z) else _NOTHING,
    ]
    if m and p and s and z and _four_pairs(choices):
        return [()], []
    return choices, _laid(hand, worths)


def _laid(hand: Hand, worths: Worths) -> list[SetWorth]:
    return [
        worths.of(m.tally).one[CONCEALED if m.concealed else EXPOSED][m.tally] for m in hand.melds
    ]


def _four_pairs(suits: Sequence[Reads]) -> bool:
    """A pair in each suit: with two sets these are fourteen tiles, and no winning hand."""
    return all(reads and any(each.part.kind == "pair" for each in reads[0].sets) for reads in suits)


def _places_on_table(
    hand: Hand, named: int | None, tile: t.Code, in_hand: bool, claimed: bool
) -> Sequence[int]:
    """The melds that the winning tile may have completed, or the one that is named.

    A drawn tile may complete a run that is laid out to show it (Harr p. 67); an exposed three was
    completed by a claim, so a drawn tile is looked for there only where it is nowhere else.
    """
    if named is not None:
        return (named,)
    holding = [n for n, meld in enumerate(hand.melds) if tile in meld.tiles and meld.kind != "kong"]
    if claimed or not holding:
        return holding
    runs = [place for place in holding if hand.melds[place].kind == "chow"]
    return runs if runs or in_hand else holding


def _rank(reading: _Reading) -> tuple[int, bool, int]:
    return reading.total, bool(reading.limit_hands), reading.uncapped
