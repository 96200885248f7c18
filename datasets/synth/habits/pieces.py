"""Pieces of a laid hand: where they lie, how they are moved, and what they are pushed against.

A piece is blocks with the places of their tiles. Lengths are in tile widths; x runs to the owner's
right, y away from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.synth.habits.chances import normal, uniform
from datasets.synth.tables import HIGH, Block, FloatArray, Random, Spot

Piece = list[tuple[Block, list[Spot]]]

Box = tuple[float, float, float, float]
"""Least x, greatest x, least y, greatest y."""

QUARTER = np.pi / 2

WAYS = {"right": (1, 0), "left": (-1, 0), "behind": (0, 1), "front": (0, -1)}


def rect(spot: Spot, grow: float = 0.0) -> FloatArray:
    """(4, 2), corners of a tile on the table, larger by so much on each side."""
    w, h = 0.5 + grow, HIGH / 2 + grow
    cos, sin = np.cos(spot.turn), np.sin(spot.turn)
    box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    return box @ np.array([[cos, sin], [-sin, cos]]) + [spot.x, spot.y]


def clash(one: Spot, other: Spot, clear: float = 0.0) -> bool:
    """Whether they come nearer than `clear`; below nought: whether they overlap by so much."""
    if np.hypot(one.x - other.x, one.y - other.y) > 1.7 + max(clear, 0) * 1.5:
        return False
    a, b = rect(one, clear / 2), rect(other, clear / 2)
    for turn in (one.turn, other.turn):
        for axis in ((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))):
            p, q = a @ axis, b @ axis
            if p.max() <= q.min() or q.max() <= p.min():
                return False
    return True


def box_of(own: Sequence[Spot]) -> Box:
    """Around these tiles."""
    corners = np.concatenate([rect(spot) for spot in own])
    (low, front), (high, back) = corners.min(0).tolist(), corners.max(0).tolist()
    return low, high, front, back


def spots_in(*pieces: Piece) -> list[Spot]:
    return [spot for piece in pieces for _, spots in piece for spot in spots]


def edges(*pieces: Piece) -> Box:
    """Around the tiles of these."""
    return box_of(spots_in(*pieces))


def flat(*pieces: Piece) -> Piece:
    return [part for piece in pieces for part in piece]


def carried(spots: Sequence[Spot], x: float, y: float, turn: float = 0.0) -> list[Spot]:
    """The tiles, turned about the origin, then moved."""
    cos, sin = np.cos(turn), np.sin(turn)
    return [
        replace(
            s,
            x=float(s.x * cos - s.y * sin + x),
            y=float(s.x * sin + s.y * cos + y),
            turn=s.turn + turn,
        )
        for s in spots
    ]


def moved(piece: Piece, x: float, y: float, turn: float = 0.0) -> Piece:
    """Turned about the origin, then moved."""
    return [(block, carried(spots, x, y, turn)) for block, spots in piece]


def askew(random: Random, piece: Piece, much: float) -> Piece:
    return moved(piece, 0, 0, normal(random, much))


def centred(piece: Piece) -> Piece:
    low, high, _, _ = edges(piece)
    return moved(piece, -(low + high) / 2, 0.0)


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


def one_beyond_the_other(random: Random, pieces: Sequence[Piece], low: float, high: float) -> Piece:
    """The pieces in lines from the owner away, the first nearest; low, high: between them."""
    all_of: Piece = []
    for piece in pieces:
        x = normal(random, 0.1)
        all_of += put(random, piece, all_of, "behind", low, high, x=x) if all_of else piece
    return all_of
