"""The rules that an evening is played by, word for word as they were when it began."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from companion.base.errors import MalformedError
from companion.base.frozen import freeze
from companion.game.hand import Hand
from companion.game.seats import Called, Seat
from companion.ledger.events import Entry
from companion.rules.books.ruleset import BOOKS, OptionWrongError, Ruleset, book, from_data
from companion.rules.hands_at_table import (
    agreeing,
    before_limit,
    check_told,
    hand_at,
    marked_dead,
    more_than_there_are,
    score_at,
    with_dead_hands,
)
from companion.rules.scoring.answer import Scorer
from companion.rules.table.counters import Counters
from companion.rules.table.questions import Play, play
from companion.rules.table.rotation import RotationRule, Turn, after, opening
from companion.rules.table.settle import Payment, Table, settle

Json = dict[str, Any]
E = TypeVar("E")


class LockedRulesError(MalformedError):
    sentence = "The rules of this evening cannot be read; export it and report this."


@dataclass(frozen=True)
class Outcome:
    """What follows from a hand's entry.

    scores: by seat, before the limit; empty if nobody won. explained: the score of each seat that
    gave its tiles, as JSON, line by line. limit_hands: the seats whose tiles make a limit hand.
    notes: what the table may wonder about, such as more of a tile than there are.
    """

    scores: Mapping[Seat, int]
    payments: tuple[Payment, ...]
    net: Mapping[Seat, int]
    explained: Mapping[Seat, Json]
    limit_hands: tuple[Seat, ...]
    notes: tuple[str, ...]

    def __post_init__(self) -> None:
        freeze(self, "scores", "explained")


class Rulebook:
    """A rule set as one table plays it, with its options.

    ruleset: as it was when the evening began, with the evening's options. document: the whole rule
    set as JSON text. `from_document` makes the same rules from it, even if the program's rule sets
    change. digest: its name in the database.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._scorer = Scorer(ruleset)
        self._rotation = RotationRule(
            rounds=ruleset.value("rounds"), east_stays_on_draw=ruleset.value("draw_keeps_east")
        )

    @property
    def counts_rounds(self) -> bool:
        """Whether the winds of the rounds are counted."""
        return self._rotation.rounds

    @classmethod
    def from_document(cls, document: str) -> Rulebook:
        """Raises MalformedError."""
        data = json.loads(document)
        if not isinstance(data, dict):
            raise LockedRulesError
        return cls(_as_in_its_book(from_data(data, "rules")))

    @cached_property
    def document(self) -> str:
        rules, settings = self.ruleset.rules, self.ruleset.settings
        data = {
            "id": self.ruleset.id,
            "name": self.ruleset.name,
            "about": self.ruleset.about,
            "setting": {
                name: {
                    "value": each.value,
                    "source": each.source,
                    "status": each.status,
                    "catalogue": list(each.catalogue),
                }
                for name, each in settings.items()
            },
            "rule": {key: rule.entry() for key, rule in rules.items()},
        }
        return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.document.encode()).hexdigest()

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def limit(self) -> int | None:
        value: int | None = self.ruleset.value("limit")
        return value

    @cached_property
    def play(self) -> Play:
        """What a form must ask, by these rules."""
        return play(self.ruleset)

    def starting_counters(self) -> Counters:
        table: Mapping[str, int] = self.ruleset.value("counters")
        return {int(worth): table[worth] for worth in sorted(table, key=int, reverse=True)}

    # The table's turn

    def opening(self, players: int) -> Turn:
        return opening(players, self._rotation)

    def after(self, turn: Turn, entry: Entry) -> Turn:
        return after(turn, entry.result, entry.winner, self._rotation)

    # A hand

    def plain_hand(self, seat: Seat, given: Json, turn: Turn, winner: bool) -> Json:
        """A seat's tiles as they are kept, without what the evening already knows.

        winner: whether the seat won. Raises MalformedError and NotAllowedError, with the field
        below `hands`.
        """
        known = self._known(seat, turn, winner)
        own = {**known, "options": self._options(given.get("options", {}))}
        kept = {n: v for n, v in agreeing(seat, given, own).items() if n not in own}
        hand_at(seat, kept, known)
        return kept

    def check_told(self, entry: Entry, turn: Turn) -> None:
        """Of a hand that is entered now. Raises NotAllowedError, with the field."""
        check_told(
            {
                seat: self._hand(seat, given, turn, seat == entry.winner)
                for seat, given in entry.hands.items()
            },
            entry.winner,
            entry.discarder,
            entry.events,
        )

    def settle(self, entry: Entry, turn: Turn, called: Called) -> Outcome:
        """Who pays whom. called: what a refusal calls each seat. Raises MalformedError and
        NotAllowedError, with the field."""
        hands = {
            seat: marked_dead(self._hand(seat, given, turn, seat == entry.winner), entry.events)
            for seat, given in entry.hands.items()
        }
        scored = {
            seat: score_at(seat, hand, self._scorer.score, called) for seat, hand in hands.items()
        }
        scores = {
            seat: before_limit(scored[seat]) if seat in scored else entry.scores.get(seat, 0)
            for seat in turn.seats
        }
        table = Table(
            self.ruleset.id,
            scores,
            entry.winner,
            discarder=entry.discarder,
            pays_for_all=entry.pays_for_all,
            events=with_dead_hands(entry.events, hands.values()),
        )
        settlement = settle(table, self.ruleset, called)
        won = entry.result == "win"
        return Outcome(
            scores={s: v for s, v in scores.items() if won or s in scored or s in entry.scores},
            payments=settlement.payments,
            net=settlement.net,
            explained={seat: score.to_json() for seat, score in scored.items()},
            limit_hands=tuple(seat for seat, score in scored.items() if score.limit_hands),
            notes=(*settlement.notes, *more_than_there_are(hands.values())),
        )

    def _options(self, given: Any) -> Any:
        """What is given, where these rules have it so; else none, since they hold their options."""
        try:
            same = isinstance(given, dict) and self.ruleset.with_options(given) == self.ruleset
        except OptionWrongError:
            same = False
        return given if same else {}

    def _hand(self, seat: Seat, given: Json, turn: Turn, winner: bool) -> Hand:
        return hand_at(seat, given, self._known(seat, turn, winner))

    def _known(self, seat: Seat, turn: Turn, winner: bool) -> Json:
        """What the evening itself knows of a hand, so that a call need not say it."""
        return {
            "ruleset": self.ruleset.id,
            "seat": seat,
            "round": turn.round_shown,
            "winner": winner,
        }


def _as_in_its_book(rules: Ruleset) -> Ruleset:
    """The rules in the order of the book, in which a score has its lines and names its limit hands.

    The document holds its entries by name, and does not say which book a house has changed.
    """
    house = rules.id not in BOOKS
    changed = book(_most_alike(rules) if house else rules.id)
    return replace(
        rules,
        rules=_in_order(rules.rules, changed.rules),
        settings=_in_order(rules.settings, changed.settings),
        base=changed.id if house else changed.base,
        house=house,
    )


def _most_alike(rules: Ruleset) -> str:
    """The book of which most entries are as they were."""
    kept = {name: dict(book(name).rules).items() & rules.rules.items() for name in BOOKS}
    return max(BOOKS, key=lambda name: len(kept[name]))


def _in_order(entries: Mapping[str, E], order: Iterable[str]) -> dict[str, E]:
    return {name: entries[name] for name in dict.fromkeys([*order, *entries]) if name in entries}
