"""What the calls of the server work with, and small helpers that every call needs."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import IO, Annotated, Any, TypeVar, cast

import msgspec
from flask import Response, current_app, request
from msgspec import Meta
from msgspec.structs import fields
from werkzeug.datastructures import FileStorage
from werkzeug.wsgi import get_input_stream

from companion.base.errors import MalformedError, UnavailableError
from companion.base.forms import Form, from_form, is_object, json_text, wanted
from companion.base.json_text import parsed
from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.ledger.drafts import Drafts
from companion.rules.books.ruleset import Ruleset
from companion.seen.reading import Overlooked, Reading
from companion.web.learning import Camera, Sets
from companion.web.live import Hub
from companion.web.problems import TooLargeError
from companion.web.reading_queue import ReadingQueue
from companion.web.session import Sessions

ReadPhoto = Callable[..., Reading]
"""Encoded photographs of one hand, or of one table, one or more → what they show.

With `table`: whether it is a table, None if the picture has to tell; `game`: a `Game`."""

ReadAgain = Callable[[str, Mapping[int, str | None], Sequence[Overlooked]], Reading]
"""A reading's id, what a person said of its tiles by their places, and tiles that were not found →
the reading with that."""

MOST_PHOTOS = 4
"""How many of the largest photographs one request may hold; of ordinary ones it may hold more."""


F = TypeVar("F", bound=Form)
Number = Annotated[int, Meta(ge=0, le=10**6)]
"""A whole number in an address."""


class OfEvening(Form, frozen=True):
    """evening: an evening's id, if its rules count and not those that are named otherwise."""

    evening: str | None = None


class PhotoMissingInFormError(MalformedError):
    def __init__(self, field: str) -> None:
        what = "photograph" if field == "photo" else "file"
        if field in request.form:
            said = f"The form field {field} came without a filename; send the {what} as a file."
        elif request.mimetype == "multipart/form-data" and not (request.form or request.files):
            # Of a form that breaks off nothing is kept.
            said = (
                "The form is empty, or was cut off on its way; send it again, with the"
                f" {what} as its field {field}."
            )
        else:
            said = f"No {what} came with the request; send it as the form field {field}."
        super().__init__(said, field=field)


class UploadEmptyError(MalformedError):
    """As from a phone that has not fetched the picture from its cloud yet."""

    def __init__(self, name: str, field: str) -> None:
        super().__init__(f"The file {name[:40]} is empty; choose another.", field=field)


class TooManyPhotosError(MalformedError):
    def __init__(self, most: int) -> None:
        many = "one photograph" if most == 1 else f"{most} photographs"
        super().__init__(f"Only {many} can be taken at once; send fewer.", field="photo")


class TooManyOverlookedError(MalformedError):
    def __init__(self, most: int) -> None:
        super().__init__(
            f"Only {most} tiles that were not found can be told at once; send fewer.",
            field="overlooked",
        )


class RecognitionMissingHereError(UnavailableError):
    sentence = "This server works without pictures; start `companion serve` where they can be read."


class ArgumentWrongError(MalformedError):
    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"{name} has to be {wanted}.", field=name)


@dataclass
class Services:
    """again: to read once more with what a person said, if the program remembers what it read.
    sets, camera: what was learned about tile sets and the camera; None if nothing can be. urls: the
    addresses of the server as they are now, the best first; none until it listens."""

    settings: Settings
    ledger: Ledger
    reader: ReadPhoto
    again: ReadAgain | None
    sessions: Sessions
    hub: Hub
    pin: str
    version: str
    models: Callable[[], dict[str, str]]
    sets: Sets | None = None
    camera: Camera | None = None
    urls: Callable[[], tuple[str, ...]] = tuple
    drafts: Drafts = field(init=False)
    reading: ReadingQueue = field(default_factory=ReadingQueue)
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.drafts = Drafts(self.settings.data / "drafts")


def services() -> Services:
    return cast(Services, current_app.extensions["companion"])


