"""Correcting an old hand on the page: people see who won what before the confirming tap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import PHONE, TABLET, Browser
from tests.web.browser.test_accessible import violations
from tests.web.test_corrections import WON_BY, hand, people

NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture(params=[TABLET, PHONE], ids=["tablet", "phone"])
def evening(tablet: Browser, request: pytest.FixtureRequest) -> str:
    """Eight hands, the table on the screen."""
    tablet.size(*request.param)
    tablet.sign_in()
    players = [{"name": name} for name in NAMES]
    form = {"players": players, "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    for n, winner in enumerate(WON_BY, 1):
        seats = stored(tablet, id)["seats"]
        hands = f"/api/evenings/{id}/hands"
        assert "error" not in tablet.call("POST", hands, hand(seats, winner, 20 + 2 * n))
    tablet.open(f"/table/{id}")
    return id


def stored(tablet: Browser, evening: str) -> Any:
    return tablet.call("GET", f"/api/evenings/{evening}")


def on_the_first_screen(tablet: Browser, css: str) -> bool:
    """Whether the whole element is seen without scrolling."""
    script = """
        const box = arguments[0].getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight && box.height > 0;
    """
    return bool(tablet.driver.execute_script(script, tablet.find(css)))


def test_a_corrected_winner_leaves_the_later_hands_with_theirs(
    tablet: Browser, evening: str
) -> None:
    before = people(stored(tablet, evening))
    tablet.click('[data-key="hand-1"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.click('[data-key="won-S"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.says('.changes [data-hand="1"]', "Ann wins with 22 → Bo wins with 2")
    tablet.says('.changes [data-hand="2"]', "still Bo wins with 24")
    tablet.sees(".changes li", len(WON_BY))
    assert on_the_first_screen(tablet, ".new-totals")
    assert on_the_first_screen(tablet, '.changes [data-hand="2"]')
    assert violations(tablet) == []
    shown = tablet.each(".new-totals .now", "textContent")
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    after = stored(tablet, evening)
    assert people(after)[0][0] == 1
    assert people(after)[1:] == before[1:]
    assert shown == [f"{total:,}".replace("-", "−") for total in after["totals"]]


def test_what_is_corrected_comes_before_the_ways_to_photograph_it(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    for seat in "ESWN":
        tablet.sees(f'input[data-seat="{seat}"]')
        assert on_the_first_screen(tablet, f'input[data-seat="{seat}"]')
    assert tablet.driver.execute_script("""
        const [row] = document.querySelectorAll('.seat-row[data-seat="N"]');
        const [take] = document.querySelectorAll('dialog [data-key="take"]');
        return row.compareDocumentPosition(take) & Node.DOCUMENT_POSITION_FOLLOWING;
    """)
    tablet.lacks('dialog .primary[data-key="take"]')


def test_a_hand_that_a_program_sent_as_text_is_corrected_as_a_tapped_one(
    tablet: Browser, evening: str
) -> None:
    winner = {
        "concealed": "111222333z55z",
        "melds": [{"kind": "pung", "tiles": "666z"}],
        "win": {"tile": "🀀", "by": "draw"},
    }
    body = {"winner": "S", "hands": {"S": winner}, "scores": {"E": 0, "W": 0, "N": 0}}
    assert "error" not in tablet.call("POST", f"/api/evenings/{evening}/hands", body)
    tablet.click('[data-key="hand-9"]')
    tablet.click('[data-key="correct"]')
    tablet.sees('.seat-row[data-seat="S"] .tile', 14)
    tablet.click('[data-key="tiles-S"]')
    tablet.sees('.meld[data-kind="pung"][data-exposed="true"] [data-code="6z"]', 3)
    tablet.holds(".melds .winning", "data-code", "1z")
    tablet.click('.melds [data-code="5z"]')
    tablet.click('dialog .picker-row [data-code="7z"]')
    tablet.sees('.melds [data-code="5z"]', 1)
    tablet.click('.melds [data-code="5z"]')
    tablet.click('dialog .picker-row [data-code="7z"]')
    tablet.click('[data-key="use"]')
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    corrected = stored(tablet, evening)["hands"][8]["hands"]["S"]
    assert corrected["concealed"] == [f"{wind}z" for wind in "11122233377"]


def test_removing_a_hand_shows_what_becomes_of_the_others(tablet: Browser, evening: str) -> None:
    before = people(stored(tablet, evening))
    tablet.click('[data-key="hand-2"]')
    tablet.click('[data-key="remove"]')
    tablet.says(".changes li:first-child", "Hand 2 goes")
    tablet.says(".changes li:nth-child(2)", "still Di wins with 26")
    assert on_the_first_screen(tablet, ".new-totals")
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks(f'[data-key="hand-{len(WON_BY)}"]')
    assert people(stored(tablet, evening)) == before[:1] + before[2:]


def test_a_correction_that_is_thought_better_of_changes_nothing(
    tablet: Browser, evening: str
) -> None:
    before = stored(tablet, evening)
    tablet.click('[data-key="hand-8"]')
    tablet.click('[data-key="remove"]')
    tablet.sees(".changes li", 1)
    tablet.click("dialog .dialog-foot button:first-child")
    tablet.lacks("dialog")
    assert stored(tablet, evening)["version"] == before["version"]


def corrected(tablet: Browser, n: int, seat: str, points: str) -> None:
    """The sheet where hand n is corrected, with another score in it."""
    tablet.click(f'[data-key="hand-{n}"]')
    tablet.click('[data-key="correct"]')
    tablet.type(f'input[data-seat="{seat}"]', points)


def test_a_correction_that_meets_another_change_is_asked_anew_and_then_made(
    tablet: Browser, evening: str
) -> None:
    corrected(tablet, 1, "E", "44")
    tablet.sees('[data-key="settle"]:not([aria-disabled])')
    scores = {"E": 8, "S": 0, "W": 0, "N": 0}
    body = {"winner": "E", "scores": scores}
    assert "error" not in tablet.call("PUT", f"/api/evenings/{evening}/hands/8", body)
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.says("dialog [role=alert]", "Another device was quicker")
    tablet.holds('input[data-seat="E"]', "value", "44")
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    hands = stored(tablet, evening)["hands"]
    assert [hands[n - 1]["scores"]["E"] for n in (1, 8)] == [44, 8]


def test_what_was_entered_for_a_hand_that_is_gone_is_given_to_no_other(
    tablet: Browser, evening: str
) -> None:
    corrected(tablet, len(WON_BY), "E", "44")
    tablet.sees('[data-key="settle"]:not([aria-disabled])')
    before = people(stored(tablet, evening))
    path = f"/api/evenings/{evening}/hands/{len(WON_BY)}"
    assert "error" not in tablet.call("DELETE", path)
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    tablet.says(".toast", f"Hand {len(WON_BY)} is no longer as you saw it")
    assert people(stored(tablet, evening)) == before[:-1]


def test_a_correction_is_taken_back_later_too(tablet: Browser, evening: str) -> None:
    """The way back is on the table itself, not only in the notice that passes."""
    before = people(stored(tablet, evening))
    tablet.click('[data-key="hand-2"]')
    tablet.click('[data-key="remove"]')
    tablet.click('[data-key="confirm-change"]')
    tablet.lacks("dialog")
    tablet.driver.refresh()  # the notice is gone
    tablet.says(".last-hand > p.muted", "“Undo” brings hand 2 back.")
    tablet.click('[data-key="undo"]')
    tablet.says(".toast", "Hand 2 is back.")
    tablet.reads('[data-key="redo"]', "Remove hand 2 again")
    assert people(stored(tablet, evening)) == before
