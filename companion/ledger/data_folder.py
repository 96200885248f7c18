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
from companion.base.whole_files import clear_unfinished, private_file, private_folder
from companion.ledger.copies import Copies
from companion.ledger.whole_backup import finish_restore

DATABASE = "ledger.db"


class LedgerMissingError(UnavailableError):
    def __init__(self, data: Path, state: str, other: str) -> None:
        copies = Copies(data).listed()
        do = (
            f"bring the last copy back with `companion restore {copies[0]} --data {data}`"
            if copies
            else "bring a backup back with `companion restore`"
        )
        super().__init__(
            f"The database {data / DATABASE} is {state}, though {other} of earlier evenings are "
            f"there; {do}, or choose another folder with --data to start fresh."
        )


@dataclass(frozen=True)
class DataFolder:
    """database: the file to work with; a copy in another place if the folder can only be read."""

    database: Path
    writable: bool


def opened(data: Path, read_only: bool = False) -> DataFolder:
    """Make the folder if it is missing, finish what a killed program began, and check the database.

    The database must be there if it ever was. read_only: leave the folder as it is, as if it could
    not be written. Raises LedgerMissingError, OSError.
    """
    if read_only or not is_writable(data):
        _check_there(data)
        return DataFolder(_copied(data), writable=False)
    private_folder(data)
    finish_restore(data)
    clear_unfinished(data)
    _check_there(data)
    database = data / DATABASE
    for each in data.glob(f"{DATABASE}*"):
        private_file(each)
    if not database.exists():  # SQLite makes it, and others could read it
        os.close(os.open(database, os.O_CREAT | os.O_WRONLY, 0o600))
    return DataFolder(database, writable=True)


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
        handle, name = tempfile.mkstemp(dir=data, prefix=".", suffix=".new")
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return False
    os.close(handle)
    os.unlink(name)
    return True


def _others(data: Path) -> str:
    """What of earlier evenings is beside the database; empty if nothing is."""
    found = {
        "copies": bool(Copies(data).listed()),
        "photographs": any((data / "photos").glob("*/*")),
        "notes (ledger.heads)": _has_content(data / "ledger.heads"),
        "entries (ledger.db-wal)": _has_content(data / "ledger.db-wal"),
    }
    return ", ".join(what for what, there in found.items() if there)


def _has_content(file: Path) -> bool:
    with contextlib.suppress(OSError):
        return file.stat().st_size > 0
    return False


def _copied(data: Path) -> Path:
    """SQLite writes beside a database even when it only reads, so it gets a copy to read."""
    folder = Path(tempfile.mkdtemp(prefix="companion-"))
    for name in (DATABASE, f"{DATABASE}-wal"):
        if (data / name).exists():
            shutil.copyfile(data / name, folder / name)
    return folder / DATABASE
