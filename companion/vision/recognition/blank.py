"""Blank faces: what their ground and their marks look like; that a set has but four white dragons,
so that where more faces might be one, they are backs of the wall or spots of the cloth; and that a
face in too bright a light only looks blank.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.game.tiles import BACK, KINDS, WHITE
from companion.vision.arrays import BoolArray, ByteArray, FloatArray
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.rectify import at_places, spread

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_REMAINS = 0.02
"""The part of a white dragon's chance that is left when the number of such faces speaks against
it."""

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

_GLARING = 225
"""The darkest of a place's three colours, 0 to 255, from which it shows nothing but light. Of 30
faces with signs that are surely called blank in the pictures of the last fit of the tile odds, 21
show so much light, 12 with 235 and 23 with 215; of 20,955 that are blank 243, 135 and 407
(docs/decisions/0038)."""
_ALL_GLARE = 0.9
"""The part of a face from which such light hides its signs. Set by hand, for an earlier fit: of the
last one's 394 tiles called blank with .5 to .9 of it 34 are faces, of 419 with .05 to .5 of it 30.
"""
_HIDES_A_FACE = 0.135
"""How probable it is that what is called blank in so much light is a face with signs: 109 of 806
tiles in the pictures of the last fit were, and of 24,339 in less light 362 (docs/decisions/0038).
"""
_MIDDLE = 0.2
"""How far from its edges a face is looked at for that, in parts of its sides. By hand."""
_SIGNS = frozenset(KINDS) - {WHITE}
"""The faces that such light may hide."""

_PLACES = spread(np.linspace(0.15, 0.85, 14))
"""(2, P): where the ground of a face is looked at, in parts of its sides; its borders are not."""


def shows_no_face(named: Named) -> BoolArray:
    """Which finds are blank, (N,): among the tiles, backs and white dragons are most likely."""
    kinds = named.without([NOT_A_TILE])
    return np.isin(np.array(kinds.best, dtype=object), [BACK, WHITE])


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


def hidden_by_light(named: Named) -> Named:
    """`named`, where what seems blank and shows nothing but light may be any face with signs."""
    blank = np.flatnonzero(shows_no_face(named))
    if not len(blank) or not len(named.faces):  # none is blank, or nobody kept what they look like
        return named
    hidden = blank[only_light(named.faces[blank])]
    either = np.ix_(hidden, np.array([named.codes.index(code) for code in (BACK, WHITE)]))
    faces = np.array([place for place, code in enumerate(named.codes) if code in _SIGNS])
    told = named.probabilities.copy()
    freed = _HIDES_A_FACE * told[either].sum(1, keepdims=True)
    told[either] *= 1 - _HIDES_A_FACE
    told[np.ix_(hidden, faces)] += freed / len(faces)
    return replace(named, probabilities=told)


def only_light(faces: ByteArray) -> BoolArray:
    """Which faces show nothing but light: (N,). faces: (N, side, side, 3), RGB."""
    edge = round(_MIDDLE * faces.shape[1])
    light = faces[:, edge:-edge, edge:-edge].min(-1) >= _GLARING
    return np.asarray(light.mean((1, 2)) >= _ALL_GLARE)


def inkless(pixels: ByteArray, quads: FloatArray) -> BoolArray:
    """Which faces are blank: hardly a place of them is inked."""
    return np.asarray(grounds(pixels, quads)[1] < MOST_INK_OF_BLANK)


def framed(ink: FloatArray, dragon: FloatArray) -> BoolArray:
    """Which faces are white dragons with a frame. ink: (N,), the part of each that is marks.
    dragon: (N,), how probable it is that each is a white dragon."""
    return np.asarray((ink > _LEAST_INK_OF_FRAME) & (dragon > _FRAME_SEEN))


def grounds(pixels: ByteArray, quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The colour between the marks of each face, and how much of the face is marks.

    Returns L, a, b of its lighter half, (N, 3), and the part that is far darker, (N,), 0 to 1.
    """
    if not len(quads):
        return np.zeros((0, 3)), np.zeros(0)
    lab = cv2.cvtColor(at_places(pixels, quads, _PLACES), cv2.COLOR_RGB2LAB)
    lighter = np.argsort(lab[..., 0], axis=1)[:, lab.shape[1] // 2 :]
    half = np.take_along_axis(lab, lighter[..., None], axis=1)
    ground = np.asarray(np.median(half, axis=1))
    return ground, (lab[..., 0] < _INKED * ground[:, :1]).mean(axis=1)
