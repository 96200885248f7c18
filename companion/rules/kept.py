"""Answers that are worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MOST: Final = 50_000


class Kept(dict[K, V]):
    """Answers by what was asked, each worked out when it is first asked for.

    Looked up as a dictionary, since a call would take longer than most answers. What nobody may
    ever ask again is not kept for good: a full dictionary begins anew.
    """

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self._work_out = work_out

    def __missing__(self, asked: K) -> V:
        if len(self) >= MOST:
            self.clear()
        answer = self[asked] = self._work_out(asked)
        return answer
