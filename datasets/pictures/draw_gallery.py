"""Draw `docs/gallery.md`: drawn tables of sets that no training saw, as the program reads them.

    python -m datasets.pictures.draw_gallery [--scenes 60]

For every arrangement so many scenes are drawn and read; the table counts them all, the pictures
show the one read best and the one read worst. What stands below the line `<!-- by hand -->` in the
gallery is kept.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.seen.reading import Reading
from companion.vision.overlay import annotate
from companion.vision.pipeline import Reader
from companion.vision.recognition.photo import load_photo
from datasets.metrics import match
from datasets.synth.arrange import ARRANGEMENTS
from datasets.synth.scene import Scene, draw_scene

DOCS = Path(__file__).parents[2] / "docs"
KEPT = "<!-- by hand -->"
FIRST_SEED = 910_000
"""Of the scenes in the gallery."""
SIZE, SHOWN = 1280, 560
WORDS = {
    "hand": "a hand before walls and discards",
    "rack": "a hand on a rack",
    "standing": "standing rows",
    "scattered": "scattered, overlapping",
    "grid": "whole sets in rows",
    "strip": "one row",
    "walls": "walls",
    "nothing": "no tile at all",
}


@dataclass
class Judged:
    """What was read of one scene. tiles: those of which more than half is to be seen."""

    scene: Scene
    reading: Reading
    tiles: int
    found: int
    right: int
    sure: int
    sure_wrong: int
    no_tile: int

    @property
    def share(self) -> float:
        return self.right / self.tiles if self.tiles else 1.0 - self.no_tile


def judge(reader: Reader, scene: Scene) -> Judged:
    reading = reader.read(scene.image)
    quads = np.array([t.quad for t in reading.tiles], np.float32).reshape(-1, 4, 2)
    every = np.array([t.quad for t in scene.tiles], np.float32).reshape(-1, 4, 2)
    pairs = match(every, quads)
    seen = [k for k, tile in enumerate(scene.tiles) if tile.visible > 0.5]
    hits = [(scene.tiles[k].code, reading.tiles[pairs[k]]) for k in seen if k in pairs]
    sure = [(truth, tile) for truth, tile in hits if tile.sure]
    return Judged(
        scene,
        reading,
        len(seen),
        len(hits),
        sum(truth == tile.code for truth, tile in hits),
        len(sure),
        sum(truth != tile.code for truth, tile in sure),
        len(reading.tiles) - len(pairs),
    )


def keep(judged: Judged, path: Path) -> None:
    picture = annotate(load_photo(judged.scene.image), judged.reading)
    small = cv2.resize(picture, (SHOWN, SHOWN), interpolation=cv2.INTER_AREA)
    bgr = cv2.cvtColor(small, cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(path), bgr, [cv2.IMWRITE_JPEG_QUALITY, 80])


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--scenes", type=int, default=60)
    said = ask.parse_args()
    reader = Reader()
    folder = DOCS / "images" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    rows, pictures = [], []
    for place, kind in enumerate(ARRANGEMENTS):
        first = FIRST_SEED + 6 * 1000 * place  # six seeds share a set: take every sixth
        every = [judge(reader, draw_scene(first + 6 * k, SIZE, kind)) for k in range(said.scenes)]
        total = {
            name: sum(getattr(j, name) for j in every)
            for name in ("tiles", "found", "right", "sure", "sure_wrong", "no_tile")
        }
        print(kind, total, flush=True)
        whole = max(1, total["tiles"])
        rows.append(
            f"| {WORDS[kind]} | {total['tiles']} | {total['found'] / whole:.2f} |"
            f" {total['right'] / whole:.2f} | {total['sure']} | {total['sure_wrong']} |"
            f" {total['no_tile']} |"
        )
        ranked = sorted(every, key=lambda j: (j.share, j.tiles))
        for name, one in (("worst", ranked[0]), ("best", ranked[-1])):
            keep(one, folder / f"{kind}-{name}.jpg")
        pictures.append(
            f"| ![{WORDS[kind]}, read best](images/gallery/{kind}-best.jpg) |"
            f" ![{WORDS[kind]}, read worst](images/gallery/{kind}-worst.jpg) |"
        )
    page = DOCS / "gallery.md"
    old = page.read_text(encoding="utf-8") if page.exists() else KEPT + "\n"
    drawn = "\n".join(
        [
            "# Gallery: what is read, and what is not",
            "",
            f"These scenes are drawn, with sets that no training saw: {said.scenes} scenes of",
            f"{SIZE} × {SIZE} pixels a row. They are hard on purpose: black, green and blue tiles,",
            "dim lamps, blur, and tiles that cover each other. Green is sure, orange is shown to",
            f"people as doubtful, blue lies face down. `python -m datasets.pictures.draw_gallery"
            f" --scenes {said.scenes}` draws and counts them.",
            "",
            "| arrangement | tiles | found | found and named right | called sure |"
            " of these wrong | finds that are no tile |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
            "| read best | read worst |",
            "| --- | --- |",
            *pictures,
            "",
        ]
    )
    page.write_text(drawn + KEPT + old.partition(KEPT)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
