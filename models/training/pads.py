"""Convolutions that surround with zeros what they are given, instead of a step before each of them.

    python -m models.training.pads classifier large_faces [--models FOLDER]

The export writes that step, and in eight bits it costs a third of all time: its numbers are made
whole again, surrounded, and rounded once more. Rewrites FOLDER/NAME.onnx and its SHA-256, and
prints how far the answers are from those before. In 32 bits they are the same. In eight bits the
numbers are now rounded once, in the steps of the second rounding (docs/decisions/0036).
`eight_bits` does it by itself to what it is given.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from models.training.export import WEIGHTS, answers, rewrite


def pads_within(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy of the model whose convolutions pad by themselves. Each `Pad` must add zeros, as the
    export does, and serve one convolution.

    Raises ValueError where one pads more than rows and columns, or what pads by itself already.
    """
    within = onnx.ModelProto()
    within.CopyFrom(model)
    graph = within.graph
    for step, (top, left, foot, right) in _pads(model):
        pad = next(node for node in graph.node if node.name == step)
        conv = _one_user(graph, pad)
        if conv.op_type == "Conv":
            conv.input[0] = pad.input[0]
        else:  # quantise → dequantise → pad → quantise → dequantise → convolution
            again, conv = conv, _one_user(graph, _one_user(graph, conv))
            whole = _maker(graph, pad.input[0])
            rounded = _maker(graph, whole.input[0])
            again.input[0] = rounded.input[0]
        (pads,) = (each for each in conv.attribute if each.name == "pads")
        if any(pads.ints):
            raise ValueError(f"{conv.name} pads by itself already")
        pads.ints[:] = [top, left, foot, right]
        graph.node.remove(pad)
    _without_the_unused(graph)
    onnx.checker.check_model(within)
    return within


def _pads(model: onnx.ModelProto) -> list[tuple[str, tuple[int, int, int, int]]]:
    """The name of each `Pad`, and how many zeros it adds above, left, below and right. The export
    leaves that to be reckoned when the model runs."""
    asked = onnx.ModelProto()
    asked.CopyFrom(model)
    steps = [node for node in model.graph.node if node.op_type == "Pad"]
    for step in steps:
        asked.graph.output.append(
            helper.make_tensor_value_info(step.input[1], TensorProto.INT64, None)
        )
    told = answers(asked, np.zeros(_shape(model), np.uint8))[len(model.graph.output) :]
    found = []
    for step, (n0, c0, top, left, n1, c1, foot, right) in zip(steps, told, strict=True):
        if n0 or c0 or n1 or c1:
            raise ValueError(f"{step.name} pads more than rows and columns")
        found.append((step.name, (int(top), int(left), int(foot), int(right))))
    return found


def _shape(model: onnx.ModelProto) -> list[int]:
    """The smallest input of a model that takes any number of pictures of one size."""
    return [side.dim_value or 1 for side in model.graph.input[0].type.tensor_type.shape.dim]


def _maker(graph: onnx.GraphProto, number: str) -> onnx.NodeProto:
    (made,) = (node for node in graph.node if number in node.output)
    return made


def _one_user(graph: onnx.GraphProto, node: onnx.NodeProto) -> onnx.NodeProto:
    (user,) = (each for each in graph.node if node.output[0] in each.input)
    return user


def _without_the_unused(graph: onnx.GraphProto) -> None:
    answers_to = {each.name for each in graph.output}
    while True:
        used = answers_to.union(*(node.input for node in graph.node))
        unused = [node for node in graph.node if not used.intersection(node.output)]
        if not unused:
            break
        for node in unused:
            graph.node.remove(node)
    for weights in [each for each in graph.initializer if each.name not in used]:
        graph.initializer.remove(weights)


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("names", nargs="+", metavar="NAME", help="models: classifier, large_faces")
    ask.add_argument("--models", type=Path, default=WEIGHTS, help="where they are read and written")
    said = ask.parse_args()
    for name in said.names:
        path = said.models / f"{name}.onnx"
        before = onnx.load(path)
        noise = np.random.default_rng(1).integers(0, 255, (16, *_shape(before)[1:]), np.uint8)
        rewrite(path, pads_within(before), noise)


if __name__ == "__main__":
    main()
