"""A photograph as a phone sends it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.base.resources import resource

SIZE = (4000, 3000)
"""Width and height of 12 megapixels, which most phones take."""


def phone_photo() -> bytes:
    """The sample, enlarged: a JPEG of 12 megapixels."""
    sample = cv2.imdecode(
        np.frombuffer(resource("samples", "sample.jpg").read_bytes(), np.uint8), cv2.IMREAD_COLOR
    )
    assert sample is not None, "the sample is a photograph"
    large = cv2.resize(sample, SIZE, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large)[1].tobytes()
