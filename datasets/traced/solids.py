"""What stands and lies in a traced scene, before any of it is drawn. Lengths are in tile widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.seen.reading import Group, SeenHand, Side
from datasets.synth.style import Colour, Image8
from datasets.synth.tables import Camera
from datasets.synth.tiles import Box

Float = NDArray[np.float64]

_FRONT = np.array([(-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)], float)
_BACK = np.array([(1, 1, -1), (-1, 1, -1), (-1, -1, -1), (1, -1, -1)], float)
#: A face counts as seen from this cosine between its normal and the line of sight.
_SEEN = 0.17
BACK = "0z"
FLOOR = -28.0
"""Height of the floor below the table: a table is 73 cm high, a tile 26 mm wide."""


@dataclass(frozen=True)
class Solid:
    """A box with rounded edges. gloss: 0 matt to 1 like glass. contrast: how much of the picture's
    ink is left on its front, 0 to 1. glow: how much its front shines by itself, 0 for none.
    wrapped: its front picture is on all six sides. side: whose hand the tile is in. carved: how
    deep the signs on its front are cut, in tile widths."""

    box: Box
    gloss: float = 0.4
    contrast: float = 1.0
    glow: float = 0.0
    wrapped: bool = False
    side: Side | None = None
    carved: float = 0.0

    def front(self) -> Float:
        """Corners of its front, (4, 3), clockwise from its own top left."""
        return self._corners(_FRONT)

    def corners(self) -> Float:
        """All eight, (8, 3)."""
        return np.concatenate([self._corners(_FRONT), self._corners(_BACK)])

    def _corners(self, signs: Float) -> Float:
        half = np.array(self.box.size) / 2
        return np.asarray((signs * half) @ self.box.axes + self.box.centre)

    def seen_from(self, eye: Sequence[float]) -> tuple[str, Float] | None:
        """What of a tile is to be seen from a place, face or back: its code and its corners,
        (4, 3), clockwise from their own top left. None for what is no tile, and where both turn
        away from the eye."""
        if self.box.code is None:
            return None
        for signs, code in ((_FRONT, self.box.code), (_BACK, BACK)):
            corners = self._corners(signs)
            towards = np.array(eye) - corners.mean(0)
            outward = self.box.axes[2] * signs[0, 2]
            if towards @ outward > _SEEN * np.linalg.norm(towards):
                return code, corners
        return None


@dataclass(frozen=True)
class Turned:
    """A thing as from a potter's wheel: a cup, a chip, a counter. profile: (radius, height) from
    the middle of its foot to the middle of its top. stands: where its foot's middle is. picture:
    on all that looks upwards."""

    profile: tuple[tuple[float, float], ...]
    stands: tuple[float, float, float]
    colour: Colour
    gloss: float
    picture: Image8 | None = None


@dataclass(frozen=True)
class Lamp:
    """A shining rectangle. size: its sides. strength: light that falls straight on the middle of
    the table, where 1 is what makes white paper white in the picture."""

    position: tuple[float, float, float]
    size: tuple[float, float]
    colour: tuple[float, float, float]
    strength: float


@dataclass(frozen=True)
class Ground:
    """A stuff that repeats. span: tile widths that the picture covers."""

    picture: Image8
    span: float
    gloss: float


@dataclass(frozen=True)
class Lens:
    """aperture: how wide it is. sharp_at: the distance ahead, from the eye, that is in focus."""

    aperture: float
    sharp_at: float


@dataclass(frozen=True)
class TracedScene:
    """All that a picture shows, and the answer to it.

    solids: tiles of the hands first, in the order that `groups` counts. reach: the table's half
    side. groups, hand: of the near hand; None where no hand is shown. hands: of a whole table.
    lens: None for one that is sharp at every distance. shake: how far the picture moves while it is
    taken, across and down, in its longer side."""

    seed: int
    kind: str
    set_seed: int
    solids: tuple[Solid, ...]
    turned: tuple[Turned, ...]
    camera: Camera
    lamps: tuple[Lamp, ...]
    ambient: tuple[float, float, float]
    table: Ground
    floor: Ground
    reach: float
    groups: tuple[Group, ...] = ()
    hand: SeenHand | None = None
    hands: dict[Side, SeenHand] | None = None
    lens: Lens | None = None
    shake: tuple[float, float] = (0.0, 0.0)
