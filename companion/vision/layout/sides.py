"""Whose hand is whose: the one a photograph is about, or the four of a whole table.

Players lay their hands out facing themselves, so the foot of the tiles points to their owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.reading import Side
from companion.vision.layout.choose import FoundHand
from companion.vision.layout.rulers import FloatArray

SIDES: tuple[Side, ...] = ("near", "right", "far", "left")
"""Sides of the picture, to the right from the player near the camera."""

SMALLEST = 5
"""Fewer tiles are not taken for a player's hand at a whole table."""


def photographed(hands: Sequence[FoundHand], height: int) -> FoundHand:
    """The hand that a photograph is about: near the camera, facing it, and a whole hand.

    hands: at least one. height: of the picture, in pixels.
    """

    def unlikely(hand: FoundHand) -> float:
        away = float(1 + hand.up[1])  # 0 where it faces the foot of the picture, 2 its top
        return hand.cost + 2 * (1 - float(hand.middle[1]) / height) + away

    return min(hands, key=unlikely)


def by_side(hands: Sequence[FoundHand]) -> Mapping[Side, FoundHand]:
    """Hands by the side of the picture at which their owners sit; a side may be empty.

    Four hands lie around a middle, each facing outwards. A table photographed askew turns all
    four by as much, so they are assigned together.
    """
    if not hands:
        return {}
    whole = [hand.middle for hand in hands if hand.cost < 1] or [hand.middle for hand in hands]
    centre = (np.max(whole, axis=0) + np.min(whole, axis=0)) / 2
    players = [_facing_outwards(hand, centre) for hand in hands]
    angles = np.array([_owner(hand) for hand in players])
    sizes = np.array([hand.size for hand in players])
    askew = np.angle((sizes * np.exp(4j * angles)).sum()) / 4
    quarters = np.round((angles - askew) / (np.pi / 2)).astype(int) % 4
    seated: dict[Side, FoundHand] = {}
    for quarter, hand in sorted(zip(quarters, players, strict=True), key=lambda seat: seat[1].cost):
        seated.setdefault(SIDES[quarter], hand)
    return {side: seated[side] for side in SIDES if side in seated}


def _owner(hand: FoundHand) -> float:
    """Where the owner sits: 0 at the foot of the picture, a quarter turn at its right side."""
    return float(np.arctan2(-hand.up[0], -hand.up[1]))


def _facing_outwards(hand: FoundHand, centre: FloatArray) -> FoundHand:
    """Turned so that its owner is not in the middle of the table.

    Where a hand lies across the middle, its faces decide.
    """
    outwards = (hand.middle - centre) / (np.linalg.norm(hand.middle - centre) + 1e-9)
    clear = abs(float(outwards @ hand.up)) > 0.35
    return hand.turned() if clear and float(outwards @ hand.up) > 0 else hand
