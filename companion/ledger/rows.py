"""The tables as rows. Checksums find what a disk has changed since they were written."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.base.errors import CompanionError, MalformedError, NotFoundError, UnavailableError
from companion.base.forms import json_text
from companion.base.one_line import tidied
from companion.ledger.checksum import checksum
from companion.ledger.events import Event, Recorded, Started, event_from_json
from companion.ledger.locked_rules import Rulebook
from companion.ledger.summary import FORM, Summary

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
_MOST_WORDS = 50
"""Words of one search. The names, the title, the date and the rules of an evening hardly have as
many, and SQLite takes no more than a thousand conditions."""


class EveningMissingError(NotFoundError):
    sentence = "There is no such evening; choose one from the list of evenings."


class SearchTooLongError(MalformedError):
    def __init__(self) -> None:
        super().__init__(
            f"Evenings are looked for with at most {_MOST_WORDS} words; leave some out.",
            field="search",
        )


class EveningDamagedError(UnavailableError):
    def __init__(self, id: str, what: str) -> None:
        super().__init__(
            f"The evening {id} was damaged on the disk ({what}), so it is not shown; stop the "
            "server and run `companion doctor --mend`, which brings back what the copies hold."
        )
        self.what = what


@dataclass(frozen=True)
class Row:
    """One evening in its table. rulebook: the digest of its rules."""

    number: int
    id: str
    rulebook: str


@dataclass(frozen=True)
class Unchanged:
    """A call that changed nothing. version: the evening's then."""

    version: int
    fingerprint: str

    def asked_for(self, event: Event) -> bool:
        return self.fingerprint == _fingerprint(event)


def row_of(connection: sqlite3.Connection, id: str) -> Row:
    """Raises EveningMissingError."""
    row = connection.execute(
        "SELECT number, id, rulebook FROM evening WHERE id = ?", (id,)
    ).fetchone()
    if row is None:
        raise EveningMissingError
    if row[1] != id:  # the index knows it, but the table does not
        raise EveningDamagedError(id, "its name")
    return Row(*row)


def rows(connection: sqlite3.Connection) -> list[Row]:
    found = connection.execute("SELECT number, id, rulebook FROM evening ORDER BY number")
    return [Row(*row) for row in found]


def events(connection: sqlite3.Connection, row: Row, after: int = 0) -> Iterator[Recorded]:
    """The journal after a version. Raises EveningDamagedError if a part of it was changed or is
    missing."""
    found = connection.execute(
        "SELECT version, kind, body, at, key, checksum FROM event "
        "WHERE evening = ? AND version > ? ORDER BY version",
        (row.number, after),
    )
    expected = after
    for version, kind, body, at, key, sum_ in found:
        expected += 1
        if version != expected:
            raise EveningDamagedError(row.id, f"entry {expected} is missing")
        if sum_ != checksum(row.number, version, kind, body, at, key):
            raise EveningDamagedError(row.id, f"entry {version} was changed")
        try:
            event = event_from_json(kind, json.loads(body))
        except (CompanionError, ValueError) as error:
            raise EveningDamagedError(row.id, f"entry {version} cannot be read") from error
        if version == 1 and not (isinstance(event, Started) and event.id == row.id):
            raise EveningDamagedError(row.id, "it begins with the start of another evening")
        yield Recorded(version, event, at, key)


def of_key(connection: sqlite3.Connection, key: str) -> str | None:
    """The evening that a call with this key started, or None."""
    row = connection.execute("SELECT id FROM evening WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def version_of(connection: sqlite3.Connection, number: int, key: str) -> int | None:
    """The event that a call with this key caused, or None."""
    stored = connection.execute(
        "SELECT version FROM event WHERE evening = ? AND key = ?", (number, key)
    ).fetchone()
    return None if stored is None else int(stored[0])


def document(connection: sqlite3.Connection, digest: str) -> str | None:
    """The rules with that digest, as they were; None if they are missing or were changed."""
    row = connection.execute("SELECT document FROM rulebook WHERE digest = ?", (digest,)).fetchone()
    return None if row is None or not fits(row[0], digest) else str(row[0])


def fits(document: Any, digest: str) -> bool:
    """Whether this is exactly the rule book with that digest."""
    return (
        isinstance(document, str)
        and hashlib.sha256(document.encode("utf-8", "surrogatepass")).hexdigest() == digest
    )


def put_document(connection: sqlite3.Connection, rules: Rulebook) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO rulebook (digest, document) VALUES (?, ?)",
        (rules.digest, rules.document),
    )


