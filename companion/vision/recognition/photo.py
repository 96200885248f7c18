"""A photograph: bytes → pixels as a person sees them, or one clear refusal."""

from __future__ import annotations

import io
import math
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import imagesize
import numpy as np

from companion.base.errors import CompanionError
from companion.vision.arrays import ByteArray
from companion.vision.recognition.exif import camera_of
from companion.vision.recognition.picture_file import (
    MAX_PIXELS,
    MAX_PIXELS_HEIC,
    MAX_PIXELS_WHOLE,
    PictureFile,
    picture_file,
)
from companion.vision.recognition.refusals import (
    HeicUnsupportedError,
    PhotoDamagedError,
    PhotoFileMissingError,
    PhotoTooCostlyError,
    PhotoTooLargeError,
    PhotoTooSmallError,
    PhotoUnreadableError,
    of_file,
)

MAX_BYTES = 60 * 1024 * 1024
"""Bytes of a photograph's file. No phone writes more."""
MIN_SIDE = 16
"""Pixels of a photograph's shorter side; a smaller picture shows no tile."""
_NO_MEMORY = -4  # cv::Error::StsNoMem
HALVED_ABOVE = 8_000_000
"""Pixels above which a picture is read at half its size, which takes a quarter of the time. The
tiles of a hand that fills such a picture stay larger than the classifier's input. See decision
3."""
QUARTERED_ABOVE = 64_000_000
"""Pixels above which a JPEG is read at a quarter of its size: four million pixels are left."""
_WHOLE = cv2.IMREAD_COLOR_RGB
"""How OpenCV decodes: to red, green, blue at once. With its default, blue, green, red, that is then
turned about, a near hand takes a tenth longer to read (docs/decisions/0003)."""
_HALVED = cv2.IMREAD_REDUCED_GRAYSCALE_2 | cv2.IMREAD_COLOR_RGB
"""The same at half the size. Beside the second flag, the first only says the size."""
_QUARTERED = cv2.IMREAD_REDUCED_GRAYSCALE_4 | cv2.IMREAD_COLOR_RGB
"""The same at a quarter of the size."""


@dataclass(frozen=True)
class Photo:
    """pixels: H × W × 3 uint8, RGB, upright. width, height: of the photograph in full size.

    `pixels` may be the photograph at a half or a quarter of its size: a point of `pixels` times
    `scale` is a point of the photograph. camera: its maker and model, if the file says so.
    """

    pixels: ByteArray
    width: int
    height: int
    camera: str | None = None

    @property
    def scale(self) -> float:
        return self.width / int(self.pixels.shape[1])


Source: TypeAlias = str | Path | bytes | ByteArray | Photo
"""A photograph: a path, encoded bytes, H × W × 3 uint8 RGB, or one that is decoded already."""


def load_photo(source: Source) -> Photo:
    """A photograph from a path, encoded bytes, or an H × W × 3 RGB uint8 array. A Photo stays as it
    is.

    EXIF orientation is applied, transparency is dropped, 16 bits and CMYK become 8-bit RGB.

    Raises PhotoFileMissingError, PhotoUnreadableError (not an image), PhotoDamagedError (an
    image that ends too soon), PhotoTooLargeError, PhotoTooSmallError, PhotoTooCostlyError,
    HeicUnsupportedError.
    """
    if isinstance(source, Photo):
        return source
    if isinstance(source, np.ndarray):
        return _from_array(source)
    if isinstance(source, bytes):
        return _decode(source)
    if not isinstance(source, str | os.PathLike):
        raise PhotoUnreadableError(
            f"A {type(source).__name__} is no path, no bytes and no array of pixels"
        )
    path = Path(source)
    data = _read(path)
    try:
        return _decode(data)
    except CompanionError as error:  # several files may have been given
        raise of_file(error, path) from error


