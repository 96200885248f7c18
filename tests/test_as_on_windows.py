"""The data folder, by the rules that Windows has for files; `as_on_windows` makes Linux keep them.

Nothing here has run on Windows itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.served import Client, Served
from tests.scorekeeper import typed

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="only Linux shows which files are open"
)
HERE = Path(__file__).parent


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where those rules hold for programs that a test starts."""
    paths = [str(HERE / "as_on_windows"), str(HERE.parent)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("AS_ON_WINDOWS", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def done(*arguments: object) -> str:
    ended = run(*arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout + ended.stderr


def test_an_evening_is_kept_copied_saved_and_brought_back(
    windows: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data, other, saved = windows / "data", windows / "other", windows / "saved.zip"
    with Served(data) as served:
        client = Client(served)
        evening = client.start_evening()
        for key, hand in enumerate((typed("E", 20, 0, 2, 0), typed("S", 8, 22, 0, 4))):
            status, answer = client.call("POST", f"/api/evenings/{evening}/hands", hand, str(key))
            assert status == 201, answer
        assert client.call("POST", f"/api/evenings/{evening}/end", {})[0] == 200
        until = time.monotonic() + 30
        while not list((data / "backups").glob("*.db")) and time.monotonic() < until:
            time.sleep(0.05)
    assert capfd.readouterr().err == ""
    assert list((data / "backups").glob("*.db"))
    assert b"\r" not in (data / "ledger.heads").read_bytes()

    done("backup", saved, "--data", data)
    done("restore", saved, "--data", other)
    done("restore", saved, "--replace", "--data", other)
    assert (other / "replaced-1" / "ledger.db").is_file()
    assert "1 evenings played through" in done("doctor", "--data", other)
    assert "1 of 1 evenings are whole" in done("doctor", "--mend", "--data", other)
    assert not list(windows.glob("companion-*")), "a copy of the ledger was left behind"


def test_a_file_that_somebody_reads_for_a_moment_is_replaced_after_it(windows: Path) -> None:
    program = (
        "import sys, threading; from pathlib import Path\n"
        "from companion.base.whole_files import swap_in\n"
        "file = Path(sys.argv[1]); file.write_bytes(b'before'); held = file.open('rb')\n"
        "threading.Timer(0.2, held.close).start(); swap_in(file, b'after')\n"
    )
    file = windows / "kept"
    subprocess.run([sys.executable, "-c", program, str(file)], check=True, timeout=60)
    assert file.read_bytes() == b"after"


def test_the_pages_get_their_scripts_and_styles_by_the_right_name(windows: Path) -> None:
    with Served(windows / "data") as served:
        connection = served.connect()
        kinds = {}
        for name in ("js/dom.js", "css/base.css", "icon.svg"):
            connection.request("GET", f"/static/{name}")
            answer = connection.getresponse()
            answer.read()
            kinds[name] = answer.headers.get_content_type()
    assert kinds == {
        "js/dom.js": "text/javascript",
        "css/base.css": "text/css",
        "icon.svg": "image/svg+xml",
    }


def test_house_rules_are_kept_unless_their_name_is_a_device(windows: Path) -> None:
    data = windows / "data"
    done("rules", "new", "our-house", "--base", "harr", "--data", data)
    assert "our-house" in done("rules", "list", "--data", data)
    refused = run("rules", "new", "nul", "--base", "harr", "--data", data)
    assert refused.returncode == 2
    assert "Windows keeps this word" in refused.stderr
