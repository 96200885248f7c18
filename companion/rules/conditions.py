"""What has to hold for a rule: the patterns that its `when` names, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

C = TypeVar("C")


def pattern(name: str, known: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    """The pattern of that name, turned round where `not` stands before it."""
    if not name.startswith("not "):
        return known[name]
    turned = known[name.removeprefix("not ")]
    return lambda case: not turned(case)


def all_of(tests: Sequence[Callable[[C], bool]]) -> Callable[[C], bool]:
    """One test for several, which asks no further than the first that does not hold."""
    if not tests:
        return lambda case: True
    first = tests[0]
    if len(tests) == 1:
        return first
    others = all_of(tests[1:])
    return lambda case: first(case) and others(case)
