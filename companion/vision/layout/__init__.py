"""From tiles to melds, as the books lay them out: one hand, or the four of a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.reading import (
    Decided,
    FaceDown,
    Group,
    HandReading,
    ReadHand,
    SeenHand,
    SeenTile,
    Side,
)
from companion.vision.layout.choose import Finder, Row
from companion.vision.layout.drawn import with_drawn_on_run
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import every_reading, face_down, group, left_open, proposed_win
from companion.vision.layout.legal import (
    Allowed,
    allowed,
    decided,
    legalise,
    with_backs,
    without_false_find,
    without_strays,
)
from companion.vision.layout.lines import doubled, find_lines
from companion.vision.layout.rulers import measure
from companion.vision.layout.sides import SIDES, SMALLEST, by_side, photographed

__all__ = ["Layout", "arrange"]


@dataclass(frozen=True)
class Layout:
    """How the tiles lie: those fields of a `Reading` that the layout gives, under its names.

    tiles: as given, in that order; where the rules decided, with another code and `by_rule`.
    """

    tiles: tuple[SeenTile, ...]
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    hands: Mapping[Side, SeenHand] | None = None
    readings: tuple[HandReading, ...] = ()
    proposed_win: int | None = None
    face_down: tuple[FaceDown, ...] = ()
    decided: tuple[Decided, ...] = ()
    sides: Mapping[Side, ReadHand] | None = None


def arrange(tiles: Sequence[SeenTile], width: int, height: int, table: bool = False) -> Layout:
    """Find the hand among the tiles, its groups, and what of it was exposed.

    width, height: of the picture, in pixels. table: four hands are wanted, one at each side; the
    nearest is then the hand of `groups` and `hand`.
    """
    tiles = tuple(tiles)
    codes = [tile.code for tile in tiles]
    rulers = measure(tiles)
    lines = find_lines(rulers, doubled(rulers, codes, [tile.confidence for tile in tiles]))
    options = [allowed(tile) for tile in tiles]
    tiles, options = with_backs(lines, tiles, options)
    lines = [without_strays(line, tiles) for line in lines]
    finder = Finder([[code for code, _ in each] for each in options], rulers, lines)
    if table:
        seated = by_side(finder.all_hands(SMALLEST))
        at_sides = {side: finder.rows(hand) for side, hand in seated.items()}
        return _whole_table(at_sides, tiles, options)
    found = finder.candidates()
    if not found:
        return Layout(tiles, warnings=("No tiles that could be a hand were found.",))
    rows = finder.rows(photographed(found, height))
    tiles = legalise(rows, tiles, options)
    rows = without_false_find(rows, tiles, options)
    rows, tiles = with_drawn_on_run(rows, tiles, options)
    read, warnings = _read(rows, tiles, options)
    return Layout(tiles, warnings=warnings, **vars(read))


def _read(
    rows: Sequence[Row], tiles: Sequence[SeenTile], options: Sequence[Allowed]
) -> tuple[ReadHand, tuple[str, ...]]:
    """The hand in these rows, and what the picture leaves open, a sentence each."""
    codes = [tile.code for tile in tiles]
    parted = part(rows, codes)
    grouped = group(parted, codes)
    readings = every_reading(parted, grouped, codes)
    read = ReadHand(
        readings[0].groups,
        readings[0].hand,
        readings,
        proposed_win(rows, parted, grouped, codes),
        face_down(grouped, codes),
        decided(rows, tiles, options),
    )
    return read, left_open(parted, grouped)


def _whole_table(
    seated: Mapping[Side, tuple[Row, ...]], tiles: tuple[SeenTile, ...], options: Sequence[Allowed]
) -> Layout:
    """The hands of all sides; the nearest gives the groups."""
    sides: dict[Side, ReadHand] = {}
    warnings = []
    for side, laid in seated.items():
        tiles = legalise(laid, tiles, options)
        rows = without_false_find(laid, tiles, options)
        sides[side], open_here = _read(rows, tiles, options)
        warnings += [f"{side}: {warning}" for warning in open_here]
    warnings += [f"No hand was found on the {side} side." for side in SIDES if side not in sides]
    return Layout(
        tiles,
        warnings=tuple(warnings),
        hands={side: read.hand for side, read in sides.items()},
        sides=sides,
        **vars(sides.get("near", ReadHand())),
    )
