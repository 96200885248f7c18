"""Train the detector of tile outlines; see models/README.md for the recipe.

python models/training/detector/train.py --data DATASETS --scenes SCENES --minutes 70 --out DIR
"""

from __future__ import annotations

import math
import random
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))
from detector.net import STRIDE, DetectorNet, detector_loss
from options import begin, options
from photos import (
    LabelledPhoto,
    clockwise,
    load_folder,
    load_scenes,
    of_each,
    with_own_labels,
    without,
)

Array = NDArray[Any]
_GRAIN = np.random.default_rng(0).standard_normal((768, 768, 3)).astype(np.float32)


def median_side(quads: Array) -> float:
    """Median long side of the tiles' boxes, pixels."""
    return float(np.median((quads.max(1) - quads.min(1)).max(-1)))


def random_view(photo: LabelledPhoto, size: int, rng: random.Random) -> Array:
    """A 3 × 3 matrix from the picture to a size × size crop around one of its tiles."""
    centres = photo.quads.mean(1)
    cx, cy = centres[rng.randrange(len(centres))] if len(centres) else (size / 2, size / 2)
    wanted = math.exp(rng.uniform(math.log(20), math.log(min(170, size / 2))))
    scale = wanted / max(median_side(photo.quads), 4) if len(centres) else rng.uniform(0.4, 1.2)
    scale = min(scale, 3.0)
    stretch = math.exp(rng.uniform(-0.35, 0.35))
    free = photo.outline == "exact"
    angle = rng.choice([0, 0, 0, 90, 180, 270])
    if free:
        angle += rng.uniform(-180, 180) if rng.random() < 0.3 else rng.gauss(0, 8)
    a = math.radians(angle)
    turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    mirror = np.diag([-1.0 if rng.random() < 0.3 else 1.0, 1.0, 1.0])
    zoom = np.diag([scale * math.sqrt(stretch), scale / math.sqrt(stretch), 1.0])
    tilt = np.eye(3)
    if free and rng.random() < 0.5:
        tilt[2, :2] = [rng.uniform(-0.6, 0.6) / size, rng.uniform(-0.9, 0.9) / size]
    to_middle = np.array([[1, 0, -cx], [0, 1, -cy], [0, 0, 1.0]])
    place = np.eye(3)
    place[:2, 2] = [size * rng.uniform(0.15, 0.85), size * rng.uniform(0.15, 0.85)]
    return place @ tilt @ turn @ mirror @ zoom @ to_middle


def recolour(image: Array, rng: random.Random) -> Array:
    """Lamp, window, dim room, blur, noise and JPEG."""
    ramp = np.linspace(0, 1, 256, dtype=np.float32)[:, None] ** math.exp(rng.uniform(-0.5, 0.5))
    tint = np.array([math.exp(rng.uniform(-0.25, 0.25)) for _ in range(3)], np.float32)
    ramp = ramp * tint * math.exp(rng.uniform(-0.5, 0.3)) + rng.uniform(-0.06, 0.06)
    table = (np.clip(ramp, 0, 1) * 255).astype(np.uint8)
    out = cv2.LUT(image, table.reshape(1, 256, 3))
    if rng.random() < 0.08:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.8))
    if rng.random() < 0.3:
        size = image.shape[0]
        top, left = rng.randrange(64), rng.randrange(64)
        patch = _GRAIN[top : top + size, left : left + size] * rng.uniform(2, 14)
        out = cv2.add(out, patch, dtype=cv2.CV_8U)
    if rng.random() < 0.25:
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(25, 85)])[1]
        out = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return out


