"""Tiles of a set laid out in rows → the rows, top to bottom, left to right."""

from __future__ import annotations

import numpy as np

from companion.vision.arrays import FloatArray

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_APART = 0.45
"""The least gap between the middles of two rows, in heights of a tile."""
_SLANTS = np.linspace(-0.3, 0.3, 61)
"""How much lower the right end of a row may lie, for each pixel to the right: ±17 degrees. Set by
hand, not measured."""
_FANS = np.linspace(-0.16, 0.16, 9)
"""How much this slant may differ between the middle and the edge of the tiles. Set by hand, not
measured."""
_COST_OF_SLANT = 0.02
"""What a slant costs, in roots of gaps, so that of equal readings the straight one is taken."""


def find_rows(quads: FloatArray) -> tuple[tuple[int, ...], ...]:
    """Rows of places in `quads` ((N, 4, 2), pixels), as a person counts them in the picture.

    The picture may be askew, and the rows may run together to one side, as they do in perspective.
    Of all such slants, the one with the clearest gaps is taken.
    """
    if not len(quads):
        return ()
    middle = quads.mean(axis=1).astype(np.float64)
    high = float(np.median(np.ptp(quads[..., 1], axis=1)))
    centre = middle - middle.mean(axis=0)
    reach = max(float(np.abs(centre).max()), 1.0)
    # Height in the picture less slant · x. The slant differs a little from row to row.
    slant, fan = np.meshgrid(_SLANTS, _FANS)
    x, y = centre[:, 0], centre[:, 1]
    down = y - (slant.ravel()[:, None] + fan.ravel()[:, None] * y / reach) * x
    gaps = np.diff(np.sort(down, axis=1), axis=1) / high
    # A few large gaps and many small ones have a smaller sum of roots than equal gaps.
    slanting = (np.abs(slant) + np.abs(fan)).ravel()
    untidy = np.sqrt(gaps).sum(axis=1) + _COST_OF_SLANT * slanting
    best = down[untidy.argmin()]
    order = np.argsort(best, kind="stable")
    cuts = np.flatnonzero(np.diff(best[order]) > _APART * high) + 1
    return tuple(
        tuple(int(place) for place in row[np.argsort(middle[row, 0], kind="stable")])
        for row in np.split(order, cuts)
    )
