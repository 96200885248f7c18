"""The ledger of all evenings: the journal on disk, and the evenings that follow from it."""

from __future__ import annotations

import datetime
import json
import secrets
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from companion.errors import CompanionError, ConflictError, NotFoundError
from companion.ledger.evening import Evening, replay, step
from companion.ledger.events import Event, Recorded, Started
from companion.ledger.form import event_from_json, from_json, to_json
from companion.ledger.photos import Photos, PhotosNotKeptError
from companion.ledger.rulebook import Rulebook
from companion.ledger.rulebooks import Rulebooks
from companion.ledger.store import Store
from companion.ledger.summary import FORM, Summary, summarise

_KEPT_IN_MEMORY = 32
_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


class EveningMissingError(NotFoundError):
    def __init__(self) -> None:
        super().__init__("There is no such evening; choose one from the list of evenings.")


class StaleVersionError(ConflictError):
    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            f"Somebody else was quicker: this evening is at version {version}, not {expected}; "
            "look at what changed and enter it again if it is still needed.",
            field="If-Match",
        )


class HandTakenError(ConflictError):
    def __init__(self, n: int, next_hand: int) -> None:
        super().__init__(
            f"Hand {n} is settled already and the next one is {next_hand}; look at what was "
            "entered, and correct it if it is wrong.",
            field="n",
        )


class KeyUsedError(ConflictError):
    def __init__(self) -> None:
        super().__init__(
            "This key was used for another entry; send each new entry with a key of its own.",
            field="Idempotency-Key",
        )


class BackupDiffersError(ConflictError):
    def __init__(self) -> None:
        super().__init__(
            "This evening is here already and went on differently; nothing was changed. "
            "Read the backup into an empty data folder to look at it."
        )


@dataclass(frozen=True)
class Change:
    """What one call did. repeated: the key was known, and nothing was changed now."""

    before: Evening
    after: Evening
    event: Event
    repeated: bool = False


@dataclass(frozen=True)
class Page:
    """Some evenings of a longer list. total: how many there are in all."""

    evenings: tuple[Summary, ...]
    total: int


@dataclass(frozen=True)
class _Held:
    """evening: as it was last worked out, None where it was not yet. news: the events since."""

    number: int
    rules: Rulebook
    evening: Evening | None
    news: list[Recorded]


Listener = Callable[[Evening, Event], None]


