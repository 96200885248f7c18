"""The shipped ONNX file → a checkpoint from which a training can go on.

    python -m models.training.restore detector PHOTOS --out CHECKPOINT
    python -m models.training.restore classifier PHOTOS --out CHECKPOINT
    python -m models.training.restore large_faces PHOTOS --out CHECKPOINT

The export folds every batch normalisation into its convolution. This gives each normalisation the
mean and the spread that its convolution has on the photographs in PHOTOS (any with tiles), so that
the network answers the same and can learn on. It also gives the weights of each such convolution
the size that they have in a new network, which changes no answer: folded ones are up to ten times
smaller, and the usual learning rates would spoil them. Prints how far the restored network is from
the shipped one.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from models.training.classifier.net import ClassifierNet
from models.training.detector.net import DetectorNet
from models.training.export import WEIGHTS, FromPixels, with_whole_weights
from models.training.shown import looked_at


def restored(name: str, shipped: onnx.ModelProto, pictures: list[Tensor]) -> FromPixels:
    """The net with the shipped model's weights; `pictures` are what normalisations are set by."""
    net: nn.Module = DetectorNet() if name == "detector" else ClassifierNet(pretrained=False)
    whole = FromPixels(net).eval()
    weights = _weights(shipped)
    own = {key: torch.tensor(each) for key, each in weights.items() if key.startswith("net.")}
    own = {key: _with_new_kinds(each, whole.state_dict()[key]) for key, each in own.items()}
    whole.load_state_dict(own, strict=False)
    folded = {_path(node.name): node for node in shipped.graph.node if node.op_type == "Conv"}
    paths = {module: path for path, module in whole.named_modules()}
    layers = _convolutions(whole, pictures[0])
    for conv, norm in layers:
        node = next(each for path, each in folded.items() if paths[conv].endswith(path))
        conv.weight.data = torch.tensor(weights[node.input[1]])
        if norm is not None:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.data.fill_(1)
            norm.bias.data = torch.tensor(weights[node.input[2]])
    _normalise(whole, pictures)
    for conv, norm in layers:
        if norm is not None:
            _resize(conv, norm)
    return whole


def _path(node: str) -> str:
    """How the path of the layer ends that a node was exported from: /net/at8/at8.0/at8.0.1/Conv is
    .at8.0.1. The nets that a layer is in are left out: a node does not name all of them."""
    scopes = node.split("/")[2:-1]
    inner = [*scopes[1:], ""]
    own = [a for a, b in zip(scopes, inner, strict=True) if not b.startswith(f"{a}.")]
    return "." + ".".join(own)


def _weights(shipped: onnx.ModelProto) -> dict[str, NDArray[Any]]:
    """The weights as they were trained, by the names that the layers know them by. Where a layer
    reckons in eight bits (`eight_bits`), they are rounded on the way to it, and biases are in the
    file as whole numbers."""
    graph = with_whole_weights(shipped).graph
    weights = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    for node in graph.node:
        if node.op_type not in ("QuantizeLinear", "DequantizeLinear"):
            continue
        known = weights.get(node.input[0])
        if known is None:
            continue
        if known.dtype == np.int32:
            known = (known * weights[node.input[1]]).astype(np.float32)
        weights[node.output[0]] = known
    return weights


def _resize(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> None:
    """Give the weights the mean square of a new network's, 1 over the inputs of each output, and
    let the normalisation take it back."""
    weight, had = conv.weight.data, norm.running_var + norm.eps
    times = 1 / math.sqrt(weight[0].numel() * float(weight.square().mean()))
    conv.weight.data = weight * times
    norm.running_mean.mul_(times)
    norm.running_var.mul_(times**2)
    norm.weight.data *= torch.sqrt((norm.running_var + norm.eps) / had) / times


def _with_new_kinds(shipped: Tensor, wanted: Tensor) -> Tensor:
    """The weights, with rows as they begin for kinds that the shipped model does not know."""
    if shipped.shape == wanted.shape:
        return shipped
    return torch.cat([shipped, wanted[len(shipped) :]])


def _convolutions(net: nn.Module, sample: Tensor) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """The net's convolutions in the order in which they run, each with what normalises it."""
    ran: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.BatchNorm2d)
    hooks = [
        module.register_forward_hook(lambda module, *_: ran.append(module))
        for module in net.modules()
        if isinstance(module, kinds)
    ]
    with torch.no_grad():
        net(sample)
    for hook in hooks:
        hook.remove()
    after = [*ran[1:], None]
    return [
        (conv, norm if isinstance(norm, nn.BatchNorm2d) else None)
        for conv, norm in zip(ran, after, strict=True)
        if isinstance(conv, nn.Conv2d)
    ]


def _normalise(net: nn.Module, pictures: list[Tensor]) -> None:
    """Give each normalisation the mean and variance of what reaches it, its answers unchanged."""
    sums: dict[nn.BatchNorm2d, list[Tensor]] = {}

    def watch(norm: nn.Module, given: tuple[Tensor]) -> None:
        values = given[0].double()
        seen = [torch.tensor(float(values[:, 0].numel()))]
        seen += [values.sum((0, 2, 3)), (values**2).sum((0, 2, 3))]
        known = sums.get(norm)
        sums[norm] = seen if known is None else [a + b for a, b in zip(known, seen, strict=True)]

    norms = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(watch) for norm in norms]
    with torch.no_grad():
        for picture in pictures:
            net(picture)
    for hook in hooks:
        hook.remove()
    for norm, (count, total, squares) in sums.items():
        mean = total / count
        norm.running_mean.copy_(mean)
        norm.running_var.copy_((squares / count - mean**2).clamp(min=0))
        norm.weight.data = torch.sqrt(norm.running_var + norm.eps)
        norm.bias.data = norm.bias.data + norm.running_mean


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("name", choices=("classifier", "detector", "large_faces"))
    ask.add_argument("photos", type=Path, help="folder of photographs of tiles")
    ask.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    said = ask.parse_args()
    path = WEIGHTS / f"{said.name}.onnx"
    shown = list(looked_at(said.name, said.photos))
    if not shown:
        raise SystemExit(f"No photographs of tiles in {said.photos}; name a folder that has some.")
    whole = restored(said.name, onnx.load(str(path)), [torch.tensor(each) for each in shown])
    said.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(whole.net.state_dict(), said.out)

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    shipped = session.run(None, {"pixels": shown[0]})
    with torch.no_grad():
        same = whole(torch.tensor(shown[0]))
        learning = whole.train()(torch.tensor(shown[0]))
    for what, now in (("answering", same), ("learning", learning)):
        shared = [
            (was, is_[:, : was.shape[1]].numpy()) for was, is_ in zip(shipped, now, strict=True)
        ]
        off = [np.abs(was - is_) for was, is_ in shared]
        mean, most = max(float(each.mean()) for each in off), max(float(each.max()) for each in off)
        print(f"{said.name}, {what}: {mean:.2g} off on average, {most:.2g} at most")


if __name__ == "__main__":
    main()
