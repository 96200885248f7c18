"""Which flowers and seasons drawn sets have, told alone and by those that lie beside them.

    python -m datasets.evaluate_flowers --first 5200000 2500000 --sets 400 [--models FOLDER]

Two to five different flowers and seasons of a set lie in a picture. Where they lie, and that they
are tiles, is given. So only what names them is judged: the classifier, the look at large faces, and
then what `recognition/series.py` and `recognition/flowers.py` make of all of them. --first: seeds
of sets that neither a training has seen, nor the fit of `series` (`models/training/fit_series.py`).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from companion.game.tiles import SEASONS, SPECIALS
from companion.vision.recognition.classify import Named
from companion.vision.recognition.flowers import one_of_each
from companion.vision.recognition.models import Models, load_models
from datasets.flowers import Drawn, drawn_flowers

_LYING: Final = (2, 2, 3, 3, 4, 5)
"""How many flowers lie together, each as often as it stands here. By hand."""


def ways_told(models: Models, picture: Drawn, seed: int) -> tuple[dict[str, Named], list[str]]:
    """What some of a picture's flowers are told, without `series` and with it, and what they are;
    of fewer than two nothing."""
    pixels, quads, codes = picture
    rng = np.random.default_rng(seed)
    places: dict[str, int] = {}
    for place in rng.permutation(len(codes)).tolist():
        places.setdefault(codes[place], place)
    some = [*places.values()][: int(rng.choice(_LYING))]
    if len(some) < 2:
        return {}, []
    seen = models.large_faces(pixels, quads[some], models.classifier(pixels, quads[some]))
    named = seen.with_tile_odds(np.ones(len(some))).without(SPECIALS)
    told = {"without": one_of_each(named), "with series": one_of_each(models.series(named))}
    return told, [codes[k] for k in some]


def count(named: Named, codes: Sequence[str], into: Counter[str]) -> None:
    """Add what is right of some flowers, and whether all of them are."""
    best = named.best
    chances = named.probabilities.max(1)
    right = [own == code for own, code in zip(best, codes, strict=True)]
    sure = (chances >= named.sure_above).tolist()
    into["flowers"] += len(codes)
    into["right"] += sum(right)
    into["right but for the series"] += sum(
        own != code and own[1] == "f" and _number(own) == _number(code)
        for own, code in zip(best, codes, strict=True)
    )
    into["sure"] += sum(sure)
    into["surely wrong"] += sum(s and not r for s, r in zip(sure, right, strict=True))
    into["hands"] += 1
    into["all right"] += all(right)


def _number(code: str) -> int:
    """Of a flower, or of a season, within its series: 1 to 4."""
    return int(code[0]) - 4 * (code in SEASONS)


def main(argv: Sequence[str] | None = None) -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--first", type=int, nargs="+", required=True, help="first sets of a run")
    ask.add_argument("--sets", type=int, default=400, help="sets from each of these")
    ask.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    said = ask.parse_args(argv)
    models = load_models(said.models)
    for first in said.first:
        counts: dict[str, Counter[str]] = {}
        for seed, picture in enumerate(drawn_flowers(first, said.sets)):
            told, codes = ways_told(models, picture, seed)
            for way, named in told.items():
                count(named, codes, counts.setdefault(way, Counter()))
        for way, number in counts.items():
            print(f"sets from {first}, {way}: {', '.join(f'{v} {k}' for k, v in number.items())}")


if __name__ == "__main__":
    main()
