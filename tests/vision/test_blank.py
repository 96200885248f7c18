"""A blank face of another colour than the faces around it is a back, under any lamp; one of the
same colour is rather a white dragon."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.recognition.blank import at_most_four_dragons, blanks_by_colour, inkless
from companion.vision.recognition.classify import Named

CODES = ("1p", "5z", "0z", "none")
WHITE, ORANGE, BLUE = (245, 240, 230), (240, 160, 80), (80, 150, 220)
DOUBTFUL = (0.0, 0.6, 0.39, 0.01)
DOUBTFUL_BACK = (0.0, 0.39, 0.6, 0.01)


def _table(
    *blanks: tuple[int, int, int], marked: int = 4, doubt: tuple[float, ...] = DOUBTFUL
) -> tuple[np.ndarray, np.ndarray, Named]:
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
    chances = np.array([(0.999, 0.0, 0.0, 0.001)] * marked + [doubt] * len(blanks))
    count = len(colours)
    named = Named(CODES, chances, np.full((count, 4), 0.25), np.ones((count, 1)))
    return pixels, np.array(quads, np.float32), named


LAMPS = [(1.0, 1.0, 1.0), (1.0, 0.8, 0.5), (0.5, 0.6, 0.7)]


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("doubt", [DOUBTFUL, DOUBTFUL_BACK])
def test_a_coloured_blank_is_a_back_and_a_white_one_a_dragon(
    lamp: tuple[float, float, float], doubt: tuple[float, ...]
) -> None:
    pixels, quads, named = _table(ORANGE, BLUE, WHITE, doubt=doubt)
    lit = (pixels * np.array(lamp)).astype(np.uint8)
    told = blanks_by_colour(lit, quads, named)
    assert told.best == ("1p",) * 4 + ("0z", "0z", "5z")
    assert told.probabilities.sum(1) == pytest.approx(np.ones(7))


def test_a_black_or_grey_blank_is_a_back() -> None:
    pixels, quads, named = _table((30, 30, 32), (130, 130, 130))
    assert blanks_by_colour(pixels, quads, named).best[-2:] == ("0z", "0z")


def test_a_blank_a_little_darker_than_the_faces_is_what_the_classifier_says() -> None:
    shaded = (190, 186, 178)
    for doubt, name in ((DOUBTFUL, "5z"), (DOUBTFUL_BACK, "0z")):
        pixels, quads, named = _table(shaded, doubt=doubt)
        assert blanks_by_colour(pixels, quads, named).best[-1] == name


def test_a_white_back_that_the_classifier_is_sure_of_stays_one_but_no_longer_surely() -> None:
    pixels, quads, named = _table(WHITE, doubt=(0.0, 0.002, 0.997, 0.001))
    told = blanks_by_colour(pixels, quads, named)
    assert told.best[-1] == "0z"
    assert told.probabilities[-1].max() < told.sure_above


def _framed(pixels: np.ndarray, quad: np.ndarray) -> None:
    (left, top), _, (right, foot), _ = quad.astype(int)
    cv2.rectangle(pixels, (left + 12, top + 12), (right - 12, foot - 12), (40, 40, 120), 5)


FRAME_SEEN = (0.0, 0.998, 0.001, 0.001)


def test_beside_a_white_dragon_with_a_frame_a_blank_face_is_a_back() -> None:
    pixels, quads, named = _table(WHITE, WHITE, doubt=(0.0, 0.95, 0.04, 0.01))
    _framed(pixels, quads[-1])
    named.probabilities[-1] = FRAME_SEEN
    told = blanks_by_colour(pixels, quads, named)
    assert told.best[-2:] == ("0z", "5z")
    assert told.probabilities[-1] == pytest.approx(FRAME_SEEN)


def test_a_white_dragon_with_a_frame_stays_one_in_the_shade() -> None:
    pixels, quads, named = _table((110, 108, 104))
    _framed(pixels, quads[-1])
    named.probabilities[-1] = FRAME_SEEN
    assert blanks_by_colour(pixels, quads, named).best[-1] == "5z"


def test_the_pattern_of_a_back_is_no_frame() -> None:
    pixels, quads, named = _table(ORANGE, WHITE)
    _framed(pixels, quads[-2])
    assert blanks_by_colour(pixels, quads, named).best[-2:] == ("0z", "5z")


def test_without_faces_to_compare_with_nothing_changes() -> None:
    pixels, quads, named = _table(ORANGE, BLUE, marked=2)
    assert blanks_by_colour(pixels, quads, named) is named


def test_no_tiles_no_question() -> None:
    pixels, _, named = _table(ORANGE)
    empty = Named(CODES, np.zeros((0, 4)), np.zeros((0, 4)), np.zeros((0, 1)))
    assert blanks_by_colour(pixels, np.zeros((0, 4, 2), np.float32), empty) is empty
    assert named.best[-1] == "5z"


@pytest.mark.parametrize("lamp", LAMPS)
def test_a_face_with_a_dot_is_inked_and_one_without_is_not(
    lamp: tuple[float, float, float],
) -> None:
    pixels, quads, _ = _table(ORANGE, WHITE, marked=2)
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
