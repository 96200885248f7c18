"""A face that light hides may be any: the page offers no name by chance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.tiles import KINDS
from companion.seen.reading import Decided, Reading
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.conftest import photographed

ANY = tuple((code, 0.0045) for code in ("4z", "2p", *KINDS) if code != "5z")
"""As the layout tells it: all as likely, in the order in which they came."""


def hidden(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """The hand of the tests, one tile of which shows nothing but light; the hand names it."""
    reading = photographed(*images)
    tiles = list(reading.tiles)
    tiles[12] = replace(
        tiles[12], by_rule=True, sure=False, confidence=0.0045, alternatives=(("0z", 0.84), *ANY)
    )
    why = f"Only as {tiles[12].code} it fits a set of this hand."
    return replace(reading, tiles=tuple(tiles), decided=(Decided(12, "0z", why),))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), hidden) as address:
        yield address


def test_of_a_face_that_light_hides_no_name_is_offered_by_chance(
    tablet: Browser, picture: Path
) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.says(".question p", "Only as 3s it fits")
    tablet.click('.question:has([data-key^="rule-"]) [data-key^="more-"]')
    offered = tablet.each("dialog:last-of-type .likely-one [data-code]", "data-code")
    assert offered[:2] in (["2s", "4s"], ["4s", "2s"])  # beside the one that the hand wants
    assert {code[1] for code in offered} == {"s"}
