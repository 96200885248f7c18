"""The server's pages and calls, as one Flask app that is given everything it works with."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable

from flask import Flask, Response, request

from companion.base.settings import Settings
from companion.ledger import Evening, Event, Ledger
from companion.ledger.shown import news, what_happened
from companion.web import (
    api_camera,
    api_drafts,
    api_evenings,
    api_records,
    api_rules,
    api_server,
    api_sets,
    pages,
    problems,
)
from companion.web.learning import Camera, Sets
from companion.web.live import Hub
from companion.web.openapi import needs_scorekeeper
from companion.web.services import MOST_PHOTOS, ReadAgain, ReadPhoto, Services
from companion.web.session import (
    Sessions,
    SignedOut,
    check_host,
    check_origin,
    kept_keys,
    own_names,
)

__all__ = ["ReadPhoto", "create_app"]

_CONTENT_SECURITY = (
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
"""By the ending of a file. On Windows other programs may have said otherwise, and a browser runs no
script that is called text."""
_HEADERS = {
    "Content-Security-Policy": _CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()",
}


def create_app(
    settings: Settings,
    ledger: Ledger,
    reader: ReadPhoto,
    *,
    again: ReadAgain | None = None,
    version: str = "",
    models: Callable[[], dict[str, str]] = dict,
    sets: Sets | None = None,
    camera: Camera | None = None,
) -> Flask:
    """The app. `app.extensions["companion"]` holds its `Services`.

    reader, again: see `Services`. sets, camera: what was learned about tile sets and the camera.
    models: names and facts of the models, for `/api/health`; called at each such request.
    """
    for ending, media_type in _MEDIA_TYPES.items():
        mimetypes.add_type(media_type, ending)
    app = Flask(__name__)
    pin, secret = kept_keys(settings.data, settings.pin)
    services = Services(
        settings=settings,
        ledger=ledger,
        reader=reader,
        again=again,
        sessions=Sessions(pin, secret, signed_out=SignedOut(settings.data / "signed-out")),
        hub=Hub(settings.watchers),
        pin=pin,
        version=version,
        models=models,
        sets=sets,
        camera=camera,
    )
    app.extensions["companion"] = services
    # No body larger than this is read at all; each call has its own, smaller limit.
    app.config["MAX_CONTENT_LENGTH"] = MOST_PHOTOS * settings.upload_limit + settings.body_limit
    problems.install(app)
    names = own_names([*settings.hosts, settings.host])

    @app.before_request
    def refuse_strangers() -> None:
        check_host(request, names)
        check_origin(request)

    @app.before_request
    def refuse_watchers() -> None:
        view = app.view_functions.get(request.endpoint or "")
        if view is not None and needs_scorekeeper(request.method, view):
            services.sessions.require(request)

    @app.after_request
    def protect(answer: Response) -> Response:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-cache")
        return answer

    def tell(evening: Evening, event: Event) -> None:
        services.hub.publish(news(evening, what_happened(evening, event)))

    ledger.listen(tell)
    for part in (
        api_server,
        api_rules,
        api_evenings,
        api_drafts,
        api_records,
        api_sets,
        api_camera,
    ):
        app.register_blueprint(part.blueprint, url_prefix="/api")
    app.register_blueprint(pages.blueprint)
    return app
