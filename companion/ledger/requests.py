"""What people and programs ask of the ledger, checked and turned into events.

Each function takes plain JSON and raises MalformedError where it cannot be understood, or
NotAllowedError where the game does not allow it, with the path of the field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from companion.errors import NotAllowedError
from companion.jsonform import FieldMissingError, FieldUnknownError, FieldWrongError
from companion.ledger.evening import Evening
from companion.ledger.events import (
    CountersCounted,
    Entry,
    Event,
    HandCorrected,
    HandSettled,
    Keep,
    PenaltyPaid,
    PenaltyTakenBack,
    Player,
    Renamed,
    Reseated,
    RoundMarked,
    Stake,
    Started,
)
from companion.ledger.form import from_json
from companion.ledger.photos import PhotoNameError, is_photo_name
from companion.ledger.rulebook import Rulebook
from companion.rules.counters import Counters, Payment, Place
from companion.rules.rotation import PlayersUnfitError, Result, Turn
from companion.seats import Seat

Json = dict[str, Any]
Opener = Callable[[str, Json], Rulebook]

MOST_POINTS = 10**12
_MOST_COUNTERS = 10**6
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class NumberTooLargeError(NotAllowedError):
    def __init__(self, path: str, least: int, most: int) -> None:
        super().__init__(f"{path} has to be between {least} and {most:,}.", field=path)


class TextUnfitError(NotAllowedError):
    def __init__(self, path: str, what: str, longest: int) -> None:
        super().__init__(
            f"{what} has to be one line of 1 to {longest} letters; shorten it.", field=path
        )


class SameNameError(NotAllowedError):
    def __init__(self, name: str, path: str) -> None:
        super().__init__(
            f"Two players are called {name}; add a letter so that they can be told apart.",
            field=path,
        )


class NotAtTheTableError(NotAllowedError):
    def __init__(self, seat: str, seats: Iterable[str], path: str) -> None:
        super().__init__(
            f"Nobody sits at {seat} in this hand; the seats are {', '.join(seats)}.", field=path
        )


class ScoreMissingError(NotAllowedError):
    def __init__(self, seat: str) -> None:
        super().__init__(
            f"The score of {seat} is missing; enter 0 if the hand is worth nothing.",
            field=f"scores.{seat}",
        )


class ScoreTwiceError(NotAllowedError):
    def __init__(self, seat: str) -> None:
        super().__init__(
            f"{seat} has both a score and tiles; give one of them.", field=f"scores.{seat}"
        )


class WinnerUnfitError(NotAllowedError):
    def __init__(self, result: str) -> None:
        super().__init__(
            f"A hand that ends as {result.replace('_', ' ')} has no winner; leave one of them out.",
            field="winner",
        )


@dataclass(frozen=True)
class _PlanAsked:
    players: tuple[Player, ...]
    ruleset: str = "harr"
    options: Json | None = None
    counters: Counters | None = None
    title: str = ""
    stake: Stake | None = None
    keep_photos: bool = True


@dataclass(frozen=True)
class _HandAsked:
    winner: Seat | None
    scores: Mapping[Seat, int] | None = None
    hands: Mapping[Seat, Json] | None = None
    discarder: Seat | None = None
    pays_for_all: bool = False
    events: tuple[Json, ...] = ()
    result: Result | None = None
    photos: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class _ReseatAsked:
    seats: Mapping[Seat, Place]
    from_hand: int | None = None
    keep: Keep = "players"


@dataclass(frozen=True)
class _CountersAsked:
    counters: tuple[Counters, ...]


@dataclass(frozen=True)
class _RoundAsked:
    round: Seat


def an_object(body: Any) -> Json:
    """A copy of the body, which has to be a JSON object."""
    if not isinstance(body, dict):
        raise FieldWrongError("", "an object", body)
    return dict(body)


def plan(body: Any, open_rules: Opener) -> tuple[Started, Rulebook]:
    """A new evening's setup, and its rules.

    open_rules: from the name of a rule set and its options to the rules; it may raise.
    """
    asked: _PlanAsked = from_json(_PlanAsked, body)
    rules = open_rules(asked.ruleset, asked.options or {})
    counters = rules.starting_counters() if asked.counters is None else asked.counters
    started = Started(
        id="",
        players=asked.players,
        ruleset=asked.ruleset,
        options=asked.options or {},
        rulebook="",
        counters=counters,
        title=asked.title,
        stake=asked.stake,
        keep_photos=asked.keep_photos,
    )
    check(started)
    return started, rules


def check(event: Event) -> None:
    """Refuse names, numbers and settings that no evening may hold, wherever they come from.

    Whether the event fits the evening is for `evening.step` to say.
    """
    match event:
        case Started(players=players, counters=counters, title=title, stake=stake):
            _check_players(players)
            _check_counters(counters, "counters")
            _check_setup(title, stake)
        case Renamed(players=renamed, title=new_title, stake=new_stake):
            if renamed is not None:
                _check_players(renamed)
            _check_setup(new_title, new_stake)
        case HandSettled(entry=hand) | HandCorrected(entry=hand):
            _check_entry(hand)
        case PenaltyPaid(payments=payments, why=why):
            for i, payment in enumerate(payments):
                _check_number(payment.points, f"payments[{i}].points", least=1)
            if why:
                _check_line(why, "why", "The reason", 200)
        case CountersCounted(counters=counted):
            for i, each in enumerate(counted):
                _check_counters(each, f"counters[{i}]")


def entry(body: Json, rules: Rulebook, turn: Turn) -> Entry:
    """One hand as entered, for the seats of this turn.

    A seat's tiles are scored here once, so that a hand that cannot be is refused with its field.
    """
    if "winner" not in body:
        raise FieldMissingError("winner")
    asked: _HandAsked = from_json(_HandAsked, body)
    scores, hands = asked.scores or {}, asked.hands or {}
    named = [
        *((seat, f"scores.{seat}") for seat in scores),
        *((seat, f"hands.{seat}") for seat in hands),
        *((seat, "winner") for seat in [asked.winner] if seat),
        *((seat, "discarder") for seat in [asked.discarder] if seat),
        *((event.get("seat"), f"events[{i}].seat") for i, event in enumerate(asked.events)),
    ]
    for seat, path in named:
        if seat not in turn.seats:
            raise NotAtTheTableError(str(seat), turn.seats, path)
    for seat in scores:
        if seat in hands:
            raise ScoreTwiceError(seat)
    result = asked.result or _result(asked)
    if (result == "win") is not (asked.winner is not None):
        raise WinnerUnfitError(result)
    if result == "win":
        for seat in turn.seats:
            if seat not in scores and seat not in hands:
                raise ScoreMissingError(seat)
    made = Entry(
        winner=asked.winner,
        result=result,
        scores=scores,
        hands={seat: rules.plain_hand(seat, hand, turn) for seat, hand in hands.items()},
        discarder=asked.discarder,
        pays_for_all=asked.pays_for_all,
        events=asked.events,
        photos=asked.photos,
        note=asked.note,
        # With three players a seat that was taken may be empty after a correction, so the hand
        # always stays with its players.
        seated=dict(turn.seats) if len(turn.seats) == 3 else None,
    )
    _check_entry(made)
    return made


def reseat(body: Any) -> Callable[[Evening], Reseated]:
    asked: _ReseatAsked = from_json(_ReseatAsked, body)

    def make(evening: Evening) -> Reseated:
        first = evening.next_hand if asked.from_hand is None else asked.from_hand
        return Reseated(asked.seats, first, asked.keep)

    return make


def mark_round(body: Any) -> Callable[[Evening], RoundMarked]:
    asked: _RoundAsked = from_json(_RoundAsked, body)
    return lambda _: RoundMarked(asked.round)


def penalty(body: Any) -> Callable[[Evening], PenaltyPaid]:
    asked = an_object(body)
    why = from_json(str, asked.pop("why", ""), "why")
    given = asked.pop("payments", None)
    if not isinstance(given, list) or not given:
        raise FieldMissingError("payments")
    for name in asked:
        raise FieldUnknownError(name, ("payments", "why"))
    paid = PenaltyPaid(tuple(_payment(each, f"payments[{i}]") for i, each in enumerate(given)), why)
    check(paid)
    return lambda _: paid


def counters_counted(body: Any) -> Callable[[Evening], CountersCounted]:
    asked: _CountersAsked = from_json(_CountersAsked, body)
    counted = CountersCounted(asked.counters)
    check(counted)
    return lambda _: counted


def rename(body: Any) -> Callable[[Evening], Renamed]:
    asked: Renamed = from_json(Renamed, body)
    check(asked)
    return lambda _: asked


def keep(value: Any) -> Keep:
    chosen: Keep = from_json(Keep, value, "keep")
    return chosen


def hand_number(value: Any, path: str) -> int:
    number: int = from_json(int, value, path)
    return number


def _result(asked: _HandAsked) -> Result:
    """What kind of end the entry describes, where it does not say."""
    if asked.winner is not None:
        return "win"
    kinds = {event.get("kind") for event in asked.events}
    known: tuple[Result, ...] = get_args(Result)
    return next((kind for kind in known if kind in kinds), "draw")


def _payment(value: Any, path: str) -> Payment:
    asked = an_object(value)
    payment = Payment(
        payer=from_json(int, asked.pop("from", None), f"{path}.from"),
        payee=from_json(int, asked.pop("to", None), f"{path}.to"),
        points=from_json(int, asked.pop("points", None), f"{path}.points"),
    )
    for name in asked:
        raise FieldUnknownError(f"{path}.{name}", ("from", "to", "points"))
    return payment


def _check_players(players: tuple[Player, ...]) -> None:
    if not 2 <= len(players) <= 4:
        raise PlayersUnfitError(len(players))
    names: set[str] = set()
    for i, player in enumerate(players):
        path = f"players[{i}].name"
        _check_line(player.name, path, "A name", 60)
        if player.name.casefold() in names:
            raise SameNameError(player.name, path)
        names.add(player.name.casefold())
        if player.colour is not None and _COLOUR.fullmatch(player.colour) is None:
            raise FieldWrongError(f"players[{i}].colour", "a colour such as #7a3b2e", player.colour)


def _check_line(text: str, path: str, what: str, longest: int) -> None:
    # `isprintable` refuses line breaks and the marks that turn text around, but not spaces.
    joined = text.replace("\u200d", "")  # what holds the parts of some emoji together
    if not text.strip() or len(text) > longest or not joined.isprintable():
        raise TextUnfitError(path, what, longest)


def _check_counters(counters: Counters, path: str) -> None:
    for value, count in counters.items():
        _check_number(value, f"{path}.{value}", least=1)
        _check_number(count, f"{path}.{value}", most=_MOST_COUNTERS)


def _check_entry(entry: Entry) -> None:
    for seat, score in entry.scores.items():
        _check_number(score, f"scores.{seat}")
    for i, name in enumerate(entry.photos):
        if not is_photo_name(name):
            raise PhotoNameError(f"photos[{i}]")
    if len(entry.note) > 1000:
        raise TextUnfitError("note", "A note", 1000)


def _check_setup(title: str | None, stake: Stake | None) -> None:
    if title:
        _check_line(title, "title", "The title", 120)
    if stake is None:
        return
    if not 0 <= stake.per_hundred <= MOST_POINTS:
        raise NumberTooLargeError("stake.per_hundred", 0, MOST_POINTS)
    if stake.currency:
        _check_line(stake.currency, "stake.currency", "The currency", 10)


def _check_number(value: int, path: str, least: int = 0, most: int = MOST_POINTS) -> None:
    if not least <= value <= most:
        raise NumberTooLargeError(path, least, most)


__all__ = [
    "PenaltyTakenBack",
    "an_object",
    "counters_counted",
    "entry",
    "hand_number",
    "keep",
    "mark_round",
    "penalty",
    "plan",
    "rename",
    "reseat",
]
