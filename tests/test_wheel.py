"""What people install: one top-level name, with its models, pages, rules and sample inside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion.vision.recognition.engine import MODELS

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode:
        if "No matching distribution found for hatchling" in built.stderr:
            pytest.skip("no package registry to fetch the build tool from")
        pytest.fail(built.stderr)
    return next(folder.glob("*.whl"))


def test_it_installs_one_top_level_name(wheel: Path) -> None:
    names = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"companion"}


def test_it_carries_what_the_program_needs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for needed in (
        "companion/_bundled/models/detector.onnx",
        "companion/_bundled/models/classifier.json",
        "companion/rules/books/rulesets/harr.toml",
        "companion/samples/sample.jpg",
        "companion/web/static/tiles/5m.svg",
        "companion/py.typed",
    ):
        assert needed in names
    assert any(name.startswith("companion/web/templates/") for name in names)


def test_its_models_are_at_most_25_megabytes(wheel: Path) -> None:
    models = [i for i in zipfile.ZipFile(wheel).infolist() if i.filename.endswith(".onnx")]
    assert {Path(i.filename).stem for i in models} == set(MODELS)
    assert sum(info.file_size for info in models) <= 25e6


def installed(place: Path, code: str) -> subprocess.CompletedProcess[str]:
    """What this code does with the package unpacked at `place`, from a folder beside it."""
    elsewhere = place.with_name("elsewhere")
    elsewhere.mkdir()
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=elsewhere,
        env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_from_any_folder_it_finds_its_files_and_scores_the_sample(
    wheel: Path, tmp_path: Path
) -> None:
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)
    command = (
        "import companion;"
        f" assert companion.__file__.startswith({str(place)!r}), companion.__file__;"
        " from companion.cli import main;"
        " main(['read', '--sample', '--seat', 'E', '--by', 'draw', '--win-tile', '5p', '--json'])"
    )
    done = installed(place, command)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["score"]["total"] == 116


def test_a_description_of_a_model_that_was_changed_is_refused(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(place)
    file = place / "companion/_bundled/models/detector.json"
    file.write_text(file.read_text().replace('"threshold": 0.', '"threshold": 0.1'))
    done = installed(place, "from companion.cli import main; main(['read', '--sample'])")
    assert (done.returncode, done.stdout) == (2, "")
    assert "detector.json has changed" in done.stderr
    assert done.stderr.count("\n") == 1
