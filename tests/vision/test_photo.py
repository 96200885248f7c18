"""Bytes to pixels: what is read, and what is refused with which sentence."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.base.errors import CompanionError
from companion.vision.recognition import photo, refusals
from companion.vision.recognition.photo import load_photo


def picture(height: int = 60, width: int = 80) -> np.ndarray:
    ramp = np.linspace(0, 255, width, dtype=np.uint8)
    return np.dstack([np.tile(ramp, (height, 1))] * 2 + [np.full((height, width), 200, np.uint8)])


def encoded(suffix: str, image: np.ndarray | None = None) -> bytes:
    pixels = picture() if image is None else image
    return cv2.imencode(suffix, pixels)[1].tobytes()


def with_exif_orientation(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">H", orientation)
    body = b"Exif\0\0" + tiff + b"\0\0\0\0\0\0"
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".tiff", ".bmp"])
def test_common_formats_are_read(suffix: str) -> None:
    photo = load_photo(encoded(suffix))
    assert (photo.width, photo.height) == (80, 60)
    assert photo.pixels.shape == (60, 80, 3)


def as_red_green_blue(data: bytes) -> np.ndarray:
    """A picture as OpenCV decodes it by default, its colours turned about."""
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".tiff", ".bmp", ".jp2", ".ppm"])
def test_colours_come_as_red_green_blue(suffix: str) -> None:
    data = encoded(suffix)
    assert np.array_equal(load_photo(data).pixels, as_red_green_blue(data))


@pytest.mark.parametrize(("side", "times"), [(3000, 2), (8000, 4)], ids=["halved", "quartered"])
def test_colours_of_a_large_jpeg_come_as_red_green_blue(side: int, times: int) -> None:
    blue, green, red = 200, 120, 20
    plain = np.full((side, side + 80, 3), (blue, green, red), np.uint8)
    photo = load_photo(encoded(".jpg", plain))
    assert photo.scale == times
    assert np.abs(photo.pixels.reshape(-1, 3).mean(0) - [red, green, blue]).max() < 3


def test_exif_orientation_is_applied() -> None:
    photo = load_photo(with_exif_orientation(encoded(".jpg"), 6))
    assert (photo.width, photo.height) == (60, 80)
    assert photo.pixels.shape == (80, 60, 3)


def test_sixteen_bits_grey_and_alpha_become_plain_colour() -> None:
    deep = picture().astype(np.uint16) * 257
    assert load_photo(encoded(".png", deep)).pixels.dtype == np.uint8
    assert load_photo(encoded(".png", picture()[..., 0])).pixels.shape == (60, 80, 3)
    alpha = np.dstack([picture(), np.full((60, 80), 9, np.uint8)])
    assert load_photo(encoded(".png", alpha)).pixels.shape == (60, 80, 3)


def test_a_large_jpeg_is_halved_and_knows_its_full_size() -> None:
    photo = load_photo(encoded(".jpg", picture(3000, 4000)))
    assert (photo.width, photo.height) == (4000, 3000)
    assert photo.pixels.shape == (1500, 2000, 3)
    assert photo.scale == 2


def test_an_array_is_taken_as_it_is() -> None:
    assert load_photo(picture()).width == 80


def test_an_array_of_another_form_is_refused() -> None:
    with pytest.raises(refusals.PhotoUnreadableError, match="float64"):
        load_photo(np.zeros((40, 40, 3)))  # type: ignore[arg-type]


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(refusals.PhotoFileMissingError, match=r"no file .*nowhere\.jpg"):
        load_photo(tmp_path / "nowhere.jpg")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(refusals.PhotoUnreadableError, match="is a folder"):
        load_photo(tmp_path)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no path here")
def test_of_a_file_without_a_size_no_more_is_read_than_a_photograph_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def piped(data: bytes) -> int:
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        return reading

    small = piped(encoded(".jpg"))
    assert load_photo(f"/dev/fd/{small}").width == 80
    monkeypatch.setattr(photo, "MAX_BYTES", 1000)
    large = piped(bytes(60_000))
    with pytest.raises(refusals.PhotoTooLargeError, match=f"/dev/fd/{large} has more than"):
        load_photo(f"/dev/fd/{large}")
    assert os.read(large, 1), "the rest was left where it was"
    os.close(small)
    os.close(large)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b.jpg"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises((refusals.PhotoFileMissingError, refusals.PhotoUnreadableError)):
        load_photo(name)


@pytest.mark.parametrize(
    "data", [b"", b"Dear Ann,\nthe tiles are lovely.\n", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"]
)
def test_what_is_no_picture(data: bytes) -> None:
    with pytest.raises((refusals.PhotoUnreadableError, refusals.PhotoDamagedError)) as refusal:
        load_photo(data)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_a_picture_that_was_cut_off(suffix: str, part: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    data = encoded(suffix, noise)
    with pytest.raises((refusals.PhotoDamagedError, refusals.PhotoUnreadableError)):
        load_photo(data[: int(len(data) * part)])


def test_a_png_that_claims_a_hall_is_refused_before_it_is_unpacked() -> None:
    header = struct.pack(">IIBBBBB", 20000, 20000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    data = (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + b"\0\0\0\0IEND\xaeB`\x82"
    )
    with pytest.raises(refusals.PhotoTooLargeError, match="20000 × 20000 pixels"):
        load_photo(data)


def test_a_stamp_is_too_small() -> None:
    with pytest.raises(refusals.PhotoTooSmallError, match="8 × 8"):
        load_photo(encoded(".png", picture(8, 8)))


@pytest.mark.parametrize(
    "data",
    [b"Dear Ann", b"\xff\xd8\xff", encoded(".png", picture(8, 8))],
    ids=["text", "cut", "stamp"],
)
def test_a_refusal_names_the_file_and_the_one_behind_it_stays_as_it_was(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(data)
    with pytest.raises(CompanionError) as alone:
        load_photo(data)
    with pytest.raises(CompanionError) as named:
        load_photo(path)
    assert str(named.value) == f"{path}: {alone.value}"
    assert (type(named.value), named.value.field) == (type(alone.value), "photo")
    assert named.value.__cause__ is not None
    assert named.value.__cause__.args == alone.value.args


def heic(image: np.ndarray, orientation: int = 1) -> bytes:
    """As a telephone writes it; an orientation becomes a turn in the file itself."""
    pillow_heif = pytest.importorskip("pillow_heif", reason="the extra `heic` is not installed")
    height, width = image.shape[:2]
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">H", orientation)
    file = io.BytesIO()
    picture = pillow_heif.from_bytes("RGB", (width, height), image.tobytes())
    picture.save(file, quality=95, exif=exif + b"\0\0\0\0\0\0")
    return file.getvalue()


def test_heic_is_read_where_the_extra_is_installed() -> None:
    photo = load_photo(heic(picture(128, 160)))
    assert (photo.width, photo.height) == (160, 128)
    assert np.abs(photo.pixels.astype(int) - picture(128, 160)).mean() < 4


@pytest.mark.parametrize(("mode", "levels"), [("L", np.uint8), ("I;16", np.uint16)])
def test_heic_without_colour_is_read(mode: str, levels: type[np.unsignedinteger[Any]]) -> None:
    pillow_heif = pytest.importorskip("pillow_heif", reason="the extra `heic` is not installed")
    grey = picture(128, 160)[..., 0]
    deep = grey.astype(levels) * (int(np.iinfo(levels).max) // 255)
    file = io.BytesIO()
    pillow_heif.from_bytes(mode, (160, 128), deep.astype(levels).tobytes()).save(file, quality=95)
    photo = load_photo(file.getvalue())
    assert photo.pixels.shape == (128, 160, 3)
    assert np.abs(photo.pixels.astype(int) - grey[..., None]).mean() < 4


def test_heic_turned_by_the_telephone_is_upright() -> None:
    photo = load_photo(heic(picture(128, 160), 6))
    assert (photo.width, photo.height) == (128, 160)


def test_heic_cut_off_on_its_way_is_damaged() -> None:
    with pytest.raises(refusals.PhotoDamagedError, match="damaged"):
        load_photo(heic(picture(128, 160))[:400])
