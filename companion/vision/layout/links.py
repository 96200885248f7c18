"""The regions of a hand, and how far apart tiles of them lie: log densities of gaps."""

from __future__ import annotations

from companion.vision.layout.lines import JOINED
from companion.vision.layout.numbers import NUMBERS, Curve

HELD, OUT = "lpsk", "xK"
"""Regions of a hand: l tiles held, p a pair of them that lies apart, s sets held that lie as sets,
k kongs held that lie among those; x sets on the table, K kongs held that lie among those. Flowers
are f."""
LOOSE = "lp"
"""Those of tiles held that lie as no sets."""

LINKS = {kind: Curve(points, step=0.02) for kind, points in NUMBERS["links"].items()}
"""Log density of a gap by kind of link, see `link`."""
ASIDE = {kind: Curve(points, step=0.005) for kind, points in NUMBERS["aside"].items()}
"""What a tile that lies aside of its neighbour says of a kind of link, see `out_of_line`."""
BETWEEN = (
    {a + b: "ss" for a in HELD for b in HELD}
    | {a + b: "xx" for a in OUT for b in OUT}
    | {both: "sp" for a in HELD for both in (a + "p", "p" + a)}
    | {both: "sx" for a in HELD for b in OUT for both in (a + b, b + a)}
    | {"ff": "ff"}
)
"""The kind of link between units of two regions that follow each other; else fh."""


def link(kind: str, gap: float) -> float:
    """Log density of a gap, in tile widths beyond the usual one, between neighbours of a kind."""
    if gap == JOINED:
        joined: float = NUMBERS["joined"][kind]
        return joined
    return LINKS[kind](gap)


def out_of_line(kind: str, aside: float) -> float:
    """Log odds of a tile lying so far aside of its neighbour, in heights of a tile, where a link of
    a kind is between them: over tiles that were laid together, which lie more exactly in line."""
    return ASIDE[kind](aside) if kind in ASIDE else 0.0


def link_with_room(kind: str, gap: float) -> float:
    """Log density of a gap between neighbours of a kind between which a tile was not found."""
    unseen: float = NUMBERS["unseen"]
    return unseen + link(kind, gap - 1)


def is_room(gap: float) -> bool:
    """Whether a tile that was not found may lie in a gap."""
    least, most = NUMBERS["room_for_one"]
    return bool(least < gap < most)
