"""Where a tile may lie that the eye overlooked. A person said which other tile it lies beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from companion.seen.reading import Overlooked, Point, Quad, SeenTile, is_no_tile, told
from companion.vision.layout import Layout
from companion.vision.layout.lines import (
    JOINED,
    UPRIGHT_TO_SIDEWAYS,
    Chain,
    find_lines,
    usual_gap,
)
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.rulers import Rulers, measure

Tiles = tuple[SeenTile, ...]


def with_one_more(
    tiles: Tiles, one: Overlooked, lay: Callable[[Tiles], Layout]
) -> tuple[Tiles, Layout]:
    """The tiles with one that was overlooked, and how all of them lie.

    Nobody said on which side of the other it lies. It lies in its row where there is room for it;
    if no hand has it there, it lies farther off. Of places that are as near, it is put where the
    hand that has it is read most surely. lay: says how tiles lie.
    """
    place, ways = len(tiles), []
    for quads in places_beside(tiles, one.beside):
        for quad in quads:
            more = (*tiles, told(SeenTile(one.code, 1.0, quad), one.code))
            layout = lay(more)
            ways.append((layout.likelihood_with(place), more, layout))
        if any(likelihood > 0 for likelihood, _, _ in ways):
            break
    _, more, layout = max(ways, key=itemgetter(0))
    return more, layout


def places_beside(tiles: Sequence[SeenTile], place: int) -> tuple[list[Quad], list[Quad]]:
    """Where one more tile may lie beside the one at a place: next to it, as far as its row has room
    there; and farther off, at the ends of its row, and above and below it where no tile lies."""
    rulers = measure(tiles)
    none = {at for at, tile in enumerate(tiles) if is_no_tile(tile)} - {place}
    (line,) = [line for line in find_lines(rulers, none, frozenset()) if place in line.tiles]
    row = _Row(line, rulers)
    model, start = row.upright_near(place), rulers.points[place]
    others = [point for at, point in enumerate(rulers.points) if at not in none]

    def is_free(middle: complex, size: complex) -> bool:
        taken = NUMBERS["place_taken"] * abs(size)
        return all(abs(middle - other) >= taken for other in others)

    width = rulers.rights[model]
    near = [middle for middle in row.places_next_to(place) if is_free(middle, width)]
    ends = [end for end in row.ends() if end not in near]
    far = [end for end in ends if is_free(end, width)]
    for step in (-rulers.downs[model], rulers.downs[model]):
        if is_free(start + step, step):
            far.append(start + step)
    if not near and not far:  # it is crowded, and lies on another wherever it is put
        far = ends

    def at(middle: complex) -> Quad:
        return _moved(tiles[model].quad, middle - rulers.points[model])

    return [at(middle) for middle in near], [at(middle) for middle in far]


@dataclass(frozen=True)
class _Row:
    """A chain of neighbours, and places where one more would lie: middles, in pixels."""

    line: Chain
    rulers: Rulers

    def upright_near(self, place: int) -> int:
        """The nearest tile that does not lie across the row; if all do, this one."""
        points = self.rulers.points
        upright = [tile for tile in self.line.tiles if tile not in self.line.sideways] or [place]
        return min(upright, key=lambda tile: abs(points[tile] - points[place]))

    def ends(self) -> tuple[complex, complex]:
        first, last = self.line.tiles[0], self.line.tiles[-1]
        if first == last:
            right = self.rulers.rights[first]
            return self._past(first, -right), self._past(first, right)
        points = self.rulers.points
        second, last_but_one = self.line.tiles[1], self.line.tiles[-2]
        return (
            self._past(first, points[first] - points[second]),
            self._past(last, points[last] - points[last_but_one]),
        )

    def places_next_to(self, place: int) -> Iterator[complex]:
        """Those with room for a tile, before this one and after it."""
        at = self.line.tiles.index(place)
        before, after = self.ends()
        yield from [before] if at == 0 else self._in_gap(place, at - 1, self.line.tiles[at - 1])
        last = at == len(self.line) - 1
        yield from [after] if last else self._in_gap(place, at, self.line.tiles[at + 1])

    def _in_gap(self, place: int, gap: int, other: int) -> Iterator[complex]:
        """In the gap between a tile and its neighbour: half-way in room for one, else beside the
        tile."""
        wide = self.line.gaps[gap] - usual_gap(self.line)
        least, most = NUMBERS["room_for_one"]
        if wide <= least or self.line.gaps[gap] == JOINED:
            return
        points = self.rulers.points
        both = points[place], points[other]
        yield sum(both) / 2 if wide < most else self._past(place, both[1] - both[0])

    def _past(self, place: int, way: complex) -> complex:
        """Beside a tile, in some direction, with the usual gap between. Where two lie in one place
        there is no direction, and it is to the right."""
        way = way or self.rulers.rights[place]
        width = abs(self.rulers.rights[self.upright_near(place)])
        widths = UPRIGHT_TO_SIDEWAYS if place in self.line.sideways else 1.0
        reach = (widths + usual_gap(self.line)) * width
        return self.rulers.points[place] + way / abs(way) * reach


def _moved(quad: Quad, step: complex) -> Quad:
    a, b, c, d = (_point(x + step.real, y + step.imag) for x, y in quad)
    return a, b, c, d


def _point(x: float, y: float) -> Point:
    return round(x, 1), round(y, 1)
