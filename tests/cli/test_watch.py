"""`companion watch`: the camera waits for the table to be still, and is told only what is sure."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.base.resources import resource
from companion.cli import main
from companion.cli.watch import (
    CameraGoneError,
    CameraMissingError,
    NeverStillError,
    frames,
    watch,
)
from companion.seen.certainty import is_certain
from companion.seen.reading import Group, ImageInfo, Reading, SeenHand, SeenTile
from companion.service.recognition import profiles_of
from companion.vision.calibration.camera import (
    CameraCalibration,
    TakenBy,
    WhiteBalance,
    save_camera,
)
from companion.vision.pipeline import Reader
from companion.vision.recognition.photo import load_photo
from companion.vision.still import Stillness
from companion.vision.tile_sets.enrol import face_of
from companion.vision.tile_sets.profile import Profile
from companion.vision.tile_sets.profile_store import ProfileMissingError
from datasets.images import read_image
from tests.cli.test_read import companion, refused

module = importlib.import_module("companion.cli.watch")
GREEN = np.full((480, 640, 3), (40, 120, 60), np.uint8)


def hand_at(x: int) -> np.ndarray:
    """A table over which a hand-sized patch has moved to x."""
    frame = GREEN.copy()
    frame[100:220, x : x + 90] = (220, 180, 150)
    return frame


def told(frames: list[np.ndarray], rate: float = 10) -> list[int]:
    stillness = Stillness(0.5)
    return [k for k, frame in enumerate(frames) if stillness(frame, k / rate)]


def test_a_table_at_rest_is_told_once() -> None:
    assert told([GREEN] * 30) == [5]


def test_nothing_is_told_while_a_hand_moves() -> None:
    assert told([hand_at(20 * k) for k in range(20)]) == []


def test_nothing_is_told_while_a_hand_creeps() -> None:
    """From one picture to the next it moves too little to count."""
    assert told([hand_at(k) for k in range(60)], rate=30) == []


def test_a_new_scene_is_told_when_it_has_come_to_rest() -> None:
    assert len(told([GREEN] * 12 + [hand_at(20 * k) for k in range(10)] + [hand_at(300)] * 12)) == 2


def test_noise_and_a_lamp_that_dims_are_no_movement() -> None:
    rng = np.random.default_rng(1)
    frames = [
        np.clip(GREEN - k // 3 + rng.normal(0, 6, GREEN.shape), 0, 255).astype(np.uint8)
        for k in range(24)
    ]
    assert len(told(frames)) == 1


def test_a_scene_may_be_looked_at_again() -> None:
    stillness = Stillness(0.5)
    first = [stillness(GREEN, k / 10) for k in range(10)].count(True)
    stillness.look_again()
    assert (first, stillness(GREEN, 1.1)) == (1, True)


def test_each_scene_is_looked_at_anew_as_often_as_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenes = [GREEN] * 7 + [hand_at(20 * k) for k in range(4)] + [hand_at(300)] * 12
    looked_at: list[np.ndarray] = []

    def doubtful(reader: Reader, frame: np.ndarray, table: bool) -> Reading:
        looked_at.append(frame)
        return replace(reading_with(("5z", 0.6), "6z"), warnings=("A tile is hidden.",))

    monkeypatch.setattr(Reader, "read", doubtful)
    monkeypatch.setattr(module, "frames", lambda source: zip(scenes, np.arange(23), strict=True))
    done = CliRunner().invoke(watch, ["--still", "5"])
    assert [frame is GREEN for frame in looked_at] == [True, True, False, False, False]
    assert done.stderr.count("Not certain yet.") == 1


def test_ctrl_c_is_how_watching_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(source: str) -> Iterator[tuple[np.ndarray, float]]:
        yield GREEN, 0.0
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "frames", interrupted)
    with pytest.raises(SystemExit) as left:
        main(["watch"])
    assert (left.value.code, capsys.readouterr()) == (0, ("", "Stopped.\n"))


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Somebody lays a hand down and takes the hand away. Chips lie on the two flowers among the
    sample's discards, of which nobody could be certain whose they are."""
    path = tmp_path_factory.mktemp("film") / "table.avi"
    sample = np.ascontiguousarray(read_image(resource("samples", "hard.jpg"))[..., ::-1])
    for flower in ((936, 576), (767, 442)):
        cv2.circle(sample, flower, 48, (60, 90, 40), -1)
    height, width = sample.shape[:2]
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (width, height))
    for k in range(4):
        moving = sample.copy()
        cv2.circle(moving, (width * k // 4, height // 2), height // 3, (150, 180, 220), -1)
        out.write(moving)
    for _ in range(8):
        out.write(sample)
    out.release()
    return path


def test_a_hand_is_read_when_it_lies_still(film: Path) -> None:
    done = CliRunner().invoke(watch, ["--camera", str(film), "--once", "--json"])
    answer = json.loads(done.stdout.splitlines()[-1])
    truth = json.loads(resource("samples", "hard.json").read_text())["hand"]
    assert done.exit_code == 0
    assert answer["certain"] is True
    assert answer["hand"]["melds"] == truth["melds"]
    assert answer["hand"]["bonus"] == truth["bonus"]


def test_the_picture_of_a_reading_is_kept_where_wanted(film: Path, tmp_path: Path) -> None:
    CliRunner().invoke(watch, ["--camera", str(film), "--once", "--save", str(tmp_path)])
    assert [path.suffix for path in tmp_path.iterdir()] == [".jpg"]


def test_a_hand_is_read_with_an_enrolled_set_and_a_calibrated_camera(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader()
    sample = resource("samples", "hard.jpg")
    bone = Profile("bone")
    for tile in reader.read(sample).tiles:
        bone = bone.with_example(face_of(sample, tile.quad), tile.code)
    profiles_of(tmp_path, reader).save(bone)
    frame, _ = next(frames(str(film)))
    under_lamp = CameraCalibration().with_part(load_photo(frame), WhiteBalance((1.1, 1.0, 0.9)))
    save_camera(tmp_path, under_lamp)
    balanced: list[np.ndarray] = []

    def remember(self: WhiteBalance, pixels: np.ndarray) -> np.ndarray:
        balanced.append(pixels)
        return pixels

    monkeypatch.setattr(WhiteBalance, "__call__", remember)
    film_and_data = ["--camera", str(film), "--data", str(tmp_path), "--once", "--json"]
    done = CliRunner().invoke(watch, [*film_and_data, "--profile", "bone"])
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["profile"] == "bone"
    assert balanced[0].shape == frame.shape, "the camera's white balance is applied to its frames"


def test_a_set_that_is_not_enrolled_is_one_sentence(film: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        watch, ["--camera", str(film), "--data", str(tmp_path), "--profile", "bone"]
    )
    assert isinstance(done.exception, ProfileMissingError)
    assert "none is enrolled yet" in str(done.exception)


def test_a_picture_to_calibrate_with_is_as_the_camera_sees_it(film: Path, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    done = CliRunner().invoke(watch, ["--camera", str(film), "--photo", str(picture)])
    assert done.exit_code == 0
    frame, _ = next(frames(str(film)))
    assert TakenBy.of(load_photo(picture)).took(load_photo(frame))


def test_a_film_in_which_nothing_rests_gives_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "moving.avi"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 480))
    for k in range(6):
        out.write(hand_at(90 * k))
    out.release()
    picture = tmp_path / "table.png"
    done = CliRunner().invoke(watch, ["--camera", str(path), "--photo", str(picture)])
    assert isinstance(done.exception, NeverStillError)
    assert not picture.exists()


def test_a_film_without_a_hand_is_a_no(tmp_path: Path) -> None:
    path = tmp_path / "empty.avi"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 480))
    for _ in range(10):
        out.write(GREEN)
    out.release()
    done = CliRunner().invoke(watch, ["--camera", str(path)])
    assert done.exit_code == 1
    assert "ended before a hand" in done.stderr


