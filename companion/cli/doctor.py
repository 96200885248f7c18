"""`companion doctor`: what is installed, which models, which camera, and what to do."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import platform
import sqlite3
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from companion.base.errors import CompanionError
from companion.cli import answer_no
from companion.cli.data_folder import data_option

_NEEDED = {
    "numpy": "numpy",
    "opencv-python-headless": "cv2",
    "onnxruntime": "onnxruntime",
    "imagesize": "imagesize",
    "msgspec": "msgspec",
    "threadpoolctl": "threadpoolctl",
    "flask": "flask",
    "cheroot": "cheroot",
    "cryptography": "cryptography",
    "segno": "segno",
    "fpdf2": "fpdf",
    "platformdirs": "platformdirs",
}
_MEND = (
    "Stop the server; then `companion doctor --mend` saves what is whole, here and in the copies."
)
_OPTIONAL = {
    "pillow-heif": (
        "pillow_heif",
        "reads HEIC, an iPhone's pictures; pip install pillow-heif",
    )
}


@dataclass(frozen=True)
class Check:
    """One thing that was checked. ok: True, False, or None if it is optional."""

    what: str
    ok: bool | None
    found: str
    remedy: str = ""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
@data_option
@click.option(
    "--mend",
    is_flag=True,
    help="First rebuild a damaged database from what is whole in it and in the copies. Stop the "
    "server before.",
)
def doctor(as_json: bool, data: Path, mend: bool) -> None:
    """Check the installation, the models, the camera and every evening, and say what to do.

    Exit status: 0 everything needed is there, 1 something is missing.
    """
    if mend:
        _mend(data)
    with contextlib.redirect_stdout(sys.stderr):  # cv2 prints what it lacks
        checks = [
            _python(),
            *_packages(),
            *_models(),
            _calibration(),
            _sample(),
            _data_folder(data),
            *_evenings(data),
            Check("SQLite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version),
            _camera(),
        ]
    if as_json:
        print(json.dumps([asdict(check) for check in checks], ensure_ascii=False))
    else:
        for check in checks:
            mark = {True: "ok ", False: "NO ", None: "–  "}[check.ok]
            line = f"{mark} {check.what:22} {check.found}"
            print(line + (f"\n{'':26} → {check.remedy}" if check.remedy else ""))
    if any(check.ok is False for check in checks):
        answer_no("Something that is needed is missing; the list says what to do.")


def _python() -> Check:
    have = platform.python_version()
    fits = sys.version_info >= (3, 11)
    return Check("Python", fits, have, "" if fits else "Install Python 3.11 or later.")


def _packages() -> list[Check]:
    checks = [_package(name, module) for name, module in _NEEDED.items()]
    for name, (module, why) in _OPTIONAL.items():
        check = _package(name, module)
        checks.append(check if check.ok else Check(name, None, check.found, f"Optional: {why}."))
    return checks


def _package(name: str, module: str) -> Check:
    """Load a package. The file may be there while a library that it needs is not."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError:
        return Check(name, False, "not installed", f"pip install {name}")
    except ImportError as error:
        return Check(name, False, f"cannot be loaded: {error}", _remedy(name, str(error)))
    return Check(name, True, _version(name))


def _remedy(name: str, why: str) -> str:
    if name == "opencv-python-headless" and "libGL" in why:
        # Both install the folder cv2. The one with windows came last, and needs a desktop.
        return (
            "Another package brought opencv-python, which wants a desktop: pip uninstall "
            "opencv-python; pip install --force-reinstall --no-deps opencv-python-headless"
        )
    if "DLL load failed" in why:  # Windows does not say which
        return (
            "Install what Windows lacks: the Visual C++ runtime"
            " (https://aka.ms/vs/17/release/vc_redist.x64.exe), and in an edition called N the"
            " Media Feature Pack, under Settings, Optional features."
        )
    return "Install the library it names."


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "installed"


