"""Teach the classifier a new kind and leave everything else it says as it is.

    python -m models.training.classifier.new_kind --start CHECKPOINT --kind 9x \
        --data DATASETS --crops CROPS [...] --out FOLDER
    python -m models.training.classifier.new_kind --start CHECKPOINT --kind 5z --second \
        --data DATASETS --crops CROPS [...] --faces WHITE_WORDS --out FOLDER

Only the new kind's own row of the last layer is fitted, a logistic regression on the features:
against all kinds that the net knows already, whose logits stay what they are. With --second it is
the second row of a kind that the net knows, for faces unlike its others; these are `--faces`.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.classifier.looks import looked_at
from models.training.classifier.net import SECOND, SIZE, TAUGHT, ClassifierNet
from models.training.classifier.train import Deck
from models.training.options import begin, options

_RIDGE = 3e-5
"""Penalty on the squares of the weights, in parts of the mean loss. Of 960 white dragons with a
word, of sets that the fit had not seen, .83 were told with 1e-3, .91 with 1e-4, .93 with this."""
_PALE = 0.2
"""Share of the crops that a glare has taken nearly all ink of, which every other row knows how to
read: without them faint faces are taken for faint words."""
_INK = (0.015, 0.2)
"""How much of its ink such a crop has left."""
_PRIOR = 0.02
"""How many tiles of a hundred are of the new kind where people play; the crops hold more."""


def main() -> None:
    ask = options(__doc__ or "", minutes=0, batch=0, rate=0)
    ask.add_argument("--kind", required=True, choices=TAUGHT)
    ask.add_argument("--crops", type=Path, nargs="*", default=[], help="folders of rendered crops")
    ask.add_argument("--count", type=int, default=16_000, help="crops looked at")
    ask.add_argument("--share", type=float, default=0.25, help="of them, of the new kind")
    ask.add_argument("--prior", type=float, default=_PRIOR, help="share of tiles where people play")
    ask.add_argument("--faces", type=Path, nargs="*", help="folders of rendered crops of the kind")
    ask.add_argument("--second", action="store_true", help="its second row, if it has one")
    said = ask.parse_args()
    if said.second and said.kind not in SECOND:
        ask.error(f"only these kinds have a second row: {' '.join(SECOND)}")
    said.drawn_only, said.size, said.new = False, SIZE, []
    begin(said)
    net = ClassifierNet(pretrained=False)
    net.load_state_dict(torch.load(said.start, map_location="cpu"))
    deck, rng = Deck(said), random.Random(said.seed)
    new = TAUGHT.index(said.kind)
    if said.faces:
        for pool in (deck.real, deck.turned, deck.own, deck.single, deck.standing):
            pool.pop(said.kind, None)
        deck.drawn[said.kind] = Deck.drawn_crops(said.faces)[said.kind]

    def crop() -> tuple[NDArray[np.uint8], int]:
        face, kind = deck.one(rng, said.kind if rng.random() < said.share else None)[:2]
        return _paler(face, rng) if rng.random() < _PALE else face, kind

    x, logits, kinds = looked_at(net, crop, said.count)
    before = logits[:, new].clone()
    logits[:, new] = -torch.inf
    known, truth = logits.logsumexp(1), (kinds == new).float()
    first = before if said.second else torch.full_like(known, -torch.inf)
    row = torch.zeros(x.shape[1], requires_grad=True)
    bias = torch.zeros(1, requires_grad=True)
    solver = torch.optim.LBFGS([row, bias], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        solver.zero_grad()
        odds = torch.logaddexp(first, x @ row + bias) - known
        value = torch.nn.functional.binary_cross_entropy_with_logits(odds, truth)
        value = value + _RIDGE * (row**2).sum()
        value.backward()
        return value

    solver.step(loss)
    with torch.no_grad():
        bias += _log_odds(said.prior) - _log_odds(said.share)
        said_new = torch.logaddexp(first, x @ row + bias) > known
        found = said_new[truth > 0].float().mean()
        wrong = said_new[truth == 0].float().mean()
        print(
            f"{said.kind}: found {found:.4f}, others called so {wrong:.5f}, of {len(truth)} crops"
        )
        if said.second:
            place = SECOND.index(said.kind)
            net.second.weight[place], net.second.bias[place] = row, bias[0]
        else:
            net.kinds.weight[new], net.kinds.bias[new] = row, bias[0]
    torch.save(net.state_dict(), said.out / "classifier.pt")


def _paler(face: NDArray[np.uint8], rng: random.Random) -> NDArray[np.uint8]:
    """A crop in which white light lies over the ink."""
    ink = math.exp(rng.uniform(math.log(_INK[0]), math.log(_INK[1])))
    return np.asarray(255 - np.rint((255 - face.astype(np.float32)) * ink), np.uint8)


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


if __name__ == "__main__":
    main()
