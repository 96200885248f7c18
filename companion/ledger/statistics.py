"""The players over many evenings: a pure function of the evenings' summaries.

A player is a name. Whoever plays under another name is another player.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from msgspec.structs import asdict

from companion.base.forms import Form, seen_as
from companion.game.seats import Place
from companion.ledger.between import Between, between
from companion.ledger.course import share
from companion.ledger.summary import LimitHandWon, Summary

_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
"""Before this no evening was played with this program. A small computer without a clock may say
1970."""


class Rank(Form, frozen=True):
    """as_high: how many of all hands that anybody won scored at least so high. of_won: how many
    were won."""

    as_high: int
    of_won: int


class PlayerStatistics(Form, frozen=True):
    """One name over the evenings found.

    won_share: of the player's own hands. average: score of a hand, over all of the player's hands
    with a score. highest: of the hands that the player won, 0 for none. in_a_row: the most hands
    won one after the other in one evening. line: the player's points in all after each of the
    evenings, the oldest first; None for an evening without the player.
    """

    name: str
    colour: str | None
    last: str
    evenings: int
    hands: int
    won: int
    won_share: float
    average: float
    highest: int
    highest_evening: str | None
    highest_rank: Rank
    limit_hands: int
    in_a_row: int
    points: int
    best_evening: int
    line: tuple[int | None, ...]


class EveningTold(Form, frozen=True):
    id: str
    title: str
    started: str


class LimitHandTold(LimitHandWon, frozen=True):
    """A limit hand of one of the evenings."""

    evening: str
    title: str
    started: str
    player: str


class Statistics(Form, frozen=True):
    """players: the names of the newest evening first. evenings: the oldest first. hands: of all of
    them, nobody_won those that no player won. between: by the places in `players`. limit_hands: the
    newest first."""

    players: tuple[PlayerStatistics, ...]
    evenings: tuple[EveningTold, ...]
    hands: int
    nobody_won: int
    between: tuple[Between, ...]
    limit_hands: tuple[LimitHandTold, ...]


@dataclass(frozen=True)
class _Played:
    """A player's evenings, the newest first, each with the player's place in it."""

    name: str
    evenings: tuple[tuple[Summary, Place], ...]


def statistics(summaries: Iterable[Summary]) -> Statistics:
    """summaries: the newest first. One without a hand, in which nobody has won or lost anything, is
    left out."""
    found = tuple(one for one in summaries if one.hand_count or any(one.totals))
    entered = tuple(reversed(found))
    in_time = _in_time(entered)
    won = sorted(score for summary in found for score in summary.won_with)
    players = _players(found)
    hands = sum(summary.hand_count for summary in found)
    return Statistics(
        players=tuple(_of_one(player, in_time, won) for player in players),
        evenings=tuple(EveningTold(one.id, one.title, one.started) for one in in_time),
        hands=hands,
        nobody_won=hands - len(won),
        between=between(_paid(found, [player.name for player in players])),
        limit_hands=tuple(
            LimitHandTold(
                evening=summary.id,
                title=summary.title,
                started=summary.started,
                player=summary.players[hand.place].name,
                **asdict(seen_as(LimitHandWon, hand)),
            )
            for summary in reversed(in_time)
            for hand in reversed(summary.limit_hands)
        ),
    )


def _in_time(entered: Sequence[Summary]) -> list[Summary]:
    """By their clocks, so that an evening of another computer stands where it belongs, whenever it
    was read in. One whose clock cannot be right stands behind the one entered before it.

    entered: the first entered first.
    """
    moments: list[datetime] = []
    for summary in entered:
        moment = _moment(summary.started)
        wrong = datetime.min.replace(tzinfo=UTC) < moment < _FIRST
        moments.append(moments[-1] if wrong and moments else moment)
    return [entered[i] for i in sorted(range(len(entered)), key=moments.__getitem__)]


def _moment(clock: str) -> datetime:
    """An evening that was read in may have been written by any clock, or by none."""
    try:
        moment = datetime.fromisoformat(clock)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _players(found: Iterable[Summary]) -> list[_Played]:
    played: dict[str, list[tuple[Summary, Place]]] = defaultdict(list)
    for summary in found:
        for place, player in enumerate(summary.players):
            played[player.name].append((summary, place))
    return [_Played(name, tuple(evenings)) for name, evenings in played.items()]


def _of_one(player: _Played, in_time: Sequence[Summary], won: list[int]) -> PlayerStatistics:
    """won: the scores of all hands that were won, the lowest first."""
    evenings = player.evenings
    played = {summary.id for summary, _ in evenings}
    figures = [summary.figures[place] for summary, place in evenings]
    totals = [summary.totals[place] for summary, place in evenings]
    hands, wins = sum(each.hands for each in figures), sum(each.won for each in figures)
    scored = sum(each.scored for each in figures)
    best = max(range(len(figures)), key=lambda i: figures[i].highest)
    highest = figures[best].highest
    colours = (summary.players[place].colour for summary, place in evenings)
    return PlayerStatistics(
        name=player.name,
        colour=next((colour for colour in colours if colour), None),
        last=next(one for one in reversed(in_time) if one.id in played).started,
        evenings=len(evenings),
        hands=hands,
        won=wins,
        won_share=share(wins, hands),
        average=round(sum(each.score_sum for each in figures) / scored, 1) if scored else 0.0,
        highest=highest,
        highest_evening=evenings[best][0].id if highest else None,
        highest_rank=Rank(len(won) - bisect_left(won, highest), len(won)),
        limit_hands=sum(each.limit_hands for each in figures),
        in_a_row=max(summary.in_a_row[place] for summary, place in evenings),
        points=sum(totals),
        best_evening=max(totals),
        line=_line(player, in_time),
    )


def _line(player: _Played, in_time: Sequence[Summary]) -> tuple[int | None, ...]:
    won_in = {summary.id: summary.totals[place] for summary, place in player.evenings}
    points = 0
    line: list[int | None] = []
    for summary in in_time:
        points += won_in.get(summary.id, 0)
        line.append(points if summary.id in won_in else None)
    return tuple(line)


def _paid(found: Iterable[Summary], names: Sequence[str]) -> list[list[int]]:
    """What the players gave each other in all evenings, by their places among the names."""
    at = {name: place for place, name in enumerate(names)}
    sums = [[0] * len(names) for _ in names]
    for summary in found:
        places = [at[player.name] for player in summary.players]
        for payer, row in zip(places, summary.paid, strict=True):
            for payee, points in zip(places, row, strict=True):
                sums[payer][payee] += points
    return sums
