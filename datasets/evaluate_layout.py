"""How well layout reads hands whose answer is known: figures by case, and milliseconds.

    python -m datasets.evaluate_layout --scenes 1000 --first 100000      given the true tiles
    python -m datasets.evaluate_layout --pictures --scenes 500           drawn as photographs, read;
    … --unknown-sets   of sets no model has seen; … --carved-sets   of others that look cut by
                       hand; … --photos FOLDER...   of faces cut out of these;
                       … --whole-sets FOLDER   of faces of whole sets (single-tiles/whole-sets),
                       which no detector has learnt from; … --models FOLDER   read by these models
    … --habits         more habits of laying, told apart by whether a layout was built on them;
                       … --homes, --clubs and so on: those of another cohort, see --help
    … --missed         given all tiles but one of those held
    python -m datasets.evaluate_layout --photos FOLDER... --readings DIR real photographs

Scenes are drawn from seeds (`synth/tables.py`); develop on some and report others. Of the real
photographs those named `hand_…` count, whose labels are the tiles of the hand and no others.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from msgspec import structs

from companion.base.resources import resource
from companion.cli.terminal import progress
from companion.game.tiles import FLOWERS, KINDS, SEASONS
from companion.seen.certainty import is_certain, probability
from companion.seen.reading import ImageInfo, Reading, SeenHand, SeenTile
from companion.vision.arrays import FloatArray
from companion.vision.layout import Layout, arrange
from companion.vision.pipeline import Reader
from companion.vision.recognition.engine import MODELS, read_checked
from companion.vision.recognition.photo import load_photo
from datasets.labels import Labelled, read_folder, read_sets, read_whole_sets
from datasets.metrics import match
from datasets.synth.habits.cohorts import COHORTS, kind_of
from datasets.synth.layout_pictures import cut_out, drawn_set, photograph, photographed_set
from datasets.synth.scene import Image8
from datasets.synth.style import CARVED
from datasets.synth.tables import CASE_COUNT, LayoutScene, layout_scene
from datasets.synth.tiles import TileSet


def faults(scene: LayoutScene, layout: Layout) -> list[str]:
    """What is wrong with a layout, a word each; nothing where it is as the scene was built."""
    found = []
    if frozenset(place for group in layout.groups for place in group.tiles) != scene.answer:
        found.append("tiles")
    if not same_hand(scene.hand, layout.hand):
        found.append("hand")
    read = {(frozenset(g.tiles), g.kind, g.concealed) for g in layout.groups}
    if any((frozenset(g.tiles), g.kind, g.concealed) not in read for g in scene.groups):
        found.append("groups")
    if not same_hands(scene, layout):
        found.append("sides")
    return found


def same_hands(scene: LayoutScene, read: Layout | Reading) -> bool:
    """Whether the hands of a whole table were read, each at its side; true of other scenes."""
    hands = read.hands or {}
    return all(same_hand(hand, hands.get(side)) for side, hand in (scene.hands or {}).items())


def same_hand(one: SeenHand, other: SeenHand | None) -> bool:
    """Whether two hands have the same tiles held, melds and bonus tiles, in any order."""
    if other is None:
        return False
    return (
        Counter(one.concealed) == Counter(other.concealed)
        and Counter((m.kind, m.tiles, m.concealed) for m in one.melds)
        == Counter((m.kind, m.tiles, m.concealed) for m in other.melds)
        and Counter(one.bonus) == Counter(other.bonus)
    )


def at_their_sides(scene: LayoutScene, read: Layout | Reading) -> bool:
    """Whether each hand of a whole table was read at its side: more of the tiles read there are its
    own than of any other side's hand, however well they are named."""
    hands = read.hands or {}
    shared = {
        side: {
            other: (_tiles_of(hand) & _tiles_of(hands[other])).total() if other in hands else 0
            for other in scene.hands or {}
        }
        for side, hand in (scene.hands or {}).items()
    }
    return all(
        counts[side] > max(count for other, count in counts.items() if other != side)
        for side, counts in shared.items()
    )


def _tiles_of(hand: SeenHand) -> Counter[str]:
    return Counter(hand.concealed) + Counter(code for meld in hand.melds for code in meld.tiles)


def kongs(hand: SeenHand) -> Counter[tuple[str, bool]]:
    """Kongs on the table, each with whether it was held."""
    return Counter((meld.tiles[0], meld.concealed) for meld in hand.melds if meld.kind == "kong")


