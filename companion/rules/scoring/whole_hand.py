"""The rules for whole hands, compiled for one way to win: what is known before tiles are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.books.entries import Rule
from companion.rules.patterns.cases import Way
from companion.rules.patterns.conditions import all_of, pattern
from companion.rules.patterns.hands import HAND_PATTERNS, HandPattern
from companion.rules.patterns.known import NEEDS, RUNS
from companion.rules.patterns.ways import WAY_PATTERNS, WayPattern
from companion.rules.scoring.interpretations import Interpretation
from companion.rules.scoring.score import Line
from companion.rules.scoring.set_values import Worth

_LATE: Final = ("four_sets", "nothing_on_table")
"""Patterns that hold for most hands, so a rule asks its other patterns first."""
_ANY_NUMBER: Final = range(5)

Open = tuple[tuple[HandPattern, Line], ...]
"""Lines that depend on the reading, each with what is left to test."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rules for whole hands, as far as the way to win and the hand's suits decide them.

    sure, sure_doubles: the lines that hold. points, doubles, added: what these bring together,
    without mah_jongg, the points for winning itself. open, open_limits: the lines that still depend
    on the reading, by how many of its sets are runs. limits: the limit hands that hold however the
    tiles are read.
    """

    way: Way
    sure: tuple[Line, ...]
    sure_doubles: tuple[Line, ...]
    points: int
    doubles: int
    added: int
    mah_jongg: int
    open: tuple[Open, ...]
    open_limits: tuple[Open, ...]
    limits: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule for whole hands, in parts that are known at different times.

    line: what it brings. limit: it is a limit hand. possible: what the way to win and the suits
    must be. test: what is left to ask the reading, if anything. runs: how many of the sets may be
    runs.
    """

    line: Line
    limit: bool
    possible: WayPattern
    test: HandPattern | None
    runs: tuple[bool, ...]


def candidates(rules: Sequence[Rule], limit: int | None, limit_hand: int | None) -> list[Candidate]:
    """The rules for whole hands that are worth anything.

    limit: of the table. limit_hand: what one scores.
    """
    # A rule that points forfeit comes last, after these points are counted.
    ordered = sorted(rules, key=lambda rule: "nothing_else_scored" in rule.when)
    return [
        _candidate(rule, line)
        for rule in ordered
        if not (rule.limit and limit_hand is None)
        and _brings_something(line := _line(rule, limit, limit_hand or 0))
    ]


def _candidate(rule: Rule, line: Line) -> Candidate:
    names = sorted(rule.when, key=lambda name: name in _LATE)
    possible = [NEEDS[name] for name in names if name in NEEDS]
    tests = []
    for name in names:
        if name.removeprefix("not ") in HAND_PATTERNS:
            tests.append(pattern(name, HAND_PATTERNS))
        else:
            possible.append(pattern(name, WAY_PATTERNS))
    return Candidate(
        line,
        rule.limit,
        all_of(possible),
        all_of(tests) if tests else None,
        tuple([all(runs in RUNS.get(name, _ANY_NUMBER) for name in names) for runs in _ANY_NUMBER]),
    )


def compiled(known: Sequence[Candidate], way: Way) -> Plan:
    """What the way to win decides about the rules."""
    possible = [each for each in known if each.possible(way)]
    settled = [each for each in possible if each.test is None]
    still_open = [each for each in possible if each.test is not None]
    sure = [each.line for each in settled if not each.limit]
    mah_jongg = sum(line.points for line in sure if line.id == "mah_jongg")
    return Plan(
        way,
        tuple(line for line in sure if not line.doubles),
        tuple(line for line in sure if line.doubles),
        sum(line.points for line in sure) - mah_jongg,
        sum(line.doubles for line in sure),
        sum(line.added for line in sure),
        mah_jongg,
        _by_runs([each for each in still_open if not each.limit]),
        _by_runs([each for each in still_open if each.limit]),
        tuple([each.line for each in settled if each.limit]),
    )


def _by_runs(still_open: Sequence[Candidate]) -> tuple[Open, ...]:
    """What can hold in a hand with no run, with one run, and so on."""
    return tuple(
        [
            tuple([(each.test, each.line) for each in still_open if each.test and each.runs[runs]])
            for runs in _ANY_NUMBER
        ]
    )


def _line(rule: Rule, limit: int | None, limit_hand: int) -> Line:
    added: Any = (limit or 0) // 2 if rule.added == "half the limit" else rule.added
    points = limit_hand if rule.limit else rule.points
    return Line(rule.id, points, rule.doubles, rule.words, rule.cited, rule.status, added)


def _brings_something(line: Line) -> bool:
    return bool(line.points or line.doubles or line.added)


def value(reading: Interpretation, plan: Plan, bonus: Worth, limit: int | None) -> None:
    """Work out the value of the reading. The rules ask it for what it scores so far.

    bonus: what the tiles laid out are worth. limit: of the table.
    """
    points, doubles, runs = plan.points + bonus.points, plan.doubles + bonus.doubles, 0
    for each in reading.sets:
        points += each.points
        doubles += each.doubles
        runs += each.runs
    reading.points, reading.runs, added = points, runs, plan.added
    for test, line in plan.open[runs]:
        if test(reading):
            if line.doubles:
                reading.double_lines += (line,)
            else:
                reading.lines += (line,)
            reading.points += line.points
            doubles += line.doubles
            added += line.added
    limit_hands = plan.limits
    for test, line in plan.open_limits[runs]:
        if test(reading):
            limit_hands += (line,)
    if limit_hands:
        reading.points, doubles, added = limit_hands[0].points, 0, 0
    else:
        reading.points += plan.mah_jongg
    uncapped = (reading.points << doubles) + added
    total = uncapped if limit is None else min(uncapped, limit)
    reading.doubles, reading.limit_hands = doubles, limit_hands
    reading.rank = total, bool(limit_hands), uncapped
