"""What a photograph does not show but has to be there counts on the page as in the reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.melds import Meld
from companion.seen.reading import FaceDown, Group, ImageInfo, Reading, SeenHand
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.conftest import PICTURE, row_of


def half_hidden(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """A run of which one tile lies unseen under the drawn one, and a kong without its right end."""
    tiles = (
        *row_of(["1s", "2s", "3s", "6m", "6m", "6m", "9p", "9p"], 30, 60),
        *row_of(["7p", "8p"], 600, 60),
        *row_of(["0z", "5z", "5z"], 800, 60),
    )
    groups = (
        Group((0, 1, 2), "chow", concealed=True),
        Group((3, 4, 5), "pung", concealed=True),
        Group((6, 7), "pair", concealed=True),
        Group((8, 9), "chow", concealed=False),
        Group((10, 11, 12), "kong", concealed=True),
    )
    hand = SeenHand(
        concealed=("1s", "2s", "3s", "6m", "6m", "6m", "9p", "9p"),
        melds=(
            Meld("chow", ("7p", "8p", "9p"), concealed=False),
            Meld("kong", ("5z",) * 4, concealed=True),
        ),
    )
    unseen = "The tile under the drawn one was not found; it is counted as 9 dots."
    return Reading(
        image=ImageInfo(None, *PICTURE),
        tiles=tiles,
        groups=groups,
        hand=hand,
        face_down=(FaceDown(10, "5z"),),
        warnings=(unseen,),
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), half_hidden) as address:
        yield address


@pytest.fixture(scope="module")
def photo(tablet: Browser, picture: Path) -> Browser:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".overlay .seen", 13)
    return tablet


def test_a_tile_under_the_drawn_one_is_of_its_run_and_doubtful(photo: Browser) -> None:
    photo.sees('.meld[data-kind="chow"][data-exposed="true"] [data-tile]', 3)
    photo.holds('.meld[data-kind="chow"][data-exposed="true"] .unsure', "data-code", "9p")


def test_the_end_of_a_kong_that_was_not_found_makes_it_no_pung(photo: Browser) -> None:
    photo.sees('.meld[data-kind="kong"][data-exposed="false"] [data-tile]', 4)


def test_the_hand_scores(photo: Browser) -> None:
    photo.sees("[data-total]:not([data-total='0'])")


def test_what_is_wrong_with_a_photograph_is_said_before_anybody_takes_its_tiles(
    tablet: Browser, picture: Path
) -> None:
    tablet.sign_in()
    form = {"players": [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")], "ruleset": "harr"}
    tablet.open(f"/table/{tablet.call('POST', '/api/evenings', form)['id']}")
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)
    tablet.says(".whose .warning", "counted as 9 dots")
    tablet.click('[data-key="whose-E"]')
    tablet.sees(".whose .warning", 0)
