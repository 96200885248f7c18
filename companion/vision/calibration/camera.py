"""A camera fixed above the table: its lens, where the table lies, and the light on it.

All of it is in one file, `camera.json`, in the user's data folder. Every part is optional.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from msgspec.structs import replace

from companion.base.errors import CompanionError, MalformedError, NotAllowedError, UnavailableError
from companion.base.forms import Form, always
from companion.base.whole_files import swap_in
from companion.seen.camera import CameraPart, TableShown, TakenByShown, WhiteShown
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.calibration.lens import Lens, same_shape
from companion.vision.recognition.photo import Photo

FORM = 2
"""Version of the file's form."""
_LARGEST = 64 * 1024
"""Bytes. A calibration file takes about 600; a file larger than this is not one."""
_LEAST_TABLE = 0.01
"""The least part of the photograph that the table fills. Set by hand, not measured."""
_FARTHEST_CORNER = 10
"""How far from the photograph's first pixel a corner of the table may lie, in widths of the
photograph and in heights. It need not be in the picture. Set by hand, not measured."""
_MOST_GAIN = 10
"""The largest factor of a colour; no lamp asks for more. Set by hand, not measured."""
_DARKEST_WHITE = 40
"""The least red, green or blue of a white paper, 0 to 255. Below it, noise decides the colour. Set
by hand, not measured."""
_BRIGHTEST_WHITE = 250
"""The most red, green or blue of a white paper, 0 to 255. Above it, the colour is cut off. Set by
hand, not measured."""
_MOST_GREEN_OR_PURPLE = 60
"""How far the green of a white paper may lie from the mean of its red and blue, 0 to 255. Set by
hand, not measured."""


class TableCornersError(MalformedError):
    sentence = (
        "The four points are not the corners of a table; give the near left, near right, far"
        " right and far left corner, in pixels."
    )
    field = "corners"


class NotWhiteError(NotAllowedError):
    def __init__(self, why: str) -> None:
        super().__init__(
            f"The middle of the picture is {why}; lay a sheet of white paper or a blank tile"
            " there, under the evening's lamp.",
            "photo",
        )


class CameraDamagedError(UnavailableError):
    def __init__(self, path: Path, why: str, stays: OSError | None = None) -> None:
        """stays: why the file could not be renamed."""
        then = (
            "was set aside; calibrate again."
            if stays is None
            else f"cannot be set aside ({stays.strerror}); delete the file and calibrate again."
        )
        super().__init__(f"The camera's calibration in {path} cannot be used ({why}) and {then}")


class TablePlane(TableShown, frozen=True):
    """The table, and what lies where on it."""

    @classmethod
    def of(cls, corners: Sequence[Sequence[float]], width: int, height: int) -> TablePlane:
        """From corners in pixels. Raises TableCornersError."""
        points = np.array(corners, np.float64)
        if points.shape != (4, 2) or not np.isfinite(points).all():
            raise TableCornersError
        # Farther off, a float of 32 bits is too coarse, and at last not finite.
        if (np.abs(points) > _FARTHEST_CORNER * np.array([width, height])).any():
            raise TableCornersError
        flat = points.astype(np.float32)
        # Seen from above, near left to near right to far right runs anticlockwise: y is down.
        around = cv2.contourArea(flat, oriented=True)
        if not cv2.isContourConvex(flat) or around > -_LEAST_TABLE * width * height:
            raise TableCornersError
        return cls(tuple((float(x / width), float(y / height)) for x, y in points))

    def on_table(self, points: FloatArray, width: int, height: int) -> FloatArray:
        """Pixels (N, 2) → places on the table, 0 to 1 from left to right and from near to far."""
        source = np.array(self.corners, np.float32) * np.array([width, height], np.float32)
        target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        view = cv2.getPerspectiveTransform(source, target)
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        if not len(flat):
            return flat.reshape(-1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, view)[:, 0], np.float64)


