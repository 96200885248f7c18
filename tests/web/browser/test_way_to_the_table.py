"""Whatever a device looks at during an evening: one tap leads back to the table."""

from __future__ import annotations

import pytest

from tests.web.browser.browsing import PHONE, Browser

FINGER = 44
"""Pixels that are wide enough to be hit."""
PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
PAGES = (
    "/",
    "/photo",
    "/evenings",
    "/evenings/new",
    "/rules",
    "/rules/harr",
    "/statistics",
    "/sets",
)


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    tablet.sign_in()
    return str(tablet.call("POST", "/api/evenings", {"players": PLAYERS})["id"])


@pytest.mark.parametrize("page", PAGES)
def test_one_tap_leads_to_the_table(tablet: Browser, evening: str, page: str) -> None:
    tablet.open(page)
    tablet.click("#top .to-table")
    tablet.becomes(lambda: tablet.driver.current_url, f"{tablet.address}/table/{evening}")


def test_a_page_of_an_evening_leads_to_its_own_table(tablet: Browser, evening: str) -> None:
    tablet.call("POST", "/api/evenings", {"players": PLAYERS})
    for page in (f"/table/{evening}/sheet", f"/rules/harr?evening={evening}"):
        tablet.open(page)
        tablet.holds("#top .to-table", "href", f"{tablet.address}/table/{evening}")


def test_the_table_leads_to_the_start(tablet: Browser, evening: str) -> None:
    tablet.open(f"/table/{evening}")
    tablet.holds("#top .brand", "href", f"{tablet.address}/")


@pytest.mark.parametrize("size", [PHONE, (360, 640), (320, 568)], ids=str)
def test_the_way_is_seen_on_a_phone(tablet: Browser, evening: str, size: tuple[int, int]) -> None:
    tablet.size(*size)
    tablet.open("/photo")
    words = tablet.find("#top .to-table").text.replace("\n", " ")
    assert words == "The table"
    within = """
    const top = document.querySelector("#top");
    const boxes = [...top.querySelectorAll("a, button")].map((one) => one.getBoundingClientRect());
    const inOneLine = new Set(boxes.map((box) => Math.round(box.top + box.height / 2))).size === 1;
    const narrowest = Math.min(...boxes.map((box) => box.width));
    return [inOneLine, top.scrollWidth - top.clientWidth, narrowest];
    """
    in_one_line, over, narrowest = tablet.driver.execute_script(within)
    assert (in_one_line, over, narrowest >= FINGER) == (True, 0, True)
