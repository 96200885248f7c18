"""`companion score` and `companion settle` as a person or a program runs them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.examples import DISCARD
from tests.not_allowed import HANDS, TABLES
from tests.rules.goldens import part_one_hands, settlements

Form = dict[str, Any]
WINNER: Form = next(c for c in part_one_hands() if c["id"] == "H1-ex01")["hand"]
LOSER: Form = {
    "ruleset": "harr",
    "seat": "S",
    "round": "E",
    "winner": False,
    "concealed": "222p789s88m1m4567z",
}
TABLE: Form = next(iter(settlements()))["settle"]


class Run:
    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        self.status = left.value.code
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def given(tmp_path: Path) -> Any:
    def write(content: Any) -> str:
        path = tmp_path / "given.json"
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_hand_for_people(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    run = Run(capsys, "score", given(WINNER))
    assert run.status == 0
    assert "Mah-Jongg" in run.out
    assert "Harr p. 30" in run.out
    assert "22" in run.out


def test_a_hand_for_programs(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    run = Run(capsys, "score", "--json", given(WINNER))
    assert run.status == 0
    answer = json.loads(run.out)
    assert (answer["complete"], answer["shape"], answer["total"]) == (True, "standard", 22)


def test_what_a_hand_missed_is_said_where_it_is_asked(
    capsys: pytest.CaptureFixture[str], given: Any
) -> None:
    pungs = [{"kind": "pung", "tiles": [f"{n}p"] * 3, "concealed": False} for n in (3, 7)]
    hand = WINNER | {
        "concealed": "222m55s123s",
        "melds": pungs,
        "win": {"tile": "5s", "by": "draw"},
    }
    assert "missed" not in json.loads(Run(capsys, "score", "--json", given(hand)).out)
    missed = json.loads(Run(capsys, "score", "--json", "--hints", given(hand)).out)["missed"]
    assert "no_sequences" in [each["id"] for each in missed]
    run = Run(capsys, "score", "--hints", given(hand))
    assert "But for the chow 1-2-3 of bamboo: No sequence in the hand." in run.out


def test_a_loser_is_no_failure(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    run = Run(capsys, "score", "--json", given(LOSER))
    answer = json.loads(run.out)
    assert (run.status, answer["complete"], answer["shape"]) == (0, False, None)
    assert answer["total"] == 4


def test_no_winning_hand_is_status_1_with_a_reason(
    capsys: pytest.CaptureFixture[str], given: Any
) -> None:
    broken = WINNER | {"concealed": ["2p", "2p", "2p", "7s", "8s", "9s", "8m", "1z"]}
    run = Run(capsys, "score", "--json", given(broken))
    answer = json.loads(run.out)
    assert run.status == 1
    assert answer["complete"] is False
    assert answer["reason"]
    assert run.err == answer["reason"] + "\n"


def test_why_it_is_no_winning_hand_is_said_to_a_person_once(
    capsys: pytest.CaptureFixture[str], given: Any
) -> None:
    broken = WINNER | {"concealed": ["2p", "2p", "2p", "7s", "8s", "9s", "8m", "1z"]}
    run = Run(capsys, "score", given(broken))
    assert (run.status, run.out, run.err.count("\n")) == (1, "", 1)
    assert "do not make four sets" in run.err


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_why_a_discarder_does_not_pay_for_all_is_one_line_on_standard_error(
    capsys: pytest.CaptureFixture[str], given: Any, flags: tuple[str, ...]
) -> None:
    form = json.loads(DISCARD)
    form["discarder"]["had_another_tile_to_discard"] = False
    run = Run(capsys, "judge", *flags, given(form))
    assert (run.status, run.err.count("\n")) == (1, 1)
    assert "[Harr" in run.err
    assert bool(run.out) == bool(flags)


def test_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(TABLE).encode())))
    run = Run(capsys, "settle", "-", "--json")
    assert json.loads(run.out)["net"] == {"E": 2880, "S": -1120, "W": -496, "N": -1264}


@pytest.mark.parametrize(
    "command",
    ["score -", "score --lines -", "settle -", "judge -", "read --tiles -", "rules check -",
     "enrol bone --order - photo.jpg"],
)  # fmt: skip
def test_a_closed_standard_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    run = Run(capsys, *command.split())
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert "no standard input" in run.err


def test_an_order_and_house_rules_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command, text, said in (
        ("enrol bone --order - photo.jpg", "1m 2q", "Line 1 of the order has “2q”"),
        ("rules check -", "limits = 1", "- cannot be played by"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert said in Run(capsys, *command.split()).err


def test_a_settlement_for_people(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    run = Run(capsys, "settle", given(TABLE))
    assert run.status == 0
    assert "South pays East 960" in run.out
    assert "+2,880" in run.out


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_file_as_windows_saves_it_is_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, encoding: str
) -> None:
    """PowerShell's `>` writes UTF-16, and Notepad may put a mark before UTF-8."""
    one, two = tmp_path / "one.json", tmp_path / "two.jsonl"
    one.write_text(json.dumps(WINNER), encoding=encoding)
    two.write_text(f"{json.dumps(WINNER)}\r\n{json.dumps(LOSER)}\r\n", encoding=encoding)
    total = json.loads(Run(capsys, "score", str(one), "--json").out)["total"]
    first, second = Run(capsys, "score", "--lines", str(two)).out.splitlines()
    assert json.loads(first)["total"] == total
    assert "total" in json.loads(second)


