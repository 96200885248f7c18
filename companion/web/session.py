"""Who may change the game: PIN, session cookie, token; and who may not call at all.

A session is a random name signed with a secret that only the data folder knows, so it outlives
a restart of the server, and all sessions end when the PIN changes.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from flask import Request

from companion.ledger.files import write_whole
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
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Tries:
    """Counts wrong PINs by address, and makes the guesser wait ever longer.

    free: wrong tries without a wait. The wait doubles from `first_wait_s` to `longest_wait_s`.
    now: a clock in seconds that never runs backwards.
    """

    def __init__(
        self,
        free: int = 5,
        first_wait_s: float = 5.0,
        longest_wait_s: float = 900.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._free = free
        self._first_wait_s = first_wait_s
        self._longest_wait_s = longest_wait_s
        self._now = now
        self._lock = threading.Lock()
        self._wrong: dict[str, tuple[int, float]] = {}

    def check(self, *sources: str) -> None:
        """Raises TooManyTriesError while any of the sources has to wait."""
        with self._lock:
            wait = max(self._wrong.get(source, (0, 0.0))[1] for source in sources) - self._now()
        if wait > 0:
            raise TooManyTriesError(int(wait) + 1)

    def wrong(self, source: str, free: int | None = None) -> None:
        with self._lock:
            count = self._wrong.get(source, (0, 0.0))[0] + 1
            over = count - (self._free if free is None else free)
            # 2 ** 20 seconds is beyond any wait; the bound keeps the power small.
            wait = self._first_wait_s * 2 ** min(over, 20) if over >= 0 else 0.0
            self._wrong[source] = (count, self._now() + min(wait, self._longest_wait_s))

    def right(self, source: str) -> None:
        with self._lock:
            self._wrong.pop(source, None)


class Sessions:
    """Opens and checks scorekeepers' sessions.

    secret: bytes of the data folder, never sent anywhere.
    """

    # All addresses together have so many wrong tries before everybody waits: one guesser on a
    # home network may take many addresses.
    _FREE_FOR_ALL = 60

    def __init__(self, pin: str, secret: bytes, tries: Tries | None = None) -> None:
        self._pin = pin.encode()
        self._secret = hashlib.blake2b(self._pin, key=secret[:64], digest_size=32).digest()
        self._tries = tries or Tries()

    def open(self, pin: str, address: str) -> str:
        """The cookie of a new session.

        Raises PinWrongError, TooManyTriesError.
        """
        self._tries.check(address, "everybody")
        if not hmac.compare_digest(pin.encode(), self._pin):
            self._tries.wrong(address)
            self._tries.wrong("everybody", free=self._FREE_FOR_ALL)
            raise PinWrongError
        self._tries.right(address)
        name = secrets.token_urlsafe(18)
        return f"{name}.{self._signed('session', name)}"

    def token(self, cookie: str | None) -> str | None:
        """The token that belongs to the cookie, or None where the cookie is not good."""
        name, _, signature = (cookie or "").partition(".")
        if not name or not hmac.compare_digest(
            signature.encode(), self._signed("session", name).encode()
        ):
            return None
        return self._signed("token", name)

    def require(self, request: Request) -> None:
        """Raises PinNeededError unless the request carries a good cookie and its token."""
        token = self.token(request.cookies.get(COOKIE))
        given = request.headers.get(TOKEN_HEADER, "")
        if token is None or not hmac.compare_digest(given.encode(), token.encode()):
            raise PinNeededError

    def _signed(self, purpose: str, name: str) -> str:
        message = f"{purpose}:{name}".encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()


def kept_keys(data: Path, pin: str | None) -> tuple[str, bytes]:
    """The scorekeeper's PIN and the secret of the sessions, made on the first start and kept.

    data: the data folder. pin: one that was asked for; it is kept in place of the old one.
    """
    data.mkdir(parents=True, exist_ok=True)
    secret_file, pin_file = data / "secret", data / "pin"
    if not secret_file.exists():
        write_whole(secret_file, secrets.token_bytes(32))
    kept = pin_file.read_text("utf-8").strip() if pin_file.exists() else ""
    wanted = pin or kept or f"{secrets.randbelow(10**6):06}"
    if wanted != kept:
        write_whole(pin_file, f"{wanted}\n".encode())
    return wanted, secret_file.read_bytes()


def own_names(extra: Iterable[str] = ()) -> frozenset[str]:
    """The names by which this machine is called on a home network, in lower case."""
    hostname = socket.gethostname().lower()
    short = hostname.partition(".")[0]
    names = {"localhost", hostname, short, f"{short}.local", f"{short}.lan", f"{short}.home"}
    return frozenset(names | {name.lower() for name in extra})


def check_host(request: Request, names: frozenset[str]) -> None:
    """Refuse a Host that is neither an IP address nor a name of this machine.

    A foreign page could otherwise point its own name at this server and read it as its own.
    Raises ForeignHostError.
    """
    try:
        host = urlsplit(f"//{request.headers.get('Host', '')}").hostname or ""
        if host.rstrip(".") in names:
            return
        ipaddress.ip_address(host)
    except ValueError:
        raise ForeignHostError from None


def check_origin(request: Request) -> None:
    """Refuse a call that may change something and comes from another origin's page.

    A program that is no browser sends no Origin and passes. Raises ForeignOriginError.
    """
    if request.method in _SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    if origin is None:
        if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise ForeignOriginError
    elif origin.lower() != f"{request.scheme}://{request.headers.get('Host', '')}".lower():
        raise ForeignOriginError
