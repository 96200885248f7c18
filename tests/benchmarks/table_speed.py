"""A 12-megapixel photograph of a whole table of about 100 tiles: read, and read again corrected.

    python -m tests.benchmarks.table_speed [--tables 3] [--rounds 7]

The tables are drawn with sets that no training has seen. Prints medians and the slowest: of a
reading from the file to the layout of all four hands, and of reading again after a person's
correction of one tile.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable
from functools import partial

import cv2

from companion.vision.calibration.camera import TakenBy
from companion.vision.pipeline import Reader
from companion.vision.recognition.photo import load_photo
from datasets.evaluate_layout import UNKNOWN_SETS
from datasets.synth.layout_pictures import drawn_set, photograph
from datasets.synth.tables import LayoutScene, layout_scene

_WIDTH = 4000
"""Pixels of the longer side; the scenes are four by three."""
_FEWEST = 95
"""Tiles that a table must show; drawn ones have at most a few over 100."""


def tables(count: int) -> list[LayoutScene]:
    """The first whole tables of about 100 tiles."""
    every = (layout_scene(seed, "whole_table") for seed in itertools.count(710_000))
    return list(itertools.islice((one for one in every if len(one.tiles) >= _FEWEST), count))


def taken(scene: LayoutScene) -> bytes:
    """The photograph, as a JPEG."""
    owner = drawn_set(UNKNOWN_SETS[scene.seed % len(UNKNOWN_SETS)])
    picture = cv2.cvtColor(photograph(scene, owner, _WIDTH), cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def milliseconds(rounds: int, act: Callable[[], object]) -> list[float]:
    spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--tables", type=int, default=3)
    ask.add_argument("--rounds", type=int, default=7)
    said = ask.parse_args()
    reader, read, again = Reader(), [], []
    for scene in tables(said.tables):
        data = taken(scene)
        reading, taken_by = reader.read(data, table=True), TakenBy.of(load_photo(data))
        first = {0: reading.tiles[0].code}
        read.append(milliseconds(said.rounds, partial(reader.read, data, table=True)))
        again.append(milliseconds(said.rounds, partial(reader.again, reading, taken_by, first)))
        stages = ", ".join(f"{name} {spent:.0f}" for name, spent in reading.timing_ms.items())
        print(f"{len(scene.tiles)} tiles, {len(reading.tiles)} read: {stages}")
    for name, spent in (("read", read), ("read again after a correction", again)):
        middle = statistics.median(itertools.chain(*spent))
        print(f"{name:30} median {middle:6.1f} ms, slowest {max(map(max, spent)):6.1f} ms")


if __name__ == "__main__":
    main()
