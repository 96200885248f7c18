"""What a score is made of: its lines, each with its source, and the sets as they were read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion import tiles as t

json_text: Final = json.JSONEncoder(ensure_ascii=False).encode


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
