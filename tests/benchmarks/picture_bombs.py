"""Pictures made to hold a server up, and eighty readings at once, while hands are settled.

    python -m tests.benchmarks.picture_bombs [--readings 80]

Each bomb of `tests/hostile_photos.py`, ten at once from one device, while another device reads an
ordinary photograph and settles hands; then eighty photographs of 12 megapixels at once, from four
devices. Prints how long the slowest answer took, what was answered, and the peak of memory of
server and decoder together.
"""

from __future__ import annotations

import argparse
import http.client
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.served import Client, Served
from tests.benchmarks.soak import SCORES, form
from tests.hostile_photos import picture_bombs
from tests.phone_photo import phone_photo

_FORM = {"Content-Type": "multipart/form-data; boundary=x"}


@dataclass
class Meanwhile:
    """What an ordinary table noticed: the milliseconds of each settled hand, the status and seconds
    of each of its readings, and the server's peak memory in megabytes."""

    settled_ms: list[float] = field(default_factory=list)
    read: list[tuple[int, float]] = field(default_factory=list)
    peak_mb: float = 0.0


def send(served: Served, body: bytes, device: int = 1) -> tuple[int, float]:
    """The status and the seconds. The status is 0 if the connection broke."""
    began, connection = time.monotonic(), served.connect(device)
    try:
        connection.request("POST", "/api/read", body, _FORM)
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    except (OSError, http.client.HTTPException):
        status = 0
    finally:
        connection.close()
    return status, time.monotonic() - began


@contextmanager
def meanwhile(served: Served, reads: bytes | None) -> Iterator[Meanwhile]:
    """Settle hands, read a photograph again and again, and watch the memory."""
    found, over = Meanwhile(), threading.Event()
    client = Client(served)
    evening = client.start_evening()

    def settle() -> None:
        while not over.is_set():
            began = time.monotonic()
            status, _ = client.call(
                "POST",
                f"/api/evenings/{evening}/hands",
                {"winner": "E", "scores": SCORES},
                f"{len(found.settled_ms)}",
            )
            assert status == 201
            found.settled_ms.append((time.monotonic() - began) * 1000)
            time.sleep(0.02)

    def read() -> None:
        while reads is not None and not over.wait(0.2):
            found.read.append(send(served, reads))

    def watch() -> None:
        while not over.wait(0.02):
            found.peak_mb = max(found.peak_mb, served.memory_mb())

    threads = [threading.Thread(target=each) for each in (settle, read, watch)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    yield found
    time.sleep(0.3)
    over.set()
    for thread in threads:
        thread.join()


def at_once(
    served: Served, body: bytes, count: int, devices: int = 1
) -> tuple[Counter[int], float]:
    """How often each status came, and the seconds of the slowest answer."""
    with ThreadPoolExecutor(count) as pool:
        answers = list(pool.map(lambda n: send(served, body, 2 + n % devices), range(count)))
    return Counter(status for status, _ in answers), max(took for _, took in answers)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--readings", type=int, default=80)
    said = ask.parse_args()
    ordinary = form(phone_photo())
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as served:
        served.wait_until_warm()
        send(served, ordinary)
        for what, bomb in picture_bombs().items():
            with meanwhile(served, ordinary) as found:
                statuses, slowest = at_once(served, form(bomb), 10)
            _say(what, statuses, slowest, found)
        with meanwhile(served, None) as found:
            statuses, slowest = at_once(served, ordinary, said.readings, devices=4)
        _say(f"{said.readings} readings", statuses, slowest, found)


def _say(what: str, statuses: Counter[int], slowest: float, found: Meanwhile) -> None:
    settled = sorted(found.settled_ms)
    others = Counter(status for status, _ in found.read)
    print(
        f"{what:33} {dict(statuses)}, slowest {slowest:.2f} s, peak {found.peak_mb:.0f} MB; "
        f"settling 99 in 100 within {settled[len(settled) * 99 // 100]:.0f} ms; others' readings "
        f"{dict(others)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
