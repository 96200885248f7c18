"""The search for whole explanations: chains near each other, each parted in its likeliest ways."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.game.tiles import BACK, BONUS_SET
from companion.vision.layout.chains import Parse
from companion.vision.layout.lines import Chain
from companion.vision.layout.numbers import NUMBERS, Curve
from companion.vision.layout.picture import Picture
from companion.vision.layout.sets import in_order
from companion.vision.layout.weigh import Explanation, by_seat, no_hand, weighed

APART = {region: Curve(points, step=0.1) for region, points in NUMBERS["apart"].items()}
"""Log odds of a chain of a hand lying so far from the rest, by what it is."""


View: TypeAlias = tuple[Picture, float]
"""A way to see how the finds of a photograph lie, and the log odds of their lying so."""


class _Partial(NamedTuple):
    """Part of a hand. hoped: its score, and what its tiles may bring yet. size: tiles towards the
    fourteen. exposed: how many sets of it lie on the table."""

    hoped: float
    size: int
    exposed: int
    chains: tuple[int, ...]
    parts: tuple[Parse, ...]


def seeds(picture: Picture, most: int) -> list[int]:
    """The chains that show the most faces, from which hands are grown, and the largest that is
    nothing but sets; where tiles that lie together are seen as chains, those."""
    every = range(picture.heaps or len(picture.lines))
    faces = {chain: sum(code != BACK for code in _codes(picture, chain)) for chain in every}
    by_size = sorted(every, key=lambda chain: -faces[chain])
    large = [c for c in by_size if faces[c] > 1]
    in_sets = (c for c in large[most:] if in_order(_codes(picture, c)) is not None)
    return [*large[:most], *islice(in_sets, 1)] or by_size[:1]


def _codes(picture: Picture, chain: int) -> list[str]:
    """What the tiles of a chain look like."""
    return [picture.names.codes[place] for place in picture.lines[chain].tiles]


def explanations(picture: Picture) -> list[Explanation]:
    """Of the hand that the photograph is about, as its rows show it, likeliest first."""
    return likeliest(told([(picture, 0.0)]), picture)


def told(views: Iterable[View]) -> list[Explanation]:
    """What several views of a photograph say of all hands in it."""
    return [each.at_odds(odds) for view, odds in views for each in _of_view(view)]


def likeliest(every: Iterable[Explanation], picture: Picture) -> list[Explanation]:
    """Those of the hand that the photograph is about, likeliest first, each once."""
    found: dict[object, Explanation] = {}
    for each in sorted(every, key=lambda each: -each.score):
        found.setdefault(each.key, each)
    by_hand = [(odds + by_seat(each, picture), each) for each, odds in _of_hands([*found.values()])]
    by_hand.sort(key=lambda hand: -hand[1].score - hand[0])
    return [each.at_odds(odds) for odds, each in by_hand[: NUMBERS["explanations"]]]


def _of_view(picture: Picture) -> Iterator[Explanation]:
    """Explanations of all hands that are grown from the picture's largest chains."""
    explained: set[Chain] = set()
    for seed in seeds(picture, NUMBERS["seeds"]):
        if picture.lines[seed] in explained:
            continue
        own = grown(picture, seed)
        yield from own
        best = max(own, key=lambda each: each.score, default=None)
        if best is not None and best.finished and best.score > NUMBERS["surely_a_hand"]:
            explained |= set(best.lines)


def _of_hands(found: Sequence[Explanation]) -> Iterator[tuple[Explanation, float]]:
    """Each explanation, and the log odds that it loses. Hands that share no tile all count as
    surely hands and no more, since what one of them leaves over is another one's. found: likeliest
    first."""
    hands: list[Explanation] = []
    for each in found:
        own = next((h for h in hands if not h.names.keys().isdisjoint(each.names)), None)
        if own is None:
            own = each
            hands.append(each)
        yield each, -max(0.0, own.score - NUMBERS["surely_a_hand"])


