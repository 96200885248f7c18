"""What changes while a finger is on a button: the tap counts, and the change is shown after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from tests.web.browser.browsing import Browser
from tests.web.browser.test_taps import READY, Hand, hand

__all__ = ["hand"]

TYPED = """
const field = document.querySelector(`[data-key="score-${arguments[0]}"]`);
field.value = arguments[1];
field.dispatchEvent(new Event("input"));
"""


def held(browser: Browser, key: str, meanwhile: Callable[[], object]) -> None:
    """A finger goes down on a button, something happens, and the finger goes up again."""
    browser.sees(f'[data-key="{key}"]')
    button = browser.driver.find_element("css selector", f'dialog [data-key="{key}"]')
    ActionChains(browser.driver).click_and_hold(button).perform()
    meanwhile()
    ActionChains(browser.driver).release().perform()


@pytest.fixture
def won_by_east(hand: Hand) -> Browser:
    hand.browser.click('[data-key="enter"]')
    hand.browser.click('[data-key="won-E"]')
    hand.browser.driver.execute_script(TYPED, "E", "40")
    hand.browser.says('dialog [data-key="others-0"]', "All others 0")
    return hand.browser


def test_a_tap_counts_though_the_sheet_changes_under_it(won_by_east: Browser) -> None:
    page = won_by_east
    held(page, "others-0", lambda: page.driver.execute_script(TYPED, "S", "8"))
    page.sees(READY)
    shown = {seat: page.each(f'[data-key="score-{seat}"]', "value") for seat in "ESWN"}
    assert shown == {"E": ["40"], "S": ["8"], "W": ["0"], "N": ["0"]}


def test_a_finger_that_stays_holds_nothing_up(won_by_east: Browser) -> None:
    def typed() -> None:
        won_by_east.driver.execute_script(TYPED, "S", "8")
        won_by_east.says('dialog [data-key="others-0"]', "The rest 0")

    held(won_by_east, "others-0", typed)
