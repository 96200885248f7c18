"""The printed score sheet: "I pay" and "I receive" for every player.

It is imported only when somebody asks for a sheet, because the PDF library takes longer to load
than the server.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.ledger.evening import Evening
from companion.ledger.export import Line, lines
from companion.ledger.locked_rules import Rulebook
from companion.ledger.settling_up import final_settlement

_FONT = "DejaVu"
_SURELY_FITS = 4  # letters in one cell: measuring more takes longer than drawing
_FONTS = Path(__file__).parent / "fonts"


def score_sheet(evening: Evening, rules: Rulebook) -> bytes:
    """The score sheet as PDF, A4 across: "I pay" and "I receive" for every player.

    Its font comes with the program, and holds the Latin, Greek and Cyrillic scripts. A name in
    another script becomes "Player 2", and the sheet says so.
    """
    pdf = _Sheet(orientation="landscape", format="A4")
    pdf.add_font(_FONT, "", _FONTS / "DejaVuSansCondensed.ttf")
    pdf.set_margin(12)
    pdf.set_auto_page_break(True, margin=14)
    pdf.set_title("Mah-Jongg score sheet")
    pdf.set_font(_FONT, "", 10)
    pdf.names = [
        pdf.printable(player.name) or f"Player {place + 1}"
        for place, player in enumerate(evening.setup.players)
    ]
    pdf.heading = pdf.printable(evening.setup.title) or "Mah-Jongg"
    pdf.subheading = f"{evening.origin.at[:10]}   {pdf.printable(rules.name)}"
    pdf.add_page()
    for line in lines(evening):
        pdf.line_of(line)
    pdf.totals_of(evening)
    return bytes(pdf.output())


class _Sheet(FPDF):
    """The page: heading and column names at the top, page number at the bottom. Widths in mm."""

    names: list[str]
    heading: str
    subheading: str
    _FIRST = (12.0, 17.0)
    _ROW = 6.5

    def header(self) -> None:
        self.set_font(_FONT, "", 16)
        self.cell(0, 8, self.heading, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(_FONT, "", 10)
        self.cell(0, 6, self.subheading, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(2)
        block, column = self._widths()
        self.set_font(_FONT, "", 12)
        self.cell(sum(self._FIRST), self._ROW, "", border="LTR")
        for name in self.names:
            self.cell(block, self._ROW, self._fitted(name, block), border=1, align="C")
        self.ln()
        self.set_font(_FONT, "", 8)
        for width, word in zip(self._FIRST, ("Hand", "Round"), strict=True):
            self.cell(width, self._ROW, word, border=1, align="C")
        for _ in self.names:
            for word in ("Score", "I pay", "I receive", "Total"):
                self.cell(column, self._ROW, word, border=1, align="C")
        self.ln()

    def footer(self) -> None:
        self.set_y(-11)
        self.set_font(_FONT, "", 8)
        self.cell(0, 5, f"Page {self.page_no()}", align="C")

    def line_of(self, line: Line) -> None:
        _, column = self._widths()
        self.set_font(_FONT, "", 9)
        first = (line.number or "-", line.round or line.result)
        for width, word in zip(self._FIRST, first, strict=True):
            self.cell(width, self._ROW, self._fitted(word, width), border=1, align="C")
        for place in range(len(self.names)):
            wind, score, *amounts = line.cells(place)
            won = "*" if line.winner == place else ""
            marked = f"{str(wind)[:1]} {score}{won}".strip()
            for word in (marked, *(str(amount or "") for amount in amounts[:2]), str(amounts[2])):
                self.cell(column, self._ROW, self._fitted(word, column), border=1, align="R")
        self.ln()

    def totals_of(self, evening: Evening) -> None:
        _, column = self._widths()
        self.set_font(_FONT, "", 11)
        self.cell(sum(self._FIRST), self._ROW, "Total", border=1, align="C")
        for total in evening.position.totals:
            self.cell(column * 3, self._ROW, "", border=1)
            self.cell(column, self._ROW, self._fitted(str(total), column), border=1, align="R")
        self.ln(self._ROW + 4)
        self.set_font(_FONT, "", 10)
        currency = self.printable(evening.setup.stake.currency) if evening.setup.stake else ""
        for payment in final_settlement(evening):
            move = payment.move.payment
            money = (
                "" if payment.money is None else f" ({payment.money} {currency})".replace(" )", ")")
            )
            words = f"{self.names[move.payer]} pays {self.names[move.payee]} {move.points}{money}"
            self.cell(0, 6, words, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(_FONT, "", 8)
        for words in ("* won the hand; the letter is the player's wind", *self._left_out(evening)):
            self.cell(0, 5, words, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def printable(self, text: str) -> str:
        """The text without what the font lacks. Accents are left out before letters are."""
        held: Container[int] = self.fonts[_FONT.lower()].cmap  # type: ignore[union-attr]
        letters = []
        for letter in text:
            if ord(letter) in held:
                letters.append(letter)
            else:
                parts = unicodedata.normalize("NFKD", letter)
                letters += [part for part in parts if ord(part) in held]
        return "".join(letters).strip()

    def _left_out(self, evening: Evening) -> list[str]:
        """What the sheet says about names that it cannot print whole."""
        players = [
            self.names[place]
            for place, player in enumerate(evening.setup.players)
            if self.printable(player.name) != player.name.strip()
        ]
        if not players:
            return []
        return [
            f"{', '.join(players)}: the name has letters that this sheet's font lacks; "
            "print the page of the score sheet, which shows every name."
        ]

    def _widths(self) -> tuple[float, float]:
        """Widths of one player's block, and of a column in it."""
        block = (self.epw - sum(self._FIRST)) / len(self.names)
        return block, block / 4

    def _fitted(self, text: str, width: float) -> str:
        """The text, shortened if it is wider than its cell."""
        if len(text) <= _SURELY_FITS:
            return text
        while text and self.get_string_width(text) > width - 2 * self.c_margin:
            text = text[:-1]
        return text
