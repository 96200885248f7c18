"""A server, and devices at the table: Chromiums of their own, and what a person does with them."""

from __future__ import annotations

import shutil
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
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from companion.ledger import Ledger
from companion.settings import Settings
from companion.web import Reader, create_app
from companion.web.server import Server

PIN = "482913"
TABLET = (1180, 820)
PHONE = (390, 844)
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
def serving(data: Path, reader: Reader, **learnt: Any) -> Iterator[str]:
    """Where a server with an empty ledger listens. learnt: sets and camera, as `create_app` has."""
    settings = Settings(data=data, host="127.0.0.1", port=0, pin=PIN, http=True)
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


@dataclass
class Browser:
    """One device at the table."""

    driver: Any
    address: str

    def open(self, path: str) -> None:
        self.driver.get(self.address + path)
        self.wait(lambda: self.all("#top nav"))

    def wait(self, condition: Callable[[], Any], seconds: float = 30) -> Any:
        """Wait until the condition is truthy, and return it; a vanished element is none."""
        ignored = (StaleElementReferenceException, NoSuchElementException, KeyError)
        return WebDriverWait(self.driver, seconds, 0.05, ignored).until(lambda _: condition())

    def all(self, css: str) -> list[WebElement]:
        found: list[WebElement] = self.driver.find_elements(By.CSS_SELECTOR, css)
        return found

    def find(self, css: str) -> WebElement:
        found: WebElement = self.wait(lambda: self.all(css))[-1]
        return found

    def click(self, css: str) -> None:
        """Click the last visible match, the one in the topmost dialog."""

        def clicked() -> bool:
            visible = [one for one in self.all(css) if one.is_displayed()]
            if not visible:
                return False
            self.driver.execute_script(
                "arguments[0].scrollIntoView({block: 'center', inline: 'center'})", visible[-1]
            )
            try:
                visible[-1].click()
            except ElementClickInterceptedException:
                return False
            return True

        self.wait(clicked)

    def type(self, css: str, text: str) -> None:
        """Into the last match; anew where the page draws it anew meanwhile."""

        def typed() -> bool:
            element = self.find(css)
            element.clear()
            element.send_keys(text)
            return True

        self.wait(typed)

    def text(self, css: str) -> str:
        return str(self.find(css).text)

    def enter_pin(self) -> None:
        self.type("dialog input[name=pin]", PIN)
        self.click("dialog button[type=submit]")
        self.wait(lambda: not self.all("dialog input[name=pin]"))

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

    def colours(self, scheme: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def size(self, width: int, height: int) -> None:
        self.driver.execute_cdp_cmd(
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
