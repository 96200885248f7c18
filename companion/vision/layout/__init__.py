"""From tiles to melds, as the books lay them out: one hand, or the four of a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.reading import Group, SeenHand, SeenTile, Side
from companion.vision.layout.choose import Finder
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import read_hand
from companion.vision.layout.lines import doubled, find_lines
from companion.vision.layout.rulers import measure
from companion.vision.layout.sides import SIDES, by_side, photographed

__all__ = ["Layout", "arrange"]


@dataclass(frozen=True)
class Layout:
    """How the tiles lie.

    tiles: as given, in that order; where the rules decided, with another code and `by_rule`.
    groups: of the hand, its places in `tiles`. readings: every way to divide those held tiles that
    no gaps divide, likeliest first; groups that are in all of them are certain. hands: the four
    hands by the side of the picture that each player sits at, where they were asked for.
    """

    tiles: tuple[SeenTile, ...]
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    hands: Mapping[Side, SeenHand] | None = None
    readings: tuple[tuple[Group, ...], ...] = ()


def arrange(tiles: Sequence[SeenTile], width: int, height: int, table: bool = False) -> Layout:
    """Find the hand among the tiles, its groups, and what of it was exposed.

    width, height: of the picture, in pixels. table: four hands are wanted, one at each side; the
    nearest is then the hand of `groups` and `hand`.
    """
    tiles = tuple(tiles)
    codes = [tile.code for tile in tiles]
    rulers = measure(tiles)
    lines = find_lines(rulers, doubled(rulers, codes, [tile.confidence for tile in tiles]))
    finder = Finder(codes, rulers, lines)
    if not table:
        found = finder.candidates()
        if not found:
            return Layout(tiles, warnings=("No tiles that could be a hand were found.",))
        read = read_hand(part(photographed(found, height).rows, codes), codes)
        return Layout(tiles, read.groups, read.hand, read.warnings, readings=read.readings)
    seated = {
        side: read_hand(part(hand.rows, codes), codes)
        for side, hand in by_side(finder.all_hands()).items()
    }
    hands = {side: read.hand for side, read in seated.items()}
    warnings = [f"{side}: {warning}" for side, read in seated.items() for warning in read.warnings]
    warnings += [f"No hand was found on the {side} side." for side in SIDES if side not in seated]
    near = seated.get("near")
    if near is None:
        return Layout(tiles, warnings=tuple(warnings), hands=hands)
    return Layout(tiles, near.groups, near.hand, tuple(warnings), hands, near.readings)
