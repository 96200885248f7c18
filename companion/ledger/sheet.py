"""The evening on paper, in the order of the page that is printed: who played, everyone's line, the
hands, who owes whom, who paid whom.

It is imported only when somebody asks for a sheet, because the PDF library takes longer to load
than the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from companion.game.seats import WIND_WORDS, Place, wind_words
from companion.ledger.paper import (
    BRASS,
    INK,
    LINE,
    MARGIN,
    MUTED,
    Align,
    Colour,
    Face,
    Paper,
    colour_of,
    number,
    signed,
)
from companion.ledger.paper_chart import Run, draw_lines
from companion.ledger.story import PlayerTold, Story, StoryLine

_CHART: Final = 52.0
"""Mm of height of the chart."""
_LEAST_CHART: Final = 34.0
"""Mm of height of the chart of a long evening."""
_ROW: Final = 5.4
"""Mm of height of a hand's line."""
_LEAST_ROW: Final = 3.2
"""Mm of height of a hand's line in a long evening, which keeps it on one page. Nobody could read
lower lines, so a second page begins then."""
_TYPE: Final = 2.1
"""Points of type for each mm of a line's height."""
_SIZE: Final = 9.5
"""Points of type in a hand's line, where there is room."""
_GAP: Final = 4.0
"""Mm between the parts of the page."""
_LINE: Final = 4.2
"""Mm of height of a line below the hands."""
_TITLE: Final = 7.0
"""Mm of height of a title below the hands."""
_SMALL: Final = 4.0
"""Mm of height of a line in small type at the foot."""
_PAYS: Final = 17.0
"""Mm of width of what one player pays and receives, where there is room."""
_LEAST_WHY: Final = 20.0
"""Mm of width of what made a hand high, where many take turns: two or three words."""
_WINNER: Final = "Winner"
_RESULTS: Final = {
    "draw": "Drawn",
    "wash": "Washed",
    "false_mah_jongg": "False Mah-Jongg",
    "payment": "Payment",
}


def score_sheet(story: Story) -> bytes:
    """A4 upright, one page for an evening of up to about 40 hands.

    Its fonts come with the program, and hold the Latin, Greek and Cyrillic scripts. A name in
    another script becomes "Player 2", and the sheet says so.
    """
    sheet = _Sheet(story)
    sheet.draw()
    return bytes(sheet.output())


@dataclass(frozen=True)
class _Column:
    head: str
    width: float
    align: Align = "L"
    quiet: bool = False
    indent: float = 0


