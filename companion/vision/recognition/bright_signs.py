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

from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.classify import Named
from companion.vision.recognition.rectify import at_places, spread

Name = Callable[[ByteArray, FloatArray], Named]
"""Names the faces in outlines (N, 4, 2) of a picture."""

_BRIGHT: Final = 0.1
"""From where on the signs are bright: by how much more the brightest places stand out from the
ground than the darkest, as a part of what both do, -1 to 1. Of 255 validation photographs and 59 of
standing tiles, none of dark ones, none had more than -0.29; of 60 drawn scenes of dark sets 21 had
more than 0.1, and 19 of these more than 0.3."""
_PLACES: Final = spread(np.linspace(0.08, 0.92, 12))
"""(2, P): where a face is looked at for that, in parts of its sides. Set by hand, not measured."""
_BORDER: Final = 0.15
"""How far from its edges a face shows its ground, in parts of its sides. Set by hand, not
measured."""
_AT_EDGES: Final = np.minimum(_PLACES, 1 - _PLACES).min(0) < _BORDER
"""(P,): which of these places show the ground."""
_EXTREMES: Final = (5, 95)
"""Percentiles of a face's lightness that count as its darkest and its brightest place. Set by hand,
not measured."""
_SHARE: Final = 0.5
"""What the look with the lightness turned counts for a face that is not sure. Of 685 faces of 34
drawn scenes of dark sets 0.823 were named right with 0, 0.845 with 0.35 and 0.858 with 0.5."""


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
    """A way to name the faces of this picture. It looks at those that are not sure a second time,
    with light and dark turned round, and takes the mean."""
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
