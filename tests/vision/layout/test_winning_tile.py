"""The winning tile: sideways, apart, or on top of its run."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.vision.layout.laid import (
    ELEVEN,
    HIGH,
    Row,
    doubtful,
    drawn_on_two,
    held,
    melds,
    read,
    tile,
)


def test_a_tile_laid_sideways_belongs_to_the_row_it_ends() -> None:
    assert "9s" in held(read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s <9s")))


def test_a_tile_laid_sideways_is_proposed_as_the_winning_one() -> None:
    assert read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s <9s")).proposed_win == 13


def test_a_tile_apart_from_the_hand_that_it_completes_is_proposed() -> None:
    assert read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s , 9s")).proposed_win == 13


def test_a_discard_beside_a_losing_hand_is_no_part_of_it() -> None:
    layout = read(Row("1m 2m 4m 4p 5p 8p 5s 6s 9s 1z 2z 6z 7z , 9s"))
    assert len(layout.hand.concealed) == 13


def test_nothing_is_proposed_where_no_tile_lies_so_or_the_hand_has_not_won() -> None:
    assert read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s 9s")).proposed_win is None
    assert read(Row("1m 2m 4m 4p 5p 8p 5s 6s 9s 1z 2z 6z <7z")).proposed_win is None


def test_the_drawn_tile_on_top_of_a_sequence_belongs_to_it() -> None:
    """Harr p. 67: laid to the right, the drawn tile on top of the other two."""
    row = Row(f"{ELEVEN} , 4s 6s")
    x = row.tiles()[-1].quad[0][0]
    layout = read([*row.tiles(), tile("5s", (x, 1300 - HIGH / 2 - 20))])
    assert melds(layout) == [("chow", "4s5s6s", False)]
    assert layout.proposed_win == 13


def test_a_tile_unseen_under_the_drawn_one_completes_the_run_and_it_is_said() -> None:
    layout = read(drawn_on_two("4s", "5s"))
    assert melds(layout) == [("chow", "4s5s6s", False)]
    assert "it is counted as 6 bamboo" in layout.warnings[0]
    assert layout.proposed_win == 11


@pytest.mark.parametrize(("under", "right"), [("2s", "6s"), ("4s", "2s"), ("2s", "2s")])
def test_a_tile_half_seen_under_the_drawn_one_is_what_the_run_says(under: str, right: str) -> None:
    """Half of a 4 or a 6 of bamboo shows two canes."""
    layout = read(drawn_on_two(under, "5s", right))
    assert melds(layout) == [("chow", "4s5s6s", False)]
    renamed = [seen for seen in layout.tiles if seen.by_rule]
    assert len(renamed) == [under, right].count("2s")
    assert not any(seen.sure for seen in renamed)
    assert layout.decided[0].seen == "2s"


def test_the_tile_unseen_lies_on_the_other_side_of_the_drawn_one() -> None:
    """With a 3 of characters to its left the 4 would lie to its right, out of order."""
    tiles = drawn_on_two("3m", "5m")
    doubtful = replace(tiles[-1], confidence=0.4, alternatives=(("3m", 0.4), ("4m", 0.3)))
    layout = read([*tiles[:-1], replace(doubtful, sure=False)])
    assert melds(layout) == [("chow", "4m5m6m", False)]


def test_a_sure_pair_with_narrow_outlines_is_no_run_under_a_drawn_tile() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 7s 8s 9s 9p 9p , 5p 5p").tiles()
    for place in (11, 12):
        (left, top), *_ = tiles[place].quad
        quad = ((left, top), (left + 50, top), (left + 50, top + HIGH), (left, top + HIGH))
        tiles[place] = replace(tiles[place], quad=quad)
    assert held(read(tiles)).count("5p") == 2


def test_a_tile_of_which_the_eye_is_sure_is_not_half_seen() -> None:
    """In a jumble outlines differ in width, and nobody drew a tile."""
    tiles = Row("4m 7z 4s 9p 1m , 3z 5s 8s").tiles()
    for place in (5, 6, 7):
        (left, top), *_ = tiles[place].quad
        quad = ((left, top), (left + 50, top), (left + 50, top + HIGH), (left, top + HIGH))
        tiles[place] = replace(tiles[place], quad=quad)
    assert [seen.code for seen in read(tiles).tiles] == [seen.code for seen in tiles]


@pytest.mark.parametrize("turn", [95.0, -95.0])
def test_a_lone_tile_says_from_which_side_its_hand_is_read(turn: float) -> None:
    """The other tiles look the same upside down."""
    row = Row("4z , 3p 4p 5p _ 1p 2p 3p _ 4s 5s 6s _ 2p 2p 2p", 600, 700 - 8 * turn, turn=turn)
    assert len(melds(read(row.tiles()[::-1]))) == 4


def test_of_fifteen_the_one_without_which_the_hand_is_whole_is_left_out_and_said() -> None:
    layout = read(Row("3p 4p 5p 6p 7p 8p 7m 8m 9m 5s 5s 2z , 2m 2m 2m"))
    assert len(held(layout)) == 11
    assert any("South wind was left out" in said for said in layout.warnings)


def test_a_doubtful_find_goes_that_takes_the_place_of_a_set_of_the_hand() -> None:
    """Print beside a kong was one of thirteen tiles, without the set between it and the hand."""
    row = Row("5z 5z 5z 1m 1m 3p 4p 5p , , , 2m 3m 4m , 6z 6z 6z 6z 4z").tiles()
    row[-1] = doubtful(row[-1], ("4z", 0.57), ("1z", 0.3))
    layout = read(row)
    assert melds(layout) == [("chow", "2m3m4m", False), ("kong", "6z6z6z6z", False)]


def test_nine_tenths_of_a_tile_under_the_drawn_one_are_part_of_one() -> None:
    assert melds(read(drawn_on_two("4s", "5s", part=0.88))) == [("chow", "4s5s6s", False)]


def test_what_the_rules_named_under_the_drawn_tile_is_named_as_a_run_lies() -> None:
    """Of a 9 of dots the right half shows three dots that may be a 6's."""
    tiles = drawn_on_two("7p", "8p", "3p")
    tiles[-1] = doubtful(tiles[-1], ("3p", 0.4), ("6p", 0.35))
    assert melds(read(tiles)) == [("chow", "7p8p9p", False)]


@pytest.mark.parametrize("right", ["2s 5s", "2s 5s 6s"])
def test_tiles_beside_each_other_keep_their_names(right: str) -> None:
    layout = read(Row(f"{ELEVEN} , {right}"))
    assert [seen.code for seen in layout.tiles[11:]] == right.split()
    assert layout.hand.melds == ()