def new_id(connection: sqlite3.Connection) -> str:
    while True:
        id = "".join(secrets.choice(_ID_LETTERS) for _ in range(8))
        if connection.execute("SELECT 1 FROM evening WHERE id = ?", (id,)).fetchone() is None:
            return id


def insert_evening(
    connection: sqlite3.Connection, id: str, rules: Rulebook, key: str | None
) -> None:
    if document(connection, rules.digest) is None:
        put_document(connection, rules)
    connection.execute(
        "INSERT INTO evening (id, rulebook, key) VALUES (?, ?, ?)", (id, rules.digest, key)
    )


def insert_event(connection: sqlite3.Connection, number: int, recorded: Recorded) -> None:
    kind, body = recorded.event.kind, json_text(recorded.event)
    values = (number, recorded.version, kind, body, recorded.at, recorded.key)
    connection.execute(
        "INSERT INTO event (evening, version, kind, body, at, key, checksum) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*values, checksum(*values)),
    )


def insert_unchanged(
    connection: sqlite3.Connection, number: int, key: str, version: int, event: Event
) -> None:
    """Keep the key of a call that changed nothing. version: the evening's then. event: what the
    call asked for."""
    connection.execute(
        "INSERT INTO unchanged (evening, key, version, event) VALUES (?, ?, ?, ?)",
        (number, key, version, _fingerprint(event)),
    )


def unchanged(connection: sqlite3.Connection, number: int, key: str) -> Unchanged | None:
    """The call that had this key and changed nothing, if there was one."""
    row = connection.execute(
        "SELECT version, event FROM unchanged WHERE evening = ? AND key = ?", (number, key)
    ).fetchone()
    return None if row is None else Unchanged(*row)


def _fingerprint(event: Event) -> str:
    return checksum(event.kind, json_text(event))


def write_summary(connection: sqlite3.Connection, number: int, summary: Summary) -> None:
    search, body = summary.search_text(), json_text(summary)
    values = (number, summary.version, FORM, search, body)
    connection.execute(
        "INSERT OR REPLACE INTO summary (evening, version, form, search, body, checksum) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (*values, checksum(*values)),
    )


def stale_summaries(connection: sqlite3.Connection) -> list[str]:
    """Evenings whose summary is missing, changed, of an earlier form, or behind the journal."""
    found = connection.execute(
        "SELECT evening.id, evening.number, summary.version, form, search, body, checksum, "
        "(SELECT MAX(version) FROM event WHERE event.evening = evening.number) "
        "FROM evening LEFT JOIN summary ON summary.evening = evening.number"
    )
    return [
        id
        for id, number, version, form, search, body, sum_, newest in found
        if form != FORM or version != newest or not _as_written(number, version, search, body, sum_)
    ]


@lru_cache(maxsize=1024)
def _as_written(number: int, version: int, search: str, body: str, sum_: str) -> bool:
    return checksum(number, version, FORM, search, body) == sum_


def summaries(
    connection: sqlite3.Connection, search: str, offset: int, limit: int | None
) -> tuple[tuple[Summary, ...], int]:
    """The evenings that hold every word of `search`, the newest first, and how many there are in
    all. Raises SearchTooLongError."""
    words = tidied(search).casefold().split()
    if len(words) > _MOST_WORDS:
        raise SearchTooLongError
    where = " AND ".join(["instr(search, ?) > 0"] * len(words)) or "1"
    found = connection.execute(
        f"SELECT evening, version, search, body, checksum FROM summary "
        f"WHERE form = ? AND {where} ORDER BY evening DESC",
        (FORM, *words),
    )
    good = [row[3] for row in found if _as_written(*row)]
    end = None if limit is None else offset + limit
    return tuple(_summary(body) for body in good[offset:end]), len(good)


@lru_cache(maxsize=4096)
def _summary(body: str) -> Summary:
    return Summary.from_json(json.loads(body))
