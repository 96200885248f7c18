"""docs/api.md: every body that it shows is sent, and the answer is the one that it shows.

Each example meets the same server. Four players have settled three hands there, a photograph was
read, a set was enrolled, and a camera was measured.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.base.resources import resource
from companion.base.settings import Settings
from companion.cli import program_version
from companion.cli.serve import installed_models
from companion.ledger import Ledger
from companion.seen.reading import ImageInfo, Reading
from companion.service.camera_keeper import CameraKeeper
from companion.service.recognition import Recognition
from companion.service.set_keeper import SetKeeper
from companion.vision.calibration.camera import (
    CameraCalibration,
    TablePlane,
    TakenBy,
    WhiteBalance,
    save_camera,
)
from companion.vision.calibration.lens import Lens
from companion.vision.pipeline import Reader
from companion.vision.tile_sets.enrol import Enroller
from companion.vision.tile_sets.order import STANDARD
from companion.vision.tile_sets.proposal import FacePlace, Proposal
from companion.vision.tile_sets.thumbnails import SIDE
from companion.web import create_app
from tests.scorekeeper import PIN, Scorekeeper
from tests.vision.layout.laid import ELEVEN, PICTURE, Row, read
from tests.web.api_document import DOCUMENT, Example, differences, examples, values

EXAMPLES = list(examples())
SAMPLE = resource("samples", "sample.jpg").read_bytes()
WON_BY_ANN = {
    "concealed": "234m678s22z555p",
    "melds": [{"kind": "pung", "tiles": "666z"}],
    "win": {"tile": "2m", "by": "draw"},
}
WON_BY_BO = {
    "concealed": "111222333z55z",
    "melds": [{"kind": "pung", "tiles": "666z"}],
    "win": {"tile": "1z", "by": "draw"},
}


def a_reading() -> Reading:
    """A hand with a 5 of dots that looks more like a 4, and a concealed kong."""
    tiles = Row(f"{ELEVEN} 0z 9p 9p 0z").tiles()
    looks_like = (("6m", 0.55), ("5m", 0.44))
    tiles[4] = replace(tiles[4], code="6m", confidence=0.55, alternatives=looks_like, sure=False)
    timing = {"decode": 30.1, "detect": 210.0, "classify": 95.2, "layout": 11.0}
    return Reading(ImageInfo(None, *PICTURE), timing_ms=timing, **vars(read(tiles)))


def a_proposal() -> Proposal:
    """All tiles of a set but the last season; two of them seem to lie in each other's place."""
    codes = [
        (row, n, code or "") for row, in_row in enumerate(STANDARD) for n, code in enumerate(in_row)
    ]
    faces = np.random.default_rng(0).integers(0, 256, (len(codes), SIDE, SIDE, 3), np.uint8)
    places = [
        FacePlace(0, row, n, code, face, np.zeros((4, 2)), code, 0.98)
        for face, (row, n, code) in zip(faces, codes[:-1], strict=False)
    ]
    return Proposal(tuple(places), missing=("8f",), changed_over=((3, 12),))


def a_camera() -> CameraCalibration:
    corners = ((0.1, 0.9), (0.9, 0.9), (0.8, 0.2), (0.2, 0.2))
    lens = Lens(4032, 3024, (3000.0, 3000.0), (2016.0, 1512.0), (0.0,) * 5, 0.21, 8)
    taken = TakenBy("Maker Phone 7", 4032, 3024)
    white = WhiteBalance((0.9, 1.0, 1.2))
    return CameraCalibration(taken=taken, lens=lens, table=TablePlane(corners), white=white)


