"""Photographs that an evening keeps, and the backup that holds them."""

from __future__ import annotations

import errno
import io
import os
import time
import zipfile
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.base.settings import Settings
from companion.ledger.unsettled_photos import WAITS_S, clear
from companion.web.services import Services
from tests.scorekeeper import Scorekeeper, typed
from tests.web.evenings.tiles import PNG


def _full_disk(_: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def _send_photo(keeper: Scorekeeper, id: str, image: bytes) -> TestResponse:
    return keeper.client.post(
        f"/api/evenings/{id}/photos",
        data={"photo": (io.BytesIO(image), "hand.png")},
        headers=keeper.headers,
    )


def test_a_photograph_is_kept_with_its_hand(keeper: Scorekeeper) -> None:
    id = keeper.start()
    path = f"/api/evenings/{id}/photos"
    sent = keeper.client.post(
        path, data={"photo": (io.BytesIO(PNG), "../../x.png")}, headers=keeper.headers
    )
    name = sent.get_json()["photo"]
    assert keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]}).status_code == 201
    assert keeper.evening(id)["hands"][0]["photos"] == [name]
    kept = keeper.client.get(f"{path}/{name}")
    assert (kept.data, kept.mimetype) == (PNG, "image/png")
    refused = keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": ["../../pin"]})
    assert (refused.status_code, refused.get_json()["field"]) == (400, "photos[0]")


def test_a_hand_tells_which_photograph_shows_whose_tiles(keeper: Scorekeeper) -> None:
    id = keeper.start()
    ann, bo = (_send_photo(keeper, id, PNG + tail).get_json()["photo"] for tail in (b"a", b"b"))
    hand = {**typed("E", 20, 0, 0, 0), "photos": [ann, bo], "photo_of": {"E": ann, "S": bo}}
    assert keeper.settle(id, hand).status_code == 201
    assert keeper.evening(id)["hands"][0]["photo_of"] == {"E": ann, "S": bo}
    refused = keeper.settle(id, hand | {"photos": [ann]})
    assert (refused.status_code, refused.get_json()["field"]) == (400, "photo_of.S")


def test_a_photograph_stays_with_its_player_when_the_seats_change(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("S", 0, 20, 0, 0))  # East passes: Bo is East in hand 2
    photo = _send_photo(keeper, id, PNG).get_json()["photo"]
    hand = {**typed("E", 20, 0, 0, 0), "photos": [photo], "photo_of": {"E": photo}}
    assert keeper.settle(id, hand).status_code == 201
    keeper.call(
        "PUT", f"/api/evenings/{id}/hands/1", {**typed("E", 20, 0, 0, 0), "keep": "players"}
    )
    second = keeper.evening(id)["hands"][1]
    assert second["seats"]["S"] == 1
    assert second["photo_of"] == {"S": photo}


def test_photographs_that_no_hand_and_no_draft_names_are_cleared_after_a_week(
    app: Flask, keeper: Scorekeeper
) -> None:
    at: Services = app.extensions["companion"]
    id = keeper.start()
    names = [_send_photo(keeper, id, PNG + tail).get_json()["photo"] for tail in (b"a", b"b", b"c")]
    settled, entered, left = names
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [settled]})
    keeper.call("POST", f"/api/evenings/{id}/undo")
    parts = {"tiles:E": {"picture": entered}}
    keeper.call("PATCH", f"/api/evenings/{id}/draft", {"hand": 1, "parts": parts})
    now = time.time()
    assert clear(at.ledger, at.drafts, now + WAITS_S - 60) == 0
    assert clear(at.ledger, at.drafts, now + WAITS_S + 60) == 1
    found = {name: keeper.client.get(f"/api/evenings/{id}/photos/{name}") for name in names}
    assert {name for name, answer in found.items() if answer.status_code == 404} == {left}


def test_a_photograph_that_is_sent_again_is_as_young_as_that(
    keeper: Scorekeeper, app: Flask, settings: Settings
) -> None:
    at: Services = app.extensions["companion"]
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    os.utime(settings.data / "photos" / id / name, (0, 0))
    _send_photo(keeper, id, PNG)
    assert clear(at.ledger, at.drafts) == 0


