"""From tiles to melds, as the books lay them out: one hand, or the four of a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.reading import Group, SeenHand, SeenTile, Side
from companion.vision.layout.choose import Finder, FoundHand
from companion.vision.layout.groups import ReadHand
from companion.vision.layout.legal import allowed, legalise
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
    finder = Finder([[code for code, _ in allowed(tile)] for tile in tiles], rulers, lines)
    if table:
        return _whole_table(by_side(finder.all_hands()), tiles)
    found = finder.candidates()
    if not found:
        return Layout(tiles, warnings=("No tiles that could be a hand were found.",))
    tiles, read = legalise(photographed(found, height).rows, tiles)
    return Layout(tiles, read.groups, read.hand, read.warnings, readings=read.readings)


def _whole_table(seated: Mapping[Side, FoundHand], tiles: tuple[SeenTile, ...]) -> Layout:
    """The hands of all sides; the nearest gives the groups."""
    reads: dict[Side, ReadHand] = {}
    for side, hand in seated.items():
        tiles, reads[side] = legalise(hand.rows, tiles)
    warnings = [f"{side}: {warning}" for side, read in reads.items() for warning in read.warnings]
    warnings += [f"No hand was found on the {side} side." for side in SIDES if side not in reads]
    hands = {side: read.hand for side, read in reads.items()}
    near = reads.get("near")
    if near is None:
        return Layout(tiles, warnings=tuple(warnings), hands=hands)
    return Layout(tiles, near.groups, near.hand, tuple(warnings), hands, near.readings)
