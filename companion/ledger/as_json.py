"""An evening as the JSON that programs and pages read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.base.forms import json_text, to_form
from companion.ledger.evening import Evening, PaidPenalty, SettledHand
from companion.ledger.events import Event, Player, Recorded, Redone, Undone
from companion.ledger.locked_rules import Rulebook
from companion.ledger.settling_up import final_settlement
from companion.ledger.summary import Summary
from companion.rules.table.counters import Move, Transfer

Json = dict[str, Any]


def evening_text(evening: Evening, rules: Rulebook, last: int | None = None) -> str:
    """The whole evening as JSON text. last: only so many of the latest hands.

    The text of each hand is made once and kept, so that a long evening takes no longer than joining
    texts.
    """
    hands = evening.hands if last is None else evening.hands[max(0, len(evening.hands) - last) :]
    head = json_text(evening_json(evening, rules))
    return f'{head[:-1]},"hands":[{",".join(_hand_text(_Same(hand)) for hand in hands)}]}}'


def evening_json(evening: Evening, rules: Rulebook) -> Json:
    """Everything about an evening except its hands."""
    setup = evening.setup
    return {
        "id": setup.id,
        "version": evening.version,
        "title": setup.title,
        "started": evening.origin.at,
        "ended": evening.ended,
        "ruleset": setup.ruleset,
        "ruleset_name": rules.name,
        "options": setup.options,
        "limit": rules.limit,
        "play": rules.play,
        "players": [player_json(player) for player in setup.players],
        **next_json(evening),
        "counts_rounds": rules.counts_rounds,
        "set_complete": evening.position.turn.set_complete,
        "totals": list(evening.position.totals),
        "denominations": sorted(setup.counters, reverse=True),
        "counters": [counters_json(each) for each in evening.position.counters],
        "counters_start": counters_json(setup.counters),
        "stake": None if setup.stake is None else setup.stake.to_json(),
        "keep_photos": setup.keep_photos,
        "hand_count": len(evening.hands),
        "undo": evening.standing[-1].event.words if evening.standing else None,
        "redo": evening.undone[-1].event.words if evening.undone else None,
        "penalties": [_penalty_json(each) for each in evening.penalties],
        "final": final_json(evening),
    }


def next_json(evening: Evening) -> Json:
    """Who sits where for the next hand, which round it is, and the hand's number."""
    turn = evening.position.turn
    return {"seats": dict(turn.seats), "round": turn.round_shown, "hand": evening.next_hand}


def hand_json(hand: SettledHand) -> Json:
    entry, outcome = hand.entry, hand.outcome
    return {
        "n": hand.n,
        "key": hand.played.key,
        "seats": dict(hand.turn.seats),
        "round": hand.turn.round_shown,
        "winner": entry.winner,
        "result": entry.result,
        "scores": dict(outcome.scores),
        "payments": [payment.to_json() for payment in outcome.payments],
        "net": {seat: hand.net[place] for seat, place in hand.turn.seats.items()},
        "totals": list(hand.totals),
        "moves": [move_json(move) for move in hand.moves],
        "discarder": entry.discarder,
        "pays_for_all": entry.pays_for_all,
        "events": to_form(entry.events),
        "hands": dict(entry.hands),
        "typed": dict(entry.scores),
        "explained": dict(outcome.explained),
        "photos": list(entry.photos),
        "photo_of": dict(entry.photo_of),
        "note": entry.note,
        "corrected": hand.played.corrected,
        "settled": hand.played.at,
    }


def player_json(player: Player) -> Json:
    return {"name": player.name, "colour": player.colour}


def counters_json(counters: Mapping[int, int]) -> dict[str, int]:
    return {str(worth): counters[worth] for worth in sorted(counters, reverse=True)}


def move_json(move: Move) -> Json:
    """By player. exchange: counters that the payer changes first, with a player or the box."""
    handover = move.handover
    exchange = handover.exchange
    return {
        **_payment_json(move.payment),
        "give": counters_json(handover.given),
        "change": counters_json(handover.change),
        "exchange": None
        if exchange is None
        else {
            "with": exchange.partner,
            "gives": counters_json(exchange.gives),
            "gets": counters_json(exchange.gets),
        },
        "owed": handover.owed,
    }


def _payment_json(payment: Transfer) -> Json:
    """By player."""
    return {"from": payment.payer, "to": payment.payee, "points": payment.points}


def final_json(evening: Evening) -> Json:
    """Who pays whom at the end, in as few payments as possible."""
    stake = evening.setup.stake
    return {
        "transfers": [
            {**move_json(payment.move), "money": payment.money}
            for payment in final_settlement(evening)
        ],
        "currency": stake.currency if stake else None,
    }


