"""A model with its facts, ready to run. Nothing else knows onnxruntime."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from companion.base.errors import UnavailableError
from companion.base.resources import as_installed, resource

MODELS: Final = (
    "detector", "outlines", "classifier", "large_faces", "blank_odds", "tile_odds",
    "tile_odds_again", "series",
)  # fmt: skip
"""All that the program loads, each `NAME.onnx` with `NAME.json`."""
CORES: Final = 2
"""Cores that a model uses: those of the laptop that speeds are measured for."""
_OTHER_CORES: Final = ThreadPoolExecutor(CORES - 1, "model")
"""Answers a part of a batch, beside the thread that asks."""

# onnxruntime uses the cores; its threads and those of other pools would wait for each other.
cv2.setNumThreads(1)
threadpool_limits(1, "blas")


class ModelDamagedError(UnavailableError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            f"The model {name} cannot be loaded ({why}); install the program again, or run"
            " `companion doctor`."
        )


@dataclass(frozen=True)
class Model:
    """An ONNX session and the facts beside it (`NAME.json`): sizes, classes, thresholds."""

    name: str
    facts: dict[str, Any]
    session: onnxruntime.InferenceSession

    def run(self, batch: NDArray[Any]) -> list[NDArray[np.float32]]:
        """All outputs for one input batch, in the order of the model's outputs.

        A batch is shared out among the cores, and each answers its part from the first layer to the
        last (docs/decisions/0009).
        """
        own, *parts = np.array_split(batch, min(CORES, len(batch)) or 1)
        others = [_OTHER_CORES.submit(self.run_alone, part) for part in parts]
        every = [self.run_alone(own), *(other.result() for other in others)]
        return [np.concatenate(outs) for outs in zip(*every, strict=True)]

    def run_alone(self, part: NDArray[Any]) -> list[NDArray[np.float32]]:
        """The same by one core, for a batch so small that to share it out would take longer."""
        return list(self.session.run(None, {self.session.get_inputs()[0].name: part}))


def load_model(name: str, folder: Path | None = None) -> Model:
    """Load `NAME.onnx` with `NAME.json`. The file must be the one that the facts describe.

    folder: where other models than the shipped ones are. Raises ModelDamagedError,
    ResourceMissingError.
    """
    path = folder / f"{name}.onnx" if folder else resource("models", f"{name}.onnx")
    facts = read_checked(path.with_suffix(".json"), ["sha256"])
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != facts["sha256"]:
        raise ModelDamagedError(name, "its contents have changed")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1 if _takes_many(facts) else CORES
    options.inter_op_num_threads = 1
    # A thread that waits for the next layer keeps its core, but not longer than the model runs.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own C++ exceptions
        raise ModelDamagedError(name, str(error).splitlines()[0]) from None
    return Model(name, facts, session)


def _takes_many(facts: dict[str, Any]) -> bool:
    """Whether a model takes any number of faces, or rows of evidence, and not one picture."""
    return "(1," not in str(facts.get("input"))


def read_facts(name: str) -> dict[str, Any]:
    """What `NAME.json` says: version, SHA-256, input, classes, thresholds, how it was made.

    Raises ModelDamagedError, ResourceMissingError.
    """
    return read_checked(resource("models", f"{name}.json"), ["sha256"])


def read_checked(path: Path, needed: Iterable[str]) -> dict[str, Any]:
    """The JSON object of a file beside the models, with these entries, as it was installed.

    Raises ModelDamagedError.
    """
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelDamagedError(path.stem, f"{path.name} cannot be read: {error}") from None
    if not isinstance(facts, dict) or not facts.keys() >= {*needed} or not as_installed(path):
        raise ModelDamagedError(path.stem, f"{path.name} has changed")
    return facts
