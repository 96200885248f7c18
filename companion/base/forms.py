"""Forms: what comes in and goes out as JSON, each declared once, as a type.

A form is a subclass of `Form`: its annotations say which fields there are and what they hold.
msgspec turns plain values into forms and back, and refuses unknown fields and wrong types. If it
refuses, `from_form` finds the first thing that is wrong and says so in one sentence with its path,
such as `melds[1].tiles`.
"""

from __future__ import annotations

import threading
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Final, Literal, Self, TypeVar

import msgspec

from companion.base.errors import MalformedError

T = TypeVar("T")
Json = dict[str, Any]

READ: Final = "read"
"""In `Meta.extra` of an annotated type: a function that takes a plain value and its path, and
returns what the type itself allows. So a type may have other notations where it comes in."""


class FieldUnknownError(MalformedError):
    def __init__(self, path: str, allowed: Iterable[str]) -> None:
        known = ", ".join(allowed)
        todo = f"known here are {known}" if known else "leave it out, as no field is needed here"
        super().__init__(f"The field {path} is unknown; {todo}.", field=path)


class FieldMissingError(MalformedError):
    def __init__(self, path: str) -> None:
        super().__init__(f"The field {path} is missing; add it.", field=path)


class FieldWrongError(MalformedError):
    def __init__(self, path: str, wanted: str, got: object) -> None:
        super().__init__(
            f"{f'The field {path}' if path else 'This'} has to be {wanted}, not {shown(got)}.",
            field=path or None,
        )


class Form(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Frozen values that mirror JSON. They hold no circles, so the garbage collector need not look
    through them.

    A field with a default may be left out of the JSON, and is left out if it holds the default (the
    very object: a word that only equals it is written). A field that is always written declares its
    default as `always(…)`. A form that holds objects freezes them (`frozen.freeze`).
    """

    def to_json(self) -> Json:
        """Plain dictionaries, lists, text and numbers."""
        form: Json = msgspec.json.decode(json_bytes(self))
        return form

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """From plain values. Raises MalformedError, which names the field that is wrong."""
        return from_form(cls, data)


def check_form(kind: type[Form], given: object) -> None:
    """For functions that other programs call. Raises FieldWrongError."""
    if not isinstance(given, kind):
        name = kind.__name__
        raise FieldWrongError("", f"a {name}, as {name}.from_json makes one", given)


def always(default: T) -> T:
    """A default that is also written to JSON. All forms share it, as they are frozen."""
    return msgspec.field(default_factory=lambda: default)


def from_form(kind: type[T], value: Any, path: str = "") -> T:
    """Plain values as the type `kind`. path: their place in the input.

    What the types themselves do not allow is looked through: a field with a default may also be
    null, which means the same as leaving it out, and tiles have other notations (see `READ`).
    Raises FieldWrongError, FieldUnknownError, FieldMissingError, and what such a function raises.
    """
    _learn(kind)
    try:
        # Without `str_keys`, which takes half as long again: few forms have numbers as names.
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return msgspec.convert(_looked_through(kind, value, path), kind, str_keys=True)


def form_of_text(kind: type[T], text: bytes) -> T:
    """The form `kind` that this program wrote as JSON. Raises msgspec.DecodeError,
    msgspec.ValidationError."""
    _learn(kind)
    return msgspec.json.decode(text, type=kind)


_learnt: Final[set[Any]] = set()
_learning: Final = threading.RLock()


def _learn(kind: Any) -> None:
    """Let msgspec work out what a type holds, one thread alone.

    It does that at the first use of a type. If another thread uses the type meanwhile, what is
    known of it is half written, and the whole process ends (seen with msgspec 0.22).
    """
    if kind not in _learnt:
        with _learning:
            msgspec.json.Decoder(kind)
            _learnt.add(kind)


def seen_as(kind: type[T], value: object) -> T:
    """The form `kind` of an object that has attributes of the same names."""
    _learn(kind)
    return msgspec.convert(value, kind, from_attributes=True)


def json_text(value: Any) -> str:
    """Forms, or plain values, as JSON text."""
    return json_bytes(value).decode()


json_bytes: Final = msgspec.json.Encoder().encode


_LONGEST_SHOWN: Final = 38
"""Characters of a value that are told. Set by hand."""


def shown(value: object) -> str:
    """A value of the input, quoted for a person and cut short."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    text = str(value)
    short = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 2]}…"
    if isinstance(value, str):
        return f"“{short}”"
    if isinstance(value, int | float):
        return short
    return f"{short} of the type {type(value).__name__}"  # such as a number of NumPy's


