"""The search for whole explanations: chains near each other, each parted in its likeliest ways."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.game.tiles import BACK, BONUS_SET
from companion.vision.layout.left_over import by_left_over
from companion.vision.layout.lines import Chain
from companion.vision.layout.numbers import NUMBERS, Curve
from companion.vision.layout.parse import Parse
from companion.vision.layout.picture import Picture
from companion.vision.layout.sets import in_order
from companion.vision.layout.weigh import Explanation, by_seat, nearness, no_hand, weighed

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


_Joining: TypeAlias = tuple[float, _Partial, Parse | None]
"""A partial hand, and a part of it in one more chain or none: what both may come to comes first."""


def seeds(picture: Picture, most: int) -> list[int]:
    """The chains that show the most faces, from which hands are grown, the largest that is nothing
    but sets, and the largest for how near it lies to the camera, since neat rows of discards are
    longer than what a hand of many sets still holds; where tiles that lie together are seen as
    chains, those."""
    every = range(picture.heaps or len(picture.lines))
    faces = {chain: sum(code != BACK for code in _codes(picture, chain)) for chain in every}
    by_size = sorted(every, key=lambda chain: -faces[chain])
    large = [c for c in by_size if faces[c] > 1]
    in_sets = (c for c in large[most:] if in_order(_codes(picture, c)) is not None)
    by_size_near = sorted(
        large, key=lambda c: -NUMBERS["hope"] * faces[c] - nearness(picture, picture.lines[c].tiles)
    )
    found = [*large[:most], *islice(in_sets, 1), *by_size_near[:1]]
    return [*dict.fromkeys(found)] or by_size[:1]


def _codes(picture: Picture, chain: int) -> list[str]:
    """What the tiles of a chain look like."""
    return [picture.names.codes[place] for place in picture.lines[chain].tiles]


def told(views: Iterable[View]) -> list[Explanation]:
    """What several views of a photograph say of all hands in it, and of what each leaves over."""
    return [
        each.at_odds(odds + by_left_over(each, view))
        for view, odds in views
        for each in of_view(view, NUMBERS["seeds"])
    ]


def likeliest(every: Iterable[Explanation], picture: Picture) -> list[Explanation]:
    """Those of the hand that the photograph is about, likeliest first, each once."""
    found: dict[object, Explanation] = {}
    for each in sorted(every, key=lambda each: -each.score):
        found.setdefault(each.key, each)
    by_hand = [(odds + by_seat(each, picture), each) for each, odds in _of_hands([*found.values()])]
    by_hand.sort(key=lambda hand: -hand[1].score - hand[0])
    return [each.at_odds(odds) for odds, each in by_hand[: NUMBERS["explanations"]]]


def of_view(picture: Picture, most: int) -> Iterator[Explanation]:
    """Explanations of all hands that are grown from so many of the picture's largest chains, but
    for those that surely are part of a finished one."""
    explained: set[Chain] = set()
    for seed in seeds(picture, most):
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
            partial = _joined(picture, chain, options, partial)
    partial.sort(reverse=True, key=itemgetter(0))
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


def _joined(
    picture: Picture, chain: int, options: Sequence[Parse], partial: Sequence[_Partial]
) -> list[_Partial]:
    """The likeliest partial hands, without this chain and with it as part of them."""
    apart = picture.apart[chain].tolist()
    least = max([each.hoped for each in partial]) - NUMBERS["worth_joining"]
    every: list[_Joining] = [(each.hoped, each, None) for each in partial]
    lies: dict[tuple[float, float, bool], list[tuple[float, Parse]]] = {}
    for each in partial:
        away, nearest = min([(apart[c], k) for k, c in enumerate(each.chains)])
        if away >= NUMBERS["reach"]:
            continue
        held = [apart[c] for c, p in zip(each.chains, each.parts, strict=True) if p.holds]
        at = away, min(held, default=away), each.parts[nearest].out
        if at not in lies:
            lies[at] = _lying(options, *at)
        room = NUMBERS["most_tiles"] - each.size
        every += [
            (each.hoped + by, each, part)
            for by, part in lies[at]
            if part.count <= room and each.hoped + by >= least
        ]
    return _kept(every, chain)


def _kept(every: list[_Joining], chain: int) -> list[_Partial]:
    """The likeliest, some of each number of tiles and of sets exposed. Only these are put together,
    which takes longer than to weigh them."""
    every.sort(reverse=True, key=itemgetter(0))
    least = every[0][0] - NUMBERS["worth_joining"]
    per: Counter[tuple[int, int]] = Counter()
    kept: list[_Partial] = []
    for hoped, each, part in every:
        if hoped < least or len(kept) >= NUMBERS["beam"]:
            break
        _, size, exposed, chains, parts = each
        if part is not None:
            size, exposed = size + part.count, exposed + part.exposed
        if per[size, exposed] < NUMBERS["beam_of_a_kind"]:
            per[size, exposed] += 1
            kept.append(
                each
                if part is None
                else _Partial(hoped, size, exposed, (*chains, chain), (*parts, part))
            )
    return kept


def _lying(
    options: Sequence[Parse], away: float, held: float, beside_out: bool
) -> list[tuple[float, Parse]]:
    """What parts of a hand are worth that lie so far from the rest of it, and from the tiles held.
    beside_out: what is nearest lies on the table."""
    lies = {kind: APART[kind](away) for kind in frozenset().union(*[p.kinds for p in options])}
    if "l" in lies:
        lies["l"] = APART["l"](held)  # tiles held lie with others that are held
    if "s" in lies and beside_out:
        lies["s"] = APART["x"](away) + NUMBERS["held_beside_out"]
    return [(p.score + p.hope + min([lies[kind] for kind in p.kinds]), p) for p in options]
