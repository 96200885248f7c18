"""One server for each data folder: a lock that ends with its process, however that ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

from companion.base.errors import NotAllowedError


class FolderInUseError(NotAllowedError):
    def __init__(self, folder: Path, holder: str) -> None:
        by = f" (process {holder})" if holder else ""
        super().__init__(
            f"Another server{by} works with the data folder {folder}; stop it, or choose another "
            "folder with --data.",
            field="data",
        )


class FolderLock:
    """Held from `take` until `free`, or until the process ends. The file says who holds it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Raises FolderInUseError, OSError."""
        file = open(self._folder / "lock", "a+", encoding="utf-8")  # noqa: SIM115
        try:
            _lock(file)
        except OSError:
            with file:
                file.seek(0)
                raise FolderInUseError(self._folder, _number(file)) from None
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()}\n")
        file.flush()
        self._file = file

    def free(self) -> None:
        if self._file is not None:
            _unlock(self._file)
            self._file.close()
            self._file = None

    def __enter__(self) -> FolderLock:
        self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.free()


def _number(file: IO[str]) -> str:
    with contextlib.suppress(OSError, ValueError):
        return str(int(file.read(20)))
    return ""


_BEYOND = 1 << 20
"""Where Windows locks a byte: beyond the part that is read, so that others can read the holder's
number."""


def _lock(file: IO[str]) -> None:
    """Raises OSError if another process holds it."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt

        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)


def _unlock(file: IO[str]) -> None:
    """Others let a lock go when its file is closed; Windows may do so only a while later."""
    if sys.platform == "win32":
        import msvcrt

        with contextlib.suppress(OSError):
            file.seek(_BEYOND)
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
