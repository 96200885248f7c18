"""How long every page and call takes with many hands in the database.

    python -m tests.benchmarks.many_hands [HANDS] [HANDS OF AN EVENING]

The evenings are read in as backups, then the server is started again. Each address is asked three
times: the first time nothing is in memory.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from companion.ledger import Ledger
from companion.ledger import commands as requests
from companion.ledger.events import HandSettled, Recorded
from companion.ledger.replay import replay, step
from tests.benchmarks.served import PLAYERS, Client, Served


def fill(data: Path, hands: int, each: int) -> list[str]:
    """Make evenings with so many hands in all, and return their ids."""
    ledger = Ledger(data)
    draw = random.Random(1)
    plan, rules = requests.plan(
        {"players": PLAYERS, "ruleset": "harr-limit"}, ledger.rulebooks.open
    )
    ids = []
    for number in range(hands // each):
        first = ledger.start(plan, rules)
        journal = [Recorded(1, first.setup, "2026-01-01T20:00:00+00:00")]
        evening = replay(rules, journal)
        for n in range(1, each + 1):
            scores = {seat: draw.randrange(0, 200, 2) for seat in "ESWN"}
            hand = requests.HandAsked.from_json({"winner": draw.choice("ESWN"), "scores": scores})
            event = HandSettled(n, requests.entry(hand, rules, evening.position.turn))
            recorded = Recorded(n + 1, event, "2026-01-01T20:00:00+00:00", f"{number} {n}")
            evening = step(rules, evening, recorded)
            journal.append(recorded)
        journal[0] = ledger.journal(first.setup.id)[0]
        ledger.restore(journal, rules)
        ids.append(first.setup.id)
    ledger.close()
    return ids


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    each = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    with tempfile.TemporaryDirectory() as folder:
        ids = fill(Path(folder), hands, each)
        with Served(Path(folder)) as served:
            served.wait_until_warm()
            client = Client(served)
            id = ids[len(ids) // 2]
            paths = [
                "/",
                "/evenings",
                f"/table/{id}",
                "/statistics",
                "/api/evenings",
                "/api/evenings?search=bo&offset=100",
                f"/api/evenings/{id}",
                f"/api/evenings/{id}/history",
                f"/api/evenings/{id}/final",
                f"/api/evenings/{id}/export.json",
                f"/api/evenings/{id}/export.csv",
                f"/api/evenings/{id}/sheet.pdf",
                "/api/statistics",
                "/api/players",
            ]
            print(f"{hands} hands in {len(ids)} evenings; milliseconds, first, second, third time")
            print(
                "(in brackets what the server worked, on a machine that may do other things, too)"
            )
            for path in paths:
                times = [_ask(served, client, path) for _ in "123"]
                print(
                    f"{path.replace(id, 'ID'):40}",
                    *(f"{ms:7.0f} ({own:4.0f})" for ms, own in times),
                )
            settled = [_settle(client, id, n) for n in range(5)]
            print(f"{'settling a hand':40}", *(f"{ms:7.0f}" for ms in settled[:3]))


def _ask(served: Served, client: Client, path: str) -> tuple[float, float]:
    """Milliseconds until the answer, and of the server's work for it."""
    began, before = time.monotonic(), served.work_s()
    status, _ = client.get(path)
    assert status == 200, path
    return (time.monotonic() - began) * 1000, (served.work_s() - before) * 1000


def _settle(client: Client, id: str, n: int) -> float:
    body = {"winner": "E", "scores": {"E": 20, "S": 0, "W": 0, "N": 0}}
    began = time.monotonic()
    status, answer = client.call("POST", f"/api/evenings/{id}/hands", body, f"last {n}")
    assert status == 201, json.dumps(answer)
    return (time.monotonic() - began) * 1000


if __name__ == "__main__":
    main()
