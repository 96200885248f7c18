"""Outlines are drawn more exactly by the faces within them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.base.resources import resource
from companion.vision.arrays import FloatArray
from companion.vision.geometry import mean_sides
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.outlines import Outlines, in_face, moved
from companion.vision.recognition.photo import load_photo

MARGIN = 1.1
SQUARE = np.array([[[10, 10], [50, 10], [50, 60], [10, 60]]], np.float32)


@pytest.fixture(scope="module")
def outlines() -> Outlines:
    return Outlines(load_model("outlines"))


def sample() -> tuple[np.ndarray, FloatArray]:
    """The bundled sample with the outlines of its tiles that are seen whole."""
    truth = json.loads(resource("samples", "sample.json").read_text("utf-8"))
    quads = [tile["quad"] for tile in truth["tiles"] if tile["visible"] > 0.95]
    return load_photo(resource("samples", "sample.jpg")).pixels, np.array(quads, np.float32)


def distance(one: FloatArray, other: FloatArray) -> float:
    """The mean distance of corners, whichever comes first, in sides of the tile."""
    turns = np.stack([np.roll(one, turn, 1) for turn in range(4)])
    apart = np.linalg.norm(turns - other[None], axis=3).mean(2).min(0)
    return float((apart / mean_sides(other)).mean())


def test_corners_lie_inside_the_cut_out_face_by_its_margin() -> None:
    inset = (1 - 1 / MARGIN) / 2
    wanted = [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]]
    assert in_face(SQUARE, SQUARE, MARGIN)[0] == pytest.approx(np.array(wanted), abs=1e-5)


def test_an_outline_moved_by_nothing_stays() -> None:
    assert moved(SQUARE, np.zeros((1, 4, 2), np.float32), MARGIN) == pytest.approx(SQUARE, abs=1e-3)


def test_a_move_is_measured_in_sides_of_the_cut_out_face() -> None:
    off = np.full((1, 4, 2), 0.1, np.float32)
    wanted = SQUARE + np.array([40, 50], np.float32) * MARGIN * 0.1
    assert moved(SQUARE, off, MARGIN) == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("seed", range(4))
def test_shaken_outlines_come_nearer_to_the_tiles(outlines: Outlines, seed: int) -> None:
    pixels, truth = sample()
    rng = np.random.default_rng(seed)
    shaken = moved(truth, rng.normal(0, 0.05, truth.shape).astype(np.float32), MARGIN)
    drawn = outlines(pixels, shaken)
    assert distance(drawn, truth) < distance(shaken, truth)


def test_no_outlines_stay_none(outlines: Outlines) -> None:
    pixels, truth = sample()
    assert outlines(pixels, truth[:0]).shape == (0, 4, 2)


@pytest.mark.parametrize("size", [0.0, 1e-3, 1e5])
def test_nonsense_outlines_are_answered(outlines: Outlines, size: float) -> None:
    pixels, _ = sample()
    drawn = outlines(pixels, SQUARE * np.float32(size))
    assert drawn.shape == (1, 4, 2)
