"""A whole data folder as one ZIP file, and back: evenings, photographs, sets, house rules, camera.

The keys of the server (PIN, secret, certificate) are left out, because people pass backups on.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import lzma
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from companion.base.errors import MalformedError, NotAllowedError, UnavailableError
from companion.base.json_text import parsed
from companion.base.whole_files import (
    UNFINISHED,
    fits_as_name,
    move,
    move_in,
    private_folder,
    sync_file,
    sync_folder,
    unfinished,
)
from companion.base.zips import member
from companion.ledger.copies import DATABASE, HEADS, copy_database, damage, looked_into
from companion.ledger.rows import rows
from companion.ledger.store import DatabaseTooNewError, DatabaseUnusableError, Store

FORMAT, FORM = "mah-jongg-data", 1
_HEAD = "backup.json"
_BESIDE = (f"{DATABASE}-wal", f"{DATABASE}-shm", HEADS)
_NOT_IN_IT = frozenset(
    {DATABASE, *_BESIDE, "lock", "pin", "secret", "signed-out", "backups"}
    | {"certificate.pem", "certificate-key.pem", "certificate.json"}
)
_STAGE, _READY, _REPLACED = f".restore{UNFINISHED}", "restore-ready", "replaced"
_MOST_BYTES = 64 * 1024**3
"""Bytes that a backup may unpack to: some 20,000 photographs of 3 MB. More fills a disk."""
_MOST_OF_HEAD = 16 * 1024**2
"""Bytes of the list of a backup's files, which is read at once: some 100,000 of them."""
# `zipfile` raises RuntimeError if a password is needed, or an unknown method.
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError),
    *(KeyError, ValueError, AttributeError, EOFError),
)


class NotAWholeBackupError(MalformedError):
    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(
            f"{file} is no backup that can be brought back ({reason}); choose a file that "
            "`companion backup` wrote, or one of the folder `backups`."
        )


class DataThereError(NotAllowedError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The data folder {folder} holds evenings already; choose an empty one with --data, or "
            "say --replace to set them aside."
        )


class BackupNotWrittenError(UnavailableError):
    def __init__(self, file: Path, error: OSError) -> None:
        super().__init__(
            f"The backup {file} cannot be written ({error.strerror}); choose another place."
        )


class BackupUnreadableError(UnavailableError):
    def __init__(self, file: Path, error: OSError) -> None:
        super().__init__(
            f"The backup {file} cannot be read ({error.strerror}); nothing was changed. Give the "
            "user who runs this command a copy of it.",
            field="file",
        )


class RestoreFailedError(UnavailableError):
    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            f"The backup could not be brought back into {folder} ({error.strerror}); nothing there "
            "was changed. Free some space or choose another folder with --data."
        )


@dataclass(frozen=True)
class Contents:
    """What a backup or a folder holds: how many of each."""

    evenings: int
    files: int


def write_backup(data: Path, file: Path) -> Contents:
    """Write everything of the data folder to one file, even while a server uses the folder.

    Raises BackupNotWrittenError, CopyFailedError.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            copy = Path(folder) / DATABASE
            copy_database(data / DATABASE, copy)
            folder_of = file.absolute().parent
            handle, new = unfinished(folder_of)
            try:
                with os.fdopen(handle, "wb") as target:
                    kept = _pack(target, data, copy)
                    target.flush()
                    os.fsync(target.fileno())
                move_in(new, file)
            finally:
                new.unlink(missing_ok=True)
    except OSError as error:
        raise BackupNotWrittenError(file, error) from error
    return kept


def _pack(target: IO[bytes], data: Path, copy: Path) -> Contents:
    digests: dict[str, str] = {}
    with zipfile.ZipFile(target, "w") as packed:
        for name, path in [(DATABASE, copy), *_files(data)]:
            try:
                content = path.read_bytes()
            except FileNotFoundError:  # removed since the list was made
                continue
            digests[name] = hashlib.sha256(content).hexdigest()
            # Photographs are compressed already.
            small = zipfile.ZIP_STORED if name.startswith("photos/") else zipfile.ZIP_DEFLATED
            packed.writestr(member(name), content, small)
        head = {"format": FORMAT, "form": FORM, "files": digests}
        packed.writestr(member(_HEAD), json.dumps(head), zipfile.ZIP_DEFLATED)
    return Contents(_evenings(copy), len(digests) - 1)


def _files(data: Path) -> Iterator[tuple[str, Path]]:
    """What else a data folder holds, by its name in the folder. What the program would never call
    so is somebody else's, and on another system it could not be brought back."""
    for path in sorted(data.rglob("*")):
        within = path.relative_to(data)
        top = within.parts[0]
        outside = top.casefold() in _NOT_IN_IT or top.startswith((".", _READY, _REPLACED))
        own = not outside and all(map(fits_as_name, within.parts))
        if own and path.is_file() and not path.is_symlink() and path.suffix != UNFINISHED:
            yield within.as_posix(), path


