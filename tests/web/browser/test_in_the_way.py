"""A page that cannot draw itself says why in its own place, and comes forth when asked again."""

from __future__ import annotations

import pytest

from companion.base.errors import UnavailableError
from companion.ledger import Ledger
from tests.web.browser.browsing import Browser
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
