"""The sets that finds may make: log odds, whatever their places.

All of it is given the chances of finds: for each, logs of the probability of every kind and of a
back, 35 numbers in the order of `COLUMN`. Scores are natural logarithms of how much likelier the
finds are as this than as tiles that lie there by chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct

from companion.game.tiles import BACK, KINDS
from companion.seen.reading import GroupKind
from companion.vision.arrays import FloatArray, IntArray
from companion.vision.layout.numbers import NUMBERS

COLUMN: Final = {code: k for k, code in enumerate((*KINDS, BACK))}
"""Where the chance of a kind, or of a back, stands among those of a find."""
DOWN: Final = COLUMN[BACK]
ANY: Final = math.log(len(KINDS))
"""How much likelier a tile is when it is known than when it is any."""

_ORDERS = tuple(permutations(range(3)))
_RUNS = [[9 * suit + low + k for k in range(3)] for suit in range(3) for low in range(7)]
_AS_LAID = np.array([[run[k] for k in order] for order in _ORDERS for run in _RUNS])
"""(126, 3), columns of the kinds of every run in every order, rising first and falling last."""
_RUN_LAID = np.log(
    np.repeat(
        [
            NUMBERS["run_in_order"] / 2,
            *[(1 - NUMBERS["run_in_order"]) / 4] * 4,
            NUMBERS["run_in_order"] / 2,
        ],
        len(_RUNS),
    )
)


class Piece(Struct, frozen=True):
    """A set as it may lie. codes: what its tiles are, those found first, in the order in which they
    lie. down: which of those found lie face down. unseen: how many were not found."""

    kind: GroupKind
    codes: tuple[str, ...]
    score: float
    down: tuple[int, ...] = ()
    unseen: int = 0

    @property
    def turned(self) -> bool:
        """Whether tiles of it lie face down."""
        return bool(self.down)

    def shown(self, tiles: Sequence[int]) -> dict[int, str]:
        """What its tiles show, a back where one lies face down. tiles: those found."""
        return {
            place: BACK if k in self.down else code
            for k, (place, code) in enumerate(zip(tiles, self.codes, strict=False))
        }


_Turned: TypeAlias = tuple[tuple[int, ...], float]
"""Which of the tiles of a kong that were found lie face down, and the log odds of such a kong."""

_KONG: Final[Sequence[_Turned]] = (
    ((), NUMBERS["kong"]),
    ((0, 3), NUMBERS["kong_turned"]),
    *[(down, NUMBERS["kong_middle_turned"]) for down in ((1, 2), (1,), (2,))],
    *[(down, NUMBERS["kong_end_turned"]) for down in ((0,), (3,))],
    *[(down, NUMBERS["kong_two_turned"]) for down in ((0, 1), (2, 3), (0, 2), (1, 3))],
    *[(down, NUMBERS["kong_three_turned"]) for down in combinations(range(4), 3)],
)
"""Harr p. 22, the booklet's Rules 6A and 8; some people turn but one end, or any two, or show but
one tile."""


class _Kongs:
    """Ways in which a kong may lie of which so many tiles were found. turned: which lie face down;
    odds: (ways,), log odds; down, up: (ways, tiles), 1 for the tiles that lie so."""

    def __init__(self, tiles: int, ways: Sequence[_Turned]) -> None:
        self.unseen = 4 - tiles
        self.turned = [turned for turned, _ in ways]
        self.odds = np.array([odds for _, odds in ways])
        self.down = np.array([[float(k in each) for k in range(tiles)] for each in self.turned])
        self.up = 1 - self.down


def _without(room: int) -> _Kongs:
    """Kongs of which the tile at a place was not found, whatever it is where it lies face up."""
    seen = [k for k in range(4) if k != room]
    ways = [
        (tuple(at for at, k in enumerate(seen) if k in down), odds - ANY * (room not in down))
        for down, odds in _KONG
    ]
    return _Kongs(3, ways)


_FOUR: Final = _Kongs(4, _KONG)
_END_UNSEEN: Final = _Kongs(3, [((k,), NUMBERS["kong_end_unseen"]) for k in (0, 2)])
_WITHOUT: Final = [_without(room) for room in range(4)]


def threes(chance: FloatArray) -> list[list[Piece]]:
    """For each three finds, (W, 3, 35), what sets they may be."""
    pungs = chance[:, :, :DOWN].sum(1) + NUMBERS["pung"]
    runs = sum(chance[:, k, _AS_LAID[:, k]] for k in range(3)) + _RUN_LAID + NUMBERS["chow"]
    ends = chance[:, 0, :DOWN] + chance[:, 2, :DOWN] + chance[:, 1, DOWN, None]
    found: list[list[Piece]] = [[] for _ in chance]
    for at, best, score in _best(pungs):
        found[at].append(Piece("pung", (KINDS[best],) * 3, score))
    for at, best, score in _best(runs):
        codes = tuple(KINDS[column] for column in _AS_LAID[best].tolist())
        found[at].append(Piece("chow", codes, score))
    for at, best, score in _best(ends + NUMBERS["pung_turned"]):
        found[at].append(Piece("pung", (KINDS[best],) * 3, score, down=(1,)))
    return found


def fours(chance: FloatArray) -> list[list[Piece]]:
    """For each four finds, (W, 4, 35), the likeliest kong that they may be."""
    return _kongs(chance, _FOUR)


def kongs_of_three(chance: FloatArray) -> list[list[Piece]]:
    """For each three finds, (W, 3, 35), the likeliest held kong that they may be, one end not
    found."""
    return _kongs(chance, _END_UNSEEN)


def pairs(chance: FloatArray) -> list[list[Piece]]:
    """For each two finds, (W, 2, 35), the likeliest pair that they may be."""
    found: list[list[Piece]] = [[] for _ in chance]
    for at, best, score in _best(chance[:, :, :DOWN].sum(1) + NUMBERS["pair"]):
        found[at].append(Piece("pair", (KINDS[best],) * 2, score))
    return found


def with_unseen(chance: FloatArray, room: int) -> list[Piece]:
    """What sets two or three finds, (2 or 3, 35), may be of which one tile was not found. room:
    how many of the finds lie before it."""
    if len(chance) == 3:
        return _kongs(chance[None], _WITHOUT[room])[0]
    alike = chance[:, :DOWN].sum(0) + NUMBERS["pung"] - ANY
    seen = [k for k in range(3) if k != room]
    runs = sum(chance[at, _AS_LAID[:, k]] for at, k in enumerate(seen))
    runs = runs + _RUN_LAID + NUMBERS["chow"] - ANY
    found = []
    for _, best, score in _best(alike[None]):
        found.append(Piece("pung", (KINDS[best],) * 3, score, unseen=1))
    for _, best, score in _best(runs[None]):
        laid = [KINDS[column] for column in _AS_LAID[best].tolist()]
        codes = (*(laid[k] for k in seen), laid[room])
        found.append(Piece("chow", codes, score, unseen=1))
    return found


def _kongs(chance: FloatArray, ways: _Kongs) -> list[list[Piece]]:
    alike = ways.up @ chance[:, :, :DOWN]  # (W, ways, kinds)
    alike += (chance[:, :, DOWN] @ ways.down.T + ways.odds)[:, :, None]
    found: list[list[Piece]] = [[] for _ in chance]
    for at, best, score in _best(alike.reshape(len(chance), len(ways.odds) * DOWN)):
        way, kind = divmod(best, DOWN)
        down = ways.turned[way]
        found[at].append(Piece("kong", (KINDS[kind],) * 4, score, down, ways.unseen))
    return found


def _best(scores: FloatArray) -> Iterator[tuple[int, int, float]]:
    """Of (W, K) scores the best column of each row, where it is worth while."""
    best: IntArray = scores.argmax(1)
    top = scores.max(1)
    for at in np.flatnonzero(top > NUMBERS["least_set"]).tolist():
        yield at, int(best[at]), float(top[at])
