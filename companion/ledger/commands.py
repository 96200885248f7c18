"""What people and programs ask of the ledger, checked and turned into events.

Each function takes plain JSON. It raises MalformedError if the JSON cannot be understood, and
NotAllowedError if the game does not allow it, with the path of the field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, get_args

from msgspec import field
from msgspec.structs import asdict, replace

from companion.base.errors import MalformedError, NotAllowedError
from companion.base.forms import FieldWrongError, Form, seen_as
from companion.base.one_line import is_one_line, tidied, without_joiners
from companion.game.seats import Place, Seat
from companion.ledger.evening import Evening, NobodyInPlaceError
from companion.ledger.events import (
    CountersCounted,
    Entry,
    Event,
    HandCorrected,
    HandEntered,
    HandSettled,
    Keep,
    PenaltyPaid,
    Player,
    Renamed,
    Reseated,
    SeatTaken,
    Stake,
    Started,
)
from companion.ledger.locked_rules import Rulebook
from companion.ledger.photos import PhotoElsewhereError, PhotoNameError, is_photo_name
from companion.rules.hands_at_table import ScoreTwiceError
from companion.rules.table.counters import Counters, PaymentByPlace, Transfer
from companion.rules.table.rotation import PlayersUnfitError, Result, Turn

Json = dict[str, Any]
Opener = Callable[[str, Json], Rulebook]

MOST_POINTS = 10**12
"""Points of one score or payment. More is a typing error, and sums of them stay exact numbers."""
_MOST_COUNTERS = 10**6
"""Counters of one value. More is a typing error."""
_MOST_WORTH = 10**6
"""Points of one counter: a thousand times the books' largest. More is a typing error. An evening
that was begun before this was refused may have more."""
_LONGEST = {"name": 60, "title": 120, "why": 200, "note": 1000, "currency": 10}
"""Characters of what people write. By hand: more than anybody needs, and a page still shows it."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class NumberTooLargeError(NotAllowedError):
    def __init__(self, path: str, least: int, most: int, what: str | None = None) -> None:
        super().__init__(f"{what or path} has to be between {least} and {most:,}.", field=path)


