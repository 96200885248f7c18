"""From the finished hand to the settled one: how many taps, and how long each takes.

The taps are asserted; the times are printed (`pytest -s`), and a slow machine fails nothing. They
are the page's own, with the server's in them, from the tap to the picture on the screen that it
brings: how long the driver of the browser takes to tap is no matter of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.seen.reading import Reading
from tests.web.browser.browsing import PHONE, TABLET, Browser, serving
from tests.web.browser.conftest import IN_EACH_BROWSER, photographed
from tests.web.browser.test_whole_table import Table

CLOCK = """
const then = arguments[0];
window.took = null;
let began = null;
const tapped = (event) => { began ??= event.timeStamp; };
for (const kind of ["click", "change"]) {
  addEventListener(kind, tapped, { capture: true, once: true });
}
const look = () => {
  if (began !== null && document.querySelector(then)) {
    requestAnimationFrame(() => { window.took = performance.now() - began; });
  } else {
    requestAnimationFrame(look);
  }
};
requestAnimationFrame(look);
"""
"""Measures in the page, in milliseconds, from the next tap or file to the frame in which what it
brings is seen."""

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]


@dataclass
class Eyes:
    """What the reader sees: the winner's hand alone, or the whole table."""

    whole: bool = False
    table: Table = field(default_factory=Table)

    def __call__(self, *images: bytes, table: bool | None = False, **_: object) -> Reading:
        return self.table(*images) if self.whole else photographed(*images)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, eyes: Eyes) -> Iterator[str]:
    data = tmp_path_factory.mktemp("data")
    with serving(data, eyes) as address:
        yield address


@dataclass
class Hand:
    """One hand, entered tap by tap; each tap waits for what it brings and takes its time."""

    browser: Browser
    evening: str
    taps: list[tuple[str, float]] = field(default_factory=list)

    @contextmanager
    def timed(self, what: str, then: str) -> Iterator[None]:
        """What is done within, and waiting for what is to be seen then."""
        self.browser.driver.execute_script(CLOCK, then)
        yield
        self.browser.sees(then)
        took = self.browser.wait(lambda: self.browser.driver.execute_script("return window.took"))
        self.taps.append((what, took / 1000))

    def tap(self, what: str, then: str) -> None:
        """Tap, and wait for what is to be seen then."""
        with self.timed(what, then):
            self.browser.click(f'[data-key="{what}"]')

    def answer(self, code: str, then: str) -> None:
        """Say what the tile in doubt is."""
        with self.timed("doubtful tile", then):
            self.browser.click(f'.question [data-code="{code}"]')

    def photograph(self, picture: Path, then: str) -> None:
        """One tap takes a picture; a test chooses a file where the camera would open."""
        with self.timed("photograph", then):
            self.browser.choose('.enter-row input[type="file"]:not([capture])', picture)

    def settled(self) -> Any:
        """Settle, and what stands in the evening then."""
        self.tap("settle", ".payment, .last-hand")
        self.browser.lacks("dialog")
        for what, seconds in self.taps:
            print(f"  {what:<14} {seconds:5.2f} s")
        print(f"  {len(self.taps)} taps, {sum(seconds for _, seconds in self.taps):.2f} s in all")
        stored = self.browser.call("GET", f"/api/evenings/{self.evening}")["hands"][-1]
        assert stored["n"] == 2
        return stored


