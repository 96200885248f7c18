"""A set has one of each flower and each season, so the others of a picture tell what one is."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.game.tiles import FLOWERS, SEASONS
from companion.vision.recognition.classify import Named
from companion.vision.recognition.flowers import one_of_each

FLOWER_CODES = FLOWERS + SEASONS
CODES = (*FLOWER_CODES, "9p", "none")
TWICE = math.exp(-3)


def faces(*chances: dict[str, float]) -> Named:
    table = np.array([[each.get(code, 0.0) for code in CODES] for each in chances])
    count = len(chances)
    return Named(CODES, table, np.full((count, 4), 0.25), np.ones((count, 1)))


def test_a_face_that_may_be_either_is_the_one_that_is_not_there() -> None:
    told = one_of_each(faces({"1f": 0.97, "5f": 0.03}, {"1f": 0.6, "5f": 0.4}))
    assert told.best == ("1f", "5f")


def test_what_is_surely_there_twice_stays() -> None:
    """The seasons of an American set are there three times."""
    seen = faces(*[{"5f": 0.998, "9p": 0.002}] * 3)
    assert one_of_each(seen).best == ("5f",) * 3


@pytest.mark.parametrize(
    "seen",
    [
        faces(),
        faces({"1f": 0.6, "5f": 0.4}),
        faces({"1f": 0.6, "5f": 0.4}, {"9p": 1.0}, {"none": 1.0}),
        faces({"9p": 0.6, "none": 0.4}, {"9p": 0.995, "1f": 0.005}),
    ],
)
def test_without_two_flowers_nothing_changes(seen: Named) -> None:
    assert np.array_equal(one_of_each(seen).probabilities, seen.probabilities)


def test_how_likely_a_face_is_a_tile_stays() -> None:
    seen = faces({"1f": 0.5, "5f": 0.1, "none": 0.4}, {"1f": 0.9, "none": 0.1})
    told = one_of_each(seen).probabilities
    assert told[:, -1] == pytest.approx(seen.probabilities[:, -1])
    assert told.sum(1) == pytest.approx(1)


def by_all_ways(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances of all names, every way to name all faces being looked at. table: (N, K), the
    flowers first."""
    told = np.zeros_like(table)
    for names in itertools.product(range(table.shape[1]), repeat=len(table)):
        flowers = [name for name in names if name < len(FLOWER_CODES)]
        odds = TWICE ** (len(flowers) - len(set(flowers)))
        odds *= math.prod(table[place, name] for place, name in enumerate(names))
        for place, name in enumerate(names):
            told[place, name] += odds
    return np.asarray(told / told.sum(1, keepdims=True))


CHANCES = st.lists(st.integers(1, 60), min_size=9, max_size=9)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.lists(CHANCES, min_size=2, max_size=4))
def test_it_is_what_all_ways_to_name_the_faces_together_say(counts: list[list[int]]) -> None:
    table = np.array(counts, np.float64)
    table /= table.sum(1, keepdims=True)
    seen = Named(CODES[:-1], table, np.full((len(table), 4), 0.25), np.ones((len(table), 1)))
    assert one_of_each(seen).probabilities == pytest.approx(by_all_ways(table))
