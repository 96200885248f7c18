"""The camera's calibration, as the server's calls need it (`companion.web.learning.Camera`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.base.errors import NotFoundError, UnavailableError
from companion.base.forms import FieldWrongError, seen_as
from companion.seen.camera import CameraPart, CameraShown
from companion.service.recognition import Recognition
from companion.vision.arrays import ByteArray
from companion.web.learning import PageForm

if TYPE_CHECKING:
    from companion.vision.calibration.camera import TablePlane, WhiteBalance
    from companion.vision.calibration.lens import Lens
    from companion.vision.recognition.photo import Photo


_SHOWN_WIDTH = 1600
"""Pixels of the picture that shows a calibration, which memory keeps: enough to see lines by. By
hand."""


class PictureMissingError(NotFoundError):
    sentence = "Nothing was calibrated since the server started; calibrate once more."


class CalibrationNotKeptError(UnavailableError):
    def __init__(self, error: OSError) -> None:
        super().__init__(
            f"The calibration cannot be kept ({error.strerror}); check the data folder and the"
            " space left."
        )


class CameraKeeper:
    """The calibration in a data folder. The pictures of the last one stay in memory."""

    def __init__(self, recognition: Recognition) -> None:
        self._data = recognition.data
        self._opened = recognition.opened
        self._pictures: dict[str, bytes] = {}

    def known(self) -> CameraShown:
        from companion.vision.calibration.camera import load_camera

        return seen_as(CameraShown, load_camera(self._data))

    def page(self, form: PageForm, paper: str) -> bytes:
        from companion.vision.calibration.target_page import PAPERS, as_pdf, as_svg

        if paper not in PAPERS:
            raise FieldWrongError("paper", f"one of {', '.join(PAPERS)}", paper)
        return as_svg(paper).encode() if form == "svg" else as_pdf(paper)

    def learn_lens(self, photos: Sequence[bytes]) -> None:
        from companion.vision.calibration.lens import as_picture, calibrate

        loaded = [self._opened(photo) for photo in photos]
        lens = calibrate(loaded)
        self._keep("lens", loaded[0], lens, as_picture(loaded[0], lens))

    def learn_table(self, photo: bytes, corners: Any) -> None:
        from companion.vision.calibration.camera import TableCornersError, TablePlane, table_picture

        loaded = self._opened(photo)
        try:
            plane = TablePlane.of(corners, loaded.width, loaded.height)
        except (ValueError, TypeError):
            raise TableCornersError from None
        self._keep("table", loaded, plane, table_picture(loaded.pixels, plane))

    def learn_white(self, photo: bytes) -> None:
        from companion.vision.calibration.camera import WhiteBalance

        loaded = self._opened(photo)
        balance = WhiteBalance.of_white(loaded.pixels)
        self._keep("white", loaded, balance, balance(loaded.pixels))

    def picture(self, part: CameraPart) -> bytes:
        if part not in self._pictures:
            raise PictureMissingError
        return self._pictures[part]

    def forget(self, part: CameraPart) -> None:
        from companion.vision.calibration.camera import load_camera, save_camera

        try:
            save_camera(self._data, load_camera(self._data).without_part(part))
        except OSError as error:
            raise CalibrationNotKeptError(error) from None

    def _keep(
        self,
        part: CameraPart,
        photo: Photo,
        learned: Lens | TablePlane | WhiteBalance,
        shown: ByteArray,
    ) -> None:
        import cv2
        import numpy as np

        from companion.vision.calibration.camera import load_camera, save_camera

        try:
            save_camera(self._data, load_camera(self._data).with_part(photo, learned))
        except OSError as error:
            raise CalibrationNotKeptError(error) from None
        scale = min(1.0, _SHOWN_WIDTH / shown.shape[1])
        small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        colours = cv2.cvtColor(np.asarray(small), cv2.COLOR_RGB2BGR)
        self._pictures[part] = bytes(cv2.imencode(".jpg", colours)[1])
