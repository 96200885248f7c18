"""Which finds are tiles, what each most likely is, and which may be tiles if a hand needs them."""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import Any

import numpy as np

from companion.game.tiles import BACK, KIND_SET, STRANGER, WHITE
from companion.seen.reading import Quad, SeenTile
from companion.vision.arrays import BoolArray, FloatArray, IntArray
from companion.vision.geometry import share_within
from companion.vision.recognition.classify import NOT_A_TILE
from companion.vision.recognition.fuse import Look
from companion.vision.recognition.photo import Photo
from companion.vision.recognition.upright import upright

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
SURELY_A_TILE = 0.95
"""Probability of being a tile from which a find may be sure. With it no find was sure in 70
photographs and 60 drawn desks without a tile (`datasets.evaluate_no_tiles`)."""
_WHOLE = 0.98
"""Part of a face that the photograph shows, above which it may be sure. Of sure faces of which it
showed less, 7 of 277 were wrong, of the others 11 of 5,954, in drawn scenes (a script that was not
kept): cut off, a 2 of characters is a 1."""
_PERHAPS = 0.05
"""Probability of being a tile from which a find is weighed as part of a hand. With 0.02 as many of
1,624 drawn hands were right."""
_PERHAPS_BLANK = 0.03
"""Probability of a blank face from which a find called “no tile” may be a back."""
_KEPT = 6
"""How many names a tile keeps, however unlikely. It keeps more if they are as likely as `LIKELY`: a
doubtful bird may be any of eight flowers, and a face that light hides may be any."""
LIKELY = 0.002
"""Probability of a name from which the layout may take it; the same as `name_allowed` among its
numbers."""


def are_tiles(look: Look) -> BoolArray:
    """Which finds are more likely tiles than not (`tile_odds`)."""
    return np.asarray(look.named.tile_odds > 0.5) if len(look.quads) else np.zeros(0, bool)


def any_tile(look: Look) -> bool:
    """Whether at least one find surely is a tile."""
    return bool(len(look.quads) and (look.named.tile_odds >= SURELY_A_TILE).any())


def may_be_tiles(look: Look) -> BoolArray:
    """Which finds may be tiles of a hand."""
    if not len(look.quads):
        return np.zeros(0, bool)
    return np.asarray((look.named.tile_odds > _PERHAPS) | may_be_backs(look))


def may_be_backs(look: Look) -> BoolArray:
    """Which finds called “no tile” are more likely blank than any face.

    A plain back on a cloth of its own colour looks like nothing at all.
    """
    if not len(look.quads):
        return np.zeros(0, bool)
    codes, chances = look.named.codes, look.named.probabilities
    nothing = codes.index(NOT_A_TILE)
    kinds = np.delete(chances, nothing, axis=1)
    blank = chances[:, [codes.index(code) for code in (BACK, WHITE)]].max(1)
    return np.asarray(
        (chances[:, nothing] >= 0.5) & (blank > _PERHAPS_BLANK) & (blank >= kinds.max(1))
    )


def as_tiles(look: Look, places: IntArray, photo: Photo) -> tuple[SeenTile, ...]:
    """The finds in these places, as what they most likely are, where the photograph in full size
    shows them. What it cuts off is not sure.

    The game has four of a tile and one of a flower. If more of a kind seem certain, some are
    misread, for example backs with a ring as ones of dots. Then none of them is sure.
    """
    if not len(places):
        return ()
    named = look.named
    faces = [k for k, code in enumerate(named.codes) if code != NOT_A_TILE]
    kinds, codes = named.probabilities[places][:, faces], [named.codes[k] for k in faces]
    order = np.argsort(-kinds, axis=1)
    best_codes = [codes[best[0]] for best in order]
    turned = upright(look.quads[places], named.ways[places], best_codes) * photo.scale
    likely = np.round(np.take_along_axis(kinds, order, axis=1).astype(float), 4).tolist()
    by_name = kinds.max(1) / np.maximum(kinds.sum(1), 1e-9) >= named.sure_above
    whole = share_within(turned, photo.width, photo.height) > _WHOLE
    certain = (by_name & whole & (look.named.tile_odds[places] >= SURELY_A_TILE)).tolist()
    seen_surely = Counter(compress(best_codes, certain))
    too_many = {code for code, count in seen_surely.items() if count > _how_many(code)}
    return tuple(
        SeenTile(
            code=codes[best[0]],
            confidence=chances[0],
            quad=quad,
            alternatives=tuple(
                (codes[k], chance)
                for number, (k, chance) in enumerate(zip(best, chances, strict=True))
                if number < _KEPT or chance >= LIKELY
            ),
            sure=sure and codes[best[0]] not in too_many,
        )
        for quad, best, chances, sure in zip(plain(turned), order, likely, certain, strict=True)
    )


def _how_many(code: str) -> float:
    """How many of a tile there are in a set. Backs are not counted, and of jokers and
    advertisements each set has a number of its own."""
    return np.inf if code in (BACK, STRANGER) else 4 if code in KIND_SET else 1


def plain(quads: FloatArray) -> list[Quad]:
    """(N, 4, 2) as plain numbers, to a tenth of a pixel."""
    rounded: list[Any] = np.round(quads.astype(float), 1).tolist()
    return [((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])) for a, b, c, d in rounded]
