"""The same evening on paper: what people owe each other, worked out from what the server shows.

It is written from the books alone and imports nothing of the program.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

Json = dict[str, Any]
Due = Counter[tuple[str, str]]
"""Points by payer and payee."""

WINDS = "ESWN"
VOID = ("wash", "false_mah_jongg")
WASHED = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}
"""Heads, and what each player pays for them (Harr p. 61)."""


def owed(ruleset: str, limit: int | None, hand: Json) -> Due:
    """What each seat pays each other one for a hand with these scores before the limit."""
    if hand["winner"] is None:
        return +_void(limit, hand)
    return +(_to_winner(limit, hand) + _among_losers(ruleset, limit, hand))


def _void(limit: int | None, hand: Json) -> Due:
    """Nobody doubles for washing; a false Mah-Jongg costs half the limit, East all of it."""
    due = Due()
    for event in hand["events"]:
        who = event["seat"]
        for other in set(hand["seats"]) - {who}:
            if event["kind"] == "wash":
                due[other, who] += WASHED[event["heads"]]
            elif event["kind"] == "false_mah_jongg" and limit is not None:
                due[who, other] += limit * _times(who, other) // 2
    return due


def _to_winner(limit: int | None, hand: Json) -> Due:
    due, winner = Due(), hand["winner"]
    for seat in set(hand["seats"]) - {winner}:
        payer = hand["discarder"] if hand["pays_for_all"] else seat
        due[payer, winner] += _cut(hand["scores"][winner], limit) * _times(seat, winner)
    return due


def _among_losers(ruleset: str, limit: int | None, hand: Json) -> Due:
    due = Due()
    if hand["pays_for_all"]:  # then no score but the winner's counts (Harr p. 70)
        return due
    scores = {seat: hand["scores"][seat] for seat in hand["seats"] if seat != hand["winner"]}
    dead = {event["seat"]: event.get("count") for event in hand["events"]}
    for seat, count in dead.items():
        if (ruleset, count) != ("international", "few"):  # these deduct their own (Rule 12)
            scores[seat] = 0
    if ruleset != "harr-limit":  # which cuts the difference alone (p. 60)
        scores = {seat: _cut(score, limit) for seat, score in scores.items()}
    for pair in combinations(scores, 2):
        low, high = sorted(pair, key=lambda seat: scores[seat])
        if high not in dead:
            due[low, high] += _cut(scores[high] - scores[low], limit) * _times(low, high)
    return due


def _cut(points: int, limit: int | None) -> int:
    return points if limit is None else min(points, limit)


def _times(*seats: str) -> int:
    """Whatever East pays or receives is doubled (Harr p. 26)."""
    return 2 if "E" in seats else 1


def seated_after(ruleset: str, hand: Json) -> dict[str, int]:
    """Who sits where for the next hand. East stays after winning and after a void hand, and by all
    but the American page after a draw; else the player to the right is East. No empty place is."""
    seats: dict[str, int] = hand["seats"]
    drawn = hand["winner"] is None and not any(e["kind"] in VOID for e in hand["events"])
    if (ruleset == "traditional" and drawn) or hand["winner"] not in (None, "E"):
        step = next(step for step in (1, 2, 3) if WINDS[step] in seats)
        return {WINDS[WINDS.index(wind) - step]: place for wind, place in seats.items()}
    return seats


def check(evening: Json, players: int, counted: int) -> None:
    """Everything adds up. players: who play at a time. counted: the points of all counters when
    they were last counted, and of those that others have begun with since."""
    totals = [0] * len(evening["players"])
    for hand in evening["hands"]:
        shown = Due()
        for payment in hand["payments"]:
            shown[payment["from"], payment["to"]] += payment["points"]
        assert shown == owed(evening["ruleset"], evening["limit"], hand)
        for seat, place in hand["seats"].items():
            totals[place] += sum(points for (_, to), points in shown.items() if to == seat)
            totals[place] -= sum(points for (payer, _), points in shown.items() if payer == seat)
    for payment in (each for penalty in evening["penalties"] for each in penalty["payments"]):
        totals[payment["from"]] -= payment["points"]
        totals[payment["to"]] += payment["points"]
    assert evening["totals"] == totals
    assert sum(totals) == 0
    seated = set(evening["seats"].values())
    assert seated <= set(range(len(totals)))
    assert len(seated) == len(evening["seats"]) == players
    assert "E" in evening["seats"]
    assert all(count >= 0 for each in evening["counters"] for count in each.values())
    assert worth(evening["counters"]) == counted, "no counter is lost, whoever gave change"


def worth(counters: list[dict[str, int]]) -> int:
    """Points of all these."""
    return sum(int(value) * count for each in counters for value, count in each.items())
