"""A model with its facts, ready to run. Nothing else knows onnxruntime."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from companion.base.errors import UnavailableError
from companion.base.resources import as_installed, resource

THREADS = 2
"""Threads of a model: the cores of the laptop that speeds are measured for."""


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
        """All outputs for one input batch, in the order of the model's outputs."""
        feed = {self.session.get_inputs()[0].name: batch}
        return [np.asarray(out) for out in self.session.run(None, feed)]


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
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    # The spinning threads of two sessions would take each other's cores.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own C++ exceptions
        raise ModelDamagedError(name, str(error).splitlines()[0]) from None
    return Model(name, facts, session)


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
