"""What of a hand lies on the table, and how the hand was won; both as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, cast, get_args

from companion import tiles as t
from companion.jsonform import FieldWrongError, at, names_checked, one_of, plain, several

MeldKind = Literal["chow", "pung", "kong"]
WonBy = Literal["discard", "draw", "loose", "rob"]
Circumstance = Literal[
    "original", "first_discard", "last_tile", "standing", "kong_on_kong", "loose_after_flower"
]

MELD_KINDS: Final = cast("tuple[MeldKind, ...]", get_args(MeldKind))
WON_BY: Final = cast("tuple[WonBy, ...]", get_args(WonBy))
CIRCUMSTANCES: Final = cast("tuple[Circumstance, ...]", get_args(Circumstance))


@dataclass(frozen=True)
class Meld:
    """A set laid on the table.

    concealed: True only for a kong laid down with tiles turned over, drawn by its owner.
    """

    kind: MeldKind
    tiles: tuple[t.Code, ...]
    concealed: bool = False

    @cached_property
    def tally(self) -> int:
        return t.tally(self.tiles)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "tiles": list(self.tiles), "concealed": self.concealed}

    @staticmethod
    def from_json(data: Any, path: str = "") -> Meld:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names_checked(data, ("kind", "tiles", "concealed"), ("kind", "tiles"), path)
        kind = one_of(MELD_KINDS, data["kind"], at(path, "kind"))
        tiles = tiles_from_json(data["tiles"], at(path, "tiles"))
        return Meld(kind, tiles, plain(bool, data.get("concealed", False), at(path, "concealed")))


@dataclass(frozen=True)
class Win:
    """How the hand was completed.

    tile: the tile that completed it, None where nobody knows. by: a discard, a draw from the wall,
    a loose tile, or a robbed kong. meld: which of the hand's melds it completed, counted from 0,
    where that set already lies on the table and the tile might have gone elsewhere.
    """

    tile: t.Code | None
    by: WonBy
    circumstances: tuple[Circumstance, ...] = ()
    meld: int | None = None

    def to_json(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "tile": self.tile,
            "by": self.by,
            "circumstances": list(self.circumstances),
        }
        if self.meld is not None:
            form["meld"] = self.meld
        return form

    @staticmethod
    def from_json(data: Any, path: str = "win") -> Win:
        """Raises FieldWrongError, FieldUnknownError, FieldMissingError, TileCodeUnknownError."""
        names_checked(data, ("tile", "by", "circumstances", "meld"), ("tile", "by"), path)
        tile = data["tile"]
        if tile is not None and (not isinstance(tile, str) or tile not in t.KIND_SET):
            parsed = t.parse(plain(str, tile, at(path, "tile")), at(path, "tile"))
            if len(parsed) != 1:
                raise FieldWrongError(at(path, "tile"), "one tile", tile)
            tile = parsed[0]
        by = one_of(WON_BY, data["by"], at(path, "by"))
        given = data.get("circumstances")
        circumstances = several(CIRCUMSTANCES, given, at(path, "circumstances")) if given else ()
        if given not in (None, []) and not circumstances:
            raise FieldWrongError(at(path, "circumstances"), "a list", given)
        meld = data.get("meld")
        if meld is not None:
            plain(int, meld, at(path, "meld"))
        return Win(tile, by, circumstances, meld)


def tiles_from_json(value: Any, path: str) -> tuple[t.Code, ...]:
    """A list of codes, run-length text or Unicode tiles.

    Raises FieldWrongError, TileCodeUnknownError.
    """
    if isinstance(value, list):
        try:
            if t.ORDER.keys() >= set(value):
                return tuple(value)
        except TypeError:  # something in it that is no text; `parse` names it
            pass
        return t.parse(value, path)
    if isinstance(value, str):
        return t.parse(value, path)
    raise FieldWrongError(path, "a list of tiles", value)