def crop(photo: LabelledPhoto, size: int, rng: random.Random) -> dict[str, Array]:
    """One training crop with its targets; shapes as in `detector_loss`, without the batch."""
    view = random_view(photo, size, rng)
    border = [rng.randint(0, 255) for _ in range(3)]
    image, shrink = photo.image, abs(np.linalg.det(view[:2, :2])) ** 0.5
    if shrink < 0.7:  # a warp does not average, so shrink first
        image = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    back = np.diag(
        [photo.image.shape[1] / image.shape[1], photo.image.shape[0] / image.shape[0], 1]
    )
    image = cv2.warpPerspective(image, view @ back, (size, size), borderValue=border)
    quads = photo.quads  # a drawn scene may hold no tile at all
    if len(quads):
        quads = cv2.perspectiveTransform(quads.reshape(-1, 1, 2), view).reshape(-1, 4, 2)
        quads = clockwise(quads.astype(np.float32))
    cells = size // STRIDE
    target = np.zeros((cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    doubtful = np.zeros((cells, cells), np.float32)
    if not photo.complete:
        doubtful[:] = 1
        nothing = photo.nothing
        if len(nothing):
            nothing = cv2.perspectiveTransform(nothing.reshape(-1, 1, 2), view).reshape(-1, 4, 2)
        known = [(quad, 6) for quad in quads]  # between labelled tiles nothing is hidden
        known += [(quad, -2) for quad in nothing]
        for quad, around in known:
            low = np.clip(quad.min(0) - around, 0, size) // STRIDE
            high = np.clip(quad.max(0) + around, 0, size) // STRIDE
            doubtful[int(low[1]) : int(high[1]) + 1, int(low[0]) : int(high[0]) + 1] = 0
    rows, answers, exact = [], [], []
    grid = (np.arange(cells, dtype=np.float32) + 0.5) * STRIDE
    for quad, visible in zip(quads, photo.visible, strict=True):
        centre = quad.mean(0)
        if not (0 <= centre[0] < size and 0 <= centre[1] < size):
            continue
        edges = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        side = float(min(edges[0] + edges[2], edges[1] + edges[3])) / 2
        sigma = max(0.16 * side, 0.45 * STRIDE)
        bump = np.exp(
            -((grid[None] - centre[0]) ** 2 + (grid[:, None] - centre[1]) ** 2) / (2 * sigma**2)
        )
        row, column = int(centre[1] // STRIDE), int(centre[0] // STRIDE)
        if visible < 0.28 or side < 9:  # a tile under another shows a third of itself
            weight[bump > 0.3] = 0
            continue
        bump[row, column] = 1
        target = np.maximum(target, bump)
        if photo.outline == "centre":
            continue
        for r, c in zip(*np.nonzero(bump > 0.5), strict=True):
            rows.append((r, c))
            answers.append((quad - [grid[c], grid[r]]).reshape(8))
            exact.append(photo.outline == "exact")
    return {
        "image": recolour(image, rng),
        "target": target,
        "weight": weight,
        "doubtful": doubtful,
        "cells": np.array(rows, np.int64).reshape(-1, 2),
        "quads": np.array(answers, np.float32).reshape(-1, 8),
        "exact": np.array(exact, np.float32),
    }


def batch_of(crops: list[dict[str, Array]]) -> dict[str, torch.Tensor]:
    def stack(key: str) -> torch.Tensor:
        return torch.from_numpy(np.stack([c[key] for c in crops])[:, None])

    image = torch.from_numpy(np.stack([c["image"] for c in crops])).permute(0, 3, 1, 2)
    cells = [
        np.column_stack([np.full(len(c["cells"]), i), c["cells"]]) for i, c in enumerate(crops)
    ]
    return {
        "image": (image.float() / 255).contiguous(memory_format=torch.channels_last),
        "target": stack("target"),
        "weight": stack("weight"),
        "doubtful": stack("doubtful"),
        "cells": torch.from_numpy(np.concatenate(cells).astype(np.int64)),
        "quads": torch.from_numpy(np.concatenate([c["quads"] for c in crops])),
        "exact": torch.from_numpy(np.concatenate([c["exact"] for c in crops])),
    }


def main() -> None:
    ask = options(__doc__, minutes=70, batch=8, rate=2e-3)
    ask.add_argument("--scenes", type=Path, nargs="*", default=[], help="folders of drawn scenes")
    ask.add_argument("--size", type=int, default=320)
    said = ask.parse_args()
    begin(said)
    rng = random.Random(said.seed)

    chinese = said.data / "chinese-mahjong-detection"
    real = with_own_labels(without(load_folder(chinese / "train"), said.without))
    # Nobody knows of which sets the augmented copies are.
    turned = [] if said.without else load_folder(chinese / "train-augmented", loose=True)
    standing = (
        []
        if "standing" in said.without
        else load_folder(said.data / "standing-tiles" / "train", loose=True)
    )
    print(f"{len(real)} photographs, {len(turned)} augmented, {len(standing)} standing", flush=True)

    def scenes() -> list[list[LabelledPhoto]]:
        return [load_scenes(folder, 1200, rng.randrange(10**6)) for folder in said.scenes]

    drawn = scenes()
    net = DetectorNet().to(memory_format=torch.channels_last)
    if said.start:
        net.load_state_dict(torch.load(said.start))
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=said.rate, weight_decay=0.02)
    started = saved = reread = told = time.monotonic()
    step, sums = 0, [0.0, 0.0]
    while (past := (time.monotonic() - started) / 60 / said.minutes) < 1 and step < said.steps:
        # One cycle over the time given, so that a busy machine only means fewer steps.
        warm = min(1.0, step / 200)
        for group in optimiser.param_groups:
            group["lr"] = said.rate * warm * (0.5 + 0.5 * math.cos(math.pi * past)) + 1e-6
        shares = [(0.36, real), (0.12, turned), (0.08, standing)]
        shares += [(0.44 / len(drawn), folder) for folder in drawn]
        weights, pools = zip(*((share, pool) for share, pool in shares if pool), strict=True)
        crops = [
            crop(of_each(rng.choices(pools, weights)[0], rng), said.size, rng)
            for _ in range(said.batch)
        ]
        data = batch_of(crops)
        heat, corners = net(data.pop("image"))
        heat_loss, corner_loss = detector_loss(heat, corners, **data)
        optimiser.zero_grad()
        (heat_loss + 2 * corner_loss).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        step += 1
        sums = [sums[0] + heat_loss.item(), sums[1] + corner_loss.item()]
        now = time.monotonic()
        if step % 100 == 0:
            rate = 100 * said.batch / (now - told)
            print(
                f"{past:.3f} step {step} heat {sums[0] / 100:.3f} corners {sums[1] / 100:.4f}"
                f" scenes {sum(map(len, drawn))} {rate:.1f}/s",
                flush=True,
            )
            told, sums = now, [0.0, 0.0]
        if now - saved > 120:
            torch.save(average.module.state_dict(), said.out / "detector.pt")
            saved = now
        if now - reread > 600:  # scenes may still be being drawn
            drawn.clear()  # before others take their place in memory
            drawn, reread = scenes(), now
    torch.save(average.module.state_dict(), said.out / "detector.pt")
    print(f"done: {step} steps", flush=True)


if __name__ == "__main__":
    main()
