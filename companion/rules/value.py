"""What one reading of a hand is worth: its sets, and the rules for whole hands that hold in it."""

from __future__ import annotations

from companion.rules.lines import parted
from companion.rules.plan import Plan
from companion.rules.readings import Reading


def value(reading: Reading, plan: Plan, bonus: int, limit: int | None) -> None:
    """Work out the value of the reading, which the rules ask for its runs and points meanwhile.

    bonus: the sum of what the tiles laid out are worth. limit: of the table.
    """
    points, doubles, runs, added = parted(plan.sum + reading.sum + bonus)
    reading.chows, reading.points = runs, points
    lines = []
    for test, line in plan.open[runs]:
        if test(reading):
            lines.append(line)
            doubles += line.doubles
            added += line.added
            points += line.points
            reading.points = points
    limit_hands = plan.limits
    open_limits = plan.open_limits[runs]
    if open_limits:
        limit_hands += tuple([line for test, line in open_limits if test(reading)])
    if limit_hands:
        points, doubles, added = limit_hands[0].points, 0, 0
    else:
        points += plan.mah_jongg
    uncapped = (points << doubles) + added
    reading.points, reading.doubles = points, doubles
    reading.lines, reading.limit_hands = lines, limit_hands
    reading.uncapped = uncapped
    reading.total = uncapped if limit is None or uncapped <= limit else limit
