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


def is_anns(tablet: Browser) -> None:
    """The device, so that tiles are Ann's without asking."""
    tablet.click('[data-place="0"]')
    tablet.click('[data-key="owner"]')


@pytest.fixture
def evening(tablet: Browser) -> str:
    """A new evening, the table on the screen; nothing is read until a test says so."""
    MAY_READ.clear()
    tablet.sign_in()
    form = {"players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")], "ruleset": "harr"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.open(f"/table/{id}")
    return id


def test_tiles_that_are_read_when_the_hand_is_over_are_left_out(
    tablet: Browser, evening: str, picture: Path
) -> None:
    is_anns(tablet)
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


def test_tiles_that_are_read_when_their_dialog_is_closed_replace_no_score(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.choose('dialog:last-of-type .editor input[type="file"]:not([capture])', picture)
    tablet.says("dialog:last-of-type .reading-status", "Reading")
    tablet.click("dialog:last-of-type .dialog-close")
    tablet.sees("dialog", 1)
    tablet.type('input[data-seat="S"]', "8")
    MAY_READ.set()
    tablet.says(".toast", "read after its window was closed")
    tablet.holds('input[data-seat="S"]', "value", "8")
    tablet.lacks(".seat-row .tile")


def test_who_types_a_score_types_on_when_a_photograph_is_read(
    tablet: Browser, evening: str, picture: Path
) -> None:
    is_anns(tablet)
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.choose('.entry input[type="file"]:not([capture])', picture)
    tablet.click('input[data-seat="N"]')
    tablet.click('[data-key="key-1"]')
    MAY_READ.set()
    tablet.sees('.seat-row[data-seat="E"] .tile')
    tablet.click('[data-key="key-6"]')
    tablet.holds('input[data-seat="N"]', "value", "16")
    tablet.holds('input[data-seat="S"]', "value", "")
