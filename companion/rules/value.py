"""What one reading of a hand is worth: its sets, and the rules for whole hands that hold in it."""

from __future__ import annotations

from companion.rules.lines import parted, runs
from companion.rules.plan import Plan
from companion.rules.readings import Reading


def value(reading: Reading, plan: Plan, bonus: int, limit: int | None) -> None:
    """Work out the value of the reading, which the rules ask for what it scores so far.

    bonus: the sum of what the tiles laid out are worth. limit: of the table.
    """
    whole = reading.sum = plan.sum + reading.sum + bonus
    chows = runs(whole)
    lines = []
    for test, line in plan.open[chows]:
        if test(reading):
            lines.append(line)
            whole = reading.sum = whole + line.sum
    limit_hands = plan.limits
    open_limits = plan.open_limits[chows]
    if open_limits:
        limit_hands += tuple([line for test, line in open_limits if test(reading)])
    if limit_hands:
        whole = limit_hands[0].points
    else:
        whole += plan.mah_jongg
    points, doubles, added = parted(whole)
    uncapped = (points << doubles) + added
    reading.points, reading.doubles = points, doubles
    reading.lines, reading.limit_hands = lines, limit_hands
    reading.uncapped = uncapped
    reading.total = uncapped if limit is None or uncapped <= limit else limit
