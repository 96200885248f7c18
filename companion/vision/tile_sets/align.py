"""Two sequences laid beside each other in order, at the least cost."""

from __future__ import annotations

import numpy as np

from companion.vision.arrays import FloatArray


def align(
    costs: FloatArray, skip_one: FloatArray, skip_other: FloatArray
) -> tuple[float, list[tuple[int, int]]]:
    """Pair the elements of two sequences without crossing; some elements stay alone.

    costs: (A, B), the cost of each pair. skip_one: (A,), skip_other: (B,), the cost of leaving an
    element alone. Returns the least sum and its pairs, in order. A and B may be 0.
    """
    a, b = len(skip_one), len(skip_other)
    total = np.zeros((a + 1, b + 1))
    total[1:, 0] = np.cumsum(skip_one)
    total[0, 1:] = np.cumsum(skip_other)
    for i in range(1, a + 1):
        for j in range(1, b + 1):
            total[i, j] = min(
                total[i - 1, j - 1] + costs[i - 1, j - 1],
                total[i - 1, j] + skip_one[i - 1],
                total[i, j - 1] + skip_other[j - 1],
            )
    pairs = []
    i, j = a, b
    while i and j:
        if total[i, j] == total[i - 1, j - 1] + costs[i - 1, j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif total[i, j] == total[i - 1, j] + skip_one[i - 1]:
            i -= 1
        else:
            j -= 1
    return float(total[a, b]), pairs[::-1]
