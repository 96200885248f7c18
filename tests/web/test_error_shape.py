"""Whatever is asked wrongly: one sentence, a field, a status, and the server goes on."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.base.errors import MalformedError, UnavailableError
from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.web import create_app
from tests.not_allowed import HANDS, TABLES
from tests.scorekeeper import PLAYERS, Scorekeeper, typed


def is_one_sentence(answer: TestResponse) -> bool:
    """The one form of every failure under /api; nothing of the program's inside is shown."""
    body = answer.get_json()
    sentence: str = body["error"]
    assert answer.mimetype == "application/json"
    assert set(body) == {"error", "field"}
    assert body["field"] is None or isinstance(body["field"], str)
    assert "Traceback" not in sentence
    assert "\n" not in sentence
    return bool(sentence) and sentence.rstrip("”").endswith(".")


def _every_call(app: Flask) -> list[tuple[str, str]]:
    return sorted(
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    )


def _path(rule: str, id: str) -> str:
    names = {"<id>": id, "<int:n>": "1", "<int:penalty>": "1", "<name>": "harr"}
    for name, value in names.items():
        rule = rule.replace(name, value)
    return rule


def test_every_call_answers_an_unknown_evening_with_a_sentence(
    app: Flask, keeper: Scorekeeper
) -> None:
    for method, rule in _every_call(app):
        if "<id>" not in rule:
            continue
        body = {**typed("E", 20, 0, 0, 0), "seats": {}, "round": "E", "counters": []}
        answer = keeper.call(method, _path(rule, "nobody"), body, headers={"Idempotency-Key": "k"})
        assert answer.status_code in (400, 404), (method, rule, answer.text)
        assert is_one_sentence(answer)


def test_every_changing_call_needs_the_pin(app: Flask, keeper: Scorekeeper) -> None:
    id = keeper.start()
    open_to_all = {"/api/session", "/api/read", "/api/score", "/api/settle"}
    open_to_all.add("/api/readings/<reading>/again")
    watcher = app.test_client()
    for method, rule in _every_call(app):
        aid = rule.endswith("/preview") or rule.startswith("/api/aids/")
        if method == "GET" or rule in open_to_all or aid:
            continue
        answer = watcher.open(_path(rule, id), method=method, json={})
        assert (answer.status_code, rule) == (401, rule)
        assert is_one_sentence(answer)


_BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "blanks": b"  ",
    "no UTF-8": b'"\xff"',
    "a list": b"[]",
    "a number": b"7",
    "not a number": b'{"players": NaN}',
    "very deep": b"[" * 100_000,
    "a long number": b"9" * 10_000,
    "unknown field": b'{"colour": "red"}',
    "wrong types": b'{"players": 1, "winner": 2, "scores": [], "payments": {}, "seats": 1,'
    b' "round": 3, "counters": 4, "pin": 5, "id": 6, "claims": 7, "title": 8, "ruleset": 9}',
}


@pytest.mark.parametrize("what", _BODIES)
def test_every_call_refuses_a_body_that_it_cannot_use(complete: Flask, what: str) -> None:
    keeper = Scorekeeper(complete.test_client())
    id = keeper.start()
    without_body = ("/undo", "/redo", "/end", "/resume")
    for method, rule in _every_call(complete):
        if method in ("GET", "DELETE") or (what == "nothing" and rule.endswith(without_body)):
            continue
        answer = keeper.client.open(
            _path(rule, id),
            method=method,
            data=_BODIES[what],
            headers={**keeper.headers, "Idempotency-Key": f"{rule} {what}"},
        )
        assert is_one_sentence(answer), answer.text
        assert 400 <= answer.status_code < 429, (method, rule, answer.status_code, answer.text)
    assert keeper.evening(id)["version"] == 1


