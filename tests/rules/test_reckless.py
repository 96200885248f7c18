"""Whether the discarder of the winning tile pays for all (Harr p. 67-70)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game.hand import Hand
from companion.rules.books.ruleset import book
from companion.rules.hands_at_table import judge_as_given
from companion.rules.scoring.answer import score_hand
from companion.rules.table.reckless import Discarder, NoWinnerError, judge
from tests.rules.goldens import Case, golden
from tests.rules.winning import meld

LIMIT = book("harr-limit")
CASES = golden("penalties")["reckless_discard"]


def winner(id: str) -> Hand:
    return Hand.from_json(next(case for case in CASES if case["id"] == id)["winner_hand"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: Case) -> None:
    state = {name: value for name, value in case["discarder"].items() if name != "seat"}
    verdict = judge(Hand.from_json(case["winner_hand"]), Discarder(**state), LIMIT)
    assert verdict.liable is case["expected"]["liable"]
    assert verdict.case == case["expected"]["case"]
    assert verdict.source.startswith("Harr p.")


@pytest.mark.parametrize(
    ("id", "liable"), [("P-reckless-ex1-4", True), ("P-reckless-six-exposed", False)]
)
def test_the_set_that_the_discard_completed_did_not_lie_there_before(id: str, liable: bool) -> None:
    form: dict[str, Any] = winner(id).to_json()
    form["concealed"] = [code for code in form["concealed"] if code not in ("2p", "3p", "4p")]
    form["melds"].append({"kind": "chow", "tiles": ["2p", "3p", "4p"], "concealed": False})
    assert judge(Hand.from_json(form), Discarder(), LIMIT).liable is liable
    form["win"]["meld"] = len(form["melds"]) - 1
    assert judge(Hand.from_json(form), Discarder(), LIMIT).liable is liable


def test_a_kong_with_its_tiles_turned_over_lies_exposed_too() -> None:
    hand = winner("P-reckless-ex3-white")
    first = replace(hand.melds[0], kind="kong", tiles=(hand.melds[0].tiles[0],) * 4, concealed=True)
    turned = replace(hand, melds=(first, *hand.melds[1:]))
    assert judge(turned, Discarder(), LIMIT).case == 3


def test_only_a_discard_can_be_reckless() -> None:
    hand = winner("P-reckless-ex1-4")
    assert hand.win is not None
    drawn = replace(hand, win=replace(hand.win, by="draw"))
    assert not judge(drawn, Discarder(), LIMIT).liable
    with pytest.raises(NoWinnerError, match="winner's hand"):
        judge(replace(hand, win=None, winner=False), Discarder(), LIMIT)


@pytest.mark.parametrize(
    ("laid", "tile", "winning", "no_hand"),
    [
        (["222p", "555p", "999p"], "3p", "33888p", "13357p"),
        (["222z", "333z", "444z"], "1z", "11z888p", "1z3469p"),
    ],
)
def test_a_discard_that_gives_no_winning_hand_is_not_reckless(
    laid: list[str], tile: str, winning: str, no_hand: str
) -> None:
    """Each of the four cases says that the discard gives a winning hand (p. 68)."""
    form = {
        "ruleset": "harr-limit", "seat": "S", "round": "E", "winner": True,
        "melds": [meld(text) for text in laid], "win": {"tile": tile, "by": "discard"},
    }  # fmt: skip
    assert judge_as_given({"winner": form | {"concealed": winning}}, book).liable
    verdict = judge_as_given({"winner": form | {"concealed": no_hand}}, book)
    assert (verdict.liable, verdict.case) == (False, None)
    assert "no winning hand" in verdict.words


def test_where_the_rule_is_off_nobody_pays_for_all() -> None:
    hand = winner("P-reckless-ex1-4")
    assert not judge(hand, Discarder(), book("harr")).liable
    assert judge(hand, Discarder(), book("harr").with_options({"pays_for_all": True})).liable


@pytest.mark.parametrize("place", [None, 2])
def test_the_tile_went_where_the_score_says(place: int | None) -> None:
    """A 7 that filled the run left six tiles exposed; in the three sevens it would leave nine."""
    hand: dict[str, Any] = {
        "ruleset": "harr-limit", "seat": "S", "round": "N", "winner": True, "concealed": "11777s",
        "melds": [meld("888s"), meld("999s"), meld("678s")],
        "win": {"tile": "7s", "by": "discard", "meld": place},
    }  # fmt: skip
    assert score_hand(Hand.from_json(hand), LIMIT).total == 192
    assert not judge_as_given({"winner": hand}, book).liable
