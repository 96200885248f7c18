"""Patterns about a whole hand, read in one way, by the name used in `when`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from companion.game import tiles as t
from companion.game.circumstances import CLAIMED
from companion.rules.patterns.cases import (
    CLAIMED_CLOSED,
    CLAIMED_OPEN,
    CONCEALED,
    DRAWN_CLOSED,
    DRAWN_OPEN,
    WholeHand,
)
from companion.rules.patterns.conditions import registered_in
from companion.rules.patterns.special_hands import (
    COMPLETED_NINE_WAY_CALLS,
    NINE_WAY_CALLS,
    SHAPES,
)

HandPattern = Callable[[WholeHand], bool]

HAND_PATTERNS: Final[dict[str, HandPattern]] = {}
_hand = registered_in(HAND_PATTERNS)


@_hand
def only_place(hand: WholeHand) -> bool:
    """Exactly one kind would have completed the thirteen tiles."""
    return hand.only_place


def _with(code: t.Code) -> HandPattern:
    return lambda hand: hand.tile == code


HAND_PATTERNS.update(
    {"with_1_dot": _with("1p"), "with_5_dot": _with("5p"), "with_2_bamboo": _with("2s")}
)


@_hand
def fourth_of_exposed_three(hand: WholeHand) -> bool:
    """It filled a run, and the other three of its kind lie exposed (Harr p. 62, no. 6)."""
    return any(meld.kind == "pung" and meld.tiles[0] == hand.tile for meld in hand.melds) and any(
        each.state >= CLAIMED_OPEN and each.kind == "chow" for each in hand.sets
    )


# --- what it is made of ---


@_hand
def four_sets(hand: WholeHand) -> bool:
    """Four sets and a pair."""
    return hand.shape == "standard"


@_hand
def no_sequences(hand: WholeHand) -> bool:
    return hand.runs == 0 and hand.shape == "standard"


@_hand
def nothing_else_scored(hand: WholeHand) -> bool:
    """Four runs and a worthless pair. Any other point forfeits it; doubles do not (p. 30)."""
    return hand.points == 0 and hand.runs == 4


@_hand
def four_kongs(hand: WholeHand) -> bool:
    """Four kongs on the table. Four of a kind in the hand are a pung and a tile."""
    return [meld.kind for meld in hand.melds] == ["kong"] * 4


@_hand
def all_concealed(hand: WholeHand) -> bool:
    """No set was claimed, not even the last one."""
    return hand.shape == "standard" and all(
        each.state in (CONCEALED, DRAWN_OPEN, DRAWN_CLOSED) for each in hand.sets
    )


def _nothing_but(codes: Collection[t.Code]) -> HandPattern:
    others = t.room(set(t.KINDS) - set(codes))
    return lambda hand: not hand.tallies[1] & others


def _sets_of_all(codes: Collection[t.Code]) -> HandPattern:
    """Of winds or dragons: three or four of one of them always make a set."""
    add, found = t.three_of_each(codes)
    return lambda hand: (hand.tallies[1] + add) & found == found


HAND_PATTERNS.update(
    {
        "heads_only": _nothing_but(t.HEADS),
        "terminals_only": _nothing_but(t.TERMINALS),
        "green_only": _nothing_but(t.GREEN),
        "sets_of_all_winds": _sets_of_all(t.WINDS),
        "sets_of_all_dragons": _sets_of_all(t.DRAGONS),
    }
)
_ADD_TO_WINDS, _THREE_WINDS = t.three_of_each(t.WINDS)


@_hand
def sets_of_three_winds(hand: WholeHand) -> bool:
    return ((hand.tallies[1] + _ADD_TO_WINDS) & _THREE_WINDS).bit_count() == 3


@_hand
def pair_of_winds(hand: WholeHand) -> bool:
    return any(each.kind == "pair" and each.tile in t.WINDS for each in hand.sets)


@_hand
def nothing_on_table(hand: WholeHand) -> bool:
    """But for the set that the last tile, claimed, completed."""
    return not hand.melds or (
        len(hand.melds) == 1
        and hand.way.by in CLAIMED
        and hand.sets[-1].state in (CLAIMED_OPEN, CLAIMED_CLOSED)
    )


@_hand
def fourteen_of_nine_way_call(hand: WholeHand) -> bool:
    """Three ones, three nines, 2 to 8 of one suit, and any tile of that suit."""
    return hand.tallies[1] in COMPLETED_NINE_WAY_CALLS


@_hand
def called_nine_ways(hand: WholeHand) -> bool:
    """The thirteen tiles before the winning one called every tile of their suit."""
    every = hand.tallies[1]
    return (
        every in COMPLETED_NINE_WAY_CALLS
        and hand.tile is not None
        and every - t.WEIGHT[hand.tile] in NINE_WAY_CALLS
    )


def _shape(name: str) -> HandPattern:
    return lambda hand: hand.shape == name


HAND_PATTERNS.update({name: _shape(name) for name in SHAPES})

# --- its bonus tiles ---


def _laid_out(codes: Collection[t.Code]) -> HandPattern:
    return lambda hand: all(code in hand.bonus for code in codes)


LAID_OUT: Final[dict[str, tuple[t.Code, ...]]] = {
    "all_flowers": t.FLOWERS,
    "all_seasons": t.SEASONS,
    "cat_and_mouse": ("1x", "2x"),
    "cock_and_worm": ("3x", "4x"),
    "man_and_gold": ("5x", "6x"),
    "fisherman_and_fish": ("7x", "8x"),
}
"""Bonus tiles that count together, by the name of the pattern that asks for all of them."""
HAND_PATTERNS.update({name: _laid_out(codes) for name, codes in LAID_OUT.items()})
