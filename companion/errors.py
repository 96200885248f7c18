"""What can go wrong, as exceptions: one base, and a family for each way of being wrong.

A module defines its own failures as subclasses of these, one class a failure, and builds the
sentence in the constructor: what is wrong, then what to do. Exit and HTTP statuses are no
business of theirs; `companion.cli` and `companion.web.problems` add them at the edges.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Something a person can put right. `str(error)` is one sentence for that person.

    field: the path in the input that is wrong, such as `melds[1].tiles`, or None.
    """

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class MalformedError(CompanionError):
    """The input cannot be understood: an unknown code, a missing field, a file that is no image."""


class NotAllowedError(CompanionError):
    """The input is understood, and the game or the state of things does not allow it."""


class NotFoundError(CompanionError):
    """What was asked for does not exist."""


class ConflictError(CompanionError):
    """The input was right for a state that has changed meanwhile."""


class UnavailableError(CompanionError):
    """Something the program needs is missing or busy: a model, the disk, the database."""
