"""How long the layout takes, warm: milliseconds a scene.

    python -m tests.benchmarks.layout_speed [SCENES]

Of drawn tables of about 80 tiles, of drawn hands with little or nothing beside them, and of 400
finds that lie anyhow, as a picture full of something else may give.
Prints processor time: other programs on the machine lengthen it less than the clock on the wall.
NumPy's products run on one core, as in the program (decision 9).
"""

from __future__ import annotations

import cmath
import itertools
import math
import statistics
import sys
import time
from dataclasses import replace
from random import Random

from threadpoolctl import threadpool_limits

from companion.game.tiles import BACK, KINDS
from companion.seen.reading import SeenTile
from companion.vision.layout import arrange
from datasets.synth.tables import LayoutScene, layout_scene

ROUNDS = 10


def scenes(count: int, fewest: int = 70, most: int = 90) -> list[LayoutScene]:
    """The first whole tables with about 80 tiles: four hands and discards."""
    tables = (layout_scene(seed, "whole_table") for seed in itertools.count(700_000))
    sized = (scene for scene in tables if fewest <= len(scene.tiles) <= most)
    return list(itertools.islice(sized, count))


def hands(count: int, most: int = 25) -> list[LayoutScene]:
    """The first hands with not many more tiles than they have themselves."""
    every = (layout_scene(seed) for seed in itertools.count(700_000))
    small = (scene for scene in every if scene.hands is None and len(scene.tiles) <= most)
    return list(itertools.islice(small, count))


def anyhow(count: int, finds: int = 400) -> list[LayoutScene]:
    """The first hands, their picture full of finds that lie and are anything."""
    return [_full(scene, finds, Random(k)) for k, scene in enumerate(hands(count))]


def _full(scene: LayoutScene, finds: int, random: Random) -> LayoutScene:
    side = scene.width / 40

    def find() -> SeenTile:
        middle = complex(random.uniform(0, scene.width), random.uniform(0, scene.height))
        edge = cmath.rect(side, random.uniform(0, math.tau))
        corners = [middle + edge * turn for turn in (-1 - 1.3j, 1 - 1.3j, 1 + 1.3j, -1 + 1.3j)]
        code, chance = random.choice((*KINDS, BACK)), random.uniform(0.3, 1.0)
        quad = tuple((corner.real, corner.imag) for corner in corners)
        return SeenTile(code, chance, quad, ((code, chance),), sure=chance > 0.9)  # type: ignore[arg-type]

    return replace(scene, tiles=tuple(find() for _ in range(finds)))


def milliseconds(scene: LayoutScene, table: bool) -> float:
    start = time.process_time()
    arrange(scene.tiles, scene.height, table=table)
    return (time.process_time() - start) * 1000


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    threadpool_limits(1, "blas")
    for name, table, chosen in (
        ("a hand alone", False, hands(count)),
        ("the near hand", False, scenes(count)),
        ("all four hands", True, scenes(count)),
        ("400 finds", False, anyhow(count)),
        ("400, of a table", True, anyhow(count)),
    ):
        size = statistics.mean(len(scene.tiles) for scene in chosen)
        spent = [
            statistics.median(milliseconds(scene, table) for _ in range(ROUNDS)) for scene in chosen
        ]
        slowest = max(spent)
        print(
            f"{name:15} {len(chosen)} scenes of {size:.0f} finds:"
            f" median {statistics.median(spent):.1f} ms, slowest {slowest:.1f} ms"
        )


if __name__ == "__main__":
    main()
