"""The sets of a hand on the table, and how the hand was won; both as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from companion.base.forms import Form, always
from companion.game import tiles as t

MeldKind = Literal["chow", "pung", "kong"]
WonBy = Literal["discard", "draw", "loose", "rob"]
Circumstance = Literal[
    "original", "first_discard", "last_tile", "standing", "kong_on_kong", "loose_after_flower"
]

MELD_KINDS: Final = cast("tuple[MeldKind, ...]", get_args(MeldKind))
WON_BY: Final = cast("tuple[WonBy, ...]", get_args(WonBy))
CIRCUMSTANCES: Final = cast("tuple[Circumstance, ...]", get_args(Circumstance))


class Meld(Form, frozen=True):
    """A set laid on the table.

    concealed: True only for a kong with tiles turned over, whose owner drew all of it.
    """

    kind: MeldKind
    tiles: t.Tiles
    concealed: bool = always(False)

    @property
    def tally(self) -> int:
        return t.tally(self.tiles)


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


@dataclass(frozen=True)
class Problem:
    """One thing that is not allowed. text: a sentence. field: its path in the hand."""

    text: str
    field: str


def meld_problems(meld: Meld, path: str) -> Iterator[Problem]:
    if not t.KIND_SET.issuperset(meld.tiles):
        shown = ", ".join(map(t.words, meld.tiles[:5]))
        yield Problem(f"A {meld.kind} cannot hold {shown}; correct its tiles.", f"{path}.tiles")
    elif not _is_set(meld):
        shown = ", ".join(map(t.words, meld.tiles[:5]))
        these = f"The tiles {shown} are" if shown else "No tile at all is"
        what = {
            "chow": "a chow is three following tiles of one suit",
            "pung": "it has to be three alike",
            "kong": "it has to be four alike",
        }[meld.kind]
        if meld.kind == "chow" and any(code in t.HONOURS for code in meld.tiles):
            what = "winds and dragons make no runs"
        yield Problem(
            f"{these} no {meld.kind}: {what}; correct the tiles or the kind.", f"{path}.tiles"
        )
    if meld.concealed and meld.kind != "kong":
        yield Problem(
            f"Only a kong can lie concealed on the table; put the {meld.kind} under concealed.",
            f"{path}.concealed",
        )


def _is_set(meld: Meld) -> bool:
    """Whether its tiles, of the 34 kinds, are a set of its kind."""
    size = 4 if meld.kind == "kong" else 3
    return len(meld.tiles) == size and meld.tally in _SETS[meld.kind]