@pytest.mark.parametrize(("call", "wrong"), [("score", HANDS), ("settle", TABLES)])
def test_what_the_game_does_not_allow_is_named(
    watcher: FlaskClient, call: str, wrong: dict[str, Any]
) -> None:
    for form, field, word in wrong.values():
        answer = watcher.post(f"/api/{call}", json=form)
        assert answer.status_code in (400, 404, 422)
        assert is_one_sentence(answer)
        assert answer.get_json()["field"].startswith(field)
        assert word.lower() in answer.get_json()["error"].lower()


def test_an_address_that_is_none_and_a_method_that_is_none(watcher: FlaskClient) -> None:
    for method, path, status in [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/evenings/../../etc/passwd", 404),
        ("PUT", "/api/health", 405),
        ("DELETE", "/api/evenings", 405),
        ("PATCH", "/api/score", 405),
        ("GET", "/api/evenings?limit=-1", 400),
        ("GET", "/api/evenings?offset=x", 400),
        ("GET", f"/api/evenings?search={'+'.join(['a'] * 1200)}", 400),
        ("GET", f"/api/statistics?search={'+'.join(['a'] * 51)}", 400),
        ("GET", "/api/aids/wall?dice=99", 422),
        ("GET", "/api/aids/deal?players=7", 422),
        ("GET", "/api/join?path=//evil.example", 400),
        ("GET", "/api/rulesets/..%2f..%2fpin", 404),
        ("GET", "/api/rulesets/none", 404),
    ]:
        answer = watcher.open(path, method=method)
        assert answer.status_code == status, (path, answer.text)
        assert is_one_sentence(answer)


def test_a_page_that_is_none_says_so_on_a_page(watcher: FlaskClient) -> None:
    for path in ("/nothing", "/table/nobody", "/static/../../pyproject.toml", "/join.svg?path=x"):
        answer = watcher.get(path)
        assert answer.status_code in (400, 404), path
        assert answer.mimetype == "text/html"
        assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": PLAYERS[:1]},
        {"players": [*PLAYERS, {"name": "Ed"}]},
        {"players": [{"name": ""}, *PLAYERS[1:]]},
        {"players": [{"name": " "}, *PLAYERS[1:]]},
        {"players": [{"name": "a\nb"}, *PLAYERS[1:]]},
        {"players": [{"name": "x" * 61}, *PLAYERS[1:]]},
        {"players": [{"name": "\ud800"}, *PLAYERS[1:]]},
        {"players": [{"name": "bo"}, *PLAYERS[1:]]},
        {"players": [{"name": "Ann", "colour": "red;"}, *PLAYERS[1:]]},
        {"ruleset": "none"},
        {"ruleset": "../../pin"},
        {"options": {"limit": "much"}},
        {"options": {"nothing": 1}},
        {"counters": {"500": -1}},
        {"counters": {"x": 1}},
        {"counters": {"0": 1}},
        {"stake": {"per_hundred": "much"}},
        {"stake": {"per_hundred": -1}},
    ],
)
def test_an_evening_that_cannot_be_is_not_started(
    keeper: Scorekeeper, change: dict[str, Any]
) -> None:
    answer = keeper.call("POST", "/api/evenings", {"players": PLAYERS, **change})
    assert answer.status_code in (400, 404, 422), answer.text
    assert is_one_sentence(answer)
    assert answer.get_json()["field"] is not None
    assert keeper.client.get("/api/evenings").get_json()["total"] == 0


