"""Where a tile may lie that the eye overlooked. A person said which other tile it lies beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from companion.seen.certainty import CERTAIN
from companion.seen.reading import Overlooked, Point, Quad, SeenTile, is_no_tile, told
from companion.vision.layout import Layout
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import measure

Tiles = tuple[SeenTile, ...]


def with_one_more(
    tiles: Tiles, one: Overlooked, lay: Callable[[Tiles], Layout]
) -> tuple[Tiles, Layout]:
    """The tiles with one that was overlooked, and how all of them lie.

    Nobody said on which side of the other it lies. It is put where the hand that has it is read
    most surely, or at the first place where that is certain. lay: says how tiles lie.
    """
    place, ways = len(tiles), []
    for quad in places_beside(tiles, one.beside):
        more = (*tiles, told(SeenTile(one.code, 1.0, quad), one.code))
        layout = lay(more)
        ways.append((layout.likelihood_with(place), more, layout))
        if ways[-1][0] >= CERTAIN:
            break
    _, more, layout = max(ways, key=itemgetter(0))
    return more, layout


def places_beside(tiles: Sequence[SeenTile], place: int) -> Iterator[Quad]:
    """Where one more tile may lie beside the one at a place, as far as no tile lies there: along
    its row on either side, next to it or at the row's end, then above and below it."""
    rulers = measure(tiles)
    points = [at for at, tile in zip(rulers.points, tiles, strict=True) if not is_no_tile(tile)]
    right, down = rulers.rights[place], rulers.downs[place]
    start = rulers.points[place]
    for step in (right, -right):
        yield _moved(tiles[place].quad, _end_of_row(points, start, step) - start)
    for step in (-down, down):
        if _taker(points, start + step, step) is None:
            yield _moved(tiles[place].quad, step)


def _end_of_row(points: Sequence[complex], start: complex, step: complex) -> complex:
    """The first place that is free, going from tile to tile."""
    passed: set[complex] = set()
    at: complex | None = start
    while at is not None and at not in passed:
        passed.add(at)
        free = at + step
        at = _taker(points, free, step)
    return free


def _taker(points: Sequence[complex], place: complex, step: complex) -> complex | None:
    """The middle of the tile that lies at a place; None if none does. step: from one
    tile to the next."""
    nearest = min(points, key=lambda point: abs(point - place), default=None)
    if nearest is None or abs(nearest - place) >= NUMBERS["place_taken"] * abs(step):
        return None
    return nearest


def _moved(quad: Quad, step: complex) -> Quad:
    a, b, c, d = (_point(x + step.real, y + step.imag) for x, y in quad)
    return a, b, c, d


def _point(x: float, y: float) -> Point:
    return round(x, 1), round(y, 1)
