"""The rules in hand: where the eye is in doubt, the most probable reading that can be a hand.

Only tiles that the eye itself doubts are decided here. A clear reading of an illegal hand stays
as it is, for a person to look at.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product

from companion.reading import Decided, SeenTile
from companion.tiles import BACK, KIND_SET, WHITE, words
from companion.vision.layout.choose import Row
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import Grouped, group
from companion.vision.layout.sets import is_run

_SENSIBLE = 0.1
"""What the eye holds less probable than this, the rules do not make of a tile."""

NO_HAND = 4
"""What `unlikely` counts for tiles that are no hand."""

_CODES, _TILES, _READINGS = 3, 6, 60
"""How many codes of a tile, tiles in doubt and readings of a hand are looked at."""

_LEFT_OUT = 6
"""How many doubtful finds of a hand may be no tile, the most doubtful ones."""

_FIFTH = 0.005
"""The same for a tile of which all four others are surely seen."""

_AS_LIKELY = 0.5
"""From which part of the likeliest name's chance another is as good for the eye."""

_OVERLAP = 0.2
"""Tiles beside each other do not overlap; what seems to by this part of a width is no outline's
error."""

Allowed = tuple[tuple[str, float], ...]
"""What a tile may be, with probabilities, likeliest first."""


def allowed(tile: SeenTile) -> Allowed:
    """The codes that the pixels allow, likeliest first; one where the eye is sure."""
    others = [pair for pair in tile.alternatives if pair[1] >= _SENSIBLE and pair[0] != tile.code]
    return ((tile.code, max(tile.confidence, _SENSIBLE)), *others[: _CODES - 1])


