"""Clients that connect and say nothing, or a letter a second, while hands are settled.

    python -m tests.benchmarks.held_up [--seconds 25] [--https]

Five attacks one after the other, all from this machine to a server of its own: 400 connections
that send nothing, 200 that send half a request line, 200 that drip headers, 200 that drip bodies,
half of them as uploads, and 200 that connect, shake hands and leave, again and again. Prints for
each how long the slowest settled hand took, and how many failed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import multiprocessing
import ssl
import tempfile
import time
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import urlsplit

from tests.benchmarks.served import Client, Served, believing

SCORES = {"E": 20, "S": 0, "W": 0, "N": 0}
_HEAD = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
_UPLOAD = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n"
_UPLOAD += b"Content-Type: multipart/form-data; boundary=x\r\n\r\n"


@dataclass(frozen=True)
class Attack:
    """count: of connections. first: what they send first, by turns. drop: what they send each
    second. greets: whether they shake hands. stays: whether they keep the connection."""

    count: int
    first: tuple[bytes, ...] = (b"",)
    drop: bytes = b""
    greets: bool = True
    stays: bool = True


ATTACKS = {
    "silent": Attack(400, greets=False),
    "half a request line": Attack(200, (b"GET /api/hea",)),
    "dripped headers": Attack(200, (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",), b"a"),
    "dripped bodies": Attack(200, (_HEAD % 5000, _UPLOAD), b" "),
    "greeted and left": Attack(200, stays=False),
}


async def _one(url: str, attack: Attack, first: bytes) -> None:
    """Attack until cancelled, again where the server hangs up."""
    place = urlsplit(url)
    tls = believing() if attack.greets and place.scheme == "https" else None
    while True:
        with contextlib.suppress(OSError, ssl.SSLError):
            reader, writer = await asyncio.open_connection(place.hostname, place.port, ssl=tls)
            writer.write(first)
            while attack.stays and not reader.at_eof():
                writer.write(attack.drop)
                # Not `wait_for`, which may lose the word that the attack is over.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await reader.read(1000)
            writer.close()
        await asyncio.sleep(0.5)


async def _all(url: str, attack: Attack, seconds: float) -> None:
    first = itertools.cycle(attack.first)
    attackers = [asyncio.create_task(_one(url, attack, next(first))) for _ in range(attack.count)]
    await asyncio.sleep(seconds)
    for each in attackers:
        each.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)


def attack_for(url: str, what: str, seconds: float) -> None:
    """This runs in its own process, so that the attackers' work delays nobody."""
    asyncio.run(_all(url, ATTACKS[what], seconds))


def settle_during(served: Served, attack: BaseProcess) -> tuple[list[float], int]:
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
        for what, attack in ATTACKS.items():
            attacking = multiprocessing.get_context("spawn").Process(
                target=attack_for, args=(served.url, what, said.seconds)
            )
            attacking.start()
            time.sleep(1)
            took, failed = settle_during(served, attacking)
            attacking.join()
            took.sort()
            print(
                f"{what:20} {attack.count} connections: {len(took)} hands, slowest "
                f"{took[-1] * 1000:.0f} ms, median {took[len(took) // 2] * 1000:.0f} ms, "
                f"{failed} failed; server {served.memory_mb():.0f} MB"
            )


if __name__ == "__main__":
    main()
