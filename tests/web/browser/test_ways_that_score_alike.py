"""Of several ways to read a photograph, only those are asked about that score differently."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.seen.reading import Group, Reading, SeenHand
from tests.web.browser.browsing import PHONE, Browser, serving
from tests.web.browser.conftest import row_of
from tests.web.browser.test_camera_questions import undecided


def with_or_without_a_flower(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """A flower lies so that it may be of the hand or not."""
    reading = undecided(*images)
    likely, _held = reading.readings
    (alone,) = row_of(["1f"], 570, 240)
    with_it = replace(
        likely,
        groups=(*likely.groups, Group((15,), "bonus", False)),
        hand=replace(likely.hand, bonus=("1f",)),
        likelihood=0.3,
        certain=tuple(range(len(likely.groups))),
    )
    without = replace(likely, certain=tuple(range(len(likely.groups))))
    return replace(reading, tiles=(*reading.tiles, alone), readings=(without, with_it))


def three_ways(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """Two of the three ways are worth the same: they are the same hand."""
    reading = undecided(*images)
    exposed, held = reading.readings
    half = replace(exposed, likelihood=exposed.likelihood / 2)
    return replace(reading, readings=(half, half, held))


def hardly_all_held(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """The second way has eleven tiles in one row, and is not likely at all."""
    reading = undecided(*images)
    exposed, held = reading.readings
    kong = exposed.groups[0]
    row = tuple(range(4, 15))
    hand = SeenHand(tuple(reading.tiles[place].code for place in row), reading.hand.melds[:1])
    one_row = (kong, Group(row, "loose", True))
    hardly = replace(held, groups=one_row, hand=hand, likelihood=0.003, certain=(0,))
    return replace(reading, readings=(exposed, hardly))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), three_ways) as address:
        yield address


@pytest.fixture
def read_as(
    device: Callable[[], Browser], tmp_path: Path, picture: Path, request: pytest.FixtureRequest
) -> Iterator[Browser]:
    """A page of its own with the photograph, which the reader of the parameter has read."""
    with serving(tmp_path, request.param) as address:
        page = device()
        page.address = address
        page.open("/photo")
        page.choose('input[type="file"]:not([capture])', picture)
        yield page
        page.driver.get("about:blank")


@pytest.mark.parametrize("read_as", [with_or_without_a_flower], indirect=True)
def test_a_way_without_a_tile_says_so(read_as: Browser) -> None:
    read_as.reads(".way-groups", "without Flower 1, plum", "with Flower 1, plum")


def test_ways_that_score_alike_are_one_and_share_their_odds(tablet: Browser, picture: Path) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".reading-way", 3)  # nothing scores while nobody knows what lies face down
    tablet.click('.question [data-code="5p"]')
    tablet.sees(".reading-way", 2)
    tablet.says('[data-key="way-0"] small', " points, 70 %")
    tablet.says('[data-key="way-2"] small', " points, 30 %")


@pytest.mark.parametrize("read_as", [hardly_all_held], indirect=True)
def test_a_way_with_many_tiles_stays_on_a_phone_and_is_never_worth_nothing(
    read_as: Browser,
) -> None:
    read_as.size(*PHONE)
    read_as.sees('[data-key="way-1"] .set > .tile')
    read_as.says('[data-key="way-1"] > small', "< 1 %")
    beyond = """
      const way = document.querySelector('[data-key="way-1"]').getBoundingClientRect();
      return [...document.querySelectorAll('[data-key="way-1"] .set > .tile')]
        .filter((tile) => tile.getBoundingClientRect().right > way.right).length;
    """
    assert read_as.driver.execute_script(beyond) == 0
