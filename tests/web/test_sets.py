"""Sets, learning and the camera over HTTP, by what `companion serve` hands to the server."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.base.resources import resource
from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.service.recognition import Recognition
from companion.vision.tile_sets import enrol
from companion.vision.tile_sets.proposal import FacePlace, Proposal
from companion.vision.tile_sets.thumbnails import SIDE
from companion.web import create_app
from tests.scorekeeper import Scorekeeper

SAMPLE = resource("samples", "sample.jpg").read_bytes()


@pytest.fixture
def app(complete: Flask) -> Flask:
    return complete


def upload(keeper: Scorekeeper, path: str, *photos: bytes, **fields: str) -> TestResponse:
    files = [(io.BytesIO(photo), f"{n}.jpg") for n, photo in enumerate(photos)]
    return keeper.client.post(path, data={"photo": files, **fields}, headers=keeper.headers)


@pytest.fixture
def read(keeper: Scorekeeper) -> Any:
    return upload(keeper, "/api/read", SAMPLE).get_json()


def learn(keeper: Scorekeeper, name: str, read: Any, tile: int, code: str) -> Any:
    body = {"reading": read["id"], "tile": tile, "code": code}
    answer = keeper.call("POST", f"/api/sets/{name}/examples", body)
    assert answer.status_code == 201, answer.text
    return answer.get_json()


def test_several_photographs_are_read_as_one(keeper: Scorekeeper, read: Any) -> None:
    both = upload(keeper, "/api/read", SAMPLE, SAMPLE).get_json()
    assert both["photo"] in (0, 1)
    assert both["hand"] == read["hand"]
    assert both["id"] != read["id"]
    many = upload(keeper, "/api/read", *[SAMPLE] * 6)
    assert (many.status_code, many.get_json()["field"]) == (400, "photo")


def test_a_correction_teaches_a_set_and_is_undone(keeper: Scorekeeper, read: Any) -> None:
    first = learn(keeper, "taught", read, 0, "5p")
    assert first["set"]["corrections"] == 1
    assert first["set"]["tiles"] == ["5p"]
    second = learn(keeper, "taught", read, 1, "6p")
    shown = keeper.client.get("/api/sets/taught").get_json()
    assert [face["source"] for face in shown["faces"]] == ["corrected", "corrected"]
    face = keeper.client.get(f"/api/sets/taught/faces/{second['example']}.png")
    pixels = cv2.imdecode(np.frombuffer(face.data, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    assert pixels.shape == (SIDE, SIDE, 3)
    undone = keeper.call("DELETE", f"/api/sets/taught/examples/{second['example']}").get_json()
    assert undone["set"]["tiles"] == ["5p"]
    gone = keeper.call("DELETE", f"/api/sets/taught/examples/{first['example']}").get_json()
    assert gone["set"] is None
    assert keeper.client.get("/api/sets/taught").status_code == 404


def test_a_correction_may_write_the_tile_in_any_notation(keeper: Scorekeeper, read: Any) -> None:
    assert learn(keeper, "signs", read, 0, "🀇")["set"]["tiles"] == ["1m"]
    assert "signs" in [each["name"] for each in keeper.client.get("/api/sets").get_json()["sets"]]
    keeper.call("DELETE", "/api/sets/signs")


def test_a_reading_that_is_forgotten_teaches_nothing(keeper: Scorekeeper, read: Any) -> None:
    body = {"reading": "nothing", "tile": 0, "code": "5p"}
    assert keeper.call("POST", "/api/sets/late/examples", body).status_code == 404
    for wrong, status in (({"tile": 999}, 404), ({"code": "10m"}, 400), ({"tile": "0"}, 400)):
        asked = {"reading": read["id"], "tile": 0, "code": "5p", **wrong}
        assert keeper.call("POST", "/api/sets/late/examples", asked).status_code == status


def test_a_set_is_renamed_chosen_exported_and_taken_in_again(
    keeper: Scorekeeper, read: Any
) -> None:
    learn(keeper, "bone", read, 0, "5p")
    assert keeper.call("PUT", "/api/sets", {"chosen": "bone"}).get_json()["chosen"] == "bone"
    assert upload(keeper, "/api/read", SAMPLE).get_json()["profile"] == "bone"
    assert keeper.call("PATCH", "/api/sets/bone", {"name": "old bone"}).status_code == 200
    assert keeper.client.get("/api/sets").get_json()["chosen"] == "old bone"
    file = keeper.client.get("/api/sets/old bone/file").data
    again = {"file": (io.BytesIO(file), "a.zip")}
    clash = keeper.client.post("/api/sets/import", data=again, headers=keeper.headers)
    assert clash.status_code == 409
    named = {"file": (io.BytesIO(file), "a.zip"), "name": "copy"}
    taken = keeper.client.post("/api/sets/import", data=named, headers=keeper.headers)
    assert (taken.status_code, taken.get_json()["tiles"]) == (201, ["5p"])
    broken = {"file": (io.BytesIO(b"no zip"), "a.zip")}
    refused = keeper.client.post("/api/sets/import", data=broken, headers=keeper.headers)
    assert refused.status_code == 400
    left = keeper.call("DELETE", "/api/sets/copy").get_json()["sets"]
    assert [one["name"] for one in left] == ["old bone"]
    assert keeper.call("DELETE", "/api/sets/old bone").get_json()["chosen"] is None
    assert keeper.call("PUT", "/api/sets", {"chosen": "gone"}).status_code == 404


def test_a_damaged_set_is_listed_until_it_is_removed(
    keeper: Scorekeeper, recognition: Recognition
) -> None:
    folder = recognition.data / "profiles"
    folder.mkdir(exist_ok=True)
    (folder / "torn.zip").write_bytes(b"half")
    assert upload(keeper, "/api/read", SAMPLE).status_code == 200
    for _ in range(2):
        (problem,) = keeper.client.get("/api/sets").get_json()["problems"]
        assert "“torn” is damaged" in problem
    assert keeper.client.get("/api/sets/torn").status_code == 503
    assert keeper.call("DELETE", "/api/sets/torn").get_json()["problems"] == []


def proposal() -> Proposal:
    face = np.zeros((SIDE, SIDE, 3), np.uint8)
    places = [
        FacePlace(0, 0, n, code, face + n, np.zeros((4, 2)), code, 0.9)
        for n, code in enumerate(("1m", "2m", "3m"))
    ]
    return Proposal(tuple(places), missing=("4m",), changed_over=((0, 1),))


@pytest.fixture
def draft(keeper: Scorekeeper, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(enrol.Enroller, "propose", lambda self, photos, order: proposal())
    answer = upload(keeper, "/api/enrolments", SAMPLE, name="laid out", order="1m 2m 3m 4m")
    assert answer.status_code == 201, answer.text
    return answer.get_json()


def test_two_tiles_changed_over_are_asked_before_anything_is_kept(
    keeper: Scorekeeper, draft: Any
) -> None:
    at = f"/api/enrolments/{draft['id']}"
    assert [place["changed_over"] for place in draft["places"]] == [1, 0, None]
    assert (draft["missing"], draft["adds_to"]) == (["4m"], None)
    assert keeper.client.get(draft["places"][0]["face"]).mimetype == "image/png"
    assert keeper.call("POST", f"{at}/save", {}).status_code == 409
    swapped = keeper.call("PATCH", at, {"swap": [[0, 1]], "places": [{"n": 2, "kept": False}]})
    assert swapped.get_json()["questions"] == []
    assert [place["code"] for place in swapped.get_json()["places"]] == ["2m", "1m", "3m"]
    kept = keeper.call("POST", f"{at}/save", {})
    assert (kept.status_code, kept.get_json()["tiles"]) == (201, ["1m", "2m"])
    assert keeper.client.get(at).status_code == 404, "it is enrolled"
    keeper.call("DELETE", "/api/sets/laid out")


def test_a_place_of_a_draft_may_be_named_in_any_notation(keeper: Scorekeeper, draft: Any) -> None:
    at = f"/api/enrolments/{draft['id']}"
    named = keeper.call("PATCH", at, {"places": [{"n": 2, "code": "🀏"}]}).get_json()
    assert named["places"][2]["code"] == "9m"
    keeper.call("DELETE", at)


def test_a_set_is_enrolled_as_it_is_where_a_person_says_so(keeper: Scorekeeper, draft: Any) -> None:
    at = f"/api/enrolments/{draft['id']}"
    assert keeper.call("PATCH", at, {"places": [{"n": 9}]}).status_code == 404
    assert keeper.call("PATCH", at, {"swap": [[1]]}).status_code == 400
    kept = keeper.call("POST", f"{at}/save", {"yes": True})
    assert kept.get_json()["examples"] == 3
    keeper.call("DELETE", "/api/sets/laid out")


def test_a_draft_is_dropped(keeper: Scorekeeper, draft: Any) -> None:
    at = f"/api/enrolments/{draft['id']}"
    assert keeper.call("DELETE", at).status_code == 200
    assert keeper.call("DELETE", at).status_code == 404


def test_photographs_that_do_not_fit_the_order_are_refused(keeper: Scorekeeper) -> None:
    answer = upload(keeper, "/api/enrolments", SAMPLE, name="wrong")
    assert answer.status_code == 422
    assert "rows" in answer.get_json()["error"]
    assert upload(keeper, "/api/enrolments", SAMPLE).get_json()["field"] == "name"


# The camera


def white_paper() -> bytes:
    picture = np.full((90, 120, 3), (150, 200, 230), np.uint8)
    return bytes(cv2.imencode(".png", picture)[1])


def test_the_lamp_and_the_table_are_learned_shown_and_forgotten(keeper: Scorekeeper) -> None:
    learned = upload(keeper, "/api/camera/white", white_paper()).get_json()
    red, _, blue = learned["white"]["gains"]
    assert red < 1 < blue
    assert keeper.client.get(learned["picture"]).mimetype == "image/jpeg"
    corners = json.dumps([[5, 85], [115, 85], [100, 10], [20, 10]])
    table = upload(keeper, "/api/camera/table", white_paper(), corners=corners).get_json()
    assert table["white"] == learned["white"], "the same camera: both are known"
    assert len(table["table"]["corners"]) == 4
    assert keeper.call("DELETE", "/api/camera/white").get_json()["white"] is None
    assert keeper.call("DELETE", "/api/camera/table").get_json()["table"] is None
    assert keeper.call("DELETE", "/api/camera/nothing").status_code == 400


@pytest.mark.parametrize("corners", ["", "[]", "[[1, 2], [3, 4]]", '"abc"', "[[1], 2, 3, 4]"])
def test_what_are_no_corners_is_refused(keeper: Scorekeeper, corners: str) -> None:
    answer = upload(keeper, "/api/camera/table", white_paper(), corners=corners)
    assert (answer.status_code, answer.get_json()["field"]) == (400, "corners")


def test_photographs_without_the_page_teach_no_lens(keeper: Scorekeeper) -> None:
    answer = upload(keeper, "/api/camera/lens", *[white_paper()] * 4)
    assert answer.status_code == 422
    assert "clear to see in 0 of 4" in answer.get_json()["error"]
    assert keeper.client.get("/api/camera/lens.jpg").status_code == 404


def test_the_page_to_print_comes_as_pdf_and_svg(watcher: FlaskClient) -> None:
    assert watcher.get("/api/camera/page.pdf?paper=letter").data.startswith(b"%PDF")
    assert b'height="297.0mm"' in watcher.get("/api/camera/page.svg").data
    assert watcher.get("/api/camera/page.pdf?paper=napkin").status_code == 400


def test_a_server_without_recognition_says_so(
    tmp_path: Path, settings: Settings, ledger: Ledger
) -> None:
    client = create_app(settings, ledger, lambda *_: pytest.fail("no photograph")).test_client()
    for path in ("/api/sets", "/api/camera"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert answer.get_json()["error"].endswith(".")
