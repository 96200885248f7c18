"""Decision trees that say how probable something is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.vision.arrays import FloatArray
from companion.vision.recognition.engine import Model, ModelDamagedError, load_model


@dataclass(frozen=True)
class Trees:
    """model: takes evidence, (N, E) float32, and gives the class and the probabilities of both
    classes, (N, 2), as `models.training.trees` writes it."""

    model: Model

    def chance(self, evidence: FloatArray) -> FloatArray:
        """How probable it is of each row of evidence, (N, E): (N,), 0 to 1."""
        _, chances = self.model.run_alone(evidence.astype(np.float32))
        return np.asarray(chances[:, 1], float)


def load_trees(name: str, evidence: Sequence[str], folder: Path | None = None) -> Trees:
    """Those of `NAME.onnx`. evidence: what they are to weigh, in order. folder: as in `load_model`.

    Raises ModelDamagedError, also where they weigh other evidence; ResourceMissingError.
    """
    model = load_model(name, folder)
    if model.facts.get("evidence") != list(evidence):
        raise ModelDamagedError(name, f"{name}.json has changed")
    return Trees(model)
