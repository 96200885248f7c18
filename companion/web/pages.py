"""The pages: templates that scripts fill with the answers of the calls."""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, send_from_directory

from companion.base.errors import CompanionError
from companion.base.forms import Form
from companion.web.api_server import JoinAsked, join_code, join_path
from companion.web.services import asked_in_address, services
from companion.web.shell import shell, worker_text

blueprint = Blueprint("pages", __name__)


LATEST = 6
"""Evenings: among so many of the newest, the one that is being played is looked for. What was left
unended longer ago is over, too."""


_FOR_EVER_S = 365 * 24 * 3600
"""Seconds that a browser may keep a file of a version: a year, the longest that is usual."""


class TableAsked(Form, frozen=True):
    """evening: whose table a page leads back to; without it, the one that is being played."""

    evening: str = ""


def _page(name: str, **context: str | None) -> str:
    return render_template(
        f"{name}.html",
        page=name,
        version=services().version,
        table_id=context.get("evening_id")
        or asked_in_address(TableAsked).evening
        or _being_played(),
        **{"evening_id": None, "ruleset_id": None, **context},
    )


@blueprint.app_context_processor
def _in_every_template() -> dict[str, str]:
    return {"files": shell(_static()).folder}


def _static() -> Path:
    return Path(str(current_app.static_folder))


def _being_played() -> str | None:
    """The newest evening that has not ended; None where the ledger cannot be read, of which the
    page says more."""
    try:
        newest = services().ledger.evenings(limit=LATEST).evenings
    except (CompanionError, sqlite3.Error):
        return None
    return next((one.id for one in newest if not one.ended), None)


_PLAIN = {
    "/": "index",
    "/photo": "photo",
    "/evenings": "evenings",
    "/evenings/new": "new",
    "/rules": "rules",
    "/sets": "sets",
    "/statistics": "statistics",
    "/join": "join",
    "/away": "away",
}
"""Pages that are the same for everybody. `/away` is what a device shows in place of a page that it
has not kept, while the server is away."""
for _address, _name in _PLAIN.items():
    blueprint.add_url_rule(_address, _name, partial(_page, _name))


@blueprint.get("/table/<id>")
def table(id: str) -> str:
    services().ledger.check(id)
    return _page("table", evening_id=id)


@blueprint.get("/table/<id>/sheet")
def sheet(id: str) -> str:
    services().ledger.check(id)
    return _page("sheet", evening_id=id)


@blueprint.get("/rules/<id>")
def ruleset(id: str) -> str:
    return _page("rules", ruleset_id=id)


@blueprint.get("/join.svg")
def join_svg() -> Response:
    path = join_path(asked_in_address(JoinAsked).path)
    return Response(join_code(path), mimetype="image/svg+xml")


@blueprint.get("/sw.js")
def service_worker() -> Response:
    # From the root, because a service worker controls only paths below its own.
    text = worker_text(_static())
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/static/at-<version>/<path:name>")
def file_of_version(version: str, name: str) -> Response:
    """A file that is never another, as long as its version is the one that is served."""
    if version != shell(_static()).version:
        return current_app.send_static_file(name)
    answer = send_from_directory(_static(), name, max_age=_FOR_EVER_S)
    answer.cache_control.immutable = True
    return answer


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    answer = current_app.send_static_file("manifest.webmanifest")
    answer.mimetype = "application/manifest+json"
    return answer


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    return current_app.send_static_file("icon.svg")