def test_lines_are_answered_one_each(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    lines = [json.dumps(WINNER), "{", json.dumps(LOSER | {"seat": "Q"}), "", json.dumps(LOSER)]
    run = Run(capsys, "score", "--lines", given("\n".join(lines) + "\n"))
    answers = [json.loads(line) for line in run.out.splitlines()]
    assert run.status == 0
    assert [answer.get("total") for answer in answers] == [22, None, None, 4]
    assert set(answers[1]) == set(answers[2]) == {"error", "field"}
    said = "Line 2 is no JSON that can be used: it breaks off after column 1; add the rest."
    assert answers[1]["error"] == said
    assert answers[2]["field"] == "seat"


def test_lines_of_tables(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    wrong = TABLE | {"scores": {"E": -1, "S": 0}}
    run = Run(capsys, "settle", "--lines", given(f"{json.dumps(TABLE)}\n{json.dumps(wrong)}"))
    first, second = map(json.loads, run.out.splitlines())
    assert first["net"]["E"] == 2880
    assert second["field"] == "scores.E"


@pytest.mark.parametrize(("command", "wrong"), [("score", HANDS), ("settle", TABLES)])
def test_what_the_game_does_not_allow_is_named_in_its_line(
    capsys: pytest.CaptureFixture[str], given: Any, command: str, wrong: dict[str, Any]
) -> None:
    run = Run(
        capsys, command, "--lines", given("\n".join(json.dumps(w[0]) for w in wrong.values()))
    )
    answers = [json.loads(line) for line in run.out.splitlines()]
    assert len(answers) == len(wrong)
    for answer, (_, field, word) in zip(answers, wrong.values(), strict=True):
        assert set(answer) == {"error", "field"}
        assert answer["field"].startswith(field)
        assert word.lower() in answer["error"].lower()


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("score", HANDS["five of a tile"][0]),
        ("score", HANDS["a chow of winds"][0]),
        ("settle", TABLES["a negative score"][0]),
    ],
)
def test_what_the_game_does_not_allow_is_status_2(
    capsys: pytest.CaptureFixture[str], given: Any, command: str, form: Form
) -> None:
    run = Run(capsys, command, given(form))
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)


BROKEN = {
    "no file": None,
    "no JSON": "hand",
    "a list": "[]",
    "not a number": '{"ruleset": NaN}',
    "nested deeply": "[" * 200_000,
    "ten megabytes": '{"concealed": "' + "1m" * 5_000_000 + '"}',
    "a huge number": '{"winner": ' + "9" * 10_000 + "}",
}


@pytest.mark.parametrize("command", ["score", "settle"])
@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_one_line_on_standard_error_and_status_2(
    capsys: pytest.CaptureFixture[str], given: Any, tmp_path: Path, command: str, text: str | None
) -> None:
    path = str(tmp_path / "missing.json") if text is None else given(text)
    run = Run(capsys, command, path)
    assert run.status == 2
    assert run.out == ""
    assert len(run.err.splitlines()) == 1
    assert "Traceback" not in run.err


def test_a_house_s_own_rule_set(
    capsys: pytest.CaptureFixture[str], given: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "rulesets"
    folder.mkdir()
    (folder / "ours.toml").write_text(
        'id = "ours"\nname = "Ours"\nbase = "harr"\n\n[options]\nmah_jongg = 30\n',
        encoding="utf-8",
    )
    hand = WINNER | {"ruleset": "ours", "options": {}}
    run = Run(capsys, "score", "--json", "--data", str(tmp_path), given(hand))
    answer = json.loads(run.out)
    assert answer["total"] == 32
    assert answer["lines"][0]["status"] == "house"
    table = TABLE | {"ruleset": "ours", "options": {}}
    assert Run(capsys, "settle", "--data", str(tmp_path), given(table)).status == 0


def test_a_rule_set_that_nobody_knows(
    capsys: pytest.CaptureFixture[str], given: Any, tmp_path: Path
) -> None:
    run = Run(capsys, "score", "--data", str(tmp_path), given(WINNER | {"ruleset": "theirs"}))
    assert run.status == 2
    assert "theirs" in run.err


def test_more_of_a_tile_in_all_hands_than_the_game_has_is_told(
    capsys: pytest.CaptureFixture[str], given: Any
) -> None:
    table = {
        "ruleset": "international", "round": "E", "winner": "E", "scores": {"W": 0, "N": 0},
        "hands": {
            "E": {"concealed": "111222333444m55m", "bonus": ["2f"],
                  "win": {"tile": "5m", "by": "draw"}},
            "S": {"concealed": "111m456p789s1234z", "bonus": ["2f"]},
        },
    }  # fmt: skip
    answer = json.loads(Run(capsys, "settle", "--json", given(table)).out)
    assert [note.split(",")[0] for note in answer["notes"]] == [
        "The hands together hold 6 of 1 characters",
        "The hands together hold 2 of flower 2",
    ]
