"""The photo page by another book: an answer that only one book asks for is not kept for the
next."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.support.ui import Select

from tests.web.browser.browsing import Browser


def test_a_special_tile_kept_back_counts_where_there_are_special_tiles(tablet: Browser) -> None:
    tablet.open("/photo")
    tablet.driver.execute_script(
        "localStorage.setItem('photo', JSON.stringify({ ruleset: 'traditional', seat: 'N' }))"
    )
    tablet.open("/photo")
    tablet.click('[data-key="winner:false"]')
    tablet.click('[data-key="adding"]')
    tablet.click('[data-key="as:pung"]')
    for code in ("3p", "7m", "2s", "9s"):
        tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click('[data-key="as:tile"]')
    tablet.click('.add-panel [data-code="5s"]')
    tablet.click('[data-key="kept-back"]')
    tablet.sees("[data-total='0']")
    Select(tablet.find(".rules-choice select")).select_by_value("harr")
    tablet.sees("[data-total]:not([data-total='0'])")


def test_a_hand_whose_tile_is_in_doubt_is_nothing_wrong_yet(tablet: Browser, picture: Path) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.says(".score .note", "look for a tile that is wrong")
    tablet.lacks(".problem")
    tablet.click('.editor-rack .melds [data-code="1s"]')
    tablet.click('dialog [data-key="pick-9s"]')
    tablet.click('.questions [data-key^="doubt-"][data-key$="-9p"]')
    tablet.says(".score .problem", "look for a tile that is wrong")


@pytest.mark.parametrize(("ruleset", "groups"), [("harr", 1), ("harr-limit", 2)])
def test_the_wind_of_the_round_is_asked_only_where_it_matters(
    tablet: Browser, ruleset: str, groups: int
) -> None:
    tablet.open("/photo")
    Select(tablet.find(".rules-choice select")).select_by_value(ruleset)
    tablet.sees(".wind-choice", groups)


def test_during_an_evening_the_page_begins_with_its_rules_and_its_round(tablet: Browser) -> None:
    tablet.sign_in()
    players = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
    plan = {"players": players, "ruleset": "harr-limit"}
    evening = tablet.call("POST", "/api/evenings", plan)["id"]
    tablet.open_anew("/photo")
    assert tablet.find(".rules-choice select").get_attribute("value") == "harr-limit"
    tablet.click('[data-key="winner:false"]')
    tablet.click('[data-key="adding"]')
    tablet.click('[data-key="as:pung"]')
    for code in ("3p", "7m", "2s", "9s"):
        tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click('[data-key="as:tile"]')
    tablet.click('.add-panel [data-code="5s"]')
    tablet.sees("[data-total]")
    asked = tablet.driver.execute_script(
        "return performance.getEntriesByType('resource').map((one) => one.name)"
    )
    assert any("/api/score" in url and evening in url for url in asked)
