"""Every way to read tiles as sets and a pair, suit by suit.

A set has tiles of one suit only, so each suit is divided alone. Characters, dots and bamboo make
the same sets, so all three are looked up as characters. The tallies of a suit that are sets, a few
thousand, are worked out beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from companion.game import tiles as t
from companion.game.tiles import Code
from companion.rules.scoring.memo import Kept

PartKind = Literal["chow", "pung", "kong", "pair"]


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A set or a pair; there is one object for each. tile: its tile; the lowest of a run.

    tally: of its tiles.
    """

    kind: PartKind
    tile: Code
    tiles: tuple[Code, ...]
    tally: int


def _parts(codes: tuple[Code, ...]) -> Iterator[Part]:
    """Every set and pair of a suit."""
    yield from _alike(codes, "pung", 3)
    yield from _alike(codes, "pair", 2)
    for low in range(7) if codes != t.HONOURS else ():
        run = codes[low : low + 3]
        yield Part("chow", run[0], run, t.tally(run))
    yield from _alike(codes, "kong", 4)


def _alike(codes: tuple[Code, ...], kind: PartKind, number: int) -> Iterator[Part]:
    return (Part(kind, c, (c,) * number, number * t.WEIGHT[c]) for c in codes)


PART_OF: Final[dict[int, Part]] = {
    part.tally: part
    for codes in (t.CHARACTERS, t.DOTS, t.BAMBOO, t.HONOURS)
    for part in _parts(codes)
}
"""The set or pair by its tally."""


class Suit:
    """What the tiles of a suit make, by the suit's own tally (see `tiles.SHIFTS`).

    divisions: every way to divide them into sets and at most one pair; of each set, its tally.
    calls: a tally with one of each kind that completes the given tally, and whether it is complete
    already.
    """

    def __init__(self, codes: tuple[Code, ...]) -> None:
        self._ones = [1 << t.BITS * place for place in range(len(codes))]
        low = () if codes == t.HONOURS else self._ones[:-2]
        self._runs = {one: one + (one << t.BITS) + (one << 2 * t.BITS) for one in low}
        self._fives = 16 * sum(self._ones)
        self.divisions = Kept(self._divisions)
        self.calls = Kept(self._calls)

    def _divisions(self, tally: int) -> tuple[tuple[int, ...], ...]:
        if not tally:
            return ((),)
        lowest = self._ones[((tally & -tally).bit_length() - 1) // t.BITS]
        run, number = self._runs.get(lowest, 0), tally // lowest % (1 << t.BITS)
        has_pair = t.number_of_tiles(tally) % 3 == 2
        found = []
        for alike in (3, 2, 0) if has_pair else (3, 0):
            runs = number - alike
            if runs == 0 or (runs > 0 and run):
                begun = (run,) * runs + ((alike * lowest,) if alike else ())
                left = tally - sum(begun)
                # Tiles that are not there would take away the highest bit of a count.
                if left + self._fives & self._fives == self._fives:
                    found += [(*begun, *rest) for rest in self.divisions[left]]
        return tuple(found)

    @cached_property
    def _sets(self) -> frozenset[int]:
        """The tallies that are up to four sets."""
        sets = [*self._runs.values(), *[3 * one for one in self._ones]]
        # A count of five or more sets its highest bit when eleven are added.
        eleven, fives = 11 * sum(self._ones), self._fives
        found, last = {0}, {0}
        for _ in range(4):
            last = {tally + each for tally in last for each in sets}
            last = {tally for tally in last if not tally + eleven & fives}
            found |= last
        return frozenset(found)

    def _calls(self, tally: int) -> tuple[int, bool]:
        sets, over = self._sets, t.number_of_tiles(tally) % 3
        if over == 0:
            return 0, tally != 0 and tally in sets
        if over == 2:
            calls = sum([one for one in self._ones if tally + one in sets])
            return calls, any(tally & 6 * one and tally - 2 * one in sets for one in self._ones)
        # One tile alone becomes the pair; beside a pair, one tile completes a set.
        calls = sum([one for one in self._ones if tally & 7 * one and tally - one in sets])
        for one in self._ones:
            if tally & 6 * one:
                calls |= self.calls[tally - 2 * one][0]
        return calls & ~t.fours(tally), False


SUITS: Final = Suit(t.CHARACTERS)
"""Characters, and dots and bamboo looked up as characters."""
HONOURS: Final = Suit(t.HONOURS)
PLACE: Final = {code: "mpsz".index(code[1]) for code in t.KINDS}
"""Which of the four suits a tile is of."""
_CALLS: Final = tuple(zip((*[SUITS.calls] * 3, HONOURS.calls), t.SHIFTS, strict=True))
_OWN_AND_OTHERS: Final = {
    code: (
        t.WEIGHT[code],
        t.WEIGHT[code] >> t.SHIFTS[place],
        *_CALLS[place],
        (*_CALLS[:place], *_CALLS[place + 1 :]),
    )
    for code, place in PLACE.items()
}
"""What a tile weighs in a hand and in its suit; where to look up what its own suit calls, and
what the others call."""


def only_call(tally: int, tile: Code, every: int) -> bool:
    """Exactly one kind would have completed a hand without this tile.

    tally: of the complete hand. every: of all tiles. A kind of which the player holds all four
    cannot be called.
    """
    weight, one, own_calls, own_shift, others = _OWN_AND_OTHERS[tile]
    calls, complete = own_calls[tally - weight >> own_shift & t.SUIT_ROOM]
    if not complete and calls == one:
        return True
    found = calls << own_shift & ~weight
    if complete:
        # Two suits then hold a pair each, and either may become a set.
        for calls_of, shift in others:
            own = tally >> shift & t.SUIT_ROOM
            if own:
                found |= calls_of[own][0] << shift
    return not found & ~t.fours(every)
