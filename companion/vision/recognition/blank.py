"""Blank faces: is it a white dragon without a frame, or a back?

Their shape does not tell, but their colour mostly does. Under any lamp, a white dragon has the
colour of the ground of the other faces in the picture, and a back usually has another. But some
sets are of one white piece, so the same colour only makes the dragon more likely. The four white
dragons of a set are alike: beside one with a frame, a blank face is not a dragon. And there are but
four: where more faces might be one, they are backs of the wall or spots of the cloth.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.tiles import BACK, WHITE
from companion.vision.geometry import FloatArray
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.rectify import at_places, spread

ByteArray = NDArray[np.uint8]

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_CERTAIN = 0.97
"""Probability of its name from which a face shows what white is."""
ENOUGH = 3
"""Faces whose ground shows what white is in this picture."""

_MOST = 15
"""The most faces that are looked at; more take time."""

_OTHER_COLOUR = 21.0
"""Distance in a and b of CIE Lab (8 bit) from which a blank face is not a face. None of 368 white
dragons in labelled photographs was farther off than 14.1. One in a hundred of 593 backs was nearer
than 26.5, the nearest 16.3 (`datasets.evaluate_blanks --looks`)."""

_DARKER = 0.65
"""Lightness, as a part of that of the faces' ground, below which a blank face is not a face. One in
a hundred of the same white dragons was darker than 0.77 and none darker than 0.68; half of the
backs were darker than 0.65 (`datasets.evaluate_blanks --looks`)."""

_AS_LIGHT = 0.85
"""Lightness from which a blank face may be one of the faces. Of the same white dragons 98 in a
hundred are (`datasets.evaluate_blanks --looks`)."""

_REMAINS = 0.02
"""The part of a white dragon's chance that is left when the colour, a frame, or the number of such
faces speaks against it."""

_INKED = 0.88
"""Lightness, as a part of that of its ground, below which a place of a face is inked."""

MOST_INK_OF_BLANK = 0.03
"""The largest part of a blank face that is inked. When the number was chosen, 220 white dragons in
labelled photographs had at most 0.02 and 145 more than 0.2, never both in one picture.
`datasets.evaluate_blanks --looks` prints how much ink they have."""

_LEAST_INK_OF_FRAME = 0.12
"""The least part of a face with a frame that is inked; counted on the same white dragons."""

_FRAME_SEEN = 0.9
"""Probability of a white dragon from which ink on the face is its frame, not a pattern of a
back."""

_IN_A_SET = 4
"""White dragons of a set."""
_ALIKE = 2.0
"""Log odds by which a face may be less likely a dragon than another and still look like it. In
2,352 drawn hands and tables none of 592 faces of chance 0.5 to 0.99 among more than four alike
was a dragon; of the others 238 of 362 were (a script that was not kept)."""

_SAME_COLOUR = 5.0
"""How many times more probable than a back a blank face as light as the faces becomes a dragon."""

_PLACES = spread(np.linspace(0.15, 0.85, 14))
"""(2, P): where the ground of a face is looked at, in parts of its sides; its borders are not."""


def blanks_by_colour(pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
    """`named`, with blank faces told apart by colour.

    A blank face of another colour than the ground of the other faces, or a much darker one, becomes
    a back. So does one beside a dragon with a frame. One of the same colour becomes more likely a
    white dragon.

    pixels: H × W × 3 uint8, RGB. quads: the (N, 4, 2) outlines that `named` names. With fewer than
    three certain faces, nothing changes.
    """
    back, dragon = named.codes.index(BACK), named.codes.index(WHITE)
    chances = named.probabilities
    may_be = (chances[:, back] + chances[:, dragon] > 0.5) & (chances[:, dragon] > 0)
    others = [back, dragon, named.codes.index(NOT_A_TILE)]
    marked = ~np.isin(chances.argmax(1), others) if len(chances) else np.zeros(0, bool)
    certain = np.flatnonzero(marked & (chances.max(1, initial=0) > _CERTAIN))[:_MOST]
    if not may_be.any() or len(certain) < ENOUGH:
        return named
    white = np.median(grounds(pixels, quads[certain])[0], axis=0)
    blank = np.flatnonzero(may_be)
    colours, ink = grounds(pixels, quads[blank])
    framed = (ink > _LEAST_INK_OF_FRAME) & (chances[blank, dragon] > _FRAME_SEEN)
    unlike = framed.any() & (ink < MOST_INK_OF_BLANK)
    blank, colours, unlike = blank[~framed], colours[~framed], unlike[~framed]
    light = colours[:, 0] / max(white[0], 1.0)
    other = (np.linalg.norm(colours[:, 1:] - white[1:], axis=1) > _OTHER_COLOUR) | (light < _DARKER)
    other |= unlike
    likelier = np.where(light < _AS_LIGHT, 1.0, _SAME_COLOUR)
    either = chances[blank, back] + chances[blank, dragon]
    backs_odds = chances[blank, back] / (chances[blank, dragon] * likelier)
    remains = _REMAINS * chances[blank, dragon]
    told = chances.copy()
    told[blank, dragon] = np.where(other, remains, either / (1 + backs_odds))
    told[blank, back] = either - told[blank, dragon]
    return replace(named, probabilities=told)


def at_most_four_dragons(named: Named) -> Named:
    """`named`, with white dragons that are not sure as backs or no tiles where more than four faces
    look alike: a set has four.
    """
    back, dragon = named.codes.index(BACK), named.codes.index(WHITE)
    nothing = named.codes.index(NOT_A_TILE)
    chances = named.probabilities
    unsure = np.flatnonzero(chances[:, dragon] < named.sure_above)
    least = np.finfo(float).tiny
    odds = np.log(chances[unsure, dragon] + least) - np.log1p(-chances[unsure, dragon])
    alike = (odds > odds[:, None] - _ALIKE).sum(1)
    doubtful = unsure[alike > _IN_A_SET]
    freed = (1 - _REMAINS) * chances[doubtful, dragon]
    is_back, is_nothing = chances[doubtful, back], chances[doubtful, nothing]
    to_back = freed * is_back / np.maximum(is_back + is_nothing, least)
    told = chances.copy()
    told[doubtful, dragon] -= freed
    told[doubtful, back] += to_back
    told[doubtful, nothing] += freed - to_back
    return replace(named, probabilities=told)


def inkless(pixels: ByteArray, quads: FloatArray) -> NDArray[np.bool_]:
    """Which faces are blank: hardly a place of them is inked."""
    if not len(quads):
        return np.zeros(0, bool)
    return np.asarray(grounds(pixels, quads)[1] < MOST_INK_OF_BLANK)


def grounds(pixels: ByteArray, quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The colour between the marks of each face, and how much of the face is marks.

    Returns L, a, b of its lighter half, (N, 3), and the part that is far darker, (N,), 0 to 1.
    """
    lab = cv2.cvtColor(at_places(pixels, quads, _PLACES), cv2.COLOR_RGB2LAB)
    lighter = np.argsort(lab[..., 0], axis=1)[:, lab.shape[1] // 2 :]
    half = np.take_along_axis(lab, lighter[..., None], axis=1)
    ground = np.asarray(np.median(half, axis=1))
    return ground, (lab[..., 0] < _INKED * ground[:, :1]).mean(axis=1)
