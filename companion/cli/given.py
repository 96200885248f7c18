"""The forms of JSON that commands take, and the message for one form in the place of another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.base.errors import MalformedError
from companion.base.forms import shown


@dataclass(frozen=True)
class Wanted:
    """name: with its article. command: takes the form. example: prints one. is_it: recognises it
    by fields that no other form has."""

    name: str
    command: str
    example: str
    is_it: Callable[[dict[str, Any]], bool]

    def checked(self, given: Any) -> Any:
        """What was given, unless it is plainly another form.

        Raises NoObjectError, OtherFormError.
        """
        if not isinstance(given, dict):
            raise NoObjectError(self, given)
        other = next((form for form in FORMS if form.is_it(given)), self)
        if other is not self:
            raise OtherFormError(self, other)
        return given


class NoObjectError(MalformedError):
    def __init__(self, wanted: Wanted, given: object) -> None:
        super().__init__(
            f"Here stands {shown(given)}, not {wanted.name}; give one as `{wanted.example}` prints"
            " it."
        )


class OtherFormError(MalformedError):
    def __init__(self, wanted: Wanted, other: Wanted) -> None:
        super().__init__(
            f"This is {other.name}, not {wanted.name}: type `{other.command}` with it, or give"
            f" {wanted.name} here, as `{wanted.example}` prints one."
        )


READING: Final = Wanted(
    "a reading",
    "companion read --tiles",
    "companion read PHOTO --json",
    lambda given: "image" in given and "tiles" in given,
)
DISCARD: Final = Wanted(
    "a discard",
    "companion judge",
    "companion judge --example",
    lambda given: isinstance(given.get("winner"), dict),
)
TABLE: Final = Wanted(
    "a table",
    "companion settle",
    "companion settle --example",
    lambda given: "scores" in given or "hands" in given,
)
HAND: Final = Wanted(
    "a hand",
    "companion score",
    "companion score --example",
    lambda given: "concealed" in given,
)
FORMS: Final = (READING, DISCARD, TABLE, HAND)
"""A form whose own fields hold another form comes first."""
