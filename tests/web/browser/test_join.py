"""The way in for phones says only what is true of this companion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.browser.browsing import PHONE, TABLET, Browser, serving
from tests.web.browser.conftest import photographed
from tests.web.browser.test_accessible import violations

AT_HOME = "10.11.12.13"
"""An address that phones reach, and this browser too."""
FLAGS = (f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1", "--ignore-certificate-errors")
CERTIFICATE = "Its browser may warn once that the certificate was made at home."


def begun(browser: Browser) -> str:
    """A new evening."""
    players = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
    return str(browser.call("POST", "/api/evenings", {"players": players})["id"])


@pytest.fixture(scope="module")
def elsewhere(device: Callable[..., Browser]) -> Browser:
    return device(*FLAGS)


def test_over_plain_http_nothing_is_said_of_a_certificate(elsewhere: Browser, address: str) -> None:
    elsewhere.address = address.replace("127.0.0.1", AT_HOME)
    elsewhere.open("/join")
    elsewhere.sees("main img.qr")
    elsewhere.reads("main a", f"{elsewhere.address}/")
    assert CERTIFICATE not in elsewhere.words("main")
    elsewhere.says("main", "is on another network, or the companion is not running")
    assert violations(elsewhere) == []


def test_a_phone_finds_the_table_by_its_code(elsewhere: Browser, address: str) -> None:
    elsewhere.address = address.replace("127.0.0.1", AT_HOME)
    elsewhere.sign_in()
    elsewhere.open(f"/table/{begun(elsewhere)}")
    elsewhere.size(*PHONE)
    elsewhere.click('[data-key="tool-people"]')
    code = elsewhere.find("dialog img.qr")
    drawn = "return arguments[0].naturalWidth"
    elsewhere.wait(lambda: elsewhere.driver.execute_script(drawn, code))
    assert code.size["width"] >= 200
    elsewhere.size(*TABLET)


def test_over_https_the_warning_is_foretold(elsewhere: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, photographed, http=False) as encrypted:
        elsewhere.address = encrypted.replace("127.0.0.1", AT_HOME)
        elsewhere.open("/join")
        elsewhere.says("main", CERTIFICATE)
        elsewhere.reads("main a", f"{elsewhere.address}/")


def test_phones_are_not_sent_to_an_address_that_none_can_reach(tablet: Browser) -> None:
    """The server of these tests listens to this machine alone."""
    tablet.open("/join")
    tablet.says("main", "No phone can reach the companion at this address.")
    tablet.lacks("main img.qr, main a")


def test_nor_from_the_table(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open(f"/table/{begun(tablet)}")
    tablet.click('[data-key="tool-people"]')
    tablet.says("dialog", "No phone can reach the companion at this address.")
    tablet.lacks("dialog img.qr, dialog a")
