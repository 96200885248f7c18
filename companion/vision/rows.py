"""Tiles of a set laid out in rows → those rows, top to bottom, left to right."""

from __future__ import annotations

import numpy as np

from companion.vision.geometry import FloatArray

_APART = 0.45
"""Rows are apart where the middles of tiles leave a gap of this part of a tile's height."""


def find_rows(quads: FloatArray) -> tuple[tuple[int, ...], ...]:
    """Rows of places in `quads` ((N, 4, 2), pixels), as a viewer of the picture counts them.

    The picture may be askew, and rows may run together to one side as they do in perspective:
    of all such slants the one is taken that leaves the clearest gaps.
    """
    if not len(quads):
        return ()
    middle = quads.mean(axis=1).astype(np.float64)
    high = float(np.median(np.ptp(quads[..., 1], axis=1)))
    centre = middle - middle.mean(axis=0)
    reach = max(float(np.abs(centre).max()), 1.0)
    # Height in the picture less slant · x, the slant itself a little different from row to row.
    slant, fan = np.meshgrid(np.linspace(-0.3, 0.3, 61), np.linspace(-0.16, 0.16, 9))
    x, y = centre[:, 0], centre[:, 1]
    down = y - (slant.ravel()[:, None] + fan.ravel()[:, None] * y / reach) * x
    gaps = np.diff(np.sort(down, axis=1), axis=1) / high
    # Few large gaps and many small ones have a smaller sum of roots than gaps that are all alike.
    untidy = np.sqrt(gaps).sum(axis=1) + 0.02 * (np.abs(slant) + np.abs(fan)).ravel()
    best = down[untidy.argmin()]
    order = np.argsort(best, kind="stable")
    cuts = np.flatnonzero(np.diff(best[order]) > _APART * high) + 1
    return tuple(
        tuple(int(place) for place in row[np.argsort(middle[row, 0], kind="stable")])
        for row in np.split(order, cuts)
    )
