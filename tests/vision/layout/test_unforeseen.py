"""A hand may lie as nobody foresaw."""

from __future__ import annotations

import math

from companion.seen.reading import SeenTile
from companion.vision.layout import Layout, arrange
from tests.vision.layout.laid import ELEVEN, HEIGHT, HIGH, Row, held, read, tile, won

RING = "1s 2s 3s 5m 5m 5m 7p 8p 9p 2z 2z 2z 4p 4p"


def strewn(text: str, apart: float) -> list[SeenTile]:
    """Tiles on a circle, all upright. apart: from one middle to the next, in pixels."""
    codes = text.split()
    turns = [2 * math.pi * k / len(codes) for k in range(len(codes))]
    far = apart / 2 / math.sin(math.pi / len(codes))
    ring = [(1000 + far * math.sin(at), 800 - far * math.cos(at)) for at in turns]
    return [tile(code, middle) for code, middle in zip(codes, ring, strict=True)]


def test_tiles_that_lie_loosely_together_are_a_hand_where_no_row_is() -> None:
    layout = read(strewn(RING, 110))
    assert held(layout) == sorted(RING.split())
    assert won(layout)


def test_tiles_far_from_each_other_are_no_hand() -> None:
    assert not won(read(strewn(RING, 300)))


def likelihood(layout: Layout) -> float:
    return sum(way.likelihood for way in layout.readings if way.hand == layout.hand)


def test_a_sure_face_close_to_a_hand_that_is_none_of_it_makes_its_reading_less_likely() -> None:
    hand = Row(f"{ELEVEN} , 6z 6z 6z")
    alone = read(hand)
    beside = read(hand, [tile("1z", (500.0, 1300 - 1.7 * HIGH))])
    assert beside.hand == alone.hand
    assert likelihood(beside) < likelihood(alone) - 0.02


def test_a_flower_in_a_far_corner_makes_it_less_likely_that_a_hand_is_all_there_is() -> None:
    hand = Row(f"{ELEVEN} , 6z 6z 6z")
    flower = read(hand, [tile("2f", (1900.0, 100.0))])
    assert flower.hand == read(hand).hand
    assert likelihood(flower) < likelihood(read(hand)) - 0.02


def test_tiles_of_other_hands_at_a_table_are_not_left_over() -> None:
    near = Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 6z 6z 6z 1f", left=500)
    far = Row("1m 1m 1m 5p 6p 7p 2s 3s 4s 1z 1z 1z 9p 9p 2f", left=1400, foot=200, turn=180)
    tiles = [*near.tiles(), *far.tiles()]
    layout = arrange(tiles, HEIGHT, table=True)
    assert layout.sides is not None
    for side in ("near", "far"):
        assert sum(way.likelihood for way in layout.sides[side].readings) > 0.9


def gate(won: tuple[float, float]) -> list[SeenTile]:
    """Nine gates: a beam of seven tiles, three ones and three nines as its posts, and the tile that
    won. won: its middle."""
    beam = Row("2s 3s 4s 5s 6s 7s 8s", left=500.0, foot=900.0).tiles()
    posts = [
        tile(code, (x, 860.0 + HIGH * k))
        for code, x in (("1s", 530.0), ("9s", 890.0))
        for k in (1, 2, 3)
    ]
    return [*beam, *posts, tile("5s", won)]


def test_a_tile_within_the_outline_of_a_hand_is_of_it() -> None:
    others = Row("1z 9p 4m 7m 2z 6p 3z", left=700.0, foot=300.0)
    within, before = (read(gate((710.0, y)), others) for y in (1010.0, 1230.0))
    assert held(within).count("5s") == 2
    assert held(before).count("5s") == 1


def test_where_a_picture_shows_nothing_else_a_tile_apart_is_of_the_hand() -> None:
    waiting = Row("2s 3s 4s 5s 6s 7s 8s 8s 8s 1s 1s 1s 9s")
    apart = tile("9s", (500.0, 1300 - 1.8 * HIGH))
    others = Row("1z 9p 4m 7m 2z 6p 3z", left=700.0, foot=300.0)
    assert held(read(waiting, [apart])).count("9s") == 2
    assert held(read(waiting, [apart], others)).count("9s") == 1
