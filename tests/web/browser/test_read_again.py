"""A person names one tile of a photograph, and the rest of the hand is read again with that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.tiles import Tile
from companion.seen.reading import Reading
from companion.vision.pipeline import Reader
from tests.vision.test_layout import ELEVEN, Row
from tests.vision.test_read_again import TAKEN, reading_of
from tests.web.browser.browsing import Browser, serving

MISREAD = 11
"""The place of a white dragon's neighbour that the eye took for a nine of bamboos."""


def misread(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    tiles = Row(f"{ELEVEN} 9s 2z 2z").tiles()
    likely = (("9s", 0.7), ("8s", 0.3))
    tiles[MISREAD] = replace(tiles[MISREAD], confidence=0.7, alternatives=likely, sure=False)
    return replace(reading_of(tiles), id="remembered")


WARNING = "With what you said, look at the hand once more."
ASKED: list[Mapping[int, Tile | None]] = []


def again(reading: str, said: Mapping[int, Tile | None]) -> Reading:
    ASKED.append(said)
    seen = Reader().again(misread(), TAKEN, said)
    return replace(seen, warnings=(*seen.warnings, WARNING))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), misread, again=again) as address:
        yield address


def test_the_hand_is_parted_anew_with_what_was_said_of_one_tile(
    tablet: Browser, picture: Path
) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".overlay .seen", 14)
    tablet.lacks('.meld[data-kind="pair"]')
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="2z"]')
    tablet.sees('.meld[data-kind="pung"] [data-code="2z"]', 3)
    tablet.sees('.meld[data-kind="pair"] [data-code="3p"]', 2)
    tablet.lacks(".editor-rack .unsure")
    tablet.says(".editor-photo .warning", WARNING)


def test_one_step_takes_the_word_and_what_followed_from_it_back(tablet: Browser) -> None:
    tablet.click('[data-key="undo-hand"]')
    tablet.lacks('.meld[data-kind="pair"]')
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    assert WARNING not in tablet.words(".editor-photo")
    tablet.driver.refresh()
    tablet.sees(".editor-rack [data-tile].unsure", 1)
    assert WARNING not in tablet.words(".editor-photo")


def test_a_hand_that_a_person_has_parted_stays_as_they_put_it(tablet: Browser) -> None:
    tablet.click('[data-key="join"]')
    for tile in ('[data-code="7s"]', '[data-code="8s"]', '[data-code="9s"]:not(.unsure)'):
        tablet.click(f".editor-rack {tile}")
    tablet.click(".editor-rack button.primary")
    tablet.sees('.meld[data-kind="chow"][data-exposed="true"]', 1)
    asked = len(ASKED)
    tablet.click(".editor-rack [data-tile].unsure")
    tablet.click('dialog [data-code="2z"]')
    tablet.lacks(".editor-rack .unsure")
    tablet.sees('.meld[data-kind="chow"][data-exposed="true"]', 1)
    assert len(ASKED) == asked
