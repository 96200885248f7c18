"""What a table says about how a hand was won, and whether that can be true.

A circumstance goes with certain ways to win, certain winds, and certain sets on the table. One that
cannot be true counts nothing, and a sentence says why (docs/rules.md, A77).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from companion.game.hand import Hand
from companion.game.melds import Circumstance, Win, WonBy
from companion.game.seats import SEATS, Seat

CLAIMED: Final[tuple[WonBy, ...]] = ("discard", "rob")
"""The ways to win with another player's tile."""
_DRAWN: Final[tuple[WonBy, ...]] = ("draw", "loose")


def _always(hand: Hand, win: Win) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Question:
    """A circumstance that a form may ask for.

    words: the question. otherwise: the sentence if it cannot be true. by, seats: the ways to win
    and the winds that it goes with. not_with: circumstances that exclude it. fits: what else must
    be true.
    """

    id: Circumstance
    words: str
    otherwise: str
    by: tuple[WonBy, ...]
    seats: tuple[Seat, ...] = SEATS
    not_with: tuple[Circumstance, ...] = ()
    fits: Callable[[Hand, Win], bool] = _always


def _lying_open(hand: Hand) -> list[int]:
    """The places of the melds that are not concealed kongs. A claimed tile made each of them."""
    return [place for place, meld in enumerate(hand.melds) if not meld.concealed]


def _kongs(hand: Hand) -> int:
    """Kongs on the table. Four of a kind in the hand are a pung and a tile."""
    return sum(meld.kind == "kong" for meld in hand.melds)


def _nothing_claimed(hand: Hand, win: Win) -> bool:
    return not _lying_open(hand)


def _claimed_last(hand: Hand, win: Win) -> bool:
    """No meld is exposed except the one that the winning tile completed."""
    return _lying_open(hand) in ([], [_completed_on_table(hand, win)])


def _declared_in_time(hand: Hand, win: Win) -> bool:
    """East declares after the first discard of all, before any tile could be claimed (Booklet Rule
    10)."""
    if hand.seat != "E":
        return True
    return _claimed_last(hand, win) if win.by in CLAIMED else _nothing_claimed(hand, win)


def _two_kongs(hand: Hand, win: Win) -> bool:
    return _kongs(hand) >= 2


def _flower_laid_out(hand: Hand, win: Win) -> bool:
    return bool(hand.bonus)


QUESTIONS: Final = (
    Question(
        "original",
        "East won with the tiles as dealt",
        "Only East can win on the hand as dealt, with no tile claimed, before or last; it was"
        " scored as any other.",
        by=_DRAWN,
        seats=("E",),
        fits=_nothing_claimed,
    ),
    Question(
        "first_discard",
        "With East's first discard",
        "Only South, West or North can win with the first discard, with no tile claimed before;"
        " it was scored as any other.",
        by=("discard",),
        seats=("S", "W", "N"),
        fits=_claimed_last,
    ),
    Question(
        "last_tile",
        "With the last tile that may be drawn",
        "The last tile of the wall counts only for who draws it, and not in the hand as dealt.",
        by=_DRAWN,
        not_with=("original",),
    ),
    Question(
        "standing",
        "With a standing hand",
        "A hand can be declared standing only after a first draw and discard of one's own, so not"
        " with the tiles as dealt nor before East's first discard is taken, and by East only before"
        " any tile is claimed.",
        by=("discard", "draw", "loose", "rob"),
        not_with=("original", "first_discard"),
        fits=_declared_in_time,
    ),
    Question(
        "loose_after_flower",
        "The loose tile replaced a flower, not a kong",
        "A loose tile replaces a flower only where one is laid out.",
        by=("loose",),
        fits=_flower_laid_out,
    ),
    Question(
        "kong_on_kong",
        "A loose tile made a second kong, and the next one won",
        "Kong on kong takes two kongs on the table, and a loose tile drawn for the second.",
        by=("loose",),
        not_with=("loose_after_flower",),
        fits=_two_kongs,
    ),
)
"""Each comes after those that exclude it."""

_NO_LOOSE_TILE: Final = (
    "A loose tile is drawn only for a kong or a flower, and neither lies there; it was scored as"
    " drawn from the wall."
)


def as_it_can_be(hand: Hand, win: Win) -> tuple[Win, Sequence[str]]:
    """The win without what cannot be true, and a sentence for each thing left out.

    What must be true is added: a loose tile without a kong replaced a flower, and where nothing was
    claimed before, the exposed set is the one that the last tile completed.
    """
    if not win.circumstances and win.by != "loose":
        return win, ()
    left_out = []
    if win.by == "loose" and not _kongs(hand):
        if hand.bonus:
            told = dict.fromkeys((*win.circumstances, "loose_after_flower"))
            win = replace(win, circumstances=tuple(told))
        else:
            win = replace(win, by="draw")
            left_out.append(_NO_LOOSE_TILE)
    can_be: list[Circumstance] = []
    for question in QUESTIONS:
        if question.id in win.circumstances:
            if _can_be(question, hand, win, can_be):
                can_be.append(question.id)
            else:
                left_out.append(question.otherwise)
    one_claim = "first_discard" in can_be or (
        "standing" in can_be and hand.seat == "E" and win.by in CLAIMED
    )
    meld = _completed_on_table(hand, win) if one_claim else win.meld
    return replace(win, circumstances=tuple(can_be), meld=meld), left_out


def _can_be(question: Question, hand: Hand, win: Win, others: Sequence[Circumstance]) -> bool:
    return (
        win.by in question.by
        and hand.seat in question.seats
        and not any(each in others for each in question.not_with)
        and question.fits(hand, win)
    )


def _completed_on_table(hand: Hand, win: Win) -> int | None:
    """The meld said to hold the winning tile, or the first exposed one that may hold it."""
    if win.meld is not None:
        return win.meld
    may_hold = (
        place
        for place in _lying_open(hand)
        if hand.melds[place].kind != "kong" and win.tile in hand.melds[place].tiles
    )
    return next(may_hold, None)
