"""The database: a change is on disk before it is answered, and a change that cannot be stored is
refused."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from companion.base.whole_files import DiskFullError
from companion.ledger import migrations
from companion.ledger.migrations import MIGRATIONS, Migration, migrate
from companion.ledger.store import (
    DatabaseBusyError,
    DatabaseTooNewError,
    DatabaseUnusableError,
    Store,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def _rulebooks(store: Store) -> list[str]:
    with store.snapshot() as connection:
        return [row[0] for row in connection.execute("SELECT digest FROM rulebook")]


def _add(connection: sqlite3.Connection, digest: str, document: str = "{}") -> None:
    connection.execute("INSERT INTO rulebook VALUES (?, ?)", (digest, document))


def test_a_committed_transaction_is_seen_and_a_broken_one_is_not(path: Path) -> None:
    store = Store(path)
    with store.atomic() as connection:
        _add(connection, "kept")

    def fail() -> None:
        with store.atomic() as connection:
            _add(connection, "lost")
            raise RuntimeError("power loss")

    with pytest.raises(RuntimeError, match="power loss"):
        fail()
    assert _rulebooks(store) == ["kept"]
    store.close()
    assert _rulebooks(Store(path)) == ["kept"]


def test_every_connection_syncs_fully_and_minds_foreign_keys(path: Path) -> None:
    with Store(path).atomic() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


@pytest.mark.parametrize("statement", ["UPDATE event SET body = '{}'", "DELETE FROM event"])
def test_the_journal_can_only_grow(path: Path, statement: str) -> None:
    store = Store(path)
    with store.atomic() as connection:
        _add(connection, "r")
        connection.execute("INSERT INTO evening (id, rulebook) VALUES ('e', 'r')")
        connection.execute("INSERT INTO event VALUES (1, 1, 'started', '{}', '', NULL, '')")
    with (
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
        store.atomic() as connection,
    ):
        connection.execute(statement)


def test_a_full_disk_is_said_and_nothing_is_lost(path: Path) -> None:
    store = Store(path)
    with store.atomic() as connection:
        _add(connection, "kept")
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
    with (
        pytest.raises(DiskFullError, match="disk is full"),
        store.atomic() as connection,
    ):
        _add(connection, "too large", "x" * 100_000)
    assert _rulebooks(store) == ["kept"]
    with store.atomic() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
        _add(connection, "later")
    assert _rulebooks(store) == ["kept", "later"]


def test_another_program_that_holds_the_database_is_said(path: Path) -> None:
    store = Store(path, busy_timeout_s=0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with (
        pytest.raises(DatabaseBusyError, match="Another program"),
        store.atomic() as connection,
    ):
        _add(connection, "refused")
    other.execute("ROLLBACK")
    with store.atomic() as connection:
        _add(connection, "taken")
    assert _rulebooks(store) == ["taken"]


def test_one_writer_at_a_time_also_among_threads(path: Path) -> None:
    store = Store(path, busy_timeout_s=0.05)
    inside, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with store.atomic() as connection:
            _add(connection, "first")
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    assert inside.wait(10)
    with pytest.raises(DatabaseBusyError), store.atomic():
        pass
    leave.set()
    thread.join()
    assert _rulebooks(store) == ["first"]


def test_a_file_that_is_no_database_is_said(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(DatabaseUnusableError, match="cannot be used"):
        Store(path)


def test_a_database_of_a_later_program_is_left_alone(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migration VALUES ('9999_future', '')")
    with pytest.raises(DatabaseTooNewError, match="later version"):
        Store(path)


@pytest.mark.parametrize(
    ("once", "now"),
    [
        ("number INTEGER", "numbes INTEGER"),
        ("document TEXT", "documenu TEXT"),
        ("checksum TEXT", "checksul TEXT"),
        ("REFERENCES rulebook", "REFERENCES rulebooc"),
        ("0001_journal", "0x01_journal"),
    ],
)
def test_a_damaged_name_in_the_tables_is_said_at_the_start(path: Path, once: str, now: str) -> None:
    Store(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(once.encode(), now.encode()))
    assert path.read_bytes() != whole
    with pytest.raises(DatabaseUnusableError, match="doctor --mend"):
        Store(path)


def test_tables_that_are_damaged_later_are_said_too(path: Path) -> None:
    store = Store(path)
    with store.atomic() as connection:
        connection.execute("ALTER TABLE rulebook RENAME COLUMN digest TO digesu")
    with pytest.raises(DatabaseUnusableError, match=r"no such column.*doctor --mend"):
        _rulebooks(store)


def test_each_step_is_applied_once_and_a_broken_one_leaves_nothing_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    assert migrate(connection) == [step.name for step in MIGRATIONS]
    assert migrate(connection) == []
    broken = Migration("9998_broken", ("CREATE TABLE half (a)", "CREATE TABLE half (a)"))
    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, broken))
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(connection)
    assert connection.execute("SELECT * FROM sqlite_master WHERE name = 'half'").fetchall() == []
