"""The rules for whole hands, compiled for one way to win: what is settled before tiles are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.conditions import all_of, pattern
from companion.rules.lines import Line, Told
from companion.rules.patterns import (
    HAND_PATTERNS,
    NEEDS,
    RUNS,
    WAY_PATTERNS,
    HandPattern,
    Way,
    WayPattern,
)
from companion.rules.ruleset import Rule

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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule for whole hands, taken apart by when it is known whether it holds.

    line: what it brings. limit: it is a limit hand. possible: what the way to win and the suits
    have to be. test: what is left to ask of the reading, if anything. runs: how many of the sets
    may be runs. asks_only_place: as for a plan.
    """

    line: Line
    limit: bool
    possible: WayPattern
    test: HandPattern | None
    runs: tuple[bool, ...]
    asks_only_place: bool


def candidates(rules: Sequence[Rule], limit: int | None, limit_hand: int | None) -> list[Candidate]:
    """The rules for whole hands that are worth anything.

    limit: of the table. limit_hand: what one scores.
    """
    # What forfeits a rule has to be counted before it, so such a rule comes last.
    ordered = sorted(rules, key=lambda rule: "nothing_else_scored" in rule.when)
    return [
        _candidate(rule, line)
        for rule in ordered
        if not (rule.limit and limit_hand is None)
        and (line := _line(rule, limit, limit_hand or 0)).sum
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
        any(name.endswith("only_place") for name in names),
    )


def compiled(known: Sequence[Candidate], way: Way) -> Plan:
    """What of the rules is settled by the way to win."""
    possible = [each for each in known if each.possible(way)]
    settled = [each for each in possible if each.test is None]
    still_open = [each for each in possible if each.test is not None]
    sure = [each.line for each in settled if not each.limit]
    mah_jongg = sum([line.points for line in sure if line.id == "mah_jongg"])
    return Plan(
        way,
        Told([line for line in sure if not line.doubles]),
        Told([line for line in sure if line.doubles]),
        sum([line.sum for line in sure]) - mah_jongg,
        mah_jongg,
        _by_runs([each for each in still_open if not each.limit]),
        _by_runs([each for each in still_open if each.limit]),
        tuple([each.line for each in settled if each.limit]),
        any(each.asks_only_place for each in still_open),
    )


def _by_runs(still_open: Sequence[Candidate]) -> tuple[Open, ...]:
    """What can hold in a hand without runs, with one, and so on."""
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
