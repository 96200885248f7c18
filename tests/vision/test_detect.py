"""Where the detector looks, and what of several looks counts."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import mean_sides, sides
from companion.vision.recognition.detect import Detector

PICTURE = np.zeros((256, 256, 3), np.uint8)
FACTS = {
    "stride": 8,
    "corner_scale": 1.0,
    "threshold": 0.2,
    "long_sides": [64, 128, 256],
    "first_look": 128,
    "comfortable_tile": [24, 130],
}


class FakeModel:
    """Sees tiles in a picture of so many pixels: middle in pixels of `PICTURE`, side likewise, and
    log odds."""

    def __init__(self, seen: dict[int, list[tuple[int, int, float, float]]]) -> None:
        self.facts: dict[str, Any] = FACTS
        self._seen = seen
        self.looks = 0

    def run(self, picture: ByteArray) -> tuple[FloatArray, FloatArray]:
        self.looks += 1
        height, width = picture.shape[1:3]
        heat = np.full((1, 1, height // 8, width // 8), -9.0, np.float32)
        corners = np.zeros((1, 8, height // 8, width // 8), np.float32)
        shown = width / PICTURE.shape[1]
        for x, y, side, odds in self._seen[width]:
            row, column = int(y * shown / 8), int(x * shown / 8)
            heat[0, 0, row, column] = odds
            half = side * shown / 2
            corners[0, :, row, column] = np.array([-1, -1, 1, -1, 1, 1, -1, 1]) * half
        return heat, corners


def test_a_closer_look_keeps_what_only_the_first_one_found() -> None:
    first = [(60, 60, 30.0, 3.0), (200, 200, 30.0, 1.0)]
    closer = [(60, 60, 32.0, 2.0), (60, 200, 32.0, 2.0)]
    found = Detector(FakeModel({128: first, 256: closer}))(PICTURE)  # type: ignore[arg-type]
    middles = np.round(found.quads.mean(1)).astype(int).tolist()
    assert sorted(middles) == [[60, 60], [60, 204], [200, 200]]
    by_place = dict(zip(map(tuple, middles), mean_sides(found.quads), strict=True))
    assert by_place[60, 60] == pytest.approx(32)  # as the closer look outlines it
    assert by_place[200, 200] == pytest.approx(30)


def test_the_negative_is_one_more_look() -> None:
    seen = [(60, 60, 50.0, 3.0), (200, 200, 50.0, 3.0)]
    model = FakeModel({128: seen})
    detector = Detector(model)  # type: ignore[arg-type]
    whole = detector.whole(PICTURE)
    looks = model.looks
    both = detector.with_negative(PICTURE, whole)
    assert model.looks == looks + 1
    assert len(detector.closer(PICTURE, both).scores) == 2
    assert model.looks == looks + 1, "nothing is small or doubtful"


class SeesHalves:
    """Sees one white tile in a picture: shown small, doubtfully as its left half; else as it is."""

    facts: dict[str, Any] = FACTS

    def run(self, picture: ByteArray) -> tuple[FloatArray, FloatArray]:
        height, width = picture.shape[1:3]
        heat = np.full((1, 1, height // 8, width // 8), -9.0, np.float32)
        corners = np.zeros((1, 8, height // 8, width // 8), np.float32)
        x, y, w, h = cv2.boundingRect((picture[0, ..., 0] > 200).astype(np.uint8))
        wide, odds = (w / 2, 0.4) if w < 40 else (float(w), 3.0)
        row, column = int((y + h / 2) / 8), int((x + wide / 2) / 8)
        heat[0, 0, row, column] = odds
        off = np.array([x + wide / 2, y + h / 2]) - (np.array([column, row]) + 0.5) * 8
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wide / 2, h / 2]
        corners[0, :, row, column] = (half + off).reshape(-1)
        return heat, corners


def test_a_doubtful_find_is_looked_at_again_enlarged() -> None:
    tile = np.zeros((256, 256, 3), np.uint8)
    tile[100:180, 100:160] = 255
    found = Detector(SeesHalves())(tile)  # type: ignore[arg-type]
    assert found.scores.tolist() == pytest.approx([0.95], abs=0.01)
    across, along = sides(found.quads)
    assert (across[0], along[0]) == pytest.approx((60, 80), abs=3)
