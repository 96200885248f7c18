"""How probable it is that a find is a tile: from its face, its outline and its neighbours.

These are two logistic regressions for faces and two for blanks. `models.training.fit_tile_odds`
fits them; their numbers are in `models/weights/tile_odds.json`. The first looks at a find alone.
The second adds what its neighbours and the rest of the picture say: the tiles of a picture belong
to one set and lie on one table, so their sizes change evenly across it, all faces have a ground of
the same colour, and all backs look alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.base.resources import resource
from companion.game.tiles import BACK, WHITE
from companion.vision.geometry import FloatArray, in_edges, mean_sides, share_within, sides
from companion.vision.recognition.blank import grounds
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.engine import ModelDamagedError, read_checked

ByteArray = NDArray[np.uint8]

MEASURES: Final = ("score", "none", "best", "white", "back", "sharp", "contrast", "long", "one")
"""What is measured of a find alone, in addition to the classifier's features; `one` is always 1."""
COMPANY: Final = (
    "alone", "beside", "row", "picture", "alike", "known", "smaller", "larger", "ground", "darker",
    "cut", "one",
)  # fmt: skip
"""What is measured of a find among others, see `company`."""

# What follows was set by hand before the fit, which weighs what these let through.
# `datasets/results/numbers.csv` says what other values change.
_CLIP: Final = 8.0
"""Log odds beyond which evidence counts no more."""
_LARGEST: Final = 30.0
"""Log odds that a probability still shows as a number other than 0 or 1. It follows from the
precision of numbers: 1 - e^-30 is still told from 1."""
_LENT: Final = 2.0
"""Log odds of a find beyond which it lends others no more. With 4.0 the log loss of finds in
sources that the fit had left out was half a percent larger (a script that was not kept, as for the
other comparisons here)."""
_UNSAID: Final = 0.5
"""Finds of log odds 0 that every find has for company, so that a single other one says less than
many. 0.3 did as well."""
_NEAR: Final = 2.5
"""How far apart, in mean sides, the middles of neighbours lie at most."""
_TOUCHING: Final = 0.2
"""How far from the place of a neighbour in a row, in sides of the find, and how unlike in size, as
a logarithm, another find is to count a third. 0.1 to 0.3 did nearly as well."""
_MOST_TOUCHING: Final = 4.0
"""Neighbours in rows that count, at most: a tile has two beside it, one above and one below."""
_LIKE: Final = 0.25
"""Difference of the logarithms of two sizes at which one find counts half for the other."""
_SAME_HUE: Final = 10.0
"""How unlike in hue and saturation, in units of CIE Lab (8 bit), the grounds of two finds are to
count a third for each other. 8 and 12 did as well, 5 nearly."""
_SAME_LIGHT: Final = 50.0
"""The same for lightness, which lamps and shadows change more. With 30 the log loss of blanks was
as large, with 18 half a percent larger."""
_TILE: Final = 2.0
"""Log odds from which a find alone shows how large tiles are here, and what ground they have."""
_FLAT: Final = 0.002
"""Penalty on the square of the slope of tiles' sizes across a picture, in logarithms over its
longer side, against squares of what a find's size is off. Finds of sources that the fit had left
out were told best with 0.001 to 0.002; with 0.05 the log loss of blanks was 4 percent larger (a
script that was not kept)."""
_EVEN: Final = 0.2
"""Logarithm of a size by which a find may be off and count fully for that slope. 0.15 to 0.5 did as
well."""
_ROUNDS: Final = 4
"""How often the slope is found, a find counting the less the farther off it was."""
_USUAL: Final = 15
"""Finds whose ground is looked at, to know the usual one. More would only take time."""


