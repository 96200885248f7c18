"""Half a tile that was taken for a whole one.

Half of a 4 of bamboo looks like a 2, and the detector may outline it as one, above all where tiles
are glossy and touch. How large a tile is here is known from the tiles around it. A find that is too
small for that, and that looks like a part of another face or not clearly like its own, is looked at
once more in the outline that a whole tile would have.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from companion.game.tiles import BACK, SPECIALS, STRANGER, WHITE
from companion.vision.arrays import BoolArray, FloatArray, IntArray
from companion.vision.geometry import areas, in_edges, mean_edges, short_edge_first, sides
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.detect import Finds

_WHOLES_ACROSS: Final[Mapping[str, Collection[str]]] = {
    "2p": ("3p", "4p", "5p"),
    "3p": ("5p",),
    "2s": ("4s", "5s"),
    "4s": ("6s", "7s", "9s"),
    "7m": ("9m",),
}
"""Of which faces a left or right part looks like this one, if like any, in a tenth of all cases or
more (`datasets.evaluate_parts`)."""
_WHOLES_ALONG: Final[Mapping[str, Collection[str]]] = {
    "2p": ("3p", "4p", "5p"),
    "3p": ("7p",),
    "4p": ("6p", "7p", "8p"),
    "6p": ("8p",),
    "8p": ("9p",),
    "2s": ("3s",),
    "4s": ("3s",),
    "6s": ("7s",),
    "2m": ("3m",),
    "3z": ("4m",),
}
"""The same of upper and lower parts."""

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
# On drawn pictures of sets that no model has seen (`datasets.evaluate_layout --habits`), 1 of 100
# outlines of whole tiles was narrower than 0.69 of what its neighbours are.
_SMALL: Final = 0.85
"""Part of a tile's width, or of its height, below which a find may be half a tile."""
_NEIGHBOURS: Final = 8
"""The nearest clear faces whose median tells how large a tile is here."""
_CLEAR: Final = 0.9
"""Probability of its name from which a face is clear."""
_FEWEST: Final = 3
"""Neighbours without which nobody knows that."""
_AROUND: Final = 6.0
"""How far away they lie at most, in the longer side of the find."""
_PARALLEL: Final = np.cos(np.radians(20))
"""Cosine of the greatest angle between outlines that lie alike. Set by hand, not measured."""
_QUARTER: Final = np.sin(np.radians(20))
"""Cosine of the angle from which they lie a quarter turned. Set by hand, not measured."""
_ROOM: Final = 0.75
"""Middles of two whole tiles lie farther apart than this part of a tile."""
_CLEARLY: Final = 0.9
"""Probability from which the larger outline shows the whole face."""

_FACELESS: Final = (BACK, WHITE, NOT_A_TILE)
"""What shows no face, and is often outlined too small or too large."""
_NO_MEASURE: Final = (*_FACELESS, STRANGER)
"""What does not say how large a tile is: what is of no game of ours may be print on a cloth."""

Classify = Callable[[FloatArray], Named]
"""Names the faces in outlines (N, 4, 2) of one picture."""


def completed(finds: Finds, named: Named, classify: Classify) -> tuple[Finds, Named]:
    """The finds, those that are but half a tile replaced by the whole one.

    named: what the finds show, in the same order. Of two halves of one tile one stays.
    """
    quads = finds.quads
    if len(quads) <= _FEWEST:
        return finds, named
    clear = named.probabilities.max(1) > _CLEAR
    clear &= ~np.isin(np.array(named.best, dtype=object), _NO_MEASURE)
    # Half a face may well be no tile, or one of no game, but of which tile is it half?
    best = named.without([NOT_A_TILE, STRANGER, *SPECIALS]).best
    shares = _shares(quads, clear)
    wanted: list[tuple[int, FloatArray, Collection[str]]] = []
    for place in np.flatnonzero((shares < _SMALL).any(1)).tolist():
        for axis, wholes in enumerate((_WHOLES_ACROSS, _WHOLES_ALONG)):
            own = () if clear[place] or best[place] in _FACELESS else (best[place],)
            codes = (*wholes.get(best[place], ()), *own)  # a part may look like its whole, too
            if shares[place, axis] < _SMALL and codes:
                grown = _grown(quads[place], shares[place], axis)
                wanted += [(place, quad, codes) for quad in grown]
    if not wanted:
        return finds, named
    outlines = short_edge_first(np.stack([quad for _, quad, _ in wanted]).astype(np.float32))
    seen = classify(outlines)
    whole = [
        max(float(chances[named.codes.index(code)]) for code in codes)
        for chances, (_, _, codes) in zip(seen.probabilities, wanted, strict=True)
    ]
    kept = np.ones(len(quads), bool)
    taken: dict[int, int] = {}
    shown = seen.best
    small = (shares < _SMALL).any(1)
    for at in np.argsort(whole)[::-1].tolist():
        place, quad, _ = wanted[at]
        if whole[at] < _CLEARLY:
            break
        within = _within(quad, quads) & kept
        within[place] = False
        if not kept[place] or place in taken or (within & ~small).any():
            continue
        if not all(_may_be_part(best[k], shown[at]) for k in np.flatnonzero(within & clear)):
            continue
        if any(within[other] for other in taken):
            continue
        kept[within] = False
        taken[place] = at
    return _replaced(finds, named, outlines, seen, taken, kept)


