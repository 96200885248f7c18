"""Who may change the game: PIN, session cookie, token; and who may not call at all.

A session is a random name, signed with a secret in the data folder. So it outlives a restart of the
server, and all sessions end when the PIN changes.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import json
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from flask import Request

from companion.base.errors import UnavailableError
from companion.base.whole_files import FolderReadOnlyError, write_whole
from companion.web.problems import (
    ForeignHostError,
    ForeignOriginError,
    PinNeededError,
    PinWrongError,
    TooManyTriesError,
)

COOKIE = "companion_session"
TOKEN_HEADER = "X-Companion-Token"
COOKIE_LIFE_S = 30 * 24 * 3600
"""Seconds for which a browser keeps the cookie after it was last at the page: thirty days."""
_SECRET_BYTES = 32
"""Bytes of the secret: as many as the hash that signs with it gives."""
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class KeyFileDamagedError(UnavailableError):
    def __init__(self, file: Path, why: str, then: str) -> None:
        super().__init__(f"The file {file} cannot be used ({why}); remove it ({then}).")


class Tries:
    """Counts wrong PINs by address, and makes the guesser wait longer each time.

    free: wrong tries without a wait. The wait doubles from `first_wait_s` to `longest_wait_s`.
    forgets_s: seconds after which one wrong try of an address is forgotten. now: a clock in seconds
    that never runs backwards.
    """

    def __init__(
        self,
        free: int = 5,
        first_wait_s: float = 5.0,
        longest_wait_s: float = 900.0,
        forgets_s: float = 600.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._free = free
        self._first_wait_s = first_wait_s
        self._longest_wait_s = longest_wait_s
        self._forgets_s = forgets_s
        self._now = now
        self._lock = threading.Lock()
        self._wrong: dict[str, _Wrong] = {}

    def wait_s(self, source: str) -> int:
        """Whole seconds that the source must still wait; 0 for none."""
        with self._lock:
            wait = self._kept(source).until - self._now()
        return int(wait) + 1 if wait > 0 else 0

    def any(self, source: str) -> bool:
        """Whether wrong tries of the source are remembered."""
        with self._lock:
            return self._kept(source).count > 0

    def wrong(self, source: str, free: int | None = None, forgets_s: float | None = None) -> None:
        with self._lock:
            now = self._now()
            before = self._kept(source)
            over = before.count + 1 - (self._free if free is None else free)
            # 2 ** 20 seconds is longer than any wait; the limit keeps the power small.
            wait = self._first_wait_s * 2 ** min(over, 20) if over >= 0 else 0.0
            self._wrong[source] = _Wrong(
                before.count + 1,
                now + min(wait, self._longest_wait_s),
                now,
                self._forgets_s if forgets_s is None else forgets_s,
            )

    def right(self, source: str) -> None:
        with self._lock:
            self._wrong.pop(source, None)

    def _kept(self, source: str) -> _Wrong:
        """What is not yet forgotten about a source. The rest is dropped."""
        wrong, now = self._wrong.get(source, _Wrong()), self._now()
        forgotten = int((now - wrong.last) // wrong.forgets_s)
        if forgotten <= 0 or not wrong.count:
            return wrong
        left = replace(
            wrong,
            count=max(0, wrong.count - forgotten),
            last=wrong.last + forgotten * wrong.forgets_s,
        )
        self._wrong[source] = left
        if not left.count and left.until <= now:
            del self._wrong[source]
        return left


@dataclass(frozen=True)
class _Wrong:
    """count: wrong tries. until: the end of the wait. last: when a try was last made or
    forgotten."""

    count: int = 0
    until: float = 0.0
    last: float = 0.0
    forgets_s: float = 1.0


class SignedOut:
    """The sessions that were closed, in a file.

    None is ever forgotten. A cookie bears no date, so a forgotten one would be good again: after a
    while, or at once if the clock was wrong. A line has about 40 bytes, and only a scorekeeper adds
    one.

    file: one line of JSON for each. None: only in memory.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._names: set[str] = set()
        for line in _lines(file):
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self._names.add(str(json.loads(line)["name"]))

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> None:
        """Raises DiskFullError."""
        with self._lock:
            self._names.add(name)
            if self._file is not None:
                lines = [json.dumps({"name": each}) for each in sorted(self._names)]
                with contextlib.suppress(FolderReadOnlyError):
                    write_whole(self._file, "".join(f"{line}\n" for line in lines).encode())


def _lines(file: Path | None) -> list[str]:
    try:
        return file.read_text("utf-8", "replace").splitlines() if file else []
    except OSError:
        return []


