"""The form for a new evening: what it begins with, and where nothing may be kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser.browsing import Browser

REFUSES = """
for (const name of ["getItem", "setItem", "removeItem"]) {
  Storage.prototype[name] = () => { throw new DOMException("refused", "SecurityError"); };
}
"""
"""What a browser does that may keep nothing."""
HARR = {"1000": 1, "500": 2, "100": 8, "10": 18, "2": 10}
"""What each player begins with (the setting `counters` of that book)."""


def test_everybody_begins_with_the_counters_of_the_book_but_for_those_that_are_changed(
    tablet: Browser,
) -> None:
    tablet.sign_in()
    tablet.open("/evenings/new")
    tablet.click('[data-key="rules:harr"]')
    tablet.click("details summary")
    for worth, count in HARR.items():
        tablet.holds(f'[data-key="counters-{worth}"]', "value", str(count))
    tablet.type('[data-key="counters-2"]', "20")
    tablet.click('form .primary[type="submit"]')
    tablet.sees('[data-key="enter"]')
    evening = tablet.driver.current_url.rsplit("/", 1)[-1]
    held = tablet.call("GET", f"/api/evenings/{evening}")["counters"]
    assert held == [HARR | {"2": 20}] * 4


@pytest.fixture
def forgetful(tablet: Browser) -> Iterator[Browser]:
    add = "Page.addScriptToEvaluateOnNewDocument"
    added = tablet.cdp(add, {"source": REFUSES})
    yield tablet
    tablet.cdp("Page.removeScriptToEvaluateOnNewDocument", added)


def test_an_evening_is_begun_where_the_browser_may_keep_nothing(forgetful: Browser) -> None:
    forgetful.sign_in()
    forgetful.open("/evenings/new")
    forgetful.click('[data-key="rules:harr"]')
    forgetful.click('form .primary[type="submit"]')
    forgetful.sees('[data-key="enter"]')
