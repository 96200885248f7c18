"""Errors as answers: a status, and `{"error": "one sentence", "field": …}` or a small page."""

from __future__ import annotations

import logging
import re

from flask import Flask, Response, jsonify, render_template, request
from jinja2 import TemplateNotFound
from werkzeug.exceptions import HTTPException

from companion.base.errors import (
    CompanionError,
    ConflictError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    UnavailableError,
)

_log = logging.getLogger(__name__)

# Names the kind of a refusal beside its JSON, so that a page can say it in words of its own.
KIND_HEADER = "X-Companion-Refused"
_NEXT_WORD = re.compile(r"(?<!^)(?=[A-Z])")


class PinNeededError(NotAllowedError):
    sentence = "Only a scorekeeper may change the game; enter the PIN first."


class PinWrongError(NotAllowedError):
    sentence = "That is not the PIN; the server shows it on its screen."
    field = "pin"


class TooManyTriesError(NotAllowedError):
    def __init__(self, wait_s: int) -> None:
        super().__init__(f"Too many wrong PINs; wait {wait_s} s and try again.", field="pin")
        self.wait_s = wait_s


class ForeignOriginError(NotAllowedError):
    sentence = "This call came from another web site and was refused; use this server's page."


class ForeignHostError(NotAllowedError):
    sentence = (
        "This server does not answer to that name; call it by its IP address or its own name."
    )


class TooLargeError(MalformedError):
    def __init__(self, what: str, limit: int) -> None:
        super().__init__(
            f"{what} is larger than {limit // (1024 * 1024)} MB; send a smaller one.",
        )


class TooManyWatchersError(UnavailableError):
    sentence = "Too many pages follow this server at once; close one and load again."


# The first class that fits gives the status.
_STATUS: tuple[tuple[type[CompanionError], int], ...] = (
    (PinNeededError, 401),
    (PinWrongError, 401),
    (TooManyTriesError, 429),
    (ForeignOriginError, 403),
    (ForeignHostError, 403),
    (TooLargeError, 413),
    (MalformedError, 400),
    (NotAllowedError, 422),
    (NotFoundError, 404),
    (ConflictError, 409),
    (UnavailableError, 503),
)

_SENTENCES = {
    400: "The request cannot be understood; load the page again.",
    404: "There is nothing at this address; go back to the start page.",
    405: "This address does not take that kind of call; see the list of calls.",
    413: "The request is too large; send a smaller one.",
    415: "The request has to be JSON; set its content type to application/json.",
}
_UNEXPECTED = "Something went wrong in the program, and nothing was changed; try again."


def status_of(error: CompanionError) -> int:
    return next((status for family, status in _STATUS if isinstance(error, family)), 400)


def kind_of(error: type[CompanionError]) -> str:
    """The kind of an error in small letters, such as `stale-version` for a StaleVersionError."""
    return _NEXT_WORD.sub("-", error.__name__.lstrip("_").removesuffix("Error")).lower()


def install(app: Flask) -> None:
    """Give the app its answer to every error: one JSON form under /api, a page elsewhere."""

    @app.errorhandler(CompanionError)
    def known(error: CompanionError) -> Response:
        answer = _answer(status_of(error), str(error), error.field)
        answer.headers[KIND_HEADER] = kind_of(type(error))
        wait_s = getattr(error, "wait_s", None)
        if wait_s is not None:
            answer.headers["Retry-After"] = str(wait_s)
        return answer

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        if error.code is not None and 300 <= error.code < 400:
            return Response(error.get_response().get_data(), error.code, error.get_headers())
        status = error.code or 500
        answer = _answer(status, _SENTENCES.get(status, error.description or _UNEXPECTED), None)
        allowed = error.get_response().headers.get("Allow")
        if allowed:
            answer.headers["Allow"] = allowed
        return answer

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        _log.exception("%s %s failed", request.method, request.path, exc_info=error)
        return _answer(500, _UNEXPECTED, None)


def _answer(status: int, sentence: str, field: str | None) -> Response:
    if request.path.startswith("/api/"):
        answer = jsonify(error=sentence, field=field)
    else:
        try:
            answer = Response(render_template("problem.html", page="problem", sentence=sentence))
        except TemplateNotFound:
            answer = Response(sentence, mimetype="text/plain")
    answer.status_code = status
    return answer
