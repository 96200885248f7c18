"""What each find may be, and the sets that finds may make: log odds, whatever their places.

All scores are natural logarithms of how much likelier the finds are as this than as tiles that lie
there by chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, permutations
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct

from companion.game.tiles import (
    BACK,
    BONUS_SET,
    KIND_SET,
    KINDS,
    SHIFTS,
    SUIT_ROOM,
    WEIGHT,
    number_of_tiles,
    tally,
)
from companion.rules.patterns.special_hands import SHAPES
from companion.rules.scoring.divide import HONOURS
from companion.rules.scoring.divide import NUMBERS as SUITS
from companion.seen.reading import GroupKind, SeenTile
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import FloatArray, IntArray
from companion.vision.layout.sets import in_order

Window = Sequence[int]

EVERY_SPECIAL_HAND = frozenset(SHAPES)
"""Those of all books, where nobody says what is played."""

COLUMN = {code: k for k, code in enumerate((*KINDS, BACK))}
"""Where the chance of a kind, or of a back, stands in a row of `Names.chance`."""
_DOWN = COLUMN[BACK]
_SUIT = [min(column // 9, 3) for column in range(len(KINDS))]
"""Of each kind, honours being one suit."""
_ANY = math.log(len(KINDS))
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
        (tuple(at for at, k in enumerate(seen) if k in down), odds - _ANY * (room not in down))
        for down, odds in _KONG
    ]
    return _Kongs(3, ways)


_FOUR: Final = _Kongs(4, _KONG)
_END_UNSEEN: Final = _Kongs(3, [((k,), NUMBERS["kong_end_unseen"]) for k in (0, 2)])
_WITHOUT: Final = [_without(room) for room in range(4)]


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


class Names:
    """What the finds of a picture may be.

    codes, shown, sure, quads: of each find, as the eye has it: its likeliest name, how likely that
    is, whether it is sure, and its outline. chance: (N, 35), log of the probability of each kind
    and of a back.
    """

    def __init__(
        self, tiles: Sequence[SeenTile], special_hands: AbstractSet[str] = EVERY_SPECIAL_HAND
    ) -> None:
        """special_hands: those of `SHAPES` that win."""
        self._special = frozenset(special_hands)
        self.codes = [tile.code for tile in tiles]
        self.shown = [tile.confidence for tile in tiles]
        self.sure = [tile.sure for tile in tiles]
        self.quads = [tile.quad for tile in tiles]
        self._given = [dict(t.alternatives) or {t.code: t.confidence} for t in tiles]
        chances = np.full((len(tiles), len(COLUMN)), NUMBERS["name_floor"])
        for row, given in zip(chances, self._given, strict=True):
            for code, chance in given.items():
                if code in COLUMN:
                    row[COLUMN[code]] += chance
        self.chance: FloatArray = np.log(np.minimum(chances, 1.0))

    @cached_property
    def loose(self) -> list[tuple[str, float]]:
        """What each find is as one of the tiles held, and the log odds of that: a face rather than
        a back or a flower, where the eye allows it."""
        best = self.chance[:, :_DOWN].argmax(1).tolist()
        found = []
        for place, code in enumerate(self.codes):
            face, chance = KINDS[best[place]], float(self.chance[place, best[place]])
            if code in KIND_SET:
                found.append((code, 0.0))
            elif code == BACK and NUMBERS["back_held"] > chance:
                found.append((code, NUMBERS["back_held"]))
            elif code == BACK or chance > NUMBERS["flower_as_face"]:
                found.append((face, chance))
            else:
                found.append((code, 0.0))
        return found

    @cached_property
    def looks(self) -> list[list[str]]:
        """What each find may well be, the likeliest first."""
        least = NUMBERS["may_well_be"]
        return [
            [code, *(other for other, chance in given.items() if other != code and chance >= least)]
            for code, given in zip(self.codes, self._given, strict=True)
        ]

    def of_suit(self, place: int, suit: str) -> float:
        """The probability that a find is of a suit."""
        return sum(chance for code, chance in self._given[place].items() if code[1] == suit)

    @cached_property
    def flower(self) -> list[float | None]:
        """Log of the probability that each find is a flower, whichever; None where any one other
        name is likelier."""
        found: list[float | None] = []
        for code, given in zip(self.codes, self._given, strict=True):
            chance = sum(given[each] for each in BONUS_SET & given.keys())
            likely = code in BONUS_SET or chance > max(given.values())
            found.append(math.log(max(chance, NUMBERS["least_seen"])) if likely else None)
        return found

    @cached_property
    def clear_flowers(self) -> set[int]:
        """The finds that clearly are flowers, whichever."""
        least = math.log(NUMBERS["clearly"])
        return {k for k, odds in enumerate(self.flower) if odds is not None and odds > least}

    def flowers(self, places: Sequence[int]) -> tuple[float, dict[int, str]]:
        """Which flowers these finds are, and what that costs: there is one of each in a set."""
        if not places:
            return 0.0, {}
        named: dict[frozenset[str], tuple[float, tuple[str, ...]]] = {frozenset(): (0.0, ())}
        for place in places:
            given = self._given[place]
            least = NUMBERS["name_floor"]
            chances = {code: max(given[code], least) for code in BONUS_SET & given.keys()}
            chances = chances or {self.codes[place]: least}
            most = max(chances.values())
            longer: dict[frozenset[str], tuple[float, tuple[str, ...]]] = {}
            for used, (cost, codes) in named.items():
                for code, chance in chances.items():
                    more = cost + math.log(most / chance)
                    more -= NUMBERS["flower_twice"] * (code in used)
                    key = used | {code}
                    if more < longer.get(key, (math.inf,))[0]:
                        longer[key] = more, (*codes, code)
            named = longer
        cost, codes = min(named.values())
        twice = len(codes) - len(set(codes))
        return cost + NUMBERS["flower_twice"] * twice, dict(zip(places, codes, strict=True))

    def threes(self, windows: Sequence[Window]) -> list[list[Piece]]:
        """For each three finds, what sets they may be."""
        if not windows:
            return []
        chance = self.chance[np.array(windows)]  # (W, 3, 35)
        pungs = chance[:, :, :_DOWN].sum(1) + NUMBERS["pung"]
        runs = sum(chance[:, k, _AS_LAID[:, k]] for k in range(3)) + _RUN_LAID + NUMBERS["chow"]
        ends = chance[:, 0, :_DOWN] + chance[:, 2, :_DOWN] + chance[:, 1, _DOWN, None]
        found: list[list[Piece]] = [[] for _ in windows]
        for at, best, score in _best(pungs):
            found[at].append(Piece("pung", (KINDS[best],) * 3, score))
        for at, best, score in _best(runs):
            codes = tuple(KINDS[column] for column in _AS_LAID[best].tolist())
            found[at].append(Piece("chow", codes, score))
        for at, best, score in _best(ends + NUMBERS["pung_turned"]):
            found[at].append(Piece("pung", (KINDS[best],) * 3, score, down=(1,)))
        return found

    def fours(self, windows: Sequence[Window]) -> list[list[Piece]]:
        """For each four finds, the likeliest kong that they may be."""
        return self._kongs(windows, _FOUR)

    def kongs_of_three(self, windows: Sequence[Window]) -> list[list[Piece]]:
        """For each three finds, the likeliest held kong that they may be, one end not found."""
        return self._kongs(windows, _END_UNSEEN)

    def _kongs(self, windows: Sequence[Window], ways: _Kongs) -> list[list[Piece]]:
        if not windows:
            return []
        chance = self.chance[np.array(windows)]
        alike = ways.up @ chance[:, :, :_DOWN]  # (W, ways, kinds)
        alike += (chance[:, :, _DOWN] @ ways.down.T + ways.odds)[:, :, None]
        found: list[list[Piece]] = [[] for _ in windows]
        for at, best, score in _best(alike.reshape(len(windows), -1)):
            way, kind = divmod(best, _DOWN)
            down = ways.turned[way]
            found[at].append(Piece("kong", (KINDS[kind],) * 4, score, down, ways.unseen))
        return found

    def with_unseen(self, window: Window, room: int) -> list[Piece]:
        """What sets two or three finds may be of which one tile was not found. room: how many of
        the finds lie before it."""
        if len(window) == 3:
            return self._kongs([window], _WITHOUT[room])[0]
        chance = self.chance[list(window)]
        alike = chance[:, :_DOWN].sum(0) + NUMBERS["pung"] - _ANY
        seen = [k for k in range(3) if k != room]
        runs = sum(chance[at, _AS_LAID[:, k]] for at, k in enumerate(seen))
        runs = runs + _RUN_LAID + NUMBERS["chow"] - _ANY
        found = []
        for _, best, score in _best(alike[None]):
            found.append(Piece("pung", (KINDS[best],) * 3, score, unseen=1))
        for _, best, score in _best(runs[None]):
            laid = [KINDS[column] for column in _AS_LAID[best].tolist()]
            codes = (*(laid[k] for k in seen), laid[room])
            found.append(Piece("chow", codes, score, unseen=1))
        return found

    def pairs(self, windows: Sequence[Window]) -> list[list[Piece]]:
        """For each two finds, the likeliest pair that they may be."""
        if not windows:
            return []
        alike = self.chance[np.array(windows)][:, :, :_DOWN].sum(1) + NUMBERS["pair"]
        found: list[list[Piece]] = [[] for _ in windows]
        for at, best, score in _best(alike):
            found[at].append(Piece("pair", (KINDS[best],) * 2, score))
        return found

    def completed(self, places: Sequence[int]) -> tuple[float, tuple[str, ...]] | None:
        """The log odds of these finds being sets and a pair, or a special hand, under the likeliest
        names that make them so, and these names; None where the eye allows none."""
        codes = [self.loose[place][0] for place in places]
        if codes.count(BACK) == 1:
            shown = [code for code in codes if code != BACK]
            if not KIND_SET.issuperset(shown):
                return None
            odds = _completed_by_one(tally(shown), self._special)
            return None if odds is None else (odds + NUMBERS["nameless"], tuple(codes))
        if not KIND_SET.issuperset(codes):
            return None
        best: tuple[float, tuple[str, ...]] | None = None
        counts = tally(codes)
        for cost, changes in self._renamings(places, codes):
            if best is not None and best[0] > NUMBERS["complete_most"] - cost:
                break
            changed = sum(WEIGHT[code] - WEIGHT[codes[k]] for k, code in changes)
            odds = complete(counts + changed, self._special)
            if odds is not None and (best is None or odds - cost > best[0]):
                named = dict(enumerate(codes)) | dict(changes)
                best = odds - cost, tuple(named[k] for k in range(len(codes)))
        return best

    def completed_by(self, places: Sequence[int]) -> dict[str, float]:
        """The tiles with which these finds are sets and a pair, or a special hand, and the log odds
        of that, if one of all kinds was not found."""
        codes = [self.loose[place][0] for place in places]
        if not KIND_SET.issuperset(codes):
            return {}
        odds = _completed_by(tally(codes), self._special)
        return {code: each - _ANY for code, each in odds.items()}

    def unfinished(self, places: Sequence[int]) -> float:
        """The log odds of these finds being held in a hand that is not finished: of few suits, or
        lacking but one tile of sets and a pair."""
        counts = tally([code for place in places if (code := self.loose[place][0]) in KIND_SET])
        best = in_suits(counts) if counts else 0.0
        if len(places) % 3 == 1 and number_of_tiles(counts) == len(places):
            waiting = _completed_by_one(counts, self._special)
            best = max(best, NUMBERS["waiting"] + waiting) if waiting is not None else best
        return best

    def renamed_once(self, place: int) -> list[tuple[float, str]]:
        """What a find may be if it is not what it seems, and what each costs."""
        own = self.loose[place][0]
        known = self.chance[place, COLUMN[own]]
        return [
            (float(known - self.chance[place, COLUMN[code]]), code)
            for code, chance in self._given[place].items()
            if code in WEIGHT and code != own and chance >= NUMBERS["name_allowed"]
        ]

    def _renamings(
        self, places: Sequence[int], codes: Sequence[str]
    ) -> Iterator[tuple[float, tuple[tuple[int, str], ...]]]:
        """Other names that the eye allows for none, one or two of these finds, each with what it
        costs, the cheapest first."""
        single = []
        for k, (place, own) in enumerate(zip(places, codes, strict=True)):
            known = float(self.chance[place, COLUMN[own]])
            for code, chance in self._given[place].items():
                if code in WEIGHT and code != own and chance >= NUMBERS["name_allowed"]:
                    cost = max(0.0, known - float(self.chance[place, COLUMN[code]]))
                    single.append((cost, ((k, code),)))
        single.sort()
        del single[NUMBERS["renamed"] :]
        double = [
            (one + other, (*first, *second))
            for at, (one, first) in enumerate(single)
            for other, second in single[at + 1 :]
            if first[0][0] != second[0][0]
        ]
        every = [(0.0, ()), *single, *double]
        every.sort(key=lambda each: each[0])
        yield from (each for each in every if each[0] < NUMBERS["rename_most"])


def _best(scores: FloatArray) -> Iterator[tuple[int, int, float]]:
    """Of (W, K) scores the best column of each row, where it is worth while."""
    best: IntArray = scores.argmax(1)
    top = scores.max(1)
    for at in np.flatnonzero(top > NUMBERS["least_set"]).tolist():
        yield at, int(best[at]), float(top[at])


_THREE_EACH, _EIGHT_EACH = (sum(n * WEIGHT[code] for code in KINDS) for n in (3, 8))
"""Of a tally that five of a kind or more were counted in, three more of each kind make eight."""


@lru_cache(maxsize=100_000)
def complete(counts: int, special_hands: frozenset[str]) -> float | None:
    """How much likelier these tiles are as sets and a pair, or as a special hand, than by chance;
    None where they are neither, or five of a kind. counts: their tally."""
    if counts + _THREE_EACH & _EIGHT_EACH:
        return None
    if any(SHAPES[name](counts) for name in special_hands):
        return float(NUMBERS["special_hand"])
    pairs = 0
    for shift in SHIFTS:
        own = counts >> shift & SUIT_ROOM
        if own:
            over = number_of_tiles(own) % 3
            pairs += over == 2
            suit = HONOURS if shift == SHIFTS[-1] else SUITS
            if over == 1 or not suit.calls[own][1]:
                return None
    if pairs != 1:
        return None
    number = number_of_tiles(counts)
    sets = (number - 2) // 3
    alike = sum(math.lgamma((counts // WEIGHT[code] & 31) + 1) for code in KINDS)
    by_chance = math.lgamma(number + 1) - alike - number * _ANY
    kinds, pieces = _in_suits(counts)
    gain = sets * math.log(_IN_ALL[1] / pieces) + math.log(_IN_ALL[0] / kinds)
    as_sets = math.lgamma(sets + 1) - sets * math.log(_IN_ALL[1]) - _ANY + _of_few_suits(gain)
    return float(as_sets - by_chance)


def in_suits(counts: int) -> float:
    """How much likelier these tiles are in a hand that is not finished than by chance: some keep to
    a suit or two. counts: their tally."""
    return _of_few_suits(number_of_tiles(counts) * math.log(len(KINDS) / _in_suits(counts)[0]))


_IN_ALL = 34, 55
"""Kinds of tiles, and of runs and pungs, that there are."""


def _in_suits(counts: int) -> tuple[int, int]:
    """How many kinds of tiles there are in the suits that these have, and how many of sets."""
    kinds = pieces = 0
    for shift in SHIFTS:
        if counts >> shift & SUIT_ROOM:
            kinds += 7 if shift == SHIFTS[-1] else 9
            pieces += 7 if shift == SHIFTS[-1] else 16
    return kinds, pieces


def _of_few_suits(gain: float) -> float:
    """Log odds of tiles being of their suits. gain: if nothing but these suits is kept."""
    few = NUMBERS["few_suits"]
    return math.log(1 - few + few / (2 ** len(SHIFTS) - 1) * math.exp(gain))


@lru_cache(maxsize=10_000)
def _completed_by(counts: int, special_hands: frozenset[str]) -> Mapping[str, float]:
    """The tiles that make sets and a pair of these, and the log odds of all of them then."""
    more = [code for code in KINDS if counts // WEIGHT[code] & 31 < 4]
    odds = {code: complete(counts + WEIGHT[code], special_hands) for code in more}
    return {code: each for code, each in odds.items() if each is not None}


def _completed_by_one(counts: int, special_hands: frozenset[str]) -> float | None:
    """The greatest log odds of these tiles and one that nobody saw being sets and a pair."""
    best = max(_completed_by(counts, special_hands).values(), default=None)
    return None if best is None else best - _ANY


def order(codes: Sequence[str], in_sets: bool = True) -> float:
    """How much likelier tiles lie so in a hand than in any order: sorted by suit and rank, with a
    few out of their place, or anyhow. in_sets: or set by set."""
    return _order(tuple(codes), in_sets)


@lru_cache(maxsize=50_000)
def _order(codes: tuple[str, ...], in_sets: bool) -> float:
    places = [COLUMN[code] for code in codes if code in COLUMN and code != BACK]
    if len(places) < 2:
        return 0.0
    ways = math.lgamma(len(places) + 1)
    for number in Counter(places).values():
        if number > 1:
            ways -= math.lgamma(number + 1)
    kinds = len({_SUIT[place] for place in places})
    changes = rising = falling = 0
    for one, other in pairwise(places):
        if _SUIT[one] != _SUIT[other]:
            changes += 1
        elif one < other:
            rising += 1
        elif one > other:
            falling += 1
    wrong = (changes - (kinds - 1) + 1) // 2  # a tile within another suit parts it in two
    wrong += min(rising, falling)
    # it may be any tile, and lie anywhere
    displaced = NUMBERS["displaced"] + 2 * math.log(len(places))
    best = NUMBERS["sorted"] + ways - math.lgamma(kinds + 1) - displaced * wrong
    by_sets = NUMBERS["set_by_set"] + ways - math.lgamma(len(codes) // 3 + 2)
    if in_sets and by_sets > best and _set_by_set(codes):
        best = by_sets
    likeliest: float = max(NUMBERS["anyhow"], best)
    return likeliest


def forget() -> None:
    """Weigh every order anew, with other numbers."""
    _order.cache_clear()


def _set_by_set(codes: tuple[str, ...]) -> bool:
    """Whether tiles lie set by set. The pair, or a tile of it, may lie beside the sets or among
    them."""
    if len(codes) % 3 == 1:
        without = (codes[:k] + codes[k + 1 :] for k in range(len(codes)))
        return any(in_order(rest, kongs=False) for rest in without)
    return in_order(codes, kongs=False) is not None
