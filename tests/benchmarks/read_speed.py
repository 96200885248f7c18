"""A 12-megapixel photograph to a scored hand, warm, beside the peer's reading of the same file.

    python -m tests.benchmarks.read_speed [PHOTO] [--near] [--rounds 15]

Without PHOTO the bundled sample is enlarged to 12 megapixels, with walls and discards or, --near,
its hand alone. The peer is the PyPI package `mahjong-detector`; it only reads, and does not score.
Prints medians and their ratios, also to OpenCV's decoding of the whole picture.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
from mahjong_detector import detect_tiles

from companion.cli.read import score_seen
from companion.vision.pipeline import Reader
from tests.phone_photo import near_photo, phone_photo

FACTS = {"ruleset": "harr", "seat": "E", "round": "E", "winner": False, "options": {}}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("photo", type=Path, nargs="?")
    ask.add_argument("--near", action="store_true", help="the sample's hand alone")
    ask.add_argument("--rounds", type=int, default=15)
    said = ask.parse_args()
    reader = Reader()

    with TemporaryDirectory() as folder:
        photo = said.photo or Path(folder) / "large.jpg"
        if said.photo is None:
            photo.write_bytes(near_photo() if said.near else phone_photo())

        def ours() -> None:
            reading = reader.read(photo)
            winner = len(reading.hand.concealed) % 3 == 2
            score_seen(reading.hand, FACTS | {"winner": winner}, "discard", None)

        readers: dict[str, Callable[[], object]] = {
            "ours, read and scored": ours,
            "peer, read": lambda: detect_tiles(str(photo)),
            "OpenCV, decoded": lambda: cv2.imread(str(photo)),
        }
        spent: dict[str, list[float]] = {name: [] for name in readers}
        for read in readers.values():
            read()
        for _ in range(said.rounds):  # by turns, so that a busy moment meets both
            for name, read in readers.items():
                start = time.perf_counter()
                read()
                spent[name].append((time.perf_counter() - start) * 1000)
        stages = dict(reader.read(photo).timing_ms)
    medians = {name: statistics.median(times) for name, times in spent.items()}
    for name, median in medians.items():
        print(f"{name:24} {median:7.1f} ms (median of {said.rounds})")
    ours_ms, *others = medians.values()
    for name, median in zip([*medians][1:], others, strict=True):
        print(f"ours to {name:16} {ours_ms / median:7.2f}")
    print("our stages               " + ", ".join(f"{k} {v:.1f}" for k, v in stages.items()))


if __name__ == "__main__":
    main()
