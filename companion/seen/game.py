"""What is known of the game whose tiles a photograph shows, before anyone looks at it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Game:
    """special_hands: those of `companion.rules.patterns.special_hands.SHAPES` that win; None if
    nobody says by which book. players: 2 to 4, each with a hand on a whole table."""

    special_hands: AbstractSet[str] | None = None
    players: int = 4


UNKNOWN: Final = Game()
