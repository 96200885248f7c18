"""What a lens does to straight lines: learned from a printed page, and undone.

The page is a ChArUco board: a chessboard whose white squares carry markers, so that a part of it is
enough. `companion calibrate print` prints it; `calibration/README.md` says how to use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np

from companion.base.errors import NotAllowedError
from companion.seen.camera import LensShown
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.recognition.photo import Photo

COLUMNS = 7
"""Squares across the calibration page."""
ROWS = 9
"""Squares down the calibration page."""
SQUARE_MM = 25.0
"""Side of a square. The board is 175 × 225 mm: it fits A4 and Letter, with 42 mm left for words."""
MARKER_MM = 18.0
"""Side of the marker within a white square. Set by hand, not measured."""

_ENOUGH_CORNERS = 12
"""Corners of the board, of 48, that must be seen for a photograph to count. Set by hand, not
measured."""
_ENOUGH_VIEWS = 4
"""Photographs that must count: one more than the three that determine a lens."""
_LARGEST_ERROR = 2.0
"""Pixels, in a photograph `_ERROR_AT` wide. With a larger error the photographs disagree. Set
by hand, not measured."""
_ERROR_AT = 1600
"""Pixels of width of the photograph for which `_LARGEST_ERROR` counts."""
_FARTHEST_FROM_EDGE = 0.25
"""How far from each edge of the picture the outermost corners of all views may stay, as a part of
its width or height. Beyond them the lens is a guess. Of 700 drawn sets of views by lenses that
differ, 90 in 100 of those that reach so far show every point to within a hundredth of the width of
where it belongs, 56 in 100 of the others (a script that was not kept). How surely the focal length
is known did not tell these apart."""
_SAME_SHAPE = 0.01
"""The largest difference between the shapes of two photographs of one camera, as a part. Set by
hand, not measured."""


class TooFewViewsError(NotAllowedError):
    def __init__(self, usable: int, given: int) -> None:
        super().__init__(
            f"The page is clear to see in {usable} of {given} photographs, and {_ENOUGH_VIEWS} are"
            " needed; photograph it flat and sharp, from the front and from all sides, near the"
            " picture's edges too.",
            "photos",
        )


class PageInMiddleError(NotAllowedError):
    sentence = (
        "The photographs do not show what the lens does near the picture's edges; take some with"
        " the page near each of them, and closer."
    )
    field = "photos"


class SizesDifferError(NotAllowedError):
    sentence = (
        "The photographs differ in size; take them with the same camera, held the same way,"
        " without zoom."
    )
    field = "photos"


class CalibrationPoorError(NotAllowedError):
    def __init__(self, error: float) -> None:
        super().__init__(
            f"The photographs do not agree on one lens (they miss by {error:.1f} pixels); lay the"
            " page quite flat, hold still, and tilt the camera more from one to the next.",
            "photos",
        )


def same_shape(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two sizes (width, height) have the same shape, to within a hundredth."""
    across, along = one[0] * other[1], one[1] * other[0]
    return abs(across - along) <= _SAME_SHAPE * along


class Lens(LensShown, frozen=True):
    """A lens, and how it is undone."""

    def undistorted(self, points: FloatArray, width: int) -> FloatArray:
        """Where a perfect lens would show points (…, 2) of a photograph `width` pixels wide."""
        inner, distortion = self._inner(width)
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        if not len(flat):
            return np.asarray(points, np.float64)
        straight = cv2.undistortPoints(flat, inner, distortion, P=inner)
        return np.asarray(straight, np.float64).reshape(np.shape(points))

    def straightened(self, pixels: ByteArray) -> ByteArray:
        """The photograph as a perfect lens would have taken it, with the same size."""
        inner, distortion = self._inner(pixels.shape[1])
        return np.asarray(cv2.undistort(pixels, inner, distortion), np.uint8)

    def _inner(self, width: int) -> tuple[FloatArray, FloatArray]:
        scale = width / self.width
        fx, fy = (part * scale for part in self.focal)
        # The middle of the first pixel is 0, so sizes scale about its corner at −0.5.
        cx, cy = ((part + 0.5) * scale - 0.5 for part in self.centre)
        inner = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
        return inner, np.array(self.distortion)


