"""A tile for which the row held leaves room counts on the page as in the reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.melds import Meld
from companion.seen.reading import Group, HandReading, ImageInfo, Reading, SeenHand
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.conftest import PICTURE, row_of

SEEN = ("1s", "2s", "3s", "6m", "6m", "6m", "7p", "8p", "2z", "2z")


def with_room(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """After the 8 dots there is room for a tile; a 9 and a 6 would both complete the hand."""
    tiles = (
        *row_of(list(SEEN[:8]), 30, 60),
        *row_of(list(SEEN[8:]), 600, 60),
        *row_of(["5z"] * 3, 800, 60),
    )
    groups = (
        Group(tuple(range(10)), "loose", concealed=True),
        Group((10, 11, 12), "pung", concealed=False),
    )
    pung = (Meld("pung", ("5z",) * 3, concealed=False),)
    ways = [SeenHand(concealed=(*SEEN, code), melds=pung) for code in ("9p", "6p")]
    return Reading(
        image=ImageInfo(None, *PICTURE),
        tiles=tiles,
        groups=groups,
        hand=ways[0],
        readings=tuple(HandReading(groups, way, 0.45, (0, 1)) for way in ways),
        warnings=("A tile between 8 dots and South wind was not found; it is counted as 9 dots.",),
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), with_room) as address:
        yield address


@pytest.fixture(scope="module")
def photo(tablet: Browser, picture: Path) -> Browser:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".overlay .seen", 13)
    return tablet


def test_the_tile_that_was_not_found_is_one_of_those_held_and_doubtful(photo: Browser) -> None:
    photo.holds("[data-tile].unsure", "data-code", "9p")


def test_the_hand_with_it_scores(photo: Browser) -> None:
    photo.sees("[data-total]:not([data-total='0'])")
