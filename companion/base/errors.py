"""What can go wrong, as exceptions: one base class, and a family for each kind of problem.

A module defines its own errors as subclasses, one class for each. The sentence says what is wrong,
then what to do; the constructor builds it if it depends on the case. The errors know neither exit
nor HTTP statuses; `companion.cli` and `companion.web.problems` add these.
"""

from __future__ import annotations

from typing import ClassVar


class CompanionError(Exception):
    """A problem that a person can solve. `str(error)` is one sentence for that person.

    sentence: of a class whose errors all say the same. field: the path in the input that is wrong,
    such as `melds[1].tiles`, or None.
    """

    sentence: ClassVar[str] = ""
    field: str | None = None

    def __init__(self, message: str | None = None, field: str | None = None) -> None:
        super().__init__(self.sentence if message is None else message)
        if field is not None:
            self.field = field


class MalformedError(CompanionError):
    """The input cannot be understood: an unknown code, a missing field, a file that is no image."""


class NotAllowedError(CompanionError):
    """The input is understood, but the game, or the present state, does not allow it."""


class NotFoundError(CompanionError):
    """What was asked for does not exist."""


class ConflictError(CompanionError):
    """The input was right for a state that has changed in the meantime."""


class UnavailableError(CompanionError):
    """Something that the program needs is missing or busy: a model, the disk, the database."""
