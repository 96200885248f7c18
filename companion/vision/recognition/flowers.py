"""A set has one of each flower and each season, so each of a picture tells what the others are."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from companion.game.tiles import FLOWERS, SEASONS
from companion.vision.arrays import FloatArray, IntArray
from companion.vision.recognition.classify import NOT_A_TILE, Named

_KINDS: Final = FLOWERS + SEASONS
_TWICE: Final = math.exp(-3.0)
"""How much less likely a picture is for each flower that it shows once more. Set by hand: of 478
flowers in 105 labelled photographs with at least two none is there twice, but three of thirteen
whole sets, American ones, have each season three times. Of 280 drawn flowers in pictures with four,
of sets that no training has seen, 251 were named right without it, and 260 with any from exp(-2) to
exp(-8) (a script that was not kept)."""
_PERHAPS: Final = 0.01
"""Probability of being some flower from which a face is weighed with the others; set by hand."""


def may_be_flowers(named: Named) -> tuple[IntArray, IntArray]:
    """The faces that may be flowers or seasons, and where these stand among the codes."""
    of_kind = np.array([named.codes.index(code) for code in _KINDS if code in named.codes], np.intp)
    if not len(named.ways):
        return np.zeros(0, np.intp), of_kind
    return np.flatnonzero(named.probabilities[:, of_kind].sum(1) > _PERHAPS), of_kind


def one_of_each(named: Named) -> Named:
    """`named`, with the faces that may be flowers weighed together. How likely each is a tile
    stays.

    The chance of each name is exact, for any flowers that the other faces may be.
    """
    faces, of_kind = may_be_flowers(named)
    if len(faces) < 2:
        return named
    chances = named.probabilities.astype(np.float64)
    flower = chances[np.ix_(faces, of_kind)]
    told = _weighed(flower)
    other = np.maximum(1 - flower.sum(1), np.finfo(float).tiny)
    chances[faces] *= (told[:, -1] / other)[:, None]
    chances[np.ix_(faces, of_kind)] = told[:, :-1]
    weighed = replace(named, probabilities=chances)
    if NOT_A_TILE not in named.codes:
        return weighed
    return weighed.with_tile_odds(named.tile_odds)


def _weighed(flower: FloatArray) -> FloatArray:
    """(N, K + 1), the chance of each of N faces to be each of K flowers, or none of them, when a
    flower that is there already counts `_TWICE`. flower: (N, K), of each face by itself.

    Forward and backward over which flowers the faces before, and those behind, have used: arrays of
    two by two by two and so on, an axis for each flower.
    """
    other = np.maximum(1 - flower.sum(1), np.finfo(float).tiny)
    kinds = range(flower.shape[1])
    nothing_used = np.zeros((2,) * len(kinds))
    nothing_used.flat[0] = 1
    before, behind = [nothing_used], [np.ones_like(nothing_used)]
    for chances, none in zip(flower, other, strict=True):
        used = none * before[-1]
        for k in kinds:
            free, taken = np.moveaxis(before[-1], k, 0)
            np.moveaxis(used, k, 0)[1] += chances[k] * (free + _TWICE * taken)
        before.append(used / used.sum())
    for chances, none in zip(flower[:0:-1], other[:0:-1], strict=True):
        left = none * behind[-1]
        for k in kinds:
            taken = np.moveaxis(behind[-1], k, 0)[1]
            np.moveaxis(left, k, 0)[...] += chances[k] * np.stack([taken, _TWICE * taken])
        behind.append(left / left.max())
    told = np.empty((len(flower), len(kinds) + 1))
    for row, chances, none, was, follows in zip(
        told, flower, other, before[:-1], reversed(behind), strict=True
    ):
        for k in kinds:
            (free, taken), after = np.moveaxis(was, k, 0), np.moveaxis(follows, k, 0)[1]
            row[k] = chances[k] * ((free + _TWICE * taken) * after).sum()
        row[-1] = none * (was * follows).sum()
    return np.asarray(told / told.sum(1, keepdims=True))
