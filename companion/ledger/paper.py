"""A page of paper in the page's colours and type. Lengths in mm, type in points."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Container
from pathlib import Path
from typing import Final, Literal

from fpdf import FPDF

Colour = tuple[int, int, int]
Face = Literal["engraved", "garamond", "garamond-semibold"]
Align = Literal["L", "C", "R"]

# As in the page's style sheet, by daylight.
INK: Final[Colour] = (0x2A, 0x21, 0x19)
MUTED: Final[Colour] = (0x64, 0x56, 0x3F)
LINE: Final[Colour] = (0xCD, 0xBD, 0x97)
STRONG_LINE: Final[Colour] = (0x8D, 0x7A, 0x50)
BRASS: Final[Colour] = (0xB9, 0x8A, 0x34)
COLOURS: Final = (
    "#b3382c",
    "#2b6cb0",
    "#2f8a57",
    "#c08a1e",
    "#7d4fa0",
    "#50606b",
    "#8a5a2b",
    "#1f7f86",
)
"""Of the players who have none of their own, by place."""

MARGIN: Final = 12.0
"""Mm around the page."""
MM_PER_PT: Final = 25.4 / 72
"""A point is a 72nd of an inch."""
_LEAST: Final = 0.8
"""The smallest that type is set to fit its place, as a share of its size. Then words are cut."""
_FACES: Final = ("garamond", "garamond-semibold", "engraved")
_OTHER: Final = "dejavu"
"""The face for letters that the page's own faces lack, such as Greek and Cyrillic ones."""
_NUMBER: Final = re.compile(r"[+−]?[0-9,]+")
_FONTS: Final = Path(__file__).parent / "fonts"


class Paper(FPDF):
    """A4 upright. Everything is put at a place; nothing flows."""

    def __init__(self) -> None:
        super().__init__(orientation="portrait", format="A4")
        for face in _FACES:
            self.add_font(face, "", _FONTS / f"{face}.ttf")
        self.add_font(_OTHER, "", _FONTS / "DejaVuSansCondensed.ttf")
        self.set_fallback_fonts([_OTHER], exact_match=False)
        self.set_margin(MARGIN)
        self.set_auto_page_break(False)
        self.c_margin = 0
        self.set_font("garamond", "", 10)

    @property
    def bottom(self) -> float:
        """Where the page ends, but for the line with its number."""
        return float(self.h - MARGIN)

    def put(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float = 9,
        *,
        face: Face = "garamond",
        colour: Colour = INK,
        align: Align = "L",
        height: float | None = None,
    ) -> None:
        """One line of text in its place: smaller if it does not fit, then cut. A number is never
        cut."""
        if not text:
            return
        self.set_text_color(*colour)
        self.set_font(face, "", size)
        wide = self.get_string_width(text)
        if wide > width:
            least = 0 if _NUMBER.fullmatch(text) else _LEAST
            self.set_font(face, "", size * max(width / wide, least))
            if least:
                text = self._cut(text, width)
        self.set_xy(x, y)
        self.cell(width, size * MM_PER_PT * 1.3 if height is None else height, text, align=align)

    def rule(
        self, x: float, y: float, width: float, colour: Colour = LINE, thick: float = 0.15
    ) -> None:
        self.set_draw_color(*colour)
        self.set_line_width(thick)
        self.line(x, y, x + width, y)

    def rule_down(self, x: float, y: float, height: float) -> None:
        self.set_draw_color(*LINE)
        self.set_line_width(0.15)
        self.line(x, y, x, y + height)

    def dot(self, x: float, y: float, colour: Colour, size: float = 2.0) -> None:
        """x, y: its middle."""
        self.set_fill_color(*colour)
        self.ellipse(x - size / 2, y - size / 2, size, size, style="F")

    def printable(self, text: str) -> str:
        """The text without what the fonts lack. Accents are left out before letters are."""
        letters = []
        for letter in text:
            if self._has(letter):
                letters.append(letter)
            else:
                parts = unicodedata.normalize("NFKD", letter)
                letters += [part for part in parts if self._has(part)]
        return "".join(letters).strip()

    def _has(self, letter: str) -> bool:
        # A letter that the other face has too is drawn whole, whichever face is asked.
        held: Container[int] = self.fonts[_OTHER].cmap  # type: ignore[union-attr]
        return ord(letter) in held

    def _cut(self, text: str, width: float) -> str:
        if self.get_string_width(text) <= width:
            return text
        lengths = range(len(text))
        wide = bisect_right(lengths, width, key=lambda n: self.get_string_width(text[:n] + "…"))
        return text[: max(0, wide - 1)].rstrip() + "…"


def colour_of(text: str | None, place: int) -> Colour:
    """A player's colour, `#rrggbb`, or that of the place."""
    digits = (text or COLOURS[place % len(COLOURS)])[1:]
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def number(value: float) -> str:
    """As the page writes it."""
    return f"{value:,.0f}".replace("-", "−")


def signed(value: int) -> str:
    return f"+{number(value)}" if value > 0 else number(value)
