"""Draws a reading on its photograph: every tile outlined and named."""

from __future__ import annotations

import cv2
import numpy as np

from companion.game.tiles import BACK
from companion.seen.reading import Reading, SeenTile
from companion.vision.arrays import ByteArray
from companion.vision.recognition.photo import Photo

_SURE = (40, 160, 70)
"""Green, RGB."""
_UNSURE = (235, 140, 20)
"""Orange, RGB."""
_BACK = (70, 110, 200)
"""Blue, RGB."""
_LONG_SIDE = 2400
"""Pixels of the longer side of the picture that is drawn. Set by hand: names stay readable, and the
file stays small."""

_FOOT = 0.82
"""Where a name stands between the middle of a tile (0) and its foot (1). Set by hand: farther out,
it covers the name of a tile that touches it foot to foot."""


def annotate(photo: Photo, reading: Reading) -> ByteArray:
    """The photograph (RGB) with outlines, at most 2,400 pixels long.

    Green is sure. Orange with a question mark is not sure. Blue lies face down. The thick edge is
    the top of the face. Tiles of the hand show the number of their group.
    """
    pixels = photo.pixels
    height, width = pixels.shape[:2]
    shrink = min(1.0, _LONG_SIDE / max(height, width))
    size = max(1, round(width * shrink)), max(1, round(height * shrink))
    canvas = np.array(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    scale = canvas.shape[1] / photo.width
    group_of = {tile: n for n, group in enumerate(reading.groups, 1) for tile in group.tiles}
    for tile in reading.tiles:
        _outline(canvas, tile, scale)
    # Names come after all outlines: that of a tile which touches it would run through them.
    for place, tile in enumerate(reading.tiles):
        _name(canvas, tile, scale, group_of.get(place))
    return canvas


def _outline(canvas: ByteArray, tile: SeenTile, scale: float) -> None:
    corners = np.round(np.array(tile.quad) * scale).astype(np.int32)
    thick = max(1, round(_side(tile) * scale / 28))
    cv2.polylines(canvas, [corners], True, _colour(tile), thick, cv2.LINE_AA)
    top = tuple(corners[0]), tuple(corners[1])
    cv2.line(canvas, *top, _colour(tile), 2 * thick, cv2.LINE_AA)


def _name(canvas: ByteArray, tile: SeenTile, scale: float, group: int | None) -> None:
    quad = np.array(tile.quad) * scale
    words = tile.code + ("" if tile.sure else "?") + (f" {group}" if group else "")
    size = max(0.35, _side(tile) * scale / 120)
    bold = max(1, round(size * 1.6))
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, bold)
    # The name stands at the foot, so that the face stays visible, and within its own tile.
    foot = quad[2:].mean(0) * _FOOT + quad.mean(0) * (1 - _FOOT)
    x, y = int(foot[0] - width / 2), int(foot[1] + height / 2)
    box = (x - 3, y - height - 4), (x + width + 3, y + 4)
    cv2.rectangle(canvas, *box, _colour(tile), -1)
    white = (255, 255, 255)
    cv2.putText(canvas, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, white, bold, cv2.LINE_AA)


def _colour(tile: SeenTile) -> tuple[int, int, int]:
    return _BACK if tile.code == BACK else _SURE if tile.sure else _UNSURE


def _side(tile: SeenTile) -> float:
    """The mean of a tile's width and height, in pixels of the reading."""
    quad = np.array(tile.quad)
    return float(np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[1] - quad[2])) / 2
