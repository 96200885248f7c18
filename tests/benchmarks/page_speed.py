"""How long the table of an evening takes to open in Chromium, on a device that knows the page.

    python -m tests.benchmarks.page_speed [--rounds 15]

Prints medians, from the address to the first hand on the screen, in turn in one run: on a device
that keeps nothing, on one that comes back to the page, and on one that stays in it. And how the
others are to the first.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from tests.web.browser.browsing import TABLET, Browser, Host, chromium
from tests.web.browser.conftest import photographed


def an_evening(device: Browser) -> str:
    """The address of one with a hand settled."""
    device.sign_in()
    players = [{"name": name} for name in ("Ada", "Ben", "Cleo", "Dov")]
    id = device.call("POST", "/api/evenings", {"players": players, "ruleset": "harr"})["id"]
    hand = {"winner": "S", "scores": {"E": 20, "S": 500, "W": 4, "N": 2}}
    device.call("POST", f"/api/evenings/{id}/hands", hand)
    return f"/table/{id}"


def keeps(device: Browser, anything: bool) -> None:
    """Whether the device takes what it has kept. To be told so takes what a tab has in memory."""
    device.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": not anything})
    device.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": not anything})


def milliseconds(device: Browser, path: str) -> float:
    start = time.perf_counter()
    device.open(path)
    device.sees(".hand-list")
    return (time.perf_counter() - start) * 1000


def in_turn(device: Browser, path: str, rounds: int) -> dict[str, list[float]]:
    """Milliseconds, by what the device has of the page."""
    spent: dict[str, list[float]] = {"nothing kept": [], "comes back": [], "stays": []}
    for _ in range(rounds):
        for what, times in spent.items():
            if what != "stays":
                keeps(device, what == "comes back")
            times.append(milliseconds(device, path))
    return spent


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--rounds", type=int, default=15)
    rounds = ask.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        host = Host(Path(folder) / "data", photographed)
        driver = chromium(Path(folder) / "profile")
        try:
            device = Browser(driver, host.start())
            device.size(*TABLET)
            device.open("/")
            path = an_evening(device)
            driver.execute_cdp_cmd("Network.enable", {})
            for _ in range(2):  # the service worker comes with the first
                milliseconds(device, path)
            spent = in_turn(device, path, rounds)
        finally:
            driver.quit()
            host.stop()
    first = statistics.median(spent["nothing kept"])
    for what, times in spent.items():
        median = statistics.median(times)
        print(
            f"{what:<14} median {median:5.0f} ms (of {rounds}), {median / first:.2f} of the first"
        )


if __name__ == "__main__":
    main()
