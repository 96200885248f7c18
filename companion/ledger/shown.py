"""An evening as programs and pages read it: one form for each answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Raw
from msgspec.structs import asdict

from companion.base.forms import Form, json_bytes, json_text, seen_as
from companion.game.hand import in_codes
from companion.game.seats import Place, Seat
from companion.ledger.back import back
from companion.ledger.course import winner, winning_score
from companion.ledger.evening import Evening, PaidPenalty, SettledHand
from companion.ledger.events import Event, Recorded, Redone, Stake, Undone
from companion.ledger.locked_rules import Rulebook
from companion.ledger.replay import stack
from companion.ledger.settling_up import FinalSettlement, final_settlement
from companion.ledger.summary import EveningNamed, PlayerShown, named, players_shown
from companion.rules.table import settle
from companion.rules.table.counters import Counters, Move, PaymentByPlace
from companion.rules.table.questions import Play
from companion.rules.table.rotation import Result

Json = dict[str, Any]


class PenaltyShown(Form, frozen=True):
    """id: the version at which it was paid. net: by player."""

    id: int
    after_hand: int
    payments: tuple[PaymentByPlace, ...]
    net: tuple[int, ...]
    moves: tuple[Move, ...]
    why: str


class NextHand(Form, frozen=True):
    """Who sits where for the next hand, which round it is, and the hand's number."""

    seats: Mapping[Seat, Place]
    round: Seat
    hand: int


class SeatTakenShown(Form, frozen=True):
    """Who plays on for whom, by their places in the list of players, from which hand on."""

    leaves: Place
    comes: Place
    from_hand: int


class EveningHead(EveningNamed, frozen=True):
    """Everything about an evening except its hands.

    players: all who have played; seats says who plays now. seats_taken: the earliest first. totals,
    counters: by player. undo, redo: the change that they would take back or bring back. undo_words,
    redo_words: what undo does, and what redo shall do, as people say it.
    """

    ruleset: str
    ruleset_name: str
    options: Json
    limit: int | None
    play: Play
    players: tuple[PlayerShown, ...]
    seats_taken: tuple[SeatTakenShown, ...]
    seats: Mapping[Seat, Place]
    round: Seat
    hand: int
    counts_rounds: bool
    set_complete: bool
    totals: tuple[int, ...]
    denominations: tuple[int, ...]
    counters: tuple[Counters, ...]
    counters_start: Counters
    stake: Stake | None
    keep_photos: bool
    hand_count: int
    undo: str | None
    redo: str | None
    undo_words: str | None
    redo_words: str | None
    penalties: tuple[PenaltyShown, ...]
    final: FinalSettlement


class HandShown(Form, frozen=True):
    """A settled hand, by seat; totals by player, after the hand. hands, typed: what was entered,
    tiles as codes. explained: each score, line by line. note: as it was entered. notes: what the
    table may wonder about."""

    n: int
    key: str | None
    seats: Mapping[Seat, Place]
    round: Seat
    winner: Seat | None
    result: Result
    scores: Mapping[Seat, int]
    payments: tuple[settle.Payment, ...]
    net: Mapping[Seat, int]
    totals: tuple[int, ...]
    moves: tuple[Move, ...]
    discarder: Seat | None
    pays_for_all: bool
    events: tuple[settle.TableEvent, ...]
    hands: Mapping[Seat, Json]
    typed: Mapping[Seat, int]
    explained: Mapping[Seat, Json]
    photos: tuple[str, ...]
    photo_of: Mapping[Seat, str]
    note: str
    notes: tuple[str, ...]
    corrected: bool
    settled: str


class EveningShown(EveningHead, frozen=True):
    """hands: all of them, or the latest."""

    hands: tuple[HandShown, ...]


def evening_text(evening: Evening, rules: Rulebook, last: int | None = None) -> str:
    """`EveningShown` as JSON text. last: only so many of the latest hands.

    The text of each hand is made once and kept, so a long evening takes hardly longer than a short
    one.
    """
    hands = evening.hands if last is None else evening.hands[max(0, len(evening.hands) - last) :]
    texts = [_hand_text(_Same(hand)) for hand in hands]
    return json_text({**asdict(_head(evening, rules)), "hands": texts})