@dataclass(frozen=True)
class TileOdds:
    """The regressions, for faces and for blanks.

    features: (2, F), weights of the classifier's features, which have unit length. measures:
    (2, M), of `MEASURES`. company: (2, C), of `COMPANY`.
    """

    features: FloatArray
    measures: FloatArray
    company: FloatArray

    def __call__(
        self, pixels: ByteArray, quads: FloatArray, scores: FloatArray, named: Named
    ) -> Named:
        """`named`, with the probability of “no tile”, and the kinds' shares of the rest.

        pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels. scores: (N,), the detector's.
        named: what the faces show.
        """
        if not len(quads):
            return named
        kind = blank(named).astype(int)
        alone = named.features @ self.features.T + measures(quads, scores, named) @ self.measures.T
        of_its_kind = np.take_along_axis(alone, kind[:, None], axis=1)[:, 0]
        seen = company(pixels, quads, named, of_its_kind)
        log_odds = (seen * self.company[kind]).sum(1)
        a_tile = 1 / (1 + np.exp(-np.clip(log_odds, -_LARGEST, _LARGEST)))
        return named.with_tile_odds(a_tile)


def load_tile_odds(folder: Path | None = None) -> TileOdds:
    """The fitted regressions. folder: where others than the shipped ones are.

    Raises ModelDamagedError, ResourceMissingError.
    """
    name, kinds = "tile_odds.json", ("faces", "blanks")
    path = folder / name if folder else resource("models", name)
    facts = read_checked(path, kinds)
    try:
        every = [facts[kind] for kind in kinds]
        return TileOdds(
            np.array([each["features"] for each in every], np.float64),
            np.array([[each["measures"][of] for of in MEASURES] for each in every], np.float64),
            np.array([[each["company"][of] for of in COMPANY] for each in every], np.float64),
        )
    except (KeyError, TypeError, ValueError):
        raise ModelDamagedError("tile_odds", f"{name} has changed") from None


def blank(named: Named) -> NDArray[np.bool_]:
    """Which finds show no face: among the tiles, backs and white dragons are most likely."""
    kinds = named.without([NOT_A_TILE])
    return np.isin(np.array(kinds.best, dtype=object), [BACK, WHITE])


def measures(quads: FloatArray, scores: FloatArray, named: Named) -> FloatArray:
    """`MEASURES` of each find: (N, M)."""
    chances = named.probabilities
    nothing = chances[:, named.codes.index(NOT_A_TILE)]
    kinds = np.delete(chances, named.codes.index(NOT_A_TILE), axis=1)
    across, along = sides(quads)
    grey = _grey(named.faces)
    sharp = np.array([cv2.Laplacian(face, cv2.CV_32F).std() for face in grey])
    return np.stack(
        [
            _log_odds(scores),
            _log_odds(nothing),
            _log_odds(kinds.max(1) / np.maximum(kinds.sum(1), 1e-9)),
            chances[:, named.codes.index(WHITE)],
            chances[:, named.codes.index(BACK)],
            np.log(sharp + 1),
            np.log(grey.std((1, 2)) + 1),
            np.log(np.maximum(along, 1) / np.maximum(across, 1)),
            np.ones(len(quads)),
        ],
        axis=1,
    )


def _grey(faces: ByteArray) -> FloatArray:
    """(N, side, side, 3) → (N, side, side), the mean of the colours: many times as fast as numpy's
    own."""
    wide = faces.reshape(-1, faces.shape[2], 3).astype(np.float32)
    grey = cv2.transform(wide, np.full((1, 3), 1 / 3, np.float32))
    return np.asarray(grey, np.float32).reshape(faces.shape[:3])


def company(pixels: ByteArray, quads: FloatArray, named: Named, alone: FloatArray) -> FloatArray:
    """`COMPANY` of each find: (N, C). alone: (N,), the log odds by itself.

    beside, picture, alike: whether finds of its size are tiles: those near it, all, and those with
    a ground of its colour, if both are faces or both blanks. row: how many touch it, as neighbours
    in a row do, and are probably none: the sides of tiles lie in rows, too, and so do the planks of
    a floor. known: whether others show how large tiles are; smaller, larger: than those. ground,
    darker: how its ground differs from that of the faces. cut: the part of it that lies beyond the
    picture.
    """
    size, middle = np.log(mean_sides(quads) + 1e-6), quads.mean(1)
    lent = np.clip(alone, -_LENT, _LENT)
    none = 1 / (1 + np.exp(np.clip(alone, -_CLIP, _CLIP)))
    like = np.exp(-np.log(2) * ((size[:, None] - size) / _LIKE) ** 2)
    np.fill_diagonal(like, 0)
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    near = like * (apart < _NEAR * np.exp(size))
    colours, _ = grounds(pixels, quads)
    without_face = blank(named)
    alike = like * _same_colour(colours) * (without_face[:, None] == without_face)
    sure = alone > _TILE
    others = sure.sum() - sure
    off = _off_size(size, middle / max(pixels.shape), sure)
    ground, darker = _off_ground(colours, np.flatnonzero(sure & ~without_face))
    return np.stack(
        [
            np.clip(alone, -_CLIP, _CLIP),
            near @ lent / (near.sum(1) + _UNSAID),
            np.minimum(_touching(quads, size) @ none, _MOST_TOUCHING),
            like @ lent / (like.sum(1) + _UNSAID),
            alike @ lent / (alike.sum(1) + _UNSAID),
            np.minimum(others, 5) / 5,
            np.clip(-off, 0, 2),
            np.clip(off, 0, 2),
            ground,
            darker,
            1 - share_within(quads, pixels.shape[1], pixels.shape[0]),
            np.ones(len(quads)),
        ],
        axis=1,
    )


