"""JSON text from outside, read strictly: nothing in it is dropped, guessed at or cut short.

msgspec reads quickly, but it keeps the last of two fields with one name, and its words are for
programmers. So a text that it refuses, or from which it may have dropped something, is read again
with the standard library's reader, which finds what is wrong and where.
"""

from __future__ import annotations

import json
import math
import re
from codecs import BOM_UTF8
from itertools import takewhile
from typing import Any, Final

import msgspec

from companion.base.errors import MalformedError
from companion.base.forms import at, json_bytes

DEEPEST: Final = 32
"""Levels of objects and lists. No form of ours has more than ten."""
LARGEST: Final = 2**53
"""The largest whole number that is exact in programs which keep every number as a fraction."""
_MANY_DIGITS: Final = b"0" * len(str(LARGEST))
"""A number with fewer digits is smaller than `LARGEST`."""
_ESCAPE: Final = ord("\\")
_UNFINISHED: Final = re.compile(r'|"(?:[^"\\]|\\.)*\\?|-|tru?|t|fa?|fals?|nul?|n', re.DOTALL)
"""What stands last in a text that breaks off: nothing, or text or a word that was begun."""
_ALIKE: Final = bytes.maketrans(b"123456789{", b"000000000[")
"""One digit for all, and one bracket: so each is looked for once."""


class JsonUnfitError(MalformedError):
    """where: what the text is, as the subject of a sentence. field: the path in it."""

    def __init__(
        self, where: str, why: str, field: str | None = None, todo: str = "correct it there"
    ) -> None:
        super().__init__(f"{where} is no JSON that can be used: {why}; {todo}.", field)


def parsed(text: bytes, where: str) -> Any:
    """Plain values.

    where: what the text is, as the subject of a sentence, such as `Line 3`. Raises JsonUnfitError
    if the text is not JSON. With the field's path, it also raises it for a doubled field, a number
    that is too large, half of a surrogate pair, and values that lie too deep.
    """
    text = text.removeprefix(BOM_UTF8)
    try:
        value = msgspec.json.decode(text)
        if not _in_doubt(text, value):
            return value
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    return _looked_into(text, where)


def _in_doubt(text: bytes, value: Any) -> bool:
    """Whether something in the text may be unfit, or missing from what was read."""
    alike = text.translate(_ALIKE)
    return (
        _ESCAPE in text
        or alike.count(b"[") > DEEPEST
        # To find is quicker than to ask with `in`, which first tries these bytes as a number.
        or alike.find(_MANY_DIGITS) >= 0
        # A colon follows each name. Written again without a doubled field, there are fewer.
        or text.count(b":") != json_bytes(value).count(b":")
    )


def _looked_into(text: bytes, where: str) -> Any:
    try:
        value = _MARKING.decode(text.decode())
    except UnicodeDecodeError:
        raise JsonUnfitError(where, "it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise _no_json(error.doc.rstrip(), error.pos, where) from None
    except RecursionError:
        raise JsonUnfitError(where, "it is nested too deeply") from None
    _look_through(value, where, "", 0)
    return value


def _no_json(text: str, wrong_at: int, where: str) -> JsonUnfitError:
    """wrong_at: the first letter that cannot stand where it does."""
    if not text:
        return JsonUnfitError(where, "it is empty", todo="give some there")
    rest = text[wrong_at:]
    if _UNFINISHED.fullmatch(rest):
        return JsonUnfitError(
            where, f"it breaks off after {_place(text, len(text) - 1)}", todo="add the rest"
        )
    seen = f"“{''.join(takewhile(str.isprintable, rest[:20]))}”"
    if not rest[0].isprintable():
        seen = "a line break" if rest[0] in "\r\n" else "a sign that cannot be seen"
    return JsonUnfitError(where, f"{seen} at {_place(text, wrong_at)} cannot stand there")


def _place(text: str, at: int) -> str:
    """For a person. A text of one line may itself be a line among others."""
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"line {line}, column {column}" if "\n" in text else f"column {column}"


class _Unfit:
    """Takes the place of a value that cannot be used."""

    def __init__(self, why: str) -> None:
        self.why = why


def _an_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        named[doubled] = _Unfit("stands there twice")
    return named


def _whole(digits: str) -> Any:
    number = int(digits) if len(digits) < 20 else LARGEST + 1
    return number if abs(number) <= LARGEST else _Unfit("is too large a number")


def _fraction(digits: str) -> Any:
    number = float(digits)
    return number if math.isfinite(number) else _Unfit("is too large a number")


def _constant(name: str) -> _Unfit:
    return _Unfit(f"is {name}, which is no number of JSON")


_MARKING: Final = json.JSONDecoder(
    object_pairs_hook=_an_object,
    parse_int=_whole,
    parse_float=_fraction,
    parse_constant=_constant,
)


def _look_through(value: Any, where: str, path: str, depth: int) -> None:
    """Raises JsonUnfitError for the first value that cannot be used."""
    named = f"the field {path}" if path else "it"
    if depth > DEEPEST:
        raise JsonUnfitError(where, f"it is nested more than {DEEPEST} deep", path)
    if isinstance(value, _Unfit):
        raise JsonUnfitError(where, f"{named} {value.why}", path or None)
    if isinstance(value, str) and not _is_whole_text(value):
        raise JsonUnfitError(
            where, f"{named} holds half of a sign (a lone surrogate)", path or None
        )
    if isinstance(value, dict):
        for name, item in value.items():
            _look_through(name, where, at(path, _safe(name)), depth + 1)
            _look_through(item, where, at(path, _safe(name)), depth + 1)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            _look_through(item, where, f"{path}[{place}]", depth + 1)


def _is_whole_text(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _safe(name: str) -> str:
    return name if _is_whole_text(name) else name.encode(errors="replace").decode()
