"""Hands and tables that the game or the form does not allow, each with what its answer names.

A name for people, and then the form, the field that the answer names, and a word of its sentence.
"""

from __future__ import annotations

import json
from typing import Any

Form = dict[str, Any]


def changed(form: Form, **fields: Any) -> Form:
    return json.loads(json.dumps(form)) | fields


def a_meld(kind: str, *tiles: str, concealed: Any = False) -> list[Form]:
    return [{"kind": kind, "tiles": list(tiles), "concealed": concealed}]


WINNER: Form = {
    "ruleset": "harr",
    "options": {},
    "seat": "S",
    "round": "E",
    "winner": True,
    "concealed": ["2p", "2p", "2p", "7s", "8s", "9s", "8m", "8m"],
    "melds": a_meld("chow", "1s", "2s", "3s") + a_meld("pung", "5m", "5m", "5m"),
    "bonus": [],
    "win": {"tile": "2p", "by": "discard", "circumstances": []},
}
LOSER: Form = {
    "ruleset": "harr",
    "seat": "S",
    "round": "E",
    "winner": False,
    "concealed": ["2p", "2p", "2p", "7s", "8s", "9s", "8m", "8m", "1m", "4z", "5z", "6z", "9p"],
}
TABLE: Form = {
    "ruleset": "harr",
    "options": {},
    "winner": "E",
    "scores": {"E": 480, "S": 64, "W": 272, "N": 16},
}


def with_meld(kind: str, *tiles: str, concealed: Any = False) -> Form:
    """The loser's hand, three of its tiles laid aside for a set on the table."""
    laid = a_meld(kind, *tiles, concealed=concealed)
    return changed(LOSER, concealed=LOSER["concealed"][3:], melds=laid)


FIVE = ["5m", "5m", "7s", "8s", "9s", "2p", "2p", "2p"]
HANDS: dict[str, tuple[Form, str, str]] = {
    # name: the hand, the field that is named, a word of the sentence
    "five of a tile": (changed(WINNER, concealed=FIVE), "concealed", "5 characters"),
    "thirteen tiles for a winner": (
        changed(WINNER, concealed=WINNER["concealed"][:-1]),
        "concealed",
        "7 tiles",
    ),
    "fifteen tiles": (
        changed(WINNER, concealed=[*WINNER["concealed"], "1z"]),
        "concealed",
        "9 tiles",
    ),
    "twelve tiles for a loser": (
        changed(LOSER, concealed=LOSER["concealed"][1:]),
        "concealed",
        "12 tiles",
    ),
    "a part of a hand that is dead": (
        changed(LOSER, concealed=["7z"] * 3, flags=["part", "dead"]),
        "flags",
        "a part",
    ),
    "a part of a hand that kept a special tile": (
        changed(LOSER, concealed=["7z"] * 3, flags=["part", "unexposed_special"]),
        "flags",
        "a part",
    ),
    "a part with a count": (
        changed(LOSER, concealed=["7z"] * 3, flags=["part"], count="few"),
        "flags",
        "a part",
    ),
    "a part of a winner's hand": (
        changed(WINNER, concealed=["2p"] * 3, flags=["part"]),
        "flags",
        "in part",
    ),
    "a part without a tile": (changed(LOSER, concealed=[], flags=["part"]), "concealed", "No tile"),
    "a part with five of a tile": (
        changed(LOSER, concealed=["7z"] * 5, flags=["part"]),
        "concealed",
        "5 of red dragons",
    ),
    "a part with too many tiles": (
        changed(LOSER, concealed=[*LOSER["concealed"], "9m"], flags=["part"]),
        "concealed",
        "14 tiles",
    ),
    "a chow of winds": (with_meld("chow", "1z", "2z", "3z"), "melds[0].tiles", "East wind"),
    "a chow over two suits": (with_meld("chow", "1m", "2p", "3s"), "melds[0].tiles", "no chow"),
    "a pung of three kinds": (with_meld("pung", "1m", "1m", "2m"), "melds[0].tiles", "no pung"),
    "a kong of three": (with_meld("kong", "1p", "1p", "1p"), "melds[0].tiles", "no kong"),
    "a concealed pung on the table": (
        with_meld("pung", "1p", "1p", "1p", concealed=True),
        "melds[0].concealed",
        "only a kong",
    ),
    "a winning tile that is not in the hand": (
        changed(WINNER, win={"tile": "9m", "by": "draw", "circumstances": []}),
        "win.tile",
        "9 characters",
    ),
    "a list for the winning tile": (
        changed(WINNER, win={"tile": ["2p"], "by": "draw"}),
        "win.tile",
        "a list",
    ),
    "an object for the melds": (changed(LOSER, melds={}), "melds", "an object"),
    "a winner without a winning tile": (changed(WINNER, win=None), "win", "winning tile"),
    "a loser with a winning tile": (changed(LOSER, win=WINNER["win"]), "win", "winner"),
    "a flower in the hand": (
        changed(LOSER, concealed=["1f", *LOSER["concealed"][1:]]),
        "concealed",
        "flower 1",
    ),
    "a tile lying face down": (
        changed(LOSER, concealed=["0z", *LOSER["concealed"][1:]]),
        "concealed",
        "face down",
    ),
    "the same flower twice": (changed(LOSER, bonus=["1f", "1f"]), "bonus", "flower 1"),
    "a bamboo among the flowers": (changed(LOSER, bonus=["1s"]), "bonus", "1 bamboo"),
    "a meld that is not there": (
        changed(WINNER, win={"tile": "2p", "by": "draw", "circumstances": [], "meld": 4}),
        "win.meld",
        "no meld 4",
    ),
    "an unknown tile": (changed(LOSER, concealed=["0m"] * 13), "concealed[0]", "0m"),
    "an unknown tile in a text": (changed(LOSER, concealed="123m99q"), "concealed", "99q"),
    "a number for a tile": (changed(LOSER, concealed=[5] * 13), "concealed[0]", "5 is not a tile"),
    "an unknown seat": (changed(LOSER, seat="Q"), "seat", "“Q”"),
    "an unknown rule set": (changed(LOSER, ruleset="rummy"), "ruleset", "rummy"),
    "an unknown option": (changed(LOSER, options={"aces": True}), "options.aces", "aces"),
    "a limit of nothing": (changed(LOSER, options={"limit": 0}), "options.limit", "1 to"),
    "a limit below nothing": (changed(LOSER, options={"limit": -300}), "options.limit", "1 to"),
    "a limit in words": (changed(LOSER, options={"limit": "high"}), "options.limit", "1 to"),
    "limit hands that would score nothing": (
        changed(WINNER, ruleset="traditional", options={"limit": None, "limit_hand_points": None}),
        "options.limit_hand_points",
        "would score nothing",
    ),
    "an unknown field": (changed(LOSER, colour="green"), "colour", "colour is unknown"),
    "a text for a truth": (changed(LOSER, winner="yes"), "winner", "“yes”"),
    "an unknown way to win": (
        changed(WINNER, win={"tile": "2p", "by": "luck", "circumstances": []}),
        "win.by",
        "luck",
    ),
    "an unknown circumstance": (
        changed(WINNER, win={"tile": "2p", "by": "draw", "circumstances": ["rain"]}),
        "win.circumstances[0]",
        "rain",
    ),
}

