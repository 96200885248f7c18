"""Backups: all comes back, nothing is replaced unasked, and a kill in between loses nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import sys
import threading
import tracemalloc
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.base import whole_files
from companion.base.folder_lock import FolderInUseError, FolderLock
from companion.cli import group
from companion.cli.backup import BackupWithinError
from companion.ledger import Ledger, archive, copies, unsettled_photos
from companion.ledger.copies import KEPT, Copies, CopyFailedError, copy_database, copy_files
from companion.ledger.data_folder import LedgerMissingError
from companion.ledger.drafts import Drafts
from companion.ledger.whole_backup import (
    BackupUnreadableError,
    DataThereError,
    NotAWholeBackupError,
    finish_restore,
    restore_backup,
    write_backup,
)
from tests.ledger.played import JPEG, as_shown, begin, folder_with_evenings, settle


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def _shown(data: Path) -> dict[str, Any]:
    ledger = Ledger(data)
    try:
        return as_shown(ledger)
    finally:
        ledger.close()


def test_everything_but_the_keys_comes_back(data: Path, tmp_path: Path) -> None:
    shown = folder_with_evenings(data)
    for name, content in {
        "rulesets/ours.toml": b"base = 'harr'",
        "profiles/bone.zip": b"faces",
        "camera.json": b"{}",
        "pin": b"482913",
        "secret": b"s",
        "certificate-key.pem": b"k",
    }.items():
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_bytes(content)
    kept = write_backup(data, tmp_path / "all.zip")
    assert kept.evenings == 3
    assert kept.files == 3 + 3  # photographs, house rules, set and camera
    again = tmp_path / "again"
    assert restore_backup(tmp_path / "all.zip", again) == kept
    assert _shown(again) == shown
    assert (again / "rulesets/ours.toml").read_bytes() == b"base = 'harr'"
    assert len(list((again / "photos").glob("*/*.jpg"))) == 3
    assert not {"pin", "secret", "certificate-key.pem"} & {path.name for path in again.iterdir()}


@pytest.mark.parametrize("clock", [5000.0, 4e9])
def test_a_backup_is_written_whatever_the_clock_says(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: float
) -> None:
    """A small computer without a battery begins in 1970."""
    before = folder_with_evenings(data)
    for picture in (data / "photos").glob("*/*"):
        os.utime(picture, (clock, clock))
    monkeypatch.setattr("time.time", lambda: clock)
    write_backup(data, tmp_path / "all.zip")
    ledger = Ledger(data)
    for id in before:
        with (tmp_path / f"{id}.zip").open("wb") as file:
            archive.write(file, "{}", id, ledger.journal(id), ledger.photos)
    ledger.close()
    restore_backup(tmp_path / "all.zip", tmp_path / "there")
    assert (tmp_path / "there" / "ledger.db").exists()


def test_a_restore_gives_photographs_a_new_week(data: Path) -> None:
    folder_with_evenings(data)
    older = Copies(data).make()
    pictures = list((data / "photos").glob("*/*"))
    for picture in pictures:
        os.utime(picture, (1_000_000_000, 1_000_000_000))
    assert older is not None
    restore_backup(older, data, replace=True)
    ledger = Ledger(data)
    unsettled_photos.clear(ledger, Drafts(data / "drafts"))
    ledger.close()
    assert all(picture.exists() for picture in pictures)


def test_a_backup_holds_what_was_settled_a_moment_ago(data: Path, tmp_path: Path) -> None:
    folder_with_evenings(data)
    ledger = Ledger(data)  # as a server that goes on
    id = begin(ledger, "now")
    settle(ledger, id, 30, 0, 0, 0)
    write_backup(data, tmp_path / "all.zip")
    restore_backup(tmp_path / "all.zip", tmp_path / "again")
    assert id in _shown(tmp_path / "again")
    ledger.close()


@pytest.mark.parametrize("server", ["was stopped", "was killed"])
def test_a_folder_that_can_only_be_read_is_saved_whole(
    data: Path, tmp_path: Path, server: str
) -> None:
    folder_with_evenings(data)
    ledger = Ledger(data)
    id = begin(ledger, "now")
    if server == "was killed":  # the last evening is in the log only
        shutil.copytree(data, tmp_path / "killed")
        ledger.close()
        data = tmp_path / "killed"
        (data / "ledger.db-shm").unlink()
    ledger.close()
    # So that SQLite cannot make this file, whoever runs the tests.
    (data / "ledger.db-shm").symlink_to("nowhere")
    assert write_backup(data, tmp_path / "all.zip").evenings == 4
    restore_backup(tmp_path / "all.zip", tmp_path / "again")
    assert id in _shown(tmp_path / "again")


@pytest.mark.skipif(sys.platform == "win32", reason="this system sets no such limit")
def test_a_folder_on_a_full_disk_is_saved_to_another_disk(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    folder_with_evenings(data)
    _, most = before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def copy_to_the_other_disk(*files: Any) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        copy_files(*files)

    monkeypatch.setattr(copies, "copy_files", copy_to_the_other_disk)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, most))
        assert write_backup(data, tmp_path / "all.zip").evenings == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_folder_with_evenings_is_replaced_only_when_told_and_then_kept(
    data: Path, tmp_path: Path
) -> None:
    shown = folder_with_evenings(data)
    write_backup(data, tmp_path / "old.zip")
    ledger = Ledger(data)
    newer = begin(ledger, "newer")
    ledger.close()
    with pytest.raises(DataThereError, match="--replace"):
        restore_backup(tmp_path / "old.zip", data)
    restore_backup(tmp_path / "old.zip", data, replace=True)
    assert _shown(data) == shown
    assert newer in _shown(data / "replaced-1")


@pytest.mark.parametrize(
    "spoilt",
    [
        "no zip",
        "cut",
        "flipped",
        "with a password",
        "another zip",
        "a name outside",
        "a key",
        "no database",
    ],
)
def test_what_is_no_backup_is_said_and_changes_nothing(
    data: Path, tmp_path: Path, spoilt: str
) -> None:
    shown = folder_with_evenings(data)
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    write_backup(data, good)
    content = bytearray(good.read_bytes())
    with zipfile.ZipFile(good) as packed:
        head = json.loads(packed.read("backup.json"))
    if spoilt == "no zip":
        content = bytearray(b"Dear Ann")
    elif spoilt == "cut":
        content = content[: len(content) // 2]
    elif spoilt == "flipped":
        content[200] ^= 4
    elif spoilt == "with a password":
        content[content.rindex(b"PK\x01\x02") + 8] |= 1  # the flag of the last file in the list
    if spoilt in ("no zip", "cut", "flipped", "with a password"):
        bad.write_bytes(content)
    else:
        with zipfile.ZipFile(bad, "w") as packed:
            name = {"a name outside": "../evil", "a key": "pin"}.get(spoilt)
            empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            head["files"] = {name: empty} if name else {}
            if spoilt == "another zip":
                head = {"format": "other"}
            packed.writestr("backup.json", json.dumps(head))
            if name:
                packed.writestr(name, b"")
    with pytest.raises(NotAWholeBackupError):
        restore_backup(bad, data, replace=True)
    assert _shown(data) == shown
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize(
    "name",
    ["D:/x.bat", "C:x", "ledger.db:x", "rules/nul.toml", "rules/x.", "rules/x ", "a\\b", "PIN",
     "Secret", "certificate-KEY.pem", "Lock", "../x", "/x"],
)  # fmt: skip
def test_no_backup_writes_elsewhere_or_over_a_key_on_any_system(
    data: Path, tmp_path: Path, name: str
) -> None:
    folder_with_evenings(data)
    file, content = tmp_path / "strange.zip", b"strange"
    write_backup(data, file)
    with zipfile.ZipFile(file) as packed:
        parts = {each: packed.read(each) for each in packed.namelist()}
    head = json.loads(parts["backup.json"])
    head["files"][name] = hashlib.sha256(content).hexdigest()
    parts |= {"backup.json": json.dumps(head).encode(), name: content}
    with zipfile.ZipFile(file, "w") as packed:
        for each, held in parts.items():
            packed.writestr(each, held)
    with pytest.raises(NotAWholeBackupError, match="it names"):
        restore_backup(file, tmp_path / "new")


def test_what_no_other_system_could_take_is_left_out_of_a_backup(
    data: Path, tmp_path: Path
) -> None:
    folder_with_evenings(data)
    (data / "what? my notes: 1.txt").write_text("mine")
    (data / "notes.txt").write_text("mine, too")
    write_backup(data, tmp_path / "saved.zip")
    restore_backup(tmp_path / "saved.zip", tmp_path / "new")
    kept = sorted(path.name for path in (tmp_path / "new").glob("*.txt"))
    assert kept == ["notes.txt"]


def test_a_copy_of_a_folder_that_was_set_aside_is_in_nobodys_way(
    data: Path, tmp_path: Path
) -> None:
    folder_with_evenings(data)
    file = tmp_path / "saved.zip"
    write_backup(data, file)
    (data / "replaced-1 - Copy").mkdir()
    restore_backup(file, data, replace=True)
    assert (data / "replaced-1" / "ledger.db").is_file()


def never_brought_back(file: Path, data: Path, why: str) -> None:
    """It is refused, and the evenings that are there stay."""
    shown = _shown(data)
    with pytest.raises(NotAWholeBackupError, match=why):
        restore_backup(file, data, replace=True)
    assert _shown(data) == shown


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        ("CREATE TABLE event (id INTEGER, title TEXT)", "already exists"),
        ("CREATE TABLE event (id INTEGER); CREATE TABLE migration (name TEXT)", "already exists"),
        ("CREATE TABLE party (id INTEGER)", "no journal"),
    ],
)
def test_the_database_of_another_program_is_never_brought_back(
    data: Path, tmp_path: Path, tables: str, why: str
) -> None:
    folder_with_evenings(data)
    with contextlib.closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.executescript(tables)
    never_brought_back(tmp_path / "other.db", data, why)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("INSERT INTO migration VALUES ('9999_later', '')", "a later version"),
        ("ALTER TABLE evening RENAME COLUMN number TO numbes", "evening.number is missing"),
        ("DELETE FROM migration WHERE name = '0001_journal'", "already exists"),
    ],
)
def test_a_backup_that_no_server_could_open_is_never_brought_back(
    data: Path, tmp_path: Path, change: str, why: str
) -> None:
    folder_with_evenings(data)
    shutil.copytree(data, tmp_path / "changed")
    with contextlib.closing(sqlite3.connect(tmp_path / "changed" / "ledger.db")) as connection:
        connection.executescript(change)
    write_backup(tmp_path / "changed", tmp_path / "changed.zip")
    never_brought_back(tmp_path / "changed.zip", data, why)


def test_a_large_file_of_a_backup_is_never_wholly_in_memory(data: Path, tmp_path: Path) -> None:
    folder_with_evenings(data)
    size = 32 * 1024**2
    (data / "camera.json").write_bytes(bytes(size))
    write_backup(data, tmp_path / "all.zip")
    tracemalloc.start()
    try:
        restore_backup(tmp_path / "all.zip", tmp_path / "again")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (tmp_path / "again" / "camera.json").stat().st_size == size
    assert most < size / 2


def test_a_list_of_files_that_is_too_long_is_never_read(data: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("backup.json", bytes(32 * 1024**2))
    with pytest.raises(NotAWholeBackupError, match="too large"):
        restore_backup(bad, data)


def test_a_backup_that_cannot_be_read_is_named_and_nothing_changes(
    data: Path, tmp_path: Path
) -> None:
    shown = folder_with_evenings(data)
    (tmp_path / "folder.zip").mkdir()
    with pytest.raises(BackupUnreadableError, match=r"folder\.zip cannot be read"):
        restore_backup(tmp_path / "folder.zip", data, replace=True)
    assert _shown(data) == shown


def test_a_restore_that_is_killed_at_any_step_leaves_one_whole_folder(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = folder_with_evenings(data, count=1)
    new = folder_with_evenings(tmp_path / "other", count=2)
    write_backup(tmp_path / "other", tmp_path / "new.zip")
    seen = set()
    for step in range(1, 40):
        place = tmp_path / f"killed {step}"
        shutil.copytree(data, place)
        left = [step]

        def dying(of: str, to: str, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt
            os.rename(of, to)

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", dying)
            try:
                restore_backup(tmp_path / "new.zip", place, replace=True)
            except KeyboardInterrupt:
                killed = True
            else:
                killed = False
        shown = _shown(place)
        assert shown in (old, new), step
        seen.add(len(shown))
        if not killed:
            break
    assert seen == {1, 2}
    assert shown == new


def test_copies_are_made_kept_few_and_not_twice_of_the_same(data: Path) -> None:
    folder_with_evenings(data)
    assert Copies(data).make() is not None
    assert Copies(data).make() is None
    ledger = Ledger(data)
    for number in range(KEPT + 2):
        begin(ledger, str(number))
        assert Copies(data).make() is not None
    copies = Copies(data).listed()
    assert len(copies) == KEPT
    assert copies[0].name.startswith(f"ledger-{KEPT + 3:04}-")
    now = as_shown(ledger)
    ledger.close()
    (data / "ledger.db").unlink()
    restore_backup(copies[0], data)
    assert _shown(data) == now


def test_two_copies_at_the_same_moment_are_one(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when an evening ends while the server starts."""
    folder_with_evenings(data)
    together = threading.Barrier(2)

    def copied(source: Path, target: Path) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            together.wait(0.5)
        copy_database(source, target)

    monkeypatch.setattr("companion.ledger.copies.copy_database", copied)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: Copies(data).make(), range(2)))
    (one,) = [path for path in made if path]
    assert list((data / "backups").iterdir()) == [one]


