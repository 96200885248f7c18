"""Faces kept as small pictures, so that a later model can learn a set without a new photograph.

A thumbnail holds the face's outline and a quarter more around it, stretched to a square.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.classify import Classifier
from companion.vision.recognition.rectify import rectify

SIDE = 96
"""Pixels. The classifier looks at 64; a later one may look at more."""
AROUND = 1.25
"""How much of the outline a thumbnail holds. It is more than any classifier is shown."""
_TALL = 128
"""Pixels. A thumbnail is stretched to this height, about that of a tile, before it is looked at.
Set by hand, not measured."""
_OUTLINE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / (2 * AROUND) + 0.5
"""The face's outline in a thumbnail, in parts of its sides."""
_PNG = b"\x89PNG\r\n\x1a\n"


def cut(pixels: ByteArray, quads: FloatArray) -> ByteArray:
    """Thumbnails of the faces within `quads` ((N, 4, 2), each from its face's own top left).

    pixels: H × W × 3 uint8, RGB. Returns (N, SIDE, SIDE, 3) uint8.
    """
    return rectify(pixels, quads, SIDE, AROUND)


VIEWS = 6
"""Views of each enrolled face. Set by hand; `datasets/results/numbers.csv` says what other values
change."""


@dataclass(frozen=True, eq=False)
class Looks:
    """What a classifier makes of faces, each seen several times.

    codes: names of its K kinds. features: (E, views, F) float32, unit length. odds: (E, views, K),
    the probability of each kind.
    """

    codes: tuple[str, ...]
    features: FloatArray
    odds: FloatArray


def embed(classifier: Classifier, faces: Sequence[ByteArray]) -> Looks:
    """Thumbnails as the classifier would see the faces in photographs.

    Each face is looked at `VIEWS` times: as it is, then smaller, softer, in other light, and with a
    slightly wrong outline. What changes between the views should count little later. The same faces
    give the same looks.
    """
    features: list[NDArray[np.float32]] = []
    odds: list[NDArray[np.float32]] = []
    for face in faces:
        rng = np.random.default_rng(23)  # fresh for each face: the others do not matter
        tall = np.asarray(cv2.resize(face, (SIDE, _TALL)), np.uint8)
        looks = [tall]
        quads: list[FloatArray] = [_OUTLINE]
        for _ in range(VIEWS - 1):
            looks.append(_another_look(tall, rng))
            quads.append(_shaken(_OUTLINE, rng))
        down = np.arange(VIEWS)[:, None, None] * np.array([0, _TALL])
        outlines = np.stack(quads) * [SIDE, _TALL] - 0.5 + down
        # One face at a time, because OpenCV fails on pictures higher than 32,767 pixels.
        named = classifier(np.concatenate(looks), outlines.astype(np.float32))
        features.append(named.features.astype(np.float32))
        odds.append(named.probabilities.astype(np.float32))
    if not faces:
        return Looks(classifier.codes, np.zeros((0, VIEWS, 1)), np.zeros((0, VIEWS, 1)))
    return Looks(classifier.codes, np.stack(features), np.stack(odds))


def _another_look(face: ByteArray, rng: np.random.Generator) -> ByteArray:
    """The face as another photograph might show it: from farther away, softer, in other light."""
    height, width = face.shape[:2]
    part = rng.uniform(0.28, 1.0) * np.array([1.0, rng.uniform(0.6, 1.0)])
    small = cv2.resize(face, None, fx=part[0], fy=part[1], interpolation=cv2.INTER_AREA)
    look = cv2.resize(small, (width, height))
    if rng.random() < 0.4:
        look = cv2.GaussianBlur(look, (0, 0), rng.uniform(0.5, 2.0))
    tone = 255 * np.linspace(0, 1, 256) ** rng.uniform(0.7, 1.5)
    tint = rng.uniform(0.6, 1.15) * rng.normal(1, 0.06, 3)
    table = (tone[:, None] * tint).astype(np.float32)[None]
    lit = np.asarray(cv2.LUT(look, table), np.float32)
    across = 1 + rng.normal(0, 0.15) * np.linspace(-1, 1, width)
    down = 1 + rng.normal(0, 0.15) * np.linspace(-1, 1, height)
    lit *= (down[:, None] * across).astype(np.float32)[..., None]
    lit += rng.standard_normal(lit.shape, np.float32) * float(rng.uniform(0, 8))
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _shaken(outline: FloatArray, rng: np.random.Generator) -> FloatArray:
    """The outline as a detector might give it: a little too large, shifted, askew."""
    grown = np.asarray(0.5 + (outline - 0.5) * rng.normal(1, 0.03), np.float64)
    return grown + rng.normal(0, 0.02, (4, 2)) + rng.normal(0, 0.025, 2)


def to_png(face: ByteArray) -> bytes:
    """A thumbnail as a file."""
    return bytes(cv2.imencode(".png", cv2.cvtColor(face, cv2.COLOR_RGB2BGR))[1])


def from_png(data: bytes) -> ByteArray | None:
    """The thumbnail in a file; None if the file holds anything else.

    The size is read from the file's header first, so that no small file fills the memory.
    """
    if data[:8] != _PNG or data[16:24] != struct.pack(">II", SIDE, SIDE):
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    if image is None or image.shape != (SIDE, SIDE, 3):
        return None
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)


def name_of(face: ByteArray) -> str:
    """Twelve hexadecimal digits that stand for exactly this picture."""
    return hashlib.sha256(face.tobytes()).hexdigest()[:12]
