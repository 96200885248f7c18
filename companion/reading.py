"""What was seen in a photograph: plain values, no arrays.

A reading may hold the impossible (five of a tile, fifteen tiles); `companion.hand` checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.hand import Meld

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
GroupKind = Literal["chow", "pung", "kong", "pair", "loose", "bonus"]
Side = Literal["near", "right", "far", "left"]


@dataclass(frozen=True)
class SeenTile:
    """One tile found in the photograph.

    code: its tile code, `0z` for a tile lying face down.
    confidence: calibrated probability that `code` is right, 0 to 1.
    quad: pixels of the photograph as a viewer shows it, clockwise from the face's own top left.
    alternatives: codes with their probabilities, likeliest first, `code` itself among them.
    sure: False where the program asks a person to look.
    by_rule: the code was decided by the rules of the game, not by the eye alone.
    """

    code: str
    confidence: float
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()
    sure: bool = True
    by_rule: bool = False


@dataclass(frozen=True)
class Group:
    """Tiles that lie together. tiles: places in `Reading.tiles`, in reading order."""

    tiles: tuple[int, ...]
    kind: GroupKind
    concealed: bool


@dataclass(frozen=True)
class SeenHand:
    """The hand as the table shows it, with face-down tiles valued by their neighbours."""

    concealed: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[str, ...] = ()


@dataclass(frozen=True)
class ImageInfo:
    path: str | None
    width: int
    height: int


@dataclass(frozen=True)
class Reading:
    """Everything read from one photograph. Mirrors the JSON of `companion read`."""

    image: ImageInfo
    tiles: tuple[SeenTile, ...] = ()
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    hands: Mapping[Side, SeenHand] | None = None
