"""Everything in a hand that the game does not allow.

The rules say whether a winner's tiles make four sets and a pair; this does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.base.errors import NotAllowedError
from companion.game import tiles as t
from companion.game.circumstances import as_it_can_be
from companion.game.hand import Hand
from companion.game.melds import Problem, meld_problems

_MOST_MELDS: Final = 4
"""Sets of a hand beside its pair."""
_MOST_TILES: Final = 18
"""Tiles of a hand, four kongs and a pair. The tally of so many shows whether five are alike."""


class HandNotAllowedError(NotAllowedError):
    """The tiles cannot be a hand of the game. problems: everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(problem.text for problem in problems), problems[0].field)
        self.problems = problems


def problems(hand: Hand) -> tuple[Problem, ...]:
    """Empty if nothing is wrong."""
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


def _instead(code: t.Code) -> str:
    """What to do with a tile that cannot stand in a hand."""
    if code == t.BACK:
        return "say which tile it is"
    return "take it out" if code == t.STRANGER else "lay it out under bonus"


def _tiles_out_of_place(hand: Hand) -> Iterator[Problem]:
    for code in t.in_order({*hand.concealed} - t.KIND_SET):
        yield Problem(f"A {t.words(code)} cannot stand in the hand; {_instead(code)}.", "concealed")
    for code in dict.fromkeys(hand.bonus):
        if code == t.STRANGER:
            yield Problem("A joker belongs to no game of these books; take it out.", "bonus")
        elif code not in t.BONUS_SET:
            yield Problem(f"The {t.words(code)} is not a bonus tile; move it to the hand.", "bonus")
        elif hand.bonus.count(code) > 1:
            yield Problem(f"There is only one {t.words(code)}; remove the others.", "bonus")


def _five_alike(hand: Hand) -> Iterator[Problem]:
    every = hand.all_tiles
    if len(every) <= _MOST_TILES and t.KIND_SET.issuperset(every) and not t.five(hand.tallies[1]):
        return
    counts = Counter(every)
    for code in t.in_order(code for code, count in counts.items() if count > 4):
        if code in t.KIND_SET:
            held = "concealed" if code in hand.concealed else "melds"
            yield Problem(
                f"There are {counts[code]} of {t.words_of_several(code)}, and the game has four; "
                "change or remove one.",
                held,
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
                f" {full} would be right; correct the tiles or the count.",
                "count",
            )
    elif have != full:
        sets = "1 set" if len(hand.melds) == 1 else f"{len(hand.melds)} sets"
        beside = f" beside {sets} on the table" if hand.melds else ""
        what = "a winner has" if hand.winner else "a player who did not win has"
        yield Problem(
            f"There are {have} tiles in the hand{beside}, and {what} {full} there;"
            f" {f'add {full - have}' if have < full else f'remove {have - full}'}.",
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
    lies_in: set[str] = {meld.kind for meld in hand.melds if win.tile in meld.tiles}
    if win.tile in hand.concealed:
        lies_in.add("hand")
    if not lies_in:
        yield Problem(
            f"The winning tile, {t.words(win.tile)}, is not in the hand; name another.", "win.tile"
        )
    elif lies_in == {"kong"} and "original" not in as_it_can_be(hand, win)[0].circumstances:
        yield Problem(
            f"The winning tile, {t.words(win.tile)}, is only in a kong, and a kong cannot complete"
            " a hand; name another.",
            "win.tile",
        )
    if win.meld is not None:
        if not 0 <= win.meld < len(hand.melds):
            yield Problem(f"There is no meld {win.meld}; melds are counted from 0.", "win.meld")
        elif win.tile not in hand.melds[win.meld].tiles:
            yield Problem(
                f"Meld {win.meld} does not hold the winning tile, {t.words(win.tile)}; name the"
                " one that does.",
                "win.meld",
            )
        elif hand.melds[win.meld].kind == "kong":
            yield Problem("A kong cannot complete a hand; name another set.", "win.meld")


def _loser_problems(hand: Hand) -> Iterator[Problem]:
    if hand.win is not None:
        yield Problem("Only the winner has a winning tile; remove win.", "win")
    if hand.count is not None and "dead" not in hand.flags:
        yield Problem(
            "A count of many or few needs the flag dead; set it, or leave the count out.", "count"
        )
