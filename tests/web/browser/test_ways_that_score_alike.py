"""Of several ways to read a photograph, only those are asked about that score differently."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.seen.reading import Reading
from tests.web.browser.browsing import Browser, serving
from tests.web.browser.test_camera_questions import undecided


def three_ways(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """Two of the three ways are worth the same: they are the same hand."""
    reading = undecided(*images)
    exposed, held = reading.readings
    half = replace(exposed, likelihood=exposed.likelihood / 2)
    return replace(reading, readings=(half, half, held))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("data"), three_ways) as address:
        yield address


def test_ways_that_score_alike_are_one_and_share_their_odds(tablet: Browser, picture: Path) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".reading-way", 3)  # nothing scores while nobody knows what lies face down
    tablet.click('.question [data-code="5p"]')
    tablet.sees(".reading-way", 2)
    tablet.says('[data-key="way-0"] small', " points, 70 %")
    tablet.says('[data-key="way-2"] small', " points, 30 %")
