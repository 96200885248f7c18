"""Hands and tables as JSON forms, drawn at random but always allowed by the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

Form = dict[str, Any]

RULESETS = ("harr", "harr-limit", "international", "traditional")
SEATS = "ESWN"
CIRCUMSTANCES = (
    "original", "first_discard", "last_tile", "standing", "kong_on_kong", "loose_after_flower",
)  # fmt: skip
KINDS = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
_HEADS = [code for code in KINDS if code[1] == "z" or code[0] in "19"]
_STYLES = (
    KINDS,
    [code for code in KINDS if code[1] in "mz"],
    [code for code in KINDS if code[1] == "p"],
    [code for code in KINDS if code[1] == "z" or code[0] in "19"],
    [code for code in KINDS if code[1] == "z" or code[0] in "5"],
    ["2s", "3s", "4s", "6s", "8s", "6z"],
)
_FLOWERS = [f"{n}f" for n in range(1, 9)]
_SPECIALS = [f"{n}x" for n in range(1, 9)]


def winning_hand(
    rng: Random, ruleset: str | None = None, style: Sequence[str] | None = None
) -> Form:
    """A winner: four sets and a pair, some laid down, won in one of the ways there are.

    style: the kinds that sets begin with; by default some are of one suit, heads or greens only.
    """
    while True:
        parts = _parts(rng, 4, style or rng.choice(_STYLES))
        tiles = [code for _, codes in parts for code in codes]
        if max(Counter(tiles).values()) <= 4:
            break
    sets, pair = parts[:-1], parts[-1][1]
    by = rng.choice(("discard", "discard", "draw", "loose", "rob"))
    melds: list[Form] = []
    concealed = list(pair)
    for kind, codes in sets:
        if kind == "kong" or rng.random() < 0.4:
            hidden = kind == "kong" and rng.random() < 0.5
            melds.append({"kind": kind, "tiles": list(codes), "concealed": hidden})
        else:
            concealed += codes
    candidates = concealed + [c for m in melds if m["kind"] != "kong" for c in m["tiles"]]
    rng.shuffle(concealed)
    win: Form = {"tile": rng.choice(candidates), "by": by, "circumstances": []}
    form = _hand(rng, ruleset, winner=True, concealed=concealed, melds=melds)
    form["win"] = win
    win["circumstances"] = _circumstances(rng)
    places = [n for n, m in enumerate(melds) if m["kind"] != "kong" and win["tile"] in m["tiles"]]
    if places and rng.random() < 0.5:
        win["meld"] = rng.choice(places)
    return form


def any_winner(rng: Random, ruleset: str) -> Form:
    """Winners' hands, with special hands, hands that are incomplete, and hands whose winning tile
    nobody knows."""
    form = unlike_others(rng, ruleset) if rng.random() < 0.05 else winning_hand(rng, ruleset)
    if rng.random() < 0.1:
        form["win"] = {name: form["win"][name] for name in ("by", "circumstances")}
        form["win"]["tile"] = None
    return form


def unlike_others(rng: Random, ruleset: str) -> Form:
    """Thirteen heads, a nine-tile call, pairs of one suit, or a winner's hand with a tile changed.

    Some of the first three lack a tile for another.
    """
    suit = rng.choice("mps")
    shape = rng.choice(("heads", "call", "pairs", "changed"))
    form = winning_hand(rng, ruleset)
    if shape == "changed":
        tiles = list(form["concealed"])
    else:
        form |= {"melds": []}
        tiles = {
            "heads": lambda: [*_HEADS, rng.choice(_HEADS)],
            "call": lambda: [f"{n}{suit}" for n in (*"1112345678999", rng.choice("123456789"))],
            "pairs": lambda: [f"{n}{suit}" for n in rng.sample("123456789", 7) * 2],
        }[shape]()
    if shape == "changed" or rng.random() < 0.2:
        every = [*tiles, *(code for meld in form["melds"] for code in meld["tiles"])]
        others = [code for code in KINDS if every.count(code) < 4]
        tiles[rng.randrange(len(tiles))] = rng.choice(others)
    win = {name: value for name, value in form["win"].items() if name != "meld"}
    return form | {"concealed": tiles, "win": win | {"tile": rng.choice(tiles)}}


def losing_hand(rng: Random, ruleset: str | None = None) -> Form:
    """A player who did not win: some sets on the table, the rest of thirteen tiles held.

    A few kept a special tile back, which is one of the thirteen or, as it may be entered, beside
    them.
    """
    drawn = _parts(rng, rng.randrange(4), rng.choice(_STYLES))
    parts = [part for part in drawn if part[0] != "pair"]
    melds: list[Form] = [
        {"kind": kind, "tiles": list(codes), "concealed": kind == "kong" and rng.random() < 0.5}
        for kind, codes in parts
    ]
    left = Counter(dict.fromkeys(KINDS, 4))
    left.subtract(code for meld in melds for code in meld["tiles"])
    if min(left.values()) < 0:
        return losing_hand(rng, ruleset)
    style = rng.choice(_STYLES[:5])
    pool = [code for code in style for _ in range(left[code])]
    if len(pool) < 13:
        return losing_hand(rng, ruleset)
    kept_back = rng.random() < 0.05
    others = 13 - kept_back * rng.randrange(2)
    concealed = rng.sample(pool, others - 3 * len(melds))
    form = _hand(rng, ruleset, winner=False, concealed=concealed, melds=melds)
    return form | {"flags": ["unexposed_special"]} if kept_back else form


def part_of(rng: Random, whole: Form) -> Form:
    """Some sets, pairs and flowers of a loser's hand, or one tile of it, entered as a part."""
    counts: Counter[str] = Counter(whole["concealed"])
    alike = [[code] * count for code, count in counts.items() if count > 1 and rng.random() < 0.6]
    part: Form = {"concealed": [code for codes in alike for code in codes], "flags": ["part"]}
    for field in ("melds", "bonus"):
        part[field] = [each for each in whole[field] if rng.random() < 0.6]
    if not (part["concealed"] or part["melds"] or part["bonus"]):
        part["concealed"] = [rng.choice(whole["concealed"])]
    return whole | part


