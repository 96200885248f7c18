"""The ledger of all evenings: the journal on disk, and the evenings that follow from it."""

from __future__ import annotations

import contextlib
import datetime
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from companion.base.errors import CompanionError, ConflictError
from companion.ledger.copies import Copies, looked_into
from companion.ledger.data_folder import opened
from companion.ledger.evening import Evening, changes_nothing
from companion.ledger.events import Event, Recorded, Started
from companion.ledger.heads import Heads
from companion.ledger.locked_rules import Rulebook
from companion.ledger.photos import Photos, PhotosNotKeptError
from companion.ledger.replay import replay, step
from companion.ledger.rows import (
    EveningDamagedError,
    EveningMissingError,
    Row,
    document,
    events,
    insert_evening,
    insert_event,
    insert_unchanged,
    new_id,
    of_key,
    put_document,
    row_of,
    rows,
    stale_summaries,
    summaries,
    unchanged,
    version_of,
    write_summary,
)
from companion.ledger.rulebooks import Rulebooks
from companion.ledger.store import Store
from companion.ledger.summary import Summary, summarise

_KEPT_IN_MEMORY = 32
"""Evenings kept as they were last worked out."""


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


class NotNextHandError(ConflictError):
    def __init__(self, n: int, next_hand: int) -> None:
        super().__init__(
            f"Hand {n} cannot be settled now, since the next one is {next_hand}; settle that one.",
            field="n",
        )


class KeyUsedError(ConflictError):
    sentence = "This key was used for another entry; send each new entry with a key of its own."
    field = "Idempotency-Key"


class BackupDiffersError(ConflictError):
    sentence = (
        "This evening is here already and went on differently; nothing was changed. "
        "Read the backup into an empty data folder to look at it."
    )


@dataclass(frozen=True)
class Change:
    """What one call did. after: the same as before if the event changes nothing and was therefore
    not stored. repeated: the key was known, so nothing changed now."""

    before: Evening
    after: Evening
    event: Event
    repeated: bool = False


@dataclass(frozen=True)
class Page:
    """Some evenings of a longer list.

    total: how many there are in all. damaged: those that cannot be shown, each with a sentence.
    """

    evenings: tuple[Summary, ...]
    total: int
    damaged: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Held:
    """evening: as it was last worked out; None if it was not yet. news: the events since."""

    row: Row
    rules: Rulebook
    evening: Evening | None
    news: list[Recorded]


Listener = Callable[[Evening, Event], None]


