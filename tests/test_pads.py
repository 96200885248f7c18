"""Convolutions pad by themselves, and answer as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
onnx = pytest.importorskip("onnx", reason="the extra `train` is not installed")

from models.training import eight_bits  # noqa: E402
from models.training.classifier.net import ClassifierNet  # noqa: E402
from models.training.export import WEIGHTS, answers, export  # noqa: E402
from models.training.pads import pads_within  # noqa: E402


def steps(model: Any, kind: str) -> int:
    return sum(node.op_type == kind for node in model.graph.node)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("models")
    torch.manual_seed(1)
    net = ClassifierNet(pretrained=False)
    for norm in (each for each in net.modules() if isinstance(each, torch.nn.BatchNorm2d)):
        torch.nn.init.uniform_(norm.weight, 0.5, 1.5)
        torch.nn.init.normal_(norm.bias, std=0.2)
    torch.save(net.state_dict(), folder / "classifier.pt")
    export("classifier", folder / "classifier.pt", folder)
    return onnx.load(folder / "classifier.onnx")


FACES = np.random.default_rng(1).integers(0, 255, (5, 64, 64, 3), np.uint8)


def test_in_32_bits_the_answers_are_the_same(exported: Any) -> None:
    within = pads_within(exported)
    assert steps(exported, "Pad") > 0
    assert steps(within, "Pad") == 0
    for was, now in zip(answers(exported, FACES), answers(within, FACES), strict=True):
        np.testing.assert_allclose(now, was, atol=1e-5)


def test_in_eight_bits_they_move_less_than_eight_bits_had_moved_them(
    exported: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eight_bits, "pads_within", lambda model: model)
    before = eight_bits.in_eight_bits("classifier", exported, [FACES])
    within = pads_within(before)
    assert steps(before, "Pad") > 0
    assert steps(within, "Pad") == 0
    assert steps(within, "QuantizeLinear") < steps(before, "QuantizeLinear")
    for want, was, now in zip(
        answers(exported, FACES), answers(before, FACES), answers(within, FACES), strict=True
    ):
        assert 0 < np.abs(now - was).mean() < np.abs(was - want).mean()


@pytest.mark.parametrize("name", ["detector", "outlines", "classifier", "large_faces"])
def test_no_shipped_model_in_eight_bits_pads_in_a_step_of_its_own(name: str) -> None:
    shipped = onnx.load(WEIGHTS / f"{name}.onnx")
    if steps(shipped, "QuantizeLinear"):
        assert steps(shipped, "Pad") == 0


def test_what_pads_by_itself_already_is_refused(exported: Any) -> None:
    twice = pads_within(exported)
    first = next(node for node in twice.graph.node if node.op_type == "Conv")
    pad = onnx.helper.make_node("Pad", [first.input[0], "zeros"], ["padded"], name="pad")
    zeros = onnx.numpy_helper.from_array(np.array([0, 0, 1, 1, 0, 0, 1, 1]), "zeros")
    first.input[0] = "padded"
    twice.graph.initializer.append(zeros)
    twice.graph.node.insert([*twice.graph.node].index(first), pad)
    with pytest.raises(ValueError, match="pads by itself already"):
        pads_within(twice)
