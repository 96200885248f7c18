"""Blank faces: a white dragon without a frame, or a back?

By its shape nobody can tell them apart, by its colour anybody can: a white dragon is of the colour
of the other faces' ground in the same picture, whatever the lamp, and a back as a rule is not.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.classify import NOT_A_TILE, Named
from companion.vision.geometry import FloatArray
from companion.vision.rectify import rectify

ByteArray = NDArray[np.uint8]

_BACK, _WHITE_DRAGON = "0z", "5z"
_CERTAIN = 0.97
_ENOUGH = 3
"""Faces whose ground says what white is in this picture."""

_MOST = 15
"""Such faces that are looked at; more would only cost time."""

_OTHER_COLOUR = 21.0
"""Distance in a and b of CIE Lab (8 bit) from which a blank face is no face. Of 172 white dragons
in photographs of nine sets none lay further than 15.1, of 265 backs none nearer than 27.3."""

_REMAINS = 0.02
"""Part of the white dragon's chance that stays where the colour speaks against it."""


def backs_by_colour(pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
    """`named`, the blank faces of another colour than the other faces' ground called backs.

    pixels: H × W × 3 uint8, RGB. quads: the (N, 4, 2) outlines that `named` names. Where fewer than
    three faces are certain, nothing changes.
    """
    back, dragon = named.codes.index(_BACK), named.codes.index(_WHITE_DRAGON)
    chances = named.probabilities
    blank = np.flatnonzero((chances[:, back] + chances[:, dragon] > 0.5) & (chances[:, dragon] > 0))
    others = [back, dragon, named.codes.index(NOT_A_TILE)]
    marked = ~np.isin(chances.argmax(1), others) if len(chances) else np.zeros(0, bool)
    certain = np.flatnonzero(marked & (chances.max(1, initial=0) > _CERTAIN))[:_MOST]
    if not len(blank) or len(certain) < _ENOUGH:
        return named
    ground = np.median(_grounds(pixels, quads[certain]), axis=0)
    apart = np.linalg.norm(_grounds(pixels, quads[blank]) - ground, axis=1)
    changed = blank[apart > _OTHER_COLOUR]
    told = chances.copy()
    told[changed, back] += (1 - _REMAINS) * chances[changed, dragon]
    told[changed, dragon] *= _REMAINS
    return replace(named, probabilities=told)


def _grounds(pixels: ByteArray, quads: FloatArray) -> FloatArray:
    """The colour between the marks of each face: a and b of its lighter half, (N, 2)."""
    faces = rectify(pixels, quads, 48, 0.75)
    colours = []
    for face in faces:
        lab = cv2.cvtColor(face, cv2.COLOR_RGB2LAB).reshape(-1, 3).astype(np.float32)
        light = lab[lab[:, 0] >= np.median(lab[:, 0])]
        colours.append(np.median(light[:, 1:], axis=0))
    return np.array(colours, np.float32).reshape(-1, 2)
