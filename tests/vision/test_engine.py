"""What a model answers does not depend on how a batch is shared out among the cores."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.recognition.engine import CORES, Model, load_model


@pytest.fixture(scope="module")
def classifier() -> Model:
    return load_model("classifier")


def faces(count: int) -> np.ndarray:
    return np.random.default_rng(7).integers(0, 256, (count, 64, 64, 3), np.uint8)


@pytest.mark.parametrize("count", [1, CORES, 2 * CORES + 1])
def test_each_face_is_answered_as_if_it_were_alone(classifier: Model, count: int) -> None:
    batch = faces(count)
    together = classifier.run(batch)
    for place in range(count):
        for every, one in zip(together, classifier.run(batch[place : place + 1]), strict=True):
            assert len(every) == count
            np.testing.assert_allclose(every[place], one[0], rtol=1e-5, atol=1e-5)


def test_no_face_is_no_answer(classifier: Model) -> None:
    assert [len(every) for every in classifier.run(faces(0))] == [0, 0, 0]


def test_what_one_core_cannot_answer_is_not_lost(classifier: Model) -> None:
    with pytest.raises(Exception, match=r"(?i)dimension"):
        classifier.run(np.zeros((CORES, 32, 32, 3), np.uint8))
