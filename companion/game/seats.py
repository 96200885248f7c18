"""The four winds as seats, and who sits to whose right (Harr p. 13).

South sits to the right of East, West opposite, North to the left. Play passes to the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Seat = Literal["E", "S", "W", "N"]
Place = int
"""A player, by the number of the place at the table, from 0."""

SEATS: Final[tuple[Seat, ...]] = ("E", "S", "W", "N")
"""In the order of play, from East."""
WIND_TILE: Final[dict[Seat, str]] = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
WIND_WORDS: Final[dict[Seat, str]] = {"E": "East", "S": "South", "W": "West", "N": "North"}
Called = Mapping[Seat, str]
"""What a sentence calls each seat: by its wind, or by the name of who sits there."""


def right_of(seat: Seat, steps: int = 1) -> Seat:
    """The seat that many places to the right, in the order of play."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def distance(start: Seat, end: Seat) -> int:
    """How many places `end` sits to the right of `start`, 0 to 3."""
    return (SEATS.index(end) - SEATS.index(start)) % 4


def wind_words(seat: Seat | None) -> str:
    """For a column of winds, which is empty where there is none."""
    return "" if seat is None else WIND_WORDS[seat]
