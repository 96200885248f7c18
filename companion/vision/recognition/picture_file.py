"""What a picture's file says about itself, before anything of it is decoded.

A few hundred bytes can ask a decoder for minutes of work or for gigabytes. Format, size and the
work that is asked for are read here as the decoders read them: JPEG marker by marker, PNG in its
first chunk, WebP in its first frame or its canvas.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Literal

from companion.vision.recognition.refusals import PhotoDamagedError, PhotoTooCostlyError

Format = Literal["JPEG", "PNG", "WebP", "HEIC"]

MAX_PIXELS = 110_000_000
"""Of a JPEG that is halved while it is decoded. Above any phone's camera; a larger picture is a
mistake, or an attempt to fill the memory."""
MAX_PIXELS_WHOLE = 25_000_000
"""Of a picture that the decoder has to hold whole, three bytes a pixel or more: PNG, WebP, a JPEG
of several scans. Two seconds on a laptop, and 350 MB (tests/benchmarks/picture_bombs.py)."""
MAX_PIXELS_HEIC = 50_000_000
"""Phones take 48.8 million in this format, and it is decoded in a third of the time."""

MOST_MARKERS = 2000
"""Parts of one JPEG. Of 2,161 photographs the most has 26; a depth map adds one for 64 kB."""
MOST_SCANS = 24
"""Passes over the picture of one JPEG. The encoders in use make up to 18; each costs as much as a
whole decoding."""

_HEIC_BRANDS = (b"heic", b"heix", b"mif1", b"hevc", b"msf1")
_SOI = 0xD8
"""JPEG marker: start of the picture."""
_EOI = 0xD9
"""JPEG marker: end of the picture."""
_SOS = 0xDA
"""JPEG marker: start of a pass over the picture."""
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})  # markers without a length: TEM, RST0 to RST7
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of a frame, which holds the size."""
_NEXT_MARKER = re.compile(rb"\xff\xff*([\x01-\xcf\xd8-\xfe])")
"""A marker that is no stuffed byte and no restart. It begins with one plain byte, by which Python
leaps: `\\xff+` looks at every byte and takes eighteen times as long."""


@dataclass(frozen=True)
class PictureFile:
    """width, height: in pixels, as stored. halves: whether the decoder can leave out every other
    pixel without ever holding them all, as with a JPEG of one scan."""

    format: Format
    width: int
    height: int
    halves: bool = False


MOST_PASSED = 250_000_000
"""Pixels times passes of one JPEG: one of 25 megapixels as encoders make it, in ten passes."""
MOST_PNG_BYTES = 100_000_000
"""Bytes that the pixels of a PNG are unpacked to: 25 megapixels in four colours of eight bits."""
_PNG_COLOURS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def picture_file(data: bytes) -> PictureFile | None:
    """None: none of the four formats. The size of a HEIC is 0 × 0: only its decoder knows it.

    Raises PhotoDamagedError, PhotoTooCostlyError.
    """
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS:
        return PictureFile("HEIC", 0, 0)
    return None


def _jpeg(data: bytes) -> PictureFile:
    place, markers, scans = 2, 0, 0
    frame: PictureFile | None = None
    while True:
        found = _NEXT_MARKER.search(data, place)
        if found is None:
            raise PhotoDamagedError
        marker, place = found[1][0], found.end()
        if marker == _EOI:
            break
        markers += 1
        if markers > MOST_MARKERS:
            raise PhotoTooCostlyError(f"more than {MOST_MARKERS} parts")
        if marker in _ALONE or marker == _SOI:
            continue
        (length,) = struct.unpack_from(">H", data, place) if place + 2 <= len(data) else (0,)
        if length < 2:
            raise PhotoDamagedError
        if marker in _FRAMES and frame is None and place + 7 <= len(data):
            height, width = struct.unpack_from(">HH", data, place + 3)
            frame = PictureFile("JPEG", width, height)
        scans += marker == _SOS
        if scans > MOST_SCANS:
            raise PhotoTooCostlyError(f"more than {MOST_SCANS} passes")
        place += length
    if frame is None:
        raise PhotoDamagedError
    if scans > 1 and frame.width * frame.height * scans > MOST_PASSED:
        raise PhotoTooCostlyError(f"{scans} passes over so many pixels")
    return PictureFile("JPEG", frame.width, frame.height, halves=scans == 1)


def _png(data: bytes) -> PictureFile:
    if data[12:16] != b"IHDR" or len(data) < 26 or data.find(b"IEND", -64 * 1024) < 0:
        raise PhotoDamagedError
    width, height, bits, colours = struct.unpack_from(">IIBB", data, 16)
    per_pixel = bits * _PNG_COLOURS.get(colours, 4) / 8
    if width * height <= MAX_PIXELS_WHOLE and width * height * per_pixel > MOST_PNG_BYTES:
        raise PhotoTooCostlyError(f"{bits} bits for each colour of so many pixels")
    return PictureFile("PNG", width, height)


def _webp(data: bytes) -> PictureFile:
    if len(data) < 30 or len(data) < int.from_bytes(data[4:8], "little"):
        raise PhotoDamagedError
    kind = data[12:16]
    if kind == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    return PictureFile("WebP", width, height)
