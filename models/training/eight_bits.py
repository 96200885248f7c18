"""A model of 32-bit numbers → the same one reckoning in whole numbers of eight bits, twice as fast.

    python -m models.training.eight_bits detector PICTURES [...] [--models FOLDER]
    python -m models.training.eight_bits classifier PICTURES [...] [--models FOLDER]
    python -m models.training.eight_bits large_faces PICTURES [...] [--models FOLDER]

PICTURES are folders of pictures of tiles; what the model is shown of them says how large the
numbers within it become. Rewrites FOLDER/NAME.onnx and its SHA-256, as `export` has left them. The
weights in the file stay as they were trained; onnxruntime rounds them when it loads the file, so
that a training can go on from them (`restore`). Prints how far its answers are from those before
(docs/decisions/0026).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)

from companion.vision.recognition.detect import NOTHING
from models.training.export import (
    WEIGHTS,
    rewrite,
    with_half_weights,
    with_whole_weights,
)
from models.training.pads import pads_within
from models.training.shown import looked_at

Pixels = NDArray[np.uint8]

_EIGHT_BITS: Final = ("Conv", "Add", "Clip", "Relu", "Resize")
"""The operations that take nearly all of the time; the others keep 32 bits."""
_IN_WHOLE: Final = {
    "detector": ("/net/stem/", "/net/at8/", "/net/head/"),
    "classifier": ("/net/_conv_stem/", "/net/_swish/", "/net/_blocks.0/"),
    "large_faces": ("/net/_conv_stem/", "/net/_swish/", "/net/_blocks.0/"),
}
"""The layers that keep 32 bits, too: the first ones, which see how dark a blank face is, and what
the detector reckons corners with. Of 288 backs of sets that no training has seen the classifier
tells 257 so, 239 with its first layers in eight bits, and 257 before (docs/decisions/0026)."""
_WITHIN: Final = 99.99
"""Of the numbers in a layer this share, in hundredths, is told apart; what is larger counts as the
largest of these. With all of them the steps of the others are coarser: of 3,979 finds of the
detector 197 were gone then, and 168 so."""
_BATCHES: Final = 24
_FACES: Final = 16
"""So many batches are looked at, of so many faces or one photograph: all numbers of all layers are
held in memory at once."""


class _Shown(CalibrationDataReader):
    """What a model is shown, one batch after the other, all of one size: the smaller ones are
    surrounded with grey, as the detector does."""

    def __init__(self, batches: Sequence[Pixels]) -> None:
        self._size = np.max([each.shape for each in batches], axis=0)
        self._batches = iter(batches)

    def get_next(self) -> dict[str, Pixels] | None:
        batch = next(self._batches, None)
        if batch is None:
            return None
        around = [(0, most - side) for most, side in zip(self._size, batch.shape, strict=True)]
        return {"pixels": np.pad(batch, around, constant_values=NOTHING)}


def in_eight_bits(name: str, model: onnx.ModelProto, batches: Sequence[Pixels]) -> onnx.ModelProto:
    """The model, reckoning in eight bits. batches: what it is shown, one at least."""
    whole = pads_within(with_whole_weights(model))
    kept = [node.name for node in whole.graph.node if node.name.startswith(_IN_WHOLE[name])]
    with TemporaryDirectory() as folder:
        path, quantised = Path(folder) / "whole.onnx", Path(folder) / "quantised.onnx"
        onnx.save(whole, path)
        quantize_static(
            path,
            quantised,
            _Shown(batches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=[*_EIGHT_BITS],
            per_channel=True,
            # Processors without the instructions for neural networks (VNNI) add pairs of products
            # in 16 bits. With weights of eight bits these overflow, so that answers would differ
            # from one machine to the next; with seven they do not.
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=kept,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"AddQDQPairToWeight": True, "CalibPercentile": _WITHIN},
        )
        return with_half_weights(onnx.load(quantised))


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("name", choices=sorted(_IN_WHOLE))
    ask.add_argument("pictures", type=Path, nargs="+", help="folders of pictures of tiles")
    ask.add_argument("--models", type=Path, default=WEIGHTS, help="where it is read and written")
    said = ask.parse_args()
    path = said.models / f"{said.name}.onnx"
    before = onnx.load(path)
    if any(node.op_type == "QuantizeLinear" for node in before.graph.node):
        raise SystemExit(f"{path.name} reckons in eight bits already; export it anew first.")
    shown = [each for folder in said.pictures for each in looked_at(said.name, folder)]
    every = max(1, -(-len(shown) // _BATCHES))
    batches = [each[:_FACES] for each in shown[::every]]
    if not batches:
        raise SystemExit("No pictures of tiles there; name a folder that has some.")
    rewrite(path, in_eight_bits(said.name, before, batches), batches[0])


if __name__ == "__main__":
    main()