KINDS_AND_FLOWERS = frozenset((*KINDS, *FLOWERS, *SEASONS))
KNOWN_SETS = range(833)
"""Seeds of drawn sets that the detector's training pictures show."""
UNKNOWN_SETS = range(2_000_000, 2_001_000)
"""Seeds of drawn sets that no training picture shows."""
CARVED_SETS = range(CARVED + 900_000_000, CARVED + 900_001_000)
"""Seeds of drawn sets that look cut by hand, and that no training picture shows: trainings draw
from the first million of them."""


@dataclass
class Tally:
    """Right and all, by case; kongs told, by whether they were held."""

    right: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    all_of: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    kongs: dict[bool, list[int]] = field(default_factory=lambda: {True: [0, 0], False: [0, 0]})
    at_sides: int = 0
    probabilities: list[tuple[float, bool]] = field(default_factory=list)
    certain: list[bool] = field(default_factory=list)

    def said(self, seen: Reading, layout: Layout, right: bool) -> None:
        """What the reading says of itself, and whether it is right."""
        reading = structs.replace(seen, **vars(layout))
        self.probabilities.append((probability(reading), right))
        if is_certain(reading):
            self.certain.append(right)

    def count(self, scene: LayoutScene, read: Layout, right: bool) -> None:
        self.all_of[scene.case] += 1
        self.right[scene.case] += right
        self.at_sides += scene.hands is not None and at_their_sides(scene, read)
        seen = kongs(read.hand)
        for (code, held), count in kongs(scene.hand).items():
            self.kongs[held][0] += min(count, seen[code, held])
            self.kongs[held][1] += count

    def _of_kind(self, kind: str, cases: Sequence[str]) -> tuple[str, int, int]:
        own = [case for case in cases if kind_of(case) == kind]
        right, of = (sum(counts[case] for case in own) for counts in (self.right, self.all_of))
        return f"{kind} habits", right, of

    def _said_at(self, low: float, high: float) -> tuple[str, int, int]:
        """How many of the readings that were given such a probability are right."""
        said = [
            each for each in self.probabilities if low <= each[0] < high or each[0] == high == 1
        ]
        mean = sum(chance for chance, _ in said) / max(len(said), 1)
        right = sum(is_right for _, is_right in said)
        return f"said at {low} to {high}, mean {mean:.3f}", right, len(said)

    def lines(self) -> list[tuple[str, int, int]]:
        """(what, right, of): each case, then the sums that the project is judged by."""
        cases = sorted(self.all_of)
        found = [(case, self.right[case], self.all_of[case]) for case in cases]
        one = [case for case in cases if case != "whole_table"]
        found += [self._of_kind(kind, cases) for kind in ("usual", "unusual", "held out")]
        found += [self._said_at(low, high) for low, high in ((0.9, 0.97), (0.97, 1.0))]
        return [
            *found,
            ("of those called certain", sum(self.certain), len(self.certain)),
            ("one hand", sum(self.right[c] for c in one), sum(self.all_of[c] for c in one)),
            ("whole tables", self.right["whole_table"], self.all_of.get("whole_table", 0)),
            ("four hands at their sides", self.at_sides, self.all_of.get("whole_table", 0)),
            ("concealed kongs told", self.kongs[True][0], self.kongs[True][1]),
            ("exposed kongs told", self.kongs[False][0], self.kongs[False][1]),
        ]


MakeScene = Callable[[int], LayoutScene]


def given_the_tiles(seeds: Iterable[int], make: MakeScene, show: bool) -> Tally:
    """True tiles in, layout out. Prints what goes wrong, and how long tables of 80 tiles took."""
    tally = Tally()
    spent: list[float] = []
    for seed in progress(seeds, "Laying out"):
        scene = make(seed)
        start = time.process_time()
        table = scene.hands is not None
        layout = arrange(scene.tiles, scene.height, table=table)
        if 60 <= len(scene.tiles) <= 100:
            spent.append((time.process_time() - start) * 1000)
        wrong = faults(scene, layout)
        tally.count(scene, layout, not wrong)
        if wrong and show:
            print(f"seed {seed} {scene.case}: {', '.join(wrong)}")
    if spent:
        print(
            f"60 to 100 tiles: median {np.median(spent):.1f} ms of processor time,"
            f" worst {max(spent):.1f} ms over {len(spent)} scenes"
        )
    return tally


