"""Writing the pictures that a command makes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.base.errors import MalformedError, NotAllowedError
from companion.cli.files import write_file

if TYPE_CHECKING:
    from companion.vision.arrays import ByteArray


class PictureFormatError(MalformedError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} cannot be written as a picture; give a name that ends in .jpg or .png."
        )


class OverPhotographError(NotAllowedError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is a photograph that is read here, and would be lost; give another name for"
            " the picture to write."
        )


def write_picture(path: Path, pixels: ByteArray, drawn_on: Iterable[Path] = ()) -> None:
    """Write H × W × 3 RGB pixels in the format that the name's ending says.

    drawn_on: photographs that have to stay. Raises OverPhotographError, PictureFormatError,
    FileUnwritableError.
    """
    import cv2  # commands that write no picture do without

    try:
        # OpenCV itself writes to no file whose name is not UTF-8: the program ends there.
        encoded, picture = cv2.imencode(path.suffix, cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
    except cv2.error:
        encoded = False
    if not encoded:
        raise PictureFormatError(path)
    if path.exists() and any(path.samefile(each) for each in drawn_on):
        raise OverPhotographError(path)
    write_file(path, picture.tobytes())
