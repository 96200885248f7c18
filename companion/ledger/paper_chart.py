"""Everyone's total after each hand, drawn on paper as the page draws it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from companion.ledger.paper import INK, LINE, MUTED, STRONG_LINE, Colour, Paper, number

_DASHES: Final = ((0, 0), (3.2, 1.8), (0.7, 2.1), (6.0, 1.4))
"""Mm of a stroke and of the gap behind it, by place; no stroke is a whole line. Lines are told
apart without colours too. By hand; the page has dots between the last one's strokes, which fpdf2
does not draw."""
_LEFT: Final = 14.0
"""Mm beside the chart, for the points."""
_RIGHT: Final = 32.0
"""Mm beside the chart, for the players' names."""
_BELOW: Final = 5.0
"""Mm below the chart, for the hands' numbers."""
_LABEL: Final = 3.9
"""Mm of height of a line of type, so that no two names cover each other."""


@dataclass(frozen=True)
class Run:
    """One player's line. values: before the first hand, and after each. begins: the first of them
    that the line has."""

    name: str
    colour: Colour
    values: tuple[int, ...]
    begins: int = 0


@dataclass(frozen=True)
class _Frame:
    """From hands and points to places on the paper."""

    x: float
    y: float
    width: float
    height: float
    low: int
    high: int
    steps: int

    def at(self, step: int, value: float) -> tuple[float, float]:
        span = self.high - self.low or 1
        return (
            self.x + self.width * step / max(1, self.steps),
            self.y + self.height * (self.high - value) / span,
        )


def draw_lines(
    pdf: Paper, box: tuple[float, float, float, float], runs: Sequence[Run], names: Sequence[str]
) -> None:
    """box: left, top, width, height. names: of the steps after the first."""
    left, top, width, height = box
    values = [value for run in runs for value in run.values]
    frame = _Frame(
        left + _LEFT,
        top + 2,
        width - _LEFT - _RIGHT,
        height - _BELOW - 2,
        min(0, *values),
        max(0, *values),
        len(names),
    )
    _levels(pdf, frame, left)
    _step_names(pdf, frame, names)
    for place, run in enumerate(runs):
        _style(pdf, place, run.colour)
        points = [frame.at(step, value) for step, value in enumerate(run.values)]
        pdf.polyline(points[run.begins :])
    _ends(pdf, frame, runs)
    pdf.set_dash_pattern()


def _levels(pdf: Paper, frame: _Frame, left: float) -> None:
    step = nice_step((frame.high - frame.low) / 5)
    for n in range(math.ceil(frame.low / step), math.floor(frame.high / step) + 1):
        _, y = frame.at(0, n * step)
        pdf.rule(frame.x, y, frame.width, LINE if n else STRONG_LINE, 0.15 if n else 0.25)
        pdf.put(left, y - 1.7, _LEFT - 2, number(n * step), 7.5, colour=MUTED, align="R")


def _step_names(pdf: Paper, frame: _Frame, names: Sequence[str]) -> None:
    every = math.ceil(max(1, len(names)) / 20)
    for step, name in enumerate(names, 1):
        if step % every == 0:
            x, _ = frame.at(step, 0)
            y = frame.y + frame.height + 1
            pdf.put(x - 5, y, 10, name, 7.5, colour=MUTED, align="C")


def _ends(pdf: Paper, frame: _Frame, runs: Sequence[Run]) -> None:
    """Each name beside the end of its line."""
    x = frame.x + frame.width
    ends = sorted((frame.at(0, run.values[-1])[1], place) for place, run in enumerate(runs))
    heights = beside_ends([y for y, _ in ends], frame.y + frame.height)
    for y, (_, place) in zip(heights, ends, strict=True):
        _style(pdf, place, runs[place].colour)
        pdf.line(x + 2, y, x + 8, y)
        pdf.set_dash_pattern()
        pdf.put(x + 9.5, y - 2.1, _RIGHT - 9.5, runs[place].name, 9, colour=INK)


def beside_ends(ends: Sequence[float], foot: float) -> list[float]:
    """Where the names of lines stand that end at these heights, the highest first: none over
    another, and none below the foot. In mm from the top of the paper."""
    down = [*accumulate(ends, lambda above, own: max(own, above + _LABEL))]
    lowest_first = accumulate(
        reversed(down), lambda below, own: min(own, below - _LABEL), initial=foot + _LABEL
    )
    return [*lowest_first][:0:-1]


def _style(pdf: Paper, place: int, colour: Colour) -> None:
    pdf.set_draw_color(*colour)
    pdf.set_line_width(0.55)
    pdf.set_dash_pattern(*_DASHES[place % len(_DASHES)])


def nice_step(rough: float) -> int:
    """The next of 1, 2, 5, 10, 20 … that is not less."""
    power: int = 10 ** math.floor(math.log10(max(rough, 1)))
    return next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
