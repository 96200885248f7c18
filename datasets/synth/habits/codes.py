"""Tiles by their codes: in which order they lie, and what looks like a set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from datasets.synth.tables import KINDS, Dealt, Random

HEADS = tuple(code for code in KINDS if code[1] == "z" or code[0] in "19")
"""Ones, nines and honours."""


def is_set(codes: Sequence[str]) -> bool:
    """Whether these tiles, lying alone, look like a set on the table."""
    codes = sorted(codes, key=KINDS.index)
    if len(codes) in (3, 4) and len(set(codes)) == 1:
        return True
    if len(codes) != 3 or codes[0][1] == "z" or len({code[1] for code in codes}) > 1:
        return False
    low = int(codes[0][0])
    return [int(code[0]) for code in codes] == [low, low + 1, low + 2]


def sorted_codes(codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(codes, key=KINDS.index))


def codes_of(random: Random, dealt: Dealt, style: str | None = None) -> tuple[str, ...]:
    """The tiles held, in order: sorted, set by set, or in no order."""
    style = style or str(random.choice(["sorted", "sorted", "sorted", "sets", "sets", "anyhow"]))
    codes = tuple(code for held in dealt.held for code in held)
    if style == "sorted":
        return sorted_codes(codes)
    if style == "anyhow":
        return tuple(codes[k] for k in random.permutation(len(codes)))
    return codes


def flat_codes(parts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(code for part in parts for code in part)


def pair_and_sets(random: Random, dealt: Dealt) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The pair of a hand that won, and the tiles of the sets it holds: sorted, or set by set."""
    pair = next(codes for codes in dealt.held if len(codes) == 2)
    rest = flat_codes([codes for codes in dealt.held if len(codes) == 3])
    return pair, sorted_codes(rest) if random.random() < 0.6 else rest


def by_suit(codes: Sequence[str]) -> list[tuple[str, ...]]:
    """Sorted tiles, those of each suit and the honours by themselves."""
    return [tuple(suit) for _, suit in groupby(codes, key=lambda code: code[1])]


def without_one(random: Random, codes: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    place = int(random.integers(len(codes)))
    return codes[:place] + codes[place + 1 :], codes[place]
