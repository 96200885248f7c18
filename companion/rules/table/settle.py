"""Who pays whom after a hand: the winner from all, the losers among themselves, penalties.

The winner receives their whole score from each, the losers settle their differences, and what East
pays or receives is doubled (Harr p. 25-26). A rule set's settings say how the limit cuts, what a
dead hand pays, and what washing and a false Mah-Jongg bring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Annotated, Any, Final, Literal, cast

from msgspec import Meta

from companion.base.errors import NotAllowedError
from companion.base.forms import Form, always, at, check_form
from companion.base.frozen import EMPTY, freeze
from companion.game.hand import Count
from companion.game.seats import SEATS, WIND_WORDS, Called, Seat
from companion.rules.books.ruleset import NotInRulesetError, Ruleset, as_played
from companion.rules.table.washing import washing_brings

EventKind = Literal["wash", "false_mah_jongg", "dead_hand"]
_VOID: Final = ("wash", "false_mah_jongg")
"""After these the hand is not played on, and no score counts (Harr p. 61, 67)."""


class TableNotAllowedError(NotAllowedError):
    """The game has no such end of a hand. The sentence says what to change."""


class TableEvent(Form, frozen=True):
    """Something besides winning. heads: of a wash, 9 to 13. count: of a dead hand."""

    kind: EventKind
    seat: Seat
    heads: int | None = None
    count: Count | None = None


Points = Annotated[int, Meta(ge=0, description="a whole number, 0 or more")]


class Table(Form, frozen=True):
    """A hand's end, to settle.

    scores: each hand's score before the limit (for a limit hand, the limit), by seat, for two to
    four players. winner: None after a drawn hand. discarder, pays_for_all: who discarded the
    winning tile, and whether they therefore pay for all.
    """

    ruleset: str
    scores: Mapping[Seat, Points]
    winner: Seat | None
    options: Mapping[str, Any] = always(EMPTY)
    discarder: Seat | None = always(None)
    pays_for_all: bool = always(False)
    events: tuple[TableEvent, ...] = always(())

    def __post_init__(self) -> None:
        freeze(self, "scores", "options")


class Payment(Form, frozen=True, rename={"payer": "from", "payee": "to"}):
    """Points that one player gives another.

    why: a sentence for the table. why_with_seats: where it names seats, the same with {E}, {S}, {W}
    and {N} in place of their winds, for whoever knows the players by name.
    """

    payer: Seat
    payee: Seat
    points: int
    why: str
    why_with_seats: str | None = None


class Settlement(Form, frozen=True):
    """All payments, and what each seat wins or loses by them. The net sums to zero.

    notes: what the table may wonder about, such as why nobody pays.
    """

    payments: tuple[Payment, ...]
    net: Mapping[Seat, int]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, "net")


def settle(table: Table, ruleset: Ruleset | None = None, called: Called = WIND_WORDS) -> Settlement:
    """Every payment of the hand and its reason.

    ruleset: a house's own; without it, the book that the table names. called: what a refusal or
    a note calls each seat. Raises TableNotAllowedError, NotInRulesetError, RulesetUnknownError,
    OptionWrongError, and FieldWrongError if `table` is none.
    """
    check_form(Table, table)
    rules = as_played(ruleset or table.ruleset, table.options)
    _check(table, rules, called)
    payments = tuple(payment for payment in _payments(table, rules) if payment.points)
    net = dict.fromkeys((seat for seat in SEATS if seat in table.scores), 0)
    for payment in payments:
        net[payment.payer] -= payment.points
        net[payment.payee] += payment.points
    return Settlement(payments, net, _notes(table, rules, called))


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


def _notes(table: Table, rules: Ruleset, called: Called) -> tuple[str, ...]:
    kinds = {event.kind for event in table.events}
    limit = rules.value("limit")
    if "false_mah_jongg" in kinds and limit is None:
        return (
            "A false Mah-Jongg costs half the limit, and the table plays without one: nobody pays,"
            " and the hand is void.",
        )
    if table.winner is None or table.pays_for_all or rules.value("limit_applies_to") == "hands":
        return ()
    at_limit = [seat for seat in _others(table, table.winner) if table.scores[seat] == limit]
    return tuple(
        f"{called[seat]}'s score is just the limit, {limit:,}. Losers settle what they score"
        " before the limit; if this is a total after it, give the score before."
        for seat in at_limit
    )


# --- the winner ---


def _to_winner(table: Table, winner: Seat, rules: Ruleset) -> Iterator[Payment]:
    limit = rules.value("limit")
    score = table.scores[winner]
    why, points = "the winner's full score", score
    if limit is not None and score > limit:
        why, points = _cut(why, score, limit)
    for payer in _others(table, winner):
        yield _payment(payer, winner, points, why, rules)


def _for_all(table: Table, winner: Seat, rules: Ruleset) -> Payment:
    """The discarder pays what all owe. Only the winner's score counts (Harr p. 70)."""
    owed = list(_to_winner(table, winner, rules))
    shares = " + ".join(f"{{{each.payer}}} {each.points:,}" for each in owed)
    setting = rules.settings["pays_for_all"]
    source = setting.source if setting.value else "as this table has agreed"
    why = f"the discarder pays for all: {shares} ({source})"
    return Payment(
        cast("Seat", table.discarder),
        winner,
        sum(each.points for each in owed),
        why=_said(why, WIND_WORDS),
        why_with_seats=why,
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
        # A dead hand's tiles count nothing, unless the rules let one with too few deduct them, or
        # settle like any other.
        few = event.count == "few"
        if not (few and (deducts or collects)):
            scores[event.seat] = 0
        if not (few and collects):
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
            why, points = _cut(why, points, limit)
        yield _payment(low, high, points, why, rules)


# --- hands that are void ---


def _wash(event: TableEvent, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """The same from each; nobody is doubled, not even East (Harr p. 61)."""
    setting = rules.settings["washing"]
    points = washing_brings(rules)[cast("int", event.heads)]
    for payer in _others(table, event.seat):
        why = f"{event.heads} different heads washed; nobody doubles ({setting.source})"
        yield Payment(payer, event.seat, points, why)


def _false_mah_jongg(event: TableEvent, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """Half the limit to each, the limit to or from East (Harr p. 67). Nothing without a limit."""
    limit = rules.value("limit")
    if limit is None:
        return
    source = rules.settings["false_mah_jongg"].source
    for payee in _others(table, event.seat):
        east = "E" in (event.seat, payee)
        share = "the limit, East being one of the two" if east else "half the limit"
        why = f"a false Mah-Jongg costs {share} ({source})"
        yield Payment(event.seat, payee, limit if east else limit // 2, why)


def _nothing(event: TableEvent, table: Table, rules: Ruleset) -> Iterator[Payment]:
    return iter(())


_VOIDING: Final = {"wash": _wash, "false_mah_jongg": _false_mah_jongg, "dead_hand": _nothing}


# --- what they share ---


def _payment(payer: Seat, payee: Seat, points: int, why: str, rules: Ruleset) -> Payment:
    if "E" in (payer, payee) and rules.value("east_doubles"):
        points, why = points * 2, f"{why}, doubled for East"
        limit = rules.value("limit")
        bound = payee != "E" and rules.value("limit_binds_east_too")
        if limit is not None and bound and points > limit:
            why, points = _cut(why, points, limit)
    return Payment(payer, payee, points, why)


def _cut(why: str, points: int, limit: int) -> tuple[str, int]:
    """The reason and the points of a payment that is above the limit."""
    return f"{why}, limited from {points:,} to {limit:,}", limit


def _said(words: str, called: Called) -> str:
    for seat, name in called.items():
        words = words.replace(f"{{{seat}}}", name)
    return words


def _others(table: Table, seat: Seat) -> list[Seat]:
    return [other for other in SEATS if other in table.scores and other != seat]


# --- what is allowed ---


def _check(table: Table, rules: Ruleset, called: Called) -> None:
    if len(table.scores) < 2:
        raise TableNotAllowedError(
            "A hand is settled between two to four players; give the score of each.", "scores"
        )
    for name, seat in (("winner", table.winner), ("discarder", table.discarder)):
        if seat is not None and seat not in table.scores:
            raise _NoScoreError(name, seat, called)
    if table.discarder is not None and table.discarder == table.winner:
        raise TableNotAllowedError(
            f"{called[table.discarder]} cannot both discard and win; name another discarder or"
            " winner.",
            "discarder",
        )
    if table.pays_for_all and (table.discarder is None or table.winner is None):
        missing = "discarder" if table.discarder is None else "winner"
        raise TableNotAllowedError(
            f"Paying for all needs a {missing}; say who it was, or turn it off.", missing
        )
    for number, event in enumerate(table.events):
        _check_event(event, f"events[{number}]", table, rules, called)
        if any((e.kind, e.seat) == (event.kind, event.seat) for e in table.events[:number]):
            raise TableNotAllowedError(
                f"{called[event.seat]} has this event twice; remove one.", f"events[{number}]"
            )


def _check_event(
    event: TableEvent, path: str, table: Table, rules: Ruleset, called: Called
) -> None:
    if event.seat not in table.scores:
        raise _NoScoreError(at(path, "seat"), event.seat, called)
    if event.kind == "wash":
        brings = washing_brings(rules)
        if not brings:
            raise NotInRulesetError("washing", rules, at(path, "kind"))
        if event.heads is None:
            raise TableNotAllowedError(
                f"Say how many different heads were washed, {min(brings)} to {max(brings)}.",
                at(path, "heads"),
            )
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
            f"{called[event.seat]} cannot win with a dead hand; name another winner or remove"
            " the event.",
            at(path, "seat"),
        )
    if event.kind in _VOID and table.winner is not None:
        raise TableNotAllowedError(
            "After washing or a false Mah-Jongg the hand is void; leave the winner empty.", "winner"
        )


class _NoScoreError(TableNotAllowedError):
    def __init__(self, field: str, seat: Seat, called: Called) -> None:
        super().__init__(
            f"{called[seat]} ({seat}) has no score at this table; add it or name another seat.",
            field,
        )
