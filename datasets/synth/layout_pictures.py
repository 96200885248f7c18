"""Layout scenes as photographs: the tiles of `tables.layout_scene` in true perspective."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from arrange import Table
from camera import Camera
from numpy.typing import NDArray
from scene import Image8, render
from tables import BACK, DEEP, HIGH, LayoutScene, Placed
from tables import Camera as SceneCamera
from tiles import Box, TileSet, tile, tile_set


def photograph(scene: LayoutScene, set_seed: int, width: int = 2016, rough: float = 0.5) -> Image8:
    """The scene as a photograph, (H, W, 3) uint8 RGB, `width` pixels on its longer side.

    set_seed: which set of tiles. rough: how badly it is taken, from 0, clean, to 1, as badly as
    the detector's training pictures.
    """
    rng = np.random.default_rng([scene.seed, 6])
    owner = replace(tile_set(set_seed), height=HIGH, thickness=DEEP)
    scale = width / max(scene.width, scene.height)
    size = round(scene.width * scale), round(scene.height * scale)
    camera = _camera(scene.camera, size)
    boxes = [box for placed in scene.placed for box in _boxes(placed, owner)]
    middles = np.array([placed.middle for placed in scene.placed])
    depth = camera.project(middles)[1]
    reach = float(np.abs(middles[:, :2]).max()) + float(rng.uniform(4, 20))
    table = Table(boxes, camera, camera.fx / float(np.median(depth)), -reach, reach, reach)
    return render(table, *size, rng, rough).image


def _camera(seen_from: SceneCamera, size: tuple[int, int]) -> Camera:
    right, down, ahead = seen_from.axes()
    focal = seen_from.focal * size[0]
    turn = np.stack([right, down, ahead])
    return Camera(np.array(seen_from.eye), turn, focal, focal, size[0] / 2, size[1] / 2)


def _boxes(placed: Placed, owner: TileSet) -> list[Box]:
    """The tile as a solid; under a tile of a wall, the one that it lies on."""
    right, up = np.array(placed.right), -np.array(placed.down)
    outward = np.cross(right, up)
    axes = np.stack([right, up, outward])
    if placed.code == BACK:  # what is seen of it is its back
        axes = np.stack([-right, up, -outward])
    centre: NDArray[np.float64] = np.array(placed.middle) - outward * DEEP / 2
    box = replace(tile(owner, placed.value, 0, 0, axes), centre=centre)
    if placed.value != BACK:
        return [box]
    return [box, replace(box, centre=centre - outward * DEEP)]
