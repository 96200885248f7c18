"""Train the classifier of tile faces; see models/README.md for the recipe.

python -m models.training.classifier.train --data DATASETS --crops CROPS --minutes 45 --out DIR
python -m models.training.classifier.train … --crops LARGE_CROPS --size 96 --out DIR
python -m models.training.classifier.train … --teacher BEFORE --new NEW_CROPS --out DIR

With a teacher, weights from before keep a short training from forgetting what only long ones teach:
what they say of a crop counts beside its label, but for the crops of `--new`, of which they know
too little.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.given import existing_folder
from datasets.labels import read_single_tiles
from datasets.synth.crops import UNMARKED, half
from models.training.batches import Batch, batches
from models.training.classifier.net import SIZE, SPECIAL, TAUGHT, ClassifierNet
from models.training.classifier.small_maps import hasten
from models.training.detector.train import recolour
from models.training.options import begin, options
from models.training.photos import OWN_LABELS, LabelledPhoto, load_folder, without

Array = NDArray[Any]
KIND = {code: i for i, code in enumerate(TAUGHT)}
TURNED_LABELS = OWN_LABELS.with_name("turned_labels.csv")
MARGIN = 1.10
"""A crop is the outline grown by this factor, so that the tile's edge is seen."""

_SEEN_AS = (math.log(14), math.log(90))
"""Sides that photographed tiles are shrunk to, if they are larger: logarithms of pixels, for crops
of 64 pixels."""

_HALVES = 0.3
"""How many of the no-tiles cut out of photographs are half a tile."""

_TRUST = 0.6
"""How much a teacher counts, of 1; the rest counts the label. By hand, and no other was tried."""
_TRUST_OF_NOTHING = 1.0
"""The same of what is no tile, by hand: with `_TRUST` a pupil told it worse than its teacher."""
_NEW = dict.fromkeys((*(f"{n}f" for n in range(1, 9)), "9x"), 0.3)
"""Share of the rendered crops of these kinds that is from `--new`, if there are any. By hand."""
_NEW_OF_OTHERS = 0.1
"""The same for the other kinds. By hand."""
_CERTAIN = 0.98
"""What a label counts for its kind, of 1; the rest is spread over all kinds. As it always was."""

NO_WAY_UP = ("5z", "0z", "none")
"""Kinds that have no way up at all, so that nothing is taught about it."""

BY_COLOUR = (*(f"{n}f" for n in range(1, 9)), *SPECIAL, "9x", "5z", "0z", "none")
"""Kinds whose colour says something: flowers are told from seasons, blank faces from backs."""

_OFTEN = {"none": 7.0, "0z": 4.5, "5z": 6.0, "9x": 1.4, "1s": 2.0}
SHARES = [
    _OFTEN.get(code, 2.6 if code[1] == "f" else 0.6 if code in SPECIAL else 1.0) for code in TAUGHT
]
"""How often a kind is taught: more often what has no face, what is no tile, and what differs in
every set: flowers, seasons and the bird of one bamboo. Jokers are 2 in 100: with more, other tiles
were called so."""


@dataclass(frozen=True)
class Face:
    """One labelled face in a picture; upright says that its way up is known to be that drawn."""

    image: Array
    quad: Array
    code: str
    upright: bool


def faces_of(photos: list[LabelledPhoto]) -> list[Face]:
    """Faces whose outline is known; in pictures of hands on a rack they stand upright."""
    return [
        Face(p.image, quad, code, p.name.startswith("hand_"))
        for p in photos
        if p.outline == "exact"
        for quad, code in zip(p.quads, p.codes, strict=True)
    ]


def standing_faces(photos: list[LabelledPhoto]) -> list[Face]:
    return [
        Face(p.image, quad, code, True)
        for p in photos
        for quad, code in zip(p.quads, p.codes, strict=True)
    ]


