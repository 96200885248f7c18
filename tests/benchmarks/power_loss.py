"""Kills the server at random moments while hands are being settled, and looks at what is left.

    python -m tests.benchmarks.power_loss [KILLS] [SEED]

After each kill the server is started again on the same folder. Every hand that was answered has
to be there, once; the one that was on its way may be there or not, and is sent again with its
key, after which it has to be there once.
"""

from __future__ import annotations

import http.client
import itertools
import random
import sqlite3
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.served import Client, Served


@dataclass
class Report:
    """found: hands that were there though the answer never came.

    ready_s, ready_work_s: of every start.
    """

    kills: int = 0
    hands: int = 0
    lost: int = 0
    doubled: int = 0
    found: int = 0
    inconsistent: int = 0
    ready_s: list[float] = field(default_factory=list)
    ready_work_s: list[float] = field(default_factory=list)


def power_loss(data: Path, kills: int, seed: int) -> Report:
    draw = random.Random(seed)
    report = Report()
    numbers = itertools.count(1)
    answered: set[str] = set()
    on_its_way: tuple[str, Any] | None = None
    id = ""
    for _ in range(kills + 1):
        served = Served(data)
        report.ready_s.append(served.ready_s)
        report.ready_work_s.append(served.ready_work_s)
        client = Client(served)
        id = id or client.start_evening(ruleset="harr-limit")
        _check(client, id, data, answered, on_its_way, report)
        if on_its_way is not None:
            status, answer = client.call(
                "POST", f"/api/evenings/{id}/hands", on_its_way[1], on_its_way[0]
            )
            assert status == 201, answer
            answered.add(on_its_way[0])
            on_its_way = None
            _check(client, id, data, answered, None, report)
        if report.kills == kills:
            served.__exit__(None, None, None)
            break
        timer = threading.Timer(draw.uniform(0.0, 0.4), served.process.kill)
        timer.start()
        while on_its_way is None:
            key, body = f"hand {next(numbers)}", _hand(draw)
            try:
                status, answer = client.call("POST", f"/api/evenings/{id}/hands", body, key)
            except (OSError, http.client.HTTPException, ValueError):
                on_its_way = (key, body)
            else:
                assert status == 201, answer
                answered.add(key)
        timer.join()
        served.kill()
        report.kills += 1
    report.hands = len(answered)
    return report


def _hand(draw: random.Random) -> Any:
    scores = {seat: draw.randrange(0, 300, 2) for seat in "ESWN"}
    return {"winner": draw.choice(["E", "S", "W", "N"]), "scores": scores}


def _check(
    client: Client,
    id: str,
    data: Path,
    answered: set[str],
    on_its_way: tuple[str, Any] | None,
    report: Report,
) -> None:
    _, evening = client.call("GET", f"/api/evenings/{id}")
    keys = [hand["key"] for hand in evening["hands"]]
    report.lost += len(answered - set(keys))
    report.doubled += len(keys) - len(set(keys))
    extra = set(keys) - answered
    report.found += len(extra)
    with sqlite3.connect(data / "ledger.db") as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        events = connection.execute("SELECT COUNT(*), MAX(version) FROM event").fetchone()
    connection.close()
    known = {on_its_way[0]} if on_its_way else set()
    consistent = (
        whole
        and events == (evening["version"], evening["version"])
        and evening["version"] == 1 + len(keys)
        and sum(evening["totals"]) == 0
        and evening["totals"] == (evening["hands"][-1]["totals"] if keys else [0, 0, 0, 0])
        and extra <= known
    )
    report.inconsistent += not consistent


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        report = power_loss(Path(folder), kills, seed)
    starts, work = sorted(report.ready_s), sorted(report.ready_work_s)
    print(f"kills {report.kills}, hands settled {report.hands}")
    print(f"lost {report.lost}, doubled {report.doubled}, inconsistent {report.inconsistent}")
    print(f"stored though the answer never came, and not doubled when sent again: {report.found}")
    print(f"next start, seconds: median {starts[len(starts) // 2]:.2f}, longest {starts[-1]:.2f}")
    print(f"of it the server worked: median {work[len(work) // 2]:.2f}, longest {work[-1]:.2f}")


if __name__ == "__main__":
    main()
