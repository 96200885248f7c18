"""People are told where a photograph is too soft to be read surely, and only there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.base.resources import resource
from companion.vision.pipeline import Reader
from companion.vision.recognition.sharpness import SOFT, steepness
from datasets.images import read_image


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def blurred(part: float) -> np.ndarray:
    """The sample out of focus. part: the blur's spread, in parts of its longer side."""
    pixels = read_image(resource("samples", "sample.jpg"))
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), part * max(pixels.shape)), np.uint8)


def test_a_picture_far_out_of_focus_is_said_to_be_soft(reader: Reader) -> None:
    assert SOFT in reader.read(blurred(0.006)).warnings


def test_a_larger_one_is_too(reader: Reader) -> None:
    """As telephones take them; the program works on a smaller picture of it."""
    larger = np.asarray(cv2.resize(blurred(0.006), None, fx=2, fy=2), np.uint8)
    assert SOFT in reader.read(larger).warnings


def test_a_soft_picture_whose_tiles_are_sure_is_read_without_a_word(reader: Reader) -> None:
    reading = reader.read(blurred(0.002))
    assert reading.tiles
    assert reading.warnings == ()


@pytest.mark.parametrize("name", ["sample.jpg", "hard.jpg"])
def test_a_sharp_picture_is_not_said_to_be_soft(reader: Reader, name: str) -> None:
    assert SOFT not in reader.read(resource("samples", name)).warnings


def test_edges_are_as_steep_in_any_light_and_less_so_out_of_focus() -> None:
    face = np.full((1, 64, 64, 3), 220, np.uint8)
    face[:, 16:48, 24:40] = 40
    dim = (face // 4).astype(np.uint8)
    soft = cv2.GaussianBlur(face[0], (0, 0), 4)[None]
    (bright,), (dark,), (rounded,) = steepness(face), steepness(dim), steepness(soft)
    assert dark == pytest.approx(bright, rel=0.05)
    assert rounded < bright / 2


def test_a_face_without_a_sign_says_nothing() -> None:
    assert np.isnan(steepness(np.full((2, 64, 64, 3), 200, np.uint8))).all()
