"""What the classifier makes of faces, kept in a file, so that it need not look again.

The files may be deleted: they are made again, as they are for every new classifier.
"""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.base.whole_files import swap_in
from companion.vision.arrays import FloatArray
from companion.vision.recognition.classify import Classifier
from companion.vision.tile_sets.choice import Strangers, sheet_sha256
from companion.vision.tile_sets.profile import Example
from companion.vision.tile_sets.thumbnails import VIEWS, Looks, embed

_FORM = 2
"""Version of these files."""
_UNREADABLE = (
    *(OSError, ValueError, KeyError, EOFError),
    *(RuntimeError, zipfile.BadZipFile, zlib.error),
)
"""What numpy and zipfile raise of a file with changed bytes. RuntimeError: where they say that it
is encrypted, or packed in a way that zipfile does not know."""


def looks_of(examples: Sequence[Example], classifier: Classifier, path: Path) -> Looks:
    """What the classifier makes of the examples' faces. path: of the file that keeps it."""
    model = f"{classifier.sha256} {VIEWS} {_FORM}"
    known = _kept_looks(path, model)
    new = [example for example in examples if example.id not in known]
    if new:
        learned = embed(classifier, [example.face for example in new])
        seen = zip(learned.features, learned.odds, strict=True)
        known |= {example.id: each for example, each in zip(new, seen, strict=True)}
    ids = [example.id for example in examples]
    features, odds = (
        np.stack([known[id][part] for id in ids]) if ids else np.zeros((0, VIEWS, 1))
        for part in (0, 1)
    )
    if new:
        half = {"features": features.astype(np.float16), "odds": odds.astype(np.float16)}
        _keep(path, model=np.array(model), ids=np.array(ids), **half)
    return Looks(classifier.codes, features, odds)


def strangers_of(classifier: Classifier, path: Path) -> Strangers:
    """The strangers as the classifier sees them. path: of the file that keeps it."""
    model = f"{classifier.sha256} {sheet_sha256()}"
    kept = _kept_strangers(path, model)
    if kept is not None:
        return Strangers(kept)
    strangers = Strangers.of(classifier)
    _keep(path, model=np.array(model), features=strangers.features.astype(np.float16))
    return strangers


def _keep(path: Path, **arrays: Any) -> None:
    file = io.BytesIO()
    np.savez(file, **arrays)
    with contextlib.suppress(OSError):  # the next start makes them again
        swap_in(path, file.getvalue())


def _kept_looks(path: Path, model: str) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Features and odds of each example, if they were kept for this classifier."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            if str(kept["model"]) != model:
                return {}
            ids = kept["ids"]
            features, odds = (kept[part].astype(np.float32) for part in ("features", "odds"))
    except _UNREADABLE:
        return {}
    sound = features.ndim == odds.ndim == 3 and len(ids) == len(features) == len(odds)
    if not sound or not np.isfinite(features).all() or not np.isfinite(odds).all():
        return {}
    return dict(zip(map(str, ids), zip(features, odds, strict=True), strict=True))


def _kept_strangers(path: Path, model: str) -> FloatArray | None:
    """The strangers' features (sets, kinds, F), if they were kept for this classifier."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            features = kept["features"].astype(np.float32)
            same = str(kept["model"]) == model
    except _UNREADABLE:
        return None
    return features if same and features.ndim == 3 and np.isfinite(features).all() else None
