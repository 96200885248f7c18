"""Failures as answers: a status, and `{"error": "one sentence", "field": …}` or a small page."""

from __future__ import annotations

import logging
from typing import Final

from flask import Flask, Response, jsonify, render_template, request
from jinja2 import TemplateNotFound
from werkzeug.exceptions import HTTPException

from companion.errors import (
    CompanionError,
    ConflictError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    UnavailableError,
)

_log = logging.getLogger(__name__)

_PIECE: Final = 1024 * 1024
_MOST_HEARD: Final = 64 * _PIECE


class PinNeededError(NotAllowedError):
    def __init__(self) -> None:
        super().__init__("Only a scorekeeper may change the game; enter the PIN first.")


class PinWrongError(NotAllowedError):
    def __init__(self) -> None:
        super().__init__("That is not the PIN; it stands on the screen of the server.", field="pin")


class TooManyTriesError(NotAllowedError):
    def __init__(self, wait_s: int) -> None:
        super().__init__(f"Too many wrong PINs; wait {wait_s} s and try again.", field="pin")
        self.wait_s = wait_s


class ForeignOriginError(NotAllowedError):
    def __init__(self) -> None:
        super().__init__(
            "This call came from another web site and was refused; use this server's page."
        )


class ForeignHostError(NotAllowedError):
    def __init__(self) -> None:
        super().__init__(
            "This server does not answer to that name; call it by its IP address or its own name."
        )


class TooLargeError(MalformedError):
    def __init__(self, what: str, limit: int) -> None:
        super().__init__(
            f"{what} is larger than {limit // (1024 * 1024)} MB; send a smaller one.",
        )


class TooManyWatchersError(UnavailableError):
    def __init__(self) -> None:
        super().__init__("Too many pages follow this server at once; close one and load again.")


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


def install(app: Flask) -> None:
    """Give the app its answers to every failure: one JSON form under /api, a page elsewhere."""

    @app.errorhandler(CompanionError)
    def known(error: CompanionError) -> Response:
        answer = _answer(status_of(error), str(error), error.field)
        if isinstance(error, TooManyTriesError):
            answer.headers["Retry-After"] = str(error.wait_s)
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
    _hear_out()
    if request.path.startswith("/api/"):
        answer = jsonify(error=sentence, field=field)
    else:
        try:
            answer = Response(render_template("problem.html", page="problem", sentence=sentence))
        except TemplateNotFound:
            answer = Response(sentence, mimetype="text/plain")
    answer.status_code = status
    return answer


def _hear_out() -> None:
    """Read what the client is still sending, within bounds, and drop it.

    A connection that is closed while the client sends breaks there, and the answer is lost.
    """
    stream = request.environ["wsgi.input"]
    try:
        for _ in range(_MOST_HEARD // _PIECE):
            if not stream.read(_PIECE):
                return
    except (OSError, ValueError):
        _log.info("%s %s was not sent to its end", request.method, request.path)
