"""Checks on the data folder before anything in it is opened."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from companion.base.errors import UnavailableError
from companion.base.whole_files import (
    clear_unfinished,
    private_file,
    private_folder,
    unfinished,
)
from companion.ledger.copies import (
    DATABASE,
    HEADS,
    Copies,
    CopyFailedError,
    copy_database,
    copy_files,
)
from companion.ledger.whole_backup import finish_restore


class LedgerMissingError(UnavailableError):
    def __init__(self, data: Path, state: str, other: str) -> None:
        copies = Copies(data).listed()
        do = (
            f'bring the last copy back with `companion restore "{copies[0]}" --data "{data}"`'
            if copies
            else "bring a backup back with `companion restore`"
        )
        super().__init__(
            f"The database {data / DATABASE} is {state}, though {other} of earlier evenings are "
            f"there; {do}, or choose another folder with --data to start fresh."
        )


@dataclass(frozen=True)
class DataFolder:
    """database: the file to work with; a copy in another place if the folder can only be read.
    heads: the notes that belong to it."""

    database: Path
    heads: Path
    writable: bool

    def release(self) -> None:
        """Remove the copy, once nobody reads it any more."""
        if not self.writable:
            shutil.rmtree(self.database.parent, ignore_errors=True)


def opened(data: Path, read_only: bool = False) -> DataFolder:
    """Make the folder if it is missing, finish what a killed program began, and check the database.

    The database must be there if it ever was. read_only: leave the folder as it is, as if it could
    not be written. Raises LedgerMissingError, OSError.
    """
    if read_only or not is_writable(data):
        _check_there(data)
        copy = _copied(data)
        return DataFolder(copy / DATABASE, copy / HEADS, writable=False)
    private_folder(data)
    finish_restore(data)
    clear_unfinished(data)
    _check_there(data)
    database = data / DATABASE
    for each in data.glob(f"{DATABASE}*"):
        private_file(each)
    if not database.exists():  # SQLite makes it, and others could read it
        os.close(os.open(database, os.O_CREAT | os.O_WRONLY, 0o600))
    return DataFolder(database, data / HEADS, writable=True)


def _check_there(data: Path) -> None:
    """Raises LedgerMissingError."""
    database = data / DATABASE
    size = database.stat().st_size if database.exists() else None
    if not size:
        other = _others(data)
        if other:
            raise LedgerMissingError(data, "missing" if size is None else "empty", other)


def is_writable(data: Path) -> bool:
    """Whether the folder can be written. This is tried, because the disk may be mounted read-only.

    A missing folder counts as writable; making it says what is wrong.
    """
    if not data.is_dir():
        return True
    try:
        handle, tried = unfinished(data)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return False
    os.close(handle)
    tried.unlink()
    return True


def _others(data: Path) -> str:
    """What of earlier evenings is beside the database; empty if nothing is."""
    found = {
        "copies": bool(Copies(data).listed()),
        "photographs": any((data / "photos").glob("*/*")),
        f"notes ({HEADS})": _has_content(data / HEADS),
        f"entries ({DATABASE}-wal)": _has_content(data / f"{DATABASE}-wal"),
    }
    return ", ".join(what for what, there in found.items() if there)


def _has_content(file: Path) -> bool:
    with contextlib.suppress(OSError):
        return file.stat().st_size > 0
    return False


def _copied(data: Path) -> Path:
    """A folder with a copy of the database to read: SQLite writes beside a database even when it
    only reads. Raises OSError."""
    folder = Path(tempfile.mkdtemp(prefix="companion-"))
    try:
        # The notes may lag behind the database, but not run ahead of it, so they come first.
        copy_files(data, folder, HEADS)
        if not _copied_whole(data, folder):
            copy_files(data, folder, DATABASE, f"{DATABASE}-wal")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _copied_whole(data: Path, folder: Path) -> bool:
    """Let SQLite copy a database that a server has open, since files that change while they are
    copied do not fit together. Not possible if it is damaged."""
    # Where nobody has it open, SQLite would make this file, and leave it there.
    if not (data / f"{DATABASE}-shm").exists():
        return False
    try:
        copy_database(data / DATABASE, folder / DATABASE)
    except (CopyFailedError, OSError):
        return False
    return True
