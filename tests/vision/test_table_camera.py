"""Four hands in one photograph, taken by a camera whose lens and whose place are known."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from msgspec import structs

from companion.seen.reading import Quad, Side
from companion.vision.arrays import ByteArray
from companion.vision.calibration.camera import CameraCalibration, TablePlane, TakenBy
from companion.vision.calibration.lens import Lens
from companion.vision.layout import Layout, arrange
from companion.vision.pipeline import Reader
from companion.vision.recognition.photo import Photo, load_photo
from datasets.evaluate_layout import same_hand
from datasets.synth.layout_pictures import drawn_set, photograph
from datasets.synth.tables import LayoutScene, layout_scene

EDGE = 17.0
"""From the middle of the table to its edges, in tile widths; the hands lie 13 to 15 out."""

SEED, SET = 5, 4
BARREL = (-0.08, 0.01, 0.0, 0.0, 0.0)
OPPOSITE: dict[Side, Side] = {"near": "far", "right": "left", "far": "near", "left": "right"}


def bent(straight: ByteArray, bend: Lens) -> ByteArray:
    """What a camera with this lens takes where a perfect one takes `straight`."""
    height, width = straight.shape[:2]
    y, x = np.mgrid[0:height:8, 0:width:8].astype(np.float64)
    source = bend.undistorted(np.stack([x, y], axis=-1), width).astype(np.float32)
    full = cv2.resize(source, (source.shape[1] * 8, source.shape[0] * 8))[:height, :width]
    # The first of eight pixels is measured; enlarging puts it in their middle.
    maps = np.asarray(full, np.float32) + 3.5
    seen = cv2.remap(straight, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR)
    return np.asarray(seen, np.uint8)


def through(bend: Lens, flat: np.ndarray) -> np.ndarray:
    """Where a camera with this lens shows what a perfect one shows at `flat` (N, 2)."""
    inner = np.array(
        [[bend.focal[0], 0, bend.centre[0]], [0, bend.focal[1], bend.centre[1]], [0, 0, 1]]
    )
    rays = np.c_[(flat - inner[:2, 2]) / inner[0, 0], np.ones(len(flat))]
    seen = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), inner, np.array(bend.distortion))[0]
    return np.asarray(seen[:, 0])


def lens_of(width: int, height: int) -> Lens:
    return Lens(
        width, height, (width * 0.9,) * 2, (width / 2, height / 2), BARREL, error=0.1, views=8
    )


def edge_of(scene: LayoutScene) -> np.ndarray:
    """Where a perfect camera shows the table's corners: (4, 2)."""
    corners = np.array([(-EDGE, -EDGE, 0), (EDGE, -EDGE, 0), (EDGE, EDGE, 0), (-EDGE, EDGE, 0)])
    return np.asarray(scene.camera.project(corners))


@pytest.fixture(scope="module")
def table(drawing_fonts: None) -> tuple[LayoutScene, Photo, CameraCalibration]:
    """A camera that hangs over the far player's head and bends straight lines: what it took, and
    what was measured of it."""
    scene = layout_scene(SEED, "whole_table")
    scene = replace(scene, camera=replace(scene.camera, roll=scene.camera.roll + np.pi))
    straight = photograph(scene, drawn_set(SET), rough=0.0)
    height, width = straight.shape[:2]
    bend = lens_of(width, height)
    seen = through(bend, edge_of(scene) * width / scene.width)
    photo = load_photo(bent(straight, bend))
    known = CameraCalibration(taken=TakenBy.of(photo)).with_part(photo, bend)
    plane = TablePlane.of(seen.tolist(), width, height)
    return scene, photo, known.with_part(photo, plane)


def test_each_hand_is_given_to_whom_it_lies_before(
    table: tuple[LayoutScene, Photo, CameraCalibration],
) -> None:
    scene, photo, known = table
    reading = Reader(camera=known).read(photo.pixels, table=True)
    assert reading.hands is not None
    assert scene.hands is not None
    assert set(reading.hands) == set(scene.hands)
    for side, hand in scene.hands.items():
        assert same_hand(hand, reading.hands[side]), side


def test_a_camera_of_which_nothing_is_known_calls_near_what_lies_at_the_foot(
    table: tuple[LayoutScene, Photo, CameraCalibration],
) -> None:
    scene, photo, _ = table
    reading = Reader().read(photo.pixels, table=True)
    assert reading.hands is not None
    assert scene.hands is not None
    for side, hand in scene.hands.items():
        assert same_hand(hand, reading.hands.get(OPPOSITE[side])), side


def as_quad(corners: np.ndarray) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth


def arranged(scene: LayoutScene, known: CameraCalibration, seen: np.ndarray) -> Layout:
    """The layout of tiles seen at (N, 4, 2) by a camera of which this is known."""
    size = (scene.width, scene.height)
    above = known.from_above(seen.reshape(-1, 2), *size).reshape(-1, 4, 2)
    laid = [
        structs.replace(tile, quad=as_quad(quad))
        for tile, quad in zip(scene.tiles, above, strict=True)
    ]
    return arrange(tuple(laid), scene.height, table=True)


def test_hands_at_the_table_s_edges_are_given_to_their_sides_on_many_tables() -> None:
    """Any camera over the far player's head, with a lens that bends straight lines: all four
    hands are read as by a perfect camera over the near one's."""
    for seed in range(200, 240):
        scene = layout_scene(seed, "whole_table")
        assert scene.hands is not None
        bend = lens_of(scene.width, scene.height)
        size = np.array([scene.width, scene.height])
        near = np.array([tile.quad for tile in scene.tiles])
        flat = size - near
        seen = through(bend, flat.reshape(-1, 2)).reshape(-1, 4, 2)
        plane = TablePlane.of(through(bend, size - edge_of(scene)).tolist(), *size.tolist())
        known = CameraCalibration(lens=bend, table=plane)
        read = arranged(scene, known, seen).hands
        perfect = arranged(scene, CameraCalibration(), near).hands
        assert read is not None
        assert perfect is not None
        for side in scene.hands:
            assert same_hand(perfect[side], read.get(side)), (seed, side)
