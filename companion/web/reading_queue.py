"""Photographs wait for each other; nothing else waits for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from companion.base.errors import UnavailableError

PLACES = 6
"""One photograph that is read and five that wait: the four hands of a table, and two more. Each
holds a thread of the server, and its upload on the disk."""
WAIT_S = 2
"""How long a client is told to wait before it tries again: the time of a few readings."""


class ReadingBusyError(UnavailableError):
    def __init__(self) -> None:
        super().__init__(
            "Other photographs are being read just now; send this one again in a moment."
        )
        self.wait_s = WAIT_S


class ReadingQueue:
    """places: how many requests may hold one at the same time."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = threading.BoundedSemaphore(places)
        self._turn = threading.Lock()

    @contextmanager
    def place(self) -> Iterator[AbstractContextManager[bool]]:
        """Take a place before the upload is received.

        Enter what is yielded to work with the pictures, one request at a time, so that memory stays
        level. Raises ReadingBusyError at once if no place is free.
        """
        if not self._places.acquire(blocking=False):
            raise ReadingBusyError
        try:
            yield self._turn
        finally:
            self._places.release()
