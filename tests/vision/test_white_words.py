"""Some sets write a word on their white dragons, such as WHITE: they are white dragons still."""

from __future__ import annotations

from itertools import count, islice

import numpy as np
import pytest

from companion.game.tiles import WHITE
from companion.vision.geometry import FloatArray
from companion.vision.pipeline import Reader
from companion.vision.recognition.photo import ByteArray
from datasets.synth.arrange import Table
from datasets.synth.camera import look_at
from datasets.synth.scene import render
from datasets.synth.style import WORDED, random_style
from datasets.synth.tiles import flat, tile, tile_set

SETS = [*islice((s for s in count(WORDED + 8_000_000) if random_style(s).white_word), 30)]
"""No training has seen these."""


@pytest.mark.usefixtures("drawing_fonts")
def test_a_white_dragon_with_a_word_is_hardly_ever_called_something_else() -> None:
    _, classifier = Reader().models()
    called = [str(classifier(*face_of(seed)).best[0]) for seed in SETS]
    assert called.count(WHITE) >= len(SETS) - 3


def face_of(seed: int) -> tuple[ByteArray, FloatArray]:
    """The white dragon of a set, seen from above, and its outline."""
    boxes = [tile(tile_set(seed), WHITE, 0, 0, flat(0))]
    table = Table(boxes, look_at((0, 0, 0), 320, 90, 80), 90, -9, 9, 9)
    scene = render(table, 320, 320, np.random.default_rng(seed), 0.3, arm=False)
    return scene.image, np.stack([scene.tiles[0].quad])
