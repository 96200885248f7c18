"""Objects of JSON that stay as they were made, for values that are frozen."""

from __future__ import annotations

from typing import Any, Final, NoReturn, TypeVar

import msgspec

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dictionary that cannot be changed. It equals a plain one, and is written to JSON as one.

    Make it with `frozen`, which freezes what lies within, too. `dict(…)` and `|` give plain
    dictionaries. Whoever tries to change it gets a TypeError.
    """

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("This belongs to a frozen value; make another one with dict(…).")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __copy__(self) -> FrozenDict[K, V]:
        return self

    def __deepcopy__(self, _: Any) -> FrozenDict[K, V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


EMPTY: Final[FrozenDict[Any, Any]] = FrozenDict()
"""For defaults. All empty objects become this one, so a form leaves out what only equals it."""


def frozen(value: Any) -> Any:
    """The same value, of which nothing can be changed: dictionaries are frozen, lists are tuples.

    value: plain JSON, with values among it that are frozen already.
    """
    if type(value) is FrozenDict:
        return value
    if isinstance(value, dict):
        return FrozenDict({name: frozen(item) for name, item in value.items()}) or EMPTY
    if isinstance(value, list | tuple):
        return tuple([frozen(item) for item in value])
    return value


def freeze(value: object, *names: str) -> None:
    """For `__post_init__` of a frozen form or dataclass: freeze what it holds under these names."""
    is_form = isinstance(value, msgspec.Struct)
    assign: Any = msgspec.structs.force_setattr if is_form else object.__setattr__
    for name in names:
        assign(value, name, frozen(getattr(value, name)))
