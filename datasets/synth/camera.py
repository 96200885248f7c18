"""A pinhole camera over a table: x to the right, y away, z up; one unit is a tile's width."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]
_NEAR = 0.15
"""Widths of a tile in front of the camera. What is nearer is not drawn."""


@dataclass(frozen=True)
class Camera:
    """position: (3,), world. turn: (3, 3), rows are the camera's right, down and forward axes.

    fx, fy: focal lengths in pixels; they differ if the picture was squeezed afterwards.
    """

    position: Float
    turn: Float
    fx: float
    fy: float
    cx: float
    cy: float

    def project(self, points: NDArray[Any]) -> tuple[Float, Float]:
        """(…, 3) world points to (…, 2) pixels and (…,) depth; a point behind the camera stays at
        the lens."""
        seen = (np.asarray(points, float) - self.position) @ self.turn.T
        depth = np.maximum(seen[..., 2], _NEAR)
        x = seen[..., 0] / depth * self.fx + self.cx
        y = seen[..., 1] / depth * self.fy + self.cy
        return np.stack([x, y], -1), seen[..., 2]

    def plane(self, height: float = 0.0) -> Float:
        """The 3 × 3 matrix from (x, y, 1) on the plane z = height to the picture."""
        inner = np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])
        shift = self.turn @ (np.array([0, 0, height]) - self.position)
        return inner @ np.column_stack([self.turn[:, 0], self.turn[:, 1], shift])

    def polygon(self, corners: NDArray[Any]) -> Float:
        """A convex polygon in the world, cut at the lens, as (M, 2) pixels; M may be 0."""
        kept: list[Float] = []
        depth = (np.asarray(corners, float) - self.position) @ self.turn[2]
        for i in range(len(corners)):
            j = (i + 1) % len(corners)
            if depth[i] > _NEAR:
                kept.append(corners[i])
            if (depth[i] > _NEAR) != (depth[j] > _NEAR):
                part = (_NEAR * 1.01 - depth[i]) / (depth[j] - depth[i])
                kept.append(corners[i] + part * (corners[j] - corners[i]))
        return self.project(np.array(kept))[0] if kept else np.zeros((0, 2))


def look_at(
    target: tuple[float, float, float],
    size: int,
    tile: float,
    pitch: float,
    azimuth: float = 0.0,
    roll: float = 0.0,
    focal: float = 1.1,
    squeeze: float = 1.0,
    place: tuple[float, float] = (0.5, 0.5),
) -> Camera:
    """A camera showing `target` at `place` (parts of the picture), a tile `tile` pixels wide.

    pitch: degrees above the table, 90 is straight down. azimuth: 0 stands on the near side
    (negative y). roll: degrees. focal: in picture sizes. squeeze: how much narrower things appear.
    """
    a, p, r = math.radians(azimuth), math.radians(pitch), math.radians(roll)
    back = np.array([math.sin(a) * math.cos(p), -math.cos(a) * math.cos(p), math.sin(p)])
    forward = -back
    right = np.array([math.cos(a), math.sin(a), 0.0])
    down = np.cross(forward, right)
    turn = np.stack(
        [
            math.cos(r) * right + math.sin(r) * down,
            -math.sin(r) * right + math.cos(r) * down,
            forward,
        ]
    )
    fx, fy = focal * size * math.sqrt(squeeze), focal * size / math.sqrt(squeeze)
    distance = focal * size / tile
    return Camera(
        np.array(target) + back * distance, turn, fx, fy, place[0] * size, place[1] * size
    )
