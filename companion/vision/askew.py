"""Outlines that came out askew, put right by the tiles beside them."""

from __future__ import annotations

import numpy as np

from companion.vision.geometry import FloatArray, mean_sides, quarter_turns

_BESIDE, _ASKEW, _SMALLEST, _SMALL = 1.7, 15, 0.6, 0.85
"""How far off, in mean sides, the tile beside a tile lies at most; from how many degrees on a find
lies askew to that; and between which parts of its size it may be such a tile outlined badly: half
of its area lies within the middles of its edges."""


def mended(quads: FloatArray) -> FloatArray:
    """Outlines that came out small and askew made those of the tile beside them, moved there.

    Of a tile that lies nearly at 45 degrees to the picture's edges nobody can say which corner
    comes first, and the mean of two answers is a small square across the tile. Its middle is right.
    """
    if len(quads) < 2:
        return quads
    middle = quads.mean(1)
    turn = quarter_turns(quads)
    size = mean_sides(quads)
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    neighbour = apart < _BESIDE * np.minimum(size[:, None], size)
    askew = (turn[:, None] * turn.conj()[None]).real < np.cos(4 * np.radians(_ASKEW))
    part = size[:, None] / size
    model = neighbour & askew & (part < _SMALL) & (part > _SMALLEST)
    # Tiles beside each other in a row agree; where the neighbours lie all ways, nothing is known.
    agree = np.abs(np.where(neighbour, turn[None], 0).sum(1)) > 0.9 * neighbour.sum(1)
    right = quads.copy()
    for place in np.flatnonzero(model.any(1) & agree):
        nearest = int(np.where(model[place], apart[place], np.inf).argmin())
        right[place] = quads[nearest] - middle[nearest] + middle[place]
    return right
