"""One rule at a time, each with a hand that has as little else as possible."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.game.hand import Hand
from companion.rules.scoring.answer import score_hand
from tests.rules.winning import PLAIN, lines, scored

_EMPTY = {"ruleset": "harr", "seat": "E", "round": "E", "winner": False}


def test_four_runs_and_a_worthless_pair_score_nothing_else() -> None:
    assert lines(scored("harr", PLAIN)) == Counter(["mah_jongg 20", "no_other_score 10"])


@pytest.mark.parametrize(
    "held",
    [
        "1122m33p44s555666z",  # four pairs: two of them in one suit
        "11m22p33s11z222555m",  # four pairs: one in each suit
        "11223355m44p66s77z",  # seven pairs
    ],
)
def test_a_winner_has_one_pair(held: str) -> None:
    win = {"tile": "1m", "by": "draw"}
    score = score_hand(Hand.from_json(_EMPTY | {"winner": True, "concealed": held, "win": win}))
    assert not score.complete
    assert score.reason


def test_of_two_like_runs_on_the_table_the_named_one_was_completed() -> None:
    run = {"kind": "chow", "tiles": ["3s", "4s", "5s"], "concealed": False}
    hand = {
        **_EMPTY, "winner": True, "concealed": "222m777p66z", "melds": [run, run],
        "win": {"tile": "3s", "by": "draw", "meld": 1},
    }  # fmt: skip
    score = score_hand(Hand.from_json(hand))
    assert [each.concealed for each in score.sets if each.kind == "chow"] == [False, True]


# --- flowers, seasons and special tiles ---


@pytest.mark.parametrize(
    ("ruleset", "seat", "bonus", "brings"),
    [
        ("harr", "E", "1f", ["double_own_flower x1"]),
        ("harr", "S", "6f", ["double_own_season x1"]),
        ("harr", "W", "37f", ["double_own_flower x1", "double_own_season x1"]),
        ("harr", "N", "123f567f", []),
        ("harr", "E", "1234f", ["double_own_flower x1"]),
        ("harr-limit", "N", "48f", ["double_own_flower x1", "double_own_season x1"]),
        ("international", "S", "1f", ["flower 4"]),
        ("international", "S", "2f", ["flower 4", "double_own_flower x1"]),
        (
            "international",
            "S",
            "1234f",
            ["flower 4"] * 4 + ["double_own_flower x1", "double_all_flowers x3"],
        ),
        (
            "international",
            "N",
            "5678f",
            ["flower 4"] * 4 + ["double_own_season x1", "double_all_seasons x3"],
        ),
        ("traditional", "S", "6f", ["flower 4", "double_own_season x1"]),
        (
            "traditional",
            "E",
            "5678f",
            ["flower 4"] * 4 + ["double_own_season x1", "double_all_seasons x3"],
        ),
        ("traditional", "E", "1x", ["special 4"]),
        ("traditional", "E", "12x", ["special 4", "special 4", "double_cat_and_mouse x1"]),
        ("traditional", "E", "34x", ["special 4", "special 4", "double_cock_and_worm x1"]),
        (
            "traditional",
            "E",
            "5678x",
            ["special 4"] * 4 + ["double_man_and_gold x1", "double_fisherman_and_fish x1"],
        ),
        ("traditional", "E", "23x", ["special 4", "special 4"]),
    ],
)
def test_bonus_tiles(ruleset: str, seat: str, bonus: str, brings: list[str]) -> None:
    without = lines(scored(ruleset, PLAIN, seat=seat))
    laid_out = lines(scored(ruleset, PLAIN, seat=seat, bonus=bonus))
    points = any(not each.split()[1].startswith("x") for each in brings)
    forfeited = Counter(["no_other_score 10"]) if points else Counter()
    assert laid_out == without - forfeited + Counter(brings)


def test_bonus_tiles_count_nothing_where_they_are_not_in_play() -> None:
    assert scored("harr", PLAIN, seat="E", bonus="1f", flowers=False).doubles == 0
    assert scored("harr", PLAIN, seat="E", bonus="1f", flowers=True).doubles == 1


# --- ways to win ---


@pytest.mark.parametrize(
    ("ruleset", "by", "told", "brings"),
    [
        ("harr", "discard", "", ["mah_jongg 20", "no_other_score 10"]),
        ("harr", "draw", "", ["mah_jongg 20", "drawing_winner 2"]),
        ("harr", "loose", "", ["mah_jongg 20", "drawing_winner 2", "loose_tile 10"]),
        ("harr", "loose", "loose_after_flower",
         ["mah_jongg 20", "drawing_winner 2", "loose_tile 10"]),
        ("harr", "rob", "", ["mah_jongg 20", "no_other_score 10"]),
        ("harr", "draw", "last_tile", ["mah_jongg 20", "drawing_winner 2"]),
        ("harr", "discard", "first_discard", ["mah_jongg 20", "no_other_score 10"]),
        ("harr-limit", "discard", "", ["mah_jongg 10", "no_other_score 10"]),
        ("harr-limit", "draw", "", ["mah_jongg 10", "sequence_completed 4"]),
        ("harr-limit", "loose", "",
         ["mah_jongg 10", "sequence_completed 4", "double_loose_tile x1"]),
        ("harr-limit", "draw", "last_tile",
         ["mah_jongg 10", "sequence_completed 4", "double_last_tile x1"]),
        ("harr-limit", "discard", "last_tile", ["mah_jongg 10", "no_other_score 10"]),
        ("harr-limit", "discard", "first_discard",
         ["mah_jongg 10", "no_other_score 10", "first_discard +150"]),
        ("international", "rob", "", ["mah_jongg 20", "no_other_score 10"]),
        ("international", "discard", "standing", ["mah_jongg 20", "standing 100"]),
        ("traditional", "rob", "", ["mah_jongg 20", "no_other_score 10"]),
        ("traditional", "discard", "standing", ["mah_jongg 20", "no_other_score 10"]),
    ],
)  # fmt: skip
def test_how_the_last_tile_came(ruleset: str, by: str, told: str, brings: list[str]) -> None:
    # The 6 characters may stand at either end of a run: no only place, no closed run. A loose tile
    # is drawn for a flower, which is another's and brings nothing itself.
    bonus = "1f" if by == "loose" else ""
    score = scored(
        ruleset, "123m456m234p789s88p", last="6m", by=by, told=told, seat="S", bonus=bonus
    )
    assert lines(score) == Counter(brings)


def test_the_standing_hand_before_or_after_doubling() -> None:
    dragons = "777z456m234p789s88p"
    before = scored("international", dragons, last="6m", told="standing")
    after = scored(
        "international", dragons, last="6m", told="standing", standing_before_doubling=False
    )
    assert before.total == (20 + 100 + 8) * 2
    assert after.total == (20 + 8) * 2 + 100


def test_the_first_discard_brings_half_the_limit_and_no_more_than_the_limit() -> None:
    assert scored("harr-limit", PLAIN, told="first_discard").total == 20 + 150
    rich = {"last": "6m", "told": "first_discard"}
    hand = "777z456m99p234p888s"
    score = scored("harr-limit", hand, **rich)
    assert score.total == (score.points << score.doubles) + 150 < 300
    assert scored("harr-limit", hand, **rich, limit=80).total == 80


def test_the_fourth_of_three_that_lie_exposed() -> None:
    score = scored("harr-limit", "12m3m456p789s88p", "333m", last="3m")
    assert "double_fourth_of_exposed_three x1" in lines(score)
    held = scored("harr-limit", "12m3m456p789s88p", "444m", last="3m")
    assert "double_fourth_of_exposed_three x1" not in lines(held)


# --- winds ---


@pytest.mark.parametrize(
    ("ruleset", "seat", "round", "brings"),
    [
        ("harr", "S", "E", ["double_own_wind x1"]),
        ("harr", "S", "S", ["double_own_wind x1"]),
        ("harr", "E", "S", []),
        ("harr-limit", "S", "E", ["double_own_wind x1"]),
        ("harr-limit", "S", "S", ["double_own_wind_own_round x2"]),
        ("harr-limit", "E", "S", []),
        ("international", "S", "E", ["double_own_wind x1"]),
        ("international", "S", "S", ["double_own_wind x1", "double_round_wind x1"]),
        ("international", "E", "S", ["double_round_wind x1"]),
        ("traditional", "E", "S", []),
    ],
)
def test_three_south_winds(ruleset: str, seat: str, round: str, brings: list[str]) -> None:
    score = scored(ruleset, "456m234p789s88p", "222z", seat=seat, round=round, last="6m")
    assert Counter({k: n for k, n in lines(score).items() if "wind" in k}) == Counter(brings)


@pytest.mark.parametrize(
    ("ruleset", "seat", "round", "brings"),
    [
        ("harr", "S", "E", [2]),
        ("harr", "E", "S", []),
        ("harr-limit", "S", "E", [2]),
        ("harr-limit", "E", "S", [2]),
        ("harr-limit", "S", "S", [4]),
        ("harr-limit", "E", "W", []),
        ("international", "E", "S", [2]),
        ("international", "S", "S", [2, 2]),
        ("traditional", "E", "S", []),
    ],
)
def test_a_pair_of_south_winds(ruleset: str, seat: str, round: str, brings: list[int]) -> None:
    score = scored(ruleset, "456m456m234p789s22z", seat=seat, round=round, last="6m")
    assert [line.points for line in score.lines if line.id == "pair"] == brings


# --- sets ---


@pytest.mark.parametrize(
    ("ruleset", "exposed", "concealed"),
    [("harr", (2, 4), (4, 8)), ("harr-limit", (2, 4), (6, 10)),
     ("international", (2, 4), (4, 8)), ("traditional", (2, 4), (4, 8))],
)  # fmt: skip
def test_three_alike(ruleset: str, exposed: tuple[int, int], concealed: tuple[int, int]) -> None:
    for tiles, on_table, in_hand in zip(("555s", "999s"), exposed, concealed, strict=True):
        laid = scored(ruleset, "456m234p123s88p", tiles, last="6m")
        held = scored(ruleset, "456m234p123s88p" + tiles, last="6m")
        assert [line.points for line in laid.lines if line.id == "pung"] == [on_table]
        assert [line.points for line in held.lines if line.id == "pung"] == [in_hand]


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international", "traditional"])
@pytest.mark.parametrize(
    ("laid", "points"), [("5555s", 8), ("5555s*", 16), ("9999s", 16), ("9999s*", 32)]
)
def test_four_alike(ruleset: str, laid: str, points: int) -> None:
    score = scored(ruleset, "456m234p123s88p", laid, last="6m")
    assert [line.points for line in score.lines if line.id == "kong"] == [points]


def test_four_alike_never_laid_down_count_as_three() -> None:
    loser = Hand.from_json(_EMPTY | {"concealed": "5555s147p369m24z8s"})
    assert [(line.id, line.points) for line in score_hand(loser).lines] == [("pung", 4)]


def test_three_completed_by_the_winning_discard_lie_exposed() -> None:
    claimed = scored("harr", "456m234p123s88p555s", last="5s")
    drawn = scored("harr", "456m234p123s88p555s", last="5s", by="draw")
    assert [line.points for line in claimed.lines if line.id == "pung"] == [2]
    assert [line.points for line in drawn.lines if line.id == "pung"] == [4]


@pytest.mark.parametrize("ruleset", ["harr", "harr-limit", "international"])
@pytest.mark.parametrize("told", [{"bonus": ["1x"]}, {"flags": ["unexposed_special"]}])
def test_rules_without_special_tiles_count_none_and_say_so(
    ruleset: str, told: dict[str, Any]
) -> None:
    form = {"ruleset": ruleset, "seat": "S", "round": "W", "winner": False,
            "concealed": "5555s147p369m24z8s"}  # fmt: skip
    plain, score = (score_hand(Hand.from_json(form | each)) for each in ({}, told))
    assert score.total == plain.total > 0
    assert "knows no special tiles" in score.notes[0]


def test_without_special_tiles_a_hand_with_too_few_tiles_is_dead_whatever_it_is_said_to_keep() -> (
    None
):
    """ "If a player has an incorrect number of tiles in his hand, it becomes dead" (Harr p. 25)."""
    form = {"ruleset": "harr", "seat": "N", "round": "E", "winner": False, "concealed": "222p55p",
            "flags": ["unexposed_special"]}  # fmt: skip
    score = score_hand(Hand.from_json(form))
    assert (score.total, score.lines) == (0, ())
    assert "dead" in score.notes[0]
