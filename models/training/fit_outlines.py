"""Fit how the detector's outlines are drawn more exactly (`companion.vision.recognition.outlines`).

    python -m models.training.fit_outlines --scenes SCENES [...] [--models FOLDER] [--to FOLDER]

The first layers of the classifier see where a face's edges lie. A small network on top of them
learns from drawn scenes, whose outlines are exact, how far each corner of a find is off. Scenes
should be of sets that the detector was not trained on, so that its outlines are off as those of a
new set are. Each find is shown as it is and moved about. Writes `outlines.onnx` with its facts, and
prints how far the corners were off and are, in scenes that the fit did not see.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from companion.cli.terminal import progress
from companion.vision.arrays import FloatArray
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.outlines import in_face, moved
from companion.vision.recognition.rectify import rectify
from datasets.images import read_image
from datasets.labels import read_folder
from datasets.metrics import match
from models.training.classifier.net import SIZE
from models.training.classifier.train import MARGIN
from models.training.export import WEIGHTS

_LAYER = "/net/_blocks.4/Add_output_0"
"""What the classifier's fifth block gives, 40 maps of 8 × 8. By a linear map of it 0.42 of the
variance of how far corners are off could be told, by the third block's 0.39, by the last's 0.08."""
_HIDDEN = 64
"""Units between. They tell 0.50 of that variance, 192 tell 0.51."""
_COPIES = 2
"""Moved copies of each find."""
_SHAKEN = 0.04
"""How far corners of a copy are moved, in sides of the face: about as far as finds are off."""
_HOPELESS = 0.35
"""Sides of the face; a corner farther off says that the find is no outline of the tile."""
_HELD_OUT = 8
"""Each so many-th scene judges and does not teach."""
_EPOCHS = 12
"""How often each find is seen, as in the trial that told 0.51 of the variance."""
_BATCH = 128
"""Finds of one step, by hand."""


@dataclass(frozen=True, eq=False)
class Faces:
    """seen: (N, D), what the layer shows of N outlines. off: (N, 8), how far their corners are off,
    in sides of the cut-out face. copy: (N,), whether the outline is a moved copy. scene: (N,)."""

    seen: NDArray[np.float16]
    off: FloatArray
    copy: NDArray[np.bool_]
    scene: NDArray[np.intp]

    def only(self, chosen: NDArray[np.bool_]) -> Faces:
        return Faces(*(values[chosen] for values in vars(self).values()))


def faces(folders: list[Path], detector: Detector, layer: onnxruntime.InferenceSession) -> Faces:
    """All finds on labelled tiles of these folders' pictures, and copies of them moved about."""
    rng = np.random.default_rng(0)
    parts: list[Faces] = []
    for folder in folders:
        for scene in progress(read_folder(folder), folder.name):
            pixels = read_image(scene.path)
            found = detector(pixels).quads
            pairs = match(scene.quads, found)
            if not pairs:
                continue
            truth, quads = scene.quads[[*pairs]], found[[*pairs.values()]]
            number = len(parts) // (1 + _COPIES)
            for copy in range(1 + _COPIES):
                shown = _shaken(quads, rng) if copy else quads
                cut = rectify(pixels, shown, SIZE, MARGIN)
                seen = layer.run(None, {"pixels": cut})[0].reshape(len(cut), -1)
                every = np.ones(len(cut), int)
                off = _off(shown, truth)
                parts.append(Faces(seen.astype(np.float16), off, every * copy > 0, every * number))
    return Faces(*(np.concatenate(values) for values in zip(*map(_values, parts), strict=True)))


def _values(faces: Faces) -> tuple[NDArray[Any], ...]:
    return tuple(vars(faces).values())


def _shaken(quads: FloatArray, rng: np.random.Generator) -> FloatArray:
    corners = rng.normal(0, _SHAKEN, quads.shape)
    return moved(quads, corners + rng.normal(0, _SHAKEN, (len(quads), 1, 2)), MARGIN)


def _off(quads: FloatArray, truth: FloatArray) -> FloatArray:
    """(N, 8), from the corners of `quads` to those of the truth that lie nearest, all four turned
    together, in sides of the cut."""
    own, wanted = in_face(quads, quads, MARGIN), in_face(truth, quads, MARGIN)
    turned = np.stack([np.roll(wanted, -turn, 1) for turn in range(4)])
    nearest = ((turned - own) ** 2).sum((2, 3)).argmin(0)
    return (turned[nearest, np.arange(len(quads))] - own).reshape(-1, 8)


