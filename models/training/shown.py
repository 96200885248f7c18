"""What a model is shown of photographs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.terminal import progress
from companion.vision.pipeline import Reader
from companion.vision.recognition.rectify import rectify
from datasets.images import read_image
from models.training.export import FACTS

Pixels = NDArray[np.uint8]
_PHOTOS = 60
"""Photographs that are looked at."""
_LONG_SIDE = 640
"""Pixels of a photograph's longer side, for the detector."""
_AT_ONCE = 64
"""Faces that go through the classifier together."""


def looked_at(name: str, folder: Path) -> Iterator[Pixels]:
    """What a model is shown of the photographs in a folder: (B, H, W, 3), RGB."""
    reader = Reader()
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".png"))
    faces: list[Pixels] = []
    for path in progress(paths[:: max(1, len(paths) // _PHOTOS)], f"Measuring the {name}"):
        pixels = read_image(path)
        if name == "detector":
            scale = _LONG_SIDE / max(pixels.shape[:2])
            height, width = (max(1, round(scale * side / 32)) * 32 for side in pixels.shape[:2])
            fitted = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
            yield np.asarray(fitted, np.uint8)[None]
        else:
            models = reader.models()
            quads = models.detector(pixels).quads
            if name == "classifier":
                faces += list(models.classifier(pixels, quads).faces)
            else:
                facts = FACTS["large_faces"]
                faces += list(rectify(pixels, quads, facts["size"], facts["margin"]))
    if faces:
        mixed = np.stack(faces)[np.random.default_rng(0).permutation(len(faces))]
        yield from np.array_split(mixed, max(1, len(mixed) // _AT_ONCE))
