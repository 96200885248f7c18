"""Every way to read tiles as sets and a pair, suit by suit.

Suits do not mix in a set, so a hand is divided by dividing each suit alone; and since the same
ranks come again and again, each suit's answer is kept. Ranks are text, sorted: `"2233344"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
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


def divide(ranks: Ranks) -> tuple[Parts, ...]:
    """Every division of the tiles into sets and exactly one pair; empty where there is none."""
    m, p, s, z = ranks
    suits = (divide_suit("m", m), divide_suit("p", p), divide_suit("s", s), divide_suit("z", z))
    if sum([len(suit) % 3 == 2 for suit in ranks]) != 1:
        return ()
    return tuple([sum(choice, ()) for choice in product(*suits)])


@lru_cache(maxsize=200_000)
def divide_suit(suit: str, ranks: str) -> tuple[Parts, ...]:
    """Every division of one suit's tiles into sets, and a pair where their number asks for one."""
    if len(ranks) % 3 == 1:
        return ()
    return tuple(dict.fromkeys(_divisions(suit, ranks, len(ranks) % 3 == 2)))


def _divisions(suit: str, ranks: str, pair: bool) -> Iterator[Parts]:
    if not ranks:
        yield ()
        return
    low = ranks[0]
    tile = low + suit
    if ranks.startswith(low * 3):
        for rest in _divisions(suit, ranks[3:], pair):
            yield (Part("pung", tile), *rest)
    if pair and ranks.startswith(low * 2):
        for rest in _divisions(suit, ranks[2:], pair=False):
            yield (*rest, Part("pair", tile))
    middle, high = chr(ord(low) + 1), chr(ord(low) + 2)
    if suit in RUN_SUITS and middle in ranks and high in ranks:
        left = ranks[1:].replace(middle, "", 1).replace(high, "", 1)
        for rest in _divisions(suit, left, pair):
            yield (Part("chow", tile), *rest)


def waits(ranks: Ranks) -> tuple[Code, ...]:
    """The kinds that would complete these tiles (one short) as sets and a pair."""
    found: list[Code] = []
    # One tile more must leave one suit with a pair and the others without: either one suit lacks
    # a tile of a set or pair, or two suits each hold a pair and one of these becomes a set.
    for number in range(4):
        if any(other != number and not _complete(other, ranks) for other in range(4)):
            continue
        pairs = sum(len(ranks[other]) % 3 == 2 for other in range(4) if other != number)
        if pairs <= 1:
            found += suit_waits(SUITS[number], ranks[number], pair=pairs == 0)
    return tuple(found)


def _complete(number: int, ranks: Ranks) -> bool:
    return bool(divide_suit(SUITS[number], ranks[number]))


@lru_cache(maxsize=200_000)
def suit_waits(suit: str, ranks: str, pair: bool) -> tuple[Code, ...]:
    """The tiles of a suit that would complete it, with a pair in it or without."""
    if (len(ranks) + 1) % 3 != (2 if pair else 0):
        return ()
    every = "1234567" if suit == "z" else "123456789"
    return tuple(rank + suit for rank in every if divide_suit(suit, "".join(sorted(ranks + rank))))
