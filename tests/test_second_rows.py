"""Second rows teach faces unlike their kind's others, and leave the rest as it is."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from torch import Tensor  # noqa: E402

from models.training.classifier.net import TAUGHT, with_second  # noqa: E402
from models.training.classifier.second_rows import second_rows  # noqa: E402

FLOWER, SEASON, DOTS = (TAUGHT.index(code) for code in ("1f", "5f", "1p"))
USUAL, WORDED, OTHER_WORDED, ROUND = torch.eye(1280)[:4] * 5
"""Faces, by what they show: of the flower, its worded one, a worded season, the dots."""


def known_of(features: Tensor) -> Tensor:
    """The logits of a net that knows the usual flower and takes every other face for dots."""
    logits = torch.full((len(features), len(TAUGHT)), -8.0)
    logits[:, DOTS] = 3.0
    logits[:, FLOWER] = features @ USUAL / 5 - 1
    return logits


def crops(each: int) -> tuple[Tensor, Tensor]:
    faces = torch.stack([USUAL, WORDED, OTHER_WORDED, ROUND]).repeat(each, 1)
    noise = 0.1 * torch.randn(faces.shape, generator=torch.Generator().manual_seed(len(faces)))
    return faces + noise, torch.tensor([FLOWER, FLOWER, SEASON, DOTS]).repeat(each)


def test_a_second_row_tells_faces_unlike_the_others_of_their_kind() -> None:
    features, truth = crops(200)
    before = known_of(features)
    assert (before.argmax(1) == truth).float().mean() == 0.5

    new = torch.tensor([False, True, True, False]).repeat(200)
    weights, biases = second_rows(features, before, truth, new, ["1f", "5f"])
    unseen, truth = crops(50)
    after = with_second(known_of(unseen), unseen @ weights.T + biases, ["1f", "5f"])
    assert (after.argmax(1) == truth).all()
    others = [kind for kind in range(len(TAUGHT)) if kind not in (FLOWER, SEASON)]
    assert (after[:, others] == known_of(unseen)[:, others]).all()