def _same_colour(colours: FloatArray) -> FloatArray:
    """How alike grounds are in colour, (N, 3) in CIE Lab (8 bit): (N, N), 0 to 1."""
    light, *hue = ((colours[:, None] - colours) ** 2).transpose(2, 0, 1)
    return np.asarray(np.exp(-sum(hue) / _SAME_HUE**2 - light / _SAME_LIGHT**2))


def _touching(quads: FloatArray, size: FloatArray) -> FloatArray:
    """Whether another find lies where a neighbour in a row would: (N, N), 0 to 1. size: (N,),
    logarithms."""
    across, along = np.moveaxis(np.abs(in_edges(quads, quads.mean(1))), -1, 0)
    off = np.minimum((across - 1) ** 2 + along**2, (along - 1) ** 2 + across**2)
    touching = np.exp(-(off + (size - size[:, None]) ** 2) / _TOUCHING**2)
    np.fill_diagonal(touching, 0)
    return np.asarray(touching)


def _off_size(size: FloatArray, at: FloatArray, sure: NDArray[np.bool_]) -> FloatArray:
    """How much larger each find is than tiles are at its place, as logarithms: (N,). On a table
    their size changes evenly. Where little is known of it, being off counts less.

    size: (N,), logarithms. at: (N, 2), where they lie, in the longer side of the picture. sure:
    (N,), which finds show how large tiles are; if none does, nothing is off.
    """
    if not sure.any():
        return np.zeros(len(size))
    plane = np.column_stack([np.ones(len(size)), at - at[sure].mean(0)])
    known, weights, sizes = plane[sure], np.ones(int(sure.sum())), size[sure]
    flat = _FLAT * np.diag([0.0, 1.0, 1.0])
    for _ in range(_ROUNDS):
        inverse = np.linalg.inv((known * weights[:, None]).T @ known + flat)
        slope = inverse @ (known.T @ (weights * sizes))
        weights = 1 / np.maximum(np.abs(sizes - known @ slope) / _EVEN, 1.0)
    unknown = ((plane @ inverse) * plane).sum(1)  # variance of the plane, in that of sizes
    return np.asarray((size - plane @ slope) / np.sqrt(1 + unknown))


def _off_ground(colours: FloatArray, faces: NDArray[np.intp]) -> tuple[FloatArray, FloatArray]:
    """How far the ground of each find is from the usual ground of the faces. colours: (N, 3), L, a,
    b.

    In hue and saturation, in units of 50 of CIE Lab (8 bit); in darkness, as a logarithm. 0 if no
    ground is known.
    """
    if not len(faces):
        return np.zeros(len(colours)), np.zeros(len(colours))
    usual = np.median(colours[faces[:_USUAL]], axis=0)
    hue = np.linalg.norm(colours[:, 1:] - usual[1:], axis=1) / 50
    darker = np.log(np.maximum(usual[0], 1) / np.maximum(colours[:, 0], 1))
    return np.minimum(hue, 1.5), np.clip(darker, -1, 2)


def _log_odds(chance: FloatArray) -> FloatArray:
    safe = np.clip(chance, 1e-6, 1 - 1e-6).astype(float)
    return np.asarray(np.clip(np.log(safe / (1 - safe)), -_CLIP, _CLIP))
