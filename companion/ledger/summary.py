"""An evening in a few figures: for the list of evenings, for statistics, for search."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from companion.base.forms import Form
from companion.ledger.evening import Evening, Figures
from companion.ledger.events import Player

# Raised when the content of a summary changes. Older summaries are then made again.
FORM = 3


class Summary(Form, frozen=True):
    """won_with: the score of every hand that was won, in the order of play."""

    id: str
    version: int
    title: str
    started: str
    ended: bool
    ruleset: str
    players: tuple[Player, ...]
    totals: tuple[int, ...]
    hand_count: int
    figures: tuple[Figures, ...]
    won_with: tuple[int, ...]

    def search_text(self) -> str:
        names = [player.name for player in self.players]
        return "\n".join([self.title, *names, self.started[:10], self.ruleset]).casefold()


@dataclass(frozen=True)
class PlayerStatistics:
    """One name over many evenings. average: score of a hand, over all hands with a score.

    as_high: how many of all hands that anybody won reached `highest`. of_won: how many were won.
    """

    name: str
    colour: str | None
    last: str
    evenings: int
    hands: int
    won: int
    average: float
    highest: int
    highest_evening: str | None
    as_high: int
    of_won: int
    limit_hands: int
    points: int
    best_evening: int


def summarise(evening: Evening) -> Summary:
    setup = evening.setup
    return Summary(
        id=setup.id,
        version=evening.version,
        title=setup.title,
        started=evening.origin.at,
        ended=evening.ended,
        ruleset=setup.ruleset,
        players=setup.players,
        totals=evening.position.totals,
        hand_count=len(evening.hands),
        figures=evening.position.figures,
        won_with=tuple(
            hand.outcome.scores[hand.entry.winner] for hand in evening.hands if hand.entry.winner
        ),
    )


def statistics(summaries: Iterable[Summary]) -> list[PlayerStatistics]:
    """By name; the names of the newest evening come first. summaries: the newest first."""
    played: dict[str, list[tuple[Summary, int]]] = defaultdict(list)
    won: list[int] = []
    for summary in summaries:
        won += summary.won_with
        for place, player in enumerate(summary.players):
            played[player.name].append((summary, place))
    won.sort()
    return [_of_one(name, evenings, won) for name, evenings in played.items()]


def _of_one(name: str, evenings: list[tuple[Summary, int]], won: list[int]) -> PlayerStatistics:
    """won: the scores of all hands that were won, the lowest first."""
    newest = evenings[0][0]
    figures = [summary.figures[place] for summary, place in evenings]
    scored = sum(each.scored for each in figures)
    best = max(range(len(figures)), key=lambda i: figures[i].highest)
    colours = (summary.players[place].colour for summary, place in evenings)
    return PlayerStatistics(
        name=name,
        colour=next((colour for colour in colours if colour), None),
        last=newest.started,
        evenings=len(evenings),
        hands=sum(each.hands for each in figures),
        won=sum(each.won for each in figures),
        average=sum(each.score_sum for each in figures) / scored if scored else 0.0,
        highest=figures[best].highest,
        highest_evening=evenings[best][0].id if figures[best].highest else None,
        as_high=len(won) - bisect_left(won, figures[best].highest),
        of_won=len(won),
        limit_hands=sum(each.limit_hands for each in figures),
        points=sum(summary.totals[place] for summary, place in evenings),
        best_evening=max(summary.totals[place] for summary, place in evenings),
    )
