"""What other programs call: `import companion`."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

import companion
from companion.base.resources import resource
from companion.vision.recognition.fuse import OtherTilesError
from datasets.images import read_image

SAMPLE = resource("samples", "sample.jpg")


def test_several_photographs_are_read_as_one() -> None:
    """A finger covers one tile in the first shot and another tile in the second."""
    pixels = read_image(SAMPLE)
    whole = companion.read_photo(SAMPLE)
    held = [place for group in whole.groups for place in group.tiles]

    def shots() -> Iterator[np.ndarray]:
        for place in (held[0], held[-1]):
            shot = pixels.copy()
            quad = np.array(whole.tiles[place].quad, np.int32)
            cv2.fillConvexPoly(shot, quad, (205, 160, 130))
            yield shot

    together = companion.read_photos(shots())
    assert together.photo in (0, 1)
    assert together.hand == whole.hand


def test_one_photograph_in_a_list_is_read_like_one() -> None:
    alone = companion.read_photos([SAMPLE.read_bytes()])
    assert alone.photo is None
    assert alone.tiles == companion.read_photo(SAMPLE).tiles


def test_photographs_of_other_tiles_are_refused() -> None:
    pixels = read_image(SAMPLE)
    half = pixels.shape[1] // 2
    other = np.concatenate([pixels[:, half:], pixels[:, :half]], axis=1)[::-1]
    with pytest.raises(OtherTilesError, match=r"Photograph [12] does not show the same tiles"):
        companion.read_photos([pixels, np.ascontiguousarray(other)])


@pytest.mark.parametrize("images", [[], "table.jpg", b"\xff\xd8", None, 7])
def test_what_is_no_list_of_photographs_is_refused(images: object) -> None:
    with pytest.raises(companion.CompanionError, match="Give a list"):
        companion.read_photos(images)  # type: ignore[arg-type]


@pytest.mark.parametrize("image", [None, 7, bytearray(b"\xff\xd8"), ["table.jpg"]])
def test_what_is_no_photograph_is_refused(image: object) -> None:
    with pytest.raises(companion.CompanionError, match="is no path, no bytes and no array"):
        companion.read_photo(image)  # type: ignore[arg-type]


def test_what_is_no_hand_and_no_table_is_refused() -> None:
    with pytest.raises(companion.CompanionError, match=r"has to be a Hand, as .* not an object"):
        companion.score_hand({})  # type: ignore[arg-type]
    with pytest.raises(companion.CompanionError, match=r"has to be a Table, as .* not null"):
        companion.settle(None)  # type: ignore[arg-type]
