"""Who pays whom after a hand: the winner from all, the losers among themselves, penalties.

The winner receives his whole score from each, the losers settle their differences, and whatever
is paid to or by East is doubled (Harr p. 25-26). A rule set's settings say how the limit cuts,
what a dead hand pays, and what washing and a false Mah-Jongg bring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, Literal, cast, get_args

from companion.errors import NotAllowedError
from companion.hand import COUNTS, Count
from companion.jsonform import FieldUnknownError, FieldWrongError, at, names_checked, plain
from companion.rules.ruleset import NotInRulesetError, Ruleset, as_played
from companion.seats import SEATS, WIND_WORDS, Seat

EventKind = Literal["wash", "false_mah_jongg", "dead_hand"]
EVENT_KINDS: Final = cast("tuple[EventKind, ...]", get_args(EventKind))
_VOID: Final = ("wash", "false_mah_jongg")
"""After these the hand is not played on; no score counts (Harr p. 61, 67)."""


class TableNotAllowedError(NotAllowedError):
    """The game knows no such end of a hand; the sentence says what to change."""


@dataclass(frozen=True)
class TableEvent:
    """Something besides winning. heads: of a wash, 9 to 13. count: of a dead hand."""

    kind: EventKind
    seat: Seat
    heads: int | None = None
    count: Count | None = None

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {"kind": self.kind, "seat": self.seat}
        if self.heads is not None:
            form["heads"] = self.heads
        if self.count is not None:
            form["count"] = self.count
        return form

    @staticmethod
    def from_json(data: Any, path: str = "") -> TableEvent:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        names_checked(data, ("kind", "seat", "heads", "count"), ("kind", "seat"), path)
        heads, count = data.get("heads"), data.get("count")
        return TableEvent(
            _one_of(EVENT_KINDS, data["kind"], at(path, "kind")),
            _one_of(SEATS, data["seat"], at(path, "seat")),
            None if heads is None else plain(int, heads, at(path, "heads")),
            None if count is None else _one_of(COUNTS, count, at(path, "count")),
        )


@dataclass(frozen=True)
class Table:
    """A hand's end, to settle.

    scores: each hand's score before the limit (of a limit hand the limit), by seat, of two to
    four players. winner: None after a drawn hand. discarder, pays_for_all: who discarded the
    winning tile, and whether that makes him pay for all.
    """

    ruleset: str
    scores: Mapping[Seat, int]
    winner: Seat | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    discarder: Seat | None = None
    pays_for_all: bool = False
    events: tuple[TableEvent, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "winner": self.winner,
            "scores": dict(self.scores),
            "discarder": self.discarder,
            "pays_for_all": self.pays_for_all,
            "events": [event.to_json() for event in self.events],
        }

    @staticmethod
    def from_json(data: Any) -> Table:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        names_checked(data, _FIELDS, ("ruleset", "scores", "winner"), "")
        scores = data["scores"]
        if not isinstance(scores, dict):
            raise FieldWrongError("scores", "an object of seats and points", scores)
        for seat, points in scores.items():
            if seat not in SEATS:
                raise FieldUnknownError(at("scores", str(seat)), SEATS)
            if type(points) is not int or points < 0:
                raise FieldWrongError(at("scores", seat), "a whole number, 0 or more", points)
        options, events = data.get("options"), data.get("events")
        if options is not None and not isinstance(options, dict):
            raise FieldWrongError("options", "an object", options)
        if events is not None and not isinstance(events, list):
            raise FieldWrongError("events", "a list", events)
        return Table(
            plain(str, data["ruleset"], "ruleset"),
            scores,
            _seat(data["winner"], "winner"),
            options or {},
            _seat(data.get("discarder"), "discarder"),
            plain(bool, data.get("pays_for_all", False), "pays_for_all"),
            tuple(TableEvent.from_json(e, f"events[{n}]") for n, e in enumerate(events or ())),
        )


_FIELDS: Final = (
    "ruleset", "options", "winner", "scores", "discarder", "pays_for_all", "events",
)  # fmt: skip


@dataclass(frozen=True)
class Payment:
    """Points that one player hands another. why: a sentence for the table."""

    payer: Seat
    receiver: Seat
    points: int
    why: str

    def to_json(self) -> dict[str, Any]:
        return {"from": self.payer, "to": self.receiver, "points": self.points, "why": self.why}

    @staticmethod
    def from_json(data: Any, path: str = "") -> Payment:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        fields = ("from", "to", "points", "why")
        names_checked(data, fields, fields, path)
        return Payment(
            _one_of(SEATS, data["from"], at(path, "from")),
            _one_of(SEATS, data["to"], at(path, "to")),
            plain(int, data["points"], at(path, "points")),
            plain(str, data["why"], at(path, "why")),
        )


@dataclass(frozen=True)
class Settlement:
    """All payments, and what each seat wins or loses by them; the net sums to zero.

    notes: what the table may wonder about, such as why nobody pays.
    """

    payments: tuple[Payment, ...]
    net: Mapping[Seat, int]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "payments": [each.to_json() for each in self.payments],
            "net": dict(self.net),
        }
        if self.notes:
            form["notes"] = list(self.notes)
        return form

    @staticmethod
    def from_json(data: Any) -> Settlement:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError."""
        names_checked(data, ("payments", "net", "notes"), ("payments", "net"), "")
        payments, net, notes = data["payments"], data["net"], data.get("notes", [])
        if not isinstance(payments, list):
            raise FieldWrongError("payments", "a list", payments)
        if not isinstance(net, dict):
            raise FieldWrongError("net", "an object of seats and points", net)
        if not isinstance(notes, list):
            raise FieldWrongError("notes", "a list", notes)
        return Settlement(
            tuple(Payment.from_json(each, f"payments[{n}]") for n, each in enumerate(payments)),
            {
                _one_of(SEATS, seat, at("net", str(seat))): plain(int, points, at("net", str(seat)))
                for seat, points in net.items()
            },
            tuple(plain(str, each, f"notes[{n}]") for n, each in enumerate(notes)),
        )


