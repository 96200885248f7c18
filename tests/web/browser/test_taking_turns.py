"""Somebody leaves, and another one plays on: at the table, afterwards, and back again."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.support.select import Select

from tests.web.browser.browsing import OWN, PHONE, Browser

NAMES = ("Ann", "Bo", "Cy", "Di")
WON_BY_EAST: dict[str, Any] = {"winner": "E", "scores": {"E": 20, "S": 0, "W": 0, "N": 0}}
LEAVES, NAME, DO = (
    '[data-key="turns-leaves:{}"]',
    '[data-key="turns-name"]',
    "dialog .dialog-foot .primary",
)


@pytest.fixture
def evening(tablet: Browser) -> str:
    """Two hands that Ann has won, the table on the screen."""
    tablet.sign_in()
    form = {"players": [{"name": name} for name in NAMES], "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    for _ in range(2):
        played(tablet, id)
    tablet.open(f"/table/{id}")
    return id


def played(tablet: Browser, evening: str) -> None:
    assert "error" not in tablet.call("POST", f"/api/evenings/{evening}/hands", WON_BY_EAST)


def stored(tablet: Browser, evening: str) -> Any:
    return tablet.call("GET", f"/api/evenings/{evening}")


def test_another_one_plays_on_for_who_leaves(tablet: Browser, evening: str) -> None:
    sides = dict(
        zip(tablet.each(".plate", "data-place"), tablet.each(".plate", "data-side"), strict=True)
    )
    tablet.click('[data-key="plate-1"]')
    tablet.click('[data-key="plays-on"]')
    tablet.holds(LEAVES.format(1), "aria-checked", "true")
    tablet.type(NAME, "Eve")
    tablet.click(DO)
    tablet.reads(".plate-name", "Ann", "Cy", "Di", "Eve")
    tablet.holds('[data-key="plate-4"]', "data-side", sides["1"])
    tablet.says(".sitting-out", "Bo")
    tablet.says(".sitting-out", "−80")
    played(tablet, evening)
    tablet.reads(".plate-total", "360", "−120", "−120", "−40")
    assert stored(tablet, evening)["totals"] == [360, -80, -120, -120, -40]


def test_who_left_plays_on_again_and_the_list_tells_who_played_which_hand(
    tablet: Browser, evening: str
) -> None:
    tablet.call("POST", f"/api/evenings/{evening}/players", {"name": "Eve", "instead_of": 1})
    played(tablet, evening)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="out-1"]')
    tablet.click('[data-key="plays-on"]')
    tablet.holds(NAME, "value", "Bo")
    tablet.click(LEAVES.format(2))
    tablet.click(DO)
    tablet.reads(".plate-name", "Ann", "Bo", "Di", "Eve")
    tablet.says(".sitting-out", "Cy")
    assert [sorted(hand["seats"].values()) for hand in stored(tablet, evening)["hands"]] == [
        *([0, 1, 2, 3], [0, 1, 2, 3], [0, 2, 3, 4])
    ]
    tablet.click('[data-key="plate-0"]')
    tablet.click('[data-key="plays-on"]')
    tablet.holds(NAME, "value", "Cy")
    tablet.press_escape()
    assert "Bo" not in tablet.text(tablet.sees(".hand-line", 3)[0])
    assert "Eve" not in tablet.text(tablet.sees(".hand-line", 3)[1])


def test_who_has_sat_out_longest_is_named_first_and_most_likely_comes(
    tablet: Browser, evening: str
) -> None:
    for leaves, name in ((2, "Eve"), (1, "Fay"), (0, "Cy")):
        tablet.call(
            "POST", f"/api/evenings/{evening}/players", {"name": name, "instead_of": leaves}
        )
        played(tablet, evening)
    tablet.open(f"/table/{evening}")
    tablet.says(".sitting-out", "Sitting out, longest first")
    assert tablet.each(".sitting-out button", "data-key") == ["out-1", "out-0"]
    tablet.click('[data-key="plate-3"]')
    tablet.click('[data-key="plays-on"]')
    tablet.holds(NAME, "value", "Bo")


def test_a_change_of_players_is_entered_hands_later_once_people_see_what_it_changes(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="tool-more"]')
    tablet.click('[data-key="more-turns"]')
    tablet.click(LEAVES.format(3))
    tablet.type(NAME, "Eve")
    Select(tablet.find("dialog select")).select_by_value("2")
    tablet.click(DO)
    tablet.says('[data-hand="2"]', "Eve")
    tablet.says(".new-totals", "Eve")
    assert "stays with the players" not in tablet.text(tablet.find("dialog .body"))
    assert stored(tablet, evening)["totals"] == [240, -80, -80, -80]
    tablet.click('[data-key="confirm-change"]')
    tablet.says(".sitting-out", "Di")
    assert stored(tablet, evening)["totals"] == [240, -80, -80, -40, -40]
    tablet.click('[data-key="undo"]')
    tablet.lacks(".sitting-out")
    assert stored(tablet, evening)["totals"] == [240, -80, -80, -80]


def test_who_leaves_and_who_comes_are_asked_for(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="tool-more"]')
    tablet.click('[data-key="more-turns"]')
    tablet.type(NAME, "Eve")
    tablet.click(DO)
    tablet.says(".toasts", "Tap who leaves.")
    tablet.click(LEAVES.format(0))
    tablet.type(NAME, "Cy")
    tablet.click(DO)
    tablet.says(".toasts", "Cy already sits at the table in hand 3")
    tablet.type(NAME, "Eve")
    tablet.click(DO)
    tablet.reads(".plate-name", "Bo", "Cy", "Di", "Eve")


def test_what_was_entered_of_one_who_has_left_goes_to_who_plays_on(
    tablet: Browser, evening: str
) -> None:
    """A device out of reach entered Bo's score as South; meanwhile Eve came, and East lost."""
    parts = {"score:E": "4", "score:S": "64", "winner": "S", "wash": {"seat": "S", "heads": 9}}
    moved = tablet.driver.execute_async_script(
        OWN + "own('entry-state').then(({ moved }) => arguments[3](moved(...arguments)))",
        parts,
        {"E": 0, "S": 1, "W": 2, "N": 3},
        {"E": 4, "S": 2, "W": 3, "N": 0},
    )
    at_east = {"score:E": "64", "winner": "E", "wash": {"seat": "E", "heads": 9}}
    assert moved == {"score:N": "4"} | at_east


def test_the_next_evening_begins_with_those_who_played_last(tablet: Browser, evening: str) -> None:
    tablet.call("POST", f"/api/evenings/{evening}/players", {"name": "Eve", "instead_of": 0})
    tablet.open("/evenings/new")
    tablet.sees('[data-key^="name-"]', 4)
    assert tablet.each('[data-key^="name-"]', "value") == ["Bo", "Cy", "Di", "Eve"]


def test_eight_who_took_turns_fit_on_a_phone(tablet: Browser, evening: str) -> None:
    for leaves, name in zip((0, 1, 2, 3), ("Eve", "Fay", "Gil", "Hal"), strict=True):
        tablet.call(
            "POST", f"/api/evenings/{evening}/players", {"name": name, "instead_of": leaves}
        )
        played(tablet, evening)
    tablet.size(*PHONE)
    for page in (f"/table/{evening}", f"/table/{evening}/sheet", "/evenings", "/statistics"):
        tablet.open(page)
        tablet.says("main", "Hal")
        wide = "return document.documentElement.scrollWidth - innerWidth"
        assert tablet.driver.execute_script(wide) <= 0, page
