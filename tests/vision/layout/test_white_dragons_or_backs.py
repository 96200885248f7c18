"""White dragons may all be backs."""

from __future__ import annotations

from msgspec.structs import replace

from companion.seen.reading import SeenTile, told
from tests.vision.layout.laid import ELEVEN, Row, held, melds, read, seen_as

DRAGONS_OR_BACKS = "1z 1z 1z 7p 7p 2s 3s 4s , 6m 5z 5z 6m , 3s 5z 5z 3s"


def blank(tiles: list[SeenTile], **chances: float) -> list[SeenTile]:
    """The tiles, those that are blank seen as this or that."""
    for place, seen in enumerate(tiles):
        if seen.code in ("0z", "5z"):
            tiles = seen_as(tiles, place, **chances)
    return tiles


def test_what_look_like_white_dragons_are_all_backs_if_kongs_need_them() -> None:
    row = Row(DRAGONS_OR_BACKS).tiles()
    layout = read(blank(row, _5z=0.98, _0z=0.02))
    assert melds(layout) == [("kong", "3s3s3s3s", True), ("kong", "6m6m6m6m", True)]
    assert held(layout) == sorted(["1z", "1z", "1z", "7p", "7p", "2s", "3s", "4s"])


def test_where_a_person_says_that_one_is_a_white_dragon_it_is_no_back() -> None:
    row = blank(Row(DRAGONS_OR_BACKS).tiles(), _5z=0.7, _0z=0.3)
    layout = read([told(each, "5z") if place == 9 else each for place, each in enumerate(row)])
    assert layout.tiles[9].code == "5z"


def test_white_dragons_that_are_told_without_other_names_are_no_backs() -> None:
    row = Row(DRAGONS_OR_BACKS).tiles()
    layout = read([replace(each, alternatives=()) for each in row])
    assert held(layout).count("5z") >= 2


def test_white_dragons_may_be_told_without_their_own_chance() -> None:
    """`companion read --tiles` takes tiles from anybody."""
    row = Row(DRAGONS_OR_BACKS).tiles()
    other = (("3z", 0.4),)
    row = [replace(each, alternatives=other) if each.code == "5z" else each for each in row]
    assert held(read(row)).count("1z") == 3


def test_white_dragons_that_fit_stay_white_dragons() -> None:
    row = Row(f"{ELEVEN} 5z 5z 5z").tiles()
    layout = read(blank(row, _5z=0.7, _0z=0.3))
    assert held(layout).count("5z") == 3
    assert layout.decided == ()


def test_tiles_held_beside_two_turned_pungs_are_one_row_set_by_set() -> None:
    layout = read(Row("3p 4p 5p 9m 9m 7z 0z 7z 7s 0z 7s 3m 4m 5m"))
    assert melds(layout) == []
    assert layout.hand.count == 14
