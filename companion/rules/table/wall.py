"""Before the first discard: seats, the wall and its break, the deal, and how many tiles.

The books differ only in small things, which are settings of a rule set: `seats_drawn_by`,
`throw_again_on_ones` and `loose_tiles_lie`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.base.errors import NotAllowedError
from companion.base.forms import Form, always
from companion.game.seats import SEATS, WIND_WORDS, Place, Seat, right_of
from companion.game.tiles import HAND_TILES
from companion.rules.books.ruleset import Ruleset

BREACH_SOURCES: Final = {
    "harr": "Harr p. 14-16",
    "harr-limit": "Harr p. 14-16, 59",
    "international": "Booklet Rules 1 and 2",
    "traditional": "American page, Opening the Wall",
}
WIND_BOX_SOURCE: Final = "Harr p. 57-58"
WIND_BOX_WORDS: Final = (
    "A first throw names who shuffles the four discs and lays them face down in a row, the box on "
    "one of them. That player's throw names who takes the farthest disc; the others follow to the "
    "right. Whoever has the box marks East's place with it, the East disc makes first East, and "
    "the others sit by their discs."
)
DEAL_SOURCE: Final = "Harr p. 16; Booklet, The Deal; American page, The Draw"
COUNT_SOURCE: Final = "Harr p. 25; Booklet Rule 12"


class ThrowUnfitError(NotAllowedError):
    def __init__(self, throw: int, field: str) -> None:
        super().__init__(f"Two dice show 2 to 12, not {throw}; correct the throw.", field)


class DiscsUnfitError(NotAllowedError):
    sentence = "The discs are E, S, W and N, each once, and the box has one of the places 1 to 4."
    field = "discs"


# --- seats ---


def highest(throws: Sequence[int]) -> tuple[Place, ...]:
    """Who threw highest: one player, who is the first East, or several, who throw again (H1-05).

    Raises ThrowUnfitError.
    """
    for place, throw in enumerate(throws):
        _check(throw, f"throws[{place}]")
    return tuple(place for place, throw in enumerate(throws) if throw == max(throws))


def named(thrower: Place, throw: int, players: int = 4) -> Place:
    """The player that a throw names, counted to the right, with the thrower as one (Harr p. 14,
    57)."""
    _check(throw, "throw")
    return (thrower + throw - 1) % players


def takers(shuffler: Place, throw: int) -> tuple[Place, ...]:
    """Who takes the farthest disc, and so on to the nearest. Raises ThrowUnfitError."""
    first = named(shuffler, throw)
    return tuple((first + step) % 4 for step in range(4))


@dataclass(frozen=True)
class WindBox:
    """Seats drawn with the wind discs.

    takers: who takes the farthest disc, and so on to the nearest. box: who takes the disc under the
    box, which marks East's place. seats: the wind that each player drew.
    """

    takers: tuple[Place, ...]
    box: Place
    seats: Mapping[Seat, Place]


def wind_box(shuffler: Place, throw: int, discs: Sequence[Seat], box: int) -> WindBox:
    """Seats by wind discs and wind box (Harr p. 57-58, H2-02).

    shuffler: who laid the discs out, named by the throw before. throw: the shuffler's own throw,
    which names who takes the farthest disc; the others follow to the right. discs: the winds as
    they lie, the farthest first. box: the place of the box in that row, from 1. Raises
    ThrowUnfitError, DiscsUnfitError.
    """
    if sorted(discs) != sorted(SEATS) or not 1 <= box <= 4:
        raise DiscsUnfitError
    taking = takers(shuffler, throw)
    drawn = dict(zip(discs, taking, strict=True))
    return WindBox(taking, taking[box - 1], {seat: drawn[seat] for seat in SEATS})


# --- the wall ---


class Stack(Form, frozen=True):
    """A pair of tiles in the wall: its side, and its number from the right end, from 1."""

    side: Seat
    number: int
    words: str


def stack(side: Seat, number: int) -> Stack:
    return Stack(side, number, f"stack {number} from the right of {WIND_WORDS[side]}'s side")


class Breach(Form, frozen=True):
    """Where the wall is broken.

    again: the throw does not count. breaker: who throws second, and whose side is broken. lifted:
    the stack that is taken out, once both throws are known; the deal begins with the stack to its
    left. loose: where its lower and its upper tile go; None if the book only says on top of the
    wall, to the right of the gap.
    """

    words: str
    source: str
    again: bool = always(False)
    breaker: Seat | None = always(None)
    lifted: Stack | None = always(None)
    loose: tuple[Stack, ...] = always(())


def breach(
    first: int, second: int | None, ruleset: Ruleset, taken: Collection[Seat] = SEATS
) -> Breach:
    """Where East's throw, and then the breaker's, break the wall (H1-08, H1-09, B-04 to B-06).

    taken: the winds that are played now; East throws for an empty place (Harr p. 76). Raises
    ThrowUnfitError.
    """
    _check(first, "dice")
    source = BREACH_SOURCES[ruleset.book]
    again = ruleset.value("throw_again_on_ones")
    if again and first == 2:
        return Breach("Two ones (or two blanks): East throws again.", source, again=True)
    breaker = right_of("E", first - 1)
    wind = WIND_WORDS[breaker]
    thrower = wind if breaker in taken else "East, for the empty place,"
    if second is None:
        return Breach(f"{wind}'s side is broken; {thrower} throws.", source, breaker=breaker)
    _check(second, "second")
    if again and second == 2:
        words = f"Two ones (or two blanks): {thrower} throws again."
        return Breach(words, source, again=True, breaker=breaker)
    total = first + second
    long = 18 if ruleset.value("flowers") else 17
    lifted = _stack(breaker, total, long)
    loose: tuple[Stack, ...] = ()
    lay = "lay both tiles on top of the wall to the right of the gap"
    if ruleset.value("loose_tiles_lie") == "on two stacks":
        loose = (_stack(breaker, total - 1, long), _stack(breaker, total - 3, long))
        lay = f"lay the lower tile on {loose[0].words}, the upper one on {loose[1].words}"
    words = (
        f"{wind}'s side is broken: {first} and {second} make {total}. "
        f"Lift {lifted.words} and {lay}; the deal begins to the left of the gap."
    )
    return Breach(words, source, breaker=breaker, lifted=lifted, loose=loose)


def _stack(side: Seat, number: int, long: int) -> Stack:
    """Counted from the right end of a side, and on along the next side to the left (A61)."""
    return stack(side, number) if number <= long else stack(right_of(side, -1), number - long)


# --- the deal ---


class DealStep(Form, frozen=True):
    """seat: who takes. tiles: how many."""

    seat: Seat
    tiles: int


DEAL_WORDS: Final = (
    "From the left of the gap: four tiles at a time from East to the right, three times; then one "
    "each, and East one more. By the booklet East takes both of his last tiles at once, the top "
    "of the end stack and the top of the next but one, and the others the three between."
)


def deal(taken: Collection[Seat] = SEATS) -> tuple[DealStep, ...]:
    """Who takes how many tiles, in turn: 13 for each player and 14 for East (H1-10, B-07, T-06).

    taken: the winds that are played; an empty place gets no hand (H1-63, B-50).
    """
    seats = [seat for seat in SEATS if seat in taken]
    fours = [DealStep(seat, 4) for _ in range(3) for seat in seats]
    ones = [DealStep(seat, 1) for seat in seats]
    return (*fours, *ones, DealStep("E", 1))


# --- how many tiles ---


class TileCount(Form, frozen=True):
    tiles: int
    words: str
    source: str = always(COUNT_SOURCE)


def tile_count(kongs: int, drawn: bool, bonus: int = 0) -> TileCount:
    """How many tiles a player should have: 13, or 14 after drawing, and one for every kong (H1-25).

    drawn: before discarding, or won. bonus: flowers, seasons and special tiles laid out, which are
    not part of the hand (B-42).
    """
    tiles = HAND_TILES + drawn + kongs
    when = "with the tile drawn or claimed" if drawn else "after discarding"
    more = {0: "", 1: ", one of them for the kong"}.get(kongs, f", {kongs} of them for kongs")
    apart = {0: "", 1: " The flower lies apart."}.get(bonus, f" The {bonus} flowers lie apart.")
    return TileCount(tiles, f"{tiles} tiles {when}{more}, sets on the table included.{apart}")


def _check(throw: int, field: str) -> None:
    if not 2 <= throw <= 12:
        raise ThrowUnfitError(throw, field)
