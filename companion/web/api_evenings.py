"""Calls about an evening while it is played: start, settle, correct, undo, and the live events."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from flask import Blueprint, Response, request, send_file
from msgspec import Meta
from msgspec.structs import asdict

from companion.base.forms import Form, seen_as
from companion.ledger import Change, Evening, Event, commands
from companion.ledger.events import (
    CountersCounted,
    Ended,
    HandCorrected,
    HandRemoved,
    HandSettled,
    Keep,
    PenaltyTakenBack,
    Redone,
    Renamed,
    Reseated,
    Resumed,
    RoundMarked,
    SeatTaken,
    Undone,
)
from companion.ledger.ledger import HandTakenError, NotNextHandError
from companion.ledger.photos import MEDIA_TYPES
from companion.ledger.shown import (
    ChangedHand,
    EveningShown,
    HandShown,
    NextHand,
    changed_hands,
    counters,
    evening_text,
    hand_shown,
    later_hands,
    news,
    next_hand,
    what_happened,
)
from companion.ledger.summary import PlayerShown, SummaryShown, players_shown
from companion.rules.table.counters import Counters
from companion.web.live import Stream
from companion.web.openapi import KEY, KEY_NEEDED, KNOWN, VERSION, takes
from companion.web.services import (
    ArgumentWrongError,
    Number,
    asked_in_address,
    json_answer,
    json_body,
    nothing_in_body,
    services,
    uploaded,
)

blueprint = Blueprint("evenings", __name__)

CHANGING = (KEY, VERSION)
"""The headers of a call that changes an evening."""
_VERSION = re.compile(r'(?:W/)?"?([0-9]{1,9})"?')


class EveningsAsked(Form, frozen=True):
    """search: words of the title, the players' names, the day or the rule set. offset: how many
    to leave out."""

    search: str = ""
    offset: Number = 0
    limit: Annotated[int, Meta(ge=0, le=1000)] = 50


class EveningsPage(Form, frozen=True):
    """total: how many there are in all. notes: on evenings that cannot be read."""

    evenings: tuple[SummaryShown, ...]
    total: int
    notes: tuple[str, ...]


@blueprint.get("/evenings")
@takes(query=EveningsAsked, answer=EveningsPage)
def evenings() -> Response:
    asked = asked_in_address(EveningsAsked)
    page = services().ledger.evenings(asked.search, asked.offset, asked.limit)
    evenings = seen_as(tuple[SummaryShown, ...], page.evenings)
    return json_answer(EveningsPage(evenings, page.total, page.damaged))


class Begun(Form, frozen=True):
    id: str
    version: int


@blueprint.post("/evenings")
@takes(commands.EveningAsked, headers=(KEY,), answer=Begun)
def start() -> Response:
    key = _key()
    plan, rules = commands.plan(json_body(), services().ledger.rulebooks.open)
    evening = services().ledger.start(plan, rules, key)
    return json_answer(Begun(evening.setup.id, evening.version), 201, evening.version)


class LatestAsked(Form, frozen=True):
    """hands: only so many of the latest hands."""

    hands: Number | None = None


@blueprint.get("/evenings/<id>")
@takes(query=LatestAsked, headers=(KNOWN,), answer=EveningShown)
def evening(id: str) -> Response:
    last = asked_in_address(LatestAsked).hands
    evening, rules = services().ledger.evening_and_rules(id)
    answer = json_answer(evening_text(evening, rules, last), version=evening.version)
    # After a restore or an update the same version may show something else. So only who asks with
    # a version of its own is told that nothing is new, and no browser that kept an old answer.
    answer.headers["Cache-Control"] = "no-store"
    answer.make_conditional(request)
    return answer


class AfterHand(NextHand, frozen=True):
    players: tuple[PlayerShown, ...]
    totals: tuple[int, ...]
    counters: tuple[Counters, ...]


class Preview(Form, frozen=True):
    """hand: as it would be settled; None where none would be. changed: the other hands
    that become different. later: every hand from this one on."""

    version: int
    hand: HandShown | None
    after: AfterHand
    changed: tuple[ChangedHand, ...]
    later: tuple[ChangedHand, ...]


@blueprint.post("/evenings/<id>/preview")
@takes(
    commands.PreviewAsked,
    instead=(commands.RemovalAsked, commands.ReseatingAsked, commands.SeatTakingAsked),
    answer=Preview,
    to_all=True,
)
def preview(id: str) -> Response:
    change = services().ledger.preview(id, _asked_for(id, json_body()))
    before, after, hand = change.before, change.after, None
    match change.event:
        case HandSettled(n=n) | HandCorrected(n=n):
            hand = hand_shown(after.hand(n))
        case HandRemoved(n=n) | Reseated(from_hand=n) | SeatTaken(from_hand=n):
            pass
        case other:
            raise AssertionError(f"{other.kind} is not previewed")
    follows = AfterHand(
        **asdict(next_hand(after)),
        players=players_shown(after),
        totals=after.position.totals,
        counters=counters(after),
    )
    changed, later = changed_hands(before, after), later_hands(before, after, n)
    return json_answer(Preview(before.version, hand, follows, changed, later))


def _asked_for(id: str, body: Any) -> Callable[[Evening], Event]:
    """The change whose preview is asked for."""
    said = body if isinstance(body, dict) else {}
    if said.get("reseats") is not None:
        return commands.seated_so(commands.ReseatingAsked.from_json(body).reseats)
    if said.get("takes_seat") is not None:
        return commands.seat_taken(commands.SeatTakingAsked.from_json(body).takes_seat)
    if said.get("removes") is not None:
        removal = commands.RemovalAsked.from_json(body)

        def removed(evening: Evening) -> Event:
            evening.hand(removal.removes, "removes")
            return _removed(removal.removes, removal.keep)

        return removed
    entered = commands.PreviewAsked.from_json(body)
    return _hand(id, entered, entered.replaces, "replaces")


class Settled(HandShown, frozen=True):
    """counters: what each player holds now."""

    version: int
    counters: tuple[Counters, ...]
    next: NextHand


@blueprint.post("/evenings/<id>/hands")
@takes(commands.HandAsked, headers=(KEY_NEEDED, VERSION), answer=Settled)
def settle(id: str) -> Response:
    key = _key()
    if key is None:
        raise ArgumentWrongError(
            "Idempotency-Key", "sent as a header with each hand, different for every hand"
        )
    change = _change(id, _hand(id, commands.HandAsked.from_json(json_body()), None), key)
    assert isinstance(change.event, HandSettled)
    after = change.after
    answer = Settled(
        **asdict(hand_shown(after.hand(change.event.n))),
        version=after.version,
        counters=counters(after),
        next=next_hand(after),
    )
    return json_answer(answer, 201, after.version)


class Changed(Form, frozen=True):
    """What a change of an evening brought. changed: the hands that are different now."""

    version: int
    what: str
    totals: tuple[int, ...]
    counters: tuple[Counters, ...]
    next: NextHand
    changed: tuple[ChangedHand, ...]
    ended: bool


@blueprint.put("/evenings/<id>/hands/<int:n>")
@takes(commands.HandAsked, headers=CHANGING, answer=Changed)
def correct(id: str, n: int) -> Response:
    hand = commands.HandAsked.from_json(json_body())
    return _changed(_change(id, _hand(id, hand, n)))


class Removing(Form, frozen=True):
    """keep: as in `commands.HandAsked`."""

    keep: Keep = "players"


@blueprint.delete("/evenings/<id>/hands/<int:n>")
@takes(query=Removing, headers=CHANGING, answer=Changed)
def remove(id: str, n: int) -> Response:
    keep = asked_in_address(Removing).keep
    return _changed(_change(id, lambda _: _removed(n, keep)))


@blueprint.post("/evenings/<id>/undo")
@takes(headers=CHANGING, answer=Changed)
def undo(id: str) -> Response:
    nothing_in_body()
    return _changed(_change(id, lambda _: Undone()))


@blueprint.post("/evenings/<id>/redo")
@takes(headers=CHANGING, answer=Changed)
def redo(id: str) -> Response:
    nothing_in_body()
    return _changed(_change(id, lambda _: Redone()))


@blueprint.post("/evenings/<id>/end")
@takes(headers=CHANGING, answer=Changed)
def end(id: str) -> Response:
    nothing_in_body()
    return _changed(_change(id, lambda _: Ended()))


@blueprint.post("/evenings/<id>/resume")
@takes(headers=CHANGING, answer=Changed)
def resume(id: str) -> Response:
    nothing_in_body()
    return _changed(_change(id, lambda _: Resumed()))


@blueprint.post("/evenings/<id>/reseat")
@takes(commands.ReseatAsked, headers=CHANGING, answer=Changed)
def reseat(id: str) -> Response:
    return _changed(_change(id, commands.reseat(json_body())))


@blueprint.post("/evenings/<id>/players")
@takes(commands.SeatTakenAsked, headers=CHANGING, answer=Changed)
def take_seat(id: str) -> Response:
    asked = commands.SeatTakenAsked.from_json(json_body())
    return _changed(_change(id, commands.seat_taken(asked)))


@blueprint.post("/evenings/<id>/round")
@takes(RoundMarked, headers=CHANGING, answer=Changed)
def mark_round(id: str) -> Response:
    return _changed(_change(id, commands.as_sent(RoundMarked, json_body())))


@blueprint.post("/evenings/<id>/penalties")
@takes(commands.PenaltyAsked, headers=CHANGING, answer=Changed)
def penalise(id: str) -> Response:
    return _changed(_change(id, commands.penalty(json_body())))


@blueprint.delete("/evenings/<id>/penalties/<int:penalty>")
@takes(headers=CHANGING, answer=Changed)
def take_back_penalty(id: str, penalty: int) -> Response:
    return _changed(_change(id, lambda _: PenaltyTakenBack(penalty)))


@blueprint.put("/evenings/<id>/counters")
@takes(CountersCounted, headers=CHANGING, answer=Changed)
def count_counters(id: str) -> Response:
    return _changed(_change(id, commands.as_sent(CountersCounted, json_body())))


@blueprint.patch("/evenings/<id>")
@takes(Renamed, headers=CHANGING, answer=Changed)
def rename(id: str) -> Response:
    return _changed(_change(id, commands.as_sent(Renamed, json_body())))


class PhotoKept(Form, frozen=True):
    """photo: its name."""

    photo: str


@blueprint.post("/evenings/<id>/photos")
@takes(files=("photo",), answer=PhotoKept)
def keep_photo(id: str) -> Response:
    services().ledger.check(id)
    return json_answer(PhotoKept(services().ledger.keep_photo(id, uploaded("photo"))), 201)


@blueprint.get("/evenings/<id>/photos/<name>")
def photo(id: str, name: str) -> Response:
    services().ledger.check(id)
    path = services().ledger.photos.path(id, name)
    answer = send_file(path, mimetype=MEDIA_TYPES[path.suffix[1:]], conditional=True)
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@blueprint.get("/evenings/<id>/events")
def follow(id: str) -> Response:
    at = services()
    at.ledger.check(id)
    mailbox = at.hub.join(id, request.remote_addr or "")
    try:
        # Read after the mailbox is open: nothing that happens now can be missed.
        first = news(at.ledger.evening(id), "now")
    except BaseException:
        at.hub.leave(mailbox)
        raise
    return _stream(Stream(at.hub, mailbox, first))


@blueprint.get("/events")
def follow_all() -> Response:
    at = services()
    return _stream(Stream(at.hub, at.hub.join(None, request.remote_addr or ""), None))


def _stream(stream: Stream) -> Response:
    answer = Response(stream, mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _hand(
    id: str, hand: commands.HandAsked, replaces: int | None, field: str = "n"
) -> Callable[[Evening], Event]:
    """The event that settles the next hand, or that corrects hand `replaces`, whose number was
    given as `field`."""
    _, rules = services().ledger.evening_and_rules(id)

    def make(evening: Evening) -> Event:
        if replaces is not None:
            turn = evening.hand(replaces, field).turn
            entry = commands.entry(hand, rules, turn)
            return HandCorrected(replaces, entry, hand.keep, unpin=hand.keep == "seats")
        if hand.n is not None and hand.n != evening.next_hand:
            taken = 0 < hand.n < evening.next_hand
            raise (HandTakenError if taken else NotNextHandError)(hand.n, evening.next_hand)
        entry = commands.entry(hand, rules, evening.position.turn)
        return HandSettled(evening.next_hand, entry)

    return make


def _removed(n: int, keep: Keep) -> HandRemoved:
    return HandRemoved(n, keep, unpin=keep == "seats")


def _change(id: str, make: Callable[[Evening], Event], key: str | None = None) -> Change:
    return services().ledger.change(id, make, key=key or _key(), expected=_expected())


def _changed(change: Change) -> Response:
    after = change.after
    answer = Changed(
        version=after.version,
        what="nothing changed" if after is change.before else what_happened(after, change.event),
        totals=after.position.totals,
        counters=counters(after),
        next=next_hand(after),
        changed=changed_hands(change.before, after),
        ended=after.ended,
    )
    return json_answer(answer, version=after.version)


def _key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not (1 <= len(key) <= 200 and key.isprintable()):
        raise ArgumentWrongError("Idempotency-Key", "1 to 200 letters or digits")
    return key


def _expected() -> int | None:
    text = request.headers.get("If-Match", "*").strip()
    if text == "*":
        return None
    match = _VERSION.fullmatch(text)
    if match is None:
        raise ArgumentWrongError("If-Match", "the version of the evening, a whole number")
    return int(match[1])
