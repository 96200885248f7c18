"""The record of an evening as a table for spreadsheets: the lines of the score sheet."""

from __future__ import annotations

import csv
import io

from companion.game.seats import WIND_WORDS, Place
from companion.ledger.evening import Evening, PaidPenalty, SettledHand

# A spreadsheet takes these for the start of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(evening: Evening) -> str:
    """One row for each hand or penalty. For each player: wind, score, paid, received, total."""
    names = [_cell(player.name) for player in evening.setup.players]
    columns = ["wind", "score", "pays", "receives", "total"]
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(
        ["hand", "time", "round", "result", "winner"]
        + [f"{name}: {column}" for name in names for column in columns]
        + ["note"]
    )
    for line in lines(evening):
        rows.writerow(
            [line.number, line.time, line.round, line.result]
            + ["" if line.winner is None else names[line.winner]]
            + [cell for place in range(len(names)) for cell in line.cells(place)]
            + [_cell(line.note)]
        )
    return text.getvalue()


class Line:
    """A row of either record."""

    def __init__(self, source: SettledHand | PaidPenalty, totals: tuple[int, ...]) -> None:
        self.totals = totals
        self.net = source.net
        self.scores: dict[Place, int] = {}
        self.winds: dict[Place, str] = {}
        self.winner: Place | None = None
        if isinstance(source, SettledHand):
            seats = source.turn.seats
            self.number, self.time = str(source.n), source.played.at
            self.round = WIND_WORDS[source.turn.round_shown]
            self.result = source.entry.result.replace("_", " ")
            self.note = source.entry.note
            self.winds = {place: WIND_WORDS[seat] for seat, place in seats.items()}
            self.scores = {seats[seat]: score for seat, score in source.outcome.scores.items()}
            if source.entry.winner is not None:
                self.winner = seats[source.entry.winner]
            self.transfers = [
                (seats[payment.payer], seats[payment.payee], payment.points)
                for payment in source.outcome.payments
            ]
        else:
            self.number, self.time, self.round, self.result = "", "", "", "penalty"
            self.note = source.penalty.why
            self.transfers = [
                (payment.payer, payment.payee, payment.points)
                for payment in source.penalty.payments
            ]

    def pays(self, place: Place) -> int:
        return sum(points for payer, _, points in self.transfers if payer == place)

    def receives(self, place: Place) -> int:
        return sum(points for _, payee, points in self.transfers if payee == place)

    def cells(self, place: Place) -> list[str | int]:
        return [
            self.winds.get(place, ""),
            self.scores.get(place, ""),
            self.pays(place),
            self.receives(place),
            self.totals[place],
        ]


def lines(evening: Evening) -> list[Line]:
    """Hands and penalties in the order of play, with the totals after each."""
    totals = [0] * len(evening.setup.players)
    sources: list[SettledHand | PaidPenalty] = []
    penalties = list(evening.penalties)
    for hand in evening.hands:
        while penalties and penalties[0].after_hand < hand.n:
            sources.append(penalties.pop(0))
        sources.append(hand)
    lines = []
    for source in [*sources, *penalties]:
        totals = [total + net for total, net in zip(totals, source.net, strict=True)]
        lines.append(Line(source, tuple(totals)))
    return lines


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
