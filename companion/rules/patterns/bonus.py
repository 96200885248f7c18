"""Patterns about one flower, season or special tile, by the name used in `when`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.game import tiles as t
from companion.game.seats import SEATS
from companion.rules.patterns.cases import BonusCase
from companion.rules.patterns.conditions import registered_in

BonusPattern = Callable[[BonusCase], bool]

BONUS_PATTERNS: Final[dict[str, BonusPattern]] = {}
_bonus = registered_in(BONUS_PATTERNS)


@_bonus
def flower_or_season(case: BonusCase) -> bool:
    return case.tile[1] == "f"


@_bonus
def special(case: BonusCase) -> bool:
    return case.tile[1] == "x"


@_bonus
def own_flower(case: BonusCase) -> bool:
    return case.tile == t.FLOWERS[SEATS.index(case.seat)]


@_bonus
def own_season(case: BonusCase) -> bool:
    return case.tile == t.SEASONS[SEATS.index(case.seat)]