def test_an_evening_that_keeps_no_photographs_stores_none(
    keeper: Scorekeeper, settings: Settings
) -> None:
    id = keeper.start(keep_photos=False)
    answer = _send_photo(keeper, id, PNG)
    assert (answer.status_code, answer.get_json()["field"]) == (422, "photo")
    assert not list(settings.data.rglob("*.png"))
    keeper.call("PATCH", f"/api/evenings/{id}", {"keep_photos": True})
    assert _send_photo(keeper, id, PNG).status_code == 201


def test_a_full_disk_keeps_no_half_photograph(
    keeper: Scorekeeper, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = keeper.start()
    with monkeypatch.context() as patched:
        patched.setattr("companion.base.whole_files.os.fsync", _full_disk)
        answer = _send_photo(keeper, id, PNG)
    assert (answer.status_code, "disk is full" in answer.text) == (503, True)
    assert not [path for path in (settings.data / "photos").rglob("*") if path.is_file()]
    assert _send_photo(keeper, id, PNG).status_code == 201


def test_a_folder_that_can_only_be_read_is_told_where_a_first_file_has_none_yet(
    keeper: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    id = keeper.start()
    monkeypatch.setattr("pathlib.Path.mkdir", refused)
    part = {"hand": 1, "parts": {"winner": "E"}}
    for answer in (
        keeper.call("PATCH", f"/api/evenings/{id}/draft", part),
        _send_photo(keeper, id, PNG),
    ):
        assert answer.status_code == 503
        assert answer.headers["X-Companion-Refused"] == "folder-read-only"


def test_a_backup_with_photographs_is_read_in_elsewhere(
    keeper: Scorekeeper, elsewhere: Scorekeeper
) -> None:
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]})
    packed = keeper.client.get(f"/api/evenings/{id}/export.zip")
    assert packed.mimetype == "application/zip"
    answer = _read_in(elsewhere, packed.data)
    assert (answer.status_code, answer.get_json()["photos"]) == (201, 1)
    assert elsewhere.evening(id) == keeper.evening(id)
    assert elsewhere.client.get(f"/api/evenings/{id}/photos/{name}").data == PNG


def _read_in(keeper: Scorekeeper, content: bytes) -> TestResponse:
    return keeper.client.post("/api/evenings/import", data=content, headers=keeper.headers)


def test_an_evening_whose_photographs_do_not_fit_is_stored_and_says_so(
    keeper: Scorekeeper, elsewhere: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]})
    packed = keeper.client.get(f"/api/evenings/{id}/export.zip").data
    with monkeypatch.context() as patched:
        patched.setattr("companion.base.whole_files.os.fsync", _full_disk)
        answer = _read_in(elsewhere, packed)
    assert answer.status_code == 503
    assert "stored, but not all of its photographs" in answer.get_json()["error"]
    assert elsewhere.evening(id) == keeper.evening(id)
    assert _read_in(elsewhere, packed).get_json() == {
        "id": id,
        "version": keeper.evening(id)["version"],
        "already": True,
        "photos": 1,
    }
    assert elsewhere.client.get(f"/api/evenings/{id}/photos/{name}").data == PNG


def _packed(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_spoilt_backup_with_photographs_writes_nothing_outside(
    keeper: Scorekeeper, elsewhere: Scorekeeper, tmp_path: Path
) -> None:
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]})
    whole = keeper.client.get(f"/api/evenings/{id}/export.zip").data
    journal = keeper.client.get(f"/api/evenings/{id}/export.json").data
    spoilt = {
        "cut off": whole[: len(whole) // 2],
        "no journal": _packed({"diary.txt": b"Dear diary"}),
        "no JSON": _packed({"export.json": b"{"}),
        "a bomb": _packed({"export.json": b" " * (65 * 1024 * 1024)}),
        "flipped": whole[:80] + b"\x00" * 20 + whole[100:],
        "nothing": b"PK",
    }
    for what, content in spoilt.items():
        answer = _read_in(elsewhere, content)
        assert (what, answer.status_code) == (what, 400), answer.text
    changed = {"export.json": journal, f"photos/{name}": PNG + b"changed", "../../evil.png": PNG}
    answer = _read_in(elsewhere, _packed(changed))
    assert (answer.status_code, "damaged" in answer.text) == (400, True)
    assert elsewhere.client.get("/api/evenings").get_json()["total"] == 0
    answer = _read_in(elsewhere, _packed({"export.json": journal, "../../evil.png": PNG}))
    assert answer.get_json()["photos"] == 0
    assert not list(tmp_path.rglob("evil*"))
    assert not list((tmp_path / "elsewhere").rglob("*.png"))
