"""Every way to read a winner's tiles: as sets and a pair, and where the winning tile went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from operator import attrgetter
from typing import Final, NamedTuple

from companion import tiles as t
from companion.hand import Hand, Win
from companion.rules.divide import waits
from companion.rules.special_hands import Shape
from companion.rules.worth import Read, SetWorth, Worths

CLAIMED: Final = ("discard", "rob")
"""The ways to win with a tile that another player had."""
_SUIT: Final = {code: "mpsz".index(code[1]) for code in t.KINDS}
_NO_SHAPES: Final[Mapping[str, Shape]] = {}


_SETS: Final = attrgetter("sets")


class Reading(NamedTuple):
    """One way to read a hand, with one place for the winning tile.

    shape: standard, the name of a special hand, or None for a loser's. held: each suit in the
    hand as it is read; laid: the sets on the table. old, new: the set that the winning tile
    completed, as it would be worth if it had been there before, and as it is. only_place: exactly
    one kind would have completed the hand there.
    """

    shape: str | None
    held: Sequence[Read] = ()
    laid: Sequence[SetWorth] = ()
    old: SetWorth | None = None
    new: SetWorth | None = None
    only_place: bool = False

    @property
    def sets(self) -> list[SetWorth]:
        sets = [*chain.from_iterable(map(_SETS, self.held)), *self.laid]
        if self.old is not None and self.new is not None:
            sets[sets.index(self.old)] = self.new
        return sets


def as_dealt(hand: Hand, worths: Worths) -> list[Reading]:
    """Of a hand won with the tiles as dealt, none of which completed it."""
    laid = worths.laid(hand.melds)
    return [Reading("standard", held, laid) for held in _parted(hand, worths)]


def completed(
    hand: Hand, win: Win, tile: t.Code, worths: Worths, shapes: Mapping[str, Shape], asked: bool
) -> list[Reading]:
    """Of a hand that this tile completed, with each place where it may have gone.

    shapes: the special hands that the rules know. asked: whether they ask for the only place.
    """
    held, every = hand.tallies
    laid = worths.laid(hand.melds)
    claimed = win.by in CLAIMED
    in_hand = win.meld is None and bool(held & t.ROOM[tile])
    shapes = _NO_SHAPES if laid else shapes
    only = in_hand and asked and _is_only_place(tile, held, every, shapes)
    suit = _SUIT[tile]
    filled = worths.suits[suit].filled
    on_table = []
    if (every - held) & t.ROOM[tile]:
        for place in _places_on_table(hand, win.meld, tile, in_hand, claimed):
            meld, old = hand.melds[place], laid[place]
            # Three alike that lie exposed were claimed, whatever is said of the last tile.
            new = filled(old.part, tile, claimed or meld.kind == "pung")
            whole = held + meld.tally
            on_table.append((old, new, asked and _is_only_place(tile, whole, every, _NO_SHAPES)))
    found = []
    for reads in _parted(hand, worths):
        if in_hand:
            last = None
            for old in reads[suit].sets:
                if old is not last and tile in old.part.tiles:
                    new = filled(old.part, tile, claimed)
                    found.append(Reading("standard", reads, laid, old, new, only))
                    last = old
        for old, new, only_there in on_table:
            found.append(Reading("standard", reads, laid, old, new, only_there))
    return found


def special(hand: Hand, shapes: Mapping[str, Shape]) -> list[Reading]:
    """As the special hands that the rules know; they are held, all fourteen tiles."""
    if hand.melds:
        return []
    return [Reading(name) for name, is_shape in shapes.items() if is_shape(hand.tallies[0])]


def _parted(hand: Hand, worths: Worths) -> Iterable[tuple[Read, ...]]:
    """The tiles held, as four suits of sets and one pair."""
    suits = worths.held(hand.tallies[0])
    for reads in suits:
        if not reads or not reads[0].has_pair:
            return product(*suits)
    # A pair in each suit: with two sets these are fourteen tiles, and no winning hand.
    return ()


def _places_on_table(
    hand: Hand, named: int | None, tile: t.Code, in_hand: bool, claimed: bool
) -> Sequence[int]:
    """The melds that the winning tile may have completed, or the one that is named.

    A drawn tile may complete a run that is laid out to show it (Harr p. 67); an exposed three was
    completed by a claim, so a drawn tile is looked for there only where it is nowhere else.
    """
    if named is not None:
        return (named,)
    holding = [n for n, meld in enumerate(hand.melds) if tile in meld.tiles and meld.kind != "kong"]
    if claimed or not holding:
        return holding
    runs = [place for place in holding if hand.melds[place].kind == "chow"]
    return runs if runs or in_hand else holding


def _is_only_place(tile: t.Code, whole: int, every: int, shapes: Mapping[str, Shape]) -> bool:
    """Exactly one kind would have completed the tiles without the winning one.

    whole: the tiles in the hand, with the set that the winning tile completed. shapes: the special
    hands that it might have become. A kind of which the player holds all four does not count.
    """
    found = waits(whole, tile)
    for kind in found:
        if kind != tile and t.count(every, kind) < 4:
            return False
    # Of tiles that are four sets and a pair, only seven kinds can have called a special hand.
    thirteen = whole - t.WEIGHT[tile]
    if shapes and t.number_of_kinds(thirteen) == 7:
        for kind, weight in t.WEIGHT.items():
            if kind != tile and any(is_shape(thirteen + weight) for is_shape in shapes.values()):
                return False
    return True
