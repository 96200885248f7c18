"""Every way to read tiles as sets and a pair, suit by suit.

Suits do not mix in a set, so a hand is divided by dividing each suit alone; and what characters
make, dots and bamboo make as well, so all three are looked up as characters. Which tallies of a
suit are sets, or sets and a pair, is worked out beforehand, some twenty thousand; whether tiles
are complete is then a look at a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import Final

from companion import tiles as t
from companion.rules.kept import Kept
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


def _parts(codes: tuple[Code, ...]) -> Iterator[Part]:
    """Every set and pair of a suit."""
    yield from _alike(codes, "pung", 3)
    yield from _alike(codes, "pair", 2)
    for low in range(7) if codes != t.HONOURS else ():
        run = codes[low : low + 3]
        yield Part("chow", run[0], run, t.tally(run))
    yield from _alike(codes, "kong", 4)


def _alike(codes: tuple[Code, ...], kind: str, number: int) -> Iterator[Part]:
    return (Part(kind, c, (c,) * number, number * t.WEIGHT[c]) for c in codes)


PART_OF: Final[dict[int, Part]] = {
    part.tally: part
    for codes in (t.CHARACTERS, t.DOTS, t.BAMBOO, t.HONOURS)
    for part in _parts(codes)
}
"""The set or pair by its tally."""


class Suit:
    """What the tiles of a suit make, by the suit's own tally (see `tiles.SHIFTS`).

    divisions: every division of a tally into sets and pairs; none where it is not complete. calls:
    a tally with one of each kind that completes the given one, and whether that is complete
    already.
    """

    def __init__(self, codes: tuple[Code, ...]) -> None:
        shift = t.SHIFTS["mpsz".index(codes[0][1])]
        parts = [part for part in PART_OF.values() if part.tile in codes and part.kind != "kong"]
        self._beginning = [
            [(part, part.tally >> shift) for part in parts if part.tile == code] for code in codes
        ]
        self._runs = codes != t.HONOURS
        self._ones = [1 << t.BITS * place for place in range(len(codes))]
        self.divisions = Kept(self._divisions)
        self.calls = Kept(self._calls)

    @cached_property
    def _complete(self) -> frozenset[int]:
        """The tallies that are up to four sets, with or without a pair."""
        return _complete(len(self._ones), self._runs)

    def _divisions(self, tally: int) -> tuple[Parts, ...]:
        if not tally:
            return ((),)
        complete = self._complete
        if tally not in complete:
            return ()
        lowest = ((tally & -tally).bit_length() - 1) // t.BITS
        # A part that the tiles do not hold would leave a count that no complete tally has.
        found = [
            (part, *rest)
            for part, weight in self._beginning[lowest]
            if tally - weight in complete
            for rest in self.divisions[tally - weight]
        ]
        if len(found) > 1:  # a pair and a run that begin alike were found in either order
            found = list(dict.fromkeys(tuple(sorted(parts, key=_tally)) for parts in found))
        return tuple(found)

    def _calls(self, tally: int) -> tuple[int, bool]:
        complete = self._complete
        calls = sum([one for one in self._ones if tally + one in complete])
        return calls, tally != 0 and tally in complete


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


NUMBERS: Final = Suit(t.CHARACTERS)
"""Characters, and dots and bamboo looked up as characters."""
HONOURS: Final = Suit(t.HONOURS)
PLACE: Final = {code: "mpsz".index(code[1]) for code in t.KINDS}
"""Which of the four suits a tile is of."""
AS_READ: Final = {code: code if code in t.HONOURS else f"{code[0]}m" for code in t.KINDS}
"""As what a tile is looked up: dots and bamboo as characters."""
_CALLS: Final = tuple(zip((*[NUMBERS.calls] * 3, HONOURS.calls), t.SHIFTS, strict=True))
_OWN_AND_OTHERS: Final = {
    code: (t.WEIGHT[code], *_CALLS[place], (*_CALLS[:place], *_CALLS[place + 1 :]))
    for code, place in PLACE.items()
}
"""What a tile weighs, and where to ask what its own suit calls, and what the others call."""


def waits(tally: int, tile: Code) -> int:
    """A tally with one of each other kind that would have completed a hand without one tile.

    tally: of the complete hand. tile: the one that is left out.
    """
    weight, own_calls, own_shift, others = _OWN_AND_OTHERS[tile]
    found, complete = own_calls[tally - weight >> own_shift & t.SUIT_ROOM]
    found = found << own_shift & ~weight
    if complete:
        # Two suits each hold a pair then, and either may become a set.
        for calls, shift in others:
            own = tally >> shift & t.SUIT_ROOM
            if own:
                found |= calls[own][0] << shift
    return found
