"""One photograph: the program tells a hand from the whole table, and looks at the picture once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.game.tiles import ALL, BACK
from companion.seen.reading import Reading
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.detect import Finds
from companion.vision.recognition.models import Models
from datasets.synth.tables import LayoutScene, layout_scene


def as_named(*seen: Any) -> Any:
    """What takes the place of all odds: faces stay as they were named."""
    return seen[-1]


def all_tiles(*seen: Any) -> Any:
    """What takes the place of the odds of a tile: every find is one."""
    return np.ones(len(seen[-1].ways))


class Seeing:
    """Models that see every tile of a scene as it is. looks: how often they looked for tiles."""

    codes = (*ALL, BACK, NOT_A_TILE)

    def __init__(self, scene: LayoutScene) -> None:
        self.scene = scene
        self.quads = np.array([tile.quad for tile in scene.tiles], np.float32)
        self.looks = 0

    def whole(self, pixels: Any, table: bool) -> Finds:
        self.looks += 1
        return Finds(self.quads, np.full(len(self.quads), 0.9, np.float32))

    def closer(self, pixels: Any, whole: Finds) -> Finds:
        return whole

    def classifier(self, pixels: Any, quads: Any) -> Named:
        odds = np.zeros((len(quads), len(self.codes)))
        for row, quad in zip(odds, quads, strict=True):
            place = int(np.abs(self.quads - quad).sum((1, 2)).argmin())
            row[self.codes.index(self.scene.tiles[place].code)] = 1
        ways = np.tile([1.0, 0, 0, 0], (len(quads), 1))
        return Named(self.codes, odds, ways, np.ones((len(quads), 1)))

    def read(self, table: bool | None) -> Reading:
        reader = Reader()
        reader._models = Models(self, self.classifier, as_named, as_named, all_tiles, as_named)  # type: ignore[arg-type]
        size = (round(self.scene.height), round(self.scene.width), 3)
        return reader.read(np.full(size, 200, np.uint8), table=table)


@pytest.mark.parametrize("seed", range(3))
def test_hands_around_the_middle_are_the_table(seed: int) -> None:
    seeing = Seeing(layout_scene(seed, "whole_table"))
    read = seeing.read(None)
    assert seeing.looks == 1
    assert read.hands == seeing.read(True).hands
    assert len(read.hands or {}) == 4


@pytest.mark.parametrize(
    ("seed", "case", "tiles"),
    [(0, "set_by_set", 14), (1, "pushed_together", 30), (0, "exposed_kong", 41)],
)
def test_one_hand_stays_one_also_beside_discards(seed: int, case: str, tiles: int) -> None:
    """Of the last, the discards seen from the far side look like a hand of thirteen."""
    scene = layout_scene(seed, case)
    assert len(scene.tiles) == tiles
    seeing = Seeing(scene)
    read = seeing.read(None)
    assert seeing.looks == 1
    assert read.sides is None
    assert read.hand == seeing.read(False).hand
