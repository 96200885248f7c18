"""What the rules say where the eye doubts."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from companion.game.melds import Meld
from companion.game.tiles import KINDS
from companion.rules.books.ruleset import BOOKS, as_played
from companion.seen.game import Game
from companion.seen.reading import Decided, ImageInfo, Reading, SeenHand, SeenTile
from companion.vision.layout import arrange
from tests.vision.layout.laid import (
    ELEVEN,
    HEIGHT,
    HIGH,
    PICTURE,
    WHOLE,
    WIDE,
    Row,
    doubtful,
    held,
    melds,
    read,
    seen_as,
    tile,
    won,
)


def test_a_doubtful_tile_becomes_what_makes_the_hand_complete() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    tiles[4] = doubtful(tiles[4], ("5p", 0.55), ("4p", 0.44))
    layout = read(tiles)
    assert layout.tiles[4].code == "4p"
    assert layout.tiles[4].by_rule
    assert sorted(layout.hand.concealed).count("4p") == 3
    assert layout.decided == (Decided(4, "5p", "Only as 4 dots it fits a set of this hand."),)


def test_where_eye_and_rules_disagree_nobody_is_sure() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    tiles[4] = SeenTile("5p", 0.985, tiles[4].quad, (("5p", 0.985), ("4p", 0.012)), sure=True)
    renamed = read(tiles).tiles[4]
    assert (renamed.code, renamed.by_rule, renamed.sure) == ("4p", True, False)


def test_a_doubtful_white_dragon_at_the_end_of_a_held_kong_is_a_back() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 0z _ 9p 9p 9p").tiles()
    tiles[8] = doubtful(tiles[8], ("5z", 0.7), ("0z", 0.29))
    layout = read(tiles)
    assert melds(layout) == [("kong", "7s7s7s7s", True), ("pung", "9p9p9p", False)]
    assert layout.tiles[8].by_rule


def test_two_doubtful_white_dragons_around_two_alike_are_the_ends_of_a_held_kong() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 5z _ 9p 9p 9p").tiles()
    for end in (8, 11):
        tiles[end] = doubtful(tiles[end], ("5z", 0.7), ("0z", 0.29))
    assert melds(read(tiles)) == [("kong", "7s7s7s7s", True), ("pung", "9p9p9p", False)]


def test_the_eye_is_never_sure_that_a_blank_end_of_a_four_laid_apart_is_no_back() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 5z _ 9p 9p 9p").tiles()
    for end in (8, 11):
        alternatives = (("5z", 0.987), ("0z", 0.012))
        tiles[end] = SeenTile("5z", 0.987, tiles[end].quad, alternatives)
    assert melds(read(tiles)) == [("kong", "7s7s7s7s", True), ("pung", "9p9p9p", False)]


def test_sure_white_dragons_between_two_alike_stay_though_the_hand_is_none() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p _ 7s 5z 5z 7s _ 9p 9p 9p").tiles()
    layout = read(tiles)
    assert [seen.code for seen in layout.tiles].count("5z") == 2
    assert not won(layout)


def test_a_doubtful_pair_of_white_dragons_beside_two_alike_stays_where_the_hand_is_whole() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 7s 8s 9s 5z 5z 9s 9s 9s").tiles()
    for place in (9, 10):
        tiles[place] = doubtful(tiles[place], ("5z", 0.9), ("0z", 0.09))
    layout = read(tiles)
    assert won(layout)
    assert held(layout).count("5z") == 2


def test_a_hardly_doubted_white_dragon_in_a_row_of_single_tiles_is_no_back() -> None:
    tiles = Row("1p 8m 1p 5z 1p 2p 6z 2s 4m 9m 3z 5s 7z").tiles()
    tiles[3] = SeenTile("5z", 0.964, tiles[3].quad, (("5z", 0.964), ("0z", 0.024)), sure=False)
    assert "5z" in held(read(tiles))


def test_a_doubtful_white_dragon_of_no_hand_stays_what_the_eye_makes_of_it() -> None:
    discards = Row("9s 6p 2z 5z 2z 3p 3z", foot=300.0).tiles()
    discards[3] = doubtful(discards[3], ("5z", 0.97), ("0z", 0.025))
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 9p 9p 9p"), discards)
    assert won(layout)
    assert [seen.code for seen in layout.tiles].count("5z") == 1


def test_white_dragons_with_a_frame_are_no_backs() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 5z _ 9p 9p 9p"))
    assert [seen.code for seen in layout.tiles].count("0z") == 0


def test_four_sure_white_dragons_are_exposed() -> None:
    assert melds(read(Row(f"{ELEVEN} , 5z 5z 5z 5z"))) == [("kong", "5z5z5z5z", False)]


def test_a_doubtful_white_dragon_between_two_alike_is_the_turned_middle_of_a_pung() -> None:
    tiles = Row("1m 2m 3m _ 4p 5z 4p _ 5s 6s 7s _ 7z 7z 7z _ 9p 9p").tiles()
    tiles[4] = doubtful(tiles[4], ("5z", 0.7), ("0z", 0.29))
    assert sorted(held(read(tiles))).count("4p") == 3


def test_cloth_taken_for_a_back_beside_the_hand_is_no_tile_of_it() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p 0z").tiles()
    tiles[14] = doubtful(tiles[14], ("0z", 0.6), ("5z", 0.05))
    assert len(held(read(tiles))) == 14


@pytest.mark.parametrize("place", range(13))
def test_the_side_of_a_standing_tile_above_its_face_is_no_tile(place: int) -> None:
    row = "1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p"
    tiles = Row(row).tiles()
    above = tile("5z", (tiles[place].quad[0][0] + WIDE / 2, 1300 - 1.3 * HIGH))
    assert held(read([*tiles, doubtful(above, ("5z", 0.5), ("0z", 0.1))])) == sorted(row.split())


def test_a_doubtful_find_over_the_end_of_a_whole_hand_is_that_tile_once_more() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    x = tiles[13].quad[1][0]
    once_more = doubtful(tile("2s", (x + 0.2 * WIDE, 1300 - HIGH / 2)), ("2s", 0.8))
    assert held(read([*tiles, once_more])).count("2s") == 0


def test_print_beside_a_whole_hand_is_no_tile_of_it() -> None:
    tiles = Row(f"{WHOLE} 4s").tiles()
    tiles[14] = doubtful(tiles[14], ("4s", 0.93))
    layout = read(tiles)
    assert held(layout) == sorted(WHOLE.split())
    assert layout.warnings == (
        "What looks like 4 bamboo was left out, as the hand is likelier without it;"
        " add it if it is a tile of the hand.",
    )


def test_two_doubtful_finds_beside_a_whole_hand_are_none_of_it() -> None:
    tiles = Row(f"2s {WHOLE} 4s").tiles()
    tiles[0] = doubtful(tiles[0], ("2s", 0.7))
    tiles[15] = doubtful(tiles[15], ("4s", 0.93))
    assert held(read(tiles)) == sorted(WHOLE.split())


def test_the_tops_of_standing_tiles_are_no_white_dragons() -> None:
    hand = Row("1p 2p 3p 3p 3p 7p 8p 9p").tiles()
    laid = Row("0z 5p 5p 0z , 4m 5m 6m", foot=1300 - 2.2 * HIGH).tiles()
    tops = [
        doubtful(tile("5z", (hand[place].quad[0][0] + WIDE / 2, 1300 - 1.5 * HIGH)), ("5z", 0.7))
        for place in (0, 7)
    ]
    layout = read([*hand, *laid, *tops])
    assert held(layout) == ["1p", "2p", "3p", "3p", "3p", "7p", "8p", "9p"]
    assert melds(layout) == [("chow", "4m5m6m", False), ("kong", "5p5p5p5p", True)]


def test_a_doubtful_tile_of_no_set_stays_where_without_it_the_hand_is_not_whole() -> None:
    row = Row("1p 2p 3p 4p 4p 1z 2s 3s 6s 7s 8s").tiles()
    row[5] = doubtful(row[5], ("1z", 0.62), ("4f", 0.05))
    layout = read(row, Row("1s 2s 3s", left=500.0, foot=1100.0))
    assert "1z" in held(layout)


def test_what_is_doubtfully_seen_five_times_is_the_pattern_of_the_cloth() -> None:
    hand = Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 9p 9p 9p", foot=1000.0).tiles()
    cloth = Row("3z 3z 3z 3z 3z 3z 6z 6z 6z 3z 3z 3z 3z 3z").tiles()
    pattern = [doubtful(seen, (seen.code, 0.55), ("4z", 0.2)) for seen in cloth]
    assert held(read(hand, pattern)) == sorted(seen.code for seen in hand)


def test_blank_faces_all_around_are_no_pair_of_the_hand() -> None:
    rows = [
        Row("1p 1p 1p 5p 5p 5p 2s", left=500.0, foot=600.0).tiles(),
        Row("2s 2s 2s 3s 4s 3z 3z", left=500.0, foot=690.0).tiles(),
    ]
    planks = [
        doubtful(seen, ("5z", 0.6), ("4f", 0.02))
        for left, foot in ((390.0, 580.0), (380.0, 700.0), (340.0, 680.0), (1060.0, 470.0))
        for seen in Row("5z 5z", left=left, foot=foot).tiles()
    ]
    layout = read(*rows, planks)
    assert won(layout)
    assert "5z" not in held(layout)


def test_a_pattern_alone_is_no_hand() -> None:
    cloth = Row("3z 3z 3z 3z 3z 3z 3z").tiles()
    pattern = [doubtful(seen, ("3z", 0.55), ("4z", 0.2)) for seen in cloth]
    assert not won(read(pattern))


def test_there_is_but_one_of_a_flower() -> None:
    tiles = Row(f"{WHOLE} , 4f 4f").tiles()
    for place, chance in ((14, 0.6), (15, 0.5)):
        tiles[place] = doubtful(tiles[place], ("4f", chance))
    assert read(tiles).hand.bonus == ("4f",)


@pytest.mark.parametrize(("chance", "of_hand"), [(0.999, 14), (0.05, 13)])
def test_a_find_at_the_end_is_left_out_as_far_as_it_may_be_no_tile(
    chance: float, of_hand: int
) -> None:
    *row, last = Row("4m 1m 8m 5m 7m 9m 8m 3m 6m 6m 7m 3m 9m 8m").tiles()
    last = replace(last, confidence=chance, alternatives=((last.code, chance),))
    assert len(held(read([*row, last]))) == of_hand


def test_a_tile_of_which_only_the_name_is_in_doubt_stays() -> None:
    *row, last = Row("4m 1m 8m 5m 7m 9m 8m 3m 6m 6m 7m 3m 9m 8m").tiles()
    last = replace(last, confidence=0.6, alternatives=(("8m", 0.6), ("8s", 0.399)), sure=False)
    assert len(held(read([*row, last]))) == 14


def test_a_hand_of_thirteen_keeps_a_doubtful_tile() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p").tiles()
    tiles[12] = doubtful(tiles[12], ("9p", 0.6))
    assert len(held(read(tiles))) == 13


@pytest.mark.parametrize(
    ("book", "is_read"), [("harr", "8s"), ("harr-limit", "9s"), ("traditional", "9s")]
)
def test_a_hand_is_special_where_the_rules_played_say_so(book: str, is_read: str) -> None:
    tiles = Row("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z").tiles()
    tiles[5] = doubtful(tiles[5], ("8s", 0.6), ("9s", 0.39))
    layout = arrange(tiles, HEIGHT, game=Game(as_played(book, {}).special_hands))
    assert layout.tiles[5].code == is_read


def test_seven_twins_are_one_of_the_american_page_alone() -> None:
    of = {book: as_played(book, {}).special_hands for book in BOOKS}
    assert of == {
        "harr": set(),
        "harr-limit": {"thirteen_heads"},
        "international": {"thirteen_heads"},
        "traditional": {"thirteen_heads", "seven_twins"},
    }


def test_six_pairs_with_gaps_and_a_seventh_below_are_seven() -> None:
    twins = Row("1p 1p _ 9p 9p _ 5s 5s _ 7s 7s"), Row("6z 6z _ 7z 7z _ 5p 5p", 260.0, 1400.0)
    layout = read(*twins)
    assert len(held(layout)) == 14


def test_tiles_of_a_kong_with_narrow_outlines_are_one_set() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p 9p").tiles()
    narrow = []
    for place, seen in enumerate(row):
        (x, y), part = seen.quad[0], 0.6 if place in (12, 13) else 1.0
        left, right = x + WIDE * (1 - part) / 2, x + WIDE * (1 + part) / 2
        quad = ((left, y), (right, y), (right, y + HIGH), (left, y + HIGH))
        narrow.append(SeenTile(seen.code, 0.99, quad, ((seen.code, 0.99),)))
    assert melds(read(narrow)) == [("kong", "9p9p9p9p", False)]


def test_a_badly_outlined_tile_lies_as_its_neighbours_do() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    x = (tiles[13].quad[0][0] + tiles[13].quad[2][0]) / 2
    tiles[13] = tile("9p", (x, 1300 - HIGH / 2), math.radians(45))
    assert len(held(read(tiles))) == 14


def test_a_clear_reading_of_an_illegal_hand_stays_illegal() -> None:
    tiles = Row("1m 2m 3m 4p 4p 5p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    layout = read(tiles)
    assert [seen.code for seen in layout.tiles] == [seen.code for seen in tiles]
    assert not any(seen.by_rule for seen in layout.tiles)


def test_there_is_no_fifth_tile_where_the_eye_doubts() -> None:
    tiles = Row("1z 1z 1z 1z 4p 5p 5s 6s 7s 7z 7z 9p 2z").tiles()
    tiles[-1] = doubtful(tiles[-1], ("1z", 0.6), ("4z", 0.38))
    layout = read(tiles)
    assert layout.tiles[-1].code == "4z"
    assert layout.tiles[-1].by_rule
    assert layout.decided == (Decided(12, "1z", "There would be five of East wind."),)


def test_a_doubtful_fifth_of_a_kind_is_another_tile_however_likely_it_seemed() -> None:
    tiles = Row("1z 1z 1z 1z 4p 5p 5s 6s 7s 7z 7z 9p 2z").tiles()
    tiles[-1] = doubtful(tiles[-1], ("1z", 0.97), ("4z", 0.02), ("3z", 0.001))
    layout = read(tiles)
    assert layout.tiles[-1].code == "4z"
    assert layout.decided == (Decided(12, "1z", "There would be five of East wind."),)


def test_of_five_of_a_kind_the_least_likely_is_something_else_wherever_it_lies() -> None:
    hand = Row("1z 1z 1z 1z 4p 5p 5s 6s 7s 7z 7z 9p 2z").tiles()
    discard = Row("1z , 8m , 3s", foot=700).tiles()
    hand[0] = replace(doubtful(hand[0], ("1z", 0.97), ("4z", 0.02)), sure=True)
    discard[0] = replace(doubtful(discard[0], ("1z", 0.95), ("4z", 0.04)), sure=True)
    layout = read(hand, discard)
    assert held(layout).count("1z") == 4
    assert layout.decided == ()


def test_a_hand_is_not_finished_by_tiles_that_its_sets_use_up() -> None:
    row = Row("7s 7s 7s 1z 1z 1z 6p 6p , 2z 2z 2z _ 6p 6p 6p").tiles()
    row[6] = doubtful(row[6], ("6p", 0.6), ("4p", 0.37))
    row[7] = doubtful(row[7], ("6p", 0.75), ("4p", 0.22))
    layout = read(row)
    assert held(layout).count("4p") == 2
    assert won(layout)
    why = "There would be five of 6 dots."
    assert layout.decided == (Decided(6, "6p", why), Decided(7, "6p", why))


def test_a_hand_is_not_finished_by_tiles_that_surely_lie_elsewhere() -> None:
    row = Row("7s 7s 7s 1z 1z 1z 6p 6p , 2z 2z 2z _ 5m 5m 5m").tiles()
    for place in (6, 7):
        row[place] = doubtful(row[place], ("6p", 0.6), ("4p", 0.37))
    discards = [replace(seen, sure=True) for seen in Row("6p , 8m , 6p , 6p", foot=500).tiles()]
    assert held(read(row, discards)).count("4p") == 2


@pytest.mark.parametrize(
    ("row", "is_read"),
    [
        ("2m 5m 6m 3p 4p 8p 3s 5s 7s 7s 5z 7z 2z", "7z"),
        ("2m 5m 6m 3p 4p 8p 3s 5s 7s 7s 2z 5z 2z", "7z"),
        ("2m 7s 6m 5s 4p 1z 3s 3p 7s 8p 5z 4z 2z", "2z"),
    ],
    ids=["sorted", "sorted, two winds", "in no order"],
)
def test_a_doubtful_tile_of_a_sorted_row_is_what_lies_in_its_place(row: str, is_read: str) -> None:
    tiles = Row(row).tiles()
    tiles[12] = doubtful(tiles[12], ("2z", 0.47), ("7z", 0.31), ("6z", 0.03))
    layout = read(tiles)
    assert layout.tiles[12].code == is_read
    why = "The hand is sorted, and red dragon fits this place."
    assert layout.decided == ((Decided(12, "2z", why),) if is_read == "7z" else ())


def test_a_clear_tile_out_of_its_place_stays_what_it_is() -> None:
    tiles = Row("2m 5m 6m 3p 4p 8p 3s 5s 7s 7s 5z 7z 2z").tiles()
    tiles[12] = doubtful(tiles[12], ("2z", 0.995), ("7z", 0.001))
    assert read(tiles).tiles[12].code == "2z"


def test_no_order_makes_a_fifth_tile() -> None:
    tiles = Row("2m 5m 6m 3p 4p 8p 3s 5s 7s 7z 7z 7z 7z 2z").tiles()[1:]
    tiles[12] = doubtful(tiles[12], ("2z", 0.47), ("7z", 0.31))
    assert read(tiles).tiles[12].code == "2z"


def hidden_by_light(tiles: list[SeenTile], *places: int) -> list[SeenTile]:
    """The tiles, some of which show nothing but light."""
    any_face = tuple((code, 0.0045) for code in KINDS if code != "5z")
    for place in places:
        tiles[place] = doubtful(tiles[place], ("0z", 0.84), *any_face)
    return tiles


@pytest.mark.parametrize("place", range(14))
def test_a_face_that_light_hides_finishes_the_hand(place: int) -> None:
    layout = read(hidden_by_light(Row(WHOLE).tiles(), place))
    assert won(layout)
    assert "0z" not in held(layout)


def test_a_face_that_light_hides_beside_a_doubtful_one_finishes_the_hand_with_it() -> None:
    tiles = hidden_by_light(Row("1p 1p 7p 7p 7p 2s 3s 4s 5s 6s 7s , 2s 3s 4s").tiles(), 8)
    layout = read(seen_as(tiles, 9, _2s=0.62, _5s=0.05, _3f=0.04, _6s=0.013))
    assert won(layout)
    assert [seen.code for seen in layout.tiles[8:11]] == ["5s", "6s", "7s"]  # as sorted tiles lie


def test_a_face_that_light_hides_in_an_unfinished_hand_has_no_name() -> None:
    layout = read(hidden_by_light(Row("1m 3m 4m 8m 9m 2p 5p 7p 1s 4s 6s 2z 3z").tiles(), 5))
    assert held(layout).count("0z") == 1
    assert layout.hand.count == 13
    assert [(down.tile, down.code) for down in layout.face_down] == [(5, None)]


def test_a_face_that_light_hides_in_a_set_is_what_the_set_wants() -> None:
    layout = read(hidden_by_light(Row(f"{ELEVEN} , 6z 6z 6z").tiles(), 12))
    assert melds(layout) == [("pung", "6z6z6z", False)]


def test_four_tiles_held_beside_three_exposed_sets_need_not_be_a_set() -> None:
    tiles = Row("2p 2s 5s 7s , 1m 2m 3m _ 2s 3s 4s _ 3m 4m 5m").tiles()
    tiles[8] = doubtful(tiles[8], ("3s", 0.5), ("8p", 0.15))
    layout = read(tiles)
    assert layout.tiles[8].code == "3s"
    assert len(melds(layout)) == 3


def test_a_meld_is_a_value_of_the_hand() -> None:
    layout = read(Row(f"{ELEVEN} , 1s 2s 3s"))
    assert layout.hand.melds == (Meld("chow", ("1s", "2s", "3s"), False),)


def test_a_reading_says_what_the_layout_left_open_and_can_be_read_back() -> None:
    layout = read(Row("1m 2m 3m 1m 2m 3m 1m 2m 3m 0z 9p 9p 0z 9s <9s"))
    reading = Reading(image=ImageInfo(None, *PICTURE), **vars(layout))
    form = reading.to_json()
    assert form["proposed_win"] == 14
    assert form["face_down"] == [
        {"tile": 9, "code": "9p", "could_be": []},
        {"tile": 12, "code": "9p", "could_be": []},
    ]
    assert all(each["likelihood"] > 0 for each in form["readings"])
    assert Reading.from_json(form).to_json() == form


def test_a_joker_is_left_out_of_the_hand_and_that_is_said() -> None:
    layout = read(Row(f"{ELEVEN} 6z 6z 6z 9x"))
    assert held(layout) == sorted(f"{ELEVEN} 6z 6z 6z".split())
    assert [tile.code for tile in layout.tiles].count("9x") == 1
    assert any("joker" in said for said in layout.warnings)
    assert not any("joker" in said for said in read(Row(f"{ELEVEN} 6z 6z 6z")).warnings)


def test_what_looks_like_a_joker_far_from_the_hand_is_nobodys_concern() -> None:
    layout = read(Row(f"{ELEVEN} 6z 6z 6z"), Row("9x", foot=1300 - 5 * HIGH))
    assert "9x" in [tile.code for tile in layout.tiles]
    assert layout.warnings == ()


def test_jokers_stay_in_their_box_so_an_odd_sparrow_is_likelier_than_one() -> None:
    row = Row("1s 1s 2m 3m 4m 5m 5m 5m 7p 7p 7p 2z 2z 2z").tiles()
    layout = read(seen_as(row, 0, _9x=0.74, _1s=0.2))
    assert held(layout).count("1s") == 2
    assert layout.decided == (Decided(0, "9x", "Only as 1 bamboo it fits a set of this hand."),)
    assert not any("joker" in said for said in layout.warnings)


def test_there_is_one_of_each_flower_so_two_that_look_alike_are_two() -> None:
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("2f 4f 2f", foot=1300 - 3 * HIGH).tiles()
    layout = read(rows[0], seen_as(rows[1], 2, _2f=0.55, _3f=0.3))
    assert layout.hand.bonus == ("2f", "4f", "3f")
    assert layout.decided == (Decided(16, "2f", "There would be two of flower 2."),)


def test_a_flower_among_the_tiles_held_parts_nothing() -> None:
    before, after = "4s 6z 2s 9p 4z 1p 5s 5z 1s", "9s 5m 2m 5z"
    layout = read(Row(f"{before} 8f {after}"))
    assert held(layout) == sorted([*before.split(), *after.split()])
    assert layout.hand.bonus == ("8f",)
    assert layout.warnings == ()


def test_gaps_beside_flowers_among_tiles_held_in_no_order_part_no_suits() -> None:
    before, after = "7s 3s 9m 2s 3s 5z 7m 1s 9p 8m 5p", "3p 8s"
    layout = read(Row(f"{before} _ 1f 6f 3f _ {after}"))
    assert held(layout) == sorted([*before.split(), *after.split()])
    assert layout.hand.bonus == ("1f", "6f", "3f")


def test_flowers_on_the_wall_before_a_hand_are_its_own() -> None:
    wall = Row("0z 0z 0z 4f 2f 0z 0z 0z", left=350, foot=1300 - 1.9 * HIGH)
    layout = read(Row(f"{ELEVEN} , 6z 6z 6z"), wall)
    assert sorted(layout.hand.bonus) == ["2f", "4f"]
    assert layout.hand.count == 14


def test_a_flower_that_is_hardly_a_tile_lies_with_the_hand_without_a_fault() -> None:
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("2f", foot=1300 - 1.5 * HIGH).tiles()
    layout = read(rows[0], seen_as(rows[1], 0, _2f=0.0, _3f=0.0))
    assert set(layout.hand.bonus) <= {"2f", "3f"}


def test_a_flower_may_be_told_without_its_own_chance() -> None:
    """`companion read --tiles` takes tiles from anybody."""
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("2f", foot=1300 - 1.5 * HIGH).tiles()
    flower = replace(rows[1][0], alternatives=(("3z", 0.4),))
    assert read(rows[0], [flower]).hand.count == 14


def test_a_tile_that_is_likelier_a_flower_than_any_one_other_may_lie_as_one() -> None:
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("6z", foot=1300 - 1.5 * HIGH).tiles()
    layout = read(rows[0], seen_as(rows[1], 0, _6z=0.4, _3f=0.3, _1f=0.25))
    assert layout.hand.bonus == ("3f",)
    assert "flower" in layout.decided[0].why


def test_a_lone_doubtful_back_is_no_hand() -> None:
    """Nobody holds nothing but backs, but that does not make it a 1 of dots."""
    (back,) = Row("0z").tiles()
    alternatives = (("0z", 0.55), ("1p", 0.003))
    layout = read([replace(back, confidence=0.55, sure=False, alternatives=alternatives)])
    assert [tile.code for tile in layout.tiles] == ["0z"]
    assert layout.hand == SeenHand()
    assert layout.decided == ()