@pytest.mark.parametrize("worth", ["0", "1000001"])
def test_what_a_counter_may_be_worth_is_said(keeper: Scorekeeper, worth: str) -> None:
    answer = keeper.call("POST", "/api/evenings", {"players": PLAYERS, "counters": {worth: 5}})
    said = f"What a counter is worth, {worth} in counters, has to be between 1 and 1,000,000."
    assert answer.get_json() == {"error": said, "field": f"counters.{worth}"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"winner": "Q"},
        {"winner": "E", "scores": {"E": -2, "S": 0, "W": 0, "N": 0}},
        {"winner": "E", "scores": {"E": 2.5, "S": 0, "W": 0, "N": 0}},
        {"winner": "E", "scores": {"E": True, "S": 0, "W": 0, "N": 0}},
        {"winner": "E", "scores": {"E": 10**13, "S": 0, "W": 0, "N": 0}},
        {"winner": "E", "scores": {"Z": 0}},
        {"winner": "E", "scores": {"E": 20}},
        {"winner": None, "result": "win"},
        {**typed("E", 20, 0, 0, 0), "result": "draw"},
        {**typed("E", 20, 0, 0, 0), "hands": {"E": {"concealed": ["1m"]}}},
        {"winner": None, "hands": {"E": {"concealed": ["1m"] * 5}}},
        {"winner": None, "hands": {"E": {"concealed": ["9x"]}}},
        {"winner": None, "hands": {"E": {"concealed": [], "seat": "S"}}},
        {"winner": None, "events": [{"kind": "wash", "seat": "S", "heads": 10}]},
        {"winner": None, "events": [{"kind": "dance", "seat": "S"}]},
        {"winner": None, "events": [{}]},
        {"winner": None, "events": ["wash"]},
        {**typed("E", 20, 0, 0, 0), "discarder": "E"},
        {**typed("E", 20, 0, 0, 0), "pays_for_all": True},
        {**typed("E", 20, 0, 0, 0), "note": "x" * 1001},
        {**typed("E", 20, 0, 0, 0), "photos": ["../pin"]},
        {**typed("E", 20, 0, 0, 0), "n": "one"},
        {**typed("E", 20, 0, 0, 0), "keep": "cats"},
        {**typed("E", 20, 0, 0, 0), "seated": {}},
    ],
)
def test_a_hand_that_cannot_be_is_not_settled(keeper: Scorekeeper, body: dict[str, Any]) -> None:
    id = keeper.start()
    answer = keeper.settle(id, body)
    assert answer.status_code in (400, 422), answer.text
    assert is_one_sentence(answer)
    assert keeper.evening(id)["version"] == 1


def test_a_script_in_a_name_stays_a_name(keeper: Scorekeeper) -> None:
    name = "<script>alert(1)</script>"
    id = keeper.start(players=[{"name": name}, *PLAYERS[1:]], title=name)
    assert keeper.evening(id)["players"][0]["name"] == name
    for path in (f"/table/{id}", "/evenings", f"/table/{id}/sheet", "/statistics"):
        page = keeper.client.get(path)
        assert page.status_code == 200
        assert name not in page.text
        policy = page.headers["Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert policy.startswith("default-src 'self'")
        assert "<script>" not in page.text
    answer = keeper.client.get(f"/api/evenings/{id}")
    assert answer.mimetype == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


# --- photographs ---


class NotAPictureError(MalformedError):
    sentence = "This file is no picture; choose a photograph."
    field = "photo"


def _reader(image: bytes, table: bool | None, **_: object) -> Any:
    raise NotAPictureError


def _send(client: FlaskClient, data: dict[str, Any]) -> TestResponse:
    return client.post("/api/read", data=data, content_type="multipart/form-data")


def test_a_photograph_that_is_none_is_refused_and_the_server_goes_on(
    settings: Settings, ledger: Ledger
) -> None:
    client = create_app(settings, ledger, _reader).test_client()
    draw = random.Random(1)
    for size in (1, 10, 1000, 100_000):
        for start in (b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"<svg>"):
            image = start + draw.randbytes(size)
            answer = _send(client, {"photo": (io.BytesIO(image), "x.jpg")})
            assert answer.status_code == 400
            assert is_one_sentence(answer)
    assert client.get("/api/health").status_code == 200


@pytest.mark.parametrize(
    "data", [{}, {"picture": (io.BytesIO(b"x"), "x.jpg")}, {"photo": (io.BytesIO(b""), "x.jpg")}]
)
def test_no_photograph_in_the_form(watcher: FlaskClient, data: dict[str, Any]) -> None:
    answer = _send(watcher, data)
    assert (answer.status_code, answer.get_json()["field"]) == (400, "photo")


@pytest.mark.parametrize(
    ("name", "kind"), [("x.jpg", "upload-empty"), ("", "photo-missing-in-form")]
)
def test_an_empty_file_was_chosen_all_the_same(watcher: FlaskClient, name: str, kind: str) -> None:
    part = (
        f'--x\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\n\r\n\r\n--x--'
    )
    answer = watcher.post(
        "/api/read", data=part.encode(), content_type="multipart/form-data; boundary=x"
    )
    assert answer.headers["X-Companion-Refused"] == kind


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ('--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\nabc\r\n--x--', "a filename"),
        (
            '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nab',
            "cut off",
        ),
        ('--x\r\nContent-Disposition: form-data; name="table"\r\n\r\ntrue\r\n--x--', "No photo"),
    ],
)
def test_why_a_form_has_no_photograph_is_said(watcher: FlaskClient, form: str, said: str) -> None:
    answer = watcher.post(
        "/api/read", data=form.encode(), content_type="multipart/form-data; boundary=x"
    )
    assert (answer.status_code, is_one_sentence(answer)) == (400, True)
    assert said in answer.get_json()["error"]