def at(path: str, name: str) -> str:
    """The path of a field inside the object at `path`."""
    return f"{path}.{name}" if path else name


# --- what is wrong, and where ---


def _looked_through(kind: Any, value: Any, path: str) -> Any:
    """The value as the type itself allows it.

    Raises for the first thing in it that does not fit the type.
    """
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    read = _reader_of(kind)
    if read is not None:
        return read(value, path)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _form_looked_through(kind, value, path)
    if origin in (types.UnionType, typing.Union):
        absent = value is None and type(None) in arguments
        return None if absent else _looked_through(arguments[0], value, path)
    if origin is tuple:
        return _list_looked_through(arguments, value, path)
    if is_object(kind):
        return _mapping_looked_through(arguments, value, path)
    _check_plain(kind, value, path)
    return value


def _reader_of(kind: Any) -> Callable[[Any, str], Any] | None:
    about = kind.__metadata__[0] if typing.get_origin(kind) is Annotated else None
    return about.extra[READ] if about is not None and about.extra else None


def _form_looked_through(kind: type[msgspec.Struct], value: Any, path: str) -> Json:
    if not isinstance(value, dict):
        raise FieldWrongError(path, "an object", value)
    fields = _fields(kind)
    for name in value:
        if name not in fields:
            raise FieldUnknownError(at(path, str(name)), fields)
    # What is there is looked through first: a wrong kind is why another kind's fields are missing.
    looked_through = {
        name: _looked_through(fields[name].type, item, at(path, name))
        for name, item in value.items()
        if item is not None or fields[name].required
    }
    for name, each in fields.items():
        if each.required and name not in value:
            raise FieldMissingError(at(path, name))
    return looked_through


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """By name. msgspec works them out each time, which takes longer than all the rest."""
    return {each.encode_name: each for each in msgspec.structs.fields(kind)}


def _mapping_looked_through(arguments: tuple[Any, ...], value: Any, path: str) -> Json:
    if not isinstance(value, dict):
        raise FieldWrongError(path, "an object", value)
    names, items = arguments
    for name in value:
        if typing.get_origin(names) is not Literal:
            # The names of an object are text, even if the type says numbers.
            _check_plain(names, name, at(path, str(name)), strict=False)
        elif name not in typing.get_args(names):
            raise FieldUnknownError(at(path, str(name)), typing.get_args(names))
    return {name: _looked_through(items, item, at(path, str(name))) for name, item in value.items()}


def _list_looked_through(arguments: tuple[Any, ...], value: Any, path: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise FieldWrongError(path, "a list", value)
    kinds = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else list(arguments)
    if len(kinds) != len(value):
        raise FieldWrongError(path, f"a list of {len(kinds)}", value)
    return [
        _looked_through(kind, item, f"{path}[{place}]")
        for place, (kind, item) in enumerate(zip(kinds, value, strict=True))
    ]


def _check_plain(kind: Any, value: Any, path: str, strict: bool = True) -> None:
    try:
        msgspec.convert(value, kind, strict=strict, str_keys=True)
    except msgspec.ValidationError:
        raise FieldWrongError(path, wanted(kind), value) from None


_WORDS: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    Decimal: 'a number, such as "0.25"',
}


def wanted(kind: Any) -> str:
    """What a plain value of this type has to be, in words."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(map(str, arguments))}"
    if origin in (types.UnionType, typing.Union):
        return wanted(arguments[0])
    if origin is Annotated:
        (about,) = kind.__metadata__
        in_range = f"{_WORDS[arguments[0]]} from {about.ge} to {about.le}"
        return about.description or in_range
    return _WORDS[kind]


def is_object(kind: Any) -> bool:
    """Whether values of this type are objects in JSON, with names of any kind."""
    origin = typing.get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)
