"""Photographs spoilt on purpose: what lay at a place lies where the condition says."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.evaluate_conditions import CONDITIONS

MARK = 300, 210
"""The middle of a bright square, pixels from the left and from the top."""


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_mark_is_found_where_the_condition_says(name: str) -> None:
    pixels = np.full((480, 640, 3), 30, np.uint8)
    x, y = MARK
    pixels[y - 12 : y + 13, x - 12 : x + 13] = (250, 240, 230)
    bright, how = CONDITIONS[name](pixels, np.random.default_rng(1))
    ground, _ = CONDITIONS[name](np.full_like(pixels, 30), np.random.default_rng(1))
    marked = np.abs(bright.astype(float) - ground).sum(2)
    marked[marked < marked.max() / 2] = 0
    down, along = np.mgrid[: marked.shape[0], : marked.shape[1]]
    found = np.array([(along * marked).sum(), (down * marked).sum()]) / marked.sum()
    wanted = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), how)[0, 0]
    assert np.linalg.norm(found - wanted) < 4


@pytest.mark.parametrize("name", [name for name in CONDITIONS if name != "as it was"])
def test_every_condition_changes_the_picture_and_always_alike(name: str) -> None:
    random = np.random.default_rng(2)
    noise = random.integers(0, 255, (480, 1200, 3), np.uint8)
    pixels = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)
    once, again = (CONDITIONS[name](pixels, np.random.default_rng(3))[0] for _ in range(2))
    assert np.array_equal(once, again)
    assert once.shape != pixels.shape or not np.array_equal(once, pixels)