def restore_backup(file: Path, data: Path, replace: bool = False) -> Contents:
    """Bring a backup, or an automatic copy, back into a data folder that no server uses.

    replace: what is there moves to a folder `replaced-…`. If the program is killed at any moment,
    the next start finds the folder as it was, or finishes this. Raises NotAWholeBackupError,
    DataThereError, UnavailableError.
    """
    try:
        file.open("rb").close()
    except OSError as error:
        raise BackupUnreadableError(file, error) from error
    try:
        private_folder(data)
        finish_restore(data)
        if (data / DATABASE).exists() and _evenings(data / DATABASE) and not replace:
            raise DataThereError(data)
        with staged(data) as stage:
            if zipfile.is_zipfile(file):
                _unpack(file, stage)
            else:
                shutil.copyfile(file, stage / DATABASE)
            kept = _checked(file, stage)
    except OSError as error:
        raise RestoreFailedError(data, error) from error
    return kept


@contextlib.contextmanager
def staged(data: Path) -> Iterator[Path]:
    """A folder in which to put together files that will replace those with the same names.

    `ledger.db` is among them. At the end of the block all of them are replaced, or none. Raises
    OSError.
    """
    stage = data / _STAGE
    shutil.rmtree(stage, ignore_errors=True)
    private_folder(stage)
    try:
        yield stage
        _sync(stage)
        move(stage, data / _READY)
        sync_folder(data)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    finish_restore(data)


def finish_restore(data: Path) -> None:
    """Put in place what a restore had ready, if there is any. Raises OSError."""
    ready = data / _READY
    if not ready.is_dir():
        return
    aside = _aside(data)
    if (ready / DATABASE).exists():
        # Before the database itself, because these belong to the old one.
        for name in (*_BESIDE, DATABASE):
            _set_aside(data / name, aside / name)
        # Hands that are set aside need theirs if they come back: none is cleared for a week.
        for picture in (data / "photos").glob("*/*"):
            os.utime(picture)
    for path in sorted(ready.rglob("*")):
        if path.is_file():
            within = path.relative_to(ready)
            (data / within).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _set_aside(data / within, aside / within)
            move_in(path, data / within)
    shutil.rmtree(ready, ignore_errors=True)  # what is left, the next start removes
    sync_folder(data)


def _aside(data: Path) -> Path:
    """A new folder for what is replaced."""
    named = (p.name.removeprefix(f"{_REPLACED}-") for p in data.glob(f"{_REPLACED}-*"))
    numbers = [int(name) for name in named if name.isdecimal()]
    return data / f"{_REPLACED}-{max(numbers, default=0) + 1}"


def _set_aside(path: Path, aside: Path) -> None:
    if path.exists():
        aside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        move(path, aside)


def _unpack(file: Path, stage: Path) -> None:
    """Raises NotAWholeBackupError, OSError."""
    try:
        with zipfile.ZipFile(file) as packed:
            if packed.getinfo(_HEAD).file_size > _MOST_OF_HEAD:
                raise NotAWholeBackupError(file, "it is too large")
            head = parsed(packed.read(_HEAD), f"{_HEAD} in {file.name}")
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise NotAWholeBackupError(file, "it is another kind of file")
            if head.get("form") != FORM:
                raise NotAWholeBackupError(file, "it was written by a later version")
            if sum(each.file_size for each in packed.infolist()) > _MOST_BYTES:
                raise NotAWholeBackupError(file, "it is too large")
            for name, digest in head["files"].items():
                path = stage / _inside(file, name)
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                with packed.open(name) as content, path.open("w+b") as target:
                    shutil.copyfileobj(content, target)
                    target.seek(0)
                    found = hashlib.file_digest(target, "sha256").hexdigest()
                if found != digest:
                    raise NotAWholeBackupError(file, f"{name} in it is damaged")
                path.chmod(0o600)
    except _DAMAGED as error:
        raise NotAWholeBackupError(file, f"it is damaged: {error}") from None


def _inside(file: Path, name: str) -> PurePosixPath:
    """The name, if it stays within the folder on every system, and is not one of the server's keys.
    To some systems, large letters are as good as small ones."""
    path = PurePosixPath(name)
    within = bool(path.parts) and all(map(fits_as_name, path.parts))
    if not within or (path.parts[0].casefold() in _NOT_IN_IT and name != DATABASE):
        raise NotAWholeBackupError(file, f"it names {name}")
    return path


def _checked(file: Path, stage: Path) -> Contents:
    """What was unpacked, after a check: this program can use the database, which is brought to its
    present form. Raises NotAWholeBackupError, UnavailableError."""
    database = stage / DATABASE
    with contextlib.closing(sqlite3.connect(database)) as connection:
        problem = damage(connection)
        if not problem:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if "event" not in {name for (name,) in tables}:
                problem = "there is no journal in it"
    if problem:
        raise NotAWholeBackupError(file, problem)
    try:
        with contextlib.closing(Store(database)) as store, store.snapshot() as connection:
            evenings = len(rows(connection))
    except DatabaseTooNewError:
        raise NotAWholeBackupError(file, "it was written by a later version") from None
    except DatabaseUnusableError as error:
        raise NotAWholeBackupError(file, error.reason) from None
    database.chmod(0o600)
    return Contents(evenings, sum(p.is_file() for p in stage.rglob("*")) - 1)


def _evenings(database: Path) -> int:
    """The number of evenings. One if it cannot be read, so that nothing is taken for empty."""
    if not database.stat().st_size:
        return 0
    try:
        with looked_into(database) as connection:
            return int(connection.execute("SELECT COUNT(*) FROM evening").fetchone()[0])
    except sqlite3.Error:
        return 1


def _sync(stage: Path) -> None:
    for path in stage.rglob("*"):
        if path.is_dir():
            sync_folder(path)
        else:
            sync_file(path)
    sync_folder(stage)
