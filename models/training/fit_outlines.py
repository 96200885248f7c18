"""Train what draws the detector's outlines more exactly (`companion.vision.recognition.outlines`).

    python -m models.training.fit_outlines --scenes SCENES [...] --photographs FOLDER [...] \
        --begin CHECKPOINT [--models FOLDER] [--to FOLDER]

A small network, begun with the first blocks of the classifier, learns from drawn scenes, whose
outlines are exact, how far each corner of a find is off. Of a tile that something covers it learns
the whole outline, of which the detector often draws only what is seen. Scenes should be of sets
that the detector was not trained on, so that its outlines are off as those of a new set are. On
photographs, which are labelled by upright boxes, outlines as the models before drew them teach, so
that a tile's side is not taken for a part of its face. Each find is shown as it is and moved about.
Writes `outlines.onnx` with its facts, and prints how far the corners were off and are, in scenes
that did not teach: the median, in sides of the find.

CHECKPOINT is a classifier's, as `models.training.restore classifier` writes it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from companion.cli.terminal import progress
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import clockwise, share_of
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.outlines import Outlines, in_face, moved
from companion.vision.recognition.rectify import rectify
from datasets.images import read_image
from datasets.labels import read_folder
from datasets.metrics import match
from models.training.classifier.net import SIZE, ClassifierNet
from models.training.export import WEIGHTS, export_net

_MARGIN = 1.35
"""How much of a find is cut, 1 for the find itself. By hand: what hides a tile lies beyond its
edge, and more would show the face too small."""
_FACTS = {"input": f"uint8 (N, {SIZE}, {SIZE}, 3), RGB", "size": SIZE, "margin": _MARGIN}
_BLOCKS = 5
"""The classifier's first blocks, which give 40 maps of 8 × 8. By a linear map of them 0.42 of the
variance of how far corners are off could be told, by the third block's 0.39, by the last's 0.08."""
_MAPS = 40 * 8 * 8
_HIDDEN = 128
"""Units between, by hand."""
_LEFT_OUT = 0.1
"""Part of the values before each of the last two layers that one step of the training leaves out,
by hand."""
_COPIES = 1
"""Moved copies of each find."""
# By hand, if no other source is named.
_SHAKEN = 0.04
"""How far corners of a copy are moved, in sides of the view: about as far as finds are off."""
_HOPELESS = 0.35
"""Sides of the view. A corner farther off says that the find is no outline of the tile, unless
something covers the tile."""
_WHOLE = 0.9
"""Part of a face that is seen, from which nothing covers it."""
_LEAST = 0.4
"""Part of a face that must be seen for its find to teach."""
_OWN = 0.8
"""Part of a find that must lie on a covered tile for it to be a find of that tile, and..."""
_SHOWN = 0.3
"""... the part of the tile that it must outline."""
_HELD_OUT = 8
"""Each so many-th scene judges and does not teach."""
_REPEATED = 4
"""How often photographs are shown for once that scenes are, which are many more; by hand."""
_BATCH = 128
"""Finds of one step, by hand."""
_FAST, _SLOW = 2e-3, 5e-4
"""Learning rates at their highest, of the new layers and of the classifier's; by hand."""
_WARM, _DECAY, _STEEPEST = 0.1, 0.02, 1.0
"""The part of the training in which the rates rise, the decay of weights, the largest gradient."""
_CONTRAST, _TINT = (0.7, 1.2), 20
"""By how much the contrast of a view is multiplied, and how far each colour of it is moved at most,
0 to 255."""
_NEAR = 0.03
"""Sides of the view; the square of an error counts below it, the error itself above, so that where
much is hidden the likeliest outline is learnt and not the mean of all."""


@dataclass(frozen=True, eq=False)
class Views:
    """cut: (N, SIZE, SIZE, 3) uint8, what N outlines hold. off: (N, 4, 2), how far their corners
    are off, in sides of the cut. seen: (N,), the part of the tile that is seen. copy: (N,), whether
    the outline is a moved copy. scene: (N,)."""

    cut: ByteArray
    off: FloatArray
    seen: FloatArray
    copy: NDArray[np.bool_]
    scene: NDArray[np.intp]

    def only(self, chosen: NDArray[np.bool_]) -> Views:
        return Views(*(values[chosen] for values in vars(self).values()))


class OutlinesNet(nn.Module):
    """Views, (B, 3, 64, 64) float, RGB 0 to 1 → (B, 8), how far corners are off, x and y of each,
    in sides of the view."""

    def __init__(self, classifier: ClassifierNet) -> None:
        super().__init__()
        body = classifier.body
        self.stem, self.norm, self.bent = body._conv_stem, body._bn0, body._swish
        self.blocks = nn.Sequential(*body._blocks[:_BLOCKS])
        self.last = nn.Sequential(
            nn.Dropout(_LEFT_OUT), nn.Linear(_MAPS, _HIDDEN), nn.ReLU(), nn.Dropout(_LEFT_OUT),
            nn.Linear(_HIDDEN, 8),
        )  # fmt: skip
        nn.init.zeros_(self.last[-1].weight)
        nn.init.zeros_(self.last[-1].bias)

    def forward(self, x: Tensor) -> Tensor:
        maps = self.blocks(self.bent(self.norm(self.stem((x - 0.5) * 2))))
        off: Tensor = self.last(maps.flatten(1))
        return off

    def train(self, mode: bool = True) -> OutlinesNet:
        """The normalisations stay as the classifier's are."""
        super().train(mode)
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eval()
        return self


