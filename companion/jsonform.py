"""Strict JSON forms: dictionaries to frozen dataclasses and back, by the types they declare.

Whatever is unknown, missing or of the wrong type is named with its path in the input, such as
`melds[1].tiles`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar

from companion.errors import MalformedError

T = TypeVar("T")
Json = dict[str, Any]


class FieldUnknownError(MalformedError):
    def __init__(self, path: str, allowed: Iterable[str]) -> None:
        super().__init__(
            f"The field {path} is unknown; known here are {', '.join(allowed)}.", field=path
        )


class FieldMissingError(MalformedError):
    def __init__(self, path: str) -> None:
        super().__init__(f"The field {path} is missing; add it.", field=path)


class FieldWrongError(MalformedError):
    def __init__(self, path: str, wanted: str, got: object) -> None:
        super().__init__(
            f"The field {path or '(all)'} has to be {wanted}, not {shown(got)}.", field=path or None
        )


def shown(value: object) -> str:
    """A value of the input as a person would quote it, cut short."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = f"“{value}”" if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}…”"


def at(path: str, name: str) -> str:
    """The path of a field inside the object at `path`."""
    return f"{path}.{name}" if path else name


def names_checked(value: object, known: Iterable[str], needed: Iterable[str], path: str) -> Json:
    """The object itself, when it holds no unknown field and lacks no needed one.

    Raises FieldWrongError, FieldUnknownError, FieldMissingError.
    """
    if not isinstance(value, dict):
        raise FieldWrongError(path, "an object", value)
    known = tuple(known)
    for name in value:
        if name not in known:
            raise FieldUnknownError(at(path, str(name)), known)
    for name in needed:
        if name not in value:
            raise FieldMissingError(at(path, name))
    return value


def from_form(kind: Any, value: Any, path: str = "") -> Any:
    """`value` as the type `kind` says: a dataclass, tuple, mapping, literal, or a plain value.

    Raises FieldWrongError, FieldUnknownError, FieldMissingError.
    """
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return value
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind, value, path)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in arguments:
            return None
        return from_form(next(each for each in arguments if each is not type(None)), value, path)
    if origin is Literal:
        if not isinstance(value, str) or value not in arguments:
            raise FieldWrongError(path, f"one of {', '.join(arguments)}", value)
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise FieldWrongError(path, "a list", value)
        return tuple(from_form(arguments[0], item, f"{path}[{n}]") for n, item in enumerate(value))
    if origin in (dict, Mapping) or getattr(origin, "__name__", "") == "Mapping":
        if not isinstance(value, dict):
            raise FieldWrongError(path, "an object", value)
        return {
            from_form(arguments[0], key, at(path, key)): from_form(
                arguments[1], item, at(path, key)
            )
            for key, item in value.items()
        }
    return plain(kind, value, path)


def plain(kind: type[T], value: Any, path: str) -> T:
    """Text, a whole number, or true or false. A boolean is no number to who writes JSON."""
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        wanted = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}
        raise FieldWrongError(path, wanted[kind], value)
    return value


def one_of(allowed: tuple[Any, ...], value: Any, path: str) -> Any:
    """A word out of few. Raises FieldWrongError."""
    if value not in allowed or not isinstance(value, str):
        raise FieldWrongError(path, f"one of {', '.join(allowed)}", value)
    return value


def several(allowed: tuple[Any, ...], value: Any, path: str) -> tuple[Any, ...]:
    """A list of such words. Raises FieldWrongError."""
    if not isinstance(value, list):
        raise FieldWrongError(path, "a list", value)
    return tuple(one_of(allowed, each, f"{path}[{n}]") for n, each in enumerate(value))


def made(kind: type[T], values: Json) -> T:
    """A frozen dataclass from values of its fields, already of the right types.

    The constructor of a frozen dataclass sets field by field, which takes a good part of the time
    of scoring a hand; this sets them all at once. What a cached property would work out may be
    given, too; a field that has a plain default may be left out.
    """
    new = _bare(kind)
    _set(new, "__dict__", values)
    return new


_bare, _set = object.__new__, object.__setattr__


def to_form(value: Any) -> Any:
    """Plain dictionaries, lists, text and numbers; every field, also where it holds a default."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_form(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_form(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_form(item) for item in value]
    return value


def _dataclass(kind: Any, value: Any, path: str) -> Any:
    hints = _hints(kind)
    needed = (
        each.name
        for each in dataclasses.fields(kind)
        if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
    )
    names_checked(value, hints, needed, path)
    return kind(
        **{name: from_form(hints[name], item, at(path, name)) for name, item in value.items()}
    )


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {each.name: hints[each.name] for each in dataclasses.fields(kind)}
