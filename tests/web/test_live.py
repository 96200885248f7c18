"""Server-sent events: everybody is told, and nobody waits for anybody."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.ledger import Evening, Event, Ledger
from companion.ledger.shown import News
from companion.web.live import Hub, Stream
from companion.web.problems import TooManyWatchersError
from tests.scorekeeper import Scorekeeper, typed


def _message(version: int, id: str = "e") -> News:
    return News({}, "E", 1, id, version, None, (), ended=False, draft=0)


def _data(part: bytes) -> News:
    (line,) = [line for line in part.decode().splitlines() if line.startswith("data: ")]
    return News.from_json(json.loads(line.removeprefix("data: ")))


def _parts(stream: Stream) -> Iterator[bytes]:
    parts = iter(stream)
    assert next(parts).startswith(b"retry:")
    return parts


def test_a_watcher_hears_the_present_state_and_then_every_change() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), _message(3)))
    assert _data(next(parts)) == _message(3)
    hub.publish(_message(4))
    assert _data(next(parts)) == _message(4)


def test_a_watcher_hears_nothing_of_other_evenings_and_nothing_twice() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), _message(3)))
    next(parts)
    hub.publish(_message(9, "other"))
    hub.publish(_message(3))
    hub.publish(_message(4))
    assert _data(next(parts)) == _message(4)


def test_who_follows_all_hears_all() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join(None), None))
    hub.publish(_message(1, "a"))
    hub.publish(_message(1, "b"))
    assert {_data(next(parts)).id, _data(next(parts)).id} == {"a", "b"}


def test_a_slow_watcher_hears_every_version_in_order() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), None))
    for version in range(1, 100):
        hub.publish(_message(version))
    assert [_data(next(parts)) for _ in range(1, 100)] == [_message(n) for n in range(1, 100)]


def test_a_watcher_that_is_very_slow_hears_the_newest_versions() -> None:
    hub = Hub(limit=4)
    mailbox = hub.join("e")
    for version in range(1, 10_000):
        hub.publish(_message(version))
    waiting = mailbox.take(0)
    assert waiting is not None
    assert len(waiting) < 1000
    assert [each.version for each in waiting] == [*range(10_000 - len(waiting), 10_000)]


def test_a_draft_that_comes_late_is_not_told() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), None, heartbeat_s=0.01))
    hub.publish(_message(4))
    hub.publish(replace(_message(3), draft=7))
    assert _data(next(parts)) == _message(4)
    assert next(parts).startswith(b": ")


def test_changes_from_several_devices_are_told_in_the_order_of_their_versions(
    keeper: Scorekeeper, ledger: Ledger
) -> None:
    id = keeper.start()
    told: list[int] = []

    def hear(evening: Evening, _: Event) -> None:
        time.sleep(0.2 * (evening.version == 2))  # long enough for others to overtake it
        told.append(evening.version)

    ledger.listen(hear)
    threads = [
        threading.Thread(target=keeper.settle, args=(id, typed("E", 20, 0, 0, 0))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == [*range(2, 6)]


def test_a_draft_that_changes_after_a_hand_does_not_hide_what_happened() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), None))
    settled = replace(_message(4), what="hand 3 settled")
    hub.publish(settled)
    hub.publish(replace(settled, what=None, draft=7))
    assert _data(next(parts)) == replace(settled, draft=7)


def test_silence_is_filled_with_heartbeats() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), None, heartbeat_s=0.01))
    assert next(parts).startswith(b": ")


def test_a_closed_stream_makes_room_for_another() -> None:
    hub = Hub(limit=1)
    stream = Stream(hub, hub.join("e"), None)
    with pytest.raises(TooManyWatchersError):
        hub.join("e")
    stream.close()
    assert len(hub) == 0
    hub.join("e")


def test_one_address_does_not_shut_the_others_out() -> None:
    hub = Hub(limit=4)
    first, *_ = [hub.join("e", "10.0.0.66") for _ in range(4)]
    with pytest.raises(TooManyWatchersError):
        hub.join("e", "10.0.0.66")
    hub.join("e", "10.0.0.2")
    assert first.take(0) is None  # its stream ends
    hub.join("e", "10.0.0.3")
    with pytest.raises(TooManyWatchersError):  # no address holds more than its share now
        hub.join("e", "10.0.0.2")
    assert len(hub) == 4


def test_streams_end_when_the_server_stops() -> None:
    hub = Hub(limit=4)
    parts = _parts(Stream(hub, hub.join("e"), None))
    hub.close()
    assert list(parts) == []


def test_the_call_streams_a_settled_hand(keeper: Scorekeeper) -> None:
    id = keeper.start()
    answer = keeper.client.get(f"/api/evenings/{id}/events")
    assert answer.mimetype == "text/event-stream"
    parts = iter(answer.response)
    next(parts)
    assert _data(next(parts)).version == 1  # type: ignore[arg-type]
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    told = _data(next(parts))  # type: ignore[arg-type]
    assert (told.version, told.hand, told.totals) == (2, 2, (120, -40, -40, -40))
    answer.close()


def test_no_evening_no_stream(keeper: Scorekeeper) -> None:
    assert keeper.client.get("/api/evenings/none/events").status_code == 404