def _head(evening: Evening, rules: Rulebook) -> EveningHead:
    setup, position = evening.setup, evening.position
    last = evening.standing[-1].event if evening.standing else None
    undone = evening.undone[-1].event if evening.undone else None
    return EveningHead(
        **asdict(named(evening)),
        ruleset=setup.ruleset,
        ruleset_name=rules.name,
        options=setup.options,
        limit=rules.limit,
        play=rules.play,
        players=players_shown(evening),
        seats_taken=tuple(
            SeatTakenShown(taken.leaves, taken.comes, n) for n, taken in evening.seats_taken()
        ),
        **asdict(next_hand(evening)),
        counts_rounds=rules.counts_rounds,
        set_complete=position.turn.set_complete,
        totals=position.totals,
        denominations=tuple(sorted(setup.counters, reverse=True)),
        counters=counters(evening),
        counters_start=_largest_first(setup.counters),
        stake=setup.stake,
        keep_photos=setup.keep_photos,
        hand_count=len(evening.hands),
        undo=last.words if last else None,
        redo=undone.words if undone else None,
        undo_words=back(last).undoes if last else None,
        redo_words=back(undone).redo if undone else None,
        penalties=tuple(_penalty(each) for each in evening.penalties),
        final=final_settlement(evening),
    )


def next_hand(evening: Evening) -> NextHand:
    turn = evening.position.turn
    return NextHand(turn.seats, turn.round_shown, evening.next_hand)


def hand_shown(hand: SettledHand) -> HandShown:
    entry, outcome = hand.entry, hand.outcome
    return HandShown(
        n=hand.n,
        key=hand.played.key,
        seats=hand.turn.seats,
        round=hand.turn.round_shown,
        winner=entry.winner,
        result=entry.result,
        scores=outcome.scores,
        payments=outcome.payments,
        net={seat: hand.net[place] for seat, place in hand.turn.seats.items()},
        totals=hand.totals,
        moves=hand.moves,
        discarder=entry.discarder,
        pays_for_all=entry.pays_for_all,
        events=entry.events,
        hands={seat: in_codes(given) for seat, given in entry.hands.items()},
        typed=entry.scores,
        explained=outcome.explained,
        photos=entry.photos,
        photo_of=entry.photo_of,
        note=entry.note,
        notes=outcome.notes,
        corrected=hand.played.corrected,
        settled=hand.played.at,
    )


def counters(evening: Evening) -> tuple[Counters, ...]:
    """What each player holds, the largest counters first."""
    return tuple(_largest_first(each) for each in evening.position.counters)


def _largest_first(held: Counters) -> Counters:
    return {worth: held[worth] for worth in sorted(held, reverse=True)}


def _penalty(paid: PaidPenalty) -> PenaltyShown:
    return PenaltyShown(
        id=paid.penalty.version,
        after_hand=paid.after_hand,
        payments=seen_as(tuple[PaymentByPlace, ...], paid.penalty.payments),
        net=paid.net,
        moves=paid.moves,
        why=paid.penalty.why,
    )


# --- what a change brings ---


class Won(Form, frozen=True):
    """Who won a hand, by player, and with what."""

    result: Result
    winner: Place | None
    score: int | None


class WonBeforeAndAfter(Form, frozen=True):
    before: Won | None
    after: Won | None


class ChangedHand(Form, frozen=True):
    """A hand before and after a change. n: its number, was: the one that it had. before, after:
    what each player gets. None: it is not there."""

    n: int
    was: int | None
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None
    won: WonBeforeAndAfter


def changed_hands(before: Evening, after: Evening) -> tuple[ChangedHand, ...]:
    """The hands that another state changes: who won them with what, and what each player gets."""
    hands = (_changed(*pair) for pair in _pairs(before, after))
    return tuple(
        hand for hand in hands if hand.before != hand.after or hand.won.before != hand.won.after
    )


