"""Where a tile may lie that the eye overlooked, and of which a person says beside which other one
it lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.seen.reading import Point, Quad, SeenTile
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import Rulers, measure


def places_beside(tiles: Sequence[SeenTile], place: int) -> Iterator[Quad]:
    """Where one more tile may lie beside the one at a place, as far as no find lies there: along
    its row on either side, next to it or at the row's end, then above and below it."""
    rulers = measure(tiles)
    right, down = rulers.rights[place], rulers.downs[place]
    start = rulers.points[place]
    for step in (right, -right):
        yield _moved(tiles[place].quad, _end_of_row(rulers, place, step) - start)
    for step in (-down, down):
        if _taker(rulers, start + step, step) is None:
            yield _moved(tiles[place].quad, step)


def _end_of_row(rulers: Rulers, place: int, step: complex) -> complex:
    """The first place that is free, going from tile to tile."""
    passed: set[int] = set()
    at: int | None = place
    while at is not None and at not in passed:
        passed.add(at)
        free = rulers.points[at] + step
        at = _taker(rulers, free, step)
    return free


def _taker(rulers: Rulers, point: complex, step: complex) -> int | None:
    """The find that lies at a point, a step from another; None where none does."""
    apart = [abs(other - point) for other in rulers.points]
    nearest = min(range(len(apart)), key=apart.__getitem__)
    return nearest if apart[nearest] < NUMBERS["place_taken"] * abs(step) else None


def _moved(quad: Quad, step: complex) -> Quad:
    a, b, c, d = (_point(x + step.real, y + step.imag) for x, y in quad)
    return a, b, c, d


def _point(x: float, y: float) -> Point:
    return round(x, 1), round(y, 1)