def ruleset_asked(name: str) -> Ruleset:
    """The rules of the evening in the address (`?evening=ID`), or else the rules called `name`.

    An evening keeps its rules as they were when it began, even if the rule set changes later.
    Raises EveningMissingError, RulesetUnknownError.
    """
    ledger, evening = services().ledger, asked_in_address(OfEvening).evening
    if evening is None:
        return ledger.rulebooks.ruleset(name)
    return ledger.evening_and_rules(evening)[1].ruleset


def json_body() -> Any:
    """The request's JSON, whatever its content type.

    Raises JsonUnfitError, TooLargeError.
    """
    return parsed(raw_body(services().settings.body_limit), "The request")


def nothing_in_body() -> None:
    """Of a call that needs no body. One that is sent has to be an object without fields.

    Raises JsonUnfitError, TooLargeError, FieldWrongError, FieldUnknownError.
    """
    body = raw_body(services().settings.body_limit)
    if body:
        Form.from_json(parsed(body, "The request"))


def asked_in_address(kind: type[F]) -> F:
    """What stands in the address after the question mark, as this form.

    A name with nothing behind it counts as left out. Other names are ignored. Raises
    ArgumentWrongError, JsonUnfitError, FieldWrongError.
    """
    given = {}
    for each in fields(kind):
        name, text = each.encode_name, request.args.get(each.encode_name)
        if text and is_object(each.type):
            given[name] = from_form(each.type, parsed(text.encode(), f"The address's {name}"), name)
        elif text or each.required:
            try:
                given[name] = msgspec.convert(text, each.type, strict=False)
            except msgspec.ValidationError:
                raise ArgumentWrongError(name, wanted(each.type)) from None
    return kind(**given)


def raw_body(limit: int) -> bytes:
    """Raises TooLargeError."""
    if (request.content_length or 0) > limit:
        raise TooLargeError("The request", limit)
    body = request.stream.read(limit + 1)
    if len(body) > limit:
        raise TooLargeError("The request", limit)
    return body


def body_into(file: IO[bytes], limit: int) -> None:
    """Copy the request's body, however large, into a file. Raises TooLargeError."""
    if (request.content_length or 0) > limit:
        raise TooLargeError("The upload", limit)
    stream = get_input_stream(request.environ, max_content_length=limit)
    shutil.copyfileobj(stream, file, 1024 * 1024)


def place_to_read() -> AbstractContextManager[AbstractContextManager[bool]]:
    """This client's place among those whose pictures are read; see `ReadingQueue.place`."""
    return services().reading.place(request.remote_addr or "")


@contextmanager
def photographs_in_turn(most: int) -> Iterator[tuple[bytes, ...]]:
    """The photographs of a multipart request, once it is their turn to be read.

    Until then the larger ones are on disk. Raises ReadingBusyError, TooLargeError,
    PhotoMissingInFormError, UploadEmptyError, TooManyPhotosError.
    """
    with place_to_read() as turn:
        photos = _uploaded_photos(most)
        with turn:
            yield tuple(_read_upload(photo, "photo") for photo in photos)


def _uploaded_photos(most: int) -> list[FileStorage]:
    """The form field photo, at least one."""
    limit = services().settings.upload_limit * min(most, MOST_PHOTOS)
    if (request.content_length or 0) > limit + services().settings.body_limit:
        raise TooLargeError("The upload", limit)
    files = request.files.getlist("photo")
    if not files:
        raise PhotoMissingInFormError("photo")
    if len(files) > most:
        raise TooManyPhotosError(most)
    return files


def uploaded(field: str) -> bytes:
    """The one file of a multipart request.

    Raises TooLargeError, PhotoMissingInFormError, UploadEmptyError.
    """
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
    if not content and file.filename:
        raise UploadEmptyError(file.filename, field)
    if not content:  # a form in which no file was chosen
        raise PhotoMissingInFormError(field)
    return content


def json_answer(value: Any, status: int = 200, version: int | None = None) -> Response:
    """A JSON answer from plain values or forms, or from finished JSON text."""
    text = value if isinstance(value, str) else json_text(value)
    answer = Response(text, status, mimetype="application/json")
    if version is not None:
        answer.set_etag(str(version))
    return answer
