"""The server for phones and tablets: cheroot, with TLS by our own certificate, or without."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import logging
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

from cheroot import wsgi
from cheroot.makefile import MakeFile
from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.ssl import Adapter
from flask import Flask

from companion.base.errors import NotAllowedError, UnavailableError
from companion.base.settings import Settings
from companion.web.fair_socket import FairSocket
from companion.web.request_head import MOST_HEAD, MOST_SMALL
from companion.web.services import Services
from companion.web.session import own_names
from companion.web.waiting_room import WaitingRoom

_log = logging.getLogger(__name__)

_THREADS_FOR_CALLS = 20
"""Threads in addition to those of the watchers, each of which holds one while it follows a game."""
_NAME_ANSWERS_S = 1.0
"""Seconds that an answer about the machine's own name may take. Set by hand; it is a matter of
milliseconds where the name is known."""
_ANYWHERE = ("0.0.0.0", "::")


class PortTakenError(NotAllowedError):
    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"Port {port} on {host} is taken by another program; close it or choose another with "
            "--port.",
            field="port",
        )


class PortForbiddenError(NotAllowedError):
    def __init__(self, port: int) -> None:
        super().__init__(
            f"This user may not open port {port}; choose another with --port, above 1023.",
            field="port",
        )


class HostUnknownError(NotAllowedError):
    def __init__(self, host: str) -> None:
        super().__init__(
            f"This machine has no address {host}; choose one of its own with --host, or 0.0.0.0 "
            "for all.",
            field="host",
        )


class CertificateDamagedError(UnavailableError):
    def __init__(self, certificate: Path, key: Path, error: Exception) -> None:
        why = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        super().__init__(
            f"The certificate {certificate} and its key {key.name} cannot be used ({why}); remove "
            "both, then new ones are made and browsers ask once more."
        )


class Server:
    """Serves the app until `stop`. Listens as soon as it is made.

    Raises PortTakenError, PortForbiddenError, HostUnknownError.
    """

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._services: Services = app.extensions["companion"]
        self._server = HomeServer(
            (settings.host, settings.port),
            app,
            numthreads=settings.watchers + _THREADS_FOR_CALLS,
            request_queue_size=512,
            shutdown_timeout=1,
        )
        # Nothing larger is read; the calls have their own, smaller limits.
        self._server.max_request_body_size = max(
            app.config["MAX_CONTENT_LENGTH"], settings.backup_limit
        )
        self._server.max_request_header_size = MOST_HEAD
        if not settings.http:
            # Plain HTTP starts without the cryptography that it does not need.
            from companion.web.certificate import home_certificate

            certificate = home_certificate(
                settings.data, own_names(settings.hosts), ["127.0.0.1", "::1", *own_addresses()]
            )
            self._server.ssl_adapter = _tls(*certificate)
        try:
            self._server.prepare()
        except UnicodeError:  # no name of a machine can be so
            raise HostUnknownError(settings.host) from None
        except OSError as error:
            raise _why_not(self._server.refused or error, settings) from error
        self._settings = settings
        self._services.urls = lambda: self.urls

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses of the server, the best first, without a final slash. They change when the
        router comes up after the server, or gives another address."""
        scheme = "http" if self._settings.http else "https"
        port = self._server.bind_addr[1]
        everywhere = self._settings.host in _ANYWHERE
        hosts = [*own_addresses(), "localhost"] if everywhere else [self._settings.host]
        return tuple(
            f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
            for host in hosts
        )

    def serve(self) -> None:
        """Blocks until `stop` is called from another thread."""
        self._server.serve()

    def stop(self) -> None:
        """Ends the streams, lets running calls finish, and closes the port."""
        self._services.hub.close()
        self._server.stop()