def views(folders: list[Path], detector: Detector) -> Views:
    """All finds on labelled tiles of these folders' pictures, and copies of them moved about."""
    rng = np.random.default_rng(0)
    parts: list[Views] = []
    scene = 0
    for folder in folders:
        for path in progress(sorted(folder.glob("*.json")), folder.name):
            truth, seen = _tiles(path)
            pixels = read_image(path.with_suffix(".jpg"))
            found = detector(pixels).quads
            pairs = paired(truth, seen, found)
            scene += 1
            if not pairs:
                continue
            wanted, quads = truth[[*pairs]], found[[*pairs.values()]]
            parts += _shown(pixels, quads, wanted, seen[[*pairs]], scene, rng)
    if not parts:
        raise SystemExit("No tile is found in these scenes; datasets.synth.scene draws some.")
    return _together(parts)


def views_of_photographs(folders: list[Path], detector: Detector, before: Outlines) -> Views:
    """The same of photographs; there what `before` draws is taken for the truth."""
    rng = np.random.default_rng(1)
    parts: list[Views] = []
    for folder in folders:
        for photo in progress(read_folder(folder), folder.name):
            pixels = read_image(photo.path)
            found = detector(pixels).quads
            drawn = before(pixels, found)
            finds = [*match(photo.quads, drawn).values()]
            if finds:
                whole = np.ones(len(finds), np.float32)
                parts += _shown(pixels, found[finds], clockwise(drawn[finds]), whole, 1, rng)
    return _together(parts)


def _shown(
    pixels: ByteArray,
    quads: FloatArray,
    wanted: FloatArray,
    seen: FloatArray,
    scene: int,
    rng: np.random.Generator,
) -> list[Views]:
    """Outlines of one picture as they are, and as copies moved about."""
    parts = []
    for copy in range(1 + _COPIES):
        shown = _shaken(quads, rng) if copy else quads
        every = np.ones(len(quads), int)
        cut = rectify(pixels, shown, SIZE, _MARGIN)
        parts.append(Views(cut, _off(shown, wanted), seen, every * copy > 0, every * scene))
    return parts


def _together(parts: list[Views]) -> Views:
    return Views(*(np.concatenate(values) for values in zip(*map(_values, parts), strict=True)))


def _values(of: Views) -> tuple[NDArray[Any], ...]:
    return tuple(vars(of).values())


def _tiles(path: Path) -> tuple[FloatArray, FloatArray]:
    """Outlines of the tiles of a drawn scene, (N, 4, 2), and how much of each is seen, (N,)."""
    tiles = [tile for tile in json.loads(path.read_text())["tiles"] if tile["visible"] > _LEAST]
    quads = np.array([tile["quad"] for tile in tiles], np.float32).reshape(-1, 4, 2)
    return clockwise(quads), np.array([tile["visible"] for tile in tiles], np.float32)


def paired(truth: FloatArray, seen: FloatArray, found: FloatArray) -> dict[int, int]:
    """Tile → find, also of tiles of which a find outlines only what is seen."""
    pairs = match(truth, found)
    free = sorted(set(range(len(found))) - set(pairs.values()))
    covered = [tile for tile in np.flatnonzero(seen < _WHOLE).tolist() if tile not in pairs]
    for tile in covered:
        for find in free:
            on_it = share_of(found[find], truth[tile])
            if on_it > _OWN and share_of(truth[tile], found[find]) > _SHOWN:
                pairs[tile] = find
                free.remove(find)
                break
    return pairs


def _shaken(quads: FloatArray, rng: np.random.Generator) -> FloatArray:
    corners = rng.normal(0, _SHAKEN, quads.shape)
    return moved(quads, corners + rng.normal(0, _SHAKEN, (len(quads), 1, 2)), _MARGIN)


def _off(quads: FloatArray, truth: FloatArray) -> FloatArray:
    """(N, 4, 2), from the corners of `quads` to those of the truth that lie nearest, all four
    turned together, in sides of the cut."""
    own, wanted = in_face(quads, quads, _MARGIN), in_face(truth, quads, _MARGIN)
    turned = np.stack([np.roll(wanted, -turn, 1) for turn in range(4)])
    nearest = ((turned - own) ** 2).sum((2, 3)).argmin(0)
    return np.asarray(turned[nearest, np.arange(len(quads))] - own, np.float32)


