"""The answer: what a hand is worth, and why. Its lines, each with its source, and its sets."""

from __future__ import annotations

from companion.base.forms import Form, always
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


class Score(Form, frozen=True):
    """What a hand is worth, and why.

    complete: it is a winning hand. shape: standard, or the name of a special hand. points: before
    doubling. doubles: how often it is doubled. uncapped: the score before the limit. total: after
    the limit. limit_hands: all that hold, in the book's order. notes: what the program assumed or
    left out. reason: why a winner's hand does not win.
    """

    complete: bool
    shape: str | None
    sets: tuple[ScoredSet, ...]
    lines: tuple[Line, ...]
    points: int = always(0)
    doubles: int = always(0)
    uncapped: int = always(0)
    limit_hand: str | None = always(None)
    limit_hands: tuple[str, ...] = always(())
    total: int = always(0)
    notes: tuple[str, ...] = ()
    reason: str | None = None
