"""What is asked about a hand that was photographed is in view, before the scores and after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser.browsing import PHONE, TABLET, Browser
from tests.web.browser.conftest import IN_EACH_BROWSER

UPRIGHT = (820, 1180)
SMALLEST = (320, 568)
NAMES = ("Ann", "Bartholomew", "Cy", "Dorothea")

pytestmark = IN_EACH_BROWSER


@pytest.fixture
def begun(tablet: Browser) -> Browser:
    """The table of a new evening, on whichever screen a test makes of it."""
    tablet.sign_in()
    body = {"players": [{"name": name} for name in NAMES], "ruleset": "harr-limit"}
    evening = tablet.call("POST", "/api/evenings", body)["id"]
    tablet.open_anew(f"/table/{evening}")
    return tablet


def photograph(browser: Browser, picture: Path) -> None:
    browser.click('[data-key="enter"]')
    browser.choose('dialog input[type="file"]:not([capture])', picture)
    browser.sees(".whose-plates button", 4)


def photograph_of_a_winner(browser: Browser, picture: Path) -> None:
    """North won with the tiles of the photograph, and the one in doubt is named."""
    photograph(browser, picture)
    browser.click('[data-key="whose-N"]')
    browser.click('.questions [data-key^="doubt-"][data-key$="-9p"]')


def in_view(browser: Browser, css: str) -> None:
    browser.sees(css)
    browser.becomes(lambda: browser.in_view(css), True, f"whether {css} is in view")


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE, SMALLEST, (568, 320)], ids=str)
def test_everyone_who_may_have_the_hand_is_in_view(
    begun: Browser, picture: Path, size: tuple[int, int]
) -> None:
    begun.size(*size)
    photograph(begun, picture)
    for seat in "ESWN":
        in_view(begun, f'[data-key="whose-{seat}"]')
    begun.says(".entry-foot", "Who won with this hand?")


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE], ids=str)
def test_how_a_hand_was_won_is_in_view_while_the_scores_are_typed(
    begun: Browser, picture: Path, size: tuple[int, int]
) -> None:
    begun.size(*size)
    photograph_of_a_winner(begun, picture)
    begun.sees(".keypad")
    in_view(begun, '[data-key="by-draw"]')
    assert begun.in_view('[data-key="key-5"]')
    top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
    asked, dropped = (
        begun.driver.execute_script(top, f'[data-key="{key}"]') for key in ("by-draw", "drop-N")
    )
    assert asked < dropped  # what is asked first, then what few want


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE, SMALLEST], ids=str)
def test_how_a_hand_was_won_is_in_view_beside_the_button_that_settles(
    begun: Browser, picture: Path, size: tuple[int, int]
) -> None:
    begun.size(*size)
    photograph_of_a_winner(begun, picture)
    begun.click('[data-key="others-0"]')
    begun.holds('[data-key="settle"]', "aria-disabled", None)
    in_view(begun, '[data-key="by-draw"]')
    assert begun.in_view('[data-key="settle"]')


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE, SMALLEST], ids=str)
def test_a_question_does_not_move_under_the_finger_when_the_score_comes(
    begun: Browser, picture: Path, size: tuple[int, int]
) -> None:
    begun.size(*size)
    photograph(begun, picture)
    begun.driver.execute_script(
        """
        window.places = [];
        const look = () => {
          const answer = document.querySelector('.question [data-code="9p"]');
          if (answer) window.places.push(Math.round(answer.getBoundingClientRect().top));
          requestAnimationFrame(look);
        };
        look();
        """
    )
    begun.click('[data-key="whose-N"]')
    begun.says('.seat-row[data-seat="N"]', "do not make four sets and a pair")
    begun.sees(".question")
    begun.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
    assert len(set(begun.driver.execute_script("return window.places"))) == 1
