"""A reading once more, with what a person said of its tiles."""

from __future__ import annotations

from msgspec.structs import replace

from companion.base.resources import resource
from companion.seen.certainty import is_certain
from companion.seen.reading import ImageInfo, Reading, SeenTile, by_eye
from companion.vision.calibration.camera import TakenBy
from companion.vision.pipeline import Reader
from tests.vision.test_layout import ELEVEN, PICTURE, Row, read

TAKEN = TakenBy(None, *PICTURE)


def reading_of(tiles: list[SeenTile]) -> Reading:
    return Reading(ImageInfo(None, *PICTURE), **vars(read(tiles)))


def again(reading: Reading, said: dict[int, str | None]) -> Reading:
    return Reader().again(reading, TAKEN, said)


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


def test_what_a_person_says_is_no_tile_is_of_no_hand() -> None:
    tiles = Row(f"{ELEVEN} 2z 2z 2z 5z").tiles()
    after = again(reading_of(tiles), {14: None})
    assert after.hand.count == 14
    assert all(14 not in group.tiles for group in after.groups)


def test_the_eye_named_a_tile_that_the_rules_decided() -> None:
    (tile,) = Row("4p").tiles()
    decided = replace(tile, by_rule=True, alternatives=(("5p", 0.6), ("4p", 0.4)), confidence=0.4)
    assert by_eye(decided) == replace(
        tile, code="5p", confidence=0.6, alternatives=decided.alternatives
    )
