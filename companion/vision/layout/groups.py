"""Sections of a hand → its groups and the hand they make, every way it can be read kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.hand import Meld
from companion.reading import Group, SeenHand
from companion.tiles import BACK
from companion.vision.layout.exposure import Parted, Section
from companion.vision.layout.sets import TileSet, as_set, divisions, in_order


@dataclass(frozen=True)
class ReadHand:
    """One hand as it was read. readings: every division of the tiles held, likeliest first."""

    groups: tuple[Group, ...]
    hand: SeenHand
    readings: tuple[tuple[Group, ...], ...]
    warnings: tuple[str, ...]


@dataclass
class _Reader:
    """Collects groups and the hand's parts while the sections are gone through."""

    codes: Sequence[str]
    groups: list[Group] = field(default_factory=list)
    concealed: list[str] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def lay(self, tiles: Sequence[int], piece: TileSet, concealed: bool) -> None:
        """A set on the table, or one of the hand: only kongs and exposed sets are melds."""
        self.groups.append(Group(tuple(tiles), piece.kind, concealed))
        if concealed and piece.kind != "kong":
            self.concealed += piece.codes
        elif piece.kind in ("chow", "pung", "kong"):
            self.melds.append(Meld(kind=piece.kind, tiles=piece.codes, concealed=concealed))

    def loose(self, tiles: Sequence[int]) -> None:
        self.groups.append(Group(tuple(tiles), "loose", True))


def read_hand(parted: Parted, codes: Sequence[str]) -> ReadHand:
    """Groups, melds and held tiles of a hand.

    parted: its sections. codes: of all tiles of the picture, by place.
    """
    reader = _Reader(codes)
    kongs = _kongs_shown(parted, codes)
    unread: list[int] = []
    for sections in parted.held:
        for section in sections:
            unread += _held(section, reader, section in kongs)
    readings = _divide(unread, reader)
    for section in parted.exposed:
        for tiles, piece in _pieces(section.tiles, section.sets or ()):
            reader.lay(tiles, piece, concealed=piece.turned)
    if parted.bonus:
        reader.groups.append(Group(parted.bonus, "bonus", False))
    _warn(parted, reader)
    hand = SeenHand(
        concealed=tuple(reader.concealed),
        melds=tuple(reader.melds),
        bonus=tuple(codes[place] for place in parted.bonus),
    )
    groups = tuple(reader.groups)
    return ReadHand(groups, hand, readings, tuple(reader.warnings))


def _kongs_shown(parted: Parted, codes: Sequence[str]) -> tuple[Section, ...]:
    """Fours shown face up among sets laid apart that the number of tiles proves to be kongs.

    A four that was never laid down counts as three and one more tile (booklet, Rule 6A); it is a
    kong where the hand would else have more than fourteen tiles. The rightmost come first.
    """
    sections = [section for row in parted.held for section in row]
    count = sum(_counts(section) for section in sections)
    count += sum(3 * len(section.sets or ()) for section in parted.exposed)
    fours = [
        section
        for section in sections
        if len(section.tiles) == 4
        and section.sets
        and not section.sets[0].turned
        and section.sets[0].kind == "kong"
    ]
    needed = max(0, min(count - 14, len(fours)))
    return tuple(fours[len(fours) - needed :])


def _counts(section: Section) -> int:
    """Tiles of a section towards the fourteen of a hand: a kong laid down counts three."""
    laid_down = [piece for piece in section.sets or () if piece.kind == "kong" and piece.turned]
    return len(section.tiles) - len(laid_down)


