"""Every way to read tiles as sets and a pair, suit by suit.

Suits do not mix in a set, so a hand is divided by dividing each suit alone. Which tallies of a
suit are sets, or sets and a pair, is worked out beforehand, some twenty thousand; whether tiles
are complete is then a look at a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import Final

from companion import tiles as t
from companion.tiles import Code


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A set or a pair; there is one object for each. tile: its tile, of a run the lowest.

    kind: chow, pung, kong or pair. tally: of its tiles.
    """

    kind: str
    tile: Code
    tiles: tuple[Code, ...]
    tally: int


Parts = tuple[Part, ...]


def _runs(codes: tuple[Code, ...]) -> Iterator[Part]:
    for low in range(7):
        run = codes[low : low + 3]
        yield Part("chow", run[0], run, t.tally(run))


def _alike(codes: tuple[Code, ...], kind: str, number: int) -> Iterator[Part]:
    return (Part(kind, c, (c,) * number, number * t.WEIGHT[c]) for c in codes)


class Suit:
    """A suit's tiles and what can be made of them; winds and dragons are one suit without runs.

    room: the bits of a tally that belong to it. parts: all its sets and pairs.
    """

    def __init__(self, codes: tuple[Code, ...], runs: bool) -> None:
        self.codes = codes
        self.room = t.room(codes)
        self.parts: Parts = (
            *_alike(codes, "pung", 3),
            *_alike(codes, "pair", 2),
            *(_runs(codes) if runs else ()),
            *_alike(codes, "kong", 4),
        )
        self._runs = runs
        self._shift = t.BITS * t.KINDS.index(codes[0])
        self._weights = {code: 1 << t.BITS * place for place, code in enumerate(codes)}
        self._beginning = [
            [(p, p.tally >> self._shift) for p in self.parts if p.tile == code and p.kind != "kong"]
            for code in codes
        ]
        self._divide = lru_cache(maxsize=50_000)(self._divide_anew)
        self.calls = lru_cache(maxsize=50_000)(self._calls)

    @cached_property
    def _complete(self) -> frozenset[int]:
        """The tallies, shifted down, that are up to four sets, with or without a pair."""
        return _complete(len(self.codes), self._runs)

    def divisions(self, tally: int) -> tuple[Parts, ...]:
        """Every division of a tally of the suit; none where it is not complete."""
        return self._divide(tally >> self._shift)

    def _divide_anew(self, tally: int) -> tuple[Parts, ...]:
        if not tally:
            return ((),)
        lowest = ((tally & -tally).bit_length() - 1) // t.BITS
        # A part that the tiles do not hold would leave a count that no complete tally has.
        found = [
            (part, *rest)
            for part, weight in self._beginning[lowest]
            if tally - weight in self._complete
            for rest in self._divide(tally - weight)
        ]
        if len(found) > 1:  # a pair and a run that begin alike were found in either order
            found = list(dict.fromkeys(tuple(sorted(parts, key=_tally)) for parts in found))
        return tuple(found)

    def _calls(self, tally: int) -> tuple[tuple[Code, ...], bool]:
        """The kinds that complete a tally of the suit, and whether it is complete already."""
        own, complete = tally >> self._shift, self._complete
        found = [code for code, weight in self._weights.items() if own + weight in complete]
        return tuple(found), own != 0 and own in complete


_tally = attrgetter("tally")


@cache
def _complete(kinds: int, runs: bool) -> frozenset[int]:
    ones = [1 << t.BITS * place for place in range(kinds)]
    sets = [3 * one for one in ones]
    if runs:
        sets += [ones[low] + ones[low + 1] + ones[low + 2] for low in range(kinds - 2)]
    # A count of five or more sets its highest bit when eleven are added.
    eleven, highest = 11 * sum(ones), 16 * sum(ones)
    found, last = {0}, {0}
    for _ in range(4):
        last = {
            more for tally in last for each in sets if not (more := tally + each) + eleven & highest
        }
        found |= last
    pairs = {
        more for tally in found for one in ones if not (more := tally + 2 * one) + eleven & highest
    }
    return frozenset(found | pairs)


SUITS: Final = (
    Suit(t.CHARACTERS, runs=True),
    Suit(t.DOTS, runs=True),
    Suit(t.BAMBOO, runs=True),
    Suit(t.HONOURS, runs=False),
)
SUIT_OF: Final = {code: suit for suit in SUITS for code in suit.codes}
PART_OF: Final[dict[int, Part]] = {part.tally: part for suit in SUITS for part in suit.parts}
"""The set or pair by its tally."""


def waits(tally: int, tile: Code) -> tuple[Code, ...]:
    """The kinds that would have completed a complete hand without one of its tiles.

    tally: of the complete hand. tile: the one that is left out.
    """
    own = SUIT_OF[tile]
    found, complete = own.calls((tally & own.room) - t.WEIGHT[tile])
    if complete:
        # Two suits each hold a pair then, and either may become a set.
        for suit in SUITS:
            tiles = tally & suit.room
            if tiles and suit is not own:
                found += suit.calls(tiles)[0]
    return found
