"""Some sets write a word on their white dragons, such as WHITE: they are white dragons still."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.game.tiles import WHITE
from companion.vision.pipeline import Reader
from datasets.images import read_image

DRAWN = Path(__file__).with_name("white_words.png")
"""Six by four: the first white dragons of `datasets.synth.crops --count 4000 --seed 3811
--white-words --kinds 5z 9x`. No training has seen their sets."""
SIDE = 72
"""Pixels of each, its surroundings among them."""
EDGE = 3
"""Of these, so many lie around the tile on each side."""


def test_white_dragons_with_a_word_are_hardly_ever_called_something_else() -> None:
    """Two that are small and blurred may be. Of these 24, 16 were told before words were taught."""
    corners = np.array([(EDGE, EDGE), (-EDGE, EDGE), (-EDGE, -EDGE), (EDGE, -EDGE)]) % SIDE
    places = [(x * SIDE, y * SIDE) for y in range(4) for x in range(6)]
    quads = np.stack([corners + place for place in places]).astype(np.float32)
    classifier = Reader().models().classifier
    assert list(classifier(read_image(DRAWN), quads).best).count(WHITE) >= 22
