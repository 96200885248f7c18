"""A whole evening as one file that can be read back: its journal and its rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from companion.base.errors import CompanionError, MalformedError
from companion.base.forms import Form, always, from_form, json_text
from companion.ledger import commands
from companion.ledger.evening import Evening
from companion.ledger.events import Recorded, Started, event_from_json
from companion.ledger.locked_rules import Rulebook
from companion.ledger.shown import evening_text

FORMAT = "mah-jongg-evening"
FORM = 1
"""Version of the file's form."""
# The id is the name of a folder for the photographs.
_ID = re.compile(r"[a-z0-9]{4,32}")


class NotABackupError(MalformedError):
    def __init__(self, reason: str) -> None:
        super().__init__(
            f"This is no evening that can be read in: {reason}; choose an export.json."
        )


class _Event(Form, frozen=True):
    version: int
    kind: str
    body: Any
    at: str
    key: str | None = always(None)


def write(journal: Sequence[Recorded], rules: Rulebook, evening: Evening) -> str:
    """JSON text. `read` takes `journal` and `rules`; `evening` is for other programs."""
    events = [
        _Event(each.version, each.event.kind, each.event, each.at, each.key) for each in journal
    ]
    return json_text(
        {
            "format": FORMAT,
            "form": FORM,
            "rules": Raw(rules.document.encode()),
            "journal": events,
            "evening": Raw(evening_text(evening, rules).encode()),
        }
    )


def read(body: Any) -> tuple[tuple[Recorded, ...], Rulebook]:
    """The journal and the rules of a backup. Raises MalformedError. Everything is checked."""
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise NotABackupError("it is another kind of file")
    if body.get("form") != FORM:
        raise NotABackupError("it was written by another version of this program")
    try:
        rules = Rulebook.from_document(json_text(body.get("rules")))
    except CompanionError as error:
        raise NotABackupError("its rules are missing or spoilt") from error
    listed = from_form(tuple[_Event, ...], body.get("journal"), "journal")
    journal = tuple(
        Recorded(each.version, event_from_json(each.kind, each.body), each.at, each.key)
        for each in listed
    )
    if not journal or not isinstance(journal[0].event, Started):
        raise NotABackupError("its journal does not begin with the start of an evening")
    if any(isinstance(recorded.event, Started) for recorded in journal[1:]):
        raise NotABackupError("its journal starts an evening twice")
    if [recorded.version for recorded in journal] != list(range(1, len(journal) + 1)):
        raise NotABackupError("events are missing from its journal")
    keys = [recorded.key for recorded in journal if recorded.key is not None]
    if len(keys) != len(set(keys)):
        raise NotABackupError("a key occurs twice in its journal")
    if not _ID.fullmatch(journal[0].event.id):
        raise NotABackupError("this program gives no such id")
    for recorded in journal:
        commands.check(recorded.event)
    if journal[0].event.rulebook != rules.digest:
        raise NotABackupError("its rules are not those that the evening was played by")
    return journal, rules
