"""The rules for whole hands, compiled for one way to win: what is settled before tiles are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.lines import Line, Told
from companion.rules.patterns import (
    HAND_PATTERNS,
    NEEDS,
    RUNS,
    WAY_PATTERNS,
    HandPattern,
    Way,
)
from companion.rules.ruleset import Rule
from companion.rules.worth import pattern

_LATE: Final = ("four_sets", "nothing_on_table")
"""Patterns that hold for most hands, so that the others of a rule are looked at first."""
_ANY_NUMBER: Final = range(5)

Open = tuple[tuple[HandPattern, Line], ...]
"""Lines that depend on the reading, each with what is left to test."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rules for whole hands, as far as the way to win and the hand's suits settle them.

    sure, sure_doubles: the lines of those that hold. sum: what they are worth (see
    `lines.summed`), but for mah_jongg, the points for winning itself. open, open_limits: those that
    still depend on the reading, by how many of its sets are runs. limits: the limit hands that hold
    however the tiles are read. asks_only_place: one that is open wants to know whether only one
    kind would have completed the hand.
    """

    way: Way
    sure: Told[Line]
    sure_doubles: Told[Line]
    sum: int
    mah_jongg: int
    open: tuple[Open, ...]
    open_limits: tuple[Open, ...]
    limits: tuple[Line, ...]
    asks_only_place: bool


def compiled(rules: Sequence[Rule], way: Way, limit: int | None, limit_hand: int | None) -> Plan:
    """rules: those for whole hands. limit: of the table. limit_hand: what one scores."""
    sure: list[Line] = []
    sure_doubles: list[Line] = []
    limits: list[Line] = []
    still_open: list[tuple[Rule, HandPattern, Line]] = []
    open_limits: list[tuple[Rule, HandPattern, Line]] = []
    asks_only_place = False
    # What forfeits a rule has to be counted before it, so such a rule comes last.
    for rule in sorted(rules, key=lambda rule: "nothing_else_scored" in rule.when):
        if rule.limit and limit_hand is None:
            continue
        tests = _left_to_test(rule, way)
        if tests is None:
            continue
        found = _line(rule, limit, limit_hand or 0)
        if not (found.points or found.doubles or found.added):
            continue
        if tests:
            (open_limits if rule.limit else still_open).append((rule, _all_of(tests), found))
            asks_only_place |= any(name.endswith("only_place") for name in rule.when)
        elif rule.limit:
            limits.append(found)
        elif found.doubles:
            sure_doubles.append(found)
        else:
            sure.append(found)
    mah_jongg = sum(each.points for each in sure if each.id == "mah_jongg")
    return Plan(
        way,
        Told(sure),
        Told(sure_doubles),
        sum(each.sum for each in (*sure, *sure_doubles)) - mah_jongg,
        mah_jongg,
        _by_runs(still_open),
        _by_runs(open_limits),
        tuple(limits),
        asks_only_place,
    )


def _left_to_test(rule: Rule, way: Way) -> list[HandPattern] | None:
    """What of a rule depends on the reading; None where the rule cannot hold."""
    names = sorted(rule.when, key=lambda name: name in _LATE)
    tests = []
    for name in names:
        if name in NEEDS and not NEEDS[name](way):
            return None
        if name.removeprefix("not ") in HAND_PATTERNS:
            tests.append(pattern(name, HAND_PATTERNS))
        elif not pattern(name, WAY_PATTERNS)(way):
            return None
    return tests


def _by_runs(found: Sequence[tuple[Rule, HandPattern, Line]]) -> tuple[Open, ...]:
    """What can hold in a hand without runs, with one, and so on."""
    return tuple(
        [
            tuple(
                [
                    (test, line)
                    for rule, test, line in found
                    if all(runs in RUNS.get(name, _ANY_NUMBER) for name in rule.when)
                ]
            )
            for runs in _ANY_NUMBER
        ]
    )


def _line(rule: Rule, limit: int | None, limit_hand: int) -> Line:
    added: Any = (limit or 0) // 2 if rule.added == "half the limit" else rule.added
    points = limit_hand if rule.limit else rule.points
    return Line(rule.id, points, rule.doubles, rule.words, rule.cited, rule.status, added)


def _all_of(tests: Sequence[HandPattern]) -> HandPattern:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda case: first(case) and second(case)
    return lambda case: all(test(case) for test in tests)
