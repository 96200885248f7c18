"""Every way to read a winner's tiles: as sets and a pair, and where the winning tile went."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from companion.game import tiles as t
from companion.game.circumstances import CLAIMED
from companion.game.hand import Hand
from companion.game.melds import Meld, Win
from companion.rules.patterns.cases import EXPOSED, Way
from companion.rules.patterns.special_hands import Shape
from companion.rules.scoring.divide import only_call
from companion.rules.scoring.score import Line
from companion.rules.scoring.set_values import PARTS, SetWorth, Worths


class KnownHand(Struct, frozen=True):
    """A hand with everything that is known before its tiles are read.

    tallies: of the tiles in the hand, and of all tiles. tile: the winning tile. laid: its sets on
    the table. bonus: the tiles laid out that count. shapes: the special hands that the rules know,
    if it may be one.
    """

    hand: Hand
    tallies: tuple[int, int]
    tile: t.Code | None
    laid: Sequence[SetWorth]
    bonus: tuple[t.Code, ...]
    worths: Worths
    way: Way
    shapes: Mapping[str, Shape]


class Interpretation(Struct):
    """A whole hand, read in one way, with one place for the winning tile.

    shape: standard, the name of a special hand, or None for a loser's. sets: in the hand and on the
    table, each as it counts. filled: the set that the winning tile completed, as it was before.

    The rest is worked out later, by `whole_hand.value`. points: so far, while the rules are asked.
    runs: how many of its sets are runs. lines, double_lines: what the rules for whole hands add.
    limit_hands: the lines of all limit hands that it is. rank: the reading with the highest counts;
    its score, whether it is a limit hand, and its score before the limit.
    """

    known: KnownHand
    shape: str | None
    sets: Sequence[SetWorth] = ()
    filled: SetWorth | None = None
    points: int = 0
    doubles: int = 0
    runs: int = 0
    lines: tuple[Line, ...] = ()
    double_lines: tuple[Line, ...] = ()
    limit_hands: tuple[Line, ...] = ()
    rank: tuple[int, bool, int] = (0, False, 0)

    # What the patterns ask besides (see `patterns.cases.WholeHand`)

    @property
    def way(self) -> Way:
        return self.known.way

    @property
    def bonus(self) -> Collection[t.Code]:
        return self.known.bonus

    @property
    def melds(self) -> tuple[Meld, ...]:
        return self.known.hand.melds

    @property
    def tile(self) -> t.Code | None:
        return self.known.tile

    @property
    def tallies(self) -> tuple[int, int]:
        return self.known.tallies

    @property
    def only_place(self) -> bool:
        """Exactly one kind would have completed the hand there."""
        tile, filled = self.known.tile, self.filled
        if tile is None or filled is None:
            return False
        held, every = self.known.tallies
        if filled.state == EXPOSED:
            held += filled.part.tally
        return only_call(held, tile, every) and not (
            self.known.shapes and self._called_special(held - t.WEIGHT[tile])
        )

    def _called_special(self, thirteen: int) -> bool:
        """Whether a tile other than the winning one would have made the thirteen a special hand."""
        # For tiles that are four sets and a pair, only seven kinds can have been called.
        return t.number_of_kinds(thirteen) == 7 and any(
            kind != self.tile and is_shape(thirteen + weight)
            for kind, weight in t.WEIGHT.items()
            for is_shape in self.known.shapes.values()
        )


def as_dealt(known: KnownHand) -> list[Interpretation]:
    """Of a hand won with the tiles as dealt. No tile completed it."""
    readings = known.worths.readings(known.tallies[0], known.laid)
    return [Interpretation(known, "standard", sets) for sets in readings]


def completed(known: KnownHand, win: Win, tile: t.Code, shows_runs: bool) -> list[Interpretation]:
    """Of a hand that this tile completed, with each place where it may have gone.

    shows_runs: whether a drawn tile that fills a run is laid out with it (Harr p. 67).
    """
    held, _ = known.tallies
    claimed, first_laid = win.by in CLAIMED, PARTS - len(known.laid)
    found = []
    for sets in known.worths.readings(held, known.laid):
        if win.meld is None:
            places = _places(sets, first_laid, tile, claimed, shows_runs)
        else:
            places = [first_laid + win.meld]
        for place in places:
            before, as_won = sets[place], sets.copy()
            as_won[place] = before.completed[tile][claimed]
            found.append(Interpretation(known, "standard", as_won, before))
    return found


def _places(
    sets: Sequence[SetWorth], first_laid: int, tile: t.Code, claimed: bool, shows_runs: bool
) -> list[int]:
    """The sets that the winning tile may have completed; of equal ones, the first.

    first_laid: where the sets on the table begin. shows_runs: as in `completed`.

    A claimed tile completed any exposed set, but for the run that shows a drawn one. So a drawn
    tile is looked for in another only if it is nowhere else, and in a run first: nobody lays three
    alike out for a tile of his own.
    """
    holding = []
    for place, each in enumerate(sets):
        if tile in each.completed and each not in sets[:place]:
            holding.append(place)
    if claimed or len(holding) == 1:
        return holding
    held = [place for place in holding if place < first_laid]
    runs = [place for place in holding if place >= first_laid and sets[place].runs]
    return (held + runs if shows_runs else held or runs) or holding


def special(known: KnownHand) -> list[Interpretation]:
    """As the special hands that the rules know. All fourteen tiles are then in the hand."""
    held, _ = known.tallies
    return [
        Interpretation(known, name) for name, is_shape in known.shapes.items() if is_shape(held)
    ]
