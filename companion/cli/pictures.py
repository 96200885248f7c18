"""Writing the pictures that a command makes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.base.errors import MalformedError

if TYPE_CHECKING:
    from companion.vision.arrays import ByteArray


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
        # OpenCV itself writes to no file whose name is not UTF-8: the program ends there.
        encoded, picture = cv2.imencode(path.suffix, cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
        if not encoded:
            raise PictureNotWrittenError(path)
        path.write_bytes(picture.tobytes())
    except (cv2.error, OSError):
        raise PictureNotWrittenError(path) from None
