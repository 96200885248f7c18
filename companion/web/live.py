"""Server-sent events: every change of an evening to every page that follows it.

A page that is slow or gone never holds up the others: each has its own mailbox that keeps only
the newest message of each evening, for every message tells the whole present state.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from companion.web.problems import TooManyWatchersError

HEARTBEAT_S = 15.0
Message = Mapping[str, Any]


class Mailbox:
    """What one watcher has still to be told."""

    def __init__(self, evening: str | None) -> None:
        self.evening = evening
        self._news: dict[str, Message] = {}
        self._closed = False
        self._arrived = threading.Condition()

    def put(self, message: Message) -> None:
        with self._arrived:
            # Two writers' threads may arrive in the wrong order; the newer state stays.
            waiting = self._news.get(message["id"])
            if waiting is None or waiting["version"] <= message["version"]:
                self._news[message["id"]] = message
            self._arrived.notify()

    def take(self, timeout_s: float) -> list[Message] | None:
        """The news, none after `timeout_s` seconds, or None when the server stops."""
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
    """All watchers. `limit`: how many at once; each holds a thread of the server."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._mailboxes: set[Mailbox] = set()
        self._closed = False

    def __len__(self) -> int:
        with self._lock:
            return len(self._mailboxes)

    def publish(self, message: Message) -> None:
        """Tell everyone who follows this evening. message: with `id` and `version`."""
        with self._lock:
            interested = [
                mailbox
                for mailbox in self._mailboxes
                if mailbox.evening is None or mailbox.evening == message["id"]
            ]
        for mailbox in interested:
            mailbox.put(message)

    def join(self, evening: str | None) -> Mailbox:
        """A mailbox for one evening, or for all. Raises TooManyWatchersError."""
        mailbox = Mailbox(evening)
        with self._lock:
            if self._closed or len(self._mailboxes) >= self._limit:
                raise TooManyWatchersError
            self._mailboxes.add(mailbox)
        return mailbox

    def leave(self, mailbox: Mailbox) -> None:
        with self._lock:
            self._mailboxes.discard(mailbox)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._lock:
            self._closed = True
            mailboxes = list(self._mailboxes)
        for mailbox in mailboxes:
            mailbox.close()


class Stream:
    """The body of one watcher's answer: the present state, then the news, then heartbeats.

    Leaves the hub when the server closes the answer, which it does when the client is gone:
    the next message, or the heartbeat at the latest, cannot be written then.
    """

    def __init__(
        self, hub: Hub, mailbox: Mailbox, first: Message | None, heartbeat_s: float = HEARTBEAT_S
    ) -> None:
        self._hub = hub
        self._mailbox = mailbox
        self._parts = self._run(first, heartbeat_s)

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        self._hub.leave(self._mailbox)

    def _run(self, first: Message | None, heartbeat_s: float) -> Iterator[bytes]:
        # A browser waits this long, in milliseconds, before it calls again.
        yield b"retry: 1000\n\n"
        told: dict[str, int] = {}
        news: list[Message] | None = [] if first is None else [first]
        while news is not None:
            for message in news:
                # The mailbox was opened before the first state was read, so it may repeat it.
                if message["version"] > told.get(message["id"], 0):
                    told[message["id"]] = message["version"]
                    yield _event(message)
            news = self._mailbox.take(heartbeat_s)
            if news == []:
                yield b": still here\n\n"


def _event(message: Message) -> bytes:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return f"id: {message['version']}\ndata: {text}\n\n".encode()
