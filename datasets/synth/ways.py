"""How the scenes of one person's habits are drawn: what all of them have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np

from datasets.synth.homes import as_spot, drawn_until_seen, laid_by, not_too_near, stood
from datasets.synth.pieces import rect
from datasets.synth.tables import (
    VIEWS,
    Camera,
    Case,
    LayoutScene,
    Placed,
    Random,
    Spot,
    detected,
    false_finds,
    in_space,
    scene_of,
)

Span = tuple[float, float]
"""The least and the greatest number of degrees above the table from which a picture is taken."""

Box = tuple[float, float, float, float]
"""Least x, greatest x, least y, greatest y."""

Around = Callable[[Random, Counter[str], str, Sequence[Spot]], tuple[list[Placed], float]]
"""What lies around a hand, and how far it keeps from it. Given the tiles that are left, the habit
and the tiles of the hand."""


@dataclass(frozen=True)
class Ways:
    """Habits of laying a hand that one person wrote, and how their scenes are drawn.

    cases: how each lays the tiles. key: what tells the chances of these scenes from those of
    others. around: what else lies on the table. framed: the chance that the picture takes that in,
    by habit. facing: radians by which the hand is turned to the picture, by habit. slants: from
    where the picture is taken, and from where again if a tile is hidden, by habit.
    """

    cases: Mapping[str, Case]
    key: int
    around: Around
    framed: Mapping[str, float]
    facing: Mapping[str, float] = field(default_factory=dict)
    slants: Mapping[str, tuple[Span, Span]] = field(default_factory=dict)

    def scene(self, seed: int, habit: str | None = None) -> LayoutScene:
        """The scene of this seed. habit: one of `cases`; the seed decides if it is None."""
        habit = habit or [*self.cases][seed % len(self.cases)]
        random = np.random.default_rng([seed, self.key])
        return drawn_until_seen(habit, random, partial(self._drawn, seed))

    def _drawn(self, seed: int, habit: str, random: Random, noise: float) -> LayoutScene | None:
        """A scene; None if a tile of the hand is hidden however the camera stands."""
        left, (spots, groups, answer) = laid_by(habit, self.cases[habit], random)
        placed = on_table(spots)
        count = len(placed)
        own = [as_spot(tile) for tile in placed]
        others, clear = self.around(random, left, habit, own)
        placed += not_too_near(others, own, clear)
        facing = float(random.normal(0, 0.06)) + self.facing.get(habit, 0.0)
        placed = [turned(tile, facing) for tile in placed]
        view = VIEWS["oblique" if random.random() < 0.5 else "above"]
        again: Span = (76, 89.5)
        if any(spot.standing for spot in spots):
            view, again = VIEWS["oblique"], (45, 62)
        elif habit in self.slants:
            slant, again = self.slants[habit]
            view = slant, view[1]
        shown = placed if random.random() < self.framed.get(habit, 0.0) else placed[:count]
        points = np.concatenate([tile.corners() for tile in shown])
        camera, seen = stood(random, points, view, again, lambda at: covered(placed, count, at))
        if not seen:
            return None
        tiles, places = detected(random, placed, camera, noise, set(range(count)))
        tiles += false_finds(random, tiles, camera)
        return scene_of(seed, habit, random, camera, tiles, places, placed, groups, answer, None)


def box_of(own: Sequence[Spot]) -> Box:
    """Around these tiles."""
    corners = np.concatenate([rect(spot) for spot in own])
    (low, front), (high, back) = corners.min(0).tolist(), corners.max(0).tolist()
    return low, high, front, back


def on_table(spots: Sequence[Spot]) -> list[Placed]:
    """The tiles in space, the owner at the near edge."""
    return [in_space(spot, np.zeros(3), 0.0) for spot in spots]


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
