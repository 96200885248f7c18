"""Calls about the server itself, the scorekeeper's session, and reading photographs."""

from __future__ import annotations

import io
import platform
import time
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, request
from msgspec.structs import asdict

from companion.base.errors import NotFoundError
from companion.base.forms import Form
from companion.game.tiles import Tile
from companion.seen.certainty import is_certain
from companion.seen.game import UNKNOWN, Game
from companion.seen.reading import Overlooked, Reading
from companion.web.openapi import document, takes
from companion.web.services import (
    ArgumentWrongError,
    OfEvening,
    TooManyOverlookedError,
    asked_in_address,
    json_answer,
    json_body,
    photographs_in_turn,
    place_to_read,
    services,
)
from companion.web.session import COOKIE, COOKIE_LIFE_S

blueprint = Blueprint("server", __name__)

MOST_SHOTS = 5
"""Photographs of one hand that are read together."""

MOST_OVERLOOKED = 8
"""Tiles that were not found and are told at once: a hand that lacks more is better photographed
again. Each takes a few layouts' time."""


class NothingRememberedError(NotFoundError):
    sentence = "This server remembers no photographs; send the picture again."
    field = "reading"


class Said(Form, frozen=True):
    """What a person says of a tile. tile: its place in the reading. code: None for no tile."""

    tile: int
    code: Tile | None


class ReadAgainAsked(Form, frozen=True):
    """said: all that is known so far; of two words on one tile the later counts. overlooked: tiles
    that were not found."""

    said: tuple[Said, ...]
    overlooked: tuple[Overlooked, ...] = ()


class Health(Form, frozen=True):
    """schema: of the database. models: the beginning of each one's SHA-256. watchers: pages that
    follow an evening."""

    status: Literal["ok"]
    version: str
    python: str
    uptime_s: float
    schema: int
    models: Mapping[str, str]
    evenings: int
    watchers: int


@blueprint.get("/health")
@takes(answer=Health)
def health() -> Response:
    at = services()
    answer = Health(
        status="ok",
        version=at.version,
        python=platform.python_version(),
        uptime_s=round(time.monotonic() - at.started, 1),
        schema=at.ledger.store.schema,
        models=at.models(),
        evenings=at.ledger.evenings(limit=0).total,
        watchers=len(at.hub),
    )
    return json_answer(answer)


class Session(Form, frozen=True):
    """token: for the header `X-Companion-Token`; None for a watcher."""

    role: Literal["scorekeeper", "watcher"]
    token: str | None


class JoinAsked(Form, frozen=True):
    """path: a page of this server."""

    path: str = "/"


class Joining(Form, frozen=True):
    """urls: all addresses of the page, the best first. qr: where its QR code is. reachable: whether
    other devices can come there."""

    url: str
    urls: tuple[str, ...]
    qr: str
    reachable: bool


class SessionAsked(Form, frozen=True):
    """pin: the one that the server shows."""

    pin: str


@blueprint.get("/openapi.json")
def described() -> Response:
    return json_answer(document(current_app, services().version))


@blueprint.post("/session")
@takes(SessionAsked, answer=Session, to_all=True)
def open_session() -> Response:
    asked = SessionAsked.from_json(json_body())
    return _session_answer(services().sessions.open(asked.pin, request.remote_addr or ""))


@blueprint.get("/session")
@takes(answer=Session)
def session() -> Response:
    return _session_answer(request.cookies.get(COOKIE))


@blueprint.delete("/session")
@takes(answer=Session, to_all=True)
def close_session() -> Response:
    services().sessions.close(request.cookies.get(COOKIE))
    answer = _session_answer(None)
    answer.delete_cookie(COOKIE, httponly=True, samesite="Strict", secure=request.is_secure)
    return answer


def _session_answer(cookie: str | None) -> Response:
    """Whose cookie is good keeps it, from now on as long as a new one."""
    token = services().sessions.token(cookie)
    answer = json_answer(Session("scorekeeper" if token else "watcher", token))
    answer.headers["Cache-Control"] = "no-store"
    if cookie is not None and token is not None:
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_LIFE_S,
            httponly=True,
            samesite="Strict",
            secure=request.is_secure,
        )
    return answer


@blueprint.get("/join")
@takes(query=JoinAsked, answer=Joining)
def join() -> Response:
    path = join_path(asked_in_address(JoinAsked).path)
    urls = tuple(url + path for url in join_urls())
    reachable = not _is_of_this_machine(urls[0])
    return json_answer(Joining(urls[0], urls, f"/join.svg?path={path}", reachable))


def join_urls() -> tuple[str, ...]:
    """The addresses at which other devices find this server, without a final slash, the best
    first."""
    known = tuple(url for url in services().urls() if not _is_of_this_machine(url))
    # If this machine knows none yet, who asks may have reached it at one.
    return known or (request.host_url.rstrip("/"),)


def _is_of_this_machine(url: str) -> bool:
    """Whether each machine calls itself so, and none is reached by another so."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def join_path(path: str) -> str:
    """A path on this server, for the QR code. Raises ArgumentWrongError."""
    plain = path.startswith("/") and not path.startswith("//") and len(path) <= 200
    if not plain or not all(c.isascii() and (c.isalnum() or c in "/-_.") for c in path):
        raise ArgumentWrongError("path", "a path on this server, such as /table/ID")
    return path


def join_code(path: str) -> str:
    """The QR code of a page of this server, as SVG."""
    import segno  # the start does not need it

    picture = io.BytesIO()
    code = segno.make(join_urls()[0] + path, error="m", micro=False)
    code.save(picture, kind="svg", scale=8, border=4, dark="#000", light="#fff")
    return picture.getvalue().decode()


class ReadingShown(Reading, frozen=True, kw_only=True):
    """certain: it needs nobody's help (see `is_certain`)."""

    certain: bool

    @classmethod
    def of(cls, reading: Reading) -> ReadingShown:
        return cls(**asdict(reading), certain=is_certain(reading))


@blueprint.post("/read")
@takes(query=OfEvening, files=("photo",), answer=ReadingShown, to_all=True)
def read() -> Response:
    game = _game_asked()
    with photographs_in_turn(MOST_SHOTS) as photos:
        reading = services().reader(*photos, table=_table_asked(), game=game)
    return json_answer(ReadingShown.of(reading))


def _game_asked() -> Game:
    """The game of the evening in the address, where there is one. Raises EveningMissingError."""
    id = asked_in_address(OfEvening).evening
    if id is None:
        return UNKNOWN
    evening, rules = services().ledger.evening_and_rules(id)
    return Game(rules.ruleset.special_hands, len(evening.position.turn.seats))


def _table_asked() -> bool | None:
    """Whether four hands are wanted; None if the picture has to tell. Raises ArgumentWrongError."""
    known = {"": False, "false": False, "true": True, "auto": None}
    wanted = request.form.get("table", "").lower()
    if wanted not in known:
        raise ArgumentWrongError("table", "true, false or auto")
    return known[wanted]


@blueprint.post("/readings/<reading>/again")
@takes(ReadAgainAsked, answer=ReadingShown, to_all=True)
def read_again(reading: str) -> Response:
    asked = ReadAgainAsked.from_json(json_body())
    at = services()
    if at.again is None:
        raise NothingRememberedError
    if len(asked.overlooked) > MOST_OVERLOOKED:
        raise TooManyOverlookedError(MOST_OVERLOOKED)
    with place_to_read() as turn, turn:
        said = {one.tile: one.code for one in asked.said}
        again = at.again(reading, said, asked.overlooked)
    return json_answer(ReadingShown.of(again))
