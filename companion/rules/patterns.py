"""The predicates that rule entries name in `when`: pure, small, registered by name.

There are three sorts. A part pattern looks at one set or pair, a bonus pattern at one flower,
season or special tile, and a hand pattern at the whole hand. `not NAME` turns a pattern round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from companion import tiles as t
from companion.rules.divide import Part, Parts
from companion.rules.special_hands import SHAPES, nine_way_call
from companion.seats import SEATS, WIND_TILE, Seat

# How a set came about; the place in this order matters to nobody.
EXPOSED, CONCEALED, CLAIMED_OPEN, CLAIMED_CLOSED, DRAWN_OPEN, DRAWN_CLOSED = range(6)
"""Laid on the table; held or a kong with tiles turned; completed last, by a claim or by a draw.

A run is closed where only this one tile could fill it: its middle, or the end beside 1-2 or 8-9.
"""


@dataclass(frozen=True, slots=True)
class PartCase:
    """A set or pair, how it came about, and whose it is."""

    kind: str
    tile: t.Code
    state: int
    seat: Seat
    round: Seat

    @property
    def completed(self) -> bool:
        return self.state >= CLAIMED_OPEN

    @property
    def concealed(self) -> bool:
        return self.state in (CONCEALED, DRAWN_OPEN, DRAWN_CLOSED)


@dataclass(frozen=True, slots=True)
class BonusCase:
    tile: t.Code
    seat: Seat


@dataclass(slots=True)
class HandCase:
    """One reading of a whole hand, with one place for the winning tile.

    original: East won with the tiles as dealt. suits: the letters of its suits, in their order.
    tile: the winning one. held: the tiles that stand in the hand. kinds: every kind of tile in
    the hand. parts: all sets, the pair among them; states: how each came about; chows: how many are
    runs. shape: standard,
    the name of a special hand, or None for a loser's. points: scored so far, Mah-Jongg itself
    left out.
    """

    winner: bool
    seat: Seat
    by: str
    circumstances: Collection[str]
    original: bool
    suits: str
    settings: Mapping[str, Any]
    tile: t.Code = ""
    bonus: frozenset[t.Code] = frozenset()
    held: tuple[t.Code, ...] = ()
    melds: int = 0
    kinds: Collection[t.Code] = ()
    shape: str | None = None
    parts: Parts = ()
    states: tuple[int, ...] = ()
    chows: int = 0
    only_place: bool = False
    points: int = 0

    def triplets(self) -> set[t.Code]:
        """The tiles of which there is a pung or a kong."""
        return {tile for kind, tile in self.parts if kind in ("pung", "kong")}


PartPattern = Callable[[PartCase], bool]
BonusPattern = Callable[[BonusCase], bool]
HandPattern = Callable[[HandCase], bool]
P = TypeVar("P", bound=Callable[..., bool])

PART_PATTERNS: Final[dict[str, PartPattern]] = {}
BONUS_PATTERNS: Final[dict[str, BonusPattern]] = {}
HAND_PATTERNS: Final[dict[str, HandPattern]] = {}

PATTERNS: Final[dict[str, Mapping[str, Callable[..., bool]]]] = {
    "set": PART_PATTERNS,
    "bonus": BONUS_PATTERNS,
    "hand": HAND_PATTERNS,
}


def _in(registry: dict[str, P]) -> Callable[[P], P]:
    def register(pattern: P) -> P:
        registry[pattern.__name__] = pattern
        return pattern

    return register


_part, _bonus, _hand = _in(PART_PATTERNS), _in(BONUS_PATTERNS), _in(HAND_PATTERNS)

FIXED: Final[set[str]] = set()
"""Hand patterns that look at who plays, how the hand was won and its suits, and at no reading."""


def _fixed(pattern: P) -> P:
    FIXED.add(pattern.__name__)
    return cast("P", _hand(pattern))


# --- one set or pair ---


def _kind(name: str) -> PartPattern:
    return lambda part: part.kind == name


def _tile(code: t.Code) -> PartPattern:
    return lambda part: part.tile == code


PART_PATTERNS.update({name: _kind(name) for name in ("chow", "pung", "kong", "pair")})
PART_PATTERNS.update(
    {
        "of_white_dragons": _tile("5z"),
        "of_green_dragons": _tile("6z"),
        "of_red_dragons": _tile("7z"),
    }
)


@_part
def triplet(part: PartCase) -> bool:
    """Three or four alike."""
    return part.kind in ("pung", "kong")


@_part
def of_simples(part: PartCase) -> bool:
    """Of tiles from 2 to 8."""
    return part.tile not in t.HEADS


@_part
def of_heads(part: PartCase) -> bool:
    """Of ones, nines, winds or dragons."""
    return part.tile in t.HEADS


@_part
def of_dragons(part: PartCase) -> bool:
    return part.tile in t.DRAGONS


@_part
def of_own_wind(part: PartCase) -> bool:
    return part.tile == WIND_TILE[part.seat]


@_part
def of_round_wind(part: PartCase) -> bool:
    return part.tile == WIND_TILE[part.round]


@_part
def of_own_wind_in_own_round(part: PartCase) -> bool:
    return part.tile == WIND_TILE[part.seat] == WIND_TILE[part.round]


@_part
def exposed(part: PartCase) -> bool:
    """On the table, or completed by a claimed tile."""
    return not part.concealed


@_part
def concealed(part: PartCase) -> bool:
    return part.concealed


@_part
def completed(part: PartCase) -> bool:
    """The winning tile made it."""
    return part.completed


@_part
def drawn(part: PartCase) -> bool:
    """Completed by a drawn tile."""
    return part.state in (DRAWN_OPEN, DRAWN_CLOSED)


@_part
def claimed(part: PartCase) -> bool:
    """Completed by a discard or a robbed tile."""
    return part.state in (CLAIMED_OPEN, CLAIMED_CLOSED)


@_part
def closed(part: PartCase) -> bool:
    """A run filled in its middle or at its only open end."""
    return part.state in (CLAIMED_CLOSED, DRAWN_CLOSED)


# --- one bonus tile ---


@_bonus
def flower_or_season(case: BonusCase) -> bool:
    return case.tile[1] == "f"


@_bonus
def special(case: BonusCase) -> bool:
    return case.tile[1] == "x"


@_bonus
def own_flower(case: BonusCase) -> bool:
    return case.tile == t.FLOWERS[SEATS.index(case.seat)]


@_bonus
def own_season(case: BonusCase) -> bool:
    return case.tile == t.SEASONS[SEATS.index(case.seat)]


# --- the whole hand: how it was won ---


@_fixed
def won(hand: HandCase) -> bool:
    return hand.winner


def was_drawn(hand: HandCase) -> bool:
    return hand.by in ("draw", "loose")


@_fixed
def drew_winning_tile(hand: HandCase) -> bool:
    """From the wall or from the loose tiles, and not with the hand as dealt (Example 16)."""
    return hand.by in ("draw", "loose") and not hand.original


@_hand
def only_place(hand: HandCase) -> bool:
    """Exactly one kind would have completed the thirteen tiles."""
    return hand.only_place


@_fixed
def loose_tile(hand: HandCase) -> bool:
    return hand.by == "loose"


@_fixed
def loose_after_kong(hand: HandCase) -> bool:
    return hand.by == "loose" and "loose_after_flower" not in hand.circumstances


@_fixed
def robbed(hand: HandCase) -> bool:
    return hand.by == "rob"


@_fixed
def original_hand(hand: HandCase) -> bool:
    """East's tiles as dealt; only East holds fourteen then."""
    return hand.original