def changed_json(before: Evening, after: Evening) -> list[Json]:
    """The hands that another state changes: who won them with what, and what each player gets."""
    return [
        _changed_json(old, new)
        for old, new in _pairs(before, after)
        if _net_of(old) != _net_of(new) or _won_json(old) != _won_json(new)
    ]


def later_json(before: Evening, after: Evening, first: int) -> list[Json]:
    """Every hand from hand `first` on, as in `changed_json`, also the unchanged ones."""
    return [
        _changed_json(old, new)
        for old, new in _pairs(before, after)
        if max(hand.n for hand in (old, new) if hand) >= first
    ]


def _pairs(before: Evening, after: Evening) -> list[tuple[SettledHand | None, SettledHand | None]]:
    """Each hand as it was and as it is, in the order of play; None if it is not there."""
    old = {hand.played.version: hand for hand in before.hands}
    new = {hand.played.version: hand for hand in after.hands}
    return [(old.get(version), new.get(version)) for version in sorted({*old, *new})]


def _changed_json(old: SettledHand | None, new: SettledHand | None) -> Json:
    hand = new or old
    assert hand is not None
    return {
        "n": hand.n,
        "was": None if old is None else old.n,
        "before": _net_of(old),
        "after": _net_of(new),
        "won": {"before": _won_json(old), "after": _won_json(new)},
    }


def _won_json(hand: SettledHand | None) -> Json | None:
    """Who won a hand, by player, and with what."""
    if hand is None:
        return None
    winner = hand.entry.winner
    return {
        "result": hand.entry.result,
        "winner": None if winner is None else hand.turn.seats[winner],
        "score": None if winner is None else hand.outcome.scores.get(winner),
    }


def what_happened(evening: Evening, event: Event) -> str:
    """The change that led to this state, in words. For an undo, also what was undone."""
    match event:
        case Undone():
            return f"{evening.undone[-1].event.words}, taken back"
        case Redone():
            return f"{evening.standing[-1].event.words}, brought back"
        case _:
            return event.words


def news_json(evening: Evening, what: str | None, draft: int = 0) -> Json:
    """The message for a page that follows the evening: small, with the whole present state.

    what: None if only the draft of the next hand changed. draft: its revision in that case.
    """
    return {
        "id": evening.setup.id,
        "version": evening.version,
        "what": what,
        **next_json(evening),
        "totals": list(evening.position.totals),
        "ended": evening.ended,
        "draft": draft,
    }


def history_json(journal: Sequence[Recorded], evening: Evening) -> list[Json]:
    """Every event in the order it happened. Undone events are marked."""
    standing = {recorded.version for recorded in evening.standing} | {1}
    told = _undo_in_words(journal)
    return [
        {
            "version": recorded.version,
            "what": told.get(recorded.version, recorded.event.words),
            "at": recorded.at,
            "undone": recorded.version not in standing
            and not isinstance(recorded.event, Undone | Redone),
        }
        for recorded in journal
    ]


def _undo_in_words(journal: Sequence[Recorded]) -> dict[int, str]:
    """What each undo took back and each redo brought back, by the version of the undo or redo."""
    standing: list[Recorded] = []
    undone: list[Recorded] = []
    told: dict[int, str] = {}
    for recorded in journal[1:]:
        match recorded.event:
            case Undone():
                undone.append(standing.pop())
                told[recorded.version] = f"{undone[-1].event.words}, taken back"
            case Redone():
                standing.append(undone.pop())
                told[recorded.version] = f"{standing[-1].event.words}, brought back"
            case _:
                standing.append(recorded)
                undone.clear()
    return told


def summary_json(summary: Summary) -> Json:
    return {
        "id": summary.id,
        "version": summary.version,
        "title": summary.title,
        "started": summary.started,
        "ended": summary.ended,
        "ruleset": summary.ruleset,
        "players": [player_json(player) for player in summary.players],
        "totals": list(summary.totals),
        "hand_count": summary.hand_count,
    }


def _penalty_json(paid: PaidPenalty) -> Json:
    return {
        "id": paid.penalty.version,
        "after_hand": paid.after_hand,
        "payments": [_payment_json(payment) for payment in paid.penalty.payments],
        "net": list(paid.net),
        "moves": [move_json(move) for move in paid.moves],
        "why": paid.penalty.why,
    }


def _net_of(hand: SettledHand | None) -> list[int] | None:
    return None if hand is None else list(hand.net)


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
def _hand_text(same: _Same) -> str:
    return json_text(hand_json(same.hand))
