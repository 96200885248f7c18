"""Signs of a font and whole faces as if written with a brush and cut by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.synth.style import Colour, Image8

_SIDE = 150
"""Pixels to which a sign is brought before it is changed, along its longer side."""


@dataclass(frozen=True)
class Hand:
    """How one writer writes. rise: by how much lines rise to the right; slant: how far upright
    strokes lean, both in sides; pen: angle of a flat pen, degrees; flat: its extra width in
    pixels; press: extra width of all strokes; uneven: how much the width changes along them;
    wander: how far strokes leave their places, in sides; corners: how coarsely edges are cut,
    pixels; dry: how much of the ink is missing in streaks; groove: how pale the middle of a wide
    stroke is; wide: width by height, of the sign as it was."""

    rise: float
    slant: float
    pen: float
    flat: int
    press: float
    uneven: float
    wander: float
    corners: float
    dry: float
    groove: float
    wide: float


@lru_cache(maxsize=64)
def hand_of(seed: int) -> Hand:
    """The hand that writes a set."""
    rng = np.random.default_rng([seed, 31])
    return Hand(
        rise=float(rng.normal(0.07, 0.07)),
        slant=float(rng.normal(0.02, 0.07)),
        pen=float(rng.uniform(0, 180)),
        flat=int(rng.choice([0, 3, 5, 7, 9], p=[0.3, 0.2, 0.2, 0.2, 0.1])),
        press=float(rng.normal(2.2, 2.2)),
        uneven=float(rng.uniform(0, 2.6)),
        wander=float(rng.uniform(0.005, 0.028)),
        corners=float(rng.choice([0.0, 1.5, 2.5, 4.0], p=[0.45, 0.2, 0.2, 0.15])),
        dry=float(rng.uniform(0.15, 0.5)) if rng.random() < 0.12 else 0.0,
        groove=float(rng.uniform(0.35, 0.9)) if rng.random() < 0.14 else 0.0,
        wide=float(np.exp(rng.normal(0.02, 0.1))),
    )


def noise(shape: tuple[int, int], cells: int, rng: Generator) -> NDArray[np.float32]:
    """Smooth random hills of about this many along a side, spread 1, (H, W)."""
    few = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(
        cv2.resize(few, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _moved(
    image: Image8, off_x: NDArray[np.float32], off_y: NDArray[np.float32], border: Colour
) -> Image8:
    """What each pixel finds so far from its own place."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    return np.asarray(
        cv2.remap(image, columns + off_x, rows + off_y, cv2.INTER_LINEAR, borderValue=border),
        np.uint8,
    )


def hand_written(ink: Image8, seed: int, text: str) -> Image8:
    """A sign as the set of a seed writes it: (H, W) uint8, cut to its edges again."""
    hand = hand_of(seed)
    rng = np.random.default_rng([seed, 33, *map(ord, text)])
    ratio = _SIDE / max(ink.shape)
    size = (max(8, round(ink.shape[1] * ratio * hand.wide)), max(8, round(ink.shape[0] * ratio)))
    large = cv2.resize(ink, size, interpolation=cv2.INTER_LINEAR)
    pad = 36
    large = cv2.copyMakeBorder(large, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    sign = _strewn(np.asarray(large, np.uint8), hand, rng)
    sign = _pressed(sign, hand, rng)
    if hand.corners:
        sign = _chiselled(sign, hand.corners)
    if hand.groove:
        deep = cv2.distanceTransform((sign > 127).astype(np.uint8), cv2.DIST_L2, 3)
        core = np.clip((deep - 2.5) / 2, 0, 1) * hand.groove
        sign = np.asarray(sign * (1 - core), np.uint8)
    if hand.dry:
        streaks = cv2.GaussianBlur(noise(sign.shape[:2], 60, rng), (0, 0), 5, sigmaY=0.6)
        gone = np.clip(streaks / (streaks.std() + 1e-6) - 0.6, 0, 1) * hand.dry * 2
        sign = np.asarray(sign * (1 - np.clip(gone, 0, 0.9)), np.uint8)
    return _trimmed(sign)


def _strewn(sign: Image8, hand: Hand, rng: Generator) -> Image8:
    """Strokes leave their places; the whole rises to the right and leans."""
    height, width = sign.shape
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    x, y = columns - width / 2, rows - height / 2
    reach = hand.wander * _SIDE
    shape = (height, width)
    off_x = y * hand.slant + reach * (noise(shape, 4, rng) + 0.35 * noise(shape, 9, rng))
    off_y = x * hand.rise + reach * (noise(shape, 4, rng) + 0.35 * noise(shape, 9, rng))
    return _moved(sign, off_x.astype(np.float32), off_y.astype(np.float32), (0, 0, 0))


def _pressed(sign: Image8, hand: Hand, rng: Generator) -> Image8:
    """Strokes as wide as this hand's pen and press make them."""
    if hand.flat:
        pen = np.zeros((hand.flat, hand.flat), np.uint8)
        middle, a = hand.flat // 2, np.deg2rad(hand.pen)
        reach = np.array([np.cos(a), np.sin(a)]) * middle
        end = (round(middle + reach[0]), round(middle + reach[1]))
        begin = (round(middle - reach[0]), round(middle - reach[1]))
        cv2.line(pen, begin, end, 1)
        sign = np.asarray(cv2.dilate(sign, pen), np.uint8)
    solid = sign > 127
    out = cv2.distanceTransform((~solid).astype(np.uint8), cv2.DIST_L2, 5)
    deep = cv2.distanceTransform(solid.astype(np.uint8), cv2.DIST_L2, 5)
    press = hand.press - hand.flat * 0.3 + hand.uneven * noise(sign.shape[:2], 5, rng)
    press = np.clip(press, -0.55 * max(float(np.percentile(deep[solid], 90)), 1.0), 7)
    return np.asarray(np.clip((deep - out + press) * 100 + 127, 0, 255), np.uint8)


def _chiselled(sign: Image8, coarse: float) -> Image8:
    """Edges in short straight cuts."""
    edges, _ = cv2.findContours(
        (sign > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE
    )
    cut = np.zeros_like(sign)
    few = [cv2.approxPolyDP(edge, coarse, True) for edge in edges if len(edge) > 6]
    cv2.fillPoly(cut, few, 255, cv2.LINE_AA)
    return cut if cut.max() else sign


def _trimmed(sign: Image8) -> Image8:
    rows, columns = (np.nonzero(sign.max(axis) > 60)[0] for axis in (1, 0))
    if not len(rows):
        return sign
    return np.ascontiguousarray(sign[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def hand_cut(image: Image8, body: Colour, seed: int, tile: int) -> Image8:
    """A drawn face as a hand cuts it: all of it a little out of place, smaller or narrower."""
    own, rng = np.random.default_rng([seed, 35]), np.random.default_rng([seed, 37, tile])
    height, width = image.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    grow = own.uniform(0.84, 1.06, 2) if own.random() < 0.7 else np.ones(2)
    shift = own.normal(0, 0.015, 2) + rng.normal(0, 0.008, 2)
    reach = float(own.uniform(0.002, 0.009)) * width
    shape = (height, width)
    off_x = (columns - width / 2) * (1 / grow[0] - 1) + shift[0] * width
    off_y = (rows - height / 2) * (1 / grow[1] - 1) + shift[1] * width
    off_x = off_x + reach * (noise(shape, 4, rng) + 0.3 * noise(shape, 14, rng))
    off_y = off_y + reach * (noise(shape, 4, rng) + 0.3 * noise(shape, 14, rng))
    return _moved(image, off_x.astype(np.float32), off_y.astype(np.float32), body)
