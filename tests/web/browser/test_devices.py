"""What a device does all evening: stays awake, sees the server come back, installs the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.browser.browsing import PIN, Browser, Host, serving
from tests.web.browser.conftest import photographed

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]

# Stands in for the screen: how many locks are held now. The system may take one away at any time.
SCREEN = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = { released: false, release: async () => { lock.released = true; } };
  window.locks.push(lock);
  return lock;
} } });
window.held = () => window.locks.filter((lock) => !lock.released).length;
"""


# Counts the streams of news that a page follows now.
STREAMS = """
const streams = [];
window.EventSource = class extends EventSource {
  constructor(address) { super(address); streams.push(this); }
};
window.followed = () => streams.filter((one) => one.readyState !== EventSource.CLOSED).length;
"""


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    tablet.sign_in()
    return str(tablet.call("POST", "/api/evenings", {"players": PLAYERS})["id"])


def test_the_screen_stays_awake_while_an_evening_runs(tablet: Browser, evening: str) -> None:
    command = {"source": SCREEN}
    added = tablet.cdp("Page.addScriptToEvaluateOnNewDocument", command)

    def holds(locks: int) -> None:
        look = "return window.held()"
        tablet.becomes(lambda: tablet.driver.execute_script(look), locks, "the number of locks")

    tablet.open(f"/table/{evening}")
    holds(1)
    tablet.driver.execute_script(
        "window.locks.forEach((lock) => { lock.released = true; });"
        "document.dispatchEvent(new Event('visibilitychange'));"
    )
    holds(1)
    tablet.call("POST", f"/api/evenings/{evening}/end")
    holds(0)
    tablet.call("POST", f"/api/evenings/{evening}/undo")
    holds(1)
    tablet.cdp("Page.removeScriptToEvaluateOnNewDocument", added)


def test_over_plain_http_the_table_says_that_the_screen_may_go_dark(
    device: Callable[..., Browser], address: str, evening: str
) -> None:
    """A browser trusts this very machine, so it is told that the server is another one."""
    elsewhere = "10.11.12.13"
    browser = device(f"--host-resolver-rules=MAP {elsewhere} 127.0.0.1")
    browser.address = address.replace("127.0.0.1", elsewhere)
    browser.open(f"/table/{evening}")
    browser.sees(".plate")
    browser.says("main", "This screen may go dark by itself. It stays on at an encrypted address")


def test_who_comes_unencrypted_is_offered_the_encrypted_address(
    device: Callable[..., Browser], tmp_path: Path
) -> None:
    browser = device("--ignore-certificate-errors")
    with serving(tmp_path, photographed, http=False) as encrypted:
        plain = encrypted.replace("https:", "http:")
        browser.driver.get(f"{plain}/join")
        browser.says("p", "Open the encrypted page")
        browser.click("#encrypted")
        browser.sees("#top nav")
        assert browser.driver.current_url == f"{encrypted}/join"


def test_after_a_restart_of_the_server_the_table_is_live_again(
    tablet: Browser, evening: str, host: Host
) -> None:
    tablet.open(f"/table/{evening}")
    tablet.reads(".link-state", "live")
    with host.away():
        tablet.reads(".link-state", "not connected")
    tablet.reads(".link-state", "live")
    tablet.call("POST", "/api/session", {"pin": PIN})
    scores = {"E": 20, "S": 0, "W": 0, "N": 0}
    tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": "E", "scores": scores})
    tablet.reads('[data-place="0"] .plate-total', "120")


def test_a_table_that_nobody_sees_keeps_no_connection(tablet: Browser, evening: str) -> None:
    """A browser keeps six to a server, and one that the pages hold to which one may go back is
    lacking to the others: after six tables a call waited for fifty seconds."""
    command = {"source": STREAMS}
    added = tablet.cdp("Page.addScriptToEvaluateOnNewDocument", command)

    def follows(streams: int) -> None:
        look = "return window.followed()"
        tablet.becomes(lambda: tablet.driver.execute_script(look), streams, "the number of streams")

    tablet.open(f"/table/{evening}")
    follows(1)
    tablet.driver.execute_script("dispatchEvent(new Event('pagehide'))")
    follows(0)
    tablet.driver.execute_script("dispatchEvent(new Event('pageshow'))")
    follows(1)
    tablet.cdp("Page.removeScriptToEvaluateOnNewDocument", added)


def test_a_table_that_one_comes_back_to_is_live(tablet: Browser) -> None:
    tablet.sign_in()
    evening = tablet.call("POST", "/api/evenings", {"players": PLAYERS})["id"]
    tablet.open(f"/table/{evening}")
    tablet.reads(".link-state", "live")
    tablet.open("/rules")
    scores = {"E": 20, "S": 0, "W": 0, "N": 0}
    settled = {"winner": "E", "scores": scores}
    tablet.call("POST", f"/api/evenings/{evening}/hands", settled)
    tablet.driver.back()
    tablet.reads('[data-place="0"] .plate-total', "120")
    tablet.call("POST", f"/api/evenings/{evening}/hands", settled)
    tablet.reads('[data-place="0"] .plate-total', "240")


def test_a_table_in_a_tab_behind_another_is_live_when_it_is_seen(tablet: Browser) -> None:
    tablet.sign_in()
    evening = tablet.call("POST", "/api/evenings", {"players": PLAYERS})["id"]
    tablet.open(f"/table/{evening}")
    tablet.reads(".link-state", "live")
    table = tablet.driver.current_window_handle
    tablet.driver.switch_to.new_window("tab")
    tablet.open("/rules")
    tablet.call(
        "POST",
        f"/api/evenings/{evening}/hands",
        {"winner": "E", "scores": {"E": 20, "S": 0, "W": 0, "N": 0}},
    )
    tablet.driver.close()
    tablet.driver.switch_to.window(table)
    tablet.reads('[data-place="0"] .plate-total', "120")


def test_without_the_server_the_page_says_so(tablet: Browser, evening: str, host: Host) -> None:
    tablet.open("/evenings")
    ready = "navigator.serviceWorker.ready.then(() => arguments[0]())"
    tablet.driver.execute_async_script(ready)
    tablet.open(f"/table/{evening}")
    tablet.sees(".plate")
    with host.away():
        tablet.open(f"/table/{evening}")
        tablet.says("main [role=alert]", "cannot be reached")
    tablet.sees(".plate")  # the page goes on by itself


def test_the_page_can_be_installed(tablet: Browser) -> None:
    tablet.open("/")
    found = tablet.cdp("Page.getAppManifest", {})
    assert found["errors"] == []
    assert tablet.cdp("Page.getInstallabilityErrors", {}) == {"installabilityErrors": []}
