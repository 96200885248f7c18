"""How an order of tiles lies on a picture: which find is which tile of the order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.game.tiles import BONUS, KINDS, SPECIALS, words
from companion.vision.arrays import FloatArray
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.tile_sets.align import align
from companion.vision.tile_sets.order import Picture
from companion.vision.tile_sets.rows import find_rows

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_FLOOR = 1e-3
"""The least probability of the trained model that is believed, since it does not know this set."""
_UNKNOWN = 0.05
"""Probability that the trained model gives to a tile it was never shown."""
_SKIP = 9.0
"""Cost of leaving out a tile of the order, or a find. It is higher than the cost of two tiles
that look alike, so that two tiles in each other's place are not taken for gaps."""
_NO_TILE = 1.0
"""Cost of leaving out a find that does not look like a tile."""
_IN_A_GAP = 3.0
"""What is taken off the cost of a missing tile if the finds leave a gap for it."""
_UPRIGHT = 4.0
"""Weight of the way up of an unknown face, which must point to the head of the rows."""
_CHANGED_OVER = np.log(20.0)
"""Log of how much more probable two tiles must be in each other's place."""
_FOUND = 0.75
"""The least part of the order's tiles that must be found, for the picture to show the order. Set by
hand, not measured."""
_MANY = 12
"""Tiles from which the program judges whether a picture shows the order at all. Set by hand, not
measured."""
_TURN_AGAINST = 8.0
"""How much better an order must fit if the picture is turned upside down."""


class Chances:
    """Log odds of each find, by the trained model: for tiles that it knows, and for others."""

    def __init__(self, named: Named) -> None:
        self._codes = [code for code in named.codes if code != NOT_A_TILE]
        self._kinds = np.delete(named.probabilities, named.codes.index(NOT_A_TILE), axis=1)
        self.no_tile = 1 - named.tile_odds

    def knows(self, code: str | None) -> bool:
        """Whether the trained model was ever shown such a tile. Special tiles differ in every
        set."""
        return code in self._codes and code not in SPECIALS

    def extra(self, find: int | None) -> float:
        """Cost of a find that the order does not name, or of a gap between finds."""
        if find is None:
            return 0.0
        return _NO_TILE if self.no_tile[find] > 0.5 else _SKIP

    def log(self, find: int | None, code: str | None) -> float:
        if find is None:
            return float(_IN_A_GAP - _SKIP)
        if code not in self._codes:
            return float(np.log(_UNKNOWN))
        least = _UNKNOWN if code in SPECIALS else _FLOOR
        return float(np.log(max(self._kinds[find, self._codes.index(code)], least)))

    def best(self, find: int) -> tuple[str, float]:
        place = int(self._kinds[find].argmax())
        return self._codes[place], float(self._kinds[find, place])

    def doubt(self, find: int, code: str) -> str:
        if self.no_tile[find] > 0.5:
            return "and it hardly looks like a tile"
        seen, confidence = self.best(find)
        if code in BONUS and seen in BONUS:
            return ""  # every set numbers its flowers differently
        against = confidence > 0.5 and self.log(find, code) < np.log(confidence / 5)
        return (
            f"and it looks like {words(seen)}"
            if self.knows(code) and seen != code and against
            else ""
        )


@dataclass(frozen=True, eq=False)
class Laying:
    """How an order lies on a picture.

    finds: (row, column) of the order → find. unclear: rows with a missing tile whose gap is not
    seen. up: (2,), pixels, from the foot of the rows to their head.
    """

    finds: dict[tuple[int, int], int]
    unclear: frozenset[int]
    up: FloatArray


