"""Four hands in one photograph, taken by a camera whose lens and whose place are known."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

sys.path[:0] = [
    str(Path(__file__).parents[2] / "datasets"),
    str(Path(__file__).parents[2] / "datasets" / "synth"),
]

from evaluate_layout import same_hand  # noqa: E402  (scripts, found by their path)
from layout_pictures import drawn_set, photograph  # noqa: E402
from tables import LayoutScene, layout_scene  # noqa: E402

from companion.reading import Side  # noqa: E402
from companion.vision.camera import CameraCalibration, TablePlane, TakenBy  # noqa: E402
from companion.vision.lens import Lens  # noqa: E402
from companion.vision.photo import ByteArray, Photo, load_photo  # noqa: E402
from companion.vision.pipeline import Reader  # noqa: E402

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
    source = cv2.resize(source, (source.shape[1] * 8, source.shape[0] * 8))[:height, :width]
    # The first of eight pixels is measured; enlarging puts it in their middle.
    return np.asarray(cv2.remap(straight, source + 3.5, None, cv2.INTER_LINEAR), np.uint8)


@pytest.fixture(scope="module")
def table() -> tuple[LayoutScene, Photo, CameraCalibration]:
    """A camera that hangs over the far player's head and bends straight lines: what it took, and
    what was measured of it."""
    scene = layout_scene(SEED, "whole_table")
    scene = replace(scene, camera=replace(scene.camera, roll=scene.camera.roll + np.pi))
    straight = photograph(scene, drawn_set(SET), rough=0.0)
    height, width = straight.shape[:2]
    bend = Lens(
        width, height, (width * 0.9,) * 2, (width / 2, height / 2), BARREL, error=0.1, views=8
    )
    corners = np.array([(-EDGE, -EDGE, 0), (EDGE, -EDGE, 0), (EDGE, EDGE, 0), (-EDGE, EDGE, 0)])
    flat = scene.camera.project(corners) * width / scene.width
    inner = np.array([[width * 0.9, 0, width / 2], [0, width * 0.9, height / 2], [0, 0, 1]])
    rays = np.c_[(flat - inner[:2, 2]) / inner[0, 0], np.ones(4)]
    seen = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), inner, np.array(BARREL))[0][:, 0]
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
