"""Who is East after every hand, and when a round and a set end.

East stays after a win and, by some rule sets, after a draw. Otherwise the wind passes to the player
on East's right (H1-62, H2-47, B-48, T-53). If the rule set counts rounds, a round ends when every
player has been East and lost it: the wind is then back with the first East. Four rounds, East,
South, West and North, make a set (H2-47, B-49). With fewer than four players, the empty places take
the winds that fall on them, and are never East (H1-63, H1-64, B-51).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from companion.base.errors import NotAllowedError
from companion.base.forms import Form
from companion.base.frozen import freeze
from companion.game.seats import SEATS, Place, Seat, right_of

Result = Literal["win", "draw", "wash", "false_mah_jongg"]

_FIRST_SEATS: Final[dict[int, tuple[Seat, ...]]] = {
    2: ("E", "W"),
    3: ("E", "S", "W"),
    4: SEATS,
}


class PlayersUnfitError(NotAllowedError):
    def __init__(self, count: int) -> None:
        super().__init__(
            f"The game is for two, three or four players, not {count}; add or remove some.",
            field="players",
        )


class WinnerNeededError(NotAllowedError):
    def __init__(self, winner: Seat | None, seats: Mapping[Seat, Place]) -> None:
        super().__init__(
            f"The winner {winner or 'nobody'} does not fit a hand that was won; "
            f"name one of the seats {', '.join(seats)}.",
            field="winner",
        )


@dataclass(frozen=True)
class RotationRule:
    """How one rule set passes East on.

    rounds: rounds are counted (Harr's game without a limit has none, p. 13). east_stays_on_draw: by
    the words of the American page, the deal passes (A39).
    """

    rounds: bool = True
    east_stays_on_draw: bool = True


@dataclass(frozen=True)
class Turn:
    """The table between two hands.

    seats: who sits at each wind that is taken, in the order of play from East. round: the wind of
    the round; None if the rule set counts no rounds. first_east: the player with whom this round
    began, and with whom the next one begins. sets: the sets that were completed. set_complete: the
    last hand completed one.
    """

    seats: Mapping[Seat, Place]
    round: Seat | None
    first_east: Place
    sets: int = 0
    set_complete: bool = False

    def __post_init__(self) -> None:
        freeze(self, "seats")

    @property
    def east(self) -> Place:
        return self.seats["E"]

    @property
    def round_shown(self) -> Seat:
        """A wind of the round for forms that need one. Without rounds it changes nothing."""
        return self.round or "E"


def first_seats(players: int) -> tuple[Seat, ...]:
    """Who plays at first, from East. Raises PlayersUnfitError."""
    if players not in _FIRST_SEATS:
        raise PlayersUnfitError(players)
    return _FIRST_SEATS[players]


def opening(players: int, rule: RotationRule, first_east: Place = 0) -> Turn:
    """The table before the first hand.

    Players sit in the order of their numbers, each to the right of the one before. Of three, the
    last has the empty place to the right; two sit opposite each other (H1-06, H1-64). Raises
    PlayersUnfitError.
    """
    seats: Mapping[Seat, Place] = dict(zip(first_seats(players), range(players), strict=True))
    while seats["E"] != first_east:
        seats = passed_on(seats)
    return Turn(seats, "E" if rule.rounds else None, first_east)


def passed_on(seats: Mapping[Seat, Place]) -> Mapping[Seat, Place]:
    """East with the next player to the right. Every wind moves as far, over empty places too."""
    steps = next(steps for steps in (1, 2, 3) if right_of("E", steps) in seats)
    moved = {right_of(seat, -steps): place for seat, place in seats.items()}
    return {seat: moved[seat] for seat in SEATS if seat in moved}


def after(turn: Turn, result: Result, winner: Seat | None, rule: RotationRule) -> Turn:
    """The table after a hand. winner: the seat that won; None if nobody did.

    After washing and after a false Mah-Jongg, East stays (H2-48, H2-50, A53). Raises
    WinnerNeededError if a won hand has no winner, or an empty seat won it.
    """
    if result == "win" and winner not in turn.seats:
        raise WinnerNeededError(winner, turn.seats)
    if _east_stays(result, winner, rule):
        return replace(turn, set_complete=False)
    seats = passed_on(turn.seats)
    if turn.round is None or seats["E"] != turn.first_east:
        return replace(turn, seats=seats, set_complete=False)
    complete = turn.round == "N"
    return replace(
        turn,
        seats=seats,
        round=right_of(turn.round),
        sets=turn.sets + complete,
        set_complete=complete,
    )


def _east_stays(result: Result, winner: Seat | None, rule: RotationRule) -> bool:
    match result:
        case "win":
            return winner == "E"
        case "draw":
            return rule.east_stays_on_draw
        case "wash" | "false_mah_jongg":
            return True


def reseated(turn: Turn, seats: Mapping[Seat, Place]) -> Turn:
    """The same moment with other seats, drawn again or corrected.

    At the start of a round, it begins with the new East. Later, the round still ends where it would
    have ended.
    """
    ordered = {seat: seats[seat] for seat in SEATS if seat in seats}
    begins = turn.east == turn.first_east
    return replace(turn, seats=ordered, first_east=ordered["E"] if begins else turn.first_east)


def taken_over(turn: Turn, leaves: Place, comes: Place) -> Turn:
    """The same moment with another player in the seat of one who leaves. A round that began with
    the one ends with the other."""
    seats = {seat: comes if place == leaves else place for seat, place in turn.seats.items()}
    return replace(
        turn, seats=seats, first_east=comes if turn.first_east == leaves else turn.first_east
    )


def marked(turn: Turn, round_: Seat) -> Turn:
    """The same moment in another round, corrected by hand. Nothing changes if no rounds are
    counted."""
    return turn if turn.round is None else replace(turn, round=round_)


_AGREED: Final = {
    "harr": ("set", "Harr p. 59, of Part II; Part I counts no rounds"),
    "harr-limit": ("set", "Harr p. 59"),
    "international": ("set", "Booklet Rule 14 for the four rounds; to agree on sets is Harr p. 59"),
    "traditional": ("round", "American page, Draw"),
}
"""What a table agrees on before it starts, by its book: sets of four rounds each, or rounds."""


class SetsLeft(Form, frozen=True):
    """How much of the evening is still to be played."""

    left: int
    over: bool
    words: str
    source: str


def sets_left(agreed: int, completed: int, book: str = "harr-limit") -> SetsLeft:
    """Whether the sets agreed, or by the American page the rounds, have been played (H2-03, T-54).

    book: the id of the book.
    """
    what, source = _AGREED[book]
    left = max(agreed - completed, 0)
    if not left:
        return SetsLeft(0, True, f"The {what}s agreed have been played; the game is over.", source)
    several = f"one {what} is" if left == 1 else f"{left} {what}s are"
    return SetsLeft(left, False, f"Of {agreed} {what}s agreed {several} left to play.", source)
