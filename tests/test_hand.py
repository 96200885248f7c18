"""Hands from JSON and back, and everything that is wrong with one, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from companion.base.errors import MalformedError
from companion.game.hand import Hand
from companion.game.legality import problems
from companion.game.melds import Meld, Win
from companion.game.seats import distance, right_of

Form = dict[str, Any]


def form(**changed: Any) -> Form:
    """The hand of `interfaces.md`: Harr's smallest winner but for the pung of characters."""
    hand = {
        "ruleset": "harr",
        "options": {"limit": None},
        "seat": "N",
        "round": "E",
        "winner": True,
        "concealed": ["2m", "3m", "4m", "2p", "2p", "2p", "5s", "5s"],
        "melds": [
            {"kind": "chow", "tiles": ["1s", "2s", "3s"], "concealed": False},
            {"kind": "pung", "tiles": ["6m", "6m", "6m"], "concealed": False},
        ],
        "bonus": [],
        "win": {"tile": "2p", "by": "discard", "circumstances": []},
    }
    return {name: value for name, value in (hand | changed).items() if value is not ...}


def test_a_hand_there_and_back() -> None:
    hand = Hand.from_json(form())
    assert hand.to_json() == form()
    assert hand.melds[1] == Meld("pung", ("6m", "6m", "6m"))
    assert hand.win == Win("2p", "discard")
    assert problems(hand) == ()


def test_tiles_in_any_notation_are_the_same_hand() -> None:
    assert Hand.from_json(form(concealed="234m222p55s")) == Hand.from_json(form())
    unicode_tiles = ["🀈", "🀉", "🀊", "🀚", "🀚", "🀚", "🀔", "🀔"]
    assert Hand.from_json(form(concealed=unicode_tiles)) == Hand.from_json(form())


def test_what_may_be_left_out() -> None:
    short = form(options=..., bonus=..., win={"tile": "2p", "by": "discard"})
    assert Hand.from_json(short) == Hand.from_json(form(options={}))


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"seat": ...}, "seat"),
        ({"concealed": ...}, "concealed"),
        ({"seat": "X"}, "seat"),
        ({"round": None}, "round"),
        ({"winner": 1}, "winner"),
        ({"concealed": 5}, "concealed"),
        ({"concealed": ["2m", 5]}, "concealed[1]"),
        ({"concealed": ["2m", ["3m"]]}, "concealed[1]"),
        ({"melds": {}}, "melds"),
        ({"melds": [5]}, "melds[0]"),
        ({"melds": [{"kind": "pair", "tiles": ["1m", "1m"]}]}, "melds[0].kind"),
        ({"melds": [{"kind": "pung", "tiles": ["1m", "8z"]}]}, "melds[0].tiles[1]"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "concealed": 1}]}, "melds[0].concealed"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "open": True}]}, "melds[0].open"),
        ({"melds": [{"kind": "pung"}]}, "melds[0].tiles"),
        ({"win": {"tile": "2p"}}, "win.by"),
        ({"win": {"tile": "2p3p", "by": "draw"}}, "win.tile"),
        ({"win": {"tile": "2p", "by": "luck"}}, "win.by"),
        ({"win": {"tile": "2p", "by": "draw", "circumstances": ["late"]}}, "win.circumstances[0]"),
        ({"win": {"tile": "2p", "by": "draw", "circumstances": "late"}}, "win.circumstances"),
        ({"win": {"tile": "2p", "by": "draw", "meld": True}}, "win.meld"),
        ({"options": []}, "options"),
        ({"flags": ["lost"]}, "flags[0]"),
        ({"count": "none"}, "count"),
        ({"points": 3}, "points"),
    ],
)
def test_what_cannot_be_understood_is_named(changed: Form, field: str) -> None:
    with pytest.raises(MalformedError) as raised:
        Hand.from_json(form(**changed))
    assert raised.value.field == field


def test_everything_wrong_is_said_at_once() -> None:
    hand = Hand.from_json(
        form(
            concealed=["6m", "6m", "1f", "2p", "0z"],
            bonus=["2f", "2f", "5s"],
            melds=[
                {"kind": "chow", "tiles": ["1z", "2z", "3z"], "concealed": False},
                {"kind": "pung", "tiles": ["6m", "6m", "6m"], "concealed": True},
            ],
            win={"tile": "9p", "by": "draw", "meld": 2},
        )
    )
    fields = [problem.field for problem in problems(hand)]
    assert fields == [
        "concealed", "concealed", "bonus", "bonus", "concealed", "melds[0].tiles",
        "melds[1].concealed", "concealed", "win.tile", "win.meld",
    ]  # fmt: skip
    assert "There are 5 of 6 characters" in problems(hand)[4].text


def test_who_sits_to_the_right() -> None:
    assert [right_of("E", steps) for steps in range(5)] == ["E", "S", "W", "N", "E"]
    assert (distance("E", "N"), distance("N", "E")) == (3, 1)
