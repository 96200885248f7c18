"""What browsers of 2022 lack is taken out of this one: the pages ask for nothing newer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tests.web.browser.browsing import Browser

ADD, REMOVE = (f"Page.{what}ScriptToEvaluateOnNewDocument" for what in ("add", "remove"))
AS_IN_2022 = """
delete AbortSignal.timeout;
const supports = CSS.supports.bind(CSS);
CSS.supports = (...asked) => !asked.join().includes("container-type") && supports(...asked);

window.answered = 0;
const ask = fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  if (asked[0] === "/api/session") window.answered += 1;
  return answer;
};
"""
LOOK = "dispatchEvent(new Event('online'))"
"""What makes the page look whether the companion is reached."""


@pytest.fixture
def older(tablet: Browser) -> Iterator[Browser]:
    added = tablet.cdp(ADD, {"source": AS_IN_2022})
    tablet.open("/evenings")
    yield tablet
    tablet.cdp(REMOVE, added)


def test_the_page_knows_that_the_companion_is_reached(older: Browser) -> None:
    assert older.driver.execute_script("return AbortSignal.timeout === undefined")
    answered = "return window.answered"
    before = older.driver.execute_script(answered)
    for wanted in (before + 1, before + 2):  # it is called away when two looks got no answer
        older.driver.execute_script(LOOK)
        older.becomes(partial(older.driver.execute_script, answered), wanted, "the number of looks")
    assert older.words(".reach") == ""


def test_narrow_windows_have_the_styles_of_narrow_boxes(older: Browser) -> None:
    loaded = "[...document.styleSheets].some(({ href }) => href?.endsWith('/css/older.css'))"
    older.wait(lambda: older.driver.execute_script(f"return {loaded}"))
