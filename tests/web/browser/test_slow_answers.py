"""What a slow network and other devices do to a tap: it means what its button showed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import Browser
from tests.web.browser.test_under_a_finger import tapped_twice

DRAW: dict[str, Any] = {"winner": None, "result": "draw"}
SCORES = {"E": "40", "S": "8", "W": "0", "N": "2"}

HOLD_THE_FIRST = """
const [evening] = arguments;
const asked = window.fetch;
window.held = new Promise((passed) => (window.letGo = passed));
let first = true;
window.fetch = async (url, options) => {
  const answer = await asked(url, options);
  const mine = String(url) === `/api/evenings/${evening}` && (options?.method ?? "GET") === "GET";
  if (!first || !mine) return answer;
  first = false;
  await window.held;
  return answer;
};
"""


@pytest.fixture
def evening(tablet: Browser) -> str:
    """A new evening, the table on the screen."""
    tablet.sign_in()
    form = {
        "players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")],
        "ruleset": "harr-limit",
    }
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.open(f"/table/{id}")
    tablet.reads(".link-state", "live")
    return id


def enter(tablet: Browser) -> None:
    """All scores of a hand that East won."""
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    for seat, score in SCORES.items():
        tablet.type(f'input[data-seat="{seat}"]', score)
    tablet.sees('[data-key="settle"]:not([aria-disabled])')


def settled(tablet: Browser, evening: str) -> int:
    return int(tablet.call("GET", f"/api/evenings/{evening}")["hand_count"])


def test_a_hand_whose_answer_is_lost_after_its_news_is_settled_once(
    tablet: Browser, evening: str
) -> None:
    enter(tablet)
    tablet.loses_the_answer("POST", "/hands", after_ms=1500)  # the news of it comes first
    tablet.click('[data-key="settle"]')
    tablet.says(".toast", "Hand 1 is settled")
    tablet.lacks("dialog")
    tablet.says('[data-key="enter"]', "hand 2")
    assert settled(tablet, evening) == 1
    assert tablet.call("GET", f"/api/evenings/{evening}/draft")["parts"] == {}


def test_an_answer_that_a_later_one_has_overtaken_does_not_put_the_table_back(
    tablet: Browser, evening: str
) -> None:
    tablet.driver.execute_script(HOLD_THE_FIRST, evening)
    tablet.call("POST", f"/api/evenings/{evening}/hands", DRAW)
    tablet.call("POST", f"/api/evenings/{evening}/hands", DRAW)
    tablet.says('[data-key="enter"]', "hand 3")
    tablet.driver.execute_script("window.letGo()")
    tablet.driver.execute_async_script("setTimeout(arguments[0], 300)")
    tablet.says('[data-key="enter"]', "hand 3")


def test_a_table_that_goes_on_does_not_fall_back_to_its_end(tablet: Browser, evening: str) -> None:
    url = f"/api/evenings/{evening}"
    tablet.slows_the_answer("/final", 1200)
    tablet.call("POST", f"{url}/end")
    tablet.driver.execute_async_script("setTimeout(arguments[0], 300)")
    tablet.call("POST", f"{url}/resume")
    tablet.says('[data-key="enter"]', "hand 1")
    tablet.driver.execute_async_script("setTimeout(arguments[0], 1500)")
    tablet.says('[data-key="enter"]', "hand 1")
    tablet.lacks('[data-key="final"]')


def test_what_is_taken_for_the_next_hand_stays_where_the_table_is_not_reached(
    tablet: Browser, evening: str
) -> None:
    url = f"/api/evenings/{evening}"
    enter(tablet)
    tablet.call("POST", f"{url}/hands", DRAW)
    tablet.sees('[data-key="missed-take-over"]')
    tablet.is_not_reached(url)
    tablet.click('[data-key="missed-take-over"]')
    tablet.says("dialog", "Hand 2, East round")
    for seat, score in SCORES.items():
        tablet.holds(f'input[data-seat="{seat}"]', "value", score)


def test_an_evening_does_not_end_with_debts_that_are_no_longer_so(
    tablet: Browser, evening: str
) -> None:
    url = f"/api/evenings/{evening}"
    tablet.call("POST", f"{url}/hands", DRAW)
    tablet.says('[data-key="enter"]', "hand 2")
    tablet.click('[data-key="tool-scales"]')
    tablet.sees('[data-key="end"]')
    tablet.call("POST", f"{url}/hands", DRAW)
    tablet.says('[data-key="enter"]', "hand 3")
    tablet.click('[data-key="end"]')
    tablet.says(".toast", "Another device")
    assert not tablet.call("GET", url)["ended"]


def test_a_key_for_a_player_who_gets_tiles_meanwhile_spoils_nothing(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.click('input[data-seat="S"]')
    place = "return document.querySelector('[data-key=\"key-2\"]').getBoundingClientRect().toJSON()"
    key = tablet.driver.execute_script(place)
    finger = {"x": key["x"] + key["width"] / 2, "y": key["y"] + key["height"] / 2}
    touch = "Input.dispatchTouchEvent"
    tablet.cdp("Emulation.setTouchEmulationEnabled", {"enabled": True})
    tablet.cdp(touch, {"type": "touchStart", "touchPoints": [finger]})
    tile: dict[str, Any] = {
        "id": "t1",
        "code": "1m",
        "seen": None,
        "sure": True,
        "alternatives": [],
        "couldBe": [],
    }
    hand = {
        "groups": [{"tiles": [tile], "exposed": False, "loose": True}],
        "bonus": [], "noTiles": [], "winningTile": None, "by": "discard", "circumstances": [],
        "flags": [],
    }  # fmt: skip
    parts = {"tiles:S": hand, "score:S": None}
    url = f"/api/evenings/{evening}/draft"
    tablet.call("PATCH", url, {"hand": 1, "parts": parts})
    tablet.driver.execute_async_script("setTimeout(arguments[0], 400)")
    tablet.cdp(touch, {"type": "touchEnd", "touchPoints": []})
    tablet.cdp("Emulation.setTouchEmulationEnabled", {"enabled": False})
    tablet.sees('.seat-row[data-seat="S"] .tile')
    tablet.type('input[data-seat="N"]', "7")
    tablet.becomes(lambda: tablet.call("GET", url)["parts"].get("score:N"), "7", "North's score")


def test_a_typed_score_is_back_when_the_tiles_are_taken_back(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="S"]', "16")
    tablet.click('[data-key="tiles-S"]')
    tablet.click('.add-panel [data-code="4s"]')
    tablet.click('[data-key="undo-hand"]')
    tablet.click('[data-key="use"]')
    tablet.sees("dialog", 1)
    tablet.holds('input[data-seat="S"]', "value", "16")


def test_whoever_wins_after_all_has_no_dead_hand(tablet: Browser, evening: str) -> None:
    enter(tablet)
    tablet.click('[data-key="special"]')
    tablet.driver.execute_script(
        """
        const [first] = document.querySelectorAll(".entry details select"); // South's
        first.value = "many";
        first.dispatchEvent(new Event("change"));
        """
    )
    tablet.click('[data-key="won-S"]')
    tablet.click('[data-key="settle"]')
    tablet.lacks("dialog")
    hand = tablet.call("GET", f"/api/evenings/{evening}")["hands"][-1]
    assert (hand["winner"], hand["events"]) == ("S", [])


def test_a_double_tap_on_a_whole_score_enters_it_once(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="E"]', "40")
    tablet.click('input[data-seat="S"]')
    tapped_twice(tablet, "key-score-16")
    tablet.holds('input[data-seat="S"]', "value", "16")
    tablet.holds('input[data-seat="W"]', "value", "")
