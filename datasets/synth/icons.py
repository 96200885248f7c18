"""Pictures from icon collections, for subjects that every factory draws in its own way.

The collections are packages of the npm registry (README.md says which, and their licences),
unpacked in `art/`. Without them there is no picture.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.style import Colour, Image8

_ART = Path(__file__).parent / "art" / "node_modules" / "@iconify-json"
_SIDE = 220
"""Pixels to which a drawing is rendered."""

SUBJECTS: dict[str, str] = {
    "dragon": "dragon dragon-face dragonside dragonhead double-dragon dragon-head dragon-spiral"
    " sea-dragon spiked-dragon-head wyvern hydra",
    "bird": "bird peacock phoenix phoenix-bird sparrow swan parrot flamingo eagle duck black-bird"
    " blackbird egyptian-bird heron hummingbird crane raven shoebill-stork swallow dove turkey"
    " parrot-head desert-eagle kiwi-bird",
    "flower": "blossom bouquet cherry-blossom cherryblossom hibiscus rose sunflower tulip"
    " white-flower whiteflower lotus lotus-flower daisy dandelion-flower flower-emblem flower-pot"
    " flower-star flower-twirl flowers herb herbs-bundle seedling potted-plant bamboo"
    " bamboo-fountain shiny-iris spoted-flower trefoil-lily twirly-flower vanilla-flower"
    " vine-flower lily-pads cotton-flower flower flower-tulip flower-poppy clover shut-rose"
    " thorny-vine curling-vines four-leaf-clover",
    "scene": "japanese-castle japanesecastle shinto-shrine pagoda house-with-garden castle"
    " japanese-bridge asian-lantern paper-lantern red-paper-lantern flute folding-hand-fan"
    " handheld-fan scroll open-book sailboat rowboat fishing-boat person-rowing-boat family-house"
    " teahouse farmer monk-face wizard-face samurai-helmet person-in-lotus-position"
    " empty-chessboard sunrise-over-mountains snowflake maple-leaf butterfly mount-fuji"
    " sun-with-face full-moon",
    "1x": "cat black-cat cat-face hollow-cat",
    "2x": "mouse rat mouse-face seated-mouse mouseside",
    "3x": "rooster chicken",
    "4x": "worm caterpillar earth-worm worms centipede leeching-worm bug",
    "5x": "person farmer man-standing person-standing man old-man prince princess woman king"
    " monk-face",
    "6x": "money-bag moneybag swap-bag sack sack-dollar gold-stack gold-nuggets knapsack",
    "7x": "fishing-pole fishing fishingpoleandfish lucky-fisherman boat-fishing",
    "joker": "clown clown-face jester-hat joker juggler theater-masks duality-mask party-popper"
    " star glowing-star star-formation crown jewel-crown queen-crown ghost robot robot-face trophy"
    " rocket rainbow panda panda-face spades hearts top-hat magic-hat wand fairy-wand laurel-crown"
    " smiling-face-with-sunglasses grinning-face collision fire gem-stone cut-diamond",
    "8x": "fish tropical-fish tropicalfish fish-fins clownfish flatfish circling-fish goldfish",
}
"""What the names of the pictures of a subject are, in any collection."""


@lru_cache(maxsize=1)
def _collections() -> tuple[dict[str, Any], ...]:
    if importlib.util.find_spec("resvg_py") is None:
        return ()
    return tuple(json.loads(path.read_text()) for path in sorted(_ART.glob("*/icons.json")))


@cache
def pictures_of(subject: str) -> tuple[tuple[int, str], ...]:
    """All pictures of a subject, as numbers of collections and names."""
    names = SUBJECTS[subject].split()
    return tuple(
        (number, name)
        for number, collection in enumerate(_collections())
        for name in names
        if name in collection["icons"]
    )


@lru_cache(maxsize=1500)
def picture(number: int, name: str) -> Image8 | None:
    """One picture cut to its edges, (H, W, 4) uint8 RGBA; None if nothing is drawn."""
    import resvg_py

    collection = _collections()[number]
    icon = collection["icons"][name]

    def of(key: str, otherwise: float) -> float:
        return float(icon.get(key, collection.get(key, otherwise)))

    view = (of("left", 0), of("top", 0), of("width", 16), of("height", 16))
    body = icon["body"].replace("currentColor", "#000")
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="{view[0]} {view[1]} {view[2]} {view[3]}">{body}</svg>'
    )
    packed = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=_SIDE))
    image = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3 or image.shape[2] != 4:
        return None
    rows, columns = (np.nonzero((image[..., 3] > 40).any(axis))[0] for axis in (1, 0))
    if len(rows) == 0:
        return None
    image = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2RGBA), np.uint8)


def ink_of(image: Image8) -> NDArray[np.uint8]:
    """A coloured picture as an engraver cuts it in one ink. Darker parts get more. (H, W) uint8."""
    grey = cv2.cvtColor(np.ascontiguousarray(image[..., :3]), cv2.COLOR_RGB2GRAY)
    seen = grey[image[..., 3] > 128]
    if seen.size and np.ptp(np.percentile(seen, (5, 95))) > 60:
        low, high = np.percentile(seen, (10, 90))
        dark = np.clip((high - grey.astype(np.float32)) / max(high - low, 1) * 1.6, 0, 1)
        if dark[image[..., 3] > 128].mean() < 0.3:  # mostly light: cut the ground, leave the marks
            dark = 1 - dark
    else:
        dark = np.ones(grey.shape, np.float32)
    return np.asarray(dark * image[..., 3], np.uint8)


def engraved(image: Image8, inks: tuple[Colour, Colour, Colour], wide: int = 1) -> Image8:
    """A coloured picture as thin lines: reds in the first ink, greens in the second, the rest in
    the third. (H, W, 4) uint8 RGBA; wide: extra width of the lines, pixels."""
    alpha = image[..., 3:].astype(np.float32) / 255
    flat = np.asarray(image[..., :3] * alpha + 255 * (1 - alpha), np.uint8)
    flat = np.pad(flat, ((4, 4), (4, 4), (0, 0)), constant_values=255)
    edges = cv2.morphologyEx(
        cv2.GaussianBlur(flat, (0, 0), 1.0), cv2.MORPH_GRADIENT, np.ones((3, 3))
    )
    lines = np.asarray(np.clip(edges.max(2).astype(np.float32) * 6 - 90, 0, 255), np.uint8)
    if wide:
        lines = np.asarray(cv2.dilate(lines, np.ones((wide + 1,) * 2, np.uint8)), np.uint8)
    near = cv2.erode(flat, np.ones((7, 7), np.uint8)).astype(np.int16)  # the colour beside a line
    red, green, blue = near[..., 0], near[..., 1], near[..., 2]
    kind = np.full(red.shape, 2)
    kind[(green > red + 12) & (green > blue)] = 1
    kind[(red > green + 25) & (red + 20 > blue)] = 0
    return np.asarray(np.dstack([np.array(inks, np.uint8)[kind], lines]), np.uint8)


def split(ink: NDArray[np.uint8], above: Colour, below: Colour, part: float) -> Image8:
    """A picture of one ink in two: the upper part in one, the rest in the other. RGBA."""
    colours = np.empty((*ink.shape, 3), np.uint8)
    colours[:] = below
    colours[: int(part * len(ink))] = above
    return np.asarray(np.dstack([colours, ink]), np.uint8)
