"""Sections of a hand → its groups and the hand they make, every way it can be read kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.hand import Meld
from companion.reading import FaceDown, Group, HandReading, SeenHand
from companion.tiles import BACK, ORDER, words
from companion.vision.layout.choose import Row
from companion.vision.layout.exposure import Parted, Section
from companion.vision.layout.sets import TileSet, as_set, divisions, in_order, is_bonus

_SCATTERED = 0.2
"""How much less likely a set is whose tiles do not lie side by side."""

_ALL_HELD = 0.5
"""Where equal gaps hide which sets were exposed: how likely none was. The rest is shared by one
set exposed at the right end, two, and so on; photographs of such hands are too few to count."""


@dataclass(frozen=True)
class Grouped:
    """One way to group a hand. undivided: tiles of it that no gap parts, as they lie, held.

    forced: what its neighbours show a face-down tile to be, by place. unseen: tiles of runs that
    were not found, but have to be there.
    """

    groups: tuple[Group, ...]
    hand: SeenHand
    undivided: tuple[int, ...]
    forced: dict[int, str]
    unseen: tuple[str, ...]


@dataclass
class _Reader:
    """Collects groups and the hand's parts while the sections are gone through."""

    codes: Sequence[str]
    groups: list[Group] = field(default_factory=list)
    concealed: list[str] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    forced: dict[int, str] = field(default_factory=dict)
    unseen: list[str] = field(default_factory=list)

    def lay(self, tiles: Sequence[int], piece: TileSet, concealed: bool) -> None:
        """A set on the table, or one of the hand: only kongs and exposed sets are melds."""
        self.groups.append(Group(tuple(tiles), piece.kind, concealed))
        if piece.kind == "chow":
            shown = [self.codes[place] for place in tiles]
            self.unseen += [code for code in piece.codes if code not in shown]
        self.forced |= {place: piece.codes[0] for place in tiles if self.codes[place] == BACK}
        if concealed and piece.kind != "kong":
            self.concealed += piece.codes
        elif piece.kind in ("chow", "pung", "kong"):
            self.melds.append(Meld(kind=piece.kind, tiles=piece.codes, concealed=concealed))


def group(parted: Parted, codes: Sequence[str]) -> Grouped:
    """Groups, melds and held tiles of a hand; what no gap parts is divided as it lies, if it can.

    parted: its sections. codes: of all tiles of the picture, by place.
    """
    reader = _Reader(codes)
    kongs = _kongs_shown(parted, codes)
    unread: list[int] = []
    for sections in parted.held:
        for section in sections:
            unread += _held(section, reader, section in kongs)
    reader.concealed += [codes[place] for place in unread]
    reader.groups += next(_divided(unread, codes))
    for section in parted.exposed:
        for tiles, piece in _pieces(section.tiles, section.sets or ()):
            reader.lay(tiles, piece, concealed=piece.turned)
    if parted.bonus:
        reader.groups.append(Group(parted.bonus, "bonus", False))
    hand = SeenHand(
        concealed=tuple(reader.concealed),
        melds=tuple(reader.melds),
        bonus=tuple(codes[place] for place in parted.bonus),
    )
    return Grouped(tuple(reader.groups), hand, tuple(unread), reader.forced, tuple(reader.unseen))


def every_reading(
    parted: Parted, as_parted: Grouped, codes: Sequence[str]
) -> tuple[HandReading, ...]:
    """Every way to read a hand: tiles pushed together divided otherwise, sets with equal gaps
    exposed or held. Likeliest first. as_parted: the hand grouped as it was parted."""
    weighed: list[tuple[float, tuple[Group, ...], SeenHand]] = []
    others = [group(exposed, codes) for exposed in _exposures(parted)]
    shares = [_ALL_HELD, *[(1 - _ALL_HELD) / len(others)] * len(others)] if others else [1.0]
    for grouped, likely in zip((as_parted, *others), shares, strict=True):
        ways = list(_divided(grouped.undivided, codes))
        weights = [_SCATTERED ** sum(map(_scattered(grouped.undivided), way)) for way in ways]
        own = set(ways[0])
        for way, weight in zip(ways, weights, strict=True):
            kept = tuple(g for g in grouped.groups if g not in own)
            weighed.append((likely * weight / sum(weights), (*way, *kept), grouped.hand))
    weighed.sort(key=lambda reading: -reading[0])
    shared = set.intersection(*(set(map(_unordered, groups)) for _, groups, _ in weighed))
    return tuple(
        HandReading(
            groups,
            hand,
            likelihood,
            tuple(k for k, each in enumerate(groups) if _unordered(each) in shared),
        )
        for likelihood, groups, hand in weighed
    )


def _unordered(group: Group) -> tuple[frozenset[int], str, bool]:
    return frozenset(group.tiles), group.kind, group.concealed