def settle(table: Table, ruleset: Ruleset | None = None) -> Settlement:
    """Every payment of the hand and its reason.

    ruleset: a house's own; without it the book that the table names.

    Raises TableNotAllowedError, NotInRulesetError, RulesetUnknownError, OptionWrongError.
    """
    rules = as_played(ruleset or table.ruleset, table.options)
    _check(table, rules)
    payments = tuple(payment for payment in _payments(table, rules) if payment.points)
    net = dict.fromkeys((seat for seat in SEATS if seat in table.scores), 0)
    for payment in payments:
        net[payment.payer] -= payment.points
        net[payment.receiver] += payment.points
    return Settlement(payments, net, _notes(table, rules))


def _payments(table: Table, rules: Ruleset) -> Iterator[Payment]:
    if any(event.kind in _VOID for event in table.events):
        for event in table.events:
            yield from _VOIDING[event.kind](event, table, rules)
    elif table.winner is None:
        return
    elif table.pays_for_all:
        yield _for_all(table, table.winner, rules)
    else:
        yield from _to_winner(table, table.winner, rules)
        yield from _among_losers(table, table.winner, rules)


def _notes(table: Table, rules: Ruleset) -> tuple[str, ...]:
    false = any(event.kind == "false_mah_jongg" for event in table.events)
    if false and rules.value("limit") is None:
        return (
            "A false Mah-Jongg costs half the limit, and the table plays without one: nobody pays,"
            " and the hand is void.",
        )
    return ()


# --- the winner ---


def _to_winner(table: Table, winner: Seat, rules: Ruleset) -> Iterator[Payment]:
    limit = rules.value("limit")
    score = table.scores[winner]
    points = score if limit is None else min(score, limit)
    cut = f", limited from {score:,} to {points:,}" if points < score else ""
    for payer in _others(table, winner):
        yield _payment(payer, winner, points, f"the winner's full score{cut}", rules)


def _for_all(table: Table, winner: Seat, rules: Ruleset) -> Payment:
    """The discarder pays what all owe; every score but the winner's is cancelled (Harr p. 70)."""
    owed = list(_to_winner(table, winner, rules))
    shares = " + ".join(f"{WIND_WORDS[each.payer]} {each.points:,}" for each in owed)
    setting = rules.settings["pays_for_all"]
    source = setting.source if setting.value else "as this table has agreed"
    return Payment(
        cast("Seat", table.discarder),
        winner,
        sum(each.points for each in owed),
        f"the discarder pays for all: {shares} ({source})",
    )


# --- the losers ---


def _among_losers(table: Table, winner: Seat, rules: Ruleset) -> Iterator[Payment]:
    limit = rules.value("limit")
    cuts_hands = limit is not None and rules.value("limit_applies_to") == "hands"
    deducts = rules.value("dead_too_few_deducts")
    collects = rules.value("dead_too_few_collects")
    dead: set[Seat] = set()
    scores = dict(table.scores)
    for event in table.events:
        # What a dead hand holds counts nothing, unless the rules let one with too few deduct it.
        if not (deducts and event.count == "few"):
            scores[event.seat] = 0
            dead.add(event.seat)
        elif not collects:
            dead.add(event.seat)
    if cuts_hands:
        scores = {seat: min(points, limit) for seat, points in scores.items()}
    for one, other in combinations(_others(table, winner), 2):
        high, low = (one, other) if scores[one] >= scores[other] else (other, one)
        if high in dead:
            continue
        points = scores[high] - scores[low]
        why = "difference between two losers"
        if low in dead:
            deducted = (
                "less the dead hand's own"
                if scores[low]
                else "in full, the payer's hand being dead"
            )
            why = f"the score {deducted}"
        if limit is not None and points > limit:
            why, points = f"{why}, limited from {points:,} to {limit:,}", limit
        yield _payment(low, high, points, why, rules)


