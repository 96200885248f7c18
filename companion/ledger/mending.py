"""A damaged database put together again from what is whole of every evening, here or in a copy."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.base.errors import CompanionError
from companion.ledger.copies import DATABASE, HEADS, Copies, copy_files, looked_into
from companion.ledger.events import Recorded, Started
from companion.ledger.heads import Heads
from companion.ledger.locked_rules import Rulebook
from companion.ledger.migrations import put_names_right
from companion.ledger.rows import (
    EveningDamagedError,
    Row,
    events,
    fits,
    insert_evening,
    insert_event,
    row_of,
)
from companion.ledger.rulebooks import Rulebooks
from companion.ledger.store import Store
from companion.ledger.whole_backup import finish_restore, staged

_MOST_TRIED = 100_000
"""Evenings that are asked for one by one if the list of them cannot be read."""


@dataclass(frozen=True)
class Mended:
    """One evening afterwards. entries: how many it has. once: how many it is known to have had."""

    id: str
    entries: int
    once: int

    @property
    def whole(self) -> bool:
        return self.entries >= self.once


def mend(data: Path) -> list[Mended]:
    """Put `ledger.db` together again from its whole parts and from the automatic copies.

    Where an evening went on in two ways, that of the database counts, or else of the newest copy.

    The old files move to a folder `replaced-…`. A restore that was killed is finished first. No
    server may use the folder meanwhile. Raises OSError, UnavailableError if the new database cannot
    be written.
    """
    finish_restore(data)
    found: dict[str, list[Recorded]] = {}
    numbers: dict[str, int] = {}
    documents: dict[str, str] = {}
    once = dict(Heads(data / HEADS, kept=False).told)
    sources = [_named_rightly(data), *map(looked_into, Copies(data).listed())]
    for source in sources:
        with contextlib.suppress(sqlite3.Error), source as connection:
            documents |= _documents(connection)
            for row in _rows(connection):
                journal, entries = _whole(connection, row)
                known = found.get(row.id, [])
                shorter = min(len(journal), len(known))
                if journal[:shorter] != known[:shorter]:
                    continue  # a course that a restore set aside; the copies still hold it
                once[row.id] = max(once.get(row.id, 0), entries)
                if len(journal) > len(known):
                    found[row.id] = journal
                    numbers.setdefault(row.id, row.number)
    mended = []
    with staged(data) as stage, _new(stage / DATABASE) as connection:
        # In the order in which they were entered, since a clock may have been wrong.
        for id in sorted(found, key=numbers.__getitem__):
            journal = found[id]
            rules = _rules(data, journal, documents)
            if rules is not None:
                _keep(connection, id, journal, rules)
            mended.append(Mended(id, len(journal) if rules else 0, once[id]))
    return mended + [Mended(id, 0, count) for id, count in once.items() if id not in found]


@contextlib.contextmanager
def _named_rightly(data: Path) -> Iterator[sqlite3.Connection]:
    """The database, in a copy in which no table or column has a damaged name. Raises sqlite3.Error,
    OSError."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / DATABASE
        copy_files(data, copy.parent, DATABASE, f"{DATABASE}-wal")
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(copy)) as connection,
        ):
            put_names_right(connection)
        with looked_into(copy) as connection:
            yield connection


@contextlib.contextmanager
def _new(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(Store(path)) as store, store.atomic() as connection:
        yield connection
    path.chmod(0o600)


def _rows(connection: sqlite3.Connection) -> Iterator[Row]:
    """Every evening that can still be reached: from the first on, from the last back, then one
    by one."""
    statement = "SELECT number, id, rulebook FROM evening ORDER BY number"
    seen: set[int] = set()
    for order in ("", " DESC"):
        try:
            for row in connection.execute(statement + order):
                if row[0] not in seen:
                    seen.add(row[0])
                    yield Row(*row)
            return
        except sqlite3.Error:
            continue
    # The journal knows them, too: its first entry names the evening and its rules.
    for number in _numbers(connection) - seen:
        with contextlib.suppress(sqlite3.Error, CompanionError, StopIteration):
            yield _row_by_journal(connection, number)


def _numbers(connection: sqlite3.Connection) -> set[int]:
    numbers: set[int] = set()
    with contextlib.suppress(sqlite3.Error):
        for (number,) in connection.execute("SELECT DISTINCT evening FROM event"):
            numbers.add(number)
    return numbers


def _row_by_journal(connection: sqlite3.Connection, number: int) -> Row:
    (body,) = connection.execute(
        "SELECT body FROM event WHERE evening = ? AND version = 1", (number,)
    ).fetchone() or ("{}",)

    started = json.loads(body)
    return Row(number, str(started["id"]), str(started["rulebook"]))


def _whole(connection: sqlite3.Connection, row: Row) -> tuple[list[Recorded], int]:
    """The journal up to the first damaged place, and the number of entries in the table."""
    journal: list[Recorded] = []
    with contextlib.suppress(EveningDamagedError, sqlite3.Error):
        for recorded in events(connection, row):
            journal.append(recorded)
    count = len(journal)
    with contextlib.suppress(sqlite3.Error, TypeError):
        (last,) = connection.execute(
            "SELECT MAX(version) FROM event WHERE evening = ?", (row.number,)
        ).fetchone()
        count = max(count, min(int(last), _MOST_TRIED))
    return journal, count


def _documents(connection: sqlite3.Connection) -> dict[str, str]:
    documents: dict[str, str] = {}
    with contextlib.suppress(sqlite3.Error):
        for digest, document in connection.execute("SELECT digest, document FROM rulebook"):
            if fits(document, digest):
                documents[digest] = document
    return documents


def _rules(data: Path, journal: list[Recorded], documents: dict[str, str]) -> Rulebook | None:
    started = journal[0].event
    assert isinstance(started, Started)
    if started.rulebook in documents:
        return Rulebook.from_document(documents[started.rulebook])
    return Rulebooks(data / "rulesets").unchanged(started)


def _keep(
    connection: sqlite3.Connection, id: str, journal: list[Recorded], rules: Rulebook
) -> None:
    insert_evening(connection, id, rules, None)
    number = row_of(connection, id).number
    for recorded in journal:
        insert_event(connection, number, recorded)
