"""A tile that was not found, where a row leaves its room."""

from __future__ import annotations

import pytest

from tests.vision.layout.laid import ELEVEN, HIGH, WIDE, Row, held, melds, read, tile, won


def test_a_row_with_room_for_a_tile_has_one_that_was_not_found() -> None:
    layout = read(Row("2m 3m 4m 7s 8s 9s 1z 1z 1z 5p _ _ 7p 9p 9p"))
    assert held(layout).count("6p") == 1
    assert layout.hand.count == 14
    (said,) = layout.warnings
    assert said == "A tile between 5 dots and 7 dots was not found; it is counted as 6 dots."


def test_several_tiles_may_have_been_missed_in_the_room_of_one() -> None:
    """Each is a reading with its odds, so that the page can ask."""
    layout = read(Row("2m 3m 4m 7s 8s 9s 1z 1z 1z 5p 6p _ _ 9p 9p"))
    missed = [held(layout)] + [sorted(each.hand.concealed) for each in layout.readings]
    assert ["7p" in tiles for tiles in missed[:2]] == [True, True]
    assert any(tiles.count("4p") == 1 for tiles in missed)


def test_a_hand_that_has_not_won_may_lack_a_tile_that_was_not_found() -> None:
    layout = read(Row("1m 3m 6m 9m 2p 2p _ _ 5p 8p 1s 4s 9s 1z"))
    assert layout.hand.count == 12
    assert layout.warnings[0] == (
        "There is room for a tile between 2 dots and 5 dots; please add it if one lies there."
    )


@pytest.mark.parametrize(
    ("shown", "read_as"),
    [
        ("9p _ _ 9p", ("pung", "9p9p9p", False)),
        ("1s _ _ 3s", ("chow", "1s2s3s", False)),
        ("0z 6z _ _ 0z", ("kong", "6z6z6z6z", True)),
    ],
)
def test_a_set_on_the_table_may_have_room_for_a_tile(
    shown: str, read_as: tuple[str, str, bool]
) -> None:
    layout = read(Row(f"{ELEVEN} , {shown}"))
    assert melds(layout) == [read_as]
    assert "A tile of a set was not found" in layout.warnings[0]


@pytest.mark.parametrize("away", [0.8, 1.5, 2.0])
def test_a_tile_pushed_out_of_its_row_leaves_its_room(away: float) -> None:
    """So people show which tile they won with. away: from the row, in heights of a tile."""
    row = Row("2m 3m 4m 7s 8s 9s 1z 1z 1z 5p _ _ 7p 9p 9p").tiles()
    (right, top), foot = row[9].quad[1], row[9].quad[2][1]
    pushed = tile("6p", (right + WIDE / 2, (top + foot) / 2 - HIGH * away))
    layout = read([*row, pushed])
    assert held(layout).count("6p") == 1
    assert layout.hand.count == 14
    assert layout.warnings == ()
    assert layout.proposed_win == 13


def test_a_tile_that_lies_alone_is_no_part_of_the_order_of_two_rows() -> None:
    """It is the winning one, and lies where there was room."""
    rows = Row("6m 6m 6m 6m 7m", foot=1300 - HIGH), Row("8m 7p 7p 2s 2s 3s 4s 5s")
    layout = read(*rows, Row("2s", left=200 - 1.7 * WIDE, foot=1300 - HIGH / 2))
    assert won(layout)
    assert layout.proposed_win == 13


def test_a_wide_gap_is_no_room_for_a_tile() -> None:
    layout = read(Row(f"{ELEVEN} , 9p 9p , 1z"))
    assert not any("room" in said or "not found" in said for said in layout.warnings)


def test_sets_as_far_on_the_left_of_the_tiles_held_as_on_the_right_were_called() -> None:
    layout = read(Row("7m 8m 9m", foot=1100), Row("4z 4z 4z , 4s 5s 7s 7s , 5p 6p 7p", left=150))
    assert held(layout) == ["4s", "5s", "7s", "7s"]


def test_two_tiles_across_show_which_sets_were_called() -> None:
    """The gaps are alike everywhere; but only one of the tiles held may be the winning one."""
    layout = read(Row("3p 3p _ 2m 3m 4m _ 7s 8s 9s _ 1z <1z 1z _ 5s <6s 7s"))
    assert melds(layout) == [("chow", "5s6s7s", False), ("pung", "1z1z1z", False)]


def test_a_kong_needs_no_gap_to_be_told_from_the_sets_held() -> None:
    """Of a chow or a pung only where it lies tells that it was called."""
    layout = read(Row("5m 5m 5m _ 3p 3p _ 9m 9m 9m _ 2z 2z 2z 2z _ 0z 1s 1s 0z"))
    assert melds(layout) == [("kong", "1s1s1s1s", True), ("kong", "2z2z2z2z", False)]
    assert "alike" in layout.warnings[0]


@pytest.mark.parametrize(
    ("gaps", "sets"),
    [
        ((0.78, 0.77, 0.68, 0.84), "7z 7z 7z, 4z 4z, 5p 6p 7p, 2p 3p 4p, 1s 2s 3s"),
        ((0.92, 0.84, 0.91, 0.90), "4z 4z, 2p 3p 4p, 5p 6p 7p, 7z 7z 7z, 1s 2s 3s"),
        ((0.95, 0.91, 0.92, 0.94), "1s 2s 3s, 5p 6p 7p, 4z 4z, 2p 3p 4p, 7z 7z 7z"),
    ],
)
def test_where_a_whole_hand_is_parted_evenly_it_is_asked_which_sets_were_exposed(
    gaps: tuple[float, ...], sets: str
) -> None:
    rows, left = [], 200.0
    for each, gap in zip(sets.split(", "), (*gaps, 0.0), strict=True):
        rows.append(Row(each, left=left))
        left += WIDE * (len(each.split()) + gap)
    assert "alike" in read(*rows).warnings[0]


def test_fifteen_tiles_in_one_row_are_a_hand_with_a_kong() -> None:
    """As many tiles held would be no hand, whatever lies behind them."""
    row = Row("5z 5z 5z 4z 4z 4z 9s 9s 6s 6s 6s 6s 8s 8s 8s 7f 3f 4f")
    layout = read(row, Row("4s", left=300, foot=1300 - 1.4 * HIGH))
    assert ("kong", "6s6s6s6s", False) in melds(layout)
    assert won(layout)


def test_tiles_across_show_called_sets_that_frame_the_pair() -> None:
    sides = [
        Row("2m <3m 4m", 900, 560),
        Row("1z <1z 1z", 900, 980),
        Row("5s <6s 7s", 830, 680, turn=90),
        Row("9p <9p 9p", 1190, 680, turn=90),
    ]
    layout = read(Row("3p 3p", 940, 770), *sides)
    assert held(layout) == ["3p", "3p"]
    assert len(melds(layout)) == 4
