"""The server is killed at random moments while hands are settled: nothing is lost or doubled.

`COMPANION_KILLS` says how often; `tests/benchmarks/power_loss.py` does the same with figures.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.benchmarks.power_loss import power_loss


def test_no_settled_hand_is_lost_or_doubled(tmp_path: Path) -> None:
    kills = int(os.environ.get("COMPANION_KILLS", "8"))
    report = power_loss(tmp_path, kills, seed=7)
    assert report.kills == kills
    assert report.hands >= kills
    assert (report.lost, report.doubled, report.inconsistent) == (0, 0, 0)
