"""The four winds as seats, and who sits to whose right (Harr p. 13).

To the right of East sits South, opposite West, to the left North; play passes to the right.
"""

from __future__ import annotations

from typing import Final, Literal

Seat = Literal["E", "S", "W", "N"]

SEATS: Final[tuple[Seat, ...]] = ("E", "S", "W", "N")
"""In the order of play, beginning with East."""
WIND_TILE: Final[dict[Seat, str]] = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
WIND_WORDS: Final[dict[Seat, str]] = {"E": "East", "S": "South", "W": "West", "N": "North"}


def right_of(seat: Seat, steps: int = 1) -> Seat:
    """The seat that many places to the right, so the next in the order of play."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def distance(start: Seat, end: Seat) -> int:
    """How many places `end` sits to the right of `start`, 0 to 3."""
    return (SEATS.index(end) - SEATS.index(start)) % 4
