"""While the server is away, every page says so and goes on by itself afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.web.server import own_addresses
from tests.web.browser.browsing import Browser, Host
from tests.web.browser.conftest import photographed

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
PAGES = ("/", "/photo", "/evenings", "/evenings/new", "/rules", "/rules/harr", "/sets", "/join")
OF_AN_EVENING = ("/statistics", "/table/ID", "/table/ID/sheet")


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    tablet.sign_in()
    return str(tablet.call("POST", "/api/evenings", {"players": PLAYERS})["id"])


@pytest.fixture
def plain(
    tmp_path_factory: pytest.TempPathFactory, device: Callable[..., Browser]
) -> Iterator[tuple[Host, Browser]]:
    """A server at this machine's own address, where a browser allows no service worker."""
    addresses = [each for each in own_addresses() if ":" not in each]
    if not addresses:
        pytest.skip("this machine has no address on a network")
    host = Host(tmp_path_factory.mktemp("data"), photographed, addresses[0])
    browser = device()
    browser.address = host.start()
    yield host, browser
    host.stop()


def keeps_the_shell(browser: Browser) -> None:
    browser.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")


def look_now(browser: Browser, because: str) -> None:
    """What the browser says when its network goes or comes back: `offline` or `online`. Else the
    page looks every 15 seconds, and every three while the companion is away."""
    browser.driver.execute_script("dispatchEvent(new Event(arguments[0]))", because)


def opens(browser: Browser, path: str) -> None:
    """Also where the server is away: the page is what the device has kept."""
    browser.driver.get(browser.address + path)
    browser.sees("main h1")


def test_a_device_that_saw_one_page_can_say_what_is_wrong_on_all(
    device: Callable[..., Browser], evening: str, host: Host
) -> None:
    phone = device()
    phone.open("/")
    keeps_the_shell(phone)
    with host.away():
        for path in ("/", "/evenings", "/statistics"):
            opens(phone, path)
            phone.says("main [role=alert]", "cannot be reached")
        opens(phone, f"/table/{evening}")
        phone.reads("main h1", "The companion is away")
    phone.sees(".plate", 4)


def test_a_page_that_stands_there_says_that_it_may_be_old_and_goes_on(
    tablet: Browser, evening: str, host: Host
) -> None:
    for path in (*PAGES, *OF_AN_EVENING):
        tablet.open(path.replace("ID", evening))
        tablet.sees("main h1")
        with host.away():
            look_now(tablet, "offline")
            tablet.says(".reach", "has been away since")
        look_now(tablet, "online")
        tablet.becomes(lambda: tablet.find(".reach").text, "", f"what stands over {path}")


def test_without_a_service_worker_the_page_notices_by_itself(plain: tuple[Host, Browser]) -> None:
    host, phone = plain
    phone.open("/rules")
    phone.sees("main h1")
    assert not phone.driver.execute_script("return 'serviceWorker' in navigator")
    with host.away():
        phone.says(".reach", "has been away since")
    phone.becomes(lambda: phone.find(".reach").text, "", "what stands over the page")


def test_a_page_whose_scripts_never_come_says_what_to_do(
    device: Callable[..., Browser], evening: str
) -> None:
    phone = device()
    phone.cdp("Network.enable", {})
    phone.cdp("Network.setBlockedURLs", {"urls": ["*/js/ui.js"]})
    phone.driver.get(f"{phone.address}/table/{evening}")
    phone.says("main", "This page has not arrived whole.")


def test_nothing_broke_in_the_console(tablet: Browser, evening: str) -> None:
    assert [one for one in tablet.complaints() if "ERR_" not in one] == []
