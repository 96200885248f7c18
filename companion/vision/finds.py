"""Which finds are tiles, and what each is likeliest; and which may be where a hand needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.reading import Quad, SeenTile
from companion.tiles import BACK, KIND_SET, WHITE
from companion.vision.classify import NOT_A_TILE
from companion.vision.fuse import Look
from companion.vision.geometry import FloatArray, mean_sides
from companion.vision.upright import upright

_MUCH_SMALLER = 0.45
_BOTH = 0.25
"""Least product of "here is a tile" and "it is this one"."""
_SOME_TILE = 0.6
"""Product of "here is a tile" and "it is some tile" that is enough, whichever one it is: a face of
a set nobody has seen may look like several."""
_PERHAPS_BLANK = 0.03
"""Probability of a blank face from which what is called "no tile" may be a back."""
_CLEAR = 0.97
"""Probability from which a faint find may be the face that it looks like."""
_NEXT_TO, _ASIDE = (0.4, 1.1), 0.7
"""How far beside a tile, in widths, the middle of what lies half under it may be seen, and how far
above or below, in heights: the tile on top is seen shifted by its height."""
_TRIED = 5
"""How many such finds are tried, the strongest."""
_SHOWN = 6
"""How many alternatives a tile keeps."""


def are_tiles(look: Look) -> NDArray[np.bool_]:
    """Which finds to keep: what is called "no tile" goes, and so does what neither model believes
    in, and doubtful small ones.

    All tiles of a set are of one size. Something much smaller than the faces that are certain, or
    the backs where there are none, is a dial, a die or a single dot of a tile, unless it is itself
    certain. Squares of a cloth may pass for backs, of any size.
    """
    if not len(look.quads):
        return np.zeros(0, bool)
    named = look.named
    nothing = named.codes.index(NOT_A_TILE)
    size = mean_sides(look.quads)
    chance = np.delete(named.probabilities, nothing, axis=1).max(1)
    certain = chance >= named.sure_above
    some = look.tile_odds
    keep = (some > 0.5) & ((look.scores * chance > _BOTH) | (look.scores * some > _SOME_TILE))
    if certain.any():
        faces = certain & (named.probabilities.argmax(1) != named.codes.index(BACK))
        usual = np.median(size[faces if faces.any() else certain])
        keep &= certain | (size > _MUCH_SMALLER * usual)
    return np.asarray(keep)


def may_be_backs(look: Look) -> NDArray[np.bool_]:
    """Which finds called "no tile" are rather blank than any face: a plain back on a cloth of its
    colour looks like nothing at all."""
    if not len(look.quads):
        return np.zeros(0, bool)
    codes, chances = look.named.codes, look.named.probabilities
    nothing = codes.index(NOT_A_TILE)
    kinds = np.delete(chances, nothing, axis=1)
    blank = chances[:, [codes.index(code) for code in (BACK, WHITE)]].max(1)
    return np.asarray(
        (chances[:, nothing] >= 0.5) & (blank > _PERHAPS_BLANK) & (blank >= kinds.max(1))
    )


def as_tiles(look: Look, places: NDArray[np.intp], scale: float) -> tuple[SeenTile, ...]:
    """The finds in these places, as what they are likeliest; outlines `scale` times as large.

    The game has four of a tile and one of a flower. Where more of a kind seem certain, some are
    misread, backs with a ring as ones of dots say, and none of them is sure.
    """
    if not len(places):
        return ()
    named = look.named
    faces = [k for k, code in enumerate(named.codes) if code != NOT_A_TILE]
    kinds, codes = named.probabilities[places][:, faces], [named.codes[k] for k in faces]
    order = np.argsort(-kinds, axis=1)[:, :_SHOWN]
    best_codes = [codes[best[0]] for best in order]
    turned = upright(look.quads[places], named.ways[places], best_codes) * scale
    likely = np.round(np.take_along_axis(kinds, order, axis=1).astype(float), 4).tolist()
    certain = [chances[0] >= named.sure_above for chances in likely]
    seen_surely = Counter(compress(best_codes, certain))
    too_many = {code for code, count in seen_surely.items() if count > _how_many(code)}
    return tuple(
        SeenTile(
            code=codes[best[0]],
            confidence=chances[0],
            quad=quad,
            alternatives=tuple((codes[k], chance) for k, chance in zip(best, chances, strict=True)),
            sure=sure and codes[best[0]] not in too_many,
        )
        for quad, best, chances, sure in zip(plain(turned), order, likely, certain, strict=True)
    )


def _how_many(code: str) -> float:
    """How many of a tile there are in a set; nobody counts backs."""
    return np.inf if code == BACK else 4 if code in KIND_SET else 1


def faint_tiles(look: Look, scale: float) -> tuple[SeenTile, ...]:
    """Of finds that are too faint: those that are clearly a face, or rather a back than another
    one; none of them sure."""
    if not len(look.quads):
        return ()
    best = np.array(look.named.best)
    chance = look.named.probabilities.max(1)
    likely = (best == BACK) | ((chance > _CLEAR) & (best != NOT_A_TILE))
    tiles = as_tiles(look, np.flatnonzero(likely | may_be_backs(look)), scale)
    return tuple(replace(tile, sure=False) for tile in tiles)


@dataclass(frozen=True)
class Covered:
    """A find that may lie half under a tile. top: that one's place; tile: the find, as one of its
    suit, not sure; score: how sure the find is."""

    top: int
    tile: SeenTile
    score: float


def half_covered(
    look: Look, places: NDArray[np.intp], tiles: Sequence[SeenTile], scale: float
) -> list[Covered]:
    """Of the finds in these places, which are no tiles by their looks, those that may lie half
    under one of `tiles` that may be of a run."""
    tops = [place for place, tile in enumerate(tiles) if tile.code[1] in "mps"]
    if not (tops and len(places)):
        return []
    over = np.array([tiles[place].quad for place in tops])
    to = look.quads[places].mean(1)[:, None] * scale - over.mean(1)
    beside = _along(to, over[:, 1] - over[:, 0] + over[:, 2] - over[:, 3])
    aside = _along(to, over[:, 3] - over[:, 0] + over[:, 2] - over[:, 1])
    near = (beside > _NEXT_TO[0]) & (beside < _NEXT_TO[1]) & (aside < _ASIDE)
    nearest = np.where(near, beside, np.inf).argmin(1)
    found = []
    for at in np.flatnonzero(near.any(1)).tolist():
        top = tops[nearest[at]]
        others = [code for code in look.named.codes if code[1] != tiles[top].code[1]]
        of_suit = replace(look, named=look.named.without(others))
        (tile,) = as_tiles(of_suit, places[at : at + 1], scale)
        found.append(Covered(top, replace(tile, sure=False), float(look.scores[places[at]])))
    return found


def _along(to: FloatArray, edge: FloatArray) -> FloatArray:
    """How far points lie along edges, in their lengths, on either side: (N, M, 2) and, twice the
    edges, (M, 2) → (N, M)."""
    return np.asarray(2 * np.abs((to * edge).sum(-1)) / ((edge**2).sum(-1) + 1e-9))


def under_one(covered: Sequence[Covered]) -> list[tuple[int, tuple[SeenTile, ...]]]:
    """What may lie under each tile, two finds rather than one, and the strongest first."""
    strongest = sorted(covered, key=lambda find: -find.score)[:_TRIED]
    twos = [
        (one.top, (one.tile, other.tile))
        for one, other in combinations(strongest, 2)
        if one.top == other.top
    ]
    return [*twos, *((find.top, (find.tile,)) for find in strongest)]


def plain(quads: FloatArray) -> list[Quad]:
    """(N, 4, 2) in plain numbers, to a tenth of a pixel."""
    rounded: list[Any] = np.round(quads.astype(float), 1).tolist()
    return [((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])) for a, b, c, d in rounded]
