"""Which way is up: each face's own vote and, if it has none, its neighbours' votes.

Dots, most bamboo and a blank white dragon look the same upside down, and a back has no top. The
tiles of a row stand the same way, so such tiles follow the certain ones around them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.game.tiles import SAME_UPSIDE_DOWN
from companion.vision.arrays import FloatArray
from companion.vision.geometry import mean_sides, turn_corners

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_REACH = 4.0
"""How far, in tile sides, a neighbour's vote carries before it has fallen to a third."""
_LEAST_VOTES = 0.3
"""The sum of the neighbours' weights by which their votes are divided at least, so that one far
neighbour alone says little."""
_WEIGHT_OF_NEIGHBOURS = 1.5
"""What the neighbours' agreement, −1 to 1, counts beside the log of a face's own probability."""
_LEAST_OWN = 1e-4
"""Added to a face's own probabilities, so that its neighbours can overrule a certain face."""

_WEIGHT_OF_SAME = 0.4
"""Weight of the vote of a face that looks the same upside down, 1 for any other face. Such a face
may take a shadow for its top."""

_SHAPES = ((1.1, 1.2, 1.35, 1.5, 1.8), (0.5, 0.6, 0.83, 0.8, 0.6))
"""Ratios of the sides of an outline, long to short, and how probable it is then that a short edge
is the face's upper one. Seen from above a tile is 1.35 times as high as wide; the more slantingly
it is seen, the less its outline tells. Read off 2,813 blank tiles in 184 path-traced and 125 drawn
scenes: .50 of 642 up to 1.16, .60 of 226 up to 1.22, .69 of 313 up to 1.3, .86 of 591 up to 1.4,
.81 of 597 up to 1.6, .63 of 444 beyond (docs/decisions/0038)."""


def by_shape(longer: FloatArray) -> FloatArray:
    """How probable each of the four ways up is of faces that do not show their own, (N, 4); short
    edge first. longer: (N,), the ratio of the sides of their outlines, from 1."""
    short = np.interp(longer, *_SHAPES)
    return np.asarray(np.tile(np.stack([short, 1 - short], axis=1) / 2, 2))


def upright(quads: FloatArray, ways: FloatArray, codes: Sequence[str]) -> FloatArray:
    """Quads that begin at their face's own top left.

    quads: (N, 4, 2), short edge first. ways: (N, 4), how probable each start is. codes: what the N
    faces show. Returns (N, 4, 2). Only the four starts of each quad are chosen among, its corners
    stay.
    """
    count = len(quads)
    if not count:
        return quads
    starts = np.arange(4)
    each_start = np.stack([turn_corners(quads, np.full(count, k)) for k in starts], axis=1)
    ups = (each_start[:, :, :2].mean(2) - each_start[:, :, 2:].mean(2)).astype(np.float64)
    ups /= np.linalg.norm(ups, axis=2, keepdims=True) + 1e-9
    side = mean_sides(quads)
    middle = quads.mean(1)
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2) / side[:, None]
    weight = np.exp(-apart / _REACH)
    np.fill_diagonal(weight, 0)
    own = np.einsum("nk,nkd->nd", ways, ups)  # long where a face is certain, short where not
    around = weight @ own
    around /= np.maximum(weight.sum(1, keepdims=True), _LEAST_VOTES)
    agreement = np.einsum("nkd,nd->nk", ups, around)
    trust = np.where([code in SAME_UPSIDE_DOWN for code in codes], _WEIGHT_OF_SAME, 1.0)
    own_votes = trust[:, None] * np.log(ways + _LEAST_OWN)
    best = np.argmax(own_votes + _WEIGHT_OF_NEIGHBOURS * agreement, axis=1)
    return turn_corners(quads, best)
