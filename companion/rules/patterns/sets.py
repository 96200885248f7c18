"""Patterns about one set or pair, by the name used in `when`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.game import tiles as t
from companion.rules.patterns.cases import (
    CLAIMED_CLOSED,
    CLAIMED_OPEN,
    DRAWN_CLOSED,
    DRAWN_OPEN,
    PartCase,
)
from companion.rules.patterns.conditions import registered_in

PartPattern = Callable[[PartCase], bool]

PART_PATTERNS: Final[dict[str, PartPattern]] = {}
_part = registered_in(PART_PATTERNS)


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
    """Three or four of a kind."""
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
