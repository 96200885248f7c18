"""When a picture needs nobody's eyes; single hands are in the tests of `companion watch`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.certainty import is_certain
from companion.reading import ImageInfo, Reading, SeenHand, SeenTile

QUAD = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))


def tile(code: str, sure: bool = True) -> SeenTile:
    return SeenTile(code, 0.99 if sure else 0.6, QUAD, ((code, 0.99 if sure else 0.6),), sure)


@pytest.fixture
def table() -> Reading:
    """Two hands of a table, of a few tiles each, and a discard that neither has."""
    codes = ("1m", "2m", "3m", "7z", "7z", "9p")
    return Reading(
        image=ImageInfo(None, 100, 100),
        tiles=tuple(tile(code) for code in codes),
        groups=(),
        hand=SeenHand(),
        hands={"near": SeenHand(("1m", "2m", "3m")), "far": SeenHand(("7z", "7z"))},
    )


def test_a_table_is_certain_where_every_tile_of_its_hands_is_sure(table: Reading) -> None:
    assert is_certain(table)
    discard = replace(table, tiles=(*table.tiles[:-1], tile("9p", sure=False)))
    assert is_certain(discard), "no hand has it"


def test_a_doubtful_tile_in_any_hand_of_a_table_has_to_be_looked_at(table: Reading) -> None:
    assert not is_certain(replace(table, tiles=(tile("1m", sure=False), *table.tiles[1:])))
    far = [*table.tiles]
    far[4] = tile("7z", sure=False)
    assert not is_certain(replace(table, tiles=tuple(far)))


def test_what_the_layout_warns_of_is_never_certain(table: Reading) -> None:
    assert not is_certain(replace(table, warnings=("Two hands lie at one side.",)))
