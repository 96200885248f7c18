"""Data folders with a few evenings in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.ledger import Evening, Ledger
from companion.ledger import commands as asked
from companion.ledger.events import HandSettled
from companion.ledger.shown import evening_text

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
JPEG = b"\xff\xd8\xff\xe0 a photograph"


def begin(ledger: Ledger, title: str = "", ruleset: str = "harr-limit") -> str:
    """A new evening's id."""
    plan, rules = asked.plan(
        {"players": PLAYERS, "title": title, "ruleset": ruleset}, ledger.rulebooks.open
    )
    return ledger.start(plan, rules).setup.id


def settle(ledger: Ledger, id: str, *scores: int, key: str | None = None) -> Evening:
    """The next hand, won by East."""
    _, rules = ledger.evening_and_rules(id)

    def make(evening: Evening) -> HandSettled:
        turn = evening.position.turn
        said = asked.HandAsked("E", dict(zip(turn.seats, scores, strict=False)))
        return HandSettled(evening.next_hand, asked.entry(said, rules, turn))

    return ledger.change(id, make, key=key).after


def folder_with_evenings(data: Path, count: int = 3, hands: int = 4) -> dict[str, Any]:
    """Evenings with a photograph and hands of different scores: by id, each as programs see it."""
    ledger = Ledger(data)
    for number in range(count):
        id = begin(ledger, f"Evening {number}")
        ledger.keep_photo(id, JPEG + bytes([number]))
        for hand in range(hands):
            settle(ledger, id, 20 + 2 * hand, 4, 8 * number, 0, key=f"{number} {hand}")
    shown = as_shown(ledger)
    ledger.close()
    return shown


def as_shown(ledger: Ledger) -> dict[str, Any]:
    """Every evening of the list, played through."""
    found = {}
    for summary in ledger.evenings().evenings:
        evening, rules = ledger.evening_and_rules(summary.id)
        assert summary.totals == evening.position.totals
        found[summary.id] = json.loads(evening_text(evening, rules))
    return found