class TextUnfitError(NotAllowedError):
    def __init__(self, path: str, what: str, longest: int) -> None:
        super().__init__(
            f"{what} has to be one line of 1 to {longest} letters; write it anew.", field=path
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


class WinnerUnfitError(NotAllowedError):
    def __init__(self, result: str) -> None:
        super().__init__(
            f"A hand that ends as {result.replace('_', ' ')} has no winner; leave one of them out.",
            field="winner",
        )


class ResultUnfitError(NotAllowedError):
    def __init__(self, result: str, events: str) -> None:
        super().__init__(
            f"By its events this hand ends as {events}, not as {result}; correct one of them, or"
            " leave the result out.".replace("_", " "),
            field="result",
        )


class TwoEndsError(NotAllowedError):
    sentence = (
        "After washing, the tiles are dealt anew, so the same hand cannot also end with a false"
        " Mah-Jongg; take one of the two out."
    )
    field = "events"


class NoPaymentError(MalformedError):
    sentence = "A penalty needs a payment; say who pays whom, and how much."
    field = "payments"


class EveningAsked(Form, frozen=True):
    """A new evening. The first player is East; the others follow to the right."""

    players: tuple[Player, ...]
    ruleset: str = "harr"
    options: Json = field(default_factory=dict)
    counters: Counters | None = None
    title: str = ""
    stake: Stake | None = None
    keep_photos: bool = True


class HandAsked(HandEntered, frozen=True):
    """A hand's end.

    result: follows from the rest if it is left out. n: the number that the sender expects the hand
    to have. keep: for a correction, whether the later hands stay with the seats or the players.
    """

    result: Result | None = None
    n: int | None = None
    keep: Keep = "players"


class PreviewAsked(HandAsked, frozen=True):
    """replaces: the number of the hand that it would correct; None for the next hand."""

    replaces: int | None = None


class RemovalAsked(Form, frozen=True):
    """removes: the number of the hand that would be removed."""

    removes: int
    keep: Keep = "players"


class ReseatAsked(Form, frozen=True):
    """from_hand: the first hand with these seats; None for the next one."""

    seats: Mapping[Seat, Place]
    from_hand: int | None = None
    keep: Keep = "players"


class ReseatingAsked(Form, frozen=True):
    """reseats: how the seats would be changed."""

    reseats: ReseatAsked


class SeatTakenAsked(Form, frozen=True):
    """name: who plays on; whoever has played before under this name comes back. instead_of: the
    place of the player who leaves. from_hand: the first hand without that one; None for the next.
    """

    name: str
    instead_of: Place
    colour: str | None = None
    from_hand: int | None = None


class SeatTakingAsked(Form, frozen=True):
    """takes_seat: who would play on for whom."""

    takes_seat: SeatTakenAsked


class PenaltyAsked(Form, frozen=True):
    payments: tuple[PaymentByPlace, ...]
    why: str = ""


Named = TypeVar("Named", EveningAsked, Renamed)


def plan(body: Any, open_rules: Opener) -> tuple[Started, Rulebook]:
    """A new evening's setup, and its rules.

    open_rules: from the name of a rule set and its options to the rules; it may raise.
    """
    asked = _tidied(EveningAsked.from_json(body))
    rules = open_rules(asked.ruleset, asked.options)
    counters = rules.starting_counters() if asked.counters is None else asked.counters
    started = Started(id="", rulebook="", **{**asdict(asked), "counters": counters})
    _check_worths(counters, "counters")
    check(started)
    return started, rules


def check(event: Event) -> None:
    """Refuse names, numbers and settings that no evening may hold, whoever sends them.

    `replay.step` decides whether the event fits the evening.
    """
    match event:
        case Started(players=players, counters=counters, title=title, stake=stake):
            _check_players(players)
            _check_counters(counters, "counters")
            _check_setup(title, stake)
        case SeatTaken(player=player):
            _check_player(player, "name", "colour")
        case Renamed(players=renamed, title=new_title, stake=new_stake):
            if renamed is not None:
                _check_names(renamed)
            _check_setup(new_title, new_stake)
        case HandSettled(entry=hand) | HandCorrected(entry=hand):
            _check_entry(hand)
        case PenaltyPaid(payments=payments, why=why):
            for i, payment in enumerate(payments):
                _check_number(payment.points, f"payments[{i}].points", least=1)
            if why:
                _check_line(why, "why", "The reason", _LONGEST["why"])
        case CountersCounted(counters=counted):
            for i, each in enumerate(counted):
                _check_counters(each, f"counters[{i}]")


def entry(asked: HandAsked, rules: Rulebook, turn: Turn) -> Entry:
    """One hand as entered, for the seats of this turn.

    A seat's tiles are scored here once, so that an impossible hand is refused with its field.
    """
    scores, hands = asked.scores, asked.hands
    named = [
        *((seat, f"scores.{seat}") for seat in scores),
        *((seat, f"hands.{seat}") for seat in hands),
        *((seat, f"photo_of.{seat}") for seat in asked.photo_of),
        *((seat, "winner") for seat in [asked.winner] if seat),
        *((seat, "discarder") for seat in [asked.discarder] if seat),
        *((event.seat, f"events[{i}].seat") for i, event in enumerate(asked.events)),
    ]
    for seat, path in named:
        if seat not in turn.seats:
            raise NotAtTheTableError(seat, turn.seats, path)
    for seat in scores:
        if seat in hands:
            raise ScoreTwiceError(seat)
    if {"wash", "false_mah_jongg"} <= {event.kind for event in asked.events}:
        raise TwoEndsError
    follows = _result(asked)
    result = asked.result or follows
    if (result == "win") is not (asked.winner is not None):
        raise WinnerUnfitError(result)
    if result != follows:
        raise ResultUnfitError(result, follows)
    if result == "win":
        for seat in turn.seats:
            if seat not in scores and seat not in hands:
                raise ScoreMissingError(seat)
    entered = {name: getattr(asked, name) for name in HandEntered.__struct_fields__}
    entered["hands"] = {
        seat: rules.plain_hand(seat, hand, turn, seat == asked.winner)
        for seat, hand in hands.items()
    }
    made = Entry(
        **entered,
        result=result,
        # With three players, a seat may be empty after a correction that was taken before, so the
        # hand always stays with its players.
        seated=dict(turn.seats) if len(turn.seats) == 3 else None,
    )
    _check_entry(made)
    rules.check_told(made, turn)
    return made


def reseat(body: Any) -> Callable[[Evening], Reseated]:
    return seated_so(ReseatAsked.from_json(body))


def seated_so(asked: ReseatAsked) -> Callable[[Evening], Reseated]:
    def make(evening: Evening) -> Reseated:
        first = evening.next_hand if asked.from_hand is None else asked.from_hand
        return Reseated(asked.seats, first, asked.keep, unpin=asked.keep == "seats")

    return make


def seat_taken(asked: SeatTakenAsked) -> Callable[[Evening], SeatTaken]:
    comes = Player(tidied(asked.name), asked.colour)
    _check_player(comes, "name", "colour")

    def make(evening: Evening) -> SeatTaken:
        players, first = evening.setup.players, asked.from_hand
        if not 0 <= asked.instead_of < len(players):
            raise NobodyInPlaceError(len(players))
        names = [_same(player.name) for player in players]
        known = _same(comes.name) in names
        place = names.index(_same(comes.name)) if known else len(players)
        return SeatTaken(
            player=players[place] if known else comes,
            instead_of=players[asked.instead_of].name,
            leaves=asked.instead_of,
            comes=place,
            from_hand=evening.next_hand if first is None else first,
        )

    return make


def penalty(body: Any) -> Callable[[Evening], PenaltyPaid]:
    asked = PenaltyAsked.from_json(body)
    if not asked.payments:
        raise NoPaymentError
    paid = PenaltyPaid(tuple(seen_as(Transfer, payment) for payment in asked.payments), asked.why)
    check(paid)
    return lambda _: paid


def as_sent(kind: type[Event], body: Any) -> Callable[[Evening], Event]:
    """An event that is sent as the journal holds it."""
    event = kind.from_json(body)
    if isinstance(event, Renamed):
        event = _tidied(event)
    if isinstance(event, CountersCounted):
        for i, each in enumerate(event.counters):
            _check_worths(each, f"counters[{i}]")
    check(event)
    return lambda _: event


def _result(asked: HandAsked) -> Result:
    """What kind of end the entry describes."""
    if asked.winner is not None:
        return "win"
    kinds: set[str] = {event.kind for event in asked.events}
    known: tuple[Result, ...] = get_args(Result)
    return next((kind for kind in known if kind in kinds), "draw")


def _tidied(given: Named) -> Named:
    """With names and title as they are kept: a space behind a name makes no other player."""
    players, title = given.players, given.title
    return replace(
        given,
        players=players and tuple(replace(each, name=tidied(each.name)) for each in players),
        title=title and tidied(title),
    )


def _check_players(players: tuple[Player, ...]) -> None:
    if not 2 <= len(players) <= 4:
        raise PlayersUnfitError(len(players))
    _check_names(players)


def _check_names(players: tuple[Player, ...]) -> None:
    names: set[str] = set()
    for i, player in enumerate(players):
        path = f"players[{i}].name"
        _check_player(player, path, f"players[{i}].colour")
        name = _same(player.name)
        if name in names:
            raise SameNameError(player.name, path)
        names.add(name)


def _check_player(player: Player, name: str, colour: str) -> None:
    """name, colour: where these were given."""
    _check_line(player.name, name, "A name", _LONGEST["name"])
    if player.colour is not None and _COLOUR.fullmatch(player.colour) is None:
        raise FieldWrongError(colour, "a colour such as #7a3b2e", player.colour)


def _same(name: str) -> str:
    """The same text for names that nobody tells apart."""
    return without_joiners(name).casefold()


def _check_line(text: str, path: str, what: str, longest: int) -> None:
    if not is_one_line(text, longest):
        raise TextUnfitError(path, what, longest)


def _check_counters(counters: Counters, path: str) -> None:
    for value, count in counters.items():
        _check_number(value, f"{path}.{value}", least=1)
        _check_number(count, f"{path}.{value}", most=_MOST_COUNTERS)


def _check_worths(counters: Counters, path: str) -> None:
    for worth in counters:
        if not 1 <= worth <= _MOST_WORTH:
            what = f"What a counter is worth, {worth} in {path},"
            raise NumberTooLargeError(f"{path}.{worth}", 1, _MOST_WORTH, what)


def _check_entry(entry: Entry) -> None:
    for seat, score in entry.scores.items():
        _check_number(score, f"scores.{seat}")
    for i, name in enumerate(entry.photos):
        if not is_photo_name(name):
            raise PhotoNameError(f"photos[{i}]")
    for seat, name in entry.photo_of.items():
        if name not in entry.photos:
            raise PhotoElsewhereError(f"photo_of.{seat}")
    if len(entry.note) > _LONGEST["note"]:
        raise TextUnfitError("note", "A note", _LONGEST["note"])


def _check_setup(title: str | None, stake: Stake | None) -> None:
    if title:
        _check_line(title, "title", "The title", _LONGEST["title"])
    if stake is None:
        return
    if not stake.per_hundred.is_finite():
        raise FieldWrongError("stake.per_hundred", 'a number, such as "0.25"', stake.per_hundred)
    if not 0 <= stake.per_hundred <= MOST_POINTS:
        raise NumberTooLargeError("stake.per_hundred", 0, MOST_POINTS)
    if stake.currency:
        _check_line(stake.currency, "stake.currency", "The currency", _LONGEST["currency"])


def _check_number(value: int, path: str, least: int = 0, most: int = MOST_POINTS) -> None:
    if not least <= value <= most:
        raise NumberTooLargeError(path, least, most)
