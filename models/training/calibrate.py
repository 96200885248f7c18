"""Choose the classifier's temperature, and the threshold from which it may say "sure".

    python -m models.training.calibrate VALIDATION [VALIDATION...] [--models FOLDER]

Reads labelled photographs with the shipped models, or with those in FOLDER. Takes the temperature
that makes the labels most probable, and the lowest threshold above which at most one claim in a
thousand is wrong. That is twice as strict as what is promised, because other sets are harder.
Writes both into the folder's classifier.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.cli.terminal import progress
from companion.vision.recognition.classify import NOT_A_TILE
from companion.vision.recognition.models import load_models
from companion.vision.recognition.photo import load_photo
from datasets.given import NO_PHOTOGRAPH, existing_folder
from datasets.labels import Labelled, read_folder
from datasets.metrics import match

WEIGHTS = Path(__file__).parents[1] / "weights"
ALLOWED_WRONG = 0.001
"""Share of the names called sure that may be wrong, chosen by hand: one in 1,000."""
LOWEST = 0.6
"""The lowest probability from which a name may be called sure."""
HIGHEST = 0.995
"""The highest probability from which a name may be called sure."""


def collect(photos: Sequence[Labelled], models: Path) -> tuple[np.ndarray, np.ndarray]:
    """Log probabilities (N, K) at the present temperature, without "no tile"; labels (N,)."""
    loaded = load_models(models)
    classifier = loaded.classifier
    codes = [code for code in classifier.codes if code != NOT_A_TILE]
    nothing = classifier.codes.index(NOT_A_TILE)
    rows, truths = [], []
    for photo in progress(photos, "Reading"):
        picture = load_photo(photo.path)
        finds = loaded.detector(picture.pixels)
        named = classifier(picture.pixels, finds.quads)
        for label, find in match(photo.quads, finds.quads * picture.scale).items():
            if photo.codes[label] in codes:
                rows.append(np.delete(named.probabilities[find], nothing))
                truths.append(codes.index(photo.codes[label]))
    return np.log(np.array(rows) + 1e-12), np.array(truths)


def at_temperature(logs: np.ndarray, temperature: float) -> np.ndarray:
    scaled = logs / temperature
    p = np.exp(scaled - scaled.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("folders", type=existing_folder, nargs="+")
    ask.add_argument("--models", type=Path, default=WEIGHTS, help="folder of other models")
    said = ask.parse_args()
    path = said.models / "classifier.json"
    facts = json.loads(path.read_text())
    photos = [photo for folder in said.folders for photo in read_folder(folder)]
    if not photos:
        ask.error(NO_PHOTOGRAPH)
    logs, truths = collect(photos, said.models)
    every = np.arange(len(truths))

    def surprise(temperature: float) -> float:
        return float(-np.log(at_temperature(logs, temperature)[every, truths] + 1e-9).mean())

    temperatures = np.exp(np.linspace(np.log(0.4), np.log(3), 41))
    factor = float(min(temperatures, key=surprise))
    p = at_temperature(logs, factor)
    confidence, right = p.max(1), p.argmax(1) == truths
    order = np.argsort(-confidence)
    wrong_so_far = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    allowed = np.nonzero(wrong_so_far <= ALLOWED_WRONG)[0]
    lowest = confidence[order[allowed[-1]]] if len(allowed) else HIGHEST
    sure_above = float(np.clip(lowest, LOWEST, HIGHEST))
    sure = confidence >= sure_above
    facts["temperature"] = round(facts["temperature"] * factor, 3)
    facts["sure_above"] = round(sure_above, 3)
    path.write_text(json.dumps(facts, indent=1) + "\n")
    print(
        f"{len(truths)} tiles: temperature {facts['temperature']}, sure above"
        f" {facts['sure_above']}: {sure.mean():.4f} of the tiles,"
        f" {1 - right[sure].mean():.5f} of them wrong; of all {1 - right.mean():.5f} wrong"
    )


if __name__ == "__main__":
    main()
