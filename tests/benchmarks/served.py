"""A server in a process of its own, as `companion serve` starts it, and a scorekeeper's calls."""

from __future__ import annotations

import contextlib
import http.client
import json
import ssl
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

PIN = "482913"
PLAYERS = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}, {"name": "Di"}]


@cache
def believing() -> ssl.SSLContext:
    """Accepts any certificate, because the server makes its own."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Served:
    """`companion serve` on a free port of this machine, over plain HTTP unless `https`.

    ready_s: from the start of the process to the line that says it is ready. ready_work_s: what
    the process has worked until then, which hardly depends on what else runs.
    """

    def __init__(self, data: Path, *flags: str, https: bool = False) -> None:
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1"]
        command += [] if https else ["--http"]
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--data", str(data), "--pin", PIN, *flags],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.ready_s = time.monotonic() - began
        self.ready_work_s = self.work_s()
        self.url: str = json.loads(line)["url"]

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill(self) -> None:
        """Like a loss of power: the process gets no signal that it could handle."""
        self.process.kill()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def connect(self, device: int = 1) -> http.client.HTTPConnection:
        """device: which of those at the table. Each has its own address; the first has
        127.0.0.1."""
        place, source = urlsplit(self.url).netloc, (f"127.0.0.{device}", 0)
        if self.url.startswith("https:"):
            return http.client.HTTPSConnection(
                place, timeout=30, source_address=source, context=believing()
            )
        return http.client.HTTPConnection(place, timeout=30, source_address=source)

    def work_s(self) -> float:
        """The processor seconds of the server's process, on all processors. Linux only."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def wait_until_warm(self) -> None:
        """Wait until everything is loaded after the start: until half a second passes without
        work."""
        before = -1.0
        while self.work_s() - before > 0.02:
            before = self.work_s()
            time.sleep(0.5)

    def memory_mb(self) -> float:
        """Resident memory of the server's process and of its helper; Linux only."""
        own = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        total = 0.0
        for pid in (str(self.process.pid), *own.read_text().split()):
            with contextlib.suppress(OSError):  # the helper may have ended
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6
        return total


class Client:
    """One scorekeeper on one connection."""

    def __init__(self, served: Served) -> None:
        self._connection = served.connect()
        self._headers = {"Content-Type": "application/json"}
        self._connection.request(
            "POST", "/api/session", json.dumps({"pin": PIN}), headers=self._headers
        )
        answer = self._connection.getresponse()
        self._headers["X-Companion-Token"] = json.loads(answer.read())["token"]
        self._headers["Cookie"] = (answer.getheader("Set-Cookie") or "").partition(";")[0]

    def call(
        self, method: str, path: str, body: Any = None, key: str | None = None
    ) -> tuple[int, Any]:
        """The status and the JSON. Raises OSError or HTTPException if the server is gone."""
        headers = {**self._headers, **({"Idempotency-Key": key} if key else {})}
        text = None if body is None else json.dumps(body)
        self._connection.request(method, path, text, headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def get(self, path: str) -> tuple[int, bytes]:
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def start_evening(self, **setup: Any) -> str:
        status, answer = self.call("POST", "/api/evenings", {"players": PLAYERS, **setup})
        assert status == 201, answer
        id: str = answer["id"]
        return id
