"""Who may change the game, and who may not even call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.web import create_app
from companion.web.problems import PinWrongError, TooManyTriesError
from companion.web.session import Sessions, SignedOut, Tries, own_names
from tests.scorekeeper import PIN, PLAYERS


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_watcher_may_look_but_not_start_an_evening(watcher: FlaskClient) -> None:
    assert watcher.get("/api/evenings").status_code == 200
    answer = watcher.post("/api/evenings", json={"players": PLAYERS})
    assert answer.status_code == 401
    assert "PIN" in answer.get_json()["error"]


def test_the_session_needs_cookie_and_token_together(app: Flask) -> None:
    keeper, other = app.test_client(), app.test_client()
    token = keeper.post("/api/session", json={"pin": PIN}).get_json()["token"]
    setup = {"players": PLAYERS}
    only_cookie = keeper.post("/api/evenings", json=setup)
    only_token = other.post("/api/evenings", json=setup, headers={"X-Companion-Token": token})
    both = keeper.post("/api/evenings", json=setup, headers={"X-Companion-Token": token})
    statuses = [answer.status_code for answer in (only_cookie, only_token, both)]
    assert statuses == [401, 401, 201]


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(watcher: FlaskClient) -> None:
    cookie = watcher.post("/api/session", json={"pin": PIN}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    secure = watcher.post("/api/session", json={"pin": PIN}, base_url="https://localhost")
    assert "Secure" in secure.headers["Set-Cookie"]


def test_a_page_that_is_loaded_anew_gets_its_token_back(watcher: FlaskClient) -> None:
    assert watcher.get("/api/session").get_json() == {"role": "watcher", "token": None}
    token = watcher.post("/api/session", json={"pin": PIN}).get_json()["token"]
    assert watcher.get("/api/session").get_json() == {"role": "scorekeeper", "token": token}
    watcher.delete("/api/session")
    assert watcher.get("/api/session").get_json()["role"] == "watcher"


def test_whoever_comes_back_keeps_the_cookie_for_another_thirty_days(watcher: FlaskClient) -> None:
    assert "Set-Cookie" not in watcher.get("/api/session").headers
    watcher.post("/api/session", json={"pin": PIN})
    kept = watcher.get_cookie("companion_session")
    again = watcher.get("/api/session").headers["Set-Cookie"]
    assert kept is not None
    assert again.startswith(f"companion_session={kept.value};")
    assert {"Max-Age=2592000", "HttpOnly", "SameSite=Strict"} <= {*again.split("; ")}


def test_a_session_outlives_a_restart_and_ends_with_the_pin(
    settings: Settings, ledger: Ledger
) -> None:
    def token(settings: Settings, cookie: str) -> str | None:
        app = create_app(settings, ledger, lambda image: pytest.fail("no photograph here"))
        sessions: Sessions = app.extensions["companion"].sessions
        return sessions.token(cookie)

    app = create_app(settings, ledger, lambda image: pytest.fail("no photograph here"))
    cookie = app.extensions["companion"].sessions.open(PIN, "10.0.0.2")
    assert token(settings, cookie) is not None
    assert token(Settings(data=settings.data, pin="another"), cookie) is None


def test_a_pin_is_made_once_and_kept(settings: Settings, ledger: Ledger) -> None:
    unset = Settings(data=settings.data / "fresh")
    pins = {
        create_app(unset, ledger, lambda image: pytest.fail("none")).extensions["companion"].pin
        for _ in range(2)
    }
    assert len(pins) == 1
    assert len(pins.pop()) == 6
    assert (unset.data / "pin").stat().st_mode & 0o077 == 0


def test_a_guesser_waits_ever_longer_and_others_do_not() -> None:
    clock = Clock()
    sessions = Sessions(PIN, b"secret", Tries(free=3, first_wait_s=10, now=clock))
    for _ in range(3):
        with pytest.raises(PinWrongError):
            sessions.open("0000", "10.0.0.66")
    with pytest.raises(TooManyTriesError) as refused:
        sessions.open(PIN, "10.0.0.66")
    assert refused.value.wait_s == 11
    assert sessions.open(PIN, "10.0.0.2")
    clock.now += 10.5
    with pytest.raises(PinWrongError):
        sessions.open("1111", "10.0.0.66")
    with pytest.raises(TooManyTriesError) as again:
        sessions.open(PIN, "10.0.0.66")
    assert again.value.wait_s == 21
    clock.now += 21
    assert sessions.open(PIN, "10.0.0.66")


def test_many_addresses_are_one_guesser_and_who_made_no_mistake_gets_in() -> None:
    clock = Clock()
    sessions = Sessions(PIN, b"secret", Tries(now=clock))
    for i in range(60):
        with pytest.raises(PinWrongError):
            sessions.open("0000", f"10.0.1.{i}")
    with pytest.raises(TooManyTriesError):
        sessions.open(PIN, "10.0.1.1")
    assert sessions.open(PIN, "10.0.2.1")


def test_wrong_pins_are_forgotten_one_by_one() -> None:
    clock = Clock()
    sessions = Sessions(PIN, b"secret", Tries(forgets_s=600, now=clock))
    for i in range(62):
        with pytest.raises(PinWrongError):
            sessions.open("0000", f"10.0.1.{i}")
    clock.now += 5 * 60  # of all the wrong tries five are forgotten, of each address none
    with pytest.raises(PinWrongError):
        sessions.open("0000", "10.0.1.1")
    assert sessions.open(PIN, "10.0.1.2")
    clock.now += 600
    assert not Tries(now=clock).any("10.0.1.1")


def test_a_network_of_ipv6_is_one_guesser() -> None:
    """One device may use any address of its network, and a new one for each try."""
    sessions = Sessions(PIN, b"secret", Tries(now=Clock()))
    for i in range(5):
        with pytest.raises(PinWrongError):
            sessions.open("0000", f"fd00::1:{i}")
    with pytest.raises(TooManyTriesError):
        sessions.open("0000", "fd00::2:9%eth0")


def test_a_device_of_ipv4_is_one_guesser_also_where_the_server_listens_by_ipv6() -> None:
    sessions = Sessions(PIN, b"secret", Tries(now=Clock()))
    for _ in range(5):
        with pytest.raises(PinWrongError):
            sessions.open("0000", "::ffff:192.168.1.66")
    with pytest.raises(TooManyTriesError):
        sessions.open(PIN, "::ffff:192.168.1.66")
    assert sessions.open(PIN, "::ffff:192.168.1.7")


def test_a_copied_cookie_is_dead_after_signing_out(app: Flask, settings: Settings) -> None:
    keeper = app.test_client()
    token = keeper.post("/api/session", json={"pin": PIN}).get_json()["token"]
    cookie = keeper.get_cookie("companion_session")
    assert cookie is not None
    keeper.delete("/api/session")
    thief = app.test_client()
    thief.set_cookie("companion_session", cookie.value)
    headers = {"X-Companion-Token": token}
    assert (
        thief.post("/api/evenings", json={"players": PLAYERS}, headers=headers).status_code == 401
    )
    # Also after a restart, and other sessions go on.
    again = Sessions(PIN, b"x", signed_out=SignedOut(settings.data / "signed-out"))
    assert cookie.value.partition(".")[0] in SignedOut(settings.data / "signed-out")
    assert again.token(again.open(PIN, "10.0.0.1"))


@pytest.mark.parametrize("closed_at", [0.0, 1.7e9], ids=["a clock that was wrong", "years ago"])
def test_a_session_that_was_signed_out_never_opens_again(tmp_path: Path, closed_at: float) -> None:
    """However long ago it was. Its cookie bears no date, so only the list can refuse it."""
    file = tmp_path / "signed-out"
    sessions = Sessions(PIN, b"x", signed_out=SignedOut(file))
    before, after = sessions.open(PIN, "10.0.0.1"), sessions.open(PIN, "10.0.0.1")
    # A line as the program wrote it when it still forgot after thirty days, and one that is spoilt.
    line = json.dumps({"name": before.partition(".")[0], "at": closed_at})
    file.write_bytes(b"\xff\x00 no JSON\n" + line.encode() + b"\n")
    again = Sessions(PIN, b"x", signed_out=SignedOut(file))
    assert again.token(before) is None
    again.close(after)
    later = Sessions(PIN, b"x", signed_out=SignedOut(file))
    assert [later.token(before), later.token(after)] == [None, None]


def test_too_many_tries_say_how_long_to_wait(watcher: FlaskClient) -> None:
    answers = [watcher.post("/api/session", json={"pin": "wrong"}) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
    assert int(answers[-1].headers["Retry-After"]) >= 1


@pytest.mark.parametrize("cookie", ["", ".", "a.b", "ü.ü", "x" * 5000])
def test_an_invented_cookie_is_no_session(cookie: str) -> None:
    assert Sessions(PIN, b"secret").token(cookie) is None


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8443", "192.168.1.20:8443", "[fe80::1]:8443", *sorted(own_names())],
)
def test_the_server_answers_to_its_own_names(watcher: FlaskClient, host: str) -> None:
    assert watcher.get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "[", "", "192.168.1.20.evil.example"]
)
def test_a_foreign_host_is_refused(watcher: FlaskClient, host: str) -> None:
    answer = watcher.get("/api/health", headers={"Host": host})
    assert answer.status_code == 403
    assert answer.get_json()["error"].startswith("This server does not answer")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "https://localhost"},  # another scheme is another origin
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_call_from_another_origin_is_refused(
    watcher: FlaskClient, headers: dict[str, str]
) -> None:
    answer = watcher.post("/api/session", json={"pin": PIN}, headers=headers)
    assert answer.status_code == 403
    assert "another web site" in answer.get_json()["error"]


def test_a_call_from_the_servers_own_page_passes(watcher: FlaskClient) -> None:
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert watcher.post("/api/session", json={"pin": PIN}, headers=own).status_code == 200
