"""How patterns get their names, and what must be true for a rule that names some in `when`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

C = TypeVar("C")
P = TypeVar("P", bound=Callable[..., bool])


def registered_in(registry: dict[str, P]) -> Callable[[P], P]:
    """Add a pattern under the name of its function."""

    def register(pattern: P) -> P:
        registry[pattern.__name__] = pattern
        return pattern

    return register


def pattern(name: str, known: Mapping[str, Callable[[Any], bool]]) -> Callable[[Any], bool]:
    """The pattern with that name; its opposite if `not` stands before the name."""
    if not name.startswith("not "):
        return known[name]
    turned = known[name.removeprefix("not ")]
    return lambda case: not turned(case)


def all_of(tests: Sequence[Callable[[C], bool]]) -> Callable[[C], bool]:
    """One test for several. It stops at the first that is false."""
    if not tests:
        return lambda case: True
    first = tests[0]
    if len(tests) == 1:
        return first
    others = all_of(tests[1:])
    return lambda case: first(case) and others(case)
