"""Flowers that are drawn alike are of one series, so each tells which the others are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from companion.game.tiles import FLOWERS, SEASONS
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.classify import Named
from companion.vision.recognition.series import Series, load_series, places

CODES = (*FLOWERS, *SEASONS, "9p", "none")
RED, GREEN = (200, 30, 30), (20, 110, 40)
Ink = tuple[int, int, int]


def drawn(ink: Ink, left: bool) -> ByteArray:
    """A face whose number is a stroke in an upper corner."""
    face = np.full((64, 64, 3), 235, np.uint8)
    face[8:22, 10:18] = ink if left else 235
    face[8:22, 46:54] = 235 if left else ink
    face[30:52, 26:38] = GREEN  # a stem
    return face


def seen(*faces: tuple[ByteArray, Mapping[str, float]], turns: int = 0) -> Named:
    chances = np.array([[each.get(code, 0.0) for code in CODES] for _, each in faces])
    ways = np.tile(np.roll([1.0, 0, 0, 0], turns), (len(faces), 1))
    turned = np.array([np.rot90(face, -turns) for face, _ in faces])
    return Named(CODES, chances, ways, np.ones((len(faces), 1)), faces=turned)


@pytest.fixture(scope="module")
def series() -> Series:
    return load_series()


CLEAR = [(drawn(RED, True), {"6f": 0.99, "9p": 0.01}), (drawn(GREEN, False), {"3f": 0.99})]
EITHER = {"1f": 0.55, "5f": 0.43}


@pytest.mark.parametrize("turns", range(4))
def test_a_face_drawn_as_a_season_is_drawn_is_a_season(series: Series, turns: int) -> None:
    told = series(seen((drawn(RED, True), EITHER), *CLEAR, turns=turns))
    assert told.best == ("5f", "6f", "3f")


def test_a_face_drawn_as_a_flower_is_drawn_is_a_flower(series: Series) -> None:
    told = series(seen((drawn(GREEN, False), {"1f": 0.45, "5f": 0.53}), *CLEAR))
    assert told.best == ("1f", "6f", "3f")


def test_a_clear_face_stays_what_it_is_however_it_is_drawn(series: Series) -> None:
    told = series(seen((drawn(RED, True), {"1f": 0.999, "5f": 0.001}), *CLEAR))
    assert told.best[0] == "1f"


def test_how_likely_a_face_is_a_flower_and_which_number_it_has_stay(series: Series) -> None:
    doubtful = {"1f": 0.3, "2f": 0.1, "5f": 0.15, "6f": 0.05, "9p": 0.3, "none": 0.1}
    told = series(seen((drawn(RED, True), doubtful), *CLEAR)).probabilities[0]
    assert told.sum() == pytest.approx(1)
    assert told[8:] == pytest.approx([0.3, 0.1])
    assert told[0] / told[1] == pytest.approx(3)
    assert told[4] / told[5] == pytest.approx(3)


def test_where_nobody_kept_the_faces_nothing_changes(series: Series) -> None:
    named = Named(CODES, np.full((3, len(CODES)), 0.1), np.full((3, 4), 0.25), np.ones((3, 1)))
    assert series(named) is named


def test_of_what_names_no_flower_nothing_changes(series: Series) -> None:
    one = Named(("1m", "none"), np.array([[0.9, 0.1]] * 2), np.full((2, 4), 0.25), np.ones((2, 1)))
    assert series(one) is one


def test_places_are_colours_against_the_ground() -> None:
    def of(face: ByteArray) -> FloatArray:
        return places(face[None], np.array([[1.0, 0, 0, 0]])).reshape(8, 8, 3)

    plain = of(np.full((64, 64, 3), 200, np.uint8))
    red = of(drawn(RED, True))
    assert not plain.any()
    assert red[1, 1, 1] > 0.5 > abs(red[1, 6, 1])  # red above on the left, and nothing on the right