@_fixed
def first_discard(hand: HandCase) -> bool:
    """With East's first discard, so not East's own hand."""
    return hand.by == "discard" and hand.seat != "E" and "first_discard" in hand.circumstances


@_fixed
def last_tile_drawn(hand: HandCase) -> bool:
    return was_drawn(hand) and "last_tile" in hand.circumstances


@_fixed
def standing(hand: HandCase) -> bool:
    return "standing" in hand.circumstances


@_fixed
def standing_before_doubling(hand: HandCase) -> bool:
    return bool(hand.settings["standing_before_doubling"])


@_hand
def kong_on_kong(hand: HandCase) -> bool:
    kongs = sum(part.kind == "kong" for part in hand.parts)
    return hand.by == "loose" and "kong_on_kong" in hand.circumstances and kongs >= 2


@_hand
def with_1_dot(hand: HandCase) -> bool:
    return hand.tile == "1p"


@_hand
def with_5_dot(hand: HandCase) -> bool:
    return hand.tile == "5p"


@_hand
def with_2_bamboo(hand: HandCase) -> bool:
    return hand.tile == "2s"


@_hand
def fourth_of_exposed_three(hand: HandCase) -> bool:
    """It filled a run, and the other three of its kind lie exposed (Harr p. 62, no. 6)."""
    read = list(zip(hand.parts, hand.states, strict=True))
    return (Part("pung", hand.tile), EXPOSED) in read and any(
        part.kind == "chow" and state >= CLAIMED_OPEN for part, state in read
    )


