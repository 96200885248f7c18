"""`companion serve` as a person starts it: its one line, its certificate, its end."""

from __future__ import annotations

import datetime
import errno
import http.client
import json
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask

from companion.base.settings import Settings, SettingUnusableError
from companion.cli.serve import installed_models
from companion.ledger import Ledger
from companion.vision.recognition.engine import MODELS
from companion.web.certificate import home_certificate
from companion.web.server import Server, own_addresses
from companion.web.session import own_names
from tests.benchmarks.served import Client, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("server") / "new" / "data") as served:
        yield served


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_it_plays_an_evening(served: Served) -> None:
    client = Client(served)
    id = client.start_evening()
    scores = {"E": 20, "S": 0, "W": 0, "N": 0}
    status, answer = client.call(
        "POST", f"/api/evenings/{id}/hands", {"winner": "E", "scores": scores}, "k"
    )
    assert (status, answer["net"]["E"]) == (201, 120)
    status, page = client.get("/")
    assert status == 200
    assert b"<script>" not in page


def test_a_port_that_is_taken_is_said_in_one_line(served: Served, tmp_path: Path) -> None:
    port = served.url.rpartition(":")[2]
    done = _run("--http", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"Port {port}" in done.stderr


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        (["--host", "203.0.113.9", "--port", "0"], "address"),
        (["--port", "70000"], "port"),
        (["--pin", "1"], "pin"),
        (["--data", "/dev/null/x"], "data folder"),
        (["--host", ""], "host"),
        (["--host", "a..b", "--port", "0"], "address"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(
    tmp_path: Path, flags: list[str], word: str
) -> None:
    done = _run("--http", "--data", str(tmp_path), *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert word in done.stderr


def test_a_signal_ends_it_cleanly_also_while_somebody_watches(tmp_path: Path) -> None:
    served = Served(tmp_path)
    connection = served.connect()
    connection.request("GET", "/api/events")
    stream = connection.getresponse()
    assert stream.readline().startswith(b"retry")
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(30) == 0
    assert b"data" not in stream.read()
    assert served.process.stdout is not None
    served.process.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="this system sets no such limit")
@pytest.mark.parametrize("kilobytes", [0, 16])
def test_a_disk_that_is_full_already_at_the_start_is_called_full(
    tmp_path: Path, kilobytes: int
) -> None:
    Ledger(tmp_path).close()
    command = (
        f"ulimit -f {kilobytes}; exec {sys.executable} -m companion serve --http --port 0 --data ."
    )
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The disk is full, so nothing was stored")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_it_serves_also_where_its_line_cannot_be_written(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    flags = ["--http", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path)]
    command = [sys.executable, "-m", "companion", "serve", *flags]
    with open("/dev/full", "w") as full:
        process = subprocess.Popen(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    said = process.stderr.readline()
    assert f"http://127.0.0.1:{port}" in said
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/api/health")
    assert connection.getresponse().status == 200
    connection.close()
    process.terminate()
    _, more = process.communicate(timeout=30)
    assert (process.returncode, more) == (0, "")


def test_other_devices_join_at_the_address_of_now(
    settings: Settings, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut the router may come up later than this server, and give any address."""
    addresses: list[str] = []
    monkeypatch.setattr("companion.web.server.own_addresses", lambda: addresses)
    server = Server(app, replace(settings, port=0, http=True))

    def joined(host: str = "192.168.1.9:8443") -> list[str]:
        asked = app.test_client().get("/api/join?path=/photo", headers={"Host": host}).get_json()
        assert asked["reachable"] == (not host.startswith("127."))
        urls: list[str] = asked["urls"]
        return urls

    try:
        assert joined() == ["http://192.168.1.9:8443/photo"]
        assert joined("127.0.0.1:8443") == ["http://127.0.0.1:8443/photo"]
        addresses.append("192.168.1.20")
        (address,) = joined()  # and not localhost, which each phone calls itself
        assert address.startswith("http://192.168.1.20:")
    finally:
        server.stop()


def test_hostile_requests_do_not_stop_it(served: Served) -> None:
    host, _, port = served.url.removeprefix("http://").partition(":")
    for request in (
        b"",
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /%00%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            answer = b""
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                answer = b"".join(iter(lambda c=connection: c.recv(65536), b""))  # type: ignore[misc]
            except OSError as error:  # the server may hang up before all is said
                if error.errno not in (errno.ENOTCONN, errno.ECONNRESET, errno.EPIPE):
                    raise
        assert b"root:" not in answer
        assert not answer or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 505")), request[:40]
    assert Client(served).get("/api/health")[0] == 200


def test_ten_megabytes_of_json_are_answered_and_not_cut_off(served: Served) -> None:
    connection = served.connect()
    connection.request("POST", "/api/score", b"[" + b"1," * 5_000_000 + b"1]")
    answer = connection.getresponse()
    assert (answer.status, b"larger than" in answer.read()) == (413, True)


def test_https_speaks_with_the_home_certificate(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())
    assert len(said["pin"]) == 6
    address = said["url"].removeprefix("https://")
    # A client that connects and says nothing holds up nobody.
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port))):
        trusting = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        secure = http.client.HTTPSConnection(address, timeout=30, context=trusting)
        secure.request("GET", "/api/health")
        assert secure.getresponse().status == 200
        secure.close()
    plain = http.client.HTTPConnection(address, timeout=30)
    plain.request("GET", "/")
    answer = plain.getresponse()
    assert (answer.status, b"https://" in answer.read()) == (400, True)
    process.terminate()
    assert process.wait(30) == 0
    process.stdout.close()


def _names(path: Path) -> tuple[set[str], set[str]]:
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (
        set(names.get_values_for_type(x509.DNSName)),
        {str(address) for address in names.get_values_for_type(x509.IPAddress)},
    )


def test_the_certificate_is_kept_until_it_no_longer_fits(tmp_path: Path) -> None:
    def made(addresses: list[str], days: int = 0) -> bytes:
        now = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=days)
        path, key = home_certificate(tmp_path, ["localhost", "home"], addresses, now)
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        return path.read_bytes()

    first = made(["127.0.0.1", "192.168.1.20"])
    assert _names(tmp_path / "certificate.pem") == (
        {"localhost", "home"},
        {"127.0.0.1", "192.168.1.20"},
    )
    assert made(["192.168.1.20", "127.0.0.1"]) == first
    moved = made(["127.0.0.1", "192.168.7.7"])
    assert moved != first
    assert made(["127.0.0.1", "192.168.7.7"], days=390) != moved
    (tmp_path / "certificate.pem").write_text("spoilt")
    assert made(["127.0.0.1"]).startswith(b"-----BEGIN CERTIFICATE")


def test_addresses_that_come_and_go_make_no_new_certificate(tmp_path: Path) -> None:
    """Each new one makes every phone warn. IPv6 addresses change every day in many networks."""

    def made(*addresses: str) -> bytes:
        return home_certificate(tmp_path, ["box"], ["127.0.0.1", "::1", *addresses])[0].read_bytes()

    first = made("192.168.1.20", "2003:e1::aaaa")
    assert made("192.168.1.20", "2003:e1::bbbb") == first
    assert made("192.168.1.20", "172.17.0.1") == first  # of containers
    assert made() == first  # before the router is up
    assert made("192.168.1.21", "2003:e1::bbbb") != first
    assert {"192.168.1.21", "2003:e1::bbbb"} <= _names(tmp_path / "certificate.pem")[1]


def test_a_certificate_keeps_the_names_that_a_laptop_has_in_other_networks(tmp_path: Path) -> None:
    def made(name: str) -> bytes:
        return home_certificate(tmp_path, [name], ["10.0.0.1"])[0].read_bytes()

    first, second = made("mac.local"), made("mac.fritz.box")
    assert first != second
    assert _names(tmp_path / "certificate.pem")[0] == {"mac.local", "mac.fritz.box"}
    assert made("mac.local") == made("mac.fritz.box") == second


def test_a_name_that_no_network_knows_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr("companion.web.server._NAME_ANSWERS_S", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: answered.wait(20) and [])
    began = time.monotonic()
    own_addresses()
    assert time.monotonic() - began < 10
    answered.set()


def test_a_clock_in_1970_makes_no_certificate_twice(tmp_path: Path) -> None:
    """As of a small computer without a clock, at its first start and at a later one."""
    then, now = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC), None
    first = home_certificate(tmp_path, ["box"], ["10.0.0.1"], then)[0].read_bytes()
    right = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=20)
    assert home_certificate(tmp_path, ["box"], ["10.0.0.1"], right)[0].read_bytes() == first
    assert home_certificate(tmp_path, ["box"], ["10.0.0.1"], then)[0].read_bytes() == first
    assert home_certificate(tmp_path, ["box"], ["10.0.0.1"], now)[0].read_bytes() == first


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("pin", b"\xff\xfe", "no text"),
        ("pin", b"1\n", "no PIN"),
        ("secret", b"short", "too short"),
        ("certificate-key.pem", b"-----BEGIN", "certificate"),
        ("ledger.db", b"no database at all", "ledger.db"),
        ("pin", None, "directory"),
        ("secret", None, "directory"),
        ("ledger.db", None, "ledger.db"),
    ],
)
def test_a_damaged_file_is_one_sentence(
    tmp_path: Path, name: str, content: bytes | None, word: str
) -> None:
    home_certificate(tmp_path, own_names(), ["127.0.0.1", "::1", *own_addresses()])
    if content is None:
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_bytes(content)
    command = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    done = _run(*command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert word in done.stderr.lower().replace("no pin", "no PIN")


def test_a_second_server_on_the_folder_says_so_and_ends(tmp_path: Path) -> None:
    with Served(tmp_path) as first:
        done = _run("--http", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
        assert done.returncode == 2
        assert f"process {first.process.pid}" in done.stderr


def test_settings_come_from_the_environment_where_no_flag_says_otherwise(tmp_path: Path) -> None:
    given = {"COMPANION_PORT": "9000", "COMPANION_HTTP": "yes", "COMPANION_DATA": str(tmp_path)}
    settings = Settings.from_environment(given)
    assert (settings.port, settings.http, settings.data) == (9000, True, tmp_path)
    assert Settings.from_environment({}).http is False
    with pytest.raises(SettingUnusableError, match="port"):
        Settings.from_environment({"COMPANION_PORT": "many"})


def test_the_shipped_models_are_named_with_their_digests() -> None:
    named = installed_models()
    assert [*named] == sorted(MODELS)
    assert all(re.fullmatch(r"[0-9a-f]{8}", digest) for digest in named.values())
