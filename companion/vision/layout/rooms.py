"""Room in a row held for a tile that was not found."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from companion.vision.layout.numbers import log_sum
from companion.vision.layout.order import order
from companion.vision.layout.picture import Picture
from companion.vision.layout.units import Unit

Shares = tuple[tuple[str, float], ...]
"""What a tile may be, and the share of each, the greatest first."""


def beside_room(roomy: Unit) -> tuple[int, int]:
    """The tiles between which there is room."""
    at = roomy.room or 1
    return roomy.tiles[at - 1], roomy.tiles[at]


def _put_in(picture: Picture, roomy: Unit, code: str) -> float:
    """What the order of the tiles says more if such a tile lies in the room among them."""
    codes = [picture.names.loose[place][0] for place in roomy.tiles]
    codes.insert(roomy.room or 0, code)
    return order(codes) - roomy.order


def missed(
    picture: Picture, roomy: Unit, places: Sequence[int], own: Mapping[str, int]
) -> tuple[float, Shares]:
    """The log odds that these tiles and one that was not found in the room are sets and a pair, and
    which one that may be; nothing where none makes them so. own: how many tiles the hand has of
    each kind."""
    odds = {
        code: each + _put_in(picture, roomy, code)
        for code, each in picture.names.completed_by(places).items()
        if own.get(code, 0) < 4
    }
    if not odds:
        return 0.0, ()
    whole = log_sum(list(odds.values()))
    shares = [(code, math.exp(each - whole)) for code, each in odds.items()]
    return whole, tuple(sorted(shares, key=lambda each: -each[1]))
