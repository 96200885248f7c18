"""The four hands of a whole table, as one explanation of the picture.

Players lay their hands out facing themselves, so the foot of the tiles points to their owner.
"""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.seen.reading import Side
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.search import View, of_view
from companion.vision.layout.weigh import Explanation

SIDES: tuple[Side, ...] = ("near", "right", "far", "left")
"""Sides of the picture, to the right from the player near the camera."""


def seated(picture: Picture, views: Iterable[View]) -> Mapping[Side, list[Explanation]]:
    """For each side of the table with a hand, its explanations, likeliest first; no tile is in two
    of the first ones. views: of the finds of the picture."""
    every = [
        each.at_odds(odds) for view, odds in views for each in of_view(view, NUMBERS["table_seeds"])
    ]
    every = [each for each in every if len(each.names) >= NUMBERS["table_smallest"]]
    every.sort(key=lambda each: -each.score)
    hands: list[Explanation] = []
    for each in every:
        if all(each.names.keys().isdisjoint(other.names) for other in hands):
            hands.append(each)
    at = _by_side(hands[: 2 * len(SIDES)], picture)
    chosen = {side: hands[k] for side, k in at.items()}
    return {side: _given_others(side, chosen, every) for side in chosen}


def _given_others(
    side: Side, chosen: dict[Side, Explanation], every: Sequence[Explanation]
) -> list[Explanation]:
    """The explanations of one side's hand, weighed with what the others hold; the likeliest is
    chosen from then on."""
    others = [hand for other, hand in chosen.items() if other != side]
    taken = {place for hand in others for place in hand.names}
    known: Counter[str] = Counter()
    for hand in others:
        known.update(hand.names.values())
    own = [
        each.beside(known)
        for each in every
        if taken.isdisjoint(each.names) and not chosen[side].names.keys().isdisjoint(each.names)
    ]
    unique: dict[object, Explanation] = {}
    for each in sorted(own, key=lambda each: -each.score):
        unique.setdefault(each.key, each)
    found = list(unique.values())
    chosen[side] = found[0]
    return found


def _by_side(hands: Sequence[Explanation], picture: Picture) -> dict[Side, int]:
    """Which hand lies at which side of the picture. Four hands lie around a middle, each facing
    outwards. A table photographed askew turns all four by as much, so they are assigned together.
    """
    if not hands:
        return {}
    middles = [_middle(hand, picture) for hand in hands]
    whole = [m for m, hand in zip(middles, hands, strict=True) if hand.whole] or middles
    across, down = [at.real for at in whole], [at.imag for at in whole]
    centre = complex(max(across) + min(across), max(down) + min(down)) / 2
    ups = [_up(hand, picture, m - centre) for hand, m in zip(hands, middles, strict=True)]
    angles = [math.atan2(-up.real, -up.imag) for up in ups]
    fourfold = sum(
        len(hand.names) * cmath.exp(4j * angle) for hand, angle in zip(hands, angles, strict=True)
    )
    askew = cmath.phase(fourfold) / 4
    at: dict[Side, int] = {}
    for k, angle in enumerate(angles):  # the likeliest hand first
        at.setdefault(SIDES[round((angle - askew) / (math.pi / 2)) % 4], k)
    return {side: at[side] for side in SIDES if side in at}


def _middle(hand: Explanation, picture: Picture) -> complex:
    return sum(picture.rulers.points[place] for place in hand.names) / len(hand.names)


def _up(hand: Explanation, picture: Picture, outwards: complex) -> complex:
    """From the foot of the faces to their top, of length 1. The owner is not in the middle of the
    table; where a hand lies across the middle, its faces decide."""
    line = max(hand.lines, key=len)
    downs = [picture.rulers.downs[place] for place in line.tiles]
    first = downs[0]
    total = sum(d if (d.conjugate() * first).real >= 0 else -d for d in downs)
    step = picture.rulers.points[line.tiles[-1]] - picture.rulers.points[line.tiles[0]]
    # read from left to right, the foot of a face lies clockwise of its right edge
    if (step.conjugate() * total).imag < 0:
        total = -total
    up = -total / (abs(total) or 1.0)
    return (
        -up if (outwards.conjugate() * up).real > NUMBERS["faces_inwards"] * abs(outwards) else up
    )
