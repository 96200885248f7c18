"""A real server and a real browser; skipped with the reason where one of them is missing.

The browser is Chromium, for tests with `IN_EACH_BROWSER` also WebKit, and for all tests what
`COMPANION_BROWSER` says: "chromium" or "webkit".
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.game.melds import Meld
from companion.seen.reading import FaceDown, Group, ImageInfo, Quad, Reading, SeenHand, SeenTile
from tests.web.browser.browsing import TABLET, Browser, Host, chromium
from tests.web.browser.webkit import WebKit, display, webkit

ENGINE = os.environ.get("COMPANION_BROWSER", "chromium")
IN_EACH_BROWSER = pytest.mark.parametrize(
    "tablet", ["chromium", "webkit"], indirect=True, scope="module"
)
PICTURE = (1200, 400)


def row_of(codes: list[str], left: float, top: float) -> list[SeenTile]:
    def quad(x: float) -> Quad:
        return (x, top), (x + 60, top), (x + 60, top + 80), (x, top + 80)

    return [
        SeenTile(code, 0.99, quad(left + 66 * i), ((code, 0.99),)) for i, code in enumerate(codes)
    ]


def photographed(*images: bytes, table: bool | None = False, **_: object) -> Reading:
    """What the reader of these tests sees in any picture: a winning hand, one tile in doubt.

    A concealed kong of 5 dots by its face-down ends, 6 characters and red dragons punged,
    1-2-3 of bamboo held, and a pair of 9 dots whose last tile may as well be an 8.
    """
    tiles = [
        *row_of(["0z", "5p", "5p", "0z"], 30, 60),
        *row_of(["6m", "6m", "6m"], 330, 60),
        *row_of(["7z", "7z", "7z"], 570, 60),
        *row_of(["1s", "2s", "3s", "9p", "9p"], 30, 240),
    ]
    tiles[-1] = SeenTile("8p", 0.55, tiles[-1].quad, (("8p", 0.55), ("9p", 0.43)), sure=False)
    return Reading(
        image=ImageInfo(None, *PICTURE),
        tiles=tuple(tiles),
        groups=(
            Group((0, 1, 2, 3), "kong", concealed=True),
            Group((4, 5, 6), "pung", concealed=False),
            Group((7, 8, 9), "pung", concealed=False),
            Group((10, 11, 12, 13, 14), "loose", concealed=True),
        ),
        hand=SeenHand(
            concealed=("1s", "2s", "3s", "9p", "8p"),
            melds=(
                Meld("kong", ("5p",) * 4, concealed=True),
                Meld("pung", ("6m",) * 3, concealed=False),
                Meld("pung", ("7z",) * 3, concealed=False),
            ),
        ),
        face_down=(FaceDown(0, "5p"), FaceDown(3, "5p")),
    )


@pytest.fixture(scope="session")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plain green PNG of the size that the reader speaks of."""
    width, height = PICTURE

    def chunk(kind: bytes, body: bytes) -> bytes:
        marked = kind + body
        return struct.pack(">I", len(body)) + marked + struct.pack(">I", zlib.crc32(marked))

    rows = (b"\0" + bytes((30, 80, 60)) * width) * height
    path = tmp_path_factory.mktemp("picture") / "hand.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
    return path


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that tests may stop and start again."""
    host = Host(tmp_path_factory.mktemp("data"), photographed)
    yield host
    host.stop()


@pytest.fixture(scope="module")
def address(host: Host) -> str:
    """Where a server with an empty ledger listens."""
    return host.start()


@pytest.fixture(scope="module")
def device(
    address: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Browser]]:
    """Starts browsers that share nothing: each has its own cookies, storage and flags."""
    with ExitStack() as started:

        def start(*flags: str, engine: str = ENGINE) -> Browser:
            profile = tmp_path_factory.mktemp("profile")
            if engine == "webkit":
                if flags:
                    pytest.skip(f"only Chromium knows {flags[0]}")
                driver = webkit(started.enter_context(display()), profile)
            else:
                driver = chromium(profile, *flags)
            started.callback(driver.quit)
            browser = (WebKit if engine == "webkit" else Browser)(driver, address)
            browser.size(*TABLET)
            browser.colours("light")
            return browser

        yield start


@pytest.fixture(scope="module")
def tablet(device: Callable[..., Browser], request: pytest.FixtureRequest) -> Browser:
    return device(engine=getattr(request, "param", ENGINE))
