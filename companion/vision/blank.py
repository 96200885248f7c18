"""Blank faces: a white dragon without a frame, or a back?

By its shape nobody can tell them apart, by its colour anybody can: a white dragon is of the colour
of the other faces' ground in the same picture, whatever the lamp, and a back as a rule is not. As a
rule: there are sets of one white piece, so that the same colour speaks for the dragon and does not
settle it. The four white dragons of a set are alike: beside one with a frame a blank face is none.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tiles import BACK, WHITE
from companion.vision.classify import NOT_A_TILE, Named
from companion.vision.geometry import FloatArray

ByteArray = NDArray[np.uint8]

_CERTAIN = 0.97
_ENOUGH = 3
"""Faces whose ground says what white is in this picture."""

_MOST = 15
"""Such faces that are looked at; more would only cost time."""

_OTHER_COLOUR = 21.0
"""Distance in a and b of CIE Lab (8 bit) from which a blank face is no face. Of 172 white dragons
in photographs of nine sets none lay further than 15.1, of 265 backs none nearer than 27.3."""

_DARKER = 0.65
"""Lightness, in that of the faces' ground, under which a blank face is no face: of 354 white
dragons in labelled photographs one in a hundred was darker than 0.77 and none darker than 0.68,
of 509 backs half were darker than 0.60."""

_AS_LIGHT = 0.85
"""Lightness from which a blank face may pass for one of the faces: 98 white dragons in 100 do."""

_REMAINS = 0.02
"""Part of the white dragon's chance that stays where the colour speaks against it, or a frame."""

_INK, _BLANK, _FRAMED = 0.88, 0.03, 0.12
"""Part of its ground's lightness under which a place of a face is inked; parts of its places up to
which a face is blank and from which it has a frame. Of 365 white dragons in labelled photographs
220 had up to 0.02 and 145 more than 0.2, never both in one picture."""

_FRAME_SEEN = 0.9
"""Probability of a white dragon from which ink on it is its frame, and no pattern of a back."""

_SAME_COLOUR = 5.0
"""How many times likelier than a back a blank face as light as the faces becomes a dragon."""

_U, _V = (
    axis.ravel() for axis in np.meshgrid(np.linspace(0.15, 0.85, 14), np.linspace(0.15, 0.85, 14))
)
_GRID = np.stack([(1 - _U) * (1 - _V), _U * (1 - _V), _U * _V, (1 - _U) * _V])
"""(4, P): what each corner of a quad weighs in P places spread over its inner part."""


def blanks_by_colour(pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
    """`named`, the blank faces told apart by colour: of another than the other faces' ground, or
    much darker, a back, and so where another dragon has a frame; of the same, rather a white
    dragon.

    pixels: H × W × 3 uint8, RGB. quads: the (N, 4, 2) outlines that `named` names. Where fewer than
    three faces are certain, nothing changes.
    """
    back, dragon = named.codes.index(BACK), named.codes.index(WHITE)
    chances = named.probabilities
    may_be = (chances[:, back] + chances[:, dragon] > 0.5) & (chances[:, dragon] > 0)
    others = [back, dragon, named.codes.index(NOT_A_TILE)]
    marked = ~np.isin(chances.argmax(1), others) if len(chances) else np.zeros(0, bool)
    certain = np.flatnonzero(marked & (chances.max(1, initial=0) > _CERTAIN))[:_MOST]
    if not may_be.any() or len(certain) < _ENOUGH:
        return named
    white = np.median(_grounds(pixels, quads[certain])[0], axis=0)
    blank = np.flatnonzero(may_be)
    grounds, ink = _grounds(pixels, quads[blank])
    framed = (ink > _FRAMED) & (chances[blank, dragon] > _FRAME_SEEN)
    unlike = framed.any() & (ink < _BLANK)
    blank, grounds, unlike = blank[~framed], grounds[~framed], unlike[~framed]
    light = grounds[:, 0] / max(white[0], 1.0)
    other = (np.linalg.norm(grounds[:, 1:] - white[1:], axis=1) > _OTHER_COLOUR) | (light < _DARKER)
    other |= unlike
    likelier = np.where(light < _AS_LIGHT, 1.0, _SAME_COLOUR)
    either = chances[blank, back] + chances[blank, dragon]
    backs_odds = chances[blank, back] / (chances[blank, dragon] * likelier)
    remains = _REMAINS * chances[blank, dragon]
    told = chances.copy()
    told[blank, dragon] = np.where(other, remains, either / (1 + backs_odds))
    told[blank, back] = either - told[blank, dragon]
    return replace(named, probabilities=told)


def _grounds(pixels: ByteArray, quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The colour between the marks of each face: L, a, b of its lighter half, (N, 3); and how much
    of the face is darker than that by far: (N,), 0 to 1."""
    points = np.rint(np.einsum("nkd,kp->npd", quads, _GRID)).astype(int)
    height, width = pixels.shape[:2]
    rows, columns = np.clip(points[..., 1], 0, height - 1), np.clip(points[..., 0], 0, width - 1)
    lab = cv2.cvtColor(pixels[rows, columns], cv2.COLOR_RGB2LAB)
    lighter = np.argsort(lab[..., 0], axis=1)[:, points.shape[1] // 2 :]
    half = np.take_along_axis(lab, lighter[..., None], axis=1)
    ground = np.asarray(np.median(half, axis=1))
    return ground, (lab[..., 0] < _INK * ground[:, :1]).mean(axis=1)
