"""Hands before they are laid: who won, and what is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from datasets.synth.habits.chances import one_of, some
from datasets.synth.habits.codes import flat_codes, is_set, sorted_codes
from datasets.synth.tables import BONUS, KINDS, Dealt, Random, deal


def hand(
    random: Random,
    left: Counter[str],
    fewest: int = 1,
    most: int = 3,
    bonus: int = 0,
    win: float = 0.69,
    kongs: float = 0.18,
    held_kongs: float = 0.06,
    shown: int = 0,
    down: int = 0,
) -> Dealt:
    """A hand. fewest, most: sets on the table, among them `shown` exposed and `down` held kongs at
    least. win: chance of a hand that won."""
    out = int(random.integers(fewest, most + 1))
    for _ in range(out - shown - down):
        chance = random.random()
        down += chance < held_kongs
        shown += held_kongs <= chance < held_kongs + kongs
    plain = max(0, out - shown - down)
    chance = random.random()
    if chance < win or chance < win + (1 - win) * 0.65:
        dealt = deal(random, left, plain, shown, down, bonus, winner=True)
        if chance >= win:  # waiting for the tile that is taken away here
            place = int(random.integers(len(dealt.held)))
            codes = list(dealt.held[place])
            left.update([codes.pop(int(random.integers(len(codes))))])
            dealt.held[place] = tuple(codes)
        return dealt
    return deal(random, left, plain, shown, down, bonus, winner=False)


def any_hand(random: Random, left: Counter[str], fewest: int, most: int) -> Dealt:
    """A hand that won or lost, mostly without flowers."""
    return hand(random, left, fewest, most, bonus=some(random))


def winner(random: Random, left: Counter[str], fewest: int, most: int) -> Dealt:
    """A hand that won, mostly without flowers."""
    return hand(random, left, fewest, most, win=1, bonus=some(random))


def open_hand(random: Random, left: Counter[str], fewest: int, most: int) -> Dealt:
    """A hand whose sets on the table are all exposed."""
    return hand(random, left, fewest, most, held_kongs=0, bonus=some(random))


def all_held(random: Random, left: Counter[str], held: Sequence[tuple[str, ...]]) -> Dealt:
    """These tiles held and no set on the table; flowers now and then."""
    flowers = [str(code) for code in random.choice(BONUS, some(random), replace=False)]
    left.subtract([*flat_codes(held), *flowers])
    return Dealt(held=[*held], bonus=flowers)


def twins(random: Random, left: Counter[str]) -> Dealt:
    """Seven pairs, of one suit, of honours or of all kinds; of the last only one tile if it
    waits."""
    suits = one_of(random, "m", "p", "s", "z", "mpsz", "mpsz", "mpsz")
    kinds = [code for code in KINDS if code[1] in suits]
    chosen = sorted_codes([str(code) for code in random.choice(kinds, 7, replace=False)])
    held = [(code, code) for code in chosen]
    if random.random() < 0.25:
        return all_held(random, left, [*held[:6], held[6][:1]])
    return all_held(random, left, held)


def wait_in(
    random: Random, left: Counter[str], fewest: int, most: int
) -> tuple[Dealt, list[str], int, int]:
    """A hand that lacks one tile, its tiles in order, and from where to where in them stand those
    that wait for it. What lies before and after them is no set."""
    start = left.copy()
    while True:
        left.clear()
        left.update(start)
        dealt = hand(random, left, fewest, most, win=1, bonus=some(random))
        place = int(random.integers(len(dealt.held)))
        codes = list(dealt.held[place])
        left.update([codes.pop(int(random.integers(len(codes))))])
        dealt.held[place] = tuple(codes)
        before = [code for held in dealt.held[:place] for code in held]
        after = [code for held in dealt.held[place + 1 :] for code in held]
        if not is_set(before) and not is_set(after):
            return dealt, [*before, *codes, *after], len(before), len(before) + len(codes)
