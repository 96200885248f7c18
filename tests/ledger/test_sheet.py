"""The evening on paper, as a PDF reader finds it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from fpdf import FPDF

from companion.ledger.events import Player, Renamed
from companion.ledger.paper import Paper
from companion.ledger.paper_chart import beside_ends, nice_step
from companion.ledger.sheet import score_sheet
from companion.ledger.story import story
from tests.ledger.test_evening import Table
from tests.ledger.test_story import GREEN_PUNG, with_tiles

NAMES = ("Ann", "Bo", "Cy", "Di")


def played(hands: int, *names: str, ruleset: str = "harr", score: int = 32) -> Table:
    """South wins every hand."""
    table = Table(ruleset=ruleset)
    table.add(Renamed(tuple(Player(name) for name in names or NAMES)))
    for _ in range(hands):
        table.settle("S", 4, score, 0, 8)
    return table


def pdf_of(table: Table) -> bytes:
    pdf = score_sheet(story(table.evening, table.rules))
    assert pdf.startswith(b"%PDF-")
    return pdf


def letters_of(pdf: bytes) -> str:
    """The tables of the PDF that say which letters its fonts draw."""
    maps = re.findall(rb"beginbfchar\n(.*?)endbfchar", pdf, re.DOTALL)
    assert maps
    return b"\n".join(maps).decode()


def holds(maps: str, letter: str) -> bool:
    return f"<{ord(letter):04X}>" in maps.upper()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line of text of the sheets that a test makes, in their order."""
    texts: list[str] = []
    write = FPDF.cell

    def noted(self: FPDF, w: float, h: float, text: str = "", **how: Any) -> bool:
        texts.append(text)
        return bool(write(self, w, h, text, **how))

    monkeypatch.setattr(FPDF, "cell", noted)
    return texts


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.parametrize("name", ["Ольга", "Πέτρος", "Łukasz Dvořák", "Nguyễn", "Zoë €"])
def test_names_in_latin_greek_and_cyrillic_are_set_whole(name: str) -> None:
    maps = letters_of(pdf_of(played(1, name, *NAMES[1:])))
    assert all(holds(maps, letter) for letter in name if letter != " ")


@pytest.mark.parametrize("name", ["王小明", "محمد", "🀄"])
def test_a_name_that_the_font_lacks_is_numbered_and_the_sheet_says_so(
    name: str, written: list[str]
) -> None:
    maps = letters_of(pdf_of(played(1, name, *NAMES[1:])))
    assert not any(holds(maps, letter) for letter in name)
    assert "Player 1" in written
    assert any(text.startswith("Player 1: the name has letters") for text in written)


def test_the_order_is_that_of_the_page(written: list[str]) -> None:
    table = played(2)
    with_tiles(table, "E", GREEN_PUNG)
    pdf_of(table)
    order = ["Score sheet", "began as East", "What made it high", "Three or four green dragons"]
    order += ["Total", "Settle up", "Who paid whom"]
    places = [written.index(words) for words in order]
    assert places == sorted(places)


@pytest.mark.parametrize(("ruleset", "counted"), [("harr", False), ("international", True)])
def test_a_round_stands_on_the_sheet_only_where_rounds_are_counted(
    ruleset: str, counted: bool, written: list[str]
) -> None:
    pdf_of(played(1, ruleset=ruleset))
    # The table's column is called East: it says who is East.
    assert ("Round" in written) is counted
    assert written.count("East") == (2 if counted else 1)


@pytest.mark.parametrize("hands", [0, 1, 16, 40])
def test_an_evening_stands_on_one_page(hands: int) -> None:
    assert pages(pdf_of(played(hands))) == 1


def test_more_hands_go_on_on_the_next_page(written: list[str]) -> None:
    assert pages(pdf_of(played(90))) == 3
    assert written.count("What made it high") == 3


def test_a_large_number_is_set_smaller_and_never_cut(written: list[str]) -> None:
    table = played(3, score=98_764)
    pdf_of(table)
    paid = {points for line in story(table.evening, table.rules).lines for points in line.pays}
    assert max(paid) > 99_999
    assert {f"{points:,}" for points in paid if points} <= set(written)


def test_a_long_name_is_cut_where_it_would_stand_over_the_next(written: list[str]) -> None:
    long = "Bartholomäus von und zu Hohenheim-Wolkenstein"
    pdf_of(played(1, long, *NAMES[1:]))
    assert any(text.startswith("Barth") and text.endswith("…") for text in written)


def test_words_fit_their_place_or_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = Paper()
    paper.add_page()
    too_wide: list[str] = []
    write = Paper.cell

    def measured(self: Paper, w: float, h: float, text: str = "", **how: Any) -> bool:
        if self.get_string_width(text) > w + 0.01:
            too_wide.append(text)
        return bool(write(self, w, h, text, **how))

    monkeypatch.setattr(Paper, "cell", measured)
    for text in ("w" * 60, "−1,234,567,890", "Ольга " * 20, "i"):
        for width in (3, 9, 40):
            paper.put(12, 20, width, text, 11)
    assert too_wide == []


@pytest.mark.parametrize(
    ("rough", "step"), [(0.2, 1), (1, 1), (1.2, 2), (3, 5), (7, 10), (120, 200)]
)
def test_the_levels_of_the_line_are_round_numbers(rough: float, step: int) -> None:
    assert nice_step(rough) == step


@pytest.mark.parametrize("ends", [[10, 10, 10, 50], [50, 50, 50, 50], [49, 50, 50], [10, 30], []])
def test_no_name_beside_the_lines_is_over_another_or_below_the_chart(ends: list[float]) -> None:
    foot = 50.0
    heights = beside_ends(ends, foot)
    assert len(heights) == len(ends)
    assert all(height <= foot for height in heights)
    assert all(b - a > 3.8 for a, b in pairwise(heights))
