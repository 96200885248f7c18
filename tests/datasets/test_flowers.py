"""Drawn flowers, and how they are counted."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.game.tiles import FLOWERS, SEASONS
from companion.vision.recognition.classify import Named
from datasets.evaluate_flowers import count
from datasets.flowers import drawn_flowers

CODES = ("1f", "2f", "5f", "9p")


def test_pictures_show_at_most_two_of_each_flower_and_nothing_else() -> None:
    pictures = [*drawn_flowers(5_300_000, 3)]
    assert pictures
    for pixels, quads, codes in pictures:
        assert pixels.dtype == np.uint8
        assert quads.shape == (len(codes), 4, 2)
        assert {*FLOWERS, *SEASONS}.issuperset(codes)
        assert max(Counter(codes).values()) <= 2


def test_the_same_set_gives_the_same_pictures() -> None:
    once, again = ([*drawn_flowers(5_300_001, 1)] for _ in range(2))
    assert [codes for *_, codes in once] == [codes for *_, codes in again]
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(once, again, strict=True))


@pytest.mark.parametrize(
    ("truth", "right", "other_series", "wrong"),
    [(["1f", "9p"], 2, 0, 0), (["5f", "9p"], 1, 1, 1), (["2f", "9p"], 1, 0, 1)],
)
def test_what_is_counted(truth: list[str], right: int, other_series: int, wrong: int) -> None:
    """A face that is surely called the first flower, and one that is hardly called anything."""
    chances = np.array([[0.995, 0.002, 0.002, 0.001], [0.2, 0.2, 0.2, 0.4]])
    counts = Counter[str]()
    count(Named(CODES, chances, np.full((2, 4), 0.25), np.ones((2, 1))), truth, counts)
    assert counts["right"] == right
    assert counts["right but for the series"] == other_series
    assert (counts["sure"], counts["surely wrong"]) == (1, wrong)
    assert counts["all right"] == (right == 2)
