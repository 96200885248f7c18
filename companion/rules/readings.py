"""Every way to read a winner's tiles: as sets and a pair, and where the winning tile went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from companion import tiles as t
from companion.hand import Hand, Meld, Win
from companion.rules.divide import AS_READ, PLACE, waits
from companion.rules.patterns import Way
from companion.rules.special_hands import Shape
from companion.rules.worth import Read, Reads, SetWorth, Worths

CLAIMED: Final = ("discard", "rob")
"""The ways to win with a tile that another player had."""
_NO_SHAPES: Final[Mapping[str, Shape]] = {}


@dataclass(slots=True)
class Reading:
    """A whole hand, read in one way, with one place for the winning tile.

    bonus: the tiles laid out that count. shape: standard, the name of a special hand, or None for a
    loser's. in_suits: the tiles held, each suit as it is read; laid: the sets on the table.
    only_place: exactly one kind would have completed the hand there. chows: how many sets are runs.
    points: scored so far, Mah-Jongg itself left out.
    """

    way: Way
    hand: Hand
    bonus: Collection[t.Code]
    worths: Worths
    shape: str | None
    in_suits: Sequence[Read] = ()
    laid: Sequence[SetWorth] = ()
    only_place: bool = False
    chows: int = field(init=False)
    points: int = field(init=False)

    @property
    def sets(self) -> list[SetWorth]:
        held = self.worths.as_they_are(self.in_suits) if self.in_suits else ()
        return [*held, *self.laid]

    @property
    def tile(self) -> t.Code | None:
        """The winning one."""
        return self.hand.win.tile if self.hand.win is not None else None

    @property
    def held(self) -> int:
        """The tally of the tiles that stand in the hand."""
        return self.hand.tallies[0]

    @property
    def every(self) -> int:
        """The tally of all tiles."""
        return self.hand.tallies[1]

    @property
    def melds(self) -> tuple[Meld, ...]:
        return self.hand.melds


def as_dealt(way: Way, hand: Hand, bonus: Collection[t.Code], worths: Worths) -> list[Reading]:
    """Of a hand won with the tiles as dealt, none of which completed it."""
    laid = worths.laid(hand.melds)
    found = _parted(worths.reads(hand.tallies[0]))
    return [Reading(way, hand, bonus, worths, "standard", reads, laid) for reads in found]


def completed(
    way: Way,
    hand: Hand,
    win: Win,
    tile: t.Code,
    bonus: Collection[t.Code],
    worths: Worths,
    shapes: Mapping[str, Shape],
    asked: bool,
) -> list[Reading]:
    """Of a hand that this tile completed, with each place where it may have gone.

    shapes: the special hands that the rules know. asked: whether they ask for the only place.
    """
    held, every = hand.tallies
    laid = worths.laid(hand.melds)
    claimed = win.by in CLAIMED
    in_hand = win.meld is None and held & t.ROOM[tile] != 0
    shapes = _NO_SHAPES if laid else shapes
    only = asked and in_hand and _is_only_place(tile, held, every, shapes)
    on_table = []
    if laid and (every - held) & t.ROOM[tile]:
        for place in _places_on_table(hand, win.meld, tile, in_hand, claimed):
            meld = hand.melds[place]
            # Three alike that lie exposed were claimed, whatever is said of the last tile.
            new = worths.filled(laid[place].part, tile, claimed or meld.kind == "pung")
            filled = [*laid[:place], new, *laid[place + 1 :]]
            whole = held + meld.tally
            on_table.append((filled, asked and _is_only_place(tile, whole, every, _NO_SHAPES)))
    found = []
    suit, as_read = PLACE[tile], AS_READ[tile]
    for reads in _parted(worths.reads(held)):
        if in_hand:
            for last in worths.suits[suit].completed[reads[suit], as_read, claimed]:
                with_last = [*reads]
                with_last[suit] = last
                found.append(Reading(way, hand, bonus, worths, "standard", with_last, laid, only))
        for filled, only_there in on_table:
            found.append(Reading(way, hand, bonus, worths, "standard", reads, filled, only_there))
    return found


def special(
    way: Way,
    hand: Hand,
    bonus: Collection[t.Code],
    worths: Worths,
    shapes: Mapping[str, Shape],
) -> list[Reading]:
    """As the special hands that the rules know; they are held, all fourteen tiles."""
    if hand.melds:
        return []
    held = hand.tallies[0]
    names = [name for name, is_shape in shapes.items() if is_shape(held)]
    return [Reading(way, hand, bonus, worths, name) for name in names]


def _parted(suits: Sequence[Reads]) -> Iterable[tuple[Read, ...]]:
    """The tiles held, as four suits of sets and one pair."""
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

    whole: the tiles in the hand, with the set that the winning tile completed. every: all tiles; a
    kind of which the player holds all four does not count. shapes: the special hands that it might
    have become.
    """
    others = waits(whole, tile)
    if others and others & ~t.fours(every):
        return False
    # Of tiles that are four sets and a pair, only seven kinds can have called a special hand.
    thirteen = whole - t.WEIGHT[tile]
    if shapes and t.number_of_kinds(thirteen) == 7:
        for kind, weight in t.WEIGHT.items():
            if kind != tile and any(is_shape(thirteen + weight) for is_shape in shapes.values()):
                return False
    return True
