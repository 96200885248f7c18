"""`companion rules`, as a person types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.rules.books.ruleset import BOOKS, book


class Rules:
    """Runs the command with a data folder of its own."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data = data
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> str:
        """What it prints: the answer, or the one line that says what is wrong."""
        with pytest.raises(SystemExit) as left:
            main(["rules", "--data", str(self.data), *arguments])
        said = self._capsys.readouterr()
        assert left.value.code == status
        assert said.err.count("\n") == bool(status)
        if status != 2:
            return said.out
        assert said.out == ""
        return said.err

    def json(self, *arguments: str, status: int = 0) -> Any:
        return json.loads(self(*arguments, "--json", status=status))


@pytest.fixture
def rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Rules:
    return Rules(tmp_path / "data", capsys)


def test_the_books_are_listed_with_their_limits(rules: Rules) -> None:
    listed = {each["id"]: each["limit"] for each in rules.json("list")["rulesets"]}
    assert listed == {"harr": None, "harr-limit": 300, "international": 600, "traditional": 300}
    assert all(id in rules("list") for id in BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_is_shown_with_its_option_and_its_source(rules: Rules, name: str) -> None:
    shown = " ".join(rules("show", name).split())
    form = rules.json("show", name)
    sources = [rule.source for rule in book(name).rules.values()]
    sources += [setting.source for setting in book(name).settings.values()]
    assert all(source in shown for source in sources)
    assert [rule["key"] for rule in form["rules"]] == list(book(name).rules)
    assert [each["name"] for each in form["settings"]] == list(book(name).settings)
    for option in (*book(name).rules, *book(name).settings):
        assert f"{option} " in shown


def test_assumed_values_say_so(rules: Rules) -> None:
    assert "(assumed)]" in rules("show", "international")


def test_a_house_is_made_shown_passed_on_and_taken(
    rules: Rules, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = rules(
        "new", "our-house", "--from", "harr-limit", "--name", "Our house",
        "--set", "limit=500", "--set", "seats_drawn_by=highest throw",
        "--set", "washing={9=60,10=80}", "--off", "four_kongs", "--on", "no_sequences",
    )  # fmt: skip
    assert made.startswith("Our house (our-house): as harr-limit, but")
    assert all(word in made for word in ("500", "highest throw", "9: 60", "four_kongs", "off"))
    assert "House rules on harr-limit" in rules("show", "our-house")
    assert rules.json("list")["rulesets"][-1]["house"] is True

    file = tmp_path / "our-house.toml"
    rules("export", "our-house", str(file))
    assert file.read_text("utf-8") == rules("export", "our-house")
    assert rules.json("check", str(file))["ok"] is True

    friends = Rules(tmp_path / "friends", capsys)
    friends("import", str(file))
    assert friends.json("show", "our-house") == rules.json("show", "our-house")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_house_rules_as_windows_saves_them_are_taken(
    rules: Rules, tmp_path: Path, encoding: str
) -> None:
    file = tmp_path / "ours.toml"
    text = 'id = "ours"\nname = "Ünser Haus"\nbase = "harr"\n[options]\nlimit = 500\n'
    file.write_text(text.replace("\n", "\r\n"), encoding=encoding, newline="")
    rules("import", str(file))
    assert rules.json("show", "ours")["name"] == "Ünser Haus"


def test_house_rules_are_not_replaced_unasked(rules: Rules, tmp_path: Path) -> None:
    rules("new", "our-house", "--base", "harr")
    file = tmp_path / "file.toml"
    rules("export", "our-house", str(file))
    assert "use --replace" in rules("new", "our-house", "--base", "harr", status=2)
    assert "use --replace" in rules("import", str(file), status=2)
    assert "all as in traditional" in rules(
        "new", "our-house", "--base", "traditional", "--replace"
    )
    rules("import", str(file), "--replace")
    assert rules.json("show", "our-house")["base"] == "harr"


def test_a_check_names_every_mistake_on_a_line_of_its_own(rules: Rules, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('id = "x"\nname = "X"\nbase = "harr"\n[options]\nlimit = 0\nrounds = 1\n')
    assert len(rules("check", str(file), status=1).splitlines()) == 2
    assert len(rules.json("check", str(file), status=1)["problems"]) == 2


def test_a_file_that_was_kept_is_changed_there_and_checked_by_its_id(rules: Rules) -> None:
    file = Path(rules.json("new", "our-house", "--from", "harr")["file"])
    file.write_text(file.read_text("utf-8") + "limit = 500\n", encoding="utf-8")
    assert "500" in rules("check", "our-house")
    file.write_text(file.read_text("utf-8") + "limits = 500\n", encoding="utf-8")
    assert "no option limits" in rules("check", "our-house", status=1)
    assert "no option limits" in rules("list")
    assert "no option limits" in rules("show", "our-house", status=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "nobodys"], "There is no rule set “nobodys”"),
        (["export", "harr"], "stays as it is"),
        (["check", "missing.toml"], "cannot be read"),
        (["import", "missing.toml"], "cannot be read"),
        (["new", "ours", "--base", "harr", "--set", "limit"], "write NAME=VALUE"),
        (["new", "ours", "--base", "harr", "--set", "limits=1"], "no option limits"),
        (["new", "harr", "--base", "harr"], "is a book's"),
        (["new", "Our House", "--base", "harr"], "small letters, digits and hyphens"),
        (["new", "ours", "--base", "riichi"], "riichi"),
        (["new", "ours"], "--base"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    rules: Rules, arguments: list[str], words: str
) -> None:
    assert words in rules(*arguments, status=2)


def test_an_export_goes_where_it_can_be_written(rules: Rules, tmp_path: Path) -> None:
    rules("new", "our-house", "--base", "harr")
    assert "choose another place" in rules("export", "our-house", str(tmp_path), status=2)
