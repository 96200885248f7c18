"""Whether a photograph shows its tiles too softly: out of focus, moved, or from too far off.

Names that are in doubt say that something is wrong, and the edges of the signs say whether it is
that.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from companion.vision.arrays import BoolArray, ByteArray, FloatArray

SOFT: Final = (
    "The tiles are not sharp in this picture, and many are in doubt; hold the camera still, go"
    " nearer, and photograph them again."
)

# Chosen on 50 training photographs, as they were and spoilt in nine ways
# (docs/decisions/0029-people-are-told-of-soft-pictures.md).
_IN_DOUBT = 0.2
"""Part of the tiles whose names are not sure from which people are told."""
_STEEP = 0.3
"""Steepness of the middle one of the tiles below which they are soft; see `steepness`."""

_SIGN = 30.0
"""Contrast, 0 to 255, from which a face has a sign whose edges say something. Set by hand."""
_EDGES = 98
"""Percentile of a face's slopes that counts as its edges. Set by hand."""
_EXTREMES = (5, 95)
"""Percentiles of a face's brightness between which its contrast is measured. Set by hand."""


def is_soft(faces: ByteArray, sure: BoolArray) -> bool:
    """Whether many tiles of a picture are in doubt, and they are not sharp.

    faces: (N, side, side, 3), RGB, as the classifier sees them. sure: (N,), which are not in doubt.
    """
    if np.count_nonzero(~sure) <= _IN_DOUBT * len(sure):
        return False
    steep = steepness(faces)
    shown = steep[~np.isnan(steep)]
    return bool(len(shown) and np.median(shown) < _STEEP)


def steepness(faces: ByteArray) -> FloatArray:
    """How steep the edges of signs are: (N,), parts of a face's contrast for each pixel.

    faces: (N, side, side, 3), RGB. NaN where a face shows no sign.
    """
    grey = faces.astype(np.float32).mean(3)
    dark, bright = np.percentile(grey, _EXTREMES, axis=(1, 2))
    slopes = [
        np.hypot(cv2.Sobel(face, cv2.CV_32F, 1, 0), cv2.Sobel(face, cv2.CV_32F, 0, 1))
        for face in grey
    ]
    edges = np.percentile(np.array(slopes) / 8, _EDGES, axis=(1, 2))  # the filter adds up eight
    contrast = bright - dark
    return np.where(contrast > _SIGN, edges / np.maximum(contrast, 1), np.nan)
