"""What a score is made of: its lines, each with its source, and its sets."""

from __future__ import annotations

from companion.base.forms import Form
from companion.game import tiles as t
from companion.rules.books.entries import Status


class Line(Form, frozen=True):
    """One thing the hand is scored for. added: points after doubling.

    status: whether the book states the value, implies it, or it is assumed.
    tile, concealed: of a set or pair, which and how.
    """

    id: str
    points: int
    doubles: int
    text: str
    source: str
    status: Status = "stated"
    added: int = 0
    tile: t.Code | None = None
    concealed: bool | None = None


class ScoredSet(Form, frozen=True):
    """A set or pair as the score reads it."""

    kind: str
    tiles: tuple[t.Code, ...]
    concealed: bool
