"""What a disk may do to a data folder: it is found and said, the rest goes on, what can heal heals.

`tests/benchmarks/damages.py` does two hundred such things by chance.
"""

from __future__ import annotations

import contextlib
import datetime
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.base.errors import NotFoundError
from companion.cli import group
from companion.cli.serve import _AfterAnEvening
from companion.ledger import Ledger, ledger, migrations, rows
from companion.ledger import commands as asked
from companion.ledger.copies import KEPT, Copies, copy_database
from companion.ledger.drafts import Drafts
from companion.ledger.events import PenaltyPaid, Recorded
from companion.ledger.heads import Heads
from companion.ledger.locked_rules import Rulebook
from companion.ledger.mending import mend
from companion.ledger.rows import EveningDamagedError
from companion.ledger.whole_backup import restore_backup
from companion.rules.books.ruleset import as_played
from companion.rules.table.counters import Transfer
from tests.ledger.played import PLAYERS, as_shown, begin, folder_with_evenings, settle


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def _change(data: Path, *statements: str) -> None:
    """Change a row as a failing disk would: without the triggers that stop programs."""
    connection = sqlite3.connect(data / "ledger.db")
    connection.execute("PRAGMA writable_schema = ON")
    for name in ("event_stays", "event_is_kept"):
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def _shown_and_said(data: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    ledger = Ledger(data)
    try:
        return as_shown(ledger), ledger.evenings().damaged
    finally:
        ledger.close()


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE event SET body = replace(body, '20', '29') WHERE evening = 2 AND version = 2",
         "entry 2 was changed"),
        ("UPDATE event SET kind = 'x' WHERE evening = 2 AND version = 5", "entry 5 was changed"),
        ("UPDATE event SET at = '1970' WHERE evening = 2 AND version = 3", "entry 3 was changed"),
        ("UPDATE event SET body = CAST(X'C1' || substr(body, 2) AS TEXT) WHERE evening = 2"
         " AND version = 3", "entry 3 was changed"),
        ("DELETE FROM event WHERE evening = 2 AND version = 3", "entry 3 is missing"),
        ("DELETE FROM event WHERE evening = 2 AND version > 3", "entries 4 to 5 are missing"),
        ("DELETE FROM event WHERE evening = 2", "entries 1 to 5 are missing"),
        ("UPDATE event SET checksum = NULL WHERE evening = 2 AND version = 4",
         "entry 4 was changed"),
        ("UPDATE evening SET id = 'other' WHERE number = 2", "another evening"),
    ],
)  # fmt: skip
def test_a_changed_journal_is_said_and_the_other_evenings_go_on(
    data: Path, statement: str, what: str
) -> None:
    before = folder_with_evenings(data)
    _change(data, statement)
    shown, said = _shown_and_said(data)
    assert len(shown) == 2
    assert shown == {id: before[id] for id in shown}
    assert any(what in sentence and "doctor --mend" in sentence for sentence in said)


def test_a_damaged_evening_answers_with_the_sentence(data: Path) -> None:
    before = folder_with_evenings(data)
    _change(data, "UPDATE event SET body = '{' WHERE evening = 2 AND version = 3")
    ledger = Ledger(data)
    bad = next(id for id in before if id not in as_shown(ledger))
    with pytest.raises(EveningDamagedError, match="entry 3"):
        ledger.evening(bad)
    with pytest.raises(EveningDamagedError, match="entry 3"):
        ledger.change(bad, lambda _: pytest.fail("nothing is entered into it"))
    settle(ledger, begin(ledger, "goes on"), 20, 0, 0, 0)
    ledger.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE summary SET body = '{' WHERE evening = 2",
        "UPDATE summary SET body = CAST(X'C1' || substr(body, 2) AS TEXT) WHERE evening = 2",
        "UPDATE summary SET body = replace(body, '\"totals\": [', '\"totals\": [9')",
        "UPDATE summary SET search = '' WHERE evening = 2",
        "UPDATE summary SET version = 99, form = 0",
        "DELETE FROM summary",
    ],
)
def test_a_summary_is_made_anew(data: Path, statement: str) -> None:
    before = folder_with_evenings(data)
    _change(data, statement)
    assert _shown_and_said(data) == (before, ())


def test_one_bit_of_a_rule_book_is_put_right_from_the_book(data: Path) -> None:
    before = folder_with_evenings(data)
    _change(data, "UPDATE rulebook SET document = replace(document, 'a', 'b')")
    assert _shown_and_said(data) == (before, ())
    with sqlite3.connect(data / "ledger.db") as connection:
        (document,) = connection.execute("SELECT document FROM rulebook").fetchone()
    assert '"value"' in document  # for good


