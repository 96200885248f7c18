"""What the classifier's network makes of crops, for fits of single rows of its last layer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.training.classifier.net import ClassifierNet
from models.training.classifier.small_maps import hasten

_AT_ONCE = 128
"""Crops that go through the net together; it changes nothing but the time."""


def looked_at(
    net: ClassifierNet, crop: Callable[[], tuple[NDArray[np.uint8], int]], count: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Features (N, 1280), logits (N, K) and true kinds (N,) of crops, as many whole batches as
    `count` holds.

    crop: makes one, (H, W, 3) uint8, RGB, with its kind.
    """
    net.eval()
    hasten(net)
    features, logits = [], []
    truth: list[int] = []
    with torch.no_grad():
        for _ in range(count // _AT_ONCE):
            faces, kinds = zip(*(crop() for _ in range(_AT_ONCE)), strict=True)
            pixels = torch.from_numpy(np.stack(faces)).permute(0, 3, 1, 2).float() / 255
            known, _, seen = net(pixels)
            features.append(seen)
            logits.append(known)
            truth += kinds
    return torch.cat(features), torch.cat(logits), torch.tensor(truth)