def with_one_missed(
    seeds: Iterable[int], make: MakeScene, show: bool
) -> list[tuple[str, int, int]]:
    """Given all tiles but one of those held: (what, right, of). A hand is right with or without
    that one."""
    judged: list[bool] = []
    named: list[bool] = []
    certain: list[bool] = []
    for seed in progress(seeds, "Laying out"):
        scene = make(seed)
        laid = {p for g in scene.groups if not g.concealed or g.kind == "kong" for p in g.tiles}
        held = sorted(scene.answer - laid)
        if scene.hands is not None or not held:
            continue
        missed = held[np.random.default_rng([seed, 29]).integers(len(held))]
        code = scene.placed[scene.places[missed]].value
        found = tuple(tile for place, tile in enumerate(scene.tiles) if place != missed)
        layout = arrange(found, scene.height)
        rest = list(scene.hand.concealed)
        rest.remove(code)
        without = structs.replace(scene.hand, concealed=tuple(rest))
        named.append(same_hand(scene.hand, layout.hand))
        judged.append(named[-1] or same_hand(without, layout.hand))
        size = ImageInfo(None, scene.width, scene.height)
        if is_certain(Reading(image=size, **vars(layout))):
            certain.append(judged[-1])
        if not judged[-1] and show:
            print(f"seed {seed} {scene.case}: without {code}")
    return [
        ("hands right but for the tile that was missed", sum(judged), len(judged)),
        ("hands that have it all the same", sum(named), len(named)),
        ("of those called certain", sum(certain), len(certain)),
    ]


def as_pictures(
    seeds: Iterable[int],
    make: MakeScene,
    owner: Callable[[int], TileSet],
    show: bool,
    kept: Path | None,
    models: Path | None = None,
) -> Tally:
    """Scenes drawn as photographs and read: right where hand, melds and concealment are.

    owner: the set of tiles for a seed. kept: a folder in which pictures and what the models made of
    them are kept and looked for, so that another layout is judged in seconds. models: the folder of
    the models; None: the shipped ones.
    """
    tally = Tally()
    reader = Reader(models=models)
    causes: Counter[str] = Counter()
    for seed in progress(seeds, "Reading drawn scenes"):
        scene = make(seed)
        seen = seen_in(scene, owner, reader, kept, models)
        layout = arrange(seen.tiles, seen.image.height, table=scene.hands is not None)
        right = same_hand(scene.hand, layout.hand) and same_hands(scene, layout)
        tally.count(scene, layout, right)
        tally.said(seen, layout, right)
        if right:
            continue
        why = cause(scene, seen, layout)
        causes[why] += 1
        if show:
            print(f"seed {seed} {scene.case}: {why}", flush=True)
    for why, count in causes.most_common():
        print(f"read wrongly: {count} because {why}")
    return tally


def seen_in(
    scene: LayoutScene,
    owner: Callable[[int], TileSet],
    reader: Reader,
    kept: Path | None,
    models: Path | None = None,
) -> Reading:
    """What the models see in the scene's picture, nothing decided by rule. The picture is a JPEG
    file, as of any telephone; one in the folder is taken as it is, and so is what these models
    have read in it before. models: those of the reader; None: the shipped ones."""
    name = f"{scene.case}-{scene.seed}" if kind_of(scene.case) else f"{scene.seed}"
    picture = kept / f"{name}.jpg" if kept else None
    read = kept / f"{name}-{_name_of(models)}.json" if kept else None
    if read is not None and read.exists():
        return Reading.from_json(json.loads(read.read_text()))
    if picture is not None and picture.exists():
        data = picture.read_bytes()
    else:
        image = cv2.cvtColor(photograph(scene, owner(scene.seed)), cv2.COLOR_RGB2BGR)
        data = cv2.imencode(".jpg", image)[1].tobytes()
    reading = reader.read(data, table=scene.hands is not None)
    reading = structs.replace(reading, tiles=tuple(map(_by_eye, reading.tiles)))
    if picture is not None and read is not None:
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(data)
        read.write_text(json.dumps(reading.to_json()))
    return reading


@cache
def _name_of(models: Path | None) -> str:
    """A short name of all models with their facts."""
    folder = models or resource("models")
    facts = [json.dumps(read_checked(folder / f"{name}.json", ["sha256"])) for name in MODELS]
    return "-".join(hashlib.sha256(each.encode()).hexdigest()[:6] for each in facts)


def _by_eye(tile: SeenTile) -> SeenTile:
    """The tile as the classifier named it, before the rules of the game were asked."""
    code, confidence = tile.alternatives[0]
    return structs.replace(tile, code=code, confidence=confidence, by_rule=False)


