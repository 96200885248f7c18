"""A reading once more, with what a person said of its tiles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.base.resources import resource
from companion.seen.certainty import is_certain, probability
from companion.seen.reading import ImageInfo, Overlooked, Reading, SeenTile, by_eye
from companion.vision.calibration.camera import TakenBy
from companion.vision.layout.beside import places_beside
from companion.vision.pipeline import Reader
from tests.vision.layout.laid import ELEVEN, PICTURE, Row, read, tile

TAKEN = TakenBy(None, *PICTURE)


def reading_of(tiles: list[SeenTile]) -> Reading:
    return Reading(ImageInfo(None, *PICTURE), **vars(read(tiles)))


def again(reading: Reading, said: dict[int, str | None], *overlooked: tuple[int, str]) -> Reading:
    return Reader().again(reading, TAKEN, said, [Overlooked(*each) for each in overlooked])


def test_where_nothing_is_said_a_photograph_reads_as_before() -> None:
    reader = Reader()
    before = reader.read(resource("samples", "sample.jpg"))
    after = reader.again(before, TakenBy(None, before.image.width, before.image.height), {})
    assert replace(after, timing_ms={}) == replace(before, timing_ms={})


def test_a_name_that_a_person_gives_finishes_the_hand() -> None:
    before = reading_of(Row(f"{ELEVEN} 9s 2z 2z").tiles())
    assert any(group.kind == "loose" for group in before.groups)
    after = again(before, {11: "2z"})
    assert all(group.kind != "loose" for group in after.groups)
    assert after.tiles[11].code == "2z"
    assert after.tiles[11].sure
    assert is_certain(after)


def test_what_a_person_said_the_rules_do_not_overrule() -> None:
    tiles = Row(f"{ELEVEN} 2z 2z 2z").tiles()
    doubtful = (("2m", 0.7), ("5m", 0.3))
    tiles[0] = replace(tiles[0], confidence=0.7, alternatives=doubtful, sure=False)
    after = again(reading_of(tiles), {0: "5m"})
    assert after.tiles[0].code == "5m"
    assert not after.tiles[0].by_rule


@pytest.mark.parametrize("place", range(14))
@pytest.mark.parametrize("code", ["1f", "9m", "4z", "0z"])
def test_a_name_that_a_person_gives_stays_also_where_it_fits_no_set(place: int, code: str) -> None:
    after = again(reading_of(Row(f"{ELEVEN} 2z 2z 2z").tiles()), {place: code})
    assert after.tiles[place].code == code
    assert after.tiles[place].by_person
    assert all(decided.tile != place for decided in after.decided)


@pytest.mark.parametrize("place", [11, 12, 13])
@pytest.mark.parametrize("code", ["1p", "5p", "9p", "6s", "1z", "1f", "0z"])
def test_a_name_that_a_person_gives_stays_also_under_a_drawn_tile(place: int, code: str) -> None:
    """Two dots and four dots, half hidden by the three that was drawn on them."""
    run = [tile("2p", (1000, 1260)), tile("4p", (1060, 1260)), tile("3p", (1030, 1230))]
    after = again(reading_of([*Row(ELEVEN).tiles(), *run]), {place: code})
    assert after.tiles[place].code == code
    assert not after.tiles[place].by_rule


def test_what_a_person_says_is_no_tile_makes_nothing_less_certain() -> None:
    hand = Row(f"{ELEVEN} 2z 2z 2z").tiles()
    above = [replace(tile("6s", (230 + 130 * k, 1150)), confidence=0.6, sure=False) for k in (0, 1)]
    joker = tile("9x", (1500, 1260))
    alone = reading_of(hand)
    after = again(reading_of([*hand, *above, joker]), dict.fromkeys((14, 15, 16)))
    assert probability(after) == pytest.approx(probability(alone))
    assert after.warnings == ()
    assert is_certain(after)


def test_what_the_rules_named_is_named_anew_from_what_was_seen() -> None:
    run = [tile("1p", (1000, 1260)), tile("4p", (1060, 1260)), tile("3p", (1030, 1230))]
    run[0] = replace(run[0], confidence=0.9, alternatives=(), sure=False)
    before = reading_of([*Row(ELEVEN).tiles(), *run])
    assert before.decided
    after = again(before, {})
    assert (after.tiles, after.decided) == (before.tiles, before.decided)


def test_what_a_person_says_is_no_tile_is_of_no_hand() -> None:
    tiles = Row(f"{ELEVEN} 2z 2z 2z 5z").tiles()
    after = again(reading_of(tiles), {14: None})
    assert after.hand.count == 14
    assert all(14 not in group.tiles for group in after.groups)


def test_nobody_is_told_that_what_they_said_is_no_tile_was_left_out() -> None:
    before = reading_of(Row(f"{ELEVEN} 9s 2z 2z").tiles())
    after = again(before, {11: None}, (12, "2z"))
    assert after.hand.count == 14
    assert after.warnings == ()


@pytest.mark.parametrize("beside", [11, 12])
def test_a_tile_that_was_overlooked_finishes_the_hand(beside: int) -> None:
    before = reading_of(Row(f"{ELEVEN} 2z 2z").tiles())
    after = again(before, {}, (beside, "2z"))
    assert ("pung", True) in [(each.kind, each.concealed) for each in after.groups]
    assert after.hand.count == 14
    assert after.tiles[:13] == before.tiles
    assert (after.tiles[13].code, after.tiles[13].sure) == ("2z", True)
    assert is_certain(after)


def test_the_fourth_of_a_kong_may_lie_on_it_where_its_row_has_no_room() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 6p 6p 6p 7z 7z 7z").tiles()
    after = again(reading_of(tiles), {}, (9, "6p"))
    assert [each.kind for each in after.hand.melds] == ["kong", "pung"]


def test_several_overlooked_tiles_stand_behind_those_that_were_found() -> None:
    before = reading_of(Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 2z 2z 2z").tiles())
    after = again(before, {}, (8, "8s"), (8, "9s"))
    assert [tile.code for tile in after.tiles[12:]] == ["8s", "9s"]
    assert after.hand.count == 14
    assert all(group.kind != "loose" for group in after.groups)


def test_a_tile_lies_next_to_its_neighbour_where_the_row_has_room() -> None:
    row = Row("1m 2m 3m 5m").tiles()
    row[3] = Row("5m", left=440.0).tiles()[0]
    near, _ = places_beside(row, 2)
    assert [quad[0] for quad in near] == [(380.0, 1220.0)]
    near, _ = places_beside(row, 3)
    assert [quad[0] for quad in near] == [(380.0, 1220.0), (500.0, 1220.0)]


def test_in_a_row_without_room_it_lies_above_below_or_at_an_end() -> None:
    row = Row("1m 2m 3m").tiles()
    (above,) = Row("9s", left=260.0, foot=1220.0).tiles()
    near, far = places_beside([*row, above], 1)
    assert near == []
    assert [quad[0] for quad in far] == [(140.0, 1220.0), (380.0, 1220.0), (260.0, 1300.0)]


def test_beside_a_tile_that_lies_across_there_is_more_room() -> None:
    row = Row("1m 2m <3m").tiles()
    near, _ = places_beside(row, 2)
    assert [quad[0] for quad in near] == [(400.0, 1220.0)]


def test_where_a_find_is_no_tile_another_tile_may_lie() -> None:
    row = Row("1m 2m 3m").tiles()
    assert places_beside(row, 0)[0] == [Row("1m", left=140.0).tiles()[0].quad]
    without = again(reading_of(row), {1: None}).tiles
    assert row[1].quad in places_beside(without, 0)[0]


def test_a_hand_with_an_overlooked_tile_in_its_row_is_held_as_before() -> None:
    """At the end of the row it would part a set from the others."""
    tiles = Row("3z 3z 3z 6s 6s 6s 6p 6p 6p 4m 4m 4m 2m 2m").tiles()
    whole = reading_of(tiles)
    for place in range(14):
        less, beside = tiles[:place] + tiles[place + 1 :], max(place - 1, 0)
        after = again(reading_of(less), {}, (beside, tiles[place].code))
        assert after.hand == whole.hand


def test_the_eye_named_a_tile_that_the_rules_decided() -> None:
    (tile,) = Row("4p").tiles()
    decided = replace(tile, by_rule=True, alternatives=(("5p", 0.6), ("4p", 0.4)), confidence=0.4)
    assert by_eye(decided) == replace(
        tile, code="5p", confidence=0.6, alternatives=decided.alternatives
    )


@pytest.mark.parametrize("place", range(14))
def test_a_tile_in_the_row_that_a_person_says_is_none_is_of_no_hand(place: int) -> None:
    reader, photo = Reader(), resource("samples", "sample.jpg")
    before = reader.read(photo)
    hand = sorted(place for group in before.groups for place in group.tiles)
    said = {hand[place]: None}
    after = reader.again(before, TakenBy(None, before.image.width, before.image.height), said)
    assert all(hand[place] not in group.tiles for group in after.groups)


def test_of_many_overlooked_tiles_none_lies_on_another() -> None:
    reader, photo = Reader(), resource("samples", "hard.jpg")
    before = reader.read(photo)
    taken = TakenBy(None, before.image.width, before.image.height)
    overlooked = [Overlooked(18, "9s"), Overlooked(18, "9s"), Overlooked(15, "9s")]
    after = reader.again(before, taken, {}, overlooked)
    assert len({tile.quad for tile in after.tiles}) == len(after.tiles)
