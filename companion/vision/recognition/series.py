"""Which flowers of a picture are of one series, by how they are drawn.

A set has two series of four, the flowers and the seasons. Those of one series are drawn alike:
their numbers are in one ink and in one corner, with a word beside them or without. So a face that
may be the first flower or the first season is of the series of those that are drawn as it is
(docs/decisions/0039).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.game.tiles import FLOWERS
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.classify import Named
from companion.vision.recognition.engine import Model, load_model
from companion.vision.recognition.flowers import may_be_flowers

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it. The model is fitted to the first three.
PLACES: Final = 8
"""So many places of a face across, and down, are compared. 6 and 12 told as much (decision 39)."""
_BORDER: Final = 1 / 16
"""The part of a cut-out face, at each edge, that may show its neighbours."""
_UNITS: Final = np.array([100, 40, 40], np.float32)
"""Of OpenCV's 8-bit CIE Lab: differences of colour that count as one."""
MOST: Final = 6.0
"""Log odds beyond which the drawing of two faces says no more."""
SHARE: Final = 0.25
"""How much of these log odds counts, as names were told from the same faces. Of 269 and 277 drawn
hands with two to five flowers 181 and 237 have all of them right with 0, 189 and 238 with .1, 192
and 239 with .25, 195 and 236 with .5 (`datasets.evaluate_flowers`, sets from 5001000 and 2101000).
"""
_ROUNDS: Final = 3
"""How often faces tell each other what they are."""


class Series:
    """model: takes `places` and gives points, (N, P), that lie near each other where two faces are
    drawn alike. Its facts: `same`, log odds of one series where two lie in one point; `usual`, of
    any two faces of a picture."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._same: float = model.facts["same"] - model.facts["usual"]

    def drawn_alike(self, faces: ByteArray, ways: FloatArray) -> FloatArray:
        """How much the drawing of each two faces says for one series, (N, N), log odds."""
        (points,) = self._model.run_alone(places(faces, ways))
        apart = ((points[:, None] - points) ** 2).sum(2)
        alike = np.clip(self._same - apart, -MOST, MOST)
        np.fill_diagonal(alike, 0)
        return np.asarray(alike, float)

    def __call__(self, named: Named) -> Named:
        """`named`, with the faces that may be flowers told by those that are drawn alike. How
        likely each is a flower stays, and so does how likely each number is within a series."""
        faces, of_kind = may_be_flowers(named)
        if len(faces) < 2 or len(named.faces) != len(named.ways):  # nobody kept what they look like
            return named
        alone = named.probabilities[np.ix_(faces, of_kind)].astype(float)
        alike = SHARE * self.drawn_alike(named.faces[faces], named.ways[faces])
        sides = np.array([1.0 if named.codes[k] in FLOWERS else -1.0 for k in of_kind])
        told = alone
        for _ in range(_ROUNDS):
            speaks = alike @ (told @ sides)  # for a flower, and against a season
            told = alone * np.exp(np.outer(speaks, sides) / 2)
            told *= alone.sum(1, keepdims=True) / told.sum(1, keepdims=True)
        probabilities = named.probabilities.astype(float)
        probabilities[np.ix_(faces, of_kind)] = told
        return replace(named, probabilities=probabilities)


def load_series(folder: Path | None = None) -> Series:
    """folder: as in `load_model`, which says what it raises."""
    return Series(load_model("series", folder))


def places(faces: ByteArray, ways: FloatArray) -> FloatArray:
    """How the colours of each face's places differ from those of its ground, (N, 3 × PLACES²).

    faces: (N, side, side, 3) uint8, RGB. ways: (N, 4), how probable each way up of them is.
    """
    found = np.zeros((len(faces), PLACES * PLACES * 3), np.float32)
    for row, face, up in zip(found, faces, ways.argmax(1).tolist(), strict=True):
        upright = np.ascontiguousarray(np.rot90(face, up))
        edge = round(_BORDER * len(face))
        lab = cv2.cvtColor(upright, cv2.COLOR_RGB2LAB)[edge:-edge, edge:-edge].astype(np.float32)
        colours = lab.reshape(-1, 3)
        lighter = np.argsort(colours[:, 0])[len(colours) // 2 :]
        off = (lab - np.median(colours[lighter], axis=0)) / _UNITS
        row[:] = cv2.resize(off, (PLACES, PLACES), interpolation=cv2.INTER_AREA).ravel()
    return found