def cause(scene: LayoutScene, seen: Reading, layout: Layout) -> str:
    """Why a picture was read wrongly: a tile missed or misnamed, or else the layout."""
    scale = seen.image.width / scene.width
    wanted = sorted(scene.answer) if scene.hands is None else range(len(scene.tiles))
    quads = np.array([scene.tiles[k].quad for k in wanted]) * scale
    pairs = match(quads, np.array([tile.quad for tile in seen.tiles]).reshape(-1, 4, 2))
    codes = [scene.tiles[k].code for k in wanted]
    named = {(codes[k], layout.tiles[found].code) for k, found in pairs.items()}
    wrong = sorted(f"{is_} taken for {read}" for is_, read in named if is_ != read)
    if scene.hands is not None:
        return "tiles or layout of a whole table"
    if wrong:
        return ", ".join(wrong)
    if len(pairs) < len(wanted):
        return f"{len(wanted) - len(pairs)} tiles not found"
    return "the layout"


def of_photographs(
    folders: Sequence[Path], readings: Path | None, show: bool, models: Path | None
) -> Tally:
    """Real photographs: right where the tiles of the hand are those labelled and no others."""
    photos = [p for folder in folders for p in read_folder(folder)]
    photos = [photo for photo in map(of_hand, photos) if photo is not None]
    reader = Reader(models=models)
    tally = Tally()
    for photo in progress(photos, "Reading photographs"):
        reading = _read(photo, reader, readings)
        layout = arrange(reading.tiles, reading.image.height)
        quads = np.array([tile.quad for tile in reading.tiles]).reshape(-1, 4, 2)
        pairs = match(photo.quads, quads)
        held = {place for group in layout.groups for place in group.tiles}
        others = [k for k in held - set(pairs.values()) if not _cut_off(quads[k], photo)]
        left_out = sorted(set(pairs.values()) - held)
        missed = [photo.codes[k] for k in range(len(photo.codes)) if k not in pairs]
        for what, is_right in (
            ("tiles of the hand and no others", not (others or left_out or missed)),
            ("the same, of the tiles found", not (others or left_out)),
        ):
            tally.all_of[what] += 1
            tally.right[what] += is_right
        if show and (others or left_out or missed):
            said = [
                f"{what}: {' '.join(codes)}"
                for what, codes in (
                    ("not found", missed),
                    ("left out", [reading.tiles[k].code for k in left_out]),
                    ("of others", [reading.tiles[k].code for k in others]),
                )
                if codes
            ]
            print(f"{photo.path.name}  {'; '.join(said)}")
    return tally


def of_hand(photo: Labelled) -> Labelled | None:
    """The photograph with only its hand's labels, by `hands.csv`; None where it shows no hand."""
    if not photo.path.name.startswith("hand_"):
        return None
    row = _hands().get(photo.path.name)
    if row is None:
        return photo
    if not row["top"]:
        return None
    own = np.flatnonzero(photo.quads[..., 1].mean(1) > float(row["top"]) * photo.height)
    quads, codes = photo.quads[own], tuple(photo.codes[k] for k in own)
    if row["also"]:
        code, *numbers = row["also"].split()
        x, y, w, h = (float(n) / 2 if k > 1 else float(n) for k, n in enumerate(numbers))
        box = np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]])
        added = (box * [photo.width, photo.height])[None].astype(quads.dtype)
        quads, codes = np.concatenate([quads, added]), (*codes, code)
    return replace(photo, quads=quads, codes=codes)


@cache
def _hands() -> dict[str, dict[str, str]]:
    """`hands.csv` by photograph: what of its labels is the hand, as seen by eye.

    top: how far down the picture the hand begins, 0 to 1; empty where no hand is in the picture.
    also: a tile of the hand that has no label, in the labels' form, `CODE x y w h`.
    """
    with (Path(__file__).parent / "hands.csv").open(newline="", encoding="utf-8") as file:
        return {row["photo"]: row for row in csv.DictReader(file)}


def _cut_off(quad: FloatArray, photo: Labelled) -> bool:
    """Whether the picture's edge cuts the tile; such tiles have no label."""
    reach = 0.1 * float(np.ptp(quad, axis=0).max())
    low, high = quad.min(0), quad.max(0)
    return bool((low < reach).any() or (high > np.array([photo.width, photo.height]) - reach).any())


def _read(photo: Labelled, reader: Reader, readings: Path | None) -> Reading:
    """The reading of a photograph, from the folder of readings where it is there."""
    kept = readings / f"{photo.path.name}.json" if readings else None
    if kept is not None and kept.exists():
        return Reading.from_json(json.loads(kept.read_text()))
    reading = reader.read(photo.path)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(reading.to_json()))
    return reading