def later_hands(before: Evening, after: Evening, first: int) -> tuple[ChangedHand, ...]:
    """Every hand from hand `first` on, as in `changed_hands`, also the unchanged ones."""
    return tuple(
        _changed(old, new)
        for old, new in _pairs(before, after)
        if max(hand.n for hand in (old, new) if hand) >= first
    )


def _pairs(before: Evening, after: Evening) -> list[tuple[SettledHand | None, SettledHand | None]]:
    """Each hand as it was and as it is, in the order of play; None if it is not there."""
    old = {hand.played.version: hand for hand in before.hands}
    new = {hand.played.version: hand for hand in after.hands}
    return [(old.get(version), new.get(version)) for version in sorted({*old, *new})]


def _changed(old: SettledHand | None, new: SettledHand | None) -> ChangedHand:
    hand = new or old
    assert hand is not None
    was = None if old is None else old.n
    players = max(len(each.net) for each in (old, new) if each)
    won = WonBeforeAndAfter(_won(old), _won(new))
    return ChangedHand(hand.n, was, _net_of(old, players), _net_of(new, players), won)


def _net_of(hand: SettledHand | None, players: int) -> tuple[int, ...] | None:
    """Who has not sat down yet gets nothing."""
    return None if hand is None else hand.net + (0,) * (players - len(hand.net))


def _won(hand: SettledHand | None) -> Won | None:
    if hand is None:
        return None
    return Won(hand.entry.result, winner(hand), winning_score(hand))


class News(NextHand, frozen=True):
    """The message for a page that follows the evening: small, with the whole present state.

    what: None if only the draft of the next hand changed. draft: its revision in that case.
    """

    id: str
    version: int
    what: str | None
    totals: tuple[int, ...]
    ended: bool
    draft: int


def news(evening: Evening, what: str | None, draft: int = 0) -> News:
    return News(
        id=evening.setup.id,
        version=evening.version,
        what=what,
        **asdict(next_hand(evening)),
        totals=evening.position.totals,
        ended=evening.ended,
        draft=draft,
    )


# --- what happened ---


class HistoryLine(Form, frozen=True):
    """An event. undone: it was taken back and does not count."""

    version: int
    what: str
    at: str
    undone: bool


def history(journal: Sequence[Recorded], evening: Evening) -> tuple[HistoryLine, ...]:
    """Every event in the order it happened."""
    standing = {recorded.version for recorded in evening.standing} | {1}
    return tuple(
        HistoryLine(
            version=recorded.version,
            what=words,
            at=recorded.at,
            undone=recorded.version not in standing
            and not isinstance(recorded.event, Undone | Redone),
        )
        for recorded, words in zip(journal, _all_in_words(journal), strict=True)
    )


def what_happened(evening: Evening, event: Event) -> str:
    """The change that led to this state, in words. For an undo, also what was undone."""
    return _in_words(event, evening.standing, evening.undone)


def _in_words(event: Event, standing: Sequence[Recorded], undone: Sequence[Recorded]) -> str:
    """An event in words. standing, undone: after it (`Evening`)."""
    match event:
        case Undone():
            return back(undone[-1].event).undone
        case Redone():
            return back(standing[-1].event).redone
        case _:
            return event.words


def _all_in_words(journal: Sequence[Recorded]) -> Iterator[str]:
    """Every event in words, in the order it happened."""
    standing: list[Recorded] = []
    undone: list[Recorded] = []
    yield journal[0].event.words
    for recorded in journal[1:]:
        stack(recorded, standing, undone)
        yield _in_words(recorded.event, standing, undone)


class _Same:
    """A hand as a key of the cache: the same object, not an equal one."""

    __slots__ = ("hand",)

    def __init__(self, hand: SettledHand) -> None:
        self.hand = hand

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.hand is self.hand

    def __hash__(self) -> int:
        return id(self.hand)


@lru_cache(maxsize=1024)
def _hand_text(same: _Same) -> Raw:
    return Raw(json_bytes(hand_shown(same.hand)))
