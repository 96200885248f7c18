"""Flowers that are laid as a piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from datasets.synth.habits.chances import one_of, uniform
from datasets.synth.habits.dealt import held_row
from datasets.synth.habits.hands import hand
from datasets.synth.habits.pieces import Piece, spots_in
from datasets.synth.habits.places import put
from datasets.synth.tables import Dealt, Laid, Random, Spot, as_laid


def done(*pieces: Piece, bonus: Sequence[str] = (), at: Sequence[Spot] = ()) -> Laid:
    return as_laid([([block], [spots]) for piece in pieces for block, spots in piece], bonus, at)


def flowers_by(piece: Piece) -> tuple[list[str], list[Spot]]:
    """Bonus tiles that were laid as a piece."""
    spots = spots_in(piece)
    return [spot.value for spot in spots], spots


def flowered(
    random: Random, left: Counter[str], fewest: int, most: int, out: int = 0
) -> tuple[Dealt, Piece]:
    """A hand with so many flowers, and its row. out: sets on the table at least."""
    dealt = hand(random, left, out, 3, bonus=int(random.integers(fewest, most + 1)))
    return dealt, held_row(random, dealt)


def with_bloom(bloom: Piece, *pieces: Piece) -> Laid:
    bonus, at = flowers_by(bloom)
    return done(*pieces, bonus=bonus, at=at)


def bloom_at(random: Random, bloom: Piece, near: Piece, out: Piece, *ways: str) -> Laid:
    """The hand with its flowers, laid as a piece, at one of these sides of it."""
    where = one_of(random, *ways)
    x = uniform(random, -3, 3) * (where in ("behind", "front"))
    y = uniform(random, -0.3, 0.8) * (where in ("right", "left"))
    return with_bloom(put(random, bloom, [*near, *out], where, 0.6, 1.1, x=x, y=y), near, out)
