"""The contracts of pyproject.toml hold, and each would notice an import that breaks it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
LINT = "import sys; from importlinter.cli import lint_imports_command as lint; sys.exit(lint())"


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """What `lint-imports` says of the package under this folder."""
    return subprocess.run(
        [sys.executable, "-P", "-c", LINT, "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package's Python files and its contracts, to be broken."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(
        ROOT / "companion",
        root / "companion",
        ignore=lambda folder, names: [
            name for name in names if not (name.endswith(".py") or (Path(folder) / name).is_dir())
        ],
    )
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def test_every_contract_is_kept(copy: Path) -> None:
    done = lint_imports(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("contract", "file", "line"),
    [
        ("The rooms stand on floors", "game/tiles.py", "import companion.ledger"),
        ("The rooms stand on floors", "kitchen.py", ""),
        ("In the rules,", "rules/books/house.py", "import companion.rules.scoring.answer"),
        ("In vision,", "vision/geometry.py", "import companion.vision.pipeline"),
        ("No import goes in a circle", "game/tiles.py", "import companion.game.legality"),
        (
            "No import goes in a circle",
            "game/tiles.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import companion.game.hand",
        ),
        ("Rules and ledger know nothing of pictures", "rules/table/wall.py", "import numpy"),
        ("The web knows nothing of pixels", "web/live.py", "import cv2"),
        ("Recognition knows nothing of the ledger", "vision/still.py", "import flask"),
    ],
)
def test_an_import_that_breaks_a_contract_is_noticed(
    copy: Path, contract: str, file: str, line: str
) -> None:
    path = copy / "companion" / file
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    try:
        done = lint_imports(copy)
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before, encoding="utf-8")
    broken = [said for said in done.stdout.splitlines() if said.endswith(" BROKEN")]
    assert any(said.startswith(contract) for said in broken), done.stdout + done.stderr


def test_no_file_imports_in_a_circle_not_even_through_its_own_package() -> None:
    """The contract compares neighbours; this follows a package's own `__init__` too."""
    graph = grimp.build_graph("companion", exclude_type_checking_imports=False)
    left = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    while ends := [name for name, imported in left.items() if not imported & left.keys()]:
        for name in ends:
            del left[name]
    assert sorted(left) == []


def test_the_picture_in_the_architecture_is_true() -> None:
    """Every arrow is an import, and every import follows arrows."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    arrows = set(re.findall(r"^ +(\w+) --> (\w+)$", text, re.MULTILINE))
    graph = grimp.build_graph("companion", exclude_type_checking_imports=False)
    rooms = {name for name in graph.find_children("companion") if graph.find_children(name)}
    imports = {
        (one.split(".")[1], other.split(".")[1])
        for one in rooms
        for other in rooms - {one}
        if graph.direct_import_exists(importer=one, imported=other, as_packages=True)
    }
    assert arrows <= imports
    reached = set(arrows)
    while more := {(a, d) for a, b in reached for c, d in arrows if b == c} - reached:
        reached |= more
    assert imports <= reached
