"""How long it takes to enrol a set, and what an enrolled set adds to a reading.

    python -m tests.benchmarks.enrol_speed [ROUNDS]

A drawn set of 42 tiles and a back, laid out in rows, is photographed once with 12 megapixels; the
clock runs from the bytes of that JPEG file to the profile on the disk, ready to help reading, the
models being loaded. Then scenes are read with that set, and with six, of which the one in the
picture has to be found: six copies, so that none is taken, and six drawn sets. Prints time on the
wall and of the processor: other programs on the machine lengthen the second less.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from companion.vision.arrays import ByteArray
from companion.vision.pipeline import Reader, Stage
from companion.vision.tile_sets.enrol import Enroller, accept
from companion.vision.tile_sets.order import STANDARD
from companion.vision.tile_sets.profile import Profile
from companion.vision.tile_sets.profile_store import ProfileStore
from datasets.evaluate_enrolment import FIRST_SEED, drawn_set

SIDE = 3464
"""Pixels of a square picture of 12 megapixels."""
SETS = 6


def as_jpeg(pixels: ByteArray) -> bytes:
    large = cv2.cvtColor(cv2.resize(pixels, (SIDE, SIDE)), cv2.COLOR_RGB2BGR)
    return bytes(cv2.imencode(".jpg", large)[1])


def timed(act: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds on the wall and of the processor."""
    wall, own = time.perf_counter(), time.process_time()
    act()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - own) * 1000


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    reader = Reader()
    models = reader.models()
    detector, classifier = models.detector, models.classifier
    layout, *scenes = drawn_set(FIRST_SEED, 4, STANDARD)
    photo = as_jpeg(layout.pixels)
    enroller = Enroller(detector, classifier)
    enroller.propose([photo])  # the first reading of a process warms the models up

    stages: dict[str, Stage] = {}

    def enrol() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = ProfileStore(Path(folder), lambda: classifier)
            store.save(accept(enroller.propose([photo]), "drawn"))
            stages["the set named"] = store.ready("drawn")

    walls, owns = zip(*(timed(enrol) for _ in range(rounds)), strict=True)
    print(f"enrolling {sum(map(len, STANDARD))} tiles: median {statistics.median(walls):.0f} ms,"
          f" of the processor {statistics.median(owns):.0f} ms")  # fmt: skip

    def among(profiles: Sequence[Profile]) -> Stage:
        with tempfile.TemporaryDirectory() as folder:
            store = ProfileStore(Path(folder), lambda: classifier)
            for number, profile in enumerate(profiles):
                store.save(replace(profile, name=f"drawn {number}"))
            stage = store.stage()
            assert stage is not None
            return stage

    own = accept(enroller.propose([photo]), "drawn")
    stages[f"one of {SETS} copies to be found"] = among([own] * SETS)
    photos = [as_jpeg(next(drawn_set(FIRST_SEED + n, 0, STANDARD)).pixels) for n in range(1, SETS)]
    others = [accept(enroller.propose([each]), "drawn") for each in photos]
    stages[f"one of {SETS} to be found"] = among([own, *others])
    for scene in scenes:
        quads = detector(scene.pixels).quads
        named = classifier(scene.pixels, quads)
        for what, stage in stages.items():
            spent = [timed(lambda: stage(quads, named)) for _ in range(4 * rounds)]  # noqa: B023
            wall, alone = (statistics.median(each) for each in zip(*spent, strict=True))
            taken = "read with it" if stage(quads, named).profile else "none taken"
            print(f"added to a reading of {len(quads):3} finds, {what}: {wall:.1f} ms, of the"
                  f" processor {alone:.1f} ms; {taken}")  # fmt: skip


if __name__ == "__main__":
    main()
