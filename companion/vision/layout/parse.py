"""One way to part a chain into what is of a hand and what is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from companion.vision.layout.lines import JOINED
from companion.vision.layout.links import HELD, LOOSE, OUT, link
from companion.vision.layout.numbers import NUMBERS, mixture
from companion.vision.layout.units import Unit

_PEAK = math.log(NUMBERS["even_gap"] * math.pi * 0.75)
"""Of the density of a gap about the usual one between this player's sets, which has no thin
tail."""


class Parse(Struct, frozen=True, dict=True):
    """A way to part a chain. links: kind and gap between units. score: log odds against no tile of
    the chain being of a hand, without what is hoped for. count: towards the fourteen. order: which
    part of the score is that its loose tiles lie in order."""

    units: tuple[Unit, ...]
    links: tuple[tuple[str, float], ...]
    score: float
    count: int
    hope: float
    order: float = 0.0

    @cached_property
    def out(self) -> bool:
        """Whether all of it lies on the table."""
        return all(unit.melded for unit in self.units)

    @cached_property
    def holds(self) -> bool:
        """Whether tiles held lie in it, more than one, which may be the winning tile."""
        return any(unit.region in HELD and len(unit.tiles) > 1 for unit in self.units)

    @cached_property
    def lone(self) -> bool:
        """Whether it is one tile held, which may be the winning one."""
        return len(self.units) == 1 and self.units[0].alone

    @cached_property
    def lays_down(self) -> bool:
        """Whether a meld lies in it, too."""
        return any(unit.melded for unit in self.units)

    @cached_property
    def loose(self) -> list[Unit]:
        """Its loose tiles held."""
        return [unit for unit in self.units if unit.region in LOOSE]

    @cached_property
    def stretches(self) -> list[Unit]:
        """These, but for a pair that lies apart from them."""
        return [unit for unit in self.units if unit.region == "l"]

    @cached_property
    def sets_held(self) -> list[Unit]:
        """Sets held that lie as sets and show no tile face down."""
        return [unit for unit in self.units if unit.region == "s" and not unit.turned]

    @cached_property
    def laid_down(self) -> list[Unit]:
        """Sets on the table, kongs laid down, and sets that show a tile face down."""
        return [unit for unit in self.units if unit.region in OUT or unit.turned]

    @cached_property
    def exposed(self) -> int:
        """How many sets lie on the table."""
        return sum(unit.region == "x" for unit in self.units)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What it is of a hand, for how far off it may lie: w is a lone tile held, x any meld."""
        kinds = {"x" if unit.melded else unit.region for unit in self.units if not unit.alone}
        return frozenset(kinds | {"w" for unit in self.units if unit.alone})


def evenness(units: Sequence[Unit], links: Sequence[tuple[str, float]]) -> float:
    """What the gaps between units say beyond each by itself: most people lay sets evenly, and
    those on the table as far from the tiles held on the left as on the right. Who parts the
    tiles held into sets, too, may lay those on the table no farther off. links: kind and gap."""
    if len(links) < 2:
        return 0.0
    share = NUMBERS["even_gaps"]
    alike = 0.0
    if any(kind == "ss" for kind, _ in links):
        called = any(unit.called for unit in units)
        alike = NUMBERS["gaps_all_even" if called else "kongs_all_even"]
    both_sides = mixture((1 - share, 0.0), (share, _even(links, "sx")))
    return mixture(
        (1 - share, 0.0),
        (share * (1 - alike), _even(links, "ss", "xx") + both_sides),
        (share * alike, _even(links, "ss", "xx", "sx")),
    )


def _even(links: Sequence[tuple[str, float]], *kinds: str) -> float:
    """How much likelier the gaps of some kinds are if they are about one gap."""
    gaps = sorted([(gap, kind) for kind, gap in links if kind in kinds and gap != JOINED])
    if len(gaps) < 2:
        return 0.0
    middle, kind = gaps[len(gaps) // 2]
    even = link(kind, middle) + _PEAK
    for gap, kind in gaps:
        off = (gap - middle) / NUMBERS["even_gap"]
        even -= _PEAK + 1.5 * math.log1p(off * off / 2) + link(kind, gap)
    return even
