"""The mean of two checkpoints of one training. It names unseen sets better than either.

    python -m models.training.mean BEFORE AFTER --share 0.6 --out CHECKPOINT

SHARE is the weight of AFTER, 0 to 1.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor


def mean(before: dict[str, Tensor], after: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """Weights between the two; counters as they are after."""
    return {
        name: torch.lerp(before[name], value, share) if value.is_floating_point() else value
        for name, value in after.items()
    }


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("before", type=Path)
    ask.add_argument("after", type=Path)
    ask.add_argument("--share", type=float, default=0.6)
    ask.add_argument("--out", type=Path, required=True)
    said = ask.parse_args()
    before, after = (torch.load(path, map_location="cpu") for path in (said.before, said.after))
    torch.save(mean(before, after, said.share), said.out)


if __name__ == "__main__":
    main()
