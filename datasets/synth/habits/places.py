"""Where pieces come to lie: at a side of others, level with them, raised, or stood up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.synth.habits.chances import uniform
from datasets.synth.habits.pieces import Piece, centred, clash, edges, moved, spots_in
from datasets.synth.tables import DEEP, HIGH, Random

WAYS = {"right": (1, 0), "left": (-1, 0), "behind": (0, 1), "front": (0, -1)}


def levelled(piece: Piece) -> Piece:
    """Its near edge where that of a row is."""
    return moved(piece, 0, -HIGH / 2 - edges(piece)[2])


def level_at(piece: Piece, y: float) -> Piece:
    """Its middle at this height."""
    low, high = edges(piece)[2:]
    return moved(piece, 0, y - (low + high) / 2)


def raised(piece: Piece, height: float) -> Piece:
    for spot in spots_in(piece):
        spot.lifted = height
    return piece


def lapped(piece: Piece) -> Piece:
    """Each of its tiles lies on the one before it."""
    for k, spot in enumerate(spots_in(piece)):
        spot.lifted = k * DEEP
    return piece


def on_top(piece: Piece, *places: int) -> Piece:
    """Those of its tiles lie on the others."""
    spots = spots_in(piece)
    for place in places:
        spots[place].lifted = DEEP
    return piece


def stood_up(piece: Piece) -> Piece:
    for spot in spots_in(piece):
        spot.standing = True
    return piece


def slid(
    piece: Piece, others: Piece, way: tuple[float, float], clear: float, x: float = 0, y: float = 0
) -> Piece:
    """The piece, come from afar against `way` as near to the others as `clear`."""
    step, near = 0.04, spots_in(others)
    still = np.array([[s.x, s.y] for s in near])
    distance = 50.0
    while distance > 0:
        there = spots_in(moved(piece, x + way[0] * distance, y + way[1] * distance))
        for spot in there:
            close = np.hypot(*(still - [spot.x, spot.y]).T) < 1.7 + clear * 1.5
            if any(clash(spot, near[k], clear) for k in np.flatnonzero(close)):
                distance += step
                return moved(piece, x + way[0] * distance, y + way[1] * distance)
        distance -= step
    return moved(piece, x, y)


def put(
    random: Random,
    piece: Piece,
    others: Piece,
    where: str,
    low: float,
    high: float,
    x: float = 0.0,
    y: float = 0.0,
) -> Piece:
    """The piece at that side of the others, as near as low to high."""
    return slid(piece, others, WAYS[where], uniform(random, low, high), x=x, y=y)


def one_by_one(
    random: Random, pieces: Sequence[Piece], low: float, high: float, way: tuple[int, int] = (1, 0)
) -> Piece:
    """The pieces one beside the other, their middle at x = 0."""
    all_of: Piece = []
    for piece in pieces:
        if all_of:
            piece = slid(piece, all_of, way, uniform(random, low, high))
        all_of = [*all_of, *piece]
    return centred(all_of)
