"""Dark tiles with bright signs, looked at as light tiles with dark ones.

Most sets are light, and so are most tiles that taught the models. Of a black tile the detector sees
more in the picture's negative, and the classifier reads more with only the lightness turned round,
which leaves the colours as they are (docs/decisions/0008).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import FloatArray
from companion.vision.recognition.classify import Named
from companion.vision.recognition.rectify import at_places

ByteArray = NDArray[np.uint8]
Name = Callable[[ByteArray, FloatArray], Named]
"""Names the faces in outlines (N, 4, 2) of a picture."""

_BRIGHT: Final = 0.1
"""How much farther from the ground what is brightest in the faces must be than what is darkest, -1
to 1. Of 255 validation photographs and 59 of standing tiles, none of dark ones, none had more than
-0.29; of 60 drawn scenes of dark sets 21 had more than 0.1, and 19 of these more than 0.3."""
_ALONG: Final = np.linspace(0.08, 0.92, 12)
"""Places across and down a face that are looked at for that, in parts of its sides."""
_BORDER: Final = 0.15
"""How far from the edges the ground is seen, in parts of the sides."""
_EXTREMES: Final = (5, 95)
"""Percentiles of lightness: of what is darkest in a face, and of what is brightest."""
_SHARE: Final = 0.5
"""What the look with the lightness turned counts for a face that is not sure. Of 685 faces of 34
drawn scenes of dark sets 0.823 were named right with 0, 0.845 with 0.35 and 0.858 with 0.5."""
_U, _V = (axis.ravel() for axis in np.meshgrid(_ALONG, _ALONG))
_PLACES: Final = np.stack([_U, _V])
"""(2, P): the places, across and down."""
_AT_EDGES: Final = np.minimum(np.minimum(_U, 1 - _U), np.minimum(_V, 1 - _V)) < _BORDER
"""(P,): which of them show the ground."""


def shows_bright_signs(pixels: ByteArray, quads: FloatArray, scores: FloatArray) -> bool:
    """Whether the faces show bright signs on dark ground. Backs, which show none, count little.

    pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels. scores: (N,), how sure the finds
    are.
    """
    if not len(quads):
        return False
    faces = at_places(pixels, quads, _PLACES).mean(-1)
    darkest, brightest = np.percentile(faces, _EXTREMES, axis=1)
    ground = np.clip(np.median(faces[:, _AT_EDGES], axis=1), darkest, brightest)
    brighter = ((brightest - ground) - (ground - darkest)) @ scores
    return bool(brighter > _BRIGHT * ((brightest - darkest) @ scores))


def in_both_lights(name: Name, pixels: ByteArray) -> Callable[[FloatArray], Named]:
    """What names the faces of this picture; those that are not sure, in turned lightness, too."""
    turned = cache(lambda: _turned(pixels))

    def named(quads: FloatArray) -> Named:
        own = name(pixels, quads)
        unsure = np.flatnonzero(own.probabilities.max(1, initial=0.0) < own.sure_above)
        if not len(unsure):
            return own
        both = own.probabilities.copy()
        other = name(turned(), quads[unsure]).probabilities
        both[unsure] = (1 - _SHARE) * both[unsure] + _SHARE * other
        return replace(own, probabilities=both)

    return named


def _turned(pixels: ByteArray) -> ByteArray:
    parted = cv2.cvtColor(pixels, cv2.COLOR_RGB2YCrCb)  # as good as CIE Lab, three times as fast
    parted[..., 0] = 255 - parted[..., 0]
    return np.asarray(cv2.cvtColor(parted, cv2.COLOR_YCrCb2RGB), np.uint8)
