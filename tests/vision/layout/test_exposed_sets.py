"""Exposed sets lie to the right of the hand (Harr p. 18-20, 22), and where else people lay them."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from companion.seen.reading import SeenTile
from companion.vision.layout.lines import JOINED, Chain, parted, together
from companion.vision.layout.order import order
from companion.vision.layout.rulers import measure
from tests.vision.layout.laid import (
    ELEVEN,
    FIVE_SETS_HELD,
    HIGH,
    WHOLE,
    WIDE,
    Row,
    held,
    kinds,
    melds,
    read,
    tile,
    won,
)


def test_a_chow_to_the_right_of_the_hand_is_exposed() -> None:
    layout = read(Row(f"{ELEVEN} , 1s 2s 3s"))
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert held(layout) == sorted(ELEVEN.split())
    assert layout.warnings == ()


def test_sets_to_the_right_may_touch_each_other() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p , 1s 2s 3s 5z 5z 5z"))
    assert melds(layout) == [("chow", "1s2s3s", False), ("pung", "5z5z5z", False)]


def test_a_set_out_of_line_with_the_hand_is_rather_exposed() -> None:
    """What was laid down together lies in one line."""
    narrow = 200 + 11 * WIDE + 20
    in_line = read(Row(ELEVEN), Row("5z 5z 5z", left=narrow))
    aside = read(Row(ELEVEN), Row("5z 5z 5z", left=narrow, foot=1292))
    assert (melds(in_line), melds(aside)) == ([], [("pung", "5z5z5z", False)])


def column(text: str, left: float, foot: float = 1300.0) -> list[SeenTile]:
    """Tiles above each other, the first at the top."""
    codes = text.split()
    top = foot - HIGH * (len(codes) - 0.5)
    return [tile(code, (left + WIDE / 2, top + k * HIGH)) for k, code in enumerate(codes)]


def test_sets_to_the_right_may_each_stand_as_a_column() -> None:
    layout = read(
        Row("2m 3m 4m 4m 5m 6m 3p 3p"), column("1s 2s 3s", 720.0), column("0z 5z 5z 0z", 780.0)
    )
    assert melds(layout) == [("chow", "1s2s3s", False), ("kong", "5z5z5z5z", True)]
    assert len(held(layout)) == 8


def test_what_makes_sets_along_rows_and_along_columns_lies_in_rows() -> None:
    rows = [Row("1s 2s 3s", 900.0, 1300.0 - k * HIGH) for k in range(3)]
    layout = read(Row("4m 5m 6m 3p 3p"), *rows)
    assert melds(layout) == [("chow", "1s2s3s", False)] * 3


def test_other_tiles_may_lie_above_a_column() -> None:
    layout = read(Row(ELEVEN), column("9p 2z 7m 5z 5z 5z", 900.0))
    assert melds(layout) == [("pung", "5z5z5z", False)]
    assert held(layout) == sorted(ELEVEN.split())


def test_a_tile_may_stand_above_one_that_is_too_large_to_stand_below_it() -> None:
    size = 0.7403  # of .74 to 1.35, the sizes of neighbours
    corners = [(size * x, size * y - 75) for x, y in ((-30, -40), (30, -40), (30, 40), (-30, 40))]
    small = replace(tile("2m", (0, 0)), quad=tuple(corners))
    assert not won(read([tile("1m", (0, 0)), small]))


def test_a_set_may_lie_as_a_heap_that_touches_nothing_else() -> None:
    middle = (1000.0, 1300.0 - HIGH / 2)
    below = [(middle[0] + x, middle[1]) for x in (-WIDE / 2, WIDE / 2)]
    triangle = [tile("5z", at) for at in (*below, (middle[0], middle[1] - HIGH))]
    layout = read(Row(ELEVEN), triangle)
    assert melds(layout) == [("pung", "5z5z5z", False)]
    assert held(layout) == sorted(ELEVEN.split())


def test_a_kong_may_lie_as_a_windmill() -> None:
    apart = (WIDE + HIGH) / 4
    ways = ((-apart, 0.0, 0.0), (0.0, -apart, 90.0), (apart, 0.0, 180.0), (0.0, apart, 270.0))
    windmill = [
        tile("5z", (1000.0 + x * 1.1 - y * 0.15, 1200.0 + y * 1.1 + x * 0.15), math.radians(turn))
        for x, y, turn in ways
    ]
    layout = read(Row(ELEVEN), windmill)
    assert melds(layout) == [("kong", "5z5z5z5z", False)]


def test_a_row_may_be_as_crooked_as_a_zigzag() -> None:
    tiles = Row(ELEVEN).tiles()
    zigzag = [
        tile(each.code, (230.0 + WIDE * k, 1260.0 - HIGH * 0.5 * (k % 2)))
        for k, each in enumerate(tiles)
    ]
    layout = read(zigzag, Row("1s 2s 3s", 400.0, 1300.0 - 3 * HIGH))
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert held(layout) == sorted(ELEVEN.split())


def test_tiles_held_may_be_thrown_down_in_a_heap() -> None:
    codes = ["9s", "3p", "2m", "7s", "4m", "3p", "8s", "3m"]
    heap = [
        tile(
            code, (260.0 + 72 * (k % 3) + 15 * (k // 3), 1100.0 + 92 * (k // 3)), math.radians(turn)
        )
        for k, (code, turn) in enumerate(zip(codes, range(0, 360, 45), strict=True))
    ]
    layout = read(heap, Row("1s 2s 3s , 5z 5z 5z", 800.0))
    assert held(layout) == sorted(codes)
    assert melds(layout) == [("chow", "1s2s3s", False), ("pung", "5z5z5z", False)]


def test_the_hand_may_lie_as_a_cross() -> None:
    row = Row("2m 3m 4m 3p 3p", 200.0, 1200.0)
    upright = column("4m 5m 6m 7s 8s 9s", 320.0, 1200.0 + 3 * HIGH)
    upright = [each for each in upright if not 1120 < each.quad[0][1] + HIGH / 2 < 1200]
    layout = read(row, upright, Row("1s 2s 3s", 900.0))
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert layout.hand.count == 13


def test_tiles_may_slip_out_of_the_row_and_stay_of_the_hand() -> None:
    tiles = Row(WHOLE).tiles()
    slipped = [
        tile(each.code, (230.0 + WIDE * k, 1260.0 + HIGH * 0.9 * (k in (5, 6, 7))))
        for k, each in enumerate(tiles)
    ]
    layout = read(slipped)
    assert held(layout) == sorted(WHOLE.split())
    assert won(layout)


def test_what_lies_far_from_a_heap_is_none_of_it() -> None:
    layout = read(Row(WHOLE), Row("5s 9p 1z", 1500.0, 500.0))
    assert held(layout) == sorted(WHOLE.split())


def test_a_row_is_parted_where_it_has_room_for_a_tile() -> None:
    row = Chain((4, 5, 6, 7), (0.0, 0.9, 0.1), (1.0, 1.0, 0.0, 1.0), frozenset({6}))
    first, second = parted(row, 0.75)
    assert (first.tiles, first.gaps, first.sideways) == ((4, 5), (0.0,), frozenset())
    assert (second.tiles, second.gaps, second.sideways) == ((6, 7), (0.1,), frozenset({6}))


def test_rows_that_lie_together_follow_each_other_along_the_longest() -> None:
    rulers = measure([*Row("1m 2m 3m").tiles(), *Row("4m 5m", 380.0, 1220.0).tiles()])
    rows = [Chain((3, 4), (0.0,), (1.0, 1.0)), Chain((0, 1, 2), (0.0, 0.0), (1.0,) * 3)]
    one = together(rows, rulers)
    assert one.tiles == (0, 1, 2, 3, 4)
    assert one.gaps == (0.0, 0.0, JOINED, 0.0)
    assert one.out_of_row == []


@pytest.mark.parametrize("gap", ["_", "_ _"])
def test_a_kong_held_among_sorted_tiles_parts_no_suit(gap: str) -> None:
    layout = read(Row(f"1m 2m 3m {gap} 0z 5s 5s 0z {gap} 4m 5m 6m 7p 7p , , 2z 2z 2z"))
    assert held(layout) == ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "7p"]
    assert melds(layout) == [("kong", "5s5s5s5s", True), ("pung", "2z2z2z", False)]


def test_called_tiles_across_above_each_other_are_each_of_their_own_row() -> None:
    layout = read(
        Row("2m 3m 4m 4m 5m 6m 3p 3p"),
        Row("<1s 2s 3s", 900.0),
        Row("<7p 7p 7p", 900.0, 1300.0 - HIGH),
    )
    assert melds(layout) == [("chow", "1s2s3s", False), ("pung", "7p7p7p", False)]


def test_the_pair_may_lie_apart_from_the_other_tiles_held() -> None:
    layout = read(
        Row("2m 3m 4m 5m 6m 7m 7s 8s 9s , , 3p 3p"), Row("1s 2s 3s", 400.0, 1300.0 - 2 * HIGH)
    )
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert len(held(layout)) == 11


def test_sets_without_their_pair_lie_set_by_set_too() -> None:
    sets = ["7p", "8p", "9p", "2s", "3s", "4s", "1p", "1p", "1p", "6s", "7s", "8s"]
    for tiles in (sets, [*sets, "5z"], [*sets, "5z", "5z"]):
        assert order(tiles) > order(tiles, in_sets=False)


def test_of_tiles_held_that_lie_alone_one_won_so_three_in_a_column_are_a_set() -> None:
    layout = read(Row(ELEVEN), column("5z 5z 5z", 900.0))
    assert melds(layout) == [("pung", "5z5z5z", False)]


def test_a_gap_wider_than_those_within_the_hand_parts_it_from_exposed_sets() -> None:
    layout = read(Row("2m 3m 4m _ 3p 3p _ 7s 8s 9s , 1z 1z 1z _ 5s 6s 7s"))
    assert melds(layout) == [("chow", "5s6s7s", False), ("pung", "1z1z1z", False)]
    assert held(layout) == sorted(["2m", "3m", "4m", "3p", "3p", "7s", "8s", "9s"])


def test_sets_with_equal_gaps_are_read_as_held_and_it_is_said() -> None:
    layout = read(Row("3p 3p _ 2m 3m 4m _ 5p 5p 5p _ 7s 8s 9s _ 1z 1z 1z"))
    assert layout.hand.melds == ()
    assert kinds(layout) == FIVE_SETS_HELD
    assert "does not show which were exposed" in layout.warnings[0]


def test_sets_lying_before_the_hand_are_exposed() -> None:
    layout = read(Row(ELEVEN), Row("6z 6z 6z", left=300, foot=1300 - 2 * HIGH))
    assert melds(layout) == [("pung", "6z6z6z", False)]
