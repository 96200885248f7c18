"""How well photographs are read: by this program and by `mahjong-detector`, in one run.

    python -m datasets.evaluate FOLDER [FOLDER...] [--peer] [--classes] [--rows ROWS.csv]

FOLDER holds `images/` and `labels/`, or drawn scenes. `--peer` needs the PyPI package
`mahjong-detector`.
"""

from __future__ import annotations

import argparse
import csv
import shlex
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.cli.terminal import progress
from companion.vision.pipeline import Reader
from datasets.given import NO_PHOTOGRAPH, each_nth, existing_folder, file_to_write
from datasets.labels import Labelled, read_folder
from datasets.metrics import Found, TileMetrics, found_in

Answer = Callable[[Path], Found]


def our_reader(models: Path | None) -> Answer:
    reader = Reader(models=models)
    return lambda path: found_in(reader.read(path))


def peer_reader() -> Answer:
    """`mahjong-detector`, with the steps of its own `detect_tiles`, but keeping the boxes."""
    from mahjong_detector.predict import CLASS_NAMES, predict
    from mahjong_detector.preprocess import preprocess_image
    from PIL import Image

    honours = dict(
        zip(["tou", "nan", "sha", "pe", "haku", "hatsu", "chun"], range(1, 8), strict=True)
    )

    def answer(path: Path) -> Found:
        picture, padding = preprocess_image(Image.open(path))
        finds = predict(picture, padding)
        names = [CLASS_NAMES[f.class_id] for f in finds]
        boxes = [[[f.x1, f.y1], [f.x2, f.y1], [f.x2, f.y2], [f.x1, f.y2]] for f in finds]
        return Found(
            np.array(boxes, np.float32).reshape(-1, 4, 2),
            tuple(f"{honours[n]}z" if n in honours else n for n in names),
        )

    return answer


def run(
    name: str, answer: Answer, photos: list[Labelled], rows: list[dict[str, object]]
) -> tuple[TileMetrics, float]:
    """Read all photographs. Returns the counts and the median milliseconds of a photograph."""
    metrics = TileMetrics()
    answer(photos[0].path)  # a first reading, which loads the models
    spent = []
    for photo in progress(photos, f"Reading with {name}"):
        start = time.perf_counter()
        found = answer(photo.path)
        spent.append((time.perf_counter() - start) * 1000)
        result = metrics.update(photo, found)
        rows.append(
            {
                "reader": name,
                "photo": photo.path.name,
                "labelled": result.labelled,
                "right": result.right,
                "wrong": result.wrong,
                "missed": result.missed,
                "finds": result.finds,
                "no_tile": result.extra if photo.complete else "",
                "ms": round(spent[-1], 1),
                "mistakes": " ".join(f"{t}>{s}@{c:.2f}" for t, s, c in result.mistakes),
            }
        )
    return metrics, statistics.median(spent)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("folders", type=existing_folder, nargs="+")
    ask.add_argument("--peer", action="store_true", help="the peer beside ours, in the same run")
    ask.add_argument("--classes", action="store_true", help="a line for each kind of tile")
    ask.add_argument("--rows", type=file_to_write, help="write one row a photograph")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--only", default="", help="only photographs whose name begins so")
    ask.add_argument("--every", type=each_nth, default=1, help="only each Nth of these")
    said = ask.parse_args()
    photos = [p for f in said.folders for p in read_folder(f) if p.path.name.startswith(said.only)]
    photos = photos[:: said.every]
    if not photos:
        ask.error(NO_PHOTOGRAPH)
    print(f"$ python -m datasets.evaluate {shlex.join(sys.argv[1:])}")
    rows: list[dict[str, object]] = []
    readers = {"ours": our_reader(said.models)} | ({"peer": peer_reader()} if said.peer else {})
    for name, answer in readers.items():
        metrics, milliseconds = run(name, answer, photos, rows)
        print(f"\n{name}")
        for what, value in metrics.summary().items():
            print(
                f"  {what:46} {value:.4f}" if isinstance(value, float) else f"  {what:46} {value}"
            )
        print(f"  {'median ms a photograph':46} {milliseconds:.1f}")
        if said.classes:
            for code, (labelled, right, taken) in metrics.per_class().items():
                if labelled:
                    share = right / labelled
                    print(f"  {code}  {labelled:5}  right {share:.3f}  taken for it {taken}")
    if said.rows:
        with said.rows.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, rows[0].keys())
            table.writeheader()
            table.writerows(rows)


if __name__ == "__main__":
    main()
