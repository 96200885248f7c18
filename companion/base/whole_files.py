"""Files that are written whole or not at all, for their owner alone."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
import time
from pathlib import Path

from companion.base.errors import UnavailableError

UNFINISHED = ".new"
"""How the name of a file ends that is still being written; it begins with a point."""
_LEFT_BEHIND_S = 3600.0
"""Age from which a file that is being written is one that somebody no longer writes."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where nothing more can be written."""


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
    handle, new = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        move_in(Path(new), path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def move_in(new: Path, path: Path) -> None:
    """Put a whole file, already on the disk, in the place of another. Raises OSError."""
    os.replace(new, path)
    sync_folder(path.parent)


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
