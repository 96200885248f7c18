"""What lies on the table and what was held: rows cut into sections, by the gaps between sets.

The books lay claimed sets face up to the right of the hand (Harr p. 18-20, 22); on a rack they
lie before it. So a section is exposed where a wider gap than any within the hand parts it from
the hand on its left, or where it lies in a row of sets of its own before the hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.vision.layout.choose import Row
from companion.vision.layout.sets import (
    TileSet,
    in_order,
    is_bonus,
    kong_with_end_unseen,
    run_with_one_unseen,
)

_WIDER = 1.4
"""How much wider than the gaps within the hand the gap to its right must be."""

_APART, _THAN_ANY = 1.25, 0.07
"""The same for a pair that is all the hand: wider than the mean gap between the sets to its right;
and by how much, in tile widths, wider than any of them."""

_SET_APART = 0.4
"""Clear space beside a hand without gaps, in tile widths, that nobody leaves by chance."""

_FAR_WIDER = 2.5
"""How many times as wide a gap farther to the right is that parts the hand rather than this one."""

_DELIBERATE = 0.5
"""Clear space before a row, in tile heights, that nobody leaves by chance."""

_TOUCHING = 0.3

_ASTRAY = 0.5
"""How wide, in tile widths, a badly fitting outline makes a gap within a set."""

_FAR_ASTRAY = 0.75
"""The same where what lies on both sides is farther off still."""

_BLUR = 0.06
"""How far, in tile widths, an outline may be off."""


@dataclass(frozen=True)
class Section:
    """Tiles of a row that lie together. before: the gap to the section on the left, in widths."""

    tiles: tuple[int, ...]
    before: float
    sets: tuple[TileSet, ...] | None

    @property
    def laid_down(self) -> bool:
        """Nothing but sets of three or four: it can lie on the table."""
        return bool(self.sets) and all(piece.kind != "pair" for piece in self.sets or ())

    @property
    def held(self) -> bool:
        """Cannot be a set on the table: too long, or no set."""
        return self.sets is None or len(self.tiles) >= 5


@dataclass(frozen=True)
class Parted:
    """A hand's sections. held: by rows; exposed: to the right of or before them.

    unseen: everything lies in sets with equal gaps, so the picture does not show which were held.
    """

    held: tuple[tuple[Section, ...], ...]
    exposed: tuple[Section, ...]
    bonus: tuple[int, ...]
    unseen: bool


def part(rows: Sequence[Row], codes: Sequence[str]) -> Parted:
    """Cut the rows of a hand into sections and tell the held ones from the exposed ones."""
    widest = set_gap([gap for row in rows for gap in row.gaps])
    bonus = tuple(place for row in rows for place in row.tiles if is_bonus(codes[place]))
    cut = [(row, _sections(row, codes, widest)) for row in rows]
    cut = [(row, sections) for row, sections in cut if sections]
    laid = _laid_rows(cut)
    exposed = [section for k in laid for section in cut[k][1]]
    held: list[tuple[Section, ...]] = []
    for k, (_, sections) in enumerate(cut):
        if k in laid:
            continue
        start = first_exposed(sections)
        held.append(tuple(sections[:start]))
        exposed += sections[start:]
    in_sets = [section for sections in held for section in sections if section.laid_down]
    untold = len(in_sets) > 1 and not exposed
    unseen = untold and all(section.sets for sections in held for section in sections)
    return Parted(tuple(held), tuple(exposed), bonus, unseen)


def set_gap(gaps: Sequence[float]) -> float:
    """The gap, in tile widths, from which on tiles no longer lie together in this hand.

    Tiles of a set touch or stand evenly; the most common gaps say how closely this player lays
    them, and the widest step above those is the limit.
    """
    if not gaps:
        return math.inf
    ordered = sorted(gaps)
    close = ordered[: math.ceil(len(ordered) * 0.6)]
    usual = (close[(len(close) - 1) // 2] + close[len(close) // 2]) / 2
    even = [gap for gap in close if gap < usual + 0.15]
    mean = sum(even) / len(even)
    spread = math.sqrt(sum((gap - mean) ** 2 for gap in even) / len(even))
    low, high = usual + 0.08, usual + 0.15 + max(0.14, 3 * spread)
    # Just beyond the limit a gap still tells apart what outlines that fit badly blur below it.
    end = min((gap for gap in ordered if gap >= high), default=high)
    edges = [low, *(gap for gap in ordered if low < gap < high), min(end, high + _BLUR)]
    step = max(pairwise(edges), key=lambda step: step[1] - step[0])
    return sum(step) / 2


def _sections(row: Row, codes: Sequence[str], widest: float) -> list[Section]:
    """Bonus tiles left out; they part what lies on their two sides."""
    sections: list[Section] = []
    tiles: list[int] = []
    before = gap_in_front = 0.0
    for place, gap in zip(row.tiles, (0.0, *row.gaps), strict=True):
        gap_in_front = max(gap_in_front, gap)
        if is_bonus(codes[place]):
            gap_in_front = max(gap_in_front, widest) if math.isfinite(widest) else 1.0
            continue
        end_of_run = bool(tiles) and (tiles[-1] in row.drawn_run) != (place in row.drawn_run)
        if tiles and (gap_in_front > widest - 1e-9 or end_of_run):
            sections.append(_section(tiles, before, codes, row.drawn_run))
            tiles, before = [], gap_in_front
        tiles.append(place)
        gap_in_front = 0.0
    if tiles:
        sections.append(_section(tiles, before, codes, row.drawn_run))
    return _rejoined(sections, codes)


def _rejoined(sections: Sequence[Section], codes: Sequence[str]) -> list[Section]:
    """Neighbours that are one set together, and no sets by themselves or the fourth tile beside
    three alike: an outline fitted badly there. What lies nearer to each other than to all else
    may lie farther apart than tiles of a set do elsewhere."""
    joined = list(sections)
    start = 0
    while start < len(joined):
        for stop in (start + 3, start + 2):
            parts = joined[start:stop]
            tiles = [place for part in parts for place in part.tiles]
            if len(parts) < stop - start or len(tiles) not in (3, 4):
                continue
            if all(part.laid_down for part in parts):
                continue
            inner = max(part.before for part in parts[1:])
            outer = min(
                parts[0].before if start else math.inf,
                joined[stop].before if stop < len(joined) else math.inf,
            )
            both = _section(tiles, parts[0].before, codes)
            close = inner < _ASTRAY or (inner < _FAR_ASTRAY and inner < outer)
            if close and both.laid_down and len(both.sets or ()) == 1:
                joined[start:stop] = [both]
                break
        start += 1
    return joined


def _section(
    tiles: Sequence[int], before: float, codes: Sequence[str], drawn_run: Sequence[int] = ()
) -> Section:
    shown = tuple(codes[place] for place in tiles)
    part_unseen = kong_with_end_unseen(shown)
    if len(tiles) == 2 and set(tiles) == set(drawn_run):
        part_unseen = run_with_one_unseen(shown[0], shown[1], codes[drawn_run[-1]])
    return Section(tuple(tiles), before, (part_unseen,) if part_unseen else in_order(shown))


def _laid_rows(cut: Sequence[tuple[Row, Sequence[Section]]]) -> set[int]:
    """Rows of sets that lie before the hand: places in `cut`."""
    held = [any(section.held for section in sections) for _, sections in cut]
    laid = set()
    for k, (row, sections) in enumerate(cut):
        others = [j for j in range(len(cut)) if j != k]
        if not others or not all(section.laid_down for section in sections):
            continue
        clear = row.ahead if k + 1 < len(cut) else cut[k - 1][0].ahead
        if held[k] and len(sections) == 1 and (k + 1 == len(cut) or clear < _DELIBERATE):
            continue
        apart = all(len(section.tiles) < 5 for section in sections)
        if any(held[j] for j in others):
            # Rows of a hand laid out closely in several rows touch, and have no gaps.
            if clear > _TOUCHING or (
                apart and any(len(section.tiles) >= 5 for j in others for section in cut[j][1])
            ):
                laid.add(k)
        elif k + 1 < len(cut) and clear > _DELIBERATE:
            laid.add(k)
    return laid


def first_exposed(sections: Sequence[Section]) -> int:
    """From which section on, left to right, a row is exposed; its length where none is."""
    for start in range(1, len(sections)):
        right = sections[start:]
        if not all(section.laid_down for section in right):
            continue
        gap = sections[start].before
        within = [section.before for section in sections[1:start]]
        beyond = [section.before for section in right[1:]]
        compound = any(len(section.tiles) >= 5 for section in right)
        if compound and gap < 2 * _TOUCHING:
            continue
        if within:
            wide = gap > _WIDER * max(within) and gap > max(within) + 0.15
            wide = wide and gap > max(beyond, default=0.0) / _WIDER
        elif sections[0].held:
            wide = gap > max(_SET_APART, max(beyond, default=0.0) / _FAR_WIDER)
        else:
            # A lone set or pair on the left is the hand only where it stands well apart.
            usual = sum(beyond) / max(len(beyond), 1)
            wide = gap > max(_APART * usual + 0.02, max(beyond, default=0.0) + _THAN_ANY)
            wide = (not beyond or wide) and len(sections[0].tiles) == 2
        if wide:
            return start
    return len(sections)
