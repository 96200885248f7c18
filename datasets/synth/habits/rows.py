"""Tiles laid beside each other: rows, fans, columns, chains and other figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.synth.habits.chances import normal, sign, uniform
from datasets.synth.habits.pieces import QUARTER, Piece, centred, clash, edges, moved, spots_in
from datasets.synth.habits.places import level_at, put
from datasets.synth.tables import HIGH, Block, Random, Spot

Place = tuple[float, float, float]
"""x, y and turn of a tile."""


@dataclass(frozen=True)
class Lie:
    """How carefully tiles are laid beside each other. crooked: radians; rise: how far off the line;
    both one standard deviation. spread: clear space between any two."""

    crooked: float = 0.01
    rise: float = 0.015
    spread: float = 0.0


STRAIGHT = Lie()


def block_of(codes: Sequence[str]) -> Block:
    return Block(tuple(codes), tuple(codes), 0.0)


def tile(random: Random, code: str, crooked: float = 0.03) -> Piece:
    """One tile, at the origin."""
    return row(random, [block_of([code])], lie=Lie(crooked, 0.0))


def row(
    random: Random,
    blocks: Sequence[Block],
    gap: float = 0.0,
    lie: Lie = STRAIGHT,
    turns: Sequence[float] | None = None,
    ys: Sequence[float] | None = None,
    gaps: Sequence[float] | None = None,
) -> Piece:
    """Tiles pushed against each other in a line, its middle at the origin.

    gap: between blocks. gaps: before each tile besides. turns, ys: of each tile besides.
    """
    piece: Piece = []
    last: list[Spot] = []
    n = 0
    for k, block in enumerate(blocks):
        spots = []
        for m, (code, value) in enumerate(zip(block.shown, block.values, strict=True)):
            spot = Spot(code, value, 0.0, normal(random, lie.rise), normal(random, lie.crooked))
            spot.turn += turns[n] if turns else 0.0
            spot.y += ys[n] if ys else 0.0
            if block.sideways == m:
                spot.turn += sign(random) * QUARTER
                spot.y -= (HIGH - 1) / 2
            if last:
                spot.x = last[-1].x + 0.95
                while any(clash(spot, before) for before in last[-3:]):
                    spot.x += 0.01
                spot.x += lie.spread + abs(normal(random, 0.008))
                spot.x += gap if k and m == 0 else 0.0
                spot.x += gaps[n] if gaps else 0.0
            last.append(spot)
            spots.append(spot)
            n += 1
        piece.append((block, spots))
    return centred(piece)


def pushed_up(random: Random, codes: Sequence[str], up: Sequence[bool], low: float) -> Piece:
    """A row of which some tiles are pushed out of it, by low heights to twice as much."""
    by = sign(random) * HIGH * uniform(random, low, 2 * low)
    return row(random, [block_of(codes)], ys=[by * each for each in up])


def fan(
    random: Random, blocks: Sequence[Block], radius: float, away: int, gap: float = 0.0
) -> Piece:
    """Tiles on a circle. away: 1, its middle is on the owner's side; -1, beyond the tiles."""
    step = 2 * float(np.arctan(0.5 / (radius - HIGH / 2))) + 0.015 / radius
    angle, piece = 0.0, []
    for k, block in enumerate(blocks):
        angle += gap / radius if k else 0.0
        spots = []
        for code, value in zip(block.shown, block.values, strict=True):
            spots.append(Spot(code, value, 0.0, 0.0, angle))
            angle += step
        piece.append((block, spots))
    middle = (angle - step) / 2
    for spot in spots_in(piece):
        at = spot.turn - middle
        far = radius + normal(random, 0.015)
        spot.x, spot.y = far * float(np.sin(at)), away * (far * float(np.cos(at)) - radius)
        spot.turn = -away * at + normal(random, 0.008)
    return piece


def column(random: Random, block: Block, gap: float = 0.03, crooked: float = 0.01) -> Piece:
    """Upright tiles one below the other, the first on top; the lowest at y = 0."""
    y, spots = 0.0, []
    for code, value in list(zip(block.shown, block.values, strict=True))[::-1]:
        spots.append(Spot(code, value, normal(random, 0.02), y, normal(random, crooked)))
        y += HIGH + gap + abs(normal(random, 0.01))
    return [(block, spots[::-1])]


def chain(random: Random, codes: Sequence[str], headings: Sequence[float]) -> Piece:
    """Tiles pushed against each other along a line that turns; headings: of each, in radians."""
    spots: list[Spot] = []
    for code, heading in zip(codes, headings, strict=True):
        turn = heading + normal(random, 0.01)
        spot = Spot(code, code, 0.0, 0.0, turn)
        if spots:
            before = spots[-1]
            way = (before.turn + turn) / 2
            step = 0.93
            while True:
                spot.x = before.x + step * float(np.cos(way))
                spot.y = before.y + step * float(np.sin(way))
                if not any(clash(spot, each) for each in spots[-3:]):
                    break
                step += 0.01
            slit = abs(normal(random, 0.012))
            spot.x += slit * float(np.cos(way))
            spot.y += slit * float(np.sin(way))
        spots.append(spot)
    piece = centred([(block_of(codes), spots)])
    low, high = edges(piece)[2:]
    return moved(piece, 0, -(low + high) / 2)


def at_places(
    random: Random, block: Block, places: Sequence[tuple[float, float]], crooked: float = 0.015
) -> Piece:
    """The tiles of a block, upright at these places, its middle at the origin."""
    spots = [
        Spot(shown, value, x, y, normal(random, crooked))
        for shown, value, (x, y) in zip(block.shown, block.values, places, strict=True)
    ]
    return level_at(centred([(block, spots)]), 0.0)


def figure(codes: Sequence[str], places: Sequence[Place]) -> Piece:
    """Tiles at these places as one piece, its middle at the origin."""
    spots = [Spot(code, code, *place) for code, place in zip(codes, places, strict=True)]
    return level_at(centred([(block_of(codes), spots)]), 0.0)


def piled(random: Random, parts: Sequence[Sequence[str]], spread: float) -> Piece:
    """Lines that touch, one nearer than the other, the first farthest. spread: how far they are
    out of the middle."""
    near: Piece = []
    for part in parts:
        line = moved(row(random, [block_of(part)]), normal(random, spread), 0)
        near = [*near, *(put(random, line, near, "front", 0.01, 0.08) if near else line)]
    return level_at(near, 0.0)
