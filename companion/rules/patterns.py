"""The predicates that rule entries name in `when`: pure, small, registered by name.

There are four sorts. A part pattern looks at one set or pair, a bonus pattern at one flower,
season or special tile, a way pattern at who plays, how the hand was won and its suits, and a hand
pattern at one reading of the whole hand. `not NAME` turns a pattern round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from companion import tiles as t
from companion.rules.lines import parted
from companion.rules.special_hands import COMPLETED_NINE_WAY_CALLS, NINE_WAY_CALLS, SHAPES
from companion.seats import SEATS, Seat

if TYPE_CHECKING:
    from companion.rules.readings import Reading

# How a set came about; those that the winning tile completed come last.
STATES: Final = 6
EXPOSED, CONCEALED, CLAIMED_OPEN, CLAIMED_CLOSED, DRAWN_OPEN, DRAWN_CLOSED = range(STATES)
"""Laid on the table; held or a kong with tiles turned; completed last, by a claim or by a draw.

A run is closed where only this one tile could fill it: its middle, or the end beside 1-2 or 8-9.
"""


@dataclass(frozen=True, slots=True)
class PartCase:
    """A set or pair, and how it came about: all that a rule may ask about it.

    tile: as which it is read, of dots and bamboo the character of the same number. own_wind,
    round_wind: it is of the player's wind, of the wind of the round.
    """

    kind: str
    tile: t.Code
    state: int
    own_wind: bool = False
    round_wind: bool = False

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


@dataclass(frozen=True, slots=True)
class Way:
    """How the hand was won, as far as it does not depend on how it is read.

    east: by East. original: East won with the tiles as dealt. bonus: there are bonus tiles that
    count. suits: the letters of the hand's suits.
    """

    winner: bool
    east: bool
    by: str
    circumstances: Collection[str]
    original: bool
    bonus: bool
    suits: str
    settings: Mapping[str, Any]


PartPattern = Callable[[PartCase], bool]
BonusPattern = Callable[[BonusCase], bool]
WayPattern = Callable[[Way], bool]
HandPattern = Callable[["Reading"], bool]
P = TypeVar("P", bound=Callable[..., bool])

PART_PATTERNS: Final[dict[str, PartPattern]] = {}
BONUS_PATTERNS: Final[dict[str, BonusPattern]] = {}
WAY_PATTERNS: Final[dict[str, WayPattern]] = {}
HAND_PATTERNS: Final[dict[str, HandPattern]] = {}


def _in(registry: dict[str, P]) -> Callable[[P], P]:
    def register(pattern: P) -> P:
        registry[pattern.__name__] = pattern
        return pattern

    return register


_part, _bonus = _in(PART_PATTERNS), _in(BONUS_PATTERNS)
_way, _hand = _in(WAY_PATTERNS), _in(HAND_PATTERNS)


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
    return part.own_wind


@_part
def of_round_wind(part: PartCase) -> bool:
    return part.round_wind


@_part
def of_own_wind_in_own_round(part: PartCase) -> bool:
    return part.own_wind and part.round_wind


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


@_way
def won(way: Way) -> bool:
    return way.winner


def _drawn(way: Way) -> bool:
    return way.by in ("draw", "loose")


@_way
def drew_winning_tile(way: Way) -> bool:
    """From the wall or from the loose tiles, and not with the hand as dealt (Example 16)."""
    return _drawn(way) and not way.original


@_hand
def only_place(hand: Reading) -> bool:
    """Exactly one kind would have completed the thirteen tiles."""
    return hand.only_place


@_way
def loose_tile(way: Way) -> bool:
    return way.by == "loose"


@_way
def loose_after_kong(way: Way) -> bool:
    return way.by == "loose" and "loose_after_flower" not in way.circumstances


@_way
def robbed(way: Way) -> bool:
    return way.by == "rob"


@_way
def original_hand(way: Way) -> bool:
    """East's tiles as dealt; only East holds fourteen then."""
    return way.original


@_way
def first_discard(way: Way) -> bool:
    """With East's first discard, so not East's own hand."""
    return way.by == "discard" and not way.east and "first_discard" in way.circumstances


@_way
def last_tile_drawn(way: Way) -> bool:
    return _drawn(way) and "last_tile" in way.circumstances


@_way
def standing(way: Way) -> bool:
    return "standing" in way.circumstances


@_way
def standing_before_doubling(way: Way) -> bool:
    return bool(way.settings["standing_before_doubling"])


@_hand
def kong_on_kong(hand: Reading) -> bool:
    way = hand.way
    return way.by == "loose" and "kong_on_kong" in way.circumstances and _kongs(hand) >= 2


def _kongs(hand: Reading) -> int:
    """Four alike that stand in the hand are a pung and a tile; only those laid down are kongs."""
    return sum([meld.kind == "kong" for meld in hand.melds])


@_hand
def with_1_dot(hand: Reading) -> bool:
    return hand.tile == "1p"


@_hand
def with_5_dot(hand: Reading) -> bool:
    return hand.tile == "5p"


