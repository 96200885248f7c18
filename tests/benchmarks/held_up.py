"""Clients that connect and say nothing, or a letter a second, while hands are settled.

    python -m tests.benchmarks.held_up [--seconds 25] [--https]

Four attacks one after the other, all from this machine to a server of its own: 400 connections
that send nothing, 200 that send half a request line, 200 that drip headers, 200 that drip bodies,
half of them as uploads. Prints for each how long the slowest settled hand took, and how many
failed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ssl
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.benchmarks.served import Client, Served, believing

SCORES = {"E": 20, "S": 0, "W": 0, "N": 0}
_HEAD = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
_UPLOAD = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n"
_UPLOAD += b"Content-Type: multipart/form-data; boundary=x\r\n\r\n"
ATTACKS: dict[str, tuple[int, tuple[bytes, ...], bytes]] = {
    "silent": (400, (b"",), b""),
    "half a request line": (200, (b"GET /api/hea",), b""),
    "dripped headers": (200, (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",), b"a"),
    "dripped bodies": (200, (_HEAD % 5000, _UPLOAD), b" "),
}
"""How many connections, what they send first, by turns, and what they send each second."""


async def _one(host: str, port: int, tls: ssl.SSLContext | None, first: bytes, drop: bytes) -> None:
    """Attack until cancelled, anew where the server hangs up."""
    while True:
        with contextlib.suppress(OSError, ssl.SSLError):
            # What says nothing at all does not shake hands either.
            reader, writer = await asyncio.open_connection(host, port, ssl=tls if first else None)
            writer.write(first)
            while not reader.at_eof():
                if drop:
                    writer.write(drop)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1000), 1)
            writer.close()
        await asyncio.sleep(0.5)


async def _all(served: Served, attack: str, https: bool, seconds: float) -> None:
    count, firsts, drop = ATTACKS[attack]
    place = urlsplit(served.url)
    tls = believing() if https else None
    attackers = [
        asyncio.create_task(
            _one(str(place.hostname), place.port or 0, tls, firsts[n % len(firsts)], drop)
        )
        for n in range(count)
    ]
    await asyncio.sleep(seconds)
    for each in attackers:
        each.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)


def settle_during(served: Served, attack: threading.Thread) -> tuple[list[float], int]:
    """The seconds that each settled hand took, by turns on an old and on a new connection, and how
    many failed."""
    old = Client(served)
    evening = old.start_evening()
    took: list[float] = []
    failed = 0
    while attack.is_alive():
        began = time.monotonic()
        try:
            client = old if len(took) % 2 else Client(served)
            status, _ = client.call(
                "POST",
                f"/api/evenings/{evening}/hands",
                {"winner": "E", "scores": SCORES},
                key=f"{len(took)}",
            )
            failed += status != 201
        except OSError:
            failed += 1
        took.append(time.monotonic() - began)
        time.sleep(0.1)
    return took, failed


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--seconds", type=float, default=25)
    ask.add_argument("--https", action="store_true")
    said = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder), https=said.https) as served:
        served.wait_until_warm()
        for attack in ATTACKS:
            attacking = threading.Thread(
                target=lambda attack=attack: asyncio.run(
                    _all(served, attack, said.https, said.seconds)
                )
            )
            attacking.start()
            time.sleep(1)
            took, failed = settle_during(served, attacking)
            attacking.join()
            took.sort()
            print(
                f"{attack:20} {ATTACKS[attack][0]} connections: {len(took)} hands, slowest "
                f"{took[-1] * 1000:.0f} ms, median {took[len(took) // 2] * 1000:.0f} ms, "
                f"{failed} failed; server {served.memory_mb():.0f} MB"
            )


if __name__ == "__main__":
    main()
