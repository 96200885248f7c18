"""Photographs wait for each other; settling waits for none of them."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.base.settings import Settings
from companion.ledger import Ledger
from companion.seen.game import UNKNOWN, Game
from companion.seen.reading import ImageInfo, Reading
from companion.web import create_app
from companion.web.reading_queue import PLACES, ReadingBusyError, ReadingQueue
from tests.scorekeeper import PLAYERS, Scorekeeper, typed


class Slow:
    """A reader that goes on only when it is told to. most: how many read at the same time."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.inside = self.most = 0

    def __call__(self, *photos: bytes, table: bool | None, **_: object) -> Reading:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.go_on.wait(20)
        self.inside -= 1
        return Reading(ImageInfo(None, len(photos), 1))


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def app(settings: Settings, ledger: Ledger, slow: Slow) -> Iterator[Flask]:
    yield create_app(settings, ledger, slow)
    slow.go_on.set()


def _send(app: Flask, address: str) -> tuple[int, str | None]:
    answer = app.test_client().post(
        "/api/read",
        data={"photo": (io.BytesIO(b"x"), "a.jpg")},
        environ_base={"REMOTE_ADDR": address},
    )
    return answer.status_code, answer.headers.get("Retry-After")


def test_one_reads_a_few_wait_and_the_others_are_told_when(app: Flask, slow: Slow) -> None:
    answers: list[tuple[int, str | None]] = []
    threads = [
        threading.Thread(target=lambda n=n: answers.append(_send(app, f"10.0.0.{n}")))
        for n in range(PLACES + 4)
    ]
    for thread in threads:
        thread.start()
    while len(answers) < 4:  # those without a place are answered while the others wait
        threads[0].join(0.01)
    slow.go_on.set()
    for thread in threads:
        thread.join()
    assert slow.most == 1
    assert sorted(answers, key=str) == [(200, None)] * PLACES + [(503, "2")] * 4


def test_settling_does_not_wait_for_a_picture(keeper: Scorekeeper, app: Flask, slow: Slow) -> None:
    id = keeper.start()
    readings = [threading.Thread(target=_send, args=(app, str(n))) for n in range(PLACES)]
    for thread in readings:
        thread.start()
    while not slow.inside:
        readings[0].join(0.01)
    settled = keeper.settle(id, typed("E", 20, 0, 0, 0))
    assert settled.status_code == 201
    assert slow.inside == 1
    slow.go_on.set()
    for thread in readings:
        thread.join()


def test_the_game_that_is_read_is_that_of_the_evening(settings: Settings, ledger: Ledger) -> None:
    given: list[object] = []

    def reader(photo: bytes, table: bool | None, **said: object) -> Reading:
        given.append(said)
        return Reading(ImageInfo(None, len(photo), 1))

    client = create_app(settings, ledger, reader).test_client()
    id = Scorekeeper(client).start(ruleset="international", players=PLAYERS[:3])
    for query in ("", f"?evening={id}"):
        photo = {"photo": (io.BytesIO(b"x"), "a.jpg")}
        assert client.post(f"/api/read{query}", data=photo).status_code == 200
    assert given == [{"game": UNKNOWN}, {"game": Game(frozenset({"thirteen_heads"}), 3)}]


def test_a_place_is_free_again_after_a_failure() -> None:
    queue = ReadingQueue(places=1)
    with pytest.raises(ValueError, match="torn"), queue.place("a"):
        raise ValueError("torn")
    with queue.place("a"), pytest.raises(ReadingBusyError), queue.place("b"):
        pass


def test_one_address_leaves_places_for_another() -> None:
    queue = ReadingQueue(places=3, of_one=2)
    with queue.place("a"), queue.place("a"):
        with pytest.raises(ReadingBusyError), queue.place("a"):
            pass
        with queue.place("b"), pytest.raises(ReadingBusyError), queue.place("b"):
            pass
    with queue.place("a"), queue.place("a"):
        pass
