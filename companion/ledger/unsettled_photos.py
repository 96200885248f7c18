"""Photographs that no hand needs: sent while a hand was entered, and settled without."""

from __future__ import annotations

import time
from typing import Final

from companion.base.errors import CompanionError
from companion.ledger.archive import photos_of
from companion.ledger.drafts import Drafts
from companion.ledger.ledger import Ledger

WAITS_S: Final = 7 * 24 * 3600.0
"""Seconds for which such a photograph is kept. A device that was away may still bring its hand; set
so that it may be away until the table meets again."""


def clear(ledger: Ledger, drafts: Drafts, now: float | None = None) -> int:
    """Remove them, and return how many there were.

    What a hand names is needed, also a corrected or an undone one, and what the draft names. An
    evening that cannot be read keeps all. now: seconds since 1970.
    """
    before = (time.time() if now is None else now) - WAITS_S
    count = 0
    for evening in ledger.photos.evenings():
        try:
            needed = {*photos_of(ledger.journal(evening)), *drafts.photos(evening)}
        except CompanionError:
            continue
        count += ledger.photos.clear(evening, needed, before)
    return count