def fit(known: Faces) -> tuple[nn.Sequential, FloatArray, FloatArray]:
    """The network, and the mean and spread of what it is given."""
    torch.manual_seed(0)
    teach = np.abs(known.off).max(1) < _HOPELESS
    seen, off = known.seen[teach], torch.tensor(known.off[teach], dtype=torch.float32)
    mean = seen.mean(0, dtype=np.float32)
    spread = np.sqrt(np.mean((seen - mean) ** 2, axis=0, dtype=np.float32)) + 1e-3
    net = nn.Sequential(
        nn.Dropout(0.2), nn.Linear(seen.shape[1], _HIDDEN), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(_HIDDEN, 8),
    )  # fmt: skip
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.05)
    steps = _EPOCHS * len(seen) // _BATCH
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(steps):
        chosen = torch.randint(0, len(seen), (_BATCH,))
        given = torch.tensor((seen[chosen.numpy()] - mean) / spread, dtype=torch.float32)
        # Corners that are far off often are off for another reason, so they count less.
        loss = nn.functional.smooth_l1_loss(net(given), off[chosen], beta=0.03)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return net.eval(), mean, spread


def exported(
    first: onnx.ModelProto, net: nn.Sequential, mean: FloatArray, spread: FloatArray
) -> None:
    """Put the network behind the first layers, the mean and the spread folded into its weights."""
    hidden, last = net[1], net[4]
    assert isinstance(hidden, nn.Linear)
    assert isinstance(last, nn.Linear)
    weight = hidden.weight.detach().numpy() / spread
    bias = hidden.bias.detach().numpy() - weight @ mean
    values = {
        "hidden.weight": weight,
        "hidden.bias": bias,
        "last.weight": last.weight.detach().numpy(),
        "last.bias": last.bias.detach().numpy(),
    }
    graph = first.graph
    graph.initializer.extend(
        numpy_helper.from_array(value.astype(np.float32), name) for name, value in values.items()
    )
    graph.node.extend(
        [
            helper.make_node("Flatten", [_LAYER], ["flat"]),
            helper.make_node("Gemm", ["flat", "hidden.weight", "hidden.bias"], ["bent"], transB=1),
            helper.make_node("Relu", ["bent"], ["kept"]),
            helper.make_node("Gemm", ["kept", "last.weight", "last.bias"], ["corners"], transB=1),
        ]
    )
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("corners", TensorProto.FLOAT, ["faces", 8]))
    onnx.checker.check_model(first)


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument(
        "--scenes", type=Path, nargs="+", required=True, help="folders of drawn scenes"
    )
    ask.add_argument("--models", type=Path, default=WEIGHTS, help="folder of other models")
    ask.add_argument("--to", type=Path, default=WEIGHTS, help="folder to write into")
    said = ask.parse_args()
    with TemporaryDirectory() as folder:
        part = Path(folder) / "first.onnx"
        onnx.utils.extract_model(
            str(said.models / "classifier.onnx"), str(part), ["pixels"], [_LAYER]
        )
        first = onnx.load(str(part))
    layer = onnxruntime.InferenceSession(
        first.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    known = faces(said.scenes, Detector(load_model("detector", said.models)), layer)
    judging = known.scene % _HELD_OUT == 0
    net, mean, spread = fit(known.only(~judging))
    judged = known.only(judging & (np.abs(known.off).max(1) < _HOPELESS))
    with torch.no_grad():
        given = torch.tensor((judged.seen - mean) / spread, dtype=torch.float32)
        left = judged.off - net(given).numpy()
    for name, chosen in (("finds", ~judged.copy), ("moved copies", judged.copy)):
        before, after = (np.median(np.abs(off[chosen])) for off in (judged.off, left))
        print(f"{name}: {chosen.sum()}, corners off {before:.4f}, then {after:.4f} (median, sides)")
    exported(first, net, mean, spread)
    path = said.to / "outlines.onnx"
    onnx.save(first, str(path))
    facts = {
        "name": "outlines",
        "input": f"uint8 (N, {SIZE}, {SIZE}, 3), RGB",
        "size": SIZE,
        "margin": MARGIN,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    path.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