def test_a_copy_is_made_of_another_course_of_as_many_hands(data: Path) -> None:
    (id,) = folder_with_evenings(data, count=1)
    before = Copies(data).make()
    assert before is not None
    for score in (90, 30):
        restore_backup(before, data, replace=True)
        ledger = Ledger(data)
        settle(ledger, id, score, 0, 0, 0)
        ledger.close()
        assert Copies(data).make() is not None


def test_a_damaged_database_is_not_copied_over_good_copies(data: Path) -> None:
    folder_with_evenings(data)
    Copies(data).make()
    folder_with_evenings(data, hands=30)
    with open(data / "ledger.db", "r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 8192)
    with pytest.raises(CopyFailedError, match="doctor"):
        Copies(data).make()
    assert len(Copies(data).listed()) == 1


@pytest.mark.parametrize("state", ["missing", "empty"])
def test_a_database_that_is_gone_is_not_begun_anew_in_silence(data: Path, state: str) -> None:
    folder_with_evenings(data)
    Copies(data).make()
    for path in data.glob("ledger.db*"):
        path.unlink()
    if state == "empty":
        (data / "ledger.db").touch()
    with pytest.raises(LedgerMissingError, match=rf"{state}.*restore .*ledger-0001"):
        Ledger(data)
    assert not (data / "ledger.db").exists() or not (data / "ledger.db").stat().st_size


def test_a_first_start_that_was_killed_begins_again(data: Path) -> None:
    data.mkdir()
    (data / "ledger.db").touch()
    (data / "pin").write_text("482913\n")
    assert _shown(data) == {}


def test_only_the_owner_may_look(data: Path) -> None:
    data.mkdir(mode=0o755)
    (data / "ledger.db").touch(mode=0o644)
    folder_with_evenings(data)
    assert data.stat().st_mode & 0o777 == 0o700
    ledger = Ledger(data)
    for path in data.glob("ledger.*"):
        assert path.stat().st_mode & 0o077 == 0, path
    ledger.close()


def test_what_killed_uploads_left_is_cleared(data: Path) -> None:
    folder_with_evenings(data)
    old, young = data / "photos" / ".abc.new", data / ".def.new"
    old.write_bytes(JPEG)
    young.write_bytes(JPEG)
    os.utime(old, (0, 0))
    whole_files.clear_unfinished(data)
    assert (old.exists(), young.exists()) == (False, True)


def test_the_second_server_on_a_folder_says_who_holds_it(data: Path) -> None:
    data.mkdir()
    with FolderLock(data), pytest.raises(FolderInUseError, match=f"process {os.getpid()}"):
        FolderLock(data).take()
    with FolderLock(data):
        pass


def test_a_folder_that_can_only_be_read_is_shown_and_stays_as_it_is(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = folder_with_evenings(data)
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    monkeypatch.setattr("companion.ledger.data_folder.is_writable", lambda data: False)
    ledger = Ledger(data)
    assert as_shown(ledger) == shown
    with pytest.raises(whole_files.FolderReadOnlyError, match="only be read"):
        begin(ledger)
    ledger.close()
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_the_commands_say_what_they_did(data: Path, tmp_path: Path) -> None:
    folder_with_evenings(data)
    run, file, other = CliRunner(), str(tmp_path / "all.zip"), str(tmp_path / "other")
    assert (
        "3 evenings and 3 other" in run.invoke(group, ["backup", file, "--data", str(data)]).output
    )
    assert "brought back" in run.invoke(group, ["restore", file, "--data", other]).output
    refused = run.invoke(group, ["restore", file, "--data", other])
    assert isinstance(refused.exception, DataThereError)
    nothing = run.invoke(group, ["backup", file, "--data", str(tmp_path / "none")])
    assert "no evenings" in str(nothing.exception)
    with FolderLock(data):
        busy = run.invoke(group, ["restore", file, "--replace", "--data", str(data)])
    assert isinstance(busy.exception, FolderInUseError)


def test_no_backup_is_written_into_the_folder_that_the_next_one_packs(data: Path) -> None:
    folder_with_evenings(data, count=1)
    for file in (data / "all.zip", data / "photos" / ".." / "photos" / "all"):
        refused = CliRunner().invoke(group, ["backup", str(file), "--data", str(data)])
        assert isinstance(refused.exception, BackupWithinError)
        assert not file.exists()


def test_a_copy_of_the_file_alone_would_lack_the_last_hands(data: Path, tmp_path: Path) -> None:
    """Why the documents say to use the command."""
    folder_with_evenings(data)
    ledger = Ledger(data)
    id = begin(ledger, "now")
    shutil.copyfile(data / "ledger.db", tmp_path / "alone.db")
    with sqlite3.connect(tmp_path / "alone.db") as connection:
        found = connection.execute("SELECT 1 FROM evening WHERE id = ?", (id,)).fetchone()
    assert found is None
    ledger.close()


def test_nothing_to_finish_is_nothing_done(data: Path) -> None:
    data.mkdir()
    finish_restore(data)
    assert [*data.iterdir()] == []
