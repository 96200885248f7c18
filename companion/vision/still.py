"""Whether the table is still: frames of a camera that hardly differ for a while."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.vision.arrays import ByteArray

_WIDTH = 160
"""Pixels. Frames are compared at this width: it shows a moving hand, and hardly any noise. Set by
hand, not measured."""

_MOVED_PART = 0.004
"""Part of the picture that must change for something to have moved: about a quarter of a tile. Set
by hand, not measured."""

_CHANGED_LEVELS = 14
"""Grey levels by which a pixel must change to count. Set by hand, not measured."""


def _small(frame: ByteArray) -> ByteArray:
    grey = cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY)
    height = max(1, round(_WIDTH * frame.shape[0] / frame.shape[1]))
    small = cv2.resize(grey, (_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.uint8)


def differs(one: ByteArray, other: ByteArray) -> bool:
    """Whether something moved between two small grey pictures of one size.

    A flickering lamp or an adapting camera changes the whole picture a little, so the common change
    is taken off first.
    """
    change = one.astype(np.int16) - other
    change -= np.int16(np.median(change))
    return bool((np.abs(change) >= _CHANGED_LEVELS).mean() > _MOVED_PART)


@dataclass
class Stillness:
    """Takes frame after frame, and says once for each new scene that it is at rest.

    seconds: how long nothing may move before a scene is at rest. looks: how often the scene that
    was reported last was reported.
    """

    seconds: float = 0.8
    looks: int = 0
    _first: ByteArray | None = field(default=None, repr=False)
    _since: float = 0.0
    _told: ByteArray | None = field(default=None, repr=False)
    _again: bool = False

    def __call__(self, frame: ByteArray, now: float) -> bool:
        """Whether a new scene has come to rest.

        frame: H × W × 3 uint8 RGB. now: seconds of any steady clock.
        """
        small = _small(frame)
        # Not with the last frame: a hand that moves slowly differs too little from it.
        first = self._first
        if first is None or first.shape != small.shape or differs(first, small):
            self._first, self._since = small, now
            return False
        if now - self._since < self.seconds:
            return False
        told = self._told
        same = told is not None and told.shape == small.shape and not differs(told, small)
        if same and not self._again:
            return False
        self.looks = self.looks + 1 if same else 1
        self._told, self._again = small, False
        return True

    def look_again(self) -> None:
        """Report this scene once more, while it rests."""
        self._again = True
