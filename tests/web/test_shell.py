"""What a device keeps of the pages: every file, and all again when one of them changes."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.base.errors import UnavailableError
from companion.ledger import Ledger
from companion.web.shell import shell as kept
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
    assert any(path.endswith("/js/pages/away.js") for path in files)
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


def test_a_changed_file_makes_another_shell_of_which_no_file_has_an_old_address(
    tmp_path: Path,
) -> None:
    kept.cache_clear()
    static = folder(tmp_path / "static")
    before = shell(worker_text(static))
    assert before["files"][-1] == f"{before['folder']}one.js"
    (static / "one.js").write_text("2;")
    kept.cache_clear()
    after = shell(worker_text(static))
    kept.cache_clear()
    assert after["name"] != before["name"]
    assert not {*after["files"], after["folder"]} & {before["files"][-1], before["folder"]}


def test_a_file_of_this_version_is_never_asked_for_again(watcher: FlaskClient) -> None:
    folder = str(shell(watcher.get("/sw.js").text)["folder"])
    page = watcher.get("/rules").text
    for file in (f'src="{folder}js/begin.js"', f'href="{folder}js/pages/rules.js"'):
        assert file in page
    told = watcher.get(f"{folder}js/pages/rules.js")
    assert told.mimetype == "text/javascript"
    assert told.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    # A page that was opened before an update still finds its files, and keeps none of them.
    for address in ("/static/at-other/js/ui.js", "/static/js/ui.js"):
        late = watcher.get(address)
        assert (late.status_code, late.headers["Cache-Control"]) == (200, "no-cache")
    for address in ("/static/at-other/none.js", f"{folder}none.js", f"{folder}../../pages.py"):
        assert watcher.get(address).status_code == 404
