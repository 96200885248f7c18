"""An evening in a few figures: for the list of evenings, for statistics, for search."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from companion.base.forms import Form, seen_as
from companion.base.frozen import freeze
from companion.game.hand import in_codes
from companion.game.seats import Place
from companion.ledger.between import Paid, paid
from companion.ledger.course import (
    in_a_row,
    limit_hands,
    photos_of_winner,
    transfers,
    winner,
    winning_score,
)
from companion.ledger.evening import Evening, Figures, SettledHand

FORM = 8
"""The form of a summary. It goes up by one when the content changes; older ones are then made
again."""


class PlayerShown(Form, frozen=True):
    """colour: `#rrggbb`, or None."""

    name: str
    colour: str | None


class EveningNamed(Form, frozen=True):
    """Which evening it is, and in what state."""

    id: str
    version: int
    title: str
    started: str
    ended: bool


class SummaryShown(EveningNamed, frozen=True):
    """An evening in the list of evenings. players: all who have played. seated: the places of those
    who play now, or played last, in the order of that list."""

    ruleset: str
    players: tuple[PlayerShown, ...]
    seated: tuple[Place, ...]
    totals: tuple[int, ...]
    hand_count: int


class LimitHandWon(Form, frozen=True):
    """A hand that somebody won with a limit hand. names: of all that it holds. hand: its tiles as
    codes. photos: the names of its photographs, as far as they are known from the others'."""

    n: int
    names: tuple[str, ...]
    score: int
    hand: dict[str, Any]
    photos: tuple[str, ...]

    def __post_init__(self) -> None:
        freeze(self, "hand")


class LimitHand(LimitHandWon, frozen=True):
    """place: of who won it."""

    place: Place


class Summary(SummaryShown, frozen=True):
    """won_with: the score of every hand that was won, in the order of play. paid: what the players
    gave each other. in_a_row: by place, the most hands won one after the other."""

    figures: tuple[Figures, ...]
    won_with: tuple[int, ...]
    paid: Paid
    in_a_row: tuple[int, ...]
    limit_hands: tuple[LimitHand, ...]

    def search_text(self) -> str:
        names = [player.name for player in self.players]
        return "\n".join([self.title, *names, self.started[:10], self.ruleset]).casefold()


def named(evening: Evening) -> EveningNamed:
    setup = evening.setup
    return EveningNamed(setup.id, evening.version, setup.title, evening.origin.at, evening.ended)


def players_shown(evening: Evening) -> tuple[PlayerShown, ...]:
    return seen_as(tuple[PlayerShown, ...], evening.setup.players)


def summarise(evening: Evening) -> Summary:
    players = len(evening.setup.players)
    scores = (winning_score(hand) for hand in evening.hands)
    return Summary(
        **asdict(named(evening)),
        ruleset=evening.setup.ruleset,
        players=players_shown(evening),
        seated=tuple(sorted(evening.position.turn.seats.values())),
        totals=evening.position.totals,
        hand_count=len(evening.hands),
        figures=evening.position.figures,
        won_with=tuple(score for score in scores if score is not None),
        paid=paid(transfers(evening), players),
        in_a_row=tuple(in_a_row(evening, place) for place in range(players)),
        limit_hands=tuple(
            _limit_hand(hand, place)
            for hand in evening.hands
            if (place := winner(hand)) is not None and limit_hands(hand)
        ),
    )


def _limit_hand(hand: SettledHand, place: Place) -> LimitHand:
    seat = hand.entry.winner
    assert seat is not None
    return LimitHand(
        n=hand.n,
        place=place,
        names=limit_hands(hand),
        score=hand.outcome.scores[seat],
        hand=in_codes(hand.entry.hands[seat]),
        photos=photos_of_winner(hand),
    )