def _exposures(parted: Parted) -> Iterator[Parted]:
    """Where equal gaps hide it: the hand with one, two and more sets of its right end exposed."""
    ends = _right_end(parted) if parted.unseen else ()
    for count in range(1, len(ends) + 1):
        out = ends[len(ends) - count :]
        held = tuple(tuple(s for s in row if s not in out) for row in parted.held)
        yield replace(parted, held=held, exposed=(*parted.exposed, *out))


def _right_end(parted: Parted) -> tuple[Section, ...]:
    """The sets at the right end of the nearest row that may lie exposed; one section stays."""
    row = parted.held[-1] if parted.held else ()
    start = len(row)
    while start > (len(parted.held) == 1) and row[start - 1].laid_down:
        start -= 1
    return row[start:]


def proposed_win(
    rows: Sequence[Row], parted: Parted, grouped: Grouped, codes: Sequence[str]
) -> int | None:
    """The tile that lies as the books lay the winning one; None where none does, or several.

    Across the row or on top of it (Harr p. 67); else alone, apart from a hand that it completes.
    """
    if grouped.hand.count != 14:
        return None
    across = {place for row in rows for place in row.sideways}
    alone = {s.tiles[0] for row in parted.held for s in row if len(s.tiles) == 1}
    marked = [p for p in across or alone if codes[p] != BACK and not is_bonus(codes[p])]
    return marked[0] if len(marked) == 1 else None


def face_down(grouped: Grouped, codes: Sequence[str]) -> tuple[FaceDown, ...]:
    """The face-down tiles of a hand, with their values where the neighbours force them."""
    unknown = [place for place in grouped.undivided if codes[place] == BACK]
    could_be = _completing(grouped, codes) if len(unknown) == 1 else ()
    known = [FaceDown(place, code) for place, code in grouped.forced.items()]
    return tuple(sorted(known, key=lambda tile: tile.tile)) + tuple(
        FaceDown(place, None, could_be) for place in unknown
    )


def _completing(grouped: Grouped, codes: Sequence[str]) -> tuple[str, ...]:
    """What the one face-down tile nobody forces would have to be to complete a hand of 14."""
    if grouped.hand.count != 14:
        return ()
    shown = [codes[place] for place in grouped.undivided if codes[place] != BACK]
    used = [*grouped.hand.concealed, *(code for m in grouped.hand.melds for code in m.tiles)]
    return tuple(
        code
        for code in ORDER
        if code != BACK
        and not is_bonus(code)
        and used.count(code) < 4
        and next(divisions([*shown, code]), None) is not None
    )


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
            piece = as_set(tuple(codes[window]))
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


def _divided(unread: Sequence[int], codes: Sequence[str]) -> Iterator[tuple[Group, ...]]:
    """The held tiles that no gap parts, by the rules: as they lie first, then every other way.

    One loose group where they are no sets; never empty, but its first item may be.
    """
    shown = [codes[place] for place in unread]
    if not unread:
        yield ()
        return
    known: set[tuple[tuple[str, ...], ...]] = set()
    as_laid = None if BACK in shown else in_order(shown, kongs=False)
    if as_laid is not None:
        known.add(tuple(sorted(piece.codes for piece in as_laid)))
        yield tuple(Group(tiles, piece.kind, True) for tiles, piece in _pieces(unread, as_laid))
    for division in () if BACK in shown else divisions(shown):
        if division not in known:
            known.add(division)
            yield _placed(division, unread, shown)
    if not known:
        yield (Group(tuple(unread), "loose", True),)


def _scattered(places: Sequence[int]) -> Callable[[Group], bool]:
    """Whether a group's tiles lie apart among tiles that are pushed together."""
    order = {place: k for k, place in enumerate(places)}

    def apart(group: Group) -> bool:
        at = [order[place] for place in group.tiles]
        return max(at) - min(at) >= len(at)

    return apart


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


def left_open(parted: Parted, grouped: Grouped) -> tuple[str, ...]:
    """What the picture leaves open, a sentence each."""
    found = []
    if parted.unseen:
        found.append(
            "All sets lie equally far apart, so the picture does not show which were exposed; "
            "they are read as held."
        )
    if BACK in grouped.hand.concealed:
        found.append("A tile lies face down and its neighbours do not show what it is; please say.")
    if any(each.kind == "kong" and len(each.tiles) == 3 for each in grouped.groups):
        found.append("One end of a concealed kong was not found; it is counted as lying there.")
    found += [
        f"The tile under the drawn one was not found; it is counted as {words(code)}."
        for code in grouped.unseen
    ]
    count = grouped.hand.count
    if count not in (13, 14):
        found.append(
            f"The hand has {count} {'tile' if count == 1 else 'tiles'} with each"
            " kong counted as three; "
            "a hand has 13, or 14 after Mah-Jongg."
        )
    return tuple(found)