def test_a_camera_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(watch, ["--camera", str(tmp_path / "none.avi")])
    assert isinstance(done.exception, CameraMissingError)
    assert "plug it in" in str(done.exception)


class _Camera:
    """One that gives these pictures, raises these errors, and gives nothing for None. It can always
    be opened."""

    def __init__(self, *gives: np.ndarray | cv2.error | None) -> None:
        self._gives = iter(gives)
        self.opened = 0

    def open(self, source: int | str) -> bool:
        self.opened += 1
        return True

    def set(self, what: int, value: float) -> bool:
        return True

    def get(self, what: int) -> float:
        return 0.0

    def read(self) -> tuple[bool, np.ndarray | None]:
        given = next(self._gives, None)
        if isinstance(given, cv2.error):
            raise given
        return given is not None, given

    def release(self) -> None:
        pass


NOTHING = np.zeros((0, 0, 3), np.uint8)


@pytest.mark.parametrize("source", ["0", "/dev/video0", "rtsp://kitchen/table"])
@pytest.mark.parametrize("failure", [None, cv2.error("device lost"), NOTHING])
def test_a_camera_that_fails_for_a_moment_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, source: str, failure: np.ndarray | cv2.error | None
) -> None:
    camera = _Camera(GREEN, failure, failure, GREEN, GREEN)
    monkeypatch.setattr(cv2, "VideoCapture", lambda: camera)
    monkeypatch.setattr(module, "_TRIES_EVERY_S", 0.0)
    seen = [frame for frame, _ in islice(frames(source), 3)]
    assert all((frame == GREEN[..., ::-1]).all() for frame in seen)
    assert (len(seen), camera.opened) == (3, 3)


