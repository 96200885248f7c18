"""A long evening, all at once: watchers, two writers, a large photograph every two seconds.

    python -m tests.benchmarks.soak [--minutes 30] [--watchers 20]

Prints the memory of server and decoder in each two minutes (median of samples a second apart), what
calls took, and how many of them failed. Half of the writers' connections are new ones.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.served import Client, Served
from tests.phone_photo import phone_photo

SCORES = {"E": 20, "S": 0, "W": 0, "N": 0}
WINDOW_S = 120.0
_FORM = {"Content-Type": "multipart/form-data; boundary=x"}


@dataclass
class Tally:
    """What was done, and how: milliseconds of each call by kind, sentences of what failed."""

    took_ms: dict[str, list[float]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def time(self, kind: str, call: Callable[[], int], wanted: int) -> None:
        began = time.monotonic()
        try:
            status = call()
            if status != wanted:
                self.failed.append(f"{kind}: {status}")
        except OSError as error:
            self.failed.append(f"{kind}: {error!r}")
        self.took_ms.setdefault(kind, []).append((time.monotonic() - began) * 1000)


def form(photo: bytes) -> bytes:
    """The photograph as a form that a browser sends."""
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    return head + photo + b"\r\n--x--\r\n"


def read(served: Served, body: bytes) -> int:
    connection = served.connect()
    connection.request("POST", "/api/read", body, _FORM)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def _watch(served: Served, evening: str, tally: Tally, over: threading.Event) -> None:
    connection = served.connect()
    connection.request("GET", f"/api/evenings/{evening}/events")
    stream = connection.getresponse()
    while not over.is_set():
        if not stream.readline():
            if not over.is_set():
                tally.failed.append("a watcher's stream ended")
            return


def _write(served: Served, evening: str, name: str, tally: Tally, over: threading.Event) -> None:
    client, number = Client(served), 0
    while not over.wait(2.0):
        number += 1
        client = client if number % 2 else Client(served)
        path, key = f"/api/evenings/{evening}/hands", f"{name} {number}"
        hand = {"winner": "E", "scores": SCORES}
        tally.time("settle", lambda: client.call("POST", path, hand, key)[0], 201)  # noqa: B023
        tally.time("evening", lambda: client.get(f"/api/evenings/{evening}?hands=20")[0], 200)  # noqa: B023


def soak(served: Served, minutes: float, watchers: int) -> tuple[Tally, list[float]]:
    """The tally, and megabytes a second apart."""
    tally, over = Tally(), threading.Event()
    client = Client(served)
    evenings = [client.start_evening() for _ in range(2)]
    for thread in (
        *(
            threading.Thread(
                target=_watch, args=(served, evenings[n % 2], tally, over), daemon=True
            )
            for n in range(watchers)
        ),
        *(
            threading.Thread(target=_write, args=(served, id, f"writer {n}", tally, over))
            for n, id in enumerate(evenings)
        ),
    ):
        thread.start()
    body = form(phone_photo())
    memory: list[float] = []
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        began = time.monotonic()
        tally.time("read", lambda: read(served, body), 200)
        for pause in (1.0, 2.0):
            time.sleep(max(0.0, began + pause - time.monotonic()))
            memory.append(served.memory_mb())
        if len(memory) % int(WINDOW_S) < 2:
            print(f"{len(memory) / 60:5.1f} min: {_median(memory):.1f} MB", flush=True)
    over.set()
    return tally, memory


def _median(memory: list[float]) -> float:
    return statistics.median(memory[-int(WINDOW_S) :])


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--minutes", type=float, default=30)
    ask.add_argument("--watchers", type=int, default=20)
    said = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as served:
        served.wait_until_warm()
        tally, memory = soak(served, said.minutes, said.watchers)
    for kind, took in tally.took_ms.items():
        took.sort()
        print(
            f"{kind}: {len(took)} calls, median {took[len(took) // 2]:.0f} ms, "
            f"99 in 100 within {took[len(took) * 99 // 100]:.0f} ms, slowest {took[-1]:.0f} ms"
        )
    print(f"{len(tally.failed)} failed: {sorted(set(tally.failed))[:5]}")
    late = memory[len(memory) // 3 :]
    windows = [
        statistics.median(late[n : n + int(WINDOW_S)])
        for n in range(0, max(1, len(late) - int(WINDOW_S) // 2), int(WINDOW_S))
    ]
    print(f"in the last two thirds from {min(windows):.1f} to {max(windows):.1f} MB")


if __name__ == "__main__":
    main()
