"""Whether a photograph shows one hand or the whole table. The picture itself decides."""

from __future__ import annotations

from collections.abc import Callable

from companion.seen.reading import Reading

HAND_TILES = 13
"""Tiles of a player who has not won. Two such hands are the least that make a table."""


def either(
    one: Callable[..., Reading], table: Callable[..., Reading], shots: tuple[bytes, ...]
) -> Reading:
    """The reading of one hand, or of the table if at least two whole hands lie around it.

    Most pictures show one hand, and are read once.
    """
    reading = one(*shots)
    if len(reading.tiles) < 2 * HAND_TILES:
        return reading
    whole = table(*shots)
    hands = [side for side in (whole.sides or {}).values() if side.hand.count >= HAND_TILES]
    return whole if len(hands) >= 2 else reading