def _models() -> list[Check]:
    from companion.base.resources import resource

    try:
        from companion.vision.recognition.engine import MODELS, read_facts
    except ImportError as error:  # a package that is missing has a line of its own
        return [Check("models", False, f"not looked at: {error}", "Install what is missing.")]
    checks = []
    for name in MODELS:
        try:
            facts = read_facts(name)
            data = resource("models", f"{name}.onnx").read_bytes()
        except CompanionError as error:
            checks.append(Check(f"model {name}", False, "missing", str(error)))
            continue
        whole = hashlib.sha256(data).hexdigest() == facts["sha256"]
        checks.append(
            Check(
                f"model {name}",
                whole,
                f"{len(data) / 1e6:.1f} MB, {facts.get('version', facts['sha256'][:8])}",
                "" if whole else "The file is not the shipped one; install the program again.",
            )
        )
    return checks


def _calibration() -> Check:
    """What reading with an enrolled set needs beside the models."""
    try:
        from companion.vision.tile_sets.choice import generic_measure, sheet_sha256
        from companion.vision.tile_sets.profile import generic_blend

        generic_blend(), generic_measure(), sheet_sha256()
    except ImportError as error:  # a package that is missing has a line of its own
        return Check("calibration", False, f"not looked at: {error}", "Install what is missing.")
    except CompanionError as error:
        return Check("calibration", False, "missing or damaged", str(error))
    return Check("calibration", True, "weights and strangers for enrolled sets")


def _sample() -> Check:
    from companion.base.resources import resource

    try:
        return Check("sample picture", True, resource("samples", "sample.jpg").name)
    except CompanionError as error:
        return Check("sample picture", False, "missing", str(error))


def _data_folder(folder: Path) -> Check:
    nearest = next((p for p in (folder, *folder.parents) if p.exists()), None)
    writable = nearest is not None and os.access(nearest, os.W_OK)
    state = "there" if folder.exists() else "made at the first start"
    # Python from the Microsoft Store keeps files elsewhere than it says.
    shown = folder.resolve() if folder.exists() else folder
    return Check(
        "data folder",
        writable,
        f"{shown} ({state})",
        "" if writable else "Give another with --data, or make it writable.",
    )


def _evenings(folder: Path) -> list[Check]:
    """The database as SQLite sees it, and every evening played through from its journal. Works on a
    copy, so that a server may go on meanwhile."""
    from companion.ledger import Ledger
    from companion.ledger.copies import Copies, damage

    if not folder.exists():
        return []
    copies = Copies(folder).listed()
    last = f"{len(copies)}, the last {copies[0].name}" if copies else "none yet"
    kept = Check("automatic copies", True if copies else None, last)
    try:
        ledger = Ledger(folder, read_only=True)
    except (CompanionError, OSError) as error:
        return [Check("database", False, "cannot be opened", str(error)), kept]
    try:
        with ledger.store.snapshot() as connection:
            wrong = damage(connection)
        problems = list(ledger.look_through().values())
        page = ledger.evenings()
        for each in page.evenings:
            try:
                ledger.evening(each.id)
            except CompanionError as error:
                problems.append(f"The evening {each.id} cannot be played through: {error}")
    except CompanionError as error:
        wrong, problems = str(error), []
    finally:
        ledger.close()
    if wrong:
        return [Check("database", False, wrong, _MEND), kept]
    found = f"whole, {page.total} evenings played through"
    return [
        Check("database", True, found),
        *(Check("evening", False, problem, _MEND) for problem in problems),
        kept,
    ]


def _mend(folder: Path) -> None:
    """Put the database together again and say what became of each evening that is not whole."""
    from companion.base.folder_lock import FolderLock
    from companion.ledger.mending import mend

    with FolderLock(folder):
        evenings = mend(folder)
    whole = sum(each.whole for each in evenings)
    click.echo(
        f"{whole} of {len(evenings)} evenings are whole; the old files are in a folder replaced-….",
        err=True,
    )
    for each in evenings:
        if not each.whole:
            click.echo(
                f"Evening {each.id}: {each.entries} of {each.once} entries are left.", err=True
            )


def _camera() -> Check:
    cameras = sorted(str(path) for path in Path("/dev").glob("video*"))
    if cameras:
        return Check("camera", True, ", ".join(cameras))
    listed = sys.platform.startswith("linux")  # other systems have no such files
    return Check(
        "camera",
        None,
        "none at this computer" if listed else "not looked for; `companion watch` tries one",
        "Optional: phones and tablets have their own. `companion serve`, then open the page there.",
    )
