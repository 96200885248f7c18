"""`companion watch`: a camera above the table reads every hand that comes to rest."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.base.errors import UnavailableError
from companion.cli import answer_no, say
from companion.cli.data_folder import data_option
from companion.cli.pictures import write_picture
from companion.cli.read import as_text, players_option
from companion.seen.certainty import is_certain
from companion.seen.game import Game
from companion.seen.reading import Reading

if TYPE_CHECKING:
    import cv2

    from companion.vision.arrays import ByteArray
    from companion.vision.pipeline import Reader
    from companion.vision.still import Stillness

_SHARPEST = (3840, 2160)
"""Pixels that a camera is asked for; it takes the nearest size that it has."""
_USUAL_RATE = 25.0
"""Pictures a second of a video that does not say its own."""
_LOOKS = 3
"""How often an uncertain scene is read before a person is asked to help."""
_BACK_WITHIN_S = 10.0
"""Seconds for which a camera that gives no picture is opened again: a loose plug, or a network
that was away. Set by hand, not measured."""
_TRIES_EVERY_S = 0.5
"""Seconds between these tries. Set by hand, not measured."""


class CameraMissingError(UnavailableError):
    def __init__(self, source: str) -> None:
        super().__init__(
            f"The camera {source} cannot be opened; plug it in, allow its use (on a Mac under"
            " Privacy, Camera), close the program that uses it, or name another with --camera,"
            " such as 1."
        )


class CameraGoneError(UnavailableError):
    def __init__(self, source: str) -> None:
        super().__init__(
            f"The camera {source} gives no pictures; look at its cable or its network, and start "
            "`companion watch` again."
        )


class NeverStillError(UnavailableError):
    sentence = (
        "The video ended before nothing moved; fix the camera and wait until the table lies still."
    )


@click.command()
@click.option(
    "--camera",
    "source",
    default="0",
    metavar="NUMBER|ADDRESS",
    help="The camera's number, or the file or address of a video (default 0).",
)
@click.option("--table", is_flag=True, help="Read the hands of a whole table.")
@players_option
@click.option("--profile", help="Read with this enrolled tile set.")
@click.option("--once", is_flag=True, help="Stop at the first hand that is read with certainty.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each reading.")
@click.option(
    "--save",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder for the picture of every certain reading, every tile outlined and named.",
)
@click.option(
    "--photo",
    type=click.Path(path_type=Path),
    metavar="OUT.png",
    help="Write what the camera sees when nothing moves, to calibrate it with, and stop.",
)
@click.option(
    "--still",
    type=click.FloatRange(0.2, 10),
    default=0.8,
    show_default=True,
    help="Seconds for which nothing may move before the table is read.",
)
@data_option
def watch(
    source: str,
    table: bool,
    players: int,
    profile: str | None,
    once: bool,
    as_json: bool,
    save: Path | None,
    photo: Path | None,
    still: float,
    data: Path,
) -> None:
    """Watch the table through a camera and read each hand when it lies still.

    When every tile of a hand is certain, its reading is printed. Otherwise the same scene is read
    again, and then the doubtful tiles are named. The enrolled sets and the calibration of the
    camera count as for photographs. Ctrl-C stops it.

    Exit status: 0 stopped, or read with --once; 1 the video ended without a certain reading; 2 no
    camera, or it is gone.
    """
    from companion.service.recognition import open_reader
    from companion.vision.still import Stillness

    stillness = Stillness(still)
    if photo is not None:
        _take_photo(photo, source, stillness)
        return
    reader = open_reader(data, profile)
    reader.game = Game(players=players)
    read_any = False
    try:
        for frame, reading in _at_rest(source, stillness, reader, table):
            if not is_certain(reading):
                if stillness.looks < _LOOKS:
                    stillness.look_again()
                else:
                    _say(reading, as_json, certain=False)
                continue
            read_any = True
            _say(reading, as_json, certain=True)
            if save is not None:
                _keep(save, frame, reading)
            if once:
                return
    except KeyboardInterrupt:  # how a person ends it
        say("Stopped.")
        return
    if not read_any:
        answer_no("The video ended before a hand was read with certainty.")


def _at_rest(
    source: str, stillness: Stillness, reader: Reader, table: bool
) -> Iterator[tuple[ByteArray, Reading]]:
    """Each frame in which a new scene lies still, and its reading."""
    # A file is watched by its own clock, so that it is read the same way on any machine.
    for frame, now in frames(source):
        if stillness(frame, now):
            yield frame, reader.read(frame, table=table)


def _take_photo(path: Path, source: str, stillness: Stillness) -> None:
    """Write the first frame in which nothing moves, in the size in which it is read."""
    for frame, now in frames(source):
        if stillness(frame, now):
            write_picture(path, frame)
            return
    raise NeverStillError


def frames(source: str) -> Iterator[tuple[ByteArray, float]]:
    """Frames of a camera or video, H × W × 3 uint8 RGB, with their time in seconds.

    A video ends where its file does; a camera that gives no picture is waited for. Raises
    CameraMissingError, CameraGoneError.
    """
    import cv2

    capture = cv2.VideoCapture()
    try:
        if not _open(capture, source):
            raise CameraMissingError(source)
        a_file = not source.isdecimal() and (
            capture.get(cv2.CAP_PROP_FRAME_COUNT) > 0 or os.path.isfile(source)
        )
        rate = capture.get(cv2.CAP_PROP_FPS) or _USUAL_RATE
        count = 0
        while True:
            frame = _next(capture)
            if frame is None:
                if a_file:
                    return
                frame = _back(capture, source)
            yield frame, count / rate if a_file else time.monotonic()
            count += 1
    finally:
        capture.release()


def _open(capture: cv2.VideoCapture, source: str) -> bool:
    """Open the camera or video, or open it anew. False if it cannot be opened."""
    import cv2

    number = source.isdecimal()
    try:
        source.encode()  # OpenCV ends the program where a name is not UTF-8
        there = capture.open(int(source)) if number else capture.open(source)
    except (cv2.error, ValueError):  # such a name, or a number that is larger than any camera's
        return False
    if there and number:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, _SHARPEST[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _SHARPEST[1])
    return there


def _next(capture: cv2.VideoCapture) -> ByteArray | None:
    """The next picture; None if there is none, or one that holds nothing."""
    import cv2
    import numpy as np

    try:
        good, frame = capture.read()
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB), np.uint8) if good else None
    except cv2.error:  # a device that was unplugged, or an empty picture
        return None


def _back(capture: cv2.VideoCapture, source: str) -> ByteArray:
    """The next picture of a camera that gave none: it is opened anew. Raises CameraGoneError."""
    until = time.monotonic() + _BACK_WITHIN_S
    while time.monotonic() < until:
        time.sleep(_TRIES_EVERY_S)
        if _open(capture, source):
            frame = _next(capture)
            if frame is not None:
                return frame
    raise CameraGoneError(source)


def _say(reading: Reading, as_json: bool, certain: bool) -> None:
    if as_json:
        print(json.dumps({"certain": certain, **reading.to_json()}, ensure_ascii=False), flush=True)
    elif certain:
        print(as_text(reading, None), end="\n\n", flush=True)
    elif reading.tiles:
        print(f"Not certain yet. {as_text(reading, None)}", file=sys.stderr, flush=True)


def _keep(folder: Path, frame: ByteArray, reading: Reading) -> None:
    from companion.vision.overlay import annotate
    from companion.vision.recognition.photo import load_photo

    name = time.strftime("%Y-%m-%d %H-%M-%S.jpg")
    write_picture(folder / name, annotate(load_photo(frame), reading))