def without_false_finds(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[Row, ...]:
    """The rows without one find that the eye doubts, or two, where the hand is whole only without.

    Cloth between two tiles, or a tile's side, looks like a back or a white dragon; and a find that
    overlaps the tile beside it may be that tile once more. Where there are too many tiles for any
    hand, every doubtful one may be something else, such as print on what the tiles lie on.
    """
    laid = tuple(rows)
    codes = [tile.code for tile in tiles]
    places = [place for row in rows for place in row.tiles]
    overlapping = {
        place
        for row in rows
        for pair, gap in zip(pairwise(row.tiles), row.gaps, strict=True)
        for place in pair
        if gap < -_OVERLAP
    }
    doubtful = [place for place in places if not tiles[place].sure]
    if not doubtful:
        return laid
    others = seen_elsewhere(places, tiles, options)
    read = group(part(rows, codes), codes)
    if can_be_a_hand(read, others):
        return laid
    if read.hand.count <= 14:
        blank = (BACK, WHITE)
        doubtful = [place for place in doubtful if codes[place] in blank or place in overlapping]
    doubtful.sort(key=lambda place: tiles[place].confidence)
    for number in (1, 2):
        for away in combinations(doubtful[:_LEFT_OUT], number):
            fewer = _without(rows, away)
            if is_whole(fewer, codes, others):
                return fewer
    return laid


def without_one_too_many(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[Row, ...]:
    """The rows of fifteen tiles without the only one of a kind of its own without which the hand is
    whole, however certain it is: print on what the tiles lie on, or a tile of another hand."""
    codes = [tile.code for tile in tiles]
    places = [place for row in rows for place in row.tiles]
    others = seen_elsewhere(places, tiles, options)
    shown = Counter(codes[place] for place in places)
    single = [place for place in places if shown[codes[place]] == 1]
    whole = [fewer for place in single if is_whole(fewer := _without(rows, [place]), codes, others)]
    return whole[0] if len(whole) == 1 else tuple(rows)


def _without(rows: Sequence[Row], away: Iterable[int]) -> tuple[Row, ...]:
    return tuple(left for row in rows if (left := row.without(*away)).tiles)


def left_out(places: Iterable[int], tiles: Sequence[SeenTile]) -> tuple[str, ...]:
    """That doubtful faces were left out of a hand, a sentence each: whoever holds a tile too many
    has to see it."""
    shown = sorted(tiles[place].code for place in places if tiles[place].code not in (BACK, WHITE))
    return tuple(
        f"What looks like a {words(code)} was left out, as the hand is whole without it;"
        " add it if it is a tile of the hand."
        for code in shown
    )


def legalise(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[SeenTile, ...]:
    """All tiles of the picture; those of the hand that the eye doubts decided by the rules.

    Fewest tiles beyond four of a kind, then fewest tiles that fit no set; among equals the most
    probable, or of two as probable the one with which a run lies in its order. Changed tiles are
    marked `by_rule`. options: what is `allowed` for each tile.
    """
    places = [place for row in rows for place in row.tiles]
    options = _without_fifths(places, tiles, options)
    doubtful = sorted(
        (place for place in places if len(options[place]) > 1),
        key=lambda place: tiles[place].confidence,
    )[:_TILES]
    if not doubtful:
        return tuple(tiles)
    codes = [tile.code for tile in tiles]
    others = seen_elsewhere(places, tiles, options)
    read = group(part(rows, codes), codes)
    fewest = _faults(read, others)
    chosen: dict[int, tuple[str, float]] = {}
    if not any(fewest):
        chosen = _in_order(read, codes, options)
    for choice in _likeliest(*(options[place] for place in doubtful)) if any(fewest) else ():
        for place, (code, _) in zip(doubtful, choice, strict=True):
            codes[place] = code
        faults = _faults(group(part(rows, codes), codes), others)
        if faults < fewest:
            fewest = faults
            chosen = dict(zip(doubtful, choice, strict=True))
        if not any(fewest):
            break
    return tuple(as_decided(tile, chosen.get(place)) for place, tile in enumerate(tiles))


def _without_fifths(
    places: Iterable[int], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> list[Allowed]:
    """What each tile may be: one in these places that the eye doubts is none of which the picture
    surely shows four others."""
    surely = Counter(tile.code for tile in tiles if tile.sure and tile.code in KIND_SET)
    left = list(options)
    for place in places:
        tile = tiles[place]
        if tile.sure or surely[tile.code] < 4:
            continue
        others = [pair for pair in tile.alternatives if pair[0] != tile.code and pair[1] > _FIFTH]
        left[place] = (options[place][0], *others[: _CODES - 1])
    return left


def _in_order(
    read: Grouped, codes: Sequence[str], options: Sequence[Allowed]
) -> dict[int, tuple[str, float]]:
    """What tiles become that the eye can hardly tell apart, where one name makes a run laid in its
    order and the other one laid out of it."""
    chosen: dict[int, tuple[str, float]] = {}
    for each in read.groups:
        if each.kind != "chow" or _runs(codes[place] for place in each.tiles):
            continue
        for place in each.tiles:
            for code, chance in options[place][1:]:
                others = [code if other == place else codes[other] for other in each.tiles]
                if chance > _AS_LIKELY * options[place][0][1] and _runs(others):
                    chosen[place] = (code, chance)
    return chosen


def _runs(codes: Iterable[str]) -> bool:
    """Whether tiles lie as a run, up or down."""
    laid = list(codes)
    return is_run(laid) and laid in (sorted(laid), sorted(laid, reverse=True))


def decided(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[Decided, ...]:
    """What the rules named in the hand in these rows, each with the reason."""
    places = [place for row in rows for place in row.tiles]
    named = sorted(place for place in places if tiles[place].by_rule)
    if not named:
        return ()
    others = seen_elsewhere(places, tiles, options)
    codes = [tile.code for tile in tiles]
    counts = Counter(codes[place] for place in places) + others
    found = []
    for place in named:
        tile = tiles[place]
        seen = tile.alternatives[0][0] if tile.alternatives else tile.code
        as_seen = [*codes[:place], seen, *codes[place + 1 :]]
        if counts[seen] >= 4:
            why = f"There would be five of {words(seen)}."
        elif any(_faults(group(part(rows, as_seen), as_seen), others)):
            why = f"Only as {words(tile.code)} it fits a set of this hand."
        else:
            why = f"Only as {words(tile.code)} its set lies as sets are laid."
        found.append(Decided(place, seen, why))
    return tuple(found)


def as_decided(tile: SeenTile, choice: tuple[str, float] | None) -> SeenTile:
    """The tile as the rules name it; itself where they say nothing else than the eye."""
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


def seen_elsewhere(
    places: Sequence[int], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> Counter[str]:
    """Tiles of the picture that are surely seen and belong to no place of the hand."""
    own = set(places)
    return Counter(
        tile.code
        for place, tile in enumerate(tiles)
        if place not in own and tile.code != BACK and tile.sure and len(options[place]) == 1
    )


def is_whole(rows: Sequence[Row], codes: Sequence[str], others: Counter[str]) -> bool:
    """Whether all fourteen tiles of a hand are there and every one of them fits a set.

    others: what is `seen_elsewhere`.
    """
    read = group(part(rows, codes), codes)
    return read.hand.count == 14 and not any(_faults(read, others))


def unlikely(read: Grouped, others: Counter[str]) -> int:
    """How far a hand is from one that won: 0 for that, 1 for thirteen tiles, and one more for each
    back that nothing gives a name; NO_HAND for what is none.

    others: what is `seen_elsewhere`.
    """
    if not can_be_a_hand(read, others):
        return NO_HAND
    return min(14 - read.hand.count + read.hand.concealed.count(BACK), NO_HAND)


def can_be_a_hand(read: Grouped, others: Counter[str]) -> bool:
    """Whether it is of the right number, and no tile of it is one too many or fits no set.

    others: what is `seen_elsewhere`.
    """
    return read.hand.count in (13, 14) and not any(_faults(read, others))


def _faults(read: Grouped, others: Counter[str]) -> tuple[int, int]:
    """Tiles beyond four of a kind, or one of a flower, and tiles that fit no set though they lie as
    one or have to.

    More than thirteen tiles are a finished hand, all of it sets. In a hand of thirteen only threes
    and fours that lie apart look like sets.
    """
    hand = read.hand
    counts = Counter(hand.concealed) + Counter(c for meld in hand.melds for c in meld.tiles)
    beyond = sum(max(0, counts[code] + others[code] - 4) for code in counts if code != BACK)
    loose = [len(each.tiles) for each in read.groups if each.kind == "loose"]
    if read.hand.count == 13 and loose.count(4) == 1 and 3 not in loose:
        loose.remove(4)  # what is held beside three sets
    unfit = sum(size for size in loose if read.hand.count > 13 or size in (3, 4))
    beyond += sum(count - 1 for count in Counter(hand.bonus).values())
    return beyond, unfit
