"""The app with a ledger in a temporary folder, and people who call it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask, Response, current_app, request
from flask.testing import FlaskClient

from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.seen.reading import ImageInfo, Reading
from companion.service.camera_keeper import CameraKeeper
from companion.service.recognition import Recognition
from companion.service.set_keeper import SetKeeper
from companion.web import api_records, api_server, create_app
from companion.web.openapi import taken
from tests.scorekeeper import PIN, Scorekeeper


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data", pin=PIN)


@pytest.fixture
def ledger(settings: Settings) -> Iterator[Ledger]:
    ledger = Ledger(settings.data)
    yield ledger
    ledger.close()


@pytest.fixture
def app(settings: Settings, ledger: Ledger) -> Flask:
    app = create_app(settings, ledger, lambda image, table: Reading(ImageInfo(None, len(image), 1)))
    app.after_request(_as_described)
    return app


UNTYPED = (api_server.described, api_records.export_json)
"""Calls whose answers have no type: the document itself, and a backup."""


def _as_described(answer: Response) -> Response:
    """Whatever a test asks for: the answer is what `/api/openapi.json` says."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view and answer.mimetype == "application/json" and 200 <= answer.status_code < 300:
        form = taken(view).answer
        assert form is not None or view in UNTYPED, f"{request.endpoint} says nothing of its answer"
        msgspec.json.decode(answer.data, type=form or Any)
    return answer


@pytest.fixture(scope="module")
def recognition(tmp_path_factory: pytest.TempPathFactory) -> Recognition:
    """Models are loaded once; each test works with sets of its own names."""
    return Recognition(tmp_path_factory.mktemp("data"))


@pytest.fixture
def complete(settings: Settings, ledger: Ledger, recognition: Recognition) -> Flask:
    """The app as `companion serve` puts it together, with sets and camera."""
    app = create_app(
        settings,
        ledger,
        recognition,
        again=recognition.again,
        sets=SetKeeper(recognition),
        camera=CameraKeeper(recognition),
    )
    app.after_request(_as_described)
    return app


@pytest.fixture
def watcher(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def keeper(app: Flask) -> Scorekeeper:
    return Scorekeeper(app.test_client())


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Scorekeeper]:
    """A scorekeeper at another server, with a data folder of its own."""
    settings = Settings(data=tmp_path / "elsewhere", pin=PIN)
    ledger = Ledger(settings.data)
    app = create_app(settings, ledger, lambda *photos: pytest.fail("no photograph here"))
    yield Scorekeeper(app.test_client())
    ledger.close()
