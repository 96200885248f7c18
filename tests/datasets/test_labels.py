"""Labels of our own, against what is known of a set of tiles."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import datasets.labels
from companion.game.tiles import FLOWERS, KINDS, SEASONS, SPECIALS, STRANGER

TABLE = Path(datasets.labels.__file__).with_name("whole_sets.csv")
WITH_FOUR_OF_EACH = ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"]
STRANGERS = {"4": ["9x"] * 4, "5": ["9x"] * 4, "7": ["9x"] * 4, "11": ["5x", "6x", "7x", "8x"]}
"""Jokers, and the man, his bag of gold, the fisherman and the fish."""


def labels_by_set() -> dict[str, Counter[str]]:
    """Of each set, photographed whole or in parts such as `6-2.png`, how often it has a label."""
    found: dict[str, Counter[str]] = {}
    with TABLE.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            name = Path(row["photo"]).stem.split("-")[0]
            found.setdefault(name, Counter())[row["code"]] += 1
    return found


@pytest.mark.parametrize("name", WITH_FOUR_OF_EACH)
def test_every_ordinary_tile_of_a_whole_set_has_its_label_four_times(name: str) -> None:
    labels = labels_by_set()[name]
    assert [labels[code] for code in KINDS] == [4] * len(KINDS)


@pytest.mark.parametrize("name", WITH_FOUR_OF_EACH)
def test_a_whole_set_has_its_flowers_and_some_have_tiles_of_other_games(name: str) -> None:
    labels = labels_by_set()[name]
    assert [labels[code] for code in FLOWERS] == [1] * 4
    strange = {code: count for code, count in labels.items() if code in {*SPECIALS, STRANGER}}
    assert strange == Counter(STRANGERS.get(name, []))
    assert labels.keys() <= {*KINDS, *FLOWERS, *SEASONS, *strange}
