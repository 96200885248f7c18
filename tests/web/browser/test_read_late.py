"""A photograph is read only when its hand is over: its tiles are put into no other hand."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.seen.reading import Reading
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.conftest import photographed

MAY_READ = threading.Event()


def read_late(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    assert MAY_READ.wait(30)
    return photographed(*images)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), read_late) as address:
        yield address


def test_tiles_that_are_read_when_the_hand_is_over_are_left_out(
    tablet: Browser, picture: Path
) -> None:
    MAY_READ.clear()
    tablet.sign_in()
    form = {"players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")], "ruleset": "harr"}
    evening = tablet.call("POST", "/api/evenings", form)["id"]
    tablet.open(f"/table/{evening}")
    tablet.click('[data-place="0"]')
    tablet.click('[data-key="owner"]')  # so that tiles are Ann's without asking
    tablet.click('[data-key="enter"]')
    tablet.choose('.entry input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="won-S"]')
    for seat in "ESWN":
        tablet.type(f'input[data-seat="{seat}"]', "20")
    tablet.click('[data-key="settle"]')
    tablet.says('[data-key="enter"]', "hand 2")
    MAY_READ.set()
    tablet.says(".toast", "read when hand 1 was over")
    tablet.click('[data-key="enter"]')
    tablet.sees(".seat-row", 4)
    tablet.lacks(".seat-row .tile")
    assert tablet.call("GET", f"/api/evenings/{evening}/draft")["parts"] == {}
