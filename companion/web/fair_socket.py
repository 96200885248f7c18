"""A connection whose other side must keep up, both when it sends and when it receives."""

from __future__ import annotations

import errno
import socket
import ssl
import time
from typing import Any

PATIENCE_S = 8.0
"""How long one request may keep a thread waiting for the network, in all …"""
SLOWEST = 16 * 1024
"""… and a second more for so many bytes that were sent or received. A weak signal in the next
room has ten times as much."""


class FairSocket:
    """What cheroot reads from and writes to a connection.

    plain: the connection itself. ahead: received already, and read first. The waiting time counts
    from `renew` on. Raises TimeoutError if the other side is too slow.
    """

    def __init__(self, sock: socket.socket) -> None:
        self.plain = sock
        self.ahead = bytearray()
        self._waited_s = 0.0
        self._moved = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def renew(self) -> None:
        """A new request begins."""
        self._waited_s, self._moved = 0.0, 0

    def recv_into(self, buffer: Any) -> int:
        if self.ahead:
            count = min(len(buffer), len(self.ahead))
            buffer[:count] = self.ahead[:count]
            del self.ahead[:count]
            return count
        return self._fairly(self.plain.recv_into, buffer)

    def send(self, data: bytes) -> int:
        return self._fairly(self.plain.send, data)

    def _fairly(self, move: Any, data: Any) -> int:
        left_s = PATIENCE_S + self._moved / SLOWEST - self._waited_s
        if left_s <= 0:
            raise TimeoutError("timed out")
        self.plain.settimeout(left_s)
        start = time.monotonic()
        try:
            count: int = move(data)
        except ssl.SSLError as error:
            # The other side hung up in a way that only TLS calls an error.
            raise ConnectionResetError(errno.ECONNRESET, str(error)) from None
        finally:
            self._waited_s += time.monotonic() - start
        self._moved += count
        return count
