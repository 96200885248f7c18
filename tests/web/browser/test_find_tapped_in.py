"""A find that was not taken for part of the hand is tapped in: the hand is read again with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.tiles import Tile
from companion.seen.reading import Overlooked, Reading
from companion.vision.pipeline import Reader
from tests.vision.layout.laid import ELEVEN, Row
from tests.vision.test_read_again import TAKEN, reading_of
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.test_read_again import photograph_for_east

LAST = 13
"""The place of a tile that lies off the end of its row, and is hardly seen."""
SAID: list[Mapping[int, Tile | None]] = []
SURE = [True]


def seen(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    tiles = Row(f"{ELEVEN} 2z 2z , , 2z").tiles()
    tiles[LAST] = replace(tiles[LAST], confidence=0.6, alternatives=(("2z", 0.6),), sure=SURE[0])
    return replace(reading_of(tiles), id="remembered")


def again(
    reading: str, said: Mapping[int, Tile | None], overlooked: Sequence[Overlooked]
) -> Reading:
    SAID.append(said)
    return Reader().again(seen(), TAKEN, said, overlooked)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), seen, again=again) as address:
        yield address


def photographed(tablet: Browser, picture: Path, sure: bool) -> None:
    SURE[0] = sure
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".overlay .seen.other", 1)
    tablet.lacks('.meld[data-kind="pung"]')
    tablet.click(f'[data-key="seen-{LAST}"]')


def test_a_find_that_is_tapped_in_finishes_its_set(tablet: Browser, picture: Path) -> None:
    photographed(tablet, picture, sure=True)
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    tablet.sees('.meld[data-kind="pair"] [data-code="3p"]', 2)
    tablet.lacks(".overlay .seen.other")
    assert SAID[-1] == {LAST: "2z"}
    tablet.click('[data-key="undo-hand"]')
    tablet.sees(".overlay .seen.other", 1)
    tablet.lacks('.meld[data-kind="pung"]')


def test_a_find_in_doubt_is_asked_for_and_then_finishes_its_set(
    tablet: Browser, picture: Path
) -> None:
    photographed(tablet, picture, sure=False)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click("dialog button.primary")
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    tablet.lacks(".editor-rack .unsure")
    assert SAID[-1] == {LAST: "2z"}


def test_a_find_that_is_another_tile_stays_where_a_person_put_it(
    tablet: Browser, picture: Path
) -> None:
    photographed(tablet, picture, sure=False)
    times = len(SAID)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="9m"]')
    tablet.becomes(lambda: len(SAID), times + 1)
    tablet.sees('.editor-rack [data-code="9m"]', 1)
    tablet.lacks('.meld[data-kind="pung"]')
    tablet.click('.editor-rack [data-code="3p"]')
    tablet.click('dialog [data-code="4p"]')  # what a person put into the hand, it keeps
    tablet.sees('.editor-rack [data-code="9m"]', 1)


def test_on_the_sheet_a_find_that_is_tapped_in_finishes_its_set(
    tablet: Browser, picture: Path
) -> None:
    SURE[0] = True
    photograph_for_east(tablet, picture)
    tablet.sees('.seat-row[data-seat="E"] .tile', 13)
    tablet.click(f'[data-key="seen-{LAST}"]')
    tablet.sees('.seat-row[data-seat="E"] .tile', 14)
    tablet.becomes(lambda: SAID[-1], {LAST: "2z"})
    tablet.lacks(".shot .seen.other")
