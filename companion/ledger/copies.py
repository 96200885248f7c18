"""Copies of the database, made by SQLite's own backup, so that they are whole even during play.

A copy of the file alone may lack the last hands, because they may still be in `ledger.db-wal`.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.base.errors import UnavailableError
from companion.base.whole_files import UNFINISHED, move_in, private_folder, sync_file, sync_folder

DATABASE, HEADS = "ledger.db", "ledger.heads"
"""In a data folder: the journal, and the notes of what it must hold (`heads`)."""
KEPT = 6
"""Automatic copies. They cover the last evenings of a table that plays every week, at start and
end."""
_MAKING = threading.Lock()
"""One copy at a time, at the start of a server and at the end of an evening, or both at once: two
would choose the same number."""
_NAME = re.compile(r"ledger-([0-9]{4,9})-[0-9-]{10}\.db")


class CopyFailedError(UnavailableError):
    def __init__(self, source: Path, reason: str) -> None:
        super().__init__(
            f"The database {source.name} could not be copied ({reason}); look at it with "
            "`companion doctor`."
        )


def copy_database(source: Path, target: Path) -> None:
    """A whole copy in one file, checked and on the disk. It replaces `target` in one step.

    Raises CopyFailedError, OSError.
    """
    new = target.with_name(f".{target.name}{UNFINISHED}")
    new.unlink(missing_ok=True)
    try:
        with (
            looked_into(source) as of,
            contextlib.closing(sqlite3.connect(new)) as to,
        ):
            of.backup(to)
            to.execute("PRAGMA journal_mode = DELETE")  # one file, even if the source had several
            problems = damage(to)
            if problems:
                raise CopyFailedError(source, problems)
        os.chmod(new, 0o600)
        sync_file(new)
        move_in(new, target)
    except sqlite3.Error as error:
        raise CopyFailedError(source, str(error)) from error
    finally:
        new.unlink(missing_ok=True)


def as_text(raw: bytes) -> str:
    """Text of a database. A damaged byte may be no UTF-8; what it stands in then fails its check
    like any other."""
    return raw.decode("utf-8", "replace")


@contextlib.contextmanager
def looked_into(database: Path) -> Iterator[sqlite3.Connection]:
    """A database that is only read. Raises sqlite3.Error, OSError."""
    with contextlib.ExitStack() as open_now:
        connection = open_now.enter_context(contextlib.closing(_connected(database)))
        if _wants_to_write(connection):
            copy = Path(open_now.enter_context(tempfile.TemporaryDirectory(prefix="companion-")))
            copy_files(database.parent, copy, database.name, f"{database.name}-wal")
            copied = _connected(copy / database.name)
            connection = open_now.enter_context(contextlib.closing(copied))
        yield connection


def _connected(database: Path) -> sqlite3.Connection:
    # SQLite takes no name of a machine, `file://nas/…`, but its path, `file:////nas/…`.
    address = database.absolute().as_uri().removeprefix("file://")
    here = address if address.startswith("/") else f"//{address}"
    connection = sqlite3.connect(f"file://{here}?mode=ro", uri=True)
    connection.text_factory = as_text
    return connection


def _wants_to_write(connection: sqlite3.Connection) -> bool:
    """Whether the database lies where nothing can be written, or where the disk is full. SQLite
    writes beside one that nobody has open even when it only reads."""
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode
        shut = code & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
        return shut or code == sqlite3.SQLITE_IOERR_SHMSIZE
    return False


def copy_files(of: Path, to: Path, *names: str) -> None:
    """Copy those of these files that are in a folder to another one. Raises OSError."""
    for name in names:
        if (of / name).exists():
            shutil.copyfile(of / name, to / name)


def damage(connection: sqlite3.Connection) -> str:
    """The first thing that SQLite finds wrong in a database; empty if nothing is."""
    try:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else " ".join(str(found).split())


@dataclass(frozen=True)
class Copies:
    """The automatic copies of a data folder, the newest first.

    They have numbers, not times, because a clock may be set back, or be in 1970.
    """

    data: Path

    @property
    def folder(self) -> Path:
        return self.data / "backups"

    def listed(self) -> list[Path]:
        try:
            found = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        except OSError:
            return []
        return sorted(found, key=_number, reverse=True)

    def make(self) -> Path | None:
        """Make a copy, unless the last one holds the same, and remove the oldest beyond the limit.

        A damaged database is not copied, and then no copy is removed. Raises CopyFailedError,
        OSError.
        """
        with _MAKING:
            return self._make()

    def _make(self) -> Path | None:
        source = self.data / DATABASE
        before = self.listed()
        if not source.exists() or (before and _held(before[0]) == _held(source)):
            return None
        private_folder(self.folder)
        number = _number(before[0]) + 1 if before else 1
        target = self.folder / f"ledger-{number:04}-{datetime.date.today()}.db"
        copy_database(source, target)
        for old in self.listed()[KEPT:]:
            old.unlink(missing_ok=True)
        sync_folder(self.folder)
        return target


def _number(path: Path) -> int:
    match = _NAME.fullmatch(path.name)
    return int(match[1]) if match else 0


def _held(database: Path) -> list[tuple[int, int, str]] | None:
    """The last entry of each evening: its number and its checksum. After a restore an evening may
    go on in another way, and come to as many entries as before."""
    try:
        with looked_into(database) as connection:
            # With MAX, SQLite takes the checksum from the same row.
            return connection.execute(
                "SELECT evening, MAX(version), checksum FROM event GROUP BY evening"
            ).fetchall()
    except sqlite3.Error:
        return None
