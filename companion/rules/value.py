"""What one reading of a hand is worth: the sum over its sets and over the rules that hold in it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from companion.rules.lines import Line
from companion.rules.patterns import HandCase
from companion.rules.plan import Plan
from companion.rules.readings import Reading
from companion.rules.worth import Worth, parted

_SUM: Final = attrgetter("sum")


class Value(NamedTuple):
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


def value(
    case: HandCase, plan: Plan, reading: Reading, bonus: Sequence[Worth], limit: int | None
) -> Value:
    """The reading's value; the case is filled in with it, and used again for the next."""
    worth = sum(map(_SUM, reading.held)) + sum(map(_SUM, reading.laid)) + sum(map(_SUM, bonus))
    if reading.old is not None and reading.new is not None:
        worth += reading.new.sum - reading.old.sum
    points, doubles, chows = parted(worth)
    points, doubles, added = points + plan.points, doubles + plan.doubles, plan.added
    # Mah-Jongg itself is no other score.
    case.reading, case.chows, case.points = reading, chows, points - plan.mah_jongg
    lines = []
    for test, line in plan.open:
        if test(case):
            lines.append(line)
            case.points += line.points
            points += line.points
            doubles += line.doubles
            added += line.added
    limit_hands = plan.limits
    if plan.open_limits:
        limit_hands += tuple([line for test, line in plan.open_limits if test(case)])
    if limit_hands:
        points, doubles, added = limit_hands[0].points, 0, 0
    uncapped = (points << doubles) + added
    total = uncapped if limit is None or uncapped <= limit else limit
    return Value(total, uncapped, points, doubles, reading, lines, limit_hands)