TABLES: dict[str, tuple[Form, str, str]] = {
    "an unknown seat": (changed(TABLE, scores={"E": 1, "Q": 2}), "scores.Q", "unknown"),
    "a negative score": (changed(TABLE, scores={"E": 480, "S": -64}), "scores.S", "not -64"),
    "half a point": (changed(TABLE, scores={"E": 480, "S": 6.5}), "scores.S", "6.5"),
    "a winner who does not play": (
        changed(TABLE, winner="N", scores={"E": 1, "S": 2, "W": 3}),
        "winner",
        "North",
    ),
    "one player": (changed(TABLE, scores={"E": 480}), "scores", "two"),
    "a discarder who won": (
        changed(TABLE, discarder="E", pays_for_all=True),
        "discarder",
        "both discard and win",
    ),
    "paying for all without a discarder": (
        changed(TABLE, pays_for_all=True),
        "discarder",
        "needs a discarder",
    ),
    "an unknown event": (
        changed(TABLE, events=[{"kind": "rain", "seat": "E"}]),
        "events[0].kind",
        "“rain”",
    ),
    "a wash of eight heads": (
        changed(
            TABLE,
            ruleset="harr-limit",
            winner=None,
            events=[{"kind": "wash", "seat": "E", "heads": 8}],
        ),
        "events[0].heads",
        "not of 8",
    ),
    "a wash where nobody washes": (
        changed(TABLE, winner=None, events=[{"kind": "wash", "seat": "E", "heads": 9}]),
        "events[0].kind",
        "no washing",
    ),
    "limit hands that would score nothing": (
        changed(TABLE, ruleset="traditional", options={"limit": None, "limit_hand_points": None}),
        "options.limit_hand_points",
        "would score nothing",
    ),
    "a dead hand that won": (
        changed(TABLE, events=[{"kind": "dead_hand", "seat": "E", "count": "many"}]),
        "events[0].seat",
        "dead hand",
    ),
}
