"""Counters that change hands after each payment, from what each player really holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.rules.counters import Counters, Move, Payment, settle_in_turn

_Held = tuple[tuple[tuple[int, int], ...], ...]


def hand_over(
    holdings: Sequence[Counters], payments: Iterable[Payment]
) -> tuple[tuple[Counters, ...], tuple[Move, ...]]:
    """What everyone holds after the payments, and how each is made. holdings: by player.

    The answers are kept: an undo works a whole evening out anew, and nearly all of it is as it
    was.
    """
    held = tuple(tuple(counters.items()) for counters in holdings)
    return _handed_over(held, tuple(payments))


@lru_cache(maxsize=16_384)
def _handed_over(
    held: _Held, payments: tuple[Payment, ...]
) -> tuple[tuple[Counters, ...], tuple[Move, ...]]:
    return settle_in_turn([dict(each) for each in held], payments)
