"""A server, and devices at the table: Chromiums of their own, and what a person does with them."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.web import ReadPhoto, create_app
from companion.web.server import Server

PIN = "482913"
PATIENCE = float(os.environ.get("COMPANION_PATIENCE", "60"))
"""Seconds. Only a page that fails makes a test wait so long."""
TABLET = (1180, 820)
PHONE = (390, 844)
OWN = """
const own = (name) => import(new URL(`./${name}.js`, document.querySelector("[type=module]").src));
"""
"""Begins a script that asks one of the page's own modules."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
)


@contextmanager
def serving(data: Path, reader: ReadPhoto, http: bool = True, **learnt: Any) -> Iterator[str]:
    """Where a server with an empty ledger listens. learnt: sets and camera, as `create_app` has."""
    settings = Settings(data=data, host="127.0.0.1", port=0, pin=PIN, http=http)
    ledger = Ledger(data)
    server = Server(create_app(settings, ledger, reader, **learnt), settings)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server.urls[0]
    finally:  # also after a test that failed, which would otherwise never end
        server.stop()
        thread.join()
        ledger.close()


_VANISHED = "does not belong to the document"
"""What Chromium's driver says, as an unknown error, of an element that vanishes while it looks."""


class Host:
    """A server that can be stopped and started again on the same data and port."""

    def __init__(self, data: Path, reader: ReadPhoto, host: str = "127.0.0.1") -> None:
        self._data, self._reader, self._host = data, reader, host
        with socket.socket() as free:  # one number for all starts, as at home
            free.bind((host, 0))
            self._port: int = free.getsockname()[1]
        self._stop: Callable[[], None] = lambda: None

    def start(self) -> str:
        settings = Settings(data=self._data, host=self._host, port=self._port, pin=PIN, http=True)
        ledger = Ledger(self._data)
        server = Server(create_app(settings, ledger, self._reader), settings)
        thread = threading.Thread(target=server.serve)
        thread.start()

        def stop() -> None:
            server.stop()
            thread.join()
            ledger.close()

        self._stop = stop
        return server.urls[0]

    def stop(self) -> None:
        self._stop()
        self._stop = lambda: None

    @contextmanager
    def away(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()


def _nothing_more() -> str:
    return "what was waited for never came"


@dataclass
class Browser:
    """One device at the table.

    A page answers in its own time, so whatever a test says about it is waited for: `sees`, `lacks`,
    `says`, `reads`, `holds`, and `becomes` for the rest. What shall be missing is only worth
    asking after a sign that the page has drawn what it could stand in.
    """

    driver: Any
    address: str

    def open(self, path: str) -> None:
        self.driver.get(self.address + path)
        self.sees("#top nav")

    def open_anew(self, path: str) -> None:
        """As a device does on which nothing is half filled in."""
        self.driver.get(self.address + "/static/icon.svg")  # where no script keeps it meanwhile
        self.forget_begun()
        self.open(path)

    def forget_begun(self) -> None:
        """Nothing is half filled in on this device any more."""
        names = "Object.keys(localStorage).filter((name) => name.startsWith('half-filled-'))"
        self.driver.execute_script(f"{names}.forEach((name) => localStorage.removeItem(name))")

    def reopen(self, path: str) -> None:
        """Close the tab, and open the page in another."""
        self.take_a_new_tab()
        self.open(path)

    def take_a_new_tab(self) -> None:
        """In place of the one that was open."""
        closed = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        opened = self.driver.current_window_handle
        self.driver.switch_to.window(closed)
        self.driver.close()
        self.driver.switch_to.window(opened)
        self.size(*TABLET)

    def wait(self, condition: Callable[[], Any], told: Callable[[], str] = _nothing_more) -> Any:
        """Wait until the condition is truthy, and return it; a vanished element is none.

        told: what to say where it never is; the words on the page stand after it.
        """
        ignored = (
            StaleElementReferenceException,
            NoSuchElementException,
            ElementNotInteractableException,  # what vanishes just when it shall have the focus
            IndexError,
        )

        def held(_: Any) -> Any:
            try:
                return condition()
            except WebDriverException as error:
                if _VANISHED in str(error):
                    return None
                raise

        try:
            return WebDriverWait(self.driver, PATIENCE, 0.05, ignored).until(held)
        except TimeoutException:
            raise AssertionError(f"{told()}. The page reads: {self._words()!r}") from None

    def _words(self) -> str:
        """What stands in the topmost dialog, or else on the page."""
        script = "return ([...document.querySelectorAll('dialog')].at(-1) ?? document.body)"
        return str(self.driver.execute_script(f"{script}.innerText"))[:600]

    def _all(self, css: str) -> list[WebElement]:
        found: list[WebElement] = self.driver.find_elements(By.CSS_SELECTOR, css)
        return found

    def text(self, one: WebElement) -> str:
        """The words of it that are in sight."""
        return str(one.text)

    def tap(self, one: WebElement) -> None:
        one.click()

    def becomes(self, look: Callable[[], object], wanted: object, what: str = "it") -> None:
        """Look until what is seen is as wanted."""
        seen: object = None

        def as_wanted() -> bool:
            nonlocal seen
            seen = look()
            return seen == wanted

        self.wait(as_wanted, lambda: f"{what} is {seen!r}, not {wanted!r}")

    def sees(self, css: str, count: int | None = None) -> list[WebElement]:
        """So many matches, at least one where no number is told."""
        if count is None:
            found: list[WebElement] = self.wait(lambda: self._all(css), lambda: f"no {css} is seen")
            return found
        self.becomes(lambda: len(self._all(css)), count, f"the number of {css}")
        return self._all(css)

    def lacks(self, css: str) -> None:
        self.sees(css, 0)

    def says(self, css: str, words: str) -> None:
        """The last match has these words in it."""
        self.wait(
            lambda: words in self.text(self._all(css)[-1]), lambda: f"{css} never says {words!r}"
        )

    def reads(self, css: str, *texts: str) -> None:
        """The matches are these texts, one each."""
        self.becomes(lambda: [self.text(one) for one in self._all(css)], list(texts), css)

    def holds(self, css: str, attribute: str, value: str | None) -> None:
        """The last match has this value; None: it lacks the attribute."""
        look = f"{attribute} of {css}"
        self.becomes(lambda: self._all(css)[-1].get_attribute(attribute), value, look)

    def each(self, css: str, attribute: str) -> list[str]:
        """The attribute of every match, once there is one."""
        found: list[str] = self.wait(
            lambda: [str(one.get_attribute(attribute)) for one in self._all(css)],
            lambda: f"no {css} is seen",
        )
        return found

    def words(self, css: str) -> str:
        """What the last match says at this moment; nothing where there is none."""
        script = "return [...document.querySelectorAll(arguments[0])].at(-1)?.innerText ?? ''"
        return str(self.driver.execute_script(script, css)).strip()

    def shows(self, css: str) -> bool:
        """Whether a match is in sight at this moment."""
        any_of = "[...document.querySelectorAll(arguments[0])].some((e) => e.checkVisibility())"
        return bool(self.driver.execute_script(f"return {any_of}", css))

    def in_view(self, css: str) -> bool:
        """Whether the last match can be seen without scrolling: nothing lies over its middle."""
        script = """
        const seen = [...document.querySelectorAll(arguments[0])].at(-1);
        const { left, top, width, height } = seen.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return seen.contains(there);
        """
        return bool(self.driver.execute_script(script, css))

    def find(self, css: str) -> WebElement:
        """The last match, to do something with."""
        return self.sees(css)[-1]

    def click(self, css: str) -> None:
        """Click the last visible match, the one in the topmost dialog, once it can be clicked."""

        def clicked() -> bool:
            visible = [one for one in self._all(css) if one.is_displayed()]
            if not visible or visible[-1].get_attribute("aria-disabled") == "true":
                return False
            self.driver.execute_script(
                "arguments[0].scrollIntoView({block: 'center', inline: 'center'})", visible[-1]
            )
            try:
                self.tap(visible[-1])
            except ElementClickInterceptedException:
                return False
            return True

        self.wait(clicked, lambda: f"no {css} can be clicked")

    def type(self, css: str, text: str) -> None:
        """Over what stands in the last match, as a person does: all selected, then typed over.
        `clear` of the driver says nothing to the page, which may write the old text again."""
        self.strike(css, Keys.CONTROL + "a" + Keys.NULL + Keys.DELETE + text)

    def strike(self, css: str, *keys: str) -> None:
        """Keys for the last match, which takes the focus, also where it is drawn anew meanwhile."""

        def struck() -> bool:
            self._all(css)[-1].send_keys(*keys)
            return True

        self.wait(struck, lambda: f"nothing can be typed into {css}")

    def choose(self, css: str, file: Path) -> None:
        """A file for the last match, which is a hidden field of a form or a photograph's button."""

        def chosen() -> bool:
            self._all(css)[-1].send_keys(str(file))
            return True

        self.wait(chosen, lambda: f"no file can be chosen at {css}")

    def enter_pin(self) -> None:
        self.type("dialog input[name=pin]", PIN)
        self.click("dialog button[type=submit]")
        self.lacks("dialog input[name=pin]")

    def sign_in(self) -> None:
        """As the PIN dialog does, without the dialog."""
        self.open("/join")
        self.call("POST", "/api/session", {"pin": PIN})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Any call, with this device's own cookie and token; the answer's JSON."""
        return self.driver.execute_async_script(
            """
            const [method, path, body, done] = arguments;
            (async () => {
              const { token } = await (await fetch("/api/session")).json();
              const headers = { "Content-Type": "application/json" };
              headers["Idempotency-Key"] = String(Math.random());
              if (token) headers["X-Companion-Token"] = token;
              const options = { method, headers };
              if (body !== null) options.body = JSON.stringify(body);
              return (await fetch(path, options)).json();
            })().then(done);
            """,
            method,
            path,
            body,
        )

    def cdp(self, command: str, what: dict[str, Any]) -> Any:
        """A command of Chromium's own protocol."""
        return self.driver.execute_cdp_cmd(command, what)

    def press_escape(self) -> None:
        for kind in ("keyDown", "keyUp"):
            key = {"type": kind, "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27}
            self.cdp("Input.dispatchKeyEvent", key)

    def press(self, *keys: str) -> None:
        """Keys one after the other, wherever the focus is."""
        for key in keys:
            for kind in ("keyDown", "keyUp"):
                text = {"text": key} if kind == "keyDown" else {}
                event = {"type": kind, "key": key, **text}
                self.cdp("Input.dispatchKeyEvent", event)

    def keys(self, *keys: str) -> None:
        """As `press`, with the driver's own names of keys. Its `send_keys` to the element that has
        the focus refuses one that only a script can give it."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def network(self, there: bool) -> None:
        """Whether this device reaches anything at all."""
        self.cdp("Network.enable", {})
        how = {"offline": not there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.cdp("Network.emulateNetworkConditions", how)

    def slows_the_answer(self, end: str, ms: int) -> None:
        """The next answer from an address with this end comes that much later."""
        self._after_the_next(end, ms, True)

    def is_not_reached(self, end: str) -> None:
        """The next call to an address with this end reaches nobody."""
        self._after_the_next(end, 0, False)

    def _after_the_next(self, end: str, ms: int, reached: bool) -> None:
        self.driver.execute_script(
            """
            const [end, ms, reached] = arguments;
            const asked = window.fetch;
            let first = true;
            window.fetch = async (url, options) => {
              const mine = first && String(url).endsWith(end);
              if (!mine) return asked(url, options);
              first = false;
              const answer = asked(url, options);
              if (!reached) throw new TypeError("nobody was reached");
              await new Promise((passed) => setTimeout(passed, ms));
              return answer;
            };
            """,
            end,
            ms,
            reached,
        )

    def loses_the_answer(self, method: str, end: str, after_ms: int = 0) -> None:
        """The server does what it is asked with the next call of this method to an address with
        this end, and its answer, that much later, does not reach the page."""
        self.driver.execute_script(
            """
            const [method, end, after] = arguments;
            const asked = window.fetch;
            window.fetch = async (url, options) => {
              const answer = await asked(url, options);
              if (options?.method !== method || !String(url).endsWith(end)) return answer;
              await new Promise((passed) => setTimeout(passed, after));
              window.fetch = asked;
              throw new TypeError("the answer was lost");
            };
            """,
            method,
            end,
            after_ms,
        )

    def colours(self, scheme: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.cdp("Emulation.setEmulatedMedia", {"features": [feature]})

    def size(self, width: int, height: int) -> None:
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )

    def complaints(self) -> list[str]:
        """What the browser's console holds against the pages, network answers of 4xx apart."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]
        ]


def chromium(profile: Path, *flags: str) -> Any:
    program = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)
    chromedriver = shutil.which("chromedriver")
    if program is None or chromedriver is None:
        pytest.skip("Chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={TABLET[0]},{TABLET[1]}"):
        options.add_argument(flag)
    for flag in flags:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    driver.set_script_timeout(60)
    return driver
