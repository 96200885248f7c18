"""Seats, the wall, the deal and the count of tiles, in the books' own figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.seats import Seat
from companion.rules.books.ruleset import BOOKS, Ruleset, book
from companion.rules.table.wall import (
    DiscsUnfitError,
    ThrowUnfitError,
    breach,
    deal,
    highest,
    named,
    stack,
    tile_count,
    wind_box,
)

THROWS = st.integers(2, 12)
BOOKLET, HARR = book("international"), book("harr")

# --- seats ---


def test_the_highest_throw_is_first_east_and_ties_throw_again() -> None:
    assert highest([7, 11, 3, 9]) == (1,)
    assert highest([10, 4, 10, 9]) == (0, 2)


def test_harrs_illustration_of_the_wind_box() -> None:
    # p. 58: C threw seven, which names A; A's eight names D for the first disc, and A takes the
    # second, which has the box under it.
    a, b, c, d = range(4)
    assert named(c, 7) == a
    drawn = wind_box(a, 8, ["W", "N", "E", "S"], box=2)
    assert drawn.takers == (d, a, b, c)
    assert drawn.box == a
    assert drawn.seats == {"E": b, "S": c, "W": d, "N": a}


@pytest.mark.parametrize(("discs", "box"), [(["E", "S", "W", "W"], 1), (list("ESWN"), 5)])
def test_a_wind_box_has_four_discs_and_one_place(discs: list[Seat], box: int) -> None:
    with pytest.raises(DiscsUnfitError):
        wind_box(0, 7, discs, box)


# --- the wall ---


@pytest.mark.parametrize("ruleset", [book(name) for name in BOOKS], ids=lambda rules: rules.id)
@pytest.mark.parametrize(
    ("throws", "breaker"),
    [((5, 9), "E"), ((2, 6, 10), "S"), ((3, 7, 11), "W"), ((4, 8, 12), "N")],
)
def test_the_throws_that_name_each_side(
    ruleset: Ruleset, throws: tuple[int, ...], breaker: Seat
) -> None:
    for throw in throws:
        answer = breach(throw, None, ruleset)
        if answer.again:
            assert (ruleset.id, throw) == ("international", 2)
        else:
            assert answer.breaker == breaker


def test_harrs_illustration_of_the_breach() -> None:
    # p. 15-16: East threw 7, West threw 7, and West's 14th stack from the right is lifted.
    answer = breach(7, 7, HARR)
    assert answer.breaker == "W"
    assert answer.lifted == stack("W", 14)
    assert "on top of the wall to the right of the gap" in answer.words


def test_the_booklets_loose_tiles_for_a_sum_of_nine_lie_on_the_eighth_and_sixth() -> None:
    answer = breach(4, 5, BOOKLET)
    assert answer.lifted == stack("N", 9)
    assert answer.loose == (stack("N", 8), stack("N", 6))


def test_the_booklet_has_two_ones_thrown_again() -> None:
    assert breach(2, None, BOOKLET).again
    assert breach(7, 2, BOOKLET).again
    assert not breach(2, 2, HARR).again


def test_a_sum_beyond_the_end_of_a_side_goes_on_along_the_next_side_to_the_left() -> None:
    assert breach(9, 9, HARR).lifted == stack("N", 1)
    assert breach(9, 10, BOOKLET).loose == (stack("N", 1), stack("E", 16))


def test_with_flowers_a_side_is_eighteen_long() -> None:
    assert breach(9, 9, HARR.with_options({"flowers": True})).lifted == stack("E", 18)


def test_east_throws_for_an_empty_place() -> None:
    words = "North's side is broken; East, for the empty place, throws."
    assert breach(4, None, HARR, ["E", "S", "W"]).words == words
    assert breach(4, None, HARR).words == "North's side is broken; North throws."
    again = breach(4, 2, BOOKLET, ["E", "S", "W"])
    assert again.words.endswith("East, for the empty place, throws again.")


def test_a_house_rule_set_breaks_the_wall_as_its_book() -> None:
    house = replace(BOOKLET, id="our-house", base="international", house=True)
    assert breach(4, 5, house) == breach(4, 5, BOOKLET)


@given(first=THROWS, second=THROWS)
def test_the_stack_lifted_is_as_far_along_the_wall_as_both_throws_together(
    first: int, second: int
) -> None:
    answer = breach(first, second, HARR)
    assert answer.lifted is not None
    beyond = 0 if answer.lifted.side == answer.breaker else 17
    assert answer.lifted.number + beyond == first + second


@pytest.mark.parametrize(("first", "second"), [(1, None), (13, None), (7, 1), (7, 13)])
def test_two_dice_show_two_to_twelve(first: int, second: int | None) -> None:
    with pytest.raises(ThrowUnfitError, match="2 to 12"):
        breach(first, second, HARR)


# --- the deal and the count ---


@pytest.mark.parametrize("taken", ["ESWN", "ESW", "EW"])
def test_everybody_is_dealt_thirteen_and_east_fourteen(taken: str) -> None:
    seats: list[Seat] = [seat for seat in ("E", "S", "W", "N") if seat in taken]
    dealt: Counter[str] = Counter()
    for step in deal(seats):
        dealt[step.seat] += step.tiles
    assert dealt == {seat: 14 if seat == "E" else 13 for seat in seats}


def test_the_deal_goes_round_three_times_by_fours() -> None:
    assert [(step.seat, step.tiles) for step in deal()][:5] == [
        ("E", 4), ("S", 4), ("W", 4), ("N", 4), ("E", 4),
    ]  # fmt: skip
    assert [(step.seat, step.tiles) for step in deal()][-2:] == [("N", 1), ("E", 1)]


@pytest.mark.parametrize(
    ("kongs", "drawn", "tiles"), [(0, False, 13), (0, True, 14), (1, False, 14), (4, True, 18)]
)
def test_a_hand_has_thirteen_tiles_and_one_more_for_every_kong(
    kongs: int, drawn: bool, tiles: int
) -> None:
    assert tile_count(kongs, drawn).tiles == tiles
    assert tile_count(kongs, drawn, bonus=3).tiles == tiles
    assert str(tiles) in tile_count(kongs, drawn).words
