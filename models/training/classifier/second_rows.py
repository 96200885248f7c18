"""Teach the classifier faces of some kinds that are unlike their others; its features stay.

    python -m models.training.classifier.second_rows --start CHECKPOINT --kinds 1f 2f 3f 9x \
        --data DATASETS --crops CROPS [...] --new CROPS [...] --out FOLDER

Only the second rows of these kinds in the last layer are fitted (`net.SECOND`), together, on the
features that the net has: all else that it knows of a face stays as it is, and with it what was
fitted to its features. `--new` are the faces that the second rows are for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

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
_STEPS = 120
"""The most that the solver takes, by hand: a fit of a few minutes."""
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
    lacking = [code for code in said.kinds if not deck.new.get(code)]
    if lacking:
        ask.error(f"--new holds no crop of {', '.join(lacking)}; draw some, or leave them out")
    new: list[bool] = []

    def crop() -> tuple[NDArray[np.uint8], int]:
        of = rng.choice(said.kinds) if rng.random() < _OF_THESE else None
        face, kind, _, familiar = deck.one(rng, of)
        new.append(not familiar)
        return face, kind

    features, logits, truth = looked_at(net, crop, said.count)
    weights, biases = second_rows(features, logits, truth, torch.tensor(new), said.kinds)
    rows = [SECOND.index(code) for code in said.kinds]
    with torch.no_grad():
        net.second.weight[rows], net.second.bias[rows] = weights, biases
    torch.save(net.state_dict(), said.out / "classifier.pt")


def second_rows(
    features: Tensor, logits: Tensor, truth: Tensor, new: Tensor, kinds: Sequence[str]
) -> tuple[Tensor, Tensor]:
    """The second rows with which the truth is likeliest: weights (len(kinds), 1280) and biases.

    new: (N,) bool, the faces that the rows are for, of kinds that may have such rows.
    """
    drawn = torch.bincount(truth, minlength=len(TAUGHT)).clamp(min=1) / len(truth)
    wanted = torch.tensor(AT_A_TABLE) / sum(AT_A_TABLE)
    counts = (wanted / drawn)[truth]
    counts = counts / counts.sum()
    weights, biases = _told_apart(features, logits, truth, new, kinds, counts)

    def loss() -> Tensor:
        known = with_second(logits, features @ weights.T + biases, kinds)
        return (functional.cross_entropy(known, truth, reduction="none") * counts).sum()

    _fit(loss, weights, biases)
    print(f"{len(truth)} crops: {loss().item():.4f} nats each")
    return weights.detach(), biases.detach()


def _told_apart(
    features: Tensor,
    logits: Tensor,
    truth: Tensor,
    new: Tensor,
    kinds: Sequence[str],
    counts: Tensor,
) -> tuple[Tensor, Tensor]:
    """Rows that tell the new faces of each kind from all other crops, as high as what else is said
    of them. Begun elsewhere, rows may come to rest where they say nothing of any face."""
    at = [TAUGHT.index(code) for code in kinds]
    theirs = torch.stack([new & (truth == kind) for kind in at], 1).float()
    weights = torch.zeros(len(at), features.shape[1], requires_grad=True)
    biases = torch.zeros(len(at), requires_grad=True)

    def loss() -> Tensor:
        each = functional.binary_cross_entropy_with_logits(
            features @ weights.T + biases, theirs, reduction="none"
        )
        return (each.sum(1) * counts).sum()

    _fit(loss, weights, biases)
    said = logits.logsumexp(1)
    with torch.no_grad():
        biases += torch.stack([said[of > 0].mean() for of in theirs.T])
    return weights, biases


def _fit(loss: Callable[[], Tensor], weights: Tensor, biases: Tensor) -> None:
    """Weights and biases with the least loss and small weights."""
    solver = torch.optim.LBFGS(
        [weights, biases], max_iter=_STEPS, history_size=20, line_search_fn="strong_wolfe"
    )

    def value() -> Tensor:
        solver.zero_grad()
        value = _SCALE * (loss() + _RIDGE * (weights**2).sum())
        value.backward()
        return value

    solver.step(value)


if __name__ == "__main__":
    main()
