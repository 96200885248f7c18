"""Every entry of the rule sets that come with the program says what it is and where it stands."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from companion.rules.books.entries import STATUSES, Rule, Setting
from companion.rules.books.ruleset import BOOKS, RulesetWrongError, book, from_data
from companion.rules.patterns.known import PATTERNS

ID = re.compile(r"(H1|H2|B|T)-\d\d")
OWN_IDS = {"harr": "H1", "harr-limit": "H2", "international": "B", "traditional": "T"}
WORTH_NOTHING = ("robbed", "kong_in_hand")
"""What a book allows, or how it reads tiles; these bring no points of their own."""
RULES = [pytest.param(name, rule, id=f"{name}-{rule.key}") for name in BOOKS
         for rule in book(name).rules.values()]  # fmt: skip
SETTINGS = [pytest.param(name, each, id=f"{name}-{each.name}") for name in BOOKS
            for each in book(name).settings.values()]  # fmt: skip


def written(name: str) -> dict[str, Any]:
    """The file as it is written, without what it inherits."""
    file = files("companion.rules.books") / "rulesets" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def assert_has_a_source(source: str, status: str, catalogue: tuple[str, ...]) -> None:
    assert re.search(r"Harr|[Bb]ooklet|American page", source), "name the book, page or rule"
    assert status in STATUSES
    assert status != "house"
    assert catalogue
    assert all(ID.fullmatch(each) for each in catalogue)


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_a_rule(name: str, rule: Rule) -> None:
    assert_has_a_source(rule.source, rule.status, rule.catalogue)
    assert rule.words.strip()
    assert rule.words.format(tile="1 dot", tiles="1 dots")
    assert rule.when
    assert all(each.removeprefix("not ") in PATTERNS[rule.per] for each in rule.when)
    values = [bool(rule.points), bool(rule.doubles), rule.limit, bool(rule.added)]
    assert values.count(True) == (rule.key not in WORTH_NOTHING)


@pytest.mark.parametrize(("name", "setting"), SETTINGS)
def test_a_setting(name: str, setting: Setting) -> None:
    assert_has_a_source(setting.source, setting.status, setting.catalogue)
    assert setting.words.strip()
    assert setting.form.accepts(setting.value)


@pytest.mark.parametrize("section", ["setting.limit", "inherited"])
@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [("source", 5, "text"), ("catalogue", None, "a list of rule numbers"),
     ("catalogue", "H1-57", "a list of rule numbers")],
)  # fmt: skip
def test_an_entry_whose_source_cannot_be_read_is_named(
    section: str, name: str, value: object, wanted: str
) -> None:
    data: dict[str, Any] = written("international")
    entry = data
    for key in section.split("."):
        entry = entry[key]
    entry[name] = value
    with pytest.raises(RulesetWrongError) as refused:
        from_data(data, "international.toml")
    assert refused.value.problems[0] == f"{section}.{name} has to be {wanted}."


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_file_says_it_says_with_numbers_of_its_own_book(name: str) -> None:
    data = written(name)
    for section in ("setting", "rule"):
        for key, entry in data.get(section, {}).items():
            if "catalogue" not in entry:
                continue
            own = [each for each in entry["catalogue"] if each.startswith(OWN_IDS[name])]
            assert own, f"{section}.{key} names no rule of {OWN_IDS[name]}"


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_book_changes_in_its_base_has_a_source_of_its_own(name: str) -> None:
    data = written(name)
    for section in ("setting", "rule"):
        for key, entry in data.get(section, {}).items():
            assert "source" in entry, f"{section}.{key}"
            assert "catalogue" in entry, f"{section}.{key}"


@pytest.mark.parametrize("name", ["east_doubles", "limit_binds_east_too"])
def test_part_two_says_itself_what_the_limit_is_for_east(name: str) -> None:
    """East is "liable for double the limit and at the same time may win as high as double the limit
    from each player" (p. 60)."""
    setting = book("harr-limit").settings[name]
    assert (setting.source, setting.status) == ("Harr p. 60", "stated")
    assert "H2-28" in setting.catalogue


@pytest.mark.parametrize("name", ["harr-limit", "traditional", "international"])
def test_limit_hands_stand_in_the_order_of_the_book(name: str) -> None:
    numbers = [
        int(found[1])
        for rule in book(name).rules.values()
        if rule.limit and (found := re.search(r"no\. (\d+)", rule.source))
    ]
    assert numbers == sorted(numbers)
    assert len(numbers) == {"harr-limit": 7, "traditional": 16, "international": 0}[name]
