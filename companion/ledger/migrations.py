"""The steps that bring a database to its present form: named, in order, each applied once.

After a release a step never changes. A change is a new step at the end.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from companion.ledger.checksum import checksum


@dataclass(frozen=True)
class Migration:
    name: str
    statements: tuple[str, ...]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        "0001_journal",
        (
            """
            CREATE TABLE rulebook (
                digest TEXT PRIMARY KEY,
                document TEXT NOT NULL
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE evening (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                rulebook TEXT NOT NULL REFERENCES rulebook (digest),
                key TEXT UNIQUE
            )
            """,
            # `version` gives the order of events, never `at`: somebody may set a clock back.
            """
            CREATE TABLE event (
                evening INTEGER NOT NULL REFERENCES evening (number),
                version INTEGER NOT NULL CHECK (version > 0),
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                at TEXT NOT NULL,
                key TEXT,
                PRIMARY KEY (evening, version)
            ) WITHOUT ROWID
            """,
            "CREATE UNIQUE INDEX event_key ON event (evening, key) WHERE key IS NOT NULL",
            """
            CREATE TRIGGER event_stays BEFORE UPDATE ON event
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
            """,
            """
            CREATE TRIGGER event_is_kept BEFORE DELETE ON event
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
            """,
            # This follows from the journal, so that lists and statistics need no replay. It may be
            # emptied at any time, and is then made again.
            """
            CREATE TABLE summary (
                evening INTEGER PRIMARY KEY REFERENCES evening (number),
                version INTEGER NOT NULL,
                form INTEGER NOT NULL,
                search TEXT NOT NULL,
                body TEXT NOT NULL
            )
            """,
        ),
    ),
    Migration(
        "0002_checksums",
        (
            "ALTER TABLE event ADD COLUMN checksum TEXT",
            "DROP TRIGGER event_stays",
            "UPDATE event SET checksum = checksum(evening, version, kind, body, at, key)",
            """
            CREATE TRIGGER event_stays BEFORE UPDATE ON event
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
            """,
            # Summaries are made again, each with its own.
            "DELETE FROM summary",
            "ALTER TABLE summary ADD COLUMN checksum TEXT",
        ),
    ),
    Migration(
        "0003_unchanged",
        (
            # Keys of calls that changed nothing. They are no events, or undo would take them back.
            # `version` is the evening's at that moment, `event` the checksum of what was asked for.
            """
            CREATE TABLE unchanged (
                evening INTEGER NOT NULL REFERENCES evening (number),
                key TEXT NOT NULL,
                version INTEGER NOT NULL,
                event TEXT NOT NULL,
                PRIMARY KEY (evening, key)
            ) WITHOUT ROWID
            """,
        ),
    ),
)


def migrate(connection: sqlite3.Connection) -> list[str]:
    """Apply the steps that this database lacks, each in one transaction with its record.

    connection: in autocommit mode (`isolation_level=None`). Returns the names applied now.
    """
    connection.create_function("checksum", -1, checksum, deterministic=True)
    connection.execute(
        "CREATE TABLE IF NOT EXISTS migration "
        "(name TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID"
    )
    applied: list[str] = []
    for migration in MIGRATIONS:
        connection.execute("BEGIN IMMEDIATE")
        try:
            done = connection.execute(
                "SELECT 1 FROM migration WHERE name = ?", (migration.name,)
            ).fetchone()
            if done is None:
                for statement in migration.statements:
                    connection.execute(statement)
                connection.execute(
                    "INSERT INTO migration (name, at) VALUES (?, datetime('now'))",
                    (migration.name,),
                )
                applied.append(migration.name)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return applied


def what_is_missing(connection: sqlite3.Connection) -> str:
    """The first part of the tables that this program needs and that the database, with every step
    applied, does not have; empty if there is none. A disk may have changed the name of a column."""
    with _empty() as new:
        missing = _parts(new) - _parts(connection)
    return min(missing, default="")


def put_names_right(connection: sqlite3.Connection) -> None:
    """Describe the tables as this program does, where a disk has changed a name: the rows hold
    none. Open the database anew afterwards. Raises sqlite3.Error."""
    connection.execute("PRAGMA writable_schema = ON")
    with _empty() as new:
        for name, sql in new.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"):
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))
    connection.commit()


@contextlib.contextmanager
def _empty() -> Iterator[sqlite3.Connection]:
    """A database of this program without any evening."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        migrate(new)
        yield new


def _parts(connection: sqlite3.Connection) -> set[str]:
    """Every column, such as `event.body`, and what it refers to."""
    return {part for (part,) in connection.execute(_PARTS)}


_PARTS = """
SELECT t.name || '.' || c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c
UNION ALL
SELECT t.name || '.' || f."from" || ' to ' || f."table" || '.' || f."to"
FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS f
"""


def unknown_steps(connection: sqlite3.Connection) -> list[str]:
    """Steps in the database that this program does not know: a later program made them."""
    known = {migration.name for migration in MIGRATIONS}
    rows = connection.execute("SELECT name FROM migration ORDER BY name").fetchall()
    return [name for (name,) in rows if name not in known]
