"""Answers that are worked out only once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MOST: Final = 50_000
"""Answers of one kind that are kept at once."""


class Kept(dict[K, V]):
    """Answers, each worked out when it is first asked for.

    It is a dictionary, because a call would take longer than most answers. A full dictionary is
    emptied, because what nobody asks again need not be kept.
    """

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self._work_out = work_out

    def __missing__(self, asked: K) -> V:
        if len(self) >= MOST:
            self.clear()
        answer = self[asked] = self._work_out(asked)
        return answer
