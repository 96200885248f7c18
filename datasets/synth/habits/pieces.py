"""Pieces of a laid hand: where they lie, how they are moved, and what they are pushed against.

A piece is blocks with the places of their tiles. Lengths are in tile widths; x runs to the owner's
right, y away from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.synth.tables import HIGH, Block, FloatArray, Spot

Piece = list[tuple[Block, list[Spot]]]

Box = tuple[float, float, float, float]
"""Least x, greatest x, least y, greatest y."""

QUARTER = np.pi / 2


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


def centred(piece: Piece) -> Piece:
    low, high, _, _ = edges(piece)
    return moved(piece, -(low + high) / 2, 0.0)
