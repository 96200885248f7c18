"""An evening in a few figures: for the list of evenings, for statistics, for search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from companion.ledger.evening import Evening
from companion.ledger.events import Player

# Raised when what a summary holds changes; older ones are then made anew.
FORM = 1


@dataclass(frozen=True)
class Figures:
    """One player's evening. scored, highest: of the hands that have a score for the player."""

    hands: int = 0
    won: int = 0
    scored: int = 0
    score_sum: int = 0
    highest: int = 0
    limit_hands: int = 0


@dataclass(frozen=True)
class Summary:
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

    def search_text(self) -> str:
        names = [player.name for player in self.players]
        return "\n".join([self.title, *names, self.started[:10], self.ruleset]).casefold()


@dataclass(frozen=True)
class PlayerStatistics:
    """One name over many evenings. average: score of a hand, over all hands with a score."""

    name: str
    colour: str | None
    last: str
    evenings: int
    hands: int
    won: int
    average: float
    highest: int
    highest_evening: str | None
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
        figures=_figures(evening),
    )


def _figures(evening: Evening) -> tuple[Figures, ...]:
    count = len(evening.setup.players)
    won, scored, score_sum, highest, limits = ([0] * count for _ in range(5))
    for hand in evening.hands:
        if hand.entry.winner is not None:
            won[hand.turn.seats[hand.entry.winner]] += 1
        for seat, score in hand.outcome.scores.items():
            place = hand.turn.seats[seat]
            scored[place] += 1
            score_sum[place] += score
            highest[place] = max(highest[place], score)
        for seat in hand.outcome.limit_hands:
            limits[hand.turn.seats[seat]] += 1
    hands = len(evening.hands)
    return tuple(
        Figures(hands, *each) for each in zip(won, scored, score_sum, highest, limits, strict=True)
    )


def statistics(summaries: Iterable[Summary]) -> list[PlayerStatistics]:
    """Per name, those of the newest evening first. summaries: the newest first."""
    played: dict[str, list[tuple[Summary, int]]] = defaultdict(list)
    for summary in summaries:
        for place, player in enumerate(summary.players):
            played[player.name].append((summary, place))
    return [_of_one(name, evenings) for name, evenings in played.items()]


def _of_one(name: str, evenings: list[tuple[Summary, int]]) -> PlayerStatistics:
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
        limit_hands=sum(each.limit_hands for each in figures),
        points=sum(summary.totals[place] for summary, place in evenings),
        best_evening=max(summary.totals[place] for summary, place in evenings),
    )
