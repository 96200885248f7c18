"""WebKit, with which every iPhone and iPad shows pages, where Debian's WebKitGTK is installed.

Its driver lacks some of what Chromium's can do, and does some things in its own way.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.web.browser.browsing import TABLET, Browser

WINDOW = Path(__file__).with_name("webkit_window.py")
SYSTEM_PYTHON = Path("/usr/bin/python3")
SCREEN = "1600x1300x24"
"""Of the display without a screen, in pixels and bits: larger than any device of the tests."""
LOOKS = 20
"""How often the driver looks for something before it is no longer believed to be drawn anew."""
SVG = ("g", "path", "polygon", "svg")
KEYS: Final = {
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Tab": Keys.TAB,
    "Backspace": Keys.BACKSPACE,
    "Delete": Keys.DELETE,
    "ArrowLeft": Keys.ARROW_LEFT,
    "ArrowRight": Keys.ARROW_RIGHT,
    "ArrowUp": Keys.ARROW_UP,
    "ArrowDown": Keys.ARROW_DOWN,
}


class WebKit(Browser):
    """As `Browser`, where the driver needs another way."""

    def size(self, width: int, height: int) -> None:
        self.driver.set_window_size(width, height)
        inner = "return [innerWidth, innerHeight]"
        self.becomes(lambda: self.driver.execute_script(inner), [width, height], "the window")

    def colours(self, scheme: str) -> None:
        if scheme != "light":
            pytest.skip("only Chromium's driver can ask for dark pages")

    def _all(self, css: str) -> list[WebElement]:
        """The driver trips over what the page draws anew while it looks: then it looks again."""
        for _ in range(LOOKS):
            try:
                return super()._all(css)
            except StaleElementReferenceException:
                continue
            except WebDriverException as error:
                if "Could not parse element info" not in str(error):
                    raise
        raise StaleElementReferenceException

    def text(self, one: WebElement) -> str:
        """The driver's own answer leaves out what is cut off at a number of lines."""
        script = """
        const [one] = arguments;
        return one.checkVisibility() ? (one.innerText ?? one.textContent) : "";
        """
        lines = str(self.driver.execute_script(script, one)).replace("\xa0", " ").split("\n")
        return "\n".join(line.strip() for line in lines if line.strip())

    def tap(self, one: WebElement) -> None:
        """The driver's own click misses what is drawn."""
        if one.tag_name not in SVG:
            one.click()
            return
        script = """
        const { left, top, width, height } = arguments[0].getBoundingClientRect();
        return [left + width / 2, top + height / 2].map(Math.round);
        """
        finger: Any = ActionBuilder(self.driver)
        finger.pointer_action.move_to_location(*self.driver.execute_script(script, one)).click()
        finger.perform()

    def type(self, css: str, text: str) -> None:
        self.strike(css, Keys.CONTROL + "a")  # only the end of the keys lets go of Control
        self.strike(css, Keys.DELETE + text)

    def press_escape(self) -> None:
        self.keys(Keys.ESCAPE)

    def press(self, *keys: str) -> None:
        self.keys(*(KEYS.get(key, key) for key in keys))

    def cdp(self, command: str, what: dict[str, Any]) -> Any:
        pytest.skip(f"only Chromium's driver knows {command}")

    def complaints(self) -> list[str]:
        pytest.skip("only Chromium's driver tells what the console holds")


@contextmanager
def display() -> Iterator[str]:
    """A display without a screen, such as ":7"."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("Xvfb is not installed")
    command = [program, "-displayfd", "1", "-screen", "0", SCREEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().decode().strip()}"
        server.terminate()


def webkit(screen: str, profile: Path) -> Any:
    """The driver of a new window. screen: the display that it opens on. profile: what it keeps."""
    program = shutil.which("WebKitWebDriver")
    bindings = "import gi; gi.require_version('WebKit2', '4.1')"
    can_open = [str(SYSTEM_PYTHON), "-c", bindings]
    if program is None or subprocess.run(can_open, capture_output=True, check=False).returncode:
        pytest.skip("WebKitWebDriver and WebKitGTK's bindings for Python are not installed")
    options = Options()
    options.binary_location = str(WINDOW)
    homes = {f"XDG_{what}_HOME": str(profile) for what in ("DATA", "CACHE", "CONFIG")}
    service = Service(program, env={**os.environ, **homes, "DISPLAY": screen})
    driver = webdriver.WebKitGTK(options=options, service=service)
    driver.set_window_size(*TABLET)
    driver.set_script_timeout(60)
    return driver
