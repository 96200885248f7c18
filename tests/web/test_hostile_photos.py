"""Whatever is sent in place of a photograph, the reader that is shipped reads it or says why not.

`COMPANION_HOSTILE` says how many files; 200 take a minute.
"""

from __future__ import annotations

import io
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.base.resources import resource as bundled
from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.service.recognition import Recognition
from companion.web import create_app
from tests.hostile_photos import hostile_photos, picture_bombs
from tests.scorekeeper import Scorekeeper


@pytest.fixture
def app(settings: Settings, ledger: Ledger) -> Iterator[Flask]:
    recognition = Recognition(settings.data)
    yield create_app(settings, ledger, recognition)
    recognition.close()


def test_hostile_files_are_read_or_refused_in_a_sentence(
    keeper: Scorekeeper, settings: Settings, tmp_path: Path
) -> None:
    count = int(os.environ.get("COMPANION_HOSTILE", "60"))
    sample = bundled("samples", "sample.jpg").read_bytes()
    memory_mb = _most_memory_mb()
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    for i, (what, content) in enumerate(hostile_photos(count, 1, sample)):
        name = ("../../evil.jpg", "hand.png", "x.svg", "hand.jpg.exe")[i % 4]
        answer = keeper.client.post("/api/read", data={"photo": (io.BytesIO(content), name)})
        assert answer.status_code in (200, 400, 413, 422), (what, answer.status_code, answer.text)
        if answer.status_code != 200:
            assert answer.get_json()["error"].endswith("."), what
            assert answer.get_json()["field"] == "photo", what
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == before
    assert keeper.client.get("/api/health").status_code == 200
    # A picture of 20,000 points square would take 1,200 MB.
    assert _most_memory_mb() - memory_mb < 800


def _most_memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def test_no_hostile_file_is_kept_but_as_a_picture(keeper: Scorekeeper, settings: Settings) -> None:
    id = keeper.start()
    sample = bundled("samples", "sample.jpg").read_bytes()
    for what, content in hostile_photos(40, 2, sample):
        answer = keeper.client.post(
            f"/api/evenings/{id}/photos",
            data={"photo": (io.BytesIO(content), "../../evil.html")},
            headers=keeper.headers,
        )
        assert answer.status_code in (201, 400), (what, answer.text)
        if answer.status_code == 201:
            kept = keeper.client.get(f"/api/evenings/{id}/photos/{answer.get_json()['photo']}")
            assert kept.mimetype in ("image/jpeg", "image/png", "image/webp")
            assert kept.headers["X-Content-Type-Options"] == "nosniff"
    assert not list(settings.data.parent.rglob("*evil*"))


def test_pictures_that_ask_for_too_much_are_read_or_refused(keeper: Scorekeeper) -> None:
    """How fast, and with how much memory, `tests/benchmarks/picture_bombs.py` prints."""
    for what, content in picture_bombs().items():
        answer = keeper.client.post("/api/read", data={"photo": (io.BytesIO(content), "hand.jpg")})
        assert answer.status_code in (200, 400, 422), (what, answer.text)
        if answer.status_code != 200:
            assert answer.get_json()["error"].endswith("."), what
    sample = bundled("samples", "sample.jpg").read_bytes()
    answer = keeper.client.post("/api/read", data={"photo": (io.BytesIO(sample), "hand.jpg")})
    assert len(answer.get_json()["tiles"]) > 10
