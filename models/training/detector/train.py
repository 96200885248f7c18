"""Train the detector of tile outlines; see models/README.md for the recipe.

python -m models.training.detector.train --data DATASETS --scenes SCENES --minutes 70 --out DIR
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from datasets.given import existing_folder
from models.training.batches import Batch, batches
from models.training.detector.net import STRIDE, DetectorNet, detector_loss
from models.training.options import begin, options
from models.training.photos import (
    LabelledPhoto,
    clockwise,
    load_folder,
    load_no_tiles,
    load_scenes,
    of_each,
    with_own_labels,
    without,
)

Array = NDArray[Any]
_SMALLEST = 20.0
"""The longer side of a tile's box in a crop, at least, in pixels."""
_LARGEST = 0.6
"""The same at most, in sides of the crop. In a photograph tiles may be larger still; it is then
looked at in a smaller size (`detect.py`)."""
_DIM = 0.12
"""How many crops show a room in the evening, up to five times darker. Set by hand: of a drawn hand
on a rack in a dim room the walls behind it were lost, and no training had shown one so dark."""
_GRAIN = np.random.default_rng(0).standard_normal((768, 768, 3)).astype(np.float32)


def median_side(quads: Array) -> float:
    """Median long side of the tiles' boxes, pixels."""
    return float(np.median((quads.max(1) - quads.min(1)).max(-1)))


def random_view(photo: LabelledPhoto, size: int, rng: random.Random) -> Array:
    """A 3 × 3 matrix from the picture to a size × size crop around one of its tiles."""
    centres = photo.quads.mean(1)
    cx, cy = centres[rng.randrange(len(centres))] if len(centres) else (size / 2, size / 2)
    wanted = math.exp(rng.uniform(math.log(_SMALLEST), math.log(_LARGEST * size)))
    scale = wanted / max(median_side(photo.quads), 4) if len(centres) else rng.uniform(0.4, 1.2)
    scale = min(scale, 3.0)
    stretch = math.exp(rng.uniform(-0.35, 0.35))
    free = photo.outline == "exact"
    angle: float = rng.choice([0, 0, 0, 90, 180, 270])
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
    light = rng.uniform(-1.6, -0.5) if rng.random() < _DIM else rng.uniform(-0.5, 0.3)
    ramp = ramp * tint * math.exp(light) + rng.uniform(-0.06, 0.06)
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
        unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        assert unpacked is not None  # it was packed a line ago
        out = unpacked
    return out


def _seen(quads: Array, view: Array) -> Array:
    """Where corners (N, 4, 2) of the photograph lie in the crop, float32."""
    moved = cv2.perspectiveTransform(quads.reshape(-1, 1, 2), view)
    return np.asarray(moved, np.float32).reshape(-1, 4, 2)


def crop(photo: LabelledPhoto, size: int, rng: random.Random) -> dict[str, Array]:
    """One training crop with its targets; shapes as in `detector_loss`, without the batch."""
    view = random_view(photo, size, rng)
    border = [rng.randint(0, 255) for _ in range(3)]
    image, shrink = photo.image, abs(np.linalg.det(view[:2, :2])) ** 0.5
    if shrink < 0.7:  # a warp does not average, so shrink first
        smaller = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        image = np.asarray(smaller, np.uint8)
    back = np.diag(
        [photo.image.shape[1] / image.shape[1], photo.image.shape[0] / image.shape[0], 1]
    )
    seen = cv2.warpPerspective(image, view @ back, (size, size), borderValue=border)
    image = np.asarray(seen, np.uint8)
    quads = photo.quads  # a drawn scene may hold no tile at all
    if len(quads):
        quads = clockwise(_seen(quads, view))
    cells = size // STRIDE
    target = np.zeros((cells, cells), np.float32)
    weight = np.ones((cells, cells), np.float32)
    doubtful = np.zeros((cells, cells), np.float32)
    if not photo.complete:
        doubtful[:] = 1
        nothing = photo.nothing
        if len(nothing):
            nothing = _seen(nothing, view)
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