def table(rng: Random, ruleset: str | None = None) -> Form:
    """Scores of two, three or four players to settle."""
    seats = rng.choice(("ESWN", "ESWN", "ESWN", "ESW", "EWN", "EW", "ES"))
    scores = {
        seat: rng.choice((0, 2, 24, 64, 299, 300, 640, rng.randrange(5000))) for seat in seats
    }
    form: Form = {
        "ruleset": ruleset or rng.choice(RULESETS),
        "options": rng.choice(({}, {"limit": None}, {"limit": 300}, {"limit": 600})),
        "winner": rng.choice((*seats, *seats, None)),
        "scores": scores,
        "events": [],
    }
    losers = [seat for seat in seats if seat != form["winner"]]
    if form["winner"] and rng.random() < 0.2:
        form |= {"discarder": rng.choice(losers), "pays_for_all": True}
    elif form["winner"] and rng.random() < 0.3:
        form["events"] = [
            {"kind": "dead_hand", "seat": rng.choice(losers), "count": rng.choice(("many", "few"))}
        ]
    elif form["ruleset"] == "harr-limit" and form["winner"] is None:
        form["events"] = [
            rng.choice(
                (
                    {"kind": "wash", "seat": seat, "heads": rng.randrange(9, 14)},
                    {"kind": "false_mah_jongg", "seat": seat},
                )
            )
            for seat in rng.sample(seats, rng.randrange(3))
        ]
    return form


def _parts(rng: Random, number: int, style: Sequence[str]) -> list[tuple[str, list[str]]]:
    parts = []
    for _ in range(number):
        kind = rng.choice(("pung", "chow", "chow", "kong") if rng.random() < 0.7 else ("kong",))
        low = rng.choice(style)
        if kind == "chow" and low[1] != "z" and int(low[0]) <= 7:
            parts.append((kind, [f"{int(low[0]) + n}{low[1]}" for n in range(3)]))
        elif kind == "kong" and rng.random() < 0.4:
            parts.append((kind, [low] * 4))
        else:
            parts.append(("pung", [low] * 3))
    return [*parts, ("pair", [rng.choice(style)] * 2)]


def _hand(
    rng: Random, ruleset: str | None, *, winner: bool, concealed: list[str], melds: list[Form]
) -> Form:
    form: Form = {
        "ruleset": ruleset or rng.choice(RULESETS),
        "options": rng.choice(({}, {"limit": None}, {"limit": 300}, {"limit": 600})),
        "seat": rng.choice(SEATS),
        "round": rng.choice(SEATS),
        "winner": winner,
        "concealed": concealed,
        "melds": melds,
        "bonus": [],
    }
    if rng.random() < 0.3:
        several = _FLOWERS + (_SPECIALS if form["ruleset"] == "traditional" else [])
        form["bonus"] = rng.sample(several, rng.randrange(1, 9))
    return form


def _circumstances(rng: Random) -> list[str]:
    """Any circumstances of a win, including some that cannot be true."""
    return rng.sample(CIRCUMSTANCES, rng.choice((0, 0, 0, 1, 1, 2)))


_seeded = st.integers(0, 2**32).map(Random)

winners = st.builds(winning_hand, _seeded)
losers = st.builds(losing_hand, _seeded)
hands = st.one_of(winners, losers)
tables = st.builds(table, _seeded)