def _sets(given: argparse.Namespace) -> Callable[[int], TileSet]:
    """The set of tiles for a scene's seed, as the command line asks for it."""
    if given.photos or given.whole_sets:
        sets = (
            faces_of_photographs(given.photos, given.readings)
            if given.photos
            else faces_of_whole_sets(given.whole_sets)
        )
        return lambda seed: photographed_set(sets[seed // CASE_COUNT % len(sets)], seed)
    unknown = CARVED_SETS if given.carved_sets else UNKNOWN_SETS if given.unknown_sets else None
    drawn = unknown or KNOWN_SETS
    return lambda seed: drawn_set(drawn[seed % len(drawn)])


def faces_of_photographs(
    folders: Sequence[Path], readings: Path | None, most: int = 4
) -> list[dict[str, list[Image8]]]:
    """For each photographed set of which all 42 faces are labelled, its largest faces by code."""
    reader = Reader()
    of_set = read_sets()
    found: dict[str, dict[str, list[tuple[float, Image8]]]] = {}
    for photo in (photo for folder in folders for photo in read_folder(folder)):
        if photo.path.name not in of_set or not photo.path.name.startswith("hand_"):
            continue
        reading = _read(photo, reader, readings)
        picture = load_photo(photo.path).pixels
        scale = picture.shape[1] / reading.image.width
        quads = np.array([tile.quad for tile in reading.tiles]).reshape(-1, 4, 2)
        faces = found.setdefault(of_set[photo.path.name], {})
        for label, find in match(photo.quads, quads).items():
            code = photo.codes[label]
            if reading.tiles[find].code == code:
                size = float(np.linalg.norm(quads[find][0] - quads[find][2]))
                faces.setdefault(code, []).append((size, cut_out(picture, quads[find] * scale)))
    return [
        {
            code: [face for _, face in sorted(known, key=lambda sized: -sized[0])[:most]]
            for code, known in faces.items()
        }
        for faces in found.values()
        if len(faces) >= 42
    ]


def faces_of_whole_sets(folder: Path) -> list[dict[str, list[Image8]]]:
    """The faces of each set in the pictures of whole sets that has all 42, by code."""
    found: dict[str, dict[str, list[Image8]]] = {}
    for photo in read_whole_sets(folder):
        faces = found.setdefault(photo.path.stem.split("-")[0], {})
        picture = load_photo(photo.path).pixels
        for code, quad in zip(photo.codes, photo.quads, strict=True):
            if code in KINDS_AND_FLOWERS:
                faces.setdefault(code, []).append(cut_out(picture, quad))
    return [faces for faces in found.values() if len(faces) == len(KINDS_AND_FLOWERS)]


def main(argv: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--scenes", type=int, default=1000)
    options.add_argument("--first", type=int, default=100_000, help="the first seed")
    options.add_argument("--case", help="only scenes of this case, such as whole_table")
    options.add_argument("--pictures", action="store_true", help="draw the scenes and read them")
    options.set_defaults(make=layout_scene)
    for name, cohort in COHORTS.items():
        options.add_argument(
            f"--{name}", dest="make", action="store_const", const=cohort.scene, help=cohort.about
        )
    options.add_argument("--missed", action="store_true", help="one tile held is not found")
    options.add_argument("--unknown-sets", action="store_true", help="of sets no model has seen")
    options.add_argument("--carved-sets", action="store_true", help="of sets that look cut by hand")
    options.add_argument("--kept", type=Path, help="folder where drawn pictures are kept")
    options.add_argument("--photos", type=Path, nargs="+", help="folders of labelled photographs")
    options.add_argument("--whole-sets", type=Path, help="folder of pictures of whole sets")
    options.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    options.add_argument("--readings", type=Path, help="folder where readings of photos are kept")
    options.add_argument("--show", action="store_true", help="name what went wrong")
    options.add_argument("--out", type=Path, help="write the figures to this CSV file")
    given = options.parse_args(argv)

    seeds: Sequence[int] = range(given.first, given.first + given.scenes)
    make = given.make
    if given.case:
        seeds = [seed for seed in seeds if make(seed).case == given.case]
    if given.pictures:
        tally = as_pictures(seeds, make, _sets(given), given.show, given.kept, given.models)
        lines = tally.lines()
    elif given.photos:
        tally = of_photographs(given.photos, given.readings, given.show, given.models)
        lines = tally.lines()[: len(tally.all_of)]
    elif given.missed:
        lines = with_one_missed(seeds, make, given.show)
    else:
        lines = given_the_tiles(seeds, make, given.show).lines()
    for what, right, of in lines:
        print(f"{what:40} {right:5} of {of:5}" + (f"  {100 * right / of:6.2f} %" if of else ""))
    if given.out:
        with given.out.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("what", "right", "of"), *lines])


if __name__ == "__main__":
    main()
