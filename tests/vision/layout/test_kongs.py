"""Kongs, and the tiles of them that lie face down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace as replace_line

import pytest
from msgspec.structs import replace

from companion.seen.reading import FaceDown
from companion.vision.layout import added
from companion.vision.layout.lines import Chain
from companion.vision.layout.rulers import measure
from tests.vision.layout.laid import (
    ELEVEN,
    HIGH,
    WIDE,
    Row,
    doubtful,
    held,
    kinds,
    melds,
    read,
    tile,
)


def test_a_claimed_kong_is_exposed() -> None:
    """Harr p. 22: three in hand and a claimed fourth lie face up."""
    assert melds(read(Row(f"{ELEVEN} , 9p 9p 9p 9p"))) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("turn", [0.0, math.pi / 2])
def test_a_fourth_tile_added_to_a_pung_makes_it_a_kong(turn: float) -> None:
    """It lies beyond the pung, upright or across, in no row of its own."""
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), high = row[-2].quad[0], HIGH if turn == 0 else WIDE
    added = tile("9p", (x + WIDE / 2, y - high / 2), turn)
    assert melds(read([*row, added])) == [("kong", "9p9p9p9p", False)]


def test_a_fourth_tile_is_added_to_the_called_one_that_lies_across() -> None:
    row = Row(f"{ELEVEN} , 9p 9p <9p").tiles()
    called = row[-1].quad
    middle = sum(x for x, _ in called) / 4, sum(y for _, y in called) / 4 - WIDE
    added = tile("9p", middle, math.pi / 2)
    assert melds(read([*row, added])) == [("kong", "9p9p9p9p", False)]


def test_a_row_to_which_another_was_added_is_not_added_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a heap, as at the corner of a wall, two rows may each seem to lie beyond the other."""
    one, other = (Chain(tiles, (0.0,), (1.0, 1.0)) for tiles in ((0, 1), (2, 3)))

    def grown(line: Chain, rows: Sequence[Chain], *_: object) -> Iterator[tuple[Chain, Chain]]:
        yield rows[0], replace_line(rows[0], tiles=rows[0].tiles + line.tiles)

    monkeypatch.setattr(added, "_grown", grown)
    rulers = measure(Row("9p 9p 9p 9p").tiles())
    (whole,) = added.with_added([one, other], rulers, [["9p"]] * 4)
    assert whole.tiles == (2, 3, 0, 1)
    assert added.with_added([one, other], rulers, [["0z"]] * 4) == [one, other]


def test_a_tile_of_another_kind_beyond_a_pung_is_not_added_to_it() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), _, _, _ = row[-2].quad
    other = tile("3z", (x + WIDE / 2, y - HIGH / 2))
    assert melds(read([*row, other])) == [("pung", "9p9p9p", False)]


def test_a_kong_with_its_end_tiles_face_down_is_concealed() -> None:
    """Harr p. 22 and 24, the booklet's Rule 6A."""
    layout = read(Row(f"{ELEVEN} , 0z 9p 9p 0z"))
    assert melds(layout) == [("kong", "9p9p9p9p", True)]
    assert [seen.code for seen in layout.tiles].count("0z") == 2


def test_a_fourth_tile_that_touches_its_pung_askew_makes_it_a_kong() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), *_ = row[-1].quad
    askew = tile("9p", (x + 1.6 * WIDE, y), math.radians(40))
    assert melds(read([*row, askew])) == [("kong", "9p9p9p9p", False)]


def test_a_much_smaller_tile_behind_a_pung_is_not_added_to_it() -> None:
    """Behind a rack a discard lies flat, and looks but a third as high as tiles that stand."""
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), *_ = row[-1].quad
    corners = [(-9, -40), (17, -49), (61, -38), (34, -28)]
    behind = [
        replace(tile(code, (0, 0)), quad=tuple((x + dx + aside, y + dy) for dx, dy in corners))
        for code, aside in (("9p", 0.0), ("3z", 70.0))
    ]
    assert melds(read([*row, *behind])) == [("pung", "9p9p9p", False)]


def test_a_fourth_tile_heaped_on_a_pung_makes_it_a_kong() -> None:
    """It lies half over the middle one, of which the photograph shows the rest."""
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (left, top), (right, _), (_, foot), _ = row[-2].quad
    low = (top + foot) / 2
    row[-2] = replace(row[-2], quad=((left, low), (right, low), (right, foot), (left, foot)))
    heaped = tile("9p", ((left + right) / 2, top))
    assert melds(read([*row, heaped])) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("beyond", [0.0, 0.3])
def test_a_kong_in_no_row_is_a_kong_though_three_of_it_lie_nearer(beyond: float) -> None:
    x, y = 1060.0, 1260.0
    middles = [(x, y - HIGH / 2), (x, y + HIGH / 2), (x - WIDE, y), (x + WIDE * (1 + beyond), y)]
    lozenge = [tile("9p", middle) for middle in middles]
    assert melds(read([*Row(ELEVEN).tiles(), *lozenge])) == [("kong", "9p9p9p9p", False)]


