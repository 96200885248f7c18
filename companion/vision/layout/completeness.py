"""Whether tiles held are a finished hand, and of what suits they are: log odds against chance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from companion.game.tiles import KINDS, SHIFTS, SUIT_ROOM, WEIGHT, count, five, number_of_tiles
from companion.rules.patterns.special_hands import SHAPES
from companion.rules.scoring.divide import HONOURS, SUITS
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.pieces import ANY


@lru_cache(maxsize=100_000)
def complete(counts: int, special_hands: frozenset[str]) -> float | None:
    """How much likelier these tiles are as sets and a pair, or as a special hand, than by chance;
    None where they are neither, or five of a kind. counts: their tally."""
    if five(counts):
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
    alike = sum(math.lgamma(count(counts, code) + 1) for code in KINDS)
    by_chance = math.lgamma(number + 1) - alike - number * ANY
    kinds, pieces = _in_suits(counts)
    gain = sets * math.log(_IN_ALL[1] / pieces) + math.log(_IN_ALL[0] / kinds)
    as_sets = math.lgamma(sets + 1) - sets * math.log(_IN_ALL[1]) - ANY + _of_few_suits(gain)
    return float(as_sets - by_chance)


def in_suits(counts: int) -> float:
    """How much likelier these tiles are in a hand that is not finished than by chance: some keep to
    a suit or two. counts: their tally."""
    return _of_few_suits(number_of_tiles(counts) * math.log(len(KINDS) / _in_suits(counts)[0]))


_IN_ALL = len(KINDS), 55
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
def completed_by(counts: int, special_hands: frozenset[str]) -> Mapping[str, float]:
    """The tiles that make sets and a pair of these, and the log odds of all of them then."""
    more = [code for code in KINDS if count(counts, code) < 4]
    odds = {code: complete(counts + WEIGHT[code], special_hands) for code in more}
    return {code: each for code, each in odds.items() if each is not None}


def completed_by_one(counts: int, special_hands: frozenset[str]) -> float | None:
    """The greatest log odds of these tiles and one that nobody saw being sets and a pair."""
    best = max(completed_by(counts, special_hands).values(), default=None)
    return None if best is None else best - ANY
