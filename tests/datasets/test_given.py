"""What the tools that measure and train are given is checked before any work."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

from datasets.labels import Labelled
from datasets.metrics import Found, TileMetrics


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("datasets.evaluate nowhere", "nowhere is not a folder"),
        ("datasets.evaluate half", "no labelled photograph there"),
        ("datasets.evaluate half --every 0", "0 is not a whole number from 1"),
        ("datasets.evaluate half --rows nowhere/a.csv", "in a folder that exists"),
        ("datasets.evaluate_conditions half --every 0", "0 is not a whole number from 1"),
        ("datasets.evaluate_conditions half --out nowhere/a.csv", "in a folder that exists"),
        ("datasets.evaluate_backs nowhere", "nowhere is not a folder"),
        ("datasets.evaluate_backs half", "no labelled photograph there"),
        ("datasets.evaluate_fusing nowhere", "nowhere is not a folder"),
        ("datasets.evaluate_fusing half", "no labelled photograph there"),
        ("datasets.evaluate_names nowhere", "nowhere is not a folder"),
        ("datasets.evaluate_held_out nowhere --models half --set a", "nowhere is not a folder"),
        ("datasets.evaluate_held_out half --models nowhere --set a", "nowhere is not a folder"),
        ("models.training.hard_negatives nowhere --out half", "nowhere is not a folder"),
        ("models.training.calibrate nowhere", "nowhere is not a folder"),
        ("models.training.calibrate half", "no labelled photograph there"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_sentence(
    line: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "half" / "labels").mkdir(parents=True)
    module, *arguments = line.split()
    monkeypatch.setattr(sys, "argv", [module, *arguments])
    with pytest.raises(SystemExit) as left:
        importlib.import_module(module).main()
    assert left.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_where_nothing_is_sure_nothing_sure_is_wrong() -> None:
    quads = np.array([[[0, 0], [9, 0], [9, 9], [0, 9]]], np.float32)
    photo = Labelled(Path("a.jpg"), 9, 9, quads, ("1m",), quads[:0], complete=True)
    metrics = TileMetrics()
    metrics.update(photo, Found(quads, ("2m",), (0.5,), (False,)))
    assert metrics.summary()["wrong among the sure"] == 0
