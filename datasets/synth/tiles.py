"""Tiles as solids: their sets, their surfaces, and where they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.faces import draw_face
from datasets.synth.style import Colour, Image8, Style, random_style

Float = NDArray[np.float64]
Surface = list[NDArray[np.float32]]  # (H, W, 4) RGB times alpha, and alpha 0 to 1; ever smaller

_FACE = (144, 192)
BACK_COLOURS: tuple[Colour, ...] = (
    (24, 120, 60),
    (40, 160, 70),
    (20, 90, 50),
    (40, 90, 180),
    (110, 180, 225),
    (30, 50, 110),
    (150, 20, 110),
    (200, 60, 140),
    (235, 180, 60),
    (240, 205, 120),
    (225, 130, 40),
    (150, 40, 35),
    (200, 150, 90),
    (176, 122, 62),
    (120, 78, 40),
    (225, 220, 205),
    (35, 35, 38),
    (120, 120, 125),
)


def surface(image: Image8, corner: float = 0.0) -> Surface:
    """A picture with rounded corners (radius as a part of its width), at every size."""
    height, width = image.shape[:2]
    alpha: NDArray[np.float32] = np.ones((height, width), np.float32)
    radius = round(corner * width)
    if radius:
        mask = np.zeros((height, width), np.uint8)
        cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, -1)
        cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, -1)
        for x in (radius, width - radius - 1):
            for y in (radius, height - radius - 1):
                cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
        alpha = np.asarray(mask, np.float32) / np.float32(255)
    whole = cv2.merge([*(c * alpha for c in cv2.split(image)), alpha])
    sizes: Surface = [np.asarray(whole, np.float32)]
    while min(sizes[-1].shape[:2]) > 14:
        h, w = sizes[-1].shape[:2]
        sizes.append(
            np.asarray(
                cv2.resize(sizes[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.float32
            )
        )
    return sizes


@dataclass
class TileSet:
    """A set of tiles. A surface is drawn when it is first needed.

    Sizes in tile widths. layer: the back's part of the thickness. round: radius of the edges.
    """

    seed: int
    style: Style
    height: float
    thickness: float
    layer: float
    back: Colour
    round: float
    surfaces: dict[str, Surface] = field(default_factory=dict)

    def face(self, code: str) -> Surface:
        """The surface of a face, or of the back for `0z`."""
        if code not in self.surfaces:
            rng = np.random.default_rng([self.seed, 7, int(code[0]), ord(code[1])])
            back = code == "0z"
            image = self._draw_back(rng) if back else draw_face(code, self.style, rng, _FACE)
            self.surfaces[code] = surface(self._worn(image, rng), self.round * 0.9)
        return self.surfaces[code]

    def _worn(self, image: Image8, rng: np.random.Generator) -> Image8:
        """Draw the rounded rim, lighter or darker than the middle, and the grain of bone."""
        own = np.random.default_rng([self.seed, 9])
        height, width = image.shape[:2]
        x = np.minimum(np.arange(width), np.arange(width)[::-1])[None] / width
        y = np.minimum(np.arange(height), np.arange(height)[::-1])[:, None] / width
        rim = np.exp(-((np.minimum(x, y) / (self.round * own.uniform(0.5, 1.1))) ** 2))
        gain = 1 + rim * own.normal(0.02, 0.08)
        if own.random() < 0.5:
            few = rng.normal(0, 1, (6, 40)).astype(np.float32)
            streaks = cv2.resize(few, (width, height), interpolation=cv2.INTER_CUBIC)
            gain = gain + streaks * own.uniform(0, 0.03)
        slope = (np.arange(height)[:, None] / height - 0.5) * rng.normal(0, 0.05)
        every = cv2.merge([(gain + slope).astype(np.float32)] * 3)
        return np.asarray(cv2.multiply(image, every, dtype=cv2.CV_8U), np.uint8)

    def _draw_back(self, rng: np.random.Generator) -> Image8:
        own = np.random.default_rng([self.seed, 8])
        width, height = _FACE
        image = np.empty((height, width, 3), np.float32)
        image[:] = self.back
        kind = own.random()
        if kind < 0.25:  # bamboo or wood grain
            fibres = cv2.resize(rng.normal(0, 1, (1, width)).astype(np.float32), (width, height))
            lines = fibres + rng.normal(0, 0.3, (height, width))
            image += (cv2.GaussianBlur(lines, (0, 0), 1.2) * 14)[..., None]
            for y in own.uniform(0, height, int(own.integers(0, 3))):
                cv2.line(
                    image,
                    (0, int(y)),
                    (width, int(y + own.normal(0, 4))),
                    [c * 0.75 for c in self.back],
                    2,
                    cv2.LINE_AA,
                )
        elif kind < 0.33:  # marbled
            cloud = cv2.resize(
                rng.normal(0, 1, (9, 7)).astype(np.float32), _FACE, interpolation=cv2.INTER_CUBIC
            )
            image += (cloud * 16)[..., None]
        elif kind < 0.38:  # a maker's device
            ink = [c * (0.7 if sum(self.back) > 300 else 1.5) for c in self.back]
            cv2.circle(image, (width // 2, height // 2), width // 4, ink, 4, cv2.LINE_AA)
            cv2.circle(image, (width // 2, height // 2), width // 8, ink, 3, cv2.LINE_AA)
        return np.clip(image, 0, 255).astype(np.uint8)


@lru_cache(maxsize=6)
def tile_set(seed: int) -> TileSet:
    """The set of a seed."""
    rng = np.random.default_rng([23, seed])
    style = random_style(seed)
    back = BACK_COLOURS[int(rng.integers(len(BACK_COLOURS)))]
    layer = float(rng.uniform(0.15, 0.55))
    if rng.random() < 0.12:  # one piece, the back like the face
        back, layer = style.body, 0.0
    return TileSet(
        seed,
        style,
        float(rng.normal(1.34, 0.06)),
        float(np.clip(rng.normal(0.74, 0.13), 0.42, 1.0)),
        layer,
        back,
        float(rng.uniform(0.03, 0.1)),
    )


@dataclass
class Box:
    """A solid with square sides: a tile, or another object on the table.

    centre: (3,). axes: (3, 3), rows: right, up and outward of the face, unit length.
    size: width, height, thickness. front, back: surfaces. sides: colour next to the face and next
    to the back. code: the tile on the face, None for what is no tile.
    """

    centre: Float
    axes: Float
    size: tuple[float, float, float]
    front: Surface | None
    back: Surface | None
    sides: tuple[Colour, Colour]
    layer: float
    round: float
    code: str | None


def flat(angle: float, down: bool = False) -> Float:
    """Axes of a box that lies on the table, turned by angle (degrees, anticlockwise from above)."""
    a = math.radians(angle)
    right = np.array([math.cos(a), math.sin(a), 0.0])
    up = np.array([-math.sin(a), math.cos(a), 0.0])
    sign = -1.0 if down else 1.0
    return np.stack([right * sign, up, np.array([0, 0, sign])])


def standing(angle: float, lean: float = 0.0, turns: int = 0) -> Float:
    """Axes of a box standing with its face to the near side, turned by angle, leaning back.

    turns: quarter turns of the face in its own plane; 2 is upside down.
    """
    a, b = math.radians(angle), math.radians(lean)
    out = np.array([math.sin(a), -math.cos(a), 0.0])
    sky = np.array([0, 0, 1.0])
    normal = out * math.cos(b) + sky * math.sin(b)
    up = sky * math.cos(b) - out * math.sin(b)
    right = np.cross(up, normal)
    for _ in range(turns):
        right, up = -up, right
    return np.stack([right, up, normal])


def rests_at(axes: Float, size: tuple[float, float, float]) -> float:
    """Height of the centre of a box that touches the table."""
    return float(np.abs(axes[:, 2]) @ np.array(size)) / 2


def tile(owner: TileSet, code: str, x: float, y: float, axes: Float, lift: float = 0.0) -> Box:
    """A tile of a set with its lowest point `lift` above the table."""
    size = (1.0, owner.height, owner.thickness)
    centre = np.array([x, y, lift + rests_at(axes, size)])
    return Box(
        centre,
        axes,
        size,
        owner.face(code),
        owner.face("0z"),
        (owner.style.body, owner.back),
        owner.layer,
        owner.round,
        code,
    )
