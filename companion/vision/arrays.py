"""The arrays in which pictures are held and measured."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

ByteArray = NDArray[np.uint8]
"""Pixels: (H, W, 3), RGB, unless it is said otherwise."""
FloatArray = NDArray[np.floating[Any]]
BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.intp]
