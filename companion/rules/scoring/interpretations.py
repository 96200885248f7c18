"""Every way to read a winner's tiles: as sets and a pair, and where the winning tile went."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from companion.game import tiles as t
from companion.game.circumstances import CLAIMED
from companion.game.hand import Hand, Meld, Win
from companion.rules.patterns.cases import Way
from companion.rules.patterns.special_hands import Shape
from companion.rules.scoring.divide import PLACE, only_call
from companion.rules.scoring.lines import Line
from companion.rules.scoring.set_values import Read, SetWorth, Worths


class Player(Struct, frozen=True):
    """A hand with everything that is known before its tiles are read. bonus: tiles that count."""

    hand: Hand
    way: Way
    bonus: Collection[t.Code]
    worths: Worths


class Interpretation(Struct):
    """A whole hand, read in one way, with one place for the winning tile.

    shape: standard, the name of a special hand, or None for a loser's. laid: the sets on the table;
    a loser's in the hand too. held: the tiles in the hand, each suit as it is read. last: the set
    in the hand that the winning tile completed, as it is read and as it then counts. only_place:
    exactly one kind would have completed the hand there.

    points, doubles, added: what it scores so far. At first these are of its sets alone; the rules
    for whole hands add to them (see `whole_hand.value`), and keep what they add in lines.
    limit_hands: the lines of all limit hands that it is. uncapped, total: the score before the
    limit and after it.
    """

    player: Player
    shape: str | None
    laid: Sequence[SetWorth]
    held: Sequence[Read] = ()
    last: tuple[SetWorth, SetWorth] | None = None
    only_place: bool = False
    points: int = 0
    doubles: int = 0
    runs: int = 0
    added: int = 0
    lines: list[Line] = []
    limit_hands: Sequence[Line] = ()
    uncapped: int = 0
    total: int = 0

    def __post_init__(self) -> None:
        scored: list[Read | SetWorth] = [*self.held, *self.laid]
        for each in scored:
            self.points += each.points
            self.doubles += each.doubles
            self.runs += each.runs
        if self.last is not None:
            as_read, completed = self.last
            self.points += completed.points - as_read.points
            self.doubles += completed.doubles - as_read.doubles

    @property
    def sets(self) -> list[SetWorth]:
        sets = [each for read in self.held for each in read.sets]
        if self.last is not None:
            as_read, completed = self.last
            sets[sets.index(as_read)] = completed
        return [*sets, *self.laid]

    def rank(self) -> tuple[int, bool, int]:
        """The reading with the highest score counts."""
        return self.total, bool(self.limit_hands), self.uncapped

    # What the patterns ask besides (see `patterns.cases.WholeHand`)

    @property
    def way(self) -> Way:
        return self.player.way

    @property
    def bonus(self) -> Collection[t.Code]:
        return self.player.bonus

    @property
    def melds(self) -> tuple[Meld, ...]:
        return self.player.hand.melds

    @property
    def tile(self) -> t.Code | None:
        win = self.player.hand.win
        return win.tile if win is not None else None

    @property
    def tallies(self) -> tuple[int, int]:
        return self.player.hand.tallies


def as_dealt(player: Player) -> list[Interpretation]:
    """Of a hand won with the tiles as dealt. No tile completed it."""
    laid = player.worths.laid(player.hand.melds)
    held, _ = player.hand.tallies
    return [Interpretation(player, "standard", laid, reads) for reads in player.worths.reads(held)]


def completed(
    player: Player, win: Win, tile: t.Code, shapes: Mapping[str, Shape], asked: bool
) -> list[Interpretation]:
    """Of a hand that this tile completed, with each place where it may have gone.

    shapes: the special hands that the rules know. asked: whether they ask for the only place.
    """
    hand, worths = player.hand, player.worths
    held, every = hand.tallies
    laid = worths.laid(hand.melds)
    claimed = win.by in CLAIMED
    in_hand = win.meld is None and t.count(held, tile) > 0
    on_table = []
    for place in _places_on_table(hand, win.meld, tile, in_hand, claimed):
        meld = hand.melds[place]
        # Three of a kind that lie exposed were claimed, whatever the table says of the last tile.
        by = laid[place].claimed if claimed or meld.kind == "pung" else laid[place].drawn
        filled = (*laid[:place], by[tile], *laid[place + 1 :])
        on_table.append((filled, asked and only_call(held + meld.tally, tile, every)))
    only = asked and in_hand and only_call(held, tile, every)
    if only and shapes and not laid:
        only = not _called_special(held - t.WEIGHT[tile], tile, shapes)
    found = []
    for reads in worths.reads(held):
        if in_hand:
            for old in dict.fromkeys(reads[PLACE[tile]].sets):
                if tile in old.part.tiles:
                    last = old, (old.claimed if claimed else old.drawn)[tile]
                    found.append(Interpretation(player, "standard", laid, reads, last, only))
        for filled, only_there in on_table:
            found.append(Interpretation(player, "standard", filled, reads, None, only_there))
    return found


def special(player: Player, shapes: Mapping[str, Shape]) -> list[Interpretation]:
    """As the special hands that the rules know, if all fourteen tiles are in the hand."""
    held, _ = player.hand.tallies
    return [Interpretation(player, name, ()) for name, is_shape in shapes.items() if is_shape(held)]


def _places_on_table(
    hand: Hand, named: int | None, tile: t.Code, in_hand: bool, claimed: bool
) -> Sequence[int]:
    """The melds that the winning tile may have completed, or the one that is named.

    A drawn tile may complete a run that is laid out to show it (Harr p. 67). A claimed tile
    completed any exposed three of a kind, so a drawn tile is looked for there only if it is nowhere
    else.
    """
    if named is not None:
        return (named,)
    holding = [n for n, meld in enumerate(hand.melds) if tile in meld.tiles and meld.kind != "kong"]
    if claimed or not holding:
        return holding
    runs = [place for place in holding if hand.melds[place].kind == "chow"]
    return runs if runs or in_hand else holding


def _called_special(thirteen: int, tile: t.Code, shapes: Mapping[str, Shape]) -> bool:
    """Whether a tile other than this one would have made the thirteen a special hand."""
    # For tiles that are four sets and a pair, only seven kinds can have been called.
    return t.number_of_kinds(thirteen) == 7 and any(
        kind != tile and is_shape(thirteen + weight)
        for kind, weight in t.WEIGHT.items()
        for is_shape in shapes.values()
    )
