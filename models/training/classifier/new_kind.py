"""Teach the classifier a new kind and leave everything else it says as it is.

    python -m models.training.classifier.new_kind --start CHECKPOINT --kind 9x \
        --data DATASETS --crops CROPS [...] --out FOLDER

Only the new kind's own row of the last layer is fitted, a logistic regression on the features:
against all kinds that the net knows already, whose logits stay what they are.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import torch

from models.training.classifier.net import SIZE, TAUGHT, ClassifierNet
from models.training.classifier.train import Deck
from models.training.options import begin, options

_AT_ONCE = 256
"""Crops that go through the net together; it changes nothing but the time."""
_RIDGE = 1e-3
"""Penalty on the squares of the weights, in parts of the mean loss."""
_PRIOR = 0.02
"""How many tiles of a hundred are of the new kind where people play; the crops hold more."""


def main() -> None:
    ask = options(__doc__ or "", minutes=5, batch=_AT_ONCE, rate=0.5)
    ask.add_argument("--kind", required=True, choices=TAUGHT)
    ask.add_argument("--crops", type=Path, nargs="*", default=[], help="folders of rendered crops")
    ask.add_argument("--count", type=int, default=16_000, help="crops looked at")
    ask.add_argument("--share", type=float, default=0.25, help="of them, of the new kind")
    said = ask.parse_args()
    said.drawn_only, said.size = False, SIZE
    begin(said)
    net = ClassifierNet(pretrained=False)
    net.load_state_dict(torch.load(said.start, map_location="cpu"))
    net.eval()
    deck, rng = Deck(said), random.Random(said.seed)
    new = TAUGHT.index(said.kind)
    features, others, is_new = [], [], []
    with torch.no_grad():
        for _ in range(said.count // _AT_ONCE):
            faces, kinds = zip(
                *(
                    deck.one(rng, said.kind if rng.random() < said.share else None)[:2]
                    for _ in range(_AT_ONCE)
                ),
                strict=True,
            )
            x = torch.from_numpy(np.stack(faces)).permute(0, 3, 1, 2).float() / 255
            logits, _, seen = net(x)
            logits[:, new] = -torch.inf
            features.append(seen)
            others.append(logits.logsumexp(1))
            is_new.append(torch.tensor(kinds) == new)
    x, known, truth = torch.cat(features), torch.cat(others), torch.cat(is_new).float()
    row = torch.zeros(x.shape[1], requires_grad=True)
    bias = torch.zeros(1, requires_grad=True)
    solver = torch.optim.LBFGS([row, bias], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        solver.zero_grad()
        odds = x @ row + bias - known
        value = torch.nn.functional.binary_cross_entropy_with_logits(odds, truth)
        value = value + _RIDGE * (row**2).sum()
        value.backward()
        return value

    solver.step(loss)
    with torch.no_grad():
        bias += _log_odds(_PRIOR) - _log_odds(said.share)
        said_new = x @ row + bias > known
        found = said_new[truth > 0].float().mean()
        wrong = said_new[truth == 0].float().mean()
        print(
            f"{said.kind}: found {found:.4f}, others called so {wrong:.5f}, of {len(truth)} crops"
        )
        net.kinds.weight[new], net.kinds.bias[new] = row, bias[0]
    torch.save(net.state_dict(), said.out / "classifier.pt")


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


if __name__ == "__main__":
    main()
