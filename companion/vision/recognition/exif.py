"""Which camera took a photograph, as its file says."""

from __future__ import annotations

import struct

_MAKE = 0x010F
"""EXIF tag of the camera's maker."""
_MODEL = 0x0110
"""EXIF tag of the camera's model."""
_TEXT = 2
"""EXIF type of a text in ASCII."""
_LONGEST = 100
"""Bytes of a name; a longer one is not a camera's."""


def camera_of(data: bytes) -> str | None:
    """Maker and model from the EXIF part of a JPEG; None if it has none."""
    start = data.find(b"Exif\0\0", 0, 64 * 1024)
    if data[:2] != b"\xff\xd8" or start < 0:
        return None
    tiff = data[start + 6 : start + 6 + 64 * 1024]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return None
    try:
        (first,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, first)
        texts = {}
        for entry in range(count):
            at = first + 2 + 12 * entry
            tag, kind, length, place = struct.unpack_from(order + "HHII", tiff, at)
            if tag in (_MAKE, _MODEL) and kind == _TEXT and length <= _LONGEST:
                place = at + 8 if length <= 4 else place
                text = tiff[place : place + length].split(b"\0")[0]
                texts[tag] = text.decode("ascii", "replace").strip()
    except struct.error:
        return None
    make, model = texts.get(_MAKE, ""), texts.get(_MODEL, "")
    return (model if model.startswith(make) else f"{make} {model}".strip()) or None
