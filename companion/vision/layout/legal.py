"""The rules in hand: where the eye is in doubt, the most probable reading that can be a hand.

Only tiles that the eye itself doubts are decided here. A clear reading of an illegal hand stays
as it is, for a person to look at.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from companion.reading import Decided, SeenTile
from companion.tiles import BACK, words
from companion.vision.layout.choose import Row
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import Grouped, group

_CLOSE = 0.1
"""A second code this probable leaves a tile in doubt."""

_POSSIBLE = 0.02
"""What is less probable than this, the pixels do not allow."""

_CODES, _TILES, _READINGS = 3, 6, 60
"""How many codes of a tile, tiles in doubt and readings of a hand are looked at."""


Allowed = tuple[tuple[str, float], ...]
"""What a tile may be, with probabilities, likeliest first."""


def allowed(tile: SeenTile) -> Allowed:
    """The codes that the pixels allow, likeliest first; one where the eye is sure."""
    own = (tile.code, max(tile.confidence, _POSSIBLE))
    if tile.code == BACK:
        return (own,)
    others = [pair for pair in tile.alternatives if pair[1] >= _POSSIBLE and pair[0] != tile.code]
    in_doubt = not tile.sure or any(probability >= _CLOSE for _, probability in others)
    return (own, *others[: _CODES - 1]) if in_doubt else (own,)


def legalise(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[SeenTile, ...]:
    """All tiles of the picture; those of the hand that the eye doubts decided by the rules.

    Fewest tiles beyond four of a kind, then fewest tiles that fit no set; among equals the most
    probable. Changed tiles are marked `by_rule`. options: what is `allowed` for each tile.
    """
    places = [place for row in rows for place in row.tiles]
    doubtful = sorted(
        (place for place in places if len(options[place]) > 1),
        key=lambda place: tiles[place].confidence,
    )[:_TILES]
    if not doubtful:
        return tuple(tiles)
    codes = [tile.code for tile in tiles]
    others = _seen_elsewhere(places, tiles, options)
    fewest = _faults(group(part(rows, codes), codes), others)
    chosen: dict[int, tuple[str, float]] = {}
    for choice in _likeliest(*(options[place] for place in doubtful)) if any(fewest) else ():
        for place, (code, _) in zip(doubtful, choice, strict=True):
            codes[place] = code
        faults = _faults(group(part(rows, codes), codes), others)
        if faults < fewest:
            fewest = faults
            chosen = dict(zip(doubtful, choice, strict=True))
        if not any(fewest):
            break
    return tuple(_as_decided(tile, chosen.get(place)) for place, tile in enumerate(tiles))


def decided(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[Decided, ...]:
    """What the rules named in the hand in these rows, each with the reason."""
    places = [place for row in rows for place in row.tiles]
    named = sorted(place for place in places if tiles[place].by_rule)
    if not named:
        return ()
    counts = Counter(tiles[place].code for place in places)
    counts += _seen_elsewhere(places, tiles, options)
    found = []
    for place in named:
        tile = tiles[place]
        seen = tile.alternatives[0][0] if tile.alternatives else tile.code
        why = (
            f"There would be five of {words(seen)}."
            if counts[seen] >= 4
            else f"Only as {words(tile.code)} it fits a set of this hand."
        )
        found.append(Decided(place, seen, why))
    return tuple(found)


def _as_decided(tile: SeenTile, choice: tuple[str, float] | None) -> SeenTile:
    if choice is None or choice[0] == tile.code:
        return tile
    return replace(tile, code=choice[0], confidence=choice[1], by_rule=True)


def _likeliest(
    *options: Allowed,
) -> list[tuple[tuple[str, float], ...]]:
    """Choices of one code a tile, most probable first."""
    choices = list(product(*options))
    choices.sort(key=lambda choice: -math.prod(probability for _, probability in choice))
    return choices[:_READINGS]


def _seen_elsewhere(
    places: Sequence[int], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> Counter[str]:
    """Tiles of the picture that are surely seen and belong to no place of the hand."""
    own = set(places)
    return Counter(
        tile.code
        for place, tile in enumerate(tiles)
        if place not in own and tile.code != BACK and len(options[place]) == 1
    )


def _faults(read: Grouped, others: Counter[str]) -> tuple[int, int]:
    """Tiles beyond four of a kind, and tiles that fit no set though they lie as one or have to.

    More than thirteen tiles are a finished hand, all of it sets. In a hand of thirteen only threes
    and fours that lie apart look like sets.
    """
    hand = read.hand
    counts = Counter(hand.concealed) + Counter(c for meld in hand.melds for c in meld.tiles)
    beyond = sum(max(0, counts[code] + others[code] - 4) for code in counts if code != BACK)
    loose = [len(each.tiles) for each in read.groups if each.kind == "loose"]
    unfit = sum(size for size in loose if read.count > 13 or size in (3, 4))
    return beyond, unfit
