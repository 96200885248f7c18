"""Who reads large letters sets them in the browser: every page still fits the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browser.browsing import PHONE, Browser

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
