"""Light on the table, and what lens, sensor and file do to a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image8 = NDArray[np.uint8]
Float = NDArray[np.float64]

_GRAIN = np.random.default_rng(1).standard_normal((1024, 1024, 3)).astype(np.float32)
_COARSE = cv2.GaussianBlur(_GRAIN, (0, 0), 0.8) * np.float32(2)


@dataclass(frozen=True)
class Light:
    """One lamp or window and what the room throws back.

    towards: (3,) unit vector from the table to the light. ambient: 0 to 1. tint: RGB factors.
    soft: blur of shadows in tile widths.
    """

    towards: Float
    ambient: float
    tint: tuple[float, float, float]
    soft: float
    gloss: float

    def shade(self, normals: NDArray[Any]) -> Float:
        """Brightness of matt surfaces, (…,), 1 where the light falls straight on."""
        straight = np.clip(np.asarray(normals) @ self.towards, 0, 1)
        sky = 0.5 + 0.5 * np.asarray(normals)[..., 2]
        shade: Float = self.ambient * (0.55 + 0.45 * sky) + (1 - self.ambient) * straight
        return shade

    def shine(self, normals: NDArray[Any], view: NDArray[Any]) -> Float:
        """Mirror light, (…,), 0 to 1; view: (…, 3) unit vectors to the camera."""
        half = self.towards + view
        half /= np.linalg.norm(half, axis=-1, keepdims=True)
        shine: Float = self.gloss * np.clip((np.asarray(normals) * half).sum(-1), 0, 1) ** 40
        return shine


def random_light(rng: np.random.Generator) -> Light:
    """Lamplight, window light, ceiling tubes or a flash."""
    height = math.radians(rng.uniform(28, 85))
    a = rng.uniform(0, 2 * math.pi)
    towards = np.array(
        [math.cos(a) * math.cos(height), math.sin(a) * math.cos(height), math.sin(height)]
    )
    warm = rng.choice([0.0, 0.35, 0.8, -0.3], p=[0.4, 0.25, 0.2, 0.15]) + rng.normal(0, 0.08)
    tint = (1 + 0.18 * warm, 1 + 0.02 * warm + rng.normal(0, 0.015), 1 - 0.3 * warm)
    return Light(
        towards,
        float(rng.uniform(0.35, 0.8)),
        tint,
        float(rng.uniform(0.05, 0.5)),
        float(rng.uniform(0, 0.6) if rng.random() < 0.6 else 0),
    )


def _smooth(rng: np.random.Generator, cells: int, size: tuple[int, int]) -> NDArray[np.float32]:
    small = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), np.float32)


def lamp_field(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """How much light each part of the picture gets, (H, W) float32 around 1."""
    w, h = 80, 60
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    x, y = x / w - 0.5, y / h - 0.5
    field = np.ones((h, w), np.float32)
    if rng.random() < 0.6:
        a, strength = rng.uniform(0, 2 * math.pi), rng.uniform(0.05, 0.6)
        field += strength * (math.cos(a) * x + math.sin(a) * y)
    if rng.random() < 0.45:  # a pool of lamplight
        u, v = rng.uniform(-0.5, 0.5, 2)
        radius = rng.uniform(0.3, 0.9)
        pool = np.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * radius**2))
        strength = rng.uniform(0.2, 0.75)
        field *= 1 - strength + strength * 1.25 * pool
    if rng.random() < 0.45:  # someone stands in the light
        blob = _smooth(rng, int(rng.integers(3, 7)), (w, h))
        edge = rng.uniform(2, 9)
        field *= 1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-edge * (blob - rng.uniform(0, 1))))
    field *= 1 - rng.uniform(0, 0.35) * (x**2 + y**2)
    grown = cv2.resize(np.clip(field, 0.08, 1.8), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown, np.float32)


def develop(
    image: Image8, light: Light, rng: np.random.Generator, tile: float, rough: float = 1.0
) -> Image8:
    """From lit surfaces, (H, W, 3) uint8 RGB, to the picture that a phone writes, in the same form.

    tile: width of a tile in pixels, which bounds the blur. rough: 0 leaves the picture clean.
    """
    height, width = image.shape[:2]
    field = lamp_field(rng, width, height) * np.float32(math.exp(rng.normal(0.12, 0.22 * rough)))
    out: NDArray[Any] = cv2.multiply(
        image, cv2.merge([field * t for t in light.tint]), dtype=cv2.CV_8U
    )
    if rng.random() < 0.2 * rough:  # a blown-out window or a flash
        u, v = rng.uniform(0, 1, 2)
        across, along = np.mgrid[0:80, 0:80].astype(np.float32) / 80
        sx, sy = rng.uniform(0.03, 0.2, 2)
        pool = np.exp(-((along - u) ** 2 / (2 * sx**2) + (across - v) ** 2 / (2 * sy**2)))
        small = np.asarray(pool * rng.uniform(20, 150), np.uint8)
        spot = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        out = cv2.add(out, cv2.merge([spot, spot, spot]))
    ramp = np.linspace(0, 1, 256) ** math.exp(rng.normal(0, 0.18 * rough))
    ramp = 0.5 + (ramp - 0.5) * rng.normal(1.02, 0.1 * rough) + rng.normal(0, 0.03 * rough)
    out = cv2.LUT(out, (np.clip(ramp, 0, 1) * 255).astype(np.uint8))
    if rng.random() < 0.15 * rough:  # washed-out or loud colours
        grey = cv2.cvtColor(out, cv2.COLOR_RGB2GRAY)
        part = float(rng.uniform(0.15, 1.5))
        out = cv2.addWeighted(out, part, cv2.merge([grey, grey, grey]), 1 - part, 0)
    blur = abs(rng.normal(0, 0.014)) * tile * rough + rng.uniform(0.25, 0.6)
    blur = min(blur, tile * 0.055)
    if blur > 0.3:
        out = cv2.GaussianBlur(out, (0, 0), blur)
    if rng.random() < 0.15 * rough:  # sharp near by, soft far away, or the other way about
        soft = cv2.GaussianBlur(out, (0, 0), max(0.6, tile * float(rng.uniform(0.02, 0.08))))
        ramp = np.linspace(0, 1, height) ** float(rng.uniform(0.7, 2))
        mix = np.asarray(ramp if rng.random() < 0.3 else ramp[::-1], np.float32)[:, None, None]
        out = (out * (1 - mix) + soft * mix).astype(np.uint8)
    if rng.random() < 0.12 * rough:
        length = int(np.clip(rng.uniform(0.04, 0.12) * tile, 2, 11))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(
            kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0
        )
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    if rng.random() < 0.2 * rough:  # sharpened by the telephone
        strength = float(rng.uniform(0.3, 1.2))
        out = cv2.addWeighted(out, 1 + strength, cv2.GaussianBlur(out, (0, 0), 1.5), -strength, 0)
    noise = float(abs(rng.normal(0, 3.6)) * rough + 0.6)
    grains = _GRAIN if rng.random() < 0.5 else _COARSE
    top, left = int(rng.integers(0, 384)), int(rng.integers(0, 384))
    if height + top > 1024 or width + left > 1024:
        grains = np.tile(grains, (1 + (top + height) // 1024, 1 + (left + width) // 1024, 1))
    grain = grains[top : top + height, left : left + width] * np.float32(noise)
    out = cv2.add(out, grain, dtype=cv2.CV_8U)
    if rng.random() < 0.35 * rough:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(28, 88))]
        packed = cv2.imencode(".jpg", out, quality)[1]
        out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(out, np.uint8)
