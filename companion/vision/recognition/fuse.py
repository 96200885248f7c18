"""Several photographs of the same tiles → one look at them.

Tiles lie in a plane, so two photographs of them differ by a homography. Pairs of tiles with the
same name suggest homographies; the one on which most other tiles agree is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.base.errors import NotAllowedError
from companion.game.tiles import BACK
from companion.vision.arrays import FloatArray, IntArray
from companion.vision.geometry import box_overlap, mean_sides, turn_corners
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.upright import upright

# Set by hand, if no other source is named. `datasets/results/numbers.csv` says what other values
# change, as `datasets.vary` prints it.
_TRIES = 200
"""Pairs of tiles whose homography is tried."""
_SEED = 5
"""Draws the pairs that are tried where there are more, the same every time."""
_REFINED = 5
"""The best of these that are refined."""
_ROUNDS = 4
"""How often it is fitted anew to the tiles that it has brought together."""
_NEAR = 0.5
"""How far apart, in tile sides, the middles of the same tile may lie."""
_SHARED = 0.6
"""Part of the tiles, in the photograph with fewer tiles, that the other photograph must show."""
_ALIKE = 0.05
"""The least probability that two finds show the same kind, for them to suggest a homography."""
_ONLY_A_TILE = 0.2
"""What a tile counts that comes to lie on one of another kind, where one of its kind has 1 more."""
_FLAT = 1e-3
"""The least factor by which a homography may change areas; below it, the tiles would collapse."""
_FLOOR = 1e-4
"""The least probability that a photograph may give to a kind."""
_SAME_OUTLINE = 0.6
"""Overlap from which the outline in another photograph may replace a tile's own."""
_CLEARER = 14
"""Power of a photograph's clearness that is its weight. A blurred photograph is not only less
certain about a tile, but more often wrong than it seems."""
_LEAST = 1e-6
"""Weight of a photograph without tiles: far below that of any other, and more than nothing, since
sums are divided by it."""
_FACELESS = 0.25
"""Weight of a find without a face, where a face has 1."""


class OtherTilesError(NotAllowedError):
    def __init__(self, photo: int) -> None:
        super().__init__(
            f"Photograph {photo} does not show the same tiles as the others; photograph one hand"
            " several times without moving a tile, or read each photograph by itself.",
            "photo",
        )


@dataclass(frozen=True, eq=False)
class Look:
    """What one photograph shows.

    quads: (N, 4, 2), its pixels, short edge first. scores: (N,), how sure the finds are. named:
    what their faces show.
    """

    quads: FloatArray
    scores: FloatArray
    named: Named

    @property
    def weights(self) -> FloatArray:
        """The weight of the look for each find: (N, 1), up to 1 for a clear name among clear names.

        A find without a face may be a tile under a finger, and counts less.
        """
        named, tiles = self.named, self.named.tile_odds
        clear = named.probabilities[tiles > 0.5].max(axis=1, initial=0)
        clearness = float(clear.mean()) ** _CLEARER if len(clear) else _LEAST
        faces = tiles - named.probabilities[:, named.codes.index(BACK)]
        return np.asarray(clearness * (_FACELESS + (1 - _FACELESS) * faces))[:, None]


def fuse(looks: Sequence[Look]) -> tuple[int, Look]:
    """One look that knows what all show, and the place of the photograph whose pixels it uses.

    That photograph shows the most tiles. A tile in several photographs has the outline of the
    surest find. Its odds are multiplied, where clearer photographs count more. But n photographs
    count only as √n, because what makes one of them wrong often makes the next one wrong, too.
    Raises OtherTilesError.
    """
    base = max(range(len(looks)), key=lambda place: float(looks[place].named.tile_odds.sum()))
    whole = _Sum(looks[base])
    for place, look in enumerate(looks):
        if place == base or not (look.named.tile_odds > 0.5).any():
            continue
        view = _view(look, looks[base])
        if view is None:
            raise OtherTilesError(place + 1)
        whole.add(look, _seen(look, view))
    return base, whole.look()