@pytest.mark.parametrize("table", ["yes", "1", "both"])
def test_a_table_that_is_neither_true_nor_false_nor_auto(watcher: FlaskClient, table: str) -> None:
    answer = _send(watcher, {"photo": (io.BytesIO(b"x"), "x.jpg"), "table": table})
    assert (answer.status_code, answer.get_json()["field"]) == (400, "table")
    assert answer.get_json()["error"] == "table has to be true, false or auto."


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("reseat", {"seats": {"E": 1, "S": 0, "W": 2, "N": 3}, "from_hand": 99}, "from_hand"),
        ("preview", {**typed("E", 20, 0, 0, 0), "replaces": 99}, "replaces"),
        ("preview", {"removes": 99}, "removes"),
        ("players", {"name": "Eve", "instead_of": 1, "from_hand": 99}, "from_hand"),
        ("preview", {"takes_seat": {"name": "Eve", "instead_of": 1, "from_hand": 99}}, "from_hand"),
        ("penalties", {"payments": []}, "payments"),
    ],
)
def test_the_field_that_is_wrong_is_named(
    keeper: Scorekeeper, path: str, body: dict[str, Any], field: str
) -> None:
    answer = keeper.call("POST", f"/api/evenings/{keeper.start()}/{path}", body)
    assert (answer.status_code, answer.get_json()["field"]) == (
        400 if field == "payments" else 404,
        field,
    )
    assert "is missing" not in answer.get_json()["error"]


def test_a_body_that_is_no_form(watcher: FlaskClient) -> None:
    for content_type in ("image/jpeg", "multipart/form-data", "multipart/form-data; boundary=x"):
        answer = watcher.post("/api/read", data=b"--y\r\n", content_type=content_type)
        assert answer.status_code == 400
        assert is_one_sentence(answer)


def test_too_large_is_said_with_the_bound(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path, pin="4829", upload_limit=2 * 1024 * 1024, body_limit=1024 * 1024
    )
    ledger = Ledger(tmp_path)
    client = create_app(settings, ledger, _reader).test_client()
    for size in (2 * 1024 * 1024 + 1, 4 * 1024 * 1024):
        answer = _send(client, {"photo": (io.BytesIO(b"x" * size), "x.jpg")})
        assert answer.status_code == 413
        assert is_one_sentence(answer)
    answer = client.post("/api/score", data=b" " * (1024 * 1024 + 1))
    assert answer.status_code == 413
    assert "1 MB" in answer.get_json()["error"]
    ledger.close()


def test_what_is_missing_on_the_server_is_no_fault_of_the_caller(
    settings: Settings, ledger: Ledger
) -> None:
    def missing(image: bytes, table: bool | None, **_: object) -> Any:
        raise UnavailableError("The model is missing; install the program again.")

    client = create_app(settings, ledger, missing).test_client()
    answer = _send(client, {"photo": (io.BytesIO(b"x"), "x.jpg")})
    assert answer.status_code == 503
    assert is_one_sentence(answer)