# --- the whole hand: what it is made of ---


@_hand
def four_sets(hand: HandCase) -> bool:
    """Four sets and a pair."""
    return hand.shape == "standard"


@_hand
def no_sequences(hand: HandCase) -> bool:
    return hand.chows == 0 and hand.shape == "standard"


@_hand
def nothing_else_scored(hand: HandCase) -> bool:
    """Four runs and a worthless pair; any other point forfeits it, doubles do not (p. 30)."""
    return hand.points == 0 and hand.chows == 4


@_hand
def four_kongs(hand: HandCase) -> bool:
    return [kind for kind, _ in hand.parts].count("kong") == 4


@_hand
def all_concealed(hand: HandCase) -> bool:
    """No set claimed, the last one neither."""
    return hand.shape == "standard" and all(
        state in (CONCEALED, DRAWN_OPEN, DRAWN_CLOSED) for state in hand.states
    )


@_fixed
def one_suit_only(hand: HandCase) -> bool:
    return len(hand.suits) == 1 and hand.suits != "z"


@_fixed
def one_suit_and_honours(hand: HandCase) -> bool:
    return len(hand.suits) == 2 and "z" in hand.suits


@_fixed
def honours_only(hand: HandCase) -> bool:
    return hand.suits == "z"


@_fixed
def doubles_for_whole_hand(hand: HandCase) -> bool:
    """The winner's always; a loser's where the rules let losers double so."""
    return hand.winner or bool(hand.settings["losers_double_whole_hand"])


@_hand
def heads_only(hand: HandCase) -> bool:
    return t.HEADS.issuperset(hand.kinds)


@_hand
def terminals_only(hand: HandCase) -> bool:
    return t.TERMINALS.issuperset(hand.kinds)


@_hand
def green_only(hand: HandCase) -> bool:
    return t.GREEN.issuperset(hand.kinds)


@_hand
def sets_of_all_winds(hand: HandCase) -> bool:
    return hand.triplets().issuperset(t.WINDS)


@_hand
def sets_of_all_dragons(hand: HandCase) -> bool:
    return hand.triplets().issuperset(t.DRAGONS)


@_hand
def sets_of_three_winds(hand: HandCase) -> bool:
    return len(hand.triplets().intersection(t.WINDS)) == 3


@_hand
def pair_of_winds(hand: HandCase) -> bool:
    return any(part.kind == "pair" and part.tile in t.WINDS for part in hand.parts)


@_hand
def nothing_on_table(hand: HandCase) -> bool:
    return hand.melds == 0


@_hand
def fourteen_of_nine_way_call(hand: HandCase) -> bool:
    """Three ones, three nines, 2 to 8 of one suit, and any tile of the suit."""
    held = hand.held
    return any(nine_way_call(held[:n] + held[n + 1 :]) for n in range(len(held)))


@_hand
def called_nine_ways(hand: HandCase) -> bool:
    """The thirteen tiles before the winning one called every tile of their suit."""
    held = list(hand.held)
    if hand.tile in held:
        held.remove(hand.tile)
    return nine_way_call(held) and hand.tile[1] == held[0][1]


def _shape(name: str) -> HandPattern:
    return lambda hand: hand.shape == name


HAND_PATTERNS.update({name: _shape(name) for name in SHAPES})

# --- the whole hand: its bonus tiles ---


def _laid_out(codes: Collection[t.Code]) -> HandPattern:
    return lambda hand: hand.bonus.issuperset(codes)


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

ASKS: Final[dict[str, str]] = {
    "original_hand": "original",
    "drew_winning_tile": "original",
    "first_discard": "first_discard",
    "last_tile_drawn": "last_tile",
    "standing": "standing",
    "kong_on_kong": "kong_on_kong",
    "loose_after_kong": "loose_after_flower",
    "robbed": "rob",
}
"""Which circumstance, or which way to win, makes a difference to a pattern."""
