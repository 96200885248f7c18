"""When a reading needs no person to check it. The tests of `companion watch` have the single
hands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.seen.certainty import is_certain
from companion.seen.reading import Group, ImageInfo, ReadHand, Reading, SeenHand, SeenTile

QUAD = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))


def tile(code: str, sure: bool = True) -> SeenTile:
    return SeenTile(code, 0.99 if sure else 0.6, QUAD, ((code, 0.99 if sure else 0.6),), sure)


@pytest.fixture
def table() -> Reading:
    """Two hands of a table, of a few tiles each, and a discard such as one of them has."""
    codes = ("1m", "2m", "3m", "7z", "7z", "1m")
    near, far = SeenHand(("1m", "2m", "3m")), SeenHand(("7z", "7z"))
    return Reading(
        image=ImageInfo(None, 100, 100),
        tiles=tuple(tile(code) for code in codes),
        groups=(),
        hand=SeenHand(),
        hands={"near": near, "far": far},
        sides={
            "near": ReadHand((Group((0, 1, 2), "chow", concealed=True),), near),
            "far": ReadHand((Group((3, 4), "pair", concealed=True),), far),
        },
    )


def test_a_table_is_certain_where_every_tile_of_its_hands_is_sure(table: Reading) -> None:
    assert is_certain(table)
    discard = replace(table, tiles=(*table.tiles[:-1], tile("1m", sure=False)))
    assert is_certain(discard), "it lies in no hand"


def test_a_doubtful_tile_in_any_hand_of_a_table_has_to_be_looked_at(table: Reading) -> None:
    assert not is_certain(replace(table, tiles=(tile("1m", sure=False), *table.tiles[1:])))
    far = [*table.tiles]
    far[4] = tile("7z", sure=False)
    assert not is_certain(replace(table, tiles=tuple(far)))


def test_what_the_layout_warns_of_is_never_certain(table: Reading) -> None:
    assert not is_certain(replace(table, warnings=("Two hands lie at one side.",)))
