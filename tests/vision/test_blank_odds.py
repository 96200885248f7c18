"""A blank face of another colour than the faces around it is a back, under any lamp; one of the
same colour is rather a white dragon."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.base.resources import resource
from companion.vision.recognition.blank_odds import load_blank_odds
from companion.vision.recognition.classify import Named
from companion.vision.recognition.engine import ModelDamagedError

CODES = ("1p", "5z", "0z", "none")
WHITE, ORANGE, BLUE = (245, 240, 230), (240, 160, 80), (80, 150, 220)
DOUBTFUL = (0.0, 0.6, 0.39, 0.01)
DOUBTFUL_BACK = (0.0, 0.39, 0.6, 0.01)
FRAME_SEEN = (0.0, 0.998, 0.001, 0.001)
Table = tuple[NDArray[np.uint8], NDArray[np.float32], Named]


def _table(
    *blanks: tuple[int, int, int], marked: int = 4, doubt: tuple[float, ...] = DOUBTFUL
) -> Table:
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


def _told(table: Table) -> Named:
    return load_blank_odds()(*table)


LAMPS = [(1.0, 1.0, 1.0), (1.0, 0.8, 0.5), (0.5, 0.6, 0.7)]


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("doubt", [DOUBTFUL, DOUBTFUL_BACK])
def test_a_coloured_blank_is_a_back_and_a_white_one_a_dragon(
    lamp: tuple[float, float, float], doubt: tuple[float, ...]
) -> None:
    pixels, quads, named = _table(ORANGE, BLUE, WHITE, doubt=doubt)
    lit = (pixels * np.array(lamp)).astype(np.uint8)
    told = _told((lit, quads, named))
    assert told.best == ("1p",) * 4 + ("0z", "0z", "5z")
    assert told.probabilities.sum(1) == pytest.approx(np.ones(7))


@pytest.mark.parametrize("colour", [(30, 30, 32), (130, 130, 130)])
def test_a_black_or_grey_blank_is_a_back(colour: tuple[int, int, int]) -> None:
    assert _told(_table(colour)).best[-1] == "0z"


def test_the_darker_a_blank_is_than_the_faces_the_less_likely_it_is_a_dragon() -> None:
    shades = [tuple(int(c * part) for c in WHITE) for part in (1.0, 0.75, 0.5)]
    chances = [_told(_table(shade)).probabilities[-1, 1] for shade in shades]  # type: ignore[arg-type]
    assert chances[0] > chances[1] > chances[2]


def test_of_many_that_look_alike_none_is_a_dragon() -> None:
    """A set has four; a wall has many backs."""
    few, many = _told(_table(*[WHITE] * 3)), _told(_table(*[WHITE] * 20))
    assert set(few.best[4:]) == {"5z"}
    assert set(many.best[4:]) == {"0z"}


def test_what_is_no_tile_is_not_one_of_those_that_look_alike() -> None:
    """The boxes of a score sheet are white, and no tiles."""
    pixels, quads, named = _table(*[WHITE] * 20)
    no_tile = (0.0, 0.006, 0.004, 0.99)
    named.probabilities[5:] = no_tile
    assert _told((pixels, quads, named)).best[4] == "5z"


def test_where_backs_of_another_colour_lie_a_white_blank_is_likelier_a_dragon() -> None:
    alone = _told(_table(WHITE)).probabilities[4, 1]
    among = _told(_table(WHITE, *[BLUE] * 6)).probabilities[4, 1]
    assert among > alone


def _below(table: Table, row: slice, light: float = 1.0) -> Table:
    """The tiles of this slice in a row of their own, below, where it is so light."""
    pixels, quads, named = table
    wide = np.concatenate([pixels, np.full_like(pixels, (20, 90, 50))])
    for (left, top), _, (right, foot), _ in quads[row].astype(int):
        tile = wide[top : foot + 1, left : right + 1].copy()
        wide[top : foot + 1, left : right + 1] = (20, 90, 50)
        wide[top + 120 : foot + 121, left : right + 1] = (tile * light).astype(np.uint8)
    moved = quads.copy()
    moved[row, :, 1] += 120
    return wide, moved, named


def test_a_white_dragon_in_a_row_in_the_shade_has_the_ground_of_its_row() -> None:
    """Many faces lie in the light, and three stand in the shade beside the dragon."""
    table = _table(WHITE, marked=12)
    alone = _told(_below(table, slice(12, 13), light=0.5)).probabilities[12, 1]
    in_row = _told(_below(table, slice(9, 13), light=0.5)).probabilities[12, 1]
    assert in_row > 0.5 > alone


def test_where_backs_are_white_too_those_that_end_a_row_of_faces_are_likelier_dragons() -> None:
    """A wall is a row of many blank ones, a hand one of many faces."""
    table = _table(*[WHITE] * 18, marked=10)
    wall, hand = slice(13, 28), slice(10, 13)
    in_hand = _told(_below(table, wall))
    in_wall = _told(_below(table, slice(10, 28)))
    assert set(in_hand.best[wall]) == {"0z"}
    assert in_hand.probabilities[hand, 1].min() > 50 * in_wall.probabilities[hand, 1].max()


def _framed(pixels: np.ndarray, quad: np.ndarray) -> None:
    (left, top), _, (right, foot), _ = quad.astype(int)
    cv2.rectangle(pixels, (left + 12, top + 12), (right - 12, foot - 12), (40, 40, 120), 5)


def test_beside_a_white_dragon_with_a_frame_a_blank_face_is_less_likely_one() -> None:
    alone = _told(_table(WHITE)).probabilities[-1, 1]
    pixels, quads, named = _table(WHITE, WHITE)
    _framed(pixels, quads[-1])
    named.probabilities[-1] = FRAME_SEEN
    told = _told((pixels, quads, named))
    assert told.probabilities[-2, 1] < alone
    assert told.probabilities[-1] == pytest.approx(FRAME_SEEN)


def test_a_white_dragon_with_a_frame_stays_one_in_the_shade() -> None:
    pixels, quads, named = _table((110, 108, 104))
    _framed(pixels, quads[-1])
    named.probabilities[-1] = FRAME_SEEN
    assert _told((pixels, quads, named)).best[-1] == "5z"


def test_faces_and_what_is_no_tile_stay_as_they_are() -> None:
    table = _table(ORANGE, WHITE)
    told, named = _told(table), table[2]
    assert told.probabilities[:4] == pytest.approx(named.probabilities[:4])
    assert told.probabilities[:, -1] == pytest.approx(named.probabilities[:, -1])


def test_without_faces_to_compare_with_the_classifier_decides() -> None:
    assert _told(_table(WHITE, marked=0, doubt=FRAME_SEEN)).best == ("5z",)
    assert _told(_table(WHITE, marked=0, doubt=(0.0, 0.001, 0.998, 0.001))).best == ("0z",)


def test_no_tiles_no_question() -> None:
    pixels, _, _ = _table(ORANGE)
    empty = Named(CODES, np.zeros((0, 4)), np.zeros((0, 4)), np.zeros((0, 1)))
    assert _told((pixels, np.zeros((0, 4, 2), np.float32), empty)) is empty


def test_odds_that_weigh_other_evidence_are_refused_in_one_sentence(tmp_path: Path) -> None:
    shutil.copy(resource("models", "blank_odds.onnx"), tmp_path)
    facts = json.loads(resource("models", "blank_odds.json").read_text())
    facts["evidence"].reverse()
    (tmp_path / "blank_odds.json").write_text(json.dumps(facts))
    with pytest.raises(ModelDamagedError, match=r"blank_odds.* install the program again"):
        load_blank_odds(tmp_path)
