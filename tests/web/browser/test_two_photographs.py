"""Two hands are photographed one after the other: whose each of them is, is asked in turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.seen.reading import ImageInfo, Reading
from companion.vision.layout import NO_TILES
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.walking import LOSERS, PLAYERS, WINNERS, one_hand

LOSER, WINNER = "Whose hand is this?", "Who won with this hand?"


MARK, EMPTY = b"the winner's", b"nobody's"
READ: list[bytes] = []
"""The pictures that were read."""


def by_mark(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    READ.append(images[0])
    if images[0].endswith(EMPTY):
        return Reading(ImageInfo(None, 800, 600), warnings=(NO_TILES,))
    return one_hand(WINNERS if images[0].endswith(MARK) else LOSERS, doubtful=False)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), by_mark) as address:
        yield address


@pytest.fixture
def won(picture: Path, tmp_path: Path) -> Path:
    """A picture of the winner's tiles; the other one shows a loser's."""
    path = tmp_path / "won.png"
    path.write_bytes(picture.read_bytes() + MARK)
    return path


@pytest.fixture
def evening(tablet: Browser) -> str:
    """The sheet of a new evening is open."""
    tablet.network(True)
    tablet.sign_in()
    id = str(tablet.call("POST", "/api/evenings", {"players": PLAYERS, "ruleset": "harr"})["id"])
    tablet.open(f"/table/{id}")
    tablet.click('[data-key="enter"]')
    return id


def photograph(tablet: Browser, *pictures: Path) -> None:
    """One after the other, on the sheet; each is read before the next is taken."""
    for picture in pictures:
        READ.clear()
        tablet.choose('.entry input[type="file"]:not([capture])', picture)
        tablet.becomes(lambda: len(READ), 1, "how many are read")
        tablet.lacks(".reading-status")


def both_are_asked_for(tablet: Browser) -> None:
    tablet.says(".whose legend", LOSER)
    tablet.click('[data-key="whose-S"]')
    tablet.says(".whose legend", WINNER)
    tablet.click('[data-key="whose-E"]')
    tablet.lacks(".whose")
    for seat, code in (("S", "6z"), ("E", "7z")):
        tablet.sees(f'.seat-row[data-seat="{seat}"] img[src$="{code}.svg"]', 3)


def test_a_second_photograph_takes_no_place_of_the_first(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    photograph(tablet, picture, won)
    both_are_asked_for(tablet)


def test_of_a_picture_without_a_tile_nobody_is_asked_and_what_to_do_is_said(
    tablet: Browser, evening: str, picture: Path, tmp_path: Path
) -> None:
    cloth = tmp_path / "cloth.png"
    cloth.write_bytes(picture.read_bytes() + EMPTY)
    photograph(tablet, cloth)
    tablet.says(".toast", NO_TILES)
    tablet.lacks(".whose")


def test_two_photographs_outlive_a_reload(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    photograph(tablet, picture, won)
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    both_are_asked_for(tablet)
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.sees('.seat-row[data-seat="S"] img[src$="6z.svg"]', 3)
    tablet.lacks(".whose")


def test_a_photograph_from_the_table_leaves_the_one_that_waits(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    photograph(tablet, picture)
    tablet.says(".whose legend", LOSER)
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.choose('.enter-row input[type="file"]:not([capture])', won)
    both_are_asked_for(tablet)


def test_a_hand_left_out_is_followed_by_the_next(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    photograph(tablet, picture, won)
    tablet.click('[data-key="whose-none"]')
    tablet.says(".whose legend", WINNER)
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.says(".whose legend", WINNER)


def test_two_photographs_without_a_network_are_both_read_later(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    kept = f"return JSON.parse(localStorage['shot-{evening}'] ?? '[]').length"
    tablet.network(False)
    for count, taken in enumerate((picture, won), 1):
        tablet.choose('.entry input[type="file"]:not([capture])', taken)
        tablet.becomes(lambda: tablet.driver.execute_script(kept), count, "how many wait")
    tablet.sees('[data-key="read-again"]')
    tablet.network(True)
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    both_are_asked_for(tablet)


def holds(tablet: Browser, seat: str, code: str) -> None:
    tablet.sees(f'.seat-row[data-seat="{seat}"] img[src$="{code}.svg"]', 3)


def test_a_name_that_was_tapped_by_mistake_is_taken_back_and_asked_for_again(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.type('input[data-seat="S"]', "12")
    photograph(tablet, picture)
    tablet.click('[data-key="whose-S"]')
    holds(tablet, "S", "6z")
    tablet.says(".toast", "taken the place of the score of Bo")
    tablet.click(".toast button")
    tablet.holds('input[data-seat="S"]', "value", "12")
    tablet.says(".whose legend", LOSER)
    tablet.driver.refresh()  # it waits through that, too
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="whose-N"]')
    holds(tablet, "N", "6z")
    tablet.says(".toast", "This is Di’s hand.")
    tablet.holds('input[data-seat="S"]', "value", "12")


def test_a_second_hand_is_asked_about_where_the_likeliest_has_tiles(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    photograph(tablet, won)
    tablet.click('[data-key="whose-E"]')
    photograph(tablet, won)
    tablet.says(".whose legend", WINNER)
    plates = tablet.each(".whose-plates button", "data-key")
    assert plates[-1] == "whose-E", "who has tiles comes last"


def test_tiles_that_another_photograph_replaces_come_back_with_one_tap(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    photograph(tablet, won)
    tablet.click('[data-key="whose-E"]')
    holds(tablet, "E", "7z")
    photograph(tablet, picture)
    tablet.click('[data-key="whose-E"]')
    holds(tablet, "E", "6z")
    tablet.says(".toast", "Other tiles now: Ann.")
    tablet.click(".toast button")
    holds(tablet, "E", "7z")
    tablet.holds('[data-key="won-E"]', "aria-pressed", "true")
    tablet.says(".whose legend", LOSER)


def test_a_players_own_phone_asks_whose_a_second_hand_is(
    tablet: Browser, evening: str, picture: Path, won: Path
) -> None:
    tablet.press_escape()
    tablet.click('[data-key="plate-1"]')
    tablet.click('[data-key="owner"]')
    tablet.lacks("dialog")
    tablet.click('[data-key="enter"]')
    photograph(tablet, won)
    holds(tablet, "S", "7z")
    tablet.says(".toast", "This is Bo’s hand.")
    photograph(tablet, picture)
    tablet.says(".whose legend", LOSER)
    holds(tablet, "S", "7z")
