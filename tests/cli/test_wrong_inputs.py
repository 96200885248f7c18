"""What is wrong on the command line is answered by one sentence that says what to do.

`wrong_inputs.txt` holds each command and its answer. After `$` stands the command; `< FILE` gives
it a file as its standard input, and `with {…}` other values of fields (null takes one away) of the
JSON of the last file named. `…` in an answer stands for what differs from system to system.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.examples import DISCARD, HAND, TABLE

LOSER = {"ruleset": "harr", "seat": "S", "round": "E", "winner": False,
         "concealed": "222p789s88m1m4567z"}  # fmt: skip
READING = {"image": {"path": "a.jpg", "width": 8, "height": 8}, "tiles": []}
HOUSE = 'id = "ours"\nname = "Ours"\nbase = "harr"\n'
FILES: dict[str, str | bytes] = {
    "hand.json": HAND,
    "table.json": TABLE,
    "discard.json": DISCARD,
    "loser.json": json.dumps(LOSER),
    "reading.json": json.dumps(READING),
    "empty.json": "",
    "list.json": "[]",
    "words.json": "South wins with a pair of dragons.",
    "cut.json": '{"ruleset": "harr", ',
    "nan.json": '{"ruleset": NaN}',
    "twice.json": '{"ruleset": "harr", "ruleset": "harr-limit"}',
    "latin.json": '{"ruleset": "härr"}'.encode("latin-1"),
    "house.toml": HOUSE,
    "words.toml": "We play as always.",
    "digits.toml": HOUSE + f"[options]\nlimit = {'9' * 5000}\n",
    "nested.toml": HOUSE + f"[options]\nlimit = {'[' * 5000}\n",
    "wrong.toml": HOUSE + "[options]\nlimit = 0\nlimits = 500\n[foo]\nbar = 1\n",
    "data/rulesets/spoilt.toml": HOUSE,
    "data/rulesets/kept.toml": HOUSE.replace("ours", "kept"),
    "order.txt": "1m 2m\n3m 0q\n",
    "photo.jpg": "no picture",
    "wide.svg": f'<svg xmlns="http://www.w3.org/2000/svg" width="{"9" * 400}" height="9"></svg>',
    "empty.jpg": "",
}
CASES = re.findall(
    r"^\$ (.+)\n((?:(?!\$ |#).+\n)+)",
    Path(__file__).with_name("wrong_inputs.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", "data")
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    return tmp_path


def prepared(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the arguments, and prepare what the line says after ` < ` and ` with `."""
    command, _, changes = command.partition(" with ")
    command, _, given = command.partition(" < ")
    arguments = shlex.split(command)[1:]
    if changes:
        file = folder / (given or next(each for each in arguments if each.endswith(".json")))
        form: dict[str, Any] = json.loads(file.read_text()) | json.loads(changes)
        file.write_text(json.dumps({n: v for n, v in form.items() if v is not None}))
    if given:
        content = (folder / given).read_bytes()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    return arguments


@pytest.mark.parametrize(("command", "answer"), CASES, ids=[command for command, _ in CASES])
def test_a_wrong_input_gets_its_answer(
    command: str,
    answer: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(prepared(command, folder, monkeypatch))
    out, err = capsys.readouterr()
    words = re.escape(" ".join(answer.split())).replace("…", ".+")
    assert re.fullmatch(words, err.removesuffix("\n")), err
    assert (left.value.code, out) == (2, "")


def test_there_are_a_hundred() -> None:
    assert len(CASES) >= 100
