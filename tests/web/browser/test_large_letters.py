"""Who reads large letters sets them in the browser: every page still fits the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browser.browsing import PHONE, Browser
from tests.web.browser.test_table_fits import CUT, OVERLAPS

LARGE = "--blink-settings=defaultFontSize=24"
"""Chrome's “very large”, where the usual is 16 pixels."""
PAGES = ("/", "/photo", "/evenings", "/rules", "/players")


@pytest.fixture(scope="module")
def phone(device: Callable[..., Browser]) -> Browser:
    phone = device(LARGE)
    phone.size(*PHONE)
    return phone


@pytest.mark.parametrize("page", PAGES)
def test_no_page_is_wider_than_the_screen(phone: Browser, page: str) -> None:
    phone.open(page)
    phone.sees("nav a")
    wide = phone.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= PHONE[0]


def test_nor_are_the_table_and_the_sheet_of_a_hand(phone: Browser) -> None:
    phone.open("/")
    phone.sign_in()
    players = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
    form = {"players": players, "ruleset": "harr-limit"}
    evening = phone.call("POST", "/api/evenings", form)["id"]
    phone.open(f"/table/{evening}")
    phone.click('[data-key="enter"]')
    phone.sees("dialog .seat-row")
    for part in ("html", "dialog"):
        fits = (
            "const e = document.querySelector(arguments[0]); return e.scrollWidth <= e.clientWidth"
        )
        assert phone.driver.execute_script(fits, part)


ENLARGED = (195, 422)
"""A telephone, as its pages measure it at twice their size."""
TITLE = "The second evening at Grandmother’s, with her old ivory tiles"
COVERED = """
return [...document.querySelectorAll(arguments[0])].filter((one) => {
  one.scrollIntoView({ block: "center" });
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, top, right, bottom } = words.getBoundingClientRect();
  const seen = (x, y) => one.contains(document.elementFromPoint(x, y));
  const [low, high] = [bottom - 4, top + 4];
  return left < 0 || right > innerWidth || !seen(left + 1, high) || !seen(right - 1, low);
}).map((one) => one.textContent);
"""
"""What is cut, or lies under something else."""


@pytest.fixture(scope="module")
def enlarged(device: Callable[..., Browser]) -> Browser:
    enlarged = device()
    enlarged.size(*ENLARGED)
    enlarged.sign_in()
    players = [{"name": name} for name in ("Ann", "Bo", "Christabella", "Di")]
    form = {"players": players, "ruleset": "traditional", "title": TITLE}
    evening = enlarged.call("POST", "/api/evenings", form)["id"]
    hand = {"winner": "N", "scores": {"E": 20, "S": 10, "W": 4, "N": 500}}
    assert "error" not in enlarged.call("POST", f"/api/evenings/{evening}/hands", hand)
    enlarged.open(f"/table/{evening}")
    enlarged.sees(".plate", 4)
    return enlarged


def test_at_twice_the_size_the_plates_cover_nothing(enlarged: Browser) -> None:
    drawn = ".plate-name, .plate-total, .medal-hand"
    assert enlarged.driver.execute_script(COVERED, drawn) == []


def test_at_twice_the_size_the_title_of_the_hand_is_whole(enlarged: Browser) -> None:
    enlarged.click('[data-key="enter"]')
    enlarged.sees(".seat-row", 4)
    assert enlarged.driver.execute_script(COVERED, ".dialog-head h2") == []


def test_at_twice_the_size_no_key_covers_another(enlarged: Browser) -> None:
    enlarged.click('[data-key="won-E"]')
    enlarged.sees(".keypad")
    assert enlarged.driver.execute_script(OVERLAPS, ".keys .key") == []
    assert enlarged.driver.execute_script(CUT, ".keys .key") == []