def turned(cut: ByteArray, off: FloatArray, quarters: int) -> tuple[ByteArray, FloatArray]:
    """Views turned anticlockwise by quarter turns, with where their corners belong then."""
    for _ in range(quarters % 4):
        cut, off = np.rot90(cut, 1, (1, 2)), np.roll(off, -1, 1)
        off = np.stack([off[..., 1], -off[..., 0]], axis=-1)
    return cut, off


def mirrored(cut: ByteArray, off: FloatArray) -> tuple[ByteArray, FloatArray]:
    """Views as a mirror shows them, left and right exchanged."""
    return cut[:, :, ::-1], off[:, [1, 0, 3, 2]] * np.array([-1, 1], np.float32)


def train(net: OutlinesNet, known: Views, epochs: float) -> None:
    """known: what teaches. epochs: how often each view is seen."""
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    steps = max(int(epochs * len(known.cut) / _BATCH), 2)
    new = [*net.last.parameters()]
    old = [each for part in (net.stem, net.norm, net.blocks) for each in part.parameters()]
    groups = [{"params": new, "lr": _FAST}, {"params": old, "lr": _SLOW}]
    optimiser = torch.optim.AdamW(groups, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [_FAST, _SLOW], total_steps=steps, pct_start=_WARM
    )
    net.train()
    order = np.concatenate([rng.permutation(len(known.cut)) for _ in range(int(epochs) + 2)])
    for step in progress(range(steps), "steps"):
        chosen = order[step * _BATCH : (step + 1) * _BATCH]
        cut, off = turned(known.cut[chosen], known.off[chosen], int(rng.integers(4)))
        if rng.random() < 0.5:
            cut, off = mirrored(cut, off)
        shown = _in_other_light(torch.tensor(np.ascontiguousarray(cut)))
        wanted = torch.tensor(off.reshape(-1, 8))
        loss = nn.functional.smooth_l1_loss(net(shown), wanted, beta=_NEAR)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), _STEEPEST)
        optimiser.step()
        schedule.step()
    net.eval()


def _in_other_light(cut: Tensor) -> Tensor:
    """(B, H, W, 3) uint8 → (B, 3, H, W) float, 0 to 1, contrast and colours a little changed."""
    count = len(cut)
    light = torch.empty(count, 1, 1, 3).uniform_(-_TINT, _TINT)
    changed = (cut.float() - 128) * torch.empty(count, 1, 1, 1).uniform_(*_CONTRAST) + 128 + light
    return changed.clamp(0, 255).permute(0, 3, 1, 2) / 255


def _drawn(net: OutlinesNet, known: Views) -> FloatArray:
    """How far the corners are off once they are drawn anew, (N, 4, 2)."""
    with torch.no_grad():
        parts = [
            net(torch.tensor(part).permute(0, 3, 1, 2).float() / 255).numpy()
            for part in np.array_split(known.cut, max(len(known.cut) // 512, 1))
        ]
    return np.asarray(known.off - np.concatenate(parts).reshape(-1, 4, 2))


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument(
        "--scenes", type=Path, nargs="+", required=True, help="folders of drawn scenes"
    )
    ask.add_argument(
        "--photographs", type=Path, nargs="*", default=[], help="folders of labelled photographs"
    )
    ask.add_argument("--begin", type=Path, required=True, help="checkpoint of a classifier")
    ask.add_argument("--epochs", type=float, default=3, help="how often each find is seen")
    ask.add_argument("--models", type=Path, default=WEIGHTS, help="folder of other models")
    ask.add_argument("--to", type=Path, default=WEIGHTS, help="folder to write into")
    said = ask.parse_args()
    classifier = ClassifierNet(pretrained=False)
    classifier.load_state_dict(torch.load(said.begin, map_location="cpu"))
    net = OutlinesNet(classifier)
    detector = Detector(load_model("detector", said.models))
    known = views(said.scenes, detector)
    farthest = np.abs(known.off).max((1, 2))
    known = known.only((farthest < _HOPELESS) | (known.seen < _WHOLE))
    judging = known.scene % _HELD_OUT == 0
    teaching = [known.only(~judging)]
    if said.photographs:
        before = Outlines(load_model("outlines", said.models))
        teaching += [views_of_photographs(said.photographs, detector, before)] * _REPEATED
    train(net, _together(teaching), said.epochs)
    judged = known.only(judging)
    left = _drawn(net, judged)
    covered = judged.seen < _WHOLE
    for name, chosen in (
        ("finds", ~judged.copy & ~covered),
        ("moved copies", judged.copy & ~covered),
        ("covered tiles", covered),
    ):
        own, drawn = (np.median(np.abs(off[chosen])) * _MARGIN for off in (judged.off, left))
        print(f"{name}: {chosen.sum()}, corners off {own:.4f}, then {drawn:.4f}")
    export_net("outlines", net, _FACTS, ["corners"], said.to)


if __name__ == "__main__":
    main()
