"""From tiles to melds, as the books lay them out: one hand, or the four of a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.reading import Group, SeenHand, SeenTile, Side
from companion.vision.layout.choose import FoundHand, find_hands
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import read_hand
from companion.vision.layout.lines import doubled, find_lines
from companion.vision.layout.rulers import measure

__all__ = ["Layout", "arrange"]


@dataclass(frozen=True)
class Layout:
    """How the tiles lie.

    tiles: as given, in that order; where the rules decided, with another code and `by_rule`.
    groups: of the hand, its places in `tiles`. readings: every way to divide those held tiles that
    no gaps divide, likeliest first; groups that are in all of them are certain. hands: the four
    hands by the side of the picture that each player sits at, where they were asked for.
    """

    tiles: tuple[SeenTile, ...]
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    hands: Mapping[Side, SeenHand] | None = None
    readings: tuple[tuple[Group, ...], ...] = ()


def arrange(tiles: Sequence[SeenTile], width: int, height: int, table: bool = False) -> Layout:
    """Find the hand among the tiles, its groups, and what of it was exposed.

    width, height: of the picture, in pixels. table: four hands are wanted, one at each side; the
    nearest is then the hand of `groups` and `hand`.
    """
    tiles = tuple(tiles)
    codes = [tile.code for tile in tiles]
    rulers = measure(tiles)
    confidence = np.array([tile.confidence for tile in tiles])
    lines = find_lines(rulers, doubled(rulers, confidence))
    found = find_hands(codes, rulers, lines)
    if not found:
        return Layout(tiles, warnings=("No tiles that could be a hand were found.",))
    best = min(found, key=lambda hand: _unlikely(hand, width, height))
    read = read_hand(part(best.rows, codes), codes)
    return Layout(tiles, read.groups, read.hand, read.warnings, readings=read.readings)


def _unlikely(hand: FoundHand, width: int, height: int) -> float:
    """How unlikely it is that the photograph is about this hand.

    It lies near the camera, which is the foot of the picture, faces it, and is a whole hand.
    """
    away = float(1 + hand.up[1])  # 0 facing the foot of the picture, 2 facing its top
    return hand.cost + 2 * (1 - float(hand.middle[1]) / height) + away
