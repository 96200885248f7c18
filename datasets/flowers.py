"""Flowers of drawn sets, for what tells which they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.cli.terminal import progress
from companion.game.tiles import FLOWERS, SEASONS
from datasets.synth.arrange import ARRANGEMENTS
from datasets.synth.crops import EvenWall, shaken
from datasets.synth.scene import render
from datasets.synth.style import Image8
from datasets.synth.tiles import tile_set

KINDS: Final = FLOWERS + SEASONS
_SCENE: Final = 448
"""Pixels of a scene's side."""
_SCENES: Final = 2
"""Scenes of each set."""
_LEAST: Final = 22
"""Pixels of the shortest edge of a face that counts. By hand: in less a number is a smudge."""
_WHOLE: Final = 0.95
"""Part of a face that must be seen for it to count. By hand."""
_OF_A_KIND: Final = 2
"""So many faces of one flower in a scene count, the first."""

Drawn = tuple[Image8, NDArray[np.float32], list[str]]
"""A picture, (N, 4, 2) outlines of flowers in it as a detector gives them, and which they are."""


def drawn_flowers(first: int, sets: int) -> Iterator[Drawn]:
    """Pictures of flowers and seasons, two of each set from this seed on (`synth/style.py`)."""
    for seed in progress(range(first, first + sets), f"Sets from {first}"):
        rng, own = np.random.default_rng([77, seed]), tile_set(seed)
        for _ in range(_SCENES):
            kind = str(rng.choice(["hand", "strip", "grid", "scattered"]))
            table = ARRANGEMENTS[kind][1](rng, own, _SCENE, EvenWall(rng, KINDS))
            scene = render(table, _SCENE, _SCENE, rng, float(rng.uniform(0.2, 1.0)))
            quads: list[NDArray[np.float32]] = []
            codes: list[str] = []
            for tile in scene.tiles:
                edges = np.linalg.norm(tile.quad - np.roll(tile.quad, -1, axis=0), axis=1)
                clear = tile.visible > _WHOLE and edges.min() > _LEAST
                if tile.code in KINDS and clear and codes.count(tile.code) < _OF_A_KIND:
                    quads.append(shaken(tile.quad, rng))
                    codes.append(tile.code)
            if len(codes) > 1:
                yield scene.image, np.array(quads, np.float32), codes