def test_a_kong_may_lie_two_by_two() -> None:
    row = Row(f"{ELEVEN} , 9p 9p").tiles()
    above = [tile("9p", (seen.quad[0][0] + WIDE / 2, seen.quad[0][1] - HIGH / 2)) for seen in row]
    assert melds(read([*row, *above[-2:]])) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("seems", ["0z", "5z"])
def test_a_kong_held_may_have_its_backs_on_its_faces(seems: str) -> None:
    """They lie higher, so the picture shows them behind the faces. Where white dragons are backs,
    all are."""
    row = Row(f"{ELEVEN} , 9p 9p").tiles()
    backs = [
        tile(seems, (seen.quad[0][0] + WIDE / 2, seen.quad[0][1] - HIGH * 0.85))
        for seen in row[-2:]
    ]
    if seems == "5z":
        backs = [doubtful(each, ("5z", 0.7), ("0z", 0.29)) for each in backs]
    assert melds(read([*row, *backs])) == [("kong", "9p9p9p9p", True)]


def test_an_added_tile_that_looks_like_another_may_be_the_fourth() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), *_ = row[-2].quad
    added = tile("8p", (x + WIDE / 2, y - HIGH / 2))
    added = replace(added, confidence=0.6, alternatives=(("8p", 0.6), ("9p", 0.4)), sure=False)
    assert melds(read([*row, added])) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("shown", ["0z 9p 9p", "9p 9p 0z"])
def test_a_back_beside_two_alike_is_a_concealed_kong_with_an_end_unseen(shown: str) -> None:
    layout = read(Row(f"{ELEVEN} , {shown}"))
    assert melds(layout) == [("kong", "9p9p9p9p", True)]
    assert "was not found" in layout.warnings[0]


@pytest.mark.parametrize("shown", ["5s 0z 0z 5s", "5s 0z 5s 5s", "5s 5s 0z 5s"])
def test_a_kong_with_a_middle_tile_face_down_is_concealed(shown: str) -> None:
    """The booklet's Rule 8; "the middle piece" of a kong is one of two, or both."""
    assert melds(read(Row(f"{ELEVEN} , {shown}"))) == [("kong", "5s5s5s5s", True)]


@pytest.mark.parametrize("shown", ["0z 5s 0z 5s", "5s 0z 5s 0z", "0z 0z 5s 5s", "5s 5s 0z 0z"])
def test_a_held_kong_may_have_any_two_of_its_tiles_face_down(shown: str) -> None:
    assert melds(read(Row(f"{ELEVEN} , {shown}"))) == [("kong", "5s5s5s5s", True)]


@pytest.mark.parametrize("shown", ["0z 0z 5s 0z", "5s 0z 0z 0z"])
def test_a_held_kong_may_show_but_one_of_its_tiles(shown: str) -> None:
    layout = read(Row(f"{ELEVEN} , {shown}"))
    assert melds(layout) == [("kong", "5s5s5s5s", True)]
    assert [down.code for down in layout.face_down] == ["5s"] * 3


def test_a_pung_with_its_middle_tile_face_down_is_held() -> None:
    """The booklet's Rule 8."""
    layout = read(Row("1z 0z 1z _ 2m 3m 4m _ 3p 3p , 7s 8s 9s _ 5s 5s 5s"))
    assert sorted(layout.hand.concealed) == sorted(["1z", "1z", "1z", "2m", "3m", "4m", "3p", "3p"])
    assert ("pung", 3, True) in kinds(layout)


def test_four_alike_in_the_hand_that_were_never_laid_down_stay_there() -> None:
    """The booklet's Rule 6A: they count as a pung, so the hand keeps four tiles."""
    layout = read(Row("1m 1m 1m 1m 3p 5p 7s 9s 2z 3z , 6z 6z 6z"))
    assert held(layout).count("1m") == 4
    assert melds(layout) == [("pung", "6z6z6z", False)]


def test_the_number_of_tiles_proves_a_kong_among_equal_gaps() -> None:
    layout = read(Row("3p 3p _ 2m 3m 4m _ 7s 8s 9s _ 1z 1z 1z _ 5p 5p 5p 5p"))
    assert ("kong", "5p5p5p5p", False) in melds(layout)


def test_a_face_down_tile_takes_the_value_that_its_neighbours_force() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 0z 3p 7s 8s 9s 1z 2z"))
    assert held(layout).count("3p") == 3


def test_a_face_down_tile_that_nothing_forces_is_asked_for() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 0z 4p 7s 8s 9s 1z 2z"))
    assert any("face down" in warning for warning in layout.warnings)
    assert layout.face_down == (FaceDown(7, None, ()),)


def test_where_nothing_forces_it_what_would_complete_the_hand_is_named() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 4p 0z 7s 8s 9s 1z 1z"))
    assert layout.face_down == (FaceDown(8, None, ("2p", "5p")),)


def test_forced_values_are_named_tile_by_tile() -> None:
    layout = read(Row(f"{ELEVEN} , 0z 9p 9p 0z"))
    assert layout.face_down == (FaceDown(11, "9p"), FaceDown(14, "9p"))
