"""How long the stages of a work take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Stopwatch:
    """Runs a stage and remembers its milliseconds; a stage that runs again takes so much longer."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def __call__(self, name: str, stage: Callable[[], T]) -> T:
        start = time.perf_counter()
        value = stage()
        spent = (time.perf_counter() - start) * 1000
        self.spent[name] = round(self.spent.get(name, 0.0) + spent, 2)
        return value
