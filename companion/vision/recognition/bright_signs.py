"""Dark tiles with bright signs, looked at as light tiles with dark ones.

Most sets are light, and so are most tiles that taught the models. Of a black tile the detector sees
more in the picture's negative, and the classifier reads more with only the lightness turned round,
which leaves the colours as they are (docs/decisions/0008).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.geometry import FloatArray
from companion.vision.recognition.classify import Named
from companion.vision.recognition.rectify import rectify

ByteArray = NDArray[np.uint8]
Name = Callable[[ByteArray, FloatArray], Named]
"""Names the faces in outlines (N, 4, 2) of a picture."""

_BRIGHT: Final = 0.1
"""How much farther from the ground what is brightest in the faces must be than what is darkest, -1
to 1. Of 255 validation photographs and 59 of standing tiles, none of dark ones, none had more than
-0.15; of 60 drawn scenes of dark sets 20 had more than 0.1, and 18 of these more than 0.36."""
_SEEN: Final = 16
"""Pixels of the side of a face that is looked at for that."""
_INNER: Final = 0.9
"""The part of an outline that is looked at for that."""
_BORDER: Final = 2
"""Pixels along the edges of what is looked at that show the ground."""
_EXTREMES: Final = (5, 95)
"""Percentiles of lightness: of what is darkest in a face, and of what is brightest."""
_AT_EDGES: Final = np.pad(np.zeros([_SEEN - 2 * _BORDER] * 2, bool), _BORDER, constant_values=True)
_SHARE: Final = 0.5
"""What the look with the lightness turned counts for a face that is not sure. Of 718 faces of 35
drawn scenes of dark sets 0.820 were named right with 0, 0.841 with 0.35 and 0.858 with 0.5."""


def shows_bright_signs(pixels: ByteArray, quads: FloatArray, scores: FloatArray) -> bool:
    """Whether the faces show bright signs on dark ground. Backs, which show none, count little.

    pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels. scores: (N,), how sure the finds
    are.
    """
    if not len(quads):
        return False
    faces = rectify(pixels, quads, _SEEN, _INNER).mean(-1)
    darkest, brightest = np.percentile(faces.reshape(len(quads), -1), _EXTREMES, axis=1)
    ground = np.clip(np.median(faces[:, _AT_EDGES], axis=1), darkest, brightest)
    brighter = ((brightest - ground) - (ground - darkest)) @ scores
    return bool(brighter > _BRIGHT * ((brightest - darkest) @ scores))


def in_both_lights(name: Name, pixels: ByteArray) -> Callable[[FloatArray], Named]:
    """What names the faces of this picture; those that are not sure, in turned lightness, too."""
    turned = _turned(pixels)

    def named(quads: FloatArray) -> Named:
        own = name(pixels, quads)
        unsure = np.flatnonzero(own.probabilities.max(1, initial=0.0) < own.sure_above)
        if not len(unsure):
            return own
        both = own.probabilities.copy()
        other = name(turned, quads[unsure]).probabilities
        both[unsure] = (1 - _SHARE) * both[unsure] + _SHARE * other
        return replace(own, probabilities=both)

    return named


def _turned(pixels: ByteArray) -> ByteArray:
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)
    lab[..., 0] = 255 - lab[..., 0]
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)
