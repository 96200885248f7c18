"""Where connections wait without a thread: for the handshake, for a request, for their end.

A thread is taken only when a request is there to be answered. So a client that connects and says
nothing, or sends one letter a minute, holds up nobody. Uploads need a thread while they arrive, so
only a few are received at a time.
"""

from __future__ import annotations

import contextlib
import json
import logging
import selectors
import socket
import ssl
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from operator import attrgetter, itemgetter
from typing import Any, Protocol, TypeVar

from companion.web.fair_socket import SLOWEST, FairSocket
from companion.web.request_head import Heard, heard

_log = logging.getLogger(__name__)

SILENT_S = 20.0
"""Seconds that a connection may say nothing: before its first request, and between two."""
SPEAKING_S = 10.0
"""Seconds for the handshake, head and small body of one request, from the first byte on."""
LEAVING_S = 5.0
"""Seconds for which the rest that a client sends after its answer is received and dropped."""
_LEAVING_BYTES = 64 * 1024 * 1024
"""The most bytes of such a rest that are received and dropped."""
_FEW = selectors.DefaultSelector.__name__ == "SelectSelector"
"""Whether the system can only wait for 512 connections at once, as Windows."""
MOST_WAITING = 400 if _FEW else 800
"""Connections without a request. A process may hold 1,024 files on most systems."""
MOST_OF_ONE = 250 if _FEW else 500
"""The same, from one address. Beyond it, the oldest that never sent a request is closed."""
MOST_UPLOADS = 12
"""Uploads that are received at the same time. They leave eight of the twenty threads for calls."""
UPLOADS_OF_ONE = 8
"""The same, from one address."""
_LOOK_ROUND_S = 0.25
"""Seconds between two looks at connections that have waited too long."""
_ASIDE_S = 0.01
"""Seconds that handshakes may take before requests have their turn again, and so many may what is
received to be dropped. A handshake takes a millisecond on a laptop, most of it for a signature."""
_AT_THE_DOOR = 32
"""Connections that are let in, or put out, before requests have their turn again."""
_PIECE = 64 * 1024
"""Bytes that are received at once."""
_PIECES_AT_ONCE = 16
"""Pieces that are received from one guest before the others have their turn."""

