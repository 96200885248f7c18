"""Of a loser, only the sets that score are entered, because somebody says so with a switch."""

from __future__ import annotations

import pytest

from tests.web.browser.browsing import Browser
from tests.web.browser.test_nothing_lost import tap

SWITCH = '[data-key="part"]'


@pytest.fixture
def evening(tablet: Browser) -> str:
    """An evening by Harr's first part, and South has won 24."""
    tablet.sign_in()
    form = {"players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")], "ruleset": "harr"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.open(f"/table/{id}")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.type('input[data-seat="S"]', "24")
    return id


def test_a_pung_of_dragons_is_all_that_is_entered_of_a_loser(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="tiles-N"]')
    tap(tablet, "pung", "7z")
    tablet.says(".editor-score", "10 tiles are still to come")
    tablet.click(SWITCH)
    tablet.sees(".editor-score [data-total='8']")
    tablet.says(".editor-score", "the rest of the hand is not known")
    tablet.click('[data-key="use"]')
    tablet.sees("dialog", 1)
    tablet.says('.seat-row[data-seat="N"]', "Only the sets that score")
    tablet.click('[data-key="others-0"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.says('[data-key="enter"]', "hand 2")
    settled = tablet.call("GET", f"/api/evenings/{evening}")["hands"][0]
    assert settled["scores"] == {"E": 0, "S": 24, "W": 0, "N": 8}
    assert settled["hands"]["N"]["flags"] == ["part"]


def test_the_switch_goes_where_the_hand_is_whole(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="tiles-N"]')
    tap(tablet, "pung", "7z", "2m", "5p", "9s")
    tablet.click(SWITCH)
    tap(tablet, "tile", "1z")
    tablet.lacks(SWITCH)
    tablet.sees(".editor-score [data-total]")
    tablet.click('[data-key="undo-hand"]')
    tablet.sees(f"{SWITCH}:checked")  # as it was before that tile


def test_a_winner_has_no_such_switch(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="tiles-S"]')
    tap(tablet, "pung", "7z")
    tablet.says(".editor-score", "11 tiles are still to come")
    tablet.lacks(SWITCH)
