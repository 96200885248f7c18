"""Everything in a hand that the game does not allow.

The rules say whether a winner's tiles make four sets and a pair; this does not.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.base.errors import NotAllowedError
from companion.game import tiles as t
from companion.game.circumstances import as_it_can_be
from companion.game.hand import Count, Hand
from companion.game.melds import Fault, Win, checked

_MOST_MELDS: Final = 4
"""Sets of a hand beside its pair."""


class HandNotAllowedError(NotAllowedError):
    """The tiles cannot be a hand of the game. problems: everything that is wrong with it."""

    def __init__(self, problems: tuple[Fault, ...]) -> None:
        super().__init__(" ".join(problem.text for problem in problems), problems[0].field)
        self.problems = problems


def problems(hand: Hand) -> tuple[Fault, ...]:
    """Empty if nothing is wrong."""
    wrong, _, _ = _looked_through(hand)
    return tuple(wrong)


def tallies(hand: Hand) -> tuple[int, int]:
    """Of the tiles in the hand, and of all its tiles, without bonus tiles.

    Raises HandNotAllowedError.
    """
    wrong, held, every = _looked_through(hand)
    if wrong:
        raise HandNotAllowedError(tuple(wrong))
    return held, every


def _looked_through(hand: Hand) -> tuple[list[Fault], int, int]:
    """What is wrong, and the two tallies if nothing is."""
    out_of_place = _tiles_out_of_place(hand)
    held = every = 0 if out_of_place else t.tally(hand.concealed)
    in_melds: list[Fault] = []
    for number, meld in enumerate(hand.melds[:_MOST_MELDS]):
        known = checked(meld)
        every += known.tally
        for each in known.problems:
            in_melds.append(Fault(each.text, f"melds[{number}].{each.field}"))
    wrong_number = _wrong_number(hand)
    how_won = _win_problems(hand) if hand.winner else _loser_problems(hand)
    # A tally shows whether five are alike if all tiles are in it and their number is right.
    counted = not (out_of_place or in_melds or wrong_number or hand.flags)
    alike = [] if counted and not t.five(every) else _five_alike(hand)
    return [*out_of_place, *alike, *in_melds, *wrong_number, *how_won], held, every


def _instead(code: t.Code) -> str:
    """What to do with a tile that cannot stand in a hand."""
    if code == t.BACK:
        return "say which tile it is"
    return "take it out" if code == t.STRANGER else "lay it out under bonus"


def _tiles_out_of_place(hand: Hand) -> list[Fault]:
    found = []
    if not t.KIND_SET.issuperset(hand.concealed):
        for code in t.in_order({*hand.concealed} - t.KIND_SET):
            text = f"A {t.words(code)} cannot stand in the hand; {_instead(code)}."
            found.append(Fault(text, "concealed"))
    for code in dict.fromkeys(hand.bonus):
        wrong = _wrong_with_bonus(code, hand.bonus.count(code))
        if wrong:
            found.append(Fault(wrong, "bonus"))
    return found


def _wrong_with_bonus(code: t.Code, number: int) -> str | None:
    if code == t.STRANGER:
        return "A joker belongs to no game of these books; take it out."
    if code not in t.BONUS_SET:
        return f"The {t.words(code)} is not a bonus tile; move it to the hand."
    return f"There is only one {t.words(code)}; remove the others." if number > 1 else None


def _five_alike(hand: Hand) -> list[Fault]:
    counts = Counter(hand.all_tiles)
    return [
        Fault(
            f"There are {counts[code]} of {t.words_of_several(code)}, and the game has four; "
            "change or remove one.",
            "concealed" if code in hand.concealed else "melds",
        )
        for code in t.in_order(code for code, count in counts.items() if count > 4)
        if code in t.KIND_SET
    ]


def too_many(hand: Hand) -> int:
    """Tiles in the hand beyond the right number; below 0 if there are too few."""
    wanted = t.WINNING_TILES if hand.winner else t.HAND_TILES
    return len(hand.concealed) + 3 * len(hand.melds) - wanted


def in_part(hand: Hand) -> bool:
    """Whether it has tiles that are not entered, and somebody says so."""
    return "part" in hand.flags and too_many(hand) < 0


def dead_count(hand: Hand) -> Count:
    """Whether a dead hand has too many tiles or too few; if nobody says so, its tiles show it."""
    return hand.count or ("few" if too_many(hand) < 0 else "many")


def _wrong_number(hand: Hand) -> list[Fault]:
    melds = len(hand.melds)
    if melds > _MOST_MELDS:
        return [Fault(f"A hand has at most four sets on the table, not {melds}.", "melds")]
    have = len(hand.concealed)
    full = have - too_many(hand)
    if in_part(hand):
        if have or melds or hand.bonus:
            return []
        return [Fault("No tile is entered; add those that score.", "concealed")]
    if "dead" in hand.flags:
        if {"many": have > full, "few": have < full}.get(hand.count or "", True):
            return []
        text = (
            f"The hand is marked as holding too {hand.count} tiles, yet {have} stand in it and"
            f" {full} would be right; correct the tiles or the count."
        )
        return [Fault(text, "count")]
    # A special tile that was kept back stands in the place of a tile.
    if have == full or (have < full and "unexposed_special" in hand.flags):
        return []
    sets = "1 set" if melds == 1 else f"{melds} sets"
    beside = f" beside {sets} on the table" if melds else ""
    who = "a winner has" if hand.winner else "a player who did not win has"
    todo = f"add {full - have}" if have < full else f"remove {have - full}"
    there = "There is 1 tile" if have == 1 else f"There are {have} tiles"
    text = f"{there} in the hand{beside}, and {who} {full} there; {todo}."
    return [Fault(text, "concealed")]


def _win_problems(hand: Hand) -> list[Fault]:
    win = hand.win
    found = []
    if hand.flags:
        text = "A hand that is dead, marked or entered in part cannot win; remove the flags."
        found.append(Fault(text, "flags"))
    if win is None:
        found.append(Fault("The winning tile is missing; say which tile won, and how.", "win"))
        return found
    if win.tile is not None and win.tile not in hand.concealed:
        found += _winning_tile_problems(hand, win, win.tile)
    if win.meld is not None:
        found += _named_meld_problems(hand, win.meld, win.tile)
    return found


def _winning_tile_problems(hand: Hand, win: Win, tile: t.Code) -> list[Fault]:
    """Of a tile that has to lie on the table, because it is not in the hand."""
    lies_in = {meld.kind for meld in hand.melds if tile in meld.tiles}
    if not lies_in:
        text = f"The winning tile, {t.words(tile)}, is not in the hand; name another."
        return [Fault(text, "win.tile")]
    if lies_in == {"kong"} and "original" not in as_it_can_be(hand, win)[0].circumstances:
        text = (
            f"The winning tile, {t.words(tile)}, is only in a kong, and a kong cannot complete"
            " a hand; name another."
        )
        return [Fault(text, "win.tile")]
    return []


def _named_meld_problems(hand: Hand, number: int, tile: t.Code | None) -> list[Fault]:
    """number: of the meld that the winning tile is said to have completed."""
    if tile is None:
        return [Fault("Name the winning tile too, or leave the meld out.", "win.meld")]
    if not 0 <= number < len(hand.melds):
        return [Fault(f"There is no meld {number}; melds are counted from 0.", "win.meld")]
    meld = hand.melds[number]
    if tile not in meld.tiles:
        text = (
            f"Meld {number} does not hold the winning tile, {t.words(tile)}; name the one that"
            " does."
        )
        return [Fault(text, "win.meld")]
    if meld.kind == "kong":
        return [Fault("A kong cannot complete a hand; name another set.", "win.meld")]
    return []


def _loser_problems(hand: Hand) -> list[Fault]:
    found = []
    if hand.win is not None:
        found.append(Fault("Only the winner has a winning tile; remove win.", "win"))
    if "part" in hand.flags and ({*hand.flags} != {"part"} or hand.count is not None):
        text = (
            "Only a part of the hand is entered, so it cannot be called dead or keep a special tile"
            " back; enter the whole hand, or leave that out."
        )
        found.append(Fault(text, "flags"))
    elif hand.count is not None and "dead" not in hand.flags:
        text = "A count of many or few needs the flag dead; set it, or leave the count out."
        found.append(Fault(text, "count"))
    return found
