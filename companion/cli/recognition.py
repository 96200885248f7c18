"""Reading photographs with what was learnt before: the enrolled sets and the calibrated camera,
both kept in the data folder.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError, NotFoundError, UnavailableError
from companion.reading import Quad, Reading

if TYPE_CHECKING:
    from companion.vision.pipeline import Reader
    from companion.vision.profile_store import ProfileStore

_READINGS = 8
"""How many readings are remembered: the four hands that settle one deal, and their corrections."""
_BYTES = 128 * 1024 * 1024
"""Bytes of photographs that are remembered at most, the last one apart."""


class RecognitionMissingError(UnavailableError):
    def __init__(self) -> None:
        super().__init__(
            "Photographs cannot be read on this machine; `companion doctor` says what is missing."
        )


class ReadingForgottenError(NotFoundError):
    def __init__(self) -> None:
        super().__init__(
            "That photograph is not remembered any more; take it again to learn from it.",
            "reading",
        )


class TileMissingError(NotFoundError):
    def __init__(self, tile: int) -> None:
        super().__init__(f"That reading has no tile {tile}; load the page again.", "tile")


def open_reader(data: Path, profile: str | None = None) -> Reader:
    """A reader that knows what is kept in a data folder. profile: the set to read with; where none
    is named, the chosen one, else the one that a picture shows.

    Raises CameraDamagedError, and of a named profile what `ProfileStore.load` raises.
    """
    from companion.vision.camera import load_camera
    from companion.vision.pipeline import Reader

    reader = Reader(camera=load_camera(data))
    reader.refine = profiles_of(data, reader).stage(profile)
    return reader


def profiles_of(data: Path, reader: Reader) -> ProfileStore:
    """The profiles of a data folder, for the classifier of a reader."""
    from companion.vision.profile_store import ProfileStore

    return ProfileStore(data / "profiles", lambda: reader.models()[1])


@dataclass(frozen=True, eq=False)
class _Read:
    """A reading that is remembered with the photograph that its outlines belong to."""

    photo: bytes
    quads: tuple[Quad, ...]


class Recognition:
    """Reads photographs for a server; what it takes is loaded when it is first needed.

    The server answers at once after its start, also after a loss of power in the middle of a
    game: only the first photograph has to wait for the models. A set that is enrolled, or a camera
    that is calibrated meanwhile, is known to the next photograph. The last photographs are kept in
    memory, so that a correction can teach the set.
    """

    def __init__(self, data: Path) -> None:
        self.data = data
        self._lock = threading.Lock()
        self._loaded: Reader | None = None
        self._known: object = None
        self._read: OrderedDict[str, _Read] = OrderedDict()

    def __call__(self, *photos: bytes) -> Reading:
        return self._remembered(photos, self.reader().read(*photos))

    def read_table(self, *photos: bytes) -> Reading:
        return self._remembered(photos, self.reader().read(*photos, table=True))

    def warm_up(self) -> None:
        """Raises CompanionError where models are missing."""
        self.reader().models()

    def reader(self) -> Reader:
        """The reader, with what is known now. Raises RecognitionMissingError."""
        with self._lock:
            if self._loaded is None:
                try:
                    from companion.vision.pipeline import Reader
                except ImportError as error:
                    raise RecognitionMissingError from error
                self._loaded = Reader()
            self._learn_what_is_new(self._loaded)
            return self._loaded

    def profiles(self) -> ProfileStore:
        return profiles_of(self.data, self.reader())

    def face(self, reading: str, tile: int) -> tuple[bytes, Quad]:
        """A remembered photograph and the outline of one of its tiles.

        Raises ReadingForgottenError, TileMissingError.
        """
        read = self._read.get(reading)
        if read is None:
            raise ReadingForgottenError
        if not 0 <= tile < len(read.quads):
            raise TileMissingError(tile)
        return read.photo, read.quads[tile]

    def _remembered(self, photos: tuple[bytes, ...], reading: Reading) -> Reading:
        id = secrets.token_urlsafe(9)
        photo = photos[reading.photo or 0]
        with self._lock:
            self._read[id] = _Read(photo, tuple(tile.quad for tile in reading.tiles))
            while len(self._read) > 1 and (
                len(self._read) > _READINGS
                or sum(len(read.photo) for read in self._read.values()) > _BYTES
            ):
                self._read.popitem(last=False)
        return replace(reading, id=id)

    def _learn_what_is_new(self, reader: Reader) -> None:
        from companion.vision.camera import CameraCalibration, camera_state, load_camera

        store = profiles_of(self.data, reader)
        state = (store.state(), camera_state(self.data))
        if state == self._known:
            return
        reader.camera = CameraCalibration()
        with contextlib.suppress(CompanionError):  # damaged: set aside, and read without
            reader.camera = load_camera(self.data)
        reader.refine = store.stage()
        self._known = store.state(), camera_state(self.data)