@pytest.mark.parametrize("failure", [RuntimeError("secret"), MemoryError(), RecursionError()])
def test_a_fault_of_the_program_is_not_shown(
    settings: Settings, ledger: Ledger, failure: Exception
) -> None:
    def broken(image: bytes, table: bool | None, **_: object) -> Any:
        raise failure

    client = create_app(settings, ledger, broken).test_client()
    answer = _send(client, {"photo": (io.BytesIO(b"x"), "x.jpg")})
    assert answer.status_code == 500
    assert is_one_sentence(answer)
    assert "secret" not in answer.text


@pytest.mark.parametrize("name", ["../pin", "..%2f..%2fpin", "x.jpg", "a" * 32 + ".svg"])
def test_only_kept_photographs_are_given_out(keeper: Scorekeeper, name: str) -> None:
    answer = keeper.client.get(f"/api/evenings/{keeper.start()}/photos/{name}")
    assert answer.status_code == 404
    assert is_one_sentence(answer)


def test_only_pictures_are_kept(keeper: Scorekeeper, settings: Settings) -> None:
    id = keeper.start()
    before = _files(settings.data)
    for content in (b"<script>", b"GIF89a", b"RIFF1234WAVE"):
        answer = keeper.client.post(
            f"/api/evenings/{id}/photos",
            data={"photo": (io.BytesIO(content), "../../evil.jpg")},
            headers=keeper.headers,
        )
        assert answer.status_code == 400
        assert is_one_sentence(answer)
    assert _files(settings.data) == before


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.parent.rglob("*") if path.is_file()}


# --- the database ---


def _full(ledger: Ledger) -> None:
    with ledger.store.atomic() as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_loses_nothing_and_is_said(keeper: Scorekeeper, ledger: Ledger) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    _full(ledger)
    answers = [
        keeper.settle(id, {**typed("E", 20, 0, 0, 0), "note": "x" * 1000}, key=f"{i}")
        for i in range(50)
    ]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert {answer.status_code for answer in refused} == {503}
    assert "disk is full" in refused[0].get_json()["error"]
    stored = 1 + len(answers) - len(refused)
    assert len(keeper.evening(id)["hands"]) == stored
    with ledger.store.atomic() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
    again = keeper.settle(id, {**typed("E", 20, 0, 0, 0), "note": "x" * 1000}, key="49")
    assert again.status_code == 201
    assert len(keeper.evening(id)["hands"]) == stored + 1


def test_a_locked_database_is_said(settings: Settings) -> None:
    ledger = Ledger(settings.data, busy_timeout_s=0.05)
    other = Ledger(settings.data)
    keeper = Scorekeeper(create_app(settings, ledger, _reader).test_client())
    id = keeper.start()
    with other.store.atomic():
        answer = keeper.settle(id, typed("E", 20, 0, 0, 0))
        assert answer.status_code == 503
        assert "Another program" in answer.get_json()["error"]
        assert keeper.evening(id)["version"] == 1
    assert keeper.settle(id, typed("E", 20, 0, 0, 0)).status_code == 201
    ledger.close()
    other.close()


def test_two_servers_on_one_folder_see_the_same(settings: Settings) -> None:
    one, other = Ledger(settings.data), Ledger(settings.data)
    first = Scorekeeper(create_app(settings, one, _reader).test_client())
    second = Scorekeeper(create_app(settings, other, _reader).test_client())
    id = first.start()
    first.settle(id, typed("E", 20, 0, 0, 0), key="a")
    second.settle(id, typed("E", 40, 0, 0, 0), key="b")
    assert json.dumps(first.evening(id)) == json.dumps(second.evening(id))
    assert first.evening(id)["totals"][0] == 360
    one.close()
    other.close()
