"""How long the layout takes, warm, on drawn scenes of about 80 tiles: milliseconds a scene.

    python -m tests.benchmarks.layout_speed [SCENES]

Prints processor time: other programs on the machine lengthen it less than the clock on the wall.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time

from companion.vision.layout import arrange
from datasets.synth.tables import LayoutScene, layout_scene

ROUNDS = 10


def scenes(count: int, fewest: int = 70, most: int = 90) -> list[LayoutScene]:
    """The first whole tables with about 80 tiles: four hands and discards."""
    tables = (layout_scene(seed, "whole_table") for seed in itertools.count(700_000))
    sized = (scene for scene in tables if fewest <= len(scene.tiles) <= most)
    return list(itertools.islice(sized, count))


def milliseconds(scene: LayoutScene, table: bool) -> float:
    start = time.process_time()
    arrange(scene.tiles, scene.width, scene.height, table=table)
    return (time.process_time() - start) * 1000


def main() -> None:
    chosen = scenes(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
    size = statistics.mean(len(scene.tiles) for scene in chosen)
    print(f"{len(chosen)} tables of {size:.0f} tiles")
    for name, table in (("the near hand", False), ("all four hands", True)):
        spent = [
            statistics.median(milliseconds(scene, table) for _ in range(ROUNDS)) for scene in chosen
        ]
        print(f"{name:15} median {statistics.median(spent):.1f} ms, slowest {max(spent):.1f} ms")


if __name__ == "__main__":
    main()
