"""What enrolling a set changes: drawn sets that no training has seen, and real photographs.

    python datasets/evaluate_enrolment.py [--sets 6] [--scenes 4]
    python datasets/evaluate_enrolment.py --photos TRAIN TEST

Drawn: each set is laid out in rows with its special tiles, photographed once and enrolled as
`companion enrol` does; then other photographs of it are read with and without the profile.
Photographs: each kind's first example in the folder TRAIN is enrolled, and TEST is read.
Only tiles that were found are judged; finding is `evaluate.py`'s business.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.tiles import ALL, BACK, SPECIALS
from companion.vision.classify import NOT_A_TILE, ByteArray, Classifier, Named
from companion.vision.detect import Detector
from companion.vision.enrol import Enroller, accept
from companion.vision.geometry import FloatArray
from companion.vision.order import STANDARD
from companion.vision.photo import load_photo
from companion.vision.pipeline import Reader
from companion.vision.profile import Blend, EnrolledSet, Profile, generic_blend
from companion.vision.thumbnails import cut
from companion.vision.upright import upright

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "synth")]
from labels import read_folder
from metrics import match

ORDER = (*STANDARD, SPECIALS)
FIRST_SEED = 900_000
"""Sets from here on are kept out of training: its scenes use the sets up to a few thousand."""
KINDS = ("hand", "scattered", "grid", "rack")


@dataclass(frozen=True)
class Judged:
    """A photograph with its truth. quads: (N, 4, 2); codes: N."""

    pixels: ByteArray
    quads: FloatArray
    codes: tuple[str, ...]


@dataclass
class Count:
    """Tiles found, by what they are: how many, right without the profile, right with it."""

    tiles: dict[str, list[int]] = field(default_factory=dict)
    confident: list[tuple[float, bool]] = field(default_factory=list)
    added_ms: list[float] = field(default_factory=list)

    def add(self, truth: str, plain: str, enrolled: str, confidence: float) -> None:
        kind = {"f": "flowers and seasons", "x": "special tiles"}.get(
            truth[1], "ordinary and backs"
        )
        for group in (kind, *(("all but special",) if truth[1] != "x" else ())):
            row = self.tiles.setdefault(group, [0, 0, 0])
            row[0] += 1
            row[1] += plain == truth
            row[2] += enrolled == truth
        self.confident.append((confidence, enrolled == truth))

    def print(self) -> None:
        print(f"  {'':22} tiles  trained alone  enrolled")
        for group, (count, plain, enrolled) in sorted(self.tiles.items()):
            print(f"  {group:22} {count:5}  {plain / count:13.4f}  {enrolled / count:8.4f}")
        confidence, right = np.array(self.confident).T
        place = np.minimum((confidence * 10).astype(int), 9)
        error = sum(
            abs(confidence[place == b].mean() - right[place == b].mean()) * (place == b).mean()
            for b in range(10)
            if (place == b).any()
        )
        print(f"  calibration error, enrolled {error:.4f}")
        print(f"  added per reading, ms {statistics.median(self.added_ms):.2f}")


def judge(
    photos: Sequence[Judged],
    enrolled: EnrolledSet,
    models: tuple[Detector, Classifier],
    count: Count,
) -> None:
    """Read photographs with and without a profile."""
    for photo in photos:
        finds = models[0](photo.pixels)
        plain = models[1](photo.pixels, finds.quads)
        if not len(finds.quads):
            continue
        start = time.perf_counter()
        blended = enrolled(photo.pixels, finds.quads, plain)
        count.added_ms.append((time.perf_counter() - start) * 1000)
        for label, find in match(photo.quads, finds.quads).items():
            first, _ = _best(plain, find)
            second, confidence = _best(blended, find)
            count.add(photo.codes[label], first, second, confidence)


def _best(named: Named, find: int) -> tuple[str, float]:
    row = named.probabilities[find].copy()
    row[named.codes.index(NOT_A_TILE)] = 0
    return named.codes[int(row.argmax())], float(row.max())


def drawn_set(seed: int, scenes: int) -> Iterator[Judged]:
    """The set laid out to be enrolled, then scenes with its tiles in any order."""
    from arrange import ARRANGEMENTS, Table
    from camera import look_at
    from scene import Scene, render
    from tiles import flat, tile, tile_set

    rng = np.random.default_rng([77, seed])
    owner = tile_set(seed)

    class EvenWall:
        """Deals every kind alike, special tiles among them."""

        def __init__(self) -> None:
            self._left: list[str] = []

        def deal(self) -> str:
            if not self._left:
                self._left = list(ALL)
                rng.shuffle(self._left)
            return self._left.pop()

    def judged(scene: Scene) -> Judged:
        seen = [one for one in scene.tiles if one.visible > 0.6]
        quads = np.array([one.quad for one in seen], np.float32).reshape(-1, 4, 2)
        return Judged(scene.image, quads, tuple(one.code for one in seen))

    boxes = []
    for number, codes in enumerate(ORDER):
        for place, code in enumerate(codes):
            axes = flat(float(rng.normal(0, 1.5)), code == BACK)
            x = -4 + 1.06 * place + rng.normal(0, 0.02)
            y = (2.5 - number) * (owner.height + 0.3) + rng.normal(0, 0.03)
            boxes.append(tile(owner, "5z" if code == BACK else code, x, y, axes))
    size = 1600
    camera = look_at(
        (0.2, 0.2, 0), size, size / 11.5, float(rng.uniform(64, 88)), float(rng.normal(0, 4)),
        float(rng.normal(0, 3)), float(rng.uniform(1.0, 1.6)),
    )  # fmt: skip
    yield judged(render(Table(boxes, camera, size / 11.5, -40, 40, 40), size, size, rng))
    for number in range(scenes):
        kind = KINDS[number % len(KINDS)]
        table = ARRANGEMENTS[kind][1](rng, owner, 1000, EvenWall())  # type: ignore[arg-type]
        yield judged(render(table, 1000, 1000, rng))


def evaluate_drawn(
    sets: int, scenes: int, models: tuple[Detector, Classifier], blend: Blend
) -> None:
    count = Count()
    seconds, missing, asked = [], 0, 0
    for seed in range(FIRST_SEED, FIRST_SEED + sets):
        layout, *tests = drawn_set(seed, scenes)
        start = time.perf_counter()
        proposal = Enroller(*models).propose([layout.pixels], (ORDER,))
        profile = accept(proposal, f"set {seed}")
        enrolled = EnrolledSet.of(profile, models[1], blend)
        seconds.append(time.perf_counter() - start)
        missing += len(proposal.missing)
        asked += len(proposal.questions())
        judge(tests, enrolled, models, count)
        print(f"  set {seed}: {len(proposal.places)} enrolled", file=sys.stderr)
    print(f"\n{sets} drawn sets, {scenes} photographs each")
    count.print()
    print(f"  enrolling {sum(map(len, ORDER))} tiles, seconds {statistics.median(seconds):.2f}")
    print(f"  not found when enrolling, a set {missing / sets:.2f}; questions {asked / sets:.2f}")


def evaluate_photos(
    train: Path, test: Path, models: tuple[Detector, Classifier], blend: Blend
) -> None:
    profile = Profile("photographs")
    known: set[str] = set()
    for photo in read_folder(train):
        pixels = load_photo(photo.path).pixels
        finds = models[0](pixels)
        pairs = match(photo.quads, finds.quads)
        new = {photo.codes[label]: find for label, find in pairs.items()}
        new = {code: find for code, find in new.items() if code not in known}
        if new:
            named = models[1](pixels, finds.quads)
            turned = upright(finds.quads, named.ways, named.best)
            for code, face in zip(new, cut(pixels, turned[list(new.values())]), strict=True):
                profile = profile.with_example(face, code, "enrolled")
        known |= set(new)
    enrolled = EnrolledSet.of(profile, models[1], blend)
    count = Count()
    tests = [
        Judged(load_photo(photo.path).pixels, photo.quads, photo.codes)
        for photo in read_folder(test)
    ]
    judge(tests, enrolled, models, count)
    print(
        f"\n{test.parent.name}/{test.name}, {len(profile.codes)} kinds enrolled, one example each"
    )
    count.print()


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--sets", type=int, default=6)
    ask.add_argument("--scenes", type=int, default=4)
    ask.add_argument("--photos", type=Path, nargs=2, metavar=("TRAIN", "TEST"))
    said = ask.parse_args()
    print(f"$ python datasets/evaluate_enrolment.py {shlex.join(sys.argv[1:])}")
    models = Reader().models()
    if said.photos:
        evaluate_photos(*said.photos, models, generic_blend())
    else:
        evaluate_drawn(said.sets, said.scenes, models, generic_blend())


if __name__ == "__main__":
    main()