def test_a_camera_that_stays_away_is_said_also_after_a_certain_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda: _Camera(*[GREEN] * 5))
    monkeypatch.setattr(module, "_BACK_WITHIN_S", 0.0)
    monkeypatch.setattr(module, "is_certain", lambda reading: True)
    monkeypatch.setattr(Stillness, "__call__", lambda self, frame, now: True)
    monkeypatch.setattr(Reader, "read", lambda *given, **named: reading_with(("5z", 1.0), "6z"))
    with pytest.raises(SystemExit) as left:
        main(["watch", "--json"])
    printed = capsys.readouterr()
    assert (left.value.code, printed.err) == (2, f"{CameraGoneError('0')}\n")
    assert len(printed.out.splitlines()) == 5


@pytest.mark.parametrize("camera", ["97", "rtsp://127.0.0.1:9/none"])
def test_no_other_line_stands_beside_that_sentence(camera: str) -> None:
    assert "plug it in" in refused(companion("watch", "--camera", camera))


def reading_with(last: tuple[str, float], other: str) -> Reading:
    """A complete hand in one row, of whose last tile the eye is not sure."""
    codes = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "5z", last[0]]
    quads = [((x, 0.0), (x + 9, 0.0), (x + 9, 12.0), (x, 12.0)) for x in range(0, 140, 10)]
    tiles = [
        SeenTile(code, 1.0, quad, ((code, 1.0),), True)
        for code, quad in zip(codes, quads, strict=True)
    ]
    names = (last, (other, 1 - last[1]))
    tiles[-1] = replace(tiles[-1], confidence=last[1], alternatives=names, sure=False)
    return Reading(
        image=ImageInfo(None, 200, 100),
        tiles=tuple(tiles),
        groups=(Group(tuple(range(14)), "loose", True),),
        hand=SeenHand(tuple(codes)),
    )


def test_a_doubtful_tile_is_certain_where_only_its_name_completes_the_hand() -> None:
    assert is_certain(reading_with(("5z", 0.98), "6z"))


def test_a_doubtful_tile_stays_doubtful_where_another_name_fits_as_well() -> None:
    reading = reading_with(("5z", 0.98), "6z")
    first = replace(reading.tiles[0], alternatives=(("1m", 0.9), ("4m", 0.1)), sure=False)
    assert not is_certain(replace(reading, tiles=(first, *reading.tiles[1:])))
