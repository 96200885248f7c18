"""Every number that decides how tiles lie, from one file."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

FILE: Final = Path(__file__).with_name("numbers.toml")
NUMBERS: Final[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))


class Curve:
    """A line through points (x, y), looked up in steps; level beyond its ends."""

    def __init__(self, points: Sequence[Sequence[float]], step: float) -> None:
        at = np.array(points, dtype=np.float64)
        self._low, self._step = float(at[0, 0]), step
        grid = np.arange(at[0, 0], at[-1, 0] + step, step)
        self._values: list[float] = np.interp(grid, at[:, 0], at[:, 1]).tolist()

    def __call__(self, x: float) -> float:
        place = round((x - self._low) / self._step)
        return self._values[min(max(place, 0), len(self._values) - 1)]


def mixture(*parts: tuple[float, float]) -> float:
    """Log density of what may come about in several ways. parts: share of each, and its log
    density.

    It is a sum of these densities, so that whoever fits numbers sees how much each counts.
    """
    densities = [float(density) for _, density in parts]
    top = max(densities)
    odds = [share * math.exp(each - top) for (share, _), each in zip(parts, densities, strict=True)]
    value = top + math.log(sum(odds))
    for own, (_, density), each in zip(odds, parts, densities, strict=True):
        value += (density - each) * (own / sum(odds))
    return value


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of the sum of what these are the logarithms of, at least one."""
    top = max(logs)
    return top + math.log(sum(math.exp(each - top) for each in logs))
