"""How long after a change every watcher has been told, with two scorekeepers writing.

    python -m tests.benchmarks.live_latency [SECONDS] [WATCHERS] [WRITERS]

Measured from before a scorekeeper's call is sent until the message has been read by a watcher, so
that storing the hand is in it.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

from tests.benchmarks.served import Client, Served


class Watcher(threading.Thread):
    """Follows an evening and notes when each version arrives."""

    def __init__(self, served: Served, id: str) -> None:
        super().__init__(daemon=True)
        self.arrived: dict[int, float] = {}
        self._connection = served.connect()
        self._connection.request("GET", f"/api/evenings/{id}/events")
        self._answer = self._connection.getresponse()

    def run(self) -> None:
        while line := self._answer.readline():
            if line.startswith(b"data: "):
                now = time.monotonic()
                self.arrived[json.loads(line[6:])["version"]] = now


class Writer(threading.Thread):
    """Settles a hand every so often, and notes when each version was sent."""

    def __init__(self, served: Served, id: str, name: str, until: float, pause_s: float) -> None:
        super().__init__(daemon=True)
        self.sent: dict[int, float] = {}
        self._client, self._id, self._name = Client(served), id, name
        self._until, self._pause_s = until, pause_s

    def run(self) -> None:
        n = 0
        while time.monotonic() < self._until:
            n += 1
            scores = {"E": n % 50 * 2, "S": 4, "W": 8, "N": 0}
            began = time.monotonic()
            status, answer = self._client.call(
                "POST",
                f"/api/evenings/{self._id}/hands",
                {"winner": "ESWN"[n % 4], "scores": scores},
                f"{self._name} {n}",
            )
            assert status == 201, answer
            self.sent[answer["version"]] = began
            time.sleep(self._pause_s)


def main() -> None:
    seconds, watchers, writers = (
        float(sys.argv[i]) if len(sys.argv) > i else default
        for i, default in ((1, 300.0), (2, 20.0), (3, 2.0))
    )
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as served:
        served.wait_until_warm()
        id = Client(served).start_evening(ruleset="harr-limit")
        watching = [Watcher(served, id) for _ in range(int(watchers))]
        for watcher in watching:
            watcher.start()
        until = time.monotonic() + seconds
        writing = [Writer(served, id, f"writer {i}", until, 0.5) for i in range(int(writers))]
        for writer in writing:
            writer.start()
        time.sleep(seconds / 2)  # by then everything is loaded that ever will be
        halfway = served.memory_mb()
        for writer in writing:
            writer.join()
        time.sleep(1)
        after = served.memory_mb()
        sent = {version: at for writer in writing for version, at in writer.sent.items()}
        delays: list[float] = []
        missed: dict[int, int] = defaultdict(int)
        for watcher in watching:
            for version, at in sent.items():
                if version in watcher.arrived:
                    delays.append((watcher.arrived[version] - at) * 1000)
                else:
                    missed[version] += 1
    delays.sort()
    print(f"{len(sent)} changes by {int(writers)} writers, {int(watchers)} watchers, {seconds:g} s")
    print(
        f"milliseconds from sending to told: median {_share(delays, 0.5):.0f}, "
        f"99 of 100 {_share(delays, 0.99):.0f}, longest {delays[-1]:.0f}"
    )
    # Two changes so close together that a watcher was told only of the second.
    print(f"overtaken by the next change: {sum(missed.values())} of {len(sent) * len(watching)}")
    print(f"memory of the server: {halfway:.0f} MB at half time, {after:.0f} MB at the end")


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


if __name__ == "__main__":
    main()
