"""What a device keeps of the pages: every file, and all again when one of them changes."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.base.errors import UnavailableError
from companion.ledger import Ledger
from companion.web.shell import worker_text


def shell(text: str) -> dict[str, list[str] | str]:
    line = text.splitlines()[0]
    found: dict[str, list[str] | str] = json.loads(line.removeprefix("self.SHELL = ").rstrip(";"))
    return found


def folder(path: Path) -> Path:
    path.mkdir()
    (path / "sw.js").write_text("// the worker\n")
    (path / "LICENSE-font.txt").write_text("a licence")
    (path / "one.js").write_text("1;")
    return path


def test_everything_that_is_kept_is_there(watcher: FlaskClient) -> None:
    answer = watcher.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    files = shell(answer.text)["files"]
    assert "/static/js/pages/away.js" in files
    assert len(files) > 100
    assert {watcher.get(path).status_code for path in files} == {200}


@pytest.mark.parametrize("error", [UnavailableError(), sqlite3.DatabaseError("torn")])
def test_a_page_is_there_though_the_ledger_cannot_be_read(
    watcher: FlaskClient, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def torn(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Ledger, "evenings", torn)
    assert watcher.get("/photo").status_code == 200


def test_a_changed_file_makes_another_shell(tmp_path: Path) -> None:
    worker_text.cache_clear()
    static = folder(tmp_path / "static")
    before = worker_text(static)
    assert shell(before)["files"][-1] == "/static/one.js"
    (static / "one.js").write_text("2;")
    worker_text.cache_clear()
    assert shell(worker_text(static))["name"] != shell(before)["name"]
    worker_text.cache_clear()
