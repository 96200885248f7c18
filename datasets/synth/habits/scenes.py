"""How the scenes of habits are drawn: what all or many of them have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from datasets.synth.habits.chances import normal, uniform
from datasets.synth.habits.pieces import Box, box_of, clash
from datasets.synth.tables import (
    DEEP,
    VIEWS,
    Camera,
    Case,
    FloatArray,
    Laid,
    LayoutScene,
    Placed,
    Random,
    Spot,
    camera_on,
    full_set,
    in_space,
    seen_by,
    surroundings,
)

Span = tuple[float, float]
"""The least and the greatest number of degrees above the table from which a picture is taken."""

Others = tuple[list[Placed], float]
"""What else lies on the table, and how far it keeps from the hand."""

Around = Callable[[Random, Counter[str], str, Sequence[Spot], Box], Others | None]
"""What lies about the hand of a habit; None if it is what lies about most. Given the tiles that are
left, the habit, the tiles of the hand, and the box around these."""


@dataclass(frozen=True)
class Habits:
    """Habits of laying a hand by name, each of which draws a hand as it is laid. held_out: those
    for judging, to which no number may be fitted."""

    usual: dict[str, Case] = field(default_factory=dict)
    unusual: dict[str, Case] = field(default_factory=dict)
    held_out: dict[str, Case] = field(default_factory=dict)

    def kinds(self) -> dict[str, dict[str, Case]]:
        return {"usual": self.usual, "unusual": self.unusual, "held out": self.held_out}

    def every(self) -> dict[str, Case]:
        return self.usual | self.unusual | self.held_out

    def of(self, seed: int, habit: str | None) -> str:
        """The habit, or that of this seed if it is None."""
        names = [*self.every()]
        return habit or names[seed % len(names)]


def habit_of(kind: dict[str, Case]) -> Callable[[Case], Case]:
    """Adds a habit to those of a kind, by its name."""

    def add(make: Case) -> Case:
        kind[make.__name__] = make
        return make

    return add


@dataclass(frozen=True)
class Scenes:
    """Habits that one person wrote, and how their scenes are drawn.

    key: what tells the chances of these scenes from those of others. around: what else lies on the
    table. framed: the chance that the picture takes that in, by habit. alone: habits with such gaps
    that other tiles must keep farther off. clear: how far those keep that mostly lie there, from
    others and from these. facing: radians by which the hand is turned to the picture, by habit.
    slants: from where the picture is taken, and from where again if a tile is hidden, by habit.
    """

    habits: Habits
    key: int
    around: Around
    framed: Mapping[str, float]
    alone: Collection[str] = ()
    clear: tuple[float, float] = (1.7, 2.8)
    facing: Mapping[str, float] = field(default_factory=dict)
    slants: Mapping[str, tuple[Span, Span]] = field(default_factory=dict)

    def scene(self, seed: int, habit: str | None = None) -> LayoutScene:
        """The scene of this seed. habit: one of `habits`; the seed decides if it is None."""
        return drawn_until_seen(seed, self.key, self.habits.of(seed, habit), self._drawn)

    def _drawn(self, seed: int, habit: str, random: Random, noise: float) -> LayoutScene | None:
        """A scene; None if a tile of the hand is hidden however the camera stands."""
        left, laid = laid_by(habit, self.habits.every()[habit], random)
        placed = on_table(laid[0])
        count = len(placed)
        own = [as_spot(tile) for tile in placed]
        box = box_of(own)
        others, clear = self.around(random, left, habit, own, box) or (
            surroundings(random, left, box[3]),
            self.clear[habit in self.alone],
        )
        placed += not_too_near(others, own, clear)
        facing = normal(random, 0.06) + self.facing.get(habit, 0.0)
        placed = [turned(tile, facing) for tile in placed]
        view = VIEWS["oblique" if random.random() < 0.5 else "above"]
        again: Span = (76, 89.5)
        if any(spot.standing for spot in laid[0]):
            view, again = VIEWS["oblique"], (45, 62)
        elif habit in self.slants:
            slant, again = self.slants[habit]
            view = slant, view[1]
        shown = placed if random.random() < self.framed.get(habit, 0.0) else placed[:count]
        points = np.concatenate([tile.corners() for tile in shown])
        camera, seen = stood(random, points, view, again, lambda at: covered(placed, count, at))
        return seen_by(camera, seed, habit, random, noise, placed, laid) if seen else None


def on_table(spots: Sequence[Spot], facing: float = 0.0) -> list[Placed]:
    """The tiles in space, the owner at the near edge. facing: as in `in_space`."""
    return [in_space(spot, np.zeros(3), facing) for spot in spots]


def turned(tile: Placed, angle: float) -> Placed:
    """Turned with the table about its middle."""
    cos, sin = float(np.cos(angle)), float(np.sin(angle))

    def about(v: tuple[float, float, float]) -> tuple[float, float, float]:
        return cos * v[0] - sin * v[1], sin * v[0] + cos * v[1], v[2]

    return replace(tile, middle=about(tile.middle), right=about(tile.right), down=about(tile.down))


def covered(placed: Sequence[Placed], count: int, camera: Camera, most: float = 0.6) -> bool:
    """Whether a tile before it covers more than `most` of the face of one of the first `count`."""
    faces = camera.project(np.array([tile.corners() for tile in placed])).astype(np.float32)
    eye = np.array(camera.eye)
    away = [float(np.linalg.norm(np.array(tile.middle) - eye)) for tile in placed]
    outlines = [cv2.convexHull(camera.project(tile.solid()).astype(np.float32)) for tile in placed]
    boxes = np.array([(*o.min((0, 1)), *o.max((0, 1))) for o in outlines])
    for k in range(count):
        x0, y0 = faces[k].min(0)
        x1, y1 = faces[k].max(0)
        near = (boxes[:, 0] < x1) & (boxes[:, 2] > x0) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0)
        for other in np.flatnonzero(near):
            if other == k or away[other] >= away[k]:
                continue
            if cv2.intersectConvexConvex(outlines[other], faces[k])[0] > most * cv2.contourArea(
                faces[k]
            ):
                return True
    return False


def as_spot(tile: Placed) -> Spot:
    turn = float(np.arctan2(tile.right[1], tile.right[0]))
    return Spot(tile.code, tile.value, tile.middle[0], tile.middle[1], turn)


def bad_overlap(spots: Sequence[Spot]) -> bool:
    return any(
        abs(one.lifted - two.lifted) < DEEP * 0.9 and clash(one, two, -0.02)
        for k, one in enumerate(spots)
        for two in spots[:k]
    )


def laid_by(habit: str, make: Case, random: Random) -> tuple[Counter[str], Laid]:
    """A hand laid by a habit, and what is left of the set; tried again where tiles overlap."""
    for _ in range(50):
        left = full_set()
        laid = make(random, left)
        if not bad_overlap(laid[0]):
            return left, laid
    raise ValueError(f"{habit}: tiles overlap")


def not_too_near(others: Sequence[Placed], own: Sequence[Spot], clear: float) -> list[Placed]:
    """Those of other tiles that lie by chance neither too near to the hand nor on another one."""
    kept: list[Placed] = []
    spots: list[Spot] = []
    for tile in others:
        spot = as_spot(tile)
        near = any(clash(spot, each, clear) for each in own)
        if not near and not any(clash(spot, each, -0.05) for each in spots):
            spots.append(spot)
            kept.append(tile)
    return kept


def stood(
    random: Random,
    points: FloatArray,
    view: tuple[tuple[float, float], float],
    again: tuple[float, float],
    hides: Callable[[Camera], bool],
) -> tuple[Camera, bool]:
    """A camera that shows the tiles of the hand, and whether one of twelve does; else the last.

    points: (K, 3), what it has to show. view: as in `VIEWS`. again: from how far above it looks if
    it hides one. hides: whether a camera does.
    """
    steepness, roll = view
    camera = camera_on(random, points, steepness, uniform(random, -roll, roll))
    for _ in range(12):
        if not hides(camera):
            return camera, True
        camera = camera_on(random, points, again, uniform(random, -0.1, 0.1), zoom=2)
    return camera, False


def drawn_until_seen(
    seed: int, key: int, habit: str, draw: Callable[[int, str, Random, float], LayoutScene | None]
) -> LayoutScene:
    """The first scene of a habit of which no tile of the hand is hidden.

    key: see `Scenes`. draw: draws one for the seed and the habit, with so much noise in what is
    found, or says None if a tile is hidden.
    """
    random = np.random.default_rng([seed, key])
    noise = uniform(random, 0.008, 0.03)
    for _ in range(20):
        scene = draw(seed, habit, random, noise)
        if scene is not None:
            return scene
    raise ValueError(f"{habit}: a tile of the hand stays hidden")
