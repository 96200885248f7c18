"""A model in eight bits answers as before, and a training can go on from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
onnx = pytest.importorskip("onnx", reason="the extra `train` is not installed")

from models.training.detector.net import DetectorNet  # noqa: E402
from models.training.eight_bits import in_eight_bits  # noqa: E402
from models.training.export import FromPixels, answers, export  # noqa: E402
from models.training.restore import restored  # noqa: E402

ROUNDED = 0.05
"""How far answers may be off on average, against how much they differ among themselves."""


def test_a_model_in_eight_bits_answers_as_before_and_gives_its_weights_back(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = DetectorNet().eval()
    for norm in (each for each in net.modules() if isinstance(each, torch.nn.BatchNorm2d)):
        torch.nn.init.uniform_(norm.weight, 0.5, 1.5)
        torch.nn.init.normal_(norm.bias, std=0.2)
    torch.save(net.state_dict(), tmp_path / "detector.pt")
    export("detector", tmp_path / "detector.pt", tmp_path)
    whole = onnx.load(tmp_path / "detector.onnx")
    random = np.random.default_rng(1)
    pictures = [random.integers(0, 255, (1, 128, 160, 3), np.uint8) for _ in range(4)]
    pictures.append(random.integers(0, 255, (1, 96, 160, 3), np.uint8))

    small = in_eight_bits("detector", whole, pictures)

    assert any(node.op_type == "QuantizeLinear" for node in small.graph.node)
    for was, now in zip(answers(whole, pictures[0]), answers(small, pictures[0]), strict=True):
        assert 0 < np.abs(was - now).mean() < ROUNDED * was.std()
    again = restored("detector", small, [torch.tensor(each) for each in pictures])
    with torch.no_grad():
        for was, now in zip(
            FromPixels(net)(torch.tensor(pictures[0])),
            again(torch.tensor(pictures[0])),
            strict=True,
        ):
            torch.testing.assert_close(now, was, rtol=1e-2, atol=1e-2 * float(was.std()))
