"""An evening as it is told: everyone's line through it, what made a hand high, who paid whom.

A pure function of the evening and its rules. The page, the PDF and the table for spreadsheets all
show these lines.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict

from companion.base.forms import Form
from companion.game.seats import Place, Seat
from companion.ledger.between import Between, between, paid
from companion.ledger.course import (
    in_a_row,
    in_order,
    limit_hands,
    photos_of_winner,
    share,
    transfers,
    transfers_of,
    winner,
    winning_score,
)
from companion.ledger.evening import Evening, PaidPenalty, SettledHand
from companion.ledger.locked_rules import Rulebook
from companion.ledger.settling_up import FinalSettlement, final_settlement
from companion.ledger.summary import EveningNamed, PlayerShown, named
from companion.rules.scoring.answer import Score

_TELLS: Final = 0.25
"""The share of a score that a line has to bring to be told: half of what one double brings."""
_MOST_TOLD: Final = 3
"""How many lines of a score are told of one hand; more do not fit on a line of paper."""

_PAYMENT: Final = "payment"
"""The result of a line that is no hand."""


class StoryLine(Form, frozen=True):
    """A hand, or a payment between two hands.

    hand: its number; None for a payment. round: None where none is counted. score: the winner's,
    before the limit. why: what made it high, the most telling first; empty where only the score
    was typed. limit_hands: the names of those that the winner held. winds, scores, pays, receives,
    totals: by place; the totals are those after the line.
    """

    hand: int | None
    at: str | None
    round: Seat | None
    result: str
    winner: Place | None
    score: int | None
    why: tuple[str, ...]
    limit_hands: tuple[str, ...]
    winds: tuple[Seat | None, ...]
    scores: tuple[int | None, ...]
    pays: tuple[int, ...]
    receives: tuple[int, ...]
    totals: tuple[int, ...]
    photos: tuple[str, ...]
    note: str
    corrected: bool


class PlayerTold(PlayerShown, frozen=True):
    """wind: where the player sat in their first hand; None for nowhere. hands: how many they
    played, won_share: the part of them that they won. highest: the highest hand that they won,
    highest_hand its number. in_a_row: the most hands won one after the other."""

    wind: Seat | None
    hands: int
    won: int
    won_share: float
    highest: int | None
    highest_hand: int | None
    limit_hands: int
    in_a_row: int
    total: int


class Story(EveningNamed, frozen=True):
    """limit: of the evening's rules. nobody_won: the hands that no player won. between: who paid
    whom more than they got back, the most first. final: as the call of that name answers."""

    ruleset_name: str
    limit: int | None
    counts_rounds: bool
    players: tuple[PlayerTold, ...]
    hands: int
    nobody_won: int
    lines: tuple[StoryLine, ...]
    between: tuple[Between, ...]
    final: FinalSettlement


def story(evening: Evening, rules: Rulebook) -> Story:
    setup = evening.setup
    return Story(
        **asdict(named(evening)),
        ruleset_name=rules.name,
        limit=rules.limit,
        counts_rounds=rules.counts_rounds,
        players=tuple(_player(evening, place) for place in range(len(setup.players))),
        hands=len(evening.hands),
        nobody_won=sum(winner(hand) is None for hand in evening.hands),
        lines=story_lines(evening, rules),
        between=between(paid(transfers(evening), len(setup.players))),
        final=final_settlement(evening),
    )


def story_lines(evening: Evening, rules: Rulebook) -> tuple[StoryLine, ...]:
    """Hands and payments between them in the order of play."""
    totals = (0,) * len(evening.setup.players)
    base = _base(rules)
    lines = []
    for source in in_order(evening):
        totals = tuple(total + net for total, net in zip(totals, source.net, strict=True))
        if isinstance(source, SettledHand):
            lines.append(_hand_line(source, totals, base))
        else:
            lines.append(_payment_line(source, totals))
    return tuple(lines)


def _hand_line(hand: SettledHand, totals: tuple[int, ...], base: frozenset[str]) -> StoryLine:
    entry, seats = hand.entry, hand.turn.seats
    wind: dict[Place, Seat] = {place: seat for seat, place in seats.items()}
    scores = {seats[seat]: score for seat, score in hand.outcome.scores.items()}
    won = winner(hand)
    places = range(len(totals))
    pays, receives = _both_ways(hand, len(totals))
    return StoryLine(
        hand=hand.n,
        at=hand.played.at,
        round=hand.turn.round,
        result=entry.result,
        winner=won,
        score=winning_score(hand),
        why=_why(hand, base),
        limit_hands=limit_hands(hand),
        winds=tuple(wind.get(place) for place in places),
        scores=tuple(scores.get(place) for place in places),
        pays=pays,
        receives=receives,
        totals=totals,
        photos=photos_of_winner(hand),
        note=entry.note,
        corrected=hand.played.corrected,
    )


def _payment_line(payment: PaidPenalty, totals: tuple[int, ...]) -> StoryLine:
    nobody = (None,) * len(totals)
    pays, receives = _both_ways(payment, len(totals))
    return StoryLine(
        hand=None,
        at=None,
        round=None,
        result=_PAYMENT,
        winner=None,
        score=None,
        why=(),
        limit_hands=(),
        winds=nobody,
        scores=nobody,
        pays=pays,
        receives=receives,
        totals=totals,
        photos=(),
        note=payment.penalty.why,
        corrected=False,
    )


def _both_ways(
    source: SettledHand | PaidPenalty, players: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each player pays, and what each receives."""
    sums = paid(transfers_of(source), players)
    return tuple(map(sum, sums)), tuple(map(sum, zip(*sums, strict=True)))


