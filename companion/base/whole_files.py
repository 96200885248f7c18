"""Files that are written whole or not at all, for their owner alone."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from pathlib import Path

from companion.base.errors import UnavailableError

UNFINISHED = ".new"
"""How the name of a file ends that is still being written; it begins with a point."""
_LEFT_BEHIND_S = 3600.0
"""Age from which a file that is being written is one that somebody no longer writes."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where nothing more can be written."""
_AGAIN_S = 1.0
"""For how long it is tried again where Windows refuses to replace or remove a file because somebody
has it open, such as a program that looks for viruses or words in all that is new. Set by hand."""
_TRY_EVERY_S = 0.02
"""Seconds between two such tries."""
NOT_IN_NAMES = '/\\:*?"<>|'
"""What cannot stand in a file's name on every system."""
_DEVICE = re.compile(r" *(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d) *(\..*)?", re.IGNORECASE)
"""Names that are devices to Windows, whatever ending they have."""
AS_BYTES = getattr(os, "O_BINARY", 0)
"""Flag for `os.open`: bytes stay as they are. Without it, Windows writes two for an end of line."""


class DiskFullError(UnavailableError):
    sentence = (
        "The disk is full, so nothing was stored and nothing was lost; "
        "free some space and do it again."
    )


class FolderReadOnlyError(UnavailableError):
    sentence = (
        "The data folder can only be read, so nothing was stored; evenings can be looked at. "
        "Give this program the right to write there, or choose another folder with --data."
    )


def swap_in(path: Path, content: bytes) -> None:
    """Write the data beside the file, onto the disk, then replace the file in one step.

    Only its owner may read it. Raises OSError.
    """
    handle, new = unfinished(path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        move_in(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def unfinished(folder: Path) -> tuple[int, Path]:
    """A new file to write in, which only its owner may read: its handle, and its path.

    `tempfile` would try names for hours in a folder where Windows lets nobody write. Raises
    OSError.
    """
    new = folder / f".{secrets.token_hex(8)}{UNFINISHED}"
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | AS_BYTES | getattr(os, "O_NOINHERIT", 0)
    return os.open(new, flags, 0o600), new


def move_in(new: Path, path: Path) -> None:
    """Put a whole file, already on the disk, in the place of another. Raises OSError."""
    move(new, path)
    sync_folder(path.parent)


def move(old: Path, new: Path) -> None:
    """Give a file or a folder another name; a file replaces one of that name. Raises OSError."""
    end = time.monotonic() + _AGAIN_S
    while True:
        try:
            os.replace(old, new)
            return
        except PermissionError:
            if os.name != "nt" or time.monotonic() > end:
                raise
            time.sleep(_TRY_EVERY_S)


def sync_file(path: Path) -> None:
    """What was written to a file survives the loss of power. Raises OSError."""
    with open(path, "r+b") as file:  # Windows does that only for one who may write
        os.fsync(file.fileno())


def fits_as_name(name: str) -> bool:
    """Whether every system takes it as the name of a file or a folder."""
    plain = name.isprintable() and not set(name) & set(NOT_IN_NAMES)
    return plain and not name.endswith((".", " ")) and not _DEVICE.fullmatch(name)


def write_whole(path: Path, content: bytes) -> None:
    """Only its owner may read it. Its folder is made where it is missing. Raises DiskFullError,
    FolderReadOnlyError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        swap_in(path, content)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise DiskFullError from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise FolderReadOnlyError from error
        raise


def sync_folder(folder: Path) -> None:
    """A name that was given or changed survives the loss of power, where the system can do it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:  # some file systems of other machines cannot
        pass
    finally:
        os.close(handle)


def private_folder(folder: Path) -> None:
    """Make the folder where it is missing, for its owner alone. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix" and folder.stat().st_mode & 0o077:
        with contextlib.suppress(PermissionError):  # another user's folder that we may write
            folder.chmod(0o700)


def private_file(path: Path) -> None:
    """Take the rights of others from a file that may be older than this rule."""
    if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)


def clear_unfinished(folder: Path) -> None:
    """Remove what killed programs had begun to write, there and in the folders within."""
    for path in folder.rglob(f".*{UNFINISHED}"):
        with contextlib.suppress(OSError):
            if path.is_file() and time.time() - path.stat().st_mtime >= _LEFT_BEHIND_S:
                path.unlink()
