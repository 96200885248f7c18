"""Teach the classifier faces of some kinds that are unlike their others; its features stay.

    python -m models.training.classifier.second_rows --start CHECKPOINT --kinds 1f 2f 3f 9x \
        --data DATASETS --crops CROPS [...] --new CROPS [...] --out FOLDER

Only the second rows of these kinds in the last layer are fitted (`net.SECOND`), together, on the
features that the net has: all else that it knows of a face stays as it is, and with it what was
fitted to its features. `--new` are the faces that the second rows are for.
"""

from __future__ import annotations

import random

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from companion.game.tiles import BACK, KINDS, STRANGER
from datasets.given import existing_folder
from models.training.classifier.looks import looked_at
from models.training.classifier.net import SECOND, SIZE, TAUGHT, ClassifierNet, with_second
from models.training.classifier.train import Deck
from models.training.options import begin, options

_OF_THESE = 0.5
"""Share of the crops that are of these kinds, by hand; `AT_A_TABLE` says how much a crop counts."""
AT_A_TABLE = [
    {"none": 20.0, BACK: 8.0, STRANGER: 1.0}.get(code, 4.0 if code in KINDS else 1.0)
    for code in TAUGHT
]
"""How often each kind is found where people play: four of each tile, one of each flower, and by
hand as many backs and finds that are no tile."""
_RIDGE = 1e-5
"""Penalty on the squares of the weights, in parts of the mean loss. Of sets that the fit had not
seen, 2,391 American flowers had 2,639 nats with it, 2,851 with twice as much, and 3,625 without
second rows; 2,403 others 2,163, 2,186 and 2,211 (2026-11-28, a script that was not kept)."""
_RARER = 2.0
"""Log odds by which a second row, a copy of the first, is less likely when the fit begins. By
hand."""
_STEPS = 150
"""The most that the solver takes, by hand: a fit of a minute."""
_SCALE = 1000.0
"""Times that the loss is taken, by hand: else the solver takes a small slope for none."""


def main() -> None:
    ask = options(__doc__ or "", minutes=0, batch=0, rate=0)
    ask.add_argument("--kinds", nargs="+", choices=SECOND, required=True)
    ask.add_argument("--crops", type=existing_folder, nargs="*", default=[], help="rendered crops")
    ask.add_argument("--new", type=existing_folder, nargs="+", required=True, help="of new faces")
    ask.add_argument("--count", type=int, default=160_000, help="crops looked at")
    said = ask.parse_args()
    said.drawn_only, said.size = False, SIZE
    begin(said)
    net = ClassifierNet(pretrained=False)
    net.load_state_dict(torch.load(said.start, map_location="cpu"))
    deck, rng = Deck(said), random.Random(said.seed)

    def crop() -> tuple[NDArray[np.uint8], int]:
        return deck.one(rng, rng.choice(said.kinds) if rng.random() < _OF_THESE else None)[:2]

    features, logits, truth = looked_at(net, crop, said.count)
    rows, at = ([of.index(code) for code in said.kinds] for of in (SECOND, TAUGHT))
    first = net.kinds.weight[at], net.kinds.bias[at]
    weights, biases = second_rows(features, logits, truth, said.kinds, first)
    with torch.no_grad():
        net.second.weight[rows], net.second.bias[rows] = weights, biases
    torch.save(net.state_dict(), said.out / "classifier.pt")


def second_rows(
    features: Tensor, logits: Tensor, truth: Tensor, kinds: list[str], first: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor]:
    """The second rows with which the truth is likeliest: weights (len(kinds), 1280) and biases.

    first: the first rows of these kinds, the same.
    """
    drawn = torch.bincount(truth, minlength=len(TAUGHT)).clamp(min=1) / len(truth)
    wanted = torch.tensor(AT_A_TABLE) / sum(AT_A_TABLE)
    counts = (wanted / drawn)[truth]
    counts = counts / counts.sum()
    weights = first[0].detach().clone().requires_grad_()
    biases = (first[1].detach() - _RARER).requires_grad_()
    solver = torch.optim.LBFGS(
        [weights, biases], max_iter=_STEPS, history_size=20, line_search_fn="strong_wolfe"
    )

    def loss() -> Tensor:
        solver.zero_grad()
        known = with_second(logits, features @ weights.T + biases, kinds)
        each = functional.cross_entropy(known, truth, reduction="none")
        value = _SCALE * ((each * counts).sum() + _RIDGE * (weights**2).sum())
        value.backward()
        return value

    solver.step(loss)
    print(f"{len(truth)} crops: {loss().item() / _SCALE:.4f} nats each")
    return weights.detach(), biases.detach()


if __name__ == "__main__":
    main()
