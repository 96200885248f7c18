"""What the company of a find says of it: the finds around it and in the rest of the picture.

The tiles of a picture belong to one set and lie on one table. So their sizes change evenly across
it, all faces have a ground of the same colour, all backs look alike, and neighbours mostly lie in
rows, turned alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import BoolArray, ByteArray, FloatArray, IntArray
from companion.vision.geometry import in_edges, mean_edges, mean_sides, share_within, sides
from companion.vision.recognition.blank import grounds

COMPANY: Final = (
    "alone", "blank", "beside", "row", "picture", "alike", "nearest", "share", "around", "turned",
    "agree", "longer", "over", "smaller", "larger", "large", "pixels", "skew", "tilt", "ground",
    "darker", "light", "colour", "cut",
)  # fmt: skip
"""What is measured of a find among others, see `company`."""

# Set by hand before the fit, which weighs what these let through.
_CLIP: Final = 8.0
"""Log odds beyond which evidence counts no more."""
_LENT: Final = 2.0
"""Log odds of a find beyond which it lends others no more. With 4.0 the log loss of finds in
sources that a fit had left out was half a percent larger (a script that was not kept, as for the
other comparisons here; all are of an earlier fit, which was linear)."""
_UNSAID: Final = 0.5
"""Finds of log odds 0 that every find has for company, so that a single other one says less than
many. 0.3 did as well."""
_NEAR: Final = 2.5
"""How far apart, in mean sides, the middles of neighbours lie at most."""
_AROUND: Final = 4.0
"""How far from a find, in its mean sides, others count a third for how tiles lie around it."""
_WEIGHTY: Final = 4.0
"""Log odds from which a find counts fully for that."""
_FARTHEST: Final = 30.0
"""Mean sides beyond which a tile is as good as none."""
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
out were told best with 0.001 to 0.002; with 0.05 the log loss of blanks was 4 percent larger."""
_EVEN: Final = 0.2
"""Logarithm of a size by which a find may be off and count fully for that slope. 0.15 to 0.5 did as
well."""
_ROUNDS: Final = 4
"""How often the slope is found, a find counting the less the farther off it was."""
_USUAL: Final = 15
"""Finds whose ground is looked at, to know the usual one. More would only take time."""
_HUE: Final = 50.0
"""Distance in a and b of OpenCV's 8-bit CIE Lab that is one unit of hue and saturation. By hand,
like the bounds below; the odds are fitted to these units (`tile_odds`)."""
_MOST_HUE: Final = 1.5
"""Such units from which a ground is simply another one."""
_DARKNESS: Final = (-1.0, 2.0)
"""Bounds of how much darker a ground is than the usual one, as a logarithm."""
_NO_HUE: Final = 128.0
"""What OpenCV's 8-bit CIE Lab calls a and b of a grey."""


@dataclass(frozen=True, eq=False)
class Lying:
    """How the finds of a picture lie to each other and look, whichever of them are tiles.

    blank: (N,), which show no face. size: (N,), logarithms of pixels. at: (N, 2), middles in the
    longer side of the picture. large: (N,), their size in it, a logarithm. away: (N, N, 2), where
    middles lie, in the edges of each; in_sides: (N, N), how far away, in its mean sides. like: (N,
    N), 0 to 1, of one size; near: and beside each other; alike: and of one colour, both faces or
    both blank. touching: (N, N), as neighbours in a row. colours: (N, 3), of their grounds, in CIE
    Lab (8 bit). direction: (N,), complex, how each is turned. long: (N,), length against width, a
    logarithm. square, tilt, cut: (N,), as `company` says (square is its skew).
    """

    blank: BoolArray
    size: FloatArray
    at: FloatArray
    large: FloatArray
    away: FloatArray
    in_sides: FloatArray
    like: FloatArray
    near: FloatArray
    alike: FloatArray
    touching: FloatArray
    colours: FloatArray
    direction: NDArray[np.complexfloating]
    long: FloatArray
    square: FloatArray
    tilt: FloatArray
    cut: FloatArray


def lying(pixels: ByteArray, quads: FloatArray, blank: BoolArray) -> Lying:
    """pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels. blank: (N,), which show no
    face."""
    sides_of, middle, away = mean_sides(quads) + 1e-6, quads.mean(1), in_edges(quads, quads.mean(1))
    size = np.log(sides_of)
    like = np.exp(-np.log(2) * ((size[:, None] - size) / _LIKE) ** 2)
    np.fill_diagonal(like, 0)
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    in_sides = apart / sides_of[:, None]
    np.fill_diagonal(in_sides, np.inf)
    colours, _ = grounds(pixels, quads)
    right, _ = mean_edges(quads)
    turn = (right[:, 0] + 1j * right[:, 1]) ** 4  # a quarter turn changes nothing
    across, along = sides(quads)
    square, tilt = _corners(quads)
    return Lying(
        blank=blank,
        size=size,
        at=middle / max(pixels.shape),
        large=size - np.log(max(pixels.shape[:2])),
        away=away,
        in_sides=in_sides,
        like=like,
        near=like * (apart < _NEAR * sides_of),
        alike=like * same_colour(colours) * (blank[:, None] == blank),
        touching=touching(away, size),
        colours=colours,
        direction=turn / (np.abs(turn) + 1e-9),
        long=np.log(np.maximum(along, 1) / np.maximum(across, 1)),
        square=square,
        tilt=tilt,
        cut=1 - share_within(quads, pixels.shape[1], pixels.shape[0]),
    )


