"""Reading photographs with the enrolled sets and the calibrated camera of a data folder."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.base.errors import CompanionError, NotFoundError, UnavailableError
from companion.game.tiles import Tile
from companion.seen.game import UNKNOWN, Game
from companion.seen.reading import Overlooked, Quad, Reading, SeenTile
from companion.service.decoder import Decoder
from companion.service.memory import give_back

if TYPE_CHECKING:
    from companion.vision.calibration.camera import TakenBy
    from companion.vision.pipeline import Reader
    from companion.vision.recognition.photo import Photo
    from companion.vision.tile_sets.profile_store import ProfileStore

_READINGS = 8
"""Readings that are remembered: the four hands of a deal, and their corrections."""
_BYTES = 128 * 1024 * 1024
"""Bytes of remembered photographs, not counting the last one."""


class RecognitionMissingError(UnavailableError):
    sentence = (
        "Photographs cannot be read on this machine; `companion doctor` says what is missing."
    )


class ReadingForgottenError(NotFoundError):
    sentence = "That photograph is not remembered any more; take it again."
    field = "reading"


class TileMissingError(NotFoundError):
    def __init__(self, tile: int) -> None:
        super().__init__(f"That reading has no tile {tile}; load the page again.", "tile")


def open_reader(data: Path, profile: str | None) -> Reader:
    """A reader that uses what is in a data folder.

    profile: the set to read with. Without a name, the reader uses the chosen set, or else the set
    that a picture shows. Raises CameraDamagedError and, for a named profile, what
    `ProfileStore.load` raises.
    """
    from companion.vision.calibration.camera import load_camera
    from companion.vision.pipeline import Reader

    reader = Reader(camera=load_camera(data))
    reader.refine = profiles_of(data, reader).stage(profile)
    return reader


def profiles_of(data: Path, reader: Reader) -> ProfileStore:
    """The profiles of a data folder, for the classifier of a reader."""
    from companion.vision.tile_sets.profile_store import ProfileStore

    return ProfileStore(data / "profiles", lambda: reader.models().classifier)


@dataclass(frozen=True, eq=False)
class _Read:
    """A reading that is remembered, with the photograph that its outlines belong to."""

    photo: bytes
    taken: TakenBy
    reading: Reading
    game: Game


class Recognition:
    """Reads photographs for a server, and loads the models when the first one comes.

    So the server answers at once after a start, even after a power cut in the middle of a game;
    only the first photograph waits for the models. The next photograph already uses a set that is
    enrolled, or a camera that is calibrated, in the meantime. The last photographs stay in memory,
    so that a correction can teach the set.
    """

    def __init__(self, data: Path) -> None:
        self.data = data
        self._lock = threading.Lock()
        self._loaded: Reader | None = None
        self._known: object = None
        self._read: OrderedDict[str, _Read] = OrderedDict()
        self._decoder = Decoder()
        self._thread = ThreadPoolExecutor(1, "reading")

    def __call__(
        self,
        *photos: bytes,
        table: bool | None = False,
        game: Game = UNKNOWN,
    ) -> Reading:
        """What photographs of the same tiles show; see `Reader.read`."""
        from companion.vision.calibration.camera import TakenBy

        reader, start = self.reader(), time.perf_counter()
        opened = [self.opened(photo) for photo in photos]
        decoded_ms = round((time.perf_counter() - start) * 1000, 2)
        try:
            # Always in the same thread: libraries keep memory for each that calls them.
            reading = self._in_game(reader, game, lambda: reader.read(*opened, table=table))
        finally:
            give_back()
        timing = {**reading.timing_ms, "decode": decoded_ms}
        place = reading.photo or 0
        taken = TakenBy.of(opened[place])
        reading = replace(reading, timing_ms=timing)
        return self._remembered(photos[place], taken, reading, game)

    def opened(self, photo: bytes) -> Photo:
        """A photograph that somebody sent, decoded. Raises what `Decoder` raises."""
        return self._decoder(photo)

    def warm_up(self) -> None:
        """Raises CompanionError if models are missing."""
        self.reader().models()
        self._decoder.warm_up()

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)
        self._decoder.close()

    def reader(self) -> Reader:
        """The reader with everything that is known now. Raises RecognitionMissingError."""
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
        """A remembered photograph, and the outline of one of its tiles.

        Raises ReadingForgottenError, TileMissingError.
        """
        read = self._read.get(reading)
        if read is None:
            raise ReadingForgottenError
        return read.photo, _tiles(read.reading, [tile])[0].quad

    def again(
        self,
        reading: str,
        said: Mapping[int, Tile | None],
        overlooked: Sequence[Overlooked] = (),
    ) -> Reading:
        """A remembered reading once more, with what a person said of its tiles by their places,
        None for what is no tile, and with tiles that were not found.

        It takes a layout's time, and a few more for each tile that was not found, as the picture is
        not looked at again. What was remembered stays as it was: the next call says all that is
        known. Raises ReadingForgottenError, TileMissingError.
        """
        read = self._read.get(reading)
        if read is None:
            raise ReadingForgottenError
        _tiles(read.reading, [*said, *(one.beside for one in overlooked)])
        reader = self.reader()
        return self._in_game(
            reader, read.game, lambda: reader.again(read.reading, read.taken, said, overlooked)
        )

    def _in_game(self, reader: Reader, game: Game, task: Callable[[], Reading]) -> Reading:
        """What a task of the reader gives in its thread, knowing the game played."""

        def read() -> Reading:
            reader.game = game
            return task()

        return self._thread.submit(read).result()

    def _remembered(self, photo: bytes, taken: TakenBy, reading: Reading, game: Game) -> Reading:
        reading = replace(reading, id=secrets.token_urlsafe(9))
        with self._lock:
            self._read[reading.id or ""] = _Read(photo, taken, reading, game)
            while len(self._read) > 1 and (
                len(self._read) > _READINGS
                or sum(len(read.photo) for read in self._read.values()) > _BYTES
            ):
                self._read.popitem(last=False)
        return reading

    def _learn_what_is_new(self, reader: Reader) -> None:
        from companion.vision.calibration.camera import CameraCalibration, camera_state, load_camera

        store = profiles_of(self.data, reader)
        state = (store.state(), camera_state(self.data))
        if state == self._known:
            return
        reader.camera = CameraCalibration()
        with contextlib.suppress(CompanionError):  # damaged: put aside; read without it
            reader.camera = load_camera(self.data)
        reader.refine = store.stage()
        self._known = store.state(), camera_state(self.data)


def _tiles(reading: Reading, places: Iterable[int]) -> list[SeenTile]:
    """The tiles at these places. Raises TileMissingError."""
    for place in places:
        if not 0 <= place < len(reading.tiles):
            raise TileMissingError(place)
    return [reading.tiles[place] for place in places]