class _Sheet(Paper):
    def __init__(self, story: Story) -> None:
        super().__init__()
        self.story = story
        self.names = [
            self.printable(player.name) or f"Player {place + 1}"
            for place, player in enumerate(story.players)
        ]
        self.colours = [
            colour_of(player.colour, place) for place, player in enumerate(story.players)
        ]
        self.set_title("Mah-Jongg score sheet")

    def footer(self) -> None:
        self.put(
            MARGIN, self.h - 9, self.epw, f"Page {self.page_no()}", 7.5, colour=MUTED, align="C"
        )

    def draw(self) -> None:
        self.add_page()
        y = self._head(MARGIN)
        y = self._players(y)
        rows = len(self.story.lines) + 3
        room = self.bottom - y - self._end_height() - 3 * _GAP
        chart, row = _CHART, _ROW
        if room >= _LEAST_CHART + rows * _LEAST_ROW:  # else it takes two pages anyway
            chart = min(_CHART, room - rows * _LEAST_ROW)
            row = min(_ROW, (room - chart) / rows)
        if self.story.lines:
            draw_lines(self, (MARGIN, y, self.epw, chart), self._runs(), self._steps())
            y += chart + _GAP
        y = self._hands(y, row)
        if y + _GAP + self._end_height() > self.bottom:
            self.add_page()
            y = MARGIN
        self._end(y + _GAP)

    # --- the head ---

    def _head(self, y: float) -> float:
        title = self.printable(self.story.title) or "Score sheet"
        self.put(MARGIN, y, self.epw, title, 21, face="engraved", height=9)
        facts = [
            _day(self.story.started),
            self.printable(self.story.ruleset_name),
            None if self.story.limit is None else f"limit {number(self.story.limit)}",
            f"{number(self.story.hands)} hand{'' if self.story.hands == 1 else 's'}",
        ]
        words = " · ".join(fact for fact in facts if fact)
        self.put(MARGIN, y + 9, self.epw, words, 10, colour=MUTED)
        self.rule(MARGIN, y + 15, self.epw, BRASS, 0.3)
        return y + 18

    def _players(self, y: float) -> float:
        width = self.epw / len(self.names)
        for place, player in enumerate(self.story.players):
            x = MARGIN + place * width
            self.dot(x + 1, y + 2.4, self.colours[place])
            self.put(x + 3.5, y, width - 5, self.names[place], 12, face="garamond-semibold")
            self.put(x + 3.5, y + 5, width - 5, signed(player.total), 17)
            for n, words in enumerate(self._told_of(player)):
                self.put(x + 3.5, y + 12 + 3.6 * n, width - 5, words, 8.5, colour=MUTED)
        return y + 12 + 3.6 * 3 + _GAP

    def _told_of(self, player: PlayerTold) -> list[str]:
        share = f" ({player.won_share:.0%})".replace("%", " %") if player.hands else ""
        told = [
            f"began as {WIND_WORDS[player.wind]}" if player.wind else "",
            f"won {player.won} of {player.hands}{share}",
        ]
        if player.highest is not None:
            row = f", {player.in_a_row} in a row" if player.in_a_row > 1 else ""
            told.append(f"highest {number(player.highest)}{row}")
        return told

    def _runs(self) -> list[Run]:
        lines = self.story.lines

        def begins(place: Place) -> int:
            """Who sat down later has no line before."""
            return next((n for n, line in enumerate(lines) if line.winds[place]), len(lines))

        return [
            Run(name, colour, (0, *(line.totals[place] for line in lines)), begins(place))
            for place, (name, colour) in enumerate(zip(self.names, self.colours, strict=True))
        ]

    def _steps(self) -> list[str]:
        return ["" if line.hand is None else str(line.hand) for line in self.story.lines]

    # --- the hands ---

    def _facts(self) -> list[_Column]:
        """Those before what made a hand high."""
        rounds = [_Column("Round", 12)] if self.story.counts_rounds else []
        return [
            _Column("Hand", 9, "C"),
            *rounds,
            _Column("East", 15, quiet=True),
            _Column(_WINNER, 19, indent=2.6),
            _Column("Score", 14, "R"),
        ]

    def _columns(self) -> list[_Column]:
        """Those before the players' own."""
        facts = self._facts()
        room = self.epw - sum(column.width for column in facts) - self._pays * len(self.names)
        return [*facts, _Column("What made it high", room, quiet=True, indent=1.6)]

    @cached_property
    def _pays(self) -> float:
        """Mm of width of what one player pays and receives."""
        room = self.epw - sum(column.width for column in self._facts()) - _LEAST_WHY
        return min(_PAYS, room / len(self.names))

    def _hands(self, y: float, row: float) -> float:
        size = min(_SIZE, row * _TYPE)
        y = self._table_head(y, row, size)
        for line in self.story.lines:
            if y + row > self.bottom:
                self.add_page()
                y = self._table_head(MARGIN, row, size)
            self._line(line, y, row, size)
            y += row
        self.rule(MARGIN, y, self.epw, BRASS, 0.4)
        self._cell((MARGIN, y, 40, row), "Total", size, face="engraved")
        for place, player in enumerate(self.story.players):
            box = (self._pays_at(place), y, self._pays - 0.6, row)
            total = signed(player.total)
            self._cell(box, total, size * 1.2, align="R", face="garamond-semibold")
        return y + row

    def _pays_at(self, place: Place) -> float:
        """Where a player's own columns begin."""
        return MARGIN + sum(column.width for column in self._columns()) + self._pays * place + 0.6

    def _table_head(self, y: float, row: float, size: float) -> float:
        x = MARGIN
        below = y + row
        for column in self._columns():
            box = (x + column.indent, below, column.width - column.indent, row)
            self._cell(box, column.head, size * 0.9, align=column.align, colour=MUTED)
            x += column.width
        for place, name in enumerate(self.names):
            left = self._pays_at(place)
            box = (left, y, self._pays - 0.6, row)
            self._cell(box, name, size, align="R", face="garamond-semibold")
            for side, words in enumerate(("I pay", "I receive")):
                box = (left + self._pays / 2 * side, below, self._pays / 2 - 0.6, row)
                self._cell(box, words, size * 0.85, align="R", colour=MUTED)
        self.rule(MARGIN, below + row, self.epw, BRASS, 0.3)
        return below + row

    def _line(self, line: StoryLine, y: float, row: float, size: float) -> None:
        x = MARGIN
        for column, words in zip(self._columns(), self._words(line), strict=True):
            self._cell(
                (x + column.indent, y, column.width - column.indent - 0.8, row),
                words,
                size,
                align=column.align,
                face="garamond-semibold" if column.head == _WINNER else "garamond",
                colour=MUTED if column.quiet else INK,
            )
            if column.head == _WINNER and line.winner is not None:
                self.dot(x + 0.9, y + row / 2, self.colours[line.winner], 1.6)
            x += column.width
        for place in range(len(self.names)):
            self.rule_down(self._pays_at(place), y, row)
            for side, points in enumerate((line.pays[place], line.receives[place])):
                box = (self._pays_at(place) + self._pays / 2 * side, y, self._pays / 2 - 0.6, row)
                self._cell(box, number(points) if points else "", size, align="R")
        self.rule(MARGIN, y + row, self.epw, LINE)

    def _words(self, line: StoryLine) -> list[str]:
        east = next((place for place, wind in enumerate(line.winds) if wind == "E"), None)
        words = ["–" if line.hand is None else str(line.hand)]
        if self.story.counts_rounds:
            words.append(wind_words(line.round))
        words.append("" if east is None else self.names[east])
        words.append(_RESULTS[line.result] if line.winner is None else self.names[line.winner])
        words.append("" if line.score is None else number(line.score))
        words.append(self.printable(", ".join(line.why) or line.note))
        return words

    def _cell(
        self,
        box: tuple[float, float, float, float],
        words: str,
        size: float,
        *,
        align: Align = "L",
        face: Face = "garamond",
        colour: Colour = INK,
    ) -> None:
        """box: left, top, width, height."""
        x, y, width, row = box
        self.put(x, y, width, words, size, face=face, colour=colour, align=align, height=row)

    # --- the end ---

    def _end_height(self) -> float:
        told = max(len(self._owed()), len(self._paid()))
        return _TITLE + _LINE * told + _SMALL * len(self._left_out())

    def _end(self, y: float) -> None:
        half = self.epw / 2
        columns = {"Settle up": self._owed(), "Who paid whom": self._paid()}
        for n, (title, lines) in enumerate(columns.items()):
            x = MARGIN + n * half
            if lines:
                self.put(x, y, half - 4, title, 13, face="engraved")
            for row, words in enumerate(lines):
                self.put(x, y + _TITLE + _LINE * row, half - 4, words, 10)
        below = y + _TITLE + _LINE * max(map(len, columns.values()))
        for n, words in enumerate(self._left_out()):
            self.put(MARGIN, below + _SMALL * n, self.epw, words, 8, colour=MUTED)

    def _owed(self) -> list[str]:
        currency = self.printable(self.story.final.currency or "")
        currency += " " if currency[-1:].isalpha() else ""
        return [
            f"{self._from_to(one.payer, one.payee)}: {number(one.points)}"
            + (f" = {currency}{one.money}" if one.money else "")
            for one in self.story.final.transfers
        ] or ["Nobody owes anything."]

    def _paid(self) -> list[str]:
        return [
            f"{self._from_to(pair.payer, pair.payee)}: {number(pair.points)}"
            f" ({number(pair.gave)} against {number(pair.got)})"
            for pair in self.story.between
        ]

    def _from_to(self, payer: Place, payee: Place) -> str:
        return f"{self.names[payer]} to {self.names[payee]}"

    def _left_out(self) -> list[str]:
        """What the sheet says about names that it cannot print whole."""
        players: Sequence[str] = [
            name
            for name, player in zip(self.names, self.story.players, strict=True)
            if self.printable(player.name) != player.name.strip()
        ]
        if not players:
            return []
        return [
            f"{', '.join(players)}: the name has letters that this sheet's font lacks; "
            "print the page of the score sheet, which shows every name."
        ]


def _day(clock: str) -> str:
    """As the page writes it: Sat, Nov 21, 2026."""
    try:
        day = datetime.fromisoformat(clock)
    except ValueError:
        return clock[:10]
    return f"{day:%a}, {day:%b} {day.day}, {day.year}"