class Table:
    """A server, its scorekeeper, and what has happened there."""

    def __init__(self, settings: Settings) -> None:
        self.ledger = Ledger(settings.data)
        recognition = Recognition(settings.data)
        app = create_app(
            settings,
            self.ledger,
            recognition,
            again=recognition.again,
            version=program_version(),
            models=installed_models,
            sets=SetKeeper(recognition),
            camera=CameraKeeper(recognition),
        )
        self.keeper = Scorekeeper(app.test_client())
        self.keys = count()
        self.actual: dict[str, str] = {}
        """From a name in the document to the one that it has here."""

    def send(self, method: str, path: str, body: Any = None) -> TestResponse:
        """A call with JSON, as the document shows it."""
        key = {"Idempotency-Key": f"key {next(self.keys)}"}
        return self.keeper.call(method, self.named(path), self.named(body), key)

    def send_file(self, path: str, **fields: Any) -> TestResponse:
        sent = {
            key: (io.BytesIO(of), key) if isinstance(of, bytes) else of
            for key, of in fields.items()
        }
        return self.keeper.client.post(self.named(path), data=sent, headers=self.keeper.headers)

    def named(self, shown: Any) -> Any:
        text = json.dumps(shown, ensure_ascii=False)
        text = re.sub('^"…', '"/api/evenings/ID', text)
        for name, actual in self.actual.items():
            text = text.replace(name, actual)
        return json.loads(text)

    def play(self) -> None:
        """The evening of the document, up to the fourth hand."""
        start = next(each.body for each in EXAMPLES if each[:2] == ("POST", "/api/evenings"))
        started = self.send("POST", "/api/evenings", start)
        assert started.status_code == 201, started.text
        evening = started.get_json()["id"]
        self.actual["/api/evenings/ID"] = f"/api/evenings/{evening}"
        photo = self.send_file("…/photos", photo=SAMPLE).get_json()["photo"]
        ann = {"photos": [photo], "photo_of": {"E": photo}, "hands": {"E": WON_BY_ANN}}
        bo = {"photos": [photo], "photo_of": {"S": photo}, "hands": {"S": WON_BY_BO}}
        for path, body in (
            ("…/hands", {"winner": "E", "scores": dict.fromkeys("SWN", 0), **ann}),
            ("…/penalties", {"payments": [{"from": 1, "to": 0, "points": 50}], "why": "…"}),
            ("…/hands", {"winner": None}),
            ("…/hands", {"winner": "S", "scores": dict.fromkeys("EWN", 0), **bo}),
        ):
            answer = self.send("POST", path, body)
            assert answer.status_code in (200, 201), answer.text

    def photograph(self) -> None:
        """Read a photograph, enrol a set, teach it a tile, and begin to enrol it again."""
        draft = self.send_file("/api/enrolments", photo=SAMPLE, name="bone").get_json()["id"]
        self.send("POST", f"/api/enrolments/{draft}/save", {"yes": True})
        reading = self.send_file("/api/read", photo=SAMPLE).get_json()["id"]
        taught = {"reading": reading, "tile": 0, "code": "2m"}
        example = self.send("POST", "/api/sets/bone/examples", taught).get_json()["example"]
        again = self.send_file("/api/enrolments", photo=SAMPLE, name="bone").get_json()["id"]
        self.actual |= {
            "r8f3…": reading,
            "/api/readings/ID": f"/api/readings/{reading}",
            "/api/enrolments/ID": f"/api/enrolments/{again}",
            "/api/sets/NAME/examples/ID": f"/api/sets/bone/examples/{example}",
            "/api/sets/NAME": "/api/sets/bone",
        }


@pytest.fixture(scope="module")
def models() -> Any:
    return Reader().models()


@pytest.fixture
def table(settings: Settings, models: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(Reader, "models", lambda self: models)
    monkeypatch.setattr(Reader, "read", lambda self, *photos, table: a_reading())
    monkeypatch.setattr(Enroller, "propose", lambda self, photos, pictures: a_proposal())
    save_camera(settings.data, a_camera())
    table = Table(settings)
    yield table
    table.ledger.close()


def answer_to(example: Example, table: Table, elsewhere: Settings) -> TestResponse:
    method, path, body = example[:3]
    if path.startswith(("/api/evenings", "/api/players", "/api/statistics", "…")):
        table.play()
    if path.startswith(("/api/readings", "/api/sets", "/api/enrolments")):
        table.photograph()
    if path.startswith("/api/join"):  # by an address at home, as the example shows it
        return table.keeper.client.get(path, headers={"Host": "192.168.1.20:8443"})
    if path in ("/api/read", "…/photos", "/api/enrolments"):
        return table.send_file(path, photo=SAMPLE, name="bone")
    if path == "/api/sets/import":
        file = table.keeper.client.get("/api/sets/bone/file").data
        table.send("DELETE", "/api/sets/bone")
        return table.send_file(path, file=file)
    if path == "/api/evenings/import":
        other = Table(elsewhere)
        other.play()
        file = other.keeper.client.get(other.named("…/export.zip")).data
        other.ledger.close()
        return table.keeper.client.post(path, data=file, headers=table.keeper.headers)
    return table.send(method, path, body)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: " ".join(example[:2]))
def test_an_example_is_answered_as_shown(example: Example, table: Table, tmp_path: Path) -> None:
    elsewhere = Settings(data=tmp_path / "elsewhere", pin=PIN)
    answer = answer_to(example, table, elsewhere)
    assert answer.status_code == example.status, answer.text
    if example.answer is not None:
        assert list(differences(example.answer, answer.get_json())) == []


def test_the_live_stream_begins_as_shown(table: Table) -> None:
    table.play()
    (shown,) = re.findall(r"^data: (.*)$", DOCUMENT, re.MULTILINE)
    stream = table.send("GET", "…/events").response
    told = next(text for text in map(bytes.decode, stream) if "data: " in text)  # type: ignore[arg-type]
    (answered,) = re.findall(r"^data: (.*)$", told, re.MULTILINE)
    (wanted,) = values(shown)
    assert list(differences(wanted, json.loads(answered))) == []


def test_every_form_that_the_document_shows_is_tested() -> None:
    shown = re.findall(r"`\{[^`]*\}`|```json", DOCUMENT)
    tested = [of for each in EXAMPLES for of in (each.body, each.answer) if of is not None]
    in_one_block = 4 - 1  # the bodies that settle a hand
    assert len(tested) == len(shown) + in_one_block
    assert len(tested) > 70
