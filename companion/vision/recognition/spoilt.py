"""What people are told of a picture that another one would mend: it is soft, or light hides tiles.

Only where tiles are in doubt. To take the picture again is quicker than to name many tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.vision.arrays import BoolArray, ByteArray, FloatArray
from companion.vision.recognition.blank import only_light
from companion.vision.recognition.rectify import rectify
from companion.vision.recognition.sharpness import SOFT, is_soft

_SIDE: Final = 64
"""Side of a face as it is looked at, pixels: as the classifier sees it."""
_MARGIN: Final = 1.1
"""How much of the outline is looked at: as the classifier sees it."""


def what_spoils(pixels: ByteArray, quads: FloatArray, sure: BoolArray) -> Iterator[str]:
    """Sentences for people, none where nothing spoils these tiles of a picture.

    pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels. sure: (N,), which are not in doubt.
    """
    if sure.all():
        return
    faces = rectify(pixels, quads, _SIDE, _MARGIN)
    if is_soft(faces, sure):
        yield SOFT
    hidden = int(only_light(faces[~sure]).sum())
    if hidden:
        yield light_hides(hidden)


def light_hides(count: int) -> str:
    """What people are told of so many tiles that show nothing but light, at least one.

    Such a tile may be a white dragon, a back, or any face that mirrors a lamp or a window. Nobody
    can tell from this picture.
    """
    which = "one of these tiles is" if count == 1 else f"{count} of these tiles are"
    return f"Light hides what {which}; photograph them again from another side, or move the lamp."
