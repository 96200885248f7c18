"""Shared by all tests."""

from __future__ import annotations

import hypothesis
import numpy as np
import pytest

from datasets.synth.canvas import FontsMissing
from datasets.synth.faces import draw_face
from datasets.synth.style import random_style

# A busy machine is slow, not wrong.
hypothesis.settings.register_profile("companion", deadline=None)
hypothesis.settings.load_profile("companion")


@pytest.fixture(scope="session")
def drawing_fonts() -> None:
    """For tests that draw tiles: skips them where no font with the tiles' characters is there."""
    try:
        draw_face("1m", random_style(0), np.random.default_rng(0))
    except FontsMissing as missing:
        pytest.skip(str(missing))
