"""The server that phones and tablets reach: cheroot, with TLS of our own making, or without."""

from __future__ import annotations

import errno
import ipaddress
import logging
import socket
import ssl
from pathlib import Path
from typing import Any

from cheroot import wsgi
from cheroot.makefile import StreamReader, StreamWriter
from cheroot.server import HTTPConnection
from cheroot.ssl import Adapter
from flask import Flask

from companion.errors import NotAllowedError
from companion.settings import Settings
from companion.web.services import Services
from companion.web.session import own_names

_log = logging.getLogger(__name__)

# Besides the threads of the watchers, each of which holds one as long as it follows a game.
_THREADS_FOR_CALLS = 20
_ANYWHERE = ("0.0.0.0", "::", "")


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
            f"This user may not open port {port}; choose one above 1023 with --port.", field="port"
        )


class HostUnknownError(NotAllowedError):
    def __init__(self, host: str) -> None:
        super().__init__(
            f"This machine has no address {host}; choose one of its own with --host, or 0.0.0.0 "
            "for all.",
            field="host",
        )


class Server:
    """Serves the app until `stop`. Listens from the moment it is made.

    Raises PortTakenError, PortForbiddenError, HostUnknownError.
    """

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._services: Services = app.extensions["companion"]
        self._server = _HomeServer(
            (settings.host, settings.port),
            app,
            numthreads=settings.watchers + _THREADS_FOR_CALLS,
            request_queue_size=128,
            timeout=20,
            shutdown_timeout=2,
        )
        self._server.ConnectionClass = _Connection
        # Nothing beyond this is read; the calls have their own, smaller bounds.
        self._server.max_request_body_size = max(
            app.config["MAX_CONTENT_LENGTH"], settings.backup_limit
        )
        self._server.max_request_header_size = 64 * 1024
        if not settings.http:
            # Plain HTTP starts without the cryptography that it does not need.
            from companion.web.certificate import home_certificate

            certificate = home_certificate(
                settings.data, own_names(settings.hosts), ["127.0.0.1", "::1", *own_addresses()]
            )
            self._server.ssl_adapter = _Tls(*certificate)
        try:
            self._server.prepare()
        except OSError as error:
            raise _why_not(self._server.refused or error, settings) from error
        self._services.urls = self._urls(settings)

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the server can be reached, the best first, without a closing slash."""
        return self._services.urls

    def serve(self) -> None:
        """Blocks until `stop` is called from another thread."""
        self._server.serve()

    def stop(self) -> None:
        """Ends the streams, lets calls that run come to their end, and closes the port."""
        self._services.hub.close()
        self._server.stop()

    def _urls(self, settings: Settings) -> tuple[str, ...]:
        scheme = "http" if settings.http else "https"
        port = self._server.bind_addr[1]
        everywhere = settings.host in _ANYWHERE
        hosts = [*own_addresses(), "localhost"] if everywhere else [settings.host]
        return tuple(
            f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
            for host in hosts
        )


def own_addresses() -> list[str]:
    """The addresses of this machine on its home network, the one it speaks from first."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing; it only asks which address would be used. The
    # target is of the block that is kept for examples.
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        infos = []
    # Addresses with a scope, `fe80::1%eth0`, mean nothing to another machine.
    named = [str(info[4][0]) for info in infos if "%" not in str(info[4][0])]
    usable = [a for a in [*found, *named] if not ipaddress.ip_address(a).is_loopback]
    first = [a for a in found if a in usable]
    others = sorted(set(usable) - set(first), key=lambda a: (ipaddress.ip_address(a).version, a))
    return first + others


class _HomeServer(wsgi.Server):
    """Logs as this program does, and remembers why it could not listen."""

    refused: OSError | None = None

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
    """TLS whose handshake is left to the thread that serves the connection.

    Done where connections are accepted, a client that connects and says nothing would hold up
    everybody else.
    """

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
        return (StreamReader if "r" in mode else StreamWriter)(sock, mode, bufsize)


class _Connection(HTTPConnection):
    """Shakes hands before the first request where the connection speaks TLS."""

    _greeted = False

    def communicate(self) -> bool:
        if isinstance(self.socket, ssl.SSLSocket) and not self._greeted:
            self._greeted = True
            try:
                self.socket.do_handshake()
            except (OSError, ValueError) as error:
                if "HTTP_REQUEST" in str(error):
                    self._point_to_https()
                return False
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def _point_to_https(self) -> None:
        """Tell somebody who typed http:// what to type; TLS has not begun, so in the clear."""
        sentence = b"This server speaks HTTPS: put https:// before its address.\n"
        head = (
            b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n" % len(sentence)
        )
        with socket.socket(fileno=socket.dup(self.socket.fileno())) as plain:
            plain.sendall(head + sentence)


def _why_not(error: OSError, settings: Settings) -> NotAllowedError:
    if error.errno in (errno.EACCES, errno.EPERM):
        return PortForbiddenError(settings.port)
    if error.errno == errno.EADDRINUSE:
        return PortTakenError(settings.host, settings.port)
    return HostUnknownError(settings.host)