def company(finds: Lying, told: FloatArray) -> FloatArray:
    """`COMPANY` of each find: (N, C). told: (N,), the log odds that each is a tile, as far as they
    are known: by itself, or as the trees have said.

    beside, picture, alike: whether finds of its size are tiles: those near it, all, and those with
    a ground of its colour, if both are faces or both blanks. row: how many touch it, as neighbours
    in a row do, and are probably none: the sides of tiles lie in rows, too, and so do the planks of
    a floor. nearest: how far the nearest tile is. share: the part of the other finds that surely
    are tiles. around: how many tiles lie around it; agree: whether they are turned alike; turned:
    whether it is turned as they are; longer: than they are, against its width. over: whether the
    middle of a likelier find lies within it. smaller, larger: than tiles are at its place. large:
    its size in the picture; pixels: its size. skew: how far its corners are from square. tilt:
    against the picture's edges. ground, darker: how its ground differs from that of the faces.
    light, colour: of its ground. cut: the part of it that lies beyond the picture.
    """
    lent = np.clip(told, -_LENT, _LENT)
    none = 1 / (1 + np.exp(np.clip(told, -_CLIP, _CLIP)))
    sure = told > _TILE
    off = _off_size(finds.size, finds.at, sure)
    ground, darker = _off_ground(finds.colours, np.flatnonzero(sure & ~finds.blank))
    nearest = np.where(sure, finds.in_sides, np.inf).min(1)
    around = np.exp(-((finds.in_sides / _AROUND) ** 2)) * np.clip(told, 0, _WEIGHTY)
    return np.column_stack(
        [
            np.clip(told, -_CLIP, _CLIP),
            finds.blank,
            finds.near @ lent / (finds.near.sum(1) + _UNSAID),
            np.minimum(finds.touching @ none, _MOST_TOUCHING),
            finds.like @ lent / (finds.like.sum(1) + _UNSAID),
            finds.alike @ lent / (finds.alike.sum(1) + _UNSAID),
            np.log1p(np.minimum(nearest, _FARTHEST)),
            (sure.sum() - sure) / len(sure),
            *_turned(finds, around),
            _over(finds.away, told),
            np.clip(-off, 0, 2),
            np.clip(off, 0, 2),
            finds.large,
            finds.size,
            finds.square,
            finds.tilt,
            ground,
            darker,
            finds.colours[:, 0],
            np.linalg.norm(finds.colours[:, 1:] - _NO_HUE, axis=1),
            finds.cut,
        ]
    )


def same_colour(colours: FloatArray) -> FloatArray:
    """How alike grounds are in colour, (N, 3) in CIE Lab (8 bit): (N, N), 0 to 1."""
    light, *hue = ((colours[:, None] - colours) ** 2).transpose(2, 0, 1)
    return np.asarray(np.exp(-sum(hue) / _SAME_HUE**2 - light / _SAME_LIGHT**2))


def touching(away: FloatArray, size: FloatArray) -> FloatArray:
    """Whether another find lies where a neighbour in a row would: (N, N), 0 to 1. away: (N, N, 2),
    where the middles lie, in the edges of each. size: (N,), logarithms."""
    across, along = np.moveaxis(np.abs(away), -1, 0)
    off = np.minimum((across - 1) ** 2 + along**2, (along - 1) ** 2 + across**2)
    touching = np.exp(-(off + (size - size[:, None]) ** 2) / _TOUCHING**2)
    np.fill_diagonal(touching, 0)
    return np.asarray(touching)


def _over(away: FloatArray, told: FloatArray) -> FloatArray:
    """How far within each find the middle of a likelier one lies: (N,), from 0, a whole edge away,
    to 1, in its middle. away: (N, N, 2), as above."""
    within = np.clip(1 - np.abs(away).max(2), 0, 1)
    return np.asarray((within * (told > told[:, None])).max(1))


def _turned(finds: Lying, around: FloatArray) -> tuple[FloatArray, ...]:
    """What weighs around each find; how it is turned against that, -1 for half a right angle to 1;
    whether that is turned alike, 0 to 1; how much longer it is. Each (N,). around: (N, N)."""
    weight = around.sum(1)
    usual = around @ finds.direction / (weight + _UNSAID)
    longer = finds.long - around @ finds.long / (weight + _UNSAID)
    return weight, (usual * finds.direction.conj()).real, np.abs(usual), longer


def _corners(quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How far the corners are from square, the cosine between the edges, and how far the edges are
    turned against the picture's, 0 to 45 degrees in radians: (N,) each."""
    right, down = mean_edges(quads)
    lengths = np.linalg.norm(right, axis=1) * np.linalg.norm(down, axis=1)
    quarter = np.angle((right[:, 0] + 1j * right[:, 1]) ** 4)
    return np.abs((right * down).sum(1)) / (lengths + 1e-9), np.abs(quarter) / 4


def _off_size(size: FloatArray, at: FloatArray, sure: BoolArray) -> FloatArray:
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


def _off_ground(colours: FloatArray, faces: IntArray) -> tuple[FloatArray, FloatArray]:
    """How far the ground of each find is from the usual ground of the faces. colours: (N, 3), L, a,
    b.

    In hue and saturation, in units of `_HUE`; in darkness, as a logarithm. 0 if no ground is known.
    """
    if not len(faces):
        return np.zeros(len(colours)), np.zeros(len(colours))
    usual = np.median(colours[faces[:_USUAL]], axis=0)
    hue = np.linalg.norm(colours[:, 1:] - usual[1:], axis=1) / _HUE
    darker = np.log(np.maximum(usual[0], 1) / np.maximum(colours[:, 0], 1))
    return np.minimum(hue, _MOST_HUE), np.clip(darker, *_DARKNESS)
