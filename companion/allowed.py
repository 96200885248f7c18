"""What the game does not allow in a hand, everything at once.

Whether a winner's tiles make four sets and a pair is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion import tiles as t
from companion.errors import NotAllowedError
from companion.melds import Meld

if TYPE_CHECKING:
    from companion.hand import Hand

_MOST_MELDS: Final = 4


@dataclass(frozen=True)
class Problem:
    """One thing that is not allowed. text: a sentence. field: its path in the hand."""

    text: str
    field: str


class HandNotAllowedError(NotAllowedError):
    """The tiles cannot be a hand of the game. problems: everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.text for problem in problems), problems[0].field)
        self.problems = problems


def problems(hand: Hand) -> tuple[Problem, ...]:
    """Empty where all is well."""
    return (
        *_tiles_out_of_place(hand),
        *_five_alike(hand),
        *(
            problem
            for number, meld in enumerate(hand.melds[:_MOST_MELDS])
            for problem in meld_problems(meld, f"melds[{number}]")
        ),
        *_wrong_number(hand),
        *(_win_problems(hand) if hand.winner else _loser_problems(hand)),
    )


def _tiles_out_of_place(hand: Hand) -> Iterator[Problem]:
    for code in dict.fromkeys(hand.concealed):
        if code not in t.KIND_SET:
            why = "say which tile it is" if code == t.BACK else "lay it out under bonus"
            yield Problem(f"A {t.words(code)} cannot stand in the hand; {why}.", "concealed")
    for code in dict.fromkeys(hand.bonus):
        if code not in t.BONUS_SET:
            yield Problem(f"The {t.words(code)} is no bonus tile; move it to the hand.", "bonus")
        elif hand.bonus.count(code) > 1:
            yield Problem(f"There is only one {t.words(code)}; remove the others.", "bonus")


def _five_alike(hand: Hand) -> Iterator[Problem]:
    every = hand.all_tiles
    for code in t.in_order(set(every)):
        count = every.count(code)
        if count > 4 and code in t.KIND_SET:
            held = "concealed" if code in hand.concealed else "melds"
            yield Problem(
                f"There are {count} of {t.words_of_several(code)}, and the game has four; "
                "change or remove one.",
                held,
            )


def meld_problems(meld: Meld, path: str) -> Iterator[Problem]:
    shown = ", ".join(map(t.words, meld.tiles[:5]))
    these = f"The tiles {shown} are" if shown else "No tile at all is"
    if any(code not in t.KIND_SET for code in meld.tiles):
        yield Problem(f"A {meld.kind} cannot hold {shown}; correct its tiles.", f"{path}.tiles")
    elif meld.kind == "chow" and not is_run(meld.tiles):
        what = (
            "winds and dragons make no runs"
            if any(c[1] == "z" for c in meld.tiles)
            else ("a chow is three following tiles of one suit")
        )
        yield Problem(f"{these} no chow: {what}.", f"{path}.tiles")
    elif meld.kind != "chow":
        size = 3 if meld.kind == "pung" else 4
        if len(meld.tiles) != size or len(set(meld.tiles)) != 1:
            number = "three" if size == 3 else "four"
            yield Problem(
                f"{these} no {meld.kind}: it has to be {number} alike.",
                f"{path}.tiles",
            )
    if meld.concealed and meld.kind != "kong":
        yield Problem(
            f"Only a kong can lie concealed on the table; put the {meld.kind} under concealed.",
            f"{path}.concealed",
        )


def _wrong_number(hand: Hand) -> Iterator[Problem]:
    if len(hand.melds) > _MOST_MELDS:
        yield Problem(f"A hand has at most four sets on the table, not {len(hand.melds)}.", "melds")
        return
    full = (14 if hand.winner else 13) - 3 * len(hand.melds)
    have = len(hand.concealed)
    if "dead" in hand.flags:
        right = {"many": have > full, "few": have < full}.get(hand.count or "", True)
        if not right:
            yield Problem(
                f"The hand is marked as holding too {hand.count} tiles, yet {have} stand in it and"
                f" {full} would be right.",
                "count",
            )
    elif have != full:
        sets = "1 set" if len(hand.melds) == 1 else f"{len(hand.melds)} sets"
        beside = f" beside {sets} on the table" if hand.melds else ""
        what = "a winner has" if hand.winner else "a player who did not win has"
        yield Problem(
            f"There are {have} tiles in the hand{beside}, and {what} {full} there; add or remove"
            f" {abs(have - full)}.",
            "concealed",
        )


def _win_problems(hand: Hand) -> Iterator[Problem]:
    if hand.flags:
        yield Problem("A hand that is dead or marked cannot win; remove the flags.", "flags")
    win = hand.win
    if win is None:
        yield Problem("The winning tile is missing; say which tile won, and how.", "win")
        return
    if win.tile is None:
        if win.meld is not None:
            yield Problem("Name the winning tile too, or leave the meld out.", "win.meld")
        return
    if win.tile not in hand.all_tiles:
        yield Problem(f"The winning tile, {t.words(win.tile)}, is not in the hand.", "win.tile")
    elif (
        "original" not in win.circumstances
        and win.tile not in hand.concealed
        and all(meld.kind == "kong" for meld in hand.melds if win.tile in meld.tiles)
    ):
        yield Problem(
            f"The winning tile, {t.words(win.tile)}, is only in a kong, and a kong cannot complete"
            " a hand.",
            "win.tile",
        )
    if win.meld is not None:
        if not 0 <= win.meld < len(hand.melds):
            yield Problem(f"There is no meld {win.meld}; melds are counted from 0.", "win.meld")
        elif win.tile not in hand.melds[win.meld].tiles:
            yield Problem(
                f"Meld {win.meld} does not hold the winning tile, {t.words(win.tile)}.", "win.meld"
            )
        elif hand.melds[win.meld].kind == "kong":
            yield Problem("A kong cannot complete a hand; name another set.", "win.meld")


def _loser_problems(hand: Hand) -> Iterator[Problem]:
    if hand.win is not None:
        yield Problem("Only the winner has a winning tile; remove win.", "win")
    if hand.count is not None and "dead" not in hand.flags:
        yield Problem("A count of many or few needs the flag dead.", "count")


def is_run(codes: tuple[t.Code, ...]) -> bool:
    """Three following tiles of one suit, in any order."""
    if len(codes) != 3 or len({code[1] for code in codes}) != 1 or codes[0][1] not in "mps":
        return False
    low, middle, high = sorted(int(code[0]) for code in codes)
    return low + 2 == middle + 1 == high