class WhiteBalance(WhiteShown, frozen=True):
    """White under the lamp, and how a picture's colours are corrected by it."""

    @classmethod
    def of_white(cls, pixels: ByteArray) -> WhiteBalance:
        """From a photograph (H × W × 3 uint8 RGB) with something white in its middle.

        Raises NotWhiteError.
        """
        height, width = pixels.shape[:2]
        patch = pixels[height * 2 // 5 : height * 3 // 5, width * 2 // 5 : width * 3 // 5]
        colour = np.median(patch.reshape(-1, 3), axis=0)
        if colour.max() > _BRIGHTEST_WHITE:
            raise NotWhiteError("too bright to tell its colour")
        if colour.min() < _DARKEST_WHITE:
            raise NotWhiteError("too dark")
        # A lamp makes white yellow or blue; it does not make it green or purple.
        if abs(colour[1] - (colour[0] + colour[2]) / 2) > _MOST_GREEN_OR_PURPLE:
            raise NotWhiteError("not white")
        gains = colour.mean() / colour
        return cls(tuple(round(float(gain), 4) for gain in gains))

    def __call__(self, pixels: ByteArray) -> ByteArray:
        """The picture with its colours corrected."""
        table = np.arange(256)[:, None] * np.array(self.gains)[None]
        looked_up = np.clip(np.rint(table), 0, 255).astype(np.uint8)
        return np.asarray(cv2.LUT(pixels, looked_up[None]), np.uint8)


class TakenBy(TakenByShown, frozen=True):
    """Photographs of one camera, and which these are."""

    @classmethod
    def of(cls, photo: Photo) -> TakenBy:
        return cls(photo.camera, photo.width, photo.height)

    def took(self, photo: Photo | TakenBy) -> bool:
        """Whether a photograph is one of them.

        It must come from the same camera in the same shape. If the file names no camera, it must
        have exactly the same size.
        """
        if photo.camera != self.camera:
            return False
        if self.camera is None:
            return (photo.width, photo.height) == (self.width, self.height)
        return same_shape((photo.width, photo.height), (self.width, self.height))


_PARTS: Final[dict[type, CameraPart]] = {Lens: "lens", TablePlane: "table", WhiteBalance: "white"}


class CameraCalibration(Form, frozen=True):
    """What is known about one camera. None means nothing. taken: the photographs it holds for."""

    form: int = always(FORM)
    taken: TakenBy | None = always(None)
    lens: Lens | None = always(None)
    table: TablePlane | None = always(None)
    white: WhiteBalance | None = always(None)

    def with_part(self, photo: Photo, part: Lens | TablePlane | WhiteBalance) -> CameraCalibration:
        """With what a photograph taught. What was known of another camera is forgotten."""
        same = self.taken is not None and self.taken.took(photo)
        known = self if same else CameraCalibration(taken=TakenBy.of(photo))
        return replace(known, **{_PARTS[type(part)]: part})

    def without_part(self, part: CameraPart) -> CameraCalibration:
        return replace(self, **{part: None})

    def for_photo(self, photo: Photo | TakenBy) -> CameraCalibration:
        """What of this holds for a photograph: all of it or nothing."""
        holds = self.taken is not None and self.taken.took(photo)
        return self if holds else CameraCalibration()

    def balanced(self, pixels: ByteArray) -> ByteArray:
        """The picture with white looking white."""
        return self.white(pixels) if self.white else pixels

    def straightened(self, points: FloatArray, width: int) -> FloatArray:
        """Where a perfect lens would show points (…, 2) of a photograph of this size."""
        return self.lens.undistorted(points, width) if self.lens else points

    def from_above(self, points: FloatArray, width: int, height: int) -> FloatArray:
        """Where a camera straight above the table would show points (N, 2) of a photograph of this
        size.

        If the table's place is not known, the same as `straightened`.
        """
        straight = self.straightened(points, width)
        if self.table is None:
            return straight
        corners = np.array(self.table.corners) * [width, height]
        edge = self.straightened(corners, width)
        seen = TablePlane(tuple((x / width, y / height) for x, y in edge.tolist()))
        across, away = seen.on_table(straight, width, height).T
        # As in a photograph, near things are at the bottom.
        return np.stack([across * width, (1 - away) * height], axis=1)


def load_camera(folder: Path) -> CameraCalibration:
    """The calibration in a data folder; an empty one if there is none.

    Raises CameraDamagedError after the file was renamed to `camera.json.damaged`, where it can be.
    """
    path = folder / "camera.json"
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError:
        return CameraCalibration()
    try:
        camera = CameraCalibration.from_json(json.loads(data.decode()))
        _check(camera)
    except (ValueError, RecursionError, CompanionError) as error:
        raise CameraDamagedError(path, str(error).rstrip("."), _put_aside(path)) from None
    return camera


def _put_aside(path: Path) -> OSError | None:
    """Rename a damaged file. Returns why it cannot be done."""
    try:
        path.replace(path.with_name(f"{path.name}.damaged"))
    except OSError as error:
        return error
    return None


def camera_state(folder: Path) -> tuple[int, int] | None:
    """Stays equal until the calibration in the data folder changes."""
    try:
        facts = (folder / "camera.json").stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size


def save_camera(folder: Path, camera: CameraCalibration) -> Path:
    """Save a calibration, and return its file. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "camera.json"
    swap_in(path, (json.dumps(camera.to_json(), indent=1) + "\n").encode())
    return path


def table_picture(pixels: ByteArray, plane: TablePlane) -> ByteArray:
    """The photograph with the table's edge drawn on it, and the sides named."""
    height, width = pixels.shape[:2]
    shown = pixels.copy()
    corners = np.array(plane.corners) * [width, height]
    thick = max(2, width // 400)
    cv2.polylines(
        shown, [corners.round().astype(np.int32)], True, (230, 30, 30), thick, cv2.LINE_AA
    )
    for name, place in zip(("near", "right", "far", "left"), range(4), strict=True):
        x, y = (corners[place] + corners[(place + 1) % 4]) / 2
        at = (round(x) - 12 * thick, round(y))
        size = width / 900
        for colour, line in (((0, 0, 0), 3 * thick), ((255, 255, 255), thick)):
            cv2.putText(shown, name, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, line, cv2.LINE_AA)
    return shown


def _check(camera: CameraCalibration) -> None:
    """Check counts and ranges that the form alone cannot state. Raises ValueError."""
    lens, table, white = camera.lens, camera.table, camera.white
    if camera.form != FORM:
        raise ValueError("it was made by another version of this program")
    if camera.taken is None and (lens or table or white):
        raise ValueError("it does not say which photographs it holds for")
    numbers: list[float] = []
    if lens is not None:
        if (len(lens.focal), len(lens.centre), len(lens.distortion)) != (2, 2, 5):
            raise ValueError("the lens lacks numbers")
        if min(lens.width, lens.height, *lens.focal) <= 0:
            raise ValueError("the lens has a size of nothing")
        numbers += [*lens.focal, *lens.centre, *lens.distortion, lens.error]
    if table is not None:
        if [len(corner) for corner in table.corners] != [2, 2, 2, 2]:
            raise ValueError("the table has not four corners")
        numbers += [part for corner in table.corners for part in corner]
    gains = white.gains if white is not None else (1.0, 1.0, 1.0)
    if len(gains) != 3 or not all(1 / _MOST_GAIN < gain < _MOST_GAIN for gain in gains):
        raise ValueError("the white balance has a factor that cannot be")
    if not np.isfinite(numbers).all():
        raise ValueError("a number in it is not finite")
