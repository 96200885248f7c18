"""The printed score sheet, as a PDF reader finds it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fpdf import FPDF

from companion.ledger import commands as asked
from companion.ledger.evening import replay, step
from companion.ledger.events import HandSettled, Recorded
from companion.ledger.rulebooks import Rulebooks
from companion.ledger.sheet import score_sheet


def _sheet(name: str) -> str:
    """The tables of the PDF that say which letters its fonts draw."""
    players = [{"name": name}, {"name": "Bo"}, {"name": "Cy"}, {"name": "Di"}]
    plan, rules = asked.plan({"players": players, "ruleset": "harr"}, Rulebooks(Path("none")).open)
    evening = replay(rules, [Recorded(1, plan, "2026-11-21T20:00:00+00:00")])
    hand = asked.HandAsked("S", {"E": 4, "S": 32, "W": 0, "N": 8})
    event = HandSettled(1, asked.entry(hand, rules, evening.position.turn))
    evening = step(rules, evening, Recorded(2, event, "2026-11-21T20:10:00+00:00"))
    pdf = score_sheet(evening, rules)
    assert pdf.startswith(b"%PDF-")
    maps = re.findall(rb"beginbfchar\n(.*?)endbfchar", pdf, re.DOTALL)
    assert maps
    return b"\n".join(maps).decode()


def _holds(maps: str, letter: str) -> bool:
    return f"<{ord(letter):04X}>" in maps.upper()


@pytest.mark.parametrize("name", ["Ольга", "Πέτρος", "Łukasz Dvořák", "Nguyễn", "Zoë €"])
def test_names_in_latin_greek_and_cyrillic_are_set_whole(name: str) -> None:
    maps = _sheet(name)
    assert all(_holds(maps, letter) for letter in name if letter != " ")


@pytest.mark.parametrize("name", ["王小明", "محمد", "🀄"])
def test_a_name_that_the_font_lacks_is_numbered_and_the_sheet_says_so(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = FPDF.cell

    def noted(self: FPDF, w: float, h: float, text: str = "", **how: Any) -> bool:
        written.append(text)
        return bool(write(self, w, h, text, **how))

    monkeypatch.setattr(FPDF, "cell", noted)
    maps = _sheet(name)
    assert not any(_holds(maps, letter) for letter in name)
    assert "Player 1" in written
    assert any(text.startswith("Player 1: the name has letters") for text in written)
