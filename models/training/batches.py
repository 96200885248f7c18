"""Batches made by other processes while the net learns from those before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Batch = dict[str, Tensor]


class _Endless(IterableDataset[Batch]):
    """The batches of one process, without end; each process draws its own."""

    def __init__(self, make: Callable[[random.Random], Batch], seed: int) -> None:
        self._make = make
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        cv2.setNumThreads(1)
        rng = random.Random(f"{self._seed} {worker.id if worker else 0}")
        while True:
            yield self._make(rng)


def batches(
    make: Callable[[random.Random], Batch], seed: int, workers: int, device: torch.device
) -> Iterator[Batch]:
    """What `make` gives, on the device, without end.

    workers: processes that make batches; 0 makes them here, between two steps.
    """
    loader: DataLoader[Any] = DataLoader(
        _Endless(make, seed),
        batch_size=None,
        num_workers=workers,
        pin_memory=device.type == "cuda",
        prefetch_factor=4 if workers else None,
    )
    for batch in loader:
        yield {name: each.to(device, non_blocking=True) for name, each in batch.items()}
