"""A rule set made ready to score hands. It tries every reading of the tiles and keeps the best.

The rules are compiled once for each rule set with its options, and once more for each way to win.
What a set is worth to a player is worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from companion.game import tiles as t
from companion.game.circumstances import CLAIMED, as_it_can_be
from companion.game.hand import Hand
from companion.game.legality import dead_count, in_part, tallies, too_many
from companion.game.melds import Win
from companion.game.seats import Seat
from companion.rules.books.entries import Rule
from companion.rules.books.ruleset import Ruleset
from companion.rules.patterns.cases import CONCEALED, Way
from companion.rules.patterns.hands import LAID_OUT
from companion.rules.patterns.special_hands import SHAPES
from companion.rules.scoring.interpretations import (
    Interpretation,
    KnownHand,
    as_dealt,
    completed,
    special,
)
from companion.rules.scoring.memo import Kept
from companion.rules.scoring.score import Line, Score
from companion.rules.scoring.set_values import SetRules, Worth, Worths
from companion.rules.scoring.whole_hand import Candidate, Plan, candidates, compiled, value

INCOMPLETE: Final = (
    "These tiles do not make four sets and a pair, nor a special hand of this rule set; look for a"
    " tile that is wrong."
)

NO_ROBBING: Final = (
    "This rule set knows no robbing of a kong; the tile counts as any other that was claimed."
)

IN_PART: Final = "Only the tiles entered count; the rest of the hand is not known."

NO_SPECIALS: Final = (
    "This rule set knows no special tiles, such as cat and mouse; they count nothing, laid out or"
    " kept back."
)
_SPECIALS: Final = frozenset(t.SPECIALS)
_FOR_SPECIALS: Final = {"special", *(name for name in LAID_OUT if {*LAID_OUT[name]} <= _SPECIALS)}
"""The patterns to which special tiles matter."""


class Scorer:
    """A rule set with its options, ready to score any number of hands."""

    def __init__(self, ruleset: Ruleset, flowers_said: bool = False) -> None:
        self.ruleset = ruleset
        self.settings = {name: each.value for name, each in ruleset.settings.items()}
        self.limit: int | None = self.settings["limit"]
        self.limit_hand_points: int | None = self.limit or self.settings["limit_hand_points"]
        flowers = ruleset.settings["flowers"]
        self.bonus_counts = flowers.value or not (flowers_said or flowers.status == "house")
        self._rules = ruleset.in_play
        named = {name for rule in self._rules for name in rule.when}
        self._shapes = {
            name: is_shape for name, is_shape in SHAPES.items() if name in ruleset.special_hands
        }
        self._limit_order = [rule.id for rule in self._rules if rule.limit]
        self._kongs_are_robbed = "robbed" in named
        self._most_alike_held = 4 if "kong_in_hand" in named else 3
        self._knows_standing = "standing" in named
        self._knows_specials = not named.isdisjoint(_FOR_SPECIALS)
        # A drawn tile that fills a run is laid out, so that those who pay see it (Harr p. 66-67).
        shown = any({"chow", "drawn"} <= {*rule.when} for rule in self._rules)
        self._laid_out_when_drawn = ("chow",) if shown else ()
        self._candidates = cache(self._candidates_for)
        self._set_rules = cache(lambda winner: SetRules(self._rules_for(winner, "set")))
        self._worths = cache(self._worths_for)
        self._plans = Kept(self._plan_for)
        self._compiled = Kept(self._compiled_for)

    # --- what is worked out once ---

    def _compiled_for(
        self, asked: tuple[Seat, Seat, str, tuple[str, ...], bool, int]
    ) -> tuple[Plan, Worths]:
        """The rules for this player and this way to win or lose, with a hand of these suits.

        asked: seat and round; a way to win, or none, and its circumstances; whether there are bonus
        tiles that count; suits.
        """
        seat, round_wind, by, circumstances, bonus, suits = asked
        plan = self._plans[by, circumstances, bonus, suits]
        wind = round_wind if self.settings["rounds"] else None
        return plan, self._worths(by != "", seat, wind)

    def _plan_for(self, asked: tuple[str, tuple[str, ...], bool, int]) -> Plan:
        by, circumstances, bonus, suits = asked
        winner = by != ""
        letters = "".join(letter for letter, bit in t.SUIT_BITS.items() if suits & bit)
        way = Way(winner, by, circumstances, bonus, letters, self.settings)
        return compiled(self._candidates(winner), way)

    def _candidates_for(self, winner: bool) -> list[Candidate]:
        rules = self._rules_for(winner, "hand")
        return candidates(rules, self.limit, self.limit_hand_points)

    def _worths_for(self, winner: bool, seat: Seat, round_wind: Seat | None) -> Worths:
        return Worths(self._set_rules(winner), self._rules_for(winner, "bonus"), seat, round_wind)

    def _rules_for(self, winner: bool, per: str) -> list[Rule]:
        who = ("all", "winner" if winner else "loser")
        return [rule for rule in self._rules if rule.per == per and rule.who in who]

    # --- one hand ---

    def score(self, hand: Hand) -> Score:
        """Raises HandNotAllowedError."""
        counted = tallies(hand)
        if hand.winner:
            return self._winner(hand, counted)
        nothing = self._scores_nothing(hand) if hand.flags else None
        if nothing:
            return Score(False, None, (), (), notes=(nothing,))
        return self._loser(hand, counted)

    def _scores_nothing(self, hand: Hand) -> str | None:
        if "unexposed_special" in hand.flags and self._knows_specials:
            return "A special tile was kept back, so the hand scores 0."
        # Where nobody keeps a special tile back, tiles that are missing are just missing.
        if "dead" not in hand.flags and (in_part(hand) or not too_many(hand)):
            return None
        counts = dead_count(hand) == "few" and (
            self.settings["dead_too_few_deducts"] or self.settings["dead_too_few_collects"]
        )
        return None if counts else "The hand is dead, so it scores 0 and pays the others in full."

    def _winner(self, hand: Hand, counted: tuple[int, int]) -> Score:
        win = hand.win
        assert win is not None
        tile = win.tile
        if tile is None:
            return self._least_of_all_tiles(hand, counted, win)
        told = win
        win, notes = as_it_can_be(hand, told)
        if "standing" in win.circumstances and not self._knows_standing:
            # Where nobody declares it, it says nothing of which set a claimed tile completed.
            others = [each for each in told.circumstances if each != "standing"]
            win, _ = as_it_can_be(hand, replace(told, circumstances=tuple(others)))
        if win.by == "rob" and not self._kongs_are_robbed:
            notes = (*notes, NO_ROBBING)
        if "original" in win.circumstances:
            # Of the tiles as dealt none came last; only the tile drawn after a kong did.
            last = win if win.by == "loose" else replace(win, tile=None)
            plan, known = self._begun(hand, counted, last)
            found = as_dealt(known)
        else:
            plan, known = self._begun(hand, counted, win)
            found = completed(known, win, tile, bool(self._laid_out_when_drawn))
        if known.shapes:
            found += special(known)
        if not found:
            return Score(False, None, (), (), notes=tuple(notes), reason=INCOMPLETE)
        return self._best(found, plan, notes)

    def _least_of_all_tiles(self, hand: Hand, counted: tuple[int, int], win: Win) -> Score:
        """If nobody knows which tile won: the lowest score that any of them would give."""
        may_be = set(hand.concealed)
        on_table = ("chow", "pung") if win.by in CLAIMED else self._laid_out_when_drawn
        may_be.update(code for m in hand.melds if m.kind in on_table for code in m.tiles)
        wins = {tile: replace(win, tile=tile) for tile in t.in_order(may_be)}
        scores = {
            tile: self._winner(replace(hand, win=each), counted) for tile, each in wins.items()
        }
        complete = {tile: score for tile, score in scores.items() if score.complete}
        if not complete:
            return next(iter(scores.values()))
        # Of equal totals the one that does not take this very tile to be a limit hand.
        tile, least = min(
            complete.items(),
            key=lambda each: (each[1].total, each[1].limit_hand is not None, each[1].uncapped),
        )
        most = max(score.total for score in complete.values())
        # What the table says of the win may be true with another of the tiles.
        untrue = {each: as_it_can_be(hand, wins[each])[1] for each in complete}
        doubtful = [
            told for told in untrue[tile] if any(told not in each for each in untrue.values())
        ]
        notes = tuple(each for each in least.notes if each not in doubtful)
        note = "Which tile completed the hand is not known, and makes no difference."
        if most > least.total:
            note = (
                "Which tile completed the hand is not known, so the least that it can be counts, as"
                f" with {t.words(tile)}; it can be up to {most:,}."
            )
        return replace(least, notes=(*notes, note))

    def _loser(self, hand: Hand, counted: tuple[int, int]) -> Score:
        plan, known = self._begun(hand, counted, None)
        held, _ = counted
        sets = [*known.laid]
        for tile in t.in_order(set(hand.concealed)):
            alike = min(t.count(held, tile), self._most_alike_held)
            if alike >= 2:
                sets.append(known.worths.sets[CONCEALED][alike * t.WEIGHT[tile]])
        return self._best([Interpretation(known, None, sets)], plan)

    def _begun(
        self, hand: Hand, counted: tuple[int, int], win: Win | None
    ) -> tuple[Plan, KnownHand]:
        """The hand with the rules for this way to win, or for a loser's."""
        by, circumstances, tile = (win.by, win.circumstances, win.tile) if win else ("", (), None)
        bonus = hand.bonus if self.bonus_counts else ()
        # Tiles that are not known may be of any suit.
        suits = t.EVERY_SUIT if in_part(hand) else t.suits(counted[1])
        plan, worths = self._compiled[hand.seat, hand.round, by, circumstances, bonus != (), suits]
        laid = [worths.laid[meld] for meld in hand.melds]
        shapes = {} if laid else self._shapes
        return plan, KnownHand(hand, counted, tile, laid, bonus, worths, plan.way, shapes)

    def _best(
        self, found: Sequence[Interpretation], plan: Plan, left_out: Sequence[str] = ()
    ) -> Score:
        """The score of the reading that scores highest; of equal ones, the first.

        left_out: sentences about what the table says of the win but cannot be true.
        """
        known = found[0].known
        bonus = known.worths.bonus[known.bonus]
        best = found[0]
        for reading in found:
            value(reading, plan, bonus, self.limit)
            if reading.rank > best.rank:
                best = reading
        total, _, uncapped = best.rank
        limit_hands = self._limit_hands(found) if best.limit_hands else ()
        return Score(
            known.hand.winner,
            best.shape,
            tuple([each.scored for each in best.sets]),
            limit_hands[:1] or _lines(plan, best, [*best.sets, bonus]),
            best.points,
            best.doubles,
            uncapped,
            limit_hands[0].id if limit_hands else None,
            tuple([line.id for line in limit_hands]),
            total,
            (*self._notes(known.hand, bool(limit_hands)), *left_out),
        )

    def _limit_hands(self, found: Sequence[Interpretation]) -> tuple[Line, ...]:
        """The lines of all limit hands of a hand that scores as one, in the book's order.

        The tiles may be a limit hand in one reading and another one in the next. Without a limit a
        reading may also score more by its points, and then no limit hand counts.
        """
        holding = {line.id: line for each in found for line in each.limit_hands}
        order = self._limit_order
        return tuple(sorted(holding.values(), key=lambda line: order.index(line.id)))

    def _notes(self, hand: Hand, is_limit_hand: bool) -> tuple[str, ...]:
        notes: tuple[str, ...] = (IN_PART,) if in_part(hand) else ()
        if is_limit_hand and self.limit is None:
            notes += (
                "The table plays without a limit; a limit hand then scores"
                f" {self.limit_hand_points}, the rule set's own limit.",
            )
        if hand.bonus and not self.bonus_counts:
            notes += ("Flowers are not in play, so the tiles laid out do not count.",)
        elif not self._knows_specials and (
            "unexposed_special" in hand.flags or not _SPECIALS.isdisjoint(hand.bonus)
        ):
            notes += (NO_SPECIALS,)
        return notes


def _lines(plan: Plan, best: Interpretation, worths: Sequence[Worth]) -> tuple[Line, ...]:
    """The lines that bring points, then those that double."""
    points = [*plan.sure, *best.lines]
    doubles: list[Line] = []
    for each in worths:
        points += each.lines
        doubles += each.double_lines
    return (*points, *doubles, *plan.sure_doubles, *best.double_lines)
