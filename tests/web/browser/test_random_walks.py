"""Random walks over the page: whatever people tap, reload, close or lose, what was entered stays.

Each walk enters one hand. Between the steps that enter it come steps that could lose it: Escape, a
reload, leaving the page and coming back, the network off and on, a second device that changes the
evening. The walk keeps its own account of what was entered and compares it with the hand that is
settled. It prints its seed; `COMPANION_WALKS=200` walks so often, `COMPANION_SEED=N` repeats one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.web.browser.browsing import PHONE, TABLET, Browser

WALKS = int(os.environ.get("COMPANION_WALKS", "4"))
FIRST_SEED = int(os.environ.get("COMPANION_SEED", "1"))
STEPS = 8
SEATS = "ESWN"
PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
OPEN = "dialog.entry-sheet[open]"


@dataclass
class Walk:
    """entered: what a person has entered so far, as the settled hand has to have it."""

    browser: Browser
    evening: str
    dice: random.Random
    entered: dict[str, str] = field(default_factory=dict)
    winner: str | None = None
    steps: list[str] = field(default_factory=list)

    # Steps that enter something.

    def open(self) -> None:
        if not self.browser.driver.find_elements("css selector", OPEN):
            self.browser.click('[data-key="enter"]')
            self.browser.sees(OPEN)

    def type_score(self) -> None:
        self.open()
        seat, score = self.dice.choice(SEATS), str(self.dice.randrange(0, 300))
        self.browser.type(f'input[data-seat="{seat}"]', score)
        self.entered[seat] = score

    def press_keys(self) -> None:
        self.open()
        seat, score = self.dice.choice(SEATS), str(self.dice.randrange(10, 99))
        self.browser.click(f'input[data-seat="{seat}"]')
        for digit in score:
            self.browser.click(f'[data-key="key-{digit}"]')
        self.entered[seat] = score

    def name_winner(self) -> None:
        self.open()
        seat = self.dice.choice([seat for seat in SEATS if seat != self.winner])
        self.browser.click(f'[data-key="won-{seat}"]')
        self.browser.holds(f'[data-key="won-{seat}"]', "aria-pressed", "true")
        self.winner = seat

    # Steps that could lose it.

    def escape(self) -> None:
        self.open()
        self.browser.press_escape()
        self.browser.lacks("dialog")

    def press_enter(self) -> None:
        """Enter in a field goes on to the next and settles nothing by itself."""
        self.open()
        self.browser.find('input[data-seat="E"]').send_keys("\ue007")

    def reload(self) -> None:
        self.browser.driver.refresh()
        self.browser.sees('[data-key="enter"]')

    def back(self) -> None:
        self.browser.open("/evenings")
        self.browser.driver.back()
        self.browser.sees('[data-key="enter"]')

    def network_gone(self) -> None:
        """Something is entered while the network is gone; then it is back."""
        self.open()
        self.browser.network(False)
        self.type_score()
        self.browser.network(True)

    def renamed_elsewhere(self) -> None:
        """A second device changes something else meanwhile."""
        title = {"title": f"Evening {self.dice.randrange(1000)}"}
        self.browser.call("PATCH", f"/api/evenings/{self.evening}", title)

    def settle(self) -> Any:
        """Fill what is missing, settle, and answer the hand as it is stored."""
        if self.winner is None:
            self.name_winner()
        self.open()
        for seat in SEATS:
            if seat not in self.entered:
                self.browser.type(f'input[data-seat="{seat}"]', "6")
                self.entered[seat] = "6"
        self.browser.click('[data-key="settle"]')
        self.browser.lacks("dialog")
        return self.browser.call("GET", f"/api/evenings/{self.evening}")["hands"][-1]


@pytest.fixture
def walk(tablet: Browser) -> Callable[[int], Walk]:
    def begin(seed: int) -> Walk:
        dice = random.Random(seed)
        tablet.network(True)
        tablet.size(*dice.choice((TABLET, PHONE)))
        tablet.sign_in()
        form = {"players": PLAYERS, "ruleset": "harr-limit"}
        evening = str(tablet.call("POST", "/api/evenings", form)["id"])
        tablet.open(f"/table/{evening}")
        tablet.sees('[data-key="enter"]')
        return Walk(tablet, evening, dice)

    return begin


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + WALKS))
def test_a_walk_loses_nothing(walk: Callable[[int], Walk], seed: int) -> None:
    print(f"seed {seed}")
    walking = walk(seed)
    ways = [
        *(walking.type_score, walking.press_keys, walking.name_winner),
        *(walking.escape, walking.press_enter, walking.reload, walking.back),
        *(walking.network_gone, walking.renamed_elsewhere),
    ]
    for _ in range(STEPS):
        step = walking.dice.choice(ways)
        walking.steps.append(step.__name__)
        step()
    stored = walking.settle()
    told = f"seed {seed}: {', '.join(walking.steps)}"
    assert stored["winner"] == walking.winner, told
    assert {seat: str(score) for seat, score in stored["typed"].items()} == {
        seat: str(int(score)) for seat, score in walking.entered.items()
    }, told