@dataclass(frozen=True, eq=False)
class Sighting:
    """Where one photograph shows the inner corners of the page.

    ids: (N,). seen: (N, 2), pixels. page: (N, 2), millimetres from the first corner of the page.
    """

    ids: Any
    seen: FloatArray
    page: FloatArray


@cache
def board() -> Any:
    """The page as OpenCV knows it."""
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, markers)


def find_page(pixels: ByteArray) -> Sighting | None:
    """The corners of the page in a photograph (H × W × 3 uint8 RGB); None if too few are seen."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if ids is None or len(ids) < _ENOUGH_CORNERS:
        return None
    numbers = np.asarray(ids).ravel()
    page = np.asarray(board().getChessboardCorners(), np.float64)[numbers, :2]
    return Sighting(numbers, np.asarray(corners, np.float64).reshape(-1, 2), page)


def calibrate(photos: Sequence[Photo]) -> Lens:
    """Learn the lens from photographs of the page.

    Raises TooFewViewsError, PageInMiddleError, SizesDifferError, CalibrationPoorError.
    """
    if len({(photo.width, photo.height) for photo in photos}) > 1:
        raise SizesDifferError
    found = [find_page(photo.pixels) for photo in photos]
    sightings = [sighting for sighting in found if sighting is not None]
    if len(sightings) < _ENOUGH_VIEWS:
        raise TooFewViewsError(len(sightings), len(photos))
    height, width = photos[0].pixels.shape[:2]
    reached = np.concatenate([s.seen for s in sightings]) / [width, height]
    from_edges = (*reached.min(axis=0), *(1 - reached.max(axis=0)))
    if max(from_edges) > _FARTHEST_FROM_EDGE:
        raise PageInMiddleError
    on_page = [np.pad(s.page, ((0, 0), (0, 1))).astype(np.float32) for s in sightings]
    seen = [s.seen.astype(np.float32) for s in sightings]
    try:
        error, inner, distortion, _, _ = cv2.calibrateCamera(
            on_page,
            seen,
            (width, height),
            None,
            None,
            # A third radial number follows the noise: with it, of the drawn sets of
            # `_FARTHEST_FROM_EDGE` only 76 and 25 in 100 come so near.
            flags=cv2.CALIB_FIX_K3,
        )
    except cv2.error:  # if all views are alike, the equations have no solution
        raise TooFewViewsError(0, len(photos)) from None
    if not np.isfinite(error) or error > _LARGEST_ERROR * width / _ERROR_AT:
        raise CalibrationPoorError(float(error))
    return Lens(
        width, height,
        (float(inner[0, 0]), float(inner[1, 1])), (float(inner[0, 2]), float(inner[1, 2])),
        tuple(float(k) for k in distortion.ravel()[:5]), round(float(error), 4), len(sightings),
    )  # fmt: skip


def as_picture(photo: Photo, lens: Lens) -> ByteArray:
    """The photograph before and after, side by side, with straight lines along the page.

    If the calibration worked, the lines on the right follow the squares of the page.
    """
    halves = []
    for pixels in (photo.pixels, lens.straightened(photo.pixels)):
        shown = np.ascontiguousarray(pixels)
        sighting = find_page(shown)
        if sighting is not None:
            _draw_lines(shown, sighting)
        halves.append(shown)
    return np.asarray(np.concatenate(halves, axis=1), np.uint8)


def _draw_lines(pixels: ByteArray, sighting: Sighting) -> None:
    """A straight line between the outermost corners of each row and column of the page."""
    thick = max(1, pixels.shape[1] // 600)
    for axis in (0, 1):
        for at in np.unique(sighting.page[:, axis]):
            line = np.flatnonzero(sighting.page[:, axis] == at)
            ends = line[np.argsort(sighting.page[line, 1 - axis])][[0, -1]]
            a, b = (tuple(round(v) for v in sighting.seen[end]) for end in ends)
            cv2.line(pixels, a, b, (230, 30, 30), thick, cv2.LINE_AA)
    for x, y in sighting.seen:
        cv2.circle(pixels, (round(x), round(y)), 3 * thick, (20, 120, 240), thick, cv2.LINE_AA)
