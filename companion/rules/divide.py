"""Every way to read tiles as sets and a pair, suit by suit.

Suits do not mix in a set, so a hand is divided by dividing each suit alone; and since the same
ranks come again and again, each suit's answer is kept. Ranks are text, sorted: `"2233344"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from companion.tiles import Code

SUITS: Final = "mpsz"
RUN_SUITS: Final = "mps"


class Part(NamedTuple):
    """A set or a pair. tile: its tile, of a run the lowest. kind: chow, pung, kong or pair."""

    kind: str
    tile: Code

    @property
    def tiles(self) -> tuple[Code, ...]:
        if self.kind == "chow":
            rank, suit = int(self.tile[0]), self.tile[1]
            return tuple(f"{rank + step}{suit}" for step in range(3))
        return (self.tile,) * {"pair": 2, "pung": 3, "kong": 4}[self.kind]

    def holds(self, code: Code) -> bool:
        if self.kind != "chow":
            return code == self.tile
        return code[1] == self.tile[1] and 0 <= int(code[0]) - int(self.tile[0]) <= 2


Parts = tuple[Part, ...]
Ranks = tuple[str, str, str, str]


def by_suit(codes: Iterable[Code]) -> Ranks:
    """The ranks of each suit, in the order of SUITS, each sorted."""
    m = p = s = z = ""
    for code in sorted(codes):
        suit = code[1]
        if suit == "m":
            m += code[0]
        elif suit == "p":
            p += code[0]
        elif suit == "s":
            s += code[0]
        else:
            z += code[0]
    return m, p, s, z


@lru_cache(maxsize=200_000)
def divide_suit(suit: str, ranks: str) -> tuple[Parts, ...]:
    """Every division of one suit's tiles into sets, and a pair where their number asks for one."""
    return tuple(
        [
            tuple([Part(kind, rank + suit) for kind, rank in division])
            for division in _divisions(ranks, suit in RUN_SUITS, len(ranks) % 3 == 2)
        ]
    )


@lru_cache(maxsize=200_000)
def _divisions(ranks: str, runs: bool, pair: bool) -> tuple[tuple[tuple[str, str], ...], ...]:
    """As kinds and lowest ranks; runs: the suit has runs; pair: exactly one pair, or none."""
    if not ranks:
        return () if pair else ((),)
    if not completes(ranks, runs):
        return ()
    found = []
    low = ranks[0]
    if ranks.startswith(low * 3):
        found += [(("pung", low), *rest) for rest in _divisions(ranks[3:], runs, pair)]
    if pair and ranks.startswith(low * 2):
        found += [(*rest, ("pair", low)) for rest in _divisions(ranks[2:], runs, False)]
    middle, high = chr(ord(low) + 1), chr(ord(low) + 2)
    if runs and middle in ranks and high in ranks:
        left = ranks[1:].replace(middle, "", 1).replace(high, "", 1)
        found += [(("chow", low), *rest) for rest in _divisions(left, runs, pair)]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=200_000)
def completes(ranks: str, runs: bool) -> bool:
    """Whether one suit's tiles are sets, with a pair where their number asks for one."""
    return _complete([ranks.count(rank) for rank in "123456789"], len(ranks), runs)


def _complete(counts: list[int], number: int, runs: bool) -> bool:
    if number % 3 == 0:
        return _all_sets(counts, runs)
    if number % 3 == 1:
        return False
    # The ranks of a run, and of three alike, sum to a multiple of three: that tells which ranks
    # the pair can have.
    left = sum([place * count for place, count in enumerate(counts)]) % 3
    for place, count in enumerate(counts):
        if count >= 2 and (2 * place % 3 == left or not runs):
            counts[place] -= 2
            sets = _all_sets(counts, runs)
            counts[place] += 2
            if sets:
                return True
    return False


def _all_sets(counts: list[int], runs: bool) -> bool:
    """From the lowest rank up: what no run uses yet is three alike, or begins runs."""
    if not runs:
        return all(count in (0, 3) for count in counts)
    before = last = 0
    for count in counts:
        left = count - before - last
        if left < 0:
            return False
        before, last = last, left % 3
    return before == last == 0


def waits(ranks: Ranks, number: int, rank: str) -> tuple[Code, ...]:
    """The kinds that would have completed a complete hand without one of its tiles.

    ranks: of the complete hand. number, rank: the suit and rank of the tile to be left out.
    """
    found, complete_without = _waits_without(SUITS[number], ranks[number], rank)
    if complete_without:
        # Two suits each hold a pair then, and either may become a set.
        for other in range(4):
            if other != number and len(ranks[other]) % 3 == 2:
                found += suit_waits(SUITS[other], ranks[other])
    return found


@lru_cache(maxsize=200_000)
def _waits_without(suit: str, ranks: str, rank: str) -> tuple[tuple[Code, ...], bool]:
    short = ranks.replace(rank, "", 1)
    return suit_waits(suit, short), bool(short) and completes(short, suit in RUN_SUITS)


@lru_cache(maxsize=200_000)
def suit_waits(suit: str, ranks: str) -> tuple[Code, ...]:
    """The tiles of a suit that would complete it, with a pair in it where the number asks."""
    counts = [ranks.count(rank) for rank in "123456789"]
    found = []
    for place in range(7 if suit == "z" else 9):
        if not any(counts[max(0, place - 2) : place + 3]):
            continue  # a tile alone completes nothing
        counts[place] += 1
        if _complete(counts, len(ranks) + 1, suit in RUN_SUITS):
            found.append(f"{place + 1}{suit}")
        counts[place] -= 1
    return tuple(found)
