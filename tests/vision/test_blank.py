"""Whether a face is inked, that a set has four white dragons, and what light hides."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.recognition.blank import at_most_four_dragons, hidden_by_light, inkless
from companion.vision.recognition.classify import Named

CODES = ("1p", "5z", "0z", "none")
WHITE, ORANGE = (245, 240, 230), (240, 160, 80)


def _table(*blanks: tuple[int, int, int], marked: int) -> tuple[np.ndarray, np.ndarray]:
    """A row of tiles on green cloth: `marked` with one dot, then blank ones of these colours."""
    colours = [WHITE] * marked + list(blanks)
    pixels = np.full((120, 60 + 60 * len(colours), 3), (20, 90, 50), np.uint8)
    quads = []
    for k, colour in enumerate(colours):
        left, top, right, foot = 30 + 60 * k, 20, 80 + 60 * k, 90
        cv2.rectangle(pixels, (left, top), (right, foot), colour, -1)
        if k < marked:
            cv2.circle(pixels, ((left + right) // 2, (top + foot) // 2), 14, (150, 20, 30), -1)
        quads.append([[left, top], [right, top], [right, foot], [left, foot]])
    return pixels, np.array(quads, np.float32)


LAMPS = [(1.0, 1.0, 1.0), (1.0, 0.8, 0.5), (0.5, 0.6, 0.7)]


@pytest.mark.parametrize("lamp", LAMPS)
def test_a_face_with_a_dot_is_inked_and_one_without_is_not(
    lamp: tuple[float, float, float],
) -> None:
    pixels, quads = _table(ORANGE, WHITE, marked=2)
    lit = (pixels * np.array(lamp)).astype(np.uint8)
    assert inkless(lit, quads).tolist() == [False, False, True, True]
    assert inkless(lit, quads[:0]).tolist() == []


PERHAPS, SURELY = (0.0, 0.8, 0.15, 0.05), (0.0, 0.998, 0.001, 0.001)


def _faces(*chances: tuple[float, ...]) -> Named:
    return Named(
        CODES, np.array(chances), np.full((len(chances), 4), 0.25), np.ones((len(chances), 1))
    )


def test_more_than_four_faces_in_doubt_that_look_alike_are_no_dragons() -> None:
    told = at_most_four_dragons(_faces(SURELY, *[PERHAPS] * 5))
    assert told.best == ("5z", *["0z"] * 5)
    assert told.probabilities.sum(1) == pytest.approx(np.ones(6))


def test_of_a_cloth_that_looks_like_many_dragons_none_is_a_tile() -> None:
    spot = (0.0, 0.5, 0.01, 0.49)
    assert at_most_four_dragons(_faces(*[spot] * 9)).best == ("none",) * 9


def test_four_faces_may_all_be_dragons() -> None:
    backs = [(0.0, 0.04, 0.95, 0.01)] * 9
    told = at_most_four_dragons(_faces(SURELY, *[PERHAPS] * 4, *backs))
    assert told.best == (*["5z"] * 5, *["0z"] * 9)


def test_no_faces_stay_none() -> None:
    none = Named(CODES, np.zeros((0, 4)), np.zeros((0, 4)), np.zeros((0, 1)))
    assert at_most_four_dragons(none).best == ()
    assert hidden_by_light(none).best == ()


def test_a_face_in_too_bright_a_light_only_looks_blank() -> None:
    lit, glaring = 200, 250
    back, dot = (0.0, 0.001, 0.998, 0.001), (0.998, 0.001, 0.001, 0.0)
    faces = np.full((4, 64, 64, 3), glaring, np.uint8)
    faces[1, 20:44, 20:44] = lit  # more than a tenth of it shows its ground
    faces[2, 20:44, 20:44, 2] = lit  # one colour is enough
    named = replace(_faces(back, back, back, dot), faces=faces)
    told = hidden_by_light(named).probabilities
    assert told[0, 2] < named.sure_above - 0.1  # a back, but any face may lie there
    assert told[0, 0] > 0.1
    assert told.sum(1) == pytest.approx(np.ones(4))
    assert told[0, 3] == named.probabilities[0, 3]  # that it is a tile is as likely as before
    assert (told[1:] == named.probabilities[1:]).all()
