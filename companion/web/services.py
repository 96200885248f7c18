"""What the calls of the server work with, and small helpers that every call needs."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any, cast

from flask import Response, current_app, request
from werkzeug.datastructures import FileStorage
from werkzeug.wsgi import get_input_stream

from companion.errors import MalformedError, UnavailableError
from companion.ledger import Ledger
from companion.reading import Reading
from companion.rules.ruleset import Ruleset
from companion.settings import Settings
from companion.web.learning import Camera, Sets
from companion.web.live import Hub
from companion.web.problems import TooLargeError
from companion.web.session import Sessions

Reader = Callable[..., Reading]
"""Encoded photographs of one hand, or of one table, one or more → what they show."""

MOST_UPLOADS = 4
"""How many of the largest photographs may come in one request; ordinary ones may be more."""


class PhotoMissingInFormError(MalformedError):
    def __init__(self, field: str) -> None:
        what = "photograph" if field == "photo" else "file"
        super().__init__(
            f"No {what} came with the request; send it as the form field {field}.", field=field
        )


class TooManyPhotosError(MalformedError):
    def __init__(self, most: int) -> None:
        many = "one photograph" if most == 1 else f"{most} photographs"
        super().__init__(f"Only {many} can be taken at once; send fewer.", field="photo")


class RecognitionMissingHereError(UnavailableError):
    def __init__(self) -> None:
        super().__init__(
            "This server works without pictures; start `companion serve` where they can be read."
        )


class NoJsonError(MalformedError):
    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The request is no JSON that can be read ({reason}); mend it and send again."
        )


class ArgumentWrongError(MalformedError):
    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"{name} has to be {wanted}.", field=name)


@dataclass
class Services:
    """reading: lets one photograph in at a time, so that memory stays level.

    table_reader: for pictures of four hands, where the program can read them. sets, camera: what
    was learnt of tile sets and of the camera; None where nothing can be.
    urls: where the server can be reached, the best first; empty until it listens.
    """

    settings: Settings
    ledger: Ledger
    reader: Reader
    table_reader: Reader | None
    sessions: Sessions
    hub: Hub
    pin: str
    version: str
    models: Callable[[], dict[str, Any]]
    sets: Sets | None = None
    camera: Camera | None = None
    urls: tuple[str, ...] = ()
    reading: threading.Lock = field(default_factory=threading.Lock)
    started: float = field(default_factory=time.monotonic)


def services() -> Services:
    return cast(Services, current_app.extensions["companion"])


def ruleset_asked(name: str) -> Ruleset:
    """The rules of the evening that the address names (`?evening=ID`), else those called `name`.

    An evening keeps its rules as they were when it began, whatever became of the rule set since.
    Raises EveningMissingError, RulesetUnknownError.
    """
    ledger, evening = services().ledger, request.args.get("evening")
    if evening is None:
        return ledger.rulebooks.ruleset(name)
    return ledger.evening_and_rules(evening)[1].ruleset


def scorekeeper_only() -> None:
    """Raises PinNeededError."""
    services().sessions.require(request)


def json_body() -> Any:
    """The request's JSON, whatever its content type says.

    Raises NoJsonError, TooLargeError.
    """
    return json_of(raw_body(services().settings.body_limit))


def json_argument(name: str, default: Any) -> Any:
    """JSON text in the address. Raises NoJsonError."""
    text = request.args.get(name)
    return default if text is None else json_of(text.encode())


def json_of(text: bytes) -> Any:
    """Raises NoJsonError."""
    try:
        return json.loads(text.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise NoJsonError("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise NoJsonError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise NoJsonError("it is nested too deeply") from None
    except ValueError as error:
        raise NoJsonError(str(error).partition(";")[0]) from None


def raw_body(limit: int) -> bytes:
    """Raises TooLargeError."""
    if (request.content_length or 0) > limit:
        raise TooLargeError("The request", limit)
    body = request.stream.read(limit + 1)
    if len(body) > limit:
        raise TooLargeError("The request", limit)
    return body


def body_into(file: IO[bytes], limit: int) -> None:
    """Copy the request's body, however large others may be, into a file. Raises TooLargeError."""
    if (request.content_length or 0) > limit:
        raise TooLargeError("The upload", limit)
    stream = get_input_stream(request.environ, max_content_length=limit)
    shutil.copyfileobj(stream, file, 1024 * 1024)


def uploaded_photos(most: int) -> tuple[bytes, ...]:
    """The photographs of a multipart request, the form field photo, at least one.

    Raises TooLargeError, PhotoMissingInFormError, TooManyPhotosError.
    """
    limit = services().settings.upload_limit * min(most, MOST_UPLOADS)
    if (request.content_length or 0) > limit + services().settings.body_limit:
        raise TooLargeError("The upload", limit)
    files = request.files.getlist("photo")
    if not files:
        raise PhotoMissingInFormError("photo")
    if len(files) > most:
        raise TooManyPhotosError(most)
    return tuple(_read_upload(file, "photo") for file in files)


def uploaded(field: str) -> bytes:
    """The one file of a multipart request. Raises TooLargeError, PhotoMissingInFormError."""
    limit = services().settings.upload_limit
    if (request.content_length or 0) > limit + services().settings.body_limit:
        raise TooLargeError("The upload", limit)
    file = request.files.get(field)
    if file is None:
        raise PhotoMissingInFormError(field)
    return _read_upload(file, field)


def _read_upload(file: FileStorage, field: str) -> bytes:
    limit = services().settings.upload_limit
    content = file.stream.read(limit + 1)
    if len(content) > limit:
        raise TooLargeError("The photograph" if field == "photo" else "The file", limit)
    if not content:
        raise PhotoMissingInFormError(field)
    return content


def json_answer(value: Any, status: int = 200, version: int | None = None) -> Response:
    """A JSON answer from plain values, or from JSON text that is ready."""
    text = (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    )
    answer = Response(text, status, mimetype="application/json")
    if version is not None:
        answer.set_etag(str(version))
    return answer


def number_argument(
    name: str, default: int | None = None, least: int = 0, most: int = 10**6
) -> int:
    """A whole number from the address. Raises ArgumentWrongError."""
    text = request.args.get(name)
    if text is None and default is not None:
        return default
    # `isdecimal` alone would let in digits of other scripts.
    if text is None or not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise ArgumentWrongError(name, f"a whole number from {least} to {most}")
    if not least <= int(text) <= most:
        raise ArgumentWrongError(name, f"a whole number from {least} to {most}")
    return int(text)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number here")
