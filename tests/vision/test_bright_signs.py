"""Dark tiles with bright signs."""

from __future__ import annotations

import numpy as np
import pytest

from companion.base.resources import resource
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.pipeline import Reader
from companion.vision.recognition.bright_signs import in_both_lights, shows_bright_signs
from companion.vision.recognition.classify import Named
from datasets.images import read_image

CODES = ("1p", "2p", "none")
TWO = np.tile(np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32), (2, 1, 1))


@pytest.fixture(scope="module")
def sample() -> ByteArray:
    return read_image(resource("samples", "sample.jpg"))


def test_the_sample_shows_dark_signs_and_its_negative_bright_ones(sample: ByteArray) -> None:
    finds = Reader().models().detector(sample)
    assert not shows_bright_signs(sample, finds.quads, finds.scores)
    assert shows_bright_signs(255 - sample, finds.quads, finds.scores)


def test_no_finds_show_no_signs(sample: ByteArray) -> None:
    assert not shows_bright_signs(sample, TWO[:0], np.zeros(0, np.float32))


def test_only_faces_that_are_not_sure_are_looked_at_in_turned_lightness() -> None:
    looked_at = []

    def name(pixels: ByteArray, quads: FloatArray) -> Named:
        looked_at.append((int(pixels.mean()), len(quads)))
        dark = pixels.mean() < 128
        odds = np.array([[1.0, 0, 0], [0.6, 0.4, 0]] if dark else [[0, 1.0, 0]], np.float32)
        ways = np.tile(np.array([1.0, 0, 0, 0]), (len(quads), 1))
        return Named(CODES, odds, ways, np.zeros((len(quads), 1)))

    named = in_both_lights(name, np.full((50, 50, 3), 20, np.uint8))(TWO)
    assert [count for _, count in looked_at] == [2, 1]
    assert looked_at[1][0] > 128
    wanted = np.array([[1.0, 0, 0], [0.3, 0.7, 0]])
    assert np.abs(named.probabilities - wanted).max() < 1e-6