def test_an_evening_with_options_that_are_refused_today_opens_and_has_its_rules_put_right(
    data: Path,
) -> None:
    ledger = Ledger(data)
    setup = {"players": PLAYERS, "ruleset": "harr", "options": {"washing": {"14": 5}}}
    plan, rules = asked.plan(setup, lambda name, options: Rulebook(as_played(name, options)))
    settle(ledger, ledger.start(plan, rules).setup.id, 20, 4, 8, 0)
    before = as_shown(ledger)
    ledger.close()
    assert len(before) == 1
    assert _shown_and_said(data) == (before, ())
    _change(data, "UPDATE rulebook SET document = replace(document, 'a', 'b')")
    assert _shown_and_said(data) == (before, ())


def test_one_bit_of_a_house_rule_book_is_put_right_from_a_copy(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folder_with_evenings(data)
    Copies(data).make()
    _change(data, "DELETE FROM rulebook")
    # As if the rules were no longer those of that evening.
    monkeypatch.setattr("companion.ledger.rulebooks.Rulebooks.ruleset", _no_book)
    assert _shown_and_said(data) == (before, ())


def _no_book(self: object, name: str) -> Any:
    raise NotFoundError(f"There is no rule set {name}.")


def test_rules_that_are_nowhere_are_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_with_evenings(data)
    _change(data, "UPDATE rulebook SET document = '{}'")
    monkeypatch.setattr("companion.ledger.rulebooks.Rulebooks.ruleset", _no_book)
    shown, said = _shown_and_said(data)
    assert shown == {}
    assert len(said) == 3
    assert "its rules" in said[0]


def test_hands_that_were_lost_with_the_log_of_the_database_are_missed(data: Path) -> None:
    """SQLite says nothing if its log is missing or damaged. The evening then only lacks its last
    hands."""
    before = folder_with_evenings(data)
    ledger = Ledger(data)
    id = begin(ledger, "now")
    for _ in range(3):
        settle(ledger, id, 20, 0, 0, 0)
    # As after the loss of power: the log is there and was not yet worked in.
    for name in ("ledger.db", "ledger.heads"):
        shutil.copyfile(data / name, data / f"{name}.then")
    ledger.close()
    for path in data.glob("ledger.*[bmls]"):
        path.unlink()
    for name in ("ledger.db", "ledger.heads"):
        (data / f"{name}.then").rename(data / name)
    shown, said = _shown_and_said(data)
    assert shown == before
    assert any(id in sentence and "missing" in sentence for sentence in said)


@pytest.mark.parametrize("what", ["it alone", "every evening"])
def test_what_happens_while_an_evening_is_read_is_no_damage(
    data: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = folder_with_evenings(data)
    table = Ledger(data)
    plan, rules = asked.plan({"players": PLAYERS}, table.rulebooks.open)

    def meanwhile() -> None:
        for id in before:
            table.change(id, lambda _: PenaltyPaid((Transfer(0, 1, 50),)))
        table.start(plan, rules)

    _as_soon_as_a_journal_is_read(monkeypatch, meanwhile)
    id = next(iter(before))
    if what == "it alone":
        assert table.evening(id).version == 5, "as it was when the reading began"
    assert table.look_through() == {}
    assert len(as_shown(table)) == len(before) + 1
    assert table.evening(id).version == 6
    table.close()


def _as_soon_as_a_journal_is_read(
    monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None]
) -> None:
    waiting = [meanwhile]

    def read(connection: sqlite3.Connection, row: rows.Row, after: int = 0) -> Iterator[Recorded]:
        found = list(rows.events(connection, row, after))
        if waiting:
            waiting.pop()()
        yield from found

    monkeypatch.setattr(ledger, "events", read)


def test_the_end_of_an_evening_copies_no_damage_over_good_copies(data: Path) -> None:
    folder_with_evenings(data)
    whole = Copies(data).make()
    ledger = Ledger(data)
    ledger.look_through()
    _change(data, "UPDATE event SET body = '{' WHERE evening = 2 AND version = 3")
    after = _AfterAnEvening(ledger, Drafts(data / "drafts"))
    for n in range(KEPT + 1):
        settle(ledger, begin(ledger, f"{n}"), 20, 0, 0, 0)
        after._tidy()
    ledger.close()
    assert Copies(data).listed() == [whole]


def test_an_evening_that_is_read_in_again_is_no_longer_damaged(data: Path) -> None:
    before = folder_with_evenings(data)
    ledger = Ledger(data)
    (id, *_) = before
    journal, (_, rules) = ledger.journal(id), ledger.evening_and_rules(id)
    ledger.close()
    number = f"(SELECT number FROM evening WHERE id = '{id}')"
    _change(data, f"DELETE FROM event WHERE evening = {number} AND version > 3")
    ledger = Ledger(data)
    assert ledger.evenings().damaged
    ledger.restore(journal, rules)
    assert ledger.evenings().damaged == ()
    assert as_shown(ledger) == before
    ledger.close()


def test_notes_that_are_damaged_themselves_accuse_nobody(data: Path) -> None:
    before = folder_with_evenings(data)
    file = data / "ledger.heads"
    content = file.read_bytes()
    for spoilt in (b"", content[:-3], content.replace(b" 5 ", b" 9 "), b"\xff" * 100, b"x 1 2\n"):
        file.write_bytes(spoilt)
        assert _shown_and_said(data) == (before, ())


def test_notes_stay_short(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ledger.heads._MOST_LINES", 10)
    data.mkdir()
    heads = Heads(data / "h")
    for version in range(1, 100):
        heads.note("abcd", version)
    assert Heads(data / "h").told == {"abcd": 99}
    assert len((data / "h").read_bytes().split()) < 60


def test_mending_saves_what_is_whole_here_or_in_a_copy(data: Path) -> None:
    before = folder_with_evenings(data)
    Copies(data).make()
    ledger = Ledger(data)
    newer = begin(ledger, "newer")
    settle(ledger, newer, 20, 0, 0, 0)
    shown = as_shown(ledger)
    ledger.close()
    assert before.items() < shown.items()
    _change(
        data,
        "UPDATE event SET body = '{' WHERE evening = 2 AND version = 3",
        "UPDATE event SET body = '{' WHERE evening = 4 AND version = 2",
    )
    mended = {each.id: each for each in mend(data)}
    assert sum(each.whole for each in mended.values()) == 3
    assert (mended[newer].entries, mended[newer].once) == (1, 2)  # begun, and no hand is left
    after, said = _shown_and_said(data)
    assert before.items() < after.items()
    assert said == ()


def test_mending_a_file_that_sqlite_no_longer_reads(data: Path) -> None:
    before = folder_with_evenings(data)
    Copies(data).make()
    (data / "ledger.db").write_bytes(b"\x00" * 5000)
    assert all(each.whole for each in mend(data))
    assert _shown_and_said(data) == (before, ())
    assert (data / "replaced-1" / "ledger.db").exists()


@pytest.mark.parametrize(
    ("once", "now"),
    [
        ("number INTEGER", "numbes INTEGER"),
        ("checksum TEXT", "checksul TEXT"),
        ("CREATE TABLE event", "CREATE TABLF event"),
        ("0001_journal", "0x01_journal"),
    ],
)
def test_mending_loses_nothing_where_only_a_name_is_damaged(
    data: Path, once: str, now: str
) -> None:
    before = folder_with_evenings(data)
    whole = (data / "ledger.db").read_bytes()
    (data / "ledger.db").write_bytes(whole.replace(once.encode(), now.encode()))
    assert len(mend(data)) == 3
    assert _shown_and_said(data) == (before, ())


def test_mending_keeps_the_order_of_evenings_whatever_the_clock_said(data: Path) -> None:
    """As on a small computer that starts in 1970 until it hears the time."""
    years = iter((2026, 1970, 2027))
    ledger = Ledger(data, clock=lambda: datetime.datetime(next(years), 1, 1, tzinfo=datetime.UTC))
    before = [begin(ledger, title) for title in ("first", "second", "third")]
    ledger.close()
    Copies(data).make()
    _change(data, "UPDATE event SET body = '{' WHERE evening = 1")  # which only the copy has whole
    mend(data)
    ledger = Ledger(data)
    assert [each.id for each in reversed(ledger.evenings().evenings)] == before
    ledger.close()


@pytest.mark.parametrize("damaged", [False, True])
def test_mending_leaves_what_a_restore_has_set_aside(data: Path, damaged: bool) -> None:
    (id,) = folder_with_evenings(data, count=1)
    before = Copies(data).make()
    assert before is not None
    _play_on(data, id, 90, 92, 94)
    restore_backup(before, data, replace=True)
    shown = _play_on(data, id, 30, 32)
    if damaged:
        _change(data, "UPDATE event SET body = '{' WHERE version = 3")
    assert [(each.entries, each.whole) for each in mend(data)] == [(7, True)]
    assert _shown_and_said(data) == (shown, ())


def test_mending_finishes_a_restore_that_was_killed(data: Path, tmp_path: Path) -> None:
    folder_with_evenings(data, count=1)
    restored = folder_with_evenings(tmp_path / "other", count=2)
    (data / "restore-ready").mkdir()
    shutil.copyfile(tmp_path / "other" / "ledger.db", data / "restore-ready" / "ledger.db")
    assert all(each.whole for each in mend(data))
    shown, said = _shown_and_said(data)
    assert (shown.keys(), said) == (restored.keys(), ())


def _play_on(data: Path, id: str, *scores: int) -> dict[str, Any]:
    """Settle so many hands, and make a copy, as at the end of an evening."""
    ledger = Ledger(data)
    for score in scores:
        settle(ledger, id, score, 0, 0, 0)
    shown = as_shown(ledger)
    ledger.close()
    Copies(data).make()
    return shown


def test_the_doctor_plays_every_evening_through(data: Path, tmp_path: Path) -> None:
    folder_with_evenings(data)
    run = CliRunner()
    said = run.invoke(group, ["doctor", "--data", str(data)]).output
    assert "whole, 3 evenings played through" in said
    assert "automatic copies" in said
    by_environment = run.invoke(group, ["doctor"], env={"COMPANION_DATA": str(data)}).output
    assert "whole, 3 evenings" in by_environment
    Copies(data).make()
    _change(data, "UPDATE event SET body = '{' WHERE evening = 2 AND version = 3")
    hurt = run.invoke(group, ["doctor", "--data", str(data)])
    assert hurt.exit_code == 1
    assert "entry 3 was changed" in hurt.output
    mended = run.invoke(group, ["doctor", "--mend", "--data", str(data)]).output
    assert "3 of 3 evenings are whole" in mended
    assert "whole, 3 evenings played through" in mended


def test_the_doctor_says_what_to_do_where_the_tables_themselves_are_damaged(data: Path) -> None:
    folder_with_evenings(data)
    Copies(data).make()
    _change(data, "ALTER TABLE evening RENAME COLUMN number TO numbes")
    run = CliRunner()
    hurt = run.invoke(group, ["doctor", "--data", str(data)])
    assert hurt.exit_code == 1
    assert "evening.number is missing" in hurt.output
    assert "doctor --mend" in hurt.output
    mended = run.invoke(group, ["doctor", "--mend", "--data", str(data)]).output
    assert "3 of 3 evenings are whole" in mended
    assert "whole, 3 evenings played through" in mended


def test_the_doctor_calls_nothing_damaged_that_is_written_meanwhile(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (id,) = folder_with_evenings(data, count=1)
    server = Ledger(data)

    def then_played_on(copy: Callable[[Path, Path], Any]) -> Callable[[Path, Path], None]:
        def copied(source: Path, target: Path) -> None:
            copy(source, target)
            for score in range(8):
                settle(server, id, score, 0, 0, 0)
            with contextlib.closing(sqlite3.connect(data / "ledger.db")) as connection:
                connection.execute("PRAGMA wal_checkpoint(FULL)")
            settle(server, id, 20, 0, 0, 0)

        return copied

    place = "companion.ledger.data_folder"
    monkeypatch.setattr(f"{place}.shutil.copyfile", then_played_on(shutil.copyfile))
    monkeypatch.setattr(f"{place}.copy_database", then_played_on(copy_database))
    said = CliRunner().invoke(group, ["doctor", "--data", str(data)]).output
    server.close()
    assert "whole, 1 evenings played through" in said
    assert "NO  evening" not in said


def test_the_doctor_leaves_no_copy_behind(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_with_evenings(data)
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    CliRunner().invoke(group, ["doctor", "--data", str(data)])
    (data / "ledger.db").write_bytes(b"\x00" * 5000)
    CliRunner().invoke(group, ["doctor", "--data", str(data)])
    assert list(place.iterdir()) == []


def test_a_database_of_the_version_before_checksums_opens_with_all_its_evenings(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = folder_with_evenings(data)
    _change(
        data,
        "ALTER TABLE event DROP COLUMN checksum",
        "ALTER TABLE summary DROP COLUMN checksum",
        "DELETE FROM migration WHERE name = '0002_checksums'",
        *(each for each in migrations.MIGRATIONS[0].statements if "TRIGGER" in each),
    )
    (data / "ledger.heads").unlink()
    assert _shown_and_said(data) == (shown, ())
