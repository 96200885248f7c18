"""Damages a data folder by chance and looks at what is shown, said and saved.

    python -m tests.benchmarks.damages [DAMAGES] [SEED]

The folder is as after the loss of power, its log not yet worked in. Each time one file of it is
hurt: bits flipped, cut off, overwritten with a piece of another file, or removed. Then it is opened
as the server does. An evening that is shown has to be the true one; one that is not has to be named
in a sentence; and `doctor --mend`, or the automatic copy, has to bring back what the copy held.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.base.errors import CompanionError
from companion.ledger import Ledger
from companion.ledger.copies import Copies
from companion.ledger.mending import mend
from companion.ledger.whole_backup import restore_backup
from tests.ledger.played import as_shown, begin, folder_with_evenings, settle

Shown = dict[str, Any]
WAYS = ("flipped", "cut", "swapped", "removed")


@dataclass
class Report:
    """wrong: evenings shown with other content, without a warning. unsaid: evenings not shown,
    without a warning. crashed: errors that are no sentence. lost: evenings that were intact or
    copied, and are missing after mending. not_restored: copies that did not bring back what they
    held. ended: how each damage ended."""

    damages: int = 0
    wrong: int = 0
    unsaid: int = 0
    crashed: int = 0
    lost: int = 0
    not_restored: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)


def evening_folder(data: Path) -> tuple[Shown, Shown]:
    """Make a folder whose last hands are still in the log, and a copy of the database without them.
    Return what the folder shows now, and what the copy shows."""
    place = data.with_name("alive")
    copied = folder_with_evenings(place, count=6, hands=12)
    Copies(place).make()
    ledger = Ledger(place)
    for id in [*list(copied)[:2], begin(ledger, "after the copy")]:
        for hand in range(4):
            settle(ledger, id, 30 + 2 * hand, 0, 8, 0)
    truth = as_shown(ledger)
    shutil.copytree(place, data)  # while it is open: the log is as the power left it
    ledger.close()
    return truth, copied


def hurt(data: Path, draw: random.Random) -> str:
    """Damage one file in one way, and return which file and how."""
    files = sorted(path for path in data.rglob("*") if path.is_file() and path.stat().st_size)
    weights = [20 if path.name.startswith("ledger.db") else 3 for path in files]
    path, way = draw.choices(files, weights)[0], draw.choice(WAYS)
    content = bytearray(path.read_bytes())
    if way == "flipped":
        for _ in range(draw.choice((1, 1, 3, 40))):
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    elif way == "cut":
        del content[draw.randrange(len(content)) :]
    elif way == "swapped":
        other = draw.choice(files).read_bytes()
        size = min(4096, len(other), len(content))
        start, at = draw.randrange(len(other) - size + 1), draw.randrange(len(content) - size + 1)
        content[at : at + size] = other[start : start + size]
    if way == "removed":
        path.unlink()
    else:
        path.write_bytes(content)
    return f"{path.relative_to(data)} {way}"


def opened(data: Path) -> tuple[Shown, tuple[str, ...]]:
    """What the program shows, and what it warns about. Raises CompanionError if it shows
    nothing."""
    ledger = Ledger(data)
    try:
        said = ledger.evenings().damaged
        shown: Shown = {}
        for summary in ledger.evenings().evenings:
            shown[summary.id] = as_shown(ledger)[summary.id]
        return shown, said
    finally:
        ledger.close()


def damages(folder: Path, count: int, seed: int) -> Report:
    draw, report = random.Random(seed), Report()
    truth, copied = evening_folder(folder / "whole")
    for number in range(count):
        data = folder / f"{number}"
        shutil.copytree(folder / "whole", data)
        what = hurt(data, draw)
        before = folder / f"{number} as hurt"
        shutil.copytree(data, before)
        report.damages += 1
        ended = _looked_at(data, what, truth, report)
        report.ended[ended] += 1
        if ended != "all shown":
            _saved(data, before, what, truth, copied, report)
        shutil.rmtree(data)
        shutil.rmtree(before)
    return report


def _looked_at(data: Path, what: str, truth: Shown, report: Report) -> str:
    try:
        shown, said = opened(data)
    except CompanionError:
        return "not opened, and said why"
    except Exception as error:
        report.crashed += 1
        report.cases.append(f"crashed: {what}: {error!r}")
        return "crashed"
    wrong = [id for id in shown if shown[id] != truth.get(id)]
    unsaid = [id for id in truth if id not in shown and not any(id in each for each in said)]
    report.wrong += len(wrong)
    report.unsaid += len(unsaid)
    report.cases += [f"wrong: {what}"] * bool(wrong) + [f"unsaid: {what}"] * bool(unsaid)
    if shown == truth:
        return "all shown"
    return "some left out, and said so" if not unsaid else "some left out in silence"


def _saved(
    data: Path, before: Path, what: str, truth: Shown, copied: Shown, report: Report
) -> None:
    """Mending brings back every evening as it was, or as much of it as the copy holds."""
    whole_copy = "backups" not in what
    try:
        mend(data)
        shown, _ = opened(data)
        lost = [id for id in copied if id not in shown] if whole_copy else []
        wrong = [id for id in shown if not _is_part(shown[id], truth.get(id))]
        report.lost += len(lost)
        report.wrong += len(wrong)
        report.cases += [f"after mending: {what}"] * bool(lost or wrong)
    except Exception as error:
        report.crashed += 1
        report.cases.append(f"crashed in mending: {what}: {error!r}")
    copies = Copies(before).listed()
    if copies and whole_copy:
        try:
            restore_backup(copies[0], before, replace=True)
            report.not_restored += opened(before)[0] != copied
        except CompanionError as error:
            report.not_restored += 1
            report.cases.append(f"not restored: {what}: {error}")


def _is_part(evening: Any, whole: Any) -> bool:
    """Whether these are the first hands of the true evening."""
    return whole is not None and evening["hands"] == whole["hands"][: len(evening["hands"])]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        report = damages(Path(folder), count, seed)
    print(f"{report.damages} damages: {dict(report.ended)}")
    print(f"wrong without a word {report.wrong}, left out without a word {report.unsaid}")
    print(f"errors that are no sentence {report.crashed}")
    print(f"evenings of the copy lost after mending {report.lost}")
    print(f"copies that did not bring back what they held {report.not_restored}")
    for case in report.cases[:10]:
        print("  " + case)


if __name__ == "__main__":
    main()