def _held(section: Section, reader: _Reader, kong: bool) -> list[int]:
    """Groups of a held section; returns the tiles that the gaps do not put into sets."""
    codes = [reader.codes[place] for place in section.tiles]
    if section.sets and len(section.tiles) <= 4:
        piece = section.sets[0]
        if kong:
            reader.lay(section.tiles, piece, concealed=False)
        elif len(section.sets) == 1 and (piece.turned or piece.kind != "kong"):
            reader.lay(section.tiles, piece, concealed=True)
        else:
            return list(section.tiles)
        return []
    left = list(section.tiles)
    for tiles, piece in _turned_in(section, codes):
        reader.lay(tiles, piece, concealed=True)
        left = [place for place in left if place not in tiles]
    return left


def _turned_in(section: Section, codes: Sequence[str]) -> Iterator[tuple[tuple[int, ...], TileSet]]:
    """Sets with tiles face down in a row that has no gaps; where the row does not divide into
    sets as it lies, kongs are looked for before pungs."""
    if section.sets:
        yield from (laid for laid in _pieces(section.tiles, section.sets) if laid[1].turned)
        return
    taken = [False] * len(codes)
    for length in (4, 3):
        for start in range(len(codes) - length + 1):
            window = slice(start, start + length)
            if any(taken[window]) or BACK not in codes[window]:
                continue
            piece = as_set(codes[window])
            if piece is not None:
                taken[window] = [True] * length
                yield section.tiles[window], piece


def _pieces(
    tiles: Sequence[int], sets: Sequence[TileSet]
) -> Iterator[tuple[tuple[int, ...], TileSet]]:
    start = 0
    for piece in sets:
        yield tuple(tiles[start : start + len(piece.codes)]), piece
        start += len(piece.codes)


def _divide(unread: Sequence[int], reader: _Reader) -> tuple[tuple[Group, ...], ...]:
    """The held tiles that no gap divides, by the rules: all readings, as they lie first."""
    if not unread:
        return ()
    codes = [reader.codes[place] for place in unread]
    reader.concealed += codes
    if BACK in codes:
        reader.loose(unread)
        return ()
    readings: list[tuple[Group, ...]] = []
    as_laid = in_order(codes, kongs=False)
    if as_laid is not None:
        readings.append(
            tuple(Group(tiles, piece.kind, True) for tiles, piece in _pieces(unread, as_laid))
        )
    for division in divisions(codes):
        reading = _placed(division, unread, codes)
        if all(_same(reading, known, reader.codes) is False for known in readings):
            readings.append(reading)
    if readings:
        reader.groups += readings[0]
    else:
        reader.loose(unread)
    return tuple(readings)


def _placed(
    division: Sequence[Sequence[str]], places: Sequence[int], codes: Sequence[str]
) -> tuple[Group, ...]:
    """A division as groups of places, in the order in which they lie."""
    at: dict[str, list[int]] = defaultdict(list)
    for place, code in zip(places, codes, strict=True):
        at[code].append(place)
    groups = []
    for tiles in division:
        piece = as_set(tiles)
        if piece is not None:
            groups.append(Group(tuple(at[code].pop(0) for code in tiles), piece.kind, True))
    order = {place: k for k, place in enumerate(places)}
    return tuple(sorted(groups, key=lambda group: order[group.tiles[0]]))


def _same(one: Sequence[Group], other: Sequence[Group], codes: Sequence[str]) -> bool:
    def sets(groups: Sequence[Group]) -> list[list[str]]:
        return sorted(sorted(codes[place] for place in group.tiles) for group in groups)

    return sets(one) == sets(other)


def _warn(parted: Parted, reader: _Reader) -> None:
    """What the picture leaves open, a sentence each."""
    if parted.unseen:
        reader.warnings.append(
            "All sets lie equally far apart, so the picture does not show which were exposed; "
            "they are read as held."
        )
    if BACK in reader.concealed:
        reader.warnings.append(
            "A tile lies face down and its neighbours do not show what it is; please say."
        )
    count = len(reader.concealed) + 3 * len(reader.melds)
    if count not in (13, 14):
        reader.warnings.append(
            f"The hand has {count} tiles with each kong counted as three; "
            "a hand has 13, or 14 after Mah-Jongg."
        )
