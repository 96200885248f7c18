"""Mah-Jongg Table Companion: a photographed hand, read, scored by the book and settled.

import companion
reading = companion.read_photo("table.jpg")
reading = companion.read_photos(["once.jpg", "again.jpg"])
score = companion.score_hand(companion.Hand.from_json({...}))
settlement = companion.settle(companion.Table.from_json({...}))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError, MalformedError
from companion.hand import Hand
from companion.reading import Reading
from companion.rules.score import Score, score_hand
from companion.rules.settle import Settlement, Table, settle

if TYPE_CHECKING:
    from companion.vision.photo import ByteArray
    from companion.vision.pipeline import Reader

__all__ = [
    "CompanionError",
    "Hand",
    "Reading",
    "Score",
    "Settlement",
    "Table",
    "read_photo",
    "read_photos",
    "score_hand",
    "settle",
]


class NoPhotographsError(MalformedError):
    def __init__(self) -> None:
        super().__init__("Give a list of one or more photographs.", "images")


def read_photo(image: str | Path | bytes | ByteArray) -> Reading:
    """Find and name every tile of a photograph, and read the hand.

    image: a path, encoded bytes, or an H × W × 3 RGB uint8 array. The first call loads the models
    (half a second); a photograph without tiles is a reading without tiles.

    Raises CompanionError: no file, no picture, damaged, too large, too small.
    """
    return _reader().read(image)


def read_photos(images: Iterable[str | Path | bytes | ByteArray]) -> Reading:
    """Read several photographs of the same tiles as one: each may show what another does not.

    images: each as `read_photo` takes it. Outlines are in the pixels of the photograph whose place
    among them is `reading.photo`; None where there is only one.

    Raises what `read_photo` raises, and CompanionError where no photograph is given or one shows
    other tiles.
    """
    photographs = [] if isinstance(images, str | Path | bytes) else list(images)
    if not photographs:
        raise NoPhotographsError
    return _reader().read(*photographs)


@cache
def _reader() -> Reader:
    # Rules and ledger work without pictures, so the packages for them are loaded only here.
    from companion.vision.pipeline import Reader

    return Reader()
