"""The photo page opened again: the hand that was read there is still there, corrections and all."""

from __future__ import annotations

from pathlib import Path

from tests.web.browser.browsing import Browser

TILES = ".editor-rack .melds [data-tile]"


def test_a_read_hand_survives_a_reload(tablet: Browser, picture: Path) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(TILES, 15)
    tablet.click('.questions [data-key^="doubt-"][data-key$="-9p"]')
    tablet.lacks(".questions > *")
    tablet.click('[data-key="by:draw"]')
    tablet.driver.refresh()
    tablet.sees(TILES, 15)
    tablet.sees("[data-total]")
    tablet.holds('[data-key="by:draw"]', "aria-checked", "true")
    tablet.sees(".stage .sheet img")
    tablet.lacks(".questions > *")


def test_a_read_hand_outlives_its_tab_for_an_evening(tablet: Browser, picture: Path) -> None:
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(TILES, 15)
    tablet.reopen("/photo")
    tablet.sees(TILES, 15)
    tablet.sees(".stage .sheet img")
    yesterday = """
    const kept = JSON.parse(localStorage["half-filled-hand"]);
    kept.at -= 24 * 3_600_000;
    localStorage["half-filled-hand"] = JSON.stringify(kept);
    """
    tablet.driver.execute_script(yesterday)
    tablet.reopen("/photo")
    tablet.sees(".editor-rack")
    tablet.lacks(TILES)


def test_a_hand_that_was_cleared_stays_cleared(tablet: Browser) -> None:
    tablet.open_anew("/photo")
    tablet.click('[data-key="adding"]')
    tablet.click('.add-panel [data-code="3p"]')
    tablet.wait(lambda: tablet.driver.execute_script("return localStorage['half-filled-hand']"))
    tablet.driver.refresh()
    tablet.sees(TILES, 1)
    tablet.click('[data-key="clear"]')
    tablet.wait(lambda: not tablet.driver.execute_script("return localStorage['half-filled-hand']"))
    tablet.driver.refresh()
    tablet.sees(".editor-rack")
    tablet.lacks(TILES)