@_hand
def with_2_bamboo(hand: Reading) -> bool:
    return hand.tile == "2s"


@_hand
def fourth_of_exposed_three(hand: Reading) -> bool:
    """It filled a run, and the other three of its kind lie exposed (Harr p. 62, no. 6)."""
    return any(meld.kind == "pung" and meld.tiles[0] == hand.tile for meld in hand.melds) and any(
        each.state >= CLAIMED_OPEN and each.part.kind == "chow" for each in hand.sets
    )


# --- the whole hand: what it is made of ---


@_hand
def four_sets(hand: Reading) -> bool:
    """Four sets and a pair."""
    return hand.shape == "standard"


@_hand
def no_sequences(hand: Reading) -> bool:
    return hand.chows == 0 and hand.shape == "standard"


@_hand
def nothing_else_scored(hand: Reading) -> bool:
    """Four runs and a worthless pair; any other point forfeits it, doubles do not (p. 30)."""
    points, _, _ = parted(hand.sum)
    return points == 0 and hand.chows == 4


@_hand
def four_kongs(hand: Reading) -> bool:
    return len(hand.melds) == 4 and _kongs(hand) == 4


@_hand
def all_concealed(hand: Reading) -> bool:
    """No set claimed, the last one neither."""
    return hand.shape == "standard" and all(
        each.state in (CONCEALED, DRAWN_OPEN, DRAWN_CLOSED) for each in hand.sets
    )


@_way
def one_suit_only(way: Way) -> bool:
    return len(way.suits) == 1 and way.suits != "z"


@_way
def one_suit_and_honours(way: Way) -> bool:
    return len(way.suits) == 2 and "z" in way.suits


@_way
def honours_only(way: Way) -> bool:
    return way.suits == "z"


@_way
def doubles_for_whole_hand(way: Way) -> bool:
    """The winner's always; a loser's where the rules let losers double so."""
    return way.winner or bool(way.settings["losers_double_whole_hand"])


def _nothing_but(codes: Collection[t.Code]) -> HandPattern:
    others = t.room(set(t.KINDS) - set(codes))
    return lambda hand: not hand.every & others


def _sets_of_all(codes: Collection[t.Code]) -> HandPattern:
    """Of winds or dragons: three or four of one of them are always a set."""
    add, found = t.three_of_each(codes)
    return lambda hand: (hand.every + add) & found == found


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
def sets_of_three_winds(hand: Reading) -> bool:
    return ((hand.every + _ADD_TO_WINDS) & _THREE_WINDS).bit_count() == 3


@_hand
def pair_of_winds(hand: Reading) -> bool:
    return any(each.part.kind == "pair" and each.part.tile in t.WINDS for each in hand.sets)


@_hand
def nothing_on_table(hand: Reading) -> bool:
    return not hand.melds


@_hand
def fourteen_of_nine_way_call(hand: Reading) -> bool:
    """Three ones, three nines, 2 to 8 of one suit, and any tile of the suit."""
    return hand.held in COMPLETED_NINE_WAY_CALLS


@_hand
def called_nine_ways(hand: Reading) -> bool:
    """The thirteen tiles before the winning one called every tile of their suit."""
    held = hand.held
    return (
        held in COMPLETED_NINE_WAY_CALLS
        and hand.tile is not None
        and held - t.WEIGHT[hand.tile] in NINE_WAY_CALLS
    )


def _shape(name: str) -> HandPattern:
    return lambda hand: hand.shape == name


HAND_PATTERNS.update({name: _shape(name) for name in SHAPES})

# --- the whole hand: its bonus tiles ---


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

NEEDS: Final[dict[str, WayPattern]] = {
    "kong_on_kong": lambda way: way.by == "loose" and "kong_on_kong" in way.circumstances,
    "fourteen_of_nine_way_call": one_suit_only,
    "called_nine_ways": one_suit_only,
    "green_only": lambda way: set(way.suits) <= set("sz"),
    **dict.fromkeys(LAID_OUT, lambda way: way.bonus),
}
"""Without which a hand pattern cannot hold, however the hand is read."""
_NO_RUNS: Final = range(1)
RUNS: Final[dict[str, range]] = {
    "no_sequences": _NO_RUNS,
    "nothing_else_scored": range(4, 5),
    "four_kongs": _NO_RUNS,
    "heads_only": _NO_RUNS,
    "terminals_only": _NO_RUNS,
    "sets_of_all_winds": _NO_RUNS,
    "sets_of_three_winds": range(2),
    "sets_of_all_dragons": range(2),
    "fourth_of_exposed_three": range(1, 5),
    **dict.fromkeys(SHAPES, _NO_RUNS),
}
"""How many of a hand's sets are runs where a pattern holds; of others it may be any number."""

PATTERNS: Final[dict[str, Mapping[str, Callable[..., bool]]]] = {
    "set": PART_PATTERNS,
    "bonus": BONUS_PATTERNS,
    "hand": {**WAY_PATTERNS, **HAND_PATTERNS},
}
"""By what a rule looks at: its `per`."""

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
