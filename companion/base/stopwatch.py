"""How long the steps of a job take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Stopwatch:
    """Runs the steps of a job and adds up the milliseconds of each, by its name."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def __call__(self, name: str, step: Callable[[], T]) -> T:
        start = time.perf_counter()
        value = step()
        spent = (time.perf_counter() - start) * 1000
        self.spent[name] = round(self.spent.get(name, 0.0) + spent, 2)
        return value
