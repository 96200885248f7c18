"""Writing the pictures that a command makes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.base.errors import MalformedError

if TYPE_CHECKING:
    from companion.vision.recognition.photo import ByteArray


class PictureNotWrittenError(MalformedError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} cannot be written; give a name that ends in .jpg or .png, in a folder that"
            " exists."
        )


def write_picture(path: Path, pixels: ByteArray) -> None:
    """Write H × W × 3 RGB pixels in the format that the name's ending says.

    Raises PictureNotWrittenError.
    """
    import cv2  # commands that write no picture do without

    try:
        written = cv2.imwrite(str(path), cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
    except cv2.error:
        written = False
    if not written:
        raise PictureNotWrittenError(path)
