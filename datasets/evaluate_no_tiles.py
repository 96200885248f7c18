"""What is found in photographs in which there is no tile: all of it is wrong.

    python -m datasets.evaluate_no_tiles FOLDER [FOLDER...] [--models FOLDER] [--show]

Of a folder called `no-tiles` only the places are judged that training does not see
(`datasets/no_tiles.csv`); of any other every picture. Prints finds a photograph, faces and backs
apart, and how many of them the program calls sure.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from companion.game.tiles import BACK
from companion.vision.pipeline import Reader
from models.training.photos import no_tile_paths

_PICTURES = (".jpg", ".jpeg", ".png", ".webp")


def pictures(folder: Path) -> list[Path]:
    if folder.name == "no-tiles":
        return no_tile_paths(folder, held_out=True)
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in _PICTURES)


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folders", type=Path, nargs="+")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--show", action="store_true", help="name every photograph with a find")
    said = ask.parse_args()
    paths = [path for folder in said.folders for path in pictures(folder)]
    if not paths:
        raise SystemExit("No photograph there; give a folder that has some.")
    print(f"$ python -m datasets.evaluate_no_tiles {shlex.join(sys.argv[1:])}")
    reader = Reader(models=said.models)
    faces = backs = sure = 0
    for path in paths:
        tiles = reader.read(path).tiles
        codes = [tile.code for tile in tiles]
        faces += sum(code != BACK for code in codes)
        backs += sum(code == BACK for code in codes)
        sure += sum(tile.sure for tile in tiles)
        if tiles and said.show:
            print(f"  {path.name}: {' '.join(codes)}")
    print(f"  {'photographs without a tile':46} {len(paths)}")
    print(f"  {'faces found in each':46} {faces / len(paths):.3f}")
    print(f"  {'backs found in each':46} {backs / len(paths):.3f}")
    print(f"  {'finds called sure, in all':46} {sure}")


if __name__ == "__main__":
    main()
