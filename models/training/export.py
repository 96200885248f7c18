"""Checkpoint → ONNX with its facts, compared with the original on the same input.

    python -m models.training.export detector CHECKPOINT
    python -m models.training.export classifier CHECKPOINT [--to FOLDER]
    python -m models.training.export large_faces CHECKPOINT

Writes NAME.onnx and NAME.json into models/weights, or into FOLDER. Facts that evaluation chooses
(`threshold`, `temperature`, `sure_above`) are kept where NAME.json already has them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from models.training.classifier.net import LARGE, SIZE, TAUGHT, ClassifierNet
from models.training.detector.net import CORNER_SCALE, STRIDE, DetectorNet
from models.training.facts import write_facts

WEIGHTS = Path(__file__).parents[1] / "weights"

FACTS: dict[str, dict[str, Any]] = {
    "detector": {
        "input": "uint8 (1, H, W, 3), RGB; H and W multiples of 32",
        "stride": STRIDE,
        "corner_scale": CORNER_SCALE,
        "threshold": 0.2,
        "long_sides": [448, 672, 960, 1600],
        "first_look": 672,
        "comfortable_tile": [24, 130],
    },
    "classifier": {
        "input": f"uint8 (N, {SIZE}, {SIZE}, 3), RGB",
        "size": SIZE,
        "margin": 1.10,
        "codes": [*TAUGHT],
        "temperature": 1.0,
        "sure_above": 0.9,
    },
    "large_faces": {
        "input": f"uint8 (N, {LARGE}, {LARGE}, 3), RGB",
        "size": LARGE,
        "margin": 1.10,
        "codes": [*TAUGHT],
        "temperature": 1.0,
    },
}


_LARGE_WEIGHTS = 1000
"""Numbers in a layer from which they are stored as 16-bit floats; smaller layers take no room."""

_SAME = 1e-3
"""How far an answer may be from the checkpoint's before weights are rounded."""
_ROUNDED = 1e-2
"""And on the mean afterwards. The sample is noise, of which single answers are far off at times."""

CHOSEN = ("threshold", "temperature", "sure_above")


class FromPixels(nn.Module):
    """Takes pictures as they are in memory, (B, H, W, 3) uint8, so that no caller prepares them."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor) -> Any:
        return self.net(pixels.permute(0, 3, 1, 2).float() / 255)


def with_half_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same model, its large weights stored as 16-bit floats: half the file. They become 32-bit
    ones when the model is loaded, so that it runs as fast."""
    graph = model.graph
    for each in list(graph.initializer):
        weights = numpy_helper.to_array(each)
        if weights.dtype != np.float32 or weights.size < _LARGE_WEIGHTS:
            continue
        graph.initializer.remove(each)
        graph.initializer.append(
            numpy_helper.from_array(weights.astype(np.float16), f"{each.name}.half")
        )
        whole = helper.make_node("Cast", [f"{each.name}.half"], [each.name], to=TensorProto.FLOAT)
        graph.node.insert(0, whole)
    return model


def with_whole_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy with all weights as 32-bit floats, as the model was before `with_half_weights`."""
    whole = onnx.ModelProto()
    whole.CopyFrom(model)
    graph = whole.graph
    half = {each.name: each for each in graph.initializer if each.name.endswith(".half")}
    for node in list(graph.node):
        if node.op_type == "Cast" and node.input[0] in half:
            stored = half[node.input[0]]
            weights = numpy_helper.to_array(stored).astype(np.float32)
            graph.initializer.remove(stored)
            graph.initializer.append(numpy_helper.from_array(weights, node.output[0]))
            graph.node.remove(node)
    return whole


def answers(model: onnx.ModelProto, batch: NDArray[np.uint8]) -> list[NDArray[Any]]:
    """All that a model answers to one batch."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return [np.asarray(each) for each in session.run(None, {"pixels": batch})]


def rewrite(path: Path, model: onnx.ModelProto, batch: NDArray[np.uint8]) -> None:
    """Put a model in the place of the one in this file, and its SHA-256 among the facts beside it.
    Prints how far its answers to a batch are from those before."""
    before = onnx.load(path)
    names = [each.name for each in before.graph.output]
    for what, was, now in zip(names, answers(before, batch), answers(model, batch), strict=True):
        off = np.abs(was - now)
        print(f"{path.stem}, {what}: {off.mean():.2g} off on average, {off.max():.2g} at most")
    onnx.save(model, path)
    write_facts(path, json.loads(path.with_suffix(".json").read_text()))


def _compare(
    name: str,
    path: Path,
    sample: Tensor,
    wanted: Sequence[NDArray[np.float32]],
    taken: Callable[[NDArray[np.float32]], np.floating[Any]],
    most: float,
) -> None:
    """End with a sentence where a file's answers to the sample differ from those wanted by more
    than `most`; taken: what of the differences of an answer counts."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for have, want in zip(session.run(None, {"pixels": sample.numpy()}), wanted, strict=True):
        difference = float(taken(np.abs(np.asarray(have) - want)))
        if difference > most:
            raise SystemExit(f"{name}: the exported model differs by {difference}")


def export(name: str, checkpoint: Path, folder: Path = WEIGHTS) -> None:
    net: nn.Module = DetectorNet() if name == "detector" else ClassifierNet(pretrained=False)
    net.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    answers = ["heat", "corners"] if name == "detector" else ["kinds", "ways", "features"]
    export_net(name, net, FACTS[name], answers, folder)


def export_net(
    name: str, net: nn.Module, facts: dict[str, Any], answers: list[str], folder: Path = WEIGHTS
) -> None:
    """net: the network of that name, as it was trained. facts: what `NAME.json` says besides those
    that evaluation chooses. answers: names of what it gives."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = FromPixels(net).eval()
    if name == "detector":
        sample = torch.randint(0, 255, (1, 256, 320, 3), dtype=torch.uint8)
        axes = {"pixels": {1: "height", 2: "width"}}
    else:
        size = facts["size"]
        sample = torch.randint(0, 255, (3, size, size, 3), dtype=torch.uint8)
        axes = {"pixels": {0: "faces"}}
    path = folder / f"{name}.onnx"
    torch.onnx.export(
        whole,
        (sample,),
        str(path),
        input_names=["pixels"],
        output_names=answers,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    with torch.no_grad():
        given = whole(sample)
        wanted = [each.numpy() for each in ((given,) if isinstance(given, Tensor) else given)]
    _compare(name, path, sample, wanted, np.max, _SAME)
    if name != "detector":
        onnx.save(with_half_weights(onnx.load(path)), path)
        _compare(name, path, sample, wanted, np.mean, _ROUNDED)
    facts_path = folder / f"{name}.json"
    chosen = facts_path if facts_path.exists() else WEIGHTS / f"{name}.json"
    old = json.loads(chosen.read_text()) if chosen.exists() else {}
    write_facts(path, {"name": name, **facts, **{k: old[k] for k in CHOSEN if k in old}})
    print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, same answers as the checkpoint")


if __name__ == "__main__":
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("name", choices=sorted(FACTS))
    ask.add_argument("checkpoint", type=Path)
    ask.add_argument("--to", type=Path, default=WEIGHTS, help="folder to write to")
    said = ask.parse_args()
    export(said.name, said.checkpoint, said.to)
