"""Faces that are not sure and not too small, looked at once more in more pixels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.game.tiles import WHITE
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import mean_sides
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.engine import Model
from companion.vision.recognition.rectify import rectify

_LARGE = 48
"""Pixels of a face's side, the mean of the four, from which the look is worth it. Of 3,556 tiles in
144 drawn scenes of sets that no model has seen .790 are right with 24, .793 with 48 and .789 with
80 (a script that was not kept)."""
_SHARE = 0.5
"""How much the logarithms of this look count beside those of the looks before, 0 to 1. Of 759 faces
that were not sure in drawn hands, .5 has the least log loss of the weights that were tried
(docs/decisions/0021)."""
_LEAST = 1e-4
"""The least probability with which a kind counts that the looks before, or this one, do not see, so
that neither rules one out alone. It is the least that the layout gives to a name. Without it for
this look, 438 of 442 certain ones among 688 drawn hands are right, with it 423 of 426."""


class LargeFaces:
    """Says of faces that are not sure, which tile they are. Whether they are a tile at all
    is left as it was (docs/decisions/0021)."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._codes: tuple[str, ...] = tuple(model.facts["codes"])

    def __call__(self, pixels: ByteArray, quads: FloatArray, named: Named) -> Named:
        """`named`, which names the outlines `quads` ((N, 4, 2), pixels) of a picture, with what
        more pixels show."""
        if not len(quads):
            return named
        unsure = named.probabilities.max(1) < named.sure_above
        inked = named.probabilities.argmax(1) != named.codes.index(WHITE)
        places = np.flatnonzero(unsure & inked & (mean_sides(quads) >= _LARGE))
        if not len(places):
            return named
        facts = self._model.facts
        first = (np.arange(4) + named.ways[places].argmax(1)[:, None]) % 4
        upright = quads[places[:, None], first]
        kinds = self._model.run(rectify(pixels, upright, facts["size"], facts["margin"]))[0]
        kinds = kinds[:, [self._codes.index(code) for code in named.codes]] / facts["temperature"]
        shown = np.exp(kinds - kinds.max(1, keepdims=True))
        shown /= shown.sum(1, keepdims=True)
        told = named.probabilities.copy()
        told[places] = _agreed(told[places], shown, named.codes.index(NOT_A_TILE))
        return replace(named, probabilities=told)


def _agreed(before: FloatArray, shown: FloatArray, nothing: int) -> FloatArray:
    """What the looks before and this one say together, (N, K) each: the mean of the logarithms of
    both, as probabilities. nothing: the place of “no tile”, which stays as it was."""
    logs = [np.log(np.maximum(each, _LEAST)) for each in (before, shown)]
    both = np.exp((1 - _SHARE) * logs[0] + _SHARE * logs[1])
    both[:, nothing] = 0
    both *= (1 - before[:, [nothing]]) / both.sum(1, keepdims=True)
    both[:, nothing] = before[:, nothing]
    return both
