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

from companion.base.errors import CompanionError, MalformedError
from companion.game.hand import Hand
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.table.settle import Settlement, Table, settle
from companion.seen.reading import Reading

if TYPE_CHECKING:
    from companion.vision.arrays import ByteArray
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
    sentence = "Give a list of one or more photographs."
    field = "images"


def read_photo(image: str | Path | bytes | ByteArray) -> Reading:
    """Find and name every tile of a photograph, and read the hand.

    image: a path, encoded bytes, or an H × W × 3 RGB uint8 array. The first call loads the models
    (half a second). A photograph without tiles gives a reading without tiles.

    Raises CompanionError if the file is missing, damaged, no picture, too large or too small, or if
    `image` is none of these.
    """
    return _reader().read(image)


def read_photos(images: Iterable[str | Path | bytes | ByteArray]) -> Reading:
    """Read several photographs of the same tiles as one: each may show what another does not.

    images: each as `read_photo` takes it. Outlines are in the pixels of the photograph at the place
    `reading.photo`; None if there is only one.

    Raises what `read_photo` raises, and CompanionError if there is no photograph, or one shows
    other tiles.
    """
    alone = isinstance(images, str | Path | bytes) or not isinstance(images, Iterable)
    photographs = [] if alone else list(images)
    if not photographs:
        raise NoPhotographsError
    return _reader().read(*photographs)


@cache
def _reader() -> Reader:
    # Rules and ledger work without pictures, so the packages for pictures are loaded only here.
    from companion.vision.pipeline import Reader

    return Reader()
