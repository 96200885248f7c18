"""The detector's net: where tiles are, and their four corners."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 8
"""Pixels between two places that may hold the middle of a tile."""
CORNER_SCALE = 32.0  # pixels that an output of 1 stands for


def _conv(inside: int, outside: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )
        nn.init.zeros_(self.second[1].weight)  # begin by changing nothing

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class DetectorNet(nn.Module):
    """Plain 3 × 3 convolutions down to stride 32 and a pyramid back to stride 8.

    Input (B, 3, H, W) float, RGB 0 to 1, H and W multiples of 32.
    Output: heat (B, 1, H/8, W/8) logits, corners (B, 8, H/8, W/8): x, y of the four corners,
    clockwise, from the middle of the cell, in units of CORNER_SCALE pixels. Which corner comes
    first means nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2))
        self.at8 = nn.Sequential(_conv(32, 64, 2), _Residual(64))
        self.at16 = nn.Sequential(_conv(64, 96, 2), _Residual(96), _Residual(96))
        self.at32 = nn.Sequential(_conv(96, 128, 2), *(_Residual(128) for _ in range(4)))
        self.from32 = _conv(128, 64, kernel=1)
        self.from16 = _conv(96, 64, kernel=1)
        self.merge16 = _conv(64, 64)
        self.from8 = _conv(64, 64, kernel=1)
        self.merge8 = _conv(64, 64)
        self.head = nn.Sequential(_conv(64, 64), nn.Conv2d(64, 9, 1))
        with torch.no_grad():
            self.head[-1].bias[0] = -4.0  # tiles are rare: begin by saying "none"

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x8 = self.at8(self.stem(x))
        x16 = self.at16(x8)
        x32 = self.at32(x16)
        y16 = self.merge16(
            self.from16(x16) + functional.interpolate(self.from32(x32), scale_factor=2.0)
        )
        y8 = self.merge8(self.from8(x8) + functional.interpolate(y16, scale_factor=2.0))
        out = self.head(y8)
        return out[:, :1], out[:, 1:]


def detector_loss(
    heat: Tensor,
    corners: Tensor,
    target: Tensor,
    weight: Tensor,
    cells: Tensor,
    quads: Tensor,
    exact: Tensor,
    doubtful: Tensor,
) -> tuple[Tensor, Tensor]:
    """Focal loss of the heat map and the loss of the corners.

    target (B, 1, h, w): 1 at the middle of a tile, falling off around it. weight (B, 1, h, w): 0
    where nothing is known. doubtful (B, 1, h, w): 1 where a tile may lie unlabelled; there a
    confident find is neither praised nor blamed. cells (M, 3) long: picture, row and column of
    the cells that answer for a tile. quads (M, 8): offsets to that tile's corners in pixels.
    exact (M,): 1 the corners are the tile's, 0 only the upright box around them is known.
    """
    p = torch.sigmoid(heat)
    unknown = (doubtful > 0) & (p.detach() > 0.15) & (target < 0.05)
    weight = weight.masked_fill(unknown, 0.0)
    is_middle = target > 0.99
    log_p, log_q = functional.logsigmoid(heat), functional.logsigmoid(-heat)
    positive = -((1 - p) ** 2) * log_p * is_middle
    negative = -((1 - target) ** 4) * p**2 * log_q * ~is_middle
    heat_loss = ((positive + negative) * weight).sum() / is_middle.sum().clamp(min=1)
    if not len(cells):
        return heat_loss, corners.sum() * 0
    predicted = corners[cells[:, 0], :, cells[:, 1], cells[:, 2]] * CORNER_SCALE
    guess = predicted.reshape(-1, 4, 2)
    truth = quads.reshape(-1, 4, 2)
    low, high = truth.amin(1), truth.amax(1)
    size = (high - low).mean(-1).clamp(min=8.0)
    turned = torch.stack([(guess - truth.roll(k, 1)).abs().mean((1, 2)) for k in range(4)], 1).amin(
        1
    )
    hull = ((guess.amin(1) - low).abs() + (guess.amax(1) - high).abs()).mean(-1) / 2
    corner_loss = (torch.where(exact > 0, turned, hull) / size).mean()
    return heat_loss, corner_loss
