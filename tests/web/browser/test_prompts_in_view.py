"""Where a tile has to be tapped, the tiles are in view, with what is asked about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser.browsing import PHONE, TABLET, Browser

SMALL = (360, 640)
TILES = ".editor-rack .melds [data-tile]"


@pytest.fixture
def read(tablet: Browser, picture: Path) -> Browser:
    """The photo page with a hand that was read."""
    tablet.open_anew("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.click('.questions [data-key^="doubt-"][data-key$="-9p"]')
    tablet.lacks(".questions > *")
    return tablet


@pytest.mark.parametrize("size", [TABLET, PHONE, SMALL])
@pytest.mark.parametrize("key", ["win-tile", "join"])
def test_the_prompt_and_the_tiles_are_in_view(
    read: Browser, key: str, size: tuple[int, int]
) -> None:
    read.size(*size)
    read.click(f'[data-key="{key}"]')
    read.wait(lambda: read.in_view(".editor-rack .warning"))
    assert read.in_view(TILES + '[data-code="5p"]') or read.in_view(TILES)
    read.size(*TABLET)