def lay(quads: FloatArray, named: Named, wanted: Picture) -> Laying | None:
    """The order on the picture, turned as it fits best. None if it does not fit."""
    if not len(quads):
        return None
    chances = Chances(named)
    best: tuple[float, Laying] | None = None
    for turn in range(4):
        turned = _turned(quads, turn)
        up = _turned(np.array([0.0, -1.0]), -turn)
        cost, finds, unclear = _lay_rows(turned, wanted, chances)
        cost += _TURN_AGAINST * (turn != 0)
        if best is None or cost < best[0]:
            best = cost, Laying(finds, unclear, up)
    assert best is not None
    laying = best[1]
    asked = sum(len(row) for row in wanted)
    enough = len(laying.finds) >= _FOUND * asked
    return laying if enough and _plausible(laying.finds, wanted, chances) else None


def ways_up(quads: FloatArray, up: FloatArray) -> FloatArray:
    """How probable each start of quads (N, 4, 2) is if their faces point `up`: (N, 4)."""
    tops = (quads + np.roll(quads, -1, axis=1)) / 2 - quads.mean(axis=1, keepdims=True)
    along = tops @ up / (np.linalg.norm(tops, axis=2) + 1e-9)
    odds = np.exp(_UPRIGHT * along)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _plausible(laid: dict[tuple[int, int], int], wanted: Picture, chances: Chances) -> bool:
    """Whether the picture shows this order at all.

    More than half of many tiles look like what they are, even in a set that nobody trained on.
    """
    alike = [
        chances.best(find)[0] == wanted[row][column]
        for (row, column), find in laid.items()
        if wanted[row][column] in KINDS
    ]
    return len(alike) < _MANY or sum(alike) > len(alike) / 2


def _turned(quads: FloatArray, quarters: int) -> FloatArray:
    """The picture's points after so many quarter turns of the picture."""
    turn = np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), quarters)
    out: FloatArray = quads @ turn
    return out


def _lay_rows(
    quads: FloatArray, wanted: Picture, chances: Chances
) -> tuple[float, dict[tuple[int, int], int], frozenset[int]]:
    """Match the rows found with the rows of the order, and their tiles, at the least cost.

    Returns the cost, (row, column) → find, and the rows with a missing tile whose gap is not seen.
    """
    rows = [_with_gaps(row, quads) for row in find_rows(quads)]
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    costs = np.zeros((len(rows), len(wanted)))
    extra = [np.array([chances.extra(find) for find in row]) for row in rows]
    for i, row in enumerate(rows):
        for j, codes in enumerate(wanted):
            against = np.array([[-chances.log(find, code) for code in codes] for find in row])
            costs[i, j], pairs[i, j] = align(against, extra[i], np.full(len(codes), _SKIP))
    lone = np.array([each.sum() for each in extra])
    cost, matched = align(costs, lone, np.array([_SKIP * len(codes) for codes in wanted]))
    laid = {
        (j, column): find
        for i, j in matched
        for at, column in pairs[i, j]
        if (find := rows[i][at]) is not None
    }
    unclear = frozenset(j for i, j in matched if len(pairs[i, j]) < len(wanted[j]))
    return cost, laid, unclear


def _with_gaps(row: Sequence[int], quads: FloatArray) -> list[int | None]:
    """A row found, with None where there is room for a tile between two finds."""
    middles = quads[list(row)].mean(axis=1)
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1)
    spaced: list[int | None] = list(row[:1])
    for find, step in zip(row[1:], steps, strict=True):
        spaced += [None] * (round(float(step / np.median(steps))) - 1)
        spaced.append(find)
    return spaced


def changed_over(
    chances: Chances, finds: Sequence[int], codes: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Pairs of places whose tiles would fit much better in each other's place. Each place once."""
    log = np.array([[chances.log(find, code) for code in codes] for find in finds])
    if not len(log):
        return
    gain = log + log.T - np.diag(log)[:, None] - np.diag(log)[None]
    taken: set[int] = set()
    for flat in np.argsort(-np.triu(gain, 1), axis=None):
        a, b = (int(n) for n in np.unravel_index(flat, gain.shape))
        if a >= b or gain[a, b] < _CHANGED_OVER:
            break
        if not {a, b} & taken:
            taken |= {a, b}
            yield a, b
