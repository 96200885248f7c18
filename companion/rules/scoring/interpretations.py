"""Every way to read a winner's tiles: as sets and a pair, and where the winning tile went."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from companion.game import tiles as t
from companion.game.circumstances import CLAIMED
from companion.game.hand import Hand, Meld, Win
from companion.rules.patterns.cases import Way
from companion.rules.patterns.special_hands import Shape
from companion.rules.scoring.divide import only_call
from companion.rules.scoring.lines import Line
from companion.rules.scoring.set_values import PARTS, SetWorth, Worths


class Player(Struct, frozen=True):
    """A hand with everything that is known before its tiles are read.

    laid: its sets on the table. bonus: the tiles laid out that count.
    """

    hand: Hand
    laid: Sequence[SetWorth]
    bonus: tuple[t.Code, ...]
    worths: Worths
    way: Way


class Interpretation(Struct):
    """A whole hand, read in one way, with one place for the winning tile.

    shape: standard, the name of a special hand, or None for a loser's. sets: in the hand and on the
    table, each as it counts. only_place: exactly one kind would have completed the hand there.

    The rest is worked out later, by `whole_hand.value`. points, doubles, added: what it scores so
    far. runs: how many of its sets are runs. lines: what the rules for whole hands add.
    limit_hands: the lines of all limit hands that it is. uncapped, total: the score before the
    limit and after it.
    """

    player: Player
    shape: str | None
    sets: Sequence[SetWorth] = ()
    only_place: bool = False
    points: int = 0
    doubles: int = 0
    runs: int = 0
    added: int = 0
    lines: list[Line] = []
    limit_hands: Sequence[Line] = ()
    uncapped: int = 0
    total: int = 0

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
    readings = player.worths.readings(player.hand.tallies[0], player.laid)
    return [Interpretation(player, "standard", sets) for sets in readings]


def completed(
    player: Player, win: Win, tile: t.Code, shapes: Mapping[str, Shape], asked: bool
) -> list[Interpretation]:
    """Of a hand that this tile completed, with each place where it may have gone.

    shapes: the special hands that the rules know. asked: whether they ask for the only place.
    """
    laid = player.laid
    held, every = player.hand.tallies
    last = tile, win.by in CLAIMED
    first_laid = PARTS - len(laid)
    in_hand = win.meld is None and t.count(held, tile) > 0
    only = asked and in_hand and only_call(held, tile, every)
    if only and shapes and not laid:
        only = not _called_special(held - t.WEIGHT[tile], tile, shapes)
    on_table = [
        (first_laid + place, asked and only_call(held + laid[place].part.tally, tile, every))
        for place in _places_on_table(laid, win.meld, last, in_hand)
    ]
    found = []
    for sets in player.worths.readings(held, laid):
        if in_hand:
            for place, each in enumerate(sets[:first_laid]):
                if last in each.completed and each not in sets[:place]:
                    found.append(_won(player, sets, place, last, only))
        for place, only_there in on_table:
            found.append(_won(player, sets, place, last, only_there))
    return found


def _won(
    player: Player, sets: Sequence[SetWorth], place: int, last: tuple[t.Code, bool], only: bool
) -> Interpretation:
    """With the set at this place as the winning tile completed it."""
    as_won = [*sets]
    as_won[place] = sets[place].completed[last]
    return Interpretation(player, "standard", as_won, only)


def special(player: Player, shapes: Mapping[str, Shape]) -> list[Interpretation]:
    """As the special hands that the rules know, if all fourteen tiles are in the hand."""
    held, _ = player.hand.tallies
    return [Interpretation(player, name) for name, is_shape in shapes.items() if is_shape(held)]


def _places_on_table(
    laid: Sequence[SetWorth], named: int | None, last: tuple[t.Code, bool], in_hand: bool
) -> Sequence[int]:
    """The melds that the winning tile may have completed, or the one that is named.

    A drawn tile may complete a run that is laid out to show it (Harr p. 67). A claimed tile
    completed any exposed three of a kind, so a drawn tile is looked for there only if it is nowhere
    else.
    """
    if named is not None:
        return (named,)
    holding = [place for place, each in enumerate(laid) if last in each.completed]
    _, claimed = last
    if claimed or not holding:
        return holding
    runs = [place for place in holding if laid[place].runs]
    return runs if runs or in_hand else holding


def _called_special(thirteen: int, tile: t.Code, shapes: Mapping[str, Shape]) -> bool:
    """Whether a tile other than this one would have made the thirteen a special hand."""
    # For tiles that are four sets and a pair, only seven kinds can have been called.
    return t.number_of_kinds(thirteen) == 7 and any(
        kind != tile and is_shape(thirteen + weight)
        for kind, weight in t.WEIGHT.items()
        for is_shape in shapes.values()
    )
