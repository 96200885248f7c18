"""Choose how much a comparison with enrolled faces counts beside the trained model.

    python models/training/fit_enrolment.py DATASETS --models FOLDER [--write]

DATASETS holds the photographs (datasets/README.md). FOLDER holds a classifier that was trained on
drawn crops only (`--drawn-only`), so that every set in the photographs is one that nobody trained
on, as an enrolled set is. Of each set the clearest photographs that show all its kinds are
enrolled, one example each; its other photographs are read. Of all weights tried, those are taken
under which the labels are most probable, every set counting alike; then the threshold above which
at most one claim in five hundred is wrong. `--write` puts them into calibration/profiles.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path

import numpy as np

from companion.vision.classify import NOT_A_TILE, ByteArray, Classifier, Named
from companion.vision.geometry import sides
from companion.vision.photo import load_photo
from companion.vision.pipeline import Reader
from companion.vision.profile import Blend, EnrolledSet, Profile, generic_blend
from companion.vision.thumbnails import cut, embed
from companion.vision.upright import upright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "datasets"))
from evaluate_held_out import photographs
from metrics import match

WEIGHTS = ROOT / "calibration" / "profiles" / "generic.json"
SETS = ("riichi", "rail", "pink", "tray", "cloths", "studio", "standing")
CLEAR = 45
"""Pixels of a side from which a tile is clear enough to be enrolled; a person moves closer."""
MOST_ENROLLED = 14
FEW = 15
"""Photographs of a set by which weights are compared; all of them then judge the best."""
ALLOWED_WRONG = 0.002

Seen = tuple[Named, list[str], ByteArray, list[bool]]
"""A photograph: what its faces are named, their truth (or ""), thumbnails, which are clear."""


def see(reader: Reader, data: Path, name: str) -> list[Seen]:
    """Every labelled photograph of a set, read without a profile."""
    detector, classifier = reader.models()
    seen = []
    for labelled in photographs(data, name):
        photo = load_photo(labelled.path)
        quads = detector(photo.pixels).quads
        if not len(quads):
            continue
        named = classifier(photo.pixels, quads)
        truth = [""] * len(quads)
        for label, find in match(labelled.quads / photo.scale, quads).items():
            truth[find] = labelled.codes[label]
        across, along = sides(quads)
        clear = list(np.sqrt(across * along) >= CLEAR)
        seen.append(
            (named, truth, cut(photo.pixels, upright(quads, named.ways, named.best)), clear)
        )
    return seen


def enrol(seen: list[Seen]) -> tuple[Profile, list[Seen]]:
    """A profile of one clear example each, and the photographs that none of them is from."""
    profile, left = Profile("fitted"), list(seen)

    def new(one: Seen) -> set[str]:
        clear = {code for code, is_clear in zip(one[1], one[3], strict=True) if code and is_clear}
        return clear - set(profile.codes)

    for _ in range(MOST_ENROLLED):
        best = max(left, key=lambda one: len(new(one)) - 0.02 * len(one[1]))
        if not new(best):
            break
        left = [one for one in left if one is not best]
        for code in sorted(new(best)):
            place = next(n for n, c in enumerate(best[1]) if c == code and best[3][n])
            profile = profile.with_example(best[2][place], code, "enrolled")
    return profile, left


def judged(profile: Profile, views: np.ndarray, seen: list[Seen], blend: Blend) -> np.ndarray:
    """(N, 2): probability given to the truth and to the best name, of every labelled face; the
    second is negative where that name is wrong."""
    enrolled, rows = EnrolledSet(profile, views, blend), []
    for named, truth, faces, _ in seen:
        blended = enrolled(faces[0], np.zeros((0, 4, 2)), named)
        nothing = blended.codes.index(NOT_A_TILE)
        for row, code in zip(blended.probabilities, truth, strict=True):
            if not code:
                continue
            odds = row.copy()
            odds[nothing] = 0
            odds /= odds.sum()
            best = int(odds.argmax())
            right = blended.codes[best] == code
            of_truth = odds[blended.codes.index(code)] if code in blended.codes else 0.0
            rows.append((of_truth, odds[best] if right else -odds[best]))
    return np.array(rows)


def candidates(now: Blend) -> list[Blend]:
    grid = product((0.6, 0.8), (0.25, 0.5), (8.0, 12.0, 16.0), (0.45, 0.55, 0.65))
    return [replace(now, trust=a, trust_bonus=b, scale=c, stranger=d) for a, b, c, d in grid]


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("data", type=Path)
    ask.add_argument("--models", type=Path, required=True)
    ask.add_argument("--write", action="store_true")
    said = ask.parse_args()
    reader = Reader(models=said.models)
    classifier: Classifier = reader.models()[1]
    sets = []
    for name in SETS:
        profile, left = enrol(see(reader, said.data, name))
        views = embed(classifier, [example.face for example in profile.examples])
        sets.append((profile, views, left))
        print(f"{name}: {len(profile.codes)} kinds enrolled, {len(left)} photographs left")

    def surprise(blend: Blend) -> float:
        few = [judged(profile, views, left[:: 1 + len(left) // FEW], blend)
               for profile, views, left in sets]  # fmt: skip
        return float(np.mean([-np.log(rows[:, 0] + 1e-5).mean() for rows in few]))

    best = min(candidates(generic_blend()), key=surprise)
    best = min((replace(best, temperature=t) for t in (1.0, 1.15, 1.3, 1.5)), key=surprise)
    rows = [judged(*one, best) for one in sets]
    for name, each in zip(SETS, rows, strict=True):
        print(f"{name}: {(each[:, 1] > 0).mean():.4f} of {len(each)} right")
    best_odds = np.concatenate(rows)[:, 1]
    order = np.argsort(-np.abs(best_odds))
    wrong = np.cumsum(best_odds[order] < 0) / np.arange(1, len(order) + 1)
    allowed = np.flatnonzero(wrong <= ALLOWED_WRONG)
    threshold = float(np.abs(best_odds[order[allowed[-1]]])) if len(allowed) else 0.995
    best = replace(best, sure_above=round(min(max(threshold, 0.9), 0.995), 3))
    print(f"{best}: sure of {(np.abs(best_odds) >= best.sure_above).mean():.3f}")
    if said.write:
        form = {"form": 1, "name": "generic", "blend": asdict(best)}
        WEIGHTS.write_text(json.dumps(form, indent=1) + "\n")


if __name__ == "__main__":
    main()