class Ledger:
    """All evenings of one data folder. Safe to use from many threads.

    data: the folder; made where it is missing.
    clock: for the times that people read; the order of things never depends on it.

    Raises UnavailableError where the database cannot be opened.
    """

    def __init__(
        self,
        data: Path,
        clock: Callable[[], datetime.datetime] | None = None,
        busy_timeout_s: float = 5.0,
    ) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.store = Store(data / "ledger.db", busy_timeout_s)
        self.photos = Photos(data / "photos")
        self.rulebooks = Rulebooks(data / "rulesets")
        self._clock = clock or (lambda: datetime.datetime.now().astimezone())
        self._listeners: list[Listener] = []
        self._evenings: OrderedDict[str, tuple[Rulebook, Evening]] = OrderedDict()
        self._rulebooks: dict[str, Rulebook] = {}
        self._lock = threading.Lock()

    def listen(self, listener: Listener) -> None:
        """Call `listener` after every change, from the thread that made it."""
        self._listeners.append(listener)

    def close(self) -> None:
        self.store.close()

    # Reading

    def evening(self, id: str) -> Evening:
        """The evening as it is now. Raises EveningMissingError, UnavailableError."""
        return self.evening_and_rules(id)[0]

    def evening_and_rules(self, id: str) -> tuple[Evening, Rulebook]:
        """The same with the rules that are locked into it."""
        with self.store.snapshot() as connection:
            held = self._held(connection, id)
        # Worked out after the database is free for others: a long evening takes its time.
        return self._caught_up(id, held), held.rules

    def check(self, id: str) -> None:
        """Raises EveningMissingError where there is no such evening."""
        with self.store.snapshot() as connection:
            _row(connection, id)

    def warm_up(self) -> None:
        """Work the newest evening out, which is likely to go on after a restart."""
        for summary in self.evenings(limit=1).evenings:
            self.evening(summary.id)

    def preview(self, id: str, make: Callable[[Evening], Event]) -> Change:
        """What `change` would do; nothing is stored. Raises as `change` does."""
        before, rules = self.evening_and_rules(id)
        event = make(before)
        recorded = Recorded(before.version + 1, event, self._now())
        return Change(before, step(rules, before, recorded), event)

    def journal(self, id: str) -> tuple[Recorded, ...]:
        """Every event of the evening, undone ones too. Raises EveningMissingError."""
        with self.store.snapshot() as connection:
            number, _ = _row(connection, id)
            return tuple(_events(connection, number))

    def evenings(self, search: str = "", offset: int = 0, limit: int | None = None) -> Page:
        """The evenings whose title, players, date or rules hold every word of `search`, the
        newest first."""
        with self.store.snapshot() as connection:
            stale = _stale_summaries(connection)
        if stale:
            self._summarise_anew(stale)
        with self.store.snapshot() as connection:
            return _page(connection, search, offset, limit)

    # Writing

    def start(self, plan: Started, rules: Rulebook, key: str | None = None) -> Evening:
        """Start an evening and answer it, once it is on disk.

        plan: the setup; its `id` and `rulebook` are filled in here.
        rules: copied into the database, so that the evening keeps them for good.
        Raises KeyUsedError, UnavailableError.
        """
        with self.store.atomic() as connection:
            if key is not None:
                row = connection.execute("SELECT id FROM evening WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    return self._started_before(connection, row[0], plan, rules)
            id = _new_id(connection)
            started = replace(plan, id=id, rulebook=rules.digest)
            recorded = Recorded(1, started, self._now())
            evening = replay(rules, [recorded])
            _insert_evening(connection, id, rules, key)
            self._record(connection, evening, recorded)
        self._remember(id, rules, evening)
        self._tell(evening, started)
        return evening

    def change(
        self,
        id: str,
        make: Callable[[Evening], Event],
        *,
        key: str | None = None,
        expected: int | None = None,
    ) -> Change:
        """Add one event to an evening, and answer once it is on disk.

        make: the event, given the evening as it is; it may raise a CompanionError.
        key: the same key again answers the same and changes nothing.
        expected: the version that the caller has seen; another one is refused.

        Raises EveningMissingError, StaleVersionError, KeyUsedError, UnavailableError, and what
        `make` and `evening.step` raise; nothing is stored then.
        """
        with self.store.atomic() as connection:
            number, rules, before = self._current(connection, id)
            if key is not None:
                repeated = self._repeated(connection, number, rules, make, key)
                if repeated is not None:
                    return repeated
            if expected is not None and expected != before.version:
                raise StaleVersionError(expected, before.version)
            event = make(before)
            recorded = Recorded(before.version + 1, event, self._now(), key)
            after = step(rules, before, recorded)
            self._record(connection, after, recorded)
        self._remember(id, rules, after)
        self._tell(after, event)
        return Change(before, after, event)

    def keep_photo(self, id: str, image: bytes) -> str:
        """Store a picture of the evening, and answer its name once it is on disk.

        Raises EveningMissingError, PhotosNotKeptError, NoPhotoError, UnavailableError.
        """
        if not self.evening(id).setup.keep_photos:
            raise PhotosNotKeptError
        return self.photos.keep(id, image)

    def restore(self, journal: Iterable[Recorded], rules: Rulebook) -> tuple[Evening, bool]:
        """Read a backup in: the evening, and whether anything was new.

        An evening that is here already is left as it is, or goes on where the backup is longer.
        Raises BackupDiffersError, and what `evening.replay` raises; nothing is stored then.
        """
        events = tuple(journal)
        first = events[0].event
        assert isinstance(first, Started)
        evening = replay(rules, events)
        with self.store.atomic() as connection:
            try:
                number, _ = _row(connection, first.id)
                present = tuple(_events(connection, number))
            except EveningMissingError:
                _insert_evening(connection, first.id, rules, None)
                present = ()
            common = min(len(present), len(events))
            if present[:common] != events[:common]:
                raise BackupDiffersError
            if len(present) >= len(events):
                return self._current(connection, first.id)[2], False
            for recorded in events[common:]:
                self._record(connection, evening, recorded)
        self._remember(first.id, rules, evening)
        self._tell(evening, events[-1].event)
        return evening, True

    # Within

    def _summarise_anew(self, ids: list[str]) -> None:
        """Write the summaries that an earlier program left out or wrote in another form."""
        with self.store.atomic() as connection:
            for id in ids:
                number, _, evening = self._current(connection, id)
                _write_summary(connection, number, summarise(evening))

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")

    def _tell(self, evening: Evening, event: Event) -> None:
        for listener in self._listeners:
            listener(evening, event)

    def _remember(self, id: str, rules: Rulebook, evening: Evening) -> None:
        with self._lock:
            held = self._evenings.get(id)
            # Two threads may come here in the wrong order; the later state stays.
            if held is None or held[1].version <= evening.version:
                self._evenings[id] = (rules, evening)
            self._evenings.move_to_end(id)
            while len(self._evenings) > _KEPT_IN_MEMORY:
                self._evenings.popitem(last=False)

    def _current(self, connection: sqlite3.Connection, id: str) -> tuple[int, Rulebook, Evening]:
        """Number, rules and state of an evening, from memory as far as that goes.

        Within a writing transaction only to be called before anything is written in it.
        """
        held = self._held(connection, id)
        return held.number, held.rules, self._caught_up(id, held)

    def _held(self, connection: sqlite3.Connection, id: str) -> _Held:
        """What memory has of an evening, and what the journal has beyond it."""
        number, digest = _row(connection, id)
        with self._lock:
            rules, evening = self._evenings.get(id, (None, None))
        rules = rules or self._rulebook(connection, digest)
        news = list(_events(connection, number, after=evening.version if evening else 0))
        return _Held(number, rules, evening, news)

    def _caught_up(self, id: str, held: _Held) -> Evening:
        evening = held.evening
        if evening is None:
            evening = replay(held.rules, held.news)
        else:
            for recorded in held.news:
                evening = step(held.rules, evening, recorded)
        if held.news:
            self._remember(id, held.rules, evening)
        return evening

    def _rulebook(self, connection: sqlite3.Connection, digest: str) -> Rulebook:
        if digest not in self._rulebooks:
            self._rulebooks[digest] = Rulebook.from_document(_document(connection, digest))
        return self._rulebooks[digest]

    def _started_before(
        self, connection: sqlite3.Connection, id: str, plan: Started, rules: Rulebook
    ) -> Evening:
        number, held, _ = self._current(connection, id)
        first = next(iter(_events(connection, number)))
        if first.event != replace(plan, id=id, rulebook=rules.digest):
            raise KeyUsedError
        return replay(held, [first])

    def _repeated(
        self,
        connection: sqlite3.Connection,
        number: int,
        rules: Rulebook,
        make: Callable[[Evening], Event],
        key: str,
    ) -> Change | None:
        """The answer that this key had, worked out again from the journal up to there."""
        row = connection.execute(
            "SELECT version FROM event WHERE evening = ? AND key = ?", (number, key)
        ).fetchone()
        if row is None:
            return None
        journal = [
            recorded for recorded in _events(connection, number) if recorded.version <= row[0]
        ]
        before = replay(rules, journal[:-1])
        event = journal[-1].event
        try:
            same = make(before) == event
        except CompanionError:
            same = False
        if not same:
            raise KeyUsedError
        return Change(before, step(rules, before, journal[-1]), event, repeated=True)

    def _record(self, connection: sqlite3.Connection, evening: Evening, recorded: Recorded) -> None:
        """Write one event, and the summary of the evening as it is after it."""
        (number,) = connection.execute(
            "SELECT number FROM evening WHERE id = ?", (evening.setup.id,)
        ).fetchone()
        connection.execute(
            "INSERT INTO event (evening, version, kind, body, at, key) VALUES (?, ?, ?, ?, ?, ?)",
            (
                number,
                recorded.version,
                recorded.event.kind,
                json.dumps(to_json(recorded.event), ensure_ascii=False),
                recorded.at,
                recorded.key,
            ),
        )
        _write_summary(connection, number, summarise(evening))


def _row(connection: sqlite3.Connection, id: str) -> tuple[int, str]:
    """Number and rulebook's digest of an evening. Raises EveningMissingError."""
    row = connection.execute("SELECT number, rulebook FROM evening WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise EveningMissingError
    return row[0], row[1]


def _events(connection: sqlite3.Connection, number: int, after: int = 0) -> Iterator[Recorded]:
    rows = connection.execute(
        "SELECT version, kind, body, at, key FROM event "
        "WHERE evening = ? AND version > ? ORDER BY version",
        (number, after),
    )
    for version, kind, body, at, key in rows:
        yield Recorded(version, event_from_json(kind, json.loads(body)), at, key)


def _document(connection: sqlite3.Connection, digest: str) -> str:
    (document,) = connection.execute(
        "SELECT document FROM rulebook WHERE digest = ?", (digest,)
    ).fetchone()
    return str(document)


def _new_id(connection: sqlite3.Connection) -> str:
    while True:
        id = "".join(secrets.choice(_ID_LETTERS) for _ in range(8))
        if connection.execute("SELECT 1 FROM evening WHERE id = ?", (id,)).fetchone() is None:
            return id


def _insert_evening(
    connection: sqlite3.Connection, id: str, rules: Rulebook, key: str | None
) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO rulebook (digest, document) VALUES (?, ?)",
        (rules.digest, rules.document),
    )
    connection.execute(
        "INSERT INTO evening (id, rulebook, key) VALUES (?, ?, ?)", (id, rules.digest, key)
    )


def _write_summary(connection: sqlite3.Connection, number: int, summary: Summary) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO summary (evening, version, form, search, body) "
        "VALUES (?, ?, ?, ?, ?)",
        (
            number,
            summary.version,
            FORM,
            summary.search_text(),
            json.dumps(to_json(summary), ensure_ascii=False),
        ),
    )


def _stale_summaries(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT evening.id FROM evening LEFT JOIN summary ON summary.evening = evening.number "
        "WHERE summary.form IS NOT ? OR summary.version IS NOT "
        "(SELECT MAX(version) FROM event WHERE event.evening = evening.number)",
        (FORM,),
    )
    return [id for (id,) in rows]


def _page(connection: sqlite3.Connection, search: str, offset: int, limit: int | None) -> Page:
    words = search.casefold().split()
    where = " AND ".join(["instr(search, ?) > 0"] * len(words)) or "1"
    (total,) = connection.execute(f"SELECT COUNT(*) FROM summary WHERE {where}", words).fetchone()
    rows = connection.execute(
        f"SELECT body FROM summary WHERE {where} ORDER BY evening DESC LIMIT ? OFFSET ?",
        (*words, -1 if limit is None else limit, offset),
    )
    return Page(tuple(_summary(body) for (body,) in rows), total)


@lru_cache(maxsize=4096)
def _summary(body: str) -> Summary:
    summary: Summary = from_json(Summary, json.loads(body))
    return summary
