"""Faces → tile codes with calibrated confidence, and which way is up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.engine import Model
from companion.vision.geometry import FloatArray, sides
from companion.vision.rectify import rectify

ByteArray = NDArray[np.uint8]
NOT_A_TILE = "none"
_SQUARE_ENOUGH = 1.22
"""Sides' ratio under which a face may have been seen the wrong way round: try all four ways."""


@dataclass(frozen=True)
class Named:
    """What the faces of N outlines show.

    codes: names of the K kinds. probabilities: (N, K), calibrated, rows sum to 1.
    ways: (N, 4), how probable it is that the quad must start k corners later to begin at the
    face's own top left. features: (N, F), unit length, for comparison with enrolled tiles.
    """

    codes: tuple[str, ...]
    probabilities: FloatArray
    ways: FloatArray
    features: FloatArray


class Classifier:
    """Names straightened faces."""

    def __init__(self, model: Model) -> None:
        facts = model.facts
        self._model = model
        self.codes: tuple[str, ...] = tuple(facts["codes"])
        self._size: int = facts["size"]
        self._margin: float = facts["margin"]
        self._temperature: float = facts["temperature"]
        self.sure_above: float = facts["sure_above"]
        self.sha256: str = facts["sha256"]

    def __call__(self, pixels: ByteArray, quads: FloatArray) -> Named:
        """Name the faces within `quads` ((N, 4, 2), short edge first) of a picture."""
        count = len(quads)
        if not count:
            nothing = np.zeros((0, 1), np.float32)
            return Named(
                self.codes,
                np.zeros((0, len(self.codes)), np.float32),
                np.zeros((0, 4), np.float32),
                nothing,
            )
        faces = rectify(pixels, quads, self._size, self._margin)
        across, along = sides(quads)
        squarish = np.maximum(across, along) < _SQUARE_ENOUGH * np.minimum(across, along)
        # Each face is looked at upright and upside down; those nearly square lying, too.
        which = [(place, turn) for turn in (0, 2) for place in range(count)]
        which += [(int(place), turn) for turn in (1, 3) for place in np.nonzero(squarish)[0]]
        # Starting the quad k corners later turns the cut face k quarters anticlockwise.
        batch = np.stack([np.rot90(faces[place], turn) for place, turn in which])
        kinds, ways, features = self._model.run(np.ascontiguousarray(batch))
        place = np.array([p for p, _ in which])
        views = np.bincount(place, minlength=count)[:, None]
        logits = np.zeros((count, kinds.shape[1]), np.float64)
        np.add.at(logits, place, kinds)
        up = np.zeros((count, 4), np.float64)
        for row, (p, turn) in enumerate(which):
            up[p] += np.roll(_log_softmax(ways[row]), turn)
        mean_features = np.zeros((count, features.shape[1]), np.float64)
        np.add.at(mean_features, place, features)
        mean_features /= np.linalg.norm(mean_features, axis=1, keepdims=True) + 1e-9
        return Named(
            self.codes,
            np.exp(_log_softmax(logits / views / self._temperature)),
            np.exp(_log_softmax(up / views)),
            mean_features,
        )


def _log_softmax(x: FloatArray) -> FloatArray:
    shifted = x - x.max(axis=-1, keepdims=True)
    out: FloatArray = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return out
