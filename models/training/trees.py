"""Decision trees of scikit-learn, grown and written as the program runs them
(`companion.vision.recognition.trees`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from skl2onnx import to_onnx
from sklearn.ensemble import HistGradientBoostingClassifier

from companion.vision.arrays import FloatArray
from models.training.facts import write_facts

FOLDS: Final = 8
"""Parts of the sources, each of which is judged by what was fitted on the others."""
_OPSETS: Final = {"": 17, "ai.onnx.ml": 3}
"""Versions of ONNX's operators that the oldest supported ONNX Runtime knows."""


def parts_of(sources: Sequence[str]) -> NDArray[np.intp]:
    """For each picture, by its source, in which of `FOLDS` parts it is: what is of one source is in
    one part."""
    every = sorted(set(sources))
    part_of = np.random.default_rng(0).permutation(len(every)) % FOLDS
    place = {source: number for number, source in enumerate(every)}
    return np.asarray(part_of[[place[source] for source in sources]])


def grown(
    evidence: FloatArray,
    truth: FloatArray,
    how: Mapping[str, Any],
    weights: FloatArray | None = None,
) -> HistGradientBoostingClassifier:
    """Trees that tell truth (N,), 0 or 1, from evidence (N, E). how: scikit-learn's settings.
    weights: (N,), how much each counts; all alike without them."""
    trees = HistGradientBoostingClassifier(**how, random_state=0)
    return trees.fit(evidence.astype(np.float32), truth, sample_weight=weights)


def chance(trees: HistGradientBoostingClassifier, evidence: FloatArray) -> FloatArray:
    """How probable the trees think each row of evidence, (N, E): (N,)."""
    return np.asarray(trees.predict_proba(evidence.astype(np.float32))[:, 1])


def write(
    trees: HistGradientBoostingClassifier,
    name: str,
    evidence: Sequence[str],
    folder: Path,
    script: str,
    facts: Mapping[str, object],
) -> None:
    """`NAME.onnx` and `NAME.json`. evidence: what the trees weigh, in order. script: of
    `models.training`, which fitted them. facts: what else the program is to know."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.onnx"
    some = np.zeros((1, len(evidence)), np.float32)
    model = to_onnx(trees, some, options={"zipmap": False}, target_opset=_OPSETS)
    path.write_bytes(model.SerializeToString())
    every: dict[str, object] = {
        "name": name,
        "fitted_by": f"python -m models.training.{script}",
        "evidence": list(evidence),
    }
    write_facts(path, every | dict(facts), indent=None)
