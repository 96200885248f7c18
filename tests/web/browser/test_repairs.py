"""What went wrong is put right: payments, seats, the round, an evening ended too soon."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.support.select import Select

from tests.web.browser.browsing import PHONE, TABLET, Browser

NAMES = ("Ann", "Bo", "Cy", "Di")
HANDS: tuple[dict[str, Any], ...] = (
    {"winner": "E", "scores": {"E": 20, "S": 4, "W": 0, "N": 2}},
    {"winner": "W", "scores": {"E": 8, "S": 0, "W": 24, "N": 2}},
)


@pytest.fixture
def evening(tablet: Browser) -> str:
    """Two hands played, the table on the screen."""
    tablet.sign_in()
    players = [{"name": name} for name in NAMES]
    form = {"players": players, "ruleset": "international"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    for hand in HANDS:
        assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    tablet.open(f"/table/{id}")
    return id


def stored(tablet: Browser, evening: str) -> Any:
    return tablet.call("GET", f"/api/evenings/{evening}")


def more(tablet: Browser, what: str) -> None:
    tablet.click('[data-key="tool-more"]')
    tablet.click(f'[data-key="more-{what}"]')


def test_a_payment_between_hands_and_its_taking_back(tablet: Browser, evening: str) -> None:
    before = stored(tablet, evening)["totals"]
    tablet.click('[data-key="penalty"]')
    tablet.click('[data-key="from:2"]')
    tablet.click('[data-key="to:all"]')
    tablet.type("dialog input.figure", "50")
    tablet.click("dialog .dialog-foot .primary")
    tablet.click('[data-key^="take-back-"]')
    tablet.lacks('[data-key^="take-back-"]')
    assert stored(tablet, evening)["totals"] == before


def test_nobody_is_taken_to_pay_or_to_be_paid(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="penalty"]')
    tablet.type("dialog input.figure", "50")
    tablet.lacks('dialog [role="radio"][aria-checked="true"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.says(".toasts", "Tap who pays, and whom.")
    assert stored(tablet, evening)["penalties"] == []
    tablet.click('[data-key="from:1"]')
    tablet.click('[data-key="to:3"]')
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    paid = stored(tablet, evening)["penalties"][0]["payments"]
    assert [(one["from"], one["to"], one["points"]) for one in paid] == [(1, 3, 50)]


def test_a_refused_payment_keeps_the_dialog_and_says_why(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="penalty"]')
    tablet.click('[data-key="from:0"]')
    tablet.click('[data-key="to:1"]')
    tablet.type("dialog input.figure", "1,000")
    tablet.click("dialog .dialog-foot .primary")
    tablet.says(".toasts", "points")
    tablet.holds("dialog input.figure", "value", "1,000")
    assert stored(tablet, evening)["penalties"] == []


def test_counters_that_are_no_number_are_refused_and_not_taken_for_none(
    tablet: Browser, evening: str
) -> None:
    held = stored(tablet, evening)["counters"]
    more(tablet, "counters")
    tablet.type("dialog tbody input", "two")
    tablet.click("dialog .dialog-foot .primary")
    tablet.says(".toasts", "counters")
    assert stored(tablet, evening)["counters"] == held


def test_every_name_of_the_chart_is_whole_though_three_are_last(
    tablet: Browser, evening: str
) -> None:
    form = {"players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]}
    alike = tablet.call("POST", "/api/evenings", form)["id"]
    hand = {"winner": "E", "scores": {"E": 300, "S": 0, "W": 0, "N": 0}}
    tablet.call("POST", f"/api/evenings/{alike}/hands", hand)
    tablet.open(f"/table/{alike}/sheet")
    tablet.sees("svg.chart text")
    outside = """
    const seen = [...document.querySelectorAll("svg.chart")].find((one) => one.checkVisibility());
    const all = seen.getBoundingClientRect();
    return [...seen.querySelectorAll("text")].filter((text) => {
      const { top, bottom } = text.getBoundingClientRect();
      return top < all.top || bottom > all.bottom;
    }).map((text) => text.textContent);
    """
    assert tablet.driver.execute_script(outside) == []


def test_the_chart_ends_with_what_everyone_has_now(tablet: Browser, evening: str) -> None:
    payment = {"payments": [{"from": 0, "to": 1, "points": 1000}], "why": "a wrong call"}
    tablet.call("POST", f"/api/evenings/{evening}/penalties", payment)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="tool-chart"]')
    now = [f"{total:,}".replace("-", "−") for total in stored(tablet, evening)["totals"]]
    tablet.reads("dialog tbody tr:last-child > *", "now", *now)
    tablet.reads("svg.chart .step", "1", "2", "now")


def test_players_who_sat_wrong_keep_their_scores(tablet: Browser, evening: str) -> None:
    more(tablet, "reseat")
    before = stored(tablet, evening)
    wrong = before["seats"]
    south, west = (f"dialog label:nth-of-type({place}) select" for place in (2, 3))
    tablet.strike(south, NAMES[wrong["W"]])
    tablet.strike(west, NAMES[wrong["S"]])
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    after = stored(tablet, evening)
    right = after["seats"]
    assert after["totals"] == before["totals"]
    assert (right["S"], right["W"]) == (wrong["W"], wrong["S"])


def test_with_whom_scores_stay_is_asked_only_where_there_are_any(
    tablet: Browser, evening: str
) -> None:
    more(tablet, "reseat")
    asked = "dialog fieldset:not([hidden])"
    tablet.sees("dialog select")
    tablet.lacks(asked)
    tablet.strike("dialog label:nth-of-type(5) select", "hand 1 on")
    tablet.sees(asked, 1)
    tablet.press_escape()


def test_the_round_is_put_right_alone(tablet: Browser, evening: str) -> None:
    before = stored(tablet, evening)
    more(tablet, "round")
    tablet.click('[data-key="round-S"]')
    tablet.says(".medal-text", "South round")
    after = stored(tablet, evening)
    assert (after["round"], after["seats"]) == ("S", before["seats"])


def test_a_repair_that_changes_nothing_is_no_change(tablet: Browser, evening: str) -> None:
    before = stored(tablet, evening)
    more(tablet, "round")
    tablet.click('[data-key="round-E"]')
    tablet.says(".toasts", "Nothing changed.")
    more(tablet, "reseat")
    tablet.click("dialog .dialog-foot .primary")
    tablet.lacks("dialog")
    more(tablet, "names")
    tablet.click("dialog .primary")
    tablet.lacks("dialog")
    assert stored(tablet, evening)["version"] == before["version"]


def test_an_evening_ended_too_soon_goes_on(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="tool-scales"]')
    tablet.click('[data-key="end"]')
    tablet.reads(".medal-text", "The evening has ended")
    tablet.sees('[data-key="final"]')
    tablet.lacks('[data-key="enter"]')
    tablet.lacks('[data-key="tool-scales"]')  # it would do the same as the large button
    tablet.click('[data-key="undo"]')
    tablet.reads('[data-key="enter"]', "Type hand 3")


def test_an_evening_goes_on_though_something_was_paid_after_its_end(
    tablet: Browser, evening: str
) -> None:
    tablet.call("POST", f"/api/evenings/{evening}/end")
    fine = {"payments": [{"from": 0, "to": 1, "points": 50}]}
    assert "error" not in tablet.call("POST", f"/api/evenings/{evening}/penalties", fine)
    tablet.click('[data-key="final"]')
    tablet.click('dialog [data-key="resume"]')
    tablet.reads('[data-key="enter"]', "Type hand 3")
    assert stored(tablet, evening)["penalties"]


def test_after_the_end_the_table_shows_who_owes_whom(tablet: Browser, evening: str) -> None:
    tablet.sees(".arrows .way", 6)
    told = tablet.call("POST", f"/api/evenings/{evening}/end")
    assert "error" not in told
    owed = tablet.call("GET", f"/api/evenings/{evening}/final")["transfers"]
    points = [f"{one['points']:,}" for one in owed]
    tablet.says(".last-head h2", "Who owes whom")
    tablet.reads(".last-hand .points", *points)
    tablet.sees(".arrows .way", len(owed))
    assert sorted(tablet.each(".arrows text", "textContent")) == sorted(points)
    tablet.click('[data-key="undo"]')
    tablet.says(".last-head h2", "Hand 2: Cy, 24")
    tablet.sees(".arrows .way", 6)


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_the_end_of_the_set_is_in_view_with_the_way_to_settle_up(
    tablet: Browser, size: tuple[int, int]
) -> None:
    tablet.sign_in()
    form = {"players": [{"name": name} for name in NAMES], "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    lost_by_east = {"winner": "S", "scores": {"E": 4, "S": 24, "W": 0, "N": 2}}
    for _ in range(16):
        assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", lost_by_east)
    tablet.size(*size)
    tablet.open(f"/table/{id}")
    tablet.says(".set-complete p", "the set is complete")
    assert tablet.in_view(".set-complete p")
    assert tablet.in_view(".set-complete button")
    tablet.click(".set-complete button")
    tablet.sees('dialog [data-key="end"]')
    tablet.size(*TABLET)


def test_the_tab_says_which_evening_and_which_rules_it_shows(tablet: Browser) -> None:
    tablet.sign_in()
    form = {"players": [{"name": name} for name in NAMES], "ruleset": "harr", "title": "At Di's"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    for page, words in (
        (f"/table/{id}", "At Di's"),
        (f"/table/{id}/sheet", "At Di's · Score sheet"),
        ("/rules/harr", "Pung Chow"),
    ):
        tablet.open(page)
        tablet.sees("h1")
        assert tablet.driver.title.startswith(words)


def sits(tablet: Browser) -> list[str]:
    """Who is chosen for each seat, East first."""
    return [Select(one).first_selected_option.text for one in tablet.sees("dialog select")[:4]]


def test_seats_from_an_earlier_hand_begin_with_who_sat_there(tablet: Browser, evening: str) -> None:
    before = stored(tablet, evening)
    more(tablet, "reseat")
    assert sits(tablet) == ["Bo", "Cy", "Di", "Ann"]
    Select(tablet.sees("dialog select")[4]).select_by_visible_text("hand 2 on")
    assert sits(tablet) == list(NAMES)
    tablet.click("dialog .dialog-foot .primary")  # they sat so: nothing changes
    tablet.lacks("dialog")
    assert stored(tablet, evening) == before
    more(tablet, "reseat")
    Select(tablet.sees("dialog select")[4]).select_by_visible_text("hand 2 on")
    Select(tablet.sees("dialog select")[2]).select_by_visible_text("Di")
    assert sits(tablet) == ["Ann", "Bo", "Di", "Cy"]
    tablet.click("dialog .dialog-foot .primary")
    tablet.says('.changes [data-hand="2"]', "Cy wins with 24")
    tablet.click('[data-key="confirm-change"]')
    tablet.becomes(
        lambda: [hand["seats"] for hand in stored(tablet, evening)["hands"]],
        [{"E": 0, "S": 1, "W": 2, "N": 3}, {"E": 0, "S": 1, "W": 3, "N": 2}],
        "who sat where",
    )


def test_a_drawn_hand_tells_of_no_score(tablet: Browser, evening: str) -> None:
    assert "error" not in tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": None})
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="hand-2"]')
    tablet.sees("dialog details", 4)
    tablet.press_escape()
    tablet.click('[data-key="hand-3"]')
    tablet.sees('dialog [data-key="correct"]')
    tablet.lacks("dialog details")