_BUSY_SENTENCE = json.dumps(
    {"error": "Too much is being sent at once; send it again in a moment.", "field": None}
).encode()
_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 2\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(_BUSY_SENTENCE)
) + _BUSY_SENTENCE
_HTTPS_PAGE = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Encrypted</title>
<p>This server speaks HTTPS: put https:// before its address.</p>
<p><a id="encrypted" href="">Open the encrypted page</a></p>
<script>encrypted.href = location.href.replace(/^http:/, "https:")</script>
"""
_HTTPS = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n" % len(_HTTPS_PAGE)
) + _HTTPS_PAGE


class ConnectionNeeded(Protocol):
    """What the room needs of a connection."""

    fair: FairSocket
    remote_addr: str
    remote_port: int

    def goes_to_work(self, heard: bytearray, uploads: bool) -> None:
        """heard: what the room has of the request. uploads: the room counts it as an upload."""

    def left_over(self) -> bytes:
        """What was received after the last request."""


class ServerNeeded(Protocol):
    """What the room needs of the server."""

    socket: Any
    ssl_adapter: Any

    def connection(self, sock: socket.socket, address: str, port: int) -> ConnectionNeeded: ...

    def process_conn(self, conn: Any) -> None:
        """Give the connection to a thread."""


class _State(Enum):
    GREETING = auto()  # the handshake of TLS
    LISTENING = auto()
    LEAVING = auto()


@dataclass(eq=False)
class _Guest:
    """One connection in the room.

    until: when it must leave, on the monotonic clock. connection: what cheroot knows of it, once it
    has had an answer. dropped: bytes received after its last answer.
    """

    sock: socket.socket
    address: str
    port: int
    state: _State
    until: float
    connection: ConnectionNeeded | None = None
    buffer: bytearray = field(default_factory=bytearray)
    dropped: int = 0


class WaitingRoom:
    """Replaces cheroot's ConnectionManager, and has the same calls.

    `run` is the room's own thread. Any thread may call `put`, `see_off` and `upload_done`.
    """

    def __init__(self, server: ServerNeeded) -> None:
        self._server = server
        self._selector = selectors.DefaultSelector()
        self._door: socket.socket = server.socket
        self._door.setblocking(False)
        self._selector.register(self._door, selectors.EVENT_READ)
        # A byte in this pair wakes the room when a connection comes back.
        self._bell, self._ring = socket.socketpair()
        self._bell.setblocking(False)
        self._ring.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._returned: deque[tuple[ConnectionNeeded, bool]] = deque()
        self._guests: dict[int, _Guest] = {}
        self._from: Counter[str] = Counter()
        self._uploads: Counter[str] = Counter()
        self._uploading = threading.Lock()
        self._stop_asked = False
        self._running = False

    # What cheroot asks for

    can_add_keepalive_connection = True

    def put(self, connection: ConnectionNeeded) -> None:
        """A connection whose request was answered, and that may send another."""
        self._come_back(connection, leaves=False)

    def run(self, _interval: float) -> None:
        self._running = True
        looked_round = time.monotonic()
        try:
            while not self._stop_asked:
                self._one_round()
                now = time.monotonic()
                if now - looked_round >= _LOOK_ROUND_S:
                    looked_round = now
                    late = [guest for guest in self._guests.values() if guest.until <= now]
                    for guest in late[:_AT_THE_DOOR]:
                        self._put_out(guest)
        finally:
            self._running = False

    def stop(self) -> None:
        self._stop_asked = True
        self._wake()
        while self._running:
            time.sleep(0.01)

    def close(self) -> None:
        for guest in list(self._guests.values()):
            self._put_out(guest)
        self._selector.close()
        self._bell.close()
        self._ring.close()

    # What connections tell

    def see_off(self, connection: ConnectionNeeded) -> None:
        """A connection that has had its last answer.

        What it still sends is received for a while: closed while it sends, it would lose the
        answer.
        """
        self._come_back(connection, leaves=True)

    def upload_done(self, address: str) -> None:
        with self._uploading:
            self._uploads[address] -= 1
            if not self._uploads[address]:
                del self._uploads[address]

    # Within the room's thread

    def _one_round(self) -> None:
        """Requests first, then some of those who come in, some handshakes and some farewells.

        Whoever is not attended to is still there in the next round.
        """
        ready = [key for key, _ in self._selector.select(_LOOK_ROUND_S)]
        sockets = [key.fileobj for key in ready]
        guests: list[_Guest] = in_turn(key.data for key in ready if key.data is not None)
        if self._bell in sockets:
            self._welcome_back()
        for guest in [guest for guest in guests if guest.state is _State.LISTENING]:
            self._attend(guest)
        if self._door in sockets:
            self._let_in()
        for state in (_State.GREETING, _State.LEAVING):
            end = time.monotonic() + _ASIDE_S
            aside = [guest for guest in guests if guest.state is state]
            # Who has been heard the least comes first, so that everybody gets a turn in time.
            for guest in sorted(aside, key=attrgetter("dropped")):
                self._attend(guest)
                if time.monotonic() >= end:
                    break

    def _attend(self, guest: _Guest) -> None:
        if self._guests.get(guest.sock.fileno()) is not guest:
            return  # it was put out earlier in this round
        try:
            self._hear(guest)
        except Exception:  # of one connection, whatever it was
            _log.info("a connection from %s failed", guest.address, exc_info=True)
            self._put_out(guest)

    def _let_in(self) -> None:
        for _ in range(_AT_THE_DOOR):
            try:
                sock, address = self._door.accept()
            except BlockingIOError:
                return
            except OSError:  # no files left, or the client is gone again
                self._make_room()
                return
            with contextlib.suppress(OSError):  # the client is gone, which is heard later
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            host = str(address[0])
            if self._from[host] >= MOST_OF_ONE:
                self._make_room(host)
            elif len(self._guests) >= MOST_WAITING:
                self._make_room()
            sock.setblocking(False)
            plain = self._server.ssl_adapter is None
            state = _State.LISTENING if plain else _State.GREETING
            until = time.monotonic() + SILENT_S
            self._seat(_Guest(sock, host, int(address[1]), state, until))

    def _seat(self, guest: _Guest) -> None:
        self._guests[guest.sock.fileno()] = guest
        self._from[guest.address] += 1
        self._selector.register(guest.sock, selectors.EVENT_READ, guest)

    def _leave_seat(self, guest: _Guest) -> None:
        if self._guests.pop(guest.sock.fileno(), None) is None:
            return
        self._selector.unregister(guest.sock)
        self._from[guest.address] -= 1
        if not self._from[guest.address]:
            del self._from[guest.address]

    def _put_out(self, guest: _Guest) -> None:
        self._leave_seat(guest)
        with contextlib.suppress(OSError):
            guest.sock.close()

    def _make_room(self, address: str = "") -> None:
        """Close the oldest connection of an address; those that never had an answer come first.

        Without an address: of the address with the most connections.
        """
        address = address or next((a for a, _ in self._from.most_common(1)), "")
        guests = [g for g in self._guests.values() if g.address == address]
        strangers = [g for g in guests if g.connection is None]
        for guest in (strangers or guests)[:1]:
            self._put_out(guest)

    def _hear(self, guest: _Guest) -> None:
        if guest.state is _State.GREETING and not self._shake_hands(guest):
            return
        for _ in range(_PIECES_AT_ONCE):
            try:
                data = guest.sock.recv(_PIECE)
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
            except OSError:
                data = b""
            if not data:
                self._put_out(guest)
                return
            if guest.state is _State.LEAVING:
                guest.dropped += len(data)
                # Who goes on sending may stay, at the rate that uploads have to keep.
                earned_s = len(data) / SLOWEST
                guest.until = min(guest.until + earned_s, time.monotonic() + LEAVING_S)
                if guest.dropped > _LEAVING_BYTES:
                    self._put_out(guest)
                    return
                continue
            if not guest.buffer:
                guest.until = time.monotonic() + SPEAKING_S
            guest.buffer += data
            if self._understand(guest):
                return

    def _shake_hands(self, guest: _Guest) -> bool:
        """Whether the handshake is done. A client that does not speak TLS is told to."""
        if not isinstance(guest.sock, ssl.SSLSocket):
            self._leave_seat(guest)
            guest.sock, _ = self._server.ssl_adapter.wrap(guest.sock)
            self._seat(guest)
        assert isinstance(guest.sock, ssl.SSLSocket)
        guest.until = min(guest.until, time.monotonic() + SPEAKING_S)
        try:
            guest.sock.do_handshake()
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        except (OSError, ValueError) as error:
            self._leave_seat(guest)
            if "HTTP_REQUEST" not in str(error):
                guest.sock.close()
                return False
            # TLS has not begun, so the answer is not encrypted.
            guest.sock = socket.socket(fileno=guest.sock.detach())
            guest.sock.setblocking(False)
            self._answer_and_leave(guest, _HTTPS)
            return False
        guest.state, guest.until = _State.LISTENING, time.monotonic() + SILENT_S
        return True

    def _understand(self, guest: _Guest) -> bool:
        """Whether the guest has left its seat, to a thread or for good."""
        so_far = heard(guest.buffer)
        if so_far is Heard.PART:
            return False
        upload = so_far is Heard.UPLOAD
        self._leave_seat(guest)
        if upload and not self._upload_begins(guest.address):
            self._answer_and_leave(guest, _BUSY)
            return True
        connection = guest.connection
        if connection is None:
            connection = self._server.connection(guest.sock, guest.address, guest.port)
        connection.goes_to_work(guest.buffer, upload)
        self._server.process_conn(connection)
        return True

    def _upload_begins(self, address: str) -> bool:
        with self._uploading:
            full = self._uploads.total() >= MOST_UPLOADS
            if full or self._uploads[address] >= UPLOADS_OF_ONE:
                return False
            self._uploads[address] += 1
            return True

    def _answer_and_leave(self, guest: _Guest, answer: bytes) -> None:
        """A short answer fits into what the system holds for a connection."""
        try:
            guest.sock.send(answer)
            _shut_down(guest.sock)
        except (OSError, ValueError):
            guest.sock.close()
            return
        guest.state, guest.until = _State.LEAVING, time.monotonic() + LEAVING_S
        guest.buffer.clear()
        self._seat(guest)

    def _come_back(self, connection: ConnectionNeeded, leaves: bool) -> None:
        if self._stop_asked:
            connection.fair.plain.close()
            return
        self._returned.append((connection, leaves))
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full, which wakes the room anyway
            self._ring.send(b"!")

    def _welcome_back(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._bell.recv(4096):
                pass
        while self._returned:
            connection, leaves = self._returned.popleft()
            now, sock = time.monotonic(), connection.fair.plain
            state = _State.LEAVING if leaves else _State.LISTENING
            stay_s = LEAVING_S if leaves else SILENT_S
            address, port = connection.remote_addr, connection.remote_port
            guest = _Guest(sock, address, port, state, now + stay_s, connection)
            try:
                sock.setblocking(False)
                if leaves:
                    _shut_down(sock)
                self._seat(guest)
                guest.buffer += connection.left_over()
                if not (guest.buffer and not leaves and self._understand(guest)):
                    self._hear(guest)  # data that TLS holds already wakes nobody
            except (OSError, ValueError):
                self._put_out(guest)


class _Comer(Protocol):
    @property
    def address(self) -> str: ...


_AnyComer = TypeVar("_AnyComer", bound=_Comer)


def in_turn(guests: Iterable[_AnyComer]) -> list[_AnyComer]:
    """One guest of each address, then the second of each, and so on.

    So a crowd from one address lets all others go before its own second.
    """
    lap: Counter[str] = Counter()
    laps: list[tuple[int, _AnyComer]] = []
    for guest in guests:
        laps.append((lap[guest.address], guest))
        lap[guest.address] += 1
    return [guest for _, guest in sorted(laps, key=itemgetter(0))]


def _shut_down(sock: socket.socket) -> None:
    """The client sees the end of the answer, and may still be heard."""
    socket.socket.shutdown(sock, socket.SHUT_WR)
