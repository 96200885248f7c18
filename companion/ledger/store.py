"""The database file: one writer, many readers. An answer comes when the data is on disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from companion.base.errors import UnavailableError
from companion.base.whole_files import DiskFullError, FolderReadOnlyError
from companion.ledger.copies import as_text
from companion.ledger.migrations import MIGRATIONS, migrate, unknown_steps, what_is_missing


class DatabaseBusyError(UnavailableError):
    sentence = (
        "Another program is holding the database, so nothing was stored; close it and do it again."
    )


class DatabaseUnusableError(UnavailableError):
    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"The database {path.name} cannot be used ({reason}), so nothing was stored; "
            "check the disk and the rights of the data folder. If it is damaged, stop the server "
            "and run `companion doctor --mend`, which saves what is whole, here and in the copies."
        )
        self.reason = reason


class DatabaseTooNewError(UnavailableError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The database {path.name} was written by a later version of this program; install "
            "that version, or choose another data folder."
        )


class Store:
    """The SQLite database of one data folder. It is safe to use from many threads.

    With a write-ahead log and full synchronisation, a transaction that was answered survives a
    power cut. Foreign keys are on.

    path: the database file; its folder must exist. busy_timeout_s: how long a writer waits for
    another process, or for another thread. writable: False for a copy of a database that can only
    be read.

    Raises UnavailableError (one of the classes above) if the file cannot be used.
    """

    def __init__(self, path: Path, busy_timeout_s: float = 5.0, writable: bool = True) -> None:
        self.path = path
        self.writable = writable
        self._busy_timeout_s = busy_timeout_s
        self._writing = threading.RLock()
        self._reading = threading.Lock()
        with self._translated(), ExitStack() as closed_unless_usable:
            self._writer = closed_unless_usable.enter_context(closing(self._connect()))
            migrate(self._writer)
            if unknown_steps(self._writer):
                raise DatabaseTooNewError(path)
            missing = what_is_missing(self._writer)
            if missing:
                raise DatabaseUnusableError(path, f"{missing} is missing")
            self._reader = self._connect()
            closed_unless_usable.pop_all()

    @property
    def schema(self) -> int:
        """The number of migrations that this program knows; all are applied."""
        return len(MIGRATIONS)

    @contextmanager
    def atomic(self, derived: bool = False) -> Iterator[sqlite3.Connection]:
        """One writing transaction: on disk at the end of the block, or not done at all.

        derived: what is written follows from the journal, and need not outlast the program.
        """
        if not self.writable and not derived:
            raise FolderReadOnlyError
        with self.alone(), self._translated():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                # After some errors, a full disk among them, SQLite has already rolled back.
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other thread writes meanwhile. What follows a transaction within the block is done
        before the next one begins."""
        if not self._writing.acquire(timeout=self._busy_timeout_s):
            raise DatabaseBusyError
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Reads that see one state of the database, whatever a writer does."""
        with self._reading, self._translated():
            self._reader.execute("BEGIN")
            try:
                yield self._reader
            finally:
                if self._reader.in_transaction:
                    self._reader.execute("ROLLBACK")

    def close(self) -> None:
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path,
            timeout=self._busy_timeout_s,
            isolation_level=None,  # transactions begin by hand, as IMMEDIATE
            check_same_thread=False,  # the locks above let in one thread at a time
        )
        connection.text_factory = as_text
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # Without these, a Mac's disk may still hold what is said to be on it.
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA checkpoint_fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """SQLite's errors as sentences for a person."""
        try:
            yield
        except sqlite3.Error as error:
            # The low byte is the primary code; the rest says where it happened. Python's own errors
            # have none.
            whole = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE)
            code = whole & 0xFF
            # The second: of the file ledger.db-shm, which is made when the database is opened.
            if code == sqlite3.SQLITE_FULL or whole == sqlite3.SQLITE_IOERR_SHMSIZE:
                raise DiskFullError from error
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise DatabaseBusyError from error
            if code in _UNUSABLE:
                raise DatabaseUnusableError(self.path, str(error)) from error
            raise


_UNUSABLE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_ERROR,  # the tables are not those of this program
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
