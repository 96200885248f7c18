"""Which way is up: each face's own vote, and its neighbours' where it has none.

Dots, most bamboos and a blank white dragon look the same upside down, and a back has no up at
all. Tiles of a row stand the same way, so such tiles follow the certain ones around them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.vision.geometry import FloatArray, mean_sides, turn_corners

_REACH = 4.0
"""How far, in tile sides, a neighbour's vote carries before it has fallen to a third."""


ALIKE_TURNED = frozenset(
    {*(f"{n}p" for n in (1, 2, 3, 4, 5, 8, 9)), *(f"{n}s" for n in (2, 4, 5, 6, 8, 9)), "5z"}
)
"""Kinds that look the same, or nearly, upside down unless a corner carries a number."""

_OWN_WORD = 0.4
"""What the vote of such a face weighs: what it is sure of may be a shadow."""


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
    around /= np.maximum(weight.sum(1, keepdims=True), 0.3)
    agreement = np.einsum("nkd,nd->nk", ups, around)
    trust = np.where([code in ALIKE_TURNED for code in codes], _OWN_WORD, 1.0)
    best = np.argmax(trust[:, None] * np.log(ways + 1e-4) + 1.5 * agreement, axis=1)
    return turn_corners(quads, best)