def batch_of(crops: list[dict[str, Array]]) -> Batch:
    def stack(key: str) -> torch.Tensor:
        return torch.from_numpy(np.stack([c[key] for c in crops])[:, None])

    image = torch.from_numpy(np.stack([c["image"] for c in crops])).permute(0, 3, 1, 2)
    cells = [
        np.column_stack([np.full(len(c["cells"]), i), c["cells"]]) for i, c in enumerate(crops)
    ]
    return {
        "image": image.contiguous(memory_format=torch.channels_last),
        "target": stack("target"),
        "weight": stack("weight"),
        "doubtful": stack("doubtful"),
        "cells": torch.from_numpy(np.concatenate(cells).astype(np.int64)),
        "quads": torch.from_numpy(np.concatenate([c["quads"] for c in crops])),
        "exact": torch.from_numpy(np.concatenate([c["exact"] for c in crops])),
    }


def main() -> None:
    ask = options(__doc__, minutes=70, batch=8, rate=2e-3)
    ask.add_argument(
        "--scenes", type=existing_folder, nargs="*", default=[], help="folders of drawn scenes"
    )
    ask.add_argument("--most", type=int, default=1200, help="scenes taken of each folder")
    ask.add_argument("--size", type=int, default=320)
    said = ask.parse_args()
    begin(said)

    chinese = said.data / "chinese-mahjong-detection"
    real = with_own_labels(without(load_folder(chinese / "train"), said.without))
    # Nobody knows of which sets the augmented copies are.
    turned = [] if said.without else load_folder(chinese / "train-augmented", loose=True)
    standing = (
        []
        if "standing" in said.without
        else load_folder(said.data / "standing-tiles" / "train", loose=True)
    )
    nothing = load_no_tiles(said.data / "no-tiles")
    drawn = [load_scenes(folder, said.most, said.seed) for folder in said.scenes]
    print(
        f"{len(real)} photographs, {len(turned)} augmented, {len(standing)} standing,"
        f" {len(nothing)} without a tile, {sum(map(len, drawn))} scenes",
        flush=True,
    )
    shares = [(0.28, real), (0.10, turned), (0.06, standing), (0.08, nothing)]
    shares += [(0.48 / len(drawn), folder) for folder in drawn]
    weights, pools = zip(*((share, pool) for share, pool in shares if pool), strict=True)

    def make(rng: random.Random) -> Batch:
        chosen = [rng.choices(pools, weights)[0] for _ in range(said.batch)]
        return batch_of([crop(of_each(pool, rng), said.size, rng) for pool in chosen])

    device = torch.device(said.device)
    net = DetectorNet().to(memory_format=torch.channels_last)
    if said.start:
        net.load_state_dict(torch.load(said.start, map_location="cpu"))
    net.to(device)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=said.rate, weight_decay=0.02)
    supply = batches(make, said.seed, said.workers, device)
    started = saved = told = time.monotonic()
    step, sums = 0, torch.zeros(2, device=device)
    while (past := (time.monotonic() - started) / 60 / said.minutes) < 1 and step < said.steps:
        # One cycle over the time given, so that a busy machine only means fewer steps.
        warm = min(1.0, step / 200)
        for group in optimiser.param_groups:
            group["lr"] = said.rate * warm * (0.5 + 0.5 * math.cos(math.pi * past)) + 1e-6
        data = next(supply)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            heat, corners = net(data.pop("image").float() / 255)
        heat_loss, corner_loss = detector_loss(heat.float(), corners.float(), **data)
        optimiser.zero_grad()
        (heat_loss + 2 * corner_loss).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        step += 1
        sums += torch.stack([heat_loss.detach(), corner_loss.detach()])
        now = time.monotonic()
        if step % 100 == 0:
            heat_mean, corner_mean = (sums / 100).tolist()
            print(
                f"{past:.3f} step {step} heat {heat_mean:.3f} corners {corner_mean:.4f}"
                f" {100 * said.batch / (now - told):.1f}/s",
                flush=True,
            )
            told, sums = now, torch.zeros(2, device=device)
        if now - saved > 120:
            torch.save(average.module.state_dict(), said.out / "detector.pt")
            saved = now
    torch.save(average.module.state_dict(), said.out / "detector.pt")
    print(f"done: {step} steps", flush=True)


if __name__ == "__main__":
    main()
