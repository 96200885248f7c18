"""An evening that an earlier version kept, as a journal and as a backup: it opens as it was.

`stored/` was written by the version of 2026-11-22 (d2a6069), before forms were declared types. It
holds tiles as text, fields that are null, a correction, a removal, a penalty and counted counters.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from companion.ledger import Ledger, backup
from companion.ledger.shown import evening_text

STORED = Path(__file__).parent / "stored"
BACKUP: dict[str, Any] = json.loads((STORED / "evening.json").read_text("utf-8"))
WORKED_OUT = ("totals", "counters", "seats", "round", "hand", "undo", "redo", "penalties", "stake")


def check(ledger: Ledger) -> None:
    (summary,) = ledger.evenings().evenings
    now = json.loads(evening_text(*ledger.evening_and_rules(summary.id)))
    before = BACKUP["evening"]
    assert {name: now[name] for name in WORKED_OUT} == {name: before[name] for name in WORKED_OUT}
    assert len(now["hands"]) == len(before["hands"]) == 3
    for hand, old in zip(now["hands"], before["hands"], strict=True):
        for payment in hand["payments"]:
            payment.pop("why_with_seats", None)  # which that version did not know
        for name in ("scores", "net", "totals", "payments", "winner", "explained", "note"):
            assert hand[name] == old[name]


def test_its_journal_opens(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "ledger.db") as connection:
        connection.executescript((STORED / "ledger.sql").read_text("utf-8"))
    connection.close()
    check(Ledger(tmp_path))


def test_its_backup_is_read_in(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    journal, rules = backup.read(BACKUP)
    ledger.restore(journal, rules)
    check(ledger)
