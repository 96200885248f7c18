"""Choose how much the examples of a set count beside the trained model.

    python -m models.training.fit_enrolment DATASETS --held-out FOLDER SET [...] [--write]

DATASETS holds the photographs (datasets/README.md). Each FOLDER holds a classifier that was trained
without the tile set SET, so that SET is as new to it as an owner's set is to the shipped one.
Several sets may share a FOLDER. One example of each kind is enrolled; the other photographs are
read with all weights in turn. The command takes the weights that make the labels most probable,
where every set counts equally, and then the threshold above which at most one claim in five hundred
is wrong. It also prints how well each set is read with the weights that the other sets choose.
`--write` puts the weights into calibration/profiles.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from msgspec.structs import asdict, replace

from companion.vision.arrays import FloatArray
from companion.vision.recognition.classify import NOT_A_TILE
from companion.vision.recognition.models import load_models
from companion.vision.tile_sets.profile import Blend, EnrolledSet, Profile, generic_blend
from companion.vision.tile_sets.thumbnails import Looks, embed
from datasets.evaluate_enrolment import Seen, enrol, see

WEIGHTS = Path(__file__).parents[2] / "calibration" / "profiles" / "generic.json"
FEW = 15
"""Photographs of a set with which weights are compared. All of them then judge the best."""
ALLOWED_WRONG = 0.002
"""Share of the names called sure that may be wrong, chosen by hand: of enrolled sets one in 500."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """An enrolled set, and photographs that its examples are not from."""

    name: str
    profile: Profile
    looks: Looks
    photos: tuple[Seen, ...]

    def judged(self, blend: Blend, photos: int | None = None) -> FloatArray:
        """(N, 2): the probabilities of the truth and of the best name, for every face of an
        enrolled kind.

        The second is negative if that name is wrong.
        """
        enrolled, rows = EnrolledSet(self.profile, self.looks, blend), []
        every = 1 if photos is None else 1 + len(self.photos) // photos
        for one in self.photos[::every]:
            named = enrolled(one.quads, one.named)
            odds = named.probabilities.copy()
            odds[:, named.codes.index(NOT_A_TILE)] = 0
            odds /= odds.sum(axis=1, keepdims=True)
            for row, code in zip(odds, one.truth, strict=True):
                if code in self.profile.codes:
                    of_truth, best = row[named.codes.index(code)], row.max()
                    rows.append((of_truth, best if of_truth == best else -best))
        return np.array(rows).reshape(-1, 2)

    def surprise(self, blend: Blend) -> float:
        return float(-np.log(self.judged(blend, FEW)[:, 0] + 1e-4).mean())


def candidates(now: Blend) -> list[Blend]:
    weights = product((0.5, 0.7), (9.0, 12.0, 16.0), (14.0, 20.0, 28.0), (1.0, 1.3, 1.7))
    return [replace(now, trust=a, scale=b, match=c, temperature=d) for a, b, c, d in weights]


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("data", type=Path)
    ask.add_argument(
        "--held-out", nargs=2, action="append", metavar=("FOLDER", "SET"), required=True
    )
    ask.add_argument("--write", action="store_true")
    said = ask.parse_args()
    sets = []
    for folder, name in said.held_out:
        models = load_models(Path(folder))
        profile, left = enrol(see(models, said.data, name))
        looks = embed(models.classifier, [example.face for example in profile.examples])
        sets.append(HeldOut(name, profile, looks, tuple(left)))
        print(f"{name}: {len(profile.codes)} kinds enrolled, {len(left)} photographs left")
    tried = candidates(generic_blend())
    surprise = np.array([[one.surprise(blend) for one in sets] for blend in tried])
    for place, one in enumerate(sets):
        others = np.delete(surprise, place, axis=1)
        chosen = tried[int(others.mean(axis=1).argmin())] if others.size else generic_blend()
        right = one.judged(chosen)[:, 1] > 0
        print(f"{one.name}, by the others' weights: {right.mean():.4f} of {len(right)} right")
    best = tried[int(surprise.mean(axis=1).argmin())]
    claims = np.concatenate([one.judged(best) for one in sets])[:, 1]
    order = np.argsort(-np.abs(claims))
    wrong = np.cumsum(claims[order] < 0) / np.arange(1, len(order) + 1)
    allowed = np.flatnonzero(wrong <= ALLOWED_WRONG)
    threshold = float(np.abs(claims[order[allowed[-1]]])) if len(allowed) else 0.995
    best = replace(best, sure_above=round(min(max(threshold, 0.9), 0.995), 3))
    print(f"{best}: sure of {(np.abs(claims) >= best.sure_above).mean():.3f}")
    if said.write:
        form = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        form["blend"] = asdict(best)
        WEIGHTS.write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
