"""How far each evening had come, noted beside the database.

If a place in `ledger.db-wal` is damaged, or the file is gone, SQLite leaves out what follows and
says nothing. The evening is then as it was some hands ago, and looks right. These notes show it.
They are written after the database, so they may lag behind it but never run ahead. A
reader may hold an older state of it, so it takes the notes from before that state began.
"""

from __future__ import annotations

import contextlib
import os
import threading
import zlib
from collections.abc import Mapping
from pathlib import Path

from companion.base.whole_files import AS_BYTES, swap_in

_MOST_LINES = 2000
"""Lines of the file before it is written again with one line an evening: under 50 kB."""


class Heads:
    """file: one line for each entry, `ID VERSION CHECK`. What cannot be read is left out.

    kept: False if nothing may be written.
    """

    def __init__(self, file: Path, kept: bool = True) -> None:
        self._file = file
        self._kept = kept
        self._lock = threading.Lock()
        self._lines = 0
        self._told: dict[str, int] = {}
        with contextlib.suppress(OSError):
            for line in file.read_bytes().splitlines():  # older ones may have Windows' ends
                self._take(line)

    @property
    def told(self) -> Mapping[str, int]:
        """The last version that was noted, by the evening's id. It stays as it is while others
        write."""
        return dict(self._told)

    def note(self, id: str, version: int) -> None:
        """A note that cannot be written is left out. It is only a guard; nothing depends on it."""
        with self._lock, contextlib.suppress(OSError):
            self._told[id] = max(version, self._told.get(id, 0))
            if not self._kept:
                return
            if self._lines >= _MOST_LINES:
                swap_in(self._file, b"".join(_line(*each) for each in self._told.items()))
                self._lines = len(self._told)
                return
            handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | AS_BYTES, 0o600)
            try:
                # A killed program may have left half a line; it ends here.
                os.write(handle, b"\n" + _line(id, version))
                self._lines += 1
            finally:
                os.close(handle)

    def _take(self, line: bytes) -> None:
        self._lines += 1
        with contextlib.suppress(ValueError):
            id, version, _ = line.decode("ascii").split(" ")
            if _line(id, int(version)).rstrip() == line:
                self._told[id] = max(int(version), self._told.get(id, 0))


def _line(id: str, version: int) -> bytes:
    text = f"{id} {version}".encode()
    return text + f" {zlib.crc32(text):08x}\n".encode()
