"""Mah-Jongg Table Companion: a photographed hand, read, scored by the book and settled.

import companion
reading = companion.read_photo("table.jpg")
score = companion.score_hand(companion.Hand.from_json({...}))
settlement = companion.settle(companion.Table.from_json({...}))
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
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
    "score_hand",
    "settle",
]


def read_photo(image: str | Path | bytes | ByteArray) -> Reading:
    """Find and name every tile of a photograph, and read the hand.

    image: a path, encoded bytes, or an H × W × 3 RGB uint8 array. The first call loads the models
    (half a second); a photograph without tiles is a reading without tiles.

    Raises CompanionError: no file, no picture, damaged, too large, too small.
    """
    return _reader().read(image)


@cache
def _reader() -> Reader:
    # Rules and ledger work without pictures, so the packages for them are loaded only here.
    from companion.vision.pipeline import Reader

    return Reader()