class Ledger:
    """All evenings of one data folder. It is safe to use from many threads.

    data: the folder; made if it is missing. clock: for the times that people read; the order of
    events never depends on it. read_only: leave the folder as it is, also if it cannot be written.

    Raises UnavailableError if the database cannot be opened.
    """

    def __init__(
        self,
        data: Path,
        clock: Callable[[], datetime.datetime] | None = None,
        busy_timeout_s: float = 5.0,
        read_only: bool = False,
    ) -> None:
        folder = opened(data, read_only)
        self.data = data
        try:
            self.store = Store(folder.database, busy_timeout_s, writable=folder.writable)
        except BaseException:
            folder.release()
            raise
        self.heads = Heads(folder.heads, kept=folder.writable)
        self._folder = folder
        self.photos = Photos(data / "photos")
        self.rulebooks = Rulebooks(data / "rulesets")
        self._clock = clock or (lambda: datetime.datetime.now().astimezone())
        self._listeners: list[Listener] = []
        self._evenings: OrderedDict[str, tuple[Rulebook, Evening]] = OrderedDict()
        self._rulebooks: dict[str, Rulebook] = {}
        self._damaged: dict[str, str] | None = None
        self._healed: list[Rulebook] = []
        self._lock = threading.Lock()

    def listen(self, listener: Listener) -> None:
        """Call `listener` after every change, from the thread that made it."""
        self._listeners.append(listener)

    def close(self) -> None:
        self.store.close()
        self._folder.release()

    # Reading

    def evening(self, id: str) -> Evening:
        """The evening as it is now. Raises EveningMissingError, UnavailableError."""
        return self.evening_and_rules(id)[0]

    def evening_and_rules(self, id: str) -> tuple[Evening, Rulebook]:
        """The same, with the rules that are locked into it."""
        told = self.heads.told
        with self.store.snapshot() as connection:
            held = self._held(connection, id, told)
        # Worked out when the database is free for others, because a long evening takes time.
        return self._caught_up(id, held), held.rules

    def check(self, id: str) -> None:
        """Raises EveningMissingError if there is no such evening."""
        with self.store.snapshot() as connection:
            row_of(connection, id)

    def warm_up(self) -> None:
        """Work out the newest evening, which is likely to go on after a restart."""
        for summary in self.evenings(limit=1).evenings:
            self.evening(summary.id)

    def preview(self, id: str, make: Callable[[Evening], Event]) -> Change:
        """What `change` would do; nothing is stored. Raises as `change` does."""
        before, rules = self.evening_and_rules(id)
        event = make(before)
        recorded = Recorded(before.version + 1, event, self._now())
        return Change(before, step(rules, before, recorded), event)

    def journal(self, id: str, until: int | None = None) -> tuple[Recorded, ...]:
        """Every event of the evening, also undone events.

        until: the version of an evening that was read before, so that what happened since is not
        told of it. Raises EveningMissingError.
        """
        with self.store.snapshot() as connection:
            whole = events(connection, row_of(connection, id))
            return tuple(each for each in whole if until is None or each.version <= until)

    def evenings(self, search: str = "", offset: int = 0, limit: int | None = None) -> Page:
        """The evenings whose title, players, date or rules hold every word of `search`, newest
        first.

        Damaged evenings are left out and listed. Raises SearchTooLongError.
        """
        damaged = self.look_through()
        with self.store.snapshot() as connection:
            stale = [id for id in stale_summaries(connection) if id not in damaged]
        if stale:
            damaged = self._summarise_anew(stale)
        with self.store.snapshot() as connection:
            found, total = summaries(connection, search, offset, limit)
        shown = tuple(each for each in found if each.id not in damaged)
        return Page(shown, total - (len(found) - len(shown)), tuple(damaged.values()))

    def look_through(self, anew: bool = False) -> Mapping[str, str]:
        """Read every journal once, and return the damaged evenings, each with a sentence.

        Damaged copies of rule books are repaired if possible. anew: read them once more.
        """
        with self._lock:
            known = None if anew else self._damaged
        if known is not None:
            return known
        damaged: dict[str, str] = {}
        told = self.heads.told
        with self.store.snapshot() as connection:
            there = rows(connection)
            for row in there:
                try:
                    last = max((each.version for each in events(connection, row)), default=0)
                    _check_head(told, row.id, last)
                    self._rulebook(connection, row)
                except (EveningDamagedError, sqlite3.Error) as error:
                    damaged[row.id] = _sentence(row.id, error)
        for id in told.keys() - {row.id for row in there}:
            damaged[id] = str(EveningDamagedError(id, "it is missing from the database"))
        with self._lock:
            self._damaged = damaged
            healed, self._healed = self._healed, []
        if healed and self.store.writable:
            with self.store.atomic() as connection:
                for rules in healed:
                    put_document(connection, rules)
        return damaged

    # Writing

    def start(self, plan: Started, rules: Rulebook, key: str | None = None) -> Evening:
        """Start an evening, and return it once it is on disk.

        plan: the setup; its `id` and `rulebook` are filled in here. rules: copied into the
        database, so that the evening always keeps them. Raises KeyUsedError, UnavailableError.
        """
        with self.store.atomic() as connection:
            if key is not None:
                before = of_key(connection, key)
                if before is not None:
                    return self._started_before(connection, before, plan, rules)
            id = new_id(connection)
            started = replace(plan, id=id, rulebook=rules.digest)
            recorded = Recorded(1, started, self._now())
            evening = replay(rules, [recorded])
            insert_evening(connection, id, rules, key)
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
        """Add one event to an evening, and return the result once it is on disk. Of an event that
        changes nothing only the key is stored, so that undo never takes it back.

        make: returns the event for the evening as it is; it may raise a CompanionError. key: the
        same key again returns the same answer and changes nothing. expected: the version that the
        caller has seen; any other one is refused.

        Raises EveningMissingError, StaleVersionError, KeyUsedError, UnavailableError, and what
        `make` and `replay.step` raise. Nothing is stored then.
        """
        with self.store.alone():  # changes are told in the order in which they were made
            with self.store.atomic() as connection:
                row, rules, before = self._current(connection, id)
                if key is not None:
                    repeated = self._repeated(connection, row, rules, make, key)
                    if repeated is not None:
                        return repeated
                if expected is not None and expected != before.version:
                    raise StaleVersionError(expected, before.version)
                event = make(before)
                recorded = Recorded(before.version + 1, event, self._now(), key)
                after = step(rules, before, recorded)
                if changes_nothing(before, after):
                    if key is not None:
                        insert_unchanged(connection, row.number, key, before.version, event)
                    return Change(before, before, event)
                self._record(connection, after, recorded)
            self._remember(id, rules, after)
            self._tell(after, event)
        return Change(before, after, event)

    def keep_photo(self, id: str, image: bytes) -> str:
        """Store a picture of the evening, and return its name once it is on disk.

        Raises EveningMissingError, PhotosNotKeptError, NoPhotoError, UnavailableError.
        """
        if not self.evening(id).setup.keep_photos:
            raise PhotosNotKeptError
        return self.photos.keep(id, image)

    def restore(self, journal: Iterable[Recorded], rules: Rulebook) -> tuple[Evening, bool]:
        """Read a backup: the evening, and whether anything was new.

        An evening that exists stays as it is, or goes on if the backup is longer. Raises
        BackupDiffersError, and what `replay.replay` raises. Nothing is stored then.
        """
        whole = tuple(journal)
        first = whole[0].event
        assert isinstance(first, Started)
        evening = replay(rules, whole)
        with self.store.alone():
            with self.store.atomic() as connection:
                try:
                    present = tuple(events(connection, row_of(connection, first.id)))
                except EveningMissingError:
                    insert_evening(connection, first.id, rules, None)
                    present = ()
                common = min(len(present), len(whole))
                if present[:common] != whole[:common]:
                    raise BackupDiffersError
                if len(present) >= len(whole):
                    return self._current(connection, first.id)[2], False
                for recorded in whole[common:]:
                    self._record(connection, evening, recorded)
            self._remember(first.id, rules, evening)
            with self._lock:
                self._damaged = None  # it may have been one of them
            self._tell(evening, whole[-1].event)
        return evening, True

    # Within

    def _summarise_anew(self, ids: list[str]) -> Mapping[str, str]:
        """Write the summaries that are missing, damaged or of another form.

        Returns the evenings for which that is impossible, and those that are damaged anyway.
        """
        damaged = dict(self.look_through())
        with self.store.atomic(derived=True) as connection:
            for id in ids:
                try:
                    row, _, evening = self._current(connection, id)
                    write_summary(connection, row.number, summarise(evening))
                except CompanionError as error:
                    damaged[id] = str(error)
        with self._lock:
            self._damaged = damaged
        return damaged

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")

    def _tell(self, evening: Evening, event: Event) -> None:
        self.heads.note(evening.setup.id, evening.version)
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

    def _current(self, connection: sqlite3.Connection, id: str) -> tuple[Row, Rulebook, Evening]:
        """Row, rules and state of an evening, from memory if possible.

        Within a writing transaction, call it only before anything is written.
        """
        held = self._held(connection, id, self.heads.told)
        return held.row, held.rules, self._caught_up(id, held)

    def _held(self, connection: sqlite3.Connection, id: str, told: Mapping[str, int]) -> _Held:
        """What memory has of an evening, and what the journal has after it.

        told: the notes from before the transaction began, because a hand that is settled meanwhile
        is noted and not in it. A writing transaction may take those of any moment: no other writes.
        """
        row = row_of(connection, id)
        with self._lock:
            rules, evening = self._evenings.get(id, (None, None))
        rules = rules or self._rulebook(connection, row)
        news = list(events(connection, row, after=evening.version if evening else 0))
        last = news[-1].version if news else evening.version if evening else 0
        _check_head(told, id, last)
        return _Held(row, rules, evening, news)

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

    def _rulebook(self, connection: sqlite3.Connection, row: Row) -> Rulebook:
        """The rules of an evening. A damaged copy of them is made again. Raises
        EveningDamagedError."""
        if row.rulebook not in self._rulebooks:
            text = document(connection, row.rulebook)
            if text is None:
                rules = self._rules_again(connection, row)
                with self._lock:
                    self._healed.append(rules)
            else:
                rules = Rulebook.from_document(text)
            self._rulebooks[row.rulebook] = rules
        return self._rulebooks[row.rulebook]

    def _rules_again(self, connection: sqlite3.Connection, row: Row) -> Rulebook:
        """The rules whose copy is damaged: from the book and the options that the evening names,
        or else from a copy of the database."""
        first = next(events(connection, row), None)
        if first is not None and isinstance(first.event, Started):
            rules = self.rulebooks.unchanged(first.event)
            if rules is not None and rules.digest == row.rulebook:
                return rules
        for copy in Copies(self.data).listed():
            with contextlib.suppress(sqlite3.Error), looked_into(copy) as old:
                text = document(old, row.rulebook)
                if text is not None:
                    return Rulebook.from_document(text)
        raise EveningDamagedError(row.id, "its rules")

    def _started_before(
        self, connection: sqlite3.Connection, id: str, plan: Started, rules: Rulebook
    ) -> Evening:
        row, held, _ = self._current(connection, id)
        first = next(events(connection, row))
        if first.event != replace(plan, id=id, rulebook=rules.digest):
            raise KeyUsedError
        return replay(held, [first])

    def _repeated(
        self,
        connection: sqlite3.Connection,
        row: Row,
        rules: Rulebook,
        make: Callable[[Evening], Event],
        key: str,
    ) -> Change | None:
        """The answer that this key had, worked out again from the journal up to that point."""
        version = version_of(connection, row.number, key)
        if version is not None:
            *journal, last = _up_to(connection, row, version)
            before = replay(rules, journal)
            event = _asked_again(make, before, lambda event: event == last.event)
            return Change(before, step(rules, before, last), event, repeated=True)
        known = unchanged(connection, row.number, key)
        if known is not None:
            before = replay(rules, _up_to(connection, row, known.version))
            event = _asked_again(make, before, known.asked_for)
            return Change(before, before, event, repeated=True)
        return None

    def _record(self, connection: sqlite3.Connection, evening: Evening, recorded: Recorded) -> None:
        """Write one event, and the summary of the evening after it."""
        number = row_of(connection, evening.setup.id).number
        insert_event(connection, number, recorded)
        write_summary(connection, number, summarise(evening))


def _check_head(told: Mapping[str, int], id: str, version: int) -> None:
    """Raises EveningDamagedError if the evening had once come farther. told: as for `_held`."""
    noted = told.get(id, 0)
    if noted > version:
        raise EveningDamagedError(id, f"entries {version + 1} to {noted} are missing")


def _up_to(connection: sqlite3.Connection, row: Row, version: int) -> list[Recorded]:
    return [each for each in events(connection, row) if each.version <= version]


def _asked_again(
    make: Callable[[Evening], Event], before: Evening, same: Callable[[Event], bool]
) -> Event:
    """The event of a call that is sent again. Raises KeyUsedError if it asks for another one."""
    try:
        event = make(before)
    except CompanionError:
        raise KeyUsedError from None
    if not same(event):
        raise KeyUsedError
    return event


def _sentence(id: str, error: Exception) -> str:
    if isinstance(error, EveningDamagedError):
        return str(error)
    return str(EveningDamagedError(id, str(error)))
