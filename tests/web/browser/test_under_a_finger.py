"""What changes while a finger is on a button: the tap counts, and the change is shown after it.
Of a double tap the first half counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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


TAPPED = """
const [key, seat, score, done] = arguments;
const button = [...document.querySelectorAll(`dialog [data-key="${key}"]`)].at(-1);
button.scrollIntoView({ block: "center" });
const box = button.getBoundingClientRect();
const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
const under = () => document.elementFromPoint(at.clientX, at.clientY);
const down = under();
down.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse" }));
const field = document.querySelector(`[data-key="score-${seat}"]`);
field.value = score;
field.dispatchEvent(new Event("input"));
requestAnimationFrame(() => requestAnimationFrame(() => {
  const up = under();
  up.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ...at });
  if (up === down) up.dispatchEvent(click);
  done();
}));
"""
"""A finger taps a button; while it is down, a score is typed, and two frames are drawn. It all is
within the page: between two calls of the driver a busy machine lets more time pass than a tap."""


def tapped_while_typed(browser: Browser, key: str, seat: str, score: str) -> None:
    browser.sees(f'dialog [data-key="{key}"]')
    browser.driver.execute_async_script(TAPPED, key, seat, score)


def held(browser: Browser, key: str, meanwhile: Callable[[], object]) -> None:
    """A finger goes down on a button, something happens, and the finger goes up again."""
    browser.sees(f'[data-key="{key}"]')

    def pressed() -> bool:
        """The sheet may be drawn anew between looking for the button and pressing it."""
        button = browser.driver.find_element("css selector", f'dialog [data-key="{key}"]')
        ActionChains(browser.driver).click_and_hold(button).perform()
        return True

    browser.wait(pressed)
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
    tapped_while_typed(page, "others-0", "S", "8")
    page.sees(READY)
    shown = {seat: page.each(f'[data-key="score-{seat}"]', "value") for seat in "ESWN"}
    assert shown == {"E": ["40"], "S": ["8"], "W": ["0"], "N": ["0"]}


def test_the_rare_cases_unfold_though_the_sheet_changes_under_the_finger(
    won_by_east: Browser,
) -> None:
    tapped_while_typed(won_by_east, "special", "S", "8")
    won_by_east.sees("dialog details[open] select")


def test_a_finger_that_stays_holds_nothing_up(won_by_east: Browser) -> None:
    def typed() -> None:
        won_by_east.driver.execute_script(TYPED, "S", "8")
        won_by_east.says('dialog [data-key="others-0"]', "The rest 0")

    held(won_by_east, "others-0", typed)


TWICE = """
const button = [...document.querySelectorAll(`[data-key="${arguments[0]}"]`)].at(-1);
const box = button.getBoundingClientRect();
const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
let count = 0;
button.addEventListener("click", () => (count += 1));
for (const time of ["once", "twice"]) {
  const under = document.elementFromPoint(x, y);
  under.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
  const at = { clientX: x, clientY: y };
  under.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...at }));
}
return count;
"""
"""A finger taps a button, and at once the same place again, whatever is there by then.
Gives how often that was the button."""


def tapped_twice(browser: Browser, key: str) -> int:
    browser.sees(f'[data-key="{key}"]')
    return int(browser.driver.execute_script(TWICE, key))


def test_a_double_tap_takes_back_one_hand(hand: Hand) -> None:
    button = hand.browser.find('[data-key="undo"]')
    hand.browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    assert tapped_twice(hand.browser, "undo") == 1


def test_a_double_tap_says_once_who_won(hand: Hand) -> None:
    hand.browser.click('[data-key="enter"]')
    tapped_twice(hand.browser, "won-E")
    hand.browser.sees(".keypad")
    hand.browser.holds('[data-key="won-E"]', "aria-pressed", "true")
    tapped_twice(hand.browser, "key-4")
    hand.browser.holds('[data-key="score-E"]', "value", "44")


@pytest.mark.parametrize("seat", ["S", "N"])
def test_a_double_tap_says_whose_tiles_they_are_and_no_more(
    hand: Hand, picture: Path, seat: str
) -> None:
    hand.browser.choose('.enter-row input[type="file"]:not([capture])', picture)
    tapped_twice(hand.browser, f"whose-{seat}")
    hand.browser.sees(".question")
    hand.browser.holds(f'[data-key="won-{seat}"]', "aria-pressed", "true")
