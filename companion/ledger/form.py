"""Events as JSON, and back: by the types that the dataclasses in `events.py` declare.

Strict, as `companion.jsonform`, with whole numbers as names of fields and decimal numbers as text
besides. A reader is built once for each type: a long journal is read at every start.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Literal, TypeVar

from companion.jsonform import FieldWrongError, at, names_checked, plain
from companion.ledger import events
from companion.ledger.events import Event

T = TypeVar("T")
Reader = Callable[[Any, str], Any]

_EVENTS: dict[str, type[Event]] = {each.kind: each for each in typing.get_args(Event)}


def event_from_json(kind: str, body: Any) -> Event:
    """Raises MalformedError."""
    if kind not in _EVENTS:
        raise FieldWrongError("kind", f"one of {', '.join(_EVENTS)}", kind)
    event: Event = from_json(_EVENTS[kind], body)
    return event


def from_json(kind: Any, value: Any, path: str = "") -> Any:
    """The value as the type `kind` says; `path` names the place in the input for the errors.

    Raises MalformedError.
    """
    return _reader(kind)(value, path)


def to_json(value: Any) -> Any:
    """Plain dictionaries, lists, text and numbers; fields that hold their default are left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_json(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if not _holds_default(field, getattr(value, field.name))
        }
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return str(value) if isinstance(value, Decimal) else value


@cache
def _reader(kind: Any) -> Reader:
    """A function from JSON and its path to a value of the type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return lambda value, path: value
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(typing.cast("type[Any]", kind))
    if origin in (types.UnionType, typing.Union):
        (inner,) = (_reader(each) for each in arguments if each is not type(None))
        return lambda value, path: None if value is None else inner(value, path)
    if origin is Literal:
        return _literal_reader(arguments)
    if origin is tuple:
        return _list_reader(_reader(arguments[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(_key_reader(arguments[0]), _reader(arguments[1]))
    if kind is Decimal:
        return _decimal
    return lambda value, path: plain(kind, value, path)


def _dataclass_reader(kind: type[Any]) -> Reader:
    hints = typing.get_type_hints(kind, {**vars(events), **vars(sys.modules[kind.__module__])})
    fields = dataclasses.fields(kind)
    needed = [
        field.name
        for field in fields
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    readers: dict[str, Reader] = {field.name: _reader(hints[field.name]) for field in fields}

    def read(value: Any, path: str) -> Any:
        names_checked(value, readers, needed, path)
        return kind(**{name: readers[name](item, at(path, name)) for name, item in value.items()})

    return read


def _literal_reader(allowed: tuple[str, ...]) -> Reader:
    def read(value: Any, path: str) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise FieldWrongError(path, f"one of {', '.join(allowed)}", value)
        return value

    return read


def _list_reader(item: Reader) -> Reader:
    def read(value: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise FieldWrongError(path, "a list", value)
        return tuple([item(each, f"{path}[{n}]") for n, each in enumerate(value)])

    return read


def _mapping_reader(key: Reader, item: Reader) -> Reader:
    def read(value: Any, path: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise FieldWrongError(path, "an object", value)
        return {
            key(name, at(path, name)): item(each, at(path, name)) for name, each in value.items()
        }

    return read


def _key_reader(kind: Any) -> Reader:
    return _number_name if kind is int else _reader(kind)


def _number_name(name: str, path: str) -> int:
    if not (name.isascii() and name.isdecimal() and len(name) <= 9):
        raise FieldWrongError(path, "named by a whole number", name)
    return int(name)


def _decimal(value: Any, path: str) -> Decimal:
    text = value if isinstance(value, str) else str(value)
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if isinstance(value, bool) or len(text) > 30 or not number.is_finite():
        raise FieldWrongError(path, 'a number, such as "0.25"', value)
    return number


def _holds_default(field: dataclasses.Field[Any], value: Any) -> bool:
    if field.default_factory is not dataclasses.MISSING:
        return bool(value == field.default_factory())
    return field.default is not dataclasses.MISSING and bool(value == field.default)
