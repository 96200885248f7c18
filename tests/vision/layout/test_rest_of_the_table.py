"""The hand and the rest of the table."""

from __future__ import annotations

import math

from companion.seen.reading import SeenTile
from companion.vision.layout import arrange
from tests.vision.layout.laid import ELEVEN, HIGH, Row, held, kinds, melds, read, tile, won


def test_discards_walls_and_other_hands_are_no_part_of_the_hand() -> None:
    hand = Row(f"{ELEVEN} , 1s 2s 3s")
    wall = Row(" ".join(["0z"] * 15), foot=700)
    far = Row("1p 2p 3p 4p 5m 6m 7m 1z 1z 2z 4z 9m 9m", left=1100, foot=300, turn=180)
    thrown = [tile("8m", (400 + 170 * k, 950), 0.7 * k + 0.5) for k in range(8)]
    layout = read(hand, wall, far, thrown)
    places = {place for group in layout.groups for place in group.tiles}
    assert places == set(range(14))
    assert len(layout.tiles) == 14 + 15 + 13 + 8


def test_a_hand_is_found_beside_a_wall_longer_than_it() -> None:
    """Were it looked for from the wall, a back would finish it."""
    hand = Row("4p 4p 2s 3s 4s 5s 6s , 3s 4s 5s _ 9p 9p 9p 9p")
    layout = read(hand, Row("0z " * 18, foot=1300 - HIGH * 1.6))
    assert layout.hand.count == 13
    assert "0z" not in layout.hand.concealed


def test_a_flower_may_lie_on_a_set() -> None:
    row = Row(f"{ELEVEN} , 4m 5m 6m").tiles()
    (x, y), *_ = row[-1].quad
    layout = read([*row, tile("7f", (x, y + HIGH * 0.05), math.radians(8))])
    assert melds(layout) == [("chow", "4m5m6m", False)]
    assert layout.hand.bonus == ("7f",)


def test_bonus_tiles_lie_apart() -> None:
    layout = read(Row(f"{ELEVEN} , 1s 2s 3s"), Row("3f 7f", left=250, foot=1300 - 2 * HIGH))
    assert sorted(layout.hand.bonus) == ["3f", "7f"]
    assert ("bonus", 2, False) in kinds(layout)


def test_a_flower_in_the_corner_far_from_the_longer_row_is_one_of_the_hand() -> None:
    held, out = Row("1m 2m 3m 5s 5s"), Row("1s 2s 3s 7m 7m 7m 9p 9p 9p", left=900, foot=1100)
    flower = Row("5f", left=250, foot=1300 - 2 * HIGH)
    assert read(held, out, flower).hand.bonus == ("5f",)


def test_sets_with_unlike_gaps_in_a_row_behind_the_hand_are_all_exposed() -> None:
    behind = Row("2m 2m 2m _ _ 2z 2z 2z 1m 1m 1m 1m", foot=1300 - HIGH * 1.4)
    layout = read(Row("6s 6s 7m 7m 7m", left=420), behind)
    sets = [("kong", "1m1m1m1m"), ("pung", "2m2m2m"), ("pung", "2z2z2z")]
    assert melds(layout) == [(*each, False) for each in sets]


def test_tiles_held_by_suit_with_gaps_are_no_exposed_sets() -> None:
    layout = read(Row("1m 2m 4m 5m 5m _ 2p 3p 7p _ 4s 5s 6s 6s 7s"))
    assert melds(layout) == []


def test_a_few_tiles_are_still_a_hand_and_the_number_is_said() -> None:
    layout = read(Row("1m 2m 3m 4p 4p"))
    assert held(layout) == sorted(["1m", "2m", "3m", "4p", "4p"])
    assert "has 5 tiles" in layout.warnings[0]


def test_a_hand_in_two_rows() -> None:
    layout = read(Row("1m 2m 3m 4m 4m 4m 2s", foot=1300 - HIGH), Row("3s 4s 5s 6s 7s 9p 9p"))
    assert " ".join(layout.hand.concealed) == "1m 2m 3m 4m 4m 4m 2s 3s 4s 5s 6s 7s 9p 9p"
    assert layout.hand.melds == ()


def test_a_hand_laid_as_a_ring() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 1z 1z 1z", 500.0, 700.0, -30.0, 28.0))
    assert len(held(layout)) == 14


def test_a_fanned_hand() -> None:
    layout = read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p", turn=-45, bend=6))
    assert len(layout.hand.concealed) == 14


def test_no_tiles_are_no_hand() -> None:
    assert read([]).groups == ()
    (one_hand,), (whole_table,) = read([]).warnings, arrange([], 100, table=True).warnings
    assert one_hand == whole_table
    assert "looks like a tile" in one_hand


def test_a_wall_alone_is_no_hand() -> None:
    layout = read(Row(" ".join(["0z"] * 17)))
    assert layout.groups == ()
    assert "could be a hand" in layout.warnings[0]


def test_a_sure_back_of_no_set_is_a_square_of_the_cloth_where_with_it_there_is_no_hand() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p 0z _ 7s 8s 9s _ 9p 9p 9p"))
    assert won(layout)
    assert "0z" not in held(layout)


def test_two_backs_with_nothing_beside_them_are_no_part_of_a_hand() -> None:
    hand = Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s").tiles()
    squares = Row("0z 0z", left=905.0).tiles()
    chow = Row("1s 2s 3s", left=300.0, foot=1200.0).tiles()
    layout = read(hand, squares, chow)
    assert won(layout)
    assert "0z" not in held(layout)


def test_more_than_four_white_dragons_in_a_row_are_a_wall() -> None:
    wall = [
        SeenTile("5z", 0.97, seen.quad, (("5z", 0.97), ("0z", 0.02)), sure=False)
        for seen in Row(" ".join(["5z"] * 9), foot=700).tiles()
    ]
    layout = read(Row("1m 2m 3m 4p 4p"), wall)
    assert held(layout) == ["1m", "2m", "3m", "4p", "4p"]