def single_tiles(folder: Path) -> list[Face]:
    """The loose faces of `single-tiles`: the whole picture is the tile."""
    faces = []
    for path, code in read_single_tiles(folder):
        image = cv2.imread(str(path))
        if image is None:
            continue
        h, w = image.shape[:2]
        pad = max(h, w) // 6  # a loose face has no surroundings; give it blurred ones
        image = cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
        quad = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) + pad
        faces.append(Face(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), quad, code, True))
    return faces


def cut(
    image: Array, quad: Array, rng: random.Random, jitter: float = 0.05, size: int = SIZE
) -> Array:
    """A size × size crop around a quad as the detector would give it, a little off.

    Small tiles are imitated by shrinking before cutting.
    """
    centre = quad.mean(0)
    grown = centre + (quad - centre) * MARGIN * math.exp(rng.gauss(0, jitter))
    side = float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).mean())
    a = math.radians(rng.gauss(0, 5))
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    grown = (grown - centre) @ turn.T + centre
    grown += np.array([rng.gauss(0, jitter * side) for _ in range(2)])
    grown += np.array([[rng.gauss(0, jitter * side * 0.7) for _ in range(2)] for _ in range(4)])
    wanted = min(side, math.exp(rng.uniform(*_SEEN_AS)) * size / SIZE)
    fine = max(8, int(wanted * MARGIN))
    corners = np.array([[0, 0], [fine, 0], [fine, fine], [0, fine]], np.float32)
    scale = min(1.0, 1.3 * wanted / side)
    low = np.floor(np.maximum(grown.min(0) - 2, 0)).astype(int)
    high = np.ceil(grown.max(0) + 2).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return np.zeros((size, size, 3), np.uint8)
    if scale < 0.75:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    else:
        scale = 1.0
    view = cv2.getPerspectiveTransform(((grown - low) * scale).astype(np.float32), corners)
    out = cv2.warpPerspective(part, view, (fine, fine), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(out, (size, size), interpolation=cv2.INTER_LINEAR)


def estranged(image: Array, code: str, rng: random.Random) -> Array:
    """A face as yet another set might show it: other inks, bolder or finer strokes, a dark tile."""
    draw = rng.random()
    if draw < 0.08:
        reach = rng.choice([2, 3])
        thick = cv2.erode if rng.random() < 0.5 else cv2.dilate
        return thick(image, np.ones((reach, reach), np.uint8))
    if code in BY_COLOUR or draw > 0.24:
        return image
    hls = cv2.cvtColor(image, cv2.COLOR_RGB2HLS)
    if draw < 0.20:
        hls[..., 0] = (hls[..., 0].astype(np.int16) + rng.randrange(180)) % 180
    else:
        hls[..., 1] = 255 - hls[..., 1]
    return cv2.cvtColor(hls, cv2.COLOR_HLS2RGB)


MARKS = {f"{n}{suit}": str(n) for suit in "mps" for n in range(1, 10)}
MARKS |= {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "6z": "F", "7z": "C"}
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def marked(face: Array, code: str, rng: random.Random) -> Array:
    """An upright face with a number or letter in a corner, small or large, as sets for the West
    have it."""
    side = face.shape[0]
    font, height = rng.choice(_FONTS), rng.uniform(0.13, 0.27) * side
    thick = max(1, round(height * rng.uniform(0.08, 0.28)))
    scale = cv2.getFontScaleFromHeight(font, max(1, round(height)), thick)
    (width, _), _ = cv2.getTextSize(MARKS[code], font, scale, thick)
    edge = round(rng.uniform(0.08, 0.16) * side)
    left = edge if rng.random() < 0.5 else side - edge - width
    place = (left, edge + round(height))
    ink = rng.choice([(190, 25, 35), (25, 40, 140), (20, 110, 60), (30, 30, 30)])
    return cv2.putText(face.copy(), MARKS[code], place, font, scale, ink, thick, cv2.LINE_AA)


def shifted(face: Array, rng: random.Random, size: int = SIZE) -> Array:
    """A drawn face as a detector would cut it at another time: moved, turned, squeezed a little."""
    side = face.shape[0]
    angle, grow = math.radians(rng.gauss(0, 4)), math.exp(rng.gauss(0, 0.04)) * size / side
    stretch = math.exp(rng.gauss(0, 0.04))
    turn = np.array(
        [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]], np.float32
    ) @ np.diag([grow * stretch, grow / stretch])
    middle = np.array([size / 2 + rng.gauss(0, 0.03 * size), size / 2 + rng.gauss(0, 0.03 * size)])
    move = middle - turn @ np.array([side / 2, side / 2])
    view = np.column_stack([turn, move])
    return cv2.warpAffine(face, view, (size, size), borderMode=cv2.BORDER_REPLICATE)