class _Sum:
    """The finds of a first look, with what further looks say about them."""

    def __init__(self, look: Look) -> None:
        self._first = look.named
        self._quads = look.quads.astype(np.float64)
        self._scores = look.scores.copy()
        self._tile_odds = look.named.tile_odds.copy()
        self._kinds = look.weights * _logs(look.named.probabilities)
        self._ways = look.weights * _logs(look.named.ways)
        self._features = look.named.features.copy()
        self._faces = look.named.faces
        self._squares = look.weights**2

    def add(self, look: Look, quads: FloatArray) -> None:
        """quads: those of the look, in the pixels of the first one."""
        mine, others = _paired(self._quads, quads)
        starts = np.stack([turn_corners(quads[others], np.full(len(others), k)) for k in range(4)])
        apart = np.linalg.norm(starts - self._quads[mine], axis=-1).sum(-1)
        later = apart.argmin(axis=0)
        turned = starts[later, np.arange(len(others))]
        ways = np.take_along_axis(
            look.named.ways[others], (np.arange(4) + later[:, None]) % 4, axis=1
        )
        weights = look.weights
        self._kinds[mine] += weights[others] * _logs(look.named.probabilities[others])
        self._ways[mine] += weights[others] * _logs(ways)
        self._features[mine] += look.named.features[others]
        self._squares[mine] += weights[others] ** 2
        # What one photograph shows to be a tile is one, however little of it another shows.
        self._tile_odds[mine] = np.maximum(self._tile_odds[mine], look.named.tile_odds[others])
        overlap = box_overlap(self._quads[mine], turned).diagonal()
        better = (look.scores[others] > self._scores[mine]) & (overlap > _SAME_OUTLINE)
        self._quads[mine[better]] = turned[better]
        self._scores[mine[better]] = look.scores[others[better]]
        alone = np.setdiff1d(np.flatnonzero(look.named.tile_odds > 0.5), others)
        self._quads = np.concatenate([self._quads, quads[alone]])
        self._scores = np.concatenate([self._scores, look.scores[alone]])
        self._tile_odds = np.concatenate([self._tile_odds, look.named.tile_odds[alone]])
        kinds, ways = _logs(look.named.probabilities[alone]), _logs(look.named.ways[alone])
        self._kinds = np.concatenate([self._kinds, weights[alone] * kinds])
        self._ways = np.concatenate([self._ways, weights[alone] * ways])
        self._features = np.concatenate([self._features, look.named.features[alone]])
        self._faces = np.concatenate([self._faces, look.named.faces[alone]])
        self._squares = np.concatenate([self._squares, weights[alone] ** 2])

    def look(self) -> Look:
        # For n looks of one weight, the sum is divided by √n times it; for one look, by its weight.
        tempered = np.sqrt(self._squares)
        length = np.linalg.norm(self._features, axis=1, keepdims=True)
        named = replace(
            self._first,
            probabilities=_odds(self._kinds / tempered),
            ways=_odds(self._ways / tempered),
            features=self._features / (length + 1e-9),
            faces=self._faces,
        ).with_tile_odds(self._tile_odds)
        return Look(self._quads.astype(np.float32), self._scores, named)


def _view(one: Look, other: Look) -> FloatArray | None:
    """The homography (3, 3) from a look's pixels to another's; None if they show other tiles."""
    alike = _alike(one, other)
    tiles = min(int((look.named.tile_odds > 0.5).sum()) for look in (one, other))
    best: tuple[float, FloatArray] | None = None
    views = sorted(
        _suggested(one, other, alike), key=lambda view: -_agreement(one, other, view, alike)
    )
    for view in views[:_REFINED]:
        fitted = _fitted(one, other, view)
        if fitted is None:  # a single tile in common fits any view; the one that is tried stays
            fitted = view
        agreement = _agreement(one, other, fitted, alike)
        if best is None or agreement > best[0]:
            best = agreement, fitted
    if best is None:
        return None
    mine, _ = _paired(other.quads, _seen(one, best[1]))
    return best[1] if len(mine) >= max(1, _SHARED * tiles) else None


