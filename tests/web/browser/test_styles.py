"""What the style sheets ask for is known to each browser, under one name or the other."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from tests.web.browser.browsing import Browser
from tests.web.browser.conftest import IN_EACH_BROWSER

ONLY_NICER = {"scrollbar-color", "scrollbar-width"}
"""What nobody misses where a browser does not know it."""
OF_PHONES = {"-webkit-text-size-adjust", "-webkit-touch-callout"}
"""What only browsers of phones and tablets know."""


def declared() -> list[tuple[str, str]]:
    """Every property and its value in the style sheets, but what describes fonts and paper."""
    folder = resources.files("companion") / "web" / "static" / "css"
    found: set[tuple[str, str]] = set()
    for file in folder.iterdir():
        text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"@(?:font-face|page)[^{]*\{[^}]*\}", "", text)
        for name, value in re.findall(r"[{;]\s*([-a-z]+)\s*:\s*([^;{}]+)(?=[;}])", text):
            found.add((name, " ".join(value.replace("!important", "").split())))
    return sorted(found)


def plain(declaration: tuple[str, str]) -> tuple[str, str]:
    """Without WebKit's own prefix of a name or a value."""
    name, value = declaration
    return name.removeprefix("-webkit-"), value.removeprefix("-webkit-")


@IN_EACH_BROWSER
def test_each_browser_knows_what_is_declared(tablet: Browser) -> None:
    asked = [each for each in declared() if each[0] not in ONLY_NICER | OF_PHONES]
    known = "return arguments[0].filter(([name, value]) => CSS.supports(name, value))"
    understood = {
        plain((name, value)) for name, value in tablet.driver.execute_script(known, asked)
    }
    assert len(asked) > 500
    assert [each for each in asked if plain(each) not in understood] == []


@pytest.mark.parametrize("tablet", ["webkit"], indirect=True, scope="module")
def test_no_word_on_a_key_is_marked_by_a_long_press(tablet: Browser) -> None:
    tablet.open("/rules")
    tablet.sees("main button")
    style = "return getComputedStyle(arguments[0]).webkitUserSelect"
    assert tablet.driver.execute_script(style, tablet.find("main button")) == "none"
