"""The facts that lie beside a model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path


def write_facts(model: Path, facts: Mapping[str, object], indent: int | None = 1) -> None:
    """`NAME.json` beside `NAME.onnx`: these facts, and the SHA-256 by which the program knows the
    model again. indent: spaces before each fact; None writes all into one line."""
    every = dict(facts) | {"sha256": hashlib.sha256(model.read_bytes()).hexdigest()}
    text = json.dumps(every, indent=indent) + "\n"
    model.with_suffix(".json").write_text(text, encoding="utf-8")
