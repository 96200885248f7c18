"""The tiles held in parts that lie apart, none of which somebody would take for exposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from datasets.synth.habits.chances import one_of
from datasets.synth.habits.codes import codes_of, is_set
from datasets.synth.habits.hands import any_hand, winner
from datasets.synth.tables import Dealt, Random

Parts = list[tuple[str, ...]]
"""The tiles held, in parts that lie apart."""

Deal = Callable[[Random, Counter[str], int, int], Dealt]
"""What deals a hand. Given the tiles that are left, and how many sets are out at least and at most.
"""


def cut_up(random: Random, codes: Sequence[str], count: int, least: int) -> Parts:
    """Cut at random into so many parts of at least so many tiles; nothing if that can't be."""
    codes = tuple(codes)
    if len(codes) < count * least:
        return []
    while True:
        cuts = sorted(int(k) for k in random.integers(least, len(codes), count - 1))
        ends = [0, *cuts, len(codes)]
        parts = [codes[a:b] for a, b in pairwise(ends)]
        if all(len(part) >= least for part in parts):
            return parts


def cut_by(codes: Sequence[str], sizes: Sequence[int]) -> Parts:
    """The tiles in order, in parts of these sizes."""
    parts, start = [], 0
    for size in sizes:
        parts.append(tuple(codes[start : start + size]))
        start += size
    return parts


def redealt(
    random: Random,
    left: Counter[str],
    make: Callable[[], Dealt],
    parts_of: Callable[[Dealt], Parts],
) -> tuple[Dealt, Parts]:
    """A hand whose held tiles, parted so, make no part that could be taken for an exposed set."""
    start = left.copy()
    while True:
        left.clear()
        left.update(start)
        dealt = make()
        for _ in range(6):
            parts = parts_of(dealt)
            if parts and not any(is_set(part) for part in parts):
                return dealt, parts


def parted(
    random: Random,
    left: Counter[str],
    least: int,
    count: int = 2,
    most: int = 2,
    deal_hand: Deal = any_hand,
) -> tuple[Dealt, Parts]:
    """A hand whose held tiles are cut at random. least: tiles in a part. count: of parts. most:
    sets out at the most."""
    return redealt(
        random,
        left,
        lambda: deal_hand(random, left, 0, most),
        lambda dealt: cut_up(random, codes_of(random, dealt), count, least),
    )


def parted_where_won(random: Random, left: Counter[str], least: int) -> tuple[Dealt, Parts]:
    """A hand that won; its tiles before the one that won, that one, and those after it. least: how
    many lie before it and after it."""

    def parts_of(dealt: Dealt) -> Parts:
        codes = codes_of(random, dealt, one_of(random, "sorted", "sets"))
        won = int(random.integers(least, len(codes) - least))
        return [codes[:won], codes[won : won + 1], codes[won + 1 :]]

    return redealt(random, left, lambda: winner(random, left, 0, 3), parts_of)


def in_parts(
    random: Random,
    left: Counter[str],
    sizes: Mapping[int, Sequence[int]],
    most: int,
    deal_hand: Deal = any_hand,
) -> tuple[Dealt, Parts]:
    """A hand, and its tiles in parts. sizes: of these, by the number of tiles held. most: sets out
    at the most."""
    return redealt(
        random,
        left,
        lambda: deal_hand(random, left, 0, most),
        lambda dealt: cut_by(codes := codes_of(random, dealt), sizes[len(codes)]),
    )
