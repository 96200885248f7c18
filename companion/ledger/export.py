"""The record of an evening as a table for spreadsheets: the lines of its story."""

from __future__ import annotations

import csv
import io

from companion.game.seats import Place, wind_words
from companion.ledger.evening import Evening
from companion.ledger.locked_rules import Rulebook
from companion.ledger.story import StoryLine, story_lines

# A spreadsheet takes these for the start of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(evening: Evening, rules: Rulebook) -> str:
    """One row for each hand or payment between hands. For each player: wind, score, paid, received,
    total."""
    names = [_cell(player.name) for player in evening.setup.players]
    columns = ["wind", "score", "pays", "receives", "total"]
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(
        ["hand", "time", "round", "result", "winner"]
        + [f"{name}: {column}" for name in names for column in columns]
        + ["note"]
    )
    for line in story_lines(evening, rules):
        rows.writerow(
            [line.hand, line.at, wind_words(line.round), line.result.replace("_", " ")]
            + ["" if line.winner is None else names[line.winner]]
            + [cell for place in range(len(names)) for cell in _cells(line, place)]
            + [_cell(line.note)]
        )
    return text.getvalue()


def _cells(line: StoryLine, place: Place) -> list[str | int | None]:
    return [
        wind_words(line.winds[place]),
        line.scores[place],
        line.pays[place],
        line.receives[place],
        line.totals[place],
    ]


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
