"""Tiles that are pushed together."""

from __future__ import annotations

import pytest

from tests.vision.layout.laid import FIVE_SETS_HELD, Row, kinds, read


def test_fourteen_tiles_pushed_together_are_split_by_the_rules() -> None:
    layout = read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p"))
    assert kinds(layout) == FIVE_SETS_HELD
    assert len(layout.readings) == 1


def test_every_way_to_read_them_is_kept_the_one_they_lie_in_first() -> None:
    layout = read(Row("1m 2m 3m 1m 2m 3m 1m 2m 3m 5p 6p 7p 9s 9s"))
    sets = [sorted(group.kind for group in reading.groups) for reading in layout.readings]
    assert sets == [
        ["chow", "chow", "chow", "chow", "pair"],
        ["chow", "pair", "pung", "pung", "pung"],
    ]
    assert layout.readings[0].groups == layout.groups
    assert layout.readings[0].likelihood > layout.readings[1].likelihood
    assert 0.9 < sum(reading.likelihood for reading in layout.readings) <= 1
    for reading in layout.readings:
        certain = [reading.groups[k].tiles for k in reading.certain]
        assert sorted(layout.tiles[tiles[0]].code for tiles in certain) == ["5p", "9s"]


def test_equal_gaps_leave_open_how_many_sets_of_the_right_end_were_exposed() -> None:
    layout = read(Row("3p 3p _ 2m 3m 4m _ 5p 5p 5p _ 7s 8s 9s _ 1z 1z 1z"))
    exposed = [len(reading.hand.melds) for reading in layout.readings]
    assert exposed[0] == 0
    assert len(set(exposed)) > 2
    assert any("exposed" in said for said in layout.warnings)
    assert [group.kind for k, group in enumerate(layout.groups) if k in layout.readings[0].certain]


def test_a_losing_hand_stays_loose() -> None:
    layout = read(Row("1m 2m 4m 4p 5p 8p 5s 6s 9s 1z 2z 6z 7z"))
    assert kinds(layout) == [("loose", 13, True)]
    assert layout.warnings == ()


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ("1m 3m 5m 7m 9m 1s 4s 7s 1p 4p 7p 1z 3z 5z", True),
        ("1m 3m 5m 7m 9m 1s 4s 7s 1p 4p 7p 1z 3z", False),
        ("3p 4p 5p 6p 7p 8p 7m 8m 9m 5s 5s , 2m 2m 2m", False),
        ("1m 9m 1s 9s 1p 9p 1z 2z 3z 4z 5z 6z 7z 7z", False),
    ],
    ids=["fourteen", "thirteen", "four sets and a pair", "a special hand"],
)
def test_of_fourteen_tiles_that_have_not_won_it_is_said(laid: str, said: bool) -> None:
    """Who called Mah-Jongg may be wrong, or a tile may be misread."""
    warnings = read(Row(laid)).warnings
    assert any("are no Mah-Jongg hand" in warning for warning in warnings) == said
