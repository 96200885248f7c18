"""One photograph: the program tells a hand from the whole table."""

from __future__ import annotations

import pytest

from companion.seen.reading import ImageInfo, ReadHand, Reading, SeenHand, SeenTile, Side
from companion.web.one_or_all import either

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def picture(tiles: int, *hands: int) -> Reading:
    """So many tiles; at the sides hands of so many."""
    order: tuple[Side, ...] = ("near", "right", "far", "left")
    return Reading(
        ImageInfo(None, 100, 100),
        tiles=tuple(SeenTile("1m", 1.0, QUAD, (("1m", 1.0),)) for _ in range(tiles)),
        sides={
            side: ReadHand(hand=SeenHand(("1m",) * count))
            for side, count in zip(order, hands, strict=False)
        },
    )


def test_one_hand_is_read_once() -> None:
    one = picture(17)
    assert either(lambda _: one, lambda _: pytest.fail("read twice"), (b"",)) is one


def test_hands_around_the_middle_are_the_table() -> None:
    one, table = picture(53), picture(53, 14, 13, 13, 13)
    assert either(lambda _: one, lambda _: table, (b"",)) is table


def test_a_hand_beside_the_discards_stays_one_hand() -> None:
    one, table = picture(60), picture(60, 14, 0, 7, 2)
    assert either(lambda _: one, lambda _: table, (b"",)) is one
