"""A rule set made ready to score hands: every reading of the tiles tried, the best one kept.

The rules are compiled once for each rule set with its options, and once more for each way to win;
what a set is worth to a player is worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from companion import tiles as t
from companion.hand import Hand, HandNotAllowedError, Win
from companion.jsonform import made
from companion.rules import readings
from companion.rules.answer import Score
from companion.rules.kept import Kept
from companion.rules.patterns import CONCEALED, Way
from companion.rules.plan import Candidate, Plan, candidates, compiled
from companion.rules.readings import CLAIMED, Reading
from companion.rules.ruleset import Rule, Ruleset
from companion.rules.special_hands import SHAPES
from companion.rules.value import value
from companion.rules.worth import SetRules, Worths
from companion.seats import Seat

INCOMPLETE: Final = (
    "These tiles do not make four sets and a pair, nor a special hand of this rule set; look for a"
    " tile that is wrong."
)


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
        self._candidates = cache(self._candidates_for)
        self._set_rules = cache(lambda winner: SetRules(self._rules_for(winner, "set")))
        self._worths = cache(self._worths_for)
        self._plans = Kept(self._plan_for)
        self._compiled = Kept(self._compiled_for)

    # --- what is worked out once ---

    def _compiled_for(
        self, asked: tuple[Seat, Seat, str, tuple[str, ...], bool, int]
    ) -> tuple[Plan, Worths]:
        """The rules for this player and this way to win, or to lose, with a hand of these suits.

        asked: seat and round; a way to win, or nothing, and its circumstances; whether there are
        bonus tiles that count; suits.
        """
        seat, round_wind, by, circumstances, bonus, suits = asked
        plan = self._plans[seat == "E", by, circumstances, bonus, suits]
        return plan, self._worths(by != "", seat, round_wind)

    def _plan_for(self, asked: tuple[bool, str, tuple[str, ...], bool, int]) -> Plan:
        east, by, circumstances, bonus, suits = asked
        winner = by != ""
        dealt = east and "original" in circumstances and by not in CLAIMED
        letters = "".join(letter for letter, bit in t.SUIT_BITS.items() if suits & bit)
        way = Way(winner, east, by, circumstances, dealt, bonus, letters, self.settings)
        return compiled(self._candidates(winner), way)

    def _candidates_for(self, winner: bool) -> list[Candidate]:
        rules = self._rules_for(winner, "hand")
        return candidates(rules, self.limit, self.limit_hand_points)

    def _worths_for(self, winner: bool, seat: Seat, round_wind: Seat) -> Worths:
        return Worths(self._set_rules(winner), self._rules_for(winner, "bonus"), seat, round_wind)

    def _rules_for(self, winner: bool, per: str) -> list[Rule]:
        who = ("all", "winner" if winner else "loser")
        return [rule for rule in self._rules if rule.per == per and rule.who in who]

    # --- one hand ---

    def score(self, hand: Hand) -> Score:
        """Raises HandNotAllowedError."""
        if hand.problems:
            raise HandNotAllowedError(hand.problems)
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
        suits = t.suits(hand.tallies[1])
        bonus = hand.bonus if self.bonus_counts else ()
        plan, worths = self._compiled[
            hand.seat, hand.round, win.by, win.circumstances, bonus != (), suits
        ]
        way, shapes = plan.way, self._shapes
        if way.original:
            found = readings.as_dealt(way, hand, bonus, worths)
        else:
            asked = plan.asks_only_place
            found = readings.completed(way, hand, win, win.tile, bonus, worths, shapes, asked)
        if shapes and not hand.melds:
            found += readings.special(way, hand, bonus, worths, shapes)
        if not found:
            return Score(False, None, (), (), reason=INCOMPLETE)
        return self._best(found, plan)

    def _least_of_all_tiles(self, hand: Hand, win: Win) -> Score:
        """Nobody knows which tile won: the lowest score that any of them would give."""
        may_be = set(hand.concealed)
        if win.by in CLAIMED:
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

    def _loser(self, hand: Hand) -> Score:
        held, every = hand.tallies
        bonus = hand.bonus if self.bonus_counts else ()
        plan, worths = self._compiled[hand.seat, hand.round, "", (), bonus != (), t.suits(every)]
        sets = worths.laid(hand.melds)
        for tile in t.in_order(set(hand.concealed)):
            alike = min(t.count(held, tile), 3)
            if alike >= 2:
                sets.append(worths.sets[CONCEALED][alike * t.WEIGHT[tile]])
        worth = sum([each.sum for each in sets])
        return self._best([Reading(plan.way, hand, bonus, worths, None, worth, laid=sets)], plan)

    def _best(self, found: Sequence[Reading], plan: Plan) -> Score:
        """The score of the reading that scores highest, of equal ones the first."""
        best = found[0]
        bonus = [best.worths.bonus(tile) for tile in t.in_order(best.bonus)] if best.bonus else ()
        bonus_sum = sum([each.sum for each in bonus]) if bonus else 0
        for reading in found:
            value(reading, plan, bonus_sum, self.limit)
        if len(found) > 1:
            best = max(found, key=Reading.rank)
        hand = best.hand
        score: dict[str, Any] = {
            "complete": hand.winner,
            "shape": best.shape,
            "points": best.points,
            "doubles": best.doubles,
            "uncapped": best.uncapped,
            "total": best.total,
            "_why": (plan, best, bonus),
        }
        if best.limit_hands:
            # The tiles may be a limit hand in one reading and another in the next.
            holding = {line.id: line for each in found for line in each.limit_hands}
            limit_hands = tuple([name for name in self._limit_order if name in holding])
            score |= {"limit_hand": limit_hands[0], "limit_hands": limit_hands}
            score["_why"] += (holding[limit_hands[0]],)
        if best.limit_hands or hand.bonus or plan.way.circumstances:
            score["notes"] = self._notes(hand, bool(best.limit_hands), plan.way.original)
        return made(Score, score)

    def _notes(self, hand: Hand, is_limit_hand: bool, dealt: bool) -> tuple[str, ...]:
        notes: tuple[str, ...] = ()
        if is_limit_hand and self.limit is None:
            notes += (
                "The table plays without a limit; a limit hand then scores"
                f" {self.limit_hand_points}, the rule set's own limit.",
            )
        if hand.bonus and not self.bonus_counts:
            notes += ("Flowers are not in play, so the tiles laid out do not count.",)
        if hand.win and not dealt and "original" in hand.win.circumstances:
            notes += (
                "Only East can win on the hand as dealt, with no tile claimed; it was scored as any"
                " other.",
            )
        return notes
