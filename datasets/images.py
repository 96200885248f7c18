"""Pictures in files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image8 = NDArray[np.uint8]


def read_image(path: str | Path) -> Image8:
    """The picture's pixels, (H, W, 3) uint8, RGB.

    Raises ValueError if the file is missing or holds no picture.
    """
    image = cv2.imread(str(path))
    if image is None:
        raise ValueError(f"{path} is not a picture that OpenCV reads.")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)
