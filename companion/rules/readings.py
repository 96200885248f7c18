"""Every way to read a winner's tiles: as sets and a pair, and where the winning tile went."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from companion import tiles as t
from companion.hand import Hand, Meld, Win
from companion.rules.divide import AS_READ, PLACE, only_call
from companion.rules.lines import Line, runs
from companion.rules.patterns import Way
from companion.rules.special_hands import Shape
from companion.rules.worth import Read, SetWorth, Worths

CLAIMED: Final = ("discard", "rob")
"""The ways to win with a tile that another player had."""
_SUM: Final = attrgetter("sum")
_SPOT: Final = {code: (t.ROOM[code], PLACE[code], AS_READ[code]) for code in t.KINDS}
"""A tile's room in a tally, its suit, and as what it is read."""


@dataclass(slots=True)
class Reading:
    """A whole hand, read in one way, with one place for the winning tile, and what it is worth so.

    bonus: the tiles laid out that count. shape: standard, the name of a special hand, or None for a
    loser's. sum: of the worths of its sets (see `lines.summed`), and then of all that it scores
    but the points for winning itself. in_suits: the tiles held, each suit as it is read; last: a
    set among them that the winning tile completed, as it is read and as it then counts; laid: the
    sets on the table. only_place: exactly one kind would have completed the hand there.

    The value is worked out last (see `value`). lines: of the rules for whole hands that hold in
    this reading, but not in any. limit_hands: the lines of all that hold. uncapped: the score
    before the limit; total: after it.
    """

    way: Way
    hand: Hand
    bonus: Collection[t.Code]
    worths: Worths
    shape: str | None
    sum: int = 0
    in_suits: Sequence[Read] = ()
    last: tuple[SetWorth, SetWorth] | None = None
    laid: Sequence[SetWorth] = ()
    only_place: bool = False
    points: int = field(init=False)
    doubles: int = field(init=False)
    lines: Sequence[Line] = field(init=False)
    limit_hands: Sequence[Line] = field(init=False)
    uncapped: int = field(init=False)
    total: int = field(init=False)

    @property
    def sets(self) -> list[SetWorth]:
        if not self.in_suits:
            return [*self.laid]
        held = [[*read.sets] for read in self.in_suits]
        if self.last is not None and self.tile is not None:
            as_read, completed = self.last
            suit = held[PLACE[self.tile]]
            suit[suit.index(as_read)] = completed
        return [*self.worths.as_they_are(held), *self.laid]

    @property
    def chows(self) -> int:
        """How many sets are runs."""
        return runs(self.sum)

    def rank(self) -> tuple[int, bool, int]:
        """The reading of the highest counts."""
        return self.total, bool(self.limit_hands), self.uncapped

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
    laid_sum = sum(map(_SUM, laid))
    found = []
    for reads in worths.reads(hand.tallies[0]):
        worth = sum(map(_SUM, reads)) + laid_sum
        found.append(Reading(way, hand, bonus, worths, "standard", worth, reads, None, laid))
    return found


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
    laid = worths.laid(hand.melds) if hand.melds else ()
    laid_sum = sum(map(_SUM, laid))
    claimed = win.by in CLAIMED
    room, suit, as_read = _SPOT[tile]
    in_hand = win.meld is None and held & room != 0
    on_table = []
    if laid and (every - held) & room:
        for place in _places_on_table(hand, win.meld, tile, in_hand, claimed):
            meld = hand.melds[place]
            # Three alike that lie exposed were claimed, whatever is said of the last tile.
            old = laid[place]
            new = (old.claimed if claimed or meld.kind == "pung" else old.drawn)[tile]
            filled = [*laid[:place], new, *laid[place + 1 :]]
            only = asked and only_call(held + meld.tally, tile, every)
            on_table.append((filled, laid_sum - old.sum + new.sum, only))
    only = asked and in_hand and only_call(held, tile, every)
    if only and shapes and not laid:
        only = not _called_special(held - t.WEIGHT[tile], tile, shapes)
    found = []
    for reads in worths.reads(held):
        characters, dots, bamboo, honours = reads
        worth = characters.sum + dots.sum + bamboo.sum + honours.sum
        if in_hand:
            known = None
            for old in reads[suit].sets:
                if as_read in old.part.tiles and old is not known:
                    new = (old.claimed if claimed else old.drawn)[as_read]
                    found.append(
                        Reading(
                            way, hand, bonus, worths, "standard",
                            worth + laid_sum - old.sum + new.sum, reads, (old, new), laid, only,
                        )
                    )  # fmt: skip
                    known = old
        for filled, filled_sum, only_there in on_table:
            found.append(
                Reading(
                    way, hand, bonus, worths, "standard",
                    worth + filled_sum, reads, None, filled, only_there,
                )
            )  # fmt: skip
    return found


def special(
    way: Way,
    hand: Hand,
    bonus: Collection[t.Code],
    worths: Worths,
    shapes: Mapping[str, Shape],
) -> list[Reading]:
    """As the special hands that the rules know, where all fourteen tiles are held."""
    held = hand.tallies[0]
    names = [name for name, is_shape in shapes.items() if is_shape(held)]
    return [Reading(way, hand, bonus, worths, name) for name in names]


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


def _called_special(thirteen: int, tile: t.Code, shapes: Mapping[str, Shape]) -> bool:
    """Whether another tile than this one would have made the thirteen a special hand."""
    # Of tiles that are four sets and a pair, only seven kinds can have called one.
    return t.number_of_kinds(thirteen) == 7 and any(
        kind != tile and is_shape(thirteen + weight)
        for kind, weight in t.WEIGHT.items()
        for is_shape in shapes.values()
    )
