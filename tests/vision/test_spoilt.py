"""People are told where light hides tiles, and only there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.base.resources import resource
from companion.vision.pipeline import Reader
from companion.vision.recognition.spoilt import light_hides
from datasets.images import read_image


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def in_glare(reader: Reader, count: int) -> np.ndarray:
    """The sample, with a lamp in the middle of so many tiles of its hand."""
    pixels = read_image(resource("samples", "sample.jpg")).copy()
    reading = reader.read(pixels)
    held = [tile for group in reading.groups for tile in group.tiles][:count]
    for place in held:
        quad = np.array(reading.tiles[place].quad)
        face = quad.mean(0) + 0.96 * (quad - quad.mean(0))
        cv2.fillConvexPoly(pixels, face.round().astype(np.int32), (255, 255, 255))
    return pixels


@pytest.mark.parametrize("count", [1, 3])
def test_tiles_that_show_nothing_but_light_are_counted(reader: Reader, count: int) -> None:
    assert light_hides(count) in reader.read(in_glare(reader, count)).warnings


@pytest.mark.parametrize("larger", [1.5, 2])
def test_they_are_as_many_in_a_larger_photograph(reader: Reader, larger: float) -> None:
    pixels = cv2.resize(in_glare(reader, 2), None, fx=larger, fy=larger)
    assert light_hides(2) in reader.read(np.asarray(pixels, np.uint8)).warnings


@pytest.mark.parametrize("name", ["sample.jpg", "hard.jpg"])
def test_where_light_hides_nothing_nobody_is_told_so(reader: Reader, name: str) -> None:
    assert not any("Light" in each for each in reader.read(resource("samples", name)).warnings)


def test_one_tile_is_spoken_of_as_one() -> None:
    assert light_hides(1).startswith("Light hides what one of these tiles is;")
    assert light_hides(2).startswith("Light hides what 2 of these tiles are;")
