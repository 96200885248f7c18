"""Writing the pictures that commands are asked for."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.errors import MalformedError
from companion.vision.photo import ByteArray


class PictureNotWrittenError(MalformedError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} cannot be written; give a name that ends in .jpg or .png, in a folder that"
            " exists."
        )


def write_picture(path: Path, pixels: ByteArray) -> None:
    """Write H × W × 3 RGB pixels in the format of the name's ending.

    Raises PictureNotWrittenError.
    """
    try:
        written = cv2.imwrite(str(path), cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
    except cv2.error:
        written = False
    if not written:
        raise PictureNotWrittenError(path)
