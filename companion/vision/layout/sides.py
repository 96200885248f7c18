"""Whose hand is whose: the one a photograph is about, or the four of a whole table.

Players lay their hands out facing themselves, so the foot of the tiles points to their owner.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping, Sequence

from companion.reading import Side
from companion.vision.layout.choose import FoundHand

SIDES: tuple[Side, ...] = ("near", "right", "far", "left")
"""Sides of the picture, to the right from the player near the camera."""

SMALLEST = 5
"""Fewer tiles are not taken for a player's hand at a whole table."""


def photographed(hands: Sequence[FoundHand], height: int) -> FoundHand:
    """The hand that a photograph is about: near the camera, facing it, and a whole hand.

    hands: at least one. height: of the picture, in pixels.
    """

    def unlikely(hand: FoundHand) -> float:
        away = 1 + hand.up.imag  # 0 where it faces the foot of the picture, 2 its top
        return hand.cost + 2 * (1 - hand.middle.imag / height) + away

    return min(hands, key=unlikely)


def by_side(hands: Sequence[FoundHand]) -> Mapping[Side, FoundHand]:
    """Hands by the side of the picture at which their owners sit; a side may be empty.

    Four hands lie around a middle, each facing outwards. A table photographed askew turns all
    four by as much, so they are assigned together.
    """
    if not hands:
        return {}
    whole = [hand.middle for hand in hands if hand.cost < 1] or [hand.middle for hand in hands]
    across, down = [at.real for at in whole], [at.imag for at in whole]
    centre = complex(max(across) + min(across), max(down) + min(down)) / 2
    players = [_facing_outwards(hand, centre) for hand in hands]
    angles = [_owner(hand) for hand in players]
    fourfold = sum(
        hand.size * cmath.exp(4j * angle) for hand, angle in zip(players, angles, strict=True)
    )
    askew = cmath.phase(fourfold) / 4
    quarters = [round((angle - askew) / (math.pi / 2)) % 4 for angle in angles]
    seated: dict[Side, FoundHand] = {}
    for quarter, hand in sorted(zip(quarters, players, strict=True), key=lambda seat: seat[1].cost):
        seated.setdefault(SIDES[quarter], hand)
    return {side: seated[side] for side in SIDES if side in seated}


def _owner(hand: FoundHand) -> float:
    """Where the owner sits: 0 at the foot of the picture, a quarter turn at its right side."""
    return math.atan2(-hand.up.real, -hand.up.imag)


def _facing_outwards(hand: FoundHand, centre: complex) -> FoundHand:
    """Turned so that its owner is not in the middle of the table.

    Where a hand lies across the middle, its faces decide.
    """
    outwards = hand.middle - centre
    upwards = (outwards.conjugate() * hand.up).real
    return hand.turned() if upwards > 0.35 * abs(outwards) else hand
