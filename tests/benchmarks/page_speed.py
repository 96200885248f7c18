"""How long the table of an evening takes to open in Chromium, on a device that knows the page.

    python -m tests.benchmarks.page_speed [--rounds 15] [--untrusted]

Prints medians, from the address to the first hand on the screen, in turn in one run: on a device
that keeps nothing, on one that comes back in a new tab, and on one that stays in its tab. And how
the others are to the first. --untrusted: over the certificate made at home, which the device does
not trust; it was told to go on all the same.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains

from tests.web.browser.browsing import TABLET, Browser, chromium, serving
from tests.web.browser.conftest import photographed


def an_evening(device: Browser) -> str:
    """The address of one with a hand settled."""
    device.sign_in()
    players = [{"name": name} for name in ("Ada", "Ben", "Cleo", "Dov")]
    id = device.call("POST", "/api/evenings", {"players": players, "ruleset": "harr"})["id"]
    hand = {"winner": "S", "scores": {"E": 20, "S": 500, "W": 4, "N": 2}}
    device.call("POST", f"/api/evenings/{id}/hands", hand)
    return f"/table/{id}"


def go_on(device: Browser) -> None:
    """What a person does at the browser's warning. Chromium takes it as typed words."""
    device.driver.get(device.address)
    ActionChains(device.driver).send_keys("thisisunsafe").perform()
    device.sees("#top nav")


def keeps_nothing(device: Browser) -> None:
    """As long as this tab is open."""
    device.driver.execute_cdp_cmd("Network.enable", {})
    device.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    device.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})


def milliseconds(device: Browser, path: str) -> float:
    start = time.perf_counter()
    device.open(path)
    device.sees(".hand-list")
    return (time.perf_counter() - start) * 1000


def in_turn(device: Browser, path: str, rounds: int) -> dict[str, list[float]]:
    """Milliseconds, by what the device has of the page."""
    spent: dict[str, list[float]] = {"nothing kept": [], "comes back": [], "stays": []}
    for _ in range(rounds):
        keeps_nothing(device)
        spent["nothing kept"].append(milliseconds(device, path))
        device.take_a_new_tab()
        spent["comes back"].append(milliseconds(device, path))
        spent["stays"].append(milliseconds(device, path))
    return spent


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--rounds", type=int, default=15)
    ask.add_argument("--untrusted", action="store_true")
    said = ask.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", photographed, http=not said.untrusted) as address,
    ):
        driver = chromium(Path(folder) / "profile")
        try:
            device = Browser(driver, address)
            device.size(*TABLET)
            if said.untrusted:
                go_on(device)
            device.open("/")
            path = an_evening(device)
            for _ in range(2):  # the service worker comes with the first
                milliseconds(device, path)
            spent = in_turn(device, path, said.rounds)
        finally:
            driver.quit()
    first = statistics.median(spent["nothing kept"])
    for what, times in spent.items():
        median = statistics.median(times)
        print(f"{what:<14} median {median:5.0f} ms, {median / first:.2f} of the first")


if __name__ == "__main__":
    main()