def own_addresses() -> list[str]:
    """The addresses of this machine on its home network; the one it speaks from comes first."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing; it only asks which address would be used. The
    # target is in the block that is reserved for examples.
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    # Addresses with a scope, `fe80::1%eth0`, mean nothing to another machine.
    asked = [a for a in [*found, *_addresses_by_name()] if "%" not in a]
    usable = [a for a in asked if not ipaddress.ip_address(a).is_loopback]
    first = [a for a in found if a in usable]
    others = sorted(set(usable) - set(first), key=lambda a: (ipaddress.ip_address(a).version, a))
    return first + others


def _addresses_by_name() -> list[str]:
    """The addresses that this machine's name stands for. Where the network does not know the name,
    a Mac waits many seconds for an answer; this does not."""
    found: list[str] = []

    def ask() -> None:
        with contextlib.suppress(OSError):
            infos = socket.getaddrinfo(socket.gethostname(), None)
            found.extend(str(info[4][0]) for info in infos)

    asking = threading.Thread(target=ask, name="own addresses", daemon=True)
    asking.start()
    asking.join(_NAME_ANSWERS_S)
    return list(found)


class HomeServer(wsgi.Server):
    """cheroot with a waiting room before its threads.

    It logs as this program does, and remembers why it could not listen.
    """

    refused: OSError | None = None
    room: WaitingRoom

    def prepare(self) -> None:
        super().prepare()
        self._connections: Any
        self._connections.close()
        self._connections = self.room = WaitingRoom(self)

    def connection(self, sock: socket.socket, address: str, port: int) -> Connection:
        """The connection of a client that was let in."""
        connection = Connection(self, sock)
        connection.remote_addr, connection.remote_port = address, port
        connection.ssl_env = self.ssl_adapter.get_environ() if self.ssl_adapter else {}
        return connection

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:
        try:
            bound: socket.socket = super().bind(family, type, proto)
        except OSError as error:
            self.refused = error
            raise
        return bound

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        _log.log(level, msg, exc_info=traceback)


class _Tls(Adapter):
    """TLS that leaves the handshake to the waiting room."""

    def __init__(self, certificate: Path, key: Path) -> None:
        super().__init__(certificate, key)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.load_cert_chain(certificate, key)

    def bind(self, sock: socket.socket) -> socket.socket:
        return sock

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, Any]]:
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, self.get_environ()

    def get_environ(self) -> dict[str, str]:
        return {"wsgi.url_scheme": "https", "HTTPS": "on"}

    def makefile(self, sock: socket.socket, mode: str = "r", bufsize: int = -1) -> Any:
        return MakeFile(sock, mode, bufsize)


class _Request(HTTPRequest):
    """Does not receive the rest of an upload that nobody wants; the waiting room drops it."""

    def send_headers(self) -> None:
        remaining = getattr(self.rfile, "remaining", 0)
        unheard = self.chunked_read and not getattr(self.rfile, "closed", False)
        if unheard or remaining > MOST_SMALL:
            self.close_connection = True
        super().send_headers()


class Connection(HTTPConnection):
    """A connection that goes back and forth between the waiting room and the threads."""

    RequestHandlerClass = _Request
    remote_addr: str
    remote_port: int

    def __init__(self, server: HomeServer, sock: socket.socket) -> None:
        self.fair = FairSocket(sock)
        super().__init__(server, self.fair, MakeFile)
        self._uploads = False

    def goes_to_work(self, heard: bytearray, uploads: bool) -> None:
        """heard: what the waiting room has of the request. uploads: the room counts it as an
        upload."""
        self.fair.renew()
        self.fair.ahead += heard
        self._uploads = uploads

    def communicate(self) -> bool:
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            if self._uploads:
                self._uploads = False
                self.server.room.upload_done(self.remote_addr)

    def left_over(self) -> bytes:
        """What was received after the last request."""
        ahead = bytes(self.fair.ahead)
        self.fair.ahead.clear()
        return (self.rfile.read1(1 << 20) if self.rfile.has_data() else b"") + ahead

    def close(self) -> None:
        self.server.room.see_off(self)


def _tls(certificate: Path, key: Path) -> _Tls:
    """Raises CertificateDamagedError."""
    try:
        return _Tls(certificate, key)
    except (OSError, ValueError) as error:  # of ssl, too
        raise CertificateDamagedError(certificate, key, error) from None


def _why_not(error: OSError, settings: Settings) -> NotAllowedError:
    if error.errno in (errno.EACCES, errno.EPERM):
        return PortForbiddenError(settings.port)
    if error.errno == errno.EADDRINUSE:
        return PortTakenError(settings.host, settings.port)
    return HostUnknownError(settings.host)