class Sessions:
    """Opens, checks and closes scorekeepers' sessions.

    secret: bytes of the data folder, never sent anywhere.
    """

    # All addresses together have so many wrong tries before those that made some must wait: one
    # guesser on a home network may use many addresses. One try is forgotten a minute.
    _FREE_FOR_ALL = 60
    _FOR_ALL_FORGETS_S = 60.0

    def __init__(
        self,
        pin: str,
        secret: bytes,
        tries: Tries | None = None,
        signed_out: SignedOut | None = None,
    ) -> None:
        self._pin = pin.encode()
        self._secret = hashlib.blake2b(self._pin, key=secret[:64], digest_size=32).digest()
        self._tries = tries or Tries()
        self._signed_out = signed_out or SignedOut()

    def open(self, pin: str, address: str) -> str:
        """The cookie of a new session.

        A right PIN from an address without wrong tries always gets in. Raises PinWrongError,
        TooManyTriesError.
        """
        source = _source(address)
        wait_s = self._tries.wait_s(source)
        if self._tries.any(source):
            wait_s = max(wait_s, self._tries.wait_s("everybody"))
        if wait_s:
            raise TooManyTriesError(wait_s)
        if not hmac.compare_digest(pin.encode("utf-8", "surrogatepass"), self._pin):
            self._tries.wrong(source)
            self._tries.wrong("everybody", self._FREE_FOR_ALL, self._FOR_ALL_FORGETS_S)
            raise PinWrongError
        self._tries.right(source)
        name = secrets.token_urlsafe(18)
        return f"{name}.{self._signed('session', name)}"

    def token(self, cookie: str | None) -> str | None:
        """The token that belongs to the cookie; None if the cookie is not valid."""
        name, _, signature = (cookie or "").partition(".")
        if not name or not hmac.compare_digest(
            signature.encode(), self._signed("session", name).encode()
        ):
            return None
        return None if name in self._signed_out else self._signed("token", name)

    def close(self, cookie: str | None) -> None:
        """From now on the cookie opens nothing, wherever a copy of it is. Raises DiskFullError."""
        if cookie is not None and self.token(cookie) is not None:
            self._signed_out.add(cookie.partition(".")[0])

    def require(self, request: Request) -> None:
        """Raises PinNeededError unless the request carries a valid cookie and its token."""
        token = self.token(request.cookies.get(COOKIE))
        given = request.headers.get(TOKEN_HEADER, "")
        if token is None or not hmac.compare_digest(given.encode(), token.encode()):
            raise PinNeededError

    def _signed(self, purpose: str, name: str) -> str:
        message = f"{purpose}:{name}".encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()


def _source(address: str) -> str:
    """Whom an address stands for. With IPv6 it is a whole network, because a device may use any
    of its addresses."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped:  # as a server on `::` hears of a device that speaks IPv4
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def kept_keys(data: Path, pin: str | None) -> tuple[str, bytes]:
    """The scorekeeper's PIN and the secret of the sessions, made on the first start and saved.

    data: the data folder. pin: one that was asked for; it replaces the old one.
    """
    data.mkdir(parents=True, exist_ok=True)
    secret_file, pin_file = data / "secret", data / "pin"
    secret = _kept(secret_file, "all sessions end then") or secrets.token_bytes(_SECRET_BYTES)
    if len(secret) < _SECRET_BYTES:
        raise KeyFileDamagedError(secret_file, "it is too short", "all sessions end then")
    # A new PIN that was asked for takes the place of a damaged one, too.
    kept = "" if pin else _kept_pin(pin_file)
    wanted = pin or kept or f"{secrets.randbelow(10**6):06}"
    with contextlib.suppress(FolderReadOnlyError):  # kept in memory as long as this server runs
        if not secret_file.exists():
            write_whole(secret_file, secret)
        if wanted != kept:
            write_whole(pin_file, f"{wanted}\n".encode())
    return wanted, secret


def _kept_pin(file: Path) -> str:
    """Raises KeyFileDamagedError."""
    then = "a new PIN is made then, or give one with --pin"
    try:
        pin = _kept(file, then).decode("ascii").strip()
    except UnicodeDecodeError:
        raise KeyFileDamagedError(file, "it holds no text", then) from None
    if pin and not (4 <= len(pin) <= 64 and pin.isprintable()):
        raise KeyFileDamagedError(file, "it holds no PIN", then)
    return pin


def _kept(file: Path, then: str) -> bytes:
    """What the file holds, nothing where there is none. Raises KeyFileDamagedError."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise KeyFileDamagedError(file, str(error.strerror), then) from None


def own_names(extra: Iterable[str] = ()) -> frozenset[str]:
    """The names of this machine on a home network, in lower case."""
    hostname = socket.gethostname().lower()
    short = hostname.partition(".")[0]
    names = {"localhost", hostname, short, f"{short}.local", f"{short}.lan", f"{short}.home"}
    return frozenset(names | {name.lower() for name in extra})


def check_host(request: Request, names: frozenset[str]) -> None:
    """Refuse a Host that is neither an IP address nor a name of this machine.

    Otherwise a foreign page could point its own name at this server, and read it as its own. Raises
    ForeignHostError.
    """
    try:
        host = urlsplit(f"//{request.headers.get('Host', '')}").hostname or ""
        if host.rstrip(".") in names:
            return
        ipaddress.ip_address(host)
    except ValueError:
        raise ForeignHostError from None


def check_origin(request: Request) -> None:
    """Refuse a call that may change something and comes from a page of another origin.

    A program that is not a browser sends no Origin, and passes. Raises ForeignOriginError.
    """
    if request.method in _SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    if origin is None:
        if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise ForeignOriginError
    elif origin.lower() != f"{request.scheme}://{request.headers.get('Host', '')}".lower():
        raise ForeignOriginError
