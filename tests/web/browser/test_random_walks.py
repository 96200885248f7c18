"""Random walks over the page: whatever people tap, reload, close or lose, what was entered stays.

Each walk ends in a settled hand, and both the draft before and that hand have to hold what was
entered. It prints its seed; `COMPANION_WALKS=200` walks so often, `COMPANION_SEED=N` begins there.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.browser.browsing import PHONE, TABLET, Browser, serving
from tests.web.browser.walking import NEAR, PLAYERS, Eyes, Walk, settled_codes

WALKS = int(os.environ.get("COMPANION_WALKS", "4"))
FIRST_SEED = int(os.environ.get("COMPANION_SEED", "1"))
STEPS = 10


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, eyes: Eyes) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), eyes) as address:
        yield address


@pytest.fixture
def walk(tablet: Browser, eyes: Eyes, picture: Path) -> Callable[[int], Walk]:
    def begin(seed: int) -> Walk:
        dice = random.Random(seed)
        tablet.network(True)
        tablet.size(*dice.choice((TABLET, PHONE)))
        tablet.sign_in()
        form = {"players": PLAYERS, "ruleset": "harr-limit"}
        evening = str(tablet.call("POST", "/api/evenings", form)["id"])
        place = "localStorage.setItem(arguments[0], arguments[1])"
        tablet.driver.execute_script(place, f"seat-{evening}", f'{{"near": {NEAR}}}')
        tablet.open(f"/table/{evening}")
        tablet.sees('[data-key="enter"]')
        return Walk(tablet, evening, dice, eyes, picture)

    return begin


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + WALKS))
def test_a_walk_loses_nothing(walk: Callable[[int], Walk], seed: int) -> None:
    print(f"seed {seed}")
    walking = walk(seed)
    try:
        walking.walk(STEPS)
        walking.agree()
        stored = walking.settle()
    finally:
        print(f"seed {seed}: {', '.join(walking.steps)}")
    assert stored["winner"] == walking.winner
    assert {seat: str(score) for seat, score in stored["typed"].items()} == {
        seat: str(int(score)) for seat, score in walking.typed.items()
    }
    assert {seat: settled_codes(hand) for seat, hand in stored.get("hands", {}).items()} == {
        seat: sorted(held.codes) for seat, held in walking.tiles.items()
    }