def _player(evening: Evening, place: Place) -> PlayerTold:
    player = evening.setup.players[place]
    figures = evening.position.figures[place]
    turns = (*(hand.turn for hand in evening.hands), evening.position.turn)
    seats = (seat for turn in turns for seat, who in turn.seats.items() if who == place)
    scores = {
        hand.n: score
        for hand in evening.hands
        if winner(hand) == place and (score := winning_score(hand)) is not None
    }
    best = max(scores, key=lambda n: scores[n], default=None)
    return PlayerTold(
        name=player.name,
        colour=player.colour,
        wind=next(seats, None),
        hands=figures.hands,
        won=figures.won,
        won_share=share(figures.won, figures.hands),
        highest=None if best is None else scores[best],
        highest_hand=best,
        limit_hands=figures.limit_hands,
        in_a_row=in_a_row(evening, place),
        total=evening.position.totals[place],
    )


# --- what made a hand high ---


def _base(rules: Rulebook) -> frozenset[str]:
    """The rules that ask nothing but that the hand won. They make no hand higher than another."""
    return frozenset(
        rule.id for rule in rules.ruleset.rules.values() if tuple(rule.when) == ("won",)
    )


def _why(hand: SettledHand, base: frozenset[str]) -> tuple[str, ...]:
    """The lines of the winner's score without which most of it would be missing."""
    seat = hand.entry.winner
    if seat is None or seat not in hand.outcome.explained:
        return ()
    score = Score.from_json(hand.outcome.explained[seat])
    if score.limit_hands:
        return limit_hands(hand)
    brought = {n: _brings(score, n) for n, line in enumerate(score.lines) if line.id not in base}
    telling = [n for n, points in brought.items() if points >= _TELLS * score.uncapped]
    telling.sort(key=lambda n: -brought[n])
    return tuple(score.lines[n].text for n in telling[:_MOST_TOLD])


def _brings(score: Score, n: int) -> int:
    """How many points of the score before the limit would be missing without line n."""
    line = score.lines[n]
    without = (score.points - line.points) << (score.doubles - line.doubles)
    return (score.points << score.doubles) - without + line.added
