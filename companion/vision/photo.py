"""A photograph: bytes → pixels as a viewer shows them, or one clear refusal."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import imagesize
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError, MalformedError, NotAllowedError, NotFoundError
from companion.vision.exif import camera_of

ByteArray = NDArray[np.uint8]

MAX_BYTES = 60 * 1024 * 1024
MAX_PIXELS = 110_000_000
"""Above any phone's camera; a larger picture is a mistake, or an attempt to fill the memory."""

MIN_SIDE = 16
HALVED_ABOVE = 8_000_000
"""Pixels from which a JPEG is decoded at half its size: four times cheaper, and no tile of a hand
that fills the picture is smaller than the classifier's input then."""


class PhotoMissingError(NotFoundError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"There is no file {path}; give the path of a photograph.", "photo")


class PhotoUnreadableError(MalformedError):
    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; give a photograph as JPEG, PNG, WebP, TIFF or BMP.", "photo")


class PhotoDamagedError(MalformedError):
    def __init__(self) -> None:
        super().__init__(
            "The picture is damaged or was cut off on its way; take or send it again.", "photo"
        )


class PhotoTooLargeError(NotAllowedError):
    def __init__(self, what: str, limit: str) -> None:
        super().__init__(
            f"The picture is too large ({what}); send one of at most {limit}.", "photo"
        )


class PhotoTooSmallError(NotAllowedError):
    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            f"The picture is only {width} × {height} pixels, too small to hold a tile;"
            " take a larger one.",
            "photo",
        )


class HeicUnsupportedError(MalformedError):
    def __init__(self) -> None:
        super().__init__(
            "The picture is HEIC, which this installation does not read; install the extra"
            " mah-jongg-table-companion[heic], or set the phone's camera to JPEG"
            " (“most compatible”).",
            "photo",
        )


@dataclass(frozen=True)
class Photo:
    """pixels: H × W × 3 uint8, RGB, upright; width, height: of the photograph in full size.

    `pixels` may be the photograph at half its size: a point of `pixels` times `scale` is a point
    of the photograph. camera: its maker and model, where the file says.
    """

    pixels: ByteArray
    width: int
    height: int
    camera: str | None = None

    @property
    def scale(self) -> float:
        return self.width / int(self.pixels.shape[1])


def load_photo(source: str | Path | bytes | ByteArray) -> Photo:
    """A photograph from a path, encoded bytes, or an H × W × 3 RGB uint8 array.

    EXIF orientation is applied; alpha is dropped; 16 bit and CMYK become 8 bit RGB.

    Raises PhotoMissingError, PhotoUnreadableError (not an image), PhotoDamagedError (an image that
    ends too soon), PhotoTooLargeError, PhotoTooSmallError, HeicUnsupportedError.
    """
    if isinstance(source, np.ndarray):
        return _from_array(source)
    if not isinstance(source, bytes):
        source = _read(Path(source))
    return _decode(source)


def _from_array(pixels: ByteArray) -> Photo:
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        raise PhotoUnreadableError(
            f"An array of {pixels.dtype} with shape {pixels.shape} is no picture"
            " (H × W × 3 uint8, RGB)"
        )
    height, width = pixels.shape[:2]
    _check_size(width, height)
    return Photo(pixels, width, height)


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise PhotoUnreadableError(f"{path} is a folder")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PhotoTooLargeError(f"{path.stat().st_size >> 20} MB", f"{MAX_BYTES >> 20} MB")
        return path.read_bytes()
    except FileNotFoundError:
        raise PhotoMissingError(path) from None
    except OSError as error:
        raise PhotoUnreadableError(f"{path} cannot be read ({error.strerror})") from None


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise PhotoTooLargeError(f"{width} × {height} pixels", f"{MAX_PIXELS // 10**6} megapixels")
    if min(width, height) < MIN_SIDE:
        raise PhotoTooSmallError(width, height)


def _decode(data: bytes) -> Photo:
    if not data:
        raise PhotoUnreadableError("The file is empty")
    if len(data) > MAX_BYTES:
        raise PhotoTooLargeError(f"{len(data) >> 20} MB", f"{MAX_BYTES >> 20} MB")
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc", b"msf1"):
        return _from_array(_decode_heic(data))
    width, height = _size_in_header(data)
    _check_size(width, height)
    if _ends_too_soon(data):
        raise PhotoDamagedError
    halved = data[:2] == b"\xff\xd8" and width * height > HALVED_ABOVE
    flags = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        image = None
    if image is None:
        raise PhotoDamagedError
    pixels = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)
    if (pixels.shape[0] > pixels.shape[1]) != (height > width):  # EXIF turned it
        width, height = height, width
    return Photo(pixels, width, height, camera_of(data))


def _size_in_header(data: bytes) -> tuple[int, int]:
    """Width and height as the file says, before anything is decoded."""
    try:
        width, height = imagesize.get(io.BytesIO(data))
    except (ValueError, struct.error, IndexError, TypeError):
        width = height = -1
    if data[:2] == b"BM" and len(data) > 26:  # not known to imagesize
        width, height = struct.unpack("<ii", data[18:26])
        height = abs(height)
    if width <= 0 or height <= 0:
        raise PhotoUnreadableError("The file is not a picture that this program reads")
    return int(width), int(height)


def _ends_too_soon(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end; decoders fill the rest with grey and say nothing."""
    if data[:2] == b"\xff\xd8":
        place = 2
        while place + 4 <= len(data) and data[place] == 0xFF and data[place + 1] != 0xDA:
            place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
        return data.rfind(b"\xff\xd9", place) < 0
    if data[:4] == b"\x89PNG":
        return data.find(b"IEND", -64 * 1024) < 0
    if data[:4] == b"RIFF":
        return len(data) < int.from_bytes(data[4:8], "little")
    return False


def _decode_heic(data: bytes) -> ByteArray:
    try:
        import pillow_heif  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise HeicUnsupportedError from None
    try:
        image = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        width, height = image.size
        _check_size(width, height)
        pixels = np.asarray(image)[..., :3]
    except CompanionError:
        raise
    except Exception:  # the package raises what its codec raises
        raise PhotoDamagedError from None
    return np.ascontiguousarray(pixels, np.uint8)
