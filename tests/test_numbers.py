"""Numbers of `companion`: each says what it counts, and what was measured of it is true."""

from __future__ import annotations

import ast
import csv
from importlib import import_module
from pathlib import Path

import pytest

import companion

FOLDER = Path(companion.__file__).parent
RESULTS = Path(__file__).parents[1] / "datasets" / "results" / "numbers.csv"
MODULES = [path for path in FOLDER.rglob("*.py") if "layout" not in path.parts]


def is_number(value: ast.expr | None) -> bool:
    match value:
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
    return False


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_each_number_says_what_it_counts(module: Path) -> None:
    text = module.read_text("utf-8")
    body = ast.parse(text).body
    for place, line in enumerate(body):
        if isinstance(line, ast.Assign | ast.AnnAssign) and is_number(line.value):
            after = body[place + 1] if place + 1 < len(body) else None
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            beside = "#" in text.splitlines()[line.lineno - 1]
            assert told or beside, f"{module.name}:{line.lineno}"


def test_each_number_of_the_layout_says_what_it_counts() -> None:
    lines = (FOLDER / "vision" / "layout" / "numbers.toml").read_text("utf-8").splitlines()
    tables = next(place for place, line in enumerate(lines) if line.startswith("["))
    numbers = [line for line in lines[:tables] if line and not line.startswith("#")]
    assert len(numbers) > 100
    assert [line for line in numbers if "  # " not in line] == []


def test_what_was_measured_of_a_number_is_of_the_present_one() -> None:
    with RESULTS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 100
    for row in rows:
        module, name = f"companion.vision.{row['number']}".rsplit(".", 1)
        assert str(getattr(import_module(module), name)) == row["shipped"], row["number"]