class Deck:
    """Draws training crops: real faces, no-tiles beside them, and rendered ones."""

    def __init__(self, said: argparse.Namespace) -> None:
        self.size: int = said.size
        self.cut = partial(cut, size=said.size)
        chinese = said.data / "chinese-mahjong-detection"
        self.photos = without(
            [] if said.drawn_only else load_folder(chinese / "train"), said.without
        )
        standing = (
            []
            if said.drawn_only or "standing" in said.without
            else load_folder(said.data / "standing-tiles" / "train", loose=True)
        )
        self.real = self._by_code(faces_of(self.photos))
        self.standing = self._by_code(standing_faces(standing))
        no_single = said.drawn_only or "single" in said.without
        self.single = self._by_code([] if no_single else single_tiles(said.data / "single-tiles"))
        self.own = self._by_code(own_labels(OWN_LABELS, self.photos))
        # Nobody knows of which sets the augmented copies are, so they go when a set is held out.
        # Some are mirrored: no face turns into another by that, and it looks the same set still.
        no_turned = said.drawn_only or said.without
        turned = [] if no_turned else load_folder(chinese / "train-augmented", loose=True)
        self.turned = self._by_code(own_labels(TURNED_LABELS, turned))
        self.grounds = [p for p in self.photos if p.complete]
        self.drawn = self.drawn_crops(said.crops)
        self.new = self.drawn_crops(said.new)

    @staticmethod
    def _by_code(faces: list[Face]) -> dict[str, list[Face]]:
        table: dict[str, list[Face]] = defaultdict(list)
        for face in faces:
            if face.code in KIND:
                table[face.code].append(face)
        return table

    @staticmethod
    def drawn_crops(folders: list[Path]) -> dict[str, list[list[Array]]]:
        """Rendered crops by what is on them, those of each folder apart."""
        drawn: dict[str, list[list[Array]]] = defaultdict(list)
        for folder in folders:
            crops: dict[str, list[Array]] = defaultdict(list)
            for path in sorted(folder.glob("*.npz")):
                with np.load(path) as shard:
                    names = [str(c) for c in shard["codes"]]
                    images, kinds = shard["images"], shard["labels"]
                for image, kind in zip(images, kinds, strict=True):
                    crops[names[kind]].append(image)
            for code in crops.keys() & KIND.keys():
                drawn[code].append(crops[code])
        return drawn

    def no_tile(self, rng: random.Random) -> Array:
        """A place beside the tiles, half a tile, or half of one and half of its neighbour."""
        photo = self.grounds[rng.randrange(len(self.grounds))]
        place = rng.randrange(len(photo.quads))
        quad = photo.quads[place]
        size = quad.max(0) - quad.min(0)
        if rng.random() < _HALVES and photo.codes[place] not in UNMARKED:
            part = half(quad, rng.randrange(4), rng.uniform(0.42, 0.58))
            return self.cut(photo.image, part, rng)
        if rng.random() < 0.6:
            angle = rng.uniform(0, 2 * math.pi)
            shift = np.array([math.cos(angle), math.sin(angle)]) * size * rng.uniform(0.5, 0.62)
            return self.cut(photo.image, quad + shift, rng)
        for _ in range(20):
            moved = quad - quad.min(0) + [rng.uniform(0, 600), rng.uniform(0, 600)]
            centre = moved.mean(0)
            inside = (photo.quads.min(1) - size * 0.4 < centre).all(1) & (
                photo.quads.max(1) + size * 0.4 > centre
            ).all(1)
            if not inside.any():
                return self.cut(photo.image, moved.astype(np.float32), rng)
        return self.cut(photo.image, quad + size * 0.6, rng)

    def one(self, rng: random.Random, code: str | None = None) -> tuple[Array, int, int, bool]:
        """A crop, its kind, its way up (-1: not known), and whether a teacher knows such crops.
        code: of this kind."""
        source = rng.random()
        familiar = True
        code = code or rng.choices(TAUGHT, SHARES)[0]
        way = 0
        if code == "none" and self.grounds and (source < 0.2 or not self.drawn.get("none")):
            image, way = self.no_tile(rng), -1
        else:
            order = [self.real, self.turned, self.own, self.single, self.standing]
            ours = 0.5 if code in ("0z", "none") else 0.08  # nobody else labels these
            drawn = 0.8 if code[1] == "f" else 0.44  # photographs show few flowers of few sets
            weights = [0.22, 0.20, ours, 0.12, 0.06, drawn]
            pools: list[dict[str, list[Any]]] = [*order, self.drawn]
            pool = rng.choices(pools, weights)[0]
            if not pool.get(code):
                pool = self.drawn if self.drawn.get(code) else self.real
            if not pool.get(code):
                return self.one(rng)
            item = rng.choice(pool[code])
            if isinstance(item, list):  # every folder of rendered crops counts alike
                new = self.new.get(code, [])
                familiar = not new or rng.random() >= _NEW.get(code, _NEW_OF_OTHERS)
                item = rng.choice(item if familiar else rng.choice(new))
            if isinstance(item, Face):
                image = self.cut(item.image, item.quad, rng)
                way = 0 if item.upright else -1
            else:
                image = shifted(item, rng, self.size)
        if way == 0 and code in MARKS and rng.random() < 0.12:
            image = marked(image, code, rng)
        if code in NO_WAY_UP:
            way = -1
        image = recolour(estranged(image, code, rng), rng)
        turns = rng.randrange(4)
        if turns:
            image = np.ascontiguousarray(np.rot90(image, -turns))  # clockwise
        return image, KIND[code], way if way < 0 else turns, familiar


