"""How much enrolling a set helps, on drawn sets that no training has seen and on photographs.

    python -m datasets.evaluate_enrolment [--sets 6] [--scenes 4] [--first 900000]
    python -m datasets.evaluate_enrolment --photos DATASETS --held-out FOLDER SET [--held-out …]
    python -m datasets.evaluate_enrolment --photos DATASETS --choose SET SET ... [--held-out …]

The first form draws sets. Each set is laid out in rows with its special tiles, photographed once
and enrolled, as `companion enrol` does; its questions are answered truly. Then other pictures of
the set are read with and without the profile.

The second form uses photographs (README.md). FOLDER holds a classifier that was trained without the
tile set SET (`tile_sets.csv`, or `standing`). One clear face of each kind is enrolled, out of as
few photographs as possible. All other photographs are read.

The third form asks which set a photograph shows. The sets are enrolled with the program's own
classifier, or with one that never saw the set in question. For each photograph all of them, two of
them or one of them are known.

Only tiles that were found, and whose kind was enrolled, are counted. `evaluate.py` measures
finding; a tile that a hand hid while the set was laid out is listed as `not found when enrolling`.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from companion.cli.terminal import progress
from companion.game.tiles import ALL, BACK, SPECIALS
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import mean_sides
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.models import Models, load_models
from companion.vision.recognition.photo import load_photo
from companion.vision.recognition.upright import upright
from companion.vision.tile_sets.choice import ChosenAmong, Fit, Strangers, choose, generic_measure
from companion.vision.tile_sets.enrol import Enroller, OrderDiffersError, accept
from companion.vision.tile_sets.order import STANDARD, Picture
from companion.vision.tile_sets.profile import Blend, EnrolledSet, Profile, generic_blend
from companion.vision.tile_sets.proposal import Proposal
from companion.vision.tile_sets.thumbnails import cut
from datasets.labels import photographs_of
from datasets.metrics import match

ORDER = (*STANDARD, SPECIALS)
FIRST_SEED = 900_000
"""Sets from this number on are kept out of training, which uses sets up to a few thousand."""
CLEAR = (45, 36, 28)
"""Mean sides in pixels from which faces are clear enough to be enrolled, tried in turn."""
LARGE = 40
"""Mean side in pixels of the faces in a hand that fills its picture. They are also counted
apart."""
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

    def add(self, truth: str, plain: str, enrolled: str, confidence: float, side: float) -> None:
        """side: mean side of the face, pixels."""
        kind = {"f": "flowers and seasons", "x": "special tiles"}.get(
            truth[1], "ordinary and backs"
        )
        groups = [kind] if truth[1] == "x" else [kind, "all but special"]
        for group in (*groups, *(f"{each}, {LARGE} px" for each in groups if side >= LARGE)):
            row = self.tiles.setdefault(group, [0, 0, 0])
            row[0] += 1
            row[1] += plain == truth
            row[2] += enrolled == truth
        self.confident.append((confidence, enrolled == truth))

    def print(self) -> None:
        print(f"  {'':29} tiles  trained alone  enrolled")
        for group, (count, plain, enrolled) in sorted(self.tiles.items()):
            print(f"  {group:29} {count:5}  {plain / count:13.4f}  {enrolled / count:8.4f}")
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
    models: Models,
    count: Count,
) -> None:
    """Read photographs with and without a profile, but without the look at large faces."""
    for photo in photos:
        quads = models.detector(photo.pixels).quads
        if not len(quads):
            continue
        named = models.blank_odds(photo.pixels, quads, models.classifier(photo.pixels, quads))
        start = time.perf_counter()
        blended = models.blank_odds(photo.pixels, quads, enrolled(quads, named))
        count.added_ms.append((time.perf_counter() - start) * 1000)
        size, plain = mean_sides(quads), named.without(SPECIALS)
        for label, find in match(photo.quads, quads).items():
            if photo.codes[label] not in enrolled.profile.codes:
                continue
            first, _ = _best(plain, find)
            second, confidence = _best(blended, find)
            count.add(photo.codes[label], first, second, confidence, float(size[find]))


def answered(proposal: Proposal, layout: Judged) -> Proposal:
    """A proposal whose questions a person who knows the tiles has answered."""
    quads = np.array([place.quad for place in proposal.places], np.float32)
    truth = {find: layout.codes[label] for label, find in match(layout.quads, quads).items()}
    asked = {*proposal.doubtful, *(n for pair in proposal.changed_over for n in pair)}
    for number in asked:
        proposal = (
            proposal.with_code(number, truth[number])
            if number in truth
            else proposal.left_out(number)
        )
    return proposal


def _best(named: Named, find: int) -> tuple[str, float]:
    row = named.probabilities[find].copy()
    row[named.codes.index(NOT_A_TILE)] = 0
    return named.codes[int(row.argmax())], float(row.max())


def drawn_set(seed: int, scenes: int, order: Picture = ORDER) -> Iterator[Judged]:
    """The set laid out to be enrolled, then scenes with its tiles, including special tiles."""
    from datasets.synth.arrange import ARRANGEMENTS, Table
    from datasets.synth.camera import look_at
    from datasets.synth.scene import Scene, render
    from datasets.synth.tiles import flat, tile, tile_set

    rng = np.random.default_rng([77, seed])
    owner = tile_set(seed)

    class EvenWall:
        """Deals every kind equally often, including special tiles."""

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
    for number, codes in enumerate(order):
        for place, code in enumerate(codes):
            if code is None:  # an order may leave a place free
                continue
            axes = flat(float(rng.normal(0, 1.5)), code == BACK)
            x = -4 + 1.06 * place + rng.normal(0, 0.02)
            y = (2.5 - number) * (owner.height + 0.3) + rng.normal(0, 0.03)
            boxes.append(tile(owner, "5z" if code == BACK else code, x, y, axes))
    size = 1600
    camera = look_at(
        (0.2, 0.2, 0), size, size / 11.5, float(rng.uniform(64, 88)), float(rng.normal(0, 4)),
        float(rng.normal(0, 3)), float(rng.uniform(1.0, 1.6)),
    )  # fmt: skip
    # Who enrols a set keeps the hand out of the picture.
    table = Table(boxes, camera, size / 11.5, -40, 40, 40)
    yield judged(render(table, size, size, rng, arm=False))
    for number in range(scenes):
        kind = KINDS[number % len(KINDS)]
        table = ARRANGEMENTS[kind][1](rng, owner, 1000, EvenWall())  # type: ignore[arg-type]
        yield judged(render(table, 1000, 1000, rng))


def evaluate_drawn(first: int, sets: int, scenes: int, models: Models, blend: Blend) -> None:
    count = Count()
    seconds, missing, asked, refused = [], 0, 0, 0
    for seed in progress(range(first, first + sets), "Enrolling"):
        layout, *tests = drawn_set(seed, scenes)
        start = time.perf_counter()
        try:
            proposal = Enroller(models.detector, models.classifier).propose(
                [layout.pixels], (ORDER,)
            )
        except OrderDiffersError as error:
            refused += 1
            print(f"  set {seed}: {error}", file=sys.stderr)
            continue
        profile = accept(answered(proposal, layout), f"set {seed}")
        enrolled = EnrolledSet.of(profile, models.classifier, blend)
        seconds.append(time.perf_counter() - start)
        missing += len(proposal.missing)
        asked += len(proposal.questions())
        judge(tests, enrolled, models, count)
        print(f"  set {seed}: {len(proposal.places)} enrolled", file=sys.stderr)
    sets -= refused
    print(
        f"\n{sets} drawn sets, {scenes} photographs each; {refused} more not recognised as laid out"
    )
    count.print()
    print(f"  enrolling {sum(map(len, ORDER))} tiles, seconds {statistics.median(seconds):.2f}")
    print(f"  not found when enrolling, a set {missing / sets:.2f}; questions {asked / sets:.2f}")


@dataclass(frozen=True, eq=False)
class Seen:
    """A labelled photograph as it is read without a profile.

    truth: the code of each find, or "". sizes: mean side of each find, pixels.
    """

    pixels: ByteArray
    quads: FloatArray
    named: Named
    truth: tuple[str, ...]
    sizes: FloatArray

    def face(self, find: int) -> ByteArray:
        """The thumbnail of a find, upright."""
        turned = upright(self.quads, self.named.ways, self.named.best)
        thumbnail: ByteArray = cut(self.pixels, turned[find : find + 1])[0]
        return thumbnail


def see(models: Models, data: Path, tile_set: str) -> list[Seen]:
    """Every photograph of a tile set."""
    seen = []
    for labelled in photographs_of(data, tile_set, tile_sets=True):
        photo = load_photo(labelled.path)
        quads = models.detector(photo.pixels).quads
        if not len(quads):
            continue
        truth = [""] * len(quads)
        for label, find in match(labelled.quads / photo.scale, quads).items():
            truth[find] = labelled.codes[label]
        named = models.blank_odds(photo.pixels, quads, models.classifier(photo.pixels, quads))
        seen.append(Seen(photo.pixels, quads, named, tuple(truth), mean_sides(quads)))
    return seen


def enrol(seen: Sequence[Seen]) -> tuple[Profile, list[Seen]]:
    """A profile with one example of each kind, and the photographs that no example is from.

    Clear faces are enrolled if there are any, because a person who enrols a set comes close to it.
    """
    profile, left = Profile("held out"), list(seen)

    def new(one: Seen, clear: int) -> dict[str, int]:
        order = np.argsort(one.sizes)
        large = {one.truth[n]: int(n) for n in order if one.truth[n] and one.sizes[n] >= clear}
        return {code: n for code, n in large.items() if code not in profile.codes}

    for clear in CLEAR:
        while left:
            best = max(left, key=lambda one: len(new(one, clear)) - 0.02 * len(one.truth))
            found = new(best, clear)
            if not found:
                break
            left = [one for one in left if one is not best]
            for code, find in sorted(found.items()):
                profile = profile.with_example(best.face(find), code, "enrolled")
    return profile, left


def evaluate_held_out(data: Path, folder: Path, tile_set: str, blend: Blend, total: Count) -> None:
    """Print how much a tile set gains. total: its tiles are added to this."""
    models = load_models(folder)
    profile, left = enrol(see(models, data, tile_set))
    enrolled = EnrolledSet.of(profile, models.classifier, blend)
    count = Count()
    for one in left:
        start = time.perf_counter()
        blended = models.blank_odds(one.pixels, one.quads, enrolled(one.quads, one.named))
        added = (time.perf_counter() - start) * 1000
        for each in (count, total):
            each.added_ms.append(added)
            for find, code in enumerate(one.truth):
                if code in profile.codes:
                    best, confidence = _best(blended, find)
                    plain, _ = _best(one.named.without(SPECIALS), find)
                    each.add(code, plain, best, confidence, float(one.sizes[find]))
    print(f"\n{tile_set}: {len(profile.codes)} kinds enrolled, {len(left)} photographs read")
    count.print()


@dataclass(frozen=True, eq=False)
class Shown:
    """A photograph, and the enrolled set that it shows."""

    own: int
    seen: Seen


def evaluate_choice(
    data: Path,
    names: Sequence[str],
    models: Models,
    judged: Sequence[str],
) -> None:
    """Print how often a photograph is read with its own set, with another, and with none.

    It also prints what that does to the names of its tiles. judged: names of sets; one of them must
    be the set in the photograph, or the only enrolled one.
    """
    known: list[EnrolledSet] = []
    photos: list[Shown] = []
    for number, name in enumerate(names):
        profile, left = enrol(see(models, data, name))
        known.append(EnrolledSet.of(profile, models.classifier))
        photos += [Shown(number, one) for one in left]
    strangers = Strangers.of(models.classifier)
    alone = [ChosenAmong([one], strangers) for one in known]
    every = frozenset(range(len(names)))
    meant = {number for number in every if names[number] in judged}

    @cache
    def fit(number: int, shown: Shown) -> list[Fit]:
        return alone[number].fits(shown.seen.quads, shown.seen.named)

    def nearest(among: frozenset[int], shown: Shown) -> tuple[int | None, bool]:
        fits = [each for number in among for each in fit(number, shown)]
        best, surely = choose(fits, generic_measure())
        return (None if best is None else known.index(best.enrolled)), surely

    @cache
    def right(shown: Shown, enrolled: int | None) -> tuple[int, int]:
        """Tiles of kinds that their own set has: how many are named right, and how many there
        are."""
        seen = shown.seen
        named = seen.named.without(SPECIALS)
        if enrolled is not None:
            named = known[enrolled](seen.quads, seen.named)
        kinds = known[shown.own].profile.codes
        told = [_best(named, n)[0] == code for n, code in enumerate(seen.truth) if code in kinds]
        return sum(told), len(told)

    def tell(what: str, asked: Sequence[tuple[frozenset[int], Shown]]) -> None:
        """Print what is chosen, and how many tiles are named right.

        The names are counted with what is chosen, without any set, and with the nearest set.
        """
        if not asked:
            return
        said = [nearest(among, shown) for among, shown in asked]
        own = [shown.own == one for (one, _), (_, shown) in zip(said, asked, strict=True)]
        sure = [surely for _, surely in said]
        left = [one for one, surely in zip(own, sure, strict=True) if not surely]
        print(
            f"  {what:22} {len(asked):5}"
            f" {np.mean(np.array(own) & sure):7.3f} {np.mean(~np.array(own) & sure):8.3f}"
            + (f" {np.mean(left):14.3f} of {len(left):4}" if left else f" {'–':>14}        ")
            + "".join(
                f" {_share(right(shown, one) for one, (_, shown) in zip(read, asked, strict=True))}"
                for read in (
                    [one if surely else None for one, surely in said],
                    [None] * len(asked),
                    [one for one, _ in said],
                )
            )
        )

    own_photos = [shown for shown in photos if shown.own in meant]
    foreign = [
        (frozenset({number}), shown)
        for shown in photos
        for number in every - {shown.own}
        if {number, shown.own} & meant
    ]
    print(f"\n{', '.join(names)}; judged {', '.join(judged)}")
    print(f"  {'enrolled':22} asked own set  another  nearest is own        tiles named right:"
          " so, without, with the nearest")  # fmt: skip
    tell("all", [(every, shown) for shown in own_photos])
    tell("its own and another", [(among | {shown.own}, shown) for among, shown in foreign])
    tell("its own", [(frozenset({shown.own}), shown) for shown in own_photos])
    tell("another", foreign)
    tell("all but its own", [(every - {shown.own}, shown) for shown in own_photos])


def _share(counts: Iterable[tuple[int, int]]) -> str:
    told, of = np.array(list(counts)).sum(axis=0)
    return f"{told / of:.4f}"


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--sets", type=int, default=6)
    ask.add_argument("--scenes", type=int, default=4)
    ask.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first set")
    ask.add_argument("--photos", type=Path, metavar="DATASETS")
    ask.add_argument("--held-out", nargs=2, action="append", metavar=("FOLDER", "SET"), default=[])
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    ask.add_argument("--choose", nargs="+", metavar="SET", default=[])
    said = ask.parse_args()
    print(f"$ python -m datasets.evaluate_enrolment {shlex.join(sys.argv[1:])}")
    if said.photos and not (said.held_out or len(said.choose) > 1):
        ask.error(
            "--photos needs --held-out FOLDER SET, a classifier that never saw the set,"
            " or --choose with at least two sets"
        )
    if said.choose:
        for folder, tile_set in said.held_out:
            models = load_models(Path(folder))
            evaluate_choice(said.photos, said.choose, models, [tile_set])
        if not said.held_out:
            models = load_models(said.models)
            evaluate_choice(said.photos, said.choose, models, said.choose)
    elif said.photos:
        total = Count()
        for folder, tile_set in said.held_out:
            evaluate_held_out(said.photos, Path(folder), tile_set, generic_blend(), total)
        print("\nall of them")
        total.print()
    else:
        models = load_models(said.models)
        evaluate_drawn(said.first, said.sets, said.scenes, models, generic_blend())


if __name__ == "__main__":
    main()
