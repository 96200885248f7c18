"""What a new user needs is found from `companion --help` alone."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import click
import pytest

from companion.cli import group, main
from companion.cli.completion import _SHELLS
from companion.cli.terminal import progress, working
from companion.cli.topics import TOPICS
from companion.game.hand import Flag, Hand
from companion.game.melds import Circumstance, MeldKind, WonBy
from companion.rules.table.reckless import Discarder
from companion.rules.table.settle import EventKind, Table


class Companion:
    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self._capsys, self._patch = capsys, patch

    def __call__(self, command: str, stdin: str = "", status: int = 0) -> str:
        """What it prints to standard output, of which there is something unless it is refused."""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as left:
            main(command.split())
        said = self._capsys.readouterr()
        assert left.value.code == status, said.err
        return said.err if status == 2 else said.out


@pytest.fixture
def companion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Companion:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", "data")
    monkeypatch.setenv("COLUMNS", "100")
    return Companion(tmp_path, capsys, monkeypatch)


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w.]+", text))


# --- as a new user: what to type next stands in what was printed before ---


def test_a_hand_is_scored_in_three_commands(companion: Companion) -> None:
    assert "score --example" in companion("--help")
    hand = companion("score --example")
    assert "Total 272" in companion("score -", hand)


def test_a_table_is_settled_in_three_commands(companion: Companion) -> None:
    assert "settle --example" in companion("--help")
    table = companion("settle --example")
    assert "East pays South" in companion("settle -", table)


def test_house_rules_are_made_in_two_commands(companion: Companion) -> None:
    command = "rules new ours --from harr --set limit=500"
    assert command in companion("--help")
    assert "limit" in companion(command)
    assert "500" in companion("rules show ours")


def test_a_photograph_is_read_in_three_commands(companion: Companion) -> None:
    assert "read PHOTO" in companion("--help")
    assert "read --sample" in companion("help photographs")
    assert "kong of 9 bamboo, concealed" in companion("read --sample").lower()


# --- nothing is left to be learnt from an error ---


def test_every_field_of_a_hand_and_how_it_was_won_is_in_the_help(companion: Companion) -> None:
    told = words(companion("score --help"))
    assert told >= set(Hand.__struct_fields__)
    assert told >= {
        name for kind in (Circumstance, WonBy, Flag, MeldKind) for name in get_args(kind)
    }


def test_every_field_of_a_table_and_every_event_is_in_the_help(companion: Companion) -> None:
    told = words(companion("settle --help"))
    assert told >= set(Table.__struct_fields__) | {"hands", "round", *get_args(EventKind)}


def test_every_field_of_a_discard_is_in_the_help(companion: Companion) -> None:
    assert words(companion("judge --help")) >= set(Discarder.__struct_fields__)


@pytest.mark.parametrize("name", TOPICS)
def test_help_on_a_topic_is_what_the_command_s_help_ends_with(
    companion: Companion, name: str
) -> None:
    topic = companion(f"help {name}")
    shown = {"hand": "score", "table": "settle", "discard": "judge"}
    if name in shown:
        assert topic.strip() in companion(f"{shown[name]} --help")
    assert name in companion("help")


def test_help_on_a_command_is_its_own(companion: Companion) -> None:
    for name in group.list_commands(click.Context(group)):
        assert f"Usage: companion {name}" in companion(f"help {name}")
    assert companion("help rules new") == companion("rules new --help")


def test_without_a_command_there_is_help(companion: Companion) -> None:
    assert companion("") == companion("--help")
    assert "Usage: companion rules" in companion("rules")


# --- what the commands do ---


def test_the_example_of_a_discard_is_judged(companion: Companion) -> None:
    example = companion("judge --example")
    assert "The discarder pays for all: two sets of dragons" in companion("judge -", example)
    excused = json.loads(example)
    excused["discarder"]["had_another_tile_to_discard"] = False
    answer = json.loads(companion("judge - --json", json.dumps(excused), status=1))
    assert (answer["liable"], answer["case"]) == (False, None)
    assert answer["source"] == "Harr p. 70, note a"


def test_hands_are_named_with_their_scores_in_a_settlement(companion: Companion) -> None:
    table = companion("settle --example")
    assert "South's hand scores 136." in companion("settle -", table)
    assert json.loads(companion("settle - --json", table))["scores"]["S"] == 136


def test_a_loser_above_the_limit_is_told_what_to_settle(companion: Companion) -> None:
    hand = {"ruleset": "harr-limit", "seat": "W", "round": "E", "winner": False,
            "concealed": "777z666z555z1119m"}  # fmt: skip
    assert "Losers settle what they score before the limit: 256." not in companion(
        "score -", json.dumps(hand)
    )
    said = companion("score -", json.dumps(hand | {"options": {"limit": 200}}))
    assert "Total 200\nLosers settle what they score before the limit: 256." in said


def test_the_data_folder_may_stand_before_or_after(companion: Companion) -> None:
    companion("rules new ours --from harr --data house")
    assert "ours" in companion("rules --data house list")
    assert "ours" not in companion("rules list")


def test_a_check_names_everything_that_is_wrong(companion: Companion) -> None:
    text = 'id = "x"\nname = "X"\nbase = "harr"\n[foo]\na = 1\n[rule.y]\npoints = 2\n'
    Path("x.toml").write_text(text + "[options]\nlimit = 0\nno_sequences = -3\n")
    said = companion("rules check x.toml", status=1).splitlines()
    assert [line.split()[0:4] for line in said] == [
        ["The", "file", "has", "an"],
        ["rule", "is", "not", "for"],
        ["The", "option", "limit", "has"],
        ["The", "option", "no_sequences", "has"],
    ]


def test_a_photograph_is_scored_by_the_house_s_own_rules(companion: Companion) -> None:
    companion("rules new ours --from harr --set mah_jongg=100")
    read = "read --sample --seat E --by draw --win-tile 5p --json"
    ours, book = (
        json.loads(companion(f"{read} --ruleset {name}"))["score"] for name in ("ours", "harr")
    )
    assert ours["points"] == book["points"] + 80


# --- terminals ---


@pytest.mark.parametrize("shell", _SHELLS)
def test_a_shell_completes(companion: Companion, shell: str) -> None:
    script = companion(f"completion {shell}")
    assert "_COMPANION_COMPLETE" in script


def test_commands_and_names_are_completed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def completed(*words: str) -> str:
        environment = {
            "_COMPANION_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("companion", *words)),
            "COMP_CWORD": str(len(words)),
            "COMPANION_DATA": str(tmp_path),
        }
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        run = [sys.executable, "-c", "from companion.cli import main; main()"]
        return subprocess.run(run, capture_output=True, text=True, check=False).stdout

    assert completed("set").split() == ["plain,settle"]
    assert "plain,harr-limit" in completed("rules", "show", "harr")
    assert "plain,circumstances" in completed("help", "ci")
    assert "plain,--example" in completed("score", "--ex")


@pytest.mark.parametrize(
    ("terminal", "no_color", "coloured"),
    [(True, "", True), (True, "1", False), (False, "", False)],
)
def test_colour_is_for_terminals_that_want_it(
    companion: Companion,
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    no_color: str,
    coloured: bool,
) -> None:
    hand = companion("score --example")
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert ("\x1b[" in companion("score -", hand)) is coloured


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_to_people_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert list(progress("abc", "Counting")) == ["a", "b", "c"]
    with working("Waiting"):
        pass
    out, err = capsys.readouterr()
    assert out == ""
    assert ("Counting" in err, "Waiting …" in err) == (terminal, terminal)


def test_the_screen_s_width_is_kept(companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (60, 80, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = companion("rules show traditional").splitlines()
        assert max(map(len, shown)) <= columns