def _alike(one: Look, other: Look) -> FloatArray:
    """How probable it is that two finds show the same kind of face: (N, M). Backs say nothing."""
    faces = [k for k, code in enumerate(one.named.codes) if code not in (NOT_A_TILE, BACK)]
    return np.asarray(one.named.probabilities[:, faces] @ other.named.probabilities[:, faces].T)


def _suggested(one: Look, other: Look, alike: FloatArray) -> Iterator[FloatArray]:
    """Homographies that bring two tiles of one photograph onto two of the other."""
    yield np.eye(3)  # frames of a camera that does not move
    rng = np.random.default_rng(_SEED)
    pairs = np.argwhere(alike > _ALIKE)
    if len(pairs) < 2:
        return
    odds = alike[pairs[:, 0], pairs[:, 1]]
    mine = upright(one.quads, one.named.ways, one.named.best)
    theirs = upright(other.quads, other.named.ways, other.named.best)
    for a, b in rng.choice(len(pairs), (_TRIES, 2), p=odds / odds.sum()):
        (i, j), (k, m) = pairs[a], pairs[b]
        if i == k or j == m:
            continue
        source = np.concatenate([mine[i], mine[k]]).astype(np.float64)
        target = np.concatenate([theirs[j], theirs[m]]).astype(np.float64)
        affine = np.linalg.lstsq(np.column_stack([source, np.ones(len(source))]), target, None)[0].T
        if np.linalg.det(affine[:, :2]) > _FLAT:  # no photograph mirrors a table
            yield np.vstack([affine, [0, 0, 1]])


def _agreement(one: Look, other: Look, view: FloatArray, alike: FloatArray) -> float:
    """How many tiles a homography brings onto a tile of the same kind in the other photograph."""
    theirs, mine = _paired(other.quads, _seen(one, view))
    return float((_ONLY_A_TILE + alike[mine, theirs]).sum())


def _fitted(one: Look, other: Look, view: FloatArray) -> FloatArray | None:
    """The homography that best brings together the tiles that it has brought near each other."""
    for _ in range(_ROUNDS):
        theirs, mine = _paired(other.quads, _seen(one, view))
        if len(mine) < 2:
            return None
        # Middles, and corners, whose order of turning does not matter for middles.
        seen = _seen(one, view)[mine]
        starts = np.stack([turn_corners(seen, np.full(len(mine), k)) for k in range(4)])
        later = np.linalg.norm(starts - other.quads[theirs], axis=-1).sum(-1).argmin(axis=0)
        source = turn_corners(one.quads[mine], later).reshape(-1, 2)
        target = other.quads[theirs].reshape(-1, 2)
        fitted, _ = cv2.findHomography(
            source.astype(np.float64), target.astype(np.float64), cv2.LMEDS
        )
        if fitted is None:
            return None
        view = np.asarray(fitted)
    return view


def _seen(look: Look, view: FloatArray) -> FloatArray:
    return np.asarray(cv2.perspectiveTransform(look.quads.astype(np.float64), view))


def _paired(quads: FloatArray, others: FloatArray) -> tuple[IntArray, IntArray]:
    """Places of quads and of others that lie on each other, each the nearest of the other."""
    if not len(quads) or not len(others):
        nothing = np.zeros(0, np.intp)
        return nothing, nothing
    apart = np.linalg.norm(quads.mean(1)[:, None] - others.mean(1)[None], axis=2)
    nearest = apart.argmin(axis=1)
    places = np.arange(len(quads))
    mutual = apart.argmin(axis=0)[nearest] == places
    near = apart[places, nearest] < _NEAR * mean_sides(quads)
    mine = np.flatnonzero(mutual & near)
    return mine, nearest[mine]


def _logs(odds: FloatArray) -> FloatArray:
    return np.asarray(np.log(np.maximum(odds, _FLOOR)))


def _odds(logs: FloatArray) -> FloatArray:
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))