@pytest.fixture(params=[TABLET, PHONE], ids=["tablet", "phone"])
def hand(tablet: Browser, request: pytest.FixtureRequest) -> Hand:
    """The second hand of an evening, the table on the screen; everyone's place was told before."""
    tablet.size(*request.param)
    tablet.sign_in()
    form = {"players": PLAYERS, "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.call("POST", f"/api/evenings/{id}/hands", {"winner": None})
    place = "localStorage.setItem(arguments[0], JSON.stringify({ near: 2 }))"
    tablet.driver.execute_script(place, f"seat-{id}")
    tablet.open(f"/table/{id}")
    tablet.says('[data-key="enter"]', "hand 2")
    return Hand(tablet, id)


ONE_DOUBT = 1
"""The tap for a tile in doubt; of the winner's hand the figures are those without one."""
READY = '[data-key="settle"]:not([aria-disabled])'


def test_a_whole_table(hand: Hand, eyes: Eyes, picture: Path) -> None:
    eyes.whole = True
    hand.photograph(picture, ".question")
    hand.answer("6s", READY)
    assert hand.settled()["winner"] == "W"
    assert len(hand.taps) <= 4


def won_by_south(hand: Hand, eyes: Eyes, picture: Path) -> None:
    """A photograph of the winner's tiles, one of them in doubt, and whose they are."""
    eyes.whole = False
    hand.photograph(picture, '[data-key="whose-S"]')
    hand.tap("whose-S", ".question")


def test_the_winners_photograph_and_all_others_nothing(
    hand: Hand, eyes: Eyes, picture: Path
) -> None:
    won_by_south(hand, eyes, picture)
    hand.answer("9p", '[data-key="others-0"]')
    hand.tap("others-0", READY)
    stored = hand.settled()
    assert (stored["winner"], stored["typed"]) == ("S", {"E": 0, "W": 0, "N": 0})
    assert len(hand.taps) <= 4 + ONE_DOUBT


def test_three_typed_losers(hand: Hand, eyes: Eyes, picture: Path) -> None:
    won_by_south(hand, eyes, picture)
    hand.answer("9p", ".keypad")
    for key in ("8", "next", "2", "6", "next", "1", "4"):
        hand.tap(f"key-{key}", ".keypad")
    hand.browser.sees(READY)
    assert hand.settled()["typed"] == {"E": 8, "W": 26, "N": 14}
    assert len(hand.taps) <= 10 + ONE_DOUBT


STAND = """
const looked = (window.stood = new Set());
const look = () => {
  const key = document.querySelector(`[data-key="${arguments[0]}"]`);
  if (key) looked.add(Math.round(key.getBoundingClientRect().top));
  if (looked === window.stood) requestAnimationFrame(look);
};
look();
"""
"""Notes in every frame where the key stands, in pixels."""
PRESS = """document.querySelector(`[data-key="${arguments[0]}"]`).click()"""
"""A tap that scrolls nothing."""


@IN_EACH_BROWSER
def test_the_keys_stay_under_the_finger(hand: Hand, eyes: Eyes, picture: Path) -> None:
    """What the hand comes to appears while the last score is still typed."""
    won_by_south(hand, eyes, picture)
    hand.answer("9p", ".keypad")
    page = hand.browser.driver
    page.execute_script(STAND, "key-4")
    for key in ("8", "next", "2", "6", "next", "1"):
        page.execute_script(PRESS, f"key-{key}")
    hand.browser.sees(READY)
    hand.browser.sees(".entry-preview .payment")
    assert len(page.execute_script("return [...window.stood]")) == 1


def test_a_drawn_hand(hand: Hand) -> None:
    hand.tap("drawn", READY)
    assert hand.settled()["result"] == "draw"
    assert len(hand.taps) <= 2


WON = ("2m",) * 3 + ("3p", "4p", "5p") + ("7z",) * 3 + ("9s",) * 3 + ("4s",) * 2
"""Fourteen tiles, as somebody taps them in."""


@IN_EACH_BROWSER
def test_the_tiles_stay_under_the_finger(hand: Hand) -> None:
    """The hand grows above the tiles that are tapped into it."""
    hand.tap("enter", ".seat-row")
    hand.tap("tiles-S", ".add-panel")
    page = hand.browser.driver
    page.execute_script(STAND, "pick-2m")
    for count, code in enumerate(WON, 1):
        page.execute_script(PRESS, f"pick-{code}")
        hand.browser.says(".rack-head .count", f"{count} of")
    assert len(page.execute_script("return [...window.stood]")) == 1


def test_tapped_tile_by_tile(hand: Hand) -> None:
    hand.tap("enter", ".seat-row")
    hand.tap("tiles-S", ".add-panel")
    for code in WON:
        hand.tap(f"pick-{code}", ".add-panel")
    hand.tap("use", '[data-key="others-0"]')
    hand.tap("others-0", READY)
    stored = hand.settled()
    assert (stored["winner"], stored["explained"]["S"]["complete"]) == ("S", True)
    assert len(hand.taps) <= 22
