"""A finger on the photograph: a tile that is too small for it comes closer before it is meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.browsing import PHONE, Browser

FINGER = 44
"""The least width of a target for a finger, in CSS pixels: WCAG 2.2, 2.5.5."""
WIDTH = """
const edge = document.querySelector(`[data-key="seen-${arguments[0]}"] .edge`);
const { width, height } = edge.getBoundingClientRect();
const frame = document.querySelector(".stage-scroll").getBoundingClientRect();
const box = edge.getBoundingClientRect();
const within = box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
  box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
return { side: Math.min(width, height), within };
"""


@pytest.fixture
def phone(tablet: Browser) -> Iterator[Browser]:
    """A phone, whose screen is touched."""
    tablet.size(*PHONE)
    touch = "Emulation.setTouchEmulationEnabled"
    tablet.cdp(touch, {"enabled": True})
    yield tablet
    tablet.cdp(touch, {"enabled": False})


def seen(phone: Browser, place: int) -> Any:
    return phone.driver.execute_script(WIDTH, place)


@pytest.mark.parametrize("place", [0, 8, 14], ids=["first", "middle", "last"])
def test_a_small_tile_comes_closer_and_is_then_tapped(
    phone: Browser, picture: Path, place: int
) -> None:
    phone.open_anew("/photo")
    phone.choose('input[type="file"]:not([capture])', picture)
    phone.sees('[data-key="seen-14"]')
    phone.says(".stage-hint", "closer")
    assert seen(phone, place)["side"] < FINGER
    phone.click(f'[data-key="seen-{place}"]')
    phone.wait(lambda: seen(phone, place)["side"] >= FINGER)
    assert seen(phone, place)["within"]
    phone.lacks("dialog")
    phone.click(f'[data-key="seen-{place}"]')
    phone.sees("dialog")
    phone.press_escape()
    phone.lacks("dialog")


def test_drawn_anew_the_photograph_stays_as_close(phone: Browser, picture: Path) -> None:
    phone.open_anew("/photo")
    phone.choose('input[type="file"]:not([capture])', picture)
    phone.click('[data-key="seen-14"]')
    phone.wait(lambda: seen(phone, 14)["side"] >= FINGER)
    phone.click('[data-key="seen-14"]')
    phone.click('dialog [data-key="pick-9p"]')
    phone.lacks("dialog")
    phone.lacks(".overlay .unsure")
    phone.wait(lambda: seen(phone, 14)["within"])
    assert seen(phone, 14)["side"] >= FINGER


def test_the_tiles_below_are_large_enough_for_a_finger(phone: Browser, picture: Path) -> None:
    phone.open("/photo")
    phone.choose('input[type="file"]:not([capture])', picture)
    phone.sees(".editor-rack .melds button.tile")
    small = """
    return [...document.querySelectorAll(".editor-rack .melds button.tile")].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return Math.min(width, height) < arguments[0];
    }).length;
    """
    assert phone.driver.execute_script(small, FINGER) == 0


ROWS = """
const rows = new Map();
for (const one of document.querySelectorAll(".compact .melds button.tile")) {
  const { top, width } = one.getBoundingClientRect();
  rows.set(top, [...(rows.get(top) ?? []), width]);
}
return [...rows.values()];
"""
"""How wide the tiles are that were tapped in, row by row."""


@pytest.mark.parametrize("size", [PHONE, (360, 640), (320, 568)], ids=str)
def test_tiles_that_are_tapped_in_lie_in_two_rows_as_wide_as_a_finger_needs(
    phone: Browser, size: tuple[int, int]
) -> None:
    phone.size(*size)
    phone.open_anew("/photo")
    phone.click('[data-key="adding"]')
    for code in ("2m", "3m", "4m", "7p", "9s", "1z", "5z"):
        for _ in range(2):
            phone.click(f'.add-panel [data-code="{code}"]')
    phone.sees(".compact .melds button.tile", 14)
    rows = phone.driver.execute_script(ROWS)
    assert [len(row) for row in rows] == [7, 7]
    assert min(map(min, rows)) >= FINGER
    wide = phone.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= size[0]