def grown(picture: Picture, seed: int) -> list[Explanation]:
    """Explanations of a hand of which this chain is a part."""
    partial = [
        _Partial(p.score + p.hope, p.count, p.exposed, (seed,), (p,))
        for p in picture.parses(seed, NUMBERS["parses"])
    ]
    if not partial:
        return []
    for chain in _near(picture, seed):
        options = [
            part
            for part in picture.parses(chain, NUMBERS["options"])
            if part.score + part.hope > NUMBERS["least_part"]
        ]
        if options:
            partial = _kept(partial, _with(picture, chain, options, partial))
    partial.sort(reverse=True, key=lambda each: each.hoped)
    found: list[Explanation] = []
    top = -math.inf
    for each in partial[: NUMBERS["weighed"]]:
        if each.hoped < top - NUMBERS["hopeless"]:
            break
        score = each.hoped - sum(part.hope for part in each.parts)
        explanation = weighed(picture, each.chains, each.parts, score)
        if explanation is not None and explanation.score >= no_hand():
            found.append(explanation)
            top = max(top, explanation.score)
    return found


def _near(picture: Picture, seed: int) -> Iterator[int]:
    """The chains that may be of the hand, nearest first, of lone tiles a few; then the flowers near
    any of these, as they may lie in the player's corner."""
    lone = 0
    apart = picture.apart[seed]
    own = [seed]
    flowers = []
    for chain in np.argsort(apart, kind="stable").tolist()[: NUMBERS["chains_near"] + 1]:
        if chain == seed:
            continue
        codes = _codes(picture, chain)
        if BONUS_SET.issuperset(codes):
            flowers.append(chain)
            continue
        if apart[chain] >= NUMBERS["reach"]:
            continue
        if len(codes) == 1:
            lone += 1
            if lone > NUMBERS["lone_near"] or apart[chain] > NUMBERS["lone_reach"]:
                continue
        own.append(chain)
        yield chain
    yield from (c for c in flowers if picture.apart[c, own].min() < NUMBERS["reach"])


def _with(
    picture: Picture, chain: int, options: Sequence[Parse], partial: Sequence[_Partial]
) -> Iterator[_Partial]:
    """The partial hands with this chain as part of them."""
    apart = picture.apart[chain].tolist()
    shown = [(p, p.score + p.hope, _kinds(p)) for p in options]
    least = max([each.hoped for each in partial]) - NUMBERS["worth_joining"]
    lies: dict[tuple[float, float, bool], list[tuple[float, int, Parse]]] = {}
    for hoped, count, exposed, chains, parts in partial:
        away, nearest = min([(apart[c], k) for k, c in enumerate(chains)])
        if away >= NUMBERS["reach"]:
            continue
        held = min([apart[c] for c, p in zip(chains, parts, strict=True) if p.holds], default=away)
        at = away, held, parts[nearest].out
        if at not in lies:
            by_kind = {kind: curve(away) for kind, curve in APART.items()}
            by_kind["l"] = APART["l"](held)  # tiles held lie with others that are held
            if at[2]:
                by_kind["s"] = by_kind["x"] + NUMBERS["held_beside_out"]
            lies[at] = [
                (score + min([by_kind[k] for k in ks]), p.count, p) for p, score, ks in shown
            ]
        room = NUMBERS["most_tiles"] - count
        for by, more, p in lies[at]:
            if more <= room and hoped + by >= least:
                yield _Partial(
                    hoped + by, count + more, exposed + p.exposed, (*chains, chain), (*parts, p)
                )


def _kinds(parse: Parse) -> str:
    """What a chain's part of a hand is, for how far off it may lie: w is a lone tile held."""
    kinds = {
        "w" if unit.region == "l" and len(unit.tiles) == 1 else unit.region.replace("K", "k")
        for unit in parse.units
    }
    return "".join(kinds).replace("k", "x")


def _kept(partial: Sequence[_Partial], more: Iterator[_Partial]) -> list[_Partial]:
    """The likeliest, some of each number of tiles and of sets exposed."""
    every = [*partial, *more]
    every.sort(reverse=True, key=lambda each: each.hoped)
    least = every[0].hoped - NUMBERS["worth_joining"]
    per: dict[tuple[int, int], int] = {}
    kept: list[_Partial] = []
    for each in every:
        if each.hoped < least or len(kept) >= NUMBERS["beam"]:
            break
        kind = each.size, each.exposed
        number = per.get(kind, 0)
        if number < NUMBERS["beam_of_a_kind"]:
            per[kind] = number + 1
            kept.append(each)
    return kept