def wanted(kinds: torch.Tensor, told: torch.Tensor | None, familiar: torch.Tensor) -> torch.Tensor:
    """The chances of each kind that a training strives for: (B, K).

    kinds: (B,), the labels. told: (B, K), what a teacher says of the crops, logits. familiar: (B,),
    whether it knows such crops.
    """
    smooth = (1 - _CERTAIN) / len(TAUGHT)
    labels = functional.one_hot(kinds, len(TAUGHT)) * _CERTAIN + smooth
    if told is None:
        return labels
    trust = torch.where(kinds == KIND["none"], _TRUST_OF_NOTHING, _TRUST)
    trust = (trust * familiar.float())[:, None]
    return (1 - trust) * labels + trust * told.softmax(1)


def own_labels(table: Path, photos: list[LabelledPhoto]) -> list[Face]:
    """Labels of our own in the photographs: backs, and things that are no tile."""
    by_name = {photo.name: photo for photo in photos}
    faces = []
    with table.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            photo = by_name.get(row["photo"])
            if photo is not None:
                quad = [[float(row[f"x{k}"]), float(row[f"y{k}"])] for k in range(4)]
                faces.append(Face(photo.image, np.array(quad, np.float32), row["code"], False))
    return faces


def teaching(checkpoint: Path, device: torch.device) -> Callable[[torch.Tensor], torch.Tensor]:
    """What the weights of a checkpoint say of crops: (B, 3, H, W) → (B, K), logits of the kinds."""
    net = ClassifierNet(pretrained=False).to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    net.to(device).eval()
    if device.type == "cpu":
        hasten(net)

    def told(faces: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            kinds: torch.Tensor = net(faces.contiguous(memory_format=torch.channels_last))[0]
        return kinds.float()

    return told


def main() -> None:
    ask = options(__doc__, minutes=45, batch=48, rate=1.2e-3)
    ask.add_argument(
        "--crops", type=existing_folder, nargs="*", default=[], help="folders of rendered crops"
    )
    ask.add_argument("--size", type=int, default=SIZE, help="side of the crops, pixels")
    ask.add_argument(
        "--new", type=existing_folder, nargs="*", default=[], help="such that no teacher knows"
    )
    ask.add_argument("--teacher", type=Path, help="checkpoint whose answers count, too")
    ask.add_argument("--drawn-only", action="store_true", help="leave every photograph out")
    said = ask.parse_args()
    begin(said)
    deck = Deck(said)

    def make(rng: random.Random) -> Batch:
        crops = [deck.one(rng) for _ in range(said.batch)]
        images, kinds, ways, familiar = zip(*crops, strict=True)
        faces = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2)
        each = {"kind": kinds, "way": ways, "familiar": familiar}
        return {"faces": faces} | {name: torch.tensor(values) for name, values in each.items()}

    device = torch.device(said.device)
    net = ClassifierNet(pretrained=said.start is None).to(memory_format=torch.channels_last)
    if said.start:
        net.load_state_dict(torch.load(said.start, map_location="cpu"))
    net.to(device).train()
    teacher = teaching(said.teacher, device) if said.teacher else None
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    if device.type == "cpu":
        hasten(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=said.rate, weight_decay=0.02)
    supply = batches(make, said.seed, said.workers, device)
    started = saved = told = time.monotonic()
    step, seen = 0, torch.zeros(3, device=device)
    while (past := (time.monotonic() - started) / 60 / said.minutes) < 1 and step < said.steps:
        warm = min(1.0, (step + 1) / 150)
        for group in optimiser.param_groups:
            group["lr"] = said.rate * warm * (0.5 + 0.5 * math.cos(math.pi * past)) + 1e-6
        data = next(supply)
        x, kind, way = data["faces"].float() / 255, data["kind"], data["way"]
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            answers = net(x.contiguous(memory_format=torch.channels_last))
            told_kinds = teacher(x) if teacher else None
        kind_logits, way_logits = (each.float() for each in answers[:2])
        kind_loss = functional.cross_entropy(
            kind_logits, wanted(kind, told_kinds, data["familiar"])
        )
        # A face without a way up says nothing of it; the sum over none is 0.
        known = functional.cross_entropy(way_logits, way, ignore_index=-1, reduction="sum")
        way_loss = known / (way >= 0).sum().clamp(min=1)
        optimiser.zero_grad()
        (kind_loss + 0.3 * way_loss).backward()
        optimiser.step()
        average.update_parameters(net)
        step += 1
        right = (kind_logits.argmax(1) == kind).float().mean()
        seen += torch.stack([kind_loss.detach(), way_loss.detach(), right])
        now = time.monotonic()
        if step % 100 == 0:
            kind_mean, way_mean, right_mean = (seen / 100).tolist()
            print(
                f"{past:.3f} step {step} kind {kind_mean:.3f} way {way_mean:.3f}"
                f" right {right_mean:.4f} {100 * said.batch / (now - told):.0f}/s",
                flush=True,
            )
            told, seen = now, torch.zeros(3, device=device)
        if now - saved > 120:
            torch.save(average.module.state_dict(), said.out / "classifier.pt")
            saved = now
    torch.save(average.module.state_dict(), said.out / "classifier.pt")
    print(f"done: {step} steps", flush=True)


if __name__ == "__main__":
    main()
