"""What one reading of a hand is worth: the sum over its sets and over the rules that hold in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Final

from companion.rules.lines import Line, parted
from companion.rules.plan import Plan
from companion.rules.readings import Reading
from companion.rules.worth import Worth

_SUM: Final = attrgetter("sum")


@dataclass(slots=True)
class Value:
    """total: after the limit; uncapped: before it. limit_hands: the lines of all that hold.

    lines: of the rules for whole hands that hold in this reading, but not in any.
    """

    total: int
    uncapped: int
    points: int
    doubles: int
    reading: Reading
    lines: Sequence[Line]
    limit_hands: Sequence[Line]

    def rank(self) -> tuple[int, bool, int]:
        """The reading of the highest counts."""
        return self.total, bool(self.limit_hands), self.uncapped


def value(reading: Reading, plan: Plan, bonus: Sequence[Worth], limit: int | None) -> Value:
    """The reading's value; the reading is told its runs and points for the rules that ask."""
    worth = plan.sum + sum(map(_SUM, chain(reading.in_suits, reading.laid, bonus)))
    points, doubles, reading.chows, added = parted(worth)
    reading.points = points
    lines = []
    for test, line in plan.open:
        if test(reading):
            lines.append(line)
            points += line.points
            doubles += line.doubles
            added += line.added
            reading.points = points
    limit_hands = plan.limits
    if plan.open_limits:
        limit_hands += tuple([line for test, line in plan.open_limits if test(reading)])
    if limit_hands:
        points, doubles, added = limit_hands[0].points, 0, 0
    else:
        points += plan.mah_jongg
    uncapped = (points << doubles) + added
    total = uncapped if limit is None or uncapped <= limit else limit
    return Value(total, uncapped, points, doubles, reading, lines, limit_hands)
