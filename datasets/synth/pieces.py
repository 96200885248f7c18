"""Tiles laid out by hand, piece by piece: rows, fans and columns pushed against each other.

A piece is blocks with the places of their tiles. Lengths are in tile widths; x runs to the owner's
right, y away from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.synth.tables import (
    HIGH,
    KINDS,
    Block,
    Dealt,
    FloatArray,
    Laid,
    Random,
    Spot,
    as_laid,
    deal,
    melds_of,
)

Piece = list[tuple[Block, list[Spot]]]
QUARTER = np.pi / 2


@dataclass(frozen=True)
class Lie:
    """How carefully tiles are laid beside each other. crooked: radians; rise: how far off the line;
    both one standard deviation. spread: clear space between any two."""

    crooked: float = 0.01
    rise: float = 0.015
    spread: float = 0.0


STRAIGHT = Lie()


def uniform(random: Random, low: float, high: float) -> float:
    return float(random.uniform(low, high))


def sign(random: Random) -> int:
    return int(random.choice([-1, 1]))


def hand(
    random: Random,
    left: Counter[str],
    fewest: int = 1,
    most: int = 3,
    bonus: int = 0,
    win: float = 0.69,
    kongs: float = 0.18,
    held_kongs: float = 0.06,
    shown: int = 0,
    down: int = 0,
) -> Dealt:
    """A hand. fewest, most: sets on the table, among them `shown` exposed and `down` held kongs at
    least. win: chance of a hand that won."""
    out = int(random.integers(fewest, most + 1))
    for _ in range(out - shown - down):
        chance = random.random()
        down += chance < held_kongs
        shown += held_kongs <= chance < held_kongs + kongs
    plain = max(0, out - shown - down)
    chance = random.random()
    if chance < win or chance < win + (1 - win) * 0.65:
        dealt = deal(random, left, plain, shown, down, bonus, winner=True)
        if chance >= win:  # waiting for the tile that is taken away here
            place = int(random.integers(len(dealt.held)))
            codes = list(dealt.held[place])
            left.update([codes.pop(int(random.integers(len(codes))))])
            dealt.held[place] = tuple(codes)
        return dealt
    return deal(random, left, plain, shown, down, bonus, winner=False)


def is_set(codes: Sequence[str]) -> bool:
    """Whether these tiles, lying alone, look like a set on the table."""
    codes = sorted(codes, key=KINDS.index)
    if len(codes) in (3, 4) and len(set(codes)) == 1:
        return True
    if len(codes) != 3 or codes[0][1] == "z" or len({code[1] for code in codes}) > 1:
        return False
    low = int(codes[0][0])
    return [int(code[0]) for code in codes] == [low, low + 1, low + 2]


def sorted_codes(codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(codes, key=KINDS.index))


def codes_of(random: Random, dealt: Dealt, style: str | None = None) -> tuple[str, ...]:
    """The tiles held, in order: sorted, set by set, or in no order."""
    style = style or str(random.choice(["sorted", "sorted", "sorted", "sets", "sets", "anyhow"]))
    codes = tuple(code for held in dealt.held for code in held)
    if style == "sorted":
        return sorted_codes(codes)
    if style == "anyhow":
        return tuple(codes[k] for k in random.permutation(len(codes)))
    return codes


def block_of(codes: Sequence[str]) -> Block:
    return Block(tuple(codes), tuple(codes), 0.0)


def sets_out(random: Random, dealt: Dealt) -> list[Block]:
    return melds_of(random, dealt, 0.0, 0.0, False)


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


def spots_in(*pieces: Piece) -> list[Spot]:
    return [spot for piece in pieces for _, spots in piece for spot in spots]


def edges(*pieces: Piece) -> tuple[float, float, float, float]:
    """Least x, greatest x, least y, greatest y."""
    corners = np.concatenate([rect(spot) for spot in spots_in(*pieces)])
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    return float(x0), float(x1), float(y0), float(y1)


def moved(piece: Piece, x: float, y: float, turn: float = 0.0) -> Piece:
    """Turned about the origin, then moved."""
    cos, sin = np.cos(turn), np.sin(turn)
    return [
        (
            block,
            [
                replace(
                    s,
                    x=float(s.x * cos - s.y * sin + x),
                    y=float(s.x * sin + s.y * cos + y),
                    turn=s.turn + turn,
                )
                for s in spots
            ],
        )
        for block, spots in piece
    ]


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
            spot = Spot(
                code,
                value,
                0.0,
                float(random.normal(0, lie.rise)),
                float(random.normal(0, lie.crooked)),
            )
            spot.turn += turns[n] if turns else 0.0
            spot.y += ys[n] if ys else 0.0
            if block.sideways == m:
                spot.turn += sign(random) * QUARTER
                spot.y -= (HIGH - 1) / 2
            if last:
                spot.x = last[-1].x + 0.95
                while any(clash(spot, before) for before in last[-3:]):
                    spot.x += 0.01
                spot.x += lie.spread + abs(float(random.normal(0, 0.008)))
                spot.x += gap if k and m == 0 else 0.0
                spot.x += gaps[n] if gaps else 0.0
            last.append(spot)
            spots.append(spot)
            n += 1
        piece.append((block, spots))
    return centred(piece)


def centred(piece: Piece) -> Piece:
    low, high, _, _ = edges(piece)
    return moved(piece, -(low + high) / 2, 0.0)


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
        far = radius + float(random.normal(0, 0.015))
        spot.x, spot.y = far * float(np.sin(at)), away * (far * float(np.cos(at)) - radius)
        spot.turn = -away * at + float(random.normal(0, 0.008))
    return piece


def column(random: Random, block: Block, gap: float = 0.03, crooked: float = 0.01) -> Piece:
    """Upright tiles one below the other, the first on top; the lowest at y = 0."""
    y, spots = 0.0, []
    for code, value in list(zip(block.shown, block.values, strict=True))[::-1]:
        spots.append(
            Spot(code, value, float(random.normal(0, 0.02)), y, float(random.normal(0, crooked)))
        )
        y += HIGH + gap + abs(float(random.normal(0, 0.01)))
    return [(block, spots[::-1])]


def done(*pieces: Piece, bonus: Sequence[str] = (), at: Sequence[Spot] = ()) -> Laid:
    return as_laid([([block], [spots]) for piece in pieces for block, spots in piece], bonus, at)


def flowers_by(piece: Piece) -> tuple[list[str], list[Spot]]:
    """Bonus tiles that were laid as a piece."""
    spots = spots_in(piece)
    return [spot.value for spot in spots], spots


def out_row(
    random: Random, dealt: Dealt, low: float = 0.2, high: float = 0.5, lie: Lie = STRAIGHT
) -> Piece:
    return row(random, sets_out(random, dealt), gap=uniform(random, low, high), lie=lie)


def held_row(random: Random, dealt: Dealt, style: str | None = None, lie: Lie = STRAIGHT) -> Piece:
    return row(random, [block_of(codes_of(random, dealt, style))], lie=lie)


def without_one(random: Random, codes: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    place = int(random.integers(len(codes)))
    return codes[:place] + codes[place + 1 :], codes[place]


def won_apart(random: Random, dealt: Dealt, style: str | None = None) -> tuple[Piece, Piece]:
    """The row held, and the tile that won, at the origin."""
    codes, won = without_one(random, codes_of(random, dealt, style))
    return row(random, [block_of(codes)]), row(random, [block_of([won])])