def _may_be_part(code: str, whole: str) -> bool:
    """Whether what is clearly this face may be a part of that one."""
    return code == whole or any(
        whole in wholes.get(code, ()) for wholes in (_WHOLES_ACROSS, _WHOLES_ALONG)
    )


def _replaced(
    finds: Finds,
    named: Named,
    outlines: FloatArray,
    seen: Named,
    taken: Mapping[int, int],
    kept: BoolArray,
) -> tuple[Finds, Named]:
    """With other outlines and names in some places. taken: by place, which of those seen."""
    if not taken:
        return finds, named
    places, at = list(taken), list(taken.values())

    def mixed(own: FloatArray, other: FloatArray) -> FloatArray:
        both = own.copy()
        both[places] = other[at]
        return both[kept]

    quads = mixed(finds.quads, outlines)
    faces = named.faces.copy()
    faces[places] = seen.faces[at]
    return (
        replace(finds, quads=quads, scores=finds.scores[kept]),
        replace(
            named,
            probabilities=mixed(named.probabilities, seen.probabilities),
            ways=mixed(named.ways, seen.ways),
            features=mixed(named.features, seen.features),
            faces=faces[kept],
        ),
    )


def _shares(quads: FloatArray, clear: BoolArray) -> FloatArray:
    """Width and height of each outline, in the median of what the clear faces nearby measure in
    these directions: (N, 2); 1 where nobody knows how large a tile is, and where its area is that
    of a whole one, which hardly depends on how it is turned. clear: (N,)."""
    size = np.stack(sides(quads), axis=1)
    middle = quads.mean(1)
    right, _ = mean_edges(quads)
    right = right / (np.linalg.norm(right, axis=1, keepdims=True) + 1e-9)
    cosine = np.abs(right @ right.T)
    # Seen from low down a tile is wider than high, so its short edge is another than a half's.
    turned = cosine < _QUARTER
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    around = clear & (apart < _AROUND * size.max(1)[:, None])
    np.fill_diagonal(around, False)
    near = around & ((cosine > _PARALLEL) | turned)
    area = areas(quads)
    largest = np.where(around, area, 0.0).max(1)  # most are not small beside any, and soon told
    shares = np.ones((len(quads), 2))
    for place in np.flatnonzero((near.sum(1) >= _FEWEST) & (area < _SMALL * largest)).tolist():
        others = _nearest(apart[place], near[place])
        theirs = np.where(turned[place, others, None], size[others, ::-1], size[others])
        usual = float(np.median(area[_nearest(apart[place], around[place])]))
        if area[place] < _SMALL * usual:
            shares[place] = size[place] / np.maximum(np.median(theirs, axis=0), 1e-9)
    return shares


def _nearest(apart: FloatArray, of: BoolArray) -> IntArray:
    """The places of the nearest of these."""
    places = np.flatnonzero(of)
    return places[np.argsort(apart[places])[:_NEIGHBOURS]]


def _grown(quad: FloatArray, share: FloatArray, axis: int) -> FloatArray:
    """The outline in the size of a tile: about its middle, and to either end of an axis (0 across,
    1 along): (3, 4, 2). share: (2,), which part of a tile it is."""
    edges = np.concatenate(mean_edges(quad[None]))
    larger = edges / np.minimum(share, 1.0)[:, None]
    more = (larger[axis] - edges[axis]) / 2
    middles = quad.mean(0) + np.array([[0.0], [-1.0], [1.0]]) * more
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    return np.asarray(middles[:, None] + corners @ larger)


def _within(quad: FloatArray, quads: FloatArray) -> BoolArray:
    """Which outlines have their middle too near to this one's for both to be whole tiles."""
    (away,) = in_edges(quad[None], quads.mean(1))
    return np.asarray((np.abs(away) < _ROOM).all(1))
