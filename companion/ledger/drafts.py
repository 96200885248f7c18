"""The hand that is being entered: one draft for each evening, shared by all devices.

A draft is a collection of named parts (`winner`, `score:E`, `tiles:E`, …), so that two people can
fill in two seats at once. Each change names the parts that it sets; the later change of a part
wins. The page decides what a part holds. It becomes a hand when somebody settles it. Each draft is
a file of its own in the data folder, and is not part of the journal.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.base.errors import ConflictError, MalformedError
from companion.base.forms import Form, always, form_of_text, json_bytes
from companion.base.frozen import EMPTY
from companion.base.whole_files import write_whole
from companion.ledger.evening import Evening
from companion.ledger.photos import names_in

MOST_BYTES = 400_000
"""Bytes of a draft as JSON. Four hands with their doubts take about a fifth of it."""
MOST_PARTS = 40
"""Parts of a draft."""
_NAME = re.compile(r"[a-z][a-zA-Z_]{0,30}(?::[ESWN])?")


class DraftTooLargeError(MalformedError):
    sentence = "This is more than one hand can hold; start the hand over."
    field = "parts"


class PartNameError(MalformedError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"A part of a draft is named like winner or score:E, not {name[:40]!r}.", field="parts"
        )


class DraftOutdatedError(ConflictError):
    def __init__(self, hand: int, next_hand: int) -> None:
        super().__init__(
            f"Hand {hand} is not the hand that is being played; that is hand {next_hand} now."
        )


class Draft(Form, frozen=True):
    """hand: the number of the hand. revision: grows with each change of the evening's drafts,
    over all its hands. parts: by name; empty if nothing is entered."""

    hand: int
    revision: int = always(0)
    parts: Mapping[str, Any] = always(EMPTY)


class _Saved(Draft, frozen=True):
    """As the file holds it.

    after: the version at which the hand before it was settled; 0 for the first hand. The number
    alone does not tell whose draft it is, because hands move up if an earlier one is removed. None
    in the files of earlier versions, which go by the number.
    """

    after: int | None = None


class Drafts:
    """folder: made when the first draft is saved; it holds one file for each evening."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def of(self, evening: Evening) -> Draft:
        """The draft of the next hand; empty if there is none."""
        with self._lock:
            return self._of(evening)

    def photos(self, evening: str) -> set[str]:
        """The names of all photographs that the draft names, wherever the page keeps them.

        evening: a checked id.
        """
        try:
            return names_in(self._file(evening).read_text("utf-8"))
        except OSError:
            return set()

    def change(
        self, evening: Evening, hand: int, parts: Mapping[str, Any], anew: bool = False
    ) -> Draft:
        """Set these parts, remove those that are None, and return the draft once it is on disk.

        anew: what the draft held before is dropped. Raises DraftOutdatedError, PartNameError,
        DraftTooLargeError, DiskFullError, FolderReadOnlyError.
        """
        if hand != evening.next_hand:
            raise DraftOutdatedError(hand, evening.next_hand)
        for name in parts:
            if _NAME.fullmatch(name) is None:
                raise PartNameError(name)
        with self._lock:
            before = self._of(evening)
            merged = {**({} if anew else before.parts), **parts}
            kept = {name: value for name, value in merged.items() if value is not None}
            after = replace(before, revision=before.revision + 1, parts=kept)
            text = json_bytes(_Saved(hand, after.revision, after.parts, _settled_before(evening)))
            if len(text) > MOST_BYTES or len(kept) > MOST_PARTS:
                raise DraftTooLargeError
            write_whole(self._file(evening.setup.id), text)
            return after

    def _of(self, evening: Evening) -> Draft:
        n = evening.next_hand
        try:
            saved = form_of_text(_Saved, self._file(evening.setup.id).read_bytes())
        except (OSError, msgspec.DecodeError):
            return Draft(n)  # there is none yet, or somebody damaged the file
        same = saved.hand == n if saved.after is None else saved.after == _settled_before(evening)
        return Draft(n, saved.revision, saved.parts if same else EMPTY)

    def _file(self, evening: str) -> Path:
        return self._folder / f"{evening}.json"


def _settled_before(evening: Evening) -> int:
    """The version at which the last hand was settled; 0 if there is none."""
    return evening.hands[-1].played.version if evening.hands else 0