# --- hands that are void ---


def _wash(event: TableEvent, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """The same from each; nobody is doubled, East neither (Harr p. 61)."""
    setting = rules.settings["washing"]
    points = _washing(rules)[cast("int", event.heads)]
    for payer in _others(table, event.seat):
        why = f"{event.heads} different heads washed; nobody doubles ({setting.source})"
        yield Payment(payer, event.seat, points, why)


def _false_mah_jongg(event: TableEvent, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """Half the limit to each, the limit to or from East (Harr p. 67); nothing without a limit."""
    limit = rules.value("limit")
    if limit is None:
        return
    source = rules.settings["false_mah_jongg"].source
    for receiver in _others(table, event.seat):
        east = "E" in (event.seat, receiver)
        share = "the limit, East being one of the two" if east else "half the limit"
        why = f"a false Mah-Jongg costs {share} ({source})"
        yield Payment(event.seat, receiver, limit if east else limit // 2, why)


def _nothing(event: TableEvent, table: Table, rules: Ruleset) -> Iterator[Payment]:
    return iter(())


_VOIDING: Final = {"wash": _wash, "false_mah_jongg": _false_mah_jongg, "dead_hand": _nothing}


# --- what they share ---


def _payment(payer: Seat, receiver: Seat, points: int, why: str, rules: Ruleset) -> Payment:
    if "E" in (payer, receiver) and rules.value("east_doubles"):
        points, why = points * 2, f"{why}, doubled for East"
        limit = rules.value("limit")
        if limit is not None and receiver != "E" and rules.value("limit_binds_east_too"):
            points = min(points, limit)
    return Payment(payer, receiver, points, why)


def _others(table: Table, seat: Seat) -> list[Seat]:
    return [other for other in SEATS if other in table.scores and other != seat]


def _washing(rules: Ruleset) -> dict[int, int]:
    return {int(heads): points for heads, points in rules.value("washing").items()}


# --- what is allowed ---


def _check(table: Table, rules: Ruleset) -> None:
    if len(table.scores) < 2:
        raise TableNotAllowedError(
            "A hand is settled between two to four players; give the score of each.", "scores"
        )
    for name, seat in (("winner", table.winner), ("discarder", table.discarder)):
        if seat is not None and seat not in table.scores:
            raise _NoScoreError(name, seat)
    if table.discarder is not None and table.discarder == table.winner:
        raise TableNotAllowedError(
            f"{WIND_WORDS[table.discarder]} cannot discard to a hand of his own; name another"
            " discarder or winner.",
            "discarder",
        )
    if table.pays_for_all and (table.discarder is None or table.winner is None):
        missing = "discarder" if table.discarder is None else "winner"
        raise TableNotAllowedError(
            f"Paying for all needs a {missing}; say who it was, or turn it off.", missing
        )
    for number, event in enumerate(table.events):
        _check_event(event, f"events[{number}]", table, rules)
        if any((e.kind, e.seat) == (event.kind, event.seat) for e in table.events[:number]):
            raise TableNotAllowedError(
                f"{WIND_WORDS[event.seat]} has this event twice; remove one.", f"events[{number}]"
            )


def _check_event(event: TableEvent, path: str, table: Table, rules: Ruleset) -> None:
    if event.seat not in table.scores:
        raise _NoScoreError(at(path, "seat"), event.seat)
    if event.kind == "wash":
        brings = _washing(rules)
        if not brings:
            raise NotInRulesetError("washing", rules, at(path, "kind"))
        if event.heads not in brings:
            raise TableNotAllowedError(
                f"Hands of {min(brings)} to {max(brings)} different heads are washed, not of"
                f" {event.heads}; correct the number.",
                at(path, "heads"),
            )
    elif event.kind == "false_mah_jongg":
        if not rules.value("false_mah_jongg"):
            raise NotInRulesetError("penalty for a false Mah-Jongg", rules, at(path, "kind"))
    elif event.seat == table.winner:
        raise TableNotAllowedError(
            f"{WIND_WORDS[event.seat]} cannot win with a dead hand; name another winner or remove"
            " the event.",
            at(path, "seat"),
        )
    if event.kind in _VOID and table.winner is not None:
        raise TableNotAllowedError(
            "After washing or a false Mah-Jongg the hand is void; leave the winner empty.", "winner"
        )


class _NoScoreError(TableNotAllowedError):
    def __init__(self, field: str, seat: Seat) -> None:
        super().__init__(
            f"{WIND_WORDS[seat]} ({seat}) has no score at this table; add it or name another seat.",
            field,
        )


def _seat(value: Any, path: str) -> Seat | None:
    return None if value is None else _one_of(SEATS, value, path)


def _one_of(allowed: tuple[Any, ...], value: Any, path: str) -> Any:
    if not isinstance(value, str) or value not in allowed:
        raise FieldWrongError(path, f"one of {', '.join(allowed)}", value)
    return value
