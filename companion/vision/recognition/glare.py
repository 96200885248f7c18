"""Which tiles of a hand light hides, so that people photograph them again from another side.

A doubtful face that shows nothing but light may be a white dragon, a back, or any face that mirrors
a lamp or a window. Nobody can tell from the picture; another one shows it.
"""

from __future__ import annotations

from typing import Final

from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.blank import only_light
from companion.vision.recognition.rectify import rectify

_SIDE: Final = 64
"""Side of a face as it is looked at, pixels: as the classifier sees it."""
_MARGIN: Final = 1.1
"""How much of the outline is looked at: as the classifier sees it."""


def lit(pixels: ByteArray, doubtful: FloatArray) -> int:
    """How many doubtful tiles of a picture show nothing but light.

    pixels: H × W × 3 uint8, RGB. doubtful: (N, 4, 2), its pixels.
    """
    if not len(doubtful):
        return 0
    return int(only_light(rectify(pixels, doubtful, _SIDE, _MARGIN)).sum())


def light_hides(count: int) -> str:
    """What people are told of so many such tiles, at least one."""
    which = "one of these tiles is" if count == 1 else f"{count} of these tiles are"
    return f"Light hides what {which}; photograph them again from another side, or move the lamp."
