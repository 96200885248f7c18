"""Kills the program while it starts, migrates, copies, backs up or restores, and starts it again.

    python -m tests.benchmarks.kills [KILLS] [SEED]

By turns it kills a first start in an empty folder, a start with a database of the version before
checksums, a backup, and a restore over other evenings. After each kill the server has to start and
to show every evening as it was: after a restore the old ones or the new ones. For kills while hands
are settled see `tests/benchmarks/power_loss.py`.
"""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from companion.base.errors import CompanionError
from companion.ledger import Ledger, migrations
from companion.ledger.whole_backup import restore_backup, write_backup
from tests.benchmarks.served import Client, Served
from tests.ledger.played import as_shown, folder_with_evenings

Shown = dict[str, Any]
_SERVE = ["serve", "--http", "--host", "127.0.0.1", "--port", "0"]


def without_checksums(data: Path) -> None:
    """The database as the version before checksums left it."""
    connection = sqlite3.connect(data / "ledger.db")
    for trigger in ("event_stays", "event_is_kept"):
        connection.execute(f"DROP TRIGGER {trigger}")
    for table in ("event", "summary"):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
    connection.execute("DELETE FROM migration WHERE name = '0002_checksums'")
    for statement in migrations.MIGRATIONS[0].statements:
        if "TRIGGER" in statement:
            connection.execute(statement)
    connection.commit()
    connection.close()
    (data / "ledger.heads").unlink()


def killed(command: list[str], after_s: float) -> None:
    """Run the program and kill it, unless it has ended already."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    process.wait()


def shown(data: Path) -> Shown:
    ledger = Ledger(data)
    try:
        assert not ledger.evenings().damaged
        return as_shown(ledger)
    finally:
        ledger.close()


def one_kill(
    kind: str, folder: Path, made: Path, evenings: list[Shown], draw: random.Random
) -> str:
    """Kill the program at a moment of this kind. Return what was wrong afterwards, if anything
    was."""
    data, file = folder / "data", folder / "backup.zip"
    allowed: tuple[Shown, ...] = (evenings[0],)
    if kind != "first start":
        shutil.copytree(made / "few", data)
    if kind == "first start":
        allowed = ({},)
        killed([*_SERVE, "--data", str(data)], draw.uniform(0.1, 1.6))
    elif kind == "migration":
        without_checksums(data)
        killed([*_SERVE, "--data", str(data)], draw.uniform(0.1, 1.6))
    elif kind == "backup":
        killed(["backup", str(file), "--data", str(data)], draw.uniform(0.1, 0.9))
    else:
        allowed = (evenings[0], evenings[1])
        backup = str(made / "many.zip")
        killed(["restore", backup, "--replace", "--data", str(data)], draw.uniform(0.1, 0.9))
    try:
        with Served(data) as served:
            if Client(served).call("GET", "/api/evenings")[0] != 200:
                return "the list is not shown"
        if shown(data) not in allowed:
            return "other evenings are shown"
        if file.exists():
            restore_backup(file, folder / "again")
            if shown(folder / "again") != evenings[0]:
                return "the backup is not whole"
    except (OSError, ValueError, AssertionError, CompanionError) as error:
        return f"no start: {error!r}"
    return ""


def kills(folder: Path, count: int, seed: int) -> Counter[str]:
    draw, ended = random.Random(seed), Counter[str]()
    evenings = [folder_with_evenings(folder / "few", 2), folder_with_evenings(folder / "many", 5)]
    write_backup(folder / "many", folder / "many.zip")
    for number in range(count):
        kind = ("first start", "migration", "backup", "restore")[number % 4]
        place = folder / str(number)
        place.mkdir()
        wrong = one_kill(kind, place, folder, evenings, draw)
        ended[f"{kind}: {wrong or 'whole'}"] += 1
        shutil.rmtree(place)
    return ended


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        for what, often in sorted(kills(Path(folder), count, seed).items()):
            print(f"{what}: {often}")


if __name__ == "__main__":
    main()
