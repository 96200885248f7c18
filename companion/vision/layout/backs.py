"""Tiles lying face down in the sets that are laid with them, as far as the eye is in doubt.

At both ends of two alike (Harr p. 22) or between two alike (the booklet's Rule 8) a blank face is
rather a back than a white dragon; beside all other tiles it is as it looks, or was never a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from companion.reading import SeenTile
from companion.tiles import BACK, WHITE
from companion.vision.layout.choose import Row
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import group
from companion.vision.layout.legal import (
    Allowed,
    as_decided,
    can_be_a_hand,
    is_whole,
    seen_elsewhere,
)
from companion.vision.layout.lines import ALONE, Line, lies_apart
from companion.vision.layout.sets import as_set, kong_with_end_unseen

_BLANK, _LONE, _LONE_IN_A_ROW, _UNLIKE = 0.004, 0.02, 0.04, 5
"""From which chance on faces taken for white dragons are blank, so that they may as well be backs:
two at both ends of two alike, a single one in a set that lies apart or among three alike, and one
elsewhere; those with a frame or a mark have a smaller one. How much smaller, beside a back, a true
dragon's is.
"""

_AT_ALL, _HARDLY_WHITE = 0.002, 0.9
"""Chance of a back from which a doubtful white dragon may be one where nothing else makes a whole
hand; and the dragon's own chance under which it may be one whatever that of a back is.
"""

_HARDLY = 0.5
"""Probability under which a find is rather no tile at all than a back."""


def with_backs(
    lines: Sequence[Line], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[tuple[SeenTile, ...], list[Allowed]]:
    """Tiles that may be backs are, where sets held are laid out with them: all tiles, and what
    each may still be.

    At both ends of two alike (Harr p. 22) or between two alike (the booklet's Rule 8) lies no
    single white dragon, and between two alike that lie apart no two; nor lies one at one end of two
    alike where the other end is the row's or shows a tile's width of table: there lies a back that
    was not found. Nor are two faces that may be backs, at the ends of two that are none, a kong of
    white dragons. Where the eye is sure of its dragons, such tiles have to lie apart from all
    others.
    """
    decided, left = list(tiles), list(options)
    backs = [_chance_of_back(tile) for tile in tiles]

    def turn(*places: int) -> None:
        for place in places:
            choice = (BACK, backs[place])
            decided[place], left[place] = as_decided(tiles[place], choice), (choice,)

    def alike(one: int, other: int) -> bool:
        return tiles[one].code == tiles[other].code not in (BACK, WHITE)

    def framed(one: int, other: int, ends: tuple[int, int]) -> bool:
        """White dragons, and far more surely so than the two at their ends."""
        both = tiles[one].code == tiles[other].code == WHITE
        unlike = _UNLIKE * max(backs[one], backs[other]) < min(backs[end] for end in ends)
        return both and unlike and WHITE in (tiles[end].code for end in ends)

    def doubted(*places: int) -> bool:
        return any(tiles[place].code == BACK or not tiles[place].sure for place in places)

    for line in lines:
        row = line.tiles
        if all(backs[place] < _BLANK for place in row):
            continue
        for at in range(len(row) - 3):
            first, one, other, last = row[at : at + 4]
            apart = lies_apart(line.gaps, at, at + 4)
            if min(backs[first], backs[last]) >= _BLANK:
                held = alike(one, other) and (apart or doubted(first, last))
                if held or (apart and framed(one, other, (first, last))):
                    turn(first, last)
            elif min(backs[one], backs[other]) >= _BLANK and apart and alike(first, last):
                turn(one, other)
        for at in range(len(row) - 2):
            one, middle, other = row[at : at + 3]
            apart = lies_apart(line.gaps, at, at + 3)
            held = alike(one, other) and (apart or doubted(middle))
            third = any(
                alike(one, more) for more in (*row[max(at - 1, 0) : at], *row[at + 3 : at + 4])
            )
            of_four = third and any(lies_apart(line.gaps, k, k + 4) for k in (at - 1, at) if k >= 0)
            least = _BLANK if of_four else _LONE if apart or third else _LONE_IN_A_ROW
            if held and backs[middle] >= least:
                turn(middle)
        for way in (line, line.reversed()):
            for at in range(len(way) - 2):
                end, one, other = way.tiles[at : at + 3]
                if (at and way.gaps[at - 1] < ALONE) or min(way.gaps[at + 2 :][:1], default=1) < 1:
                    continue
                seen = backs[end] >= _LONE and doubted(end)
                if seen and alike(one, other) and max(way.gaps[at : at + 2]) < ALONE:
                    turn(end)
    return tuple(decided), left


def _chance_of_back(tile: SeenTile) -> float:
    """How likely a find is a back, for what may be one by its looks; else 0."""
    if tile.code == BACK:
        return tile.confidence
    return dict(tile.alternatives).get(BACK, 0.0) if tile.code == WHITE else 0.0


def with_backs_needed(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[tuple[SeenTile, ...], list[Allowed]]:
    """Doubtful white dragons are backs where they lie as the backs of up to three sets laid with
    them, and the hand is whole with these and is none without: all tiles, and what each may be."""
    decided, left = list(tiles), list(options)
    codes = [tile.code for tile in tiles]
    places = [place for row in rows for place in row.tiles]
    dragons = [place for place in places if codes[place] == WHITE and not tiles[place].sure]
    doubtful = {
        place
        for place in dragons
        if _chance_of_back(tiles[place]) > _AT_ALL or tiles[place].confidence < _HARDLY_WHITE
    }
    others = seen_elsewhere(places, tiles, options)
    if not doubtful or can_be_a_hand(group(part(rows, codes), codes), others):
        return tuple(decided), left
    laid = _laid_with_backs(rows, codes, doubtful)
    for number in (1, 2, 3):
        for sets in combinations(laid, number):
            turned = frozenset().union(*sets)
            as_turned = [BACK if place in turned else code for place, code in enumerate(codes)]
            if is_whole(rows, as_turned, others):
                for place in turned:
                    choice = (BACK, _chance_of_back(tiles[place]))
                    decided[place], left[place] = as_decided(tiles[place], choice), (choice,)
                return tuple(decided), left
    return tuple(decided), left


def _laid_with_backs(
    rows: Sequence[Row], codes: Sequence[str], doubtful: set[int]
) -> list[frozenset[int]]:
    """Which of the doubtful tiles would be the backs of a set, for each set laid with backs that
    lies in the rows."""
    found = []
    for row in rows:
        for length in (4, 3):
            for start in range(len(row.tiles) - length + 1):
                window = row.tiles[start : start + length]
                turned = doubtful.intersection(window)
                shown = tuple(BACK if place in turned else codes[place] for place in window)
                piece = as_set(shown) if turned else None
                if piece is not None and piece.turned:
                    found.append(frozenset(turned))
    return found


def of_no_set(lines: Sequence[Line], tiles: Sequence[SeenTile]) -> set[int]:
    """Places of backs, however sure, that lie in no set laid with backs: a wall, or squares of the
    cloth, where with them there is no hand."""
    down = {place for place, tile in enumerate(tiles) if tile.code == BACK}
    return down - {line.tiles[at] for line in lines for at in _in_sets(line, tiles, whole=True)}


def _in_sets(line: Line, tiles: Sequence[SeenTile], whole: bool = False) -> set[int]:
    """Places in the line of what lies in a set laid with backs. whole: no end of it is missing."""
    codes = tuple(tiles[place].code for place in line.tiles)
    found: set[int] = set()
    for length in (4, 3):
        for start in range(len(codes) - length + 1):
            window = codes[start : start + length]
            if line.sideways.intersection(line.tiles[start : start + length]):
                continue  # a tile's side is seen there
            close = not whole and max(line.gaps[start : start + length - 1]) < ALONE
            if BACK in window and (as_set(window) or (close and kong_with_end_unseen(window))):
                found.update(range(start, start + length))
    return found


def without_strays(line: Line, tiles: Sequence[SeenTile]) -> Line:
    """The line without doubtful backs beside face-up tiles that no set laid out so has in it.

    Something of the table's was taken for them. A back that touches face-up tiles on both sides
    stays, for a person to say what it is, unless it is hardly one; so does a wall.
    """
    codes = tuple(tiles[place].code for place in line.tiles)
    if BACK not in codes or len(set(codes)) == 1:
        return line
    of_sets = _in_sets(line, tiles)
    kept = line
    for at in reversed(range(len(codes))):
        if codes[at] != BACK or at in of_sets or tiles[line.tiles[at]].sure:
            continue
        beside = [k for k in (at - 1, at + 1) if 0 <= k < len(codes)]
        in_wall = any(codes[k] == BACK and k not in of_sets for k in beside)
        gaps = [line.gaps[min(at, k)] for k in beside if codes[k] != BACK]
        hardly = tiles[line.tiles[at]].confidence < _HARDLY
        if not in_wall and (hardly or len(gaps) < 2 or max(gaps) > ALONE):
            kept = kept.without(at)
    return kept
