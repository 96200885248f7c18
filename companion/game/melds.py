"""The sets of a hand on the table, and how the hand was won; both as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from companion.base.forms import Form, always
from companion.game import tiles as t

MeldKind = Literal["chow", "pung", "kong"]
WonBy = Literal["discard", "draw", "loose", "rob"]
Circumstance = Literal[
    "original", "first_discard", "last_tile", "standing", "kong_on_kong", "loose_after_flower"
]


class Meld(Form, frozen=True):
    """A set laid on the table.

    concealed: True only for a kong with tiles turned over, whose owner drew all of it.
    """

    kind: MeldKind
    tiles: t.Tiles
    concealed: bool = always(False)


class Win(Form, frozen=True):
    """How the hand was completed.

    tile: the tile that completed it; None if nobody knows. by: a discard, a draw from the wall, a
    loose tile, or a robbed kong. meld: the meld that it completed, counted from 0, if that set lies
    on the table and the tile may also belong elsewhere.
    """

    tile: t.Tile | None
    by: WonBy
    circumstances: tuple[Circumstance, ...] = always(())
    meld: int | None = None


_KEPT: Final = 1024
"""Melds of which is kept what they count and what is wrong with them; there are 89 right ones."""

_SETS: Final[dict[MeldKind, frozenset[int]]] = {
    "chow": frozenset(
        t.tally(suit[low : low + 3])
        for suit in (t.CHARACTERS, t.DOTS, t.BAMBOO)
        for low in range(7)
    ),
    "pung": frozenset(3 * weight for weight in t.WEIGHT.values()),
    "kong": frozenset(4 * weight for weight in t.WEIGHT.values()),
}
"""The tallies of all sets, by kind."""
_TILES: Final[dict[MeldKind, int]] = {"chow": 3, "pung": 3, "kong": 4}


@dataclass(frozen=True)
class Fault:
    """One thing that is not allowed. text: a sentence. field: its path in the hand."""

    text: str
    field: str


class Checked(Struct, frozen=True):
    """What is known about a meld.

    problems: what is wrong with it; their paths are those inside the meld. tally: of its tiles, if
    nothing is wrong with them.
    """

    problems: tuple[Fault, ...]
    tally: int


@lru_cache(_KEPT)
def checked(meld: Meld) -> Checked:
    """Kept, because a table lays down the same few sets again and again."""
    found, tally = [], 0
    if not t.KIND_SET.issuperset(meld.tiles):
        text = f"A {meld.kind} cannot hold {_shown(meld)}; correct its tiles."
        found.append(Fault(text, "tiles"))
    else:
        tally = t.tally(meld.tiles)
        if len(meld.tiles) != _TILES[meld.kind] or tally not in _SETS[meld.kind]:
            found.append(Fault(_no_set(meld), "tiles"))
    if meld.concealed and meld.kind != "kong":
        text = f"Only a kong can lie concealed on the table; put the {meld.kind} under concealed."
        found.append(Fault(text, "concealed"))
    return Checked(tuple(found), tally)


def _no_set(meld: Meld) -> str:
    these = f"The tiles {_shown(meld)} are" if meld.tiles else "No tile at all is"
    what = {
        "chow": "a chow is three following tiles of one suit",
        "pung": "it has to be three alike",
        "kong": "it has to be four alike",
    }[meld.kind]
    if meld.kind == "chow" and any(code in t.HONOURS for code in meld.tiles):
        what = "winds and dragons make no runs"
    return f"{these} no {meld.kind}: {what}; correct the tiles or the kind."


def _shown(meld: Meld) -> str:
    return ", ".join(map(t.words, meld.tiles[:5]))
