"""The command line options that both trainings share, and how both begin."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import torch


def options(doc: str, minutes: float, batch: int, rate: float) -> argparse.ArgumentParser:
    """The shared options with these defaults; doc: of the training's module."""
    ask = argparse.ArgumentParser(description=doc.splitlines()[0])
    ask.add_argument("--data", type=Path, required=True, help="folder with the photograph sets")
    ask.add_argument(
        "--without", nargs="*", default=[], help="sets of datasets/sets.csv to hold out"
    )
    ask.add_argument("--minutes", type=float, default=minutes)
    ask.add_argument("--steps", type=int, default=10**9, help="stop after so many steps")
    ask.add_argument("--batch", type=int, default=batch)
    ask.add_argument("--rate", type=float, default=rate)
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--workers", type=int, default=0, help="processes that make the batches")
    ask.add_argument("--device", default="cpu", help="cpu, or cuda where there is one")
    ask.add_argument("--start", type=Path, help="checkpoint to go on from")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--seed", type=int, default=0)
    return ask


def begin(said: argparse.Namespace) -> None:
    """Threads, seed and folder of a training."""
    torch.set_num_threads(said.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(said.seed)
    said.out.mkdir(parents=True, exist_ok=True)
