"""The labelled pictures that the fits look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from datasets.labels import Labelled, read_folder, read_sets


def labelled_pictures(data: Path, scenes: list[Path]) -> Iterator[tuple[str, str, Labelled]]:
    """The source, the kind and the labels of each training photograph and each drawn scene."""
    tables = read_sets()
    for truth in read_folder(data / "chinese-mahjong-detection" / "train"):
        table = tables[truth.path.name]
        yield table, table, truth
    for truth in read_folder(data / "standing-tiles" / "train"):
        yield "standing", "standing", truth
    for folder in scenes:
        for truth in read_folder(folder):
            yield str(truth.path), folder.name, truth
