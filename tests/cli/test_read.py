"""`companion read` and `companion doctor` as a person types them: answers, statuses, sentences."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.base.resources import resource
from companion.cli.files import FileUnwritableError, write_file
from companion.cli.pictures import write_picture
from companion.cli.read import as_text
from companion.rules.scoring.score import Score
from companion.seen.reading import (
    Decided,
    Group,
    HandReading,
    ImageInfo,
    ReadHand,
    Reading,
    SeenHand,
    SeenTile,
)
from companion.vision.recognition.photo import load_photo
from datasets.images import read_image


def companion(*arguments: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that a refusal prints; it prints nothing else, and its status is 2."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_the_sample_is_read_and_scored_line_by_line_with_its_pages() -> None:
    done = companion("read", "--sample", "--seat", "E", "--by", "draw", "--win-tile", "5p")
    assert done.returncode == 0, done.stderr
    assert "kong of 9 bamboo, concealed" in done.stdout.lower()
    assert "Harr p. 30" in done.stdout
    assert "116" in done.stdout


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.7, "this one is most likely (70%)"), (0.01, "none is likely, this one most (1%)")],
)
def test_how_likely_the_best_of_several_ways_is_is_said(chance: float, said: str) -> None:
    hand = SeenHand(("1m", "2m", "3m"))
    best = HandReading((), hand, chance, ())
    other = HandReading((), SeenHand(("1m", "2m")), chance / 2, ())
    reading = Reading(image=ImageInfo(None, 9, 9), hand=hand, readings=(best, other))
    assert f"1 other way; {said}." in as_text(reading, None)


def test_what_else_a_tile_may_be_is_never_the_name_that_it_has() -> None:
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    seen = (("3m", 0.6), ("4m", 0.35), ("5m", 0.05))  # the eye held another name likelier
    tile = SeenTile("4m", 0.35, quad, seen, sure=False, by_rule=True)
    reading = Reading(
        ImageInfo(None, 9, 9), (tile,), (Group((0,), "loose", True),), SeenHand(("4m",))
    )
    assert "4 characters, or 3 characters or 5 characters (35%)." in as_text(reading, None)


def test_of_a_whole_table_the_doubts_of_every_hand_are_told_beside_it() -> None:
    names = (("5p", 0.6), ("6p", 0.4))
    quads = [((x, 0.0), (x + 9, 0.0), (x + 9, 9.0), (x, 9.0)) for x in (0.0, 9.0, 18.0)]
    sure, unsure, ruled = (
        SeenTile("7z", 1.0, quads[0]),
        SeenTile("5p", 0.6, quads[1], names, sure=False),
        SeenTile("6p", 0.4, quads[2], names, by_rule=True),
    )
    held = SeenHand(("5p", "6p"))
    groups = (Group((1, 2), "loose", True),)
    ways = (HandReading(groups, held, 0.7, ()), HandReading(groups, SeenHand(("5p",)), 0.2, ()))
    rule = (Decided(2, "5p", "It finishes the hand."),)
    near = ReadHand((Group((0,), "loose", True),), SeenHand(("7z",)))
    far = ReadHand(groups, held, readings=ways, proposed_win=2, decided=rule)
    said = as_text(
        Reading(
            image=ImageInfo(None, 30, 30), tiles=(sure, unsure, ruled),
            groups=near.groups, hand=near.hand, warnings=("No hand was found on the left side.",),
            hands={"near": near.hand, "far": far.hand}, sides={"near": near, "far": far},
        ),
        None,
    )  # fmt: skip
    assert said.splitlines() == [
        "3 tiles found.",
        "Near:",
        "In the hand:   red dragon",
        "Far:",
        "In the hand:   5 dots, 6 dots",
        "Please look again at: 5 dots, or 6 dots (60%).",
        "Decided by rule, not by eye: 6 dots, where the eye held 5 dots likelier."
        " It finishes the hand.",
        "The tiles can also be read in 1 other way; this one is most likely (70%).",
        "6 dots lies as a winning tile is laid.",
        "No hand was found on the left side.",
    ]


def test_json_has_the_public_form() -> None:
    answer = json.loads(companion("read", "--sample", "--json").stdout)
    assert {"image", "tiles", "groups", "hand", "warnings", "timing_ms"} <= set(answer)
    tile = answer["tiles"][0]
    assert {"code", "confidence", "quad", "alternatives"} <= set(tile)
    assert len(tile["quad"]) == 4


def test_the_annotated_picture_is_written(tmp_path: Path) -> None:
    out = tmp_path / "seen.jpg"
    done = companion("read", resource("samples", "sample.jpg"), "--annotated", out)
    assert done.returncode == 0, done.stderr
    seen, original = read_image(out), read_image(resource("samples", "sample.jpg"))
    assert seen.shape == original.shape
    assert (seen != original).mean() > 0.01


@pytest.mark.skipif(os.name != "posix", reason="rights of files are told by POSIX systems")
def test_an_annotated_picture_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    out, other = tmp_path / "out.jpg", tmp_path / "other"
    other.touch()
    companion("read", "--sample", "--annotated", out)
    assert out.stat().st_mode == other.stat().st_mode
    out.chmod(0o640)
    companion("read", "--sample", "--annotated", out)
    assert out.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    out, link = tmp_path / "out.jpg", tmp_path / "link.jpg"
    out.write_bytes(b"before")
    try:
        link.symlink_to(out)
    except OSError:
        pytest.skip("this system lets nobody make links")
    done = companion("read", "--sample", "--annotated", link)
    assert done.returncode == 0, done.stderr
    assert link.is_symlink()
    assert read_image(out).shape == read_image(resource("samples", "sample.jpg")).shape


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_a_pipe_or_a_device_gets_the_content_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reads = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"a picture")
        assert os.read(reads, 100) == b"a picture"
    finally:
        os.close(reads)
    assert pipe.is_fifo()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such files")
def test_the_standard_output_has_a_name_of_its_own() -> None:
    """Behind a pipe, as here, the name is a link to nothing that has a name."""
    reads, writes = os.pipe()
    try:
        write_file(Path(f"/dev/fd/{writes}"), b"a picture")
        assert os.read(reads, 100) == b"a picture"
    finally:
        os.close(reads)
        os.close(writes)


def test_a_picture_far_longer_than_wide_is_annotated(tmp_path: Path) -> None:
    path, out = tmp_path / "strip.png", tmp_path / "seen.jpg"
    cv2.imwrite(str(path), np.zeros((80_000, 16, 3), np.uint8))
    done = companion("read", path, "--annotated", out)
    assert (done.returncode, "looks like a tile" in done.stderr) == (1, True), done.stderr
    assert out.exists()


def test_an_option_that_is_nested_too_deeply_is_one_sentence() -> None:
    option = f"limit={'[' * 20_000}"
    assert "limit has to be" in refused(companion("read", "--sample", "--option", option))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_whose_name_is_no_text_is_read_and_written(tmp_path: Path) -> None:
    photo, out = tmp_path / os.fsdecode(b"caf\xe9.jpg"), tmp_path / os.fsdecode(b"seen\xe9.jpg")
    shutil.copy(resource("samples", "sample.jpg"), photo)
    done = companion("read", "--json", photo, "--annotated", out)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["image"]["path"] == f"{tmp_path}/caf�.jpg"
    assert load_photo(out).pixels.shape == load_photo(photo).pixels.shape
    assert "cannot be opened" in refused(companion("watch", "--camera", photo.with_suffix(".avi")))


def test_the_annotated_picture_needs_a_folder_that_exists(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "seen.jpg"
    assert "cannot be written" in refused(companion("read", "--sample", "--annotated", out))


@pytest.mark.parametrize("out", ["hand.jpg", "./other/../hand.jpg", "link.jpg"])
def test_the_photograph_is_never_written_over(tmp_path: Path, out: str) -> None:
    photo = tmp_path / "hand.jpg"
    shutil.copy(resource("samples", "sample.jpg"), photo)
    (tmp_path / "other").mkdir()
    (tmp_path / "link.jpg").symlink_to(photo)
    done = companion("read", photo, "--annotated", f"{tmp_path}/{out}")
    assert "is a photograph that is read here" in refused(done)
    assert photo.read_bytes() == resource("samples", "sample.jpg").read_bytes()


def test_a_picture_for_which_there_is_no_room_says_so_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileUnwritableError, match="No space left"):
        write_picture(tmp_path / "out.jpg", np.zeros((9, 9, 3), np.uint8))
    assert list(tmp_path.iterdir()) == []


def test_layout_can_be_worked_out_anew_from_a_reading(tmp_path: Path) -> None:
    first = json.loads(companion("read", "--sample", "--json").stdout)
    path = tmp_path / "reading.json"
    path.write_text(json.dumps(first))
    again = json.loads(companion("read", "--tiles", path, "--json").stdout)
    assert again["hand"] == first["hand"]
    assert again["groups"] == first["groups"]


def test_a_tile_that_the_rules_named_is_told_the_same_way_when_its_reading_is_given_back() -> None:
    codes = ["1m", "2m", "3m", "4m", "5m", "6m", "7s", "8s", "9s", "5p", "5p", "5p", "3p", "4p"]
    tiles: list[dict[str, object]] = [
        {"code": code, "quad": [[x, 0], [x + 40, 0], [x + 40, 54], [x, 54]]}
        for x, code in zip(range(0, 560, 40), codes, strict=True)
    ]
    tiles[-1] |= {"confidence": 0.55, "alternatives": [["4p", 0.55], ["3p", 0.44]], "sure": False}
    given = {"image": {"width": 600, "height": 400}, "tiles": tiles}
    first = json.loads(companion("read", "--tiles", "-", "--json", stdin=json.dumps(given)).stdout)
    assert first["decided"][0]["seen"] == "4p"
    again = json.loads(companion("read", "--tiles", "-", "--json", stdin=json.dumps(first)).stdout)
    assert again == first


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("missing.jpg", None, "no file"),
        ("letter.jpg", b"Dear Ann,\nthe tiles are lovely.\n", "not a picture"),
        ("empty.jpg", b"", "empty"),
    ],
)
def test_what_is_no_photograph(
    tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert sentence in refused(companion("read", path))


@pytest.mark.parametrize(
    "command", [["read"], ["enrol", "bone"], ["rules", "check"], ["restore"], ["calibrate", "lens"]]
)
def test_a_name_longer_than_a_file_may_have(command: list[str]) -> None:
    assert "cannot be" in refused(companion(*command, "x" * 300))


def test_a_truncated_photograph(tmp_path: Path) -> None:
    path = tmp_path / "cut.jpg"
    whole = resource("samples", "sample.jpg").read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "damaged" in refused(companion("read", path))


def test_an_empty_table_is_answered_no(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((600, 800, 3), 90, np.uint8))
    done = companion("read", path, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["tiles"] == []
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_hand_of_fourteen_tiles_is_scored_as_the_winners() -> None:
    asked = json.loads(companion("read", "--sample", "--seat", "E", "--json").stdout)
    told = json.loads(companion("read", "--sample", "--seat", "E", "--winner", "--json").stdout)
    assert asked["score"]["complete"]
    assert asked["score"]["total"] == told["score"]["total"]


def test_an_option_of_the_rules_alone_asks_for_the_score() -> None:
    done = companion("read", "--sample", "--option", "limit=50", "--json")
    assert json.loads(done.stdout)["score"]["total"] == 50


def test_a_hand_that_cannot_be_scored_is_answered_in_the_form_of_a_score() -> None:
    """As `companion score` answers tiles that do not win: nothing scores, and the reason."""
    done = companion("read", "--sample", "--win-tile", "1z", "--json")
    score = Score.from_json(json.loads(done.stdout)["score"])
    assert score == Score(False, None, (), (), reason=done.stderr.strip())
    assert (done.returncode, "1z" in done.stderr or "East" in done.stderr) == (1, True)


def test_why_a_hand_has_no_score_stands_on_standard_error_alone() -> None:
    done = companion("read", "--sample", "--win-tile", "1z")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "tiles found." in done.stdout
    assert done.stderr.strip() not in done.stdout


def test_a_broken_option_and_a_missing_photograph_are_named() -> None:
    assert "NAME=VALUE" in refused(companion("read", "--sample", "--winner", "--option", "limit"))
    assert "--sample" in refused(companion("read"))
    assert "companion --help" in refused(companion("reed"))


def test_help_names_every_command() -> None:
    done = companion("--help")
    assert done.returncode == 0
    for command in ("read", "score", "settle", "rules", "serve", "enrol", "profiles", "doctor"):
        assert command in done.stdout


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_what_the_encoding_of_the_output_lacks_is_a_question_mark(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    command = [sys.executable, "-m", "companion", "doctor", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"SQLite" in done.stdout


@pytest.mark.parametrize(
    ("command", "status"),
    [([], 0), (["--help"], 0), (["score", "--help"], 0), (["score", "--example"], 0),
     (["enrol", "--print-order"], 0), (["reed"], 2)],
)  # fmt: skip
def test_a_program_that_stops_reading_changes_no_exit_status(
    command: list[str], status: int
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "companion", *command],
            stdout=gone,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, len(done.stderr.splitlines())) == (status, status // 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_sentence_that_nobody_can_read_changes_no_exit_status(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "score", str(tmp_path / "missing.json")]
    with open("/dev/full", "w") as full:
        assert subprocess.run(command, stderr=full, check=False).returncode == 2


def test_doctor_says_what_is_there(tmp_path: Path) -> None:
    done = companion("doctor", "--json", "--data", tmp_path)
    checks = {check["what"]: check for check in json.loads(done.stdout)}
    assert done.returncode == 0, done.stdout
    assert checks["model detector"]["ok"]
    assert checks["model classifier"]["ok"]
    assert checks["model tile_odds"]["ok"]
    assert checks["data folder"]["ok"]


def doctor_after(line: str, data: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit status and checks of a doctor before whom this line of Python has run."""
    run = f"import companion.cli as c; {line}; c.main()"
    done = subprocess.run(
        [sys.executable, "-c", run, "doctor", "--json", "--data", str(data)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, {check["what"]: check for check in json.loads(done.stdout)}


@pytest.mark.parametrize("package", ["numpy", "onnxruntime"])
def test_doctor_says_which_package_is_missing_also_where_the_models_need_it(
    package: str, tmp_path: Path
) -> None:
    status, checks = doctor_after(f"import sys; sys.modules[{package!r}] = None", tmp_path)
    assert status == 1
    assert checks[package]["remedy"] == f"pip install {package}"
    assert package in checks["models"]["found"]
    assert checks["sample picture"]["ok"]


@pytest.mark.parametrize("missing", ["generic.json", "strangers.jpg"])
def test_doctor_misses_what_reading_with_an_enrolled_set_needs(
    missing: str, tmp_path: Path
) -> None:
    for path in resource("calibration").iterdir():
        if path.name != missing:
            shutil.copy(path, tmp_path)
    places = "from companion.base.resources import _IN_CHECKOUT as places"
    status, checks = doctor_after(f"{places}; places['calibration'] = {str(tmp_path)!r}", tmp_path)
    assert (status, checks["calibration"]["ok"]) == (1, False)
    assert missing in checks["calibration"]["remedy"]
