"""The table, a hand and the score sheet on paper: whole, dark on light, without buttons."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

import pytest

from tests.web.browser.browsing import Browser

NAMES = ("Maximilianea", "Bartholomewa", "Christabella", "Di")
WON = {
    **{"concealed": "123s99p", "bonus": ["1f"], "win": {"tile": "9p", "by": "draw"}},
    "melds": [
        {"kind": "kong", "tiles": "5555p", "concealed": True},
        {"kind": "pung", "tiles": "666m"},
        {"kind": "pung", "tiles": "777z"},
    ],
}
CUT_OFF = """
return [...document.querySelectorAll(".score-sheet :is(td, th)")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent);
"""
BUTTONS = """
return [...document.querySelectorAll("button, .button, .dialog-foot")]
  .filter((one) => one.checkVisibility() && !one.matches(".plate, .hand-line"))
  .map((one) => one.textContent);
"""
PALE = """
const pale = (one) => Math.max(...getComputedStyle(one).color.match(/[0-9.]+/g).slice(0, 3)) > 160;
return [...document.querySelectorAll("main *, dialog *")]
  .filter((one) => one.checkVisibility() && one.children.length === 0 && one.textContent.trim())
  .filter(pale).map((one) => one.textContent);
"""


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    """An evening of twelve hands, played by lamplight."""
    tablet.sign_in()
    form = {"players": [{"name": name} for name in NAMES], "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    pay = {"payments": [{"from": 0, "to": 1, "points": 12_000}], "why": "a bet"}
    tablet.call("POST", f"/api/evenings/{id}/penalties", pay)
    for n in range(12):
        winner = "ESWN"[n % 4]
        hand = {"winner": winner, "scores": {seat: 20 for seat in "ESWN" if seat != winner}}
        hand["hands"] = {winner: WON}
        assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    return id


@pytest.fixture
def paper(tablet: Browser) -> Iterator[Browser]:
    def media(kind: str, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        how = {"media": kind, "features": features}
        tablet.cdp("Emulation.setEmulatedMedia", how)

    media("print", "dark")
    yield tablet
    media("", "light")


def pages(paper: Browser) -> int:
    how = {"preferCSSPageSize": True}
    printed = paper.cdp("Page.printToPDF", how)["data"]
    return len(re.findall(rb"/Type /Page\b", base64.b64decode(printed)))


def test_the_score_sheet_cuts_nothing_off(paper: Browser, evening: str) -> None:
    paper.size(794, 1123)  # A4
    paper.open(f"/table/{evening}/sheet")
    paper.sees(".score-sheet tbody tr", 13)
    assert paper.driver.execute_script(CUT_OFF) == []
    assert pages(paper) == 1


def test_the_table_is_printed_without_its_buttons_and_dark_on_light(
    paper: Browser, evening: str
) -> None:
    paper.open(f"/table/{evening}")
    paper.sees(".hand-list li", 12)
    assert paper.driver.execute_script(BUTTONS) == []
    assert paper.driver.execute_script(PALE) == []


def test_a_hand_is_printed_alone_whole_and_once(paper: Browser, evening: str) -> None:
    paper.open(f"/table/{evening}")
    paper.sees('[data-key="hand-1"]')
    paper.driver.execute_script("document.querySelector('[data-key=\"hand-1\"]').click()")
    paper.sees("dialog details")
    opened = "document.querySelectorAll('dialog details').forEach((one) => { one.open = true; })"
    paper.driver.execute_script(opened)
    assert not paper.shows("main")
    assert paper.driver.execute_script(BUTTONS) == []
    assert paper.driver.execute_script(PALE) == []
    hidden = "const { scrollHeight, clientHeight } = document.querySelector('dialog .body');"
    assert paper.driver.execute_script(f"{hidden} return scrollHeight - clientHeight") <= 1
    assert pages(paper) <= 2
