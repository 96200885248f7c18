"""The books' worked examples, as they lie in `golden/`: each file says how it is compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Case = dict[str, Any]
FOLDER = Path(__file__).parent / "golden"


def golden(name: str) -> Case:
    """One file of goldens."""
    read: Case = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return read


def part_one_hands() -> list[Case]:
    """The twenty examples of Part I, East holding Example 7, and the highest hand there is."""
    return golden("harr_part1_examples")["cases"]


def part_two_hands() -> list[Case]:
    return golden("harr_part2_examples")["cases"]


def limit_hands() -> Iterator[Case]:
    """Every limit hand and near miss of three rule sets, each with the name of its limit hand."""
    read = golden("traditional_limit_hands")
    for ruleset in ("traditional", "international", "harr-limit"):
        for group in read[ruleset]:
            for case in (*group["hands"], *group["near_misses"]):
                yield case | {"id": f"{ruleset}-{case['id']}"}


def settlements() -> Iterator[Case]:
    """All settlements: the worked layouts, the booklet's two examples, penalties and washed
    hands."""
    yield from golden("harr_part1_settlements")["cases"]
    booklet = golden("booklet_settlements")
    yield from booklet["cases"]
    yield from booklet["derived_cases"]
    penalties = golden("penalties")
    for kind in ("false_mah_jongg", "dead_hands", "reckless_discard"):
        yield from (case for case in penalties[kind] if "settle" in case)
    yield from (case for case in golden("washing")["cases"] if "settle" in case)
