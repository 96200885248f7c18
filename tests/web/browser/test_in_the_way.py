"""A page that cannot draw itself says why in its own place, and comes forth when asked again."""

from __future__ import annotations

import pytest

from companion.base.errors import UnavailableError
from companion.ledger import Ledger
from tests.web.browser.browsing import Browser, Host
from tests.web.browser.conftest import IN_EACH_BROWSER

pytestmark = IN_EACH_BROWSER


def test_a_page_that_is_refused_what_it_needs_says_why(
    tablet: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise UnavailableError("The ledger is being read by another program.")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Ledger, "evenings", busy)
        tablet.open("/statistics")
        tablet.says("main [role=alert]", "The ledger is being read by another program.")
    tablet.click("main button")
    tablet.says("main h1", "Players")


def test_a_device_keeps_the_pages_though_it_leaves_the_first_at_once(
    tablet: Browser, host: Host
) -> None:
    """With the header `Cross-Origin-Opener-Policy`, WebKit never finished installing
    what keeps them."""
    for path in ("/join", "/rules", "/"):
        tablet.driver.get(tablet.address + path)
    kept = "return navigator.serviceWorker.controller !== null"
    tablet.becomes(lambda: tablet.driver.execute_script(kept), True, "that pages are kept")
    with host.away():
        tablet.driver.get(f"{tablet.address}/statistics")
        tablet.says("main [role=alert]", "cannot be reached")
    tablet.says("main h1", "Players")
