"""What a hand leaves over: the faces of the picture that are none of its tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.layout.numbers import NUMBERS, mixture
from companion.vision.layout.picture import Picture
from companion.vision.layout.weigh import Explanation


def by_left_over(each: Explanation, picture: Picture) -> float:
    """The log odds of what a hand leaves over. A photograph of a whole hand shows that and nothing
    else, or much else; and no tile of others lies within a hand."""
    left = [place for place in picture.faces if place not in each.names]
    score = 0.0
    if each.whole:
        none = math.prod([1 - picture.faces[place] for place in left])
        score += mixture((1 - none, 0.0), (none, NUMBERS["none_left"]))
    for place in _within(left, [*each.names], picture):
        face = picture.faces[place]
        score += mixture((1 - face, 0.0), (face, NUMBERS["left_within"]))
    return score


def _within(places: Sequence[int], hand: Sequence[int], picture: Picture) -> list[int]:
    """Those finds whose middles lie within the outline of the hand's middles."""
    points = picture.rulers.points
    own = np.array([points[place] for place in hand])
    left, right = float(own.real.min()), float(own.real.max())
    low, high = float(own.imag.min()), float(own.imag.max())
    here = [(place, points[place].real, points[place].imag) for place in places]
    here = [at for at in here if left < at[1] < right and low < at[2] < high]
    if not here:
        return []
    outline = cv2.convexHull(np.stack([own.real, own.imag], 1).astype(np.float32))
    return [place for place, *at in here if cv2.pointPolygonTest(outline, at, False) > 0]
