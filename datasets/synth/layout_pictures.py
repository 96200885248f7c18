"""Layout scenes as photographs: the tiles of `tables.layout_scene` in true perspective."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.arrange import Table
from datasets.synth.camera import Camera
from datasets.synth.scene import Image8, Scene, render
from datasets.synth.tables import BACK, DEEP, HIGH, LayoutScene, Placed
from datasets.synth.tables import Camera as SceneCamera
from datasets.synth.tiles import Box, TileSet, surface, tile, tile_set

_FACE = (144, 192)
_BONE = np.array([240.0, 238.0, 230.0])


def drawn_set(seed: int) -> TileSet:
    """The drawn set of a seed, with tiles of the size that the scenes use."""
    return replace(tile_set(seed), height=HIGH, thickness=DEEP)


def cut_out(picture: Image8, quad: NDArray[np.floating[Any]]) -> Image8:
    """A face cut out of a photograph, upright, its bone as bright as under an even light.

    picture: (H, W, 3) uint8 RGB. quad: (4, 2) pixels, from the face's own top left. Outlines are
    a little narrow, so a little more is cut.
    """
    middle = quad.mean(0)
    source = (middle + (quad - middle) * 1.05).astype(np.float32)
    target = np.array([(0, 0), (_FACE[0], 0), _FACE, (0, _FACE[1])], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(source, target), _FACE)
    bone = np.percentile(face.reshape(-1, 3), 75, axis=0)
    return np.clip(face * (_BONE / np.maximum(bone, 40)), 0, 255).astype(np.uint8)


def photographed_set(faces: dict[str, list[Image8]], seed: int) -> TileSet:
    """A set with one of these faces for each of 42 codes; its backs are plain."""
    rng = np.random.default_rng([29, seed])
    owner = drawn_set(int(rng.integers(10**6)))
    surfaces = {
        code: surface(known[int(rng.integers(len(known)))], owner.round * 0.9)
        for code, known in faces.items()
    }
    back = np.full((_FACE[1], _FACE[0], 3), owner.back, np.uint8)
    surfaces[BACK] = surface(back, owner.round * 0.9)
    body = (int(_BONE[0]), int(_BONE[1]), int(_BONE[2]))
    return replace(owner, style=replace(owner.style, body=body), surfaces=surfaces)


def photograph(scene: LayoutScene, owner: TileSet, width: int = 2016, rough: float = 0.5) -> Image8:
    """What `taken` shows, (H, W, 3) uint8 RGB."""
    return taken(scene, owner, width, rough).image


def taken(scene: LayoutScene, owner: TileSet, width: int, rough: float) -> Scene:
    """The scene as a photograph with its labels, `width` pixels on its longer side. No arm reaches
    over the tiles, because people show the hand that they want scored.

    owner: the set of tiles. rough: how badly it is taken, from 0, clean, to 1, as badly as
    the detector's training pictures.
    """
    rng = np.random.default_rng([scene.seed, 6])
    scale = width / max(scene.width, scene.height)
    size = round(scene.width * scale), round(scene.height * scale)
    camera = _camera(scene.camera, size)
    boxes = [box for placed in scene.placed for box in boxes_of(placed, owner)]
    middles = np.array([placed.middle for placed in scene.placed])
    depth = camera.project(middles)[1]
    reach = float(np.abs(middles[:, :2]).max()) + float(rng.uniform(4, 20))
    table = Table(boxes, camera, camera.fx / float(np.median(depth)), -reach, reach, reach)
    return render(table, *size, rng, rough, arm=False)


def _camera(seen_from: SceneCamera, size: tuple[int, int]) -> Camera:
    right, down, ahead = seen_from.axes()
    focal = seen_from.focal * size[0]
    turn = np.stack([right, down, ahead])
    return Camera(np.array(seen_from.eye), turn, focal, focal, size[0] / 2, size[1] / 2)


def boxes_of(placed: Placed, owner: TileSet) -> list[Box]:
    """The tile as a solid. For a tile of a wall, also the one that it lies on."""
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
