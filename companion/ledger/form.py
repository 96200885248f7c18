"""Events as JSON, and back: by the types that the dataclasses in `events.py` declare.

Strict: an unknown or a missing field, or a value of the wrong type, is refused with its path.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Literal

from companion.errors import MalformedError
from companion.ledger import events
from companion.ledger.events import Event

_EVENTS: dict[str, type[Event]] = {kind.kind: kind for kind in typing.get_args(Event)}


class FieldUnknownError(MalformedError):
    def __init__(self, path: str, allowed: typing.Iterable[str]) -> None:
        super().__init__(
            f"The field {path} is unknown here; allowed are {', '.join(sorted(allowed))}.",
            field=path,
        )


class FieldMissingError(MalformedError):
    def __init__(self, path: str) -> None:
        super().__init__(f"The field {path} is missing.", field=path)


class FieldWrongError(MalformedError):
    def __init__(self, path: str, wanted: str) -> None:
        super().__init__(f"The field {path or 'body'} has to be {wanted}.", field=path or None)


def event_to_json(event: Event) -> Any:
    """The body of an event, without its kind; fields that hold their default are left out."""
    return to_json(event)


def event_from_json(kind: str, body: Any) -> Event:
    """Raises MalformedError."""
    if kind not in _EVENTS:
        raise FieldWrongError("kind", f"one of {', '.join(_EVENTS)}")
    event: Event = from_json(_EVENTS[kind], body)
    return event


def to_json(value: Any) -> Any:
    """Plain dictionaries, lists, text and numbers. Decimals become text, keys too."""
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


def from_json(kind: Any, value: Any, path: str = "") -> Any:
    """The value as the type `kind` says; `path` names the place in the input for the errors.

    Raises MalformedError.
    """
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return value
    if dataclasses.is_dataclass(kind):
        return _dataclass(typing.cast("type[Any]", kind), value, path)
    if origin in (types.UnionType, typing.Union):
        if value is None:
            return None
        return from_json(next(each for each in arguments if each is not type(None)), value, path)
    if origin is Literal:
        if value not in arguments or not isinstance(value, str):
            raise FieldWrongError(path, f"one of {', '.join(arguments)}")
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise FieldWrongError(path, "a list")
        return tuple(from_json(arguments[0], item, f"{path}[{i}]") for i, item in enumerate(value))
    if origin in (dict, Mapping):
        if not isinstance(value, dict):
            raise FieldWrongError(path, "an object")
        return {
            _key(arguments[0], key, path): from_json(arguments[1], item, f"{path}.{key}")
            for key, item in value.items()
        }
    return _plain(kind, value, path)


def _plain(kind: type, value: Any, path: str) -> Any:
    if kind is Decimal:
        return _decimal(value, path)
    # A boolean is a number to Python, but not to anybody who writes JSON.
    if isinstance(value, bool) is not (kind is bool) or not isinstance(value, kind):
        raise FieldWrongError(
            path, {int: "a whole number", str: "text", bool: "true or false"}[kind]
        )
    return value


def _decimal(value: Any, path: str) -> Decimal:
    text = value if isinstance(value, str) else str(value)
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if isinstance(value, bool) or len(text) > 30 or not number.is_finite():
        raise FieldWrongError(path, 'a number, such as "0.25"')
    return number


def _key(kind: Any, key: str, path: str) -> Any:
    if kind is int:
        if not key.isascii() or not key.isdecimal() or len(key) > 9:
            raise FieldWrongError(f"{path}.{key}", "a whole number as a name")
        return int(key)
    return from_json(kind, key, f"{path}.{key}")


def _dataclass(kind: type[Any], value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise FieldWrongError(path, "an object")
    hints = _hints(kind)
    for name in value:
        if name not in hints:
            raise FieldUnknownError(_at(path, name), hints)
    for field in dataclasses.fields(kind):
        optional = (
            field.default is not dataclasses.MISSING
            or field.default_factory is not dataclasses.MISSING
        )
        if field.name not in value and not optional:
            raise FieldMissingError(_at(path, field.name))
    return kind(
        **{name: from_json(hints[name], item, _at(path, name)) for name, item in value.items()}
    )


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, vars(events))
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _holds_default(field: dataclasses.Field[Any], value: Any) -> bool:
    if field.default_factory is not dataclasses.MISSING:
        return bool(value == field.default_factory())
    return field.default is not dataclasses.MISSING and bool(value == field.default)
