"""The fit of how likely a hand lies in a way that the layout knows."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from companion.vision.arrays import FloatArray
from companion.vision.layout.familiar import SIGNS
from companion.vision.layout.numbers import FILE, NUMBERS
from datasets.fit_familiar import Read, fitted, said_of_others


def drawn(way: str, right: int, wrong: int, *signs: str, chance: float = 0.99) -> list[Read]:
    """Pictures of one way that show some signs, so many of them read rightly and wrongly."""
    shown = tuple(float(sign in ("always", *signs)) for sign in SIGNS)
    return [Read(way, chance, shown, k < right) for k in range(right + wrong)]


def said(numbers: FloatArray, read: Read) -> float:
    """What these numbers say of a picture."""
    return float(read.chance / (1 + np.exp(-np.dot(numbers, read.signs))))


def test_a_sign_beside_which_hands_are_read_wrongly_makes_them_unlikely() -> None:
    every = [*drawn("rows", 1900, 100), *drawn("heaps", 500, 500, "left_surely")]
    numbers = fitted(every)
    assert said(numbers, every[0]) == pytest.approx(0.95, abs=0.01)
    assert said(numbers, every[-1]) == pytest.approx(0.5, abs=0.03)


def test_a_sign_that_was_never_seen_beside_a_right_hand_counts_no_more_than_so_much() -> None:
    numbers = fitted([*drawn("rows", 190, 10), *drawn("heaps", 0, 9, "pair_apart")])
    assert -6 < dict(zip(SIGNS, numbers, strict=True))["pair_apart"] < -2


def test_a_way_is_judged_by_numbers_that_have_not_seen_it() -> None:
    every = [*drawn("rows", 95, 5), *drawn("columns", 95, 5), *drawn("heaps", 0, 100, "waiting")]
    of_heaps = said_of_others(every)[200:]
    assert of_heaps == pytest.approx(0.95, abs=0.01)
    assert said(fitted(every), every[-1]) < 0.2


def test_every_sign_has_its_number() -> None:
    assert set(NUMBERS["familiar"]) == set(SIGNS)
    assert tomllib.loads(FILE.read_text(encoding="utf-8"))["familiar"] == NUMBERS["familiar"]
