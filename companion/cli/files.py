"""The files that a command is given, whole or one line at a time, and those that it writes.

The name `-` stands for standard input and output.
"""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, BinaryIO, Final

import click

from companion.base.errors import CompanionError, MalformedError, UnavailableError
from companion.base.forms import json_text
from companion.base.json_text import parsed
from companion.base.whole_files import swap_in
from companion.cli.given import Wanted

LARGEST: Final = 1_000_000
"""Bytes of one hand, table or reading. A hand takes well under 2,000."""
_UTF16: Final = (BOM_UTF16_LE, BOM_UTF16_BE)
_BYTES_OF_A_LETTER: Final = 4
"""The most that one letter takes in UTF-8, and in UTF-16."""


class FileUnreadableError(MalformedError):
    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{name_of(path)} cannot be read ({why}); check the name and try again.")


class FileUnwritableError(UnavailableError):
    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path} cannot be written ({error.strerror}); choose another place.")


class InputClosedError(MalformedError):
    sentence = "There is no standard input to read; give the name of a file in place of -."


class FileTooLargeError(MalformedError):
    def __init__(self, where: str) -> None:
        super().__init__(
            f"{where} holds more than {LARGEST // 1_000_000} MB, and a hand or table takes a few"
            " lines; give one hand or one table."
        )


class EmptyError(MalformedError):
    def __init__(self, where: str, form: Wanted) -> None:
        super().__init__(
            f"{where} is empty; give {form.name} there, as `{form.example}` prints one."
        )


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file, or of standard input if the path is `-`, up to so many bytes.

    Raises FileUnreadableError, InputClosedError.
    """
    with _opened(path) as stream:
        try:
            return stream.read(most)
        except OSError as error:
            raise FileUnreadableError(path, error.strerror or "unknown error") from None


def read_text(path: Path, most: int = -1) -> str:
    """The text of a file, or of standard input if the path is `-`, up to so many letters.

    Raises FileUnreadableError, InputClosedError.
    """
    enough = -1 if most < 0 else _BYTES_OF_A_LETTER * most
    given = read_bytes(path, enough)
    decoder = getincrementaldecoder("utf-8")()
    try:  # of a part, the last letter may be cut
        text = decoder.decode(_as_utf8(given), final=len(given) != enough)
    except UnicodeDecodeError:
        raise FileUnreadableError(path, "it is not UTF-8 text") from None
    return StringIO(text, newline=None).read(most)


def _as_utf8(text: bytes) -> bytes:
    """Text in UTF-8 without a mark before it, also where Windows' PowerShell wrote it in UTF-16."""
    if text.startswith(_UTF16):
        return text.decode("utf-16", "replace").encode()
    return text.removeprefix(BOM_UTF8)


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, or to standard output if the path is `-`.

    A link stays a link, and a pipe or a device such as /dev/stdout gets the content. Raises
    FileUnwritableError.
    """
    if str(path) == "-":
        click.echo(content, nl=False)
        return
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(content)
            return
        target = path.resolve()
        rights = target.stat().st_mode if target.exists() else 0o666 & ~_masked()
        swap_in(target, content)
        target.chmod(rights)  # what a person asks for is not the program's own
    except OSError as error:
        raise FileUnwritableError(path, error) from None


def _masked() -> int:
    """The rights that new files of this process lack. It can only be asked for by setting it."""
    masked = os.umask(0o077)
    os.umask(masked)
    return masked


def read_json(path: Path, form: Wanted) -> Any:
    """The JSON of a file, or of standard input if the path is `-`. form: what is expected.

    Raises FileUnreadableError, InputClosedError, EmptyError, FileTooLargeError, JsonUnfitError,
    OtherFormError.
    """
    given = _as_utf8(read_bytes(path, LARGEST + 1))
    if not given.strip():
        raise EmptyError(name_of(path), form)
    return form.checked(_parsed(given, name_of(path)))


def answer_lines(path: Path, form: Wanted, answer: Callable[[Any], str]) -> None:
    """Print an answer for each line of JSON Lines. A line that cannot be used gets an error.

    form: what each line should hold. answer: from that to the text of its answer. Empty lines are
    skipped. Raises FileUnreadableError, InputClosedError.
    """
    with _opened(path) as stream:
        for number, line in enumerate(_lines(stream), 1):
            if not line or line.isspace():
                continue
            try:
                said = answer(form.checked(_parsed(line, f"Line {number}")))
            except CompanionError as error:
                said = json_text({"error": str(error), "field": error.field})
            sys.stdout.write(said + "\n")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines, each cut off after the largest size. The rest of a longer line is skipped."""
    while line := stream.readline(LARGEST + 1):
        if line.startswith(_UTF16):  # its ends of lines take two bytes
            stream = BytesIO(_as_utf8(line + stream.read()))
            continue
        yield line
        while len(line) > LARGEST and not line.endswith(b"\n"):
            line = stream.readline(LARGEST + 1)


def _parsed(given: bytes, where: str) -> Any:
    if len(given) > LARGEST:
        raise FileTooLargeError(where)
    return parsed(given, where)


def name_of(path: Path) -> str:
    return "The standard input" if str(path) == "-" else str(path)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    if str(path) == "-":
        if sys.stdin is None:
            raise InputClosedError
        yield sys.stdin.buffer
        return
    try:
        stream = path.open("rb")
    except OSError as error:
        raise FileUnreadableError(path, error.strerror or "unknown error") from None
    with stream:
        yield stream
