"""From tiles to melds, as the books lay them out: one hand, or the four of a whole table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

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
from companion.tiles import BACK
from companion.vision.layout.backs import (
    of_no_set,
    with_backs,
    with_backs_needed,
    without_strays,
)
from companion.vision.layout.choose import Finder, Row
from companion.vision.layout.drawn import with_drawn_on_run
from companion.vision.layout.exposure import part
from companion.vision.layout.groups import every_reading, face_down, group, left_open, proposed_win
from companion.vision.layout.legal import (
    NO_HAND,
    Allowed,
    allowed,
    decided,
    left_out,
    legalise,
    seen_elsewhere,
    unlikely,
    without_false_finds,
    without_one_too_many,
)
from companion.vision.layout.lines import doubled, find_lines, out_of_place, too_many_alike
from companion.vision.layout.rulers import Rulers, measure
from companion.vision.layout.sides import SIDES, SMALLEST, by_side, photographed

__all__ = ["Layout", "arrange"]

_DOUBTFUL, _LEFT_OUT = 0.9, 3
"""Probability under which a find may be no tile where there is no hand with it, and how many such
finds are tried."""


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

    @property
    def in_like_sets(self) -> frozenset[int]:
        """The tiles of all hands that are of a pung or a kong, sets in which backs may lie, of
        which no tile is missing."""
        whole = {("pung", 3), ("kong", 4)}
        alike = [each for each in self._all_groups if (each.kind, len(each.tiles)) in whole]
        return frozenset(place for each in alike for place in each.tiles)

    @property
    def run_drawn(self) -> frozenset[int]:
        """The tiles of the runs that proposed winning tiles complete."""
        hands = [(self.groups, self.proposed_win)]
        hands += [(read.groups, read.proposed_win) for read in (self.sides or {}).values()]
        return frozenset(
            place
            for groups, drawn in hands
            for each in groups
            if each.kind == "chow" and drawn in each.tiles
            for place in each.tiles
        )

    @property
    def in_hands(self) -> frozenset[int]:
        """The tiles of all hands."""
        return frozenset(place for each in self._all_groups for place in each.tiles)

    @property
    def won(self) -> bool:
        """Whether a hand is finished: fourteen tiles, a kong counting three, all of them in sets.
        Of fourteen tiles with a back that nothing gives a name no one can tell."""
        hands = [(self.groups, self.hand)]
        hands += [(read.groups, read.hand) for read in (self.sides or {}).values()]
        return any(
            hand.count == 14
            and BACK not in hand.concealed
            and all(each.kind != "loose" for each in groups)
            for groups, hand in hands
        )

    @property
    def _all_groups(self) -> tuple[Group, ...]:
        others = (read.groups for read in (self.sides or {}).values())
        return tuple(each for groups in (self.groups, *others) for each in groups)


def arrange(tiles: Sequence[SeenTile], width: int, height: int, table: bool = False) -> Layout:
    """Find the hand among the tiles, its groups, and what of it was exposed.

    width, height: of the picture, in pixels. table: four hands are wanted, one at each side; the
    nearest is then the hand of `groups` and `hand`.
    """
    tiles = tuple(tiles)
    layout = _likeliest(tiles, height, table)
    in_hands = layout.in_hands  # of other tiles nobody asks the rules
    decided_here = (
        as_laid if place in in_hands else seen
        for place, (as_laid, seen) in enumerate(zip(layout.tiles, tiles, strict=True))
    )
    return replace(layout, tiles=tuple(decided_here))


def _likeliest(tiles: tuple[SeenTile, ...], height: int, table: bool) -> Layout:
    """The layout of all these tiles, or of those that are left without what may be no tile, where
    only these are a hand. height: of the picture, in pixels."""
    rulers = measure(tiles)
    twice = doubled(rulers, [tile.code for tile in tiles], [tile.confidence for tile in tiles])
    layout, doubt = _arranged(tiles, rulers, twice, height, table)
    losers = len(SIDES) - 1 if table else 0  # who hold thirteen tiles each, as they should
    if doubt > losers:
        ways_out = (
            (out_of_place(rulers, tiles), doubt - 1),
            (too_many_alike(tiles), doubt - 1),
            (too_many_alike(tiles, blank=True), doubt - 1),
            # A tile of the hand may lie face down, too, for a person to say which it is.
            (of_no_set(find_lines(rulers, twice), tiles), losers),
        )
        for away, most in ways_out:
            if away <= twice:
                continue
            without, less = _arranged(tiles, rulers, twice | away, height, table)
            if less <= most:
                return without
    if doubt and not table:
        # A loser's hand of thirteen is likelier than fourteen with one that nobody can name.
        nameless = {down.tile for down in layout.face_down if down.code is None}
        for place in _most_doubtful(layout.in_hands, tiles, nameless):
            without, less = _arranged(tiles, rulers, twice | {place}, height, table)
            if not less or (place in nameless and less <= doubt):
                said = without.warnings + left_out([place], tiles)
                return replace(without, warnings=said)
    return layout


def _most_doubtful(
    places: Iterable[int], tiles: Sequence[SeenTile], nameless: Set[int]
) -> list[int]:
    """Which of these finds may be no tiles where with them there is no hand, the most doubtful
    first. nameless: backs that nothing gives a name."""
    doubtful = [
        place
        for place in places
        if tiles[place].confidence < _DOUBTFUL or (place in nameless and not tiles[place].sure)
    ]
    return sorted(doubtful, key=lambda place: tiles[place].confidence)[:_LEFT_OUT]


def _arranged(
    tiles: tuple[SeenTile, ...], rulers: Rulers, skip: set[int], height: int, table: bool
) -> tuple[Layout, int]:
    """The layout, and how `unlikely` its hands are, taken together.

    skip: finds that are of no hand. height: of the picture, in pixels.
    """
    lines = find_lines(rulers, skip)
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
        return Layout(tiles, warnings=("No tiles that could be a hand were found.",)), NO_HAND
    laid = finder.rows(photographed(found, height))
    read, tiles, warnings, doubt = _read(laid, tiles, options)
    return Layout(tiles, warnings=warnings, **vars(read)), doubt


def _read(
    laid: Sequence[Row], tiles: tuple[SeenTile, ...], options: Sequence[Allowed]
) -> tuple[ReadHand, tuple[SeenTile, ...], tuple[str, ...], int]:
    """The hand in these rows, all tiles as the rules of the game name those of it, what the picture
    leaves open, a sentence each, and how `unlikely` the hand is."""
    tiles, options = with_backs_needed(laid, tiles, options)
    tiles = legalise(laid, tiles, options)
    rows = without_false_finds(laid, tiles, options)
    rows, tiles = with_drawn_on_run(rows, tiles, options)
    codes = [tile.code for tile in tiles]
    parted = part(rows, codes)
    grouped = group(parted, codes)
    if grouped.hand.count == 15:
        rows = without_one_too_many(rows, tiles, options)
        parted = part(rows, codes)
        grouped = group(parted, codes)
    dropped = left_out(_places(laid) - _places(rows), tiles)
    readings = every_reading(parted, grouped, codes)
    read = ReadHand(
        readings[0].groups,
        readings[0].hand,
        readings,
        proposed_win(rows, parted, grouped, codes),
        face_down(grouped, codes),
        decided(rows, tiles, options),
    )
    others = seen_elsewhere(sorted(_places(rows)), tiles, options)
    return read, tiles, left_open(parted, grouped) + dropped, unlikely(grouped, others)


def _places(rows: Sequence[Row]) -> set[int]:
    return {place for row in rows for place in row.tiles}


def _whole_table(
    seated: Mapping[Side, tuple[Row, ...]], tiles: tuple[SeenTile, ...], options: Sequence[Allowed]
) -> tuple[Layout, int]:
    """The hands of all sides, the nearest giving the groups; and how `unlikely` they are."""
    sides: dict[Side, ReadHand] = {}
    warnings = []
    unlikeness = NO_HAND * (len(SIDES) - len(seated))
    for side, laid in seated.items():
        sides[side], tiles, open_here, doubt = _read(laid, tiles, options)
        unlikeness += doubt
        warnings += [f"{side}: {warning}" for warning in open_here]
    warnings += [f"No hand was found on the {side} side." for side in SIDES if side not in sides]
    layout = Layout(
        tiles,
        warnings=tuple(warnings),
        hands={side: read.hand for side, read in sides.items()},
        sides=sides,
        **vars(sides.get("near", ReadHand())),
    )
    return layout, unlikeness
