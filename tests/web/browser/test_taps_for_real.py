"""The same taps with the real models: one photograph of the sample, from the finished hand on.

How long the page and the server take is printed (`pytest -s`); a slow machine fails nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.base.resources import resource
from companion.service.recognition import Recognition
from tests.web.browser.browsing import serving
from tests.web.browser.test_taps import READY, Hand, hand

__all__ = ["hand"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that reads with the shipped models, loaded as after a start of `companion serve`."""
    with closing(Recognition(tmp_path_factory.mktemp("known"))) as recognition:
        recognition.warm_up()
        with serving(tmp_path_factory.mktemp("data"), recognition) as address:
            yield address


def test_the_sample_and_all_others_nothing(hand: Hand) -> None:
    hand.photograph(resource("samples", "sample.jpg"), '[data-key="whose-S"]')
    hand.tap("whose-S", '[data-key="others-0"]')
    hand.tap("others-0", READY)
    stored = hand.settled()
    assert (stored["winner"], stored["explained"]["S"]["complete"]) == ("S", True)
    assert len(hand.taps) <= 4
