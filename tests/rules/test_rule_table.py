"""docs/rules.md: a row for every rule of the books and for every place where they are unclear, and
what each row names is really there."""

from __future__ import annotations

import importlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.rules.books.ruleset import BOOKS, book

TESTS = Path(__file__).parents[1]
TABLE = TESTS.parent / "docs" / "rules.md"

LAST = {"H1": 68, "H2": 51, "B": 54, "T": 55}
"""How many rules each book has: Harr's two parts, the booklet, the American page."""
IDS = [f"{name}-{number:02}" for name, last in LAST.items() for number in range(1, last + 1)]
OWN = {"harr": "H1", "harr-limit": "H2", "international": "B", "traditional": "T"}


class Row(NamedTuple):
    id: str
    words: str
    where: str
    tests: str

    @property
    def help_only(self) -> bool:
        return self.where == "help only"


def rows() -> list[Row]:
    lines = TABLE.read_text("utf-8").splitlines()
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [Row(*row) for row in cells if re.fullmatch(r"(H1|H2|B|T)-\d\d", row[0])]


ROWS = rows()
EACH = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)


LAST_UNCLEAR = 90
"""So many places are unclear: A1 to A67 of the catalogue, the rest found later."""


class Unclear(NamedTuple):
    id: str
    book: str
    reading: str


UNCLEAR = [
    Unclear(*(cell.strip() for cell in line.strip("|").split("|")))
    for line in TABLE.read_text("utf-8").splitlines()
    if re.match(r"\| A\d+ \|", line)
]


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def defined_in(path: Path) -> frozenset[str]:
    """The names of the tests in a file, which is not run for this."""
    return frozenset(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))


def test_every_rule_of_the_books_has_one_row() -> None:
    assert sorted(row.id for row in ROWS) == sorted(IDS)


@EACH
def test_a_row_says_what_the_rule_is(row: Row) -> None:
    assert row.words.endswith((".", ")"))
    assert len(row.words) > 10


@EACH
def test_a_row_names_code_and_a_test_or_is_help_only(row: Row) -> None:
    assert row.help_only == (named(row.where) == [])
    assert row.help_only == (row.tests == "–")


@EACH
def test_the_code_that_a_row_names_is_there(row: Row) -> None:
    for name in named(row.where):
        if ".toml " in name:
            ruleset, entry = name.split(".toml ")
            assert entry in book(ruleset).rules or entry in book(ruleset).settings, name
            assert OWN[ruleset] == row.id.split("-")[0], f"{name} is another book's"
        else:
            module, _, path = name.partition(":")
            found: object = importlib.import_module(f"companion.{module}")
            for attribute in path.split("."):
                assert hasattr(found, attribute), name
                found = getattr(found, attribute)


@EACH
def test_the_tests_that_a_row_names_are_there(row: Row) -> None:
    for name in named(row.tests):
        file, _, test = name.partition("::")
        assert test in defined_in(TESTS / file), name


@pytest.mark.parametrize("name", BOOKS)
def test_every_entry_of_a_rule_set_belongs_to_a_row_with_code(name: str) -> None:
    with_code = {row.id for row in ROWS if not row.help_only}
    help_only = {row.id for row in ROWS if row.help_only}
    entries = {key: rule.catalogue for key, rule in book(name).rules.items()}
    entries |= {key: setting.catalogue for key, setting in book(name).settings.items()}
    for key, catalogue in entries.items():
        assert set(catalogue) <= with_code | help_only, key
        assert set(catalogue) & with_code, f"{key} stands for rules that need no code"


def test_every_unclear_place_has_one_row_with_the_words_and_the_reading() -> None:
    assert sorted(int(row.id[1:]) for row in UNCLEAR) == list(range(1, LAST_UNCLEAR + 1))
    for row in UNCLEAR:
        assert row.book.rstrip('"').endswith((".", "?")), row.id
        assert row.reading.endswith("."), row.id


def test_the_options_for_another_reading_are_there() -> None:
    known = {key for name in BOOKS for key in (*book(name).rules, *book(name).settings)}
    assert {name for row in UNCLEAR for name in named(row.reading)} <= known


def test_readings_that_code_and_tests_cite_are_in_the_table() -> None:
    ids = {row.id.lower() for row in UNCLEAR}
    tests = defined_in(TESTS / "rules" / "test_unclear_places.py")
    assert {name.split("_")[1] for name in tests} <= ids
