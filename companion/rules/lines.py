"""What a score is made of: its lines, each with its source, and the sets as they were read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

from companion import tiles as t

json_text: Final = json.JSONEncoder(ensure_ascii=False).encode


_DOUBLES, _RUNS, _ADDED = 40, 60, 70
"""The bits of a sum from which doubles, runs and points after doubling are counted."""
_POINTS_ROOM: Final = (1 << _DOUBLES) - 1
_DOUBLES_ROOM: Final = (1 << _RUNS - _DOUBLES) - 1
_RUNS_ROOM: Final = (1 << _ADDED - _RUNS) - 1


def summed(points: int, doubles: int, runs: int = 0, added: int = 0) -> int:
    """Points, doubles, runs and points after doubling in one number: one addition adds up all."""
    return points + (doubles << _DOUBLES) + (runs << _RUNS) + (added << _ADDED)


def runs(total: int) -> int:
    """How many sets of a sum are runs."""
    return total >> _RUNS & _RUNS_ROOM


def parted(total: int) -> tuple[int, int, int]:
    """Points, doubles, and points after doubling of a sum."""
    return total & _POINTS_ROOM, total >> _DOUBLES & _DOUBLES_ROOM, total >> _ADDED


@dataclass(frozen=True)
class Line:
    """One thing the hand is scored for. added: points after doubling.

    status: whether the book states the value, implies it, or it is assumed.
    tile, concealed: of a set or pair, which and how.
    """

    id: str
    points: int
    doubles: int
    text: str
    source: str
    status: str = "stated"
    added: int = 0
    tile: t.Code | None = None
    concealed: bool | None = None

    @cached_property
    def sum(self) -> int:
        """What it brings (see `summed`)."""
        return summed(self.points, self.doubles, 0, self.added)

    def to_json(self) -> dict[str, Any]:
        return self.form.copy()

    # The same lines come again and again, so each is put into its form, and its text, once.

    @cached_property
    def form(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "id": self.id,
            "points": self.points,
            "doubles": self.doubles,
            "text": self.text,
            "source": self.source,
        }
        if self.status != "stated":
            form["status"] = self.status
        if self.added:
            form["added"] = self.added
        if self.tile is not None:
            form["tile"] = self.tile
        if self.concealed is not None:
            form["concealed"] = self.concealed
        return form

    @cached_property
    def json_text(self) -> str:
        return json_text(self.form)

    @cached_property
    def alone(self) -> Told[Line]:
        """As the only one that is told."""
        return Told((self,))


@dataclass(frozen=True)
class ScoredSet:
    """A set or pair as the score reads it."""

    kind: str
    tiles: tuple[t.Code, ...]
    concealed: bool

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "tiles": list(self.tiles), "concealed": self.concealed}

    @cached_property
    def json_text(self) -> str:
        return json_text(self.to_json())


S = TypeVar("S", Line, ScoredSet)


class Told(tuple[S, ...]):
    """Lines, or sets, that are told one after the other; their JSON text is put together once."""

    @cached_property
    def json_text(self) -> str:
        return ", ".join([each.json_text for each in self])
