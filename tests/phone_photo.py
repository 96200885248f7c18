"""A photograph as a phone sends it."""

from __future__ import annotations

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from companion.base.resources import resource

SIZE = (4000, 3000)
"""Width and height of 12 megapixels, which most phones take."""

_WIDE = (4608, 2592)
"""Width and height of 12 megapixels, as wide as a hand in one row."""
_HAND = (slice(850, 1500), slice(100, 1900))
"""Rows and columns of the sample in which the hand lies and nothing else."""


def phone_photo() -> bytes:
    """The sample, enlarged: a JPEG of 12 megapixels."""
    return _enlarged(_sample(), SIZE)


def near_photo() -> bytes:
    """The sample's hand alone, as from near by: a JPEG of 12 megapixels."""
    hand = _sample()[_HAND]
    height = round(hand.shape[1] * _WIDE[1] / _WIDE[0])
    cloth = height - len(hand)  # as much more of the cloth before the hand
    return _enlarged(cv2.copyMakeBorder(hand, 0, cloth, 0, 0, cv2.BORDER_REFLECT), _WIDE)


def _sample() -> NDArray[np.uint8]:
    data = np.frombuffer(resource("samples", "sample.jpg").read_bytes(), np.uint8)
    sample = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert sample is not None, "the sample is a photograph"
    return np.asarray(sample, np.uint8)


def _enlarged(picture: MatLike, size: tuple[int, int]) -> bytes:
    large = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large)[1].tobytes()
