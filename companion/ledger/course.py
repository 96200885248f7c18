"""The course of an evening: hands and payments in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.game.seats import Place
from companion.ledger.evening import Evening, PaidPenalty, SettledHand
from companion.rules.scoring.answer import Score
from companion.rules.table.counters import Transfer
from companion.rules.table.rotation import Turn
from companion.rules.table.settle import Payment


def in_order(evening: Evening) -> Iterator[SettledHand | PaidPenalty]:
    penalties = list(evening.penalties)
    for hand in evening.hands:
        while penalties and penalties[0].after_hand < hand.n:
            yield penalties.pop(0)
        yield hand
    yield from penalties


def transfers(evening: Evening) -> Iterator[Transfer]:
    """Every payment of the evening, by place."""
    for source in in_order(evening):
        yield from transfers_of(source)


def transfers_of(source: SettledHand | PaidPenalty) -> tuple[Transfer, ...]:
    """By place."""
    if isinstance(source, PaidPenalty):
        return source.penalty.payments
    return by_place(source.outcome.payments, source.turn)


def by_place(payments: Iterable[Payment], turn: Turn) -> tuple[Transfer, ...]:
    """Payments between seats, as between those who sit there in this turn."""
    return tuple(
        Transfer(turn.seats[payment.payer], turn.seats[payment.payee], payment.points)
        for payment in payments
    )


def winner(hand: SettledHand) -> Place | None:
    return None if hand.entry.winner is None else hand.turn.seats[hand.entry.winner]


def photos_of_winner(hand: SettledHand) -> tuple[str, ...]:
    """The photograph of the winner's tiles, or all of the hand where nobody knows which it is."""
    entry = hand.entry
    own = entry.photo_of.get(entry.winner) if entry.winner else None
    return entry.photos if own is None else (own,)


def winning_score(hand: SettledHand) -> int | None:
    """Before the limit."""
    seat = hand.entry.winner
    return None if seat is None else hand.outcome.scores[seat]


def in_a_row(evening: Evening, place: Place) -> int:
    """The most hands that the player won one after the other."""
    longest = run = 0
    for hand in evening.hands:
        run = run + 1 if winner(hand) == place else 0
        longest = max(longest, run)
    return longest


def limit_hands(hand: SettledHand) -> tuple[str, ...]:
    """The names of the limit hands that the winner held, in the book's order."""
    seat = hand.entry.winner
    if seat is None or seat not in hand.outcome.limit_hands:
        return ()
    score = Score.from_json(hand.outcome.explained[seat])
    words = {line.id: line.text for line in score.lines}
    return tuple(words.get(id, id.replace("_", " ")) for id in score.limit_hands)


def share(part: int, whole: int) -> float:
    """To four places, 0 of nothing."""
    return round(part / whole, 4) if whole else 0.0