def _from_array(pixels: ByteArray) -> Photo:
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        raise PhotoUnreadableError(
            f"An array of {pixels.dtype} with shape {pixels.shape} is not a picture"
            " (H × W × 3 uint8, RGB)"
        )
    height, width = pixels.shape[:2]
    _check_size(width, height)
    return Photo(pixels, width, height)


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():  # refuses a name that is too long
            raise PhotoUnreadableError(f"{path} is a folder")
        if path.stat().st_size > MAX_BYTES:
            size = f"{path} has {path.stat().st_size >> 20} MB"
            raise PhotoTooLargeError(size, f"{MAX_BYTES >> 20} MB")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # of a pipe or a device, no size is known before
    except FileNotFoundError:
        raise PhotoFileMissingError(path) from None
    except OSError as error:
        raise PhotoUnreadableError(f"{path} cannot be read ({error.strerror})") from None
    except ValueError:  # a zero byte in the name
        raise PhotoFileMissingError(path) from None
    if len(data) > MAX_BYTES:
        most = f"{MAX_BYTES >> 20} MB"
        raise PhotoTooLargeError(f"{path} has more than {most}", most)
    return data


def check_before_decoding(data: bytes) -> PictureFile | None:
    """What the file says about itself; None if it has none of the formats that phones send.

    Raises PhotoUnreadableError, PhotoDamagedError, PhotoTooLargeError, PhotoTooSmallError,
    PhotoTooCostlyError.
    """
    if not data:
        raise PhotoUnreadableError("The file is empty")
    if len(data) > MAX_BYTES:
        raise PhotoTooLargeError(f"{len(data) >> 20} MB", f"{MAX_BYTES >> 20} MB")
    file = picture_file(data)
    if file is not None and file.format != "HEIC":
        _check_size(file.width, file.height, MAX_PIXELS if file.halves else MAX_PIXELS_WHOLE)
    return file


def _check_size(width: int, height: int, most: int = MAX_PIXELS_WHOLE) -> None:
    if width * height > most:
        raise PhotoTooLargeError(f"{width} × {height} pixels", f"{most // 10**6} megapixels")
    if min(width, height) < MIN_SIDE:
        raise PhotoTooSmallError(width, height)


def _decode(data: bytes) -> Photo:
    file = check_before_decoding(data)
    if file is not None and file.format == "HEIC":
        pixels = _decode_heic(data)
        height, width = pixels.shape[:2]
        return Photo(_at_most_half(pixels), width, height)
    if file is None:
        width, height = _size_in_header(data)
        _check_size(width, height)
    else:
        width, height = file.width, file.height
    flags = _WHOLE
    if file is not None and file.halves and width * height > HALVED_ABOVE:
        flags = _QUARTERED if width * height > QUARTERED_ABOVE else _HALVED
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        if error.code == _NO_MEMORY:
            raise PhotoTooCostlyError("too much memory") from None
        image = None
    if image is None:
        raise PhotoDamagedError
    pixels = np.asarray(image, np.uint8)
    if flags == _WHOLE:
        pixels = _at_most_half(pixels)
    if (pixels.shape[0] > pixels.shape[1]) != (height > width):  # EXIF turned it
        width, height = height, width
    return Photo(pixels, width, height, camera_of(data))


def _at_most_half(pixels: ByteArray) -> ByteArray:
    """A picture that was decoded whole, as small as a JPEG of its size would be."""
    height, width = pixels.shape[:2]
    if width * height <= HALVED_ABOVE:
        return pixels
    half = ((width + 1) // 2, (height + 1) // 2)
    return np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)


def _size_in_header(data: bytes) -> tuple[int, int]:
    """Width and height of a format that phones do not send, as the file says."""
    try:
        width, height = imagesize.get(io.BytesIO(data))
    except (ValueError, struct.error, IndexError, TypeError):
        width = height = -1
    if data[:2] == b"BM" and len(data) > 26:  # not known to imagesize
        width, height = struct.unpack("<ii", data[18:26])
        height = abs(height)
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise PhotoUnreadableError("The file is not a picture that this program reads")
    return int(width), int(height)


def _decode_heic(data: bytes) -> ByteArray:
    try:
        import pillow_heif  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise HeicUnsupportedError from None
    try:
        image = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        width, height = image.size
        _check_size(width, height, MAX_PIXELS_HEIC)
        pixels = np.asarray(image)
        if pixels.ndim == 2:  # without colour
            pixels = np.dstack([pixels] * 3)
        if pixels.dtype == np.uint16:  # such a picture keeps its 16 bits
            pixels = pixels >> 8
    except CompanionError:
        raise
    except Exception:  # the package raises what its codec raises
        raise PhotoDamagedError from None
    return np.ascontiguousarray(pixels[..., :3], np.uint8)
