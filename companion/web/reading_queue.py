"""Photographs wait for each other; nothing else waits for them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from companion.base.errors import UnavailableError

PLACES = 6
"""One photograph that is read and five that wait: the four hands of a table, and two more. Each
holds a thread of the server, and its upload on the disk."""
PLACES_OF_ONE = 4
"""The same, from one address. So one device may send the hands of a whole table, and leaves room
for another device, whatever it sends."""
WAIT_S = 2
"""How long a client is told to wait before it tries again: the time of a few readings."""


class ReadingBusyError(UnavailableError):
    def __init__(self) -> None:
        super().__init__(
            "Other photographs are being read just now; send this one again in a moment."
        )
        self.wait_s = WAIT_S


class ReadingQueue:
    """places, of_one: how many requests may hold one at the same time, in all and from one
    address."""

    def __init__(self, places: int = PLACES, of_one: int = PLACES_OF_ONE) -> None:
        self._most, self._most_of_one = places, of_one
        self._held: Counter[str] = Counter()
        self._counting = threading.Lock()
        self._turn = threading.Lock()

    @contextmanager
    def place(self, address: str) -> Iterator[AbstractContextManager[bool]]:
        """Take a place for a client before its upload is received.

        Enter what is yielded to work with the pictures, one request at a time, so that memory stays
        level. Raises ReadingBusyError at once if no place is free.
        """
        with self._counting:
            if self._held.total() >= self._most or self._held[address] >= self._most_of_one:
                raise ReadingBusyError
            self._held[address] += 1
        try:
            yield self._turn
        finally:
            with self._counting:
                self._held[address] -= 1
                self._held += Counter()  # forgets addresses that hold nothing
