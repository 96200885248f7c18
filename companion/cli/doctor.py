"""`companion doctor`: what is installed, which models, which camera, and what to do."""

from __future__ import annotations

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

from companion.cli import ANSWER_IS_NO
from companion.errors import CompanionError
from companion.settings import Settings

_NEEDED = {
    "numpy": "numpy",
    "opencv-python": "cv2",
    "onnxruntime": "onnxruntime",
    "imagesize": "imagesize",
    "flask": "flask",
    "cheroot": "cheroot",
    "cryptography": "cryptography",
    "segno": "segno",
    "fpdf2": "fpdf",
    "platformdirs": "platformdirs",
}
_OPTIONAL = {"pillow-heif": ("pillow_heif", "reads HEIC pictures; pip install pillow-heif")}


@dataclass(frozen=True)
class Check:
    """One thing looked at. ok: True, False, or None where nothing is needed of it."""

    what: str
    ok: bool | None
    found: str
    remedy: str = ""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
@click.option("--data", type=click.Path(path_type=Path), help="The data folder to look at.")
def doctor(as_json: bool, data: Path | None) -> None:
    """Say what is installed, which models and camera there are, and what to do about the rest.

    Exit status: 0 all that is needed is there, 1 something is missing.
    """
    checks = [
        _python(),
        *_packages(),
        *_models(),
        _sample(),
        _data_folder(data),
        _sqlite(),
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
        sys.exit(ANSWER_IS_NO)


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
    """Load a package: a file may be there and a library of the system that it needs may not."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError:
        return Check(name, False, "not installed", f"pip install {name}")
    except ImportError as error:
        remedy = "Install the library it names"
        if "libGL" in str(error) or "libglib" in str(error):
            remedy += " (Debian, Ubuntu: apt install libgl1 libglib2.0-0)"
        return Check(name, False, f"cannot be loaded: {error}", f"{remedy}.")
    return Check(name, True, _version(name))


def _version(name: str) -> str:
    for distribution in (name, f"{name}-headless"):
        try:
            return version(distribution)
        except PackageNotFoundError:
            continue
    return "installed"


def _models() -> list[Check]:
    from companion.resources import resource
    from companion.vision.engine import read_facts

    checks = []
    for name in ("detector", "classifier"):
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
                "" if whole else "The file is not the one described; install the program again.",
            )
        )
    return checks


def _sample() -> Check:
    from companion.resources import resource

    try:
        return Check("sample picture", True, resource("samples", "sample.jpg").name)
    except CompanionError as error:
        return Check("sample picture", False, "missing", str(error))


def _data_folder(given: Path | None) -> Check:
    folder = given or Settings().data
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    writable = os.access(nearest, os.W_OK)
    state = "there" if folder.exists() else "made at the first start"
    return Check(
        "data folder",
        writable,
        f"{folder} ({state})",
        "" if writable else "Give another with --data, or make it writable.",
    )


def _sqlite() -> Check:
    return Check("SQLite", sqlite3.sqlite_version_info >= (3, 35), sqlite3.sqlite_version)


def _camera() -> Check:
    cameras = (
        sorted(str(path) for path in Path("/dev").glob("video*")) if os.name == "posix" else []
    )
    if cameras:
        return Check("camera", True, ", ".join(cameras))
    return Check(
        "camera",
        None,
        "none at this computer",
        "Not needed: phones and tablets bring their own. `companion serve`, then open the"
        " page there.",
    )
