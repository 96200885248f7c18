"""Pictures from strangers: which are read, and what happens to a decoder that hangs or takes too
much memory."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.base.errors import CompanionError
from companion.base.resources import resource
from companion.service.decoder import Decoder, DecoderEndedError, FormatNotTakenError
from companion.vision.recognition import refusals
from companion.vision.recognition.photo import load_photo
from companion.vision.recognition.picture_file import MOST_SCANS, picture_file
from tests.hostile_photos import jpeg_of_passes


@pytest.fixture(scope="module")
def decoder() -> Iterator[Decoder]:
    decoder = Decoder()
    yield decoder
    decoder.close()


def encoded(suffix: str, height: int, width: int) -> bytes:
    return cv2.imencode(suffix, np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def test_it_gives_the_pixels_that_are_read_without_it(decoder: Decoder) -> None:
    data = resource("samples", "sample.jpg").read_bytes()
    here, there = load_photo(data), decoder(data)
    assert (here.width, here.height, here.camera) == (there.width, there.height, there.camera)
    assert np.array_equal(here.pixels, there.pixels)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_what_phones_send_is_taken(decoder: Decoder, suffix: str) -> None:
    assert decoder(encoded(suffix, 60, 80)).pixels.shape == (60, 80, 3)


@pytest.mark.parametrize("suffix", [".tiff", ".bmp", ".ppm"])
def test_other_formats_are_for_files_of_ones_own(decoder: Decoder, suffix: str) -> None:
    data = encoded(suffix, 60, 80)
    with pytest.raises(FormatNotTakenError, match="JPEG, PNG, WebP or HEIC"):
        decoder(data)


def test_a_sentence_of_the_decoder_comes_through(decoder: Decoder) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    data = bytearray(cv2.imencode(".png", noise)[1].tobytes())
    data[200:5000] = bytes(4800)
    with pytest.raises(CompanionError, match="damaged"):
        decoder(bytes(data))


def test_a_decoder_that_hangs_is_ended_and_the_next_picture_is_read() -> None:
    decoder = Decoder(longest_s=0.01)
    with pytest.raises(DecoderEndedError, match="too long"):
        decoder(encoded(".png", 4000, 6000))
    patient = Decoder()
    assert patient(encoded(".png", 60, 80)).width == 80
    patient.close()


def test_a_decoder_that_ended_with_a_picture_half_sent_is_closed_without_a_word() -> None:
    decoder = Decoder()
    decoder.warm_up()
    process = decoder._process
    assert process is not None
    assert process.stdin is not None
    process.kill()
    process.wait()
    process.stdin.write(b"what stays in the pipe's own buffer")
    decoder.close()
    assert decoder(encoded(".png", 60, 80)).width == 80
    decoder.close()


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="no limit of memory here")
def test_a_decoder_that_swells_is_stopped_and_goes_on_with_the_next() -> None:
    decoder = Decoder(most_bytes=370 * 1024 * 1024)
    with pytest.raises(CompanionError, match="memory"):
        decoder(encoded(".png", 4900, 5000))
    assert decoder(encoded(".png", 60, 80)).width == 80
    decoder.close()


def test_a_jpeg_of_as_many_passes_as_encoders_make_is_read(decoder: Decoder) -> None:
    assert decoder(jpeg_of_passes(MOST_SCANS, 300, 400)).width == 400
    with pytest.raises(refusals.PhotoTooCostlyError, match="passes"):
        decoder(jpeg_of_passes(MOST_SCANS + 1, 300, 400))


def test_what_is_held_whole_may_be_smaller_than_what_is_halved() -> None:
    with pytest.raises(refusals.PhotoTooLargeError, match="25 megapixels"):
        load_photo(encoded(".png", 5100, 5000))
    assert load_photo(encoded(".jpg", 5100, 5000)).pixels.shape == (2550, 2500, 3)
    assert load_photo(encoded(".jpg", 8100, 8000)).pixels.shape == (2025, 2000, 3)


def test_a_large_picture_of_any_format_is_halved() -> None:
    photo = load_photo(encoded(".png", 3000, 4000))
    assert (photo.pixels.shape, photo.scale) == ((1500, 2000, 3), 2)


def test_the_size_is_the_one_that_the_decoder_reads() -> None:
    """The size of a thumbnail inside the file is not the size of the picture."""
    small, large = encoded(".jpg", 60, 80), encoded(".jpg", 600, 800)
    part = b"\xff\xe2" + (len(small) + 2).to_bytes(2, "big") + small
    file = picture_file(large[:2] + part + large[2:])
    assert file is not None
    assert (file.width, file.height) == (800, 600)
