"""What each find may be, whatever its place: log odds of its names, alone and in a hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

import numpy as np

from companion.game.tiles import BACK, BONUS_SET, KIND_SET, KINDS, WEIGHT, number_of_tiles, tally
from companion.rules.patterns.special_hands import SHAPES
from companion.seen.reading import SeenTile
from companion.vision.arrays import FloatArray
from companion.vision.layout.completeness import complete, completed_by, completed_by_one, in_suits
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.pieces import ANY, COLUMN, DOWN

EVERY_SPECIAL_HAND = frozenset(SHAPES)
"""Those of all books, where nobody says what is played."""


class Names:
    """What the finds of a picture may be.

    codes, shown, sure, quads: of each find, as the eye has it: its likeliest name, how likely that
    is, whether it is sure, and its outline. told: whether a person said what it is. chance:
    (N, 35), log of the probability of each kind and of a back.
    """

    def __init__(self, tiles: Sequence[SeenTile], special_hands: AbstractSet[str]) -> None:
        """special_hands: those of `SHAPES` that win."""
        self._special = frozenset(special_hands)
        self.codes = [tile.code for tile in tiles]
        self.shown = [tile.confidence for tile in tiles]
        self.sure = [tile.sure for tile in tiles]
        self.quads = [tile.quad for tile in tiles]
        self._given = [dict(t.alternatives) or {t.code: t.confidence} for t in tiles]
        self.told = [tile.by_person for tile in tiles]
        self._floors = [NUMBERS["wrongly_said" if said else "name_floor"] for said in self.told]
        chances = np.repeat(np.array(self._floors)[:, None], len(COLUMN), axis=1)
        for row, given in zip(chances, self._given, strict=True):
            for code, chance in given.items():
                if code in COLUMN:
                    row[COLUMN[code]] += chance
        self.chance: FloatArray = np.log(np.minimum(chances, 1.0))

    @cached_property
    def loose(self) -> list[tuple[str, float]]:
        """What each find is as one of the tiles held, and the log odds of that: a face rather than
        a back or a flower, where the eye allows it."""
        best = self.chance[:, :DOWN].argmax(1).tolist()
        found = []
        for place, code in enumerate(self.codes):
            face, chance = KINDS[best[place]], float(self.chance[place, best[place]])
            if code in KIND_SET:
                found.append((code, 0.0))
            elif code == BACK:
                found.append(self._blank_held(place, face, chance))
            elif chance > NUMBERS["flower_as_face"]:
                found.append((face, chance))
            else:
                found.append((code, 0.0))
        return found

    def _blank_held(self, place: int, face: str, chance: float) -> tuple[str, float]:
        """What a find that seems a back is as one of the tiles held, and the log odds of that: its
        likeliest face, with its chance; but a back with the chance of all faces together, where no
        face has half of that, as where light hides it; or a tile that lies face down."""
        every = sum(each for code, each in self._given[place].items() if code in KIND_SET)
        any_face = math.log(every) if every else -math.inf
        if any_face > chance + math.log(2):
            face, chance = BACK, any_face
        down: float = NUMBERS["back_held"]
        return (BACK, down) if down > chance else (face, chance)

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
            least = self._floors[place]
            chances = {
                code: given[code] for code in BONUS_SET & given.keys() if given[code] > least
            }
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
            kept = sorted(longer.items(), key=lambda each: each[1])[: NUMBERS["flower_ways"]]
            named = dict(kept)
        cost, codes = min(named.values())
        twice = len(codes) - len(set(codes))
        return cost + NUMBERS["flower_twice"] * twice, dict(zip(places, codes, strict=True))

    def chances(self, windows: Sequence[Sequence[int]], size: int) -> FloatArray:
        """The chances of some finds together, (W, size, 35). windows: so many places each."""
        places = np.array(windows, dtype=np.intp).reshape(len(windows), size)
        return np.asarray(self.chance[places])

    def completed(
        self, places: Sequence[int], over: Callable[[Mapping[int, str]], float]
    ) -> tuple[float, dict[int, str]] | None:
        """The log odds of these finds being sets and a pair, or a special hand, under the likeliest
        names that make them so, and these names; None where the eye allows none. over: log odds, at
        most 0, of a hand with these names having so many of a kind. They help to choose the names
        and are no part of the odds returned.
        """
        codes = [self.loose[place][0] for place in places]
        shown = [code for code in codes if code != BACK]
        if not KIND_SET.issuperset(shown):
            return None
        best = -math.inf
        found: tuple[float, dict[int, str]] | None = None
        counts, as_seen = tally(shown), dict(zip(places, codes, strict=True))
        if len(codes) - len(shown) == 1:  # it may be whatever completes the others
            by_one = completed_by_one(counts, self._special)
            if by_one is not None:
                by_one += NUMBERS["nameless"]
                best, found = by_one + over(as_seen), (by_one, as_seen)
        for cost, changes in self._renamings(places):
            if best > NUMBERS["complete_most"] - cost:
                break
            changed = sum(WEIGHT[code] - WEIGHT.get(codes[k], 0) for k, code in changes)
            odds = complete(counts + changed, self._special)
            if odds is None or odds - cost <= best:
                continue
            told = as_seen | {places[k]: code for k, code in changes}
            every = odds - cost + over(told)
            if every > best:
                best, found = every, (odds - cost, told)
        return found

    def completed_by(self, places: Sequence[int]) -> dict[str, float]:
        """The tiles with which these finds are sets and a pair, or a special hand, and the log odds
        of that, if one of all kinds was not found."""
        codes = [self.loose[place][0] for place in places]
        if not KIND_SET.issuperset(codes):
            return {}
        odds = completed_by(tally(codes), self._special)
        return {code: each - ANY for code, each in odds.items()}

    def unfinished(self, places: Sequence[int]) -> float:
        """The log odds of these finds being held in a hand that is not finished: of few suits, or
        lacking but one tile of sets and a pair."""
        counts = tally([code for place in places if (code := self.loose[place][0]) in KIND_SET])
        best = in_suits(counts) if counts else 0.0
        if len(places) % 3 == 1 and number_of_tiles(counts) == len(places):
            waiting = completed_by_one(counts, self._special)
            best = max(best, NUMBERS["waiting"] + waiting) if waiting is not None else best
        return best

    def renamed_once(self, place: int) -> list[tuple[float, str]]:
        """What a find may be if it is not what it seems, and what each costs."""
        own, known = self._known(place)
        return [
            (known - float(self.chance[place, COLUMN[code]]), code)
            for code, chance in self._given[place].items()
            if code in WEIGHT and code != own and chance >= NUMBERS["name_allowed"]
        ]

    def exchanged(self, one: int, other: int, told: Mapping[int, str]) -> float:
        """The log odds that are lost where two finds exchange the names they are told; infinite
        where the eye does not allow that."""
        lost = 0.0
        for place, code in ((one, told[other]), (other, told[one])):
            if self._given[place].get(code, 0.0) < NUMBERS["name_allowed"]:
                return math.inf
            row = self.chance[place]
            lost += float(row[COLUMN[told[place]]] - row[COLUMN[code]])
        return lost

    def _known(self, place: int) -> tuple[str, float]:
        """What a find is as one of the tiles held, and the log of the probability of that."""
        code, odds = self.loose[place]
        return code, odds if code == BACK else float(self.chance[place, COLUMN[code]])

    def _renamings(
        self, places: Sequence[int]
    ) -> Iterator[tuple[float, tuple[tuple[int, str], ...]]]:
        """Other names that the eye allows for none, one or two of these finds, each with what it
        costs, the cheapest first."""
        single = sorted(
            (max(0.0, cost), ((k, code),))
            for k, place in enumerate(places)
            for cost, code in self.renamed_once(place)
        )
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
