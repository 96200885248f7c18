"""Chances that habits of laying a hand are drawn by."""

from __future__ import annotations

from datasets.synth.tables import Random


def uniform(random: Random, low: float, high: float) -> float:
    return float(random.uniform(low, high))


def normal(random: Random, spread: float) -> float:
    """About nought. spread: one standard deviation."""
    return float(random.normal(0, spread))


def sign(random: Random) -> int:
    return int(random.choice([-1, 1]))


def one_of(random: Random, *words: str) -> str:
    return str(random.choice(words))


def an_end(random: Random, right: float = 0.5) -> tuple[str, str]:
    """One end of the row, and the other. right: the chance of the right one."""
    return ("right", "left") if random.random() < right else ("left", "right")


def some(random: Random, chance: float = 0.35) -> int:
    """How many flowers: mostly none."""
    return int(random.integers(1, 4)) if random.random() < chance else 0
