"""Connections wait without a thread, whether a request comes in pieces, at once or never."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.base.settings import Settings
from companion.web.fair_socket import FairSocket
from companion.web.request_head import MOST_HEAD, MOST_SMALL, Heard, heard
from companion.web.server import Server
from companion.web.waiting_room import UPLOADS_OF_ONE, in_turn
from tests.benchmarks.served import Client, Served, believing

UPLOAD = (
    b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n"
    b"Content-Type: multipart/form-data; boundary=x\r\n\r\n"
)
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
MORE_THAN_THREADS = 80


@dataclass(frozen=True)
class Came:
    """Somebody in the room, as far as `in_turn` asks. number: of those from the same address."""

    address: str
    number: int


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data")) as served:
        yield served


def _connect(served: Served) -> socket.socket:
    place = urlsplit(served.url)
    return socket.create_connection((place.hostname, place.port), timeout=30)


@contextlib.contextmanager
def _many(served: Served, count: int, first: bytes) -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(_connect(served)) for _ in range(count)]
        for each in sockets:
            each.sendall(first)
        yield sockets


def _answer(connection: socket.socket) -> bytes:
    """Read one answer with its body."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].split()[0])
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"GET /api/hea",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{",
        UPLOAD,
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "an upload's head"],
)
def test_whoever_does_not_go_on_holds_up_nobody(served: Served, first: bytes) -> None:
    with _many(served, MORE_THAN_THREADS, first):
        client = Client(served)
        id = client.start_evening()
        hand = {"winner": "E", "scores": {"E": 20, "S": 0, "W": 0, "N": 0}}
        assert client.call("POST", f"/api/evenings/{id}/hands", hand, "k")[0] == 201


def test_uploads_beyond_the_places_are_told_when_to_come_again(served: Served) -> None:
    with _many(served, UPLOADS_OF_ONE + 3, UPLOAD) as sockets:
        told = 0
        for each in sockets:
            each.settimeout(0.3)
            with contextlib.suppress(TimeoutError):
                answer = _answer(each)
                assert b" 503 " in answer.splitlines()[0]
                assert b"Retry-After:" in answer
                told += 1
        assert told >= 3


def test_a_request_that_comes_in_pieces_is_answered(served: Served) -> None:
    with _connect(served) as connection:
        body = json.dumps({"pin": "no"}).encode()
        head = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
        whole = head % len(body) + body
        for n in range(len(whole)):
            connection.sendall(whole[n : n + 1])
        assert b" 401 " in _answer(connection).splitlines()[0]


def test_two_requests_at_once_and_a_third_later_are_answered_in_order(served: Served) -> None:
    with _connect(served) as connection:
        connection.sendall(HEALTH + HEALTH.replace(b"health", b"nowhere"))
        data = b""
        while data.count(b"HTTP/1.1") < 2 or not data.endswith(b"}\n"):
            data += connection.recv(65536)
        assert data.index(b" 200 ") < data.index(b" 404 ")
        connection.sendall(HEALTH)
        assert b" 200 " in _answer(connection).splitlines()[0]


def test_https_in_pieces_and_without_a_word(tmp_path: Path) -> None:
    with Served(tmp_path, https=True) as served, _many(served, MORE_THAN_THREADS, b"\x16\x03"):
        assert Client(served).get("/api/health")[0] == 200


def test_handshakes_from_one_address_do_not_keep_another_waiting() -> None:
    crowd = [Came("10.0.0.1", n) for n in range(5)]
    other = [Came("10.0.0.2", n) for n in range(2)]
    assert in_turn([*crowd, *other]) == [crowd[0], other[0], crowd[1], other[1], *crowd[2:]]


def test_https_where_each_round_has_time_for_one_handshake(
    app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.waiting_room._ASIDE_S", 0.0)
    monkeypatch.setattr("companion.web.waiting_room._AT_THE_DOOR", 1)
    server = Server(app, replace(settings, host="127.0.0.1", port=0, http=False))
    serving = threading.Thread(target=server.serve)
    serving.start()
    try:
        place = urlsplit(server.urls[0])
        with ThreadPoolExecutor(MORE_THAN_THREADS) as pool:
            answers = list(pool.map(lambda _: _health(place.netloc), range(MORE_THAN_THREADS)))
    finally:
        server.stop()
        serving.join()
    assert answers == [200] * MORE_THAN_THREADS


def _health(place: str) -> int:
    connection = http.client.HTTPSConnection(place, timeout=30, context=believing())
    with contextlib.closing(connection):
        connection.request("GET", "/api/health")
        return connection.getresponse().status


def test_a_signal_ends_it_whatever_hangs(tmp_path: Path) -> None:
    served = Served(tmp_path)
    with _many(served, 20, UPLOAD), _many(served, 30, b"GET /"):
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(30) == 0
    assert served.process.stdout is not None
    served.process.stdout.close()


@pytest.mark.parametrize(
    ("data", "so_far"),
    [
        (b"", Heard.PART),
        (b"GET / HTTP/1.1\r\n", Heard.PART),
        (b"GET / HTTP/1.1\r\n\r\n", Heard.WHOLE),
        (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab", Heard.PART),
        (b"POST / HTTP/1.1\r\ncontent-length:3 \r\n\r\nabc", Heard.WHOLE),
        (b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MOST_SMALL + 1), Heard.UPLOAD),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", Heard.UPLOAD),
        (b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n", Heard.UPLOAD),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", Heard.WHOLE),  # to be refused
        (b"x" * (MOST_HEAD + 1), Heard.WHOLE),  # the same
    ],
)
def test_how_far_a_request_has_come_in(data: bytes, so_far: Heard) -> None:
    assert heard(data) is so_far


def test_who_sends_too_slowly_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.fair_socket.PATIENCE_S", 0.05)
    here, there = socket.socketpair()
    with here, there:
        fair, buffer = FairSocket(here), bytearray(10)
        fair.ahead += b"ab"
        assert fair.recv_into(buffer) == 2
        with pytest.raises(TimeoutError):
            fair.recv_into(buffer)
        with pytest.raises(TimeoutError):  # the patience of this request is spent
            fair.recv_into(buffer)
        fair.renew()
        there.sendall(b"xyz")
        assert fair.recv_into(buffer) == 3
