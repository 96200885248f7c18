"""Server-sent events: every change of an evening to every page that follows it.

A page that is slow or gone never holds up the others. Each has its own mailbox. If too much waits
in it, the oldest goes, because every message holds the whole state of its version.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.base.forms import json_text
from companion.ledger.shown import News
from companion.web.problems import TooManyWatchersError

HEARTBEAT_S = 15.0
"""Seconds of silence after which a watcher gets a sign of life, so that a lost one is noticed."""


_MOST_WAITING = 500
"""Versions that wait for one watcher. A long evening has some 200. Set by hand, not measured."""


class Mailbox:
    """What one watcher has not been told yet: every version, with the newest draft of its next
    hand."""

    def __init__(self, evening: str | None, address: str = "") -> None:
        self.evening = evening
        self.address = address
        self._news: dict[tuple[str, int], News] = {}  # by evening and version, the oldest first
        self._closed = False
        self._arrived = threading.Condition()

    def put(self, message: News) -> None:
        with self._arrived:
            key = message.id, message.version
            waiting = self._news.get(key)
            # The threads of two drafts may arrive in the wrong order; the newer one stays.
            if waiting is None or waiting.draft <= message.draft:
                what = message.what or (waiting and waiting.what)
                self._news[key] = replace(message, what=what)
            if len(self._news) > _MOST_WAITING:
                del self._news[next(iter(self._news))]
            self._arrived.notify()

    def take(self, timeout_s: float) -> list[News] | None:
        """The news; none after `timeout_s` seconds; None when the server stops."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._news or self._closed, timeout_s)
            if self._closed:
                return None
            news = list(self._news.values())
            self._news.clear()
            return news

    def close(self) -> None:
        with self._arrived:
            self._closed = True
            self._arrived.notify()


class Hub:
    """All watchers. limit: how many at once; each holds a thread of the server.

    If all places are taken, the address that holds the most gives its oldest to an address that
    holds at least two fewer. So one device may follow with as many pages as nobody else wants.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._mailboxes: dict[Mailbox, None] = {}  # the oldest first
        self._closed = False

    def __len__(self) -> int:
        with self._lock:
            return len(self._mailboxes)

    def publish(self, message: News) -> None:
        """Tell everyone who follows this evening."""
        with self._lock:
            interested = [
                mailbox
                for mailbox in self._mailboxes
                if mailbox.evening is None or mailbox.evening == message.id
            ]
        for mailbox in interested:
            mailbox.put(message)

    def join(self, evening: str | None, address: str = "") -> Mailbox:
        """A mailbox for one evening, or for all. Raises TooManyWatchersError."""
        mailbox = Mailbox(evening, address)
        with self._lock:
            if self._closed:
                raise TooManyWatchersError
            if len(self._mailboxes) >= self._limit:
                self._make_room_for(address)
            self._mailboxes[mailbox] = None
        return mailbox

    def _make_room_for(self, address: str) -> None:
        of = Counter(mailbox.address for mailbox in self._mailboxes)
        ((most, count),) = of.most_common(1)
        if count < of[address] + 2:
            raise TooManyWatchersError
        oldest = next(mailbox for mailbox in self._mailboxes if mailbox.address == most)
        del self._mailboxes[oldest]
        oldest.close()

    def leave(self, mailbox: Mailbox) -> None:
        with self._lock:
            self._mailboxes.pop(mailbox, None)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._lock:
            self._closed = True
            mailboxes = list(self._mailboxes)
        for mailbox in mailboxes:
            mailbox.close()


class Stream:
    """The body of one watcher's answer: the present state, then the news, then heartbeats.

    It leaves the hub when the server closes the answer. The server does so when the client is gone,
    which it notices at the next message or heartbeat.
    """

    def __init__(
        self, hub: Hub, mailbox: Mailbox, first: News | None, heartbeat_s: float = HEARTBEAT_S
    ) -> None:
        self._hub = hub
        self._mailbox = mailbox
        self._parts = self._run(first, heartbeat_s)

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        self._hub.leave(self._mailbox)

    def _run(self, first: News | None, heartbeat_s: float) -> Iterator[bytes]:
        # A browser waits so many milliseconds before it calls again.
        yield b"retry: 1000\n\n"
        told: dict[str, tuple[int, int]] = {}
        news: list[News] | None = [] if first is None else [first]
        while news is not None:
            for message in news:
                # The mailbox was opened before the first state was read, so it may come twice; and
                # a draft of the version before may come late.
                if _order(message) > told.get(message.id, (0, 0)):
                    told[message.id] = _order(message)
                    yield _event(message)
            news = self._mailbox.take(heartbeat_s)
            if news == []:
                yield b": still here\n\n"


def _order(message: News) -> tuple[int, int]:
    """Drafts of a hand follow each other within one version of the evening."""
    return message.version, message.draft


def _event(message: News) -> bytes:
    text = json_text(message)
    return f"id: {message.version}\ndata: {text}\n\n".encode()
