"""Reading what a command is given: a file of JSON, or standard input, whole or a line at a time."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from companion.errors import CompanionError, MalformedError

LARGEST: Final = 1_000_000
"""Bytes of one hand, table or reading; a hand takes well under 2,000."""


class FileUnreadableError(MalformedError):
    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{_name(path)} cannot be read ({why}); check the name and try again.")


class TooLargeError(MalformedError):
    def __init__(self, where: str) -> None:
        super().__init__(
            f"{where} holds more than {LARGEST // 1_000_000} MB, and a hand or table takes a few"
            " lines; give one hand or one table."
        )


class NotJsonError(MalformedError):
    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where} is no JSON: {why}; correct it there.")


def read_json(path: Path) -> Any:
    """The JSON of a file, or of standard input where the path is `-`.

    Raises FileUnreadableError, TooLargeError, NotJsonError.
    """
    with _opened(path) as stream:
        given = stream.read(LARGEST + 1)
    return _parsed(given, _name(path))


def answer_lines(path: Path, answer: Callable[[Any], str]) -> None:
    """Print an answer for each line of JSON Lines; what cannot be taken is answered by an error.

    answer: from what a line holds to the text of its answer. Empty lines are passed over.
    Raises FileUnreadableError.
    """
    with _opened(path) as stream:
        for number, line in enumerate(_lines(stream), 1):
            if not line or line.isspace():
                continue
            try:
                said = answer(_parsed(line, f"Line {number}"))
            except CompanionError as error:
                said = to_text({"error": str(error), "field": error.field})
            sys.stdout.write(said + "\n")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines, each cut off behind the largest size; what follows up to its end is passed over."""
    while line := stream.readline(LARGEST + 1):
        yield line
        while len(line) > LARGEST and not line.endswith(b"\n"):
            line = stream.readline(LARGEST + 1)


def _parsed(given: bytes, where: str) -> Any:
    if len(given) > LARGEST:
        raise TooLargeError(where)
    try:
        return _DECODER.decode(given.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError:
        raise NotJsonError(where, "it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        why = f"{error.msg} at line {error.lineno}, column {error.colno}"
        raise NotJsonError(where, why) from None
    except RecursionError:
        raise NotJsonError(where, "it is nested too deeply") from None
    except ValueError as error:
        raise NotJsonError(where, str(error)) from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_no_number)
to_text: Final = json.JSONEncoder(ensure_ascii=False).encode
"""JSON as the commands print it."""


def _name(path: Path) -> str:
    return "The standard input" if str(path) == "-" else str(path)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = path.open("rb")
    except OSError as error:
        raise FileUnreadableError(path, error.strerror or "unknown error") from None
    with stream:
        yield stream
